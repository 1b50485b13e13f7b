"""The printed combat example with all three cases of leaders' levels (BAT-38 to BAT-43).

HFC and HAC face MFC and SJD. SSA and MFD are behind those.
"""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import facing, hits, line, strikes
from palatine.games.lord_and_master.rules.combat.battlefield import Battle

HIGHER, LOWER, EQUAL = ("W2", "W1"), ("W1", "W2"), ("W1", "W1")


def example(leaders: tuple[str, str]) -> Battle:
    """Return the grey army's attack on the white one, with the units in the order of the deal."""
    return facing("HFC 1 HAC 1", "MFC 1 SJD 1 SSA 1 MFD 1", leaders=leaders)


DEAL = line(2, 4)


@pytest.mark.clause("LM-BAT-38")
@pytest.mark.parametrize("leaders", [HIGHER, LOWER, EQUAL])
def test_the_archers_strike_first_then_the_slingers_then_the_javelins(leaders: tuple[str, str]) -> None:
    told = strikes(example(leaders), [*DEAL, *hits(20, 20, 20, 20, 20, 20)])
    assert told[:3] == ["HAC>SJD 13 miss", "SSA>HFC 6 miss", "SJD>HAC 9 miss"]


@pytest.mark.clause("LM-BAT-38")
def test_javelins_killed_by_the_archers_do_not_strike() -> None:
    told = strikes(example(HIGHER), [*DEAL, *hits(13, 20, 20, 20, 20)])
    assert told == [
        "HAC>SJD 13 destroyed",
        "SSA>HFC 6 miss",
        "HFC>MFC 12 miss",
        "MFC>HFC 8 miss",
        "MFD>HAC 11 miss",
    ]


@pytest.mark.clause("LM-BAT-39", "LM-BAT-07")
@pytest.mark.parametrize("leaders", [HIGHER, LOWER, EQUAL])
def test_when_the_javelins_kill_the_archers_the_foot_behind_has_lost_its_chance(leaders: tuple[str, str]) -> None:
    told = strikes(example(leaders), [*DEAL, *hits(20, 20, 9, 20, 20)])
    assert told[2] == "SJD>HAC 9 destroyed"
    assert "MFD lost" in told
    assert not any(each.startswith("MFD>") for each in told)


@pytest.mark.clause("LM-BAT-40", "LM-BAT-22")
def test_heavy_foot_hit_by_the_slingers_attacks_and_is_attacked_at_the_wounded_level() -> None:
    told = strikes(example(HIGHER), [*DEAL, *hits(20, 6, 20, 20, 20, 20)])
    assert told[1] == "SSA>HFC 6 wounded"
    assert told[3] == "HFCw>MFC 8 miss"
    assert told[4] == "MFC>HFCw 12 miss"


@pytest.mark.clause("LM-BAT-41", "LM-BAT-19")
def test_with_the_higher_leader_grey_heavy_foot_strikes_next() -> None:
    told = strikes(example(HIGHER), [*DEAL, *hits(20, 20, 20, 12, 20, 20)])
    assert told[3:] == ["HFC>MFC 12 wounded", "MFCw>HFC 4 miss", "MFD>HAC 11 miss"]


@pytest.mark.clause("LM-BAT-42", "LM-BAT-19")
def test_with_the_higher_leader_both_white_foot_strike_next() -> None:
    told = strikes(example(LOWER), [*DEAL, *hits(20, 20, 20, 8, 11, 20)])
    assert told[3:] == ["MFC>HFC 8 wounded", "MFD>HAC 11 destroyed", "HFCw>MFC 8 miss"]


@pytest.mark.clause("LM-BAT-43", "LM-BAT-20")
def test_with_equal_leaders_all_three_strike_at_once() -> None:
    told = strikes(example(EQUAL), [*DEAL, *hits(20, 20, 20, 12, 8, 11)])
    assert told[3:] == ["HFC>MFC 12 wounded", "MFC>HFC 8 wounded", "MFD>HAC 11 destroyed"]

"""The seven options of the set-up: their effects, and defaults that follow the rulings."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    bare,
    operands,
    piece,
    put,
    run,
    told,
    wake,
)
from palatine.core import Unknown
from palatine.games.dark_emperor.components.world import KELARON, LAMMARECH, STARKEEP, STAVROR, hex_id
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.terrain import cost
from palatine.games.dark_emperor.rules.movement.stacking import excess
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy

FULL = " ".join([f"stavror-infantry-{n}" for n in range(1, 7)])
"""Six units: two more than a settled hex holds."""


def crowded(**options: Any) -> Any:
    s = bare(phasing=KINGDOMS, **options)
    wake(s, KINGDOMS, STAVROR)
    put(s, "1918", FULL)
    return s


def court(s: Any) -> Any:
    return run(s, Diplomacy())


def test_there_are_seven_and_they_can_be_set() -> None:
    chosen = {
        "envoys": "by turn", "host": "noted", "boxes": "escape stacking", "zero": "destroyed", "cargo": "free",
        "hounds": "infantry", "coast": "pays nothing",
    }  # fmt: skip
    assert GAME.setup(options=chosen).options == chosen
    assert [option.name for option in GAME.options] == list(chosen)
    assert all([option.clause in GAME.clauses for option in GAME.options])
    with pytest.raises(Unknown):
        GAME.setup(options={"coast": "floods"})


@pytest.mark.clause("8.4a", "10a")
def test_leader_boxes() -> None:
    for boxes, owed in (("count", 2), ("escape stacking", 0)):
        s = crowded(boxes=boxes)
        assert excess(s, KINGDOMS, hex_id("1918")) == 2, "there is no leader whose box they could be in"
        put(s, "1918", "stav-farren")
        assert excess(s, KINGDOMS, hex_id("1918")) == owed


@pytest.mark.clause("10a")
def test_cargo() -> None:
    for cargo, owed in (("count", 4), ("free", 2)):
        s = crowded(cargo=cargo)
        fleet, other = put(s, "1918", "stavror-fleet-1 stavror-fleet-2")
        s.cargo = {fleet: piece("stavror-infantry-1"), other: piece("stavror-infantry-2")}
        assert excess(s, KINGDOMS, hex_id("1918")) == owed


@pytest.mark.clause("8.11a")
def test_hounds() -> None:
    for hounds, settled, mountain in (("cavalry", 1, 4), ("infantry", 2, 3)):
        s = bare(hounds=hounds)
        (hound, _) = put(s, "1708", "hounds-1 hounds-2")
        assert cost(s, hound, hex_id("1708"), hex_id("1709")) == settled
        assert cost(s, hound, hex_id("1709"), hex_id("1708")) == mountain


@pytest.mark.clause("11.2a", "11.3a")
def test_diplomacy_as_printed_needs_a_leader_and_knows_no_date() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR)
    assert court(s).flow == [], "no leader, no attempt"
    put(s, "1610", "stav-farren")
    s = act(court(s), ("envoy", piece("stav-farren")), rolls=[4, 4])
    assert s.control[LAMMARECH] == KINGDOMS, "eight and two"


@pytest.mark.clause("11.2a", "11.3a")
def test_diplomacy_by_turn() -> None:
    s = bare(phasing=KINGDOMS, envoys="by turn")
    wake(s, KINGDOMS, STAVROR)
    s.turn = 5
    leaderless = court(s)
    assert asked(leaderless) == ("Court", KINGDOMS)
    assert operands(leaderless, "herald") == [k for k in range(10) if k != STAVROR]
    tried = act(leaderless, ("herald", STARKEEP), rolls=[3, 3])
    assert tried.control[STARKEEP] == KINGDOMS, (
        "six, eight by the table, two for the date, two for want of a leader"
    )
    assert [part.amount for part in told(tried, "diplomacy.herald.won")[0].tally.parts] == [8, -2, -2]
    assert tried.flow == [], "one attempt"
    failed = act(leaderless, ("herald", KELARON), rolls=[5, 4])
    assert failed.control[KELARON] != KINGDOMS, "nine and four less four"
    put(s, "1610", "stav-farren")
    led = act(court(s), ("envoy", piece("stav-farren")), rolls=[4, 5])
    assert led.control[LAMMARECH] != KINGDOMS, "nine and two, less two"
    s.turn = 9
    assert act(court(s), ("envoy", piece("stav-farren")), rolls=[4, 4]).control[LAMMARECH] == KINGDOMS


@pytest.mark.clause("11.2a")
def test_the_necromancers_diplomacy_is_the_same_either_way() -> None:
    s = bare(phasing=NECROMANCER, envoys="by turn")
    assert court(s).flow == []
    put(s, "1109", "mezal")
    won = act(court(s), ("envoy", piece("mezal")), rolls=[4, 5])
    assert [part.amount for part in told(won, "diplomacy.power.won")[0].tally.parts] == [1]

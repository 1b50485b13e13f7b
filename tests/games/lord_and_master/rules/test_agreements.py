"""Agreements between players: what they record, and who hears of them (IPR)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, hargaar, hold, order, person, put, refused, told
from palatine.core import Entry
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules import relations
from palatine.games.lord_and_master.rules.common import fates
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, Leaguer, State


def three() -> State:
    state = hargaar(3)
    for seat, (name, square) in enumerate((("Ann W2", 36), ("Ben W2", 90), ("Cid W2", 64))):
        person(state, name, seat, square)
        hold(state, seat, square)
    return state


def deal(state: State, *sheets: str) -> tuple[Turn, list[Entry]]:
    """What the sheets of a turn agree on."""
    state.sheets = [parse(text) for text in sheets] + [None] * (len(state.seats) - len(sheets))
    state.journal = []  # type: ignore[misc]
    turn = Turn(state)
    relations.dealings(turn)
    return turn, list(state.journal or [])


@pytest.mark.clause("LM-IPR-05")
def test_a_truce_is_public_and_its_lines_are_used_up() -> None:
    state = three()
    turn, entries = deal(state, "truce P2 for 4", "truce P1 for 4")
    (entry,) = told(entries, "truce")
    assert (entry.readers, entry.data["turns"]) == (None, 4)
    assert len(state.truces) == 1, "one truce, not one for each of the two lines"
    order(turn, 0, "truce P2 for 4")
    order(turn, 1, "truce P1 for 4")
    assert dropped(Turn(state), 0, "truce P2 for 4").reason == "drop.unmatched"


@pytest.mark.clause("LM-IPR-01", "LM-IPR-05")
def test_nobody_agrees_with_himself() -> None:
    state = three()
    turn, _ = deal(state, "truce P1 for 3\nalliance P1")
    assert (state.truces, state.alliances) == ([], [])
    assert dropped(turn, 0, "truce P1 for 3").reason == "drop.oneself"


@pytest.mark.clause("LM-IPR-01")
def test_an_alliance_of_three_is_full_and_allies_need_no_second_one() -> None:
    state = hargaar(4)
    for seat in range(4):
        person(state, f"Ann{seat} W2", seat, 36)
    state.alliances = [(0, 1)]
    assert dropped(Turn(state), 0, "alliance P2").reason == "drop.allied-already"
    order(Turn(state, dry=True), 2, "alliance P1")
    state.alliances = [(0, 1, 2)]
    assert dropped(Turn(state), 3, "alliance P1").reason == "drop.alliance-full"


@pytest.mark.clause("LM-IPR-09", "LM-IPR-10")
def test_only_units_that_are_there_are_sold() -> None:
    state = three()
    put(state, "HFC 1", 0, 36)
    assert dropped(Turn(state), 0, "sell HFC 2 at 36 to P2 for 30").reason == "drop.no-such-units"
    deal(state, "sell HFC 2 at 36 to P2 for 30", "buy HFC 2 from P1 for 30")
    assert codes(state, 0, 36) == ["HFC"]
    assert refused(Turn(state), 0, "sell HFC 1 at 36 to P2 for 30") == "LM-IPR-01"


@pytest.mark.clause("LM-IPR-11")
@pytest.mark.parametrize(
    ("killer", "gold", "site", "gains"),
    [(0, 40, 36, 40), (0, 40, 64, 0), (NEUTRAL, 40, 36, 0), (0, 0, 36, 0), (0, 40, 0, 0)],
)
def test_the_gold_of_a_fallen_nation_goes_to_its_killer_where_he_holds_the_treasury(
    killer: int, gold: int, site: int, gains: int
) -> None:
    state = three()
    state.set_nation(1, gold=gold, site=site)
    fates.eliminate(Turn(state), 1, killer)
    assert (state.nations[0].gold, state.nations[1].gold) == (100 + gains, 0)


@pytest.mark.clause("LM-IPR-11")
def test_the_sieges_of_a_fallen_nation_end() -> None:
    state = three()
    state.sieges = [Leaguer(259, 1), Leaguer(260, 2)]
    fates.eliminate(Turn(state), 1, 0)
    assert [siege.seat for siege in state.sieges] == [2]

"""Battles of enemies who are in one place without having met (BAT-01, R193)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    LIVES,
    WASTE,
    codes,
    dice,
    facing,
    hargaar,
    hits,
    hold,
    line,
    lots,
    person,
    play,
    put,
    to_the_end,
    told,
)
from palatine.games.lord_and_master.rules.actions import clashes
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.control import Conquests
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import Shipment, State, TruceRecord

MISS = 20
FOUR_ROUNDS = [*line(1, 1), *hits(MISS, MISS)] * 4


def truce_over(ours: str, theirs: str, place: int = WASTE) -> State:
    """Return a match with our troops in the other nation's land when their truce has ended."""
    state = hargaar()
    person(state, "Ralph W1", 0, place)
    person(state, "Dolf W1", 1, place)
    put(state, ours, 0, place)
    put(state, theirs, 1, place)
    hold(state, 0, 66)
    hold(state, 1, WASTE, place)
    state.truces = [TruceRecord((0, 1), 2)]
    return state


@pytest.mark.clause("LM-BAT-01", "LM-BAT-02", "LM-IPR-05")
def test_when_a_truce_is_over_the_guests_attack_where_they_stand() -> None:
    state = truce_over("MFC 1", "MFC 1")
    turn = Turn(state)
    state.journal = []  # type: ignore[misc]
    with dice(state, [*[*line(1, 1), *hits(1, MISS)] * 2, *lots(6), LIVES]):
        clashes.fight_clashes(turn)
    start = told(list(state.journal or []), "battle")[0].data
    assert (start["attacker"], start["defender"]) == ("N1", "N2")
    assert state.holder(WASTE) == 0
    state = truce_over("MFC 1", "MFC 1")
    state.truces = [TruceRecord((0, 1), 3)]
    clashes.fight_clashes(Turn(state))
    assert codes(state, 0, WASTE) == codes(state, 1, WASTE) == ["MFC"]


@pytest.mark.clause("LM-BAT-29")
def test_guests_who_are_beaten_go_to_the_nearest_friends() -> None:
    state = truce_over("HFA 1", "HFA 1")
    with dice(state, [*FOUR_ROUNDS, *lots(6, 6), LIVES]):
        clashes.fight_clashes(Turn(state))
    assert codes(state, 0, 66) == ["HFA"]
    assert state.holder(WASTE) == 1


@pytest.mark.clause("LM-BAT-01", "LM-MV-04")
def test_guests_in_a_city_are_put_out_into_the_square() -> None:
    state = truce_over("HFC 2", "HFC 1", ARDEA)
    clashes.fight_clashes(Turn(state))
    assert codes(state, 0, 59) == ["HFC", "HFC"]
    assert codes(state, 1, ARDEA) == ["HFC"]


@pytest.mark.clause("LM-NEU-03", "LM-BAT-01")
def test_troops_around_whom_a_province_has_become_neutral_fight_its_force() -> None:
    state = hargaar()
    person(state, "Ralph W1", 0, WASTE)
    put(state, "ELA 9", 0, WASTE)
    turn = Turn(state)
    with dice(state, [("magnate", 2)]):
        clashes.fight_clashes(turn)
    assert state.holder(WASTE) == 0
    assert state.nations[0].gold == 100 + 15


@pytest.mark.clause("LM-BAT-30", "LM-BAT-31")
@pytest.mark.parametrize("teleported", [False, True])
def test_an_army_that_is_taken_is_told_with_the_clause_that_says_so(teleported: bool) -> None:
    b = facing("HFC 1", "HFC 1") if teleported else facing("HFA 4", "MFC 1")
    b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported)
    rounds_ = FOUR_ROUNDS if teleported else [*line(1, 4), *hits(*[MISS] * 5)] * 3
    _, entries = to_the_end(b, [*rounds_, LIVES])
    entry = told(entries, "taken")[0]
    assert entry.clauses == (("LM-BAT-30",) if teleported else ("LM-BAT-31",))
    assert entry.data["captured"] == 2


@pytest.mark.clause("LM-NEU-19", "LM-IPR-07")
def test_when_a_truce_is_over_an_empty_place_belongs_to_whose_troops_stand_there() -> None:
    state = truce_over("MFC 1", "")
    del state.people[2]
    state.truces = [TruceRecord((0, 1), 3)]
    clashes.fight_clashes(Turn(state))
    assert state.holder(WASTE) == 1
    state.turn = 4
    turn = Turn(state)
    clashes.fight_clashes(turn)
    assert state.holder(WASTE) == 0
    assert turn.of(Conquests).by_force == []


@pytest.mark.clause("LM-BAT-01", "LM-IPR-10")
def test_troops_who_were_bought_fight_where_they_appear_among_enemies() -> None:
    """Ralph is alone in the wasteland with an enemy unit when the troops he bought arrive."""
    state = truce_over("", "MFC 1")
    state.truces = []
    state.shipments = [Shipment(0, (("HFA", False), ("HFA", False)))]
    rolls = [*line(1, 2), *hits(1, 1, MISS), *lots(6), LIVES, ("sequence", 2), ("sequence", 1)]
    entries = play(state, "", "", rolls=rolls)
    kinds = [entry.kind for entry in entries]
    assert kinds.index("arrived") < kinds.index("battle")
    start = told(entries, "battle")[0].data
    assert (start["attacker"], start["defender"], start["units"]) == ("N1", "N2", [["HFA", 2]])
    assert (codes(state, 0, WASTE), codes(state, 1, WASTE)) == (["HFA", "HFA"], [])
    assert state.holder(WASTE) == 0


@pytest.mark.clause("LM-BAT-01")
@pytest.mark.parametrize(("sequence", "first"), [([0, 1, 2], 1), ([0, 2, 1], 2)])
def test_guests_attack_in_the_sequence_of_the_turn(sequence: list[int], first: int) -> None:
    state = hargaar(3)
    hold(state, 0, WASTE)
    own, one, two = (put(state, "MFC 1", seat, WASTE) for seat in (0, 1, 2))
    state.order = sequence
    assert clashes.guests(state, WASTE) == ([one, two] if first == 1 else [two, one])
    assert own not in clashes.guests(state, WASTE)

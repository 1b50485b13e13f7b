"""The escape roll (ESC) on the way and when enemies arrive (R120 to R122)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import dice, hargaar, hold, order, person, put, told
from palatine.games.lord_and_master.rules.common import escape
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import MAGNATES, NEUTRAL, CalledIntervention, State, TruceRecord


def guarded(units: str = "HFC 4", owner: int = 1) -> State:
    """Return a match with four enemy units in 57."""
    state = hargaar(seats=3)
    put(state, units, owner, 57)
    return state


@pytest.mark.clause("LM-ESC-01")
@pytest.mark.parametrize("owner", [1, MAGNATES])
def test_a_lone_character_among_enemy_or_magnate_troops_escapes_or_is_captured(owner: int) -> None:
    state = guarded(owner=owner)
    ralph = person(state, "Ralph W1", 0, 56)
    order(Turn(state), 0, "char Ralph: move 57 66", [("escape", 11)])
    assert (state.people[ralph].captor, state.people[ralph].place) == (None, 66)
    state = guarded(owner=owner)
    ralph = person(state, "Ralph W1", 0, 56)
    order(Turn(state), 0, "char Ralph: move 57 66", [("escape", 12)])
    assert (state.people[ralph].captor, state.people[ralph].place) == (owner, 57)


@pytest.mark.clause("LM-ESC-01", "LM-NEU-02")
def test_neutral_partner_and_truce_troops_let_him_pass() -> None:
    for owner in (NEUTRAL, 1, 2):
        state = guarded(owner=owner)
        state.alliances = [(0, 1)]
        state.truces = [TruceRecord((0, 2), 9)]
        ralph = person(state, "Ralph W1", 0, 56)
        order(Turn(state), 0, "char Ralph: move 57")
        assert state.people[ralph].place == 57


@pytest.mark.clause("LM-ESC-01")
def test_characters_without_troops_stop_nobody() -> None:
    state = guarded("")
    person(state, "Nora W5", 1, 57)
    person(state, "Ralph W1", 0, 56)
    order(Turn(state), 0, "char Ralph: move 57")
    assert state.people[2].place == 57


@pytest.mark.clause("LM-ESC-02")
def test_fifteen_less_one_for_every_enemy_unit_and_character() -> None:
    state = guarded()
    put(state, "RED 2", 2, 57)
    person(state, "Nora W3", 1, 57)
    person(state, "Ralph W1", 0, 56)
    entries = order(Turn(state), 0, "char Ralph: move 57", [("escape", 8)])
    tally = told(entries, "escape")[0].tally
    assert tally is not None
    assert tally.value == 15 - 6 - 1


@pytest.mark.clause("LM-ESC-02")
def test_against_too_many_nobody_escapes() -> None:
    state = guarded("HFC 15")
    ralph = person(state, "Ralph W1", 0, 56)
    order(Turn(state), 0, "char Ralph: move 57", [("escape", 1)])
    assert state.people[ralph].captor == 1


@pytest.mark.clause("LM-ESC-03")
@pytest.mark.parametrize(
    ("of", "value"),
    [("T2", 13), ("M2", 13), ("H2", 13), ("C2", 13), ("S2", 13), ("B2", 13), ("W2", 11), ("N2", 11), ("P2", 11)],
)
def test_thieves_magicians_heroes_champions_sorcerers_and_brigands_add_their_level(of: str, value: int) -> None:
    state = guarded()
    person(state, f"Ralph {of}", 0, 56)
    entries = order(Turn(state), 0, "char Ralph: move 57", [("escape", value)])
    tally = told(entries, "escape")[0].tally
    assert tally is not None
    assert tally.value == value


@pytest.mark.clause("LM-ESC-04")
@pytest.mark.parametrize("of", ["G1", "X1"])
def test_gnomes_and_tricksters_escape_without_a_roll(of: str) -> None:
    state = guarded("HFC 30")
    fizz = person(state, f"Fizz {of}", 0, 56)
    order(Turn(state), 0, "char Fizz: move 57 66")
    assert state.people[fizz].place == 66


@pytest.mark.clause("LM-ESC-01", "LM-MV-04")
def test_city_and_square_are_rolled_for_apart() -> None:
    state = hargaar()
    hold(state, 1, 59, 259)
    put(state, "HFC 2", 1, 59)
    put(state, "HFC 4", 1, 259)
    person(state, "Ralph W1", 0, 60)
    entries = order(Turn(state), 0, "char Ralph: move 59city", [("escape", 13), ("escape", 11)])
    values = [entry.tally.value for entry in told(entries, "escape") if entry.tally]
    assert values == [13, 11]


@pytest.mark.clause("LM-ESC-01")
def test_when_troops_come_to_where_a_lone_enemy_is_he_must_escape() -> None:
    for face, captor in ((13, None), (14, 0)):
        state = hargaar()
        hold(state, 0, 56, 57)
        person(state, "Ralph W1", 0, 56)
        put(state, "HFC 1", 0, 56)
        nora = person(state, "Nora W1", 1, 57)
        order(Turn(state), 0, "char Ralph: lead take HFC 1, go 57", [("escape", face)])
        assert (state.people[nora].captor, state.people[nora].place) == (captor, 57)


@pytest.mark.clause("LM-ESC-01")
def test_who_leads_troops_does_not_roll_but_alone_he_does() -> None:
    state = hargaar()
    hold(state, 1, 57, 457)
    state.forts[57] = "F1"
    hold(state, 0, 56)
    person(state, "Ralph W1", 0, 56)
    put(state, "HFC 1", 0, 56)
    put(state, "RED 1", 1, 66)
    order(Turn(state), 0, "char Ralph: lead take HFC 1, go 57, alone, go 66", [("escape", 14)])
    assert state.people[1].place == 66


@pytest.mark.clause("LM-DI-15")
def test_escaping_from_the_cursed_is_easier() -> None:
    state = guarded()
    state.blessings = [CalledIntervention(0, "Odin", target=1)]
    ralph = person(state, "Ralph W1", 0, 56)
    order(Turn(state), 0, "char Ralph: move 57", [("escape", 14)])
    assert state.people[ralph].captor is None


@pytest.mark.clause("LM-ESC-01")
def test_in_a_rehearsal_he_escapes_and_the_chance_is_noted() -> None:
    state = guarded()
    person(state, "Ralph W1", 0, 56)
    turn = Turn(state, is_rehearsal=True)
    order(turn, 0, "char Ralph: move 57")
    assert turn.notes == [("alone", {"name": "Ralph", "place": "wasteland 57", "odds": (11, 20)})]


@pytest.mark.clause("LM-ESC-02", "LM-BAT-26")
@pytest.mark.parametrize(("first", "second", "captor"), [(2, 1, 1), (1, 2, 2), (2, 2, 1), (0, 1, 2)])
def test_who_has_most_troops_there_takes_the_prisoners(first: int, second: int, captor: int) -> None:
    state = hargaar(3)
    put(state, f"HFC {first}" if first else "", 1, 65)
    put(state, f"HFC {second}", 2, 65)
    put(state, "HFC 9", NEUTRAL, 65)
    put(state, "HFC 9", 0, 65)
    assert escape.captor_at(Turn(state), 0, 65) == captor
    assert escape.captor_at(Turn(state), 0, 66) == NEUTRAL


@pytest.mark.clause("LM-ESC-02", "LM-GI-04")
@pytest.mark.parametrize(("face", "kind"), [(14, "escape"), (15, "caught")])
def test_it_is_told_whether_he_has_escaped(face: int, kind: str) -> None:
    state = hargaar()
    person(state, "Bob W1", 0, 1)
    who = person(state, "Ann W1", 0, 65)
    put(state, "HFC 1", 1, 65)
    state.journal = []  # type: ignore[misc]
    with dice(state, [("escape", face)]):
        assert escape.escapes(Turn(state), who, 65) == (kind == "escape")
    entry = next(each for each in state.journal or [] if each.kind == kind)
    assert (entry.clauses, entry.readers, entry.data["free"]) == (("LM-ESC-02",), (0, 1), kind == "escape")


@pytest.mark.clause("LM-ESC-04")
def test_that_a_gnome_has_passed_is_told_without_a_roll() -> None:
    state = hargaar()
    who = person(state, "Fizz G1", 0, 65)
    put(state, "HFC 1", 1, 65)
    state.journal = []  # type: ignore[misc]
    assert escape.escapes(Turn(state), who, 65)
    (entry,) = list(state.journal or [])
    assert (entry.kind, entry.clauses, entry.data["free"], entry.tally) == ("escape", ("LM-ESC-04",), True, None)


@pytest.mark.clause("LM-DI-15", "LM-ESC-03")
def test_an_escape_roll_is_told_part_by_part() -> None:
    state = hargaar()
    who = person(state, "Hugo T3", 0, 65)
    put(state, "HFC 2", 1, 65)
    person(state, "Bob W1", 1, 65)
    state.blessings = [CalledIntervention(0, "Odin", target=1)]
    parts = escape._parts(Turn(state), who, 65)
    assert [(amount, clause) for amount, clause, _ in parts] == [
        (15, "LM-ESC-02"), (-3, "LM-ESC-02"), (3, "LM-ESC-03"), (3, "LM-DI-15"),
    ]  # fmt: skip

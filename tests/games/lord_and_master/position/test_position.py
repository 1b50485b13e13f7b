"""Positions as text."""

from __future__ import annotations

from random import Random

import pytest

from palatine.core import Unreadable
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import MAGNATES, State
from palatine.testing.sample import random_decision

WRITTEN = """
seats P1 P2 P3
turn 3
option fog
nation P1 "The Huns; and others" god Mars gold 15 at 36 classes W T P types RED LC traits sod-busters
magnate "O'Zog" 12city O gold 30 kinds OH OA
magnate Mog 13 M gold 5 away kinds MF
char Attila W3 M P1 at 36 leader sod-busting 4 35 ; of the Huns
char Hugo T1 M P2 at 44 captive P1
units HAC 4 HACw 1 P1 at 36
char Mog W3 M Mog at 14 leader
units OHC 2 "O'Zog" at 12city
held P1 27 36 45
allied P2 44 59city
coffers 44 0
fort 44 "Deep Gate"
truce P1 P3 until 9
siege P3 59city
fallen 59city 2
demon Asmo 3 Attila stays 2 served 2
"""


def read(text: str) -> State:
    return GAME.read_position(text)


def test_a_position_is_what_a_person_would_write_down() -> None:
    state = read(WRITTEN)
    attila = state.person_named("Attila")
    assert (state.turn, state.seats, state.options["fog"]) == (3, ("P1", "P2", "P3"), True)
    assert state.nations[0].name == "The Huns; and others"
    assert state.nations[0].leader == attila
    assert state.people[state.person_named("Hugo")].captor == 0
    magnate, homeless = state.magnates
    assert (state.magnates[homeless].home, state.holder(13), state.coffers[13]) == (13, -1, 50)
    assert state.magnates[magnate].name == "O'Zog"
    assert magnate > MAGNATES
    assert len(state.units_at(36, 0)) == 5
    assert len(state.units_at(212, magnate)) == 2
    assert state.allied == [44, 259]
    assert state.forts == {44: "Deep Gate"}
    assert state.fallen == {259: 2}
    assert state.nations[0].sod_busting == ((attila, 4, 35),)
    assert [demon.master for demon in state.demons.values()] == [attila]
    assert "x" not in state.terrain, "once the nations are founded, no start group is left over"


@pytest.mark.parametrize("text", [WRITTEN, "turn 0\nseats P1 P2\n", "seats P1 P2 Referee\n"])
def test_what_is_written_reads_back(text: str) -> None:
    state = read(text)
    again = read(GAME.write_position(state))
    again.dice = state.dice.copy()
    assert again == state


def test_the_numbers_of_a_long_game_are_kept() -> None:
    random = Random(4)
    state = GAME.setup(seats=("P1", "P2"), seed=b"numbers")
    while state.turn < 12:
        GAME.take(state, *random_decision(GAME, state, random))
    text = GAME.write_position(state)
    again = read(text)
    assert "numbers " in text
    assert (again.people, again.units, again.next_id) == (state.people, state.units, state.next_id)


def test_before_the_set_ups_the_start_groups_are_dealt() -> None:
    state = read("turn 0\nseats P1 P2\ngroup P1 27 36 45\n")
    assert state.groups[0] == (27, 36, 45)
    assert GAME.check(state, "P1", GAME.empty_sheet(state, "P1")) == []


def test_commanders_and_retreats_are_kept() -> None:
    state = read(WRITTEN)
    state.set_nation(0, commanders=((36, "Attila"),), retreats=((36, 27),))
    assert read(GAME.write_position(state)).nations[0] == state.nations[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn x", "Line 1 of the position cannot be read"),
        ('nation P1 "The', "Line 1 of the position cannot be read: No closing quotation"),
        ("turn 3\n\nking P1", "Line 3 of the position cannot be read: “king” says nothing"),
        ("option dice", "there is no option dice"),
        ("option turns", "Line 1 of the position cannot be read"),
        ("char Bob W1 M P1", "it must say where the character is"),
        ("char Bob W1 M P1 at 36 sleeping", "“sleeping” says nothing of a character"),
        ("units XYZ 3 P1 at 36", "“XYZ” is not a unit"),
        ("terrain 4 q", "“q” is not a terrain"),
        ("held P7 4", "“P7” is nobody"),
        ("held P1 999", "“999” is not a place"),
        ("turn 3 4", "“4” is too much"),
    ],
)
def test_what_cannot_be_read_says_where(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as found:
        read(text)
    assert said in str(found.value)


def test_sheets_are_no_part_of_a_position() -> None:
    state = read(WRITTEN)
    GAME.set_sheet(state, "P1", sheets.Sheet())
    assert GAME.handed_in(read(GAME.write_position(state))) == ()

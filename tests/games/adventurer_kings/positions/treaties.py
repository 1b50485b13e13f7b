"""Three Kings and how they stand to each other."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import a_turn, idle, put_army, put_person
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm import diplomacy
from palatine.games.adventurer_kings.state import State

ROMANS, GAULS, PARTHIANS = range(3)


def align(s: State, *alignments: int) -> None:
    for seat, alignment in enumerate(alignments):
        s.set_kingdom(seat, alignment=alignment)
        s.set_person(s.kingdoms[seat].king, alignment=alignment)


def stand(s: State, one: int = ROMANS, two: int = GAULS) -> int:
    assert s.relations[one][two] == s.relations[two][one]
    return s.relations[one][two]


def opened(s: State) -> Turn:
    """A turn whose treaties have been read, and what holds from its beginning done."""
    idle(s)
    t = a_turn(s)
    diplomacy.collect(t)
    diplomacy.opening(t)
    return t


def host(s: State, seat: int, number: int, *codes: str, levels: str = "") -> int:
    general = put_person(s, f"General {seat + 1} {number}", seat, number, levels)
    for code in codes:
        put_army(s, code, seat, number, general)
    return general

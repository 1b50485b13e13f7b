"""Positions with three Kings, and helpers for their treaties."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import a_turn, idle, line, new_state, put_army, put_person, relate
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
    """Return a turn after reading treaties and applying those that take effect at once."""
    idle(s)
    t = a_turn(s)
    diplomacy.collect(t)
    diplomacy.change_treaties_at_once(t)
    return t


def host(s: State, seat: int, number: int, *codes: str, levels: str = "") -> int:
    general = put_person(s, f"General {seat + 1} {number}", seat, number, levels)
    for code in codes:
        put_army(s, code, seat, number, general)
    return general


def between(was: int, *lines: str, alignments: tuple[int, ...] = ()) -> State:
    """Return Romans and Gauls with this relation and alignments and an order line each."""
    s = new_state()
    align(s, *alignments)
    relate(s, ROMANS, GAULS, was)
    for seat, text in zip((ROMANS, GAULS), lines, strict=False):
        if text:
            line(s, seat, text)
    return s

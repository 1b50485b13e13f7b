"""Positions and turns for the tests of Lord and Master Triumphant, set up in a line or two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from palatine.core import Dice, Entry, key_of
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.orders.grammar import parse, parse_line
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.common.turn import Dropped, Turn
from palatine.games.lord_and_master.state import NEUTRAL, Nation, Person, State
from palatine.testing import scripted


def hargaar(seats: int = 2, **nation: Any) -> State:
    """The map with `seats` nations that have nothing yet but 100 gold each; start squares are wasteland."""
    terrain = [letter.replace("x", "w") for letter in world.TERRAIN]
    state = State(
        seats=tuple(f"P{n + 1}" for n in range(seats)),
        flow=[],
        dice=Dice(key_of(b"hargaar")),
        options={},
        turn=3,
        sheets=[None] * seats,
        order=list(range(seats)),
        totals=[0] * seats,
        terrain=terrain,
    )
    state.nations = [Nation(f"N{n + 1}", **{"gold": 100, "god": "Mars", **nation}) for n in range(seats)]
    state.coffers = {square: world.PROVINCES[terrain[square]].treasury for square in range(1, world.SQUARES + 1)}
    state.coffers.update({square + 200: city.treasury for square, city in world.CITIES.items()})
    state.journal = []  # type: ignore[misc]
    return state


def hold(state: State, owner: int, *places: int, allied: bool = False) -> None:
    """Places that an owner possesses, or has as allies."""
    for place in places:
        state.holders[place] = owner
        if allied:
            state.allied.append(place)
        else:
            state.coffers.pop(place, None)


def person(state: State, name: str, owner: int, place: int, race: str = "", **changes: Any) -> int:
    """A character, written as "Ralph W2"; the first of a nation is its leader."""
    called, what = name.split()
    of, level = what[0], int(what[1:])
    race = race or pieces.CLASSES[of].races[0]
    who = state.new_person(Person(called, of, level, race, owner, place, **changes))
    if 0 <= owner < len(state.nations) and state.nations[owner].leader < 0:
        state.set_nation(owner, leader=who)
    return who


def put(state: State, units: str, owner: int, place: int) -> list[int]:
    """Units, written as "HFC 3 MFD 2w"."""
    words = units.split()
    made: list[int] = []
    for code, count in zip(words[::2], words[1::2], strict=True):
        made += state.new_units(code, int(count.rstrip("w")), owner, place, count.endswith("w"))
    return made


def codes(state: State, owner: int, place: int) -> list[str]:
    """The units of an owner in a place, each as "HFC" or "HFCw", in order."""
    units = [state.units[n] for n in state.units_at(place, owner)]
    return sorted(unit.code + "w" * unit.wounded for unit in units)


@contextmanager
def dice(state: State, rolls: Sequence[Any]) -> Iterator[None]:
    """The next dice of this very state; running out or left over is an error."""
    true = state.dice
    with scripted(state, rolls) as twin:
        state.dice = twin.dice
        try:
            yield
        finally:
            state.dice = true


def order(turn: Turn, seat: int, text: str, rolls: Sequence[Any] = ()) -> list[Entry]:
    """Carry out one line of a seat's sheet with exactly these rolls; what was told. Raises Dropped."""
    state = turn.s
    state.journal = []  # type: ignore[misc]
    turn.actor = seat
    with dice(state, rolls):
        dispatch.carry_out(turn, parse_line(text))
    return list(state.journal or [])


def refused(turn: Turn, seat: int, text: str) -> str:
    """The clause under which one line of a seat's sheet is dropped."""
    try:
        order(turn, seat, text)
    except Dropped as dropped:
        return dropped.clause
    raise AssertionError(f"{text!r} was carried out")


def play(state: State, *sheets: str, rolls: Sequence[Any] = ()) -> list[Entry]:
    """A whole turn with these sheets, a text for each seat, with exactly these rolls; what was told."""
    state.sheets = [parse(text) for text in sheets] + [None] * (len(state.seats) - len(sheets))
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        sequence.run_turn(state)
    return list(state.journal or [])


def told(entries: Sequence[Entry], kind: str) -> list[Entry]:
    return [entry for entry in entries if entry.kind == kind]


__all__ = [
    "NEUTRAL", "Dropped", "Turn", "codes", "dice", "hargaar", "hold", "order", "person", "play", "put", "refused",
    "told",
]  # fmt: skip

"""Functions shared by reader and writer: words of a line, places, owners, the initial map."""

from __future__ import annotations

from typing import Any

from palatine.core import Game, Unreadable
from palatine.core.position import Words
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import CITY, FORT
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, WILD, State


class PositionLine(Words):
    """A line of a position, with the ids to assign to new pieces."""

    def __init__(self, words: Words, ids: list[int]) -> None:
        self.left = words.left
        self.ids = ids

    def give_number(self, s: State) -> None:
        """Assign the next given id to the next new piece."""
        if self.ids:
            s.next_id = self.ids.pop(0)


def read_place(s: State, word: str) -> int:
    square = int(word.rstrip("cityfor") or 0)
    if not 1 <= square <= world.SQUARES:
        raise Unreadable(f"“{word}” is not a place")
    return square + (CITY if word.endswith("city") else FORT if word.endswith("fort") else 0)


def read_owner(s: State, word: str) -> int:
    if word in s.seats:
        return s.seats.index(word)
    for number, magnate in s.magnates.items():
        if magnate.name == word:
            return number
    if word in ("neutral", "wild"):
        return NEUTRAL if word == "neutral" else WILD
    raise Unreadable(f"“{word}” is nobody")


def read_person(s: State, name: str) -> int:
    who = s.person_named(name)
    if who == NO_PERSON:
        raise Unreadable(f"there is no character {name}")
    return who


def is_owner(s: State, word: str) -> bool:
    return word in ("neutral", "wild") or any(magnate.name == word for magnate in s.magnates.values())


def fresh_state(game: Game[State], turn: int, seats: tuple[str, ...], options: dict[str, Any]) -> State:
    """Return the state before any line is read; from turn 1 on start squares are wasteland."""
    s = game.setup(seats=seats, seed=b"position", options=options)
    s.turn = turn
    for square in [square for square, letter in enumerate(s.terrain) if letter == "x" and turn]:
        s.terrain[square] = "w"
        s.coffers[square] = world.PROVINCES["w"].treasury
    return s

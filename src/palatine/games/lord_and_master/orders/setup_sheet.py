"""The plan of a nation from the lines of its set-up sheet (SET)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import CITY
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets

SINGLE = (
    sheets.NationName,
    sheets.About,
    sheets.Provinces,
    sheets.CityState,
    sheets.Treasury,
    sheets.Classes,
    sheets.Kinds,
    sheets.God,
)
"""Lines that a set-up has once."""
GOLD = {"gold-150": 150, "recruits-only": 20, "wasteland-warriors": 15}
"""Treasury by trait, instead of the usual one (ADV-04, DIS-03, DIS-11)."""
USUAL_GOLD = 75


class Blueprint:
    """The lines of a set-up by kind, each with its number."""

    def __init__(self, sheet: sheets.Sheet) -> None:
        self.lines = list(enumerate(sheet.orders, 1))
        self.single: dict[type, tuple[int, Any]] = {}
        self.repeated: list[int] = []
        for number, order in self.lines:
            if type(order) not in SINGLE:
                continue
            if type(order) in self.single:
                self.repeated.append(number)
            else:
                self.single[type(order)] = (number, order)

    def number(self, kind: type) -> int:
        """Return the line number of a single kind, 0 if it is missing."""
        return self.single[kind][0] if kind in self.single else 0

    def get(self, kind: type) -> Any:
        return self.single[kind][1] if kind in self.single else None

    def all(self, kind: type) -> Iterator[tuple[int, Any]]:
        """Yield the lines of a repeatable kind."""
        return ((number, order) for number, order in self.lines if type(order) is kind)

    # The planned nation

    @property
    def advantages(self) -> list[tuple[int, str]]:
        return [(number, key) for number, order in self.all(sheets.Advantages) for key in order.keys]

    @property
    def disadvantages(self) -> list[tuple[int, str]]:
        return [(number, key) for number, order in self.all(sheets.Disadvantages) for key in order.keys]

    def has(self, trait: str) -> bool:
        return any(key == trait for _, key in (*self.advantages, *self.disadvantages))

    @property
    def squares(self) -> tuple[int, ...]:
        found = self.get(sheets.Provinces)
        return tuple(square for square, _ in found.chosen) if found is not None else ()

    @property
    def classes(self) -> tuple[str, ...]:
        found = self.get(sheets.Classes)
        return found.picks if found is not None else ()

    @property
    def kinds(self) -> tuple[str, ...]:
        found = self.get(sheets.Kinds)
        return found.picks if found is not None else ()

    @property
    def god(self) -> str:
        found = self.get(sheets.God)
        return found.name if found is not None else ""

    @property
    def founders(self) -> list[tuple[int, sheets.Founder]]:
        return list(self.all(sheets.Founder))

    @property
    def leader(self) -> str:
        return next((founder.name for _, founder in self.founders if founder.leader), "")

    @property
    def gold(self) -> int:
        """The amount that the treasury must contain (SET-02)."""
        return next((amount for trait, amount in GOLD.items() if self.has(trait)), USUAL_GOLD)

    def place(self, ref: o.PlaceRef) -> int:
        """Return one of the nation's own places; 0 for any other."""
        city = self.get(sheets.CityState)
        if ref.name:
            is_city = city is not None and ref.name.casefold() == city.name.casefold()
            return city.square + CITY if is_city else 0
        if ref.part == "city":
            return ref.square + CITY if city is not None and ref.square == city.square else 0
        return ref.square if ref.square in self.squares and not ref.part else 0


def move_to_group(sheet: sheets.Sheet, to: tuple[int, ...]) -> sheets.Sheet:
    """Return the set-up moved to another start group, square by square (R178)."""
    squares = Blueprint(sheet).squares
    group = next((group for group in world.START_GROUPS if set(squares) <= set(group)), ())
    new = dict(zip(group, to, strict=False))
    return sheets.Sheet(tuple(_with_number(order, new) for order in sheet.orders))


def _with_number(order: Any, new: dict[int, int]) -> Any:
    if isinstance(order, sheets.Provinces):
        return sheets.Provinces(tuple((new.get(square, square), letter) for square, letter in order.chosen))
    if isinstance(order, sheets.CityState):
        return msgspec.structs.replace(order, square=new.get(order.square, order.square))
    at = getattr(order, "at", None)
    if isinstance(at, o.PlaceRef) and at.square:
        return msgspec.structs.replace(order, at=msgspec.structs.replace(at, square=new.get(at.square, at.square)))
    return order

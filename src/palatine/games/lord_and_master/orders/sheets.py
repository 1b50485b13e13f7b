"""Lines of a set-up, and the sheet of a turn or set-up."""

from __future__ import annotations

from palatine.core import Order
from palatine.core import Sheet as AnySheet
from palatine.games.lord_and_master.orders.kinds import (
    Alliance,
    Buy,
    Character,
    Commander,
    Demon,
    Equip,
    Heir,
    MagnateTypes,
    Pay,
    PlaceRef,
    Prisoner,
    Ransom,
    Retreat,
    Sell,
    Truce,
    Units,
)


class NationName(Order, frozen=True):
    text: str


class About(Order, frozen=True):
    text: str


class Provinces(Order, frozen=True):
    chosen: tuple[tuple[int, str], ...]
    """Squares with the letters of their terrain."""


class CityState(Order, frozen=True):
    name: str
    square: int
    race: str


class Treasury(Order, frozen=True):
    gold: int
    at: PlaceRef | None = None
    bearer: str = ""


class Classes(Order, frozen=True):
    picks: tuple[str, ...]


class Kinds(Order, frozen=True):
    picks: tuple[str, ...]


class Founder(Order, frozen=True):
    name: str
    of: str
    level: int
    at: PlaceRef
    race: str = ""
    leader: bool = False
    function: str = ""
    """Under a double hierarchy: "military" or "civil"."""


class Troops(Order, frozen=True):
    units: Units
    at: PlaceRef


class Recruits(Order, frozen=True):
    units: Units
    at: PlaceRef


class God(Order, frozen=True):
    name: str


class Advantages(Order, frozen=True):
    keys: tuple[str, ...]


class Disadvantages(Order, frozen=True):
    keys: tuple[str, ...]


TurnLine = (
    Equip | Character | Demon | Prisoner | Ransom | Pay | Alliance | Truce | Sell | Buy | Heir | Commander | Retreat
    | MagnateTypes
)  # fmt: skip


SetupLine = (
    NationName | About | Provinces | CityState | Treasury | Classes | Kinds | Founder | Troops | Recruits | God
    | Advantages | Disadvantages
)  # fmt: skip


SETUP_LINES: tuple[type, ...] = SetupLine.__args__


class Sheet(AnySheet, frozen=True):
    """The orders of a turn, or before the first turn the lines of a set-up."""

    orders: tuple[TurnLine | SetupLine, ...] = ()

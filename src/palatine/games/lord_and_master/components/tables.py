"""Dice tables, set-up traits and rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import msgspec

from palatine.games.lord_and_master.components.world import DATA

_TABLES: Final = DATA.read_toml("tables.toml")


def half_even(x: Fraction | int) -> int:
    """Return `x` rounded to the nearest integer, halves to even (LM-GI-12, R35)."""
    return round(x)


LOST: Final = -1
"""In `DEMONS`: the mage is dragged off. In `EXORCISM`: all demons converge on the priest."""


class Raising(msgspec.Struct, frozen=True):
    """A row of the table of the living dead.

    The number of units is `die` plus `plus`. Without `code` none rise; with `lost` the Necromancer dies.
    """

    lowest: int
    code: str | None = None
    die: int = 0
    plus: int = 0
    lost: bool = False


class Magnate(msgspec.Struct, frozen=True):
    """A row of the magnates' chart: force in `halves` of the normal one, better by `up` grades.

    3 grades up means grade A.
    """

    halves: int
    up: int


def _levels(table: str) -> tuple[tuple[int, int], ...]:
    return tuple((lowest, level) for lowest, level in _TABLES[table]["rows"])


DEMONS: Final = _levels("demons")
"""(lowest total, level of the demon): 0 for none, `LOST` for the mage (LM-C-05, LM-C-06)."""
EXORCISM: Final = _levels("exorcism")
"""(lowest total, highest level removed): 0 for hampering, `LOST` if demons converge.

See LM-D-02 to LM-D-04.
"""
DEAD_RAISED: Final = tuple(msgspec.convert(found, Raising) for found in _TABLES["dead_raised"]["rows"])
FEASTER: Final[tuple[str, ...]] = ("", *_TABLES["feaster"]["results"])
"""Effect on the province by d6.

One of "all", "units", "host", "necromancers", "wasteland" and "nothing".
"""
MAGNATE_TROOPS: Final[tuple[Magnate, ...]] = (
    Magnate(2, 0),
    *(Magnate(*found) for found in _TABLES["magnate_troops"]["rows"]),
)
"""Row of a magnate's troops by d6; index 0 is the normal force."""


def on_levels(table: Sequence[tuple[int, int]], total: int) -> int:
    """Return the entry of `DEMONS` or `EXORCISM` for a total.

    Totals below the table count as its first row.
    """
    return next((level for lowest, level in reversed(table) if total >= lowest), table[0][1])


def dead_raised(total: int) -> Raising:
    """Return the row of `DEAD_RAISED` for a total."""
    return next((found for found in reversed(DEAD_RAISED) if total >= found.lowest), DEAD_RAISED[0])


class Trait(msgspec.Struct, frozen=True):
    """An advantage or disadvantage of the customised set-up."""

    key: str
    name: str
    clause: str
    text: str


def _traits(table: str) -> Mapping[str, Trait]:
    return MappingProxyType({found["key"]: msgspec.convert(found, Trait) for found in _TABLES[table]})


ADVANTAGES: Final = _traits("advantage")
DISADVANTAGES: Final = _traits("disadvantage")
CONTRADICTIONS: Final[tuple[tuple[str, str], ...]] = tuple((a, b) for a, b in _TABLES["contradictions"]["pairs"])
"""Pairs of traits that a nation cannot combine (R111)."""
GODS: Final = ("Jupiter", "Mars", "Odin", "Feaster")
"""Gods that a nation can worship (SET-13)."""

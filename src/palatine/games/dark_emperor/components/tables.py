"""The charts and tables of the rulebook, loaded once from `data/charts.toml`."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.games.dark_emperor.components.pieces import MONSTERS, NECROMANCER, PIECE_NAME, POWER_NAME, TYPES
from palatine.games.dark_emperor.components.world import CITY_VALUE, COASTAL, DATA, GROUND, HEXES, RIVER

_CHARTS: Final = DATA.read_toml("charts.toml")

LAST_TURN: Final[int] = _CHARTS["turns"]["last"]
"""Last game-turn (4.5)."""

# ------------------------------------------------------------------------------- Terrain Effects Chart

_GROUNDS: Final = ("sea", "settled", "mountain")
_TERRAIN: Final[Mapping[str, Any]] = _CHARTS["terrain"]
COST: Final = tuple(tuple(int(_TERRAIN[kind].get(ground, 0)) for ground in _GROUNDS) for kind in TYPES)
"""By unit type and ground: attrition points to enter a hex, 0 if impassable (8.11)."""
NAVAL_COAST: Final[int] = _TERRAIN["naval"]["coastal"]
NAVAL_RIVER: Final[int] = _TERRAIN["naval"]["river"]
_YIELD: Final[Mapping[str, int]] = _TERRAIN["production"]
PRODUCTION: Final[tuple[int, ...]] = tuple(
    _YIELD[_GROUNDS[GROUND[h]]] + _YIELD["coastal"] * COASTAL[h] + _YIELD["river"] * RIVER[h] for h in range(HEXES)
)
"""By hex: gold from its land and river, without its city (7.13; rulings P3 to P5)."""
INLAND_PRODUCTION: Final[tuple[int, ...]] = tuple(
    _YIELD["river"] * RIVER[h] if COASTAL[h] else PRODUCTION[h] for h in range(HEXES)
)
"""`PRODUCTION` for the option under which settled coasts yield nothing (TEC-coastal)."""
LIMIT: Final[tuple[int, ...]] = tuple(
    _TERRAIN["stacking"][_GROUNDS[GROUND[h]]] + CITY_VALUE[h] for h in range(HEXES)
)
"""By hex: number of units allowed when stacking is judged (10)."""
MOUNTAIN_COMBAT: Final[int] = _TERRAIN["combat"]["mountain"]
CITY_DEFENCE: Final[int] = _TERRAIN["city_defence"]
"""Multiplier of the strength of units that defend in a city (9.31)."""

# ----------------------------------------------------------------------------------- Attrition Table

ALL: Final = 1000
"""Marker for the loss of all units: more than any stack holds."""
_BANDS: Final[tuple[int, ...]] = tuple(_CHARTS["attrition"]["bands"])
"""Highest number of attrition points of each column except the last."""
ATTRITION: Final = tuple((*(int(lost) for lost in row), ALL) for row in _CHARTS["attrition"]["losses"])
"""By die roll minus one, and column: units lost, ALL in the last column (8.12)."""


def attrition_band(points: int) -> int:
    """Return the column of the Attrition Table for a number of points."""
    return bisect_left(_BANDS, points)


def losses_by_attrition(points: int, die: int) -> int:
    """Return the units lost by a stack with these points, ALL for the whole stack (8.12).

    A stack without points loses none.
    """
    if points <= 0:
        return 0
    return ATTRITION[die - 1][attrition_band(points)]


# ------------------------------------------------------------------------------- Combat Results Table


class CombatResult(msgspec.Struct, frozen=True):
    """Result of a battle for each side: units lost, and whether it must retreat."""

    attacker_loses: int
    attacker_retreats: bool
    defender_loses: int
    defender_retreats: bool


def _parse_entry(entry: str) -> tuple[int, bool]:
    return (0, False) if entry == "-" else (int(entry.rstrip("R")), entry.endswith("R"))


LOWEST: Final[int] = _CHARTS["combat"]["lowest"]
RESULTS: Final = tuple(
    CombatResult(*_parse_entry(attacker), *_parse_entry(defender))
    for attacker, defender in _CHARTS["combat"]["results"]
)
"""Results by total, from LOWEST."""
HIGHEST: Final = LOWEST + len(RESULTS) - 1


def combat_result(total: int) -> CombatResult:
    """Return the row of the Combat Results Table for a modified die roll (9.25)."""
    return RESULTS[min(max(total, LOWEST), HIGHEST) - LOWEST]


# ------------------------------------------------------------------------------------ Diplomacy Table

_MODIFIERS: Final[Mapping[str, Any]] = _CHARTS["diplomacy"]["modifiers"]
COURTED: Final = (*POWER_NAME[:NECROMANCER], *(PIECE_NAME[monster] for monster in MONSTERS))
"""Parties that can be negotiated with: kingdoms 0 to 9, groups 10 to 15, then monsters."""
DIPLOMACY: Final = tuple((int(_MODIFIERS[name][0]), int(_MODIFIERS[name][1])) for name in COURTED)
"""By party and side, Necromancer (0) or Kingdoms (1): modifier of the two dice (11.3)."""
MONSTER_TARGET: Final = NECROMANCER
"""Index of the first monster in `DIPLOMACY`."""
DIPLOMACY_NEEDED: Final[int] = _CHARTS["diplomacy"]["needed"]

# ---------------------------------------------------------- Election, Heroic Combat, Recruitment Tables

CANDIDATES: Final = tuple(PIECE_NAME.index(name) for name in _CHARTS["election"]["doges"])
"""Candidates for Doge of Kelaron, in the order of the Election Table."""
ELECTION: Final = tuple(CANDIDATES[doge] for doge in _CHARTS["election"]["by_die"])
"""By die roll minus one: the new Doge of Kelaron Oiret (17)."""
PARTIES: Final[Mapping[int, str]] = MappingProxyType(
    dict(zip(CANDIDATES, _CHARTS["election"]["parties"], strict=True))
)
"""By candidate: the party that elects them."""
_HEROIC: Final = tuple((0, *(int(die) for die in _CHARTS["heroic"][PIECE_NAME[monster]])) for monster in MONSTERS)
"""By monster and Hero Rating 0 to 6: the highest roll that kills it, 0 for none (18.15)."""


def heroic_target(monster: int, hero: int) -> int:
    """Return the highest roll with which a leader kills a monster (a piece), 0 for none (18.15)."""
    targets = _HEROIC[monster - MONSTERS.start]
    return targets[min(max(hero, 0), len(targets) - 1)]


PRICES: Final = tuple(int(_CHARTS["recruitment"][kind]) for kind in TYPES)
"""By unit type: recruitment price in gold (7.21)."""
TRANSFER: Final[int] = _CHARTS["economy"]["transfer"]
"""Gold a kingdom loses for each piece of gold an ally receives (7.22)."""
FEEDING: Final[int] = _CHARTS["economy"]["vampire"]
"""Production the Necromancer must control for each vampire (7.31)."""

# ----------------------------------------------------------------------------------- Victory Conditions


class Victory(msgspec.Struct, frozen=True):
    """A level of victory: its lowest production, winner ("" for a draw) and name."""

    least: int
    winner: str
    level: str


VICTORIES: Final = tuple(msgspec.convert(row, Victory) for row in _CHARTS["victory"])
"""Levels of victory, best for the Kingdoms first (20.3)."""
_LEASTS: Final = tuple(victory.least for victory in VICTORIES)


def victory_level(production: int) -> Victory:
    """Return the level of victory for the Necromancer's own production at the end (20.3)."""
    return VICTORIES[bisect_right(_LEASTS, production) - 1]

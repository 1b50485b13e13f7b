"""Units and their values, loaded once from `data/units.toml`; a unit is an index.

All tables here are indexed by unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from palatine.games.demonlord.components.tables import CLASS_OF
from palatine.games.demonlord.components.world import DATA, GRID, NEUTRALS, SIDES, Row

_UNITS: Final = DATA.read_toml("units.toml")
_ROWS: Final[tuple[Row, ...]] = tuple(_UNITS["unit"])
_HOMES: Final[Mapping[str, Row]] = {row["code"]: row for row in _UNITS["homeland"]}
_ARMOURS: Final = ("none", "medium", "heavy")
UNITS: Final = len(_ROWS)
UNIT_KEY: Final = tuple(str(row["id"]) for row in _ROWS)
UNIT_BY_KEY: Final[Mapping[str, int]] = MappingProxyType({key: u for u, key in enumerate(UNIT_KEY)})
UNIT_NAME: Final = tuple(str(row["name"]) for row in _ROWS)
UNIT_CODE: Final = tuple(str(row["code"]) for row in _ROWS)
UNIT_SIDE: Final = tuple(SIDES.index(_HOMES[code]["side"]) for code in UNIT_CODE)
UNIT_NEUTRAL: Final = tuple(NEUTRALS.index(code) if code in NEUTRALS else -1 for code in UNIT_CODE)
"""By unit: the index of its neutral state, -1 for the players' units."""
IS_TROOP: Final = tuple(row["kind"] == "troop" for row in _ROWS)
TROOPS: Final = frozenset(u for u in range(UNITS) if IS_TROOP[u])
MODE: Final = tuple(str(row["mode"]) for row in _ROWS)
SILHOUETTE: Final = tuple(str(row["silhouette"]) for row in _ROWS)


def _figures(key: str, absent: int = 0) -> tuple[int, ...]:
    return tuple(int(row.get(key, absent)) for row in _ROWS)


MP: Final = _figures("mp")


# Troops; 0 for characters.
MISSILE: Final = _figures("missile")
MELEE: Final = _figures("melee")
MORALE: Final = _figures("morale")
ARMOUR: Final = tuple(_ARMOURS.index(row.get("armour", "none")) for row in _ROWS)


# Characters; 0, and -1 for leadership, for troops.
POWER: Final = _figures("power")
RANGE: Final = _figures("range")
LEAD: Final = _figures("lead", -1)
"""By unit: army leadership, -1 where the counter says "no"."""
START: Final = tuple(GRID.id(row["start"]) if row["start"].isdigit() else -1 for row in _ROWS)
"""By unit: its starting hex, -1 if placed by choice or dice, or if it starts off the map."""
CLASS: Final = tuple(
    CLASS_OF.get((code, mode), "FCW".index(mode)) for code, mode in zip(UNIT_CODE, MODE, strict=True)
)
"""By unit: its movement class, an index into `COST`."""


def _units(code: str) -> tuple[int, ...]:
    return tuple(u for u in range(UNITS) if UNIT_CODE[u] == code)


UNITS_OF_CODE: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType({code: _units(code) for code in _HOMES})
DEVOTEES: Final = UNITS_OF_CODE["HO"]
TOWNSMEN: Final = UNITS_OF_CODE["WT"]
MERCENARIES: Final = UNITS_OF_CODE["ME"]
INNER_KINGDOM: Final = UNITS_OF_CODE["IK"]
CONJURATIONS: Final = UNITS_OF_CODE["TNC"]
REINFORCEMENTS: Final = frozenset(MERCENARIES + INNER_KINGDOM)
DRAWN_BLIND: Final = REINFORCEMENTS.union(CONJURATIONS)
"""Units of which some are drawn at random, unknown to the enemy."""
(LIGHT_SPIRIT,) = UNITS_OF_CODE["IN"]
(WEST_WIZARD,) = UNITS_OF_CODE["INR"]
(YORGASH,) = UNITS_OF_CODE["YO"]
(SHAMAN,) = UNITS_OF_CODE["TS"]
OLD_ONE: Final = UNIT_BY_KEY["AN-old-one"]
BEAST_GOD: Final = UNIT_BY_KEY["GW-beast-god"]
FOREST_SPIRIT: Final = UNIT_BY_KEY["GW-forest-spirit"]
WOODS_CHIEF: Final = UNIT_BY_KEY["GW-woods-chief"]
SPIRITS: Final = (LIGHT_SPIRIT, WEST_WIZARD, YORGASH, SHAMAN, OLD_ONE, BEAST_GOD, FOREST_SPIRIT)
"""Single units that come into play by invocation."""
INVOKED: Final = frozenset(SPIRITS + CONJURATIONS)
"""All units that come into play by invocation."""
BALRON_SET: Final = tuple(UNIT_BY_KEY[key] for key in ("MU-balron", "MU-trolls"))
DWARF_SET: Final = tuple(UNIT_BY_KEY[key] for key in ("MU-dwarf-king", "MU-dwarves-1", "MU-dwarves-2"))
MINERS: Final = tuple(UNIT_BY_KEY[key] for key in ("MU-slave-miners-1", "MU-slave-miners-2"))
"""Ula's slave miners, who come with either ruler and are in neither set."""

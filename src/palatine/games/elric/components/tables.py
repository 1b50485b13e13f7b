"""The Combat Results Table, the numbers of the rules and the scenarios, loaded once from `data/`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from palatine.games.elric.components.pieces import PIECE_NAME, POWER_NAME
from palatine.games.elric.components.spells import SPELL_NAME
from palatine.games.elric.components.world import AREA_BY_KEY, DATA

_CHARTS: Final = DATA.read_toml("charts.toml")
Row = Mapping[str, Any]

# ------------------------------------------------------------------------------ Combat Results Table


class CombatResult(msgspec.Struct, frozen=True):
    """What befalls the side with the lesser total: it retreats, and loses so many combat values, or all (10.7)."""

    least: int
    clause: str
    retreat: bool = False
    losses: int = 0
    eliminated: bool = False


_CLAUSE_OF: Final = {
    0: "10.6i", 1: "10.6h", 2: "10.6h", 3: "10.6g", 4: "10.6f", 5: "10.6e", 10: "10.6d", 15: "10.6c", 20: "10.6b",
    25: "10.6a",
}  # fmt: skip


def _result(row: Row) -> CombatResult:
    return CombatResult(
        row["least"], _CLAUSE_OF[row["least"]], row.get("retreat", False), row.get("losses", 0),
        row.get("eliminated", False),
    )  # fmt: skip


RESULTS: Final = tuple(map(_result, _CHARTS["result"]))
"""The rows of the table, the smallest margin first (10.6)."""
_LEASTS: Final = tuple(result.least for result in RESULTS)


def result_of(margin: int) -> CombatResult:
    """The row for a difference of totals, not below 0 (10.6)."""
    return RESULTS[bisect_right(_LEASTS, margin) - 1]


# ------------------------------------------------------------------------------------------- numbers

TURNS: Final[int] = _CHARTS["turns"]["game"]
"""Game-turns in a game (5.0)."""
WORLD_ENDS_AFTER: Final[int] = _CHARTS["turns"]["world_ends_after"]
"""Spaces the marker goes ahead of the Turn Marker when the Balance is tipped (13.4)."""

_MOVEMENT: Final[Mapping[str, int]] = _CHARTS["movement"]
LAND_POINTS: Final = _MOVEMENT["land"]
"""What a personality and those it leads have, and the winged (7.2, 7.4.1)."""
SEA_ON_FOOT: Final = _MOVEMENT["sea_on_foot"]
"""Movement points a sea costs magicians and Melniboneans without a ship (7.3, 12.0)."""
EMBARK_AT_PORT: Final = _MOVEMENT["embark_at_port"]
EMBARK_ELSEWHERE: Final = _MOVEMENT["embark_elsewhere"]
EMBARK_PERSON: Final = _MOVEMENT["embark_person"]
DEBARK: Final = _MOVEMENT["debark"]
"""Points a landing costs the fleet (7.3)."""
FLIGHTS: Final = _MOVEMENT["flights"]
FLIGHT_TURNS: Final = _MOVEMENT["flight_turns"]
"""A spell of flight stays for so many flights or turns, whichever is less (7.4.2)."""

SEARCH_FIRST: Final[int] = _CHARTS["search"]["first"]
SEARCH_AGAIN: Final[int] = _CHARTS["search"]["again"]
"""The least die that finds, at a first search and on each turn after it (8.0)."""
SPELLS_IN_BATTLE: Final[int] = _CHARTS["magic"]["spells_in_battle"]
HELD_BY_OTHERS: Final[int] = _CHARTS["magic"]["held_by_others"]
"""Spells a personality may hold who is no magician (9.5)."""
REWARD: Final[int] = _CHARTS["magic"]["reward"]
"""Spells from the Shade Gate or the Tower (16.4)."""
SWORD_SLAYS: Final[int] = _CHARTS["swords"]["slays"]
"""The least die with which Stormbringer or Mournblade slays (12.1.4, 12.1.5)."""
SWORD_SHIFT: Final[int] = _CHARTS["swords"]["shift"]
HORN_ENDS_WORLD: Final[int] = _CHARTS["horn"]["ends_world"]
HORN_USES: Final[int] = _CHARTS["horn"]["uses"]
"""The least die with which the Horn of Fate ends the world, and the use that ends it without one (16.7)."""
TOWER_ELIMINATES: Final[int] = _CHARTS["tower"]["eliminates"]
TOWER_REWARDS: Final[int] = _CHARTS["tower"]["rewards"]
"""The greatest die with which the Tower eliminates, and the die with which it rewards (16.4)."""
BALANCE_ARM: Final[int] = _CHARTS["balance"]["arm"]
"""Numbers on each arm of the Balance; beyond the last it is tipped (3.3, 13.4)."""
RESTORE: Final[int] = _CHARTS["balance"]["restore"]
"""What must be sacrificed besides the values of dominant spells that lie face up (13.5)."""
PYARAY_CHAOS: Final[int] = _CHARTS["balance"]["pyaray"]
"""The least Chaos with which Pyaray can be mustered (16.9)."""
ARMIES_IN_CITY: Final[int] = _CHARTS["setup"]["armies_in_city"]
"""Armies that begin in every city but the capital (4.0)."""

# ------------------------------------------------------------------------------------------ scenarios


class PrintedScenario(msgspec.Struct, frozen=True):
    """A scenario as the rulebook gives it (14).

    `sides` holds, by seat, the powers it begins with; in place of these, where seats choose, `choices` holds the sets
    of powers there are to choose from, and `first` what the first player has without choosing, () for a choice too.
    """

    key: str
    name: str
    clause: str
    players: int
    sides: tuple[tuple[int, ...], ...] = ()
    choices: tuple[tuple[int, ...], ...] = ()
    first: tuple[int, ...] = ()
    pieces: tuple[tuple[int, ...], ...] = ()
    """By seat: single pieces it begins with besides."""


def _powers(names: list[str]) -> tuple[int, ...]:
    return tuple(POWER_NAME.index(name) for name in names)


def _scenario(row: Row) -> PrintedScenario:
    return PrintedScenario(
        row["key"], row["name"], row["clause"], row["players"],
        tuple(map(_powers, row.get("sides", ()))), tuple(map(_powers, row.get("choices", ()))),
        _powers(row.get("first", [])),
        tuple(tuple(map(PIECE_NAME.index, names)) for names in row.get("pieces", ())),
    )  # fmt: skip


_SCENARIOS: Final = DATA.read_toml("scenarios.toml")
SCENARIOS: Final = tuple(map(_scenario, _SCENARIOS["scenario"]))
FOUNDING: Final = "founding"
"""The scenario for one player, which has rules of its own (14.1)."""
MASTERS, SUCCESSOR, CONTINENTS, DUEL, FREE = "dragon-masters", "successor", "conflict-short", "duel", "free"
"""Other scenarios with something of their own: a winner by name, a choice of continents, two who have no nations, and
the free choice (14.2 to 14.4, 14.7)."""
_FOUNDING: Final[Row] = _SCENARIOS[FOUNDING]
FOUNDING_REMOVED: Final = tuple(SPELL_NAME.index(name) for name in _FOUNDING["removed"])
"""The Chaos spells that the Founding of the Bright Empire leaves out (14.1)."""
FOUNDING_PLACE: Final = AREA_BY_KEY[_FOUNDING["place"]]
FOUNDING_PORT: Final = AREA_BY_KEY[_FOUNDING["port"]]
"""Where its forces begin, and the sea one may sail to from there (14.1; ruling A-89)."""
DRAGONS_TIMES: Final[int] = _FOUNDING["dragons_times"]
"""What the value of the Dragons is multiplied by when they guard Melnibone (14.1)."""

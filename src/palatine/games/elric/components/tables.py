"""The Combat Results Table, rule constants and scenarios, loaded from `data/`."""

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
    """The effect on the side with the lower total: retreat, losses, elimination (10.7)."""

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
"""The rows of the table, smallest margin first (10.6)."""
_LEASTS: Final = tuple(result.least for result in RESULTS)


def result_of(margin: int) -> CombatResult:
    """Return the row for a margin of at least 0 (10.6)."""
    return RESULTS[bisect_right(_LEASTS, margin) - 1]


# ------------------------------------------------------------------------------------------- numbers

TURNS: Final[int] = _CHARTS["turns"]["game"]
"""Number of game-turns in a game (5.0)."""
WORLD_ENDS_AFTER: Final[int] = _CHARTS["turns"]["world_ends_after"]
"""Number of turns from the tipping of the Balance to the end of the world (13.4)."""

_MOVEMENT: Final[Mapping[str, int]] = _CHARTS["movement"]
LAND_POINTS: Final = _MOVEMENT["land"]
"""Movement points of a personality with its led pieces, and of winged ones (7.2, 7.4.1)."""
SEA_ON_FOOT: Final = _MOVEMENT["sea_on_foot"]
"""Movement points that a sea costs magicians and Melniboneans without a ship (7.3, 12.0)."""
EMBARK_AT_PORT: Final = _MOVEMENT["embark_at_port"]
EMBARK_ELSEWHERE: Final = _MOVEMENT["embark_elsewhere"]
EMBARK_PERSON: Final = _MOVEMENT["embark_person"]
DEBARK: Final = _MOVEMENT["debark"]
"""Movement points that a landing costs the fleet (7.3)."""
FLIGHTS: Final = _MOVEMENT["flights"]
FLIGHT_TURNS: Final = _MOVEMENT["flight_turns"]
"""Limits on a spell of flight, in flights and turns, whichever is reached first (7.4.2)."""

SEARCH_FIRST: Final[int] = _CHARTS["search"]["first"]
SEARCH_AGAIN: Final[int] = _CHARTS["search"]["again"]
"""The lowest successful die for a first search, and on each turn after it (8.0)."""
SPELLS_IN_BATTLE: Final[int] = _CHARTS["magic"]["spells_in_battle"]
HELD_BY_OTHERS: Final[int] = _CHARTS["magic"]["held_by_others"]
"""Number of spells that a personality without a spell capacity may hold (9.5)."""
REWARD: Final[int] = _CHARTS["magic"]["reward"]
"""Number of spells gained from the Shade Gate or the Tower (16.4)."""
SWORD_SLAYS: Final[int] = _CHARTS["swords"]["slays"]
"""The lowest die with which Stormbringer or Mournblade slays (12.1.4, 12.1.5)."""
SWORD_SHIFT: Final[int] = _CHARTS["swords"]["shift"]
HORN_ENDS_WORLD: Final[int] = _CHARTS["horn"]["ends_world"]
HORN_USES: Final[int] = _CHARTS["horn"]["uses"]
"""The lowest die with which the Horn of Fate ends the world, and the fatal use (16.7)."""
TOWER_ELIMINATES: Final[int] = _CHARTS["tower"]["eliminates"]
TOWER_REWARDS: Final[int] = _CHARTS["tower"]["rewards"]
"""The highest die with which the Tower eliminates, and the die with which it rewards (16.4)."""
BALANCE_ARM: Final[int] = _CHARTS["balance"]["arm"]
"""Numbers on each arm of the Balance; beyond the last the Balance is tipped (3.3, 13.4)."""
RESTORE: Final[int] = _CHARTS["balance"]["restore"]
"""The sacrifice required in addition to the values of face-up dominant spells (13.5)."""
PYARAY_CHAOS: Final[int] = _CHARTS["balance"]["pyaray"]
"""The lowest Chaos number at which Pyaray can be mustered (16.9)."""
ARMIES_IN_CITY: Final[int] = _CHARTS["setup"]["armies_in_city"]
"""Number of armies that begin in every city except the capital (4.0)."""

# ------------------------------------------------------------------------------------------ scenarios


class PrintedScenario(msgspec.Struct, frozen=True):
    """A scenario as printed in the rulebook (14).

    `sides` holds, by seat, the powers it begins with. In scenarios where seats choose, `choices` holds the sets of
    powers to choose from, and `first` the fixed powers of the first player, () if that player also chooses.
    """

    key: str
    name: str
    clause: str
    players: int
    sides: tuple[tuple[int, ...], ...] = ()
    choices: tuple[tuple[int, ...], ...] = ()
    first: tuple[int, ...] = ()
    pieces: tuple[tuple[int, ...], ...] = ()
    """By seat: additional single pieces it begins with."""


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
"""The solitaire scenario, which has its own rules (14.1)."""
MASTERS, SUCCESSOR, CONTINENTS, DUEL, FREE = "dragon-masters", "successor", "conflict-short", "duel", "free"
"""Other scenarios with special rules (14.2 to 14.4, 14.7).

In order: two with a fixed winner, one with a choice of continents, the duel without nations, the free choice.
"""
_FOUNDING: Final[Row] = _SCENARIOS[FOUNDING]
FOUNDING_REMOVED: Final = tuple(SPELL_NAME.index(name) for name in _FOUNDING["removed"])
"""The Chaos spells removed in the Founding of the Bright Empire (14.1)."""
FOUNDING_PLACE: Final = AREA_BY_KEY[_FOUNDING["place"]]
FOUNDING_PORT: Final = AREA_BY_KEY[_FOUNDING["port"]]
"""Its starting area, and the sea that can be reached from there (14.1; ruling A-89)."""
DRAGONS_TIMES: Final[int] = _FOUNDING["dragons_times"]
"""Multiplier of the value of the Dragons that guard Melnibone (14.1)."""

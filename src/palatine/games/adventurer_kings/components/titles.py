"""Offices, titles, and votes for an Emperor (10.1, 10.4, 12.1)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.components.tables import (
    DATA,
    DESERT,
    FOREST,
    JUNGLE,
    MOUNTAIN,
    PLAIN,
    SEA,
    TABLES,
    Row,
    names_of,
)

OFFICES: Final = names_of(TABLES["office"])
OFFICE_SHARE: Final[tuple[int, ...]] = tuple(row["share"] for row in TABLES["office"])
EMPEROR, CHANCELLOR, TREASURER, MARSHAL, ADMIRAL, DEFENDER, PRIEST, ARCHMAGE = range(len(OFFICES))
ARTIFACT_SHARE: Final = 1


class Title(msgspec.Struct, frozen=True):
    """A title of the greater game: qualifying points and victory points (12.1)."""

    name: str
    group: str
    points: str
    least: int
    victory_points: int
    power: str
    optional: bool


TITLES: Final = tuple(
    Title(row["name"], row["group"], row["points"], row["least"], row["victory_points"], row["power"],
          row.get("optional", False))
    for row in DATA.read_toml("titles.toml")["title"]
)  # fmt: skip
(
    VOICE_OF_HEAVEN, BEACON, KEEPER_OF_THE_CIRCLE, ARBITER, HIEROPHANT, LORD_OF_MALICE, SOVEREIGN, CAPTAIN_OF_MEN,
    STAR_OF_THE_ELVES, HAMMER_OF_THE_DWARVES, CHIEFTAIN_OF_ORCS, PRINCE_OF_MERMEN, WERE_LORD, WHALE_RIDER,
    TROLL_MASTER, LORD_OF_EAGLES, SHEPHERD_OF_ENTS, DRAGON_LORD, RANGER, WARDEN, GUARDIAN, LION, TIGER,
    KEEPER_OF_THE_SEA_LANES, CONQUEROR, ROCK, SWIFT_SWORD, DRILLMASTER, SLAYER, MASTER_ARCHER, GIANT_KILLER,
    BATTLE_MAGE, PRINCE_OF_THIEVES, PATHFINDER, GOLDEN_TONGUE, UNDEFEATED, BLADE_OF_JUSTICE, SPYMASTER,
) = range(len(TITLES))  # fmt: skip
"""Titles of the alignments, then of the races, both in their order, then the others."""
TITLE_OF_TERRAIN: Final = {
    PLAIN: RANGER, FOREST: WARDEN, MOUNTAIN: GUARDIAN, DESERT: LION, JUNGLE: TIGER, SEA: KEEPER_OF_THE_SEA_LANES,
}  # fmt: skip


def title_of_race(race: int) -> int:
    return CAPTAIN_OF_MEN + race


_ELECTION: Final[Row] = TABLES["election"]


def share_to_call(turn: int) -> int:
    """Return the percentage of the tax base to exceed for calling an election (10.2, 10.4)."""
    return _years_late(turn, _ELECTION["call"])


def share_to_win(turn: int) -> int:
    """Return the percentage of the tax base to exceed for being elected (10.2, 10.4)."""
    return _years_late(turn, _ELECTION["win"])


def _years_late(turn: int, before: int) -> int:
    first, late = _ELECTION["from_turn"], _ELECTION["late"]
    return before if turn < first else int(late[min(turn - first, len(late) - 1)])

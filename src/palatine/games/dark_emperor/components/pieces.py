"""The counters of Dark Emperor, loaded once from `data/` into immutable tables.

A piece is a number: units first, then monsters, leaders and devices. Tables "by leader" and "by device" are indexed
from 0. A counter belongs to a power, and a power to a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.games.dark_emperor.components.world import (
    BATTLEFIELDS,
    CAPITAL,
    CITY_HEXES,
    DATA,
    KINGDOMS,
    PORT,
    RUNES,
    hex_id,
)

Row = Mapping[str, Any]

_UNITS: Final = DATA.read_toml("units.toml")
_LEADERS: Final = DATA.read_toml("leaders.toml")
_DEVICES: Final = DATA.read_toml("devices.toml")
_PRICES: Final = DATA.read_toml("charts.toml")["recruitment"]

# ------------------------------------------------------------------------------------ sides and powers

NECROMANCER_SIDE, KINGDOMS_SIDE, INACTIVE = 0, 1, 2
"""Sides: the two players', and that of powers that serve neither."""

KINGDOM_POWERS: Final = range(10)
GROUP_POWERS: Final = range(10, 16)
NECROMANCER, BATTLEFIELD, WHITE, ALLIANCE, NO_POWER = range(16, 21)
"""The Necromancer himself, battlefield units, unbuilt white fleets, `ALLIANCE` and no power.

Battlefield units are face down. `ALLIANCE` is the Kingdoms player himself, who owns only monsters.
"""
POWERS: Final = 21

AT_START: Final = (INACTIVE,) * 16 + (NECROMANCER_SIDE, INACTIVE, INACTIVE, KINGDOMS_SIDE, INACTIVE)
"""By power: its side before the start."""
OWN_POWER: Final = (NECROMANCER, ALLIANCE)
"""By player: the power that stands for the player."""

# ---------------------------------------------------------------------------------------------- runes

DEATH, LIFE, TERROR, SERENITY, EARTH, AIR_RUNE, FIRE, WATER, METAL, WOOD = range(10)
OPPOSED: Final = tuple(rune ^ 1 for rune in range(10))
"""By rune: the opposed rune (12.31)."""

# --------------------------------------------------------------------------------------------- powers

GROUPS: Final = ("Lord Montoy", "Cos dol Cos", "Saar", "Fernan Conniver", "The Hounds", "Silwer Flagriel")
MONTOY, COS, SAAR, FERNAN, HOUNDS, SILWER = range(10, 16)
POWER_NAME: Final = (*KINGDOMS, *GROUPS, "The Necromancer", "Battlefield", "Neutral")
"""By power with counters: kingdoms 0 to 9, mercenary groups 10 to 15, and the others."""

# ---------------------------------------------------------------------------------------------- units

TYPES: Final = ("infantry", "cavalry", "air", "siege", "naval")
INFANTRY, CAVALRY, AIR, SIEGE, NAVAL = range(5)
POOL, BOX, OUT, GONE = -1, -2, -3, -4
"""Places off the map: pool, Mercenary Holding Box, not yet in play, out of play.

Leaders and devices in the pool are not in play.
"""

_OFF_MAP: Final = {"box": BOX, "gate": OUT, "magic hex": OUT}


class _Unit(msgspec.Struct, frozen=True):
    """A counter with its data row."""

    row: Row
    number: int
    start: int
    is_entrant: bool = False

    @property
    def name(self) -> str:
        if "numerals" in self.row:
            return f"{self.row['name']} {self.row['numerals'][self.number]}"
        return f"{self.row['name']} {self.number + 1}" if _size(self.row) > 1 else str(self.row["name"])


def _places(of: str, where: str) -> Iterable[int]:
    """Return the hexes of an entry of `start`, or the place off the map."""
    if where in _OFF_MAP:
        return (_OFF_MAP[where],)
    if where.isdigit():
        return (hex_id(where),)
    if where not in ("cities", "other cities", "ports", "capital"):
        return (next(h for h, name in BATTLEFIELDS if name == where),)
    kingdom = KINGDOMS.index(of)
    cities, capital = CITY_HEXES[kingdom], CAPITAL[kingdom]
    chosen = {
        "cities": cities,
        "other cities": [h for h in cities if h != capital],
        "ports": [h for h in cities if PORT[h]],
        "capital": (capital,),
    }
    return chosen[where]


def _starts(row: Row) -> list[tuple[int, bool]]:
    """Return, for each counter of a group, its start and whether it enters by the gate."""
    placed = [(h, where == "gate") for where in row["start"] for h in _places(row["of"], where)]
    return [*placed, *[(POOL, False)] * row.get("pool", 0), *[(OUT, False)] * row.get("out", 0)]


def _size(row: Row) -> int:
    return len(_starts(row))


def _counters(rows: Iterable[Row]) -> Iterator[_Unit]:
    for row in rows:
        for number, (start, is_entrant) in enumerate(_starts(row)):
            yield _Unit(row, number, start, is_entrant)


_COUNTERS: Final = tuple(_counters(_UNITS["unit"]))
UNITS: Final = len(_COUNTERS)
UNIT_TYPE: Final = tuple(TYPES.index(unit.row["type"]) for unit in _COUNTERS)
UNIT_OF: Final = tuple(POWER_NAME.index(unit.row["of"]) for unit in _COUNTERS)
"""By unit: the power it belongs to."""
STRENGTH: Final = tuple(int(unit.row["strength"]) for unit in _COUNTERS)
"""By unit: Combat Strength of its living side; 0 for siege trains and battlefield units."""
UNDEAD_STRENGTH: Final = tuple(int(unit.row["undead"]) for unit in _COUNTERS)
"""By unit: Combat Strength of its undead side, 0 if it has none."""
IS_GREATER: Final = tuple(unit.row.get("grade") == "greater" for unit in _COUNTERS)
IS_LESSER: Final = tuple(unit.row.get("grade") == "lesser" for unit in _COUNTERS)
IS_VAMPIRE: Final = tuple(greater or lesser for greater, lesser in zip(IS_GREATER, IS_LESSER, strict=True))
IS_LEGION: Final = tuple(bool(unit.row.get("legion")) for unit in _COUNTERS)
"""By unit: whether it is an Imperial Legion, fallen ones on battlefields included (15.7)."""


def _price(unit: _Unit) -> int:
    """Return the price of a recruit, 0 for units that are not for sale.

    Vampires, the Necromancer's siege train, the fallen and white fleets are not for sale.
    """
    return int(_PRICES[unit.row["type"]]) if POWER_NAME.index(unit.row["of"]) < NECROMANCER else 0


PRICE: Final = tuple(_price(unit) for unit in _COUNTERS)
"""By unit: recruitment price in gold, 0 if it cannot be bought (7.21, 7.33, 7.36)."""
UNITS_OF: Final = tuple(tuple(u for u in range(UNITS) if UNIT_OF[u] == power) for power in range(len(POWER_NAME)))
"""By power: its units."""

# ------------------------------------------------------------------------------------------- monsters

_MONSTER_ROWS: Final[tuple[Row, ...]] = tuple(_DEVICES["monster"])
MONSTERS: Final = range(UNITS, UNITS + len(_MONSTER_ROWS))
SLUG, SIRAX, SSSTOTH = MONSTERS
MONSTER_STRENGTH: Final = tuple(int(row["strength"]) for row in _MONSTER_ROWS)


def _rune(row: Row) -> int:
    return RUNES.index(row["rune"]) if "rune" in row else -1


MONSTER_RUNE: Final = tuple(_rune(row) for row in _MONSTER_ROWS)
"""By monster: its rune, or -1; only Sirax casts spells (18.23)."""
MONSTER_MAGIC: Final = tuple(int(row.get("magic", 0)) for row in _MONSTER_ROWS)

# -------------------------------------------------------------------------------------------- leaders

_LEADER_ROWS: Final[tuple[Row, ...]] = tuple(_LEADERS["leader"])
LEADERS: Final = range(MONSTERS.stop, MONSTERS.stop + len(_LEADER_ROWS))
FIRST_LEADER: Final = LEADERS.start
"""First number of a leader among the pieces of a stack."""
(
    PADRECH, TOL_MORN, MEZAL, STOMMARREN, STAV_FARREN, SKYDOR, NIKON, KEBIR, FARNON, PAISACH, LORDOLAM, KEEPER,
    PADRON, GRIP_NUD, ZELARA, FERLOR, SILFAREN, NARMOREN, LORD_MONTOY, COS_DOL_COS, GREAT_EAGLE, CONNIVER,
    HOUND_MASTER, FLAGRIEL,
) = LEADERS  # fmt: skip
LEADER_OF: Final = tuple(POWER_NAME.index(row["of"]) for row in _LEADER_ROWS)
"""By leader: kingdom, mercenary group, or NECROMANCER."""
HERO: Final = tuple(int(row["hero"]) for row in _LEADER_ROWS)
RUNE: Final = tuple(_rune(row) for row in _LEADER_ROWS)
"""By leader: rune, or -1."""
MAGIC: Final = tuple(int(row.get("magic", 0)) for row in _LEADER_ROWS)
LEADERS_OF: Final = tuple(
    tuple(leader for leader, of in zip(LEADERS, LEADER_OF, strict=True) if of == power)
    for power in range(len(POWER_NAME))
)
"""By power: its leaders."""

# -------------------------------------------------------------------------------------------- devices

_NAMED_ROWS: Final[tuple[Row, ...]] = tuple(_DEVICES["device"])
_FORGED: Final[Row] = _DEVICES["forged"]
NAMED: Final = len(_NAMED_ROWS)
DEVICES: Final = range(LEADERS.stop, LEADERS.stop + NAMED + _FORGED["counters"])
FIRST_DEVICE: Final = DEVICES[0]
FAMIR, HE_SUPS, LANTERN, NEGATOR, TORCH, LOSLOM, SCEPTRE, SCYTHE, STAFF_OF_WATERS, STAFF_OF_EMPIRE = DEVICES[:NAMED]
FORGED: Final = tuple(DEVICES[NAMED:])
"""Forged sword counters; the upper side decides if it is a Living or a Hero's Sword (13.51)."""
LIVING_SWORD, HEROS_SWORD = range(2)
_SWORDS: Final = (_FORGED["living"], _FORGED["heros"])
FORGED_NAME: Final = tuple(str(side["name"]) for side in _SWORDS)
"""Name by side of a forged sword, LIVING_SWORD or HEROS_SWORD."""
FORGED_HERO: Final = tuple(int(side["hero"]) for side in _SWORDS)
"""Hero Rating bonus by side of a forged sword."""

_FORGED_ROWS: Final[tuple[Row, ...]] = ({"name": "Forged sword", "hero": 0, "sword": True},) * len(FORGED)
_DEVICE_ROWS: Final = (*_NAMED_ROWS, *_FORGED_ROWS)
DEVICE_HERO: Final = tuple(int(row["hero"]) for row in _DEVICE_ROWS)
"""By device: Hero Rating bonus; for forged swords see FORGED_HERO."""
DEVICE_RUNE: Final = tuple(_rune(row) for row in _DEVICE_ROWS)
DEVICE_MAGIC: Final = tuple(int(row.get("magic", 0)) for row in _DEVICE_ROWS)
IS_SWORD: Final = tuple(bool(row.get("sword")) for row in _DEVICE_ROWS)
"""By device: whether it is a sword; a leader can use one per game-turn (15.13)."""


def _leader_by_name(name: str) -> int:
    return next((leader for leader, row in zip(LEADERS, _LEADER_ROWS, strict=True) if row["name"] == name), -1)


START_BEARER: Final = (*(_leader_by_name(row["start"]) for row in _NAMED_ROWS), *(-1 for _ in FORGED))
"""By device: the leader who carries it at the start, or -1."""

# ------------------------------------------------------------------------------------------ all pieces

PIECES: Final = DEVICES.stop


def _leader_start(row: Row) -> int:
    (start,) = _places(row["of"], row["start"])
    return start


def _device_start(row: Row) -> int:
    bearer = _leader_by_name(row["start"])
    if bearer >= 0:
        return _leader_start(_LEADER_ROWS[bearer - FIRST_LEADER])
    (start,) = _places("", row["start"])
    return start


START: Final = (
    *(unit.start for unit in _COUNTERS),
    *(OUT for _ in MONSTERS),
    *(_leader_start(row) for row in _LEADER_ROWS),
    *(_device_start(row) for row in _NAMED_ROWS),
    *(OUT for _ in FORGED),
)
"""By piece: its starting hex, or POOL, BOX, OUT."""
ENTRANTS: Final = (
    *(u for u, unit in enumerate(_COUNTERS) if unit.is_entrant),
    *(leader for leader, row in zip(LEADERS, _LEADER_ROWS, strict=True) if row["start"] == "gate"),
)
"""The Necromancer's units and leaders, which enter at the hex he chooses (5.5)."""
MAGIC_HEX_COUNTERS: Final = (
    *MONSTERS,
    *(DEVICES[k] for k, row in enumerate(_NAMED_ROWS) if row["start"] == "magic hex"),
)
"""The seven counters dealt face down to the pentacles (5.2)."""

PIECE_NAME: Final = (
    *(unit.name for unit in _COUNTERS),
    *(str(row["name"]) for row in (*_MONSTER_ROWS, *_LEADER_ROWS, *_NAMED_ROWS)),
    *(f"Forged sword {k + 1}" for k in range(len(FORGED))),
)


def _key(name: str) -> str:
    return "-".join("".join(c for c in name.lower() if c.isalnum() or c in " -").split())


PIECE_KEY: Final = tuple(map(_key, PIECE_NAME))
PIECE_BY_KEY: Final[Mapping[str, int]] = MappingProxyType({key: piece for piece, key in enumerate(PIECE_KEY)})

# ------------------------------------------------------------------------------------------- drawings

SILHOUETTE: Final = (
    *(str(unit.row["silhouette"]) for unit in _COUNTERS),
    *(str(row["silhouette"]) for row in (*_MONSTER_ROWS, *_LEADER_ROWS, *_NAMED_ROWS)),
    *(str(_SWORDS[LIVING_SWORD]["silhouette"]) for _ in FORGED),
)
"""By piece: the name of its drawing."""
FORGED_SILHOUETTE: Final = tuple(str(side["silhouette"]) for side in _SWORDS)

"""The 69 spells, loaded from `data/spells.toml` into immutable tables (16).

A spell is a number; two counters of one name are two spells. `MUSTERS` holds pairs of a kind (`NATION`, `PERSONALITY`,
`HORDE` or "A") and a target: a power for nations and hordes, a piece for personalities and artifacts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from palatine.games.elric.components.pieces import CHAOS as CHAOS
from palatine.games.elric.components.pieces import LAW as LAW
from palatine.games.elric.components.pieces import NEUTRAL as NEUTRAL
from palatine.games.elric.components.pieces import NONE as NONE
from palatine.games.elric.components.pieces import PIECE_NAME, POWER_NAME
from palatine.games.elric.components.world import DATA

Row = Mapping[str, Any]
_ROWS: Final[tuple[Row, ...]] = tuple(DATA.read_toml("spells.toml")["spell"])

SPELLS: Final = len(_ROWS)
SPELL_NAME: Final[tuple[str, ...]] = tuple(row["name"] for row in _ROWS)
_TIMES: Final = Counter(SPELL_NAME)


def _keys() -> Iterator[str]:
    """Iterate over spell keys in lower case, numbered where several counters share a name."""
    seen: Counter[str] = Counter()
    for name in SPELL_NAME:
        seen[name] += 1
        key = re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "").replace("&", "and")).strip("-")
        yield f"{key}-{seen[name]}" if _TIMES[name] > 1 else key


SPELL_KEY: Final = tuple(_keys())
SPELL_BY_KEY: Final[Mapping[str, int]] = MappingProxyType({key: spell for spell, key in enumerate(SPELL_KEY)})

TYPES: Final = ("law", "chaos", "neutral", "immediate", "special", "melnibonean", "elric")
IMMEDIATE, SPECIAL, MELNIBONEAN_ONLY = map(TYPES.index, ("immediate", "special", "melnibonean"))
TYPE_NAME: Final = (
    "Law", "Chaos", "Neutral", "Play Immediately", "Special", "Melnibonean Only", "Elric Only",
)  # fmt: skip
"""By type: its name in the rulebook (9.3)."""
SPELL_TYPE: Final = tuple(TYPES.index(row["type"]) for row in _ROWS)
_ALIGNED: Final = {"law": LAW, "chaos": CHAOS, "neutral": NEUTRAL}
ALIGNMENT: Final = tuple(_ALIGNED.get(row["type"], NONE) for row in _ROWS)
"""By spell: LAW, CHAOS, NEUTRAL or NONE (9.3.5)."""
HAS_VALUE: Final = tuple("value" in row for row in _ROWS)
"""By spell: whether a value is printed on it, even 0."""
SPELL_VALUE: Final = tuple(int(row.get("value", 0)) for row in _ROWS)
"""By spell: its value in battle, unless bare, and its shift of the Balance (9.4, 16.0)."""
IS_BARE: Final = tuple(bool(row.get("bare")) for row in _ROWS)
"""By spell: whether its value is in parentheses and adds nothing in battle (9.2)."""

NATION, PERSONALITY, HORDE = "NPH"
"""Kinds of things a spell can muster, by the letters printed on it; "A" means artifacts."""


def _target(kind: str, name: str) -> int:
    return POWER_NAME.index(name) if kind in (NATION, HORDE) else PIECE_NAME.index(name)


MUSTERS: Final = tuple(tuple((kind, _target(kind, name)) for kind, name in row["musters"]) for row in _ROWS)
"""By spell: what it musters, in printed order (11.0).

Pyaray brings the Chaos Fleet, the Barge brings Magnum Colim.
"""
NATIONS_NAMED: Final = tuple(tuple(target for kind, target in names if kind == NATION) for names in MUSTERS)
"""By spell: the nations it names, in printed order.

Used for Elric's random appearance (12.1.1; ruling A-54).
"""

EATS_ARMIES: Final = tuple("armies" in row.get("eats", ()) for row in _ROWS)
EATS_FLEETS: Final = tuple("fleets" in row.get("eats", ()) for row in _ROWS)
ANY: Final = 99
"""In place of a number of personalities: no limit."""
FLIES: Final = tuple(ANY if row.get("flies") == "any" else int(row.get("flies", 0)) for row in _ROWS)
"""By spell: the personalities it flies, ANY for the Ship of Land and Sea (7.4.2, 16.3)."""
FLIES_ARMIES: Final = tuple(int(row.get("armies", 0)) for row in _ROWS)
EFFECT: Final[tuple[str, ...]] = tuple(row.get("effect", "") for row in _ROWS)
"""By spell: a short description of its other effects."""
SILHOUETTE: Final[tuple[str, ...]] = tuple(row["silhouette"] for row in _ROWS)


def spells_called(name: str) -> tuple[int, ...]:
    """Return the counters with a name, in ascending order."""
    return tuple(spell for spell in range(SPELLS) if SPELL_NAME[spell] == name)


(BALO,), (DEAD_GODS_BOOK,), (OONAI,), (QUAOLNARGN,) = map(
    spells_called, ("Balo the Jester", "Dead Gods Book", "Oonai", "Quaolnargn")
)
(JEWELED_BIRD,), (RUNESTAFF,), (MIRROR,), (SHIP_OF_LAND_AND_SEA,) = map(
    spells_called, ("Jeweled Bird", "Runestaff", "Mirror of Memory", "Ship of Land and Sea")
)
(FOUR_WHO_ARE_ONE,), (SHADE_GATE,), (TOWER,), (INVULNERABILITY,), (DRAGONS,), (HORN_OF_FATE,) = map(
    spells_called,
    (
        "Four-Who-Are-One",
        "Shade Gate",
        "Tower of Voilodion Gagnasdiak",
        "Invulnerability",
        "Dragons",
        "Horn of Fate",
    ),
)
DISPELS: Final = spells_called("Dispel Magic")
NIGHTMARES: Final = spells_called("Elric Nightmare")
RESHUFFLES: Final = spells_called("Reshuffle")
ESCAPES: Final = spells_called("Escape")


ACTS_AT_ONCE: Final = tuple(
    SPELL_TYPE[spell] == IMMEDIATE or spell in (MIRROR, QUAOLNARGN) for spell in range(SPELLS)
)
"""By spell: whether it acts when drawn or found in play instead of being held (9.3.1; A-91)."""

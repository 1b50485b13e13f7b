"""The spells: name, rune, segment and clause (13, 14)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.dark_emperor.components.pieces import (
    AIR_RUNE,
    DEATH,
    EARTH,
    FIRE,
    LIFE,
    METAL,
    SERENITY,
    TERROR,
    WATER,
    WOOD,
)

MOVEMENT, COMBAT, UNDEAD, DIPLOMACY = range(4)
"""The four magic segments in which spells are cast (12.1, G27)."""


class Spell(msgspec.Struct, frozen=True):
    """A spell; `kind` is the magic segment in which it is cast."""

    name: str
    rune: int
    kind: int
    clause: str


SPELLS: Final = (
    Spell("Wall of Flames", FIRE, MOVEMENT, "13.11a"),
    Spell("Incinerate", FIRE, COMBAT, "13.12"),
    Spell("Part Sea", WATER, MOVEMENT, "13.21a"),
    Spell("Maelstrom", WATER, COMBAT, "13.22a"),
    Spell("Call Wind", AIR_RUNE, MOVEMENT, "13.31"),
    Spell("Fly", AIR_RUNE, MOVEMENT, "13.32a"),
    Spell("Move Earth", EARTH, COMBAT, "13.41a"),
    Spell("Open Chasm", EARTH, COMBAT, "13.42"),
    Spell("Forge Sword", METAL, MOVEMENT, "13.51"),
    Spell("Build Fleet", WOOD, MOVEMENT, "13.61a"),
    Spell("Kill", DEATH, COMBAT, "14.11a"),
    Spell("Raise Undead", DEATH, UNDEAD, "14.12a"),
    Spell("Banish Undead", LIFE, COMBAT, "14.21a"),
    Spell("Raise from the Dead", LIFE, MOVEMENT, "14.22a"),
    Spell("Fear", TERROR, COMBAT, "14.31"),
    Spell("Intimidation", TERROR, DIPLOMACY, "14.32"),
    Spell("Peace", SERENITY, COMBAT, "14.41a"),
    Spell("Sweet Reason", SERENITY, DIPLOMACY, "14.42"),
)
(
    WALL_OF_FLAMES, INCINERATE, PART_SEA, MAELSTROM, CALL_WIND, FLY, MOVE_EARTH, OPEN_CHASM, FORGE_SWORD,
    BUILD_FLEET, KILL, RAISE_UNDEAD, BANISH_UNDEAD, RAISE_DEAD, FEAR, INTIMIDATION, PEACE, SWEET_REASON,
) = range(len(SPELLS))  # fmt: skip
SPELL_RUNE: Final = tuple([spell.rune for spell in SPELLS])

CASTS: Final = 32
"""Factor in the operand of a casting action: caster * CASTS + spell."""

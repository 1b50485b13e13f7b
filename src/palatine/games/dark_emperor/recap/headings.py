"""Headings of recap items: the phases of a Player-Turn (4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from palatine.core import Catalogue, RecapItem
from palatine.games.dark_emperor.components.spells import COMBAT, DIPLOMACY, MOVEMENT, SPELLS, UNDEAD

TURN: Final = "player-turn"
PHASES: Final = {
    "recruitment": ("tax", "transfer", "recruit", "vampires", "vampire", "returns", "doge", "doge.only", "torch"),
    "movement": ("march", "march-on", "embark", "land", "to-box", "from-box", "quest.free", "quest.drawn"),
    "attrition": ("attrition", "attrition-none"),
    "combat": ("battle.hero", "battle.walls", "battle.won", "battle.lost", "battle.nothing", "legion.claimed"),
    "diplomacy": ("found.monster", "found.device", "duel.won", "duel.lost", "group.placed"),
}
"""By phase: entry kinds that occur only in it. Others stay under the current heading."""
PHASE_OF: Final = {kind: phase for phase, kinds in PHASES.items() for kind in kinds}
OF_SPELLS: Final = {MOVEMENT: "movement", COMBAT: "combat", UNDEAD: "combat", DIPLOMACY: "diplomacy"}
SPELL_PHASE: Final = {spell.clause: OF_SPELLS[spell.kind] for spell in SPELLS}


def with_headings(words: Catalogue, scenes: Iterable[RecapItem]) -> tuple[RecapItem, ...]:
    """Return items with the name of each phase above its first item; a turn has its own heading."""
    found = []
    there = ""
    for scene in scenes:
        phase = phase_of(scene)
        if scene.kind == TURN:
            there = ""
        elif phase and phase != there:
            there = phase
            scene = replace(scene, heading=words.say(f"recap.phase.{phase}"))
        found.append(scene)
    return tuple(found)


def phase_of(scene: RecapItem) -> str:
    """Return the phase an item certainly belongs to, or ""."""
    if scene.kind.startswith("diplomacy."):
        return "diplomacy"
    if scene.kind in ("magic.works", "magic.fails"):
        return next((SPELL_PHASE[clause] for clause in scene.clauses if clause in SPELL_PHASE), "")
    return PHASE_OF.get(scene.kind, "")

"""Previews before a battle: whether to fight, terrain, garrison."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import PreviewItem
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.components.tables import BATTLE_SIZE, MISSILE_EFFECT
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.field_battles import POOR, battle_odds, field_odds, known_size
from palatine.games.demonlord.preview.marches import LOSS_OF_CAPITAL
from palatine.games.demonlord.rules.combat.battles import (
    BattleOrSiege,
    ChooseBattle,
    ChooseTerrain,
    Garrison,
    followers,
)
from palatine.games.demonlord.state import CAPITALS, NORMAL


@preview(ChooseBattle)
def preview_battle(f: PreviewContext) -> Iterator[PreviewItem]:
    yield battle_odds(f, f.x, list(f.s.stack(f.side, f.x)))


@preview(BattleOrSiege)
def preview_battle_or_siege(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of fighting in the open, or a note on the siege."""
    h = f.step.hex
    units, foe = list(f.s.stack(f.side, h)), f.sight.foe(h)
    if f.verb == "siege":
        yield f.note("besieged", "SIEGE-07", hex=h)
        return
    if foe is not None:
        chance = field_odds(f, h, units).chance
        tell = f.warning if chance < POOR else f.note
        own = len([u for u in units if IS_TROOP[u]])
        yield tell("in-the-open", "BAT-03", count=own, size=known_size(f, foe), share=chance)
    if f.s.variant() == NORMAL and h == CAPITALS[f.side]:
        yield f.note("capital-at-stake", LOSS_OF_CAPITAL[f.side], hex=h)
    yield battle_odds(f, h, units)


@preview(Garrison)
def preview_garrison(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of a relief battle with or without the garrison."""
    h = f.step.hex
    stack = list(f.s.stack(f.side, h))
    outside = [u for u in stack if u not in f.step.garrison]
    yield battle_odds(f, h, outside if f.verb == "stay" else stack)


@preview(ChooseTerrain)
def preview_terrain(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the effects of a terrain, and the odds of the battle on it."""
    battle = f.s.battle
    assert battle is not None
    ground = f.x
    yield f.note("ground-size", "BAT-15", size=BATTLE_SIZE[ground])
    if missiles := MISSILE_EFFECT.get(ground, 0):
        yield f.note("ground-missiles", "BAT-28", amount=missiles)
    units = [u for u in f.s.stack(f.side, battle.hex) if IS_TROOP[u] and u not in battle.aside]
    yield battle_odds(f, battle.hex, [*units, *followers(f.s, f.side)], (ground,))

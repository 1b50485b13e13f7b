"""The captain's decisions in sieges: method, magic, losses."""

from __future__ import annotations

from palatine.core import Action
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.components.pieces import POWER
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.odds import PATIENCE, Siege, siege_value
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.rules.combat.sieges import (
    ASSAULT,
    INVEST,
    ChooseLoss,
    ChooseSiege,
    ChooseSiegeMethod,
    RaiseMagic,
)
from palatine.games.demonlord.rules.magic.casting import PASS


@decides(ChooseSiege)
def decide_siege(sight: CaptainPerception, step: ChooseSiege, actions: list[Action]) -> Action:
    """Choose the most valuable place first, as casters are used up."""
    return max(actions, key=lambda action: prize(sight, action[1]))


@decides(ChooseSiegeMethod)
def decide_siege_method(sight: CaptainPerception, step: ChooseSiegeMethod, actions: list[Action]) -> Action:
    """Choose the method that promises more over the next siege steps, or those left in the game."""
    siege, ahead = siege_at(sight, step.hex), PATIENCE
    if 0 < sight.phases_left <= PATIENCE:
        siege, ahead = siege._replace(unfinished=0.0), sight.phases_left
    return ASSAULT if siege_value(siege, True, ahead) > siege_value(siege, False, ahead) else INVEST


def siege_at(sight: CaptainPerception, h: int) -> Siege:
    """Return a siege by this side, with the modifiers expected from visible facts."""
    foe = sight.foe(h)
    ours, theirs = sight.siege_modifiers(h, PATIENCE)
    inside = foe.size if foe else 0
    return Siege(len(sight.troops(h)), inside, tuple(ours), theirs, prize(sight, h))


@decides(RaiseMagic)
def decide_raise_magic(sight: CaptainPerception, step: RaiseMagic, actions: list[Action]) -> Action:
    """Exceed the enemy's magic, or equal it, with the least power; pass if neither is possible."""
    announced = step.magic.announced
    mine = sum([POWER[u] for u in announced if sight.is_mine(u)])
    theirs = sum([POWER[u] for u in announced if not sight.is_mine(u)])
    able = sorted([action for action in actions if action != PASS], key=lambda action: POWER[action[1]])
    if mine > theirs or mine + sum([POWER[action[1]] for action in able]) < theirs:
        return PASS
    return next((action for action in able if mine + POWER[action[1]] > theirs), able[-1])


@decides(ChooseLoss)
def decide_loss(sight: CaptainPerception, step: ChooseLoss, actions: list[Action]) -> Action:
    """Choose the least valuable troop."""
    return min(actions, key=lambda action: WORTH[action[1]])

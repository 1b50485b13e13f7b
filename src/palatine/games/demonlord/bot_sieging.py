"""The captain before and behind the walls: assault or investment, siege magic, whom to lose."""

from __future__ import annotations

from typing import Final

from palatine.core import Action
from palatine.games.demonlord.bot_odds import fall_by_storm, siege_round
from palatine.games.demonlord.bot_prizes import prize
from palatine.games.demonlord.bot_sight import Sight
from palatine.games.demonlord.bot_strength import BACK_WORTH, WORTH
from palatine.games.demonlord.casting import PASS
from palatine.games.demonlord.components import CASTLES, LYUNG, MODE, POWER
from palatine.games.demonlord.sieges import (
    ASSAULT,
    INVEST,
    LONG_SIEGE,
    ChooseLoss,
    ChooseSiege,
    Method,
    RaiseMagic,
)

HURRY: Final = 0.5
"""What part of a place's prize it is worth to have it a siege step earlier."""


def choose_siege(sight: Sight, step: ChooseSiege, actions: list[Action]) -> Action:
    """The greatest prize first: casters spend themselves on it."""
    return max(actions, key=lambda action: prize(sight, action[1]))


def method(sight: Sight, step: Method, actions: list[Action]) -> Action:
    """Whichever promises more: the place, the garrison's losses, less one's own."""
    return ASSAULT if siege_value(sight, step.hex, True) > siege_value(sight, step.hex, False) else INVEST


def siege_value(sight: Sight, h: int, assault: bool) -> float:
    foe = sight.foe(h)
    inside = foe.count if foe else 0
    mine = sight.troops(h)
    ours, theirs = modifiers(sight, h)
    found = siege_round(assault, ours, theirs, inside, len(mine))
    cheapest = min([WORTH[u] for u in mine])
    kills = (found.inside + found.surrender * inside) * BACK_WORTH[sight.enemy]
    taken = fall_by_storm(assault, ours, inside) * HURRY * prize(sight, h)
    wiped = prize(sight, h) if found.outside >= len(mine) else 0.0
    return taken + kills - found.outside * cheapest - wiped


def modifiers(sight: Sight, h: int) -> tuple[int, int]:
    """What besieger (oneself) and defender are likely to add to their dice."""
    mine, theirs = sight.best_lead(h)
    steps = sight.siege_steps(h)
    ours = int(mine > theirs) + int(h in CASTLES and h != LYUNG) + int(steps >= LONG_SIEGE) - int(steps <= 1)
    if h == LYUNG:
        ours -= int(not any([MODE[u] == "W" for u in sight.troops(h)]))
    return ours, int(theirs > mine)


def raise_magic(sight: Sight, step: RaiseMagic, actions: list[Action]) -> Action:
    """Outbid the enemy, or draw level, with as little as does it; do not bid where neither can be done."""
    announced = step.magic.announced
    mine = sum([POWER[u] for u in announced if sight.is_mine(u)])
    theirs = sum([POWER[u] for u in announced if not sight.is_mine(u)])
    able = sorted([action for action in actions if action != PASS], key=lambda action: POWER[action[1]])
    if mine > theirs or mine + sum([POWER[action[1]] for action in able]) < theirs:
        return PASS
    return next((action for action in able if mine + POWER[action[1]] > theirs), able[-1])


def choose_loss(sight: Sight, step: ChooseLoss, actions: list[Action]) -> Action:
    """The least of the troops."""
    return min(actions, key=lambda action: WORTH[action[1]])

"""The captain's decisions on losses, retreats and escapes (8.12, 9.25 to 9.27)."""

from __future__ import annotations

from typing import Any

from palatine.core import Action
from palatine.games.dark_emperor.bot.odds import power
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.components.world import CITY_AT, OWNER
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.characters.leaders import ChooseReturn
from palatine.games.dark_emperor.rules.characters.lone_leaders import Escape
from palatine.games.dark_emperor.rules.combat.combat import ChooseBattle, ChooseHero, combat_chance, rehearse
from palatine.games.dark_emperor.rules.combat.retreats import FollowTo, RetreatTo
from palatine.games.dark_emperor.rules.common.losses import ChooseLoss
from palatine.games.dark_emperor.rules.movement.attrition import AttritionLosses
from palatine.games.dark_emperor.rules.movement.stacking import ChooseExcess


@decides(AttritionLosses, ChooseLoss, ChooseExcess)
def decide_loss(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the unit of least value."""
    return min(actions, key=lambda action: (sight.worth(action[1]), action[1]))


@decides(ChooseBattle)
def decide_battle(sight: Perception, step: ChooseBattle, actions: list[Action]) -> Action:
    """Choose the battle most likely to be won, so that others can still fall back on it."""

    def added(action: Action) -> int:
        eve, heroes = rehearse(sight.state, action[1])
        return combat_chance(eve, action[1], heroes).tally.value

    return max(actions, key=added)


@decides(ChooseHero)
def decide_hero(sight: Perception, step: ChooseHero, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: sight.rating(action[1]))


@decides(RetreatTo)
def decide_retreat_to(sight: Perception, step: RetreatTo, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: refuge_value(sight, action[1]))


def refuge_value(sight: Perception, h: int) -> float:
    """Return how good a hex is for retreating units: friendly city, friendly units, space."""
    here = sight.own(h)
    room = LIMIT[h] - len(here)
    mine = OWNER[h] >= 0 and sight.is_mine(OWNER[h])
    return 2.0 * (h in CITY_AT and mine) + mine + bool(here) - 4.0 * (room <= 0)


@decides(FollowTo)
def decide_follow_to(sight: Perception, step: FollowTo, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: power(sight, sight.own(action[1])))


@decides(Escape)
def decide_escape(sight: Perception, step: Escape, actions: list[Action]) -> Action:
    """Choose the strongest friendly army; without one, a hex far from others."""
    return max(actions, key=lambda action: shelter(sight, action[1]))


@decides(ChooseReturn)
def decide_return(sight: Perception, step: ChooseReturn, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: shelter(sight, action[1]))


def shelter(sight: Perception, h: int) -> float:
    """Return how safe a leader is in a hex."""
    here = power(sight, sight.own(h))
    if here:
        return here * (1.5 if h in CITY_AT else 1.0)
    return 0.5 if OWNER[h] in sight.sleeping or OWNER[h] < 0 else 0.0

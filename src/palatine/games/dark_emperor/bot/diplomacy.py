"""The captain's decisions on diplomacy, and the assignment of conquests (6.33, 11, 18, 19)."""

from __future__ import annotations

from typing import Any

from palatine.core import Action
from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.leaders import GROUP_WORTH, diplomacy_bonus
from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, NECROMANCER
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.components.world import TAXATION
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.realm.conquest import AssignLands
from palatine.games.dark_emperor.rules.realm.diplomacy import (
    ChooseGroup,
    ChooseMonster,
    Court,
    diplomacy_odds,
    open_monsters,
)
from palatine.games.dark_emperor.rules.realm.magic_hexes import ChooseFighter, ChooseFinder
from palatine.games.dark_emperor.rules.realm.mercenaries import AssignGroup, PlaceGroup
from palatine.games.dark_emperor.state import END

FAIR = 0.55
"""Chance of an alliance with a monster at which a leader tries it voluntarily."""


@decides(Court)
def decide_court(sight: Perception, step: Court, actions: list[Action]) -> Action:
    """Try all possible negotiations, by the most persuasive leader first."""
    able = [action for action in actions if action[0] != "end" and is_worth_trying(sight, action)]
    return max(able, key=lambda action: eloquence(sight, action), default=END)


def eloquence(sight: Perception, action: Action) -> tuple[int, int]:
    if action[0] == "herald":
        return 0, TAXATION[action[1]]
    return sight.state.sway.get(action[1], 0), diplomacy_bonus(action[1])


def is_worth_trying(sight: Perception, action: Action) -> bool:
    if action[0] != "parley":
        return True
    s, leader = sight.state, action[1]
    return any([monster_luck(sight, leader, monster) >= FAIR for monster in open_monsters(s, s.where[leader])])


def monster_luck(sight: Perception, leader: int, monster: int) -> float:
    return diplomacy_odds(sight.state, sight.side, leader, monster).probability()


@decides(ChooseMonster)
def decide_monster(sight: Perception, step: ChooseMonster, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: monster_luck(sight, step.leader, action[1]))


@decides(ChooseGroup)
def decide_group(sight: Perception, step: ChooseGroup, actions: list[Action]) -> Action:
    def value(action: Action) -> float:
        won = diplomacy_odds(sight.state, sight.side, step.leader, action[1])
        return GROUP_WORTH[action[1] - GROUP_POWERS[0]] * won.count()

    return max(actions, key=value)


@decides(AssignGroup)
def decide_assign_group(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the Necromancer, whose own production counts; otherwise the richest kingdom."""
    return max(actions, key=lambda action: (action[1] == NECROMANCER, riches(action[1])))


def riches(power: int) -> int:
    return TAXATION[power] if power < len(TAXATION) else 0


@decides(AssignLands)
def decide_assign_lands(sight: Perception, step: AssignLands, actions: list[Action]) -> Action:
    """Choose the Necromancer, or otherwise the kingdom itself, or the richest."""
    return max(
        actions,
        key=lambda action: (action[1] == NECROMANCER, action[1] == step.kingdom, riches(action[1])),
    )


@decides(PlaceGroup)
def decide_place_group(sight: Perception, step: PlaceGroup, actions: list[Action]) -> Action:
    """Choose the city with room that is nearest to the enemy."""
    s = sight.state
    foes = list(s.stacks[sight.foe])

    def value(action: Action) -> tuple[bool, int]:
        h = action[1]
        return LIMIT[h] - len(sight.own(h)) >= 3, -min([distances(h)[n] for n in foes], default=0)

    return max(actions, key=value)


@decides(ChooseFinder, ChooseFighter)
def decide_finder(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: sight.rating(action[1]))

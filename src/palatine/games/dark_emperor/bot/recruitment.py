"""The captain's decisions on recruits and vampires (7.2, 7.3)."""

from __future__ import annotations

from typing import Any

from palatine.core import Action
from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.garrisons import threat
from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, IS_GREATER, NAVAL, POOL, UNIT_TYPE, UNITS_OF
from palatine.games.dark_emperor.components.tables import LIMIT, TRANSFER
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_HEXES, OWNER, ZOLAHAURESLOR
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.realm.recruitment import (
    ChooseCity,
    ChooseGiver,
    ChoosePayer,
    RecruitUnits,
    givers,
    price,
    terms,
)
from palatine.games.dark_emperor.rules.realm.vampires import ChooseGrade, Raise
from palatine.games.dark_emperor.state import END, DarkEmperorState


@decides(RecruitUnits)
def decide_recruit_units(sight: Perception, step: RecruitUnits, actions: list[Action]) -> Action:
    """Buy the best units that a kingdom can pay for itself, then those allies can pay for."""
    offers = [action for action in actions if action[0] == "buy"]
    able = [action for action in offers if is_affordable(sight, action[1])]
    able = able or [action for action in offers if is_covered(sight, action[1])]
    return max(able, key=lambda action: bargain(sight, action[1]), default=END)


def is_affordable(sight: Perception, u: int) -> bool:
    """Return whether a unit can be bought without allies' gold, half of which is lost (7.22).

    Every unit of the groups is affordable, and every land unit of a threatened kingdom.
    """
    s = sight.state
    power = s.power[u]
    if power in GROUP_POWERS or s.gold[power] >= price(s, u):
        return True
    return any([threat(sight, h) > 4 for h in CITY_HEXES[power]]) and UNIT_TYPE[u] != NAVAL


def is_covered(sight: Perception, u: int) -> bool:
    """Return whether allies can give what is missing from gold they do not need (7.22)."""
    s = sight.state
    spare = [spare_gold(s, k) // TRANSFER for k in givers(s, sight.side, s.power[u])]
    return terms(s, u)[1] <= sum(spare)


def spare_gold(s: DarkEmperorState, kingdom: int) -> int:
    """Return a kingdom's gold beyond the price of what it can buy itself (6.31, 7.21)."""
    pool = [] if s.is_conquered(kingdom) else [u for u in UNITS_OF[kingdom] if s.where[u] == POOL]
    return max(0, s.gold[kingdom] - sum([price(s, u) for u in pool]))


def bargain(sight: Perception, u: int) -> float:
    """Return strength per gold; fleets rank below land units."""
    s = sight.state
    return s.strength(u) / price(s, u) - 0.1 * (UNIT_TYPE[u] == NAVAL)


@decides(ChooseCity)
def decide_city(sight: Perception, step: ChooseCity, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: need(sight, action[1]))


@decides(Raise)
def decide_raise(sight: Perception, step: Any, actions: list[Action]) -> Action:
    able = [action for action in actions if action[0] == "raise"]
    return max(able, key=lambda action: need(sight, action[1]))


def need(sight: Perception, h: int) -> float:
    """Return how much a city needs another unit: enemies near, room, capital."""
    front = list(sight.state.stacks[sight.foe])
    if sight.is_dark and not front:
        front = list(CITY_HEXES[ZOLAHAURESLOR])
    foes = [distances(h)[n] for n in front]
    room = LIMIT[h] - len(sight.own(h))
    near = min(foes, default=20)
    return min(threat(sight, h), 12) * 0.2 - near * 0.3 + (h == CAPITAL[OWNER[h]]) - 5.0 * (room <= 0)


@decides(ChooseGrade)
def decide_grade(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: IS_GREATER[action[1]])


@decides(ChoosePayer, ChooseGiver)
def decide_payer(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the kingdom with most gold to spare."""
    s = sight.state
    return max(actions, key=lambda action: (spare_gold(s, action[1]), s.gold[action[1]]))

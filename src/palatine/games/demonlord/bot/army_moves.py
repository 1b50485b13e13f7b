"""Marches of the captain's armies: objectives, and how far they can safely go."""

from __future__ import annotations

from math import ceil
from typing import Final

from palatine.games.demonlord.bot.parameters import BALANCED, RUSH, USUAL_AIM
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.bot.planner import Arm, Campaign
from palatine.games.demonlord.components.pieces import CLASS, MP
from palatine.games.demonlord.preview.distances import FAR, journey, march_from
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS, NORMAL

ONE_TROOP: Final = 1.0
"""Value of a troop, the minimum for any task."""
DETOUR: Final = 1
"""Points by which a route may exceed the shortest one."""


def march_armies(campaign: Campaign) -> None:
    """Assign troops without orders to the aim or to objectives, and move them there."""
    campaign.aim = aim_of(campaign.sight)
    if campaign.aim == RUSH:
        relieve_capital(campaign)
        advance(campaign, campaign.idle(), CAPITALS[campaign.sight.enemy])
        return
    objectives = objectives_of(campaign)
    first = CAPITALS[campaign.sight.side]
    chosen = 0
    while objectives and (idle := campaign.idle()):
        appeal, best = max([(appeal_of(campaign, h, idle), -h) for h in objectives])
        if appeal <= 0:
            break
        objectives.remove(-best)
        first = first if chosen else -best
        chosen += 1
        advance(campaign, enlist(campaign, -best, idle), -best)
    advance(campaign, campaign.idle(), first)


def relieve_capital(campaign: Campaign) -> None:
    """Turn back troops that are nearer to the own capital than to the enemy's if it is in danger."""
    sight = campaign.sight
    home, goal = CAPITALS[sight.side], CAPITALS[sight.enemy]
    if sight.foe(home) or campaign.danger.at(home) > campaign.army.get(home, 0.0):
        advance(
            campaign,
            [
                arm
                for arm in campaign.idle()
                if turns_to(arm.unit, arm.hex, home) < turns_to(arm.unit, arm.hex, goal)
            ],
            home,
        )


def aim_of(sight: CaptainPerception) -> str:
    """Return the aim of the armies: that of the parameters, or what the position calls for.

    A capital that wins at once is worth the march if enough troops can arrive before the last turn ends.
    """
    if sight.parameters.aim != USUAL_AIM:
        return sight.parameters.aim
    return RUSH if sight.ending == NORMAL and can_arrive(sight, CAPITALS[sight.enemy]) else BALANCED


def can_arrive(sight: CaptainPerception, goal: int) -> bool:
    """Return whether enough troops for a siege can reach a place before the last turn ends."""
    turns = (sight.phases_left + 1) // 2 if sight.phases_left else FAR
    have = sum([WORTH[u] for h in sight.hexes for u in sight.troops(h) if turns_to(u, h, goal) <= turns])
    return have >= max(ONE_TROOP, sight.parameters.siege * sight.foe_strength(goal))


def objectives_of(campaign: Campaign) -> list[int]:
    """Return enemy places, and own ones that are besieged or in danger."""
    sight = campaign.sight
    theirs = [h for h in sight.places_of(sight.enemy) if prize(sight, h)]
    ours = [h for h in sight.places_of(sight.side) if prize(sight, h)]
    return theirs + [h for h in ours if sight.foe(h) or campaign.danger.at(h) > campaign.army.get(h, 0.0)]


def wanted_at(campaign: Campaign, h: int) -> float:
    """Return the value of troops required for success at an objective."""
    sight, by = campaign.sight, campaign.sight.parameters
    others = campaign.danger.at(h, h)
    if sight.holder(h) == sight.side:
        return max(ONE_TROOP / 2, by.relief * sight.foe_strength(h) + others - campaign.army.get(h, 0.0))
    return max(ONE_TROOP, by.superior * sight.foe_strength(h) + by.others * others)


def appeal_of(campaign: Campaign, h: int, idle: list[Arm]) -> float:
    """Return the value of an objective relative to the time; 0 if out of reach or too strong."""
    wanted = wanted_at(campaign, h)
    have = time = 0.0
    for turns, u in sorted([(turns_to(arm.unit, arm.hex, h), arm.unit) for arm in idle]):
        if have >= wanted or turns > campaign.sight.parameters.soon:
            break
        have += WORTH[u]
        time += turns * WORTH[u]
    if have < campaign.sight.parameters.feasible * wanted or not have:
        return 0.0
    return prize(campaign.sight, h) / float((1 + time / have) ** campaign.sight.parameters.impatience)


def turns_to(u: int, h: int, goal: int) -> int:
    """Return the number of turns in which a troop in hex `h` reaches a place with a leader."""
    return ceil(journey(CLASS[u], goal)[h] / max(1, MP[u]))


def enlist(campaign: Campaign, h: int, idle: list[Arm]) -> list[Arm]:
    """Return the nearest troops, as many as the objective requires, with a reserve."""
    wanted, have = campaign.sight.parameters.reserve * wanted_at(campaign, h), 0.0
    chosen: list[Arm] = []
    for arm in sorted(idle, key=lambda arm: (turns_to(arm.unit, arm.hex, h), arm.unit)):
        if have >= wanted:
            break
        chosen.append(arm)
        have += WORTH[arm.unit]
    return chosen


def advance(campaign: Campaign, arms: list[Arm], goal: int) -> None:
    """Move troops as near to the goal as is safe, as many as possible together."""
    while arms:
        h = front(campaign, arms, goal)
        for arm in arms:
            if h < 0:
                campaign.send(arm.unit, refuge(campaign, arm), "refuge")
            elif h in arm.reach.cost:
                campaign.send(arm.unit, h, "advance")
                campaign.destinations[arm.unit] = goal
        arms = [arm for arm in arms if arm.unit not in campaign.goals]


def front(campaign: Campaign, arms: list[Arm], goal: int) -> int:
    """Return the hex nearest to the goal that is safe for those who reach it, or -1."""
    road = march_from(goal)
    best, best_key = -1, (FAR, 0.0, 0)
    for h in stations(campaign.sight, arms, goal):
        have = campaign.army.get(h, 0.0) + sum([WORTH[arm.unit] for arm in arms if h in arm.reach.cost])
        key = (road[h], -have, h)
        if key < best_key and have >= caution(campaign.sight, h) * campaign.danger.at(h):
            best, best_key = h, key
    return best


def caution(sight: CaptainPerception, h: int) -> float:
    """Return the ratio of own to enemy troops required to stay in a hex."""
    is_walled = sight.holder(h) == sight.side and sight.is_fortress(h)
    return sight.parameters.walls if is_walled else sight.parameters.caution


def stations(sight: CaptainPerception, arms: list[Arm], goal: int) -> set[int]:
    """Return the hexes on the way to the goal, and the side's fortresses within reach."""
    havens = {h for h in sight.places_of(sight.side) if sight.is_fortress(h)}
    found: set[int] = set()
    for arm in {(arm.hex, sight.pace(arm.unit)): arm for arm in arms}.values():
        road = journey(CLASS[arm.unit], goal)
        limit = road[arm.hex] + DETOUR
        found |= {h for h, spent in arm.reach.cost.items() if spent + road[h] <= limit}
        found |= havens & arm.reach.cost.keys()
    return {h for h in found if not sight.foe(h)}


def refuge(campaign: Campaign, arm: Arm) -> int:
    """Return the safest hex for a troop that is safe nowhere on its way."""
    sight = campaign.sight
    able = [h for h in arm.reach.cost if not sight.foe(h)] or [arm.hex]
    return min(able, key=lambda h: (exposure(campaign, h), h))


def exposure(campaign: Campaign, h: int) -> float:
    """Return by how much enemies that can reach a hex exceed the troops that will be there."""
    return campaign.danger.at(h) * caution(campaign.sight, h) - campaign.army.get(h, 0.0)

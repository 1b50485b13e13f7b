"""Attacks possible in this phase, and their value."""

from __future__ import annotations

from typing import NamedTuple

from palatine.games.demonlord.bot.garrisons import Guards
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.bot.planner import Arm, Campaign
from palatine.games.demonlord.components.world import NEUTRAL
from palatine.games.demonlord.preview.odds import BattleEstimate, estimate_attack
from palatine.games.demonlord.preview.perception import Foe, strength
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS


class Strike(NamedTuple):
    """An attack that is possible in this phase."""

    gain: float
    hex: int
    units: tuple[int, ...] = ()


def plan_attacks(campaign: Campaign, guards: Guards) -> None:
    """Plan the attacks that gain most, one by one, while any has a gain."""
    targets = targets_of(campaign)
    while targets:
        best = max([consider(campaign, guards, t) for t in targets])
        if best.gain <= 0:
            return
        for u in best.units:
            campaign.send(u, best.hex, "attack")
        targets.remove(best.hex)


def targets_of(campaign: Campaign) -> list[int]:
    """Return hexes of enemies, and undefended enemy places, that a troop can reach."""
    sight = campaign.sight
    wanted = {foe.hex for foe in sight.foes} | {h for h in sight.places_of(sight.enemy) if prize(sight, h)}
    reached = set[int]().union(*[arm.reach.cost.keys() & wanted for arm in campaign.arms])
    return sorted(reached)


def consider(campaign: Campaign, guards: Guards, t: int) -> Strike:
    """Return the best attack on a hex with all troops that can be spared."""
    arms = [arm for arm in campaign.idle() if t in arm.reach.cost and arm.unit not in guards.kept(arm.hex, t)]
    if not arms:
        return Strike(0.0, t)
    arms.sort(key=lambda arm: (arm.hex != t, -WORTH[arm.unit], arm.unit))
    foe = campaign.sight.foe(t)
    if foe is None or not foe.may_fight:
        return walk_in(campaign, t, arms)
    return assail(campaign, t, arms, foe)


def walk_in(campaign: Campaign, t: int, arms: list[Arm]) -> Strike:
    """Return the move that takes an undefended place or hunts a character.

    It uses enough troops to hold the hex; if that is impossible, the weakest one.
    """
    sight, danger = campaign.sight, campaign.danger.at(t, t)
    place = prize(sight, t) if sight.holder(t) == sight.enemy else 0.0
    if not place:
        return Strike(0.0 if danger else sight.parameters.hunt, t, (arms[-1].unit,))
    if strength([arm.unit for arm in arms]) < danger:
        return Strike(place, t, (arms[-1].unit,))
    return Strike(place, t, enough(campaign, t, arms, danger))


def enough(campaign: Campaign, t: int, arms: list[Arm], wanted: float) -> tuple[int, ...]:
    """Return the best troops that, with those already there, reach the wanted value."""
    chosen: list[int] = []
    have = campaign.army.get(t, 0.0)
    for arm in arms:
        if chosen and have >= wanted:
            break
        chosen.append(arm.unit)
        have += WORTH[arm.unit]
    return tuple(chosen)


def assail(campaign: Campaign, t: int, arms: list[Arm], foe: Foe) -> Strike:
    """Return an attack on troops if the odds are good and others cannot punish it."""
    sight = campaign.sight
    units = [*campaign.bound_for(t), *[arm.unit for arm in arms], *company(sight, t, arms)]
    odds = estimate_attack(units, sight.backs, foe.size, sight.grounds(t))
    if odds.chance < chance_wanted(sight, t):
        return Strike(0.0, t)
    others = campaign.danger.at(t, t)
    force = strength(units)
    gain = (
        siege_gain(sight, t, force, foe, others)
        if is_enemy_fortress(sight, t)
        else (battle_gain(sight, t, force, foe, others, odds))
    )
    if gain <= 0:
        return Strike(0.0, t)
    committed = campaign.army.get(t, 0.0)
    return Strike(gain + committed, t, enough(campaign, t, arms, sight.parameters.plenty * foe.strength + others))


def is_enemy_fortress(sight: CaptainPerception, t: int) -> bool:
    return sight.holder(t) == sight.enemy and sight.is_fortress(t)


def siege_gain(sight: CaptainPerception, t: int, force: float, foe: Foe, others: float) -> float:
    """Return the gain of besieging a fortress; 0 if the besiegers would be overwhelmed."""
    by = sight.parameters
    if not sight.must_gamble and force < max(by.siege * foe.strength, by.exposed * (foe.strength + others)):
        return 0.0
    return prize(sight, t) * by.chance_to_take


def battle_gain(
    sight: CaptainPerception, t: int, force: float, foe: Foe, others: float, odds: BattleEstimate
) -> float:
    """Return the gain of a battle in the open, with the place it wins or saves."""
    place = prize(sight, t) if sight.holder(t) != NEUTRAL else 0.0
    if t == CAPITALS[sight.side]:
        return place * odds.chance
    if sight.must_gamble:
        return (place + foe.strength) * odds.chance
    if force * odds.left < sight.parameters.aftermath * others:
        return 0.0
    return odds.gain(force, foe.strength) + place * odds.chance


def chance_wanted(sight: CaptainPerception, t: int) -> float:
    """Return the minimum chance of winning a battle."""
    if t == CAPITALS[sight.side] or sight.must_gamble:
        return sight.parameters.desperate
    is_begun = bool(sight.troops(t))
    return sight.parameters.steady if is_begun or sight.holder(t) == sight.side else sight.parameters.bold


def company(sight: CaptainPerception, t: int, arms: list[Arm]) -> list[int]:
    """Return the characters in a hex, and those who can come along."""
    found = list(sight.characters(t))
    for h in sorted({arm.hex for arm in arms if arm.hex != t}):
        found += [c for c in sight.characters(h) if sight.may_move(c)]
    return found

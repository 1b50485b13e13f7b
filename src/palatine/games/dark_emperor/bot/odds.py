"""Estimates of battles and losses (9.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from palatine.core import Tally, success_chance
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.tables import CombatResult
from palatine.games.dark_emperor.rules.combat.combat import combat_parts, combat_results
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.rules.common.sieges import defence
from palatine.games.dark_emperor.rules.movement.attrition import attrition_results


class BattleEstimate(NamedTuple):
    """Expected results of an attack."""

    wins: float
    """Chance that the defenders leave the hex."""
    own: float
    """Average number of units the attacker loses."""
    theirs: float
    """Average number of units the defender loses."""
    routed: float
    """Chance that the attacker must retreat."""
    wiped: float
    """Chance that no defender is left."""


@lru_cache(maxsize=50000)
def estimate_battle(bonus: int, attackers: int, defenders: int) -> BattleEstimate:
    """Return the estimate of a battle with this die modifier and these numbers of units."""
    found = combat_results(bonus)

    def wiped(row: CombatResult) -> bool:
        return row.defender_loses >= defenders > 0

    return BattleEstimate(
        found.probability(lambda row: wiped(row) or (row.defender_retreats and row.attacker_loses < attackers)),
        found.mean(lambda row: min(row.attacker_loses, attackers)),
        found.mean(lambda row: min(row.defender_loses, defenders)),
        found.probability(lambda row: row.attacker_retreats),
        found.probability(wiped),
    )


@cache
def attrition_mean(points: int, units: int) -> float:
    """Return the average number of units a stack loses by attrition."""
    return attrition_results(points, units).mean(float)


@cache
def success_probability(value: int) -> float:
    """Return the chance of a roll up to a Hero Rating or Magic Strength (9.27b, 12.2)."""
    tally = Tally("value")
    tally.add(value, "12.2", "magic-strength")
    return success_chance(tally).distribution().probability()


class Defence(NamedTuple):
    """Defenders of a hex."""

    units: int
    strength: int
    walls: int
    """Multiplier of the strength by walls, unless the attacker has a siege train."""
    hero: int
    worth: float
    heads: float
    """Average number of leaders who would die if left alone with the attacker (9.27)."""


def defence_of(sight: Perception, h: int) -> Defence:
    """Return the present defence of a hex."""
    s = sight.state
    here = sight.against(h)
    fighting = [u for u in here if not is_train(u)]
    strength = sum([s.strength(u) for u in here])
    worth = sum([1.0 + 0.8 * s.strength(u) for u in fighting])
    leaders = sight.heroes_against(h)
    heads = sum([1 - success_probability(sight.rating(leader)) for leader in leaders])
    return Defence(len(fighting), strength, defence(s, h, ()), sight.best_hero(leaders), worth, heads)


@lru_cache(maxsize=50000)
def battle(strength: int, hero: int, against: Defence, h: int, has_train: bool, attackers: int) -> BattleEstimate:
    """Return the estimate of an attack on the defence of a hex."""
    defending = (against.strength * (1 if has_train else against.walls)) or 1
    bonus = sum([amount for amount, _, _ in combat_parts(h, strength or 1, defending, hero, against.hero)])
    return estimate_battle(bonus, attackers, against.units)


def power(sight: Perception, units: Sequence[int]) -> int:
    return sum(map(sight.state.strength, units))

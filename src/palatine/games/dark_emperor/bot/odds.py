"""What a battle is likely to bring, die by die (9.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from palatine.core import Tally, success
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.tables import CombatResult
from palatine.games.dark_emperor.rules.combat.combat import combat_parts, combat_results
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.rules.common.sieges import defence
from palatine.games.dark_emperor.rules.movement.attrition import attrition_results


class BattleEstimate(NamedTuple):
    """What an attack is likely to bring."""

    wins: float
    """The chance that the defenders leave the hex."""
    own: float
    """Units the attacker loses, on average."""
    theirs: float
    """Units the defender loses, on average."""
    routed: float
    """The chance that the attacker has to retreat."""
    wiped: float
    """The chance that no defender is left."""


@lru_cache(maxsize=50000)
def estimate_battle(bonus: int, attackers: int, defenders: int) -> BattleEstimate:
    """The outcome of a battle with this much added to the die, between so many units."""
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
    """Units a stack loses on a march, on average."""
    return attrition_results(points, units).mean(float)


@cache
def success_probability(value: int) -> float:
    """Return how likely a die is no higher than a value: a Hero Rating or Magic Strength (9.27b, 12.2)."""
    tally = Tally("value")
    tally.add(value, "12.2", "magic-strength")
    return success(tally).distribution().probability()


class Defence(NamedTuple):
    """Who holds a hex against me."""

    units: int
    strength: int
    walls: int
    """What walls multiply the strength by, unless a siege train is brought."""
    hero: int
    worth: float
    heads: float
    """How many leaders would fall, on average, if they were left alone with me (9.27)."""


def defence_of(sight: Perception, h: int) -> Defence:
    """The defence of a hex as it stands."""
    s = sight.state
    here = sight.against(h)
    fighting = [u for u in here if not is_train(u)]
    strength = sum([s.strength(u) for u in here])
    worth = sum([1.0 + 0.8 * s.strength(u) for u in fighting])
    leaders = sight.heroes_against(h)
    heads = sum([1 - success_probability(sight.rating(leader)) for leader in leaders])
    return Defence(len(fighting), strength, defence(s, h, ()), sight.best_hero(leaders), worth, heads)


def bonus(strength: int, hero: int, against: Defence, h: int, has_train: bool) -> int:
    """What is added to the attacker's die."""
    defending = (against.strength * (1 if has_train else against.walls)) or 1
    return sum([amount for amount, _, _ in combat_parts(h, strength or 1, defending, hero, against.hero)])


def power(sight: Perception, units: Sequence[int]) -> int:
    return sum(map(sight.state.strength, units))

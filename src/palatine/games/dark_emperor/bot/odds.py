"""What a battle is likely to bring, die by die (9.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components import tables
from palatine.games.dark_emperor.components.world import GROUND, MOUNTAIN
from palatine.games.dark_emperor.rules.combat.combat import advantage
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.rules.common.sieges import defence


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
    wins = own = theirs = routed = wiped = 0.0
    for die in range(1, 7):
        row = tables.combat_result(die + bonus)
        mine, his = min(row.attacker_loses, attackers), min(row.defender_loses, defenders)
        own += mine / 6
        theirs += his / 6
        routed += row.attacker_retreats / 6
        wins += ((row.defender_retreats and mine < attackers) or his == defenders > 0) / 6
        wiped += (his == defenders > 0) / 6
    return BattleEstimate(wins, own, theirs, routed, wiped)


@cache
def march_loss_chances(points: int, units: int) -> tuple[tuple[float, int], ...]:
    """The losses of a stack on a march, with their chances (8.12)."""
    if points <= 0:
        return ((1.0, 0),)
    found: dict[int, float] = {}
    for die in range(1, 7):
        lost = min(units, tables.losses_by_attrition(points, die))
        found[lost] = found.get(lost, 0.0) + 1 / 6
    return tuple([(chance, lost) for lost, chance in found.items()])


@cache
def attrition_mean(points: int, units: int) -> float:
    """Units a stack loses on a march, on average."""
    return sum([chance * lost for chance, lost in march_loss_chances(points, units)])


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
    heads = sum([max(0.0, 1 - sight.rating(leader) / 6) for leader in leaders])
    return Defence(len(fighting), strength, defence(s, h, ()), sight.best_hero(leaders), worth, heads)


def bonus(strength: int, hero: int, against: Defence, h: int, has_train: bool) -> int:
    """What is added to the attacker's die."""
    defending = (against.strength * (1 if has_train else against.walls)) or 1
    total = advantage(strength or 1, defending) + hero - against.hero
    return total + tables.MOUNTAIN_COMBAT if GROUND[h] == MOUNTAIN else total


def power(sight: Perception, units: Sequence[int]) -> int:
    return sum(map(sight.state.strength, units))

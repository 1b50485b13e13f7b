"""Estimates of duels, battles and sieges, on which all odds of fights are based."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import exp
from typing import Final, NamedTuple

from palatine.core import Estimate
from palatine.games.demonlord.components.pieces import (
    IS_TROOP,
    LEAD,
    MISSILE,
    MORALE,
    POWER,
    UNIT_SIDE,
    UNITS,
)
from palatine.games.demonlord.components.tables import (
    BATTLE_SIZE,
    SURRENDER,
)
from palatine.games.demonlord.preview.unit_values import (
    WORTH,
    CombatValue,
    combat_value,
    value_of,
)
from palatine.games.demonlord.rules.combat.attacks import armour_bonus, hit_probability, melee_parts, missile_parts
from palatine.games.demonlord.rules.combat.morale import HIGHEST_MORALE, MAGIC, ancients_loss, fall_probability
from palatine.games.demonlord.rules.combat.sieges import siege_results

ROUNDS: Final = 24
"""Number of rounds after which a battle counts as undecided."""
MIN_TROOPS: Final = 0.5
"""Number of troops below which a side counts as destroyed."""
MAGIC_EDGE: Final = 1.35
"""Weight of a magic missile's hit: the target's morale is one lower in its check."""


# Duels


@cache
def kill_chance(u: int, v: int, lead: int = 0, cover: int = 0, terrain: int = 0, phasing: bool = False) -> float:
    """Return the chance that `u` routs or destroys `v` in a round of missiles and melee.

    `lead` and `cover` are the leadership with `u` and `v`; `phasing` is whether `u` is of the phasing side.
    """
    morale = min(HIGHEST_MORALE, MORALE[v] + max(0, cover)) + ancients_loss(v, terrain, 1)
    melee = hit_probability(value_of(melee_parts(u, terrain, phasing, max(0, lead))) + armour_bonus(u, v))
    fall = fall_probability(morale)
    return 1 - (1 - shot_chance(u, v, terrain) * fall) * (1 - melee * fall)


def shot_chance(u: int, v: int, terrain: int = 0) -> float:
    """Return the chance that the missiles of `u` hit `v`."""
    return hit_probability(value_of(missile_parts(u, v, terrain))) if MISSILE[u] else 0.0


@cache
def duel(u: int, v: int) -> float:
    """Return the value that a round of `u` against `v` gains for the owner of `u`."""
    return kill_chance(u, v) * WORTH[v] - kill_chance(v, u) * WORTH[u]


@cache
def _own_troops(side: int) -> tuple[int, ...]:
    """Return the troops a side can start with or call, which both players know."""
    return tuple([u for u in range(UNITS) if IS_TROOP[u] and UNIT_SIDE[u] == side])


@cache
def usual_duel(u: int, side: int) -> float:
    """Return the value that a round against an average troop of `side` gains for `u`'s owner."""
    troops = _own_troops(side)
    return sum([duel(u, v) for v in troops]) / len(troops)


# Battles


class ForceEstimate(NamedTuple):
    """A force: number of troops, average hits per round, average chance to fall, magic."""

    size: float
    hits: float
    fall: float
    magic: float = 0.0


def force_of(values: Iterable[CombatValue], magic: float = 0.0) -> ForceEstimate:
    """Return the force of some troops."""
    found = list(values)
    count = len(found)
    if not count:
        return ForceEstimate(0.0, 0.0, 1.0, magic)
    hits = sum([m.hits for m in found]) / count
    return ForceEstimate(count, hits, sum([m.fall for m in found]) / count, magic)


@lru_cache(maxsize=4096)
def usual_force(pool: tuple[int, ...], number: int, terrain: int, phasing: bool) -> ForceEstimate:
    """Return the expected force of a number of counters drawn from `pool`."""
    found = army_force(pool, terrain, phasing)
    share = number / max(1, len(pool))
    return found._replace(size=found.size * share, magic=found.magic * share)


def fight_out(a: ForceEstimate, b: ForceEstimate, size: int) -> tuple[float, float]:
    """Return the survivors of two forces that fight to the end.

    At most `size` troops of each are in line.
    """
    left, right = a.size, b.size
    for _ in range(ROUNDS):
        if left < MIN_TROOPS or right < MIN_TROOPS:
            break
        lost = casualties(b, right, a, left, size)
        right = max(0.0, right - casualties(a, left, b, right, size))
        left = max(0.0, left - lost)
    return left, right


def casualties(a: ForceEstimate, strong: float, b: ForceEstimate, weak: float, size: int) -> float:
    """Return the losses that `strong` troops of `a` cause to `weak` troops of `b` in a round."""
    struck = min(weak, size)
    hits = min(strong, size) * a.hits + a.magic * MAGIC_EDGE
    return struck * (1 - exp(-hits * b.fall / struck))


WIN_SLOPE: Final = 5.0
"""The most likely slope of `win_chance` for the fitted battles.

By tenths of the chance, the battles won differ from it by 6 % on average.
"""
FITTED_BATTLES: Final = 351
"""Number of battles between captains, fought to the end, to which the slope is fitted."""
RALLIED: Final = 0.4
"""Share of a winner's losses that have only routed and return."""
DEFEAT_LOSS_SHARE: Final = 0.75
"""Share of its value that a defeated army loses if it withdraws in time."""


class BattleEstimate(NamedTuple):
    """Estimate of a battle: chance of a win, and surviving shares of both armies."""

    chance: float
    left: float
    right: float

    @property
    def won(self) -> Estimate:
        """Estimated probability of a win."""
        return Estimate(self.chance, FITTED_BATTLES)

    def gain(self, mine: float, theirs: float) -> float:
        """Return the expected gain of a battle: enemy losses less own losses."""
        won = theirs - (1 - RALLIED) * (1 - self.left) * mine
        lost = (1 - RALLIED) * (1 - self.right) * theirs - DEFEAT_LOSS_SHARE * mine
        return self.chance * won + (1 - self.chance) * lost


def estimate_battle(a: ForceEstimate, b: ForceEstimate, size: int) -> BattleEstimate:
    """Return the estimate of a battle between two forces."""
    left, right = fight_out(a, b, size)
    left, right = left / max(a.size, MIN_TROOPS), right / max(b.size, MIN_TROOPS)
    return BattleEstimate(win_chance(left - right), left, right)


def win_chance(margin: float) -> float:
    """Return the chance of a win for a difference of surviving shares (`FITTED_BATTLES`)."""
    return 1 / (1 + exp(-WIN_SLOPE * margin))


def army_force(units: Iterable[int], terrain: int, phasing: bool) -> ForceEstimate:
    """Return the force of units on a terrain, each leader with a troop."""
    troops = [u for u in units if IS_TROOP[u]]
    characters = [u for u in units if not IS_TROOP[u]]
    leads = sorted([LEAD[c] for c in characters], reverse=True)
    leads += [0] * (len(troops) - len(leads))
    values = [combat_value(u, lead, terrain, 0, phasing) for u, lead in zip(troops, leads, strict=False)]
    return force_of(values, sum([hit_probability(POWER[c], MAGIC) for c in characters]))


def estimate_attack(units: list[int], pool: tuple[int, ...], number: int, grounds: Iterable[int]) -> BattleEstimate:
    """Return the estimate of an attack on counters from `pool`, on the worst of `grounds`."""
    return min(
        [
            estimate_battle(army_force(units, t, True), usual_force(pool, number, t, False), BATTLE_SIZE[t])
            for t in grounds
        ],
        key=lambda found: found.chance,
    )


# Sieges


class Siege(NamedTuple):
    """A siege as the besieger sees it: troops of both sides, and modifiers.

    The besieger's modifiers are listed by siege step, from the present one.
    """

    outside: int
    inside: int
    ours: tuple[int, ...]
    theirs: int
    prize: float
    unfinished: float = 0.5
    """Share of the prize expected by besiegers who outnumber the garrison well at the end."""

    def next(self, lost: int, killed: int) -> Siege:
        ahead = self.ours[1:] or self.ours
        return self._replace(outside=self.outside - lost, inside=self.inside - killed, ours=ahead)


PATIENCE: Final = 6
"""Number of siege steps in an evaluation."""
DELAY: Final = 0.75
"""Discount of a prize for each siege step."""
SALLY: Final = 1.1
"""Ratio to the garrison below which besiegers are likely to be driven off."""
MOST_OUTSIDE, MOST_INSIDE = 16, 10
"""Maximum numbers of troops in an evaluation; higher ones count as these."""


def siege_value(siege: Siege, assault: bool, ahead: int = PATIENCE) -> float:
    """Return the value of a siege if this step is an assault or investment.

    It consists of the place and the enemy's losses.
    """
    siege = siege._replace(outside=min(siege.outside, MOST_OUTSIDE), inside=min(siege.inside, MOST_INSIDE))
    return _siege_value(siege, assault, ahead)


@cache
def _siege_value(siege: Siege, assault: bool, ahead: int) -> float:
    value = 0.0
    ours, theirs = siege_results(assault, True, siege.ours[0]), siege_results(assault, False, siege.theirs)
    for result, ways in ours.ways.items():
        killed = siege.inside if result == SURRENDER else min(result, siege.inside)
        for counted, times in theirs.ways.items():
            lost = min(counted, siege.outside)
            share = ways / ours.throws * (times / theirs.throws)
            value += share * (killed - lost + DELAY * siege_value_later(siege.next(lost, killed), ahead - 1))
    return value


def siege_value_later(siege: Siege, ahead: int) -> float:
    """Return the value of a siege from this step on."""
    if not siege.inside and siege.outside:
        return siege.prize
    if siege.outside < SALLY * siege.inside or not siege.outside:
        return 0.0
    if not ahead:
        return siege.prize * siege.unfinished * siege.outside / (siege.outside + 2 * siege.inside)
    return max(_siege_value(siege, False, ahead), _siege_value(siege, True, ahead))

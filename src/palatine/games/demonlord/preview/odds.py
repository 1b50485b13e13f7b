"""How duels, battles and sieges are likely to go: the arithmetic behind all odds of fights."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import exp
from typing import Final, NamedTuple

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
"""Rounds after which a battle that is still not decided will not be."""
MIN_TROOPS: Final = 0.5
"""Fewer troops than this are none."""
MAGIC_EDGE: Final = 1.35
"""A magic missile's hit is worse than another's: the target checks with a morale of one less."""


# Duels


@cache
def kill_chance(u: int, v: int, lead: int = 0, cover: int = 0, terrain: int = 0, phasing: bool = False) -> float:
    """The chance that troop `u`, of the phasing side or not, disposes of `v` in a round of missiles and melee on some
    ground, with leaders of those abilities."""
    morale = min(HIGHEST_MORALE, MORALE[v] + max(0, cover)) + ancients_loss(v, terrain, 1)
    melee = hit_probability(value_of(melee_parts(u, terrain, phasing, max(0, lead))) + armour_bonus(u, v))
    fall = fall_probability(morale)
    return 1 - (1 - shot_chance(u, v, terrain) * fall) * (1 - melee * fall)


def shot_chance(u: int, v: int, terrain: int = 0) -> float:
    """The chance that the missiles of `u` hit `v`."""
    return hit_probability(value_of(missile_parts(u, v, terrain))) if MISSILE[u] else 0.0


@cache
def duel(u: int, v: int) -> float:
    """What a round of `u` against `v` brings the owner of `u`, in worth."""
    return kill_chance(u, v) * WORTH[v] - kill_chance(v, u) * WORTH[u]


@cache
def _own_troops(side: int) -> tuple[int, ...]:
    """The troops a side may begin with or call upon, which both players know."""
    return tuple([u for u in range(UNITS) if IS_TROOP[u] and UNIT_SIDE[u] == side])


@cache
def usual_duel(u: int, side: int) -> float:
    """What a round against an average troop of `side` brings the owner of `u`."""
    troops = _own_troops(side)
    return sum([duel(u, v) for v in troops]) / len(troops)


# Battles


class ForceEstimate(NamedTuple):
    """Troops that fight together: how many, the hits of one in a round, how easily one falls, and their magic."""

    size: float
    hits: float
    fall: float
    magic: float = 0.0


def force_of(values: Iterable[CombatValue], magic: float = 0.0) -> ForceEstimate:
    """Troops taken together."""
    found = list(values)
    count = len(found)
    if not count:
        return ForceEstimate(0.0, 0.0, 1.0, magic)
    hits = sum([m.hits for m in found]) / count
    return ForceEstimate(count, hits, sum([m.fall for m in found]) / count, magic)


@lru_cache(maxsize=4096)
def usual_force(pool: tuple[int, ...], number: int, terrain: int, phasing: bool) -> ForceEstimate:
    """What so many counters are likely to be that are drawn from these units."""
    found = army_force(pool, terrain, phasing)
    share = number / max(1, len(pool))
    return found._replace(size=found.size * share, magic=found.magic * share)


def fight_out(a: ForceEstimate, b: ForceEstimate, size: int) -> tuple[float, float]:
    """What is left of two bodies that fight to the end with at most `size` troops each in line."""
    left, right = a.size, b.size
    for _ in range(ROUNDS):
        if left < MIN_TROOPS or right < MIN_TROOPS:
            break
        lost = casualties(b, right, a, left, size)
        right = max(0.0, right - casualties(a, left, b, right, size))
        left = max(0.0, left - lost)
    return left, right


def casualties(a: ForceEstimate, strong: float, b: ForceEstimate, weak: float, size: int) -> float:
    """What `strong` troops of `a` do to `weak` troops of `b` in a round."""
    struck = min(weak, size)
    hits = min(strong, size) * a.hits + a.magic * MAGIC_EDGE
    return struck * (1 - exp(-hits * b.fall / struck))


WIN_SLOPE: Final = 5.0
RALLIED: Final = 0.4
"""What part of a winner's fallen have only routed, and come back."""
DEFEAT_LOSS_SHARE: Final = 0.75
"""What part of its worth a beaten army loses, if it withdraws in time."""


class BattleEstimate(NamedTuple):
    """How a battle is likely to end: the chance to win, and the parts of either army that would be left."""

    chance: float
    left: float
    right: float

    def gain(self, mine: float, theirs: float) -> float:
        """What a battle of armies of these worths is likely to bring: the enemy's losses less one's own."""
        won = theirs - (1 - RALLIED) * (1 - self.left) * mine
        lost = (1 - RALLIED) * (1 - self.right) * theirs - DEFEAT_LOSS_SHARE * mine
        return self.chance * won + (1 - self.chance) * lost


def estimate_battle(a: ForceEstimate, b: ForceEstimate, size: int) -> BattleEstimate:
    """How a battle between two bodies is likely to end."""
    left, right = fight_out(a, b, size)
    left, right = left / max(a.size, MIN_TROOPS), right / max(b.size, MIN_TROOPS)
    return BattleEstimate(win_chance(left - right), left, right)


def win_chance(margin: float) -> float:
    """The chance to win where the parts left are likely to differ by so much; measured on battles fought out."""
    return 1 / (1 + exp(-WIN_SLOPE * margin))


def army_force(units: Iterable[int], terrain: int, phasing: bool) -> ForceEstimate:
    """Units as they would fight on some ground, each leader with a troop."""
    troops = [u for u in units if IS_TROOP[u]]
    characters = [u for u in units if not IS_TROOP[u]]
    leads = sorted([LEAD[c] for c in characters], reverse=True)
    leads += [0] * (len(troops) - len(leads))
    values = [combat_value(u, lead, terrain, 0, phasing) for u, lead in zip(troops, leads, strict=False)]
    return force_of(values, sum([hit_probability(POWER[c], MAGIC) for c in characters]))


def estimate_attack(units: list[int], pool: tuple[int, ...], number: int, grounds: Iterable[int]) -> BattleEstimate:
    """How an attack on so many counters, drawn from `pool`, is likely to end on the worst of these grounds."""
    return min(
        [
            estimate_battle(army_force(units, t, True), usual_force(pool, number, t, False), BATTLE_SIZE[t])
            for t in grounds
        ],
        key=lambda found: found.chance,
    )


# Sieges


class Siege(NamedTuple):
    """A siege as the besieger sees it: troops on both sides, and modifiers: his own by siege step, from now on."""

    outside: int
    inside: int
    ours: tuple[int, ...]
    theirs: int
    prize: float

    def next(self, lost: int, killed: int) -> Siege:
        ahead = self.ours[1:] or self.ours
        return self._replace(outside=self.outside - lost, inside=self.inside - killed, ours=ahead)


PATIENCE: Final = 6
"""Siege steps the captain thinks ahead."""
UNFINISHED_SIEGE_SHARE: Final = 0.5
"""What part of the prize besiegers may hope for who by then outnumber the garrison well."""
DELAY: Final = 0.75
"""What a prize is worth a siege step later."""
SALLY: Final = 1.1
"""Besiegers with less than so many times the garrison are likely to be driven off."""
MOST_OUTSIDE, MOST_INSIDE = 16, 10
"""More troops than these are reckoned as these."""


def siege_value(siege: Siege, assault: bool, ahead: int = PATIENCE) -> float:
    """What a siege promises if this step is an assault or an investment: the place and the enemy's losses."""
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
    """What a siege promises from here on."""
    if not siege.inside and siege.outside:
        return siege.prize
    if siege.outside < SALLY * siege.inside or not siege.outside:
        return 0.0
    if not ahead:
        return siege.prize * UNFINISHED_SIEGE_SHARE * siege.outside / (siege.outside + 2 * siege.inside)
    return max(_siege_value(siege, False, ahead), _siege_value(siege, True, ahead))

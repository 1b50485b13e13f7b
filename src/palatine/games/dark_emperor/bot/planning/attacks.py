"""Attacks of a plan: targets and units (9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.objectives import Aims
from palatine.games.dark_emperor.bot.odds import (
    Defence,
    attrition_mean,
    battle,
    defence_of,
    power,
)
from palatine.games.dark_emperor.bot.planning.campaign import Band, Campaign
from palatine.games.dark_emperor.bot.planning.garrisons import threat
from palatine.games.dark_emperor.components.pieces import (
    DEATH,
    EARTH,
    FIRE,
    FIRST_LEADER,
    LIFE,
    MAGIC,
    PADRECH,
    RUNE,
    SERENITY,
    TERROR,
)
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.rules.movement.attrition import attrition_results

BATTLE_RUNES = (DEATH, EARTH, FIRE, LIFE, SERENITY, TERROR)
"""Runes with spells that destroy or drive off enemy units in the caster's hex."""

RARE = 0.04
"""Chance below which losses on the way are not considered, for speed."""


class BandPart(NamedTuple):
    """Some units of a band, their cost to reach a target, and their combined strength."""

    band: Band
    points: int
    strength: int
    worth: float
    has_train: bool


class TargetHex(NamedTuple):
    """Data common to all attacks on a hex: gain, defence, risks, the side's units already there."""

    hex: int
    gain: float
    against: Defence
    blood: float
    head: float
    fear: float
    rout: float
    effort: float
    units: int = 0
    strength: int = 0
    worth: float = 0.0
    has_train: bool = False


class Force(NamedTuple):
    """Attackers: number of units, strength, average value, hero's rating, siege train."""

    units: int
    strength: int
    price: float
    hero: int
    has_train: bool


class PlannedAttack(NamedTuple):
    """An attack: its hex, the units sent, its hero or -1, and its value."""

    hex: int
    units: tuple[int, ...]
    hero: int
    value: float


def strike(campaign: Campaign, aims: Aims) -> list[PlannedAttack]:
    """Plan the best attacks in turn while they are worth it, and return them.

    The last known value of an attack, at first an upper bound, guides the search. Only the most promising is evaluated
    again.
    """
    done: list[PlannedAttack] = []
    spur = campaign.sight.parameters.spur
    found = [PlannedAttack(h, (), -1, ceiling(campaign, aims, h)) for h in sorted(aims.targets)]
    fresh: set[PlannedAttack] = set()
    while found:
        chosen = max(found, key=lambda each: (each.value, -each.hex))
        found.remove(chosen)
        if chosen not in fresh:
            again = best_strike(campaign, aims, chosen.hex)
            if again is not None:
                found.append(again)
                fresh.add(again)
            continue
        commit(campaign, aims, chosen)
        done.append(chosen)
        kin = OWNER[chosen.hex]
        fresh = {each for each in found if each in fresh and not is_affected(campaign, each, chosen)}
        found = [each._replace(value=each.value + spur) if OWNER[each.hex] == kin >= 0 else each for each in found]
    return done


def is_affected(campaign: Campaign, attack: PlannedAttack, chosen: PlannedAttack) -> bool:
    """Return whether carrying out another attack may change the value of an attack.

    It does if both are in one kingdom, or need the same leader or units of one hex.
    """
    where = campaign.sight.state.where
    if OWNER[attack.hex] == OWNER[chosen.hex] or attack.hero == chosen.hero >= 0:
        return True
    return not {where[u] for u in attack.units}.isdisjoint([where[u] for u in chosen.units])


def ceiling(campaign: Campaign, aims: Aims, h: int) -> float:
    """Return an upper bound of the value of an attack on a hex."""
    against = softened(campaign, h, defence_of(campaign.sight, h))
    return aims.gain(h) + against.worth * aims.blood + against.heads * aims.head


def commit(campaign: Campaign, aims: Aims, chosen: PlannedAttack) -> None:
    campaign.send(chosen.units, chosen.hex)
    if chosen.hero >= 0:
        campaign.leads[chosen.hero] = chosen.hex
    if campaign.sight.against(chosen.hex):
        for mage in mages_for(campaign, chosen.hex):
            campaign.leads[mage] = chosen.hex
    campaign.gained += chosen.value
    aims.promise(chosen.hex)


def best_strike(campaign: Campaign, aims: Aims, h: int) -> PlannedAttack | None:
    """Return the best attack on a hex, or None if none is worth it."""
    parts = parts_for(campaign, h)
    if not parts:
        return None
    field = field_of(campaign, aims, h)
    found = [
        (assemble(campaign, field, parts, rating), rating, hero) for rating, hero in heroes_for(campaign, field)
    ]
    (value, sent), rating, hero = max(found, key=lambda each: each[0][0])
    if not sent:
        return None
    value, sent = thin(campaign, field, sent, rating, value)
    units = tuple([u for part in sent for u in part.band.units])
    return PlannedAttack(h, units, hero, value - 0.3 * (hero >= 0)) if value > 0.5 else None


def field_of(campaign: Campaign, aims: Aims, h: int) -> TargetHex:
    """Return the data common to all attacks on a hex."""
    sight, parameters = campaign.sight, campaign.sight.parameters
    loads = sight.state.cargo.values()
    there = [u for u in campaign.settled(h) if u not in loads]
    against = softened(campaign, h, defence_of(sight, h))
    return TargetHex(
        h, aims.gain(h), against, aims.blood, aims.head, parameters.fear, parameters.rout, campaign.effort,
        len(there), *combined_strength(campaign, there),
    )  # fmt: skip


def combined_strength(campaign: Campaign, units: Sequence[int]) -> tuple[int, float, bool]:
    """Return the units' combined strength and value, and whether they have a siege train."""
    sight, everyone = campaign.sight, campaign.sight.aboard(units)
    trains = any([is_train(u) for u in everyone])
    return power(sight, everyone), sum([sight.worth(u) for u in everyone]), trains


def part_of(campaign: Campaign, band: Band, points: int) -> BandPart:
    return BandPart(band, points, *combined_strength(campaign, band.units))


def parts_for(campaign: Campaign, h: int) -> list[BandPart]:
    """Return the bands that can reach a hex, lowest attrition and highest strength first."""
    found = []
    for band, points in campaign.bands_with_reach():
        reached = points.get(h)
        if reached is not None and campaign.can_end(band.units[0], h):
            found.append(part_of(campaign, band, reached))
    return sorted(found, key=lambda part: (attrition_mean(part.points, 9), -part.strength))


def heroes_for(campaign: Campaign, field: TargetHex) -> list[tuple[int, int]]:
    """Return possible leaders of an attack on a hex with their ratings: none, and the best one."""
    if not field.against.units:
        return [(0, -1)]
    sight = campaign.sight
    by_rating: dict[int, int] = {}
    idle = campaign.idle_leaders()
    if sight.slayers and PADRECH in sight.state.company[sight.foe].get(field.hex, ()):
        idle = [leader for leader in idle if leader in sight.slayers] or idle
    for leader in idle:
        if leader == PADRECH and is_deadly(campaign, field.hex):
            continue
        by_rating.setdefault(sight.rating(leader), leader)
    return [(0, -1), *sorted(by_rating.items())[-1:]]


def mages_for(campaign: Campaign, h: int) -> list[int]:
    """Return the idle leaders with magic against the defenders of a hex, or to raise their dead."""
    return [
        p for p in campaign.idle_leaders()
        if RUNE[p - FIRST_LEADER] in BATTLE_RUNES and not (p == PADRECH and is_deadly(campaign, h))
    ]  # fmt: skip


def softened(campaign: Campaign, h: int, against: Defence) -> Defence:
    """Return a defence after the expected effect of magic against it."""
    mages = mages_for(campaign, h)
    if against.heads and any([RUNE[p - FIRST_LEADER] == DEATH for p in mages]):
        murder = campaign.sight.parameters.murder
        against = against._replace(hero=round(against.hero * (1 - murder)), heads=against.heads + murder / 3)
    blows = sum([MAGIC[p - FIRST_LEADER] for p in mages if RUNE[p - FIRST_LEADER] != DEATH])
    gone = min(against.units * 0.8, blows / 3.5)
    if gone < 0.5:
        return against
    share = 1 - gone / against.units
    return against._replace(strength=max(1, round(against.strength * share)))


def is_deadly(campaign: Campaign, h: int) -> bool:
    """Return whether a lord-slaying sword is in a hex, or could come there with an army (15.21)."""
    sight = campaign.sight
    if any([distances(h)[d] <= 5 for d in sight.dreaded]):
        return True
    return sight.is_hunted and threat(sight, h) - power(sight, sight.against(h)) > sight.parameters.bold


def assemble(
    campaign: Campaign, field: TargetHex, parts: list[BandPart], rating: int
) -> tuple[float, list[BandPart]]:
    """Add bands while that helps; return the best value and bands, none if nothing is worth it."""
    sent: list[BandPart] = []
    value = 0.0
    best: list[BandPart] = []
    for part in parts[: campaign.breadth]:
        trials = [shortened(campaign, part, n) for n in sizes(part, field)]
        worths = [judge(field, [*sent, trial], rating) for trial in trials]
        now = max(worths)
        chosen = trials[worths.index(now)]
        if field.against.units:
            sent.append(chosen)
        if now > value:
            value, best = now, list(sent) if field.against.units else [chosen]
    return value, best


def shortened(campaign: Campaign, part: BandPart, count: int) -> BandPart:
    """Return the first `count` units of a part."""
    if count == len(part.band.units):
        return part
    return part_of(campaign, part.band._replace(units=part.band.units[:count]), part.points)


def sizes(part: BandPart, field: TargetHex) -> list[int]:
    """Return the numbers of a band's units to try: all, up to the limit, half.

    Against an empty hex, one to three.
    """
    whole = len(part.band.units)
    if not field.against.units:
        return [n for n in (3, 2, 1) if n <= whole]
    return sorted({whole, min(whole, LIMIT[field.hex] + 1), (whole + 1) // 2}, reverse=True)


def thin(
    campaign: Campaign, field: TargetHex, sent: list[BandPart], rating: int, value: float
) -> tuple[float, list[BandPart]]:
    """Remove units from the last bands while that does not lower the value."""
    index = len(sent) - 1
    while index >= 0:
        part = sent[index]
        if len(part.band.units) == 1:
            fewer = sent[:index] + sent[index + 1 :]
        else:
            fewer = [*sent[:index], shortened(campaign, part, len(part.band.units) - 1), *sent[index + 1 :]]
        now = judge(field, fewer, rating) if fewer else 0.0
        if now >= value:
            value, sent = now, fewer
            index = min(index, len(sent) - 1)
            if index == len(sent) - 1:
                continue
        index -= 1
    return value, sent


def judge(field: TargetHex, sent: Sequence[BandPart], rating: int) -> float:
    """Return the average value of an attack by these bands, with losses on the way."""
    marching, strength, worth, has_train = 0, field.strength, field.worth, field.has_train
    by_start: dict[int, tuple[int, int]] = {}
    for part in sent:
        count = len(part.band.units)
        points, number = by_start.get(part.band.hex, (0, 0))
        by_start[part.band.hex] = (max(points, part.points), number + count)
        marching += count
        strength += part.strength
        worth += part.worth
        has_train = has_train or part.has_train
    units = marching + field.units
    price = worth / units
    force = Force(units, strength, price, rating, has_train)
    total = -field.effort * marching
    for chance, lost in arrivals(tuple(by_start.values())):
        total += chance * (clash(field, force, lost) - lost * price)
    return total


@lru_cache(maxsize=50000)
def arrivals(stacks: tuple[tuple[int, int], ...]) -> tuple[tuple[float, int], ...]:
    """Return the distribution of losses on the way, without `RARE` ones.

    It depends on attrition points and sizes of stacks. Units that start in one hex roll once (8.1).
    """
    found = {0: 1.0}
    for points, number in stacks:
        longer: dict[int, float] = {}
        for before, chance in found.items():
            losses = attrition_results(points, number)
            for lost, ways in losses.ways.items():
                longer[before + lost] = longer.get(before + lost, 0.0) + chance * (ways / losses.throws)
        found = longer
    likely = [(chance, lost) for lost, chance in found.items() if chance >= RARE]
    total = sum([chance for chance, _ in likely])
    return tuple([(chance / total, lost) for chance, lost in likely])


def clash(field: TargetHex, force: Force, lost: int) -> float:
    """Return the value of the battle after a number of losses on the way."""
    against, arriving = field.against, force.units - lost
    if arriving <= 0:
        return -field.fear * (force.hero > 0 and against.units > 0)
    room = LIMIT[field.hex]
    if not against.units:
        return field.gain - max(0, arriving - room) * force.price
    strength = force.strength * arriving // force.units
    wins, own, theirs, routed, wiped = battle(strength, force.hero, against, field.hex, force.has_train, arriving)
    left = arriving - own
    crowd = max(0.0, left - room) * wins
    return (
        field.gain * wins * hold(left)
        + theirs * against.worth / against.units * field.blood + field.head * against.heads * wiped
        - own * force.price - routed * field.rout - crowd * force.price
    )  # fmt: skip


def hold(left: float) -> float:
    """Return the chance that this many units keep what they won."""
    return min(1.0, 0.4 + 0.2 * left)

"""Where the captain strikes, and with whom (9)."""

from __future__ import annotations

from typing import NamedTuple

from palatine.games.dark_emperor.bot.campaign import Band, Campaign
from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.garrisons import threat
from palatine.games.dark_emperor.bot.objectives import Aims
from palatine.games.dark_emperor.bot.odds import Defence, attrition_mean, bonus, defence_of, outlook, power, toll
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
from palatine.games.dark_emperor.rules.movement.restrictions import may_end

BATTLE_RUNES = (DEATH, EARTH, FIRE, LIFE, SERENITY, TERROR)
"""Runes with spells that strike enemy units where the caster stands."""
BOLD = 8
"""The strength of enemies near by before whom Padrech shrinks, while one of them may bear such a sword."""
MURDER = 0.5
"""The chance that a mage of Death ends the first of the enemy's heroes before the battle."""
SPUR = 8.0
"""More than a strike can gain in worth because another in its kingdom has been decided on."""


class Part(NamedTuple):
    """Some of a band, and what the way costs them."""

    band: Band
    points: int


class Strike(NamedTuple):
    """An attack: its hex, the units sent, its hero or -1, and what it is worth."""

    hex: int
    units: tuple[int, ...]
    hero: int
    value: float


def strike(campaign: Campaign, aims: Aims) -> list[Strike]:
    """The best attacks one after the other, as long as they are worth their while.

    What a strike was worth when it was last reckoned guides the search: only the most promising are reckoned anew.
    """
    done: list[Strike] = []
    found = [best for h in sorted(aims.targets) if (best := best_strike(campaign, aims, h))]
    fresh = set(found)
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
        found = [each._replace(value=each.value + SPUR * (OWNER[each.hex] == kin >= 0)) for each in found]
        fresh = set()
    return done


def commit(campaign: Campaign, aims: Aims, chosen: Strike) -> None:
    for u in chosen.units:
        campaign.goals[u] = chosen.hex
    if chosen.hero >= 0:
        campaign.leads[chosen.hero] = chosen.hex
    if campaign.sight.against(chosen.hex):
        for mage in mages_for(campaign, chosen.hex):
            campaign.leads[mage] = chosen.hex
    campaign.gained += chosen.value
    aims.promise(chosen.hex)


def best_strike(campaign: Campaign, aims: Aims, h: int) -> Strike | None:
    """The best that can be sent against a hex, None when nothing is worth it."""
    parts = parts_for(campaign, h)
    if not parts:
        return None
    against = softened(campaign, h, defence_of(campaign.sight, h))
    best: Strike | None = None
    for hero in heroes_for(campaign, h, against):
        found = assemble(campaign, aims, h, against, parts, hero)
        if found and (best is None or found.value > best.value):
            best = found
    return best


def parts_for(campaign: Campaign, h: int) -> list[Part]:
    """The bands that can reach a hex, those first who lose least on the way for their strength."""
    found = []
    for band in campaign.bands():
        reached = campaign.reach_of(band.units[0]).points.get(h)
        if reached is not None and may_end(h, (band.units[0],)):
            found.append(Part(band, reached))
    s = campaign.sight.state
    return sorted(found, key=lambda part: (attrition_mean(part.points, 9), -sum(map(s.strength, part.band.units))))


def heroes_for(campaign: Campaign, h: int, against: Defence) -> list[int]:
    """Nobody, and the leaders who could lead an attack on a hex: of each rating one."""
    if not against.units:
        return [-1]
    sight = campaign.sight
    by_rating: dict[int, int] = {}
    for leader in campaign.idle_leaders():
        if leader == PADRECH and is_deadly(campaign, h):
            continue
        by_rating.setdefault(sight.rating(leader), leader)
    return [-1, *by_rating.values()]


def mages_for(campaign: Campaign, h: int) -> list[int]:
    """The idle leaders whose magic could thin out the defenders of a hex, or raise their dead."""
    return [
        p for p in campaign.idle_leaders()
        if RUNE[p - FIRST_LEADER] in BATTLE_RUNES and not (p == PADRECH and is_deadly(campaign, h))
    ]  # fmt: skip


def softened(campaign: Campaign, h: int, against: Defence) -> Defence:
    """A defence after the magic that can be brought against it: about one unit for a mage of three."""
    mages = mages_for(campaign, h)
    if against.heads and any([RUNE[p - FIRST_LEADER] == DEATH for p in mages]):
        against = against._replace(hero=round(against.hero * (1 - MURDER)), heads=against.heads + MURDER / 3)
    blows = sum([MAGIC[p - FIRST_LEADER] for p in mages if RUNE[p - FIRST_LEADER] != DEATH])
    gone = min(against.units * 0.8, blows / 3.5)
    if gone < 0.5:
        return against
    share = 1 - gone / against.units
    return against._replace(strength=max(1, round(against.strength * share)))


def is_deadly(campaign: Campaign, h: int) -> bool:
    """Whether the bearer of a sword that ends Padrech is in a hex, or could come there with an army (15.21)."""
    sight = campaign.sight
    if any([distances(h)[d] <= 5 for d in sight.dreaded]):
        return True
    return sight.is_hunted and threat(sight, h) - power(sight, sight.against(h)) > BOLD


def assemble(
    campaign: Campaign, aims: Aims, h: int, against: Defence, parts: list[Part], hero: int
) -> Strike | None:
    """Add bands while that helps, then leave at home whom it does not need."""
    rating = campaign.sight.rating(hero) if hero >= 0 else 0
    sent: list[Part] = []
    value = 0.0
    best: list[Part] = []
    for part in parts[: campaign.breadth]:
        trials = [
            part._replace(band=part.band._replace(units=part.band.units[:n])) for n in sizes(part, h, against)
        ]
        now, chosen = max([(judge(campaign, aims, h, against, [*sent, trial], rating), trial) for trial in trials])
        if against.units:
            sent.append(chosen)
        if now > value:
            value, best = now, list(sent) if against.units else [chosen]
    if not best:
        return None
    value, best = thin(campaign, aims, h, against, best, rating, value)
    units = tuple([u for part in best for u in part.band.units])
    return Strike(h, units, hero, value - 0.3 * (hero >= 0)) if value > 0.5 else None


def sizes(part: Part, h: int, against: Defence) -> list[int]:
    """How many of a band might be sent: all, as many as there is room for, half of them; a few where nobody is."""
    whole = len(part.band.units)
    if not against.units:
        return [n for n in (1, 2, 3) if n <= whole]
    return sorted({whole, min(whole, LIMIT[h] + 1), (whole + 1) // 2})


def thin(
    campaign: Campaign, aims: Aims, h: int, against: Defence, sent: list[Part], rating: int, value: float
) -> tuple[float, list[Part]]:
    """Leave out the weakest of the last bands while the strike is the better for it."""
    index = len(sent) - 1
    while index >= 0:
        part = sent[index]
        if len(part.band.units) == 1:
            fewer = sent[:index] + sent[index + 1 :]
        else:
            band = part.band._replace(units=part.band.units[:-1])
            fewer = [*sent[:index], part._replace(band=band), *sent[index + 1 :]]
        now = judge(campaign, aims, h, against, fewer, rating) if fewer else 0.0
        if now >= value:
            value, sent = now, fewer
            index = min(index, len(sent) - 1)
            if index == len(sent) - 1:
                continue
        index -= 1
    return value, sent


def judge(campaign: Campaign, aims: Aims, h: int, against: Defence, sent: list[Part], rating: int) -> float:
    """What an attack by these bands is worth on average, over what they may lose on the way."""
    units = [u for part in sent for u in part.band.units]
    there = [u for u in campaign.settled(h) if u not in units]
    everyone = units + there
    price = sum([campaign.sight.worth(u) for u in everyone]) / len(everyone)
    force = Force(
        len(everyone), power(campaign.sight, everyone), price, rating, any([is_train(u) for u in everyone])
    )
    total = -campaign.effort * len(units)
    gain = aims.gain(h)
    for chance, lost in arrivals(sent):
        total += chance * (clash(aims, gain, h, against, force, lost) - lost * price)
    return total


class Force(NamedTuple):
    """Who attacks: so many, so strong, of this worth each, under a hero of this rating."""

    units: int
    strength: int
    price: float
    hero: int
    has_train: bool


def arrivals(sent: list[Part]) -> list[tuple[float, int]]:
    """The losses of all stacks on their way, with their chances; what starts in one hex rolls once (8.1)."""
    by_start: dict[int, tuple[int, int]] = {}
    for part in sent:
        points, number = by_start.get(part.band.hex, (0, 0))
        by_start[part.band.hex] = (max(points, part.points), number + len(part.band.units))
    found = {0: 1.0}
    for points, number in by_start.values():
        longer: dict[int, float] = {}
        for before, chance in found.items():
            for more, lost in toll(points, number):
                longer[before + lost] = longer.get(before + lost, 0.0) + chance * more
        found = longer
    return [(chance, lost) for lost, chance in found.items()]


def clash(aims: Aims, gain: float, h: int, against: Defence, force: Force, lost: int) -> float:
    """What comes of it when so many have been lost on the way."""
    arriving = force.units - lost
    if arriving <= 0:
        return -aims.fear * (force.hero > 0 and against.units > 0)
    if not against.units:
        return gain - max(0, arriving - LIMIT[h]) * force.price
    strength = force.strength * arriving // force.units
    fate = outlook(bonus(strength, force.hero, against, h, force.has_train), arriving, against.units)
    crowd = max(0.0, arriving - fate.own - LIMIT[h]) * fate.wins
    foes = against.worth / against.units
    return (
        gain * fate.wins * hold(arriving - fate.own)
        + fate.theirs * foes * aims.blood + aims.head * against.heads * fate.wiped
        - fate.own * force.price - fate.routed * 1.5 - crowd * force.price
    )  # fmt: skip


def hold(left: float) -> float:
    """The chance that so many keep what they have won."""
    return min(1.0, 0.4 + 0.2 * left)

"""Where the captain strikes, and with whom (9)."""

from __future__ import annotations

from typing import NamedTuple

from palatine.games.dark_emperor.bot_aims import Aims
from palatine.games.dark_emperor.bot_campaign import Band, Campaign
from palatine.games.dark_emperor.bot_odds import Defence, attrition_mean, bonus, defence_of, outlook, power
from palatine.games.dark_emperor.bot_sight import is_siege, worth
from palatine.games.dark_emperor.bot_ways import can_stay
from palatine.games.dark_emperor.forces import PADRECH, UNITS
from palatine.games.dark_emperor.world import GRID, LIMIT

EFFORT = 0.35
"""What it costs to bind a unit to a strike."""
SURE = 0.99


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
    """The best attacks one after the other, as long as they are worth their while."""
    done: list[Strike] = []
    open_ = set(aims.targets)
    while open_:
        found = [best for h in sorted(open_) if (best := best_strike(campaign, aims, h))]
        if not found:
            break
        chosen = max(found, key=lambda each: each.value)
        commit(campaign, aims, chosen)
        done.append(chosen)
        open_.discard(chosen.hex)
        open_ &= {each.hex for each in found}
    return done


def commit(campaign: Campaign, aims: Aims, chosen: Strike) -> None:
    for u in chosen.units:
        campaign.goals[u] = chosen.hex
    if chosen.hero >= 0:
        campaign.leads[chosen.hero] = chosen.hex
    campaign.gained += chosen.value
    aims.promise(chosen.hex)


def best_strike(campaign: Campaign, aims: Aims, h: int) -> Strike | None:
    """The best that can be sent against a hex, None when nothing is worth it."""
    parts = parts_for(campaign, h)
    if not parts:
        return None
    against = defence_of(campaign.sight, h)
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
        if reached is not None and can_stay(band.units[0], h):
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


def is_deadly(campaign: Campaign, h: int) -> bool:
    """Whether the bearer of a sword that ends Padrech is in a hex, or near enough to come (15.21)."""
    return any([GRID.distance(h, d) <= 5 for d in campaign.sight.dreaded])


def assemble(
    campaign: Campaign, aims: Aims, h: int, against: Defence, parts: list[Part], hero: int
) -> Strike | None:
    """Add bands while that helps, then leave at home whom it does not need."""
    rating = campaign.sight.rating(hero) if hero >= 0 else 0
    sent: list[Part] = []
    value = 0.0
    best: list[Part] = []
    for part in parts[:8]:
        sent.append(part)
        now = judge(campaign, aims, h, against, sent, rating)
        if now > value:
            value, best = now, list(sent)
        if not against.units:
            sent.pop()
    if not best:
        return None
    value, best = thin(campaign, aims, h, against, best, rating, value)
    units = tuple([u for part in best for u in part.band.units])
    return Strike(h, units, hero, value - 0.3 * (hero >= 0)) if value > 0.5 else None


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
    """What an attack by these bands is worth on average."""
    s = campaign.sight.state
    units = [u for part in sent for u in part.band.units]
    there = [u for u in campaign.bound_for(h) if u not in units]
    if not against.units and there and h in campaign.sight.state.stacks[campaign.sight.side]:
        return 0.0
    everyone = units + there
    price = sum([worth(s, u) for u in everyone]) / len(everyone)
    by_start: dict[int, tuple[int, int]] = {}
    for part in sent:
        points, number = by_start.get(part.band.hex, (0, 0))
        by_start[part.band.hex] = (max(points, part.points), number + len(part.band.units))
    lost = sum([attrition_mean(points, number) for points, number in by_start.values()])
    arriving = max(len(everyone) - lost, 0.1)
    share = arriving / len(everyone)
    count = sum([u < UNITS for u in everyone])
    cost = lost * price + EFFORT * len(units)
    gain = aims.gain(h)
    if not against.units:
        crowd = max(0.0, count - lost - LIMIT[h])
        chance = 1.0 if arriving >= 1 else arriving
        return gain * chance - cost - crowd * price
    train = any([is_siege(u) for u in everyone])
    strength = int(power(campaign.sight, everyone) * share)
    fate = outlook(bonus(strength, rating, against, h, train), max(1, round(arriving)), against.units)
    crowd = max(0.0, count - lost - fate.own - LIMIT[h]) * fate.wins
    foes = against.worth / against.units
    return (
        gain * fate.wins + fate.theirs * foes * aims.blood - fate.own * price - fate.routed * 1.5
        - cost - crowd * price
    )  # fmt: skip

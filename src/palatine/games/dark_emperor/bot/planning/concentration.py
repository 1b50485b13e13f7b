"""Assembly of troops without a target: together, a short way, to a city (8.1)."""

from __future__ import annotations

from palatine.games.dark_emperor.bot.distances import distances_to
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.components.pieces import KINGDOM_POWERS, UNITS
from palatine.games.dark_emperor.components.world import CITY_AT, CITY_HEXES

SHORT, LONG = 6, 12
"""Maximum attrition points for a band, and for one twice as large."""


def gather(campaign: Campaign, quarry: frozenset[int]) -> None:
    """March idle bands towards the front."""
    least = campaign.sight.parameters.band
    bands = [
        band for band in campaign.bands()
        if band.units[0] < UNITS and len(campaign.sight.aboard(band.units)) >= least
    ]  # fmt: skip
    front = front_of(campaign.sight, quarry) if bands else []
    if not front:
        return
    distance = distances_to(front)
    for band in bands:
        if distance[band.hex] > 2:
            march_up(campaign, band.hex, band.units, distance)


def march_up(campaign: Campaign, h: int, units: tuple[int, ...], distance: list[int]) -> None:
    sight = campaign.sight
    least, everyone = sight.parameters.band, sight.aboard(units)
    cap = LONG if len(everyone) >= 2 * least else SHORT
    options = []
    for n, points in campaign.reach_of(units[0]).points.items():
        if points > cap or n == h or distance[h] - distance[n] < sight.parameters.nearer:
            continue
        if not campaign.can_end(units[0], n) or sight.against(n) or campaign.room(n) < len(everyone):
            continue
        options.append((distance[n] - 3 * (n in CITY_AT) + points / 6, n))
    if options:
        campaign.send(units, min(options)[1])
        campaign.ferries.update(units)


def front_of(sight: Perception, quarry: frozenset[int]) -> list[int]:
    """Return the hexes of the enemy, and the cities still to be won."""
    s = sight.state
    found = list(s.stacks[sight.foe])
    for k in KINGDOM_POWERS:
        to_win = k in quarry or s.control[k] == sight.foe if sight.is_dark else sight.is_taken(k)
        if to_win and not (sight.is_dark and sight.is_taken(k)):
            found += [h for h in CITY_HEXES[k] if not s.units(sight.side, h)]
    return found

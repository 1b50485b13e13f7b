"""Garrisons of cities, and dispersal of crowded ones (6.3, 10)."""

from __future__ import annotations

from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.components.pieces import UNITS
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_AT, OWNER

NEAR = 6
"""Distance within which enemies can attack, in hexes."""


def threat(sight: Perception, h: int) -> int:
    """Return the strength of the enemies near a hex."""
    s = sight.state
    return sum([
        sum(map(s.strength, group)) for n, group in s.stacks[sight.foe].items() if distances(h)[n] <= NEAR
    ])  # fmt: skip


def post_guards(campaign: Campaign, is_bold: bool = False) -> None:
    """Set the garrison of each city, larger where enemies are near.

    With `is_bold`, one unit, or none where no enemy is near.
    """
    sight = campaign.sight
    if sight.state.turn == LAST_TURN and not sight.is_dark:
        return
    for h in campaign.movers:
        if h in CITY_AT and OWNER[h] >= 0 and not sight.against(h):
            campaign.kept[h] = int(not is_quiet(sight, h)) if is_bold else garrison(sight, h)


def is_quiet(sight: Perception, h: int) -> bool:
    """Return whether a city is safe without a garrison.

    Its kingdom is conquered, and no enemy is near.
    """
    return not threat(sight, h) and (not sight.is_dark or sight.is_taken(OWNER[h]))


def garrison(sight: Perception, h: int) -> int:
    near = threat(sight, h)
    if sight.is_dark:
        return 1 + (near > 2) + (near > 8)
    return 1 + (near > 5 and h in CAPITAL)


def disperse(campaign: Campaign) -> None:
    """Send units above the stacking limit to hexes with room."""
    for h in sorted(campaign.movers):
        over = -campaign.room(h)
        if over <= 0 or campaign.sight.against(h):
            over -= 1 if campaign.sight.against(h) else 0
        if over <= 0:
            continue
        free = [u for u in campaign.movers[h] if u not in campaign.goals and u < UNITS]
        free.sort(key=lambda u: (campaign.sight.worth(u), u))
        for u in free[:over]:
            goal = refuge(campaign, u)
            if goal >= 0:
                campaign.goals[u] = goal


def refuge(campaign: Campaign, u: int) -> int:
    """Return the best hex in reach with room for a unit, or -1.

    Few points, and a city before other hexes.
    """
    sight = campaign.sight
    options = [
        (points + (0 if n in CITY_AT else 2) - (2 if n in campaign.goals.values() else 0), n)
        for n, points in campaign.reach_of(u).points.items()
        if 0 < points <= 6 and campaign.can_reach(u, n) and not sight.against(n) and campaign.room(n) > 0
    ]
    return min(options)[1] if options else -1

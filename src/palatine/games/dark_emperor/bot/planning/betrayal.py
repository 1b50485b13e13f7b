"""Plans to betray an ally: own garrisons in, its units out, then betrayal (6.16, 6.3)."""

from __future__ import annotations

from palatine.games.dark_emperor.bot.planning.campaign import NEAR, Campaign
from palatine.games.dark_emperor.components.pieces import LEADERS_OF, UNITS
from palatine.games.dark_emperor.components.world import CITY_AT, CITY_HEXES, CITY_VALUE
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.state import is_vampire

WATCH = 2
"""Maximum number of units that hold a city taken from an ally."""


def plan_betrayal(campaign: Campaign, kingdom: int) -> bool:
    """Plan the marches before a betrayal; return whether it would win the ally's lands."""
    cities = sorted(CITY_HEXES[kingdom], key=lambda h: (-CITY_VALUE[h], h))
    if not all([turn_out(campaign, kingdom, h) for h in cities]):
        return False
    if not all([send_garrison(campaign, kingdom, h) for h in cities]):
        return False
    for h in cities * (WATCH - 1):
        send_garrison(campaign, kingdom, h)
    bait_leaders(campaign, kingdom)
    return True


def turn_out(campaign: Campaign, kingdom: int, h: int) -> bool:
    """Move an ally's units out of a city; return whether that is possible."""
    s = campaign.sight.state
    for u in campaign.sight.own(h):
        if u >= UNITS or s.power[u] != kingdom:
            continue
        if u not in campaign.movers.get(h, ()):
            return False
        fields = [(points, n) for n, points in campaign.reach_of(u).points.items() if is_field(campaign, u, n)]
        if not fields:
            return False
        campaign.goals[u] = min(fields)[1]
    return True


def is_field(campaign: Campaign, u: int, h: int) -> bool:
    """Return whether a unit moved out of a city can go to a hex."""
    return h not in CITY_AT and campaign.can_reach(u, h) and not campaign.sight.against(h)


def send_garrison(campaign: Campaign, kingdom: int, h: int) -> bool:
    """Send one more unit of another power into a city; return whether one is available.

    The nearest and strongest is chosen. A unit already there stays.
    """
    s = campaign.sight.state
    found = []
    for start, group in campaign.movers.items():
        for u in group:
            if u in campaign.goals or u >= UNITS or s.power[u] == kingdom or is_train(u):
                continue
            points = campaign.reach_of(u).points.get(h, NEAR + 1)
            if points <= NEAR and campaign.can_reach(u, h):
                found.append((points, not is_vampire(u), -s.strength(u), start != h, u))
    if not found:
        return False
    campaign.goals[min(found)[-1]] = h
    return True


def bait_leaders(campaign: Campaign, kingdom: int) -> None:
    """Send an ally's leaders to its city with the strongest other garrison (9.27)."""
    s = campaign.sight.state

    def strength(h: int) -> int:
        return sum([s.strength(u) for u, goal in campaign.goals.items() if goal == h and s.power[u] != kingdom])

    snare = max(CITY_HEXES[kingdom], key=strength)
    for leader in LEADERS_OF[kingdom]:
        if leader in campaign.idle_leaders():
            campaign.leads[leader] = snare

"""Bases where the captain's vampires wait to raise others: quiet cities (7.33)."""

from __future__ import annotations

from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.components.world import CITY_AT, OWNER
from palatine.games.dark_emperor.rules.realm.vampires import in_play, is_disturbed
from palatine.games.dark_emperor.state import is_vampire

NIGHT = 6
"""Maximum attrition points for a vampire's march to a base."""


def place_vampires(campaign: Campaign) -> None:
    """Send idle vampires to quiet cities, while fewer than the maximum are in play."""
    s = campaign.sight.state
    wanted = s.maximum - in_play(s)
    for h in sorted(campaign.movers):
        for u in campaign.movers[h]:
            if wanted <= 0:
                return
            if u in campaign.goals or not is_vampire(u):
                continue
            goal = vampire_base(campaign, u)
            if goal >= 0:
                campaign.goals[u] = goal
                wanted -= 1


def vampire_base(campaign: Campaign, u: int) -> int:
    """Return the nearest quiet city of one's own in reach of a vampire, or -1."""
    s = campaign.sight.state
    options = [
        (points, n)
        for n, points in campaign.reach_of(u).points.items()
        if points <= NIGHT and n in CITY_AT and OWNER[n] not in campaign.sight.sleeping and not is_disturbed(s, n)
        and (points == 0 or campaign.room(n) > 0)
    ]  # fmt: skip
    return min(options)[1] if options else -1

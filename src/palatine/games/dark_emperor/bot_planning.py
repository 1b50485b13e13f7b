"""The captain's plan for a Movement Segment: whom to wake, where to strike, who guards and who leads."""

from __future__ import annotations

from palatine.games.dark_emperor.bot_aims import Aims
from palatine.games.dark_emperor.bot_campaign import Campaign
from palatine.games.dark_emperor.bot_guarding import disperse, post_guards
from palatine.games.dark_emperor.bot_leading import errands, lead
from palatine.games.dark_emperor.bot_sight import Sight
from palatine.games.dark_emperor.bot_striking import strike
from palatine.games.dark_emperor.forces import PADRECH, TOL_MORN
from palatine.games.dark_emperor.powers import KINGDOM_POWERS
from palatine.games.dark_emperor.world import CITY_HEXES, GRID, TAXATION, ZOLAHAURESLOR

PROVOCATION = 10.0
"""What a strike at a sleeping kingdom must promise above all else."""
TRIED = 2
"""How many sleeping kingdoms are weighed."""


def make_plan(sight: Sight) -> Campaign:
    """The best plan; the Necromancer also weighs waking somebody."""
    if not sight.is_dark:
        return light_plan(sight)
    best = dark_plan(sight, frozenset())
    for k in prey(sight)[:TRIED]:
        plan = dark_plan(sight, frozenset([k]))
        plan.gained -= PROVOCATION
        if plan.gained > best.gained:
            best = plan
    return best


def dark_plan(sight: Sight, quarry: frozenset[int]) -> Campaign:
    """Mezal and whoever is left to spare negotiate; the others strike."""
    campaign = Campaign(sight, quarry)
    post_guards(campaign)
    errands(campaign, [p for p in campaign.idle_leaders() if p not in (PADRECH, TOL_MORN)])
    strike(campaign, Aims(sight, quarry))
    disperse(campaign)
    lead(campaign)
    return campaign


def light_plan(sight: Sight) -> Campaign:
    """Allies first; then the Necromancer's hosts and the cities he has taken."""
    campaign = Campaign(sight)
    post_guards(campaign)
    errands(campaign, campaign.idle_leaders())
    strike(campaign, Aims(sight, frozenset()))
    disperse(campaign)
    lead(campaign)
    return campaign


def prey(sight: Sight) -> list[int]:
    """The sleeping kingdoms, the most tempting first: rich, weakly held, near."""
    s = sight.state
    hosts = [h for h, group in s.stacks[sight.side].items() if len(group) > 1]
    found = []
    for k in KINGDOM_POWERS:
        if k not in sight.sleeping or k == ZOLAHAURESLOR:
            continue
        held = sum([sum(map(s.strength, s.stacks[2].get(h, ()))) for h in CITY_HEXES[k]])
        far = sum([min([GRID.distance(h, c) for h in hosts], default=20) for c in CITY_HEXES[k]])
        effort = held * 0.7 + 1.5 * len(CITY_HEXES[k]) + far / len(CITY_HEXES[k]) / 2
        found.append((TAXATION[k] / effort, k))
    return [k for _, k in sorted(found, reverse=True)]



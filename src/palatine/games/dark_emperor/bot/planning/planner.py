"""Candidate plans for a Movement Segment: activations, attacks, garrisons, leaders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.objectives import Aims
from palatine.games.dark_emperor.bot.parameters import ALLIANCES, CONQUEST, GATHERING, USUAL_AIM
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.attacks import strike
from palatine.games.dark_emperor.bot.planning.betrayal import plan_betrayal
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.bot.planning.concentration import gather
from palatine.games.dark_emperor.bot.planning.garrisons import disperse, post_guards
from palatine.games.dark_emperor.bot.planning.last_turn import plan_last_captures
from palatine.games.dark_emperor.bot.planning.leaders import lead, send_leaders, visit_graves
from palatine.games.dark_emperor.bot.planning.magic_hexes import seek
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.bot.planning.vampires import place_vampires
from palatine.games.dark_emperor.components.pieces import KINGDOM_POWERS, LEADERS_OF, NECROMANCER, PADRECH, TOL_MORN
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    CITY_HEXES,
    GROUND,
    MOUNTAIN,
    TAXATION,
    ZOLAHAURESLOR,
)

EMPIRE_WAKES = 10
"""Game-turn in which the empire is activated automatically (6.14)."""
TRIED = 4
"""Maximum number of inactive kingdoms considered."""
LAVISH = 0.2
EFFORTS = {LAVISH: CONQUEST, 1.2: ALLIANCES, 2.5: GATHERING}
"""Multipliers of the usual cost of units, with the aims they serve."""


def guess(sight: Perception) -> MarchPlan:
    """Return the plan that looks best without playouts."""
    if sight.parameters.aim != USUAL_AIM:
        return max(ideas(sight), key=lambda plan: plan.gained)
    if not sight.is_dark:
        return MarchPlan(sight, light_plan(sight))
    best = MarchPlan(sight, dark_plan(sight))
    for k in prey(sight)[:1]:
        plan = MarchPlan(sight, dark_plan(sight, frozenset([k]), is_bold=True))
        plan.gained -= sight.parameters.provocation + sight.parameters.provoked * TAXATION[k]
        if plan.gained > best.gained:
            best = plan
    return best


def usual_plan(sight: Perception) -> Campaign:
    """Return a plan without risks."""
    return dark_plan(sight) if sight.is_dark else light_plan(sight)


def ideas(sight: Perception) -> list[MarchPlan]:
    """Return plans worth playing out, all different."""
    found: dict[tuple[object, ...], MarchPlan] = {}
    wanted = sight.parameters.aim
    for aim, make in dark_ideas(sight) if sight.is_dark else light_ideas(sight):
        if wanted in (USUAL_AIM, aim):
            plan = MarchPlan(sight, make(), aim)
            found.setdefault(plan.signature(), plan)
    return list(found.values())


Idea = tuple[str, Callable[[], Campaign]]
"""A plan's aim, and the function that makes it."""


def light_ideas(sight: Perception) -> Iterator[Idea]:
    for effort, aim in EFFORTS.items():
        yield ALLIANCES if aim == CONQUEST else aim, partial(light_plan, sight, effort)
    yield CONQUEST, partial(light_plan, sight, envoys_first=False)


def dark_ideas(sight: Perception) -> Iterator[Idea]:
    for effort, aim in EFFORTS.items():
        yield aim, partial(dark_plan, sight, frozenset(), effort)
    yield CONQUEST, partial(dark_plan, sight, frozenset(), LAVISH, is_bold=True)
    yield CONQUEST, partial(dark_plan, sight, frozenset(), LAVISH, is_bold=True, graves=True)
    for k in prey(sight)[:TRIED]:
        yield CONQUEST, partial(dark_plan, sight, frozenset([k]), LAVISH, is_bold=True)
    for k in KINGDOM_POWERS:
        if sight.state.control[k] == sight.side and sight.is_mine(k):
            campaign = Campaign(sight)
            if plan_betrayal(campaign, k):
                yield CONQUEST, partial(treason, campaign, k)


def dark_plan(
    sight: Perception,
    quarry: frozenset[int] = frozenset(),
    effort: float = 1.0,
    is_bold: bool = False,
    graves: bool = False,
) -> Campaign:
    """Return a plan of the Necromancer.

    Mezal and other spare leaders negotiate or bring their magic into battle; the others attack. The Lords of Death
    negotiate only while the enemy has no leader who could activate the court's kingdom in the meantime.
    """
    campaign = Campaign(sight, quarry)
    campaign.effort *= effort
    post_guards(campaign, is_bold)
    if graves:
        visit_graves(campaign)
    send_leaders(campaign, [p for p in campaign.idle_leaders() if p not in (PADRECH, TOL_MORN)])
    if quarry:
        strike(campaign, Aims(sight, quarry).on(quarry))
    strike(campaign, Aims(sight, quarry))
    send_leaders(
        campaign, [p for p in campaign.idle_leaders() if p not in (PADRECH, TOL_MORN) or not sight.their_leaders]
    )
    plan_last_captures(campaign)
    place_vampires(campaign)
    gather(campaign, quarry | {ZOLAHAURESLOR})
    disperse(campaign)
    seek(campaign)
    lead(campaign)
    return campaign


def treason(campaign: Campaign, kingdom: int) -> Campaign:
    """Return a plan to betray an ally; units not needed for it continue the war."""
    campaign.victim = kingdom
    campaign.effort *= LAVISH
    strike(campaign, Aims(campaign.sight, frozenset()))
    plan_last_captures(campaign)
    disperse(campaign)
    lead(campaign)
    return campaign


def light_plan(sight: Perception, effort: float = 1.0, envoys_first: bool = True) -> Campaign:
    """Return a plan of the Kingdoms: alliances, and attacks on the Necromancer and lost cities."""
    campaign = Campaign(sight)
    campaign.effort *= effort
    post_guards(campaign)
    if envoys_first:
        send_leaders(campaign, [p for p in campaign.idle_leaders() if p not in sight.slayers])
    strike(campaign, Aims(sight, frozenset()))
    send_leaders(campaign, campaign.idle_leaders())
    plan_last_captures(campaign)
    gather(campaign, frozenset())
    disperse(campaign)
    seek(campaign)
    lead(campaign)
    return campaign


def prey(sight: Perception) -> list[int]:
    """Return the inactive kingdoms, the most tempting first.

    Tempting means rich, weakly held, near, and with few leaders in one place.
    """
    s = sight.state
    hosts = [h for h, group in s.stacks[sight.side].items() if len(group) > 1]
    found = []
    for k in KINGDOM_POWERS:
        if k not in sight.sleeping or (k == ZOLAHAURESLOR and not is_ready(sight)):
            continue
        held = sum([sum(map(s.strength, s.stacks[2].get(h, ()))) for h in CITY_HEXES[k]])
        far = sum([min([distances(h)[c] for h in hosts], default=20) for c in CITY_HEXES[k]])
        hero = sight.best_hero(s.company[2].get(CAPITAL[k], ())) + (GROUND[CAPITAL[k]] == MOUNTAIN) * 2
        courts = len({s.where[p] for p in LEADERS_OF[k]})
        effort = held * 0.5 + 1.5 * len(CITY_HEXES[k]) + far / len(CITY_HEXES[k]) / 2 + 1.5 * hero
        effort += 4.0 * (len(LEADERS_OF[k]) - 1) + 6.0 * (courts - 1)
        found.append((TAXATION[k] / effort, k))
    return [k for _, k in sorted(found, reverse=True)]


def is_ready(sight: Perception) -> bool:
    """Return whether to attack the empire (6.14).

    The Necromancer's own troops are strong enough, or it is about to be activated anyway.
    """
    s = sight.state
    own = [u for group in s.stacks[sight.side].values() for u in group if s.power[u] == NECROMANCER]
    theirs = sum([sum(map(s.strength, s.stacks[2].get(h, ()))) for h in CITY_HEXES[ZOLAHAURESLOR]])
    return sum(map(s.strength, own)) >= sight.parameters.ready * theirs or s.turn >= EMPIRE_WAKES - 1

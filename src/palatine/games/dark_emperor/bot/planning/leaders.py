"""Tasks of leaders: to courts, the Mercenary Holding Box, or armies (11, 19.1)."""

from __future__ import annotations

from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.bot.planning.garrisons import threat
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    BOX,
    FIRST_LEADER,
    GROUP_POWERS,
    INACTIVE,
    MAGIC,
    PADRECH,
    RUNE,
    SERENITY,
    TERROR,
    TOL_MORN,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.tables import DIPLOMACY
from palatine.games.dark_emperor.components.world import BATTLEFIELDS, CAPITAL, HOLY, OWNER, TAXATION
from palatine.games.dark_emperor.rules.common.terrain import is_deaf_to_magic
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_results, row_of

GROUP_WORTH = (9.0, 6.0, 5.0, 5.0, 5.0, 8.0)
"""Value of the mercenary groups, in table order."""


def diplomacy_bonus(leader: int) -> int:
    """Return the expected bonus of a leader's magic to two dice (14.32, 14.42)."""
    rune = RUNE[leader - FIRST_LEADER]
    strength = MAGIC[leader - FIRST_LEADER]
    if rune == SERENITY:
        return strength
    return strength // 2 if rune == TERROR else 0


def send_leaders(campaign: Campaign, fit: list[int]) -> None:
    """Plan envoys and courtiers, the most promising first."""
    sight = campaign.sight
    left = list(fit)
    open_ = missions(sight)
    while left and open_:
        value, leader, mission = max([(worth_of(sight, p, m), p, m) for p in left for m in open_])
        if value < sight.parameters.errand:
            return
        campaign.leads[leader] = CAPITAL[mission] if mission < GROUP_POWERS[0] else BOX
        left.remove(leader)
        open_.remove(mission)


def missions(sight: Perception) -> list[int]:
    """Return the inactive powers that could be won."""
    s = sight.state
    groups = [g for g in GROUP_POWERS if s.control[g] == INACTIVE]
    return [*sorted(sight.sleeping), *groups]


def worth_of(sight: Perception, leader: int, mission: int) -> float:
    """Return the expected value of sending a leader to a power."""
    hoped = 0 if is_deaf_to_magic(mission) else diplomacy_bonus(leader)
    luck = diplomacy_results(DIPLOMACY[row_of(mission)][sight.side] + hoped).probability()
    if mission >= GROUP_POWERS[0]:
        return GROUP_WORTH[mission - GROUP_POWERS[0]] * luck
    value = TAXATION[mission] * (sight.parameters.courtship if sight.is_dark else 1.0)
    return 0.0 if HOLY[CAPITAL[mission]] and sight.is_dark else value * luck


def lead(campaign: Campaign) -> None:
    """Send the remaining leaders to safe and useful places: the largest army without a leader."""
    sight = campaign.sight
    visit_graves(campaign)
    for leader in sorted(campaign.idle_leaders(), key=lambda p: -sight.rating(p)):
        goal = best_company(campaign, leader)
        if goal is not None:
            campaign.leads[leader] = goal


def visit_graves(campaign: Campaign) -> None:
    """Send Padrech, if idle, to a hex where old battles' fallen can be raised."""
    if PADRECH in campaign.idle_leaders():
        grave = revival_site(campaign)
        if grave is not None:
            campaign.leads[PADRECH] = grave


def revival_site(campaign: Campaign) -> int | None:
    """Return the nearest safe battlefield with fallen to raise, or None (14.12f)."""
    sight = campaign.sight
    s = sight.state
    hosts = list(s.stacks[sight.side])
    found = [
        (min([distances(h)[n] for n in hosts], default=0), h)
        for h, _ in BATTLEFIELDS
        if OWNER[h] not in sight.sleeping and not s.is_held(sight.side, h) and has_fallen(sight, h)
        and not threat(sight, h)
    ]  # fmt: skip
    return min(found)[1] if found else None


def has_fallen(sight: Perception, h: int) -> bool:
    s = sight.state
    return any([s.where[u] == h and s.power[u] == BATTLEFIELD for u in UNITS_OF[BATTLEFIELD]])


def best_company(campaign: Campaign, leader: int) -> int | None:
    """Return the hex of the army a leader should join; Padrech avoids lord-slaying swords."""
    sight = campaign.sight
    best, chosen = 0.0, None
    for h in {*sight.state.stacks[sight.side], *campaign.goals.values()}:
        if OWNER[h] in sight.sleeping:
            continue
        army = campaign.bound_for(h)
        if not army or (leader in (PADRECH, TOL_MORN) and any([distances(h)[d] <= 7 for d in sight.dreaded])):
            continue
        if leader == PADRECH and sight.is_hunted and sum(map(sight.state.strength, army)) < sight.parameters.shield:
            continue
        led = sum([goal == h for goal in campaign.leads.values()])
        value = sum([sight.state.strength(u) for u in army]) / (1 + 2 * led) - sum([u >= UNITS for u in army])
        if value > best:
            best, chosen = value, h
    if chosen is None:
        return BOX
    return chosen

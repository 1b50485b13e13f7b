"""Captures in the last game-turn that change production most (20.3)."""

from __future__ import annotations

from functools import partial
from operator import gt

from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.components.pieces import NECROMANCER, UNITS
from palatine.games.dark_emperor.components.tables import LAST_TURN, PRODUCTION
from palatine.games.dark_emperor.components.world import HEXES, OWNER
from palatine.games.dark_emperor.rules.common.taxation import AROUND, has_zone_in, powers_beside, survey
from palatine.games.dark_emperor.rules.movement.attrition import attrition_results
from palatine.games.dark_emperor.rules.movement.restrictions import may_end

LEAST = 0.5
"""Minimum production gained by a march."""
SIZES = (1, 2, 3)


def plan_last_captures(campaign: Campaign) -> None:
    """Plan the marches of the last game-turn that change the Necromancer's production most."""
    sight = campaign.sight
    if sight.state.turn != LAST_TURN:
        return
    open_ = stakes(sight)
    stake = {
        h: sum([PRODUCTION[n] for n in AROUND[h] if n in open_]) for h in {n for o in open_ for n in AROUND[o]}
    }
    for band in sorted(campaign.bands(), key=lambda band: -len(band.units)):
        left = band.units if band.units[0] < UNITS else ()
        while left:
            found = marches(campaign, left, stake)
            if not found:
                break
            _, goal, units = max(found)
            campaign.send(units, goal)
            left = left[: -len(units)]
            for h in set(zone(sight, units[0], goal)) & open_:
                open_.remove(h)
                for n in AROUND[h]:
                    stake[n] -= PRODUCTION[h]


def zone(sight: Perception, u: int, h: int) -> list[int]:
    """Return the hexes a unit would have in its zone of control (7.11)."""
    return [n for n in AROUND[h] if OWNER[n] >= 0 and (n == h or has_zone_in(sight.state, u, n))]


def stakes(sight: Perception) -> set[int]:
    """Return the hexes that a unit within reach would win, or take from the Necromancer."""
    s = sight.state
    held = survey(s)
    if not sight.is_dark:
        mine = [h for h, power in enumerate(held) if power == NECROMANCER]
        return {h for h in mine if h not in s.stacks[0] and not powers_beside(s, 1, h)}
    asleep = {n for h, group in s.stacks[2].items() if any([u < UNITS for u in group]) for n in AROUND[h]}
    return {
        h for h in range(HEXES)
        if OWNER[h] >= 0 and held[h] != NECROMANCER and h not in asleep and s.control[OWNER[h]] != sight.side
        and h not in s.stacks[1] and not powers_beside(s, 1, h)
    }  # fmt: skip


def marches(
    campaign: Campaign, band: tuple[int, ...], stake: dict[int, int]
) -> list[tuple[float, int, tuple[int, ...]]]:
    """Return gains of marches by part of a band: value, hex, units.

    Small stacks are likely to be lost on the way.
    """
    found = []
    for n, points in campaign.reach_of(band[0]).points.items():
        if stake.get(n, 0) <= 1 or campaign.sight.against(n) or not may_end(n, (band[0],)) or campaign.room(n) <= 0:
            continue
        for size in SIZES[: len(band)]:
            safe = attrition_results(points, size).probability(partial(gt, size))
            value = stake[n] * safe - 0.4 * size
            if value > LEAST:
                found.append((value, n, band[-size:]))
    return found

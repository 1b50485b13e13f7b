"""Value of a position: the Necromancer's production, troops and leaders (20)."""

from __future__ import annotations

from math import sqrt

from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    INACTIVE,
    KINGDOM_POWERS,
    LEADERS,
    NECROMANCER_SIDE,
    PADRECH,
    POOL,
    PRICE,
    TOL_MORN,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import CITY_HEXES, TAXATION, ZOLAHAURESLOR
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.realm.vampires import most_recruits
from palatine.games.dark_emperor.state import DarkEmperorState

DECISIVE = 1000.0
EMPIRE = 120.0
"""Value of complete control of Zolahaureslor to the Necromancer before its conquest (20.2)."""
ARMIES = (1.0, -0.6, -0.6)
"""Weight of troops by side.

Inactive ones count as enemies; otherwise the Necromancer would never activate them.
"""
ENVOY = 24.0
"""Cost to the Necromancer of one enemy leader who can activate all kingdoms all match long.

Further leaders cost less and less.
"""
MISSED = 0.6
"""Cost of leaving a kingdom inactive, as a share of its Taxation Value; rises over time."""
OPENING = 5 / LAST_TURN
"""Share of the match in which leaving kingdoms inactive costs nothing."""
BROOD = 2.5
"""Value to the Necromancer of another possible vampire."""
DISTANCE_WEIGHT = 0.02
"""Cost of each hex from a city still to be won, per point of strength."""
FARTHEST = 15
RESERVE = 0.5
"""Value of a unit that a kingdom can buy next, as a share of its value on the map."""


def position_value(s: DarkEmperorState) -> float:
    """Return the value of a position to the Necromancer, in production."""
    if s.outcome is not None:
        return outcome_value(s)
    late = s.turn / LAST_TURN
    yielded = production(s)
    total = yielded * 2.2 + BROOD * most_recruits(s, yielded) * (1 - late) - DISTANCE_WEIGHT * distance_penalty(s)
    total += sum([kingdom_value(s, k, late) for k in KINGDOM_POWERS])
    total += army_value(Perception(s, NECROMANCER_SIDE)) + leaders_value(s)
    return total


def distance_penalty(s: DarkEmperorState) -> float:
    """Return the distances of the Necromancer's troops from cities not held, by strength."""
    wanted = [
        h for k in KINGDOM_POWERS if s.control[k] != NECROMANCER_SIDE
        for h in CITY_HEXES[k] if not s.units(NECROMANCER_SIDE, h)
    ]  # fmt: skip
    total = 0
    for h, group in s.stacks[NECROMANCER_SIDE].items():
        far = distances(h)
        total += min([FARTHEST, *[far[n] for n in wanted]]) * sum(map(s.strength, group))
    return total


def outcome_value(s: DarkEmperorState) -> float:
    """Return the value of a finished match.

    Full value for a decisive end; otherwise by the Necromancer's production.
    """
    assert s.outcome is not None
    mine = s.seats[NECROMANCER_SIDE] in s.outcome.winners
    if "total" not in s.outcome.data:
        return DECISIVE if mine else -DECISIVE
    prize = DECISIVE / 3 if mine else 0.0 if not s.outcome.winners else -DECISIVE / 3
    return prize + 2.2 * float(s.outcome.data["total"])


def kingdom_value(s: DarkEmperorState, k: int, late: float) -> float:
    """Return the value of a kingdom's status beyond its present production."""
    if s.control[k] == INACTIVE:
        return -MISSED * TAXATION[k] * max(0.0, late - OPENING)
    sight = Perception(s, NECROMANCER_SIDE)
    held = sum([sight.city_worth(h) for h in CITY_HEXES[k] if s.units(0, h) and not s.units(1, h)])
    if s.control[k] == NECROMANCER_SIDE:
        return 0.3 * TAXATION[k] * (1 - late)
    if sight.is_taken(k):
        return 0.4 * TAXATION[k] + 0.15 * held
    if k == ZOLAHAURESLOR:
        return 0.7 * held + EMPIRE * (held / TAXATION[k]) ** 2
    whole = 0.4 * TAXATION[k] if held >= TAXATION[k] - 0.5 else 0.0
    return 0.7 * held + whole


def army_value(sight: Perception) -> float:
    """Return the value of both sides' troops, and of inactive ones."""
    s = sight.state
    total = 0.0
    for side, sign in enumerate(ARMIES):
        for group in s.stacks[side].values():
            total += sign * sum(
                [sight.full_worth(u) * (0.5 if side == 0 and s.power[u] < 16 else 1.0) for u in group]
            )
    total += sum([ARMIES[s.control[k]] * reserves(sight, k) for k in KINGDOM_POWERS if s.control[k] != INACTIVE])
    return total * min(1.0, (LAST_TURN - s.turn + 0.5) / 10)


def reserves(sight: Perception, kingdom: int) -> float:
    """Return the value of the units in a kingdom's pool that its gold can buy (7.21)."""
    s, gold, total = sight.state, sight.state.gold[kingdom], 0.0
    if s.is_conquered(kingdom):
        return 0.0
    for u in UNITS_OF[kingdom]:
        if s.where[u] == POOL and gold >= PRICE[u]:
            gold -= PRICE[u]
            total += sight.full_worth(u)
    return RESERVE * total * (0.5 if s.control[kingdom] == NECROMANCER_SIDE else 1.0)


def leaders_value(s: DarkEmperorState) -> float:
    """Return the value of leaders; enemy ones count for the kingdoms they could activate."""
    envoy = envoy_worth(s)
    envoys, total = 0, 0.0
    for p in LEADERS:
        if s.where[p] < 0 and s.where[p] != BOX:
            continue
        side = s.control[s.power[p]]
        if side == NECROMANCER_SIDE:
            total += 8.0 if p in (PADRECH, TOL_MORN) else 4.0
        elif side != INACTIVE:
            total -= 2.0
            envoys += 1
    return total - envoy * sqrt(envoys)


def envoy_worth(s: DarkEmperorState) -> float:
    """Return the cost to the Necromancer of one enemy leader who can activate kingdoms."""
    asleep = sum([TAXATION[k] for k in KINGDOM_POWERS if s.control[k] == INACTIVE])
    return ENVOY * asleep / sum(TAXATION) * (LAST_TURN - s.turn) / LAST_TURN

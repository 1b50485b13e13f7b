"""Barriers to entry by any route: enemies, sieges, gates, bounds (7.3n, 7.5.9, 10.9.4)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Refusal
from palatine.games.elric.components.pieces import KIND, PERSON
from palatine.games.elric.components.world import MELNIBONE
from palatine.games.elric.rules.combat.participants import BOUND, is_city_of, is_shunned
from palatine.games.elric.rules.common.closed_areas import is_horde_bound, may_enter
from palatine.games.elric.rules.common.control import may_bid
from palatine.games.elric.rules.common.sieges import is_besieged
from palatine.games.elric.rules.movement.group import MovingGroup
from palatine.games.elric.state import ElricState


def may_attack(s: ElricState, seat: int, group: tuple[int, ...], n: int) -> bool:
    """Return whether a group could start a combat in an area (12.0c, A-124).

    It needs a leader, and not only Melniboneans who would abstain; or it is one personality that could take Elric over
    (12.1.2e).
    """
    leaders = [p for p in group if KIND[p] == PERSON]
    return (len(group) == 1 and may_bid(s, group[0], n)) or bool(attackers(s, seat, leaders, n))


def attackers(s: ElricState, seat: int, group: Iterable[int], n: int) -> list[int]:
    """Return the pieces of a group that attack the enemies in an area (12.0c, g).

    Melniboneans attack neither Melniboneans nor Imrryr.
    """
    for foe in s.enemies(seat, n):
        if is_shunned(s.stacks[foe][n], n == MELNIBONE and is_city_of(s, foe, n)):
            return [p for p in group if p not in BOUND]
    return list(group)


def closed_to(s: ElricState, step: MovingGroup, n: int, harbour: bool = False) -> Refusal | None:
    """Return why a group may not enter an adjacent area by any route, or None."""
    group, seat = step.group, step.seat
    if n == MELNIBONE or is_horde_bound(s):
        barred = may_enter(s, group, n)
        if barred is not None:
            return barred
    if harbour and s.options["siege-port"] != "open" and is_besieged(s, n, seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if s.is_hostile(seat, n) and not may_attack(s, seat, group, n):
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    return None

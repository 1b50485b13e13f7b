"""What keeps a group out of an area, however it comes there: enemies, sieges, gates, bounds (7.3n, 7.5.9, 10.9.4)."""

from __future__ import annotations

from palatine.core import Refusal
from palatine.games.elric.components.pieces import ELRIC, IS_MELNIBONEAN
from palatine.games.elric.components.world import MELNIBONE
from palatine.games.elric.rules.common.bounds import is_horde_bound, may_enter
from palatine.games.elric.rules.common.control import may_bid
from palatine.games.elric.rules.common.naval import FIRST_FLEET
from palatine.games.elric.rules.common.sieges import is_besieged
from palatine.games.elric.rules.movement.group import Group
from palatine.games.elric.state import OTHERS, ElricState


def may_attack(s: ElricState, seat: int, group: tuple[int, ...], n: int) -> bool:
    """Whether a group could start a combat: led, and not by Melniboneans alone against Melniboneans (12.0c, A-124); or
    is somebody alone who could take Elric over (12.1.2e)."""
    leaders = [p for p in group if p < FIRST_FLEET]
    if not leaders or not all([IS_MELNIBONEAN[p] and p != ELRIC for p in leaders]):
        return bool(leaders)
    if len(group) == 1 and may_bid(s, group[0], n):
        return True
    enemies = [p for other in OTHERS[seat] for p in s.stacks[other].get(n, ())]
    return not any([IS_MELNIBONEAN[p] and p != ELRIC for p in enemies])


def closed_to(s: ElricState, step: Group, n: int, harbour: bool = False) -> Refusal | None:
    """What keeps a group out of an area next to it, however it comes there."""
    group, seat = step.group, step.seat
    if n == MELNIBONE or is_horde_bound(s):
        barred = may_enter(s, group, n)
        if barred is not None:
            return barred
    if s.sieges and harbour and s.options["siege-port"] != "open" and is_besieged(s, n, seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if s.is_hostile(seat, n) and not may_attack(s, seat, group, n):
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    return None

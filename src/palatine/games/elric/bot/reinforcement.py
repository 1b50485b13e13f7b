"""Reinforcement of Imrryr by its holder, whom it makes the winner (5.0e)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from palatine.games.elric.bot.attacks import has_army
from palatine.games.elric.bot.distances import MarchOrder
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.bot.routes import Leg, legs, order_of
from palatine.games.elric.components.pieces import ARMY, CARRIES, ELRIC, FLEET, IS_MELNIBONEAN, KIND, PERSON, VALUE
from palatine.games.elric.components.tables import DUEL
from palatine.games.elric.components.world import COASTS, IS_SEA, MELNIBONE, PORT_SEA, WALL
from palatine.games.elric.rules.common.balance import last_turn
from palatine.games.elric.rules.common.closed_areas import opens_gate
from palatine.games.elric.rules.common.naval import left
from palatine.games.elric.state import OTHERS, ElricState, strength

FEW: Final = 2
"""Least number of armies worth a voyage."""
WEAK: Final = 1
"""Greatest combat value of a personality who leaves Imrryr to fetch armies."""


def reinforce_imrryr(sight: Perception) -> MarchOrder | None:
    """Return a march that brings armies into Imrryr if a rival's led forces exceed its defence."""
    s, seat = sight.s, sight.seat
    if sight.is_founding or s.scenario == DUEL or s.city_owner(MELNIBONE) != seat:
        return None
    return land(sight) or (fetch_armies(sight) if is_too_weak(s, seat, sight.parameters.spell_fear) else None)


def is_too_weak(s: ElricState, seat: int, spell_fear: int) -> bool:
    """Return whether led forces of a rival may exceed Imrryr's defence.

    False as well if nobody inside can open the gate to reinforcements.
    """
    garrison = s.stacks[seat].get(MELNIBONE, ())
    defence = strength(garrison, False) + WALL[MELNIBONE]
    return opens_gate(s, garrison) and defence < led_forces(s, seat) + spell_fear


def led_forces(s: ElricState, seat: int) -> int:
    """Return the greatest strength of one rival's stacks with personalities."""
    return max([
        sum([strength(here, False) for here in s.stacks[other].values() if KIND[here[0]] == PERSON])
        for other in OTHERS[seat]
    ])  # fmt: skip


def land(sight: Perception) -> MarchOrder | None:
    """Return the landing of armies off Imrryr with somebody who opens its gate (7.5.9)."""
    for sea in COASTS[MELNIBONE]:
        landing = landing_of(sight, sea, sight.free(sea))
        if landing is not None:
            return order_of(sea, landing)
    return None


def fetch_armies(sight: Perception) -> MarchOrder | None:
    """Return the next march by which armies outside come into Imrryr."""
    return open_gate(sight) or sail_in(sight) or sail_out(sight)


def open_gate(sight: Perception) -> MarchOrder | None:
    """Return a march of those who open Imrryr's gate to armies off it (7.5.9).

    The armies then land with them.
    """
    openers = openers_of(sight)
    for sea in COASTS[MELNIBONE] if openers else ():
        here = sight.free(sea)
        if has_army(here) and sea not in sight.closed and landing_of(sight, sea, [*here, *openers]) is not None:
            return MarchOrder(MELNIBONE, frozenset(openers), (sea,))
    return None


def landing_of(sight: Perception, sea: int, pieces: Sequence[int]) -> Leg | None:
    """Return a way of armies from the sea into Imrryr in this turn."""
    able = [leg for leg in legs(sight, sea, MELNIBONE, pieces) if leg.turns == 0 and has_army(leg.group)]
    return able[0] if able else None


def openers_of(sight: Perception) -> tuple[int, ...]:
    """Return the free pieces in Imrryr that open its gate.

    They are its weakest Melnibonean, or Elric and his controller.
    """
    s, here = sight.s, sight.free(MELNIBONE)
    people = [p for p in here if KIND[p] == PERSON and IS_MELNIBONEAN[p] and p not in (ELRIC, s.controller)]
    if people:
        return (min(people, key=lambda p: (VALUE[p], p)),)
    company = (ELRIC, s.controller) if s.controller >= 0 else (ELRIC,)
    return company if all([p in here for p in company]) else ()


def sail_in(sight: Perception) -> MarchOrder | None:
    """Return a voyage of armies into Imrryr, or to a sea off its gate."""
    for a in sight.s.stacks[sight.seat]:
        if a == MELNIBONE or a in COASTS[MELNIBONE]:
            continue
        timely = [
            leg
            for leg in ways_in(sight, a, sight.movable(a))
            if leg.turns <= turns_left(sight.s) and armies_in(leg.group) >= FEW
        ]
        if timely:
            return order_of(a, min(timely, key=lambda leg: (leg.turns, -armies_in(leg.group))))
    return None


def ways_in(sight: Perception, a: int, pieces: Sequence[int]) -> Iterator[Leg]:
    if can_sail(sight.s, a, pieces):
        for goal in (MELNIBONE, *[sea for sea in COASTS[MELNIBONE] if sea not in sight.closed]):
            yield from legs(sight, a, goal, pieces)


def can_sail(s: ElricState, a: int, pieces: Sequence[int]) -> bool:
    """Return whether no ship among pieces at sea has spent its movement."""
    return not IS_SEA[a] or all([left(s, p) > 0 for p in pieces if KIND[p] == FLEET])


def turns_left(s: ElricState) -> int:
    return last_turn(s) - s.turn


def armies_in(group: Sequence[int]) -> int:
    return sum([KIND[p] == ARMY for p in group])


def sail_out(sight: Perception) -> MarchOrder | None:
    """Return a voyage of empty ships to armies without a leader.

    Otherwise a march of weak personalities from Imrryr to ships off it.
    """
    ports = waiting_armies(sight)
    for sea in sight.s.stacks[sight.seat] if ports else ():
        here = sight.free(sea) if IS_SEA[sea] and sea not in sight.closed else []
        ships = [p for p in here if KIND[p] == FLEET and CARRIES[p] >= FEW]
        if not ships or has_army(here) or not can_sail(sight.s, sea, here):
            continue
        aboard = [p for p in here if KIND[p] == PERSON]
        for port in ports:
            if aboard:
                for leg in legs(sight, sea, port, [*aboard, *ships])[:1]:
                    if is_round_trip(sight.s, leg):
                        return order_of(sea, leg)
            elif sea in COASTS[MELNIBONE]:
                crew = crew_of(sight, len(ships))
                if crew and any([is_round_trip(sight.s, leg) for leg in legs(sight, MELNIBONE, port, crew)]):
                    return MarchOrder(MELNIBONE, frozenset(crew), (sea,))
    return None


def is_round_trip(s: ElricState, leg: Leg) -> bool:
    """Return whether there is time for a way out, the loading, and the way back."""
    return 2 * leg.turns + 1 <= turns_left(s)


def waiting_armies(sight: Perception) -> list[int]:
    """Return the ports with free armies without a leader, those with most armies first."""
    found = {
        a: armies_in(sight.movable(a))
        for a, here in sight.s.stacks[sight.seat].items()
        if PORT_SEA[a] >= 0 and KIND[here[0]] != PERSON
    }
    return sorted([a for a in found if found[a] >= FEW], key=lambda a: (-found[a], a))


def crew_of(sight: Perception, ships: int) -> list[int]:
    """Return weak personalities in Imrryr, one a ship, without those who open its gate."""
    keep = openers_of(sight)
    able = [p for p in sight.free(MELNIBONE) if KIND[p] == PERSON and VALUE[p] <= WEAK and p not in keep]
    return able[:ships]

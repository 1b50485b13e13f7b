"""Costs of movement, and boarding (7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.games.elric.components.pieces import CHAOS_FLEET
from palatine.games.elric.components.tables import DEBARK, EMBARK_PERSON
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.rules.common.control import board, leave_ships
from palatine.games.elric.rules.common.naval import crewless, disembark, fleets_of, is_fleet, left, stow
from palatine.games.elric.rules.common.relocation import join_friend
from palatine.games.elric.rules.movement.group import WINGED, MovingGroup
from palatine.games.elric.rules.movement.sea_movement import boarding_price
from palatine.games.elric.state import ElricState

# Points


def walk(s: ElricState, group: Sequence[int], price: int) -> None:
    """Charge land points on foot or by wing, and leave ships (7.0d, 7.2a, 7.3b, 7.4.1)."""
    walked = s.walked
    for p in group:
        walked[p] = walked.get(p, 0) + price
    leave_ships(s, group)


def sail(s: ElricState, group: Sequence[int], a: int, n: int) -> None:
    """Sail to a sea or port, where passengers leave and board (7.3e, 7.3s, 7.3v; A-11, A-101)."""
    sailed, at_sea = s.sailed, IS_SEA[n]
    if not IS_SEA[a]:
        boarders = [p for p in group if not is_fleet(p) and p not in s.ship]
        for p in boarders:
            s.walked[p] = s.walked.get(p, 0) + boarding_price(s, p, a, n)
        stow(s, boarders, fleets_of(group))
    for p in group:
        if at_sea or is_fleet(p):
            sailed[p] = sailed.get(p, 0) + 1
    if not at_sea:
        disembark(s, group)


def go_ashore(s: ElricState, group: Sequence[int]) -> None:
    """Land pieces: their ships pay, or those who can walk pay a point each (7.3u)."""
    ships = {s.ship[p] for p in group if p in s.ship}
    able = {ship for ship in ships if left(s, ship) >= DEBARK}
    for ship in able:
        s.sailed[ship] = s.sailed.get(ship, 0) + DEBARK
    for p in [p for p in group if s.ship.get(p, -1) not in able]:
        s.walked[p] = s.walked.get(p, 0) + 1
    leave_ships(s, group)


def embark(s: ElricState, group: Sequence[int], a: int, sea: int, ship: int) -> None:
    """Board a ship in an adjacent sea from the coast (7.3r)."""
    for p in group:
        s.walked[p] = s.walked.get(p, 0) + boarding_price(s, p, a, sea)
    board_and_attach(s, group, ship)


def go_over(s: ElricState, group: Sequence[int], ship: int) -> None:
    """Move personalities at sea to another ship; winged ones pay nothing (7.3v, 7.4.1d)."""
    for p in group:
        if p not in WINGED:
            s.walked[p] = s.walked.get(p, 0) + EMBARK_PERSON
    board_and_attach(s, group, ship)
    join_friend(s, group, ship)


def board_and_attach(s: ElricState, group: Sequence[int], ship: int) -> None:
    """Board a ship, which is attached if it has no personality and came another way (7.3i)."""
    if crewless(s, (ship,)) and s.trail.get(ship, ()) != s.trail.get(group[0], ()):
        s.changed = (*s.changed, ship)
        s.trail[ship] = s.trail.get(group[0], ())
    board(s, group, ship)


def escapers(s: ElricState, step: MovingGroup) -> tuple[int, ...]:
    """Return the pieces leaving the Chaos Fleet, which need a heroic escape (16.8)."""
    if s.where[CHAOS_FLEET] != step.area or CHAOS_FLEET in step.group:
        return ()
    return tuple([p for p in step.group if s.ship.get(p, -1) == CHAOS_FLEET])

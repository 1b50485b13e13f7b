"""Units destroyed, captured and freed, and the records of them."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.games.demonlord.components.pieces import INVOKED, IS_TROOP, POWER, REINFORCEMENTS
from palatine.games.demonlord.components.world import GRID, HEXES, NEUTRAL, TEMPLES
from palatine.games.demonlord.state import AWAY, DEAD, FREED, PRISONER, DemonlordState, Fallen, with_side


def destroy_unit(s: DemonlordState, u: int) -> None:
    """Destroy a unit; it can still be raised, replaced or invoked again."""
    side, h = s.side_of(u), s.where[u]
    s.lift((u,), side, h, DEAD)
    s.fallen = (*s.fallen, Fallen(u, h, side, s.phase))
    if not IS_TROOP[u]:
        s.slain = (*[pair for pair in s.slain if pair[0] != u], (u, side))
    record_loss(s, u, side)


def take_prisoner(s: DemonlordState, u: int, captor: int) -> None:
    """Make a unit a prisoner of `captor` (PRIS-01)."""
    side = s.side_of(u)
    s.lift((u,), side, s.where[u], PRISONER)
    s.captors = (*s.captors, (u, captor))
    record_loss(s, u, side)


def imprison(s: DemonlordState, units: list[int], side: int, clause: str) -> None:
    """Make units of `side` prisoners of the enemy, and log it."""
    for u in units:
        take_prisoner(s, u, 1 - side)
        s.log("prisoner", clause, unit=u, side=1 - side)


def record_loss(s: DemonlordState, u: int, side: int) -> None:
    """Count a loss of a side (V17), which also allows reinforcements to be requested (REIN-02)."""
    assert side != NEUTRAL, "losses are booked to players alone"
    s.opened = True
    s.losses_this_turn = with_side(s.losses_this_turn, side, s.losses_this_turn[side] + 1)
    if IS_TROOP[u]:
        s.troops_lost = with_side(s.troops_lost, side, s.troops_lost[side] + 1)


# Prisoners & freed units (PRIS-09 to PRIS-13)


def release_unit(s: DemonlordState, u: int) -> None:
    """Give a prisoner or dead unit back to its side (PRIS-12, PRIS-13).

    A spirit waits for invocation, a reinforcement for its entrance. Others wait for the end of the phase, when they
    appear in one of the `freed_places`.
    """
    strike_off(s, (u,))
    s.set_aside((u,), AWAY if u in INVOKED else FREED)
    if u in REINFORCEMENTS:
        s.waiting = (*s.waiting, u)


def strike_off(s: DemonlordState, units: Iterable[int]) -> None:
    """Delete units from the records of the recently dead and the prisoners."""
    gone = {*units}
    s.fallen = tuple([f for f in s.fallen if f.unit not in gone])
    s.captors = tuple([pair for pair in s.captors if pair[0] not in gone])


def freed_places(s: DemonlordState, u: int) -> list[int]:
    """Return the hexes where a freed unit can visibly appear, [] if there are none.

    It is the homeland if free of enemy troops. Otherwise it is the nearest friendly fortress free of them, and for
    casters also the nearest such temple (PRIS-09 to PRIS-11, A22, A35). Units of an unallied neutral go home (A36).
    """
    side = s.side_of(u)
    home = s.home[u]
    if side == NEUTRAL or not s.shows_troop(1 - side, home):
        return [home]
    held = [h for h, holder in s.control.items() if holder == side and s.is_fortress(h)]
    places = nearest(home, [h for h in held if is_clear(s, side, h)])
    if POWER[u]:
        places += nearest(home, [h for h in TEMPLES if is_clear(s, side, h)])
    return sorted(places)


def is_clear(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether a hex shows no troops of the enemy or an unallied neutral."""
    return not s.shows_troop(1 - side, h) and not s.has_troop(NEUTRAL, h)


def nearest(origin: int, hexes: list[int]) -> list[int]:
    """Return those of `hexes` that are nearest to `origin`."""
    least = min([GRID.distance(origin, h) for h in hexes], default=HEXES)
    return [h for h in hexes if GRID.distance(origin, h) == least]

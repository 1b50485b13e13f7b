"""Fleets: movement left, boarding, and sinking (7.1, 7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import (
    ARMY,
    CHAOS_FLEET,
    FLEET,
    KIND,
    MOVES,
    PERSON,
    POWER_OF,
)
from palatine.games.elric.components.world import PORT_SEA
from palatine.games.elric.rules.common.control import board, leave_ships
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.state import ElricState, Group


def is_fleet(p: int) -> bool:
    """Return whether a piece of a group is a ship.

    Groups contain no other artifacts.
    """
    return KIND[p] == FLEET


def fleets_of(group: Iterable[int]) -> list[int]:
    return [p for p in group if KIND[p] == FLEET]


def fleets_at(s: ElricState, seat: int, area: int) -> list[int]:
    return [p for p in s.stacks[seat].get(area, ()) if KIND[p] == FLEET]


# Movement left


def left(s: ElricState, fleet: int, waiting: int = 0, journey: int = 0) -> int:
    """Return the points a fleet can still spend (7.3e, 7.3f; rulings A-101, A-220).

    These are its own, less the seas it sailed, less the most land points used by any piece aboard. `waiting` is that
    number for a piece about to board. No passenger may travel farther in total, including earlier ships, than the fleet
    can sail; `journey` is that distance for a piece about to board.
    """
    walked, sailed = s.walked, s.sailed
    if not (walked or sailed):
        return MOVES[fleet] - max(waiting, journey)
    most, farthest = waiting, journey
    for p, ship in s.ship.items() if fleet in s.ship.values() else ():
        if ship == fleet:
            steps = walked.get(p, 0)
            journey = steps + sailed.get(p, 0)
            if steps > most:
                most = steps
            if journey > farthest:
                farthest = journey
    return MOVES[fleet] - max(sailed.get(fleet, 0) + most, farthest)


def stow(s: ElricState, passengers: Iterable[int], fleets: Sequence[int]) -> None:
    """Put personalities and armies aboard ships.

    Armies go where there is room, personalities one to each ship, then to the first. The Chaos Fleet, which they cannot
    leave, comes last (16.8).
    """
    order = sorted(fleets, key=lambda fleet: fleet == CHAOS_FLEET)
    waiting = crewless(s, order)
    for p in passengers:
        if p in s.ship:
            continue
        if KIND[p] == PERSON:
            board(s, (p,), waiting.pop(0) if waiting else order[0])
        else:
            board(s, (p,), next(fleet for fleet in order if s.room(fleet) > 0))


def is_manned(s: ElricState, fleet: int) -> bool:
    """Return whether a personality is aboard a fleet (7.3l)."""
    return fleet in s.ship.values() and any([ship == fleet and KIND[p] == PERSON for p, ship in s.ship.items()])


def crewless(s: ElricState, fleets: Iterable[int]) -> list[int]:
    """Return the fleets without a personality aboard (7.3l)."""
    return [fleet for fleet in fleets if not is_manned(s, fleet)]


def total_room(s: ElricState, fleets: Iterable[int]) -> int:
    """Return the number of armies that fleets can still take (7.1d).

    An overloaded fleet does not reduce the room of the others.
    """
    return sum([max(s.room(fleet), 0) for fleet in fleets])


def take_in(s: ElricState, castaways: Iterable[int], ships: Sequence[int]) -> list[int]:
    """Take castaways aboard ships: all personalities, armies as far as there is room.

    Returns those without room (7.1b, 7.1d; rulings A-31, A-225).
    """
    waiting = [p for p in castaways if p not in s.ship]
    if not ships:
        return waiting
    armies = [p for p in waiting if KIND[p] == ARMY]
    room = total_room(s, ships)
    stow(s, [*[p for p in waiting if KIND[p] == PERSON], *armies[:room]], ships)
    return armies[room:]


# Getting off


def disembark(s: ElricState, group: Iterable[int]) -> None:
    """Take pieces off their ships in a port, except the Chaos Fleet (ruling A-11; 16.8)."""
    leave_ships(s, [p for p in group if s.ship.get(p, CHAOS_FLEET) != CHAOS_FLEET])


# Sinking


def founder(s: ElricState, fleet: int, clause: str) -> None:
    """Sink a fleet with its armies; the personalities aboard must escape (7.1e, 7.5.1d, 7.5.4c)."""
    area = s.where[fleet]
    s.log("founder", clause, fleet=fleet, seat=s.owner[fleet], area=area, group=tuple(sorted(s.aboard(fleet))))
    people = lose_ship(s, fleet, clause, can_rescue=False)
    if people:
        s.push(Escapes(area, people, at_sea=True))


def lose_ship(s: ElricState, fleet: int, clause: str = "10.7i", *, can_rescue: bool = True) -> Group:
    """Eliminate a fleet and the armies without room elsewhere; return those who must escape.

    In battle and against a monster, those aboard move to other ships of their owner (A-31, A-106, A-225). Armies never
    leave the Chaos Fleet; its personalities leave only by an escape (16.8c, 16.8d; A-174).
    """
    area, seat = s.where[fleet], s.owner[fleet]
    crew = sorted(s.aboard(fleet))
    leave_ships(s, crew)
    if not can_rescue or fleet == CHAOS_FLEET:
        eliminate(s, [fleet, *[p for p in crew if KIND[p] == ARMY]], clause)
        return tuple([p for p in crew if KIND[p] == PERSON])
    eliminate(s, (fleet,), clause)
    left = take_in(s, crew, fleets_at(s, seat, area))
    eliminate(s, [p for p in left if KIND[p] == ARMY], "7.3c")
    return tuple([p for p in left if KIND[p] == PERSON])


def castaways(s: ElricState, seat: int, area: int, group: Sequence[int] = ()) -> None:
    """Eliminate armies without a ship at sea; personalities must escape (7.3c, 7.3d; A-106).

    Considers the pieces of `group`, or all of the seat in the area.
    """
    ship = s.ship
    lost = [p for p in group or s.stacks[seat].get(area, ()) if KIND[p] != FLEET and p not in ship]
    if not lost:
        return
    people = tuple([p for p in lost if KIND[p] == PERSON])
    armies = [p for p in lost if KIND[p] != PERSON]
    if armies:
        s.log("drowned", "7.3c", seat=seat, area=area, group=tuple(armies))
        eliminate(s, armies)
    if people:
        s.push(Escapes(area, people, at_sea=True))


def put_out(s: ElricState, seat: int, area: int) -> None:
    """Move fleets from a fallen port to its anchor sea, or lose them to enemies there (A-119)."""
    ships = fleets_at(s, seat, area)
    if not ships:
        return
    sea = PORT_SEA[area]
    aboard = [p for p, ship in s.ship.items() if ship in ships]
    if sea < 0 or s.is_hostile(seat, sea):
        for fleet in ships:
            founder(s, fleet, "10.7g")
        return
    s.log("put-out", "10.7d", seat=seat, area=area, to=sea, group=tuple(ships))
    relocate(s, (*ships, *aboard), sea)


# Overloaded ships


def overload(s: ElricState, seat: int, area: int) -> None:
    """Push a choice for each overloaded ship of a seat in an area (7.1e; ruling A-14)."""
    here = s.stacks[seat].get(area, ())
    for fleet in fleets_of(here):
        if s.room(fleet) < 0:
            s.push(Overboard(seat, fleet, area))


class Overboard(Step, frozen=True):
    """The choice to throw armies overboard or sink, until a ship is not overloaded (7.1e; A-14)."""

    seat: int
    fleet: int
    area: int
    may_roll = True
    needs_decision = True
    clause = "7.1e"
    verbs = {"piece": "piece", "sink": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        seen: dict[int, int] = {}
        for p in sorted(s.aboard(self.fleet)):
            if KIND[p] == ARMY:
                seen.setdefault(POWER_OF[p], p)
        return [*[("piece", p) for p in seen.values()], ("sink", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        verb, p = action
        s.pop()
        if verb == "sink":
            founder(s, self.fleet, "7.1e")
            return
        s.log("overboard", "7.1e", army=p, fleet=self.fleet, seat=self.seat, area=self.area)
        eliminate(s, (p,))
        if s.room(self.fleet) < 0:
            s.push(self)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        return Refusal("7.1e", "why.no-button" if action[0] == "sink" else "why.not-aboard")

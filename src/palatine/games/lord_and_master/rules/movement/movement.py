"""Moving over the map (MV), and characters who move alone (A, ESC)."""

from __future__ import annotations

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import agents, escape
from palatine.games.lord_and_master.rules.common.march import POINTS
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State

MOUNTAINS = frozenset("od")


def cost(s: State, place: int, here: int) -> int:
    """The points for going from one place to a neighbouring one: none inside a square (MV-03, MV-05)."""
    square = square_of(place)
    return 0 if square == square_of(here) else world.PROVINCES[s.terrain[square]].cost


def route(t: Turn, here: int, path: tuple[o.Spot, ...]) -> list[int]:
    """The places entered on the way, one by one; the squares between a city or fort and the next are put in.

    Drops the order when a step leads to no neighbour (MV-02).
    """
    entered: list[int] = []
    for spot in path:
        place = t.place(spot, here)
        for step in _steps(here, place):
            near = world.NEIGHBOURS[square_of(here)]
            fit = square_of(step) in (square_of(here), *near)
            t.need(fit, "LM-MV-02", "drop.no-neighbour", here=here, place=step, near=near)
            entered.append(step)
            here = step
    return entered


def _steps(here: int, place: int) -> list[int]:
    """The way from a place to one in the same or the next square; none from a place to itself."""
    if here == place:
        return []
    if square_of(here) == square_of(place):
        return [place] if is_square(here) or is_square(place) else [square_of(here), place]
    way = [] if is_square(here) else [square_of(here)]
    return [*way, square_of(place)] if is_square(place) else [*way, square_of(place), place]


def move(t: Turn, who: int, act: o.Move) -> None:
    """MOVE (A-02 to A-05): alone all the way, then at most one deed."""
    s = t.s
    start = s.people[who].place
    left = POINTS
    for place in route(t, start, act.path):
        here = s.people[who].place
        left -= cost(s, place, here)
        t.need(left >= 0, "LM-A-02", "drop.no-points", place=place)
        s.set_person(who, place=place, since=s.turn)
        if not escape.escapes(t, who, place):
            return
    person = s.people[who]
    t.tell("moved", "LM-A-02", at=(start, person.place), to=(person.owner,), name=person.name, place=person.place)
    if act.deed is not None:
        agents.DEEDS[type(act.deed)](t, who, act.deed)

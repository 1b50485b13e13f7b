"""MOVE: a character alone, and the covert action that may follow (A-02 to A-05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.assassination import assassinate
from palatine.games.lord_and_master.rules.actions.rescue import rescue
from palatine.games.lord_and_master.rules.actions.theft import steal
from palatine.games.lord_and_master.rules.actions.treachery import treachery
from palatine.games.lord_and_master.rules.common import escape
from palatine.games.lord_and_master.rules.common.march import POINTS
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.movement import cost, route

DEEDS: dict[type, Callable[[Turn, int, Any], None]] = {
    o.Steal: steal,
    o.Assassinate: assassinate,
    o.Rescue: rescue,
    o.Treachery: treachery,
}
"""Actions that can follow a move (A-04)."""


def move(t: Turn, who: int, act: o.Move) -> None:
    """Carry out MOVE: alone all the way, then at most one covert action (A-02 to A-05)."""
    s = t.s
    start = s.people[who].place
    left = POINTS
    for place in route(t, start, act.path):
        here = s.people[who].place
        left -= cost(s, place, here)
        t.need(left >= 0, "LM-A-02", "drop.no-points", place=place, uncertain=True)
        t.goes(here, place)
        s.move_person(who, place)
        if not escape.escapes(t, who, place):
            return
    person = s.people[who]
    at = (start, person.place)
    way = t.course(start, person.place, person.owner, at)
    t.log("moved", "LM-A-02", at=at, to=(person.owner,), name=person.name, place=person.place, shown=way)
    if act.deed is not None:
        DEEDS[type(act.deed)](t, who, act.deed)

"""COLONIZE: ordered as an action, completed at the end of an undisturbed turn.

See E-01 to E-06.
"""

from __future__ import annotations

import msgspec

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.combat.battle import Attacks
from palatine.games.lord_and_master.rules.common import casualties, class_powers, control
from palatine.games.lord_and_master.rules.common.turn import Turn

COLONIES = {"W": ("wgf", "c", "LM-E-01"), "O": ("d", "o", "LM-E-02"), "D": ("o", "d", "LM-E-03")}
"""By class: the terrains that can be colonised, the terrain they become, and the clause."""
SETTLERS = 5
STRING = 3
"""Number of other friendly provinces that must be connected to a colony."""


class Settlers(msgspec.Struct):
    """Colonies of this turn."""

    colonies: dict[int, int] = {}
    """Colonies in progress, by square: the seat (E-01)."""


def colonise(t: Turn, who: int, act: o.Colonise) -> None:
    """Carry out COLONIZE (E-01 to E-06); completed at the end of an undisturbed turn (R46)."""
    class_powers.need_power(t, who, "Co", "LM-E-01")
    s = t.s
    person = s.people[who]
    place = person.place
    fit, into, clause = COLONIES[person.of]
    t.need(is_square(place) and s.terrain[place] in fit, clause, "drop.no-colony-here", place=place, uncertain=True)
    t.need(control.possesses(s, person.owner, place), "LM-E-04", "drop.colony-not-own", place=place, uncertain=True)
    t.need(is_joined(t, person.owner, place), "LM-E-04", "drop.no-string", place=place, most=STRING, uncertain=True)
    code = pieces.RECRUITS[person.race]
    settlers = [n for n in s.units_at(place, person.owner) if s.units[n].code == code]
    t.need(
        len(settlers) >= SETTLERS,
        "LM-E-05",
        "drop.no-settlers",
        code=code,
        count=SETTLERS,
        place=place,
        uncertain=True,
    )
    t.of(Settlers).colonies[place] = person.owner
    t.log("colony-begun", clause, at=(place,), to=(person.owner,), name=person.name, place=place, terrain=into)


def is_joined(t: Turn, owner: int, square: int) -> bool:
    """Return whether a chain of friendly squares connects a square to three others (E-04, R102)."""
    s = t.s
    seen, edge = {square}, [square]
    while edge and len(seen) <= STRING:
        for near in world.NEIGHBOURS[edge.pop()]:
            if near not in seen and s.is_friend(owner, s.holder(near)):
                seen.add(near)
                edge.append(near)
    return len(seen) > STRING


def complete_colonies(t: Turn) -> None:
    """Complete the undisturbed colonies (E-06)."""
    for square, seat in t.of(Settlers).colonies.items():
        _finish_colony(t, square, seat)


def _finish_colony(t: Turn, square: int, seat: int) -> None:
    """Complete a colony if it was not attacked: settlers are removed, terrain changes.

    See E-06, R46.
    """
    s = t.s
    of = next((of for of, (fit, _, _) in COLONIES.items() if s.terrain[square] in fit), "")
    settlers = [
        n for n in s.units_at(square, seat) if of and s.units[n].code == pieces.RECRUITS[pieces.usual_race(of)]
    ]
    undisturbed = square not in t.of(Attacks).places and control.possesses(s, seat, square)
    if not undisturbed or len(settlers) < SETTLERS:
        t.log("colony-spoiled", "LM-E-06", at=(square,), to=(seat,), place=square)
        return
    for n in settlers[:SETTLERS]:
        casualties.destroy_unit(t, n)
    before = world.PROVINCES[s.terrain[square]].name
    s.terrain[square] = COLONIES[of][1]
    t.log("colony", "LM-E-06", at=(square,), to=(seat,), place=square, was=before.lower(), seat=seat)

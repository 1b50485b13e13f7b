"""Destinations of successful escapes (10.8)."""

from __future__ import annotations

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS
from palatine.games.elric.components.world import AREAS, IS_SEA, MELNIBONE, MELNIBONE_NATION, NEIGHBOURS
from palatine.games.elric.rules.common import cup
from palatine.games.elric.rules.common.closed_areas import out_of_bounds
from palatine.games.elric.rules.common.control import claim_elric_here, leave_ships, place_beside
from palatine.games.elric.rules.common.relocation import finish_moving, relocate
from palatine.games.elric.state import ElricState


def refuges(s: ElricState, seat: int, area: int, group: tuple[int, ...], at_sea: bool) -> list[int]:
    """Return the nearest provinces without enemies (10.8; ruling A-158).

    On land this includes the province itself. For pieces of a horde the nearest within its bounds, if there is any
    (11.0; ruling A-229).
    """
    return nearest_havens(s, seat, area, at_sea, group) or nearest_havens(s, seat, area, at_sea)


def nearest_havens(s: ElricState, seat: int, area: int, at_sea: bool, bound: tuple[int, ...] = ()) -> list[int]:
    """Return the nearest provinces without enemies, within the horde bounds of `bound`."""

    def receives(a: int) -> bool:
        return is_haven(s, seat, a) and out_of_bounds(s, bound, a) is None

    if not at_sea and receives(area):
        return [area]
    seen, ring = {area}, [area]
    while ring:
        ring = sorted({near for each in ring for near in NEIGHBOURS[each]} - seen)
        havens = [each for each in ring if receives(each)]
        if havens:
            return havens
        seen.update(ring)
    return []


def is_haven(s: ElricState, seat: int, area: int) -> bool:
    """Return whether an escaping piece can appear in an area (10.8)."""
    if IS_SEA[area] or s.enemies(seat, area):
        return False
    if any([ALIGNMENT[spell] == CHAOS for spell in s.face_up.get(area, ())]):
        return False
    return area != MELNIBONE or s.fallen or s.ruler[MELNIBONE_NATION] == seat or area in s.stacks[seat]


class ChooseRefuge(ChooseOne, frozen=True):
    """The choice among the nearest provinces for an escape (10.8)."""

    seat: int
    area: int
    group: tuple[int, ...]
    at_sea: bool
    may_roll = True
    without_preview = "The choice names the province; all are equally near."
    clause = "10.8c"
    verbs = {"to": "space"}

    def candidates(self, s: ElricState) -> list[int]:
        return refuges(s, self.seat, self.area, self.group, self.at_sea)

    def on_chosen(self, s: ElricState, area: int) -> None:
        reach_refuge(s, self.group, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if action in self.actions(s):
            return None
        if not 0 <= area < AREAS:
            return Refusal("10.8c", "why.no-area")
        if IS_SEA[area]:
            return Refusal("10.8d", "why.escape-to-land")
        if not is_haven(s, self.seat, area):
            return Refusal("10.8c", "why.no-escape-there", {"area": area})
        if barred := out_of_bounds(s, self.group, area):
            return barred
        return Refusal("10.8c", "why.nearer-haven", {"area": area})


def reach_refuge(
    s: ElricState, group: tuple[int, ...], area: int, *, onward: bool = False, friend: int = -1
) -> None:
    """Place survivors in an area, joining `friend` if given.

    They finish moving, except with `onward`, when they only had to pass a danger.
    """
    seat = s.owner[group[0]]
    s.log("escape.saved", "10.8d" if IS_SEA[s.where[group[0]]] else "10.8c", group=list(group), area=area)
    if not onward:
        finish_moving(s, group)
        if s.controller in group and s.where[ELRIC] == area:
            friend = ELRIC  # Elric need not be searched for (12.1.2a; ruling A-126).
    moved = tuple([p for p in group if s.where[p] != area])
    leave_ships(s, moved)
    relocate(s, moved, area, together=True)
    if friend >= 0:
        place_beside(s, group, friend)
    cup.fit_hands(s, seat, area)
    claim_elric_here(s, seat, area, group)

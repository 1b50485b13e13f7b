"""Arrival of mustered personalities, hordes and ships (11.0, 16.8, 16.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.elric.components.pieces import (
    BARGE,
    CAPACITY,
    CHAOS_FLEET,
    COLIM,
    FREE_FLEET,
    KIND,
    PERSON,
    PYARAY,
)
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.components.world import AREAS, IS_SEA, MAP, SEAS
from palatine.games.elric.rules.common.control import board, leave_ships
from palatine.games.elric.rules.common.cup import Draw
from palatine.games.elric.rules.common.relocation import come_on
from palatine.games.elric.state import NOBODY, ElricState, is_magician


def comes_at_sea(s: ElricState, p: int) -> bool:
    """Return whether a mustered piece appears at sea.

    The Free Fleet, the Barge, and Pyaray while the Chaos Fleet is not in play.
    """
    return p in (FREE_FLEET, BARGE) or (p == PYARAY and s.where[CHAOS_FLEET] < 0)


@cache
def seas_near(area: int) -> tuple[int, ...]:
    """Return the sea itself, or the seas nearest to a land (16.8; rulings A-82, A-157). Cached."""
    if IS_SEA[area]:
        return (area,)
    steps = MAP.distances(area)
    least = min([steps[sea] for sea in SEAS if steps[sea] >= 0])
    return tuple([sea for sea in SEAS if steps[sea] == least])


def arrive(s: ElricState, group: Sequence[int], person: int) -> None:
    """Bring counters into a personality's stack; magicians draw their spells (11.0)."""
    draw_for(s, group)
    come_on(s, group, s.owner[person], s.where[person], person)


def draw_for(s: ElricState, group: Iterable[int]) -> None:
    """Push draws of capacity for arriving magicians (rulings A-51, A-135).

    Not for those who change sides, nor in the Founding of the Bright Empire.
    """
    if s.scenario == FOUNDING:
        return
    newly = [p for p in group if is_magician(p) and (s.where[p] < 0 or s.owner[p] == NOBODY)]
    for p in reversed(newly):
        s.push(Draw(p, CAPACITY[p], "11.0f"))


# Ships


def appear_at_sea(s: ElricState, person: int, p: int) -> None:
    """Place ships in the nearest sea, or push the owner's choice of several (16.8)."""
    seas = seas_near(s.where[person])
    if len(seas) > 1:
        s.push(ChooseSea(s.owner[person], person, p))
    else:
        launch(s, person, p, seas[0])


def launch(s: ElricState, person: int, p: int, area: int) -> None:
    """Place a ship and its commander in a sea."""
    group = [p, *comes_along(s, p)]
    draw_for(s, group)
    s.log("at-sea", "11.0k", seat=s.owner[person], group=group, area=area)
    come_on(s, group, s.owner[person], area, person if s.where[person] == area else -1)
    leave_ships(s, group)
    ship = CHAOS_FLEET if p == PYARAY else p
    board(s, [each for each in group if KIND[each] == PERSON], ship)


def comes_along(s: ElricState, p: int) -> list[int]:
    """Return the pieces that accompany a mustered one (11.0, 16.9).

    The Chaos Fleet with Pyaray; Magnum Colim with the Barge unless in play.
    """
    if p == PYARAY:
        return [CHAOS_FLEET]
    return [COLIM] if p == BARGE and (s.where[COLIM] < 0 or s.owner[COLIM] == NOBODY) else []


class ChooseSea(ChooseOne, frozen=True):
    """The choice among the nearest seas for mustered ships (16.8; rulings A-82, A-157)."""

    seat: int
    person: int
    piece: int
    without_preview = "The choice names the sea; all are equally near."
    without_decision = "All seas are equally near."
    clause = "16.8f"
    verbs = {"sea": "space"}

    def candidates(self, s: ElricState) -> tuple[int, ...]:
        return seas_near(s.where[self.person])

    def on_chosen(self, s: ElricState, area: int) -> None:
        launch(s, self.person, self.piece, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if not 0 <= area < AREAS:
            return Refusal("16.8f", "why.no-area")
        return None if action in self.actions(s) else Refusal("16.8f", "why.not-nearest-sea", {"area": area})

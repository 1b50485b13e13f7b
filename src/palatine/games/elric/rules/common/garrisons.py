"""Captured cities without a garrison go back (10.9.1)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.components.world import CITIES, CITY_AT
from palatine.games.elric.rules.common.sieges import lift_siege
from palatine.games.elric.state import NOBODY, ElricState


class Reversion(Step, frozen=True):
    """At the end of a player-turn captured cities without an army of their captor revert (10.9.1; ruling A-118)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.holds:
            for area in [area for area in sorted(s.holds) if not is_garrisoned(s, area)]:
                revert(s, area)


def is_garrisoned(s: ElricState, area: int) -> bool:
    """Whether a captured city stays its captor's: an army of his is ashore there, or the nation is his own by now."""
    seat = s.holds[area].seat
    if s.ruler[CITIES[CITY_AT[area]].nation] == seat:
        return True
    return any([KIND[p] == ARMY and p not in s.ship for p in s.pieces(seat, area)])


def revert(s: ElricState, area: int) -> None:
    """A captured city goes back to its nation's owner, or is neutral again (10.9.1)."""
    hold = s.holds.pop(area)
    lift_siege(s, area)
    owner = s.city_owner(area)
    kind = "reverts" if owner != NOBODY else "reverts.neutral"
    s.note(kind, "10.9.1b", seat=hold.seat, area=area, to=owner)

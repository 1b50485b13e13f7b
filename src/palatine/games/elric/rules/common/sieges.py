"""Sieges of walled cities, and captured cities without a garrison (10.9.1, 10.9.4)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.components.world import CITIES, CITY_AT, WALL
from palatine.games.elric.state import NOBODY, ElricState


def besieger(s: ElricState, area: int) -> int:
    """Return the seat that besieges an area's city, or NOBODY.

    Only cities of players can be besieged.
    """
    seat = s.sieges.get(area, NOBODY)
    return (
        seat if seat != NOBODY and area in s.stacks[seat] and s.city_owner(area) not in (seat, NOBODY) else NOBODY
    )


def is_besieged(s: ElricState, area: int, seat: int) -> bool:
    """Return whether a siege bars a seat's pieces from its own city (10.9.4d; ruling A-37)."""
    return bool(s.sieges) and besieger(s, area) != NOBODY and s.city_owner(area) == seat


def besiege(s: ElricState, seat: int, area: int) -> None:
    """Begin a siege of a walled city that its defenders held (10.9.4a; ruling A-37)."""
    if area not in CITY_AT or not WALL[area] or s.city_owner(area) in (seat, NOBODY):
        return
    if s.sieges.get(area) != seat:
        s.sieges[area] = seat
        s.log("siege", "10.9.4a", seat=seat, area=area)


def lift_siege(s: ElricState, area: int) -> None:
    """End a siege (10.9.4e)."""
    seat = s.sieges.pop(area, NOBODY)
    if seat != NOBODY:
        s.log("siege.over", "10.9.4e", seat=seat, area=area)


def forget_sieges(s: ElricState) -> None:
    """End the sieges whose besiegers have gone."""
    if s.sieges:
        for area in [area for area in s.sieges if besieger(s, area) == NOBODY]:
            lift_siege(s, area)


class Reversion(Step, frozen=True):
    """The reversion of captured cities without an army of their captor (10.9.1; ruling A-118).

    Takes place at the end of each player-turn.
    """

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.holds:
            for area in [area for area in sorted(s.holds) if not is_garrisoned(s, area)]:
                revert_city(s, area)
        forget_rewards(s)


def forget_rewards(s: ElricState) -> None:
    """Forget rewards for capitals now held by an enemy (7.5.2g; ruling A-75).

    The earlier captor can earn the spell again.
    """
    if s.rewarded:
        s.rewarded = tuple([each for each in s.rewarded if s.city_owner(each[1]) in (each[0], NOBODY)])


def is_garrisoned(s: ElricState, area: int) -> bool:
    """Return whether a captured city stays its captor's.

    An army must be ashore there, or the captor rules the nation.
    """
    seat = s.holds[area].seat
    if s.ruler[CITIES[CITY_AT[area]].nation] == seat:
        return True
    return any([KIND[p] == ARMY and p not in s.ship for p in s.pieces(seat, area)])


def revert_city(s: ElricState, area: int) -> None:
    """Return a captured city to its nation's ruler, or to neutrality (10.9.1)."""
    hold = s.holds.pop(area)
    lift_siege(s, area)
    owner = s.city_owner(area)
    kind = "reverts" if owner != NOBODY else "reverts.neutral"
    s.log(kind, "10.9.1b", seat=hold.seat, area=area, to=owner)

"""Cities taken and besieged: sieges of walled ones, and captured ones without a garrison (10.9.1, 10.9.4)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.components.world import CITIES, CITY_AT, WALL
from palatine.games.elric.state import NOBODY, ElricState


def besieger(s: ElricState, area: int) -> int:
    """The seat that besieges the city of an area, NOBODY if nobody does, or no longer: only a player's city is."""
    seat = s.sieges.get(area, NOBODY)
    return (
        seat if seat != NOBODY and area in s.stacks[seat] and s.city_owner(area) not in (seat, NOBODY) else NOBODY
    )


def is_besieged(s: ElricState, area: int, seat: int) -> bool:
    """Whether a siege bars a seat's pieces from a city of its own (10.9.4d; ruling A-37)."""
    return bool(s.sieges) and besieger(s, area) != NOBODY and s.city_owner(area) == seat


def besiege(s: ElricState, seat: int, area: int) -> None:
    """Attackers stay before a walled city whose defenders have held it (10.9.4a; ruling A-37)."""
    if area not in CITY_AT or not WALL[area] or s.city_owner(area) in (seat, NOBODY):
        return
    if s.sieges.get(area) != seat:
        s.sieges[area] = seat
        s.log("siege", "10.9.4a", seat=seat, area=area)


def lift_siege(s: ElricState, area: int) -> None:
    """The besiegers have gone, or the city has fallen (10.9.4e)."""
    seat = s.sieges.pop(area, NOBODY)
    if seat != NOBODY:
        s.log("siege.over", "10.9.4e", seat=seat, area=area)


def forget_sieges(s: ElricState) -> None:
    """Lift the sieges that nobody is there to keep up."""
    if s.sieges:
        for area in [area for area in s.sieges if besieger(s, area) == NOBODY]:
            lift_siege(s, area)


class Reversion(Step, frozen=True):
    """At the end of a player-turn captured cities without an army of their captor revert (10.9.1; ruling A-118)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.holds:
            for area in [area for area in sorted(s.holds) if not is_garrisoned(s, area)]:
                revert_city(s, area)
        forget_rewards(s)


def forget_rewards(s: ElricState) -> None:
    """A capital that an enemy holds by now, however he came by it, gives its captor of old a spell again (7.5.2g;
    ruling A-75)."""
    if s.rewarded:
        s.rewarded = tuple([each for each in s.rewarded if s.city_owner(each[1]) in (each[0], NOBODY)])


def is_garrisoned(s: ElricState, area: int) -> bool:
    """Whether a captured city stays its captor's: an army of his is ashore there, or the nation is his own by now."""
    seat = s.holds[area].seat
    if s.ruler[CITIES[CITY_AT[area]].nation] == seat:
        return True
    return any([KIND[p] == ARMY and p not in s.ship for p in s.pieces(seat, area)])


def revert_city(s: ElricState, area: int) -> None:
    """A captured city goes back to its nation's owner, or is neutral again (10.9.1)."""
    hold = s.holds.pop(area)
    lift_siege(s, area)
    owner = s.city_owner(area)
    kind = "reverts" if owner != NOBODY else "reverts.neutral"
    s.log(kind, "10.9.1b", seat=hold.seat, area=area, to=owner)

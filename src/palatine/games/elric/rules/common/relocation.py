"""Placement and movement of pieces, with the consequences (9.5, 12.1.2, 12.1.6, 13.4).

The consequences concern wilderness, hands, Elric and Moonglum. Pieces are moved only here.

* `relocate`: move on the map.
* `come_on`: bring onto the map.
* `go_off`: take off the map.
* `lay_aside`: set the place off the map.
* `change_sides`: transfer to another player.
* `join_friend`: unite stacks in wilderness.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from palatine.core import Step
from palatine.games.elric.components.pieces import ELRIC, MOONGLUM
from palatine.games.elric.components.world import IS_SEA, LAND_NEIGHBOURS
from palatine.games.elric.rules.common.control import (
    aboard_chaos,
    claim_elric_here,
    debark,
    lost_controller,
    place_beside,
    settle_control,
)
from palatine.games.elric.rules.common.cup import fit_hands
from palatine.games.elric.state import NOBODY, STORED_NAMES, TRACK, ElricState

# The transitions


def relocate(
    s: ElricState,
    group: Sequence[int],
    area: int,
    *,
    beside: int = -1,
    unsure: Collection[int] = (),
    onward: bool = False,
    together: bool = False,
) -> None:
    """Move pieces of one seat to another area, and settle the consequences there and behind.

    In wilderness they form one stack, or join that of the piece `beside`. Pieces in `unsure` must still escape; until
    then they claim and join no one (7.5.1, 16.8d). With `onward` the hands are fitted when the march ends (9.5). With
    `together`, others eliminated at the same time are still to escape, and control of Elric is settled after the last
    of them (10.8a).
    """
    if not group:
        return
    seat, where = s.owner[group[0]], s.where
    left = sorted({where[p] for p in group} - {area})
    s.shift(group, area, beside)
    settle_behind(s, seat, left)
    if not onward:
        fit_hands(s, seat, area)
    if sure := [p for p in group if p not in unsure]:
        claim_elric_here(s, seat, area, sure)
    if not together:
        settle_elric(s, unsure)


def come_on(s: ElricState, group: Sequence[int], seat: int, area: int, beside: int = -1) -> None:
    """Bring pieces onto the map, or to a seat's side from where they are (11.0, 12.1.2).

    In wilderness they join the stack of the piece `beside`, at sea its ship. Elric and Moonglum are settled when all
    have arrived.
    """
    if not group:
        return
    go_off(s, [p for p in group if s.where[p] >= 0], TRACK)
    lay_aside(s, group, TRACK, seat)
    s.put(group, area, beside)
    if beside >= 0:
        place_beside(s, group, beside)
    fit_hands(s, seat, area)
    if seat != NOBODY and s.where[ELRIC] >= 0:
        s.push(ClaimElric(seat, tuple(group)))


def go_off(s: ElricState, group: Sequence[int], to: int) -> None:
    """Take pieces off the map; the caller drops spells and artifacts of the lost (9.6)."""
    if not group:
        return
    left = {(s.owner[p], s.where[p]) for p in group}
    s.lift(group, to)
    for seat, area in sorted(left):
        settle_behind(s, seat, (area,))
    for p in (s.controller, ELRIC, MOONGLUM):
        if p in group:
            lost_controller(s, p)


def change_sides(s: ElricState, group: Sequence[int], seat: int) -> None:
    """Transfer pieces on the map to another seat and fit its hands (9.5, 12.0e)."""
    areas = {s.where[p] for p in group}
    s.set_owner(group, seat)
    for area in sorted(areas):
        fit_hands(s, seat, area)
    settle_elric(s)


def join_friend(s: ElricState, group: Sequence[int], friend: int) -> None:
    """Join pieces to a friend's stack in the same wilderness (8.0, 9.5; ruling A-147)."""
    if all([s.bands.get(p) == s.bands.get(friend) for p in group]):
        return
    s.join_band(group, friend)
    fit_hands(s, s.owner[friend], s.where[friend])
    settle_elric(s)


def lay_aside(s: ElricState, group: Iterable[int], place: int, seat: int) -> None:
    """Set the place off the map and the owner of counters (6.0, 11.0, 16.4)."""
    for p in group:
        s.where[p], s.owner[p] = place, seat


def finish_moving(s: ElricState, group: Iterable[int]) -> None:
    """Record that pieces have finished moving in this player-turn (7.3)."""
    s.done = (*s.done, *[p for p in group if p not in s.done])


# Consequences


def settle_behind(s: ElricState, seat: int, areas: Iterable[int]) -> None:
    """Settle the areas that pieces left: stacks may unite, and wilderness may end (9.5, 13.4).

    Wilderness ends if a magician has taken its spell along.
    """
    for area in areas:
        if s.bands and s.tipped < 0:
            civilise(s, area)
        if area in s.stacks[seat]:
            fit_hands(s, seat, area)


def civilise(s: ElricState, area: int) -> None:
    """Unite each player's bands in an area that is no longer wilderness (9.5; ruling A-147)."""
    if s.is_wild(area):
        return
    for seat in range(NOBODY + 1):
        apart = [p for p in s.pieces(seat, area) if p in s.bands]
        for p in apart:
            del s.bands[p]
        if apart:
            fit_hands(s, seat, area)


def take_open(s: ElricState, spell: int, area: int) -> None:
    """Remove a face-up spell from an area, which may end its wilderness (13.4)."""
    rest = tuple([each for each in s.face_up[area] if each != spell])
    if rest:
        s.face_up[area] = rest
    else:
        del s.face_up[area]
    civilise(s, area)


def settle_elric(s: ElricState, unsure: Collection[int] = ()) -> None:
    """Update control of Elric, and whether Moonglum joins or follows him (12.1.2, 12.1.6)."""
    if s.where[ELRIC] >= 0 or s.controller >= 0:
        settle_control(s)
        if MOONGLUM not in unsure:
            move_moonglum(s)


class ClaimElric(Step, frozen=True, tag=STORED_NAMES):
    """A claim to uncontrolled Elric by a seat's personalities that came onto the map (12.1.2)."""

    seat: int
    group: tuple[int, ...] = ()

    def run(self, s: ElricState) -> None:
        s.pop()
        here = [p for p in self.group if s.where[p] == s.where[ELRIC] and s.owner[p] == self.seat]
        if here or not self.group:
            claim_elric_here(s, self.seat, s.where[ELRIC], here)
        settle_elric(s)


# Moonglum


def move_moonglum(s: ElricState) -> None:
    """Join Moonglum to Elric once they are in adjacent provinces, or let him follow (12.1.6).

    See rulings A-61, A-130.
    """
    his = s.where[MOONGLUM]
    if his < 0:
        return
    area = s.where[ELRIC]
    if area < 0 or (s.joined and his == area):
        return
    if s.joined:
        follow(s)
    elif not IS_SEA[area] and (his == area or area in LAND_NEIGHBOURS[his]):
        s.joined = True
        s.log("moonglum.joins", "12.1.6a", seat=s.owner[MOONGLUM], to=s.owner[ELRIC], area=area)
        follow(s)


def follow(s: ElricState) -> None:
    """Move Moonglum to Elric's area and owner."""
    left, seat, bold = s.where[MOONGLUM], s.owner[MOONGLUM], aboard_chaos(s, (MOONGLUM,))
    s.lift((MOONGLUM,), TRACK)
    settle_behind(s, seat, (left,))
    lay_aside(s, (MOONGLUM,), TRACK, s.owner[ELRIC])
    s.put((MOONGLUM,), s.where[ELRIC], ELRIC)
    place_beside(s, (MOONGLUM,), ELRIC)
    debark(s, bold)

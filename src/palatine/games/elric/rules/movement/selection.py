"""The selection of a moving group (7.0 to 7.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, ELRIC, FLEET, KIND, MOONGLUM, PERSON, POWER_OF
from palatine.games.elric.components.spells import FLIES_ARMIES
from palatine.games.elric.components.tables import LAND_POINTS, SEA_ON_FOOT
from palatine.games.elric.components.world import (
    AREAS,
    COASTS,
    IS_SEA,
    LAND_NEIGHBOURS,
    MELNIBONE,
    NATION_OF,
)
from palatine.games.elric.rules.common.closed_areas import opens_gate
from palatine.games.elric.rules.common.naval import crewless, fleets_of, is_fleet, is_manned, left, total_room
from palatine.games.elric.rules.movement.group import FOOTED, WINGED, MovingGroup, has_ships, points_spent
from palatine.games.elric.rules.movement.land_movement import HOME_NEIGHBOURS
from palatine.games.elric.rules.movement.sea_movement import can_land
from palatine.games.elric.state import ElricState, Shelf

NOBODY_IDLE: Final[frozenset[int]] = frozenset()
MARCHERS: Final = tuple([NATION_OF[a] if HOME_NEIGHBOURS[a] else -1 for a in range(AREAS)])
"""By area: the nation whose armies can move alone there, -1 for none (7.2e to 7.2g)."""
HAS_LANDFALL: Final = tuple([any([n != MELNIBONE for n in COASTS[a]]) for a in range(AREAS)])
"""By area: whether it has a coast other than Melnibone's, whose gate is restricted (7.5.9)."""


def idlers(s: ElricState) -> frozenset[int]:
    """Return the pieces that have finished moving."""
    return frozenset(s.done) if s.done else NOBODY_IDLE


# Stacks that can move


def leavable(s: ElricState, seat: int) -> list[int]:
    """Return the areas a seat's pieces could leave (7.2e to 7.2g).

    They need a leader, or are armies within their country.
    """
    stacks, idle = s.stacks[seat], idlers(s)
    tired = idle.union(s.walked, s.sailed) if s.walked or s.sailed else idle
    found = []
    for a in sorted(stacks):
        here = stacks[a]
        if IS_SEA[a]:
            is_led = any([KIND[p] == PERSON and p not in idle for p in here])
            may_leave = is_led and bool(joinable_afloat(s, MovingGroup(seat, a), here, idle))
        elif KIND[here[0]] == PERSON:
            may_leave = (here[0] not in tired or can_lead(s, here, idle) or can_shift(a, here, tired)) and (
                bool(LAND_NEIGHBOURS[a]) or can_put_to_sea(s, stacks, a, idle)
            )
        else:
            may_leave = can_shift(a, here, tired)
        if may_leave:
            found.append(a)
    return found


def can_lead(s: ElricState, here: tuple[int, ...], idle: frozenset[int]) -> bool:
    """Return whether a personality on land has points left (7.2a)."""
    return any([KIND[p] == PERSON and p not in idle and points_spent(s, p) < LAND_POINTS for p in here])


def can_put_to_sea(s: ElricState, shelf: Shelf, a: int, idle: frozenset[int]) -> bool:
    """Return whether there is a way off an island: a ship, or a piece that wades or flies (7.3)."""
    here = shelf[a]
    if has_ships(here) or any([n in shelf and has_ships(shelf[n]) for n in COASTS[a]]):
        return True
    return any([
        points_spent(s, p) < (LAND_POINTS if p in WINGED else LAND_POINTS - SEA_ON_FOOT)
        for p in here if p in FOOTED and p not in idle
    ])  # fmt: skip


def can_shift(a: int, here: tuple[int, ...], tired: frozenset[int]) -> bool:
    """Return whether an army within its country could move one province alone (7.2g)."""
    nation = MARCHERS[a]
    return nation >= 0 and any([KIND[p] == ARMY and POWER_OF[p] == nation and p not in tired for p in here])


# Pieces that can be added


def joinable(s: ElricState, step: MovingGroup) -> list[int]:
    """Return the pieces that may be added to a group; of identical armies only the first."""
    area, group = step.area, step.group
    here = s.stacks[step.seat][area]
    if len(group) == len(here):
        return []
    if group and s.bands:
        here = s.stack_of(group[0])
    idle = frozenset(s.done) if s.done else NOBODY_IDLE
    if step.spell >= 0:
        return joinable_aloft(s, step, here, idle)
    return joinable_afloat(s, step, here, idle) if IS_SEA[area] else joinable_ashore(s, step, here, idle)


def joinable_ashore(s: ElricState, step: MovingGroup, here: tuple[int, ...], idle: frozenset[int]) -> list[int]:
    """Return the pieces that may be added on land.

    Personalities with points left, and with them armies and ships; otherwise armies in their country.
    """
    group, nation = step.group, NATION_OF[step.area]
    found: list[int] = []
    seen: set[object] = set()
    led = False
    for p in here:
        if p in idle:
            continue
        if p in group:
            led = led or KIND[p] == PERSON
        elif KIND[p] == ARMY:
            kind = likeness(s, p)
            if kind not in seen and p not in s.ship:
                spent = points_spent(s, p)
                may_go = led and is_free(s, p, group)
                if spent < LAND_POINTS and (
                    may_go or (POWER_OF[p] == nation and not spent and not has_leader(group))
                ):
                    seen.add(kind)
                    found.append(p)
        elif KIND[p] != PERSON:
            if led and left(s, p) > 1 and is_free(s, p, group) and not parts_elric(s, gathered(s, group, p)):
                found.append(p)
        elif points_spent(s, p) < LAND_POINTS and may_follow(s, group, p) and not is_unfit(s, p, group):
            found.append(p)
            led = True
    return stowable(s, group, found) if group and KIND[group[-1]] != PERSON and has_ships(here) else found


def stowable(s: ElricState, group: tuple[int, ...], found: list[int]) -> list[int]:
    """Return the pieces of those found that a group's ships in port can take (7.1d, 7.3l).

    Each ship needs a personality, each army needs room.
    """
    ships, more = fleets_of(group), fleets_of(found)
    crew = sum([KIND[p] == PERSON and p not in s.ship for p in (*group, *found)]) - len(crewless(s, ships))
    space = total_room(s, ships) - sum([KIND[p] == ARMY and p not in s.ship for p in group])
    fit = [
        p
        for p in more
        if (crew > 0 or is_manned(s, p))
        and space + s.room(p) + most_room(s, [q for q in more if q != p], crew - 1) >= 0
    ]
    has_room = not ships or space + most_room(s, fit, crew) > 0
    return [p for p in found if KIND[p] == PERSON or p in fit or (KIND[p] == ARMY and has_room)]


def most_room(s: ElricState, fleets: list[int], count: int) -> int:
    """Return the highest room of `count` of these fleets."""
    return sum(sorted([s.room(fleet) for fleet in fleets])[-count:]) if count > 0 else 0


def has_leader(group: tuple[int, ...]) -> bool:
    """Return whether a group, sorted by number, contains a personality."""
    return bool(group) and KIND[group[0]] == PERSON


def is_free(s: ElricState, p: int, group: Iterable[int]) -> bool:
    """Return whether an army or fleet may move with the leaders of a group (7.3j; ruling A-15).

    One attached or detached this turn needs a leader that came the same way.
    """
    return p not in s.changed or any(
        [KIND[q] == PERSON and s.trail.get(q, ()) == s.trail.get(p, ()) for q in group]
    )


def is_unfit(s: ElricState, person: int, group: tuple[int, ...]) -> bool:
    """Return whether a personality cannot lead the armies of a leaderless group (7.3j)."""
    return not has_leader(group) and not all([is_free(s, p, (person,)) for p in group])


def likeness(s: ElricState, p: int) -> object:
    """Return a key that is equal for interchangeable pieces in an area.

    Armies of a nation with the same history, stack and ship are interchangeable.
    """
    if KIND[p] != ARMY:
        return p
    if not (p in s.trail or p in s.walked or p in s.changed or p in s.ship or p in s.bands):
        return (POWER_OF[p],)
    facts = (s.trail.get(p), s.walked.get(p), s.sailed.get(p), s.ship.get(p), s.bands.get(p))
    return (POWER_OF[p], s.changed.count(p), *facts)


def comes_elric(s: ElricState, group: tuple[int, ...]) -> bool:
    """Return whether Elric may join: only with his controller, if there is one (12.1.2)."""
    return s.controller < 0 or s.controller in group


def may_follow(s: ElricState, group: tuple[int, ...], p: int) -> bool:
    """Return whether a group may add a piece (12.1.6).

    Elric needs his controller; Moonglum, once joined, only comes with Elric.
    """
    return not (p == MOONGLUM and s.joined) and (p != ELRIC or comes_elric(s, group))


def parts_elric(s: ElricState, group: tuple[int, ...]) -> bool:
    """Return whether Elric's ship would take him from his controller (12.1.2)."""
    return ELRIC in group and not comes_elric(s, group)


def joinable_afloat(s: ElricState, step: MovingGroup, here: tuple[int, ...], idle: frozenset[int]) -> list[int]:
    """Return the pieces that may be added at sea.

    Ships with those aboard, or personalities and armies without their ships.
    """
    group = step.group
    by_ship = has_ships(group)
    found: list[int] = []
    seen: set[object] = set()
    for p in here:
        if p in group or p in idle:
            continue
        if is_fleet(p):
            if (
                (by_ship or not group)
                and is_manned(s, p)
                and left(s, p) > 0
                and is_free(s, p, (*group, *s.aboard(p)))
                and not parts_elric(s, gathered(s, group, p))
            ):
                found.append(p)
        elif (
            not by_ship
            and likeness(s, p) not in seen
            and may_follow(s, group, p)
            and can_part(s, step.area, here, p)
        ):
            seen.add(likeness(s, p))
            found.append(p)
    return found


def can_part(s: ElricState, a: int, here: tuple[int, ...], p: int) -> bool:
    """Return whether a piece at sea can land, move alone or change ships (7.3)."""
    if (HAS_LANDFALL[a] or opens_gate(s, here)) and can_land(s, p):
        return True
    if KIND[p] != PERSON:
        return False
    spent = points_spent(s, p)
    if p in FOOTED and spent < (LAND_POINTS if p in WINGED else LAND_POINTS - SEA_ON_FOOT):
        return True
    return (spent < LAND_POINTS or p in WINGED) and len([q for q in fleets_of(here) if q != s.ship.get(p, -1)]) > 0


def joinable_aloft(s: ElricState, step: MovingGroup, here: tuple[int, ...], idle: frozenset[int]) -> list[int]:
    """Return the pieces that may join the Ship of Land and Sea (16.3s).

    Personalities of the stack that have not moved, and two armies.
    """
    group = step.group
    room = FLIES_ARMIES[step.spell] - sum([KIND[p] == ARMY for p in group])
    found: list[int] = []
    seen: set[object] = set()
    for p in here:
        if p in group or p in idle or p in s.trail or is_fleet(p) or s.ship.get(p, -1) == CHAOS_FLEET:
            continue
        if (KIND[p] == PERSON or room > 0) and likeness(s, p) not in seen and may_follow(s, group, p):
            seen.add(likeness(s, p))
            found.append(p)
    return found


def gathered(s: ElricState, group: tuple[int, ...], p: int) -> tuple[int, ...]:
    """Return a group with one more piece; Elric brings Moonglum, a ship its passengers."""
    found = {*group, p}
    if p == ELRIC and s.joined and s.where[MOONGLUM] == s.where[ELRIC]:
        found.add(MOONGLUM)
    if is_fleet(p):
        found.update(s.aboard(p))
    return tuple(sorted(found))


def everybody(s: ElricState, step: MovingGroup) -> tuple[int, ...]:
    """Return all pieces that can move together.

    On land personalities and armies; at sea the ships, or the pieces without any.
    """
    here = s.stack_of(step.group[0] if step.group else joinable(s, step)[0])
    idle = idlers(s)
    if IS_SEA[step.area] and not (step.group and not has_ships(step.group)):
        ships = [p for p in here if is_fleet(p) and p not in idle and is_manned(s, p) and left(s, p) > 0]
        ships = [p for p in ships if is_free(s, p, (*step.group, *s.aboard(p)))]
        sailing = tuple(sorted({p for ship in ships for p in gathered(s, (), ship)}.union(step.group)))
        if parts_elric(s, sailing):
            left_behind = gathered(s, (), s.ship[ELRIC])
            sailing = tuple([p for p in sailing if p not in left_behind])
        if sailing:
            return sailing
    others = [p for p in here if KIND[p] != FLEET and p not in idle]
    if IS_SEA[step.area]:
        going = {p for p in others if can_part(s, step.area, here, p)}
    else:
        going = {p for p in others if p not in s.ship and points_spent(s, p) < LAND_POINTS}
    if s.controller >= 0 and ELRIC in going and s.controller not in going:
        going -= {ELRIC, MOONGLUM} if s.joined else {ELRIC}
    going.update(step.group)
    if not going:  # Only pieces aboard the Chaos Fleet in its port can be left.
        return aboard_in_port(s, [ship for ship in fleets_of(here) if is_manned(s, ship)])
    if has_ships(step.group) and not IS_SEA[step.area]:
        armies = [p for p in going if KIND[p] == ARMY and p not in s.ship]
        armies.sort(key=lambda p: (p not in step.group, p))
        going.difference_update(armies[total_room(s, fleets_of(step.group)) :])
    if KIND[min(going)] != PERSON:
        nation = NATION_OF[step.area]
        return tuple(sorted([p for p in going if POWER_OF[p] == nation and not points_spent(s, p)]))
    return tuple(sorted([p for p in going if KIND[p] == PERSON or is_free(s, p, going)] if s.changed else going))


def aboard_in_port(s: ElricState, ships: list[int]) -> tuple[int, ...]:
    """Return the manned ships in port where no piece ashore can move, as the Chaos Fleet (16.8)."""
    sailing = [gathered(s, (), ship) for ship in ships]
    return tuple(sorted({p for each in sailing if not parts_elric(s, each) for p in each}))


def surely_adds(s: ElricState, step: MovingGroup, more: list[int]) -> bool:
    """Return whether a quick test shows that `everybody` adds pieces to the group."""
    group, first = step.group, more[0]
    if not group or (KIND[more[-1]] == ARMY and not has_ships(group)):
        return True
    return KIND[first] == PERSON and first != ELRIC and first not in s.ship and not IS_SEA[step.area]


def comes_with_others(s: ElricState, step: MovingGroup, p: int) -> bool:
    """Return whether several pieces can be added when only one kind of army is left."""
    here = s.stacks[step.seat][step.area]
    if KIND[p] != ARMY or len(here) - len(step.group) < 2:
        return False
    if not (s.changed or s.bands or s.ship or has_ships(step.group)):
        like = likeness(s, p)
        if any([q > p and q not in step.group and q not in s.done and likeness(s, q) == like for q in here]):
            return True
    return len(everybody(s, step)) - len(step.group) > 1

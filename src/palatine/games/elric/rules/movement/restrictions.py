"""Where a group may go: on land, with ships, on foot over the sea, in the air; and what keeps it out (7.2 to 7.5)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from palatine.core import Refusal
from palatine.games.elric.components.pieces import CHAOS_FLEET, ELRIC, IS_MELNIBONEAN, IS_WINGED, PERSONS, POWER_OF
from palatine.games.elric.components.tables import (
    DEBARK,
    EMBARK_AT_PORT,
    EMBARK_ELSEWHERE,
    EMBARK_PERSON,
    LAND_POINTS,
    SEA_ON_FOOT,
)
from palatine.games.elric.components.world import (
    AREAS,
    BLOCKED,
    COASTS,
    IS_SEA,
    LAND_NEIGHBOURS,
    MELNIBONE,
    NATION_OF,
    NEIGHBOURS,
    PORT_SEA,
    RLIN,
    SEA_NEIGHBOURS,
)
from palatine.games.elric.rules.common.control import may_bid
from palatine.games.elric.rules.common.naval import (
    FIRST_ARMY,
    FIRST_FLEET,
    crewless,
    fleets_at,
    fleets_of,
    is_fleet,
    left,
    total_room,
)
from palatine.games.elric.rules.common.sieges import is_besieged
from palatine.games.elric.rules.common.special_terrain import anchors, is_horde_bound, may_enter
from palatine.games.elric.state import OTHERS, ElricState, walks_seas

if TYPE_CHECKING:
    from palatine.games.elric.rules.movement.march import March

WINGED: Final = frozenset(p for p in PERSONS if IS_WINGED[p])
FOOTED: Final = frozenset(p for p in PERSONS if walks_seas(p)) | WINGED
"""Who can be at sea without a ship: magicians, Melniboneans, the winged (7.3, 7.4.1, 12.0)."""
HOME_NEIGHBOURS: Final = tuple(
    tuple([n for n in LAND_NEIGHBOURS[a] if NATION_OF[n] == NATION_OF[a] >= 0]) for a in range(AREAS)
)
"""By area: where an army may go alone from there within its country (7.2)."""


# Facts


def used(s: ElricState, p: int) -> int:
    """The land points a personality or army has used: its own, and one for each sea it has sailed (7.3g)."""
    return s.walked.get(p, 0) + s.sailed.get(p, 0)


def points_of(s: ElricState, group: tuple[int, ...]) -> int:
    """The land points that all of a group still have (7.2a)."""
    walked, sailed, most = s.walked, s.sailed, 0
    for p in group if walked or sailed else ():
        spent = walked.get(p, 0) + sailed.get(p, 0)
        if spent > most and not FIRST_FLEET <= p < FIRST_ARMY:
            most = spent
    return LAND_POINTS - most


def hostile(s: ElricState, seat: int, n: int) -> bool:
    """Whether to enter an area is to fight there (7.3n, 7.3o)."""
    a, b, c = OTHERS[seat]
    stacks = s.stacks
    return (n in stacks[a] or n in stacks[b] or n in stacks[c]) and not s.is_wild(n)


def has_ships(group: tuple[int, ...]) -> bool:
    """Whether there are fleets in a group, which is in order of number."""
    at = bisect_left(group, FIRST_FLEET)
    return at < len(group) and group[at] < FIRST_ARMY


def is_flying(step: March) -> bool:
    """Whether a group is in the air: all winged, or borne by the Ship of Land and Sea (7.4.1, 7.4.2)."""
    return step.spell >= 0 or WINGED.issuperset(step.group)


def is_adrift(s: ElricState, area: int, group: tuple[int, ...]) -> bool:
    """Whether somebody of a group is at sea without a ship (7.3d, 7.4.1d)."""
    return IS_SEA[area] and any([p not in s.ship and not is_fleet(p) for p in group])


def may_attack(s: ElricState, seat: int, group: tuple[int, ...], n: int) -> bool:
    """Whether a group could start a combat: led, and not by Melniboneans alone against Melniboneans (12.0c, A-124); or
    is somebody alone who could take Elric over (12.1.2e)."""
    leaders = [p for p in group if p < FIRST_FLEET]
    if not leaders or not all([IS_MELNIBONEAN[p] and p != ELRIC for p in leaders]):
        return bool(leaders)
    if len(group) == 1 and may_bid(s, group[0], n):
        return True
    enemies = [p for other in OTHERS[seat] for p in s.stacks[other].get(n, ())]
    return not any([IS_MELNIBONEAN[p] and p != ELRIC for p in enemies])


def clinging(s: ElricState, step: March) -> int:
    """An army attached in this turn that would be left without a leader, -1 for none (7.3j; ruling A-15)."""
    if step.moved or not s.changed or step.group[0] >= FIRST_FLEET:
        return -1
    rest = [p for p in s.stack_of(step.group[0]) if p not in step.group]
    if not rest or rest[0] < FIRST_FLEET:
        return -1
    paths = {s.trail.get(p, ()) for p in step.group if p < FIRST_FLEET}
    return next((p for p in rest if p >= FIRST_ARMY and p in s.changed and s.trail.get(p, ()) in paths), -1)


def unattachable(s: ElricState, step: March) -> int:
    """An army or fleet of a group that has been attached or detached in this turn, and would be again, -1 for none
    (7.3j; ruling A-15)."""
    if step.moved or not s.changed or step.group[0] >= FIRST_FLEET:
        return -1
    paths = {s.trail.get(p, ()) for p in step.group if p < FIRST_FLEET}
    return next(
        (p for p in step.group if p >= FIRST_FLEET and p in s.changed and s.trail.get(p, ()) not in paths), -1
    )


def is_torn_apart(s: ElricState, step: March) -> bool:
    """Whether a group would leave behind, or take along, somebody it must not (7.3j)."""
    if frozenset(s.changed).isdisjoint(s.stacks[step.seat][step.area]):
        return False
    return clinging(s, step) >= 0 or unattachable(s, step) >= 0


# Ways


def ways(s: ElricState, step: March) -> Sequence[int]:
    """The areas next to it that the whole group may enter (7)."""
    group, a = step.group, step.area
    if s.changed and not step.moved and is_torn_apart(s, step):
        return []
    if (group[0] in WINGED or step.spell >= 0) and is_flying(step):
        return air_ways(s, step)
    if IS_SEA[a]:
        return sea_ways(s, step) if has_ships(group) else shore_ways(s, step)
    if group[0] >= FIRST_FLEET:
        return home_ways(s, step)
    if group[-1] >= FIRST_FLEET and (PORT_SEA[a] >= 0 or a == RLIN) and has_ships(group):
        return [anchors(s)[a]] if port_refusal(s, step) is None else []
    found = land_ways(s, step)
    wet = coast_ways(s, step) if COASTS[a] else None
    return (*found, *wet) if wet else found


def coast_ways(s: ElricState, step: March) -> list[int]:
    """The seas that people and armies on a coast may enter: aboard ships that lie there, or on foot (7.3)."""
    shelf, coasts, group = s.stacks[step.seat], COASTS[step.area], step.group
    near = [n for n in coasts if n in shelf and boarding(s, step, n)]
    if group[-1] in FOOTED and step.points > SEA_ON_FOOT and FOOTED.issuperset(group):
        near += [n for n in coasts if n not in near and wade_refusal(s, step, n) is None]
    return near


def land_ways(s: ElricState, step: March) -> Sequence[int]:
    """The lands that a group led by a personality may enter by land (7.2)."""
    if step.points < 1:
        return ()
    near, group = LAND_NEIGHBOURS[step.area], step.group
    if is_horde_bound(s):
        near = tuple([n for n in near if may_enter(s, group, n) is None])
    if IS_MELNIBONEAN[group[0]]:
        seat = step.seat
        near = tuple([n for n in near if not hostile(s, seat, n) or may_attack(s, seat, group, n)])
    return near


def home_ways(s: ElricState, step: March) -> list[int]:
    """Where armies without a leader may go: one province, inside their country, and into no fight (7.2e to 7.2h)."""
    a, group = step.area, step.group
    nation = NATION_OF[a]
    if group[0] < FIRST_ARMY or step.points < LAND_POINTS or any([POWER_OF[p] != nation for p in group]):
        return []
    return [n for n in HOME_NEIGHBOURS[a] if not hostile(s, step.seat, n)]


def sea_ways(s: ElricState, step: March) -> list[int]:
    """Where ships may sail: to seas, and into ports from the sea of the anchor (7.3, 7.5.9)."""
    a, group, seat = step.area, step.group, step.seat
    if any([left(s, fleet) < 1 for fleet in fleets_of(group)]):
        return []
    harbours = anchors(s)
    found = [n for n in SEA_NEIGHBOURS[a] if not hostile(s, seat, n) or may_attack(s, seat, group, n)]
    found += [n for n in COASTS[a] if harbours[n] == a and closed(s, step, n, harbour=True) is None]
    return found


def shore_ways(s: ElricState, step: March) -> list[int]:
    """Where people and armies without their ships may go: ashore, or on foot into the next sea (7.3)."""
    a, group = step.area, step.group
    if group[0] >= FIRST_FLEET:
        return []
    found = []
    if all(can_land(s, p) for p in group):
        found = [n for n in COASTS[a] if closed(s, step, n) is None]
    if step.points > SEA_ON_FOOT and FOOTED.issuperset(group):
        found += [n for n in SEA_NEIGHBOURS[a] if wade_refusal(s, step, n) is None]
    return found


def air_ways(s: ElricState, step: March) -> list[int]:
    """Where a group may fly: over anything but mountains, as long as it can come down again (7.4.1)."""
    if step.points < 1:
        return []
    return [n for n in NEIGHBOURS[step.area] if air_refusal(s, step, n) is None]


# What keeps a group out


def closed(s: ElricState, step: March, n: int, harbour: bool = False) -> Refusal | None:
    """What keeps a group out of an area next to it, however it comes there."""
    group, seat = step.group, step.seat
    if n == MELNIBONE or is_horde_bound(s):
        barred = may_enter(s, group, n)
        if barred is not None:
            return barred
    if s.sieges and harbour and s.options["siege-port"] != "open" and is_besieged(s, n, seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if hostile(s, seat, n) and not may_attack(s, seat, group, n):
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    return None


def can_land(s: ElricState, p: int) -> bool:
    """Whether somebody at sea can go ashore: his ship pays for it, or he goes on foot (7.3u; ruling A-101)."""
    ship = s.ship.get(p, -1)
    if ship == CHAOS_FLEET and p >= FIRST_ARMY:
        return False
    if ship >= 0 and left(s, ship) >= DEBARK:
        return True
    return p in FOOTED and used(s, p) < LAND_POINTS


def wade_refusal(s: ElricState, step: March, n: int) -> Refusal | None:
    """What keeps people on foot out of a sea: who they are, their points, enemies, no way to end (7.3b, 7.3d)."""
    if not FOOTED.issuperset(step.group):
        return Refusal("7.3a", "why.no-ship", {"area": n})
    if step.points <= SEA_ON_FOOT:
        return Refusal("7.3b", "why.too-far", {"area": n})
    if hostile(s, step.seat, n):
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    if is_horde_bound(s) and may_enter(s, step.group, n) is not None:
        return may_enter(s, step.group, n)
    if fleets_at(s, step.seat, n) or next((m for m in COASTS[n] if closed(s, step, m) is None), -1) >= 0:
        return None
    return Refusal("7.3d", "why.no-landfall", {"area": n})


def air_refusal(s: ElricState, step: March, n: int) -> Refusal | None:
    """What keeps a flying group out of an area (7.4.1, 7.5.9, 10.9.4)."""
    if step.points < 1:
        return Refusal("7.4.1a", "why.too-far", {"area": n})
    barred = may_enter(s, step.group, n)
    if barred is not None:
        return barred
    if s.sieges and is_besieged(s, n, step.seat):
        return Refusal("10.9.4d", "why.besieged", {"area": n})
    if IS_SEA[n] and not comes_down(s, step, n, step.points - 1):
        return Refusal("7.4.1d", "why.no-landfall", {"area": n})
    return None


def comes_down(s: ElricState, step: March, n: int, points: int) -> bool:
    """Whether a group in the air over a sea can end on land, or, if it has wings of its own, on a ship (7.4.1d)."""
    if step.spell < 0 and fleets_at(s, step.seat, n):
        return True
    if points < 1:
        return False
    for m in COASTS[n]:
        if may_enter(s, step.group, m) is None:
            return True
    return any(comes_down(s, step, m, points - 1) for m in SEA_NEIGHBOURS[n])


def port_refusal(s: ElricState, step: March) -> Refusal | None:
    """What keeps ships and those who board them from leaving a port (7.1d, 7.3)."""
    group, ships = step.group, fleets_of(step.group)
    boarders = [p for p in group if (p < FIRST_FLEET or p >= FIRST_ARMY) and p not in s.ship]
    armies = len([p for p in boarders if p >= FIRST_ARMY])
    people = len(boarders) - armies
    if people < len(ships) and people < len(crewless(s, ships)):
        return Refusal("7.3l", "why.no-crew")
    if armies and armies > total_room(s, ships):
        return Refusal("7.1d", "why.full")
    price = max(EMBARK_AT_PORT, EMBARK_PERSON)
    journey = max([used(s, p) + price for p in boarders], default=0)
    if journey > LAND_POINTS:
        return Refusal("7.3s", "why.too-tired")
    waiting = max([s.walked.get(p, 0) + price for p in boarders], default=0)
    for fleet in ships:
        if left(s, fleet, waiting, journey) < 1:
            return Refusal("7.3f", "why.ship-spent")
    sea = anchors(s)[step.area]
    if hostile(s, step.seat, sea) and not may_attack(s, step.seat, group, sea):
        return Refusal("7.3n", "why.only-to-fight", {"area": sea})
    return None


def boarding_price(s: ElricState, p: int, a: int, sea: int) -> int:
    """What it costs somebody ashore to board a ship at sea: armies dear where there is no port (7.3s, 7.3t, 7.3v)."""
    if p < FIRST_FLEET:
        return EMBARK_PERSON
    return EMBARK_AT_PORT if anchors(s)[a] == sea else EMBARK_ELSEWHERE


def boarding(s: ElricState, step: March, n: int) -> list[int]:
    """The ships in a sea on the coast that could take a whole group aboard (7.3r); the Chaos Fleet only for those who
    have no other way."""
    if boarding_refusal(s, step, n) is not None:
        return []
    armies = sum([p >= FIRST_ARMY for p in step.group])
    found = [fleet for fleet in fleets_at(s, step.seat, n) if s.room(fleet) >= armies]
    return [fleet for fleet in found if fleet != CHAOS_FLEET or not FOOTED.issuperset(step.group)]


def boarding_refusal(s: ElricState, step: March, n: int) -> Refusal | None:
    """What keeps a group on land from boarding ships in a sea next to it (7.1d, 7.3r to 7.3v)."""
    ships = fleets_at(s, step.seat, n)
    if not ships:
        return Refusal("7.3a", "why.no-ship", {"area": n})
    if step.group[0] >= FIRST_FLEET:
        return Refusal("7.2e", "why.unled")
    for p in step.group:
        if used(s, p) + boarding_price(s, p, step.area, n) > LAND_POINTS:
            return Refusal("7.3t" if p >= FIRST_ARMY else "7.3v", "why.no-boarding", {"piece": p})
    armies = sum([p >= FIRST_ARMY for p in step.group])
    if all([s.room(fleet) < armies for fleet in ships]):
        return Refusal("7.1d", "why.full")
    if is_horde_bound(s) and may_enter(s, step.group, n) is not None:
        return may_enter(s, step.group, n)
    return None


def berths(s: ElricState, step: March) -> list[int]:
    """The ships at sea that people of a group may go over to (7.3v, 7.4.1d)."""
    group, a = step.group, step.area
    if not IS_SEA[a] or group[-1] >= FIRST_FLEET or step.spell >= 0:
        return []
    if step.points < EMBARK_PERSON and not WINGED.issuperset(group):
        return []
    aboard = {s.ship.get(p, -1) for p in group}
    if CHAOS_FLEET in aboard:
        return []
    ships = [fleet for fleet in fleets_at(s, step.seat, a) if {fleet} != aboard]
    return [fleet for fleet in ships if fleet not in s.changed or crewless(s, [fleet]) == []]


# Why not


def barred(s: ElricState, step: March, n: int) -> Refusal:
    """The clause that keeps a group out of an area."""
    a, group = step.area, step.group
    if n not in NEIGHBOURS[a]:
        if (min(a, n), max(a, n)) in BLOCKED:
            return Refusal("7.5.3", "why.mountains", {"area": n})
        return Refusal("7.0c", "why.not-adjacent", {"area": a})
    if clinging(s, step) >= 0:
        return Refusal("7.3j", "why.attached", {"piece": clinging(s, step)})
    if unattachable(s, step) >= 0:
        return Refusal("7.3j", "why.changed", {"piece": unattachable(s, step)})
    if is_flying(step):
        return air_refusal(s, step, n) or Refusal("7.4.1a", "why.too-far", {"area": n})
    if has_ships(group):
        return ship_refusal(s, step, n)
    if group[0] >= FIRST_FLEET:
        return unled_refusal(s, step, n)
    if IS_SEA[n]:
        return foot_refusal(s, step, n)
    return closed(s, step, n) or shore_refusal(s, step, n)


def ship_refusal(s: ElricState, step: March, n: int) -> Refusal:
    harbours = anchors(s)
    if not IS_SEA[step.area]:
        if n != harbours[step.area]:
            return Refusal("7.3q" if not IS_SEA[n] else "7.5.9a", "why.ships-by-anchor", {"area": step.area})
        return port_refusal(s, step) or Refusal("7.3e", "why.ship-spent")
    if not IS_SEA[n] and harbours[n] < 0:
        return Refusal("7.3q", "why.no-port", {"area": n})
    if not IS_SEA[n] and harbours[n] != step.area:
        return Refusal("7.5.9a", "why.ships-by-anchor", {"area": n})
    return closed(s, step, n, harbour=True) or Refusal("7.3e", "why.ship-spent")


def unled_refusal(s: ElricState, step: March, n: int) -> Refusal:
    a, group = step.area, step.group
    if IS_SEA[a] or IS_SEA[n]:
        return Refusal("7.2e", "why.unled")
    if any([POWER_OF[p] != NATION_OF[a] for p in group]):
        return Refusal("7.2e", "why.unled")
    if NATION_OF[n] != NATION_OF[a]:
        return Refusal("7.2h", "why.leaves-home", {"area": n})
    if step.points < LAND_POINTS:
        return Refusal("7.2g", "why.one-province")
    return Refusal("7.3n", "why.only-to-fight", {"area": n})


def foot_refusal(s: ElricState, step: March, n: int) -> Refusal:
    """Why a group with a leader and no ships does not come into a sea."""
    if IS_SEA[step.area] or FOOTED.issuperset(step.group):
        return wade_refusal(s, step, n) or Refusal("7.3b", "why.too-far", {"area": n})
    return boarding_refusal(s, step, n) or Refusal("7.3a", "why.no-ship", {"area": n})


def shore_refusal(s: ElricState, step: March, n: int) -> Refusal:
    """Why a group with a leader does not come into a land that is open to it."""
    if not IS_SEA[step.area]:
        return Refusal("7.2a", "why.too-far", {"area": n})
    for p in step.group:
        if s.ship.get(p, -1) == CHAOS_FLEET and p >= FIRST_ARMY:
            return Refusal("16.8c", "why.chaos-fleet")
    return Refusal("7.3u", "why.no-landing")

"""Movement by sea: ships, boarding, landing, and on foot over water (7.3)."""

from __future__ import annotations

from palatine.core import Refusal
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, FLEET, KIND, PERSON
from palatine.games.elric.components.tables import (
    DEBARK,
    EMBARK_AT_PORT,
    EMBARK_ELSEWHERE,
    EMBARK_PERSON,
    LAND_POINTS,
    SEA_ON_FOOT,
)
from palatine.games.elric.components.world import COASTS, IS_SEA, SEA_NEIGHBOURS
from palatine.games.elric.rules.common.closed_areas import anchors, may_enter
from palatine.games.elric.rules.common.naval import crewless, fleets_at, fleets_of, is_fleet, left, total_room
from palatine.games.elric.rules.movement.access import closed_to, may_attack
from palatine.games.elric.rules.movement.group import FOOTED, WINGED, MovingGroup, points_spent
from palatine.games.elric.state import ElricState


def coast_ways(s: ElricState, step: MovingGroup) -> list[int]:
    """Return the seas that pieces on a coast may enter, aboard ships there or on foot (7.3)."""
    shelf, coasts, group = s.stacks[step.seat], COASTS[step.area], step.group
    near = [n for n in coasts if n in shelf and boardable(s, step, n)]
    if group[-1] in FOOTED:
        near += [n for n in coasts if n not in near and wade_refusal(s, step, n) is None]
    return near


def sea_ways(s: ElricState, step: MovingGroup) -> list[int]:
    """Return where ships may sail: seas, and ports from their anchor sea (7.3, 7.5.9).

    Each needs a personality.
    """
    a, group, seat = step.area, step.group, step.seat
    ships = fleets_of(group)
    if any([left(s, fleet) < 1 for fleet in ships]) or crewless(s, ships):  # Losses on the way can cause this.
        return []
    harbours = anchors(s)
    found = [n for n in SEA_NEIGHBOURS[a] if not s.is_hostile(seat, n) or may_attack(s, seat, group, n)]
    found += [n for n in COASTS[a] if harbours[n] == a and closed_to(s, step, n, harbour=True) is None]
    return found


def shore_ways(s: ElricState, step: MovingGroup) -> list[int]:
    """Return where pieces may go without their ships: ashore, or on foot to a sea (7.3)."""
    a, group = step.area, step.group
    if KIND[group[0]] != PERSON:
        return []
    found = []
    if all(can_land(s, p) for p in group):
        found = [n for n in COASTS[a] if closed_to(s, step, n) is None]
    if group[-1] in FOOTED:
        found += [n for n in SEA_NEIGHBOURS[a] if wade_refusal(s, step, n) is None]
    return found


def can_land(s: ElricState, p: int) -> bool:
    """Return whether a piece at sea can land: its ship pays, or it walks (7.3u; ruling A-101)."""
    ship = s.ship.get(p, -1)
    if ship == CHAOS_FLEET and KIND[p] == ARMY:
        return False
    if ship >= 0 and left(s, ship) >= DEBARK:
        return True
    return p in FOOTED and points_spent(s, p) < LAND_POINTS


def wade_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal | None:
    """Return why a group may not enter a sea on foot, or None (7.3b, 7.3d).

    Its pieces, its points, enemies, or no place to end.
    """
    if not FOOTED.issuperset(step.group):
        return Refusal("7.3a", "why.no-ship", {"area": n})
    if step.points <= SEA_ON_FOOT:
        return Refusal("7.3b", "why.too-far", {"area": n})
    if s.is_hostile(step.seat, n):
        return Refusal("7.3n", "why.only-to-fight", {"area": n})
    if refused := may_enter(s, step.group, n):
        return refused
    if fleets_at(s, step.seat, n) or next((m for m in COASTS[n] if closed_to(s, step, m) is None), -1) >= 0:
        return None
    return Refusal("7.3d", "why.no-landfall", {"area": n})


def port_refusal(s: ElricState, step: MovingGroup) -> Refusal | None:
    """Return why ships and boarding pieces may not leave a port, or None (7.1d, 7.3)."""
    group, ships = step.group, fleets_of(step.group)
    boarders = [p for p in group if KIND[p] != FLEET and p not in s.ship]
    armies = len([p for p in boarders if KIND[p] == ARMY])
    people = len(boarders) - armies
    if people < len(ships) and people < len(crewless(s, ships)):
        return Refusal("7.3l", "why.no-crew")
    if armies and armies > total_room(s, ships):
        return Refusal("7.1d", "why.full")
    waiting, journey = points_aboard(s, step)
    if journey > LAND_POINTS:
        return Refusal("7.3s", "why.too-tired")
    for fleet in ships:
        if left(s, fleet, waiting, journey) < 1:
            return Refusal("7.3f", "why.ship-spent")
    sea = anchors(s)[step.area]
    if s.is_hostile(step.seat, sea) and not may_attack(s, step.seat, group, sea):
        return Refusal("7.3n", "why.only-to-fight", {"area": sea})
    return None


def points_aboard(s: ElricState, step: MovingGroup) -> tuple[int, int]:
    """Return the highest land points of pieces after boarding in port (7.3e, 7.3f).

    First without, then with the seas they have sailed.
    """
    if IS_SEA[step.area]:
        return 0, 0
    sea = anchors(s)[step.area]
    prices = [(p, boarding_price(s, p, step.area, sea)) for p in step.group if not is_fleet(p) and p not in s.ship]
    waiting = max([s.walked.get(p, 0) + price for p, price in prices], default=0)
    return waiting, max([points_spent(s, p) + price for p, price in prices], default=0)


def boarding_price(s: ElricState, p: int, a: int, sea: int) -> int:
    """Return the points to board at sea; armies pay more away from port (7.3s, 7.3t, 7.3v)."""
    if KIND[p] == PERSON:
        return EMBARK_PERSON
    return EMBARK_AT_PORT if anchors(s)[a] == sea else EMBARK_ELSEWHERE


def boardable(s: ElricState, step: MovingGroup, n: int) -> list[int]:
    """Return the ships in an adjacent sea that could take a whole group aboard (7.3r).

    The Chaos Fleet only for pieces without another way.
    """
    if boarding_refusal(s, step, n) is not None:
        return []
    armies = sum([KIND[p] == ARMY for p in step.group])
    found = [fleet for fleet in fleets_at(s, step.seat, n) if s.room(fleet) >= armies]
    return [fleet for fleet in found if fleet != CHAOS_FLEET or not FOOTED.issuperset(step.group)]


def boarding_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal | None:
    """Return why a group may not board ships in an adjacent sea, or None (7.1d, 7.3r to 7.3v)."""
    ships = fleets_at(s, step.seat, n)
    if not ships:
        return Refusal("7.3a", "why.no-ship", {"area": n})
    if KIND[step.group[0]] != PERSON:
        return Refusal("7.2e", "why.unled")
    for p in step.group:
        if points_spent(s, p) + boarding_price(s, p, step.area, n) > LAND_POINTS:
            return Refusal("7.3t" if KIND[p] == ARMY else "7.3v", "why.no-boarding", {"piece": p})
    armies = sum([KIND[p] == ARMY for p in step.group])
    if all([s.room(fleet) < armies for fleet in ships]):
        return Refusal("7.1d", "why.full")
    return may_enter(s, step.group, n)


def berths(s: ElricState, step: MovingGroup) -> list[int]:
    """Return the ships at sea that personalities of a group may move to (7.3v, 7.4.1d)."""
    group, a = step.group, step.area
    if not IS_SEA[a] or KIND[group[-1]] != PERSON or step.spell >= 0:
        return []
    if step.points < EMBARK_PERSON and not WINGED.issuperset(group):
        return []
    aboard = {s.ship.get(p, -1) for p in group}
    if CHAOS_FLEET in aboard:
        return []
    ships = [fleet for fleet in fleets_at(s, step.seat, a) if {fleet} != aboard]
    return [fleet for fleet in ships if fleet not in s.changed or crewless(s, [fleet]) == []]


def ship_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal:
    harbours = anchors(s)
    if IS_SEA[step.area] and crewless(s, fleets_of(step.group)):
        return Refusal("7.3l", "why.no-crew")
    if not IS_SEA[step.area]:
        if n != harbours[step.area]:
            return Refusal("7.3q" if not IS_SEA[n] else "7.5.9a", "why.ships-by-anchor", {"area": step.area})
        return port_refusal(s, step) or Refusal("7.3e", "why.ship-spent")
    if not IS_SEA[n] and harbours[n] < 0:
        return Refusal("7.3q", "why.no-port", {"area": n})
    if not IS_SEA[n] and harbours[n] != step.area:
        return Refusal("7.5.9a", "why.ships-by-anchor", {"area": n})
    return closed_to(s, step, n, harbour=True) or Refusal("7.3e", "why.ship-spent")


def foot_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal:
    """Return why a led group without ships may not enter a sea."""
    if IS_SEA[step.area] or FOOTED.issuperset(step.group):
        return wade_refusal(s, step, n) or Refusal("7.3b", "why.too-far", {"area": n})
    return boarding_refusal(s, step, n) or Refusal("7.3a", "why.no-ship", {"area": n})


def shore_refusal(s: ElricState, step: MovingGroup, n: int) -> Refusal:
    """Return why a led group may not enter an otherwise open land."""
    if not IS_SEA[step.area]:
        return Refusal("7.2a", "why.too-far", {"area": n})
    for p in step.group:
        if s.ship.get(p, -1) == CHAOS_FLEET and KIND[p] == ARMY:
            return Refusal("16.8c", "why.chaos-fleet")
    return Refusal("7.3u", "why.no-landing")

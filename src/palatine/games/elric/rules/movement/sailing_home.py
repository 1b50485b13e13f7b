"""The return home of fleets without a personality (7.3m)."""

from __future__ import annotations

from functools import cache
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, FLEET, FLEETS, KIND, PERSON, POWER_OF, POWERS
from palatine.games.elric.components.world import (
    AREAS,
    BOILING,
    COASTS,
    IS_SEA,
    NATION_OF,
    NATIONS,
    PORT_SEA,
    PORTS_OF,
    SEA_NEIGHBOURS,
    STRAITS,
    TEETH,
)
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, draws_attacks
from palatine.games.elric.rules.common.naval import disembark, left
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.rules.common.special_terrain import survives_passage
from palatine.games.elric.rules.movement.arrival import chaos_attacks
from palatine.games.elric.state import ElricState

SPECIAL: Final = (BOILING, TEETH, STRAITS)
HAS_HOME: Final = tuple([power < len(NATIONS) and bool(PORTS_OF[power]) for power in range(POWERS)])
"""By power: whether its fleets have a home port; independents and hordes have none (7.3m)."""
FOREIGN: Final = tuple(
    [frozenset([f for f in FLEETS if HAS_HOME[POWER_OF[f]] and POWER_OF[f] != NATION_OF[a]]) for a in range(AREAS)]
)
"""By area: the fleets whose home is elsewhere."""


class Homeward(Step, frozen=True):
    """The voyage of a fleet without a personality to its nearest home port (7.3m; ruling A-13)."""

    seat: int
    fleet: int

    def run(self, s: ElricState) -> None:
        if s.where[self.fleet] >= 0 and homeward(s, self.fleet):
            s.push(SailHome(self.seat, s.where[self.fleet], self.fleet))
        else:
            s.pop()


class SailHome(Step, frozen=True):
    """The choice of the next sea on a fleet's voyage home, or to stop (7.3m)."""

    seat: int
    area: int
    fleet: int
    without_preview = "The fleet sails on the shortest way, or stops."
    needs_decision = True
    clause = "7.3m"
    verbs = {"go": "space", "halt": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("go", n) for n in homeward(s, self.fleet)], ("halt", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action[0] == "halt":
            s.pop()
        else:
            sail_home(s, self.fleet, action[1])

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[0] == "halt":
            return Refusal("7.3m", "why.no-button")
        return Refusal("7.3m", "why.not-homeward", {"fleet": self.fleet})


@cache
def _chart(port: int) -> list[tuple[int, int]]:
    """Return by area the number of special seas and borders on the way to a port. Cached."""
    far = (AREAS, AREAS)
    found = [far] * AREAS
    found[port] = (0, 0)
    edge = [port]
    while edge:
        a = edge.pop(0)
        for n in (PORT_SEA[a],) if a == port else SEA_NEIGHBOURS[a]:
            way = (found[a][0] + (a in SPECIAL), found[a][1] + 1)
            if way < found[n]:
                found[n] = way
                edge.append(n)
    return found


def home_ports(s: ElricState, fleet: int) -> list[int]:
    """Return the ports of a fleet's nation held by its owner (7.3m)."""
    power = POWER_OF[fleet]
    if not HAS_HOME[power]:
        return []
    return [port for port in PORTS_OF[power] if s.city_owner(port) == s.owner[fleet]]


def homeward(s: ElricState, fleet: int) -> list[int]:
    """Return where a fleet without a personality may sail on its way home.

    Ways with the fewest special seas are best, then the shortest.
    """
    a = s.where[fleet]
    if fleet in s.done or left(s, fleet) < 1:
        return []
    if not IS_SEA[a] and NATION_OF[a] == POWER_OF[fleet] and s.city_owner(a) == s.owner[fleet]:
        return []
    ports = home_ports(s, fleet)
    if not ports:
        return []
    seat = s.owner[fleet]
    return [n for n in _ways_home(tuple(ports), a) if not s.is_hostile(seat, n)]


@cache
def _ways_home(ports: tuple[int, ...], a: int) -> tuple[int, ...]:
    """Return the adjacent areas on a best way to the nearest of these ports. Cached."""
    best = min([_way_length(port, a) for port in ports])
    nearest = [port for port in ports if _way_length(port, a) == best]
    ways = (PORT_SEA[a],) if not IS_SEA[a] else (*SEA_NEIGHBOURS[a], *COASTS[a])
    return tuple([n for n in ways if n >= 0 and any([_is_on_best_way(port, a, n) for port in nearest])])


def _way_length(port: int, a: int) -> tuple[int, int]:
    """Return the number of special seas and of borders between a sea or port and a port."""
    if IS_SEA[a]:
        return _chart(port)[a]
    special, steps = _chart(port)[PORT_SEA[a]]
    return special, steps + 1


def _is_on_best_way(port: int, a: int, n: int) -> bool:
    if not IS_SEA[n]:
        return n == port and PORT_SEA[n] == a
    special, steps = _way_length(port, a)
    return _chart(port)[n] == (special - (n in SPECIAL and IS_SEA[a]), steps - 1)


def leaderless(s: ElricState, seat: int) -> list[int]:
    """Return a seat's fleets without a personality that could sail home (7.3m)."""
    stacks, holds = s.stacks[seat], s.holds
    astray = [a for a in sorted(stacks) if not FOREIGN[a].isdisjoint(stacks[a]) or a in holds]
    if not astray:
        return astray
    led = {ship for p, ship in s.ship.items() if KIND[p] == PERSON}
    return [
        f
        for a in astray
        for f in stacks[a]
        if KIND[f] == FLEET and f not in led and (POWER_OF[f] != NATION_OF[a] or a in holds) and homeward(s, f)
    ]


def sail_home(s: ElricState, fleet: int, n: int) -> None:
    """Sail one area toward home with the armies aboard, and push the hazards there (7.3m)."""
    a, seat = s.where[fleet], s.owner[fleet]
    if a == BOILING and not survives_passage(s, fleet, a):
        return
    group = (fleet, *sorted(s.aboard(fleet)))
    for p in group:
        s.sailed[p] = s.sailed.get(p, 0) + 1
        s.trail[p] = (*s.trail.get(p, ()), a)
    s.log("move", "7.3m", seat=seat, area=a, to=n, group=group, onward=len(s.trail[fleet]) > 1)
    if not IS_SEA[n]:
        disembark(s, group)
    relocate(s, group, n)
    if (n == STRAITS or KIND[group[-1]] == ARMY) and draws_attacks(s, n):
        s.push(RandomAttack(seat, n, group))
    chaos_attacks(s, seat, n, group)
    if n in (BOILING, TEETH):
        survives_passage(s, fleet, n)

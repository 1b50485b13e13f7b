"""Retreats: where a side that withdraws from battle goes."""

from __future__ import annotations

from heapq import heappop, heappush

import msgspec
from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.capture import Capture
from palatine.games.demonlord.components import (
    ANCIENTS,
    CLASS,
    GRID,
    IS_TROOP,
    MOUNTAINS,
    MP,
    NEIGHBOURS,
    TERRAIN,
    costs,
)
from palatine.games.demonlord.fortresses import settle
from palatine.games.demonlord.losses import capture
from palatine.games.demonlord.movement import meet
from palatine.games.demonlord.neutrals import unallied_home
from palatine.games.demonlord.state import DemonlordState

INTO: Action = ("into", 0)
OUT: Action = ("out", 0)
STOP: Action = ("stop", 0)
Pairs = tuple[tuple[int, int], ...]


class BeginRetreat(Step, frozen=True):
    """The survivors of a withdrawal: into their own fortress here, or away (RET-17, B39)."""

    side: int
    hex: int
    troops: tuple[int, ...]
    escorts: Pairs
    """(character, troop) as they stood in the battle."""

    def run(self, s: DemonlordState) -> None:
        if s.control.get(self.hex) == self.side and s.is_fortress(self.hex):
            s.become(IntoFortress(self.side, self))
        else:
            s.become(Escorts(self.side, self.hex, self.troops, tuple([c for c, _ in self.escorts])))


class IntoFortress(Step, frozen=True):
    """All survivors retire behind the walls, or all leave the hex."""

    seat: int
    retreat: BeginRetreat
    asks = True
    verbs = {"into": "button", "out": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [INTO, OUT]

    def take(self, s: DemonlordState, action: Action) -> None:
        plan = self.retreat
        if action == INTO:
            s.pop()
            s.note("retreat.into", "RET-17", side=self.seat, hex=plan.hex)
        else:
            s.become(Escorts(self.seat, plan.hex, plan.troops, tuple([c for c, _ in plan.escorts])))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return None if action in (INTO, OUT) else Refusal("RET-17", "why.no-button")


class Escorts(Step, frozen=True):
    """Each character goes with one surviving troop of his owner's choice (RET-04, B42)."""

    side: int
    hex: int
    troops: tuple[int, ...]
    characters: tuple[int, ...]
    chosen: Pairs = ()

    def run(self, s: DemonlordState) -> None:
        if not self.characters:
            s.become(Retreat(self.side, self.hex, self.troops, self.chosen))
        elif len(self.troops) == 1:
            s.become(self.with_troop(self.troops[0]))
        else:
            s.push(ChooseEscort(self.side, self.characters[0], self.troops))

    def with_troop(self, troop: int) -> Escorts:
        pair = (self.characters[0], troop)
        return replace(self, characters=self.characters[1:], chosen=(*self.chosen, pair))


class ChooseEscort(Step, frozen=True):
    """The troop a character retreats with."""

    seat: int
    character: int
    troops: tuple[int, ...]
    asks = True
    verbs = {"with": "piece"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("with", u) for u in self.troops]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        step = s.flow[-1]
        assert isinstance(step, Escorts)
        s.become(step.with_troop(action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return None if action[1] in self.troops else Refusal("RET-04", "why.with-a-troop")


# Retreat Movement Restrictions


def pace(s: DemonlordState, u: int) -> int:
    """Points for a retreat: the printed ones, halved by an Earthpit (B24, B47)."""
    return MP[u] // 2 if u in s.pitted else MP[u]


def bars(s: DemonlordState, side: int, cls: int, n: int, near: bool) -> bool:
    """Whether a retreat cannot enter hex `n` (RET-11, B43, B44, MAG-30).

    Next to the retreating units hidden troops count (and are shown); farther off only what can be seen, so that
    the way pointed out betrays nothing.
    """
    if n in s.earthpits or unallied_home(s, n) >= 0:
        return True
    if cls == ANCIENTS and TERRAIN[n] == MOUNTAINS:
        return True
    standing = s.stack(1 - side, n)
    return bool(standing) and (s.has_troop(1 - side, n) if near else IS_TROOP[standing[0]])


def is_haven(s: DemonlordState, side: int, h: int) -> bool:
    """An unbesieged friendly fortress (RET-14)."""
    return s.control.get(h) == side and s.is_fortress(h) and not s.has_troop(1 - side, h)


def ways_out(s: DemonlordState, side: int, u: int, start: int, visited: tuple[int, ...]) -> list[int]:
    """The next hexes on the fastest routes of troop `u` to the nearest haven (RET-14, RET-15, B25).

    Without any haven in reach, every hex it may enter; [] when there is none.
    """
    table, cls = s.costs()[CLASS[u]], CLASS[u]
    ahead = {
        n: table[start * 6 + d]
        for d, n in enumerate(NEIGHBOURS[start])
        if n >= 0 and table[start * 6 + d] and n not in visited and not bars(s, side, cls, n, near=True)
    }
    if cls == ANCIENTS and not ahead:
        ahead = mountain_refuge(s, side, start, visited, table)
    best = fastest(s, side, cls, table, start, ahead, visited)
    return sorted(best or ahead)


def mountain_refuge(
    s: DemonlordState, side: int, start: int, visited: tuple[int, ...], table: tuple[int, ...]
) -> dict[int, int]:
    """Ancients with no other hex left may retreat into mountains (M41)."""
    return {
        n: table[start * 6 + d]
        for d, n in enumerate(NEIGHBOURS[start])
        if n >= 0 and table[start * 6 + d] and n not in visited and not bars(s, side, -1, n, near=True)
    }


def fastest(
    s: DemonlordState, side: int, cls: int, table: tuple[int, ...], start: int, ahead: dict[int, int],
    visited: tuple[int, ...],
) -> set[int]:  # fmt: skip
    """Of the hexes `ahead`, those on a route of least cost to the nearest haven; empty when none is in reach."""
    cost = dict(ahead)
    first = {n: {n} for n in ahead}
    heap = [(points, n) for n, points in ahead.items()]
    heap.sort()
    closed = {start, *visited}
    found: set[int] = set()
    limit = -1
    while heap:
        points, h = heappop(heap)
        if 0 <= limit < points:
            break
        if h in closed:
            continue
        closed.add(h)
        if is_haven(s, side, h):
            limit, found = points, found | first[h]
            continue
        for d, n in enumerate(NEIGHBOURS[h]):
            step = table[h * 6 + d]
            if not step or n in closed or (n not in cost and bars(s, side, cls, n, near=False)):
                continue
            total = points + step
            if total < cost.get(n, total + 1):
                cost[n], first[n] = total, set(first[h])
                heappush(heap, (total, n))
            elif total == cost[n]:
                first[n] |= first[h]
    return found


def show_bars(s: DemonlordState, side: int, h: int) -> None:
    """Stacks that hide troops beside a retreat show one, which is compulsory (B43)."""
    for n in GRID.adjacent[h]:
        standing = s.stack(1 - side, n)
        if standing and not IS_TROOP[standing[0]] and s.has_troop(1 - side, n):
            s.lay_on_top(s.troops(1 - side, n)[0], 1 - side, n)
            s.note("shown", "RET-11", unit=s.stack(1 - side, n)[0], hex=n, side=1 - side)


# The retreat itself


class Trek(msgspec.Struct, frozen=True, array_like=True):
    """Troops retreating together: where they are, what each has spent, the hexes behind them."""

    side: int
    hex: int
    troops: tuple[int, ...]
    escorts: Pairs
    spent: tuple[int, ...]
    visited: tuple[int, ...]

    def slowest(self, s: DemonlordState) -> int:
        return min(self.troops, key=lambda u: (pace(s, u), u))


class Retreat(Step, frozen=True):
    """The first hex. Troops that cannot cross with the rest go another way or are lost (B26, B41, B45)."""

    side: int
    hex: int
    troops: tuple[int, ...]
    escorts: Pairs

    def run(self, s: DemonlordState) -> None:
        s.pop()
        if not self.troops:
            forsaken(s, self.side, self.hex, tuple([c for c, _ in self.escorts]))
            return
        show_bars(s, self.side, self.hex)
        trek = Trek(self.side, self.hex, self.troops, self.escorts, (0,) * len(self.troops), (self.hex,))
        slowest = trek.slowest(s)
        ahead = ways_out(s, self.side, slowest, self.hex, trek.visited)
        if not ahead:
            capture(s, slowest, 1 - self.side)
            s.note("cornered", "RET-10", unit=slowest, hex=self.hex)
            s.push(replace(self, troops=tuple([u for u in self.troops if u != slowest])))
            settle(s, self.hex)
        else:
            choose_way(s, trek, ahead)


def choose_way(s: DemonlordState, trek: Trek, ahead: list[int]) -> None:
    if len(ahead) == 1:
        advance(s, trek, ahead[0])
    else:
        s.push(ChooseWay(trek.side, trek, tuple(ahead)))


class ChooseWay(Step, frozen=True):
    """Which of several equally fast ways a retreat takes (RET-09)."""

    seat: int
    trek: Trek
    ahead: tuple[int, ...]
    asks = True
    verbs = {"go": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("go", n) for n in self.ahead]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        advance(s, self.trek, action[1])

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[1] in self.ahead:
            return None
        if action[1] not in GRID.adjacent[self.trek.hex]:
            return Refusal("RET-12", "why.not-adjacent", {"hex": self.trek.hex})
        return Refusal("RET-15", "why.not-the-way")


def advance(s: DemonlordState, trek: Trek, n: int) -> None:
    """Move into hex `n` all who can cross; the others stop here, or at the start look for another way."""
    side, h = trek.side, trek.hex
    d = GRID.direction(h, n)
    table = s.costs()
    prices = [table[CLASS[u]][h * 6 + d] for u in trek.troops]
    ok = [bool(p) and not bars(s, side, CLASS[u], n, near=True) for u, p in zip(trek.troops, prices, strict=True)]
    slow = trek.troops.index(trek.slowest(s))
    ok[slow] = True
    movers = tuple([u for u, fits in zip(trek.troops, ok, strict=True) if fits])
    stayers = tuple([u for u, fits in zip(trek.troops, ok, strict=True) if not fits])
    first = len(trek.visited) == 1
    rest = tuple([pair for pair in trek.escorts if pair[1] not in movers])
    if first and (stayers or rest):
        s.push(Retreat(side, h, stayers, rest))
    spent = tuple([a + p for a, p, fits in zip(trek.spent, prices, ok, strict=True) if fits])
    along = tuple([pair for pair in trek.escorts if pair[1] in movers])
    step = Trek(side, n, movers, along, spent, (*trek.visited, n))
    group = movers + tuple([c for c, _ in along])
    s.lift(group, side, h, n)
    settle(s, h)
    s.put(group, side, n)
    s.note("retreat", "RET-06" if side != s.phasing else "RET-07", side=side, hex=h, to=n, count=len(group))
    if side == s.phasing:
        s.push(GoOn(step))
    meet(s, side, group, n)


class GoOn(Step, frozen=True):
    """The phasing player's retreat goes on while the slowest troop can pay (RET-07, RET-13, B40)."""

    trek: Trek

    def run(self, s: DemonlordState) -> None:
        s.pop()
        trek = self.trek
        if is_haven(s, trek.side, trek.hex):
            s.note("retreat.haven", "RET-16", side=trek.side, hex=trek.hex)
            return
        show_bars(s, trek.side, trek.hex)
        ahead = affordable(s, trek, trek.slowest(s))
        if ahead:
            choose_way(s, trek, ahead)
        else:
            s.push(Stragglers(trek, tuple([u for u in trek.troops if u != trek.slowest(s)])))


def affordable(s: DemonlordState, trek: Trek, u: int) -> list[int]:
    """The next hexes on the way that a troop's remaining points pay for."""
    left = pace(s, u) - trek.spent[trek.troops.index(u)]
    table = s.costs()[CLASS[u]]
    ahead = ways_out(s, trek.side, u, trek.hex, trek.visited)
    return [n for n in ahead if table[trek.hex * 6 + GRID.direction(trek.hex, n)] <= left]


class Stragglers(Step, frozen=True):
    """Where the slowest has stopped, each faster troop may go on by itself (RET-08)."""

    trek: Trek
    left: tuple[int, ...]

    def run(self, s: DemonlordState) -> None:
        s.pop()
        if not self.left:
            return
        u, rest = self.left[0], self.left[1:]
        if rest:
            s.push(replace(self, left=rest))
        i = self.trek.troops.index(u)
        escorts = tuple([pair for pair in self.trek.escorts if pair[1] == u])
        alone = replace(self.trek, troops=(u,), spent=(self.trek.spent[i],), escorts=escorts)
        ahead = affordable(s, alone, u)
        if ahead:
            s.push(GoFurther(alone.side, alone, tuple(ahead)))


class GoFurther(Step, frozen=True):
    """A faster troop goes on with its extra points, or stops with the rest."""

    seat: int
    trek: Trek
    ahead: tuple[int, ...]
    asks = True
    verbs = {"go": "space", "stop": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("go", n) for n in self.ahead], STOP]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action != STOP:
            s.push(Further(self.trek))
            advance_alone(s, self.trek, action[1])

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action == STOP or (action[0] == "go" and action[1] in self.ahead):
            return None
        return Refusal("RET-08", "why.not-the-way")


class Further(Step, frozen=True):
    """Replaced at once by the troop's next choice; it marks the place below what it met."""

    trek: Trek

    def run(self, s: DemonlordState) -> None:
        s.pop()
        trek = self.trek
        if is_haven(s, trek.side, trek.hex):
            return
        show_bars(s, trek.side, trek.hex)
        ahead = affordable(s, trek, trek.troops[0])
        if ahead:
            s.push(GoFurther(trek.side, trek, tuple(ahead)))


def advance_alone(s: DemonlordState, trek: Trek, n: int) -> None:
    """Move one faster troop, and who is with it, one hex further."""
    (u,) = trek.troops
    h = trek.hex
    price = s.costs()[CLASS[u]][h * 6 + GRID.direction(h, n)]
    group = (u, *[c for c, _ in trek.escorts])
    s.become(Further(replace(trek, hex=n, spent=(trek.spent[0] + price,), visited=(*trek.visited, n))))
    s.lift(group, trek.side, h, n)
    settle(s, h)
    s.put(group, trek.side, n)
    s.note("retreat", "RET-08", side=trek.side, hex=h, to=n, count=len(group))
    meet(s, trek.side, group, n)


def forsaken(s: DemonlordState, side: int, h: int, characters: tuple[int, ...]) -> None:
    """Characters whose troops were all taken stay behind and may be captured (B45, M16)."""
    left = tuple([c for c in characters if s.where[c] == h])
    if left and s.has_troop(1 - side, h):
        s.push(Capture(side, h, left, entering=False))

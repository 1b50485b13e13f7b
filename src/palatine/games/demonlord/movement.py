"""Movement: general procedure, terrain, stacking, leadership, minimum move, enemy units."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.capture import Capture, Demand, Show, is_tested
from palatine.games.demonlord.casting import may_hide_troops
from palatine.games.demonlord.components import (
    ANCIENTS,
    CLASS,
    COST,
    GRID,
    HEXES,
    HOMELANDS,
    IS_TROOP,
    LEAD,
    MOUNTAINS,
    MP,
    NEIGHBOURS,
    NEUTRAL,
    TERRAIN,
    UNITS,
)  # fmt: skip
from palatine.games.demonlord.fortresses import settle
from palatine.games.demonlord.neutrals import attack, unallied_home
from palatine.games.demonlord.state import FRESH, DemonlordState

FORCEMARCH_POINTS = 2
DIRECTIONS = range(6)


class OpenMovement(Step, frozen=True):
    """The moment in which leaders are looked for and every unit gets its points (LEAD-01, M24)."""

    def run(self, s: DemonlordState) -> None:
        s.allowance = allowances(s, s.phasing)
        s.mp = [points + FRESH for points in s.allowance]
        s.ride, s.left, s.relief = (), (), ()
        halt(s, tuple([u for u in s.entered if IS_TROOP[u] and is_barred(s, s.phasing, s.where[u])]))
        s.become(Movement(s.phasing))


def allowances(s: DemonlordState, side: int) -> tuple[int, ...]:
    """Movement points of every unit of `side`, in the order of ruling M2; zero for all others."""
    points = [0] * UNITS
    for units in s.stacks[side].values():
        led = any([LEAD[u] >= 0 for u in units])
        for u in units:
            points[u] = allowance(s, u, led)
    return tuple(points)


def allowance(s: DemonlordState, u: int, led: bool) -> int:
    """Base points, halved for a troop without a leader, two more by Forcemarch, halved by an Earthpit."""
    points = MP[u] if led or not IS_TROOP[u] else MP[u] // 2
    if u in s.forced:
        points += FORCEMARCH_POINTS
    return points // 2 if u in s.pitted else points


def is_locked(s: DemonlordState, side: int, h: int) -> bool:
    """Whether the units of `side` in `h` are besieged there and cannot leave (SIEGE-07, SIEGE-08)."""
    return s.control.get(h) == side and s.is_besieged(h)


class Movement(Step, frozen=True):
    """The phasing player picks a stack to march, or ends his movement (MOV-03)."""

    seat: int
    asks = True
    verbs = {"stack": "space", "end": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        mp, own, others = s.mp, s.stacks[self.seat], s.stacks[1 - self.seat]
        found = [h for h, units in own.items() if mp[units[0]] or len(units) > 1]
        locked = [h for h in s.control if h in others and h in own and not self.may_pick(s, h)]
        if locked:
            found = [h for h in found if h not in locked]
        found.sort()
        return [*[STACK[h] for h in found], END]

    def may_pick(self, s: DemonlordState, h: int) -> bool:
        units = s.stack(self.seat, h)
        return len(units) > 1 or not is_locked(s, self.seat, h)

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == END:
            s.become(EndMovement())
        else:
            s.push(March(self.seat, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "end":
            return None if action == END else Refusal("MOV-03", "why.no-button")
        units = s.stack(self.seat, action[1])
        if not units:
            return Refusal("MOV-03", "why.nothing-of-yours")
        if not self.may_pick(s, action[1]):
            return Refusal("SIEGE-07", "why.besieged", {"hex": action[1]})
        if len(units) == 1 and not s.mp[units[0]]:
            return Refusal("MOV-04", "why.no-points", {"unit": units[0]})
        return None


END: Action = ("end", 0)
STACK: tuple[Action, ...] = tuple([("stack", h) for h in range(HEXES)])
GO: tuple[Action, ...] = tuple([("go", h) for h in range(HEXES)])
UNIT: tuple[Action, ...] = tuple([("unit", u) for u in range(UNITS)])
TOP: tuple[Action, ...] = tuple([("top", u) for u in range(UNITS)])
HALT: Action = ("halt", 0)


class March(Step, frozen=True):
    """A group drawn from one stack marches hex by hex; the order of picking is its order in the stack."""

    seat: int
    hex: int
    group: tuple[int, ...] = ()
    moved: bool = False
    onward: tuple[int, ...] = ()
    """Once it has moved: the hexes next to it that the group may go to."""
    asks = True
    verbs = {"unit": "piece", "top": "piece", "go": "space", "halt": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        if self.moved:
            return [*[GO[n] for n in self.onward], HALT]
        units = s.stack(self.seat, self.hex)
        found = [UNIT[u] for u in joinable(s, self, units)]
        if self.group:
            found += [GO[n] for n in ways(s, self.seat, self.hex, self.group)]
        else:
            found += [TOP[u] for u in units[1:]]
        found.append(HALT)
        return found

    def take(self, s: DemonlordState, action: Action) -> None:
        verb, operand = action
        if verb == "unit":
            riders = tuple([c for c, troop in s.ride if troop == operand])
            s.become(March(self.seat, self.hex, (*self.group, operand, *riders)))
        elif verb == "top":
            s.lay_on_top(operand, self.seat, self.hex)
        elif verb == "go":
            march(s, self, operand)
        else:
            s.pop()

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "halt":
            return None if action == HALT else Refusal("MOV-03", "why.no-button")
        if verb == "go":
            return self.refuse_way(s, operand)
        if self.moved:
            return Refusal("MOV-03", "why.on-the-march")
        if operand not in s.stack(self.seat, self.hex):
            return Refusal("MOV-03", "why.not-in-stack", {"hex": self.hex})
        if verb == "unit":
            return join_refusal(s, self, operand)
        if self.group:
            return Refusal("MOV-03", "why.picked-already")
        return None if s.stack(self.seat, self.hex)[0] != operand else Refusal("HID-01", "why.on-top")

    def refuse_way(self, s: DemonlordState, h: int) -> Refusal | None:
        if not self.group:
            return Refusal("MOV-03", "why.no-group")
        if not 0 <= h < len(NEIGHBOURS) or h not in NEIGHBOURS[self.hex]:
            return Refusal("MOV-01", "why.not-adjacent", {"hex": self.hex})
        return may_go(s, self.seat, self.hex, self.group, GRID.direction(self.hex, h))


def joinable(s: DemonlordState, march: March, units: tuple[int, ...]) -> list[int]:
    """The units of the stack that may be added to the group."""
    if is_locked(s, march.seat, march.hex):
        return []
    mp, group = s.mp, march.group
    if not group and not s.ride:
        return [u for u in units if mp[u]]
    riders = [c for c, _ in s.ride]
    found = [u for u in units if mp[u] and u not in group and u not in riders]
    if not found:
        return found
    kinds = {IS_TROOP[u] for u in (*group, *found)}
    return found if len(kinds) == 1 else [u for u in found if may_mount(s, (*group, u))]


def join_refusal(s: DemonlordState, march: March, u: int) -> Refusal | None:
    """Why unit `u` of the stack may not be added to the group that is about to march; None if it may."""
    if u in march.group:
        return Refusal("MOV-03", "why.in-group")
    if is_locked(s, march.seat, march.hex):
        return Refusal("SIEGE-07" if IS_TROOP[u] else "SIEGE-08", "why.besieged", {"hex": march.hex})
    if any([c == u for c, _ in s.ride]):
        return Refusal("LEAD-05", "why.riding", {"unit": u})
    if not s.mp[u]:
        return Refusal("MOV-04", "why.no-points", {"unit": u})
    if not may_mount(s, (*march.group, u)):
        return Refusal("LEAD-05", "why.ride-from-start")
    return None


def is_rider(s: DemonlordState, u: int) -> bool:
    return any([c == u for c, _ in s.ride])


def mounts(s: DemonlordState, group: tuple[int, ...]) -> list[int]:
    """The troops of a group that have not moved in this step, and so can be ridden from where they started."""
    return [u for u in group if IS_TROOP[u] and s.mp[u] >= FRESH]


def may_mount(s: DemonlordState, group: tuple[int, ...]) -> bool:
    """Whether the characters who do not ride yet can: unmoved, with an unmoved troop; or no troop is there."""
    afoot = [u for u in group if not IS_TROOP[u] and not is_rider(s, u)]
    if not afoot or not any([IS_TROOP[u] for u in group]):
        return True
    return bool(mounts(s, group)) and all([s.mp[c] >= FRESH for c in afoot])


def walkers(s: DemonlordState, group: tuple[int, ...]) -> list[int]:
    """The units of a group that spend points: characters with a troop ride (LEAD-05, LEAD-06)."""
    troops = [u for u in group if IS_TROOP[u]]
    return troops or list(group)


def ways(s: DemonlordState, side: int, h: int, group: tuple[int, ...]) -> Sequence[int]:
    """The hexes next to `h` that the whole group may go to, from the north clockwise."""
    first, *others = walkers(s, group)
    found = affordable(s, side, first, h)
    for u in others:
        near = affordable(s, side, u, h)
        found = found if near == found else [n for n in found if n in near]
    control, pits = s.control, s.earthpits
    if not pits and control.keys().isdisjoint(found):
        return found
    return [n for n in found if (n not in control and n not in pits) or may_enter(s, side, group, n) is None]


def affordable(s: DemonlordState, side: int, u: int, h: int) -> Sequence[int]:
    """The hexes next to `h` that a unit's points pay for; unmoved, it may enter any that is passable (MOV-18)."""
    found = s.within_points(CLASS[u], h, s.mp[u])
    if CLASS[u] != ANCIENTS:
        return found
    return [n for n in found if not is_too_high(s, side, n)]


def is_too_high(s: DemonlordState, side: int, n: int) -> bool:
    """Whether Ancients stay out of a hex: all mountains, and no enemy troops there to be attacked (NEU-07)."""
    return TERRAIN[n] == MOUNTAINS and not may_hide_troops(s, side, n)


def may_go(s: DemonlordState, side: int, h: int, group: tuple[int, ...], d: int) -> Refusal | None:
    """Why the group may not cross hexside `d` of hex `h`; None when it may."""
    n = NEIGHBOURS[h][d]
    if n < 0:
        return Refusal("GEN-03", "why.map-edge")
    for u in walkers(s, group):
        cost, points = s.exits(CLASS[u], h).get(n, 0), s.mp[u]
        if not cost:
            return impassable(s, u, h, n)
        if points < FRESH and points < cost:
            return Refusal("MOV-01", "why.too-dear", {"unit": u, "cost": cost, "points": points})
        if CLASS[u] == ANCIENTS and is_too_high(s, side, n):
            return Refusal("NEU-07", "why.ancients", {"unit": u})
    return may_enter(s, side, group, n)


def impassable(s: DemonlordState, u: int, h: int, n: int) -> Refusal:
    """The clause that closes a hexside to a unit."""
    if COST[CLASS[u]][h * 6 + GRID.direction(h, n)]:
        return Refusal("MAG-42", "why.flooded", {"hex": n})
    if CLASS[u] == ANCIENTS:
        return Refusal("NEU-07", "why.ancients", {"unit": u})
    return Refusal("MOV-14", "why.impassable", {"unit": u})


def may_enter(s: DemonlordState, side: int, group: tuple[int, ...], n: int) -> Refusal | None:
    """Why the group may not come into hex `n`, whatever the way; None when it may."""
    if n in s.earthpits:
        return Refusal("MAG-29", "why.earthpit", {"hex": n})
    if is_locked(s, side, n) and not any([IS_TROOP[u] for u in group]):
        return Refusal("SIEGE-25", "why.lone-relief", {"hex": n})
    return None


def march(s: DemonlordState, step: March, n: int) -> None:
    """Bring a group into the next hex and see whom it meets."""
    side, h, group = step.seat, step.hex, step.group
    mount(s, group)
    pay(s, group, h, n)
    if h not in s.left and any([IS_TROOP[u] for u in group]):
        s.left = (*s.left, h)
    besieged = is_locked(s, side, n)
    s.lift(group, side, h, n)
    settle(s, h)
    s.put(troop_first(group) if meets_strangers(s, side, n) else group, side, n)
    if besieged:
        s.relief = (*s.relief, *group)
    s.note("march", "MOV-01", side=side, hex=h, to=n, count=len(group), onward=step.moved)
    s.become(Onward(side, n, group))
    meet(s, side, group, n)


def meets_strangers(s: DemonlordState, side: int, h: int) -> bool:
    """Whether a group that comes into `h` must say if there are troops in it (H4)."""
    return bool(s.stack(1 - side, h)) or unallied_home(s, h) >= 0


def troop_first(group: tuple[int, ...]) -> tuple[int, ...]:
    """The group with its first troop on top, as it must lie when it meets enemies (H4)."""
    troop = next((u for u in group if IS_TROOP[u]), group[0])
    return (troop, *[u for u in group if u != troop])


def mount(s: DemonlordState, group: tuple[int, ...]) -> None:
    """Characters that set out with troops ride the first of them, for the rest of the step (LEAD-05)."""
    troops = mounts(s, group) if len(group) > 1 else []
    if not troops:
        return
    for c in group:
        if not IS_TROOP[c] and not is_rider(s, c):
            s.ride = (*s.ride, (c, troops[0]))
            s.mp[c] = 0


def pay(s: DemonlordState, group: tuple[int, ...], h: int, n: int) -> None:
    """Spend the points of a crossing into `n`; the minimum move takes all there are (MOV-18)."""
    mp = s.mp
    for u in walkers(s, group):
        mp[u] = max(0, mp[u] % FRESH - s.exits(CLASS[u], h)[n])


class Onward(Step, frozen=True):
    """After whatever a group met in a hex: those who are still free to go on are asked again."""

    seat: int
    hex: int
    group: tuple[int, ...]

    def run(self, s: DemonlordState) -> None:
        h, where, mp, mount_of = self.hex, s.where, s.mp, dict(s.ride)
        here = [u for u in self.group if where[u] == h and (mp[u] or u in mount_of)]
        group = tuple([u for u in here if u not in mount_of or mount_of[u] in here])
        onward = tuple(ways(s, self.seat, h, group)) if group else ()
        if onward:
            s.become(March(self.seat, h, group, True, onward))
        else:
            s.pop()


def halt(s: DemonlordState, units: tuple[int, ...]) -> None:
    """These units move no further in this step, if a movement step it is."""
    if s.mp:
        for u in units:
            s.mp[u] = 0


def meet(s: DemonlordState, side: int, group: tuple[int, ...], h: int) -> None:
    """Units have come into a hex: neutrals attacked, troops stopped, characters at risk, control.

    Serves movement, retreats and Spellgate alike; whatever must be asked is pushed on the flow.
    """
    if any([IS_TROOP[u] for u in group]):
        if side == s.phasing and h not in s.reinforced:
            s.reinforced = (*s.reinforced, h)
        provoke(s, side, h)
        troops_arrive(s, side, group, h)
        settle(s, h)
    elif not s.has_troop(side, h):
        characters_arrive(s, side, group, h)


def provoke(s: DemonlordState, side: int, h: int) -> None:
    """Troops in the homeland of an un-allied neutral attack it; its troops bar the way openly (M38, A17)."""
    neutral = unallied_home(s, h)
    if neutral < 0:
        return
    attack(s, neutral, side)
    troops = s.troops(1 - side, h)
    if troops and not is_barred(s, side, h):
        s.lay_on_top(troops[0], 1 - side, h)


def is_barred(s: DemonlordState, side: int, h: int) -> bool:
    """Whether an enemy troop lies open in `h`, and so stops troops of `side` (MOV-20, MOV-26)."""
    standing = s.stack(1 - side, h)
    return bool(standing) and IS_TROOP[standing[0]]


def troops_arrive(s: DemonlordState, side: int, group: tuple[int, ...], h: int) -> None:
    """Troops enter a hex: an enemy troop stops them, lone characters there may be tested (MOV-20, CAP-02)."""
    standing = s.stack(1 - side, h)
    if not standing:
        return
    if is_barred(s, side, h):
        halt(s, group)
    elif len(standing) > 1:
        s.push(Show(1 - side, h, group, by_troops=True))
    elif not is_tested(s, standing[0], h):
        s.push(Demand(side, h, group))


def characters_arrive(s: DemonlordState, side: int, group: tuple[int, ...], h: int, entering: bool = True) -> None:
    """Characters alone come into a hex, or are left there: enemy troops may capture them (CAP-01, H5, M27)."""
    if is_barred(s, side, h) or s.has_troop(NEUTRAL, h):
        s.push(Capture(side, h, group, entering))
    elif len(s.stack(1 - side, h)) > 1:
        s.push(Show(1 - side, h, group, by_troops=False, entering=entering))


class EndMovement(Step, frozen=True):
    """The movement step closes: characters left behind by their troops (M27), guests of a neutral (F29)."""

    def run(self, s: DemonlordState) -> None:
        side = s.phasing
        s.pop()
        s.allowance, s.mp, s.ride = (), [], ()
        for h in s.left:
            deserted(s, side, h)
        s.left = ()
        spared = [h for h, guest in s.grace if guest == side]
        s.grace = tuple([pair for pair in s.grace if pair[1] != side])
        for h in HOMELANDS:
            guests = tuple(s.troops(side, h))
            if guests and unallied_home(s, h) >= 0:
                meet(s, side, guests, h)
        for h in spared:
            settle(s, h)


def deserted(s: DemonlordState, side: int, h: int) -> None:
    """Characters whose last friendly troop has left while enemy troops remain (M27 c)."""
    group = s.stack(side, h)
    if group and not s.has_troop(side, h):
        characters_arrive(s, side, group, h, entering=False)

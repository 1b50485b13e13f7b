"""Movement: general procedure, terrain, stacking, leadership, minimum move, enemy units."""

from __future__ import annotations

from palatine.core import Action, MenuStep, Refusal, Step
from palatine.games.demonlord.components.world import (
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
)
from palatine.games.demonlord.rules.characters.capture import Capture, Demand, Show, is_tested, may_hide_troops
from palatine.games.demonlord.rules.common.fortresses import settle
from palatine.games.demonlord.rules.common.neutrals import attack, unallied_home
from palatine.games.demonlord.state import FRESH, HOMELAND_OF, DemonlordState, has_troops

FORCEMARCH_POINTS = 2
LEADERS = frozenset([u for u in range(UNITS) if LEAD[u] >= 0])
LEADERLESS = tuple([MP[u] // 2 if IS_TROOP[u] else MP[u] for u in range(UNITS)])
"""By unit: base points where nobody leads; a troop has half (LEAD-01)."""
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
    spelled = {*s.forced, *s.pitted}
    for units in s.stacks[side].values():
        base = LEADERLESS if LEADERS.isdisjoint(units) else MP
        for u in units:
            points[u] = under_spells(s, u, base[u]) if u in spelled else base[u]
    return tuple(points)


def under_spells(s: DemonlordState, u: int, points: int) -> int:
    """Two points more by a Forcemarch, and half of them by an Earthpit."""
    if u in s.forced:
        points += FORCEMARCH_POINTS
    return points // 2 if u in s.pitted else points


def is_locked(s: DemonlordState, side: int, h: int) -> bool:
    """Whether the units of `side` in `h` are besieged there and cannot leave (SIEGE-07, SIEGE-08)."""
    return h in s.stacks[1 - side] and s.control.get(h) == side and s.is_besieged(h)


class Movement(MenuStep, frozen=True):
    """The phasing player picks a stack to march, or ends his movement (MOV-03)."""

    seat: int
    asks = True
    verbs = {"stack": "space", "end": "button"}

    def menu(self, s: DemonlordState) -> list[Action]:
        mp, own, others = s.mp, s.stacks[self.seat], s.stacks[1 - self.seat]
        free = [h for h, units in own.items() if mp[units[0]] or len(units) > 1]
        if not others.keys().isdisjoint(free):
            free = [h for h in free if h not in others or self.may_pick(s, h)]
        free.sort()
        found = [STACK[h] for h in free]
        found.append(END)
        return found

    def may_pick(self, s: DemonlordState, h: int) -> bool:
        units = s.stack(self.seat, h)
        return len(units) > 1 or not is_locked(s, self.seat, h)

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == END:
            s.forget()
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
            found = [GO[n] for n in self.onward]
        else:
            units, group = s.stacks[self.seat].get(self.hex, ()), self.group
            found = [UNIT[u] for u in joinable(s, self, units)] if len(group) < len(units) else []
            if group:
                found += [GO[n] for n in ways(s, self.seat, self.hex, group)]
            elif len(units) > 1:
                found += [TOP[u] for u in units[1:]]
        found.append(HALT)
        return found

    def take(self, s: DemonlordState, action: Action) -> None:
        verb, operand = action
        if verb == "go":
            march(s, self, operand)
        elif verb == "unit":
            riders = tuple([c for c, troop in s.ride if troop == operand]) if s.ride else ()
            s.become(March(self.seat, self.hex, (*self.group, operand, *riders)))
        elif verb == "top":
            s.lay_on_top(operand, self.seat, self.hex)
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
    """The units of the stack that may be added to the group; who rides has no points of his own."""
    mp, group = s.mp, march.group
    found = [u for u in units if mp[u] and u not in group]
    if not found or (march.hex in s.control and is_locked(s, march.seat, march.hex)):
        return []
    if not group or len({IS_TROOP[u] for u in (*group, *found)}) == 1:
        return found
    return [u for u in found if may_mount(s, (*group, u))]


def join_refusal(s: DemonlordState, march: March, u: int) -> Refusal | None:
    """Why unit `u` of the stack may not be added to the group that is about to march; None if it may."""
    if u in march.group:
        return Refusal("MOV-03", "why.in-group")
    if is_locked(s, march.seat, march.hex):
        return Refusal("SIEGE-07" if IS_TROOP[u] else "SIEGE-08", "why.besieged", {"hex": march.hex})
    if not s.mp[u]:
        clause, reason = ("LEAD-05", "why.riding") if is_rider(s, u) else ("MOV-04", "why.no-points")
        return Refusal(clause, reason, {"unit": u})
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
    if not afoot or not has_troops(group):
        return True
    return bool(mounts(s, group)) and all([s.mp[c] >= FRESH for c in afoot])


def walkers(s: DemonlordState, group: tuple[int, ...]) -> tuple[int, ...]:
    """The units of a group that spend points: characters with a troop ride (LEAD-05, LEAD-06)."""
    if len(group) == 1:
        return group
    return tuple([u for u in group if IS_TROOP[u]]) or group


def ways(s: DemonlordState, side: int, h: int, group: tuple[int, ...]) -> list[int]:
    """The hexes next to `h` that the whole group may go to, from the north clockwise."""
    going = walkers(s, group)
    first = going[0]
    found = affordable(s, side, first, h)
    for u in going[1:]:
        near = affordable(s, side, u, h)
        found = found if near == found else [n for n in found if n in near]
    pits, others = s.earthpits, s.stacks[1 - side]
    if not pits and (IS_TROOP[first] or others.keys().isdisjoint(found)):
        return found
    return [n for n in found if (n not in others and n not in pits) or may_enter(s, side, group, n) is None]


def affordable(s: DemonlordState, side: int, u: int, h: int) -> list[int]:
    """The hexes next to `h` that a unit's points pay for; unmoved, it may enter any that is passable (MOV-18)."""
    cls, points = CLASS[u], s.mp[u]
    found = [n for n, price in s.exits(cls, h).items() if price <= points]
    if cls != ANCIENTS:
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
    if is_locked(s, side, n) and not has_troops(group):
        return Refusal("SIEGE-25", "why.lone-relief", {"hex": n})
    return None


def march(s: DemonlordState, step: March, n: int) -> None:
    """Bring a group into the next hex and see whom it meets."""
    s.forget()
    side, h, group = step.seat, step.hex, step.group
    if len(group) > 1:
        mount(s, group)
    pay(s, group, h, n)
    with_troops = has_troops(group)
    if with_troops and h not in s.left:
        s.left = (*s.left, h)
    strangers = meets_strangers(s, side, n)
    besieged = strangers and is_locked(s, side, n)
    s.lift(group, side, h, n)
    if h in s.control:
        settle(s, h)
    s.put(troop_first(group) if strangers else group, side, n)
    if besieged:
        s.relief = (*s.relief, *group)
    if s.journal is not None:
        s.note("march", "MOV-01", side=side, hex=h, to=n, count=len(group), onward=step.moved)
    if strangers:
        s.become(Onward(side, n, group))
        meet(s, side, group, n)
    else:
        if with_troops:
            reinforce(s, side, n)
            if n in s.control:
                settle(s, n)
        go_on(s, side, n, group)


def meets_strangers(s: DemonlordState, side: int, h: int) -> bool:
    """Whether a group that comes into `h` must say if there are troops in it (H4)."""
    return h in s.stacks[1 - side] or (h in HOMELAND_OF and unallied_home(s, h) >= 0)


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
    for u in group if len(group) == 1 else walkers(s, group):
        left = mp[u] % FRESH - s.exits(CLASS[u], h)[n]
        mp[u] = left if left > 0 else 0


class Onward(Step, frozen=True):
    """After whatever a group met in a hex: those who are still free to go on are asked again."""

    seat: int
    hex: int
    group: tuple[int, ...]

    def run(self, s: DemonlordState) -> None:
        go_on(s, self.seat, self.hex, tuple([u for u in self.group if s.where[u] == self.hex]))


def go_on(s: DemonlordState, side: int, h: int, group: tuple[int, ...]) -> None:
    """Ask those of a group who have points left, and who ride with them, for the next hex."""
    mp = s.mp
    if s.ride:
        mount_of = dict(s.ride)
        group = tuple([u for u in group if mp[mount_of.get(u, u)] and mount_of.get(u, u) in group])
    elif len(group) != 1 or not mp[group[0]]:
        group = tuple([u for u in group if mp[u]])
    onward = tuple(ways(s, side, h, group)) if group else ()
    if onward:
        s.become(March(side, h, group, True, onward))
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
    if has_troops(group):
        reinforce(s, side, h)
        provoke(s, side, h)
        troops_arrive(s, side, group, h)
        settle(s, h)
    elif not s.has_troop(side, h):
        characters_arrive(s, side, group, h)


def reinforce(s: DemonlordState, side: int, h: int) -> None:
    """Remember where the phasing player's troops have come in."""
    if side == s.phasing and h not in s.reinforced:
        s.reinforced = (*s.reinforced, h)


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

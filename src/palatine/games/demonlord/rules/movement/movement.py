"""Movement: points, leadership, picking of stacks, and marches."""

from __future__ import annotations

from palatine.core import Action, MenuStep, Refusal, Step
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP, LEAD, MP, UNITS
from palatine.games.demonlord.components.world import GRID, HEXES, HOMELANDS
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.neutrals import end_peace, unallied_home
from palatine.games.demonlord.rules.movement.entry import (
    is_locked,
    is_rider,
    may_go,
    may_mount,
    mounts,
    next_hexes,
    points_after,
    riders_of,
    walkers,
)
from palatine.games.demonlord.rules.movement.meeting import (
    arrive,
    leave_characters_behind,
    meets_strangers,
    troop_first,
)
from palatine.games.demonlord.state import FRESH, STORED_NAMES, DemonlordState, has_troops

FORCEMARCH_POINTS = 2
LEADERS = frozenset([u for u in range(UNITS) if LEAD[u] >= 0])
LEADERLESS = tuple([MP[u] // 2 if IS_TROOP[u] else MP[u] for u in range(UNITS)])
"""By unit: base points without a leader; a troop has half (LEAD-01)."""


class OpenMovement(Step, frozen=True):
    """Step that checks for leaders and gives each unit its points (LEAD-01, M24)."""

    def run(self, s: DemonlordState) -> None:
        s.allowance = allowances(s, s.phasing)
        s.movement_left = [points + FRESH for points in s.allowance]
        for u in s.halted_units:
            s.movement_left[u] = 0
        s.riding_pairs, s.vacated_hexes, s.relieving_units = (), (), ()
        s.replace_top(Movement(s.phasing))


def allowances(s: DemonlordState, side: int) -> tuple[int, ...]:
    """Return each unit's movement points, in the order of ruling M2; 0 for the other side."""
    points = [0] * UNITS
    spelled = {*s.forcemarched, *s.earthpitted}
    for units in s.stacks[side].values():
        base = LEADERLESS if LEADERS.isdisjoint(units) else MP
        for u in units:
            points[u] = under_spells(s, u, base[u]) if u in spelled else base[u]
    return tuple(points)


def under_spells(s: DemonlordState, u: int, points: int) -> int:
    """Return the points after spells: two more by a Forcemarch, then half by an Earthpit."""
    if u in s.forcemarched:
        points += FORCEMARCH_POINTS
    return points // 2 if u in s.earthpitted else points


class Movement(MenuStep, frozen=True):
    """Decision of the phasing player: march a stack, or end movement (MOV-03)."""

    seat: int
    needs_decision = True
    is_interruptible = True
    clause = "MOV-03"
    verbs = {"stack": "space", "end": "button"}

    def menu(self, s: DemonlordState) -> list[Action]:
        mp, own, others = s.movement_left, s.stacks[self.seat], s.stacks[1 - self.seat]
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
            s.invalidate_actions()
            s.replace_top(EndMovement())
        else:
            s.push(March(self.seat, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[0] == "end":
            return Refusal("MOV-03", "why.no-button")
        units = s.stack(self.seat, action[1])
        if not units:
            return Refusal("MOV-03", "why.nothing-of-yours")
        if not self.may_pick(s, action[1]):
            return Refusal("SIEGE-07", "why.besieged", {"hex": action[1]})
        return Refusal("MOV-04", "why.no-points", {"unit": units[0]})


END: Action = ("end", 0)
STACK: tuple[Action, ...] = tuple([("stack", h) for h in range(HEXES)])
GO: tuple[Action, ...] = tuple([("go", h) for h in range(HEXES)])
UNIT: tuple[Action, ...] = tuple([("unit", u) for u in range(UNITS)])
TOP: tuple[Action, ...] = tuple([("top", u) for u in range(UNITS)])
HALT: Action = ("halt", 0)


class March(Step, frozen=True):
    """Decision of a group from one stack: add units, then move hex by hex.

    The order of picking is the order in the stack.
    """

    seat: int
    hex: int
    group: tuple[int, ...] = ()
    moved: bool = False
    onward: tuple[int, ...] = ()
    """Adjacent hexes the group can enter, once it has moved."""
    hides_fields = True
    shown_as = "Movement"
    minor_verbs = ("top",)
    needs_decision = True
    clause = "MOV-01"
    verbs = {"unit": "piece", "top": "piece", "go": "space", "halt": "button"}

    def message_case(self, s: DemonlordState) -> str:
        if self.moved or not self.group:
            return "moved" if self.moved else ""
        return "picked" if any([verb == "unit" for verb, _ in self.actions(s)]) else "ready"

    def actions(self, s: DemonlordState) -> list[Action]:
        if self.moved:
            found = [GO[n] for n in self.onward]
        else:
            units, group = s.stacks[self.seat].get(self.hex, ()), self.group
            found = [UNIT[u] for u in joinable(s, self, units)]
            if group:
                found += [GO[n] for n in next_hexes(s, self.seat, self.hex, group)]
            elif len(units) > 1:
                found += [TOP[u] for u in units[1:]]
        found.append(HALT)
        return found

    def take(self, s: DemonlordState, action: Action) -> None:
        verb, operand = action
        if verb == "go":
            march_into(s, self, operand)
        elif verb == "unit":
            s.replace_top(March(self.seat, self.hex, (*self.group, operand, *riders_of(s, operand))))
        elif verb == "top":
            s.lay_on_top(operand, self.seat, self.hex)
        else:
            s.pop()

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "halt":
            return Refusal("MOV-03", "why.no-button")
        if verb == "go":
            return self.refuse_way(s, operand)
        if self.moved:
            return Refusal("MOV-03", "why.on-the-march")
        if operand not in s.stack(self.seat, self.hex):
            return stranger_refusal(s, self, operand)
        if verb == "unit":
            return join_refusal(s, self, operand)
        if self.group:
            return Refusal("MOV-03", "why.picked-already")
        return Refusal("HID-01", "why.on-top")

    def refuse_way(self, s: DemonlordState, h: int) -> Refusal | None:
        if not self.group:
            return Refusal("MOV-03", "why.no-group")
        if h not in GRID.adjacent[self.hex]:
            return self.too_far(s, h)
        return may_go(s, self.seat, self.hex, self.group, GRID.direction(self.hex, h))

    def too_far(self, s: DemonlordState, h: int) -> Refusal:
        """Return the refusal of a distant hex, with its distance and the group's fewest points."""
        if not 0 <= h < HEXES:
            return Refusal("GEN-03", "why.map-edge")
        away = GRID.distance(self.hex, h)
        points = min([s.movement_left[u] % FRESH for u in walkers(s, self.group)])
        return Refusal("MOV-01", "why.not-adjacent", {"there": h, "away": away, "points": points})


def stranger_refusal(s: DemonlordState, march: March, u: int) -> Refusal:
    """Return why a counter outside the stack cannot march with it.

    For an enemy counter, only its owner is revealed.
    """
    if not 0 <= u < UNITS:
        return Refusal("MOV-03", "why.not-in-stack", {"hex": march.hex})
    side, h = s.side_of(u), s.where[u]
    if side == 1 - march.seat:
        return Refusal("MOV-03", "why.enemy-counter")
    if side != march.seat:
        return Refusal("ALLY-02", "why.neutral-counter", {"unit": u})
    if h < 0:
        return Refusal("MOV-03", "why.off-map", {"unit": u})
    return Refusal("MOV-03", "why.in-other-stack", {"unit": u, "there": h, "hex": march.hex})


def joinable(s: DemonlordState, march: March, units: tuple[int, ...]) -> list[int]:
    """Return the units of the stack that can be added to the group; riders have no points."""
    mp, group = s.movement_left, march.group
    found = [u for u in units if mp[u] and u not in group]
    if not found or (march.hex in s.control and is_locked(s, march.seat, march.hex)):
        return []
    if not group or len({IS_TROOP[u] for u in (*group, *found)}) == 1:
        return found
    return [u for u in found if may_mount(s, (*group, u))]


def join_refusal(s: DemonlordState, march: March, u: int) -> Refusal | None:
    """Return why unit `u` of the stack cannot be added to the group, or None."""
    if u in march.group:
        return Refusal("MOV-03", "why.in-group")
    if is_locked(s, march.seat, march.hex):
        return Refusal("SIEGE-07" if IS_TROOP[u] else "SIEGE-08", "why.besieged", {"hex": march.hex})
    if not s.movement_left[u]:
        clause, reason = ("LEAD-05", "why.riding") if is_rider(s, u) else ("MOV-04", "why.no-points")
        return Refusal(clause, reason, {"unit": u})
    if not may_mount(s, (*march.group, u)):
        return Refusal("LEAD-05", "why.ride-from-start")
    return None


def march_into(s: DemonlordState, step: March, n: int) -> None:
    """Move a group into the next hex and settle the meeting there."""
    s.invalidate_actions()
    side, h, group = step.seat, step.hex, step.group
    if len(group) > 1:
        mount_riders(s, group)
    pay_crossing(s, group, h, n)
    with_troops = has_troops(group)
    if with_troops and h not in s.vacated_hexes:
        s.vacated_hexes = (*s.vacated_hexes, h)
    strangers = meets_strangers(s, side, n)
    besieged = strangers and is_locked(s, side, n)
    s.lift(group, side, h, n)
    s.put(troop_first(group) if strangers else group, side, n)
    if besieged:
        s.relieving_units = (*s.relieving_units, *group)
    if s.journal is not None:
        s.log("march", "MOV-01", side=side, hex=h, to=n, count=len(group), onward=step.moved)
    if strangers:
        s.replace_top(ContinueMarch(side, n, group))
    if strangers or with_troops:
        arrive(s, side, group, n, left=(h,))
    if not strangers:
        ask_onward(s, side, n, group)


def mount_riders(s: DemonlordState, group: tuple[int, ...]) -> None:
    """Make characters that start with troops ride the first of them for the step (LEAD-05)."""
    troops = mounts(s, group) if len(group) > 1 else []
    if not troops:
        return
    for c in group:
        if not IS_TROOP[c] and not is_rider(s, c):
            s.riding_pairs = (*s.riding_pairs, (c, troops[0]))
            s.movement_left[c] = 0


def pay_crossing(s: DemonlordState, group: tuple[int, ...], h: int, n: int) -> None:
    """Spend the points of a crossing into `n`; the minimum move uses all of them (MOV-18)."""
    mp = s.movement_left
    for u in walkers(s, group):
        mp[u] = points_after(mp[u], s.exits(CLASS[u], h)[n])


class ContinueMarch(Step, frozen=True, tag=STORED_NAMES):
    """Step after a meeting: the units still free to move choose their next hex."""

    seat: int
    hex: int
    group: tuple[int, ...]
    hides_fields = True

    def run(self, s: DemonlordState) -> None:
        ask_onward(s, self.seat, self.hex, tuple([u for u in self.group if s.where[u] == self.hex]))


def ask_onward(s: DemonlordState, side: int, h: int, group: tuple[int, ...]) -> None:
    """Push the next choice for units with points left and their riders, or end the march."""
    mp = s.movement_left
    if s.riding_pairs:
        mount_of = dict(s.riding_pairs)
        group = tuple([u for u in group if mp[mount_of.get(u, u)] and mount_of.get(u, u) in group])
    else:
        group = tuple([u for u in group if mp[u]])
    onward = tuple(next_hexes(s, side, h, group)) if group else ()
    if onward:
        s.replace_top(March(side, h, group, True, onward))
    else:
        s.pop()


class EndMovement(Step, frozen=True):
    """Step at the end of movement: characters left behind (M27), guests of a neutral (F29)."""

    def run(self, s: DemonlordState) -> None:
        side = s.phasing
        s.pop()
        s.allowance, s.movement_left, s.riding_pairs, s.gated, s.halted_units = (), [], (), (), ()
        for h in s.vacated_hexes:
            leave_characters_behind(s, side, h)
        s.vacated_hexes = ()
        spared = [h for h, guest in s.guests if guest == side]
        for h in spared:
            end_peace(s, h, (side,))
        for h in HOMELANDS:
            guests = tuple(s.troops(side, h))
            if guests and unallied_home(s, h) >= 0:
                arrive(s, side, guests, h)
        settle_control(s, *spared)

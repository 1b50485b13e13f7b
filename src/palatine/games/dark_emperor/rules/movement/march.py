"""March of a group, hex by hex (8.1, 8.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    FIRST_DEVICE,
    FIRST_LEADER,
    INACTIVE,
    IS_VAMPIRE,
    KINGDOM_POWERS,
    LEADERS,
    PIECES,
    SIEGE,
    SSSTOTH,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.spells import CALL_WIND, FLY
from palatine.games.dark_emperor.components.world import (
    GRID,
    GROUND,
    HEXES,
    HOLY,
    NEIGHBOURS,
    OWNER,
    PARTS,
    RIVER,
    SEA,
)
from palatine.games.dark_emperor.rules.common.cargo import put_ashore
from palatine.games.dark_emperor.rules.common.terrain import cost, exits, is_bound, shore_of
from palatine.games.dark_emperor.rules.movement.arrival import arrive, choose_shores, send_to_box
from palatine.games.dark_emperor.rules.movement.naval import LANDFALL, landings, may_land
from palatine.games.dark_emperor.rules.movement.restrictions import (
    ends_at_sea,
    enemy_strength,
    entry_refusal,
    held_fast,
    is_awaited,
    is_borne,
    is_charmed,
    is_cut_off,
    must_stop,
    next_hexes,
    open_ways,
)
from palatine.games.dark_emperor.state import DarkEmperorState, Leg, is_land_unit

HALT: Action = ("halt", 0)
TO_BOX: Action = ("box", 0)
GO: Final[tuple[Action, ...]] = tuple([("go", h) for h in range(HEXES)])
PIECE: Final[tuple[Action, ...]] = tuple([("piece", p) for p in range(PIECES)])


@cache
def go_to(hexes: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the actions of moving on to these hexes; cached, as there are few combinations."""
    return tuple([GO[n] for n in hexes])


class March(Step, frozen=True):
    """Decision of a group: add pieces from its hex, then move together hex by hex (8.1).

    Groups are in order of number: a group that starts with a leader consists of leaders, and leaders come last.
    """

    seat: int
    hex: int
    group: tuple[int, ...] = ()
    moved: bool = False
    needs_decision = True
    clause = "8"
    verbs = {"piece": "piece", "go": "space", "land": "piece", "box": "button", "halt": "button"}

    def message_case(self, s: DarkEmperorState) -> str:
        return "" if not self.group else "moved" if self.moved else "picked"

    def actions(self, s: DarkEmperorState) -> list[Action]:
        h, group = self.hex, self.group
        found = [] if self.moved else list(map(PIECE.__getitem__, joinable(s, self)))
        if group:
            onward = tuple(next_hexes(s, self.seat, h, group))
            found += go_to(onward)
            if LANDFALL[h] and not s.cargo.keys().isdisjoint(group):
                found += [("land", u) for u in landings(s, h, group)]
            if group[0] >= FIRST_LEADER and not is_cut_off(s, self.seat, h, group):
                found.append(TO_BOX)
            if GROUND[h] == SEA and onward and not ends_at_sea(group):
                return found
        found.append(HALT)
        return found

    def take(self, s: DarkEmperorState, action: Action) -> None:
        verb, operand = action
        if verb == "go":
            enter_hex(s, self, operand)
        elif verb == "piece":
            s.replace_top(March(self.seat, self.hex, tuple(sorted((*self.group, operand)))))
        elif verb == "halt":
            s.pop()
            if self.moved:
                choose_shores(s, self.seat, self.hex, self.group)
        elif verb == "land":
            put_ashore(s, self.seat, operand)
        else:
            s.invalidate_actions()
            s.pop()
            send_to_box(s, self.seat, self.group)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "piece":
            return self.refuse_piece(s, operand)
        if verb == "go":
            return self.refuse_way(s, operand)
        if verb == "land":
            return self.refuse_landing(s, operand)
        if verb == "box":
            if action != TO_BOX or not self.group or self.group[0] < FIRST_LEADER:
                return Refusal("19.1b", "why.leaders-only")
            return self.refuse_alone(s)
        if action != HALT:
            return Refusal("8", "why.no-button")
        return None if action in self.actions(s) else Refusal("8.31b", "why.not-at-sea", {"hex": self.hex})

    def refuse_piece(self, s: DarkEmperorState, p: int) -> Refusal | None:
        if self.moved:
            return Refusal("8.1a", "why.on-the-march")
        if p in self.group:
            return Refusal("8.1a", "why.in-group")
        if p not in s.fighters(self.seat, self.hex) and p not in s.leaders(self.seat, self.hex):
            return not_ours(s, self.seat, p) or Refusal("8", "why.not-there", {"hex": self.hex, "piece": p})
        if p in s.cargo.values():
            return Refusal("8.21c", "why.embarked", {"unit": p})
        if p in s.landed:
            return Refusal("8.22d", "why.landed", {"unit": p})
        if p in s.stopped:
            return Refusal(halt_clause(s, p), "why.stopped", {"piece": p})
        if p == SSSTOTH and is_awaited(s):
            return Refusal("18.33a", "why.awaited", {"leader": s.bearer[FAMIR - FIRST_DEVICE]})
        return Refusal("13.11c", "why.flames", {"hex": self.hex}) if is_bound(s, p) else None

    def refuse_alone(self, s: DarkEmperorState) -> Refusal | None:
        """Return why the group cannot go on alone from among enemies, or None."""
        if is_cut_off(s, self.seat, self.hex, self.group):
            return Refusal("8.16a", "why.not-on-alone", {"hex": self.hex})
        return None

    def refuse_way(self, s: DarkEmperorState, n: int) -> Refusal | None:
        if not self.group:
            return Refusal("8", "why.no-group")
        if not 0 <= n < HEXES:
            return Refusal("8", "why.no-hex")
        if n not in NEIGHBOURS[self.hex]:
            far = GRID.distance(self.hex, n)
            return Refusal("8", "why.not-adjacent", {"hex": self.hex, "there": n, "n": far})
        if found := self.refuse_alone(s):
            return found
        for p in self.group:
            if n not in exits(s, p, self.hex, is_borne(s, p, self.group)):
                return entry_refusal(s, p, n)
        if n in next_hexes(s, self.seat, self.hex, self.group):
            return None
        if n in open_ways(s, self.seat, self.hex, self.group):
            return Refusal("8.31b", "why.no-landfall", {"hex": n})
        return Refusal("8.16a", "why.alone-among-enemies", {"hex": n})

    def refuse_landing(self, s: DarkEmperorState, u: int) -> Refusal | None:
        if u not in [s.cargo.get(ship, -1) for ship in self.group]:
            return Refusal("8.22a", "why.not-aboard")
        if not may_land(self.hex):
            return Refusal("8.22a", "why.no-coast", {"hex": self.hex})
        if u in landings(s, self.hex, self.group):
            return None
        return Refusal("TEC-holy", "why.holy", {"hex": self.hex, "piece": u})


def not_ours(s: DarkEmperorState, side: int, p: int) -> Refusal | None:
    """Return why a side does not command a piece; None if it does or there is no such piece."""
    if not 0 <= p < FIRST_DEVICE or s.where[p] < 0:
        return None if 0 <= p < PIECES else Refusal("8", "why.nothing-of-yours")
    if s.side(p) == 1 - side:
        return Refusal("8", "why.enemy-there")
    if s.power[p] in KINGDOM_POWERS and s.side(p) == INACTIVE:
        return Refusal("6.2", "why.asleep-there", {"kingdom": s.power[p]})
    return None


def joinable(s: DarkEmperorState, step: March) -> Sequence[int]:
    """Return the pieces of the hex that can be added to the group."""
    h, group = step.hex, step.group
    here = (*s.stacks[step.seat].get(h, ()), *s.company[step.seat].get(h, ()))
    if len(here) == len(group):
        return []
    others = {*group, *s.stopped, *s.landed, *s.cargo.values(), *held_fast(s)}
    return [p for p in here if p not in others]


def halt_clause(s: DarkEmperorState, p: int) -> str:
    """Return the clause that made a piece end its movement in its hex."""
    h = s.where[p]
    if p in LEADERS:
        if s.bearer[FAMIR - FIRST_DEVICE] == p:
            return "18.31b"
        return "8.17" if h in s.markers else "8.16a"
    if p >= UNITS:
        return "18.21a"
    if UNIT_TYPE[p] == SIEGE and p not in s.trails:
        return "9.33d"
    return "8.32a" if IS_VAMPIRE[p] else "8.24b"


def enter_hex(s: DarkEmperorState, step: March, n: int) -> None:
    """Move the group into the next hex, record its cost, and find who must stop there."""
    side, h, group = step.seat, step.hex, step.group
    passing = enemy_strength(s, side, h) if h in s.stacks[1 - side] else 0
    for p in group:
        s.origin.setdefault(p, h)
        if p < FIRST_LEADER:
            s.trails[p] = (*s.trails.get(p, ()), leg_into(s, p, h, n, passing, group))
    s.shift(group, n)
    if PARTS[n] > 1:
        for u in group:
            if is_land_unit(u) and not is_borne(s, u, group):
                s.shore[u] = shore_of(h, n)
    if s.journal is not None:
        s.log("march", "8", side=side, hex=h, to=n, group=group, onward=step.moved)
    if is_unnoticed(s, side, group, n):
        s.cached_actions = None  # type: ignore[misc]
        if h in s.company[side] or n in s.company[side]:
            s.invalidate_actions()
        go_on(s, side, n, group)
    else:
        s.invalidate_actions()
        s.replace_top(Arrival(side, n, group))
        arrive(s, side, group, group[0] < FIRST_LEADER, n)


def is_unnoticed(s: DarkEmperorState, side: int, group: tuple[int, ...], n: int) -> bool:
    """Return whether a group without leaders enters a hex where nothing can happen."""
    return (
        group[-1] < FIRST_LEADER
        and n not in s.stacks[1 - side]
        and (OWNER[n] < 0 or s.control[OWNER[n]] != INACTIVE)
        and not s.legions
        and not HOLY[n]
    )


class Arrival(Step, frozen=True):
    """Step after the effects of entering a hex: determines which pieces can go on."""

    side: int
    hex: int
    group: tuple[int, ...]

    def run(self, s: DarkEmperorState) -> None:
        side, h = self.side, self.hex
        go_on(s, side, h, tuple([p for p in self.group if s.where[p] == h and s.side(p) == side]))


def go_on(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> None:
    """Continue the march with the pieces that can go on, or end it."""
    going = onward(s, side, h, group)
    if going:
        s.replace_top(March(side, h, going, True))
    else:
        s.pop()
        choose_shores(s, side, h, group)


def leg_into(
    s: DarkEmperorState, p: int, h: int, n: int, passing: int, group: tuple[int, ...], is_under_way: bool = False
) -> Leg:
    """Return what a piece of a group pays to move from `h` to `n`.

    `passing` is the strength of enemies in `h`; a monster pays nothing. `is_under_way` if the group would have entered
    `h` in this march. See 8.11, 8.13, 8.15, 13.31, 18.21.
    """
    if p >= UNITS:
        return Leg(n, 0)
    passed = passing if is_under_way or s.trails.get(p) else 0
    if s.charms:
        price = cost(s, p, h, n, is_charmed(s, p, group, FLY))
        return Leg(n, price, passed, is_charmed(s, p, group, CALL_WIND))
    return Leg(n, cost(s, p, h, n), passed)


def onward(s: DarkEmperorState, side: int, n: int, group: tuple[int, ...]) -> tuple[int, ...]:
    """Return the pieces that can go on from a hex.

    Leaders and monsters cannot go on from among enemies without units.
    """
    going = group
    if RIVER[n] or n in s.markers:
        going = tuple([p for p in group if not must_stop(s, side, p, n, group)])
    if going and going[0] >= UNITS and n in s.stacks[1 - side]:
        going = ()
    if going != group:
        s.stopped = (*s.stopped, *[p for p in group if p not in going])
    return going

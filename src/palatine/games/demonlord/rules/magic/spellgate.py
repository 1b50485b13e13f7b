"""Spellgate: moves one unit, or two at power 5, between two hexes (MAG-32 to MAG-34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP, POWER, RANGE, UNITS
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.components.tables import ANCIENTS
from palatine.games.demonlord.components.world import GRID, HEXES, LAKE, MOUNTAINS, NEUTRAL, SWAMP, TERRAIN
from palatine.games.demonlord.rules.characters.capture import may_hide_troops
from palatine.games.demonlord.rules.magic.casting import (
    ALLIANCES,
    BEFORE,
    END,
    MARCHING,
    MASTER,
    SIEGES,
    START,
    Cast,
    announce_spell,
    in_range,
    range_refusal,
)
from palatine.games.demonlord.rules.movement.entry import is_too_high
from palatine.games.demonlord.state import DemonlordState

ALONE: Action = ("alone", 0)
FROM: tuple[Action, ...] = tuple([("from", h) for h in range(HEXES)])
TO: tuple[Action, ...] = tuple([("to", h) for h in range(HEXES)])
ALL_ANCIENTS = frozenset([u for u in range(UNITS) if CLASS[u] == ANCIENTS])
HEIGHTS = frozenset([h for h in range(HEXES) if TERRAIN[h] == MOUNTAINS])
LATE = (SIEGES, ALLIANCES, END)
"""Moments after the battle step, when a landing among enemies would cause no battle (M22)."""
UNTIL_MOVED = (START, BEFORE, MARCHING)
"""Moments of the movement step, including the entry of reinforcements, and those before it."""


def origins(s: DemonlordState, side: int, caster: int, moment: int) -> list[int]:
    """Return the hexes in range with a friendly unit that has a destination.

    Only Ancients differ from other units in their destinations.
    """
    own, disc = s.stacks[side], GRID.disc(s.where[caster], RANGE[caster])
    two = [*islice(landings(s, side, caster, (), moment), 2)]
    found = []
    for h in sorted([h for h in own if h in disc]):
        free = [u for u in own[h] if not is_held_up(s, u, moment)] if s.halted_units else own[h]
        if not free:
            continue
        if free[0] in ALL_ANCIENTS and ALL_ANCIENTS.issuperset(free):
            is_open = leads_on(h, landings(s, side, caster, (free[0],), moment))
        else:
            is_open = leads_on(h, two)
        if is_open:
            found.append(h)
    return found


def is_held_up(s: DemonlordState, u: int, moment: int) -> bool:
    """Return whether a drawn capture test holds a character until movement ends (CAP-08, M30)."""
    return u in s.halted_units and not IS_TROOP[u] and moment in UNTIL_MOVED


def leads_on(origin: int, hexes: Iterable[int]) -> bool:
    """Return whether `hexes` include another hex than `origin`."""
    return any(h != origin for h in hexes)


def has_origin(s: DemonlordState, side: int, caster: int, moment: int) -> bool:
    """Return whether there is an origin in range.

    The caster's hex is one, as the caster can pass the gate.
    """
    here, alone = s.where[caster], (caster,)
    for h in () if is_held_up(s, caster, moment) else in_range(s, caster):
        if h != here and landing_refusal(s, side, alone, h, moment) is None:
            return True
    return bool(origins(s, side, caster, moment))


def landings(s: DemonlordState, side: int, caster: int, units: tuple[int, ...], moment: int) -> Iterator[int]:
    """Return the hexes in range where units can land, wherever in range they come from."""
    doubtful = doubts(s, side, units, moment)
    return (
        h for h in in_range(s, caster) if h not in doubtful or landing_refusal(s, side, units, h, moment) is None
    )


def doubts(s: DemonlordState, side: int, units: tuple[int, ...], moment: int) -> frozenset[int]:
    """Return the hexes where a rule could forbid a landing."""
    found = s.flooded()
    if s.earthpits:
        found = found.union(s.earthpits)
    if moment in LATE:
        found = found.union(s.stacks[1 - side], s.stacks[NEUTRAL])
    return found if ALL_ANCIENTS.isdisjoint(units) else found | HEIGHTS


def landing_refusal(s: DemonlordState, side: int, units: tuple[int, ...], h: int, moment: int) -> Refusal | None:
    """Return why units cannot land in hex `h`, or None."""
    if h in s.earthpits:
        return Refusal("MAG-29", "why.earthpit", {"hex": h})
    if TERRAIN[h] & (LAKE | SWAMP) and h in s.flooded():
        return Refusal("MAG-42", "why.flooded", {"hex": h})
    if is_too_high(s, side, h):
        for u in units:
            if u in ALL_ANCIENTS:
                return Refusal("NEU-07", "why.ancients", {"unit": u})
    if moment in LATE and not is_safe(s, side, h):
        return Refusal("MAG-32", "why.too-late-to-land", {"hex": h})
    return None


def is_safe(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether a hex is safe to land in, as far as can be seen (M22).

    It has no enemy troops, or is a friendly fortress, or friendly besiegers are there.
    """
    return s.holds_fortress(side, h) or s.is_besieged(h) or not may_hide_troops(s, side, h)


class GateFrom(Step, frozen=True):
    """Choice of the hex from which units are taken."""

    seat: int
    caster: int
    moment: int
    shown_as = "AnnounceSpell"
    without_preview = "The gate is previewed when its end is chosen."
    needs_decision = True
    is_private = True
    clause = "MAG-32"
    verbs = {"from": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [FROM[h] for h in origins(s, self.seat, self.caster, self.moment)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.replace_top(GateUnits(self.seat, self.caster, self.moment, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        h = action[1]
        if found := range_refusal(s, self.caster, h):
            return found
        if not s.stack(self.seat, h):
            return Refusal("MAG-32", "why.nothing-of-yours")
        return Refusal("MAG-32", "why.nowhere-to-land")


class GateUnits(Step, frozen=True):
    """Choice of the unit to pass the gate, and at power 5 of a second one (MAG-33)."""

    seat: int
    caster: int
    moment: int
    origin: int
    units: tuple[int, ...] = ()
    shown_as = "AnnounceSpell"
    without_preview = "The gate is previewed when its end is chosen."
    needs_decision = True
    is_private = True
    clause = "MAG-33"
    verbs = {"unit": "piece", "alone": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        stack = s.stack(self.seat, self.origin)
        found: list[Action] = [("unit", u) for u in stack if self.refuse_unit(s, u) is None]
        return [*found, ALONE] if self.units else found

    def take(self, s: DemonlordState, action: Action) -> None:
        units = self.units if action == ALONE else (*self.units, action[1])
        more = [u for u in s.stack(self.seat, self.origin) if u not in units]
        if action == ALONE or len(units) == 2 or POWER[self.caster] < MASTER or not more:
            s.replace_top(GateTo(self.seat, self.caster, self.moment, self.origin, units))
        else:
            s.replace_top(GateUnits(self.seat, self.caster, self.moment, self.origin, units))

    def refuse_unit(self, s: DemonlordState, u: int) -> Refusal | None:
        if u in self.units or u not in s.stack(self.seat, self.origin):
            return Refusal("MAG-32", "why.not-in-stack", {"hex": self.origin})
        if is_held_up(s, u, self.moment):
            return Refusal("CAP-08", "why.held-up", {"unit": u})
        if not leads_on(self.origin, landings(s, self.seat, self.caster, (*self.units, u), self.moment)):
            return Refusal("MAG-32", "why.nowhere-to-land")
        return None

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "alone":
            return Refusal("MAG-33", "why.no-group")
        return self.refuse_unit(s, action[1])


class GateTo(Step, frozen=True):
    """Choice of the hex where the gate opens."""

    seat: int
    caster: int
    moment: int
    origin: int
    units: tuple[int, ...]
    shown_as = "AnnounceSpell"
    needs_decision = True
    is_private = True
    clause = "MAG-32"
    verbs = {"to": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        found = landings(s, self.seat, self.caster, self.units, self.moment)
        return [TO[h] for h in found if h != self.origin]

    def take(self, s: DemonlordState, action: Action) -> None:
        announce_spell(s, Cast(self.seat, self.caster, SPELLGATE, action[1], self.units, (self.origin,)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        h = action[1]
        if found := range_refusal(s, self.caster, h):
            return found
        if h == self.origin:
            return Refusal("MAG-32", "why.same-hex")
        return landing_refusal(s, self.seat, self.units, h, self.moment)


def pass_through(s: DemonlordState, cast: Cast) -> tuple[int, ...]:
    """Remove the units that are still at the origin from their hex and return them (T2)."""
    (origin,) = cast.hexes
    side, h = cast.side, cast.target
    units = tuple([u for u in cast.units if s.where[u] == origin and s.side_of(u) == side])
    s.log("spellgate", "MAG-32", side=side, hex=origin, to=h, count=len(units))
    if units:
        s.lift(units, side, origin, h)
        part_riders(s, units)
    return units


def part_riders(s: DemonlordState, gated: tuple[int, ...]) -> None:
    """Separate riders from troops that do not pass with them (M9, M22).

    Units that pass the gate no longer count as a relief.
    """
    s.riding_pairs = tuple([pair for pair in s.riding_pairs if (pair[0] in gated) == (pair[1] in gated)])
    s.relieving_units = tuple([u for u in s.relieving_units if u not in gated])
    if s.is_moving():
        s.gated = (*s.gated, *[u for u in gated if u not in s.gated])

"""Spellgate: a friendly unit, or two at power 5, from any hex in range to any hex in range (MAG-32 to MAG-34)."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.casting import (
    ALLIANCES,
    END,
    MASTER,
    SIEGES,
    Cast,
    announce,
    in_range,
    may_hide_troops,
    range_refusal,
)  # fmt: skip
from palatine.games.demonlord.components import (
    ANCIENTS,
    CLASS,
    IS_TROOP,
    LAKE,
    MOUNTAINS,
    POWER,
    SPELLGATE,
    SWAMP,
    TERRAIN,
)  # fmt: skip
from palatine.games.demonlord.fortresses import settle
from palatine.games.demonlord.movement import deserted, meet, meets_strangers, troop_first
from palatine.games.demonlord.state import DemonlordState

ALONE: Action = ("alone", 0)
LATE = (SIEGES, ALLIANCES, END)
"""Moments after the battle step, when a landing on enemies would find no battle (M22)."""


def origins(s: DemonlordState, caster: int, moment: int) -> list[int]:
    """Hexes in range with a friendly unit that has somewhere to go."""
    side = s.side_of(caster)
    reach, own = in_range(s, caster), s.stacks[side]
    return [h for h in reach if h in own and can_leave(s, side, h, reach, moment)]


def has_origin(s: DemonlordState, caster: int, moment: int) -> bool:
    """Whether there is any such hex; the caster's own is one, as he may go through himself."""
    return can_leave(s, s.side_of(caster), s.where[caster], in_range(s, caster), moment) or bool(
        origins(s, caster, moment)
    )


def can_leave(s: DemonlordState, side: int, h: int, reach: tuple[int, ...], moment: int) -> bool:
    """Whether some unit of the stack in `h` can land anywhere; only Ancients differ from others in that."""
    stack = s.stack(side, h)
    unit = next((u for u in stack if CLASS[u] != ANCIENTS), stack[0])
    return any(landing_refusal(s, side, (unit,), h, n, moment) is None for n in reach)


def landing_refusal(
    s: DemonlordState, side: int, units: tuple[int, ...], origin: int, h: int, moment: int
) -> Refusal | None:
    """Why units may not be set down in hex `h`; None when they may."""
    if h == origin:
        return Refusal("MAG-32", "why.same-hex")
    if h in s.earthpits:
        return Refusal("MAG-29", "why.earthpit", {"hex": h})
    if TERRAIN[h] & (LAKE | SWAMP) and h in s.flooded():
        return Refusal("MAG-42", "why.flooded", {"hex": h})
    if TERRAIN[h] == MOUNTAINS and not may_hide_troops(s, side, h):
        for u in units:
            if CLASS[u] == ANCIENTS:
                return Refusal("NEU-07", "why.ancients", {"unit": u})
    if moment in LATE and not is_safe(s, side, h):
        return Refusal("MAG-32", "why.too-late-to-land", {"hex": h})
    return None


def is_safe(s: DemonlordState, side: int, h: int) -> bool:
    """No enemy troops there for all that can be seen, or one's own fortress, or one's own besiegers (M22)."""
    if s.control.get(h) == side and s.is_fortress(h):
        return True
    return s.is_besieged(h) or not may_hide_troops(s, side, h)


class GateFrom(Step, frozen=True):
    """The hex the units are taken from."""

    seat: int
    caster: int
    moment: int
    asks = True
    verbs = {"from": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("from", h) for h in origins(s, self.caster, self.moment)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.become(GateUnits(self.seat, self.caster, self.moment, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        h = action[1]
        if found := range_refusal(s, self.caster, h):
            return found
        if not s.stack(self.seat, h):
            return Refusal("MAG-32", "why.nothing-of-yours")
        return None if h in origins(s, self.caster, self.moment) else Refusal("MAG-32", "why.nowhere-to-land")


class GateUnits(Step, frozen=True):
    """The unit that passes the gate, and at power 5 a second one from the same hex (MAG-33)."""

    seat: int
    caster: int
    moment: int
    origin: int
    units: tuple[int, ...] = ()
    asks = True
    verbs = {"unit": "piece", "alone": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        stack = s.stack(self.seat, self.origin)
        found: list[Action] = [("unit", u) for u in stack if self.refuse_unit(s, u) is None]
        return [*found, ALONE] if self.units else found

    def take(self, s: DemonlordState, action: Action) -> None:
        units = self.units if action == ALONE else (*self.units, action[1])
        more = [u for u in s.stack(self.seat, self.origin) if u not in units]
        if action == ALONE or len(units) == 2 or POWER[self.caster] < MASTER or not more:
            s.become(GateTo(self.seat, self.caster, self.moment, self.origin, units))
        else:
            s.become(GateUnits(self.seat, self.caster, self.moment, self.origin, units))

    def refuse_unit(self, s: DemonlordState, u: int) -> Refusal | None:
        if u in self.units or u not in s.stack(self.seat, self.origin):
            return Refusal("MAG-32", "why.not-in-stack", {"hex": self.origin})
        units = (*self.units, u)
        reach = in_range(s, self.caster)
        if not any(landing_refusal(s, self.seat, units, self.origin, h, self.moment) is None for h in reach):
            return Refusal("MAG-32", "why.nowhere-to-land")
        return None

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "alone":
            return None if action == ALONE and self.units else Refusal("MAG-33", "why.no-group")
        return self.refuse_unit(s, action[1])


def landings(
    s: DemonlordState, side: int, caster: int, units: tuple[int, ...], origin: int, moment: int
) -> list[int]:
    reach = in_range(s, caster)
    return [h for h in reach if landing_refusal(s, side, units, origin, h, moment) is None]


class GateTo(Step, frozen=True):
    """The hex where the gate opens."""

    seat: int
    caster: int
    moment: int
    origin: int
    units: tuple[int, ...]
    asks = True
    verbs = {"to": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        found = landings(s, self.seat, self.caster, self.units, self.origin, self.moment)
        return [("to", h) for h in found]

    def take(self, s: DemonlordState, action: Action) -> None:
        announce(s, Cast(self.seat, self.caster, SPELLGATE, action[1], self.units, (self.origin,)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        found = range_refusal(s, self.caster, action[1])
        return found or landing_refusal(s, self.seat, self.units, self.origin, action[1], self.moment)


def pass_through(s: DemonlordState, cast: Cast) -> None:
    """Carry the units over; those that are no longer where the gate opens have missed it (T2)."""
    (origin,) = cast.hexes
    side, h = cast.side, cast.target
    units = tuple([u for u in cast.units if s.where[u] == origin and s.side_of(u) == side])
    s.note("spellgate", "MAG-32", side=side, hex=origin, to=h, count=len(units))
    if not units:
        return
    besieged = s.is_besieged(h)
    s.lift(units, side, origin, h)
    settle(s, origin)
    s.put(troop_first(units) if meets_strangers(s, side, h) else units, side, h)
    if any([IS_TROOP[u] for u in units]):
        if side == s.phasing and h not in s.reinforced:
            s.reinforced = (*s.reinforced, h)
        deserted(s, side, origin)
    if s.outcome is None and not besieged:
        meet(s, side, units, h)

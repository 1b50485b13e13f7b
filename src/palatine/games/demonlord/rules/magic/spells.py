"""The special spells and their effects, except Spellgate."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.components.pieces import POWER, RANGE, UNITS
from palatine.games.demonlord.components.spells import CLOAK, LIGHT, NECROMON, RAINS
from palatine.games.demonlord.components.world import DEMON, GRID, HEXES
from palatine.games.demonlord.rules.common.losses import strike_off
from palatine.games.demonlord.rules.magic.casting import (
    MASTER,
    PASS,
    Cast,
    announce_spell,
    caster_refusal,
    casters,
    in_range,
    range_refusal,
    spend_marker,
    succeeds,
)
from palatine.games.demonlord.rules.magic.spellgate import is_safe
from palatine.games.demonlord.state import AWAY, DEAD, STORED_NAMES, DemonlordState, Fallen, Flood

AREA: Action = ("area", 0)
DONE: Action = ("done", 0)
FLOOD: tuple[Action, ...] = tuple([("flood", h) for h in range(HEXES)])
# Vision and Cloak


def vision(s: DemonlordState, cast: Cast) -> None:
    """Show all enemy units in a hex, unless a Cloak protects it (MAG-23 to MAG-25)."""
    defender = 1 - cast.side
    if cast.target * 2 + defender in s.cloaks:
        s.log("vision.cloaked", "MAG-25", hex=cast.target, side=cast.side)
    elif may_cloak(s, defender):
        s.push(AnswerVision(defender, cast))
    else:
        show_stack(s, cast)


def may_cloak(s: DemonlordState, side: int) -> bool:
    """Return whether a side could have a Cloak, as far as the enemy knows."""
    return CLOAK in s.revealed_spells[side] or len(s.revealed_spells[side]) < len(s.hands[side])


def show_stack(s: DemonlordState, cast: Cast) -> None:
    units = list(s.stack(1 - cast.side, cast.target))
    s.reveal(units)
    s.log("vision.sees", "MAG-23", hex=cast.target, side=cast.side)
    s.log("vision.shows", "MAG-23", readers=(cast.side,), hex=cast.target, units=units)


class AnswerVision(Step, frozen=True, tag=STORED_NAMES):
    """Decision to answer a successful Vision with a Cloak before anything is shown (MAG-24, A5)."""

    seat: int
    vision: Cast
    needs_decision = True
    is_private = True
    clause = "MAG-24"
    verbs = {"cloak": "piece", "pass": "button"}

    def able(self, s: DemonlordState) -> list[int]:
        if CLOAK not in s.hands[self.seat]:
            return []
        target = self.vision.target
        return [u for u in casters(s, self.seat, CLOAK) if range_refusal(s, u, target) is None]

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("cloak", u) for u in self.able(s)], PASS]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == PASS:
            s.pop()
            show_stack(s, self.vision)
            return
        target = self.vision.target
        cast = Cast(self.seat, action[1], CLOAK, target)
        spend_marker(s, cast, "MAG-24")
        if succeeds(s, cast):
            s.pop()
            s.cloaks = (*s.cloaks, target * 2 + self.seat)
            s.log("vision.cloaked", "MAG-24", hex=target, side=self.vision.side)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return Refusal("MAG-24", "why.no-button")
        if CLOAK not in s.hands[self.seat]:
            return Refusal("MAG-07", "why.not-drawn", {"spell": CLOAK})
        found = caster_refusal(s, self.seat, CLOAK, action[1])
        return found or range_refusal(s, action[1], self.vision.target)


# Forcemarch, Earthpit, Light, Darkness


def forcemarch(s: DemonlordState, cast: Cast) -> None:
    """Give each friendly unit in the hex two more points for the movement step (MAG-26, M34)."""
    units = s.stack(cast.side, cast.target)
    s.forcemarched = tuple(sorted({*s.forcemarched, *units}))
    s.log("forcemarch", "MAG-26", hex=cast.target)


def earthpit(s: DemonlordState, cast: Cast) -> None:
    """Halve the points of all units in the hex and close it for the phase (MAG-28, MAG-29)."""
    units = [u for side in range(3) for u in s.stack(side, cast.target)]
    s.earthpitted = tuple(sorted({*s.earthpitted, *units}))
    s.earthpits = (*s.earthpits, cast.target)
    s.log("earthpit", "MAG-28", hex=cast.target)


def gloom(s: DemonlordState, cast: Cast) -> None:
    """Lower enemy morale in the hex by one; the two spells cancel (MAG-35 to MAG-37, A6)."""
    s.morale_shadows = (*s.morale_shadows, (cast.target, 1 - cast.side))
    cancelled = (cast.target, cast.side) in s.morale_shadows
    clause = "MAG-37" if cancelled else "MAG-36" if cast.spell == LIGHT else "MAG-35"
    s.log("gloom.cancelled" if cancelled else "gloom.falls", clause, hex=cast.target, side=1 - cast.side)


# Necromon


def raise_refusal(s: DemonlordState, caster: int, u: int) -> Refusal | None:
    """Return why a caster cannot raise a unit, or None (MAG-38, MAG-39, A7, A8)."""
    death = last_death(s, u)
    if death is None:
        return Refusal("MAG-38", "why.not-lately-dead")
    if found := range_refusal(s, caster, death.hex):
        return found
    if death.hex in s.earthpits:
        return Refusal("MAG-29", "why.earthpit", {"hex": death.hex})
    if not is_safe(s, DEMON, death.hex):
        return Refusal("MAG-39", "why.enemy-on-the-spot")
    return None


def last_death(s: DemonlordState, u: int) -> Fallen | None:
    if not 0 <= u < UNITS or s.where[u] != DEAD or s.side_of(u) != DEMON:
        return None
    return next((f for f in reversed(s.fallen) if f.unit == u and f.side == DEMON), None)


def raisable(s: DemonlordState, caster: int) -> list[int]:
    return sorted({f.unit for f in s.fallen if raise_refusal(s, caster, f.unit) is None})


class ChooseRaisedUnit(Step, frozen=True, tag=STORED_NAMES):
    """Choice of the destroyed unit that Necromon raises."""

    seat: int
    caster: int
    shown_as = "AnnounceSpell"
    needs_decision = True
    is_private = True
    clause = "MAG-38"
    verbs = {"raise": "piece"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("raise", u) for u in raisable(s, self.caster)]

    def take(self, s: DemonlordState, action: Action) -> None:
        death = last_death(s, action[1])
        assert death is not None
        announce_spell(s, Cast(self.seat, self.caster, NECROMON, death.hex, (action[1],)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return raise_refusal(s, self.caster, action[1])


def necromon(s: DemonlordState, cast: Cast) -> tuple[int, ...]:
    """Revive a destroyed unit, if it is still dead, and return it as a tuple (MAG-38, MAG-39)."""
    (u,) = cast.units
    if s.where[u] != DEAD:
        return ()
    strike_off(s, (u,))
    s.set_aside((u,), AWAY)
    s.log("necromon", "MAG-38", unit=u, hex=cast.target)
    return cast.units


# Rains


class ChooseRainsShape(Step, frozen=True, tag=STORED_NAMES):
    """Choice of the Rains' radius or, at power 5, of an area (MAG-48, MAG-49)."""

    seat: int
    caster: int
    target: int
    shown_as = "AnnounceSpell"
    needs_decision = True
    is_private = True
    clause = "MAG-48"
    verbs = {"radius": "button", "area": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        radii: list[Action] = [("radius", r) for r in range(RANGE[self.caster], -1, -1)]
        return [*radii, AREA] if POWER[self.caster] >= MASTER else radii

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == AREA:
            s.replace_top(ChooseRainsHexes(self.seat, self.caster, self.target))
        else:
            hexes = GRID.within(s.where[self.caster], action[1])
            announce_spell(s, Cast(self.seat, self.caster, RAINS, self.target, (), hexes))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[0] == "radius":
            return Refusal("MAG-48", "why.no-such-radius", {"range": RANGE[self.caster]})
        if action != AREA:
            return Refusal("MAG-49", "why.no-button")
        return Refusal("MAG-49", "why.no-master", {"unit": self.caster})


class ChooseRainsHexes(Step, frozen=True, tag=STORED_NAMES):
    """Decision that marks a connected group of hexes in range one by one (MAG-49)."""

    seat: int
    caster: int
    target: int
    hexes: tuple[int, ...] = ()
    shown_as = "AnnounceSpell"
    needs_decision = True
    is_private = True
    clause = "MAG-49"
    verbs = {"flood": "space", "done": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        if not self.hexes:
            return [FLOOD[h] for h in in_range(s, self.caster)]
        near = adjacent_hexes(self.hexes)
        found = [FLOOD[h] for h in in_range(s, self.caster) if h in near]
        found.append(DONE)
        return found

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == DONE:
            announce_spell(s, Cast(self.seat, self.caster, RAINS, self.target, (), tuple(sorted(self.hexes))))
        else:
            s.replace_top(ChooseRainsHexes(self.seat, self.caster, self.target, (*self.hexes, action[1])))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        if action[0] == "done":
            return Refusal("MAG-49", "why.no-area")
        return range_refusal(s, self.caster, action[1]) or Refusal("MAG-49", "why.not-connected")


def adjacent_hexes(hexes: tuple[int, ...]) -> set[int]:
    """Return the hexes next to an area."""
    return {n for h in hexes for n in GRID.adjacent[h]}.difference(hexes)


def rains(s: DemonlordState, cast: Cast) -> None:
    """Flood the area for this phase and the next (MAG-42 to MAG-46, M21)."""
    s.floods = (*s.floods, Flood(s.phase + 1, cast.hexes))
    s.log("rains", "MAG-42", unit=cast.caster, hexes=list(cast.hexes))

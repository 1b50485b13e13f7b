"""Magic: the moments of a phase for special spells, their announcement and their resolution."""

from __future__ import annotations

from collections.abc import Set

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.casting import (
    PASS,
    Cast,
    Hearing,
    announce,
    caster_refusal,
    casters,
    in_range,
    range_refusal,
    succeeds,
)  # fmt: skip
from palatine.games.demonlord.components import (
    DARKNESS,
    DEMON,
    EARTHPIT,
    FORCEMARCH,
    GRID,
    HEXES,
    LIGHT,
    MARKERS,
    NECROMON,
    NEUTRAL,
    QUALIFIES_FOR_RAINS,
    RAINS,
    RANGE,
    SPELL_POWER,
    SPELLGATE,
    VISION,
)  # fmt: skip
from palatine.games.demonlord.spellgate import GateFrom, has_origin, pass_through
from palatine.games.demonlord.spells import (
    Extent,
    Raise,
    earthpit,
    forcemarch,
    gloom,
    necromon,
    rains,
    raisable,
    vision,
)  # fmt: skip
from palatine.games.demonlord.state import DemonlordState

MOMENTS = (
    (RAINS, SPELLGATE),
    (VISION, FORCEMARCH, EARTHPIT, SPELLGATE),
    (VISION, SPELLGATE),
    (VISION, LIGHT, DARKNESS, SPELLGATE),
    (EARTHPIT,),
    (SPELLGATE,),
    (SPELLGATE,),
    (NECROMON, SPELLGATE),
)
"""By moment: the spells that may be announced then (MAG-23 to MAG-49)."""


class Window(Step, frozen=True):
    """A moment for casting: the phasing player first, then alternately, until both pass in succession (T1)."""

    moment: int
    side: int
    passes: int = 0
    casts: tuple[Cast, ...] = ()

    def run(self, s: DemonlordState) -> None:
        if self.passes == 2 and not self.casts:
            s.pop()
        elif self.passes == 2:
            s.become(Resolve(self.casts))
        elif may_be_asked(s, self.side, self.moment):
            s.become(Speak(self.side, self.moment, self.passes, self.casts))
        else:
            s.become(Window(self.moment, 1 - self.side, self.passes + 1, self.casts))


def may_be_asked(s: DemonlordState, side: int, moment: int) -> bool:
    """Whether the enemy must reckon with a spell of `side` now.

    Being asked must not betray a hand, so this looks at nothing the enemy does not know.
    """
    shown = s.shown[side]
    unknown = len(shown) < len(s.hands[side])
    return any((unknown or spell in shown) and useless(s, side, spell) is None for spell in MOMENTS[moment])


# What a spell can do


def useless(s: DemonlordState, side: int, spell: int) -> Refusal | None:
    """Why a spell would be lost on the open situation, whoever cast it; None when it might be of use."""
    if not SPELL_POWER[side][spell]:
        return Refusal("MAG-06", "why.no-such-marker")
    if spell == RAINS and s.rained == s.phase:
        return Refusal("MAG-47", "why.no-use", {"spell": spell})
    if spell == NECROMON and not any([fallen.side == DEMON for fallen in s.fallen]):
        return Refusal("MAG-38", "why.no-use", {"spell": spell})
    if spell in (LIGHT, DARKNESS) and not contested(s):
        return Refusal("MAG-36" if spell == LIGHT else "MAG-35", "why.no-use", {"spell": spell})
    return None


def has_target(s: DemonlordState, caster: int, spell: int, moment: int) -> bool:
    """Whether a caster has something to cast a spell on."""
    if spell in (EARTHPIT, FORCEMARCH):
        return True
    if spell == SPELLGATE:
        return has_origin(s, caster, moment)
    if spell == NECROMON:
        return bool(raisable(s, caster))
    return not aims(s, s.side_of(caster), spell).isdisjoint(GRID.disc(s.where[caster], RANGE[caster]))


def aims(s: DemonlordState, side: int, spell: int) -> Set[int]:
    """The hexes in which a spell would find something to do, in range or not."""
    if spell == VISION:
        return s.stacks[1 - side].keys()
    if spell == FORCEMARCH:
        return s.stacks[side].keys()
    if spell in (LIGHT, DARKNESS):
        return contested(s)
    return WATERS if spell == RAINS else EVERYWHERE


EVERYWHERE = frozenset(range(HEXES))
WATERS = frozenset([h for h in EVERYWHERE if QUALIFIES_FOR_RAINS[h]])


def contested(s: DemonlordState) -> set[int]:
    """The hexes that may see a battle: with units of both players, or an announced Spellgate leads there (A26)."""
    hosar, demon, _ = s.stacks
    gates = [cast for cast in announced(s) if cast.spell == SPELLGATE and leads_to_enemies(s, cast)]
    return (hosar.keys() & demon.keys()) | {gate.target for gate in gates}


def leads_to_enemies(s: DemonlordState, gate: Cast) -> bool:
    return bool(s.stack(1 - gate.side, gate.target) or s.stack(NEUTRAL, gate.target))


def announced(s: DemonlordState) -> tuple[Cast, ...]:
    """What has been announced in the moment for casting that is open now."""
    return next((step.casts for step in reversed(s.flow) if isinstance(step, Speak | Window)), ())


def aim_refusal(s: DemonlordState, side: int, spell: int, h: int) -> Refusal | None:
    """Why a spell would find nothing to do in a hex, in range or not; None when it would."""
    return None if h in aims(s, side, spell) else Refusal(*AIMLESS[spell])


AIMLESS = {
    VISION: ("MAG-23", "why.nobody-to-see"),
    FORCEMARCH: ("MAG-26", "why.nobody-to-march"),
    LIGHT: ("MAG-36", "why.no-battle-there"),
    DARKNESS: ("MAG-35", "why.no-battle-there"),
    RAINS: ("MAG-41", "why.no-water"),
    EARTHPIT: ("GEN-03", "why.map-edge"),
}


# Announcing


class Speak(Hearing, frozen=True):
    """A player announces a spell or passes (MAG-09)."""

    seat: int
    moment: int
    passes: int
    casts: tuple[Cast, ...]
    asks = True
    verbs = {"cast": "button", "pass": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        spells = [spell for spell in MOMENTS[self.moment] if self.spell_refusal(s, spell) is None]
        return [*[("cast", spell) for spell in spells], PASS]

    def spell_refusal(self, s: DemonlordState, spell: int) -> Refusal | None:
        """Why a spell cannot be cast by anybody now; None when it can."""
        if spell not in MARKERS[self.seat]:
            return Refusal("MAG-06", "why.no-such-marker")
        if spell not in s.hands[self.seat]:
            return Refusal("MAG-07", "why.not-drawn", {"spell": spell})
        if spell not in MOMENTS[self.moment]:
            return Refusal("TURN-06", "why.wrong-moment", {"spell": spell})
        if found := useless(s, self.seat, spell):
            return found
        able = casters(s, self.seat, spell)
        if not able:
            return Refusal("MAG-11", "why.no-caster", {"spell": spell})
        if not any(has_target(s, u, spell, self.moment) for u in able):
            return Refusal("MAG-12", "why.no-target", {"spell": spell})
        return None

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == PASS:
            s.become(Window(self.moment, 1 - self.seat, self.passes + 1, self.casts))
        else:
            choose_caster(s, self.seat, action[1], self.moment)

    def hear(self, s: DemonlordState, cast: Cast) -> None:
        s.become(Window(self.moment, 1 - self.seat, 0, (*self.casts, cast)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return None if action == PASS else Refusal("MAG-09", "why.no-button")
        return self.spell_refusal(s, action[1])


def able_casters(s: DemonlordState, side: int, spell: int, moment: int) -> list[int]:
    """Who can cast a spell and has something to cast it on."""
    return [u for u in casters(s, side, spell) if has_target(s, u, spell, moment)]


def choose_caster(s: DemonlordState, side: int, spell: int, moment: int) -> None:
    found = able_casters(s, side, spell, moment)
    if len(found) == 1:
        choose_target(s, found[0], spell, moment)
    else:
        s.push(ChooseCaster(side, spell, moment))


class ChooseCaster(Step, frozen=True):
    """Which character casts (MAG-09)."""

    seat: int
    spell: int
    moment: int
    asks = True
    verbs = {"caster": "piece"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("caster", u) for u in able_casters(s, self.seat, self.spell, self.moment)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        choose_target(s, action[1], self.spell, self.moment)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        found = caster_refusal(s, self.seat, self.spell, action[1])
        if found is None and not has_target(s, action[1], self.spell, self.moment):
            return Refusal("MAG-12", "why.no-target", {"spell": self.spell})
        return found


def choose_target(s: DemonlordState, caster: int, spell: int, moment: int) -> None:
    """Ask for what the spell needs to be announced with."""
    side = s.side_of(caster)
    if spell == SPELLGATE:
        s.push(GateFrom(side, caster, moment))
    elif spell == NECROMON:
        s.push(Raise(side, caster))
    else:
        s.push(Target(side, caster, spell))


class Target(Step, frozen=True):
    """The hex a spell is cast into."""

    seat: int
    caster: int
    spell: int
    asks = True
    verbs = {"target": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        found = aims(s, self.seat, self.spell)
        return [("target", h) for h in in_range(s, self.caster) if h in found]

    def take(self, s: DemonlordState, action: Action) -> None:
        if self.spell == RAINS:
            s.become(Extent(self.seat, self.caster, action[1]))
        else:
            announce(s, Cast(self.seat, self.caster, self.spell, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        h = action[1]
        return range_refusal(s, self.caster, h) or aim_refusal(s, self.seat, self.spell, h)


# Resolution


class Resolve(Step, frozen=True):
    """All success dice in the order of announcement, then all effects, Spellgates last (MAG-10, T1, T2, T3)."""

    casts: tuple[Cast, ...]

    def run(self, s: DemonlordState) -> None:
        works = [cast for cast in self.casts if succeeds(s, cast)]
        works.sort(key=lambda cast: cast.spell == SPELLGATE)
        s.become(Effects(tuple(works)))


class Effects(Step, frozen=True):
    """What the successful spells of one moment do, one after the other."""

    casts: tuple[Cast, ...]

    def run(self, s: DemonlordState) -> None:
        if not self.casts:
            s.pop()
            return
        s.become(Effects(self.casts[1:]))
        cast = self.casts[0]
        EFFECTS[cast.spell](s, cast)


EFFECTS = {
    VISION: vision,
    FORCEMARCH: forcemarch,
    EARTHPIT: earthpit,
    LIGHT: gloom,
    DARKNESS: gloom,
    NECROMON: necromon,
    RAINS: rains,
    SPELLGATE: pass_through,
}

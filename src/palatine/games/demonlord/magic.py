"""Magic: who may cast what when, and how an announcement is made and resolved (Magic Spell Casting Procedure)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from palatine.core import Action, Refusal, Step
from palatine.games.demonlord.components import (
    CLOAK,
    DARKNESS,
    DEMON,
    EARTHPIT,
    EARTHPIT_PENALTY,
    FORCEMARCH,
    GRID,
    HAS_SITE,
    LIGHT,
    MARKERS,
    NECROMON,
    POWER,
    QUALIFIES_FOR_RAINS,
    RAINS,
    RANGE,
    SPELL_LIMIT,
    SPELL_POWER,
    SPELLGATE,
    UNITS,
    VISION,
)  # fmt: skip
from palatine.games.demonlord.state import DemonlordState

START, BEFORE, AFTER, BATTLES, RETREATS, SIEGES, ALLIANCES, END = range(8)
"""The moments of a phase at which special spells may be announced."""
MOMENTS = (
    (RAINS, SPELLGATE),
    (VISION, FORCEMARCH, EARTHPIT, SPELLGATE),
    (VISION, SPELLGATE),
    (LIGHT, DARKNESS, SPELLGATE),
    (EARTHPIT,),
    (SPELLGATE,),
    (SPELLGATE,),
    (NECROMON, SPELLGATE),
)
"""By moment: the spells that may be announced then (MAG-23 to MAG-49)."""
CASTERS = tuple(u for u in range(UNITS) if POWER[u])
PASS: Action = ("pass", 0)
HAND_SIZES = {"random": 5, "chosen": 4}


class Cast(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An announced spell. `hexes` are the origin of a Spellgate or the area of the Rains."""

    side: int
    caster: int
    spell: int
    target: int
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()


class Window(Step, frozen=True):
    """A moment for casting: the phasing player first, then alternately, until both pass in succession (T1)."""

    moment: int
    side: int
    passes: int = 0
    casts: tuple[Cast, ...] = ()

    def run(self, s: DemonlordState) -> None:
        if self.passes == 2:
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
    return any((unknown or spell in shown) and is_timely(s, side, spell) for spell in MOMENTS[moment])


def is_timely(s: DemonlordState, side: int, spell: int) -> bool:
    """Whether the open situation leaves the spell a use at all."""
    if not SPELL_POWER[side][spell]:
        return False
    if spell == RAINS:
        return s.rained != s.phase
    if spell == NECROMON:
        return any([fallen.side == DEMON for fallen in s.fallen])
    if spell in (LIGHT, DARKNESS):
        return bool(contested(s))
    return True


def casters(s: DemonlordState, side: int, spell: int) -> list[int]:
    """Characters of `side` on the map with the power for a spell and their cast of the phase left."""
    power, where, cast = SPELL_POWER[side][spell], s.where, s.cast
    return [u for u in CASTERS if POWER[u] >= power and where[u] >= 0 and u not in cast and s.side_of(u) == side]


def able(s: DemonlordState, side: int, spell: int, moment: int) -> list[int]:
    """The casters that also have something to cast it on."""
    return [u for u in casters(s, side, spell) if has_target(s, u, spell, moment)]


def is_castable(s: DemonlordState, side: int, spell: int, moment: int) -> bool:
    """Whether anybody is able."""
    power, where, cast = SPELL_POWER[side][spell], s.where, s.cast
    for u in CASTERS:
        if where[u] >= 0 and POWER[u] >= power and s.side_of(u) == side and u not in cast:
            if has_target(s, u, spell, moment):
                return True
    return False


def in_range(s: DemonlordState, caster: int) -> tuple[int, ...]:
    """The hexes a caster reaches; the target's hex counts, his own does not (MAG-12)."""
    return GRID.within(s.where[caster], RANGE[caster])


def has_target(s: DemonlordState, caster: int, spell: int, moment: int) -> bool:
    if spell == EARTHPIT:
        return True
    if spell == SPELLGATE:
        from palatine.games.demonlord.spellgate import has_origin

        return has_origin(s, caster, moment)
    if spell == NECROMON:
        from palatine.games.demonlord.spells import raisable

        return bool(raisable(s, caster))
    if spell == FORCEMARCH:
        return True
    if spell == RAINS:
        return rains_within(s.where[caster], RANGE[caster])
    aims = sights(s, s.side_of(caster)) if spell == VISION else contested(s)
    return not GRID.disc(s.where[caster], RANGE[caster]).isdisjoint(aims)


def sights(s: DemonlordState, side: int) -> list[int]:
    """The hexes of the enemy's stacks, at which a Vision can be aimed."""
    return [key // 3 for key in s.stacks if key % 3 == 1 - side]


def contested(s: DemonlordState) -> list[int]:
    """The hexes where both players have units, at which Light and Darkness can be aimed."""
    return [key // 3 for key in s.stacks if key % 3 == 0 and key + 1 in s.stacks]


@cache
def rains_within(h: int, reach: int) -> bool:
    """Whether anything within reach of a hex can be the target of the Rains."""
    return any(QUALIFIES_FOR_RAINS[n] for n in GRID.within(h, reach))


def target_refusal(s: DemonlordState, caster: int, spell: int, h: int) -> Refusal | None:
    """Why a hex cannot be the target of a spell of a caster; None when it can."""
    if h not in GRID.disc(s.where[caster], RANGE[caster]):
        return Refusal("MAG-12", "why.out-of-range", {"unit": caster, "range": RANGE[caster]})
    return aim_refusal(s, s.side_of(caster), spell, h)


def aim_refusal(s: DemonlordState, side: int, spell: int, h: int) -> Refusal | None:
    """Why a spell would find nothing to do in a hex, in range or not; None when it would."""
    if spell == VISION and not s.stack(1 - side, h):
        return Refusal("MAG-23", "why.nobody-to-see")
    if spell == FORCEMARCH and not s.stack(side, h):
        return Refusal("MAG-26", "why.nobody-to-march")
    if spell in (LIGHT, DARKNESS) and not (s.stack(side, h) and s.stack(1 - side, h)):
        return Refusal("MAG-36" if spell == LIGHT else "MAG-35", "why.no-battle-there")
    if spell == RAINS and not QUALIFIES_FOR_RAINS[h]:
        return Refusal("MAG-41", "why.no-water")
    return None


class Speak(Step, frozen=True):
    """A player announces a spell or passes (MAG-09)."""

    seat: int
    moment: int
    passes: int
    casts: tuple[Cast, ...]
    asks = True
    verbs = {"cast": "button", "pass": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        hand = s.hands[self.seat]
        found: list[Action] = [
            ("cast", spell)
            for spell in MOMENTS[self.moment]
            if spell in hand and is_timely(s, self.seat, spell) and is_castable(s, self.seat, spell, self.moment)
        ]
        found.append(PASS)
        return found

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == PASS:
            s.become(Window(self.moment, 1 - self.seat, self.passes + 1, self.casts))
            return
        spell = action[1]
        choose_caster(s, self.seat, spell, self.moment)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        verb, spell = action
        if verb == "pass":
            return None if action == PASS else Refusal("MAG-09", "why.no-button")
        if spell not in MARKERS[self.seat]:
            return Refusal("MAG-06", "why.no-such-marker")
        if spell not in s.hands[self.seat]:
            return Refusal("MAG-07", "why.not-drawn", {"spell": spell})
        if spell not in MOMENTS[self.moment]:
            return Refusal("TURN-06", "why.wrong-moment", {"spell": spell})
        if not is_timely(s, self.seat, spell):
            return Refusal("MAG-47" if spell == RAINS else "MAG-38", "why.no-use", {"spell": spell})
        if not casters(s, self.seat, spell):
            return Refusal("MAG-11", "why.no-caster", {"spell": spell})
        if not is_castable(s, self.seat, spell, self.moment):
            return Refusal("MAG-12", "why.no-target", {"spell": spell})
        return None


def choose_caster(s: DemonlordState, side: int, spell: int, moment: int) -> None:
    found = able(s, side, spell, moment)
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
        return [("caster", u) for u in able(s, self.seat, self.spell, self.moment)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        choose_target(s, action[1], self.spell, self.moment)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return caster_refusal(s, self.seat, self.spell, action[1]) or (
            None
            if has_target(s, action[1], self.spell, self.moment)
            else Refusal("MAG-12", "why.no-target", {"spell": self.spell})
        )


def caster_refusal(s: DemonlordState, side: int, spell: int, u: int) -> Refusal | None:
    """Why a unit cannot cast a special spell now; None when it can."""
    if not 0 <= u < UNITS or s.where[u] < 0 or s.side_of(u) != side:
        return Refusal("MAG-01", "why.not-yours")
    if not POWER[u]:
        return Refusal("MAG-01", "why.no-magic", {"unit": u})
    if POWER[u] < SPELL_POWER[side][spell]:
        return Refusal("MAG-11", "why.too-weak", {"unit": u, "power": SPELL_POWER[side][spell]})
    if u in s.cast:
        return Refusal("MAG-02", "why.has-cast", {"unit": u})
    return None


def choose_target(s: DemonlordState, caster: int, spell: int, moment: int) -> None:
    """Ask for what the spell needs to be announced with."""
    from palatine.games.demonlord import spellgate, spells

    side = s.side_of(caster)
    if spell == SPELLGATE:
        s.push(spellgate.GateFrom(side, caster, moment))
    elif spell == NECROMON:
        s.push(spells.Raise(side, caster))
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
        side, spell = self.seat, self.spell
        return [("target", h) for h in in_range(s, self.caster) if aim_refusal(s, side, spell, h) is None]

    def take(self, s: DemonlordState, action: Action) -> None:
        if self.spell == RAINS:
            from palatine.games.demonlord.spells import Extent

            s.become(Extent(self.seat, self.caster, action[1]))
        else:
            announce(s, Cast(self.seat, self.caster, self.spell, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return target_refusal(s, self.caster, self.spell, action[1])


def announce(s: DemonlordState, cast: Cast) -> None:
    """Caster, spell and target are named; there is no way back (MAG-02, MAG-09)."""
    s.pop()
    spend(s, cast.caster)
    if cast.spell not in s.shown[cast.side]:
        s.shown = shown_also(s.shown, cast.side, cast.spell)
    if cast.spell == RAINS:
        s.rained = s.phase
    where = s.where[cast.caster]
    s.note("announce", "MAG-09", side=cast.side, unit=cast.caster, spell=cast.spell, hex=where, target=cast.target)
    speak = s.flow[-1]
    assert isinstance(speak, Speak)
    s.become(Window(speak.moment, 1 - speak.seat, 0, (*speak.casts, cast)))


def shown_also(
    shown: tuple[tuple[int, ...], tuple[int, ...]], side: int, spell: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    more = (*shown[side], spell)
    return (more, shown[1]) if side == 0 else (shown[0], more)


def spend(s: DemonlordState, caster: int) -> None:
    """The caster has used his one spell of the phase (MAG-02)."""
    s.cast = (*s.cast, caster)


class Resolve(Step, frozen=True):
    """All success dice in the order of announcement, then all effects, Spellgates last (MAG-10, T1, T2, T3)."""

    casts: tuple[Cast, ...]

    def run(self, s: DemonlordState) -> None:
        from palatine.games.demonlord.spells import Effects

        works = [cast for cast in self.casts if succeeds(s, cast)]
        works.sort(key=lambda cast: cast.spell == SPELLGATE)
        s.become(Effects(tuple(works)))


def succeeds(s: DemonlordState, cast: Cast) -> bool:
    """One die, no higher than the limit of the side's marker (MAG-14, MAG-15, MAG-31)."""
    tally = s.roll("spell")
    if cast.spell == EARTHPIT and HAS_SITE[cast.target]:
        tally.add(EARTHPIT_PENALTY, "MAG-31", "site")
    works = tally.total <= SPELL_LIMIT[cast.side][cast.spell]
    clause = "MAG-14" if SPELL_POWER[cast.side][cast.spell] <= 3 else "MAG-15"
    s.note("spell.works" if works else "spell.fails", clause, tally=tally, spell=cast.spell, unit=cast.caster)
    return works


def morale_shadow(s: DemonlordState, side: int, h: int) -> int:
    """What Light and Darkness take from the morale of a side's troops in a hex: -1 or 0 (MAG-35 to MAG-37)."""
    return -1 if (h, side) in s.gloom and (h, 1 - side) not in s.gloom else 0


def hexes_of(items: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(items)))


__all__ = ["CLOAK", "Cast", "Speak", "Window", "announce", "casters", "morale_shadow", "spend"]

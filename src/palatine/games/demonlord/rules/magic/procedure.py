"""Moments of a phase for special spells, and their announcement; `resolution` follows."""

from __future__ import annotations

from collections.abc import Iterator, Set

from palatine.core import Action, Interrupt, MenuStep, Refusal, Step
from palatine.games.demonlord.components.pieces import RANGE, UNITS
from palatine.games.demonlord.components.spells import (
    DARKNESS,
    EARTHPIT,
    FORCEMARCH,
    LIGHT,
    MARKERS,
    NECROMON,
    RAINS,
    SPELLGATE,
    SPELLS,
    VISION,
)
from palatine.games.demonlord.components.tables import QUALIFIES_FOR_RAINS
from palatine.games.demonlord.components.world import DEMON, GRID, HEXES, NEUTRAL
from palatine.games.demonlord.rules.magic.casting import (
    MARCHING,
    PASS,
    Cast,
    SpellListener,
    announce_spell,
    caster_refusal,
    casters,
    range_refusal,
)
from palatine.games.demonlord.rules.magic.resolution import Resolve
from palatine.games.demonlord.rules.magic.spellgate import GateFrom, has_origin
from palatine.games.demonlord.rules.magic.spells import ChooseRainsShape, ChooseRaisedUnit, raisable
from palatine.games.demonlord.state import STORED_NAMES, DemonlordState

MOMENTS = (
    (RAINS, SPELLGATE),
    (VISION, FORCEMARCH, EARTHPIT, SPELLGATE),
    (VISION, SPELLGATE),
    (VISION, LIGHT, DARKNESS, SPELLGATE),
    (EARTHPIT,),
    (SPELLGATE,),
    (SPELLGATE,),
    (NECROMON, SPELLGATE),
    (SPELLGATE,),
)
"""By moment: the spells that can be announced (MAG-23 to MAG-49)."""
OFFERED = tuple(
    tuple(tuple(spell for spell in spells if spell in MARKERS[side]) for spells in MOMENTS) for side in (0, 1)
)
"""By side and moment: those for which the side has a marker (MAG-06)."""


class SpellWindow(Step, frozen=True, tag=STORED_NAMES):
    """Step of a moment: players cast alternately, phasing first, until both pass (T1)."""

    moment: int
    side: int
    passes: int = 0
    casts: tuple[Cast, ...] = ()

    def run(self, s: DemonlordState) -> None:
        ask_next(s, self.side, self.moment, self.passes, self.casts)


def ask_next(s: DemonlordState, side: int, moment: int, passes: int, casts: tuple[Cast, ...]) -> None:
    """Ask the next player who could have a spell, from `side`; otherwise resolve the casts."""
    while passes < 2:
        if may_have_spell(s, side, moment):
            s.replace_top(AnnounceSpell(side, moment, passes, casts))
            return
        side, passes = 1 - side, passes + 1
    if casts:
        s.replace_top(Resolve(casts))
    else:
        s.pop()


def may_have_spell(s: DemonlordState, side: int, moment: int) -> bool:
    """Return whether `side` could have a spell now, as far as the enemy knows.

    The decision must not reveal a hand, so only facts known to the enemy count.
    """
    shown, spells = s.revealed_spells[side], OFFERED[side][moment]
    if len(shown) == len(s.hands[side]):
        spells = tuple([spell for spell in spells if spell in shown])
    return not EVER_USEFUL.isdisjoint(spells) or not all([is_useless(s, spell) for spell in spells])


# Usefulness of spells


USELESS = {RAINS: "MAG-47", NECROMON: "MAG-38", LIGHT: "MAG-36", DARKNESS: "MAG-35"}
"""Spells that can be useless, with the clause that says when."""
EVER_USEFUL = frozenset(range(len(SPELLS))) - USELESS.keys()


def is_useless(s: DemonlordState, spell: int) -> bool:
    """Return whether a spell would have no effect in the visible situation, for any caster."""
    if spell in EVER_USEFUL:
        return False
    if spell == RAINS:
        return s.rained == s.phase
    if spell == NECROMON:
        return not any([fallen.side == DEMON for fallen in s.fallen])
    return spell in (LIGHT, DARKNESS) and not contested(s)


def able_casters(s: DemonlordState, side: int, spell: int, moment: int) -> Iterator[int]:
    """Return the characters of a side who can cast a spell and have a target for it."""
    found = casters(s, side, spell)
    if spell in (EARTHPIT, FORCEMARCH):
        return found
    if spell == SPELLGATE:
        return (u for u in found if has_origin(s, side, u, moment))
    if spell == NECROMON:
        return (u for u in found if raisable(s, u))
    hexes, where = aims(s, side, spell), s.where
    return (u for u in found if not hexes.isdisjoint(GRID.disc(where[u], RANGE[u])))


def is_able(s: DemonlordState, side: int, spell: int, moment: int) -> bool:
    """Return whether any character of a side can cast a spell and has a target for it."""
    return next(able_casters(s, side, spell, moment), -1) >= 0


def aims(s: DemonlordState, side: int, spell: int) -> Set[int]:
    """Return the hexes where a spell would have an effect, in range or not."""
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
    """Return the hexes that could see a battle (A26).

    They hold units of both players, or an announced Spellgate leads there.
    """
    hosar, demon, _ = s.stacks
    gates = [cast for cast in announced(s) if cast.spell == SPELLGATE and leads_to_enemies(s, cast)]
    return (hosar.keys() & demon.keys()) | {gate.target for gate in gates}


def leads_to_enemies(s: DemonlordState, gate: Cast) -> bool:
    return bool(s.stack(1 - gate.side, gate.target) or s.stack(NEUTRAL, gate.target))


def announced(s: DemonlordState) -> tuple[Cast, ...]:
    """Return the spells announced in the current moment."""
    return next((step.casts for step in reversed(s.flow) if isinstance(step, AnnounceSpell | SpellWindow)), ())


def aim_refusal(s: DemonlordState, side: int, spell: int, h: int) -> Refusal | None:
    """Return why a spell would have no effect in a hex, in range or not, or None."""
    return None if h in aims(s, side, spell) else Refusal(*AIMLESS[spell])


AIMLESS = {
    VISION: ("MAG-23", "why.nobody-to-see"),
    FORCEMARCH: ("MAG-26", "why.nobody-to-march"),
    LIGHT: ("MAG-36", "why.no-battle-there"),
    DARKNESS: ("MAG-35", "why.no-battle-there"),
    RAINS: ("MAG-41", "why.no-water"),
    EARTHPIT: ("GEN-03", "why.map-edge"),
}


# Announcement

CAST: tuple[Action, ...] = tuple([("cast", spell) for spell in range(len(SPELLS))])
CASTER: tuple[Action, ...] = tuple([("caster", u) for u in range(UNITS)])
TARGET: tuple[Action, ...] = tuple([("target", h) for h in range(HEXES)])


class AnnounceSpell(SpellListener, frozen=True, tag=STORED_NAMES):
    """Decision to announce a spell or pass (MAG-09)."""

    seat: int
    moment: int
    passes: int
    casts: tuple[Cast, ...]
    needs_decision = True
    is_private = True
    clause = "MAG-09"
    verbs = {"cast": "button", "pass": "button"}

    def message_case(self, s: DemonlordState) -> str:
        return "none" if self.actions(s) == [PASS] else ""

    def actions(self, s: DemonlordState) -> list[Action]:
        seat, moment, hand = self.seat, self.moment, s.hands[self.seat]
        found = [
            CAST[spell]
            for spell in OFFERED[seat][moment]
            if spell in hand
            and (spell in EVER_USEFUL or not is_useless(s, spell))
            and is_able(s, seat, spell, moment)
        ]
        found.append(PASS)
        return found

    def spell_refusal(self, s: DemonlordState, spell: int) -> Refusal | None:
        """Return why no character can cast a spell now, or None."""
        if not 0 <= spell < len(SPELLS):
            return Refusal("TURN-06", "why.not-a-spell")
        if spell not in MARKERS[self.seat]:
            return Refusal("MAG-06", "why.no-such-marker")
        if spell not in s.hands[self.seat]:
            return Refusal("MAG-07", "why.not-drawn", {"spell": spell})
        if spell not in MOMENTS[self.moment]:
            return Refusal("TURN-06", "why.wrong-moment", {"spell": spell})
        if is_useless(s, spell):
            return Refusal(USELESS[spell], "why.no-use", {"spell": spell})
        if next(casters(s, self.seat, spell), None) is None:
            return Refusal("MAG-11", "why.no-caster", {"spell": spell})
        if not is_able(s, self.seat, spell, self.moment):
            return Refusal("MAG-12", "why.no-target", {"spell": spell})
        return None

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == PASS:
            ask_next(s, 1 - self.seat, self.moment, self.passes + 1, self.casts)
        else:
            choose_caster(s, self.seat, action[1], self.moment)

    def on_announced(self, s: DemonlordState, cast: Cast) -> None:
        s.replace_top(SpellWindow(self.moment, 1 - self.seat, 0, (*self.casts, cast)))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return Refusal("MAG-09", "why.no-button")
        return self.spell_refusal(s, action[1])


# Between two marches

GATE: Action = ("gate", 0)


class OpenGate(Interrupt, frozen=True):
    """Spellgate opened by either player between two marches, without a spell window.

    See MAG-32, M22.
    """

    without_decision = "The captain opens a Spellgate when it is asked for spells."
    verb = "gate"
    clause = "MAG-32"

    def actions(self, s: DemonlordState, seat: int) -> list[Action]:
        return [GATE] if SPELLGATE in s.hands[seat] and is_able(s, seat, SPELLGATE, MARCHING) else []

    def take(self, s: DemonlordState, seat: int, action: Action) -> None:
        """Start the choices of the caster, the units and the hexes."""
        s.invalidate_actions()
        s.push(GateBetweenMarches(seat))
        choose_caster(s, seat, SPELLGATE, MARCHING)


class GateBetweenMarches(SpellListener, frozen=True, tag=STORED_NAMES):
    """Step of a Spellgate announced between two marches, which can be answered (M22, T1)."""

    side: int

    def on_announced(self, s: DemonlordState, cast: Cast) -> None:
        s.replace_top(SpellWindow(MARCHING, 1 - self.side, 0, (cast,)))


def choose_caster(s: DemonlordState, side: int, spell: int, moment: int) -> None:
    step = ChooseCaster(side, spell, moment)
    if step.has_choice(s):
        s.push(step)
    else:
        choose_target(s, next(able_casters(s, side, spell, moment)), spell, moment)


class ChooseCaster(MenuStep, frozen=True):
    """Choice of the caster (MAG-09)."""

    seat: int
    spell: int
    moment: int
    needs_dealt_action = True
    shown_as = "AnnounceSpell"
    without_preview = "The spell is previewed when it is announced and aimed."
    needs_decision = True
    is_private = True
    clause = "MAG-09"
    verbs = {"caster": "piece"}

    def menu(self, s: DemonlordState) -> list[Action]:
        return [CASTER[u] for u in able_casters(s, self.seat, self.spell, self.moment)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.invalidate_actions()
        s.pop()
        choose_target(s, action[1], self.spell, self.moment)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal:
        found = caster_refusal(s, self.seat, self.spell, action[1])
        return found or Refusal("MAG-12", "why.no-target", {"spell": self.spell})


def choose_target(s: DemonlordState, caster: int, spell: int, moment: int) -> None:
    """Push the choices needed to announce the spell."""
    side = s.side_of(caster)
    if spell == SPELLGATE:
        s.push(GateFrom(side, caster, moment))
    elif spell == NECROMON:
        s.push(ChooseRaisedUnit(side, caster))
    else:
        s.push(Target(side, caster, spell))


class Target(Step, frozen=True):
    """Choice of the target hex of a spell."""

    seat: int
    caster: int
    spell: int
    shown_as = "AnnounceSpell"
    needs_decision = True
    is_private = True
    clause = "MAG-12"
    verbs = {"target": "space"}

    def actions(self, s: DemonlordState) -> list[Action]:
        reach = GRID.disc(s.where[self.caster], RANGE[self.caster])
        return [TARGET[h] for h in sorted(aims(s, self.seat, self.spell) & reach)]

    def take(self, s: DemonlordState, action: Action) -> None:
        if self.spell == RAINS:
            s.replace_top(ChooseRainsShape(self.seat, self.caster, action[1]))
        else:
            announce_spell(s, Cast(self.seat, self.caster, self.spell, action[1]))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        h = action[1]
        return range_refusal(s, self.caster, h) or aim_refusal(s, self.seat, self.spell, h)

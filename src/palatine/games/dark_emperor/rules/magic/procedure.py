"""Magic segments, the casting of spells, and the Silk Negator (12, 15.5)."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from palatine.core import Action, ChooseButton, MenuStep, Refusal, Step
from palatine.games.dark_emperor.components.pieces import FIRST_DEVICE, INACTIVE, NEGATOR, PIECES, STAFF_OF_EMPIRE
from palatine.games.dark_emperor.components.spells import (
    BANISH_UNDEAD,
    CASTS,
    COMBAT,
    DIPLOMACY,
    KILL,
    MOVEMENT,
    RAISE_UNDEAD,
    SPELL_RUNE,
    SPELLS,
    UNDEAD,
)
from palatine.games.dark_emperor.components.world import RUNE_OF
from palatine.games.dark_emperor.rules.characters.devices import take_up, use_refusal
from palatine.games.dark_emperor.rules.characters.lone_leaders import awaits_ssstoth, cast_in, check_lone_leaders
from palatine.games.dark_emperor.rules.magic import death_and_life, elemental, terror_and_serenity
from palatine.games.dark_emperor.rules.magic.casting import (
    OWN_RUNE,
    Mage,
    caster_refusal,
    count_attempt,
    draw_on_devices,
    mages,
    magic_chance,
)
from palatine.games.dark_emperor.rules.magic.counterspells import ResolveSpell
from palatine.games.dark_emperor.state import END, DarkEmperorState

USES: Final = {**elemental.USES, **death_and_life.USES, **terror_and_serenity.USES}
"""By spell: the function that returns why it would have no effect now, or None."""


def spells_of(kind: int) -> tuple[int, ...]:
    return tuple([k for k, spell in enumerate(SPELLS) if spell.kind == kind])


@cache
def by_rune(spells: tuple[int, ...]) -> dict[int, list[int]]:
    """Return some spells by their rune."""
    found = {SPELL_RUNE[spell] for spell in spells}
    return {rune: [spell for spell in spells if SPELL_RUNE[spell] == rune] for rune in found}


Window = tuple[tuple[int, ...], bool]
LAST: Final = (KILL, BANISH_UNDEAD)
ORDINARY: Final = tuple([spell for spell in spells_of(COMBAT) if spell not in LAST])
WINDOWS: Final[tuple[tuple[Window, ...], ...]] = (
    ((spells_of(MOVEMENT), True),),
    ((ORDINARY, True), (ORDINARY, False), ((KILL,), True), ((KILL,), False),
     ((BANISH_UNDEAD,), True), ((BANISH_UNDEAD,), False)),
    (((RAISE_UNDEAD,), True), ((RAISE_UNDEAD,), False)),
    ((spells_of(DIPLOMACY), True),),
)  # fmt: skip
"""By segment: the spells of each window, and whether the phasing side casts.

See 12.1, 12.5, G2.
"""

RUNES_CAST: Final = tuple([
    frozenset([SPELL_RUNE[spell] for spells, _ in windows for spell in spells]) for windows in WINDOWS
])  # fmt: skip
"""By segment: the runes of its spells."""


# Start of a game-turn


class RenewMagic(Step, frozen=True):
    """Step that renews magic and devices and ends spells that last a game-turn.

    Rune hexes strengthen their pieces. See 12.21c, 12.3, 13.31, 15.13, Q13.
    """

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        s.spent, s.attuned, s.wielded, s.charms = {}, (), {}, ()
        if s.legions:
            s.wielded[s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE]] = (STAFF_OF_EMPIRE,)
        for p, rune in OWN_RUNE.items():
            h = s.where[p]
            if h >= 0 and RUNE_OF[h] == rune:
                s.attuned = (*s.attuned, p)
                s.log("magic.attuned", "12.3", piece=p, rune=rune, hex=h)


# The segments


class MovementMagic(Step, frozen=True):
    """Step of the Magic Segment of the Movement Phase (4.A2, 12.1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.replace_top(Casting(MOVEMENT))
        elemental.put_out_flames(s, s.phasing)
        offer_negator(s, MOVEMENT)


class CombatMagic(Step, frozen=True):
    """Step of the Magic Segment of the Combat Phase, in which both sides cast (4.A3a, 12.1c)."""

    def run(self, s: DarkEmperorState) -> None:
        s.replace_top(Casting(COMBAT))
        offer_negator(s, COMBAT)


class UndeadMagic(Step, frozen=True):
    """Step of the Undead Recruitment Segment (4.A3c).

    A Negator used in the Combat Magic Segment stays in effect (15.5c, G27).
    """

    def run(self, s: DarkEmperorState) -> None:
        s.replace_top(Casting(UNDEAD))


class DiplomacyMagic(Step, frozen=True):
    """Step of the Magic Segment of the Diplomacy Phase (4.A4, 12.1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.heir = -1
        s.replace_top(Casting(DIPLOMACY))
        offer_negator(s, DIPLOMACY)


class Casting(Step, frozen=True):
    """Step of a magic segment: its windows in order.

    A window ends when its side ends it or cannot cast again.
    """

    kind: int
    at: int = 0
    has_cast: bool = False

    def run(self, s: DarkEmperorState) -> None:
        windows = WINDOWS[self.kind]
        able: dict[int, list[Mage]] = {}
        for at in range(self.at, len(windows)):
            spells, is_phasing = windows[at]
            side = s.phasing if is_phasing else 1 - s.phasing
            if side not in able:
                able[side] = mages(s, side, self.kind, RUNES_CAST[self.kind])
            if able[side] and (found := castable(s, side, spells, self.kind, able[side])):
                s.replace_top(Casting(self.kind, at, self.has_cast))
                s.push(Cast(side, self.kind, at))
                s.cached_actions = (*found, END)  # type: ignore[misc]
                return
        s.pop()
        if self.kind != COMBAT:
            s.negated = ()
        if self.has_cast:
            check_lone_leaders(s)


def castable(s: DarkEmperorState, side: int, spells: tuple[int, ...], kind: int, able: list[Mage]) -> list[Action]:
    """Return the actions that cast some of `spells`: enough strength, and an effect (G40)."""
    known = by_rune(spells)
    found = [
        caster * CASTS + spell
        for caster, rune in able
        for spell in known.get(rune, ())
        if USES[spell](s, caster) is None and caster_refusal(s, side, caster, rune, kind) is None
    ]
    return [("cast", operand) for operand in sorted(found)]


def cast_refusal(s: DarkEmperorState, side: int, caster: int, spell: int, kind: int) -> Refusal | None:
    """Return why a piece cannot cast a spell in a segment, or None."""
    return caster_refusal(s, side, caster, SPELL_RUNE[spell], kind) or USES[spell](s, caster)


class Cast(MenuStep, frozen=True):
    """Decision to cast a spell or to end casting (12.1, 12.4)."""

    seat: int
    kind: int
    at: int
    needs_decision = True
    is_interruptible = True
    clause = "12.1b"
    verbs = {"cast": "button", "end": "button"}

    def menu(self, s: DarkEmperorState) -> list[Action]:
        spells, _ = WINDOWS[self.kind][self.at]
        return [
            *castable(s, self.seat, spells, self.kind, mages(s, self.seat, self.kind, RUNES_CAST[self.kind])),
            END,
        ]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.invalidate_actions()
        s.pop()
        casting = s.flow[-1]
        assert isinstance(casting, Casting)
        if action == END:
            s.replace_top(replace(casting, at=self.at + 1))
        else:
            s.replace_top(replace(casting, has_cast=True))
            begin_spell(s, *divmod(action[1], CASTS))

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[0] == "end":
            return None if action == END else Refusal("12.1b", "why.no-button")
        caster, spell = divmod(action[1], CASTS)
        if 0 <= action[1] < PIECES:  # The player clicked a counter instead of a spell.
            return Refusal("12.1b", "why.time-for-magic")
        if spell >= len(SPELLS):
            return Refusal("12a", "why.no-such-spell")
        if SPELLS[spell].kind != self.kind:
            return Refusal("12.1b", "why.wrong-segment", {"spell": spell})
        if spell not in WINDOWS[self.kind][self.at][0]:
            return Refusal("12.5", "why.wrong-pass", {"spell": spell})
        return cast_refusal(s, self.seat, caster, spell, self.kind)


# Casting a spell


def begin_spell(s: DarkEmperorState, caster: int, spell: int) -> None:
    """Start a spell (6.12, A4, A27).

    An inactive kingdom in the hex is activated afterwards.
    """
    side, h, rune = s.side(caster), s.where[caster], SPELL_RUNE[spell]
    if SPELLS[spell].kind != DIPLOMACY:
        s.push(Provoke(side, h))
    s.push(Attempt(caster, spell))
    draw_on_devices(s, side, caster, rune)


class Provoke(Step, frozen=True):
    """Step that activates the kingdom where a spell was cast, successful or not (6.12b, A4)."""

    side: int
    hex: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        cast_in(s, self.side, self.hex)


class Attempt(Step, frozen=True):
    """Step that rolls for a spell against Magic Strength, which then drops by one (12.2, 12.21)."""

    caster: int
    spell: int

    def run(self, s: DarkEmperorState) -> None:
        caster, spell = self.caster, self.spell
        works, tally = magic_chance(s, caster, SPELL_RUNE[spell]).roll(s)
        count_attempt(s, caster, SPELL_RUNE[spell])
        kind = "magic.works" if works else "magic.fails"
        s.log(kind, "12.2", SPELLS[spell].clause, tally=tally, piece=caster, spell=spell, hex=s.where[caster],
               rolled=tally.rolled, value=tally.value)  # fmt: skip
        if works:
            s.replace_top(ResolveSpell(caster, spell, tally.rolled))
        else:
            s.pop()


# The Silk Negator (15.5)


def offer_negator(s: DarkEmperorState, kind: int) -> None:
    """At the start of a magic segment, offer the Silk Negator if there is magic to stop."""
    s.negated = ()
    bearer = s.bearer[NEGATOR - FIRST_DEVICE]
    if bearer < 0 or s.side(bearer) == INACTIVE or s.where[bearer] < 0 or awaits_ssstoth(s, bearer):
        return
    if use_refusal(s, bearer, NEGATOR) is None and has_magic(s, s.where[bearer], kind):
        s.push(Negate(s.side(bearer), bearer))


def has_magic(s: DarkEmperorState, h: int, kind: int) -> bool:
    """Return whether any piece in a hex could cast in a segment, or raise the dead after it."""
    sides = (0, 1) if kind == COMBAT else (s.phasing,)
    runes = RUNES_CAST[COMBAT] | RUNES_CAST[UNDEAD] if kind == COMBAT else RUNES_CAST[kind]
    return any([
        s.where[p] == h and caster_refusal(s, side, p, rune, kind) is None
        for side in sides
        for p, rune in mages(s, side, kind, runes)
    ])  # fmt: skip


class Negate(ChooseButton, frozen=True):
    """Choice to use the Silk Negator, which stops all magic in its hex (15.5, G8)."""

    seat: int
    leader: int
    clause = "15.5a"
    buttons = (("negate", 0), ("refrain", 0))
    default_refusal = Refusal("15.5a", "why.no-button")

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action[0] == "negate":
            take_up(s, self.leader, NEGATOR)
            s.negated = (s.where[self.leader],)
            s.log("negator", "15.5b", leader=self.leader, hex=s.where[self.leader])

"""Magic: its segments, the casting of spells, counter-spells, the Silk Negator (12, 15.5)."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from palatine.core import Action, MenuStep, Refusal, Step
from palatine.games.dark_emperor.components.pieces import DEVICES, NEGATOR, OPPOSED, STAFF_OF_EMPIRE, UNITS
from palatine.games.dark_emperor.components.sides import INACTIVE
from palatine.games.dark_emperor.components.spells import (
    BANISH_UNDEAD,
    CASTS,
    COMBAT,
    DIPLOMACY,
    KILL,
    MOVEMENT,
    RAISE_UNDEAD,
    SPELLS,
    UNDEAD,
)
from palatine.games.dark_emperor.components.world import RUNE_OF
from palatine.games.dark_emperor.rules.characters.alone import alone, cast_in
from palatine.games.dark_emperor.rules.characters.devices import FIRST, release_legions, take_up, use_refusal, wield
from palatine.games.dark_emperor.rules.magic import elemental, runes
from palatine.games.dark_emperor.rules.magic.casting import (
    OWN_RUNE,
    Mage,
    caster_refusal,
    charge,
    mages,
    own_tools,
    reckon,
    source,
    strength,
    tools_in_use,
)
from palatine.games.dark_emperor.state import DarkEmperorState

USES: Final = {**elemental.USES, **runes.USES}
"""By spell: why it would do nothing for a caster now, or None."""
EFFECTS: Final = {**elemental.EFFECTS, **runes.EFFECTS}
RUNES: Final = tuple([spell.rune for spell in SPELLS])
COUNTERS: Final = ("14.13", "14.23", "14.33", "14.43", "13.43", "13.33", "13.13", "13.23", "13.52", "13.62")
"""By rune: the clause of its counter-spell."""
END: Action = ("end", 0)


def spells_of(kind: int) -> tuple[int, ...]:
    return tuple([k for k, spell in enumerate(SPELLS) if spell.kind == kind])


@cache
def by_rune(spells: tuple[int, ...]) -> dict[int, list[int]]:
    """The spells of each rune, among those of a window."""
    found = {RUNES[spell] for spell in spells}
    return {rune: [spell for spell in spells if RUNES[spell] == rune] for rune in found}


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
"""By segment: which spells are cast one after the other, and whether by the phasing side (12.1, 12.5, G2)."""

RUNES_CAST: Final = tuple([
    frozenset([RUNES[spell] for spells, _ in windows for spell in spells]) for windows in WINDOWS
])  # fmt: skip
"""By segment: the runes of its spells."""


# The beginning of a game-turn


class RenewMagic(Step, frozen=True):
    """Magic is whole again, devices are free, rune hexes lend their strength (12.21c, 12.3, 15.13, Q13)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        release_legions(s)
        s.spent, s.attuned, s.wielded = {}, (), {}
        if s.legions:
            s.wielded[s.bearer[STAFF_OF_EMPIRE - FIRST]] = (STAFF_OF_EMPIRE,)
        for p, rune in OWN_RUNE.items():
            h = s.where[p]
            if h >= 0 and RUNE_OF[h] == rune:
                s.attuned = (*s.attuned, p)
                s.note("magic.attuned", "12.3", piece=p, rune=rune, hex=h)


# The segments


class MovementMagic(Step, frozen=True):
    """The Magic Segment of the Movement Phase (4.A2, 12.1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.become(Casting(MOVEMENT))
        elemental.put_out(s, s.phasing)
        declare(s, MOVEMENT)


class CombatMagic(Step, frozen=True):
    """The Magic Segment of the Combat Phase, in which both sides cast (4.A3a, 12.1c)."""

    def run(self, s: DarkEmperorState) -> None:
        s.become(Casting(COMBAT))
        declare(s, COMBAT)


class UndeadMagic(Step, frozen=True):
    """The Undead Recruitment Segment; a Negator used in the Combat Magic Segment works on (4.A3c, 15.5c, G27)."""

    def run(self, s: DarkEmperorState) -> None:
        s.become(Casting(UNDEAD))


class DiplomacyMagic(Step, frozen=True):
    """The Magic Segment of the Diplomacy Phase (4.A4, 12.1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.become(Casting(DIPLOMACY))
        declare(s, DIPLOMACY)


class Casting(Step, frozen=True):
    """A magic segment: its windows in order, each until its side ends it or can cast no more."""

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
                s.become(Casting(self.kind, at, self.has_cast))
                s.push(Cast(side, self.kind, at))
                s.menu = (*found, END)  # type: ignore[misc]
                return
        s.pop()
        if self.kind != COMBAT:
            s.negated = ()
        if self.has_cast:
            release_legions(s)
            alone(s)


def castable(s: DarkEmperorState, side: int, spells: tuple[int, ...], kind: int, able: list[Mage]) -> list[Action]:
    """What a side's mages can cast of some spells: one who has the strength, and something to do with it (G40)."""
    known = by_rune(spells)
    found = [
        caster * CASTS + spell
        for caster, rune in able
        for spell in known.get(rune, ())
        if USES[spell](s, caster) is None and caster_refusal(s, side, caster, rune, kind) is None
    ]
    return [("cast", operand) for operand in sorted(found)]


def cast_refusal(s: DarkEmperorState, side: int, caster: int, spell: int, kind: int) -> Refusal | None:
    """Why somebody cannot cast a spell in a segment; None when he can."""
    return caster_refusal(s, side, caster, RUNES[spell], kind) or USES[spell](s, caster)


class Cast(MenuStep, frozen=True):
    """A side casts a spell, or ends its casting (12.1, 12.4)."""

    seat: int
    kind: int
    at: int
    asks = True
    is_open = True
    clause = "12.1b"
    verbs = {"cast": "button", "end": "button"}

    def menu(self, s: DarkEmperorState) -> list[Action]:
        spells, _ = WINDOWS[self.kind][self.at]
        return [
            *castable(s, self.seat, spells, self.kind, mages(s, self.seat, self.kind, RUNES_CAST[self.kind])),
            END,
        ]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.forget()
        s.pop()
        casting = s.flow[-1]
        assert isinstance(casting, Casting)
        if action == END:
            s.become(replace(casting, at=self.at + 1))
        else:
            s.become(replace(casting, has_cast=True))
            begin(s, *divmod(action[1], CASTS))

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[0] == "end":
            return None if action == END else Refusal("12.1b", "why.no-button")
        caster, spell = divmod(action[1], CASTS)
        if spell >= len(SPELLS):
            return Refusal("12a", "why.no-such-spell")
        if SPELLS[spell].kind != self.kind:
            return Refusal("12.1b", "why.wrong-segment", {"spell": spell})
        if spell not in WINDOWS[self.kind][self.at][0]:
            return Refusal("12.5", "why.wrong-pass", {"spell": spell})
        return cast_refusal(s, self.seat, caster, spell, self.kind)


# Casting a spell


def begin(s: DarkEmperorState, caster: int, spell: int) -> None:
    """Somebody casts a spell where he stands; afterwards an inactive kingdom there wakes (6.12, A4, A27)."""
    side, h, rune = s.side(caster), s.where[caster], RUNES[spell]
    if SPELLS[spell].kind != DIPLOMACY:
        s.push(Provoke(side, h))
    s.push(Attempt(caster, spell))
    draw(s, side, caster, rune)


class Provoke(Step, frozen=True):
    """A spell has been cast in a hex, whether it worked or not (6.12b, A4)."""

    side: int
    hex: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        cast_in(s, self.side, self.hex)


def draw(s: DarkEmperorState, side: int, caster: int, rune: int) -> None:
    """Take into use the devices that a caster needs for the magic of a rune, and ask for those that only help."""
    drawn_from = source(s, caster, rune)
    if drawn_from != caster:
        take_up(s, caster, drawn_from)
        return
    tools = own_tools(s, caster, rune)
    if tools and strength(s, caster, rune, tools_in_use(s, caster, rune)) <= 0:
        take_up(s, caster, tools[0])
    wield(s, side, caster, rune)


class Attempt(Step, frozen=True):
    """The die of a spell against the caster's Magic Strength; he has one less for the next (12.2, 12.21)."""

    caster: int
    spell: int

    def run(self, s: DarkEmperorState) -> None:
        caster, spell = self.caster, self.spell
        tally = s.roll("spell")
        tally.versus = True
        reckon(s, caster, RUNES[spell], tally, tools_in_use(s, caster, RUNES[spell]))
        charge(s, caster, RUNES[spell])
        kind = "magic.works" if tally.within else "magic.fails"
        s.note(kind, "12.2", SPELLS[spell].clause, tally=tally, piece=caster, spell=spell, hex=s.where[caster],
               rolled=tally.rolled, value=tally.value)  # fmt: skip
        if tally.within:
            s.become(Answer(caster, spell, tally.rolled))
        else:
            s.pop()


# Counter-spells


class Answer(Step, frozen=True):
    """A spell has worked: unless the enemy counters it, it takes effect (12.32)."""

    caster: int
    spell: int
    die: int

    def run(self, s: DarkEmperorState) -> None:
        side = 1 - s.side(self.caster)
        if counters(s, side, self.caster, self.spell):
            s.push(Counter(side, self.caster, self.spell))
        else:
            s.pop()
            EFFECTS[self.spell](s, self.caster, self.die)


def counters(s: DarkEmperorState, side: int, caster: int, spell: int) -> list[int]:
    """Who can try to counter a spell: leaders of the opposed rune in the caster's hex (12.31, G32, G36)."""
    h = s.where[caster]
    if h < 0 or (h not in s.company[side] and h not in s.stacks[side]):
        return []
    rune = OPPOSED[RUNES[spell]]
    able = mages(s, side, COMBAT, frozenset((rune,)))
    return sorted([p for p, _ in able if counter_refusal(s, side, p, rune, h) is None])


def counter_refusal(s: DarkEmperorState, side: int, p: int, rune: int, h: int) -> Refusal | None:
    """Why somebody cannot counter a spell cast in a hex with magic of this rune; None when he can."""
    if found := caster_refusal(s, side, p, rune, COMBAT):
        return found
    return None if s.where[p] == h else Refusal("12.31c", "why.not-in-casters-hex", {"piece": p, "hex": h})


class Counter(Step, frozen=True):
    """A spell has worked, and can be countered (12.31, 12.32)."""

    seat: int
    caster: int
    spell: int
    asks = True
    clause = "12.32a"
    verbs = {"counter": "piece", "allow": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [*[("counter", p) for p in counters(s, self.seat, self.caster, self.spell)], ("allow", 0)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action[0] == "counter":
            rune = OPPOSED[RUNES[self.spell]]
            s.push(CounterAttempt(action[1], self.caster, self.spell))
            draw(s, self.seat, action[1], rune)
            return
        answer = s.flow[-1]
        assert isinstance(answer, Answer)
        s.pop()
        EFFECTS[self.spell](s, self.caster, answer.die)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[0] == "allow":
            return None if action == ("allow", 0) else Refusal("12.32a", "why.no-button")
        return counter_refusal(s, self.seat, action[1], OPPOSED[RUNES[self.spell]], s.where[self.caster])


class CounterAttempt(Step, frozen=True):
    """The die of a counter-spell; when it works, the spell is negated (12.32b, 12.32c)."""

    leader: int
    caster: int
    spell: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        rune = OPPOSED[RUNES[self.spell]]
        tally = s.roll("counter-spell")
        tally.versus = True
        reckon(s, self.leader, rune, tally, tools_in_use(s, self.leader, rune))
        charge(s, self.leader, rune)
        kind, clause = ("counter.works", "12.32b") if tally.within else ("counter.fails", "12.32c")
        s.note(kind, clause, COUNTERS[rune], tally=tally, piece=self.leader, caster=self.caster, spell=self.spell,
               rolled=tally.rolled, value=tally.value)  # fmt: skip
        if tally.within:
            s.pop()


# The Silk Negator (15.5)


def declare(s: DarkEmperorState, kind: int) -> None:
    """A magic segment begins: ask the bearer of the Silk Negator whether he uses it, where there is magic to stop."""
    s.negated = ()
    bearer = s.bearer[NEGATOR - FIRST]
    if bearer < 0 or s.side(bearer) == INACTIVE or s.where[bearer] < 0:
        return
    if use_refusal(s, bearer, NEGATOR) is None and has_magic(s, s.where[bearer], kind):
        s.push(Negate(s.side(bearer), bearer))


def has_magic(s: DarkEmperorState, h: int, kind: int) -> bool:
    """Whether anybody in a hex could cast in a segment, or raise the dead after it."""
    sides = (0, 1) if kind == COMBAT else (s.phasing,)
    runes = RUNES_CAST[COMBAT] | RUNES_CAST[UNDEAD] if kind == COMBAT else RUNES_CAST[kind]
    return any([
        s.where[p] == h and caster_refusal(s, side, p, rune, kind) is None
        for side in sides
        for p, rune in mages(s, side, kind, runes)
    ])  # fmt: skip


class Negate(Step, frozen=True):
    """Whether the Silk Negator is used in a magic segment; all magic ends in that hex then (15.5, G8)."""

    seat: int
    leader: int
    asks = True
    clause = "15.5a"
    verbs = {"negate": "button", "refrain": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("negate", 0), ("refrain", 0)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action[0] == "negate":
            take_up(s, self.leader, NEGATOR)
            s.negated = (s.where[self.leader],)
            s.note("negator", "15.5b", leader=self.leader, hex=s.where[self.leader])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("15.5a", "why.no-button")


def magic_strength(s: DarkEmperorState, caster: int, rune: int) -> int:
    """The Magic Strength with which somebody would now cast the magic of a rune, devices included; 0 for none."""
    if not UNITS <= caster < DEVICES[0] or source(s, caster, rune) < 0:
        return 0
    return max(0, strength(s, caster, rune))

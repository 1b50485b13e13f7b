"""The Magic phase before casting: transfers, sacrifices, the Horn (9.1, 13.5, 16.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally
from palatine.games.elric.components.pieces import ELRIC, KIND, PERSON
from palatine.games.elric.components.spells import (
    FLIES,
    HORN_OF_FATE,
    MELNIBONEAN_ONLY,
    SPELL_TYPE,
    SPELL_VALUE,
    SPELLS,
)
from palatine.games.elric.components.tables import HORN_ENDS_WORLD, HORN_USES
from palatine.games.elric.rules.common.balance import may_sacrifice, restore, sacrifice
from palatine.games.elric.rules.common.control import control_actions, control_refusal, take_control
from palatine.games.elric.rules.common.cup import HOLDS, fit_hands, lay_down, take_card, throw_card
from palatine.games.elric.rules.common.maintained_spells import release
from palatine.games.elric.rules.common.victory import world_ended
from palatine.games.elric.rules.movement.flight import ActivateFlight
from palatine.games.elric.state import ElricState, is_magician, pair, unpair

END: Final[Action] = ("end", 0)
HORN: Final[Action] = ("horn", 0)


class MagicPhase(Step, frozen=True):
    """The start of step E: actions without a battle, while any is available (5.0; A-100)."""

    moved: tuple[int, ...] = ()
    """Spells that changed hands in this phase, and artifacts as SPELLS + piece."""

    def run(self, s: ElricState) -> None:
        if next(chances(s, s.phasing, self.moved), None) is not None:
            s.replace_top(MagicMenu(s.phasing, self.moved))
        else:
            s.pop()


def chances(s: ElricState, seat: int, moved: tuple[int, ...]) -> Iterator[Action]:
    """Iterate over a seat's actions in its Magic phase before casting."""
    owner, where, hand = s.owner, s.where, s.hand
    own = sorted([p for p in hand if owner[p] == seat and where[p] >= 0])
    if owner[ELRIC] == seat:
        yield from control_actions(s, seat)
    stacks, in_use, bands = s.stacks[seat], s.flights, s.bands
    for p in own:
        here = stacks[where[p]]
        if len(here) < 2 or KIND[here[1]] != PERSON or p == ELRIC:
            continue  # The personality is alone, or is Elric, who hands on nothing (12.1.3).
        if has_taker(s, p, s.stack_of(p) if bands else here):
            for spell in hand[p]:
                if spell not in moved and spell not in in_use:
                    yield "hand", pair(p, spell)
    if s.bearer:
        yield from artifacts(s, seat, moved)
    if ELRIC in own:
        yield from exchanges(s, moved)
    if s.options["flight"] == "magic":
        yield from flights(s, own)
    if s.maintained:
        yield from [("release", p) for p in sorted(s.maintained) if owner[p] == seat]
    if s.tipped:
        yield from [("sacrifice", pair(p, spell)) for p in own for spell in s.hand[p] if can_offer(s, p, spell)]
        if horn_refusal(s, seat) is None:
            yield HORN


# Transfers


def others_in_stack(s: ElricState, person: int) -> list[int]:
    return [p for p in s.stack_of(person) if KIND[p] == PERSON and p != person]


def takers(s: ElricState, person: int) -> list[int]:
    """Return the personalities of a stack with room for another spell (9.1d, 9.5; ruling A-205)."""
    hand = s.hand
    return [p for p in others_in_stack(s, person) if p not in hand or len(hand[p]) < HOLDS[p]]


def has_taker(s: ElricState, person: int, stack: Sequence[int]) -> bool:
    """Return whether there are takers in a stack, which lists its personalities first."""
    hand = s.hand
    for p in stack:
        if KIND[p] != PERSON:
            return False
        if p != person and (p not in hand or len(hand[p]) < HOLDS[p]):
            return True
    return False


def artifacts(s: ElricState, seat: int, moved: tuple[int, ...]) -> list[Action]:
    """Return ("arm", artifact) for artifacts that another of the stack could bear (ruling A-81)."""
    return [
        ("arm", artifact)
        for artifact, bearer in sorted(s.bearer.items())
        if s.owner[bearer] == seat
        and s.where[bearer] >= 0
        and SPELLS + artifact not in moved
        and others_in_stack(s, bearer)
    ]


def exchanges(s: ElricState, moved: tuple[int, ...]) -> list[Action]:
    """Return ("swap", person and spell) for exchanges with Elric (12.1.3).

    Melnibonean Only spells can be exchanged for Elric's lowest.
    """
    return [
        ("swap", pair(p, spell))
        for p in others_in_stack(s, ELRIC)
        for spell in s.hand.get(p, ())
        if SPELL_TYPE[spell] == MELNIBONEAN_ONLY and spell not in moved and lowest_spells(s)
    ]


def lowest_spells(s: ElricState) -> list[int]:
    """Return Elric's spells of the lowest value, or without value (12.1.3; ruling A-60)."""
    spells = [spell for spell in s.hand.get(ELRIC, ()) if spell not in s.flights]
    least = min([SPELL_VALUE[spell] for spell in spells], default=0)
    return [spell for spell in spells if SPELL_VALUE[spell] == least]


def flights(s: ElricState, own: list[int]) -> list[Action]:
    """Return ("activate", person and spell) for flight spells activated in this phase (A-26)."""
    held = [(p, spell) for p in own for spell in s.hand[p]]
    return [("activate", pair(p, spell)) for p, spell in held if magic_phase_flight_refusal(s, p, spell) is None]


def magic_phase_flight_refusal(s: ElricState, person: int, spell: int) -> Refusal | None:
    """Return why a spell of flight cannot be activated now, or None (7.4.2, 9.2; A-26, A-104)."""
    if s.options["flight"] != "magic":
        return Refusal("7.4.2a", "why.flight-in-movement")
    if not FLIES[spell]:
        return Refusal("7.4.2a", "why.does-not-fly", {"spell": spell})
    if spell in s.flights:
        return Refusal("7.4.2b", "why.in-use", {"spell": spell})
    return casting_refusal(s, person)


def casting_refusal(s: ElricState, person: int) -> Refusal | None:
    """Return why a personality cannot use a spell in this phase, or None (9.2, 9.5, 13.4)."""
    if not is_magician(person):
        return Refusal("9.5b", "why.no-magician", {"piece": person})
    if person in s.casts:
        return Refusal("9.2e", "why.has-cast", {"piece": person})
    return Refusal("13.4e", "why.maintains", {"piece": person}) if person in s.maintained else None


# Sacrifices and the Horn


def can_offer(s: ElricState, person: int, spell: int) -> bool:
    return sacrifice_refusal(s, person, spell) is None


def sacrifice_refusal(s: ElricState, person: int, spell: int) -> Refusal | None:
    """Return why a spell cannot be sacrificed, or None (13.5; ruling A-70)."""
    if not s.tipped:
        return Refusal("13.5a", "why.not-tipped")
    if not is_magician(person):
        return Refusal("13.5a", "why.no-magician", {"piece": person})
    if spell in s.flights:
        return Refusal("7.4.2b", "why.in-use", {"spell": spell})
    return None if may_sacrifice(s, spell) else Refusal("13.5a", "why.no-sacrifice", {"spell": spell})


def horn_refusal(s: ElricState, seat: int) -> Refusal | None:
    """Return why Elric cannot blow the Horn of Fate, or None (16.7; ruling A-71)."""
    if HORN_OF_FATE not in s.hand.get(ELRIC, ()) or s.owner[ELRIC] != seat or s.where[ELRIC] < 0:
        return Refusal("16.7d", "why.no-horn")
    return casting_refusal(s, ELRIC) if s.tipped else Refusal("16.7d", "why.not-tipped")


def blow_horn(s: ElricState) -> None:
    """Blow the Horn of Fate: restoration or the world's end, always at the third use (16.7)."""
    seat = s.owner[ELRIC]
    throw_card(s, ELRIC, HORN_OF_FATE)
    s.casts = (*s.casts, ELRIC)
    s.horns += 1
    if s.horns == HORN_USES:
        s.log("horn.third", "16.7c", seat=seat)
        world_ended(s)
        return
    restores, tally = horn_chance().roll(s)
    kind, clause = ("horn.restores", "16.7a") if restores else ("horn.ends", "16.7b")
    s.log(kind, clause, tally=tally, seat=seat, rolled=tally.rolled)
    if restores:
        restore(s, "16.7a")
    else:
        world_ended(s)


def horn_chance() -> Chance[bool]:
    """Return the chance that the Horn restores the Balance (16.7a, 16.7b)."""
    return Chance(Tally("horn"), lambda thrown: thrown.rolled < HORN_ENDS_WORLD)


# The phase


class MagicMenu(Step, frozen=True):
    """The phasing player's transfers, sacrifices and use of the Horn (9.1d, 13.5, 16.7)."""

    seat: int
    moved: tuple[int, ...] = ()
    may_roll = ("end", "activate")
    needs_decision = True
    is_private = True
    clause = "9.1d"
    verbs = {
        "hand": "button", "arm": "button", "swap": "button", "activate": "button", "release": "piece",
        "control": "button", "sacrifice": "button", "horn": "button", "end": "button",
    }  # fmt: skip

    def actions(self, s: ElricState) -> list[Action]:
        return [*chances(s, self.seat, self.moved), END]

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "end":
            s.pop()
            return
        moved = self.moved
        if verb == "arm":
            moved = (*moved, SPELLS + operand)
        elif verb in ("hand", "swap"):
            moved = (*moved, unpair(operand)[1])
        s.replace_top(MagicPhase(moved))
        self.carry_out(s, verb, operand)

    def carry_out(self, s: ElricState, verb: str, operand: int) -> None:
        if verb == "arm":
            ask_taker(s, HandOver(self.seat, s.bearer[operand], artifact=operand))
        elif verb == "hand":
            person, spell = unpair(operand)
            ask_taker(s, HandOver(self.seat, person, spell))
        elif verb == "swap":
            ask_exchange(s, Exchange(self.seat, *unpair(operand)))
        elif verb == "activate":
            person, spell = unpair(operand)
            s.push(ActivateFlight(self.seat, s.where[person], person, spell))
        elif verb == "release":
            release(s, operand, s.where[operand])
        elif verb == "control":
            take_control(s, operand)
        elif verb == "sacrifice":
            sacrifice(s, *unpair(operand))
        else:
            blow_horn(s)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "end":
            return None if action == END else Refusal("9.1d", "why.no-button")
        if verb == "horn":
            return horn_refusal(s, self.seat) if action == HORN else Refusal("16.7a", "why.no-button")
        if verb == "control":
            return control_refusal(s, self.seat, operand)
        if verb == "release":
            is_own = operand in s.maintained and s.owner[operand] == self.seat
            return None if is_own else Refusal("13.4c", "why.maintains-nothing")
        if verb == "arm":
            return self.refuse_artifact(s, operand)
        return self.refuse_spell(s, verb, *unpair(operand))

    def refuse_artifact(self, s: ElricState, artifact: int) -> Refusal | None:
        bearer = s.bearer.get(artifact, -1)
        if bearer < 0 or s.owner[bearer] != self.seat or s.where[bearer] < 0:
            return Refusal("9.1d", "why.not-borne")
        if SPELLS + artifact in self.moved:
            return Refusal("9.1d", "why.handed-on")
        return None if others_in_stack(s, bearer) else Refusal("9.1d", "why.nobody-takes", {"person": bearer})

    def refuse_spell(self, s: ElricState, verb: str, person: int, spell: int) -> Refusal | None:
        if spell not in s.hand.get(person, ()) or s.owner[person] != self.seat or s.where[person] < 0:
            return Refusal("9.1d", "why.not-in-hand")
        if verb == "sacrifice":
            return sacrifice_refusal(s, person, spell)
        if verb == "activate":
            return magic_phase_flight_refusal(s, person, spell)
        if spell in self.moved:
            return Refusal("9.1d", "why.handed-on")
        if verb == "swap":
            return self.refuse_swap(s, person, spell)
        if person == ELRIC:
            return Refusal("12.1.3b", "why.elric-keeps")
        if spell in s.flights:
            return Refusal("7.4.2b", "why.in-use", {"spell": spell})
        return None if takers(s, person) else Refusal("9.1d", "why.nobody-takes", {"person": person})

    def refuse_swap(self, s: ElricState, person: int, spell: int) -> Refusal | None:
        if SPELL_TYPE[spell] != MELNIBONEAN_ONLY:
            return Refusal("12.1.3b", "why.not-melnibonean", {"spell": spell})
        if s.owner[ELRIC] != self.seat or s.where[ELRIC] < 0 or person not in others_in_stack(s, ELRIC):
            return Refusal("12.1.2a", "why.not-with-elric", {"person": person})
        return None if lowest_spells(s) else Refusal("12.1.3b", "why.elric-empty")


class HandOver(ChooseOne, frozen=True):
    """The choice of the taker of a spell or artifact in a stack (9.1d; ruling A-81)."""

    seat: int
    person: int
    spell: int = -1
    artifact: int = -1
    hides_fields = True
    without_decision = "The captain hands nothing over by itself."
    clause = "9.1d"
    verbs = {"to": "piece"}

    def candidates(self, s: ElricState) -> list[int]:
        return others_in_stack(s, self.person) if self.spell < 0 else takers(s, self.person)

    def on_chosen(self, s: ElricState, taker: int) -> None:
        hand_over(s, self, taker)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        p = action[1]
        if p in self.candidates(s):
            return None
        if p not in others_in_stack(s, self.person):
            return Refusal("9.1d", "why.not-in-stack", {"person": self.person})
        return Refusal("9.5a", "why.no-room", {"person": p})


def ask_taker(s: ElricState, step: HandOver) -> None:
    found = step.candidates(s)
    if len(found) > 1:
        s.push(step)
    else:
        hand_over(s, step, found[0])


def hand_over(s: ElricState, step: HandOver, taker: int) -> None:
    """Transfer a spell or artifact; conflicting spells are discarded (9.5; ruling A-99)."""
    if step.spell < 0:
        s.bearer[step.artifact] = taker
        s.log("artifact.passes", "9.1d", artifact=step.artifact, piece=taker)
        return
    lay_down(s, step.person, step.spell)
    take_card(s, taker, step.spell)
    tell_passing(s, step.person, taker, step.spell)
    fit_hands(s, step.seat, s.where[taker])


def tell_passing(s: ElricState, person: int, taker: int, spell: int) -> None:
    """Log that a spell changed hands; only the taker learns which (ruling A-108)."""
    if s.journal is None:
        return
    s.log("spell.passes", "9.1d", person=person, taker=taker)
    s.log("spell.passes.secret", "9.1d", readers=(s.owner[taker],), person=person, taker=taker, spell=spell)


class Exchange(ChooseOne, frozen=True):
    """The choice of Elric's spell given for a Melnibonean Only spell (12.1.3; ruling A-60)."""

    seat: int
    person: int
    spell: int
    hides_fields = True
    without_decision = "All spells offered have the same value, the lowest."
    is_private = True
    clause = "12.1.3b"
    verbs = {"take": "button"}
    default_refusal = Refusal("12.1.3b", "why.not-lowest")

    def candidates(self, s: ElricState) -> list[int]:
        return lowest_spells(s)

    def on_chosen(self, s: ElricState, taken: int) -> None:
        exchange(s, self, taken)


def ask_exchange(s: ElricState, step: Exchange) -> None:
    found = lowest_spells(s)
    if len(found) > 1:
        s.push(step)
    else:
        exchange(s, step, found[0])


def exchange(s: ElricState, step: Exchange, wanted: int) -> None:
    """Exchange a Melnibonean Only spell for one of Elric's lowest (12.1.3)."""
    lay_down(s, step.person, step.spell)
    lay_down(s, ELRIC, wanted)
    take_card(s, ELRIC, step.spell)
    take_card(s, step.person, wanted)
    tell_passing(s, step.person, ELRIC, step.spell)
    tell_passing(s, ELRIC, step.person, wanted)
    fit_hands(s, step.seat, s.where[step.person])

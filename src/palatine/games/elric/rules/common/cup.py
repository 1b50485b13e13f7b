"""The cup of spells, hands, and limits on hands (9.0, 9.1, 9.5, 9.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Action, ChooseButton, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import CAPACITY, ELRIC, KIND, PERSON, PIECES
from palatine.games.elric.components.spells import (
    ACTS_AT_ONCE,
    ALIGNMENT,
    CHAOS,
    IMMEDIATE,
    LAW,
    SPELL_TYPE,
    SPELLS,
)
from palatine.games.elric.components.tables import HELD_BY_OTHERS
from palatine.games.elric.rules.common.deferred_steps import ActsAtOnce
from palatine.games.elric.state import NOBODY, ElricState, is_magician, pair, unpair

HOLDS: Final = tuple(
    0 if KIND[p] != PERSON else CAPACITY[p] if CAPACITY[p] >= 0 else HELD_BY_OTHERS for p in range(PIECES)
)
"""By piece: the number of spells it may hold, 0 for armies and fleets (9.5)."""

CAN_BE_HELD: Final = frozenset([spell for spell in range(SPELLS) if SPELL_TYPE[spell] != IMMEDIATE])
"""The spells that may be dealt to a hand at set-up (12.1.5; ruling A-04)."""
LEANING: Final = tuple((alignment == LAW) + 2 * (alignment == CHAOS) for alignment in ALIGNMENT)
BOTH: Final = 3
"""Both bits of LEANING, which has 1 for Law, 2 for Chaos, 0 otherwise: a torn stack (9.5)."""


# The cup and the discard pile


def can_draw(s: ElricState) -> bool:
    """Return whether a spell can be drawn, from the cup or the reshuffled discards."""
    return bool(s.cup or s.discard)


def draw_card(s: ElricState, purpose: str) -> int:
    """Return a random spell from the cup; an empty cup is first refilled with all discards.

    Call only if `can_draw`. See 9.0.
    """
    if not s.cup:
        reshuffle(s, "9.0b")
    return s.cup.pop(s.dice.randbelow(len(s.cup), purpose))


def reshuffle(s: ElricState, clause: str) -> None:
    """Return all discards to the cup (9.0, 16.4)."""
    s.cup = sorted(s.cup + s.discard)
    s.discard = []
    s.log("cup.refilled", clause, count=len(s.cup))


def discard_cards(s: ElricState, spells: Iterable[int]) -> None:
    """Put spells that are in no hand onto the discard pile (9.6)."""
    for spell in spells:
        s.flights.pop(spell, None)
        s.discard.append(spell)


# Hands


def take_card(s: ElricState, person: int, spell: int) -> None:
    """Add a spell to a hand."""
    s.hand[person] = tuple(sorted((*s.hand.get(person, ()), spell)))


def lay_down(s: ElricState, person: int, spell: int) -> None:
    """Remove a spell from a hand; the caller places it."""
    rest = tuple([each for each in s.hand[person] if each != spell])
    if rest:
        s.hand[person] = rest
    else:
        del s.hand[person]


def throw_card(s: ElricState, person: int, spell: int) -> None:
    """Discard a spell from a hand (9.6)."""
    lay_down(s, person, spell)
    discard_cards(s, (spell,))


# Drawing


FIRST_HAND: Final = "12.1.3c"
"""Clause of Elric's first spells; those missed are drawn when he is next controlled."""


class Draw(Step, frozen=True):
    """Draws of a personality: immediate spells act, others go to the hand (9.1, 9.3.1)."""

    person: int
    count: int
    clause: str = "9.1a"

    def run(self, s: ElricState) -> None:
        area = s.where[self.person]
        if area < 0 or s.owner[self.person] == NOBODY:
            s.pop()
            if self.clause == FIRST_HAND:
                s.to_draw += self.count
        elif not self.count or not can_draw(s):
            s.pop()
            fit_hands(s, s.owner[self.person], area)
        else:
            s.replace_top(Draw(self.person, self.count - 1, self.clause))
            self.draw(s)

    def draw(self, s: ElricState) -> None:
        spell = draw_card(s, "card")
        if ACTS_AT_ONCE[spell]:
            s.log("card.acts", self.clause, piece=self.person, spell=spell)
            s.push(ActsAtOnce(spell, self.person, s.owner[self.person]))
            return
        take_card(s, self.person, spell)
        note_card(s, "card.drawn", self.clause, self.person, spell)


def note_card(s: ElricState, kind: str, clause: str, person: int, spell: int) -> None:
    """Log that a personality received a spell; only its player learns which (9.0; ruling A-108)."""
    if s.journal is None:
        return
    s.log(kind, clause, piece=person, seat=s.owner[person])
    s.log(f"{kind}.secret", clause, readers=(s.owner[person],), piece=person, spell=spell)


def deal_hands(s: ElricState, persons: Iterable[int]) -> None:
    """Deal magicians their capacity at set-up, replacing immediate spells (9.1, 12.1.5; A-04)."""
    dealt = [p for p in persons if is_magician(p)]
    for p in dealt:
        for _ in range(CAPACITY[p]):
            deal_card(s, p)
    for seat, area in sorted({(s.owner[p], s.where[p]) for p in dealt}, reverse=True):
        fit_hands(s, seat, area)


def deal_card(s: ElricState, person: int) -> None:
    """Deal one spell that can be held, if any is left, discarding immediate ones (ruling A-04)."""
    while not (CAN_BE_HELD.isdisjoint(s.cup) and CAN_BE_HELD.isdisjoint(s.discard)):
        spell = draw_card(s, "card")
        if spell in CAN_BE_HELD:
            take_card(s, person, spell)
            note_card(s, "card.drawn", "9.1a", person, spell)
            return
        discard_cards(s, (spell,))
        s.log("card.replaced", "12.1.5b", piece=person, spell=spell)


# Limits on hands


def fit_hands(s: ElricState, seat: int, area: int) -> None:
    """Push a step that reduces a seat's hands in an area to the limits, if needed."""
    if needs_fit(s, seat, area) and s.flow[-1:] != [Fit(seat, area)]:
        s.push(Fit(seat, area))


def needs_fit(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a hand is too large, or a stack holds both Law and Chaos (9.5)."""
    if seat == NOBODY:
        return False
    hand, leaning = s.hand, 0
    for p in s.stacks[seat].get(area, ()):
        if KIND[p] != PERSON:
            break  # Personalities come first.
        if p in hand:
            spells = hand[p]
            if len(spells) > HOLDS[p]:
                return True
            if IS_BOUND[p]:
                for spell in spells:
                    leaning |= LEANING[spell]
    return leaning == BOTH and any([is_torn(s, stack) for stack in s.stacks_at(seat, area)])


def is_torn(s: ElricState, stack: Iterable[int]) -> bool:
    """Return whether a stack's magicians except Elric hold Law and Chaos (9.5, 12.1.3; A-99)."""
    hand, found = s.hand, 0
    for p in stack:
        if p in hand and IS_BOUND[p]:
            for spell in hand[p]:
                found |= LEANING[spell]
    return found == BOTH


IS_BOUND: Final = tuple([CAPACITY[p] >= 0 and p != ELRIC for p in range(PIECES)])


def is_bound(p: int) -> bool:
    """Return whether cosmic stability binds a personality: magicians except Elric (9.5, 12.1.3)."""
    return IS_BOUND[p]


class Fit(Step, frozen=True):
    """The reduction of hands in an area: one alignment in each stack, then the capacities (9.5)."""

    seat: int
    area: int

    def run(self, s: ElricState) -> None:
        for stack in s.stacks_at(self.seat, self.area):
            if is_torn(s, stack):
                s.push(ChooseAlignment(self.seat, next(p for p in stack if is_bound(p) and p in s.hand)))
                return
            for p in stack:
                if len(s.hand.get(p, ())) > HOLDS[p]:
                    s.push(Discard(self.seat, p))
                    return
        s.pop()


class ChooseAlignment(ChooseButton, frozen=True):
    """The choice between Law and Chaos in a stack that holds both (9.5; ruling A-99)."""

    seat: int
    piece: int
    clause = "9.5e"
    buttons = (("keep", LAW), ("keep", CHAOS))
    default_refusal = Refusal("9.5e", "why.law-or-chaos")

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        thrown = CHAOS if action[1] == LAW else LAW
        for p in s.stack_of(self.piece):
            for spell in s.hand.get(p, ()):
                if ALIGNMENT[spell] == thrown and is_bound(p):
                    throw_card(s, p, spell)
                    s.log("card.thrown", "9.5e", piece=p, spell=spell)


class Discard(ChooseOne, frozen=True):
    """The choice of a spell to discard by a personality with too many (9.5; ruling A-76)."""

    seat: int
    piece: int
    clause = "9.5a"
    verbs = {"discard": "button"}

    def candidates(self, s: ElricState) -> list[int]:
        return [pair(self.piece, spell) for spell in s.hand[self.piece]]

    def on_chosen(self, s: ElricState, card: int) -> None:
        person, spell = unpair(card)
        throw_card(s, person, spell)
        s.log("card.thrown", "9.5a" if is_magician(person) else "9.5b", piece=person, spell=spell)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        return Refusal("9.5a", "why.discard-from-hand", {"piece": self.piece})


def holds_chaos(s: ElricState, stack: Iterable[int]) -> bool:
    """Return whether any piece in a stack holds or maintains a Chaos spell (7.6)."""
    for p in stack:
        held = s.hand.get(p, ())
        if p in s.maintained:
            held = (*held, s.maintained[p])
        if any([ALIGNMENT[spell] == CHAOS for spell in held]):
            return True
    return False

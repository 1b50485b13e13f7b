"""Dispel Magic as an answer to a flight or escape in the same area (16.3; A-112)."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.spells import DISPELS
from palatine.games.elric.rules.common import balance, cup
from palatine.games.elric.state import ElricState, is_magician, pair, unpair


@runtime_checkable
class Negatable(Protocol):
    """A step whose spell can be dispelled; it is on top of the flow when `dispelled` is called."""

    def dispelled(self, s: ElricState) -> None: ...


class Answering(Step, frozen=True):
    """The answers of other seats to a spell used in an area, in turn order.

    A seat is asked if it may have a Dispel Magic there, so that the question does not reveal its cards. The spell has
    left its hand. If dispelled, it is discarded and the step below gets `dispelled`.
    """

    seat: int
    area: int
    caster: int
    spell: int
    asked: int = 0

    def run(self, s: ElricState) -> None:
        at = s.order.index(s.phasing)
        seats = (*s.order[at:], *s.order[:at])
        if self.asked == len(seats):
            s.pop()
            return
        seat = seats[self.asked]
        s.replace_top(replace(self, asked=self.asked + 1))
        if seat != self.seat and answerers(s, seat, self.area):
            s.push(Answer(seat, self.area, self.caster, self.spell))


def answerers(s: ElricState, seat: int, area: int) -> list[int]:
    """Return a seat's magicians with cards in an area who may answer a spell (9.2, 13.4).

    They have not cast in this player-turn and maintain no spell. In wilderness, stacks are
    unknown to each other unless found (8.0).
    """
    if s.is_wild(area) and not any([found[0] == area for found in s.found]):
        return []
    return [
        p
        for p in s.stacks[seat].get(area, ())
        if is_magician(p) and p not in s.casts and p not in s.maintained and s.hand.get(p)
    ]


def dispellers(s: ElricState, seat: int, area: int) -> list[Action]:
    """Return the actions for a seat's Dispels in an area."""
    return [("dispel", pair(p, spell)) for p in answerers(s, seat, area) for spell in s.hand[p] if spell in DISPELS]


class Answer(Step, frozen=True):
    """A player's choice to dispel a spell used in the area of one of their magicians (16.3)."""

    seat: int
    area: int
    caster: int
    spell: int
    may_roll = True
    without_decision = "The first spell that can dispel it is used."
    needs_decision = True
    is_private = True
    clause = "16.3b"
    verbs = {"dispel": "button", "let": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*dispellers(s, self.seat, self.area), ("let", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action[0] == "let":
            return
        s.pop()
        below = s.flow[-1]
        assert isinstance(below, Negatable)
        below.dispelled(s)
        magician, dispel = unpair(action[1])
        s.casts = (*s.casts, magician)
        s.log("dispelled", "16.3b", piece=magician, spell=self.spell, caster=self.caster)
        cup.discard_cards(s, (self.spell,))
        cup.lay_down(s, magician, dispel)
        balance.spend_spell(s, magician, dispel, self.area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        magician, spell = unpair(action[1])
        if action[0] == "let" or spell not in DISPELS:
            return Refusal("16.3b", "why.dispel-or-let")
        if magician in s.casts:
            return Refusal("9.2e", "why.cast-already", {"piece": magician})
        if magician in s.maintained:
            return Refusal("13.4e", "why.maintains", {"piece": magician})
        return Refusal("16.3b", "why.no-dispeller", {"area": self.area})

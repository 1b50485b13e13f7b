"""Movement (2): choosing a troop and marching it to an adjacent space."""

from __future__ import annotations

from typing import ClassVar

from palatine.core import Action, Refusal, Step
from palatine.testing.examples.ford.components import DEEP, beside
from palatine.testing.examples.ford.rules.combat import Clash
from palatine.testing.examples.ford.state import FordState, pieces_of, side


def may_enter(s: FordState, piece: int, space: int) -> Refusal | None:
    """Return why a troop may not march into a space, with the clause; None if it may."""
    if space not in beside(s.place[piece]):
        return Refusal("2.1", "why.not-beside")
    if space in DEEP:
        return Refusal("2.2", "why.deep")
    if any(s.place[p] == space for p in pieces_of(s, side(piece))):
        return Refusal("2.3", "why.stacked")
    return None


def reach(s: FordState, piece: int) -> list[int]:
    """Return the spaces to which a troop may march."""
    return [x for x in beside(s.place[piece]) if may_enter(s, piece, x) is None]


class Choose(Step, frozen=True):
    """The choice of a troop to march, a troop to reveal, or a rest (2)."""

    seat: int
    needs_decision: ClassVar[bool] = True
    clause: ClassVar[str] = "2"
    verbs: ClassVar[dict[str, str]] = {"piece": "piece", "show": "piece", "rest": "button"}

    def actions(self, s: FordState) -> list[Action]:
        mine = pieces_of(s, self.seat)
        march = [("piece", p) for p in mine if reach(s, p)]
        return [*march, *[("show", p) for p in mine if not s.shown[p]], ("rest", 0)]

    def take(self, s: FordState, action: Action) -> None:
        verb, piece = action
        if verb == "rest":
            s.pop()
            s.log("rests", "2", seat=self.seat)
        elif verb == "show":
            s.shown[piece] = 1
            s.log("shown", "1.3", seat=self.seat, face=s.face[piece], space=s.place[piece])
        else:
            s.replace_top(March(self.seat, piece))
            s.log("chosen", "2", readers=(self.seat,), face=s.face[piece], space=s.place[piece])

    def refuse(self, s: FordState, action: Action) -> Refusal | None:
        verb, piece = action
        if verb == "rest" or piece not in pieces_of(s, self.seat):
            return Refusal("2", "why.not-yours")
        return Refusal("1.3", "why.shown") if verb == "show" else Refusal("2.3", "why.stuck")


class March(Step, frozen=True):
    """The march of the chosen troop to an adjacent space (2.1)."""

    seat: int
    piece: int
    needs_decision: ClassVar[bool] = True
    clause: ClassVar[str] = "2.1"
    verbs: ClassVar[dict[str, str]] = {"go": "space"}

    def actions(self, s: FordState) -> list[Action]:
        return [("go", x) for x in reach(s, self.piece)]

    def take(self, s: FordState, action: Action) -> None:
        space = action[1]
        s.pop()
        foes = [p for p in pieces_of(s, 1 - self.seat) if s.place[p] == space]
        s.log("marches", "2.1", seat=self.seat, origin=s.place[self.piece], space=space)
        if foes:
            s.push(Clash(self.piece, foes[0]))
        else:
            s.place[self.piece] = space

    def refuse(self, s: FordState, action: Action) -> Refusal | None:
        return may_enter(s, self.piece, action[1])

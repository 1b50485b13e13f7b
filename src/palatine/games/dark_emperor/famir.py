"""The Sword Famir, which draws its bearer to Ssstoth (18.3)."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.forces import DEVICES, FAMIR, SSSTOTH
from palatine.games.dark_emperor.leaders import alone, pass_famir
from palatine.games.dark_emperor.state import GONE, DarkEmperorState

FIRST = DEVICES[0]


class Quest(Step, frozen=True):
    """The Movement Segment begins: Famir's bearer rolls, and may be drawn away (18.31, 18.36)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        bearer = s.bearer[FAMIR - FIRST]
        if bearer < 0 or s.side(bearer) != s.phasing or s.where[SSSTOTH] == GONE or not goals(s):
            return
        tally = s.roll("quest")
        tally.versus = True
        tally.add(s.rating(bearer), "18.31a", "hero")
        if tally.within:
            s.note("quest.free", "18.31a", tally=tally, leader=bearer, rolled=tally.rolled, value=tally.value)
            return
        s.note("quest.drawn", "18.31b", tally=tally, leader=bearer, rolled=tally.rolled, value=tally.value)
        found = goals(s)
        if len(found) > 1:
            s.push(ChooseGoal(s.phasing, bearer))
        else:
            draw(s, bearer, found[0])


def goals(s: DarkEmperorState) -> list[int]:
    """Ssstoth's hex once it is known, else the magic hexes with markers still face down (18.31, 18.35)."""
    if s.where[SSSTOTH] >= 0:
        return [s.where[SSSTOTH]]
    return sorted(s.markers) if s.where[SSSTOTH] != GONE else []


class ChooseGoal(Step, frozen=True):
    """To which unrevealed magic hex the bearer is drawn (18.35, B8)."""

    seat: int
    leader: int
    asks = True
    clause = "18.35a"
    verbs = {"goal": "space"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("goal", h) for h in goals(s)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        draw(s, self.leader, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("18.35a", "why.no-goal")


def draw(s: DarkEmperorState, leader: int, h: int) -> None:
    """The bearer is in the hex the sword wants, and stays there."""
    if s.where[leader] >= 0:
        s.shift((leader,), h)
    else:
        s.put((leader,), h)
    s.stopped = (*s.stopped, leader)
    s.note("quest.at", "18.31b", leader=leader, hex=h)
    alone(s)


def lure(s: DarkEmperorState, side: int, h: int) -> None:
    """While Ssstoth lives, a leader in the hex where Famir lies must take it (18.37)."""
    if s.where[FAMIR] == h and s.bearer[FAMIR - FIRST] < 0 and s.where[SSSTOTH] != GONE:
        pass_famir(s, h, side)

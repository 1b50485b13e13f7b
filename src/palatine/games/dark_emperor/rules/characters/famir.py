"""The Sword Famir, which draws its bearer to Ssstoth (18.3)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import FAMIR, FIRST_DEVICE, GONE, SSSTOTH
from palatine.games.dark_emperor.components.world import HOLY
from palatine.games.dark_emperor.rules.characters.deaths import pass_famir
from palatine.games.dark_emperor.rules.characters.lone_leaders import check_lone_leaders, profane, release_legions
from palatine.games.dark_emperor.rules.common.terrain import is_shut
from palatine.games.dark_emperor.state import DarkEmperorState


class Quest(Step, frozen=True):
    """Step at the start of the Movement Segment: the bearer of Famir rolls to resist its call.

    See 18.31, 18.36. First, a leader in a hex where the sword lies must take it (18.37).
    """

    def run(self, s: DarkEmperorState) -> None:
        if is_waiting(s):
            lure(s, s.phasing, s.where[FAMIR])
            return
        s.pop()
        bearer = s.bearer[FAMIR - FIRST_DEVICE]
        if bearer < 0 or s.side(bearer) != s.phasing or not goals(s, bearer):
            return
        tally = s.roll("quest")
        tally.is_roll_under = True
        tally.add(s.rating(bearer), "18.31a", "hero")
        if tally.succeeds:
            s.log("quest.free", "18.31a", tally=tally, leader=bearer, rolled=tally.rolled, value=tally.value)
            return
        s.log("quest.drawn", "18.31b", tally=tally, leader=bearer, rolled=tally.rolled, value=tally.value)
        found = goals(s, bearer)
        if len(found) > 1:
            s.push(ChooseGoal(s.phasing, bearer))
        else:
            bring_bearer(s, bearer, found[0])


def goals(s: DarkEmperorState, bearer: int) -> list[int]:
    """Return the hexes Famir can draw its bearer to (18.31, 18.35).

    Ssstoth's hex once it is known, otherwise the magic hexes with face-down markers. Empty if Ssstoth is dead (B8).
    Hexes closed to the bearer by flames or holiness are excluded (B17).
    """
    if s.where[SSSTOTH] == GONE:
        return []
    found = [s.where[SSSTOTH]] if s.where[SSSTOTH] >= 0 else sorted(s.markers)
    return [h for h in found if not is_shut(s, bearer, h)]


class ChooseGoal(ChooseOne, frozen=True):
    """Choice of the unrevealed magic hex the bearer is drawn to (18.35, B8)."""

    seat: int
    leader: int
    without_preview = "The choice names the hex; what lies there nobody knows."
    without_decision = "What lies on the hexes nobody knows."
    clause = "18.35a"
    verbs = {"goal": "space"}
    default_refusal = Refusal("18.35a", "why.no-goal")

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return goals(s, self.leader)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        bring_bearer(s, self.leader, choice)


def bring_bearer(s: DarkEmperorState, leader: int, h: int) -> None:
    """Move the bearer to a hex Famir draws them to, and end their movement."""
    if s.where[leader] >= 0:
        s.shift((leader,), h)
    else:
        s.put((leader,), h)
    s.stopped = (*s.stopped, leader)
    s.log("quest.at", "18.31b", leader=leader, hex=h)
    release_legions(s)
    if HOLY[h]:
        profane(s, s.side(leader))
    check_lone_leaders(s)


def is_waiting(s: DarkEmperorState) -> bool:
    """Return whether Famir lies in a hex with a leader while Ssstoth lives."""
    h = s.where[FAMIR]
    if h < 0 or s.bearer[FAMIR - FIRST_DEVICE] >= 0 or s.where[SSSTOTH] == GONE:
        return False
    return h in s.company[0] or h in s.company[1]


def lure(s: DarkEmperorState, side: int, h: int) -> None:
    """Make a leader in the hex take Famir if it lies there and Ssstoth lives (18.37, B11).

    The last bearer's side chooses the leader.
    """
    if s.where[FAMIR] == h and is_waiting(s):
        pass_famir(s, h, s.left_by.get(FAMIR, side))

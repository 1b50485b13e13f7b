"""The Sword Famir, which draws its bearer to Ssstoth (18.3)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import FAMIR, FIRST_DEVICE, GONE, SSSTOTH
from palatine.games.dark_emperor.components.world import HOLY
from palatine.games.dark_emperor.rules.characters.alone import check_lone_leaders, profane, release_legions
from palatine.games.dark_emperor.rules.characters.deaths import pass_famir
from palatine.games.dark_emperor.rules.common.terrain import is_shut
from palatine.games.dark_emperor.state import DarkEmperorState


class Quest(Step, frozen=True):
    """The Movement Segment begins: Famir's bearer rolls, and may be drawn away (18.31, 18.36).

    Before that, a leader who is where the sword lies, however he came there, has to take it (18.37).
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
    """Ssstoth's hex once it is known, else the magic hexes with markers still face down (18.31, 18.35).

    None when Ssstoth is dead (B8), none that flames or holiness close to the bearer (B17).
    """
    if s.where[SSSTOTH] == GONE:
        return []
    found = [s.where[SSSTOTH]] if s.where[SSSTOTH] >= 0 else sorted(s.markers)
    return [h for h in found if not is_shut(s, bearer, h)]


class ChooseGoal(ChooseOne, frozen=True):
    """To which unrevealed magic hex the bearer is drawn (18.35, B8)."""

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
    """The bearer is in the hex the sword wants, and stays there."""
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
    """Whether Famir lies where a leader is, and Ssstoth lives."""
    h = s.where[FAMIR]
    if h < 0 or s.bearer[FAMIR - FIRST_DEVICE] >= 0 or s.where[SSSTOTH] == GONE:
        return False
    return h in s.company[0] or h in s.company[1]


def lure(s: DarkEmperorState, side: int, h: int) -> None:
    """While Ssstoth lives, a leader in the hex where Famir lies must take it; the last bearer's side says who (18.37,
    B11)."""
    if s.where[FAMIR] == h and is_waiting(s):
        pass_famir(s, h, s.left_by.get(FAMIR, side))

"""Elections in Kelaron Oiret, and the Doge's Torch of Liberty (17, 15.6)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.dark_emperor.components.pieces import FIRST_DEVICE, GONE, POOL, TORCH
from palatine.games.dark_emperor.components.tables import CANDIDATES, ELECTION
from palatine.games.dark_emperor.components.world import KELARON
from palatine.games.dark_emperor.rules.characters.devices import entrust
from palatine.games.dark_emperor.state import DarkEmperorState

_TORCH = TORCH - FIRST_DEVICE


class Election(Step, frozen=True):
    """Step that elects a Doge on odd turns, in the phase of Kelaron's controller (17, E1)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        if s.turn % 2 and s.control[KELARON] == s.phasing:
            elect(s)


def living(s: DarkEmperorState) -> list[int]:
    """Return the living candidates in table order."""
    return [leader for leader in CANDIDATES if s.where[leader] not in (POOL, GONE)]


def elect(s: DarkEmperorState) -> None:
    """Elect a Doge, by die if there are several candidates, and move the Torch (15.6, 17, E2)."""
    alive = living(s)
    if not alive:
        lose_torch(s)
    elif len(alive) == 1:
        s.log("doge.only", "17b", leader=alive[0])
        enthrone(s, alive[0])
    else:
        tally = s.roll("election")
        doge = ELECTION[tally.rolled - 1] if len(alive) > 2 else alive[tally.rolled % 2 == 0]
        s.log("doge", "17a" if len(alive) > 2 else "17b", tally=tally, leader=doge, rolled=tally.rolled)
        enthrone(s, doge)


def enthrone(s: DarkEmperorState, leader: int) -> None:
    """Make a leader Doge and move the Torch to them, wherever it was (15.6a, E3, E6)."""
    s.doge = leader
    if s.where[TORCH] == GONE:
        return
    if s.bearer[_TORCH] != leader:
        s.log("torch", "15.6a", leader=leader, hex=s.where[leader])
    entrust(s, TORCH, leader)


def lose_torch(s: DarkEmperorState) -> None:
    """Remove the Torch from play, as all of Kelaron's leaders are dead (15.6c)."""
    if s.where[TORCH] != GONE:
        s.bearer[_TORCH] = -1
        s.left_by.pop(TORCH, None)
        s.where[TORCH] = GONE
        s.log("torch.gone", "15.6c")


def doge_dies(s: DarkEmperorState) -> None:
    """Elect a new Doge after the death of the last one (15.6b, E4).

    Called after any death of a leader.
    """
    if s.doge >= 0 and s.where[s.doge] in (POOL, GONE):
        s.doge = -1
        elect(s)
    elif not living(s):
        lose_torch(s)

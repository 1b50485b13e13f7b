"""Return from the dead, and inheritance of the Sword Famir (14.22, 16, 18.37).

Deaths of leaders are in `lone_leaders`.
"""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
    PADRECH,
    TOL_MORN,
)
from palatine.games.dark_emperor.rules.characters.devices import entrust
from palatine.games.dark_emperor.state import DarkEmperorState

LORDS_OF_DEATH = (PADRECH, TOL_MORN)


def rise(s: DarkEmperorState, leader: int, h: int) -> None:
    """Put a dead leader back into play in a hex (14.22, 16)."""
    s.deaths = tuple([death for death in s.deaths if death.leader != leader])
    s.put((leader,), h)


def pass_famir(s: DarkEmperorState, h: int, chooser: int) -> None:
    """Make a leader in the hex, of either side, take Famir and its quest.

    `chooser` chooses if there are several leaders. See 18.37b to 18.37d, B11.
    """
    heirs = (*s.leaders(NECROMANCER_SIDE, h), *s.leaders(KINGDOMS_SIDE, h))
    if len(heirs) > 1:
        s.push(NextBearer(chooser, heirs, h))
    elif heirs:
        take_famir(s, heirs[0])


def take_famir(s: DarkEmperorState, leader: int) -> None:
    entrust(s, FAMIR, leader)
    s.heir = leader
    s.log("famir.passes", "18.37b", device=FAMIR, leader=leader, hex=s.where[leader])


class NextBearer(ChooseOne, frozen=True):
    """Choice of the leader who must take up Famir (18.37c)."""

    seat: int
    heirs: tuple[int, ...]
    hex: int
    without_preview = "The choice names the leader."
    clause = "18.37c"
    verbs = {"bearer": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return self.heirs

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        take_famir(s, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action[1] in self.heirs else Refusal("18.37c", "why.no-heir", {"hex": self.hex})

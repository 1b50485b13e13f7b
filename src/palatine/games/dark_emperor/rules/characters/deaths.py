"""The deaths of leaders, and what becomes of their devices (9.27d, 15.12b, 15.21, 16)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    FIRST_DEVICE,
    GONE,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
    PADRECH,
    POOL,
    SSSTOTH,
    TOL_MORN,
)
from palatine.games.dark_emperor.components.tables import CANDIDATES
from palatine.games.dark_emperor.rules.characters import devices as use
from palatine.games.dark_emperor.rules.characters import transfers
from palatine.games.dark_emperor.rules.characters.elections import doge_dies
from palatine.games.dark_emperor.rules.common.victory import necromancer_falls
from palatine.games.dark_emperor.state import DarkEmperorState, Death

LORDS_OF_DEATH = (PADRECH, TOL_MORN)


def kill(s: DarkEmperorState, leader: int, slayers: int = -1, final: bool = False) -> None:
    """A leader dies: his devices go to the slayers' side, if any, and others take his place (9.27d, 15.12b, 16).

    `final` when a Lord of Death dies for good (15.21).
    """
    h, side, devices = s.where[leader], s.side(leader), s.carried(leader)
    for d in devices:
        s.bearer[d - FIRST_DEVICE] = -1
        s.left_by[d] = side
    s.deaths = (*[death for death in s.deaths if death.leader != leader], Death(leader, h, s.turn, final))
    s.lift((leader,), GONE if final else POOL)
    s.duels = tuple([each for each in s.duels if each != leader])
    s.sway.pop(leader, None)
    kind, clause = manner_of_death(leader, final)
    s.note(kind, clause, leader=leader, hex=h)
    if leader in CANDIDATES:
        doge_dies(s)
    bequeath(s, h, side, slayers, devices)
    if s.legions:
        use.release_legions(s)
    if final and leader == PADRECH:
        necromancer_falls(s)


def manner_of_death(leader: int, final: bool) -> tuple[str, str]:
    """How the journal tells a death, and the clause."""
    if final:
        return "death.for-good", "16b"
    return ("death.for-a-time", "16a") if leader in LORDS_OF_DEATH else ("death", "9.27d")


def bequeath(s: DarkEmperorState, h: int, side: int, slayers: int, devices: list[int]) -> None:
    """Of the devices a dead leader of a side carried, those that lie where he fell go to his slayers (15.12b, C14).

    Famir, while Ssstoth lives, must be taken by whatever leader is there, as its last owner says (18.37).
    """
    if s.where[FAMIR] == h and s.bearer[FAMIR - FIRST_DEVICE] < 0 and s.where[SSSTOTH] != GONE:
        pass_famir(s, h, side)
    if slayers >= 0:
        transfers.capture_devices(s, h, slayers, devices)


def pass_famir(s: DarkEmperorState, h: int, chooser: int) -> None:
    """A leader of either side, if any is in its hex, takes up the sword and its quest (18.37b to 18.37d, B11)."""
    heirs = (*s.leaders(NECROMANCER_SIDE, h), *s.leaders(KINGDOMS_SIDE, h))
    if len(heirs) > 1:
        s.push(NextBearer(chooser, heirs, h))
    elif heirs:
        take_famir(s, heirs[0])


def take_famir(s: DarkEmperorState, leader: int) -> None:
    s.bearer[FAMIR - FIRST_DEVICE] = leader
    s.left_by.pop(FAMIR, None)
    s.heir = leader
    s.note("famir.passes", "18.37b", device=FAMIR, leader=leader, hex=s.where[leader])


class NextBearer(ChooseOne, frozen=True):
    """Which of several leaders must take up Famir (18.37c)."""

    seat: int
    heirs: tuple[int, ...]
    hex: int
    clause = "18.37c"
    verbs = {"bearer": "piece"}

    def among(self, s: DarkEmperorState) -> Iterable[int]:
        return self.heirs

    def chosen(self, s: DarkEmperorState, choice: int) -> None:
        take_famir(s, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action[1] in self.heirs else Refusal("18.37c", "why.no-heir", {"hex": self.hex})

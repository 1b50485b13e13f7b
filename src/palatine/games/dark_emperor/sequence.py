"""The Turn Sequence Outline (4): two Player-Turns a game-turn, with phases and segments."""

from __future__ import annotations

from typing import Final

from palatine.core import Sequence, Step
from palatine.games.dark_emperor.components.pieces import KINGDOMS_SIDE, NECROMANCER_SIDE
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.rules.characters.devices import OpenDevices
from palatine.games.dark_emperor.rules.characters.elections import Election
from palatine.games.dark_emperor.rules.characters.famir import Quest
from palatine.games.dark_emperor.rules.characters.leaders import Returns
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.common.taxation import Taxation
from palatine.games.dark_emperor.rules.common.victory import FinalCount
from palatine.games.dark_emperor.rules.magic.legions import ClaimLegions
from palatine.games.dark_emperor.rules.magic.procedure import (
    CombatMagic,
    DiplomacyMagic,
    MovementMagic,
    RenewMagic,
    UndeadMagic,
)
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.movement.naval import Embarkation
from palatine.games.dark_emperor.rules.movement.stacking import StackingJudgment
from palatine.games.dark_emperor.rules.realm.activation import AutomaticActivation
from palatine.games.dark_emperor.rules.realm.conquest import Conquest
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import HeroicCombat, Reveal
from palatine.games.dark_emperor.rules.realm.mercenaries import Latecomers
from palatine.games.dark_emperor.rules.realm.recruitment import Recruitment
from palatine.games.dark_emperor.rules.realm.vampires import VampireRecruitment
from palatine.games.dark_emperor.state import DarkEmperorState


class Opening(Step, frozen=True):
    """Step at the start of a Player-Turn: resets the records of the last one."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        s.trails, s.origin, s.landed, s.stopped = {}, {}, (), ()
        s.slain, s.routed, s.tried, s.sway, s.duels, s.bought, s.recruits = (), (), (), {}, (), {}, ()
        s.log("player-turn", "4b", side=s.phasing, turn=s.turn)


MOVEMENT_PHASE: tuple[type[Step], ...] = (
    OpenMovement, OpenDevices, MovementMagic,
    Embarkation, Latecomers, Quest, Movement,
    Attrition,
)  # fmt: skip
COMBAT_PHASE: tuple[type[Step], ...] = (ClaimLegions, CombatMagic, Battles, UndeadMagic, StackingJudgment)
DIPLOMACY_PHASE: tuple[type[Step], ...] = (DiplomacyMagic, Diplomacy, Reveal, HeroicCombat)
OUTLINES: tuple[tuple[type[Step], ...], ...] = (
    (
        Opening, Returns, VampireRecruitment, Taxation, Recruitment, Election,
        *MOVEMENT_PHASE, *COMBAT_PHASE, *DIPLOMACY_PHASE, Conquest,
    ),
    (
        Opening, Taxation, Recruitment, Election,
        *MOVEMENT_PHASE, *COMBAT_PHASE, *DIPLOMACY_PHASE, Conquest,
    ),
)  # fmt: skip
"""By player: the steps of a Player-Turn (4.A1a to 4.B2)."""


SEGMENTS: Final = tuple([
    tuple([segment(side) if segment.needs_decision else segment() for segment in outline])
    for side, outline in enumerate(OUTLINES)
])  # fmt: skip
"""`OUTLINES` as step instances, ready to be pushed."""


MOVING: Final = tuple([outline.index(Movement) for outline in OUTLINES])


def has_moved(s: DarkEmperorState) -> bool:
    """Return whether this Player-Turn's Movement Segment has started, or the match is over."""
    if not s.flow:
        return True
    return any([isinstance(step, PlayerTurn) and step.at > MOVING[step.side] for step in s.flow])


class PlayerTurn(Step, frozen=True):
    """One player's part of a game-turn (4b)."""

    side: int
    at: int = 0

    def run(self, s: DarkEmperorState) -> None:
        outline = SEGMENTS[self.side]
        if self.at == len(outline):
            s.pop()
            return
        s.phasing = self.side
        s.replace_top(PlayerTurn(self.side, self.at + 1))
        s.push(outline[self.at])


class EndOfGameTurn(Step, frozen=True):
    """Step that advances the Game-Turn marker, or ends the game after the fourteenth (4.5)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        s.breached = ()
        if s.turn == LAST_TURN:
            s.push(FinalCount())
        else:
            s.turn += 1
            s.phasing = NECROMANCER_SIDE
            s.log("game-turn", "4.5a", turn=s.turn)


class GameTurn(Sequence, frozen=True):
    """A game-turn: both Player-Turns, the Necromancer's first (4a)."""

    order = (AutomaticActivation, RenewMagic, PlayerTurn, PlayerTurn, EndOfGameTurn)

    def stage(self, s: DarkEmperorState, kind: type[Step]) -> Step:
        if kind is PlayerTurn:
            return PlayerTurn(NECROMANCER_SIDE if self.at == 2 else KINGDOMS_SIDE)
        return kind()

    def done(self, s: DarkEmperorState) -> None:
        s.replace_top(GameTurn())

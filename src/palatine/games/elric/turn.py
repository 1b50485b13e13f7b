"""The sequence of play: game-turns, one player-turn for each player, and its steps in the order of the book (5.0)."""

from __future__ import annotations

from palatine.core import Step
from palatine.games.elric.balance import RandomBalance, WorldsEnd
from palatine.games.elric.battles import Battles, Declare
from palatine.games.elric.casting import LayCards
from palatine.games.elric.charts import TURNS
from palatine.games.elric.elric import Appearance, Bids, Stormbringer
from palatine.games.elric.founding import FOUNDING, Monsters
from palatine.games.elric.garrisons import Reversion
from palatine.games.elric.magic import MagicPhase
from palatine.games.elric.movement import Movement, OpenMovement, Stopping
from palatine.games.elric.muster import Musters, Newcomers
from palatine.games.elric.replacements import Replacements
from palatine.games.elric.search import Search
from palatine.games.elric.state import ElricState
from palatine.games.elric.victory import FinalCount, Standing


class Opening(Step, frozen=True):
    """A player-turn begins: what was noted for the one before is forgotten."""

    def run(self, s: ElricState) -> None:
        s.pop()
        s.walked, s.sailed, s.trail = {}, {}, {}
        s.changed, s.done, s.found, s.assaults, s.fought, s.casts = (), (), (), (), (), ()
        s.note("player-turn", "5.0a", seat=s.phasing, turn=s.turn)


OUTLINE: tuple[type[Step], ...] = (
    Opening, Newcomers, Appearance,
    Replacements,
    OpenMovement, Movement, Stopping, Bids,
    Search,
    MagicPhase, Declare, LayCards,
    Battles, Stormbringer,
    Musters,
    RandomBalance,
    Reversion, Standing,
)  # fmt: skip
"""The steps of a player-turn (5.0): each runs, or is a step that finds out whether its player is to be asked."""
FOUNDING_OUTLINE: tuple[type[Step], ...] = (
    Opening, OpenMovement, Movement, Stopping, Search, Monsters, Musters, Standing,
)  # fmt: skip
"""The steps of the solitaire scenario: no Elric, no replacements, no magic (14.1; ruling A-135)."""


class PlayerTurn(Step, frozen=True):
    """One player's part of a game-turn (5.0)."""

    seat: int
    at: int = 0

    def run(self, s: ElricState) -> None:
        outline = FOUNDING_OUTLINE if s.scenario == FOUNDING else OUTLINE
        if self.at == len(outline) or (self.at == 0 and self.seat in s.out):
            s.pop()
            return
        s.phasing = self.seat
        s.become(PlayerTurn(self.seat, self.at + 1))
        segment = outline[self.at]
        s.push(segment(self.seat) if segment.asks else segment())


class GameTurn(Step, frozen=True):
    """A player-turn for each player, in order; then the Turn Marker goes on (5.0)."""

    at: int = 0

    def run(self, s: ElricState) -> None:
        if self.at < len(s.order):
            s.become(GameTurn(self.at + 1))
            s.push(PlayerTurn(s.order[self.at]))
        else:
            s.become(NextTurn())
            s.push(WorldsEnd())


class NextTurn(Step, frozen=True):
    """The game ends after its tenth turn, or the Turn Marker goes to the next space (3.3, 5.0)."""

    def run(self, s: ElricState) -> None:
        if s.turn == TURNS:
            s.become(FinalCount())
            return
        s.turn += 1
        s.become(GameTurn())
        s.note("game-turn", "5.0a", turn=s.turn)

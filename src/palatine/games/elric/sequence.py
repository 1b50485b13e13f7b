"""The sequence of play: game-turns, player-turns and their steps, in rulebook order (5.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from palatine.core import Step
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.tables import DUEL, FOUNDING, TURNS
from palatine.games.elric.components.world import NATIONS
from palatine.games.elric.rules.combat.battles import Battles, Declare
from palatine.games.elric.rules.combat.spell_laying import LayCards
from palatine.games.elric.rules.common.balance import RandomBalance, WorldsEnd
from palatine.games.elric.rules.common.elric_appears import Appearance
from palatine.games.elric.rules.common.replacements import Replacements
from palatine.games.elric.rules.common.sieges import Reversion
from palatine.games.elric.rules.common.stormbringer import Stormbringer
from palatine.games.elric.rules.common.takeover import Bids
from palatine.games.elric.rules.common.victory import CheckEliminations, FinalCount
from palatine.games.elric.rules.founding import Monsters
from palatine.games.elric.rules.magic.magic_phase import MagicPhase
from palatine.games.elric.rules.magic.search import Search
from palatine.games.elric.rules.movement.movement import Movement, OpenMovement, Stopping
from palatine.games.elric.rules.realm.muster import Musters, Newcomers
from palatine.games.elric.state import NOBODY, STORED_NAMES, ElricState


class BeginPlayerTurn(Step, frozen=True, tag=STORED_NAMES):
    """The start of a player-turn, which clears the records of the previous one."""

    def run(self, s: ElricState) -> None:
        s.pop()
        s.walked, s.sailed, s.trail = {}, {}, {}
        s.changed, s.done, s.found, s.assaults, s.fought, s.casts = (), (), (), (), (), ()
        s.log("player-turn", "5.0a", seat=s.phasing, turn=s.turn)


OUTLINE: tuple[type[Step], ...] = (
    BeginPlayerTurn, Newcomers, Appearance,
    Replacements,
    OpenMovement, Movement, Stopping, Bids,
    Search,
    MagicPhase, Declare, LayCards,
    Battles, Stormbringer,
    Musters,
    RandomBalance,
    Reversion, CheckEliminations,
)  # fmt: skip
"""The steps of a player-turn, each run or checked for a decision of its player (5.0)."""
FOUNDING_OUTLINE: tuple[type[Step], ...] = (
    BeginPlayerTurn, OpenMovement, Movement, Stopping, Search, Monsters, Musters, CheckEliminations,
)  # fmt: skip
"""The steps of the solitaire scenario: no Elric, no replacements, no magic (14.1; A-135)."""


def may_be_out(s: ElricState) -> bool:
    """Return whether a seat may be eliminated.

    True if a seat has no nation or has left, and always in the duel.
    """
    return s.scenario == DUEL or bool(s.leaving) or not {*s.order}.issubset(s.ruler[: len(NATIONS)])


MAY_APPLY: Final[Mapping[type[Step], Callable[[ElricState], object]]] = {
    Newcomers: lambda s: s.fresh or s.coming,
    OpenMovement: lambda s: s.tipped < 0,
    Bids: lambda s: s.where[ELRIC] in s.stacks[s.phasing] and s.owner[ELRIC] not in (NOBODY, s.phasing),
    MagicPhase: lambda s: s.hand or s.bearer or s.maintained or s.owner[ELRIC] == s.phasing,
    LayCards: lambda s: s.assaults or s.found or s.is_contested(s.phasing),
    Battles: lambda s: s.laid or s.assaults or s.found or s.is_contested(s.phasing),
    Stormbringer: lambda s: s.fought,
    Musters: lambda s: s.hand,
    RandomBalance: lambda s: s.options["random-balance"] != "off",
    Reversion: lambda s: s.holds or s.rewarded,
    CheckEliminations: may_be_out,
}
"""Quick tests for steps that are often idle: whether the step may have an effect."""


def outline_of(s: ElricState) -> tuple[type[Step], ...]:
    return FOUNDING_OUTLINE if s.scenario == FOUNDING else OUTLINE


class PlayerTurn(Step, frozen=True):
    """One player's part of a game-turn (5.0)."""

    seat: int
    at: int = 0

    def current_step(self, s: ElricState) -> type[Step]:
        return outline_of(s)[max(self.at - 1, 0)]

    def run(self, s: ElricState) -> None:
        outline = outline_of(s)
        if self.at == 0 and self.seat in s.out:
            s.pop()
            return
        s.phasing = self.seat
        flow, depth = s.flow, len(s.flow)
        for at in range(self.at, len(outline)):
            kind = outline[at]
            may_apply = MAY_APPLY.get(kind)
            if may_apply is not None and not may_apply(s):
                continue
            if kind.needs_decision:
                s.push(kind(self.seat))
            else:
                step = kind()
                s.push(step)
                step.run(s)
            if len(flow) != depth:  # A decision is pending, or the match is over.
                if flow:
                    flow[depth - 1] = PlayerTurn(self.seat, at + 1)
                return
        s.pop()


class GameTurn(Step, frozen=True):
    """A player-turn for each player, in order; the Turn Marker then advances (5.0)."""

    at: int = 0

    def run(self, s: ElricState) -> None:
        if self.at < len(s.order):
            s.replace_top(GameTurn(self.at + 1))
            s.push(PlayerTurn(s.order[self.at]))
        else:
            s.replace_top(NextTurn())
            s.push(WorldsEnd())


class NextTurn(Step, frozen=True):
    """The end of the game after its tenth turn; otherwise the Turn Marker advances (3.3, 5.0)."""

    def run(self, s: ElricState) -> None:
        if s.turn == TURNS:
            s.replace_top(FinalCount())
            return
        s.turn += 1
        s.replace_top(GameTurn())
        s.log("game-turn", "5.0a", turn=s.turn)

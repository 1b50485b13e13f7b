"""Analysis of a finished match: the decisions that changed the chances most."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Action, RecapItem, State, Unknown
from palatine.core.guidance.analysis import Analysis
from palatine.core.scenario import REFEREE
from palatine.matches.guidance import chapters
from palatine.matches.guidance.answers import KeyDecision
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.secret_orders import sheets_by_ply
from palatine.matches.wording import refused_error
from palatine.players.analysis import Decision
from palatine.players.plan_description import action_items
from palatine.processes import WorkFailed

WORK_KIND = "palatine.matches.guidance.analysis:analyse_from"
TIMEOUT_SECONDS, MEMORY_MEGABYTES = 180.0, 1024
ANALYSIS_SECONDS = 45.0
"""Maximum seconds of search for one decision."""
SAMPLES = 240
MAX_DECISIONS = 12
"""Maximum number of decisions to analyse in a match."""


class AnalysisTask(msgspec.Struct, frozen=True, array_like=True):
    """A request for the value of the decision that led from one position to another."""

    game: str
    before: bytes
    after: bytes
    decision: Decision
    seed: int


def analyse_from(data: bytes) -> bytes:
    """Answer an encoded `AnalysisTask` with an `Analysis`."""
    asked = msgspec.msgpack.decode(data, type=AnalysisTask)
    game = registry.load(asked.game)
    before, after = game.decode(asked.before), game.decode(asked.after)
    found = registry.analyse(
        game, before, asked.decision, after, samples=SAMPLES, seconds=ANALYSIS_SECONDS, seed=asked.seed
    )
    return msgspec.msgpack.encode(found)


def key_decisions(context: MatchRuntime, match: str) -> tuple[KeyDecision, ...]:
    """Return the decisions that changed their player's chances most, in order of play.

    Decisions of bots are left out unless only bots played. Raises `Refused` while the match is in play.
    """
    walk = _Walk(context, _finished(context, match))
    found = sorted(walk.decisions(), key=lambda each: -abs(each.change))[:MAX_DECISIONS]
    return tuple(sorted(found, key=lambda each: (each.before, each.seat)))


def analyse(context: MatchRuntime, match: str, before: int, seat: str) -> Analysis:
    """Return the value of the decision of a seat that began after `before` actions.

    The decision need not be one of `key_decisions`. Raises `Refused` while the match is in play, if the seat made no
    decision there, and if the analysis fails.
    """
    loaded = _finished(context, match)
    loaded.check_seat(seat)
    key = (match, loaded.row.version, before, seat)
    with context.lock(f"analyse {match} {before} {seat}"):
        known = context.analyses.get(key)
        if known is None:
            known = _analysed(context, loaded, before, seat)
            context.analyses.put(key, known)
    return known


def _finished(context: MatchRuntime, match: str) -> LoadedMatch:
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused_error("no-analysis")
    return loaded


def _analysed(context: MatchRuntime, loaded: LoadedMatch, before: int, seat: str) -> Analysis:
    game = loaded.game
    made = _Walk(context, loaded).made(before, seat)
    if made is None:
        raise refused_error("no-decision", seat=loaded.titles(None)[seat])
    after, decision = made
    try:
        first, last = [game.encode(context.state_at(loaded, at)) for at in (before, after)]
        asked = msgspec.msgpack.encode(AnalysisTask(loaded.row.game, first, last, decision, before))
        answer = context.executor.call(
            WORK_KIND, asked, seconds=TIMEOUT_SECONDS, megabytes=MEMORY_MEGABYTES, reserve=1
        )
    except (WorkFailed, Unknown) as error:
        raise refused_error("analysis-failed") from error
    return msgspec.msgpack.decode(answer, type=Analysis)


class _Walk:
    """The decisions of a match.

    A decision is a seat's actions in one phase or, with secret orders, a seat's sheet of one turn.
    """

    def __init__(self, context: MatchRuntime, loaded: LoadedMatch) -> None:
        self.context = context
        self.loaded = loaded
        self.game: Any = loaded.game
        self.line = [
            each
            for each in context.storage.actions_in_force(loaded.row.id, -1, loaded.row.ply)
            if each.kind != "begin"
        ]
        people = {seat.seat for seat in loaded.seats if not seat.bot}
        self.seats = (people or {seat.seat for seat in loaded.seats}) - {REFEREE}
        self._states: dict[int, State | None] = {}

    def decisions(self) -> Iterator[KeyDecision]:
        """Yield the decisions whose positions are available, except those of setting up."""
        spans = self._turns() if self.game.orders else self._phases()
        for before, after, seat in spans:
            first, last = self._state(before), self._state(after)
            if first is None or last is None or self.game.is_setting_up(first, seat):
                continue
            at = first.seats.index(seat)
            chance = self.game.evaluate(first)[at]
            change = self.game.evaluate(last)[at] - chance
            yield KeyDecision(before, after, getattr(first, "turn", 0), seat, chance, change)

    def made(self, before: int, seat: str) -> tuple[int, Decision] | None:
        """Return the ply after a decision and the decision, or None if the seat made none."""
        spans = self._turns({seat}) if self.game.orders else self._phases({seat})
        after = next((upto for begin, upto, who in spans if (begin, who) == (before, seat)), None)
        if after is None:
            return None
        if self.game.orders:
            return after, Decision(seat, (), self._handed_in[after])
        return after, Decision(
            seat, tuple(self._actions(before, after, seat)), items=tuple(self._items(before, after, seat))
        )

    def _phases(self, seats: set[str] | None = None) -> Iterator[tuple[int, int, str]]:
        for low, high in pairwise(self._bounds()):
            inside = [each for each in self.line if low < each.ply <= high and each.kind == "action"]
            for seat in sorted(self.seats if seats is None else seats):
                own = [each.ply for each in inside if each.seat == seat]
                if any(each.seat == seat and not each.forced for each in inside):
                    yield own[0] - 1, own[-1], seat

    def _bounds(self) -> list[int]:
        """Return the plies that delimit phases.

        In a game without phases, they are the plies at which the acting seat changes.
        """
        last = self.loaded.row.ply
        found = list(chapters.turn_starts(self._boundary, 0, last))
        if not found:
            found = [one.ply for one, other in pairwise(self.line) if one.seat != other.seat]
        return [0, *found, last]

    def _turns(self, seats: set[str] | None = None) -> Iterator[tuple[int, int, str]]:
        for record in self.line:
            if record.kind == "turn":
                handed_in = self._handed_in[record.ply]
                for seat in sorted(self.seats if seats is None else seats):
                    if seat in handed_in:
                        yield record.ply - 1, record.ply, seat

    def _actions(self, before: int, after: int, seat: str) -> Iterator[Action]:
        for record in self.line:
            if before < record.ply <= after and record.seat == seat and record.kind == "action":
                yield record.verb, record.operand

    def _items(self, before: int, after: int, seat: str) -> list[RecapItem]:
        """Return the actions of a decision as the journal reported them."""
        entries = [
            entry
            for record in self.line
            if before < record.ply <= after and record.seat == seat and record.kind == "action"
            for entry in record.entries[:1]
        ]
        return action_items(self.game, entries, seat, self.loaded.names.index(seat))

    @cached_property
    def _handed_in(self) -> dict[int, dict[str, str]]:
        """The last sheet that each seat handed in for a turn, by the ply after the turn."""
        return dict(sheets_by_ply(self.context.records_after(self.loaded, 0)))

    def _boundary(self, at: int) -> int:
        state = self._state(at)
        found: int = self.game.planning_period(state) if state is not None else 0
        return found

    def _state(self, at: int) -> State | None:
        """Return the position after `at` actions; None if it is not available."""
        if at not in self._states:
            try:
                self._states[at] = self.context.state_at(self.loaded, at)
            except Unknown:
                self._states[at] = None
        return self._states[at]

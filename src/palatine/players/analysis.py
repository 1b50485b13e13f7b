"""Analysis of a past decision: the marshal's search, with the decision as the baseline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from palatine.core import Action, Dice, Game, OrdersGame, RecapItem, Sheet, State
from palatine.core.guidance.analysis import Analysis
from palatine.players.halving import Budget, Candidate, SerialRunner, sequential_halving
from palatine.players.marshal import without_duplicates
from palatine.players.plan_description import plan_items
from palatine.players.rollouts import (
    Policy,
    PolicyRollout,
    Rollout,
    SheetRollout,
    alternative_parameters,
    captain_bot,
    rollout_bot,
)

VARIED_POLICIES = 5
"""Number of varied parameter sets tried in addition to the captain's own."""
SEARCH_SHARE = 0.5
"""Share of the samples for the search; the rest is divided equally among the estimates."""
MIN_WORLDS = 4
"""Minimum number of worlds for a mean."""
MIN_LEAD_SIGMAS = 2.0
"""Minimum lead in standard errors; a smaller one may be luck."""
MIN_REPORTED_GAIN = 0.02
"""Minimum gain worth reporting."""
MAX_LISTED_ACTIONS = 30
"""Maximum number of actions of a better plan to list."""
LOOKAHEAD_ACTIONS = 4
"""Number of next actions of a line to search for a legal one; skipped actions are dropped."""


class Decision(msgspec.Struct, frozen=True):
    """A seat's decision in one phase: its actions in order or, with secret orders, its sheet."""

    seat: str
    actions: tuple[Action, ...] = ()
    sheets: dict[str, str] = {}
    """Texts of all sheets handed in, by seat, including the seat's own."""
    items: tuple[RecapItem, ...] = ()
    """The actions as they were reported in play."""


class Difference(NamedTuple):
    """The actions of two plans without those that both have, in order."""

    better: tuple[str, ...]
    """The better alternative in words, or the lines of its sheet."""
    plan: tuple[RecapItem, ...]
    decided: tuple[RecapItem, ...]


def different_items(
    best: Sequence[RecapItem], decided: Sequence[RecapItem]
) -> tuple[tuple[RecapItem, ...], tuple[RecapItem, ...]]:
    """Return the items of each plan whose text the other does not have."""
    of_best, of_decided = {item.text for item in best}, {item.text for item in decided}
    plan = [item for item in best if item.text not in of_decided]
    other = [item for item in decided if item.text not in of_best]
    return tuple(plan[:MAX_LISTED_ACTIONS]), tuple(other[:MAX_LISTED_ACTIONS])


class ActionLine(msgspec.Struct, frozen=True):
    """Actions to play as far as a world allows."""

    actions: tuple[Action, ...]


class ActionLineBot:
    """Bot that plays a line of actions.

    The captain decides if none of the next actions is legal or the line is finished.
    """

    def __init__(self, game: Game[Any], line: ActionLine) -> None:
        self.game = game
        self.left = list(line.actions)
        self.captain = rollout_bot(game)

    def decide(self, state: Any, seat: str) -> Action:
        legal = self.game.actions(state, seat)
        for at, action in enumerate(self.left[:LOOKAHEAD_ACTIONS]):
            if action in legal:
                del self.left[: at + 1]
                return action
        found: Action = self.captain.decide(state, seat)
        return found


class SampledPlanRollout(PolicyRollout):
    """Rollouts of lines and policies in worlds sampled from what the seat knows."""

    def player(self, policy: Any) -> Any:
        return ActionLineBot(self.game, policy) if isinstance(policy, ActionLine) else super().player(policy)


class TruePositionRollout(SampledPlanRollout):
    """Rollouts of lines and policies from the true position with new dice."""

    def sampled_state_from(self, seed: bytes) -> State:
        return with_new_dice(self.state, seed)


class TruePositionSheetRollout(SheetRollout):
    """Rollouts of sheets against the sheets that the others handed in, with new dice."""

    def __init__(
        self, game: OrdersGame[Any], state: Any, seat: str, seed: int, sheets: Mapping[str, Sheet]
    ) -> None:
        super().__init__(game, state, seat, seed)
        self.sheets = sheets

    def sampled_state_from(self, seed: bytes) -> State:
        return with_new_dice(self.state, seed)

    def submit_other_sheets(self, world: Any, players: Mapping[str, Any]) -> None:
        game: Any = self.game
        for seat, sheet in self.sheets.items():
            if seat != self.seat:
                game.set_sheet(world, seat, sheet)

    def hand_in(self, world: Any, sheet: Sheet) -> None:
        game: Any = self.game
        game.set_sheet(world, self.seat, sheet)
        game.run_turn(world)


def with_new_dice(state: Any, seed: bytes) -> State:
    """Return a copy of the position with new dice."""
    world: State = state.copy()
    world.dice = Dice(seed)
    return world


def analyse(
    game: Game[Any],
    before: State,
    decision: Decision,
    after: State,
    *,
    samples: int = 240,
    seconds: float | None = None,
    seed: int = 0,
) -> Analysis:
    """Return what the decision that led from `before` to `after` was worth.

    With a fixed number of samples the result is deterministic. If they would take more than `seconds`, fewer are
    used. Better plans are found without information hidden from the seat.
    """
    kind = _Orders if isinstance(game, OrdersGame) else _Actions
    return kind(game, before, decision, after, samples, seconds, seed).analysis()


class _Analyst:
    """Analysis common to actions and sheets."""

    def __init__(
        self,
        game: Any,
        before: State,
        decision: Decision,
        after: State,
        samples: int,
        seconds: float | None,
        seed: int,
    ) -> None:
        self.game = game
        self.before = before
        self.decision = decision
        self.after = after
        self.seat = decision.seat
        self.random = Random(seed)
        self.samples = samples
        self.seconds = seconds

    def analysis(self) -> Analysis:
        decided, *others = without_duplicates(self.candidates())
        if self.seconds is not None:
            self.samples = min(self.samples, self._rollouts_within(self.seconds, decided))
        self.search = int(self.samples * SEARCH_SHARE) if others else 0
        self.each = max(MIN_WORLDS, (self.samples - self.search) // 4)
        """Number of rollouts of each estimate.

        Estimates are made of the decision and the best plan in fresh worlds, of both in the true world, and of the
        position after the decision.
        """
        best = self._best(decided, others)
        fresh = self.sampled(self.random.getrandbits(64))
        known = Candidate(decided)
        known.values = [fresh(decided, k) for k in range(self.each)]
        found = Candidate(best)
        found.values = known.values if best is decided else [fresh(best, k) for k in range(self.each)]
        gain, error = found.gain(known)
        sure = gain >= MIN_REPORTED_GAIN and gain >= MIN_LEAD_SIGMAS * error
        truly = _mean(self.open(self.random.getrandbits(64)), decided, self.each)
        after = self._worth_after()
        told = self.difference(best if sure else decided)
        return Analysis(
            seat=self.seat,
            expected=known.mean,
            hidden=truly - known.mean,
            dice=after - truly,
            after=after,
            gain=max(0.0, gain) if best is not decided else 0.0,
            error=error if best is not decided else 0.0,
            is_mistake=sure,
            better=told.better,
            plan=told.plan,
            decided=told.decided,
            samples=self.search + 4 * self.each,
        )

    def _rollouts_within(self, seconds: float, decided: Any) -> int:
        """Return an estimate of how many rollouts fit into the time, measured on the first ones."""
        trial, begun = self.sampled(0), perf_counter()
        for k in range(2):
            trial(decided, k)
        return int(2 * seconds / max(1e-6, perf_counter() - begun))

    def _best(self, decided: Any, others: list[Any]) -> Any:
        if not others:
            return decided
        trial = self.sampled(self.random.getrandbits(64))
        budget = Budget(max(self.search, MIN_WORLDS * (1 + len(others))))
        return sequential_halving([Candidate(each) for each in (decided, *others)], SerialRunner(trial), budget)[
            0
        ].candidate

    def _worth_after(self) -> float:
        if self.after.outcome is not None:
            found: float = self.game.evaluate(self.after)[self.before.seats.index(self.seat)]
            return found
        trial, k = self.from_after(self.random.getrandbits(64)), range(self.each)
        if not trial.is_alone:
            trial.horizon = self.game.planning_period(self.before) + self.game.evaluation.horizon
        return sum(self.finish(trial, each) for each in k) / self.each

    def candidates(self) -> list[Any]:
        raise NotImplementedError

    def sampled(self, seed: int) -> Any:
        raise NotImplementedError

    def open(self, seed: int) -> Any:
        raise NotImplementedError

    def from_after(self, seed: int) -> Rollout:
        raise NotImplementedError

    def finish(self, trial: Any, k: int) -> float:
        raise NotImplementedError

    def difference(self, best: Any) -> Difference:
        """Return what the best plan does that the decision did not, and the reverse.

        If the decision itself is the best plan, return all that it did.
        """
        raise NotImplementedError

    def judgements(self) -> list[Any]:
        """Return None for the captain's usual parameters, and alternatives."""
        return [None, *alternative_parameters(self.game, VARIED_POLICIES, self.random)]


class _Actions(_Analyst):
    def candidates(self) -> list[Any]:
        return [ActionLine(self.decision.actions), *map(self.sampled(0).own_policy, self.judgements())]

    def sampled(self, seed: int) -> Any:
        return SampledPlanRollout(self.game, self.before, self.seat, seed)

    def open(self, seed: int) -> Any:
        return TruePositionRollout(self.game, self.before, self.seat, seed)

    def from_after(self, seed: int) -> Rollout:
        return TruePositionRollout(self.game, self.after, self.seat, seed)

    def finish(self, trial: Any, k: int) -> float:
        found: float = trial(Policy(), k)
        return found

    def difference(self, best: Any) -> Difference:
        line = ActionLine(self.decision.actions)
        decided = self.decision.items or self.items(line)
        if best == line:
            return Difference((), (), tuple(decided[:MAX_LISTED_ACTIONS]))
        plan, other = different_items(self.items(best), decided)
        return Difference(tuple([item.text for item in plan]), plan, other)

    def items(self, candidate: Any) -> tuple[RecapItem, ...]:
        """Return what a candidate does, in one sampled world."""
        return tuple(plan_items(self.game, self.before, self.seat, self.sampled(0).player(candidate)))


class _Orders(_Analyst):
    def candidates(self) -> list[Any]:
        own = [captain_bot(self.game, each).decide(self.before, self.seat) for each in self.judgements()]
        return [self.game.parse(self.decision.sheets[self.seat]), *own]

    def sampled(self, seed: int) -> Any:
        return SheetRollout(self.game, self.before, self.seat, seed)

    def open(self, seed: int) -> Any:
        sheets = {seat: self.game.parse(text) for seat, text in self.decision.sheets.items()}
        return TruePositionSheetRollout(self.game, self.before, self.seat, seed, sheets)

    def from_after(self, seed: int) -> Rollout:
        return TruePositionSheetRollout(self.game, self.after, self.seat, seed, {})

    def finish(self, trial: Any, k: int) -> float:
        found: float = trial.finish(*trial.world(k))
        return found

    def difference(self, best: Any) -> Difference:
        given = self.game.parse(self.decision.sheets[self.seat])
        decided = self.items(given)
        if best == given:
            return Difference((), (), tuple(decided[:MAX_LISTED_ACTIONS]))
        plan, other = different_items(self.items(best), decided)
        return Difference(tuple(self.game.write(best).splitlines()), plan, other)

    def items(self, sheet: Sheet) -> list[RecapItem]:
        """Return the lines of a sheet with the results and routes that its seat expected."""
        found = [each for each in self.game.forecast(self.before, self.seat, sheet) if each.line]
        return [
            RecapItem("order", ": ".join([each.text, *each.notes[:1]]), routes=each.routes) for each in found
        ]  # fmt: skip


def _mean(trial: Callable[[Any, int], float], candidate: Any, count: int) -> float:
    return sum(trial(candidate, k) for k in range(count)) / count

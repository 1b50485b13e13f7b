"""The marshal: a bot that searches by rollouts and works for any game.

It samples worlds from what its seat knows and tries candidates in them. The game's own bot then plays all seats for
some phases, and the game evaluates the result.

A candidate is a whole plan. With secret orders it is a sheet: the captain's, sheets written with other aims and
varied parameters, and each of them with one character's orders removed or replaced. With single actions it is a policy
for the seat until the next boundary: parameters for the captain, or a plan of the game that the captain carries out.
Where there is neither, and where the game considers it worthwhile, a candidate is one of the legal actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from palatine.core import BotParameters, Game, OrdersGame, SearchContext, Sheet
from palatine.core.guidance.expectation import Expectation
from palatine.core.scenario import REFEREE
from palatine.core.search.context import with_context
from palatine.players.halving import Budget, Candidate, SerialRunner, sequential_halving
from palatine.players.plan_description import describe_plan
from palatine.players.rollouts import (
    ActionRollout,
    Policy,
    PolicyRollout,
    Rollout,
    SheetRollout,
    alternative_parameters,
    captain_bot,
    parameters_of,
    rollout_bot,
)
from palatine.players.sheets import changed_sheets
from palatine.players.workers import GameLoader, WorkerPool

T = TypeVar("T")

VARIED_POLICIES = 9
"""Number of parameter sets, other aims first, tried in addition to the captain's own."""
MAX_PLANS = 9
"""Maximum number of the game's candidate plans."""
MAX_CHANGED_SHEETS = 12
"""Number of changed sheets tried, first of the captain's sheet, then of the best ones."""
SECOND_HALF_CANDIDATES = 3
"""Number of best candidates from which the second half of a search continues."""
CANDIDATE_TIME_SHARE = 0.4
"""Share of the time after which no further candidates are made for the first half."""
FIRST_HALF_SHARE = 0.55
"""Share of the budget for the first candidates; the rest is for those derived from the best."""
MIN_LEAD_SIGMAS = 1.0
"""Minimum lead, in standard errors, for a plan to replace the captain's own."""
MAX_WIDE_CHOICE = 12
"""Maximum number of legal actions that are compared one by one."""
TIME_SHARE_TWO_PLANS = 0.1
"""Share of the time for a choice between two candidates."""
TIME_SHARE_REACTION = 0.3
"""Share of the time for a reaction in another seat's phase."""
TIME_SHARE_DECIDED = 0.3
"""Share of the time if the match is nearly decided."""
DECIDED_MARGIN = 0.1
"""A match is nearly decided if the seat's chance is closer than this to 0 or 1."""
MAX_LISTED_ACTIONS = 12
"""Maximum number of actions of a plan to list."""
DEFAULT_POLICY = Policy()
"""The captain's default policy, used if there is no other."""


class SearchResult(msgspec.Struct, frozen=True):
    """Result of a search: the seat's chance and the gain over the captain's own plan."""

    seat: str
    chance: float
    gain: float
    error: float
    """Standard error of the gain."""
    samples: int
    changed: bool
    """True if the choice differs from the captain's own."""


class Marshal:
    """Bot that searches for at most `seconds` per plan, or for at most `samples` rollouts.

    The time includes making the candidates. With `samples` the decisions are reproducible, whatever the number of
    `processes`. These processes need `load`, which loads the game by its name in each of them.
    """

    def __init__(
        self,
        game: Game[Any],
        seed: int = 0,
        *,
        seconds: float = 2.0,
        samples: int | None = None,
        processes: int = 1,
        load_game: GameLoader | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        if seconds <= 0 or (samples is not None and samples < 1) or processes < 1:
            raise ValueError("A marshal needs some time, a sample and a process at the least.")
        self.game = game
        self.random = Random(seed)
        self.seconds = None if samples is not None else seconds
        self.samples = samples
        self.clock = clock
        self.begun = 0.0
        """Clock time at which the current decision started."""
        self.budget = Budget(1)
        self.stopped = False
        """True if the current decision must be made immediately."""
        self.results: list[SearchResult] = []
        """All search results so far, the latest last."""
        self._workers = WorkerPool(processes, load_game) if load_game is not None and processes > 1 else None
        self._planned: SearchResult | None = None
        """The result for the plan just made, until `expectation` returns it."""
        self._chosen: dict[str, tuple[int, Policy, Any]] = {}
        """For each seat the planning period, the policy chosen for it, and the bot that plays it."""
        self._favourites: dict[str, BotParameters] = {}
        """For each seat the parameters that were best in the last search."""

    def stop(self) -> None:
        """End the current search and decide by its results so far.

        May be called from another thread.
        """
        self.stopped = True
        self.budget.stopped = True

    def close(self) -> None:
        """Stop the worker processes, if any."""
        if self._workers is not None:
            self._workers.close()

    def decide(self, state: Any, seat: str) -> Any:
        """Return an action, or a sheet in games of orders."""
        self.stopped, self.begun = False, self.clock()
        if isinstance(self.game, OrdersGame):
            return self._sheet(self.game, state, seat)
        return self._action(state, seat)

    def expectation(self, state: Any, seat: str) -> Expectation | None:
        """Return what was expected when the plan for this position was made.

        Returns None if the seat followed an earlier plan, had no choice, or there was no time for a sample.
        """
        planned, self._planned = self._planned, None
        if planned is None or planned.seat != seat or not planned.samples:
            return None
        _, policy, _ = self._chosen.get(seat, (-1, DEFAULT_POLICY, None))
        line = (
            []
            if policy is DEFAULT_POLICY
            else describe_plan(self.game, state, seat, rollout_bot(self.game, policy))
        )
        return Expectation(
            planned.chance, planned.gain, planned.error, tuple(without_duplicates(line)[:MAX_LISTED_ACTIONS])
        )

    # Secret orders

    def _sheet(self, game: OrdersGame[Any], state: Any, seat: str) -> Sheet:
        own: Sheet = captain_bot(game).decide(state, seat)
        if seat == REFEREE or game.is_setting_up(state, seat):
            return own
        judgements = self._judgements(seat)
        of: dict[str, BotParameters] = {}
        sheets: list[Sheet] = []
        for each in self._while_time_remains(judgements):
            sheets.append(captain_bot(game, each).decide(state, seat))
            of[game.write(sheets[-1])] = each
        changed = self._while_time_remains(changed_sheets(game, state, seat, own, MAX_CHANGED_SHEETS, self.random))
        first = [own, *sheets, *changed]

        def second(best: list[Sheet]) -> list[Sheet]:
            each = MAX_CHANGED_SHEETS // len(best)
            return [new for sheet in best for new in changed_sheets(game, state, seat, sheet, each, self.random)]

        trial = SheetRollout(game, state, seat, self.random.getrandbits(64))
        found: Sheet = self._search(seat, without_duplicates(first), second, trial)
        self._store_judgement(seat, of.get(game.write(found)))
        self._planned = self.results[-1]
        return found

    def _judgements(self, seat: str) -> list[BotParameters]:
        """Return alternative parameters, those that were best last time first."""
        known = [self._favourites[seat]] if seat in self._favourites else []
        return [*known, *alternative_parameters(self.game, VARIED_POLICIES - len(known), self.random)]

    def _store_judgement(self, seat: str, judgement: BotParameters | None) -> None:
        if judgement is not None:
            self._favourites[seat] = judgement

    # Single actions

    def _action(self, state: Any, seat: str) -> Any:
        period = self.game.planning_period(state)
        until, policy, player = self._chosen.get(seat, (-1, Policy(), None))
        if until != period:
            policy = self._policy(state, seat)
            player = with_context(
                captain_bot(self.game, policy.judgement), SearchContext(policy.plan, is_dealt=False)
            )
            self._chosen[seat] = (period, policy, player)
        own = player.decide(state, seat)
        few = 1 < len(self.game.actions(state, seat)) <= MAX_WIDE_CHOICE
        if few and (policy is DEFAULT_POLICY or self.game.is_tactical(state, seat)):
            return self._best_action(state, seat, own, policy)
        return own

    def _policy(self, state: Any, seat: str) -> Policy:
        """Return the best policy; `DEFAULT_POLICY` if there is no other."""
        trial = PolicyRollout(self.game, state, seat, self.random.getrandbits(64))
        own = trial.own_policy()
        judged = [trial.own_policy(each) for each in self._while_time_remains(self._judgements(seat))]
        plans = self._while_time_remains(self.game.candidate_plans(trial.sampled_state, seat, self.random))
        planned = [Policy(plan=each) for each in islice(plans, MAX_PLANS)]
        if not judged and not planned:
            return DEFAULT_POLICY

        def second(best: list[Policy]) -> list[Policy]:
            return [
                self._mutated_policy(each, trial, seat)
                for each in best
                for _ in range(VARIED_POLICIES // len(best))
            ]

        found: Policy = self._search(seat, without_duplicates([own, *planned, *judged]), second, trial)
        self._planned = self.results[-1]
        self._store_judgement(seat, found.judgement)
        return found

    def _mutated_policy(self, policy: Policy, trial: Rollout, seat: str) -> Policy:
        """Return a mutated policy: with another plan, or with varied parameters for the same one."""
        if policy.plan is not None and self.random.random() < 0.5:
            plan = self.game.mutate_plan(trial.sampled_state, seat, policy.plan, self.random)
            if plan is not None:
                return msgspec.structs.replace(policy, plan=plan)
        judgement = policy.judgement or parameters_of(self.game)
        return (
            policy if judgement is None else msgspec.structs.replace(policy, judgement=judgement.vary(self.random))
        )

    def _best_action(self, state: Any, seat: str, own: Any, policy: Policy) -> Any:
        """Return the best of a few actions, each tried by itself."""
        actions = without_duplicates([own, *self.game.actions(state, seat)])
        trial = ActionRollout(self.game, state, seat, self.random.getrandbits(64), policy)
        found = self._search(seat, actions, lambda best: [], trial)
        if policy is DEFAULT_POLICY:
            self._planned = self.results[-1]
        return found

    # Both

    def _while_time_remains(self, made: Iterable[T]) -> Iterator[T]:
        """Yield candidates while there is time to make them; with a number of samples, all."""
        left = iter(made)
        while not self.stopped and (
            self.seconds is None or self.clock() - self.begun < CANDIDATE_TIME_SHARE * self.seconds
        ):
            try:
                yield next(left)
            except StopIteration:
                return

    def _search(self, seat: str, first: list[Any], second: Callable[[list[Any]], list[Any]], trial: Rollout) -> Any:
        """Return the best of the first candidates and of those derived from the best of them.

        The first candidate is returned unless another one leads significantly.
        """
        part = TIME_SHARE_TWO_PLANS if len(first) <= 2 else self._stake(seat, trial)
        samples = None if self.samples is None else max(1, round(self.samples * part))
        seconds = None if self.seconds is None else self.seconds * part
        self.budget = Budget(samples, seconds, self.clock, self.begun)
        self.budget.stopped = self.stopped
        runner: SerialRunner[Any] = SerialRunner(trial) if self._workers is None else self._workers.runner(trial)
        known = [Candidate(each) for each in first]
        ranked = sequential_halving(known, runner, self.budget, FIRST_HALF_SHARE) if len(first) > 1 else known
        best = [each.candidate for each in ranked[:SECOND_HALF_CANDIDATES]]
        fresh = [Candidate(each) for each in without_duplicates(second(best)) if each not in first]
        finalists = [known[0], *[each for each in ranked[:SECOND_HALF_CANDIDATES] if each is not known[0]], *fresh]
        if len(finalists) > 1:
            ranked = sequential_halving(finalists, runner, self.budget)
        found = ranked[0]
        gain, error = found.gain(known[0])
        if gain <= MIN_LEAD_SIGMAS * error:
            found, gain, error = known[0], 0.0, 0.0
        self.results.append(SearchResult(seat, found.mean, gain, error, self.budget.spent, found is not known[0]))
        self.begun = self.clock()  # Another choice in the same decision has its own time.
        return found.candidate

    def _stake(self, seat: str, trial: Rollout) -> float:
        """Return the share of the time for a choice: less in others' phases and decided matches."""
        if trial.is_alone:
            return 1.0
        reply = 1.0 if self.game.phasing(trial.state) in ("", seat) else TIME_SHARE_REACTION
        return reply * (
            1.0 if DECIDED_MARGIN <= trial.value(trial.sampled_state) <= 1 - DECIDED_MARGIN else TIME_SHARE_DECIDED
        )


def without_duplicates(candidates: list[Any]) -> list[Any]:
    """Return the candidates without duplicates, in order."""
    found: list[Any] = []
    for each in candidates:
        if each not in found:
            found.append(each)
    return found

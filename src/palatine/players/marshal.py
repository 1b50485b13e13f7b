"""The marshal: a bot that thinks ahead. It knows no game: it tries what the game's own bot would do, and other things,
in worlds dealt from what its seat knows, lets that bot play all seats for some phases, and sees how they stand then.

A candidate is a whole plan. Of secret orders it is a sheet: the captain's, those he would write with another judgement,
and each of them with the orders of somebody left out or replaced. Of single actions it is the policy of a seat up to
the next boundary: a judgement that the captain plays by, or a plan of the game's that he carries out. Where there is
neither, and where the game says that an action is worth it, it is one of the actions at hand.
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
    captain,
    parameters_of,
    rollout_bot,
)
from palatine.players.sheets import changed_sheets
from palatine.players.workers import Load, Workers

T = TypeVar("T")

JUDGEMENTS = 9
"""How many other judgements are tried beside the captain's own."""
PLANS = 9
"""How many plans of the game's are."""
CHANGES = 12
"""How many changed sheets are tried, first of the captain's, then of the best."""
BEST = 3
"""From so many of the best the second half of a search goes on."""
MAKING = 0.4
"""No candidate is begun to be made for the first half of a search after so much of the time."""
FIRST_HALF = 0.55
"""How much of the time the first candidates get; the rest is for those made of the best of them."""
MIN_LEAD_SIGMAS = 1.0
"""The captain's own is given up for what did better by more than so many standard errors."""
MAX_WIDE_CHOICE = 12
"""With so many actions at the most one is weighed against the other."""
TIME_SHARE_TWO_PLANS = 0.1
"""How much of the time a choice between two plans gets, ..."""
TIME_SHARE_REACTION = 0.3
"""... one in another's phase, in which one does but answer, ..."""
TIME_SHARE_DECIDED = 0.3
"""... and one where little is left to win or to lose: ..."""
DECIDED_MARGIN = 0.1
"""... a match in which the chances are nearer than this to nothing or to certainty."""
MOST_ACTIONS = 12
"""Most actions of a plan that are listed."""
DEFAULT_POLICY = Policy()
"""The usual policy, where there is no other."""


class SearchResult(msgspec.Struct, frozen=True):
    """What came of thinking: how good the seat's chances looked, and how much better than by the captain's own plan."""

    seat: str
    chance: float
    gain: float
    error: float
    """The standard error of the gain."""
    samples: int
    changed: bool
    """Whether something else was chosen than the captain's own."""


class Marshal:
    """Thinks no more than `seconds` about a plan, with making what it tries, or no more than `samples` trials: then it
    decides the same every time, with however many `processes`. These need `load`, which finds the game by its name in
    each of them."""

    def __init__(
        self,
        game: Game[Any],
        seed: int = 0,
        *,
        seconds: float = 2.0,
        samples: int | None = None,
        processes: int = 1,
        load: Load | None = None,
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
        """Since when it has thought about what is to be decided now."""
        self.budget = Budget(1)
        self.stopped = False
        """Whether he is to decide now; for this decision alone."""
        self.results: list[SearchResult] = []
        """What it has thought so far, the last of it at the end."""
        self._workers = Workers(processes, load) if load is not None and processes > 1 else None
        self._planned: SearchResult | None = None
        """What it thought of the plan it has just made, until it is asked for it."""
        self._chosen: dict[str, tuple[int, Policy, Any]] = {}
        """By seat: until which planning period which policy is taken, and by whom."""
        self._favourites: dict[str, BotParameters] = {}
        """By seat: the judgement that was best last."""

    def stop(self) -> None:
        """Decide now, by what has been thought so far. May be called from another thread, while it decides."""
        self.stopped = True
        self.budget.stopped = True

    def close(self) -> None:
        """End the processes, if there are any."""
        if self._workers is not None:
            self._workers.close()

    def decide(self, state: Any, seat: str) -> Any:
        """An action, or a sheet."""
        self.stopped, self.begun = False, self.clock()
        if isinstance(self.game, OrdersGame):
            return self._sheet(self.game, state, seat)
        return self._action(state, seat)

    def expectation(self, state: Any, seat: str) -> Expectation | None:
        """What it expected when it decided in this position; None when it had planned before, or had no choice, or no
        time to try anything."""
        planned, self._planned = self._planned, None
        if planned is None or planned.seat != seat or not planned.samples:
            return None
        _, policy, _ = self._chosen.get(seat, (-1, DEFAULT_POLICY, None))
        line = (
            []
            if policy is DEFAULT_POLICY
            else describe_plan(self.game, state, seat, rollout_bot(self.game, policy))
        )
        return Expectation(planned.chance, planned.gain, planned.error, tuple(different(line)[:MOST_ACTIONS]))

    # Secret orders

    def _sheet(self, game: OrdersGame[Any], state: Any, seat: str) -> Sheet:
        own: Sheet = captain(game).decide(state, seat)
        if seat == REFEREE or game.is_setting_up(state, seat):
            return own
        judgements = self._judgements(seat)
        of: dict[str, BotParameters] = {}
        sheets: list[Sheet] = []
        for each in self._in_time(judgements):
            sheets.append(captain(game, each).decide(state, seat))
            of[game.write(sheets[-1])] = each
        changed = self._in_time(changed_sheets(game, state, seat, own, CHANGES, self.random))
        first = [own, *sheets, *changed]

        def second(best: list[Sheet]) -> list[Sheet]:
            each = CHANGES // len(best)
            return [new for sheet in best for new in changed_sheets(game, state, seat, sheet, each, self.random)]

        trial = SheetRollout(game, state, seat, self.random.getrandbits(64))
        found: Sheet = self._search(seat, different(first), second, trial)
        self._remember(seat, of.get(game.write(found)))
        self._planned = self.results[-1]
        return found

    def _judgements(self, seat: str) -> list[BotParameters]:
        """Others than the usual one, and first among them the one that was best last."""
        usual = parameters_of(self.game)
        if usual is None:
            return []
        known = [self._favourites[seat]] if seat in self._favourites else []
        return [*known, *[usual.varied(self.random) for _ in range(JUDGEMENTS - len(known))]]

    def _remember(self, seat: str, judgement: BotParameters | None) -> None:
        if judgement is not None:
            self._favourites[seat] = judgement

    # Single actions

    def _action(self, state: Any, seat: str) -> Any:
        period = self.game.planning_period(state)
        until, policy, player = self._chosen.get(seat, (-1, Policy(), None))
        if until != period:
            policy = self._policy(state, seat)
            player = with_context(captain(self.game, policy.judgement), SearchContext(policy.plan, is_dealt=False))
            self._chosen[seat] = (period, policy, player)
        own = player.decide(state, seat)
        few = 1 < len(self.game.actions(state, seat)) <= MAX_WIDE_CHOICE
        if few and (policy is DEFAULT_POLICY or self.game.is_tactical(state, seat)):
            return self._weighed(state, seat, own, policy)
        return own

    def _policy(self, state: Any, seat: str) -> Policy:
        """The best policy; `UNSOUGHT` where there is but one."""
        trial = PolicyRollout(self.game, state, seat, self.random.getrandbits(64))
        judged = [Policy(each) for each in self._judgements(seat)]
        plans = self._in_time(self.game.candidate_plans(trial.sampled_state, seat, self.random))
        planned = [Policy(plan=each) for each in islice(plans, PLANS)]
        if not judged and not planned:
            return DEFAULT_POLICY

        def second(best: list[Policy]) -> list[Policy]:
            return [self._varied(each, trial, seat) for each in best for _ in range(JUDGEMENTS // len(best))]

        found: Policy = self._search(seat, different([Policy(), *planned, *judged]), second, trial)
        self._planned = self.results[-1]
        self._remember(seat, found.judgement)
        return found

    def _varied(self, policy: Policy, trial: Rollout, seat: str) -> Policy:
        """A policy a little different: another plan, or another judgement for the same one."""
        if policy.plan is not None and self.random.random() < 0.5:
            plan = self.game.mutate_plan(trial.sampled_state, seat, policy.plan, self.random)
            if plan is not None:
                return msgspec.structs.replace(policy, plan=plan)
        judgement = policy.judgement or parameters_of(self.game)
        return (
            policy
            if judgement is None
            else msgspec.structs.replace(policy, judgement=judgement.varied(self.random))
        )

    def _weighed(self, state: Any, seat: str, own: Any, policy: Policy) -> Any:
        """One of few actions, each tried by itself."""
        actions = different([own, *self.game.actions(state, seat)])
        trial = ActionRollout(self.game, state, seat, self.random.getrandbits(64), policy)
        found = self._search(seat, actions, lambda best: [], trial)
        if policy is DEFAULT_POLICY:
            self._planned = self.results[-1]
        return found

    # Both

    def _in_time(self, made: Iterable[T]) -> Iterator[T]:
        """What is made to be tried, as far as there is time to make it. With a number of samples all of it."""
        left = iter(made)
        while not self.stopped and (self.seconds is None or self.clock() - self.begun < MAKING * self.seconds):
            try:
                yield next(left)
            except StopIteration:
                return

    def _search(self, seat: str, first: list[Any], second: Callable[[list[Any]], list[Any]], trial: Rollout) -> Any:
        """The best of the first candidates and of those made of the best of them; the first one, unless another does
        better than it."""
        part = TIME_SHARE_TWO_PLANS if len(first) <= 2 else self._stake(seat, trial)
        samples = None if self.samples is None else max(1, round(self.samples * part))
        seconds = None if self.seconds is None else self.seconds * part
        self.budget = Budget(samples, seconds, self.clock, self.begun)
        self.budget.stopped = self.stopped
        runner: SerialRunner[Any] = SerialRunner(trial) if self._workers is None else self._workers.runner(trial)
        known = [Candidate(each) for each in first]
        ranked = sequential_halving(known, runner, self.budget, FIRST_HALF) if len(first) > 1 else known
        best = [each.candidate for each in ranked[:BEST]]
        fresh = [Candidate(each) for each in different(second(best)) if each not in first]
        finalists = [known[0], *[each for each in ranked[:BEST] if each is not known[0]], *fresh]
        if len(finalists) > 1:
            ranked = sequential_halving(finalists, runner, self.budget)
        found = ranked[0]
        gain, error = found.gain(known[0])
        if gain <= MIN_LEAD_SIGMAS * error:
            found, gain, error = known[0], 0.0, 0.0
        self.results.append(SearchResult(seat, found.mean, gain, error, self.budget.spent, found is not known[0]))
        self.begun = self.clock()  # another choice in the same decision has its own time
        return found.candidate

    def _stake(self, seat: str, trial: Rollout) -> float:
        """How much of the time a choice is worth, by whose phase it is and what is left to win or to lose."""
        if trial.is_alone:
            return 1.0
        reply = 1.0 if self.game.phasing(trial.state) in ("", seat) else TIME_SHARE_REACTION
        return reply * (
            1.0 if DECIDED_MARGIN <= trial.value(trial.sampled_state) <= 1 - DECIDED_MARGIN else TIME_SHARE_DECIDED
        )


def different(candidates: list[Any]) -> list[Any]:
    """Each once, in their order."""
    found: list[Any] = []
    for each in candidates:
        if each not in found:
            found.append(each)
    return found

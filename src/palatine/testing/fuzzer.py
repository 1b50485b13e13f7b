"""The fuzzer: random games with illegal input, its players, and what it finds.

Games are checked throughout. With uniformly random players, armies seldom meet and half of the rules never run. A bold
player prefers actions that it has seldom chosen, and moves towards pieces of other sides. It uses only boards and
views, so it works with every game. Errors found by the fuzzer or by a law are files that can be replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Action, Game, OrdersGame, PalatineError, Refused, RejectedSheet, Unreadable
from palatine.core.search.context import SearchContext, with_context
from palatine.core.view import Point
from palatine.registry import ENTRY_POINT_GROUP, load
from palatine.testing.laws.orders import garble, parse_complaints
from palatine.testing.sample import (
    MALFORMED,
    DeadEnd,
    Setup,
    difference,
    find_checks,
    random_decision,
    random_setup,
)

ENDGAME_VERB = "near-end"
"""The stored verb of a mutation into a late position; the operand is the seed."""


def pluralize_findings(number: int) -> str:
    """Return a number of findings in words."""
    return f"{number} finding" if number == 1 else f"{number} findings"


class FuzzFinding(msgspec.Struct, frozen=True):
    """An error, and the setup and actions that lead to it."""

    game: str
    setup: Setup
    seed: str
    actions: list[tuple[str, str, int]]
    """Seat, verb and operand of every action before the finding.

    For secret orders they are the seat, the text of the sheet and -1. An empty seat means a turn run before all sheets
    are in, or a mutation into a late position.
    """
    what: str
    """The law broken, or "crash", "dead end", "no end" ..."""
    detail: str
    step: str = ""

    def __str__(self) -> str:
        where = f"{self.game}, {self.setup}, seed {self.seed}, after {len(self.actions)} actions"
        return f"{self.what}: {self.detail} [{self.step}] ({where})"

    def save(self, folder: Path) -> Path:
        """Write the finding into `folder` under a unique name; return its path."""
        data = msgspec.json.format(msgspec.json.encode(self), indent=0)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{self.game.split(':')[0]}-{self.what}-{blake2b(data, digest_size=4).hexdigest()}.json"
        path = folder / name.replace(" ", "-").replace("/", "-")
        path.write_bytes(data)
        return path


def game_reference(game: Game[Any]) -> str:
    """Return a name by which `find_game` finds this game in any process."""
    return game.name if game.name in _installed() else f"{game.package}:GAME"


@cache
def _installed() -> frozenset[str]:
    return frozenset(point.name for point in entry_points(group=ENTRY_POINT_GROUP))


def find_game(name: str) -> Game[Any]:
    """Return a game by its name, or by `module:attribute` if it is not installed."""
    if ":" not in name:
        return load(name)
    module, _, attribute = name.partition(":")
    game: Game[Any] = getattr(import_module(module), attribute)
    return game


def load_finding(path: Path | str) -> FuzzFinding:
    """Read a finding from a file. Raises Unreadable."""
    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=FuzzFinding)
    except (OSError, msgspec.MsgspecError) as error:
        raise Unreadable(f"{path} is not a finding: {error}") from error


def replay_finding(path: Path | str, each: Callable[[Any, str], None] | None = None) -> Any:
    """Replay a finding's actions and return the resulting state.

    An exception in the game is not caught. `each` is called with the state before every action and with the action in
    words.
    """
    finding = load_finding(path)
    game = find_game(finding.game)
    state = finding.setup.start(game, finding.seed.encode())
    for kept in finding.actions:
        if each is not None:
            each(state, f"{kept[0]}: {kept[1]} {kept[2]}")
        replay_decision(game, state, *kept)
    return state


def to_stored_decision(game: Game[Any], seat: str, decision: Any) -> tuple[str, str, int]:
    """Return a decision in the form stored in findings; see `FuzzFinding.actions`."""
    return (seat, game.write(decision), -1) if isinstance(game, OrdersGame) else (seat, *decision)


def replay_decision(game: Game[Any], state: Any, seat: str, verb: str, operand: int) -> None:
    """Carry out, in place, a decision stored in a finding; see `FuzzFinding.actions`."""
    if not seat and verb == ENDGAME_VERB:
        _mutate(game, state, operand)
    elif not isinstance(game, OrdersGame):
        game.take(state, seat, (verb, operand))
    elif seat:
        game.take(state, seat, game.parse(verb))
    else:
        game.run_turn(state)


def _mutate(game: Game[Any], state: Any, seed: int) -> None:
    change = find_checks(game).mutate_to_endgame
    if change is None:
        raise Unreadable(f"The tests of {game.title}, which make its late positions, are not in this folder.")
    change(state, Random(seed))


def describe_error(error: BaseException) -> str:
    """Return an exception and its place in the code in one line."""
    frames = extract_tb(error.__traceback__)[-4:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames)]
    said = str(error) if isinstance(error, PalatineError) else f"{type(error).__name__}: {error}"
    return f"{said} at {' < '.join(where)}"


# Players

PREFERENCE_RATES = (0.0, 0.3, 0.7, 0.95)
"""Probabilities of a preferred instead of a random action; one is chosen per game."""
SHORTCUT_RATE = 0.1
"""Probability that a bold player follows a shortcut."""
GOAL_CHANGE_RATE = 0.02
"""Probability that a player changes its goal."""


class FuzzPlayer:
    """A player for all seats of a match."""

    def __init__(self, game: Game[Any], random: Random, boldness: float | None = None) -> None:
        self.game, self.random = game, random
        self.boldness = random.choice(PREFERENCE_RATES) if boldness is None else boldness
        self.done: Counter[tuple[str, str]] = Counter()
        self.goals: dict[str, Point] = {}
        self.places: dict[int, Point] = {}
        self.plan: list[Action] = []

    def choose(self, state: Any) -> tuple[str, Any]:
        """Return a seat to act and one of its actions. Raises DeadEnd if it has none."""
        if self.game.orders:
            return random_decision(self.game, state, self.random)
        actors = self.game.actors(state)
        seat = actors[0] if len(actors) == 1 else self.random.choice(actors)
        actions = self.game.actions(state, seat)
        if not actions:
            raise DeadEnd(f"{seat} is asked by {state.flow[-1]!r} and has no action")
        while self.plan:
            planned = self.plan.pop(0)
            if planned in actions:
                return seat, planned
            self.plan.clear()
        if len(actions) == 1 or self.random.random() >= self.boldness:
            return seat, self.random.choice(actions)
        return seat, self._shortcut_action(state, seat) or self._prefer_rare_actions(state, seat, actions)

    def _shortcut_action(self, state: Any, seat: str) -> Action | None:
        """Return, with a low probability, the first action of a shortcut, and plan the others."""
        if self.random.random() >= SHORTCUT_RATE:
            return None
        shortcuts = self.game.view(state, seat).shortcuts
        if not shortcuts:
            return None
        last = [shortcut.actions[-1] for shortcut in shortcuts]
        spaces = [action for action in last if state.flow[-1].verbs.get(action[0]) == "space"]
        wanted = self._nearest(state, seat, spaces) if spaces else self.random.choice(last)
        first, *self.plan = shortcuts[last.index(wanted)].actions
        return first

    def _prefer_rare_actions(self, state: Any, seat: str, actions: list[Action]) -> Action:
        step = state.flow[-1]
        kind = type(step).__name__
        by_verb: dict[str, list[Action]] = {}
        for action in actions:
            by_verb.setdefault(action[0], []).append(action)
        verbs = list(by_verb)
        weights = [len(by_verb[verb]) / (1 + self.done[kind, verb]) ** 0.5 for verb in verbs]
        (verb,) = self.random.choices(verbs, weights)
        self.done[kind, verb] += 1
        if step.verbs.get(verb) == "space" and self.random.random() < self.boldness:
            return self._nearest(state, seat, by_verb[verb])
        return self.random.choice(by_verb[verb])

    def _nearest(self, state: Any, seat: str, actions: list[Action]) -> Action:
        """Return the action whose space is nearest to the seat's goal."""
        if seat not in self.goals or self.random.random() < GOAL_CHANGE_RATE:
            self._aim(state, seat)
        goal = self.goals.get(seat)
        if goal is None:
            return self.random.choice(actions)
        x, y = goal

        def distance(action: Action) -> float:
            at = self.places.get(action[1], goal)
            return abs(at[0] - x) + abs(at[1] - y)

        best = min(actions, key=distance)
        if distance(best) == 0:
            del self.goals[seat]
        return best

    def _aim(self, state: Any, seat: str) -> None:
        """Set as goal the space of a random piece of another style than most of the seat's pieces."""
        main = self.game.boards(state)[0]
        if not self.places:
            self.places = {space.operand: space.at for space in main.spaces}
        at = {space.id: space.at for space in main.spaces}
        pieces = [piece for piece in self.game.view(state, seat).pieces if piece.board == main.id]
        own = Counter(piece.style for piece in pieces if piece.operand >= 0).most_common(1)
        others = [piece for piece in pieces if own and piece.style != own[0][0]]
        if others:
            self.goals[seat] = at[self.random.choice(others).space]


class BotPlayer:
    """The game's own bot for all seats, to reach positions that random play does not.

    The bot is in its fast mode, as in the rollouts of a search.
    """

    def __init__(self, game: Game[Any], random: Random) -> None:
        self.game, self.random = game, random
        bot = registry.bot(registry.bots(game)[0], game, random.randrange(1000))
        self.bot = with_context(bot, SearchContext())

    def choose(self, state: Any) -> tuple[str, Any]:
        """Return a seat to act and its decision."""
        seat = self.random.choice(self.game.actors(state))
        return seat, self.bot.decide(state, seat)


# The fuzzer

MAX_DECISIONS = 200_000
"""Number of decisions after which a game counts as endless."""
MAX_STEP_DECISIONS = 3_000
"""Number of consecutive decisions of a seat in one kind of step that counts as over-long."""
ILLEGAL_INPUT_RATE = 0.005
"""Share of decisions at which illegal input is tried."""
INTERRUPT_RATE = 0.01
"""Share of decisions at which a waiting seat may interrupt."""


class FoundError(Exception):
    """An error that the fuzzer found: its kind, and the detail."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(detail)
        self.what = what


@dataclass
class SavedPosition:
    """A saved state for undo, with its encoding and the number of actions before it."""

    state: Any
    data: bytes
    actions: int


@dataclass
class FuzzResult:
    """The result of one game: its length, its outcome and the finding, if any."""

    setup: Setup
    seed: str
    decisions: int
    outcome: str
    finding: FuzzFinding | None = None
    counts: Counter[str] = field(default_factory=Counter)


class Fuzzer:
    """A player of one random game that checks it with illegal input: `Fuzzer(game, seed).run()`.

    It tries illegal, malformed and stale actions, which must be refused without side effects. It saves states and
    returns to them, which must not have changed. It compares views of waiting seats, and checks the invariants.
    """

    checks_every_action = False
    """True if the invariants are checked after every action, and not only with illegal input."""

    def __init__(
        self, game: Game[Any], seed: object, setup: Setup | None = None, rough: float = ILLEGAL_INPUT_RATE
    ) -> None:
        self.game, self.seed, self.rough = game, str(seed), rough
        self.checks = find_checks(game)
        self.random = Random(self.seed)
        self.setup = setup or random_setup(game, self.random)
        self.actions: list[tuple[str, str, int]] = []
        self.stale: list[tuple[str, Action]] = []
        self.kept: list[SavedPosition] = []
        self.counts: Counter[str] = Counter()
        self.player = FuzzPlayer(game, self.random)
        self.state: Any = None
        self.run_of_step = 0

    def run(self, limit: int = MAX_DECISIONS, stop: bool = False) -> FuzzResult:
        """Play to the end, or with `stop` only up to `limit` decisions. Errors are in the result."""

        def whole() -> str:
            self.state = self.setup.start(self.game, self.seed.encode())
            return self.play(limit) if stop else self._play_out(limit)

        return self.watch(whole)

    def watch(self, playing: Callable[[], str]) -> FuzzResult:
        """Call `playing`, which returns an outcome in words, and return the result with any error."""
        finding = None
        outcome = ""
        try:
            outcome = playing()
        except FoundError as found:
            finding = self._make_finding(found.what, str(found))
        except PalatineError as error:
            if self.state is not None:
                finding = self._make_finding("crash", describe_error(error))
            outcome = "refused by setup"
        except Exception as error:
            finding = self._make_finding("crash", describe_error(error))
        return FuzzResult(self.setup, self.seed, len(self.actions), outcome, finding, self.counts)

    def take_over(self, other: Fuzzer) -> None:
        """Continue from the state of another fuzzer's game, with its dice."""
        self.seed = other.seed
        self.state = other.state.copy()
        self.actions = list(other.actions)

    def play(self, decisions: int) -> str:
        """Play a number of decisions; return the outcome in words, or "" if there is none yet."""
        end = len(self.actions) + decisions
        while self.game.actors(self.state) and len(self.actions) < end:
            self._make_decision()
        return "" if self.game.actors(self.state) else self._outcome()

    def run_checks(self) -> None:
        """Run all checks on the current state."""
        self._be_rough()

    def _play_out(self, limit: int) -> str:
        while actors := self.game.actors(self.state):
            if len(self.actions) >= limit:
                raise FoundError("no end", f"{limit} decisions and {actors} are still asked")
            self._make_decision()
        return self._outcome()

    def _make_decision(self) -> None:
        """Make one decision, or try illegal input."""
        if self.random.random() < self.rough:
            self._be_rough()
            return
        actors = self.game.actors(self.state)
        self._step(*(self._interruption(actors) or self.player.choose(self.state)))
        if self.checks_every_action:
            for complaint in self._check_invariants():
                raise FoundError(*complaint)

    def _outcome(self) -> str:
        outcome = self.state.outcome
        if outcome is None:
            raise FoundError("dead end", "nobody is asked and there is no outcome")
        self._be_rough()
        return f"{', '.join(outcome.winners) or 'nobody'}: {outcome.margin}"

    def _interruption(self, actors: tuple[str, ...]) -> tuple[str, Action] | None:
        """Return, with a low probability, an interrupt by a waiting seat."""
        if not self.game.interrupts or self.random.random() >= INTERRUPT_RATE:
            return None
        free = [
            (seat, action)
            for seat in self.state.seats
            if seat not in actors
            for action in self.game.interrupt_actions(self.state, seat)
        ]
        return self.random.choice(free) if free else None

    def _step(self, seat: str, action: Any) -> None:
        kind = type(self.state.flow[-1]) if self.state.flow else None
        self.actions.append(to_stored_decision(self.game, seat, action))
        self.stale.append((seat, action))
        self.game.take(self.state, seat, action)
        flow = self.state.flow
        same = bool(flow) and type(flow[-1]) is kind and self.game.actors(self.state) == (seat,)
        self.run_of_step = self.run_of_step + 1 if same else 0
        if self.run_of_step > MAX_STEP_DECISIONS:
            raise FoundError(
                "over-long step", f"{seat} was asked {MAX_STEP_DECISIONS} times on end in one kind of step"
            )

    def _be_rough(self) -> None:
        """Run all checks and try illegal input; save or undo the state."""
        self.counts["rough moments"] += 1
        before = self.game.encode(self.state)
        for complaint in (
            *self._check_cached_actions(),
            *self._try_illegal_input(),
            *self._compare_views(),
            *self._check_invariants(),
        ):
            raise FoundError(*complaint)
        if self.game.encode(self.state) != before:
            raise FoundError("not pure", f"changed by looking: {difference(self.game.decode(before), self.state)}")
        self._lay_aside(before)

    def _check_cached_actions(self) -> Iterator[tuple[str, str]]:
        """Compare the state's cached actions with those of a copy without a cache."""
        twin = self.state.copy()
        for seat in self.state.seats:
            if self.game.actions(self.state, seat) != self.game.actions(twin, seat):
                yield "stale menu", f"{seat} is offered something else in a copy of the state"

    def _try_illegal_input(self) -> Iterator[tuple[str, str]]:
        """Try stale, foreign and malformed actions; all illegal ones must be refused."""
        legal = {seat: set(self.game.actions(self.state, seat)) for seat in self.state.seats}
        tried: list[tuple[str, Any]] = [*self.random.sample(self.stale[-50:], min(4, len(self.stale[-50:])))]
        tried += [(self.random.choice(self.state.seats), junk) for junk in self.random.sample(MALFORMED, 2)]
        tried += [(self.random.choice(self.state.seats), action) for _, action in tried[:2]]
        for seat, action in tried:
            try:
                allowed = action in legal[seat]
            except TypeError:
                allowed = False
            try:
                self.game.play(self.state, seat, action)
                if not allowed:
                    yield "illegal action", f"{seat} may play {action!r}"
            except Refused as refusal:
                if allowed:
                    yield "legal action refused", f"{seat} may not play {action!r}: {refusal}"

    def _compare_views(self) -> Iterator[tuple[str, str]]:
        """Compare the views of a seat and of a spectator in the true state and in a sampled one."""
        actors = self.game.actors(self.state)
        seat = self.random.choice(self.state.seats)
        view = self.game.view(self.state, seat)
        free = self.game.interrupt_actions(self.state, seat)
        if seat not in actors and (len(view.choices) > len(free) or self.game.actions(self.state, seat) != free):
            yield "waiting seat", f"{seat} waits and is offered something"
        other = self.game.determinize(self.state, seat, self.random.randbytes(4))
        if found := difference(view, self.game.view(other, seat)):
            yield "leak", f"{seat} sees {found}"
        if found := difference(self.game.view(self.state, None), self.game.view(other, None)):
            yield "leak", f"a spectator sees {found}"
        for each in self.checks.invariants(other):
            yield "invariant", f"in a sampled state for {seat}: {each}"

    def _check_invariants(self) -> Iterator[tuple[str, str]]:
        for complaint in self.checks.invariants(self.state):
            yield "invariant", complaint

    def _lay_aside(self, data: bytes) -> None:
        """Save this state and continue with a copy, or return to an earlier state.

        Saved states must be unchanged.
        """
        for kept in self.kept:
            if self.game.encode(kept.state) != kept.data:
                found = difference(self.game.decode(kept.data), kept.state)
                raise FoundError("undo", f"a state laid aside at action {kept.actions} has changed: {found}")
        if self.kept and self.game.actors(self.state) and self.random.random() < 0.2:
            back = self.random.choice(self.kept)
            del self.actions[back.actions :]
            self.kept = [kept for kept in self.kept if kept.actions <= back.actions]
            self.state = back.state.copy()
            self.counts["undone"] += 1
            return
        self.kept = [*self.kept[-4:], SavedPosition(self.state, data, len(self.actions))]
        self.state = self.state.copy() if self.random.random() < 0.5 else self.game.decode(data)

    def _make_finding(self, what: str, detail: str) -> FuzzFinding:
        step = type(self.state.flow[-1]).__name__ if self.state is not None and self.state.flow else ""
        name = game_reference(self.game)
        return FuzzFinding(name, self.setup, self.seed, list(self.actions), what, detail, step)


# Secret orders

MISSING_SHEETS_RATE = 0.03
"""Share of decisions at which the turn is run with sheets missing."""


class OrdersFuzzer(Fuzzer):
    """A fuzzer that hands in invalid sheets and runs turns with sheets missing."""

    def __init__(self, game: Any, seed: object, setup: Setup | None = None, rough: float = 0.1) -> None:
        super().__init__(game, seed, setup, rough)

    def _step(self, seat: str, action: Any) -> None:
        if self.random.random() < MISSING_SHEETS_RATE:
            self.actions.append(("", "run", -1))
            self.orders_game.run_turn(self.state)
            return
        self.actions.append((seat, self.orders_game.write(action), -1))
        self.stale.append((seat, action))
        self.orders_game.take(self.state, seat, action)

    @property
    def orders_game(self) -> OrdersGame[Any]:
        """The game, typed as a game of secret orders."""
        assert isinstance(self.game, OrdersGame)
        return self.game

    def _try_illegal_input(self) -> Iterator[tuple[str, str]]:
        """Try stale, foreign and garbled sheets; each is refused with problems, or can be handed in."""
        actors = self.orders_game.actors(self.state)
        if not actors:
            return
        seat = self.random.choice(actors)
        for _, sheet in self.random.sample(self.stale[-50:], min(4, len(self.stale[-50:]))):
            found: Any = sheet
            problems = self.orders_game.check(self.state, seat, found)
            try:
                self.orders_game.hand_in(self.state, seat, found)
                if any(not problem.uncertain for problem in problems):
                    yield "faulty sheet", f"{seat} may hand in what {problems[0].reason!r} is said of"
            except RejectedSheet as error:
                if all(problem.uncertain for problem in problems):
                    yield "good sheet refused", f"{seat}: {error}"
            text = garble(self.orders_game.write(found), self.random)
            for complaint in parse_complaints(self.orders_game, self.state, seat, text):
                yield "text", complaint
        self.orders_game.resolve(self.state)

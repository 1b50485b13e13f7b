"""Setups of a game, random play from them, the checks of a game, and positions to test.

The tests of a game have a module `checks` with `CHECKS`. `find_checks` finds it in the game's package
(`tests/checks.py`), or in the project of the current directory: `tests/games/<package>/checks.py` or `tests/checks.py`.
Neither the game nor the installed package contains the checks, but `python -m palatine.testing` uses them if the tests
are present.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from palatine.core import Action, Board, Game, Option, OrdersGame, Step, View
from palatine.players.random_bot import random_sheet

# Setups and random play

Recorded = tuple[str, Any, bytes]

ACTIONS_PER_SHEET = 4
"""Number of single actions that count as one sheet, for the length of play."""


class DeadEnd(AssertionError):
    """A seat to act that has no action."""


class Setup(msgspec.Struct, frozen=True):
    """A scenario, a list of seats, and options."""

    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any] = {}

    def start(self, game: Game[Any], seed: bytes, record: bool = False) -> Any:
        """Return a new state. Raises Unknown if the setup does not exist or its options conflict."""
        return game.setup(self.scenario, self.seats, seed, self.options, record)

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.scenario} ({', '.join(self.seats)}){options}"


def setups(game: Game[Any]) -> list[Setup]:
    """Return every scenario and list of seats, with default options and each option changed."""
    found = []
    for scenario in game.scenarios:
        for seats in scenario.tables:
            found.append(Setup(scenario.name, seats))
            for option in game.options:
                others = [value for value in option_values(option) if value != option.default]
                found += [Setup(scenario.name, seats, {option.name: value}) for value in others]
    return found


def random_setup(game: Game[Any], random: Random) -> Setup:
    """Return a random scenario with random seats and options."""
    scenario = random.choice(game.scenarios)
    chosen = {option.name: random.choice(option_values(option)) for option in game.options}
    return Setup(scenario.name, random.choice(scenario.tables), chosen)


def option_values(option: Option) -> list[Any]:
    """Return the values of an option to try: all, or the limits and the default of a number."""
    if isinstance(option.default, bool):
        return [False, True]
    if option.choices:
        return list(option.choices)
    return sorted({option.least, option.default, option.most}) if option.most else [option.default]


def random_decision(game: Game[Any], state: Any, random: Random) -> tuple[str, Any]:
    """Return a random seat to act and a random action of it, or a random sheet."""
    actors = game.actors(state)
    seat = actors[0] if len(actors) == 1 else random.choice(actors)
    if isinstance(game, OrdersGame):
        return seat, random_sheet(game, state, seat, random)
    actions = game.actions(state, seat)
    if not actions:
        raise DeadEnd(f"{seat} is asked by {state.flow[-1]!r} and has no action")
    return seat, random.choice(actions)


def random_continuation(game: Game[Any], state: Any, seed: object, decisions: int) -> list[Recorded]:
    """Return random play from a copy of `state`: actions with journals, and the final bytes.

    Games of secret orders play fewer decisions, because a sheet counts as several actions.
    """
    s, random, told = state.copy(), Random(str(seed)), []
    for _ in range(decisions // ACTIONS_PER_SHEET if game.orders else decisions):
        if not game.actors(s):
            break
        seat, action = random_decision(game, s, random)
        s.journal = []
        game.take(s, seat, action)
        told.append((seat, action, msgspec.json.encode(s.journal)))
    return [*told, ("", ("end", 0), game.encode(s))]


# Checks of a game


def _no_complaints(state: Any) -> Sequence[str]:
    return ()


class GameChecks(NamedTuple):
    """The checks of the game in `package`."""

    package: str = ""
    invariants: Callable[[Any], Sequence[str]] = _no_complaints
    """A function that returns descriptions of the invariants a state violates."""
    mutate_to_endgame: Callable[[Any, Random], None] | None = None
    """A function that changes a state, in place, into a late one that play could reach.

    For example, one with a last unit, person or turn. It does nothing at moments that do not allow it.
    """
    announced: Collection[str] = ()
    """Kinds of journal entries that others read by the rules, although no view shows their effect."""
    losses: Callable[[Any, Any, tuple[str, Any]], dict[str, int]] | None = None
    """A function that returns the number of units that each seat has lost by a roll.

    It receives the states before the roll and after its effects, and the key of its `Chance`. The second state has the
    journal of what happened. None if `Game.unit_counts` of both states determine the losses.
    """
    loss_steps: tuple[type, ...] = ()
    """Steps in which a seat takes losses, and which replace the step that rolled."""


NO_CHECKS = GameChecks()
_known: dict[str, GameChecks] = {}


def find_checks(game: Game[Any]) -> GameChecks:
    """Return the checks of a game; `NO_CHECKS` if its tests are not found."""
    if game.package not in _known:
        _known[game.package] = _find(game.package)
    return _known[game.package]


def _find(package: str) -> GameChecks:
    own = f"{package}.tests.checks"
    if find_spec(f"{package}.tests") is not None and find_spec(own) is not None:
        return _read_checks(own)
    tests = _project() / "tests"
    last = package.rpartition(".")[2]
    for path, name in ((tests / "games" / last, f"games.{last}.checks"), (tests, "checks")):
        if (path / "checks.py").is_file():
            if str(tests) not in sys.path:
                sys.path.insert(0, str(tests))
            found = _read_checks(name)
            return found if found.package == package else NO_CHECKS
    return NO_CHECKS


def _read_checks(module: str) -> GameChecks:
    found: GameChecks = import_module(module).CHECKS
    return found


def _project() -> Path:
    """Return the nearest folder with `pyproject.toml`, or the current directory."""
    here = Path.cwd()
    return next((each for each in (here, *here.parents) if (each / "pyproject.toml").is_file()), here)


# Positions to test

T = TypeVar("T")
HUGE_OPERAND = 10**9
CONTINUATION_DECISIONS = 40
"""Number of decisions played when two continuations are compared."""
MAX_SEATS = 5
"""Maximum number of seats of a position that a law tests."""
MAX_ACTIONS = 3
"""Maximum number of legal actions of a position that a law tests."""
JUDGED_PREFIX = "judged: "
"""Prefix of the counts of cases for laws that need many positions."""
MIN_CASES = 40
"""Minimum number of cases for such a law; fewer may be unrepresentative."""


@dataclass
class Sample:
    """A position of a random game. Laws must not change `state`."""

    game: Game[Any]
    state: Any
    random: Random
    counts: Counter[str] = field(default_factory=Counter)
    """Statistics of laws, such as the number of general refusals."""
    _views: dict[str | None, View] = field(default_factory=dict)

    @cached_property
    def bytes(self) -> bytes:
        """The encoded state, taken before any law runs."""
        return self.game.encode(self.state)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The seats that must now decide."""
        return self.game.actors(self.state)

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """The other seats."""
        return tuple(seat for seat in self.state.seats if seat not in self.actors)

    def sample(self, seats: Iterable[T]) -> list[T]:
        """At most `MAX_SEATS` of them, in their order, others each time."""
        every = list(seats)
        return [every[at] for at in sorted(self.random.sample(range(len(every)), min(MAX_SEATS, len(every))))]

    @cached_property
    def readers(self) -> list[str | None]:
        """Seats whose views are tested, and None for a spectator."""
        return [*self.sample(self.state.seats), None]

    @cached_property
    def top(self) -> Step | None:
        """The step that needs a decision; None if the match is over and in games of secret orders."""
        return self.state.flow[-1] if self.state.flow else None

    @cached_property
    def legal(self) -> dict[str, list[Action]]:
        """The actions of each seat to act."""
        return {seat: self.game.actions(self.state, seat) for seat in self.actors}

    @cached_property
    def boards(self) -> dict[str, Board]:
        """The boards by id."""
        return {board.id: board for board in self.game.boards(self.state)}

    @cached_property
    def future(self) -> list[Recorded]:
        """A random continuation from the state, with a seed specific to this position."""
        return random_continuation(self.game, self.state, self.future_seed, CONTINUATION_DECISIONS)

    @cached_property
    def future_seed(self) -> float:
        """The seed of `future`, for continuations of other states in the same way."""
        return self.random.random()

    def some_actions(self) -> list[tuple[str, Action]]:
        """Return a few random legal actions of seats to act."""
        pairs = [(seat, action) for seat, actions in self.legal.items() for action in actions]
        return self.random.sample(pairs, min(MAX_ACTIONS, len(pairs)))

    def count_case(self, name: str) -> None:
        """Count a case that a law has judged, by the name of the law and of its subject."""
        self.counts[JUDGED_PREFIX + name] += 1

    def view(self, seat: str | None) -> View:
        """Return the view of a seat, cached because many laws use it."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    @cached_property
    def operands(self) -> list[int]:
        """Operands that a client could send: those of spaces and pieces, and some invalid ones."""
        spaces = {space.operand for board in self.boards.values() for space in board.spaces}
        views = [self.view(seat) for seat in self.readers]
        pieces = {piece.operand for view in views for piece in view.pieces}
        return sorted({*spaces, *pieces, *range(12), -1, max(pieces | {0}) + 1, HUGE_OPERAND, -HUGE_OPERAND})

    def probe_actions(self, most: int) -> list[Action]:
        """Return legal and illegal actions of the step: its verbs with up to `most` operands each."""
        verbs = list(self.top.verbs) if self.top is not None else []
        few = min(most, len(self.operands))
        tried = [(verb, operand) for verb in verbs for operand in self.random.sample(self.operands, few)]
        legal = [action for actions in self.legal.values() for action in actions]
        return [*tried, *self.random.sample(legal, min(most, len(legal)))]


Law = Callable[[Sample], Iterator[str]]

MALFORMED: tuple[Any, ...] = (
    None, 0, "", (), ("",), ("no such verb", 0), ("no such verb", -1), [], ["march", 0], ("march", "0"),
    ("march", None), ("march", True), ("march", 1.0), ("march", 0, 0), (0, "march"), {"verb": 0}, (None, None),
)  # fmt: skip


def difference(first: Any, second: Any, path: str = "") -> str:
    """Return a description of where two values first differ; "" if they are equal."""
    if type(first) is type(second) and first == second:
        return ""
    first, second = _plain_value(first), _plain_value(second)
    if isinstance(first, dict) and isinstance(second, dict):
        for key in [*first, *[key for key in second if key not in first]]:
            if found := difference(first.get(key), second.get(key), f"{path}.{key}"):
                return found
        return ""
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        for at, (a, b) in enumerate(zip(first, second, strict=False)):
            if found := difference(a, b, f"{path}[{at}]"):
                return found
        return "" if len(first) == len(second) else f"{path or 'it'} has {len(first)} items against {len(second)}"
    return "" if first == second else f"{path or 'it'} is {first!r} against {second!r}"


def _plain_value(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        kind = type(value).__name__
        return {"": kind, **{name: getattr(value, name) for name in value.__struct_fields__}}
    return value

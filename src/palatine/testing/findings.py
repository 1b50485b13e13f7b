"""Errors found by the fuzzer or by a law, as files that can be replayed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any

import msgspec

from palatine.core import Game, OrdersGame, PalatineError, Unreadable
from palatine.registry import ENTRY_POINT_GROUP, load
from palatine.testing.sample import Setup, find_checks

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

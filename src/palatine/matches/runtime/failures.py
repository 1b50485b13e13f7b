"""Failures of the rules: files that reproduce them, and messages for the players.

A match whose rules fail stays at its last version with its sheets and log; it is *stuck* until a retry succeeds. A
file is stored next to the database. It contains the complete position with all hidden information, so it is for the
operator only.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from traceback import format_exception
from typing import Any

import msgspec

from palatine import __version__, registry
from palatine.core import Action, Game, State, Unreadable
from palatine.matches.runtime.transitions import (
    Genesis,
    apply_action,
    as_orders_game,
    eject_player,
    initial_state,
    outcome_data,
    resolve_turn,
)
from palatine.matches.storage import MatchRow
from palatine.matches.wording import catalogue, turn_name

FORMAT = "palatine-failure"


class RulesCall(msgspec.Struct, frozen=True):
    """A call of the rules: "begin", "action", "turn", "eject", or "look" for anything else."""

    what: str
    seat: str = ""
    action: Action | None = None
    state: Any = None
    """The state before the call; None for the beginning of a match."""


class Failure(msgspec.Struct, frozen=True):
    """The reason why a match is stuck, as stored with it."""

    why: str
    """The message for the players."""
    what: str
    file: str = ""
    """The file that reproduces it; "" if none could be written."""
    error: str = ""
    """The type of the exception, for the operator."""

    @classmethod
    def of_row(cls, row: MatchRow) -> Failure:
        return msgspec.json.decode(row.stuck, type=cls)

    @property
    def for_operator(self) -> str:
        """The reason with the type of the exception."""
        return f"{self.why} ({self.error})" if self.error else self.why

    def as_text(self) -> str:
        return msgspec.json.encode(self).decode()


class FailureFile(msgspec.Struct, frozen=True):
    """Everything needed to reproduce a failure."""

    format: str
    palatine: str
    game: str
    rules: str
    match: str
    version: int
    what: str
    seat: str
    action: Action | None
    state: bytes
    genesis: Genesis | None
    error: str
    trace: str


def player_message(call: RulesCall, row: MatchRow, titles: Mapping[str, str]) -> str:
    """Return the message for the players, without hidden information or technical terms.

    `titles` has the names of the seats as everyone knows them.
    """
    key = call.what if call.what != "action" or call.seat else "look"
    return catalogue().say(f"stuck.{key}", seat=titles.get(call.seat, ""), turn=turn_name(row))


def failure_file(
    row: MatchRow, game: Game[Any], genesis: Genesis, call: RulesCall, error: BaseException
) -> FailureFile:
    return FailureFile(
        format=FORMAT,
        palatine=__version__,
        game=row.game,
        rules=game.rules_version,
        match=row.id,
        version=row.version,
        what=call.what,
        seat=call.seat,
        action=call.action,
        state=b"" if call.state is None else game.encode(call.state),
        genesis=genesis if call.what == "begin" else None,
        error=f"{type(error).__name__}: {error}"[:2000],
        trace="".join(format_exception(error))[-20_000:],
    )


def save_failure(folder: Path, file: FailureFile) -> Path:
    """Write a failure to a file that only the operator can read.

    It replaces an earlier failure of the same call.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{file.match}-{file.version}-{file.what}.json"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(msgspec.json.format(msgspec.json.encode(file), indent=1))
    return path


def read_failure(path: Path | str) -> FailureFile:
    """Return the failure in a file. Raises `Unreadable`."""
    try:
        found = msgspec.json.decode(Path(path).read_bytes(), type=FailureFile)
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"{path} is not the file of a failure: {error}") from error
    if found.format != FORMAT:
        raise Unreadable(f"{path} is not the file of a failure: its format is not {FORMAT!r}.")
    return found


def replay(file: FailureFile) -> State:
    """Reproduce a failed call, check its result from every seat, and return the resulting state.

    An exception of the rules propagates.
    """
    game = registry.load(file.game)
    after = _run_call(game, file)
    compute_all_views(game, after, after.seats)
    return after


def _run_call(game: Game[Any], file: FailureFile) -> State:
    if file.what == "begin":
        assert file.genesis is not None
        begun: State = initial_state(game, file.genesis)[0]
        return begun
    state: State = game.decode(file.state)
    if file.what == "action" and file.action is not None:
        state = apply_action(game, state, file.seat, file.action)[0]
    elif file.what == "turn":
        state = resolve_turn(as_orders_game(game), state)[0]
    elif file.what == "eject":
        state = eject_player(game, state, file.seat)[0]
    return state


def compute_all_views(game: Game[Any], state: State, seats: Sequence[str]) -> None:
    """Call everything on a state that the match services call."""
    for seat in (None, *seats):
        game.view(state, seat)
    for seat in game.actors(state):
        if not game.orders:
            game.actions(state, seat)
    outcome = game.outcome(state)
    if outcome is not None:
        outcome_data(outcome)
    game.decode(game.encode(state))

"""Recordings of slow actions, to repeat them and see where the time goes.

Each is a file next to the database. It contains the complete position, so it is for the operator only.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

import msgspec

from palatine import __version__, registry
from palatine.core import Action, State, Unreadable
from palatine.matches.runtime.transitions import apply_action
from palatine.matches.storage import Record

log = logging.getLogger(__name__)

FORMAT = "palatine-slow"
MAX_FILE_BYTES = 4 << 20
"""Maximum size of a recording in bytes."""


class SlowLimits(msgspec.Struct, frozen=True):
    """Limits of recordings: minimum duration in seconds (0: no recordings), and number of files."""

    seconds: float = 2.0
    most: int = 50


class SlowActionFile(msgspec.Struct, frozen=True):
    """Everything needed to repeat a slow action."""

    format: str
    palatine: str
    game: str
    rules: str
    match: str
    version: int
    time: str
    seconds: float
    """From the request to the response."""
    state: bytes
    moves: tuple[tuple[str, Action], ...]
    """The actions with their seats, including forced ones that followed."""


class Slow(msgspec.Struct, frozen=True):
    """A stored recording."""

    file: str
    game: str
    match: str
    version: int
    time: str
    seconds: float


def moves_of(records: Sequence[Record]) -> tuple[tuple[str, Action], ...]:
    """Return the actions in records, with their seats."""
    return tuple((each.seat, (each.verb, each.operand)) for each in records if each.kind == "action")


def new_recording(
    place: tuple[str, str, str, int, str], seconds: float, state: bytes, moves: tuple[tuple[str, Action], ...]
) -> SlowActionFile:
    """Return a recording of actions; `place` is game, rules, match, version and time."""
    game, rules, match, version, time = place
    return SlowActionFile(FORMAT, __version__, game, rules, match, version, time, round(seconds, 4), state, moves)


def save_recording(folder: Path, file: SlowActionFile, max_files: int) -> Path | None:
    """Write a recording that only the operator can read, and delete the oldest above `max_files`.

    Returns None if it is too large or cannot be written; the latter is logged.
    """
    text = msgspec.json.format(msgspec.json.encode(file), indent=1)
    if len(text) > MAX_FILE_BYTES or max_files < 1:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{file.match}-{file.version}.json"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(text)
        for old in sorted(folder.glob("*.json"), key=lambda each: (each.stat().st_mtime, each.name))[:-max_files]:
            old.unlink(missing_ok=True)
    except OSError as error:
        log.warning("Slow action could not be recorded: %s", error.strerror)
        return None
    return path


def read_recording(path: Path | str) -> SlowActionFile:
    """Return the slow action in a file. Raises `Unreadable`."""
    try:
        found = msgspec.json.decode(Path(path).read_bytes(), type=SlowActionFile)
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"{path} is not a recording of a slow action: {error}") from error
    if found.format != FORMAT:
        raise Unreadable(f"{path} is not a recording of a slow action: its format is not {FORMAT!r}.")
    return found


def stored_recordings(folder: Path | None) -> list[Slow]:
    """Return the stored recordings, slowest first; other files are ignored."""
    found = []
    for path in [] if folder is None or not folder.is_dir() else folder.glob("*.json"):
        try:
            file = read_recording(path)
        except Unreadable:
            continue
        found.append(Slow(path.name, file.game, file.match, file.version, file.time, file.seconds))
    return sorted(found, key=lambda each: -each.seconds)


def replay_recording(file: SlowActionFile) -> Iterator[tuple[str, Action, float, float]]:
    """Repeat a slow action.

    Yields each action with the seconds that the rules take for it and those for the views of all seats.
    """
    game = registry.load(file.game)
    state: State = game.decode(file.state)
    for seat, action in file.moves:
        begun = perf_counter()
        state = apply_action(game, state, seat, action)[0]
        done = perf_counter()
        for reader in (None, *state.seats):
            game.view(state, reader)
        yield seat, action, done - begun, perf_counter() - done

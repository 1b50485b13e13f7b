"""Actions that took too long: a file beside the database with what is needed to do them again and see where the time
goes. Like that of a failure it holds the whole position: it is for the operator alone."""

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
LARGEST = 4 << 20
"""Bytes of the largest file that is kept."""


class SlowRule(msgspec.Struct, frozen=True):
    """Which actions are slow, in seconds (0: none), and how many files of them are kept."""

    seconds: float = 2.0
    most: int = 50


class SlowFile(msgspec.Struct, frozen=True):
    """All that is needed to do it again."""

    format: str
    palatine: str
    game: str
    rules: str
    match: str
    version: int
    time: str
    seconds: float
    """From the request to the answer."""
    state: bytes
    moves: tuple[tuple[str, Action], ...]
    """What was done, with what was forced after it, and by which seat."""


class Slow(msgspec.Struct, frozen=True):
    """A file that is kept."""

    file: str
    game: str
    match: str
    version: int
    time: str
    seconds: float


def moves_of(records: Sequence[Record]) -> tuple[tuple[str, Action], ...]:
    """The actions in records."""
    return tuple((each.seat, (each.verb, each.operand)) for each in records if each.kind == "action")


def new_file(
    place: tuple[str, str, str, int, str], seconds: float, state: bytes, moves: tuple[tuple[str, Action], ...]
) -> SlowFile:
    """The file of moves in a state; `place` is game, rules, match, version and time."""
    game, rules, match, version, time = place
    return SlowFile(FORMAT, __version__, game, rules, match, version, time, round(seconds, 4), state, moves)


def keep(folder: Path, file: SlowFile, most: int) -> Path | None:
    """Write it for the operator's eyes only; the oldest above `most` go. None when it is too large or cannot be
    written: then the log has what there is to say."""
    text = msgspec.json.format(msgspec.json.encode(file), indent=1)
    if len(text) > LARGEST or most < 1:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{file.match}-{file.version}.json"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(text)
        for old in sorted(folder.glob("*.json"), key=lambda each: (each.stat().st_mtime, each.name))[:-most]:
            old.unlink(missing_ok=True)
    except OSError as error:
        log.warning("A slow action could not be kept: %s", error.strerror)
        return None
    return path


def read(path: Path | str) -> SlowFile:
    """Return the slow action in a file. Raises Unreadable."""
    try:
        found = msgspec.json.decode(Path(path).read_bytes(), type=SlowFile)
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise Unreadable(f"{path} is no file of a slow action: {error}") from error
    if found.format != FORMAT:
        raise Unreadable(f"{path} is no file of a slow action: its format is not {FORMAT!r}.")
    return found


def kept_slow(folder: Path | None) -> list[Slow]:
    """Return the stored files, the slowest first; other files are left out."""
    found = []
    for path in [] if folder is None or not folder.is_dir() else folder.glob("*.json"):
        try:
            file = read(path)
        except Unreadable:
            continue
        found.append(Slow(path.name, file.game, file.match, file.version, file.time, file.seconds))
    return sorted(found, key=lambda each: -each.seconds)


def replay(file: SlowFile) -> Iterator[tuple[str, Action, float, float]]:
    """Do it again: each move with the seconds that the rules take over it, and those of the views of all seats."""
    game = registry.load(file.game)
    state: State = game.decode(file.state)
    for seat, action in file.moves:
        begun = perf_counter()
        state = apply_action(game, state, seat, action)[0]
        done = perf_counter()
        for reader in (None, *state.seats):
            game.view(state, reader)
        yield seat, action, done - begun, perf_counter() - done

"""Checks of match files in a separate process, with bytes in and bytes out.

A file from outside may make the rules loop or exhaust memory. It is therefore parsed, replayed and rendered by an
executor (`palatine.processes`) with limits of time and memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from palatine.core import PalatineError, Unknown, Unreadable
from palatine.matches.files.importing import Imported, imported
from palatine.matches.files.matchfile import MatchFile, from_text
from palatine.matches.files.verify import verify_file
from palatine.matches.responses import Verification
from palatine.processes import Executor, WorkFailed, WorkLimitExceeded

T = TypeVar("T")

MODULE = "palatine.matches.files.checking"
SECONDS = 120.0
MEGABYTES = 1024


class Checked(msgspec.Struct, frozen=True, array_like=True):
    """The result of a check: data, or the reason for a refusal and whether the game is unknown."""

    data: bytes = b""
    refusal: str = ""
    is_unknown: bool = False


def verify(data: bytes) -> bytes:
    """Return the `Verification` of a match file, as an encoded `Checked`."""
    return _told(lambda: verify_file(from_text(data)))


def take_in(data: bytes) -> bytes:
    """Return what to store of a match file, an `Imported`, as an encoded `Checked`."""
    return _told(lambda: imported(from_text(data)))


def _kind(name: str) -> str:
    return f"{MODULE}:{name}"


def _told(work: Callable[[], Any]) -> bytes:
    try:
        found = Checked(msgspec.msgpack.encode(work()))
    except PalatineError as error:
        found = Checked(refusal=str(error), is_unknown=isinstance(error, Unknown))
    return msgspec.msgpack.encode(found)


def verify_in_executor(executor: Executor, file: MatchFile) -> Verification:
    """Run `verify_file` in the executor and return its result. Raises what `verify_file` raises."""
    return _asked(executor, "verify", msgspec.json.encode(file), Verification)


def imported_elsewhere(executor: Executor, plain: Any) -> Imported:
    """Run `imported` in the executor and return its result. Raises what `imported` raises."""
    try:
        data = msgspec.json.encode(plain)
    except (OverflowError, RecursionError, TypeError, ValueError) as error:
        raise Unreadable("The match file is damaged: it holds what no file can hold.") from error
    return _asked(executor, "take_in", data, Imported)


def _asked(executor: Executor, name: str, data: bytes, kind: type[T]) -> T:
    try:
        answer = executor.call(_kind(name), data, seconds=SECONDS, megabytes=MEGABYTES, reserve=1)
    except WorkLimitExceeded as error:
        raise Unreadable(f"The match file cannot be checked: {error}.") from error
    except WorkFailed as error:
        raise Unreadable("The match file is damaged: it cannot be read as a match.") from error
    checked = msgspec.msgpack.decode(answer, type=Checked)
    if checked.refusal:
        raise (Unknown if checked.is_unknown else Unreadable)(checked.refusal)
    return msgspec.msgpack.decode(checked.data, type=kind)

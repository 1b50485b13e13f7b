"""Checks of match files in a separate process, with bytes in and bytes out.

A file from outside may make the rules loop or exhaust memory. It is therefore parsed, replayed and rendered by an
executor (`palatine.processes`) with limits of time and memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from palatine.core import PalatineError, Unknown, Unreadable
from palatine.matches.files.importing import ImportedMatch, convert_file
from palatine.matches.files.matchfile import MatchFile, from_text
from palatine.matches.files.verify import verify_file
from palatine.matches.responses import Verification
from palatine.processes import Executor, WorkFailed, WorkLimitExceeded

T = TypeVar("T")

MODULE = "palatine.matches.files.checking"
TIMEOUT_SECONDS = 120.0
MEMORY_MEGABYTES = 1024


class CheckResult(msgspec.Struct, frozen=True, array_like=True):
    """The result of a check: data, or the reason for a refusal and whether the game is unknown."""

    data: bytes = b""
    refusal: str = ""
    is_unknown: bool = False


def verify(data: bytes) -> bytes:
    """Return the `Verification` of a match file, as an encoded `CheckResult`."""
    return _encoded_result(lambda: verify_file(from_text(data)))


def check_import(data: bytes) -> bytes:
    """Return what to store of a match file, an `ImportedMatch`, as an encoded `CheckResult`."""
    return _encoded_result(lambda: convert_file(from_text(data)))


def _kind(name: str) -> str:
    return f"{MODULE}:{name}"


def _encoded_result(work: Callable[[], Any]) -> bytes:
    try:
        found = CheckResult(msgspec.msgpack.encode(work()))
    except PalatineError as error:
        found = CheckResult(refusal=str(error), is_unknown=isinstance(error, Unknown))
    return msgspec.msgpack.encode(found)


def verify_in_executor(executor: Executor, file: MatchFile) -> Verification:
    """Run `verify_file` in the executor and return its result. Raises what `verify_file` raises."""
    return _check_in_executor(executor, "verify", msgspec.json.encode(file), Verification)


def import_in_executor(executor: Executor, content: Any) -> ImportedMatch:
    """Run `convert_file` in the executor and return its result. Raises what `convert_file` raises."""
    try:
        data = msgspec.json.encode(content)
    except (OverflowError, RecursionError, TypeError, ValueError) as error:
        raise Unreadable("The match file is damaged: it holds what no file can hold.") from error
    return _check_in_executor(executor, "check_import", data, ImportedMatch)


def _check_in_executor(executor: Executor, name: str, data: bytes, kind: type[T]) -> T:
    try:
        answer = executor.call(_kind(name), data, seconds=TIMEOUT_SECONDS, megabytes=MEMORY_MEGABYTES, reserve=1)
    except WorkLimitExceeded as error:
        raise Unreadable(f"The match file cannot be checked: {error}.") from error
    except WorkFailed as error:
        raise Unreadable("The match file is damaged: it cannot be read as a match.") from error
    checked = msgspec.msgpack.decode(answer, type=CheckResult)
    if checked.refusal:
        raise (Unknown if checked.is_unknown else Unreadable)(checked.refusal)
    return msgspec.msgpack.decode(checked.data, type=kind)

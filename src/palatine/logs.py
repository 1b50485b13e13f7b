"""What is logged, and how: a line of text for people or of JSON for programs, with the request and the match it is of.

No secret stands in it: nothing that logs names one, what is bound to a database's statements is left out of its errors,
and what looks like one all the same (a mail address, a key, a link that opens something, a password in an address) is
masked here, in messages and in traces.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from logging.handlers import MemoryHandler
from typing import Any, Literal, TextIO, TypeVar

import msgspec

T = TypeVar("T")
Format = Literal["text", "json"]
Level = Literal["debug", "info", "warning", "error"]

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is being answered."""
MATCH: ContextVar[str] = ContextVar("match", default="")
"""The match that is being worked on."""
MASK = "***"
ACCESS = "palatine.access"
"""Who logs each request, where that is wanted."""
SERVING = "palatine.serving"
"""Who logs what an operator is to know of a server that starts."""
HELD = 1000
"""Records that are held back at most."""
OURS = ("palatine", "uvicorn.error")
"""Whose level can be chosen: libraries would say too much, addresses among it, and are heard from warnings on."""

_SECRETS = (
    (re.compile(r"(://[^\s/@:]*:)[^\s/@]+@"), rf"\1{MASK}@"),  # a password in an address
    (re.compile(r"(/(?:i|u|signin)/)[A-Za-z0-9_.~%-]{8,}"), rf"\1{MASK}"),  # a link that opens something
    (re.compile(r"(?i)\b(bearer\s+|(?:token|secret|password|key|code)=)[^\s&;,\"']+"), rf"\1{MASK}"),
    (re.compile(r"\bpt_[A-Za-z0-9_-]+"), MASK),  # a token of somebody's program
    (re.compile(r"\bs-[a-z0-9]{16}\b"), MASK),  # a seat's secret address
    (re.compile(r"\b(?=[a-z0-9]*[0-9])(?=[a-z0-9]*[a-z])[a-z0-9]{24,}\b"), MASK),  # a key to a seat, a session
    (re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"), MASK),  # a mail address
)


def in_track(work: Callable[..., T], *args: Any, **kwargs: Any) -> Callable[[], T]:
    """Work for another thread, which logs it as of the request that asked for it."""
    return partial(copy_context().run, partial(work, *args, **kwargs))


def masked(text: str) -> str:
    """A text without what looks like a secret in it."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class LineFormatter(logging.Formatter):
    """A record as a line of text."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(track)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def format(self, record: logging.LogRecord) -> str:
        track = [f"request={REQUEST.get()}"] if REQUEST.get() else []
        track += [f"match={MATCH.get()}"] if MATCH.get() else []
        record.track = f" [{' '.join(track)}]" if track else ""
        return masked(super().format(record))


class JsonLine(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        told: dict[str, Any] = {
            "time": when, "level": record.levelname.lower(), "logger": record.name,
            "message": masked(record.getMessage()), "request": REQUEST.get(), "match": MATCH.get(),
        }  # fmt: skip
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["trace"] = masked(self.formatException(record.exc_info))
        return msgspec.json.encode({name: value for name, value in told.items() if value != ""}).decode()


def begin(
    level: Level = "warning", form: Format = "text", to: TextIO | None = None, *, access: bool = False
) -> logging.Handler:
    """Have everything of this process logged so, in place of what logged before, uvicorn's own words among it; with
    `access` each request, whatever the level."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLine() if form == "json" else LineFormatter())
    root = logging.getLogger()
    before, root.handlers[:] = root.handlers[:], [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    threading.excepthook = _log_uncaught
    for name in ("uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    for name in OURS:
        logging.getLogger(name).setLevel(level.upper())
    logging.getLogger(ACCESS).setLevel(logging.INFO if access else logging.WARNING)
    logging.getLogger(SERVING).setLevel(logging.INFO)
    for each in before:
        if isinstance(each, MemoryHandler):
            each.setTarget(handler)
            each.close()
    return handler


def hold() -> None:
    """Hold back what is logged until `begin`: its format is among the settings that are about to be read."""
    logging.getLogger().handlers[:] = [MemoryHandler(HELD, flushLevel=logging.CRITICAL + 1)]


def say(text: str) -> None:
    """Tell the operator something that no level hides: on standard output, or in the log if that is JSON."""
    if is_json():
        logging.getLogger(SERVING).info("%s", text)
    else:
        print(text, flush=True)


def is_json() -> bool:
    """Return whether programs read the log, so that nothing else may be printed."""
    return any(isinstance(each.formatter, JsonLine) for each in logging.getLogger().handlers)


def _log_uncaught(given: threading.ExceptHookArgs) -> None:
    """Log an exception that has ended a thread."""
    name = given.thread and given.thread.name
    logging.getLogger("palatine").error("A thread has ended: %s", name, exc_info=given.exc_value)

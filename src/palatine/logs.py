"""Logging: text lines for people or JSON for programs, with request and match ids.

The log must not have secrets. No log call names one, and database errors leave out the values bound to their
statements. As a safeguard, anything in messages and tracebacks that looks like a secret is masked here: mail addresses,
keys, links with tokens and passwords in URLs.
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
"""Id of the request being handled."""
MATCH: ContextVar[str] = ContextVar("match", default="")
"""Id of the match being processed."""
MASK = "***"
ACCESS = "palatine.access"
"""Name of the logger of requests, which logs only with `monitoring.access_log`."""
SERVING = "palatine.serving"
"""Name of the logger for messages to the operator when a server starts."""
HELD = 1000
"""Maximum number of records held back."""
OURS = ("palatine", "uvicorn.error")
"""Loggers whose level can be configured.

Other libraries log only warnings and errors, because their lower levels may have addresses.
"""

_SECRETS = (
    (re.compile(r"(://[^\s/@:]*:)[^\s/@]+@"), rf"\1{MASK}@"),  # a password in a URL
    (re.compile(r"(/(?:i|u|signin)/)[A-Za-z0-9_.~%-]{8,}"), rf"\1{MASK}"),  # a link with a token
    (re.compile(r"(?i)\b(bearer\s+|(?:token|secret|password|key|code)=)[^\s&;,\"']+"), rf"\1{MASK}"),
    (re.compile(r"\bpt_[A-Za-z0-9_-]+"), MASK),  # an API token
    (re.compile(r"\bs-[a-z0-9]{16}\b"), MASK),  # the secret address of a seat
    (re.compile(r"\b(?=[a-z0-9]*[0-9])(?=[a-z0-9]*[a-z])[a-z0-9]{24,}\b"), MASK),  # a seat key or a session
    (re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"), MASK),  # an email address
)


def in_track(work: Callable[..., T], *args: Any, **kwargs: Any) -> Callable[[], T]:
    """Return `work` bound to the current request context, so that another thread logs its ids."""
    return partial(copy_context().run, partial(work, *args, **kwargs))


def masked(text: str) -> str:
    """Return a text with everything that looks like a secret masked."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class LineFormatter(logging.Formatter):
    """A formatter for text lines."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(track)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def format(self, record: logging.LogRecord) -> str:
        track = [f"request={REQUEST.get()}"] if REQUEST.get() else []
        track += [f"match={MATCH.get()}"] if MATCH.get() else []
        record.track = f" [{' '.join(track)}]" if track else ""
        return masked(super().format(record))


class JsonLine(logging.Formatter):
    """A formatter for JSON, one line per record."""

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
    """Configure logging for this process, replacing earlier handlers and those of uvicorn.

    With `access`, each request is logged whatever the level.
    """
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
    """Hold back log records until `begin`, since the settings to be read contain the log format."""
    logging.getLogger().handlers[:] = [MemoryHandler(HELD, flushLevel=logging.CRITICAL + 1)]


def say(text: str) -> None:
    """Print a message to the operator, whatever the level.

    If the log is JSON, the message goes to the log, otherwise to standard output.
    """
    if is_json():
        logging.getLogger(SERVING).info("%s", text)
    else:
        print(text, flush=True)


def is_json() -> bool:
    """Return whether the log is JSON, so that nothing else may be printed."""
    return any(isinstance(each.formatter, JsonLine) for each in logging.getLogger().handlers)


def _log_uncaught(given: threading.ExceptHookArgs) -> None:
    """Log an exception that has ended a thread."""
    name = given.thread and given.thread.name
    logging.getLogger("palatine").error("A thread has ended: %s", name, exc_info=given.exc_value)

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

REQUEST_ID: ContextVar[str] = ContextVar("request", default="")
"""Id of the request being handled."""
MATCH_ID: ContextVar[str] = ContextVar("match", default="")
"""Id of the match being processed."""
MASK = "***"
ACCESS_LOGGER = "palatine.access"
"""Name of the logger of requests, which logs only with `monitoring.access_log`."""
STARTUP_LOGGER = "palatine.serving"
"""Name of the logger for messages to the operator when a server starts."""
MAX_HELD_RECORDS = 1000
"""Maximum number of records held back."""
OWN_LOGGERS = ("palatine", "uvicorn.error")
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


def bind_context(work: Callable[..., T], *args: Any, **kwargs: Any) -> Callable[[], T]:
    """Return `work` bound to the current request context, so that another thread logs its ids."""
    return partial(copy_context().run, partial(work, *args, **kwargs))


def mask_secrets(text: str) -> str:
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
        track = [f"request={REQUEST_ID.get()}"] if REQUEST_ID.get() else []
        track += [f"match={MATCH_ID.get()}"] if MATCH_ID.get() else []
        record.track = f" [{' '.join(track)}]" if track else ""
        return mask_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """A formatter for JSON, one line per record."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        told: dict[str, Any] = {
            "time": when, "level": record.levelname.lower(), "logger": record.name,
            "message": mask_secrets(record.getMessage()), "request": REQUEST_ID.get(), "match": MATCH_ID.get(),
        }  # fmt: skip
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
            told["trace"] = mask_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode({name: value for name, value in told.items() if value != ""}).decode()


def configure(
    level: Level = "warning", format: Format = "text", stream: TextIO | None = None, *, access: bool = False
) -> logging.Handler:
    """Configure logging for this process, replacing earlier handlers and those of uvicorn.

    With `access`, each request is logged whatever the level.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if format == "json" else LineFormatter())
    root = logging.getLogger()
    before, root.handlers[:] = root.handlers[:], [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    threading.excepthook = _log_uncaught
    for name in ("uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(level.upper())
    logging.getLogger(ACCESS_LOGGER).setLevel(logging.INFO if access else logging.WARNING)
    logging.getLogger(STARTUP_LOGGER).setLevel(logging.INFO)
    for each in before:
        if isinstance(each, MemoryHandler):
            each.setTarget(handler)
            each.close()
    return handler


def hold_records() -> None:
    """Hold back log records until `configure`, because the settings contain the log format."""
    logging.getLogger().handlers[:] = [MemoryHandler(MAX_HELD_RECORDS, flushLevel=logging.CRITICAL + 1)]


def print_message(text: str) -> None:
    """Print a message to the operator, whatever the level.

    If the log is JSON, the message goes to the log, otherwise to standard output.
    """
    if is_json():
        logging.getLogger(STARTUP_LOGGER).info("%s", text)
    else:
        print(text, flush=True)


def is_json() -> bool:
    """Return whether the log is JSON, so that nothing else may be printed."""
    return any(isinstance(each.formatter, JsonFormatter) for each in logging.getLogger().handlers)


def _log_uncaught(given: threading.ExceptHookArgs) -> None:
    name = given.thread and given.thread.name
    logging.getLogger("palatine").error("A thread has ended: %s", name, exc_info=given.exc_value)

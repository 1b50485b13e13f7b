"""Exceptions, and the refusal of an action by the rules."""

from __future__ import annotations

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """The clause that forbids an action, and the reason.

    Inside the rules, `reason` is the key of a message and `data` its fields. `Game.explain` returns the finished
    sentence as `reason`, without data.
    """

    clause: str
    reason: str
    data: dict[str, Any] = {}


class PalatineError(Exception):
    """An error that is shown in one line to the user who caused it."""


class Refused(PalatineError):
    """An action that the rules do not allow."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.clause = clause
        self.reason = reason


class Unknown(PalatineError):
    """An unknown name: of a game, a seat, a scenario, an option or a bot."""


class Unreadable(PalatineError):
    """Text or bytes in an invalid format."""


class LimitExceeded(RuntimeError):
    """An action or turn that exceeded a limit on steps, rolls, journal entries or time."""


class AlreadyEnded(RuntimeError):
    """A second attempt by the rules to end a match."""

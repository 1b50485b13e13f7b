"""Why something is not allowed."""

from __future__ import annotations

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """The clause that forbids an action, and the reason.

    Inside the rules `reason` is the key of a message and `data` what the message needs; what leaves
    `Game.explain` has the finished sentence as its reason and no data.
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
    """A name that nothing goes by: a game, a seat, a scenario, an option, a bot."""


class Unreadable(PalatineError):
    """Text or bytes that are not what they should be."""


class Endless(RuntimeError):
    """The rules went far beyond what legal play needs: of steps, rolls, journal entries or time."""


class AlreadyEnded(RuntimeError):
    """The rules tried to end a match that has ended."""

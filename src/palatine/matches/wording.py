"""The server's message catalogue, and errors with its messages."""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol

from palatine import registry
from palatine.core import Catalogue, Refused, Unknown
from palatine.matches.errors import StorageError


@cache
def catalogue() -> Catalogue:
    return Catalogue.load("palatine.matches", {})


class HasTurn(Protocol):
    """A match with its game and its open turn."""

    @property
    def game(self) -> str: ...

    @property
    def turn(self) -> int: ...


def turn_name(match: HasTurn, turn: int | None = None) -> str:
    """Return the name of a turn, by default the open one: "turn 3", "year 3" or "the set-up"."""
    number = match.turn if turn is None else turn
    if not number:
        return catalogue().say("turn-name.set-up")
    try:
        word = registry.load(match.game).turn_word
    except Unknown:  # The game is no longer installed.
        word = "turn"
    key = f"turn-name.{word}"
    return catalogue().say(key if catalogue().has(key) else "turn-name.turn", n=number)


def refused_error(key: str, **data: Any) -> Refused:
    """Return a refusal by the server, without a clause."""
    return Refused("", catalogue().say("refusal." + key, **data))


def busy_error() -> StorageError:
    """Return the error after too many attempts at a change that does not depend on a version."""
    return StorageError("The match is moving too fast to do this just now; nothing was changed.")

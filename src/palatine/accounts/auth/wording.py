"""Messages of sign-in, and errors with them."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue, Refused
from palatine.matches import Forbidden


@cache
def catalogue() -> Catalogue:
    return Catalogue.load("palatine.accounts.auth", {})


def say(key: str, **data: Any) -> str:
    """Return the message with that key, filled in."""
    return catalogue().say(key, **data)


def refused_error(key: str, **data: Any) -> Refused:
    """Return a refusal of invalid input, without a clause."""
    return Refused("", say(key, **data))


def forbidden_error(key: str, **data: Any) -> Forbidden:
    """Return the error for a rejected sign-in."""
    return Forbidden(say(key, **data))

"""What the ways in say."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue, Refused
from palatine.matches import Forbidden


@cache
def words() -> Catalogue:
    return Catalogue.load("palatine.accounts.auth", {})


def say(key: str, **data: Any) -> str:
    """The message of that key, filled in."""
    return words().say(key, **data)


def refused(key: str, **data: Any) -> Refused:
    """What was sent will not do; it rests on no clause."""
    return Refused("", say(key, **data))


def forbidden(key: str, **data: Any) -> Forbidden:
    """This opens nothing."""
    return Forbidden(say(key, **data))

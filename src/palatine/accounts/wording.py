"""What is said of people, out of one catalogue."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue, Refused


@cache
def words() -> Catalogue:
    return Catalogue.load("palatine.accounts", {})


def say(key: str, **data: Any) -> str:
    """The message of that key, filled in."""
    return words().say(key, **data)


def refused(key: str, **data: Any) -> Refused:
    """A refusal of something that could be asked, which rests on no clause."""
    return Refused("", say("refused." + key, **data))

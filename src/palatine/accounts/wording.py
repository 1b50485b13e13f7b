"""Messages about accounts, and errors with them."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue, Refused


@cache
def catalogue() -> Catalogue:
    return Catalogue.load("palatine.accounts", {})


def say(key: str, **data: Any) -> str:
    """Return the message with that key, filled in."""
    return catalogue().say(key, **data)


def refused_error(key: str, **data: Any) -> Refused:
    """Return a refusal by the server, without a clause."""
    return Refused("", say("refused." + key, **data))

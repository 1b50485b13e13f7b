"""Messages of notifications, from one catalogue."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def catalogue() -> Catalogue:
    return Catalogue.load("palatine.notifications", {})


def say(key: str, **data: Any) -> str:
    """Return the message with that key, filled in."""
    return catalogue().say(key, **data)

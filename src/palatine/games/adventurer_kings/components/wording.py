"""The words for what is said without a match at hand."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def _words() -> Catalogue:
    return Catalogue.load("palatine.games.adventurer_kings", {})


def said(key: str, **data: Any) -> str:
    """The message of that key, filled in, with names as they are given."""
    return _words().say(key, **data)

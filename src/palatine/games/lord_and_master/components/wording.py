"""The words for what is named and read without a match at hand: places, owners, ground, faults of a line."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def _words() -> Catalogue:
    return Catalogue.load("palatine.games.lord_and_master", {})


def said(key: str, **data: Any) -> str:
    """The message of that key, filled in, with names as they are given."""
    return _words().say(key, **data)

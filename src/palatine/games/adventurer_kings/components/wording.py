"""Messages that need no match."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def _catalogue() -> Catalogue:
    return Catalogue.load("palatine.games.adventurer_kings", {})


def said(key: str, **data: Any) -> str:
    """Return a message with its values filled in; names are inserted unchanged."""
    return _catalogue().say(key, **data)

"""Chances in words: "4 in 6 (67%)"."""

from __future__ import annotations

from palatine.core import Catalogue


def chance_text(words: Catalogue, count: int, of: int = 6) -> str:
    """So many of the throws of one die, or of two; what is sure or cannot be is said as that."""
    if count <= 0:
        return words.say("chance.never")
    if count >= of:
        return words.say("chance.always")
    return words.say("chance.of", count=count, of=of, percent=round(100 * count / of))

"""The words of the pages, out of one catalogue a language."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def words(language: str = "en") -> Catalogue:
    return Catalogue.load("palatine.web", {}, language)


def say(key: str, **data: Any) -> str:
    """The message of that key, filled in."""
    return words().say(key, **data)


@cache
def client_words(*parts: str) -> dict[str, str]:
    """What a page needs to know in the browser: the messages under `client`, and with them, or in their place, those
    under each `client-PART`: of a kind of pages, or of games that call their turns so (`Game.turn_word`)."""
    prefixes = ("client.", *[f"client-{part}." for part in parts if part])
    found = words().messages.items()
    return {key.removeprefix(each): text for each in prefixes for key, text in found if key.startswith(each)}

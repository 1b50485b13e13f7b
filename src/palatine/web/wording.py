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
    """What a page needs to know in the browser: the messages under `client`, and in their place or besides those under
    `client-PART`: for a game that calls its turns by that word (`Game.turn_word`), for the pages on accounts ("ways").
    """
    found = _under("client.")
    for part in parts:
        found |= _under(f"client-{part}.")
    return found


def _under(prefix: str) -> dict[str, str]:
    return {key.removeprefix(prefix): text for key, text in words().messages.items() if key.startswith(prefix)}

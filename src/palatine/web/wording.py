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
def client_words(turn: str = "turn") -> dict[str, str]:
    """What the page needs to know in the browser: the messages under `client`, and in their place those under
    `client-WORD` for a game that calls its turns so (`Game.turn_word`)."""
    return _under("client.") | _under(f"client-{turn}.")


def _under(prefix: str) -> dict[str, str]:
    return {key.removeprefix(prefix): text for key, text in words().messages.items() if key.startswith(prefix)}

"""The message catalogue of the pages, one per language."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def catalogue(language: str = "en") -> Catalogue:
    return Catalogue.load("palatine.web", {}, language)


def say(key: str, **data: Any) -> str:
    """Return the message with this key, formatted with `data`."""
    return catalogue().say(key, **data)


@cache
def client_messages(*parts: str) -> dict[str, str]:
    """Return the messages that a page needs in the browser.

    They are those under `client`, overridden by those under each `client-PART`. A part is a kind of page, or a game's
    word for a turn (`Game.turn_word`).
    """
    prefixes = ("client.", *[f"client-{part}." for part in parts if part])
    found = catalogue().messages.items()
    return {key.removeprefix(each): text for each in prefixes for key, text in found if key.startswith(each)}

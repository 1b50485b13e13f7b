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
def client_words() -> dict[str, str]:
    """What the page needs to know in the browser: the messages under `client`."""
    prefix = "client."
    return {key.removeprefix(prefix): text for key, text in words().messages.items() if key.startswith(prefix)}

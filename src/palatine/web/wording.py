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
def client_words(chapter: str = "") -> dict[str, str]:
    """What a page needs to know in the browser: the messages under `client`; those that one page alone says stand
    under `client-CHAPTER` and are said as `CHAPTER.`."""
    all_words = words().messages.items()
    found = {key.removeprefix("client."): text for key, text in all_words if key.startswith("client.")}
    own = f"client-{chapter}."
    return found | {key.replace(own, f"{chapter}.", 1): text for key, text in all_words if key.startswith(own)}

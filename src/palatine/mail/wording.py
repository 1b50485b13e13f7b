"""The message catalogue of mail, one per language."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue


@cache
def catalogue(language: str = "en") -> Catalogue:
    return Catalogue.load("palatine.mail", {}, language)


def say(key: str, **data: Any) -> str:
    """Return the message with this key, formatted with `data`."""
    return catalogue().say(key, **data)

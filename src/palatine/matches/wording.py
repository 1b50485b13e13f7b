"""The server's message catalogue, and errors with its messages."""

from __future__ import annotations

from functools import cache
from typing import Any

from palatine.core import Catalogue, Refused
from palatine.matches.errors import StorageError


@cache
def catalogue() -> Catalogue:
    return Catalogue.load("palatine.matches", {})


def refused_error(key: str, **data: Any) -> Refused:
    """Return a refusal by the server, without a clause."""
    return Refused("", catalogue().say("refusal." + key, **data))


def busy_error() -> StorageError:
    """Return the error after too many attempts at a change that does not depend on a version."""
    return StorageError("The match is moving too fast to do this just now; nothing was changed.")

"""Seat keys: how requests carry them and which seats they open.

A browser keeps the keys of a match in one cookie that scripts cannot read. A program sends one as a bearer token.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie

from palatine.matches import Forbidden, MatchServices
from palatine.web.wording import say

COOKIE_PREFIX = "palatine-"
COOKIE_MAX_AGE = 365 * 24 * 3600
_MATCH = re.compile(r"[A-Za-z0-9_-]{1,64}")
_KEY = re.compile(r"[A-Za-z0-9_-]{1,200}")

AnyRequest = Request[Any, Any, Any]


def keys_of(request: AnyRequest, match: str) -> tuple[str, ...]:
    """Return the keys of a request: the bearer token, or else those in the match's cookie."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip():
        return (token.strip(),)
    return _split(request.cookies.get(COOKIE_PREFIX + match, ""))


def all_keys(request: AnyRequest) -> tuple[str, ...]:
    """Return every key of a request, of all matches."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    bearer = (token.strip(),) if kind.lower() == "bearer" and token.strip() else ()
    found = [
        key for name, value in request.cookies.items() if name.startswith(COOKIE_PREFIX) for key in _split(value)
    ]
    return (*bearer, *found)


def _split(value: str) -> tuple[str, ...]:
    return tuple(key for key in value.split(".") if _KEY.fullmatch(key))


def key_cookie(request: AnyRequest, match: str, key: str) -> Cookie | None:
    """Return the match's cookie with `key` added, or None if no cookie can have that name."""
    if not _MATCH.fullmatch(match) or not _KEY.fullmatch(key):
        return None
    keys = [known for known in _split(request.cookies.get(COOKIE_PREFIX + match, "")) if known != key][-15:]
    return Cookie(
        COOKIE_PREFIX + match,
        path="/",
        value=".".join([*keys, key]),
        max_age=COOKIE_MAX_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


class SeatKeys:
    """The seats that keys open.

    Each call looks the key up, because the key of a player who has left a match for good opens nothing.
    """

    def __init__(self, services: MatchServices) -> None:
        self.services = services

    def seat_of(self, match: str, key: str) -> str | None:
        """Return the seat that a key opens, or None if it opens none. Raises NotFound."""
        return self.services.seats.seat_of(match, key)

    def seats_of(self, match: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Return the seats that keys open; keys that open none are ignored."""
        found = [self.seat_of(match, key) for key in keys]
        return tuple(dict.fromkeys(seat for seat in found if seat is not None))

    def key_for(self, match: str, seat: str, keys: tuple[str, ...]) -> str:
        """Return the one of `keys` that opens `seat`.

        Raises NotFound for an unknown match and Forbidden if no key opens the seat.
        """
        for key in keys:
            if self.seat_of(match, key) == seat:
                return key
        self.services.matches.info(match)
        raise Forbidden(say("problem.no-key"))

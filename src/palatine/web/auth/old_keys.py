"""Migration of seats whose keys a browser has kept from before the server had accounts.

The seats are given to the browser's account when it opens a page, its first request. Then the cookie with the keys is
deleted. Lessons keep their keys, because a lesson has no owner.
"""

from __future__ import annotations

from typing import Any

from litestar.datastructures import Cookie

from palatine.accounts.principals import AccountService
from palatine.matches import NotFound
from palatine.web.identity import bearer_token
from palatine.web.requests import RequestServices, StrictRequest
from palatine.web.seat_keys import COOKIE_PREFIX, AnyRequest, keys_of


class OldKeysMiddleware:
    """ASGI middleware that gives such seats to the account that opens a page.

    If the sender is anonymous, a new guest account receives them.
    """

    def __init__(self, app: Any, services: RequestServices) -> None:
        self.app = app
        self.services = services

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        people = self.services.people
        if people is None or not _opens_a_page(scope):
            await self.app(scope, receive, send)
            return
        cookies = await self.services.workers.write(_bind, self.services, people, StrictRequest(scope))

        async def telling(message: Any) -> None:
            if message["type"] == "http.response.start":
                told = [each.to_encoded_header() for each in cookies]
                message["headers"] = [*message["headers"], *told]
            await send(message)

        await self.app(scope, receive, telling)


def _opens_a_page(scope: Any) -> bool:
    """Return whether a browser with seat keys requests a page."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    said = dict.fromkeys((b"accept", b"cookie"), b"")
    for name, value in scope["headers"]:
        if name in said:
            said[name] += value + b";"
    return b"text/html" in said[b"accept"].lower() and COOKIE_PREFIX.encode() in said[b"cookie"]


def _bind(services: RequestServices, people: AccountService, request: AnyRequest) -> list[Cookie]:
    """Bind the seats that can be bound; return the cookies to set."""
    kept = [name.removeprefix(COOKIE_PREFIX) for name in request.cookies if name.startswith(COOKIE_PREFIX)]
    if bearer_token(request):
        return []
    done = [match for match in kept if not _is_lesson(services, match)]
    opening = [(match, key) for match in done for key in _valid_keys(services, request, match)]
    gone = [_expired_cookie(request, match) for match in done]
    if not opening:
        return gone
    principal, session = services.identity.principal_or_new_guest(request, invited=True)
    bound = [people.claim_seat(match, key, principal.id) for match, key in opening]
    if session and not any(bound):  # A concurrent request of this browser was faster and has its own guest.
        people.sessions.end_all(principal.id)
        del request.scope["palatine.principal"]  # type: ignore[typeddict-item]
        return gone
    return [*gone, *session]


def _is_lesson(services: RequestServices, match: str) -> bool:
    try:
        return bool(services.matches.info(match).lesson)
    except NotFound:
        return False


def _valid_keys(services: RequestServices, request: AnyRequest, match: str) -> list[str]:
    """Return the keys in a match's cookie that still open a seat."""
    try:
        return [key for key in keys_of(request, match) if services.seat_keys.seat_of(match, key) is not None]
    except NotFound:
        return []


def _expired_cookie(request: AnyRequest, match: str) -> Cookie:
    is_secure = request.url.scheme == "https"
    return Cookie(
        COOKIE_PREFIX + match, path="/", value="", max_age=0, httponly=True, samesite="lax", secure=is_secure
    )

"""Security checks and headers: no writes from foreign pages, no foreign content in ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from palatine.web.middleware.allowed_hosts import AllowedHosts
from palatine.web.models import MEDIA_TYPE, ProblemDetails
from palatine.web.rendering import render_page
from palatine.web.wording import say

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
        "manifest-src 'self'",
    ]
)  # fmt: skip
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
PAGE_TYPE = "text/html; charset=utf-8"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ONE_CLICK_PREFIX = "/u/"
"""Path prefix of one-click unsubscribe links (RFC 8058).

Mail programs send a form to them without an origin. The token alone authorizes the request, so skipping the origin
check gives nothing away.
"""


class SecurityMiddleware:
    """ASGI middleware that refuses foreign requests and adds security headers.

    It refuses requests for other host names, writes from other origins and bodies other than JSON.
    """

    def __init__(self, app: Any, hosts: AllowedHosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *[pair for pair in SECURITY_HEADERS if pair[0] not in known],
                ]
            await send(message)

        wrong = self._misdirected(scope)
        if wrong is None and scope["method"] not in SAFE_METHODS:
            wrong = refusal_of(scope)
        if wrong is None:
            await self.app(scope, receive, guarded)
        else:
            await send_refusal(guarded, *wrong, as_page=wants_page(scope))

    def _misdirected(self, scope: Any) -> tuple[int, str, str] | None:
        """Return why a request is not for this server: status, title and detail. None if it is."""
        named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        server = (scope.get("server") or ("",))[0]
        if len(named) == 1 and self.hosts.allows(named[0], server):
            return None
        return 421, "Misdirected Request", say("problem.host")


def refusal_of(scope: Any) -> tuple[int, str, str] | None:
    """Return why a write is refused: status, title and detail. None if it is allowed."""
    if scope["path"].startswith(ONE_CLICK_PREFIX) and scope["method"] == "POST":
        return None
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    site = headers.get(b"sec-fetch-site", "same-origin")
    origin = headers.get(b"origin")
    is_ours = origin is None or urlsplit(origin).netloc == headers.get(b"host", "")
    if site not in ("same-origin", "none") or not is_ours:
        return 403, "Forbidden", say("problem.origin")
    has_body = headers.get(b"content-length", "0") != "0" or b"transfer-encoding" in headers
    kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
    if has_body and kind != "application/json":
        return 415, "Unsupported Media Type", say("problem.json")
    return None


def wants_page(scope: Any) -> bool:
    """Return whether the client is a browser that displays the response as a page."""
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept")
    return scope["method"] in SAFE_METHODS and b"text/html" in accepted.lower()


async def send_refusal(
    send: Any,
    status: int,
    title: str,
    detail: str,
    *,
    as_page: bool = False,
    more: Sequence[tuple[bytes, bytes]] = (),
) -> None:
    """Refuse a request with a page or problem details.

    The page needs no other file, because requests under a refused name would not get any.
    """
    if as_page:
        body, kind = render_page("refused.html", title=title, status=status, detail=detail).encode(), PAGE_TYPE
    else:
        body, kind = msgspec.json.encode(ProblemDetails(title, status, detail)), MEDIA_TYPE
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

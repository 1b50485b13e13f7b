"""Permissions of programs that send an API token instead of signing in.

The rule is enforced here for every route. Any token may read. A token that may play can also write where a route allows
it. Sign-in, credentials and moderation are closed to all programs.
"""

from __future__ import annotations

from typing import Any, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from palatine.accounts.tokens import PREFIX
from palatine.matches import Forbidden
from palatine.web.identity import bearer_token
from palatine.web.middleware.security import SAFE_METHODS
from palatine.web.requests import RequestServices
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

SCOPE_OPTION = "programs"
PLAY_TOKENS: dict[str, Any] = {SCOPE_OPTION: "play"}
"""Option of routes whose writes are open to tokens that may play.

On routes without an option, programs may only read.
"""
READ_TOKENS: dict[str, Any] = {SCOPE_OPTION: "look"}
"""Option for routes that programs may only read although their router allows more."""
NO_TOKENS: dict[str, Any] = {SCOPE_OPTION: "none"}
"""Option of routes that programs may not even read."""


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Raise Forbidden if a program may not do what it requests on this route.

    A revoked or unknown token is refused, and not treated as anonymous.
    """
    request = cast(AnyRequest, connection)  # No route of this application is a websocket.
    services: RequestServices = request.app.state.services
    allowed = handler.opt.get(SCOPE_OPTION, "look")
    if services.people is None or not bearer_token(request).startswith(PREFIX):
        return
    principal = await services.workers.run(services.identity.principal, request)
    if principal.token is None:
        raise Forbidden(say("problem.no-token"))
    is_writing = request.method not in SAFE_METHODS
    if allowed == "none" or (is_writing and allowed != "play"):
        raise Forbidden(say("problem.no-program"))
    if is_writing and not principal.may_play:
        raise Forbidden(say("problem.read-only"))

"""What programs may do that show a token of somebody's instead of signing in.

The rule stands here alone, and every route answers to it: any token looks; one that plays also does what is done with
seats, where a route says so; who may sign in and how, and what keeps order, is no program's business.
"""

from __future__ import annotations

from typing import Any, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from palatine.accounts.tokens import PREFIX
from palatine.matches import Forbidden
from palatine.web.identity import bearer
from palatine.web.middleware.security import READING
from palatine.web.requests import RequestServices
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

OPTION = "programs"
PLAYS: dict[str, Any] = {OPTION: "play"}
"""The option of routes whose writes are open to tokens that play; unmarked routes let programs look and no more."""
LOOKS: dict[str, Any] = {OPTION: "look"}
"""The option of routes that are unlike the others of their router: programs may look."""
CLOSED: dict[str, Any] = {OPTION: "none"}
"""The option of routes that no program may even look at."""


async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Raise Forbidden for a program that may not do what the option of the route allows.

    A revoked or unknown token is refused, and not treated as anonymous.
    """
    request = cast(AnyRequest, connection)  # no route here is a websocket's
    services: RequestServices = request.app.state.services
    allowed = handler.opt.get(OPTION, "look")
    if services.people is None or not bearer(request).startswith(PREFIX):
        return
    principal = await services.workers.run(services.identity.who, request)
    if principal.token is None:
        raise Forbidden(say("problem.no-token"))
    is_writing = request.method not in READING
    if allowed == "none" or (is_writing and allowed != "play"):
        raise Forbidden(say("problem.no-program"))
    if is_writing and not principal.may_play:
        raise Forbidden(say("problem.read-only"))

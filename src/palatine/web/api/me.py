"""The API's part on oneself: who one is, and what one has chosen."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.params import JSONBody

from palatine.people.accounts import Account
from palatine.table import TableInfo
from palatine.table.clock import now
from palatine.web.models import Me, MeRequest
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services
from palatine.web.seat_keys import AnyRequest
from palatine.web.ways.requests import signed_in


@get("/", responses=answers(400))
async def me(request: AnyRequest, services: Services) -> Me:
    """Who whoever asks is, as far as they have said."""
    return await services.workers.run(lambda: told(services, services.identity.who(request).account))


def told(services: RequestServices, account: Account | None) -> Me:
    """An account as its owner sees it."""
    joining = services.config.house.joining
    if account is None:
        return Me(joining)
    own = {name: getattr(account, name) for name in Me.__struct_fields__ if name != "joining"}
    return Me(joining, **own)


@patch("/", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def change(data: JSONBody[MeRequest], request: AnyRequest, services: Services) -> Me:
    """Change what is known of oneself."""

    def write() -> Me:
        people = services.known_people()
        account = services.identity.member(request).known
        given: dict[str, Any] = msgspec.to_builtins(data)
        values = {name: value for name, value in given.items() if value is not None}
        name = values.pop("name", None)
        if name is not None:
            account = people.accounts.rename(account.id, name)
        if values:
            account = people.accounts.set_own(account.id, **values)
        return told(services, account)

    return await services.workers.write(write)


@post("/guest", status_code=201, responses=answers(400, 403, 422, 429))
async def guest(request: AnyRequest, services: Services) -> Response[Me]:
    """Come in as a guest, unless one is known already."""
    services.known_people()
    await services.spend(request, "guest")

    def come() -> Response[Me]:
        visitor, cookies = services.identity.somebody(request)
        return Response(told(services, visitor.account), status_code=201, cookies=cookies)

    return await services.workers.write(come)


@delete("/", status_code=200, responses=answers(400, 403, 422))
async def leave(request: AnyRequest, services: Services) -> Me:
    """Have one's account erased after a fortnight."""

    def ask() -> Me:
        people = services.known_people()
        account = signed_in(services, request).known
        people.company.erasure.ask(account, now())
        return told(services, people.accounts.get(account.id))

    return await services.workers.write(ask)


@get("/matches", responses=answers(400))
async def matches(request: AnyRequest, services: Services) -> list[TableInfo]:
    """One's matches, those first in which one is asked."""
    return await services.workers.run(services.matches, request)


router = Router("/api/me", route_handlers=[me, change, leave, guest, matches], tags=["people"])

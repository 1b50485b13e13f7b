"""The API's part on open tables: finding one, offering one, sitting down, and the same again."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter

from palatine.people.hosting import Offer, Terms
from palatine.people.tables import Kind, OpenTable
from palatine.table.clock import now
from palatine.web.company_models import NewMatch, RematchRequest, SitDown
from palatine.web.models import Seat
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word, is_own_machine
from palatine.web.seat_keys import AnyRequest

Which = Annotated[Kind, QueryParameter()]
Game = Annotated[str, QueryParameter(max_length=80)]


@get("/", responses=answers(400, 422))
async def tables(request: AnyRequest, services: Services, kind: Which = "all", game: Game = "") -> list[OpenTable]:
    """The matches that wait for players: all, those of friends, or seats that somebody has left."""
    return await services.workers.run(lambda: found(services, request, kind, game))


def found(services: RequestServices, request: AnyRequest, kind: Kind = "all", game: str = "") -> list[OpenTable]:
    """What whoever asks may find."""
    people = services.known_people()
    return people.company.tables.found(services.identity.who(request).account, now(), kind, game)


@post("/{match:str}/offer", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def offer(match: Word, data: JSONBody[Terms], request: AnyRequest, services: Services) -> Offer:
    """Set the terms of a match of one's own before play: who finds it, and what is asked of them."""

    def write() -> Offer:
        account = services.identity.member(request).known
        return services.known_people().company.tables.offer(account, match, data, now())

    return await services.workers.write(write)


@post("/{match:str}/sit", status_code=200, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def sit(match: Word, data: JSONBody[SitDown], request: AnyRequest, services: Services) -> Response[Seat]:
    """Sit down at an open table, as a guest if nobody is signed in."""
    await services.spend(request, "sit")

    def take() -> tuple[Seat, list[Cookie]]:
        company = services.known_people().company
        visitor, cookies = services.identity.somebody(request)
        is_host = is_own_machine(request)
        seat = company.tables.sit(visitor.known, match, data.seat, data.number, now(), is_host=is_host)
        return Seat(match, seat, True), cookies

    seat, cookies = await services.workers.write(take)
    return Response(seat, cookies=cookies)


@post("/{match:str}/rematch", status_code=201, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def rematch(match: Word, data: JSONBody[RematchRequest], request: AnyRequest, services: Services) -> NewMatch:
    """Make a match like one that is over, and invite those who played there."""
    await services.spend(request, "create")

    def make() -> NewMatch:
        account = services.identity.member(request).known
        return NewMatch(services.known_people().company.tables.rematch(account, match, now(), swap=data.swap))

    return await services.workers.write(make)


router = Router("/api/tables", route_handlers=[tables, offer, sit, rematch], tags=["tables"])

"""The API of the lobby: finding, offering and joining open tables, and rematches."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter

from palatine.accounts.lobby import LobbyFilter, OpenMatch
from palatine.accounts.match_terms import OfferedMatch, Terms
from palatine.matches.clock import now
from palatine.web.auth.token_scopes import PLAYS
from palatine.web.models import Seat
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word, is_own_machine
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import BeginRequest, NewMatch, RematchRequest, SitDown

Which = Annotated[LobbyFilter, QueryParameter()]
Game = Annotated[str, QueryParameter(max_length=80)]
Pace = Annotated[Literal["", "live", "brisk", "steady", "slow", "none"], QueryParameter()]
Friends = Annotated[bool, QueryParameter()]
Seats = Annotated[str, QueryParameter(max_length=8)]


@get("/", responses=answers(400, 422))
async def tables(
    request: AnyRequest,
    services: Services,
    kind: Which = "all",
    game: Game = "",
    pace: Pace = "",
    seats: Seats = "",
    friends: Friends = False,
) -> list[OpenMatch]:
    """Return the open tables: all, those of friends, or those with an abandoned seat.

    They can be filtered by game, pace and number of seats ("2", "3-6", "7-").
    """
    which = "friends" if friends else kind
    return await services.workers.run(lambda: found(services, request, which, game, pace, seats))


def found(
    services: RequestServices,
    request: AnyRequest,
    kind: LobbyFilter = "all",
    game: str = "",
    pace: str = "",
    seats: str = "",
) -> list[OpenMatch]:
    """Return the open tables that the sender may find."""
    people = services.known_people()
    return people.social.lobby.find_matches(services.identity.who(request).account, now(), kind, game, pace, seats)


@post("/quick-match", status_code=201, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def begin(data: JSONBody[BeginRequest], request: AnyRequest, services: Services) -> Response[NewMatch]:
    """Join the best open table of a game or open a new one.

    Anonymous senders become guests.
    """
    await services.spend(request, "create")

    def make() -> tuple[NewMatch, list[Cookie]]:
        social = services.known_people().social
        is_host = is_own_machine(request)
        with services.identity.coming(request) as (principal, cookies):
            match = social.quick_match.join_or_create(
                principal.known, data.game, data.pace, data.number, now(), bot=data.bot, is_host=is_host
            )
        return NewMatch(match), cookies

    made, cookies = await services.workers.write(make)
    return Response(made, status_code=201, cookies=cookies)


@post("/{match:str}/terms", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def offer(match: Word, data: JSONBody[Terms], request: AnyRequest, services: Services) -> OfferedMatch:
    """Set the terms of the sender's own match before it starts.

    Terms say who finds the match and which requirements players must meet.
    """

    def write() -> OfferedMatch:
        account = services.identity.member(request).known
        return services.known_people().social.lobby.change_terms(account, match, data, now())

    return await services.workers.write(write)


@post("/{match:str}/sit", status_code=200, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def sit(match: Word, data: JSONBody[SitDown], request: AnyRequest, services: Services) -> Response[Seat]:
    """Join an open table. Anonymous senders become guests."""
    await services.spend(request, "sit")

    def take() -> tuple[Seat, list[Cookie]]:
        social = services.known_people().social
        is_host = is_own_machine(request)
        with services.identity.coming(request) as (principal, cookies):
            seat = social.lobby.join(principal.known, match, data.seat, data.number, now(), is_host=is_host)
        return Seat(match, seat, True), cookies

    seat, cookies = await services.workers.write(take)
    return Response(seat, cookies=cookies)


@post("/{match:str}/rematch", status_code=201, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def rematch(match: Word, data: JSONBody[RematchRequest], request: AnyRequest, services: Services) -> NewMatch:
    """Create a match like a finished one, and invite its players."""
    await services.spend(request, "create")

    def make() -> NewMatch:
        account = services.identity.member(request).known
        return NewMatch(services.known_people().social.lobby.rematch(account, match, now(), swap=data.swap))

    return await services.workers.write(make)


router = Router("/api/lobby", route_handlers=[tables, begin, offer, sit, rematch], tags=["lobby"], opt=PLAYS)

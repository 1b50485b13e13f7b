"""The API of the lobby: finding, offering and joining open tables, and rematches."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter

from palatine.accounts.lobby import LobbyFilter, OpenMatch
from palatine.accounts.match_terms import OfferedMatch, Terms
from palatine.matches.clock import now
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import Seat
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter, is_own_machine
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import BeginRequest, NewMatch, RematchRequest, SitDown

LobbyFilterParameter = Annotated[LobbyFilter, QueryParameter()]
GameFilter = Annotated[str, QueryParameter(max_length=80)]
SpeedFilter = Annotated[Literal["", "live", "brisk", "steady", "slow", "none"], QueryParameter()]
FriendsFilter = Annotated[bool, QueryParameter()]
SeatsFilter = Annotated[str, QueryParameter(max_length=8)]


@get("/", responses=problem_responses(400, 422))
async def list_open_matches(
    request: AnyRequest,
    services: Services,
    kind: LobbyFilterParameter = "all",
    game: GameFilter = "",
    pace: SpeedFilter = "",
    seats: SeatsFilter = "",
    friends: FriendsFilter = False,
) -> list[OpenMatch]:
    """Return the open tables: all, those of friends, or those with an abandoned seat.

    They can be filtered by game, pace and number of seats ("2", "3-6", "7-").
    """
    which = "friends" if friends else kind
    return await services.workers.run(lambda: find_open_matches(services, request, which, game, pace, seats))


def find_open_matches(
    services: RequestServices,
    request: AnyRequest,
    kind: LobbyFilter = "all",
    game: str = "",
    pace: str = "",
    seats: str = "",
) -> list[OpenMatch]:
    """Return the open tables that the sender may find."""
    people = services.require_accounts()
    return people.social.lobby.find_matches(
        services.identity.principal(request).account, now(), kind, game, pace, seats
    )


@post("/quick-match", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def begin_quick_match(
    data: JSONBody[BeginRequest], request: AnyRequest, services: Services
) -> Response[NewMatch]:
    """Join the best open table of a game or open a new one.

    Anonymous senders become guests.
    """
    await services.count_attempt(request, "create")

    def make() -> tuple[NewMatch, list[Cookie]]:
        social = services.require_accounts().social
        is_host = is_own_machine(request)
        with services.identity.admit(request) as (principal, cookies):
            match = social.quick_match.join_or_create(
                principal.known, data.game, data.pace, data.number, now(), bot=data.bot, is_host=is_host
            )
        return NewMatch(match), cookies

    made, cookies = await services.workers.write(make)
    return Response(made, status_code=201, cookies=cookies)


@post("/{match:str}/terms", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def change_terms(
    match: WordParameter, data: JSONBody[Terms], request: AnyRequest, services: Services
) -> OfferedMatch:
    """Set the terms of the sender's own match before it starts.

    Terms say who finds the match and which requirements players must meet.
    """

    def write() -> OfferedMatch:
        account = services.identity.require_account(request).known
        return services.require_accounts().social.lobby.change_terms(account, match, data, now())

    return await services.workers.write(write)


@post("/{match:str}/sit", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def join_match(
    match: WordParameter, data: JSONBody[SitDown], request: AnyRequest, services: Services
) -> Response[Seat]:
    """Join an open table. Anonymous senders become guests."""
    await services.count_attempt(request, "sit")

    def take() -> tuple[Seat, list[Cookie]]:
        social = services.require_accounts().social
        is_host = is_own_machine(request)
        with services.identity.admit(request) as (principal, cookies):
            seat = social.lobby.join(principal.known, match, data.seat, data.number, now(), is_host=is_host)
        return Seat(match, seat, True), cookies

    seat, cookies = await services.workers.write(take)
    return Response(seat, cookies=cookies)


@post("/{match:str}/rematch", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def rematch(
    match: WordParameter, data: JSONBody[RematchRequest], request: AnyRequest, services: Services
) -> NewMatch:
    """Create a match like a finished one, and invite its players."""
    await services.count_attempt(request, "create")

    def make() -> NewMatch:
        account = services.identity.require_account(request).known
        return NewMatch(services.require_accounts().social.lobby.rematch(account, match, now(), swap=data.swap))

    return await services.workers.write(make)


router = Router(
    "/api/lobby",
    route_handlers=[list_open_matches, begin_quick_match, change_terms, join_match, rematch],
    tags=["lobby"],
    opt=PLAY_TOKENS,
)

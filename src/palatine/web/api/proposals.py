"""The API's part on time and consent: proposals and their answers, who is ready, time given, pauses, vacations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from palatine.matches import Changes, ClientView, MatchInfo, SeatKey, SeatOwner
from palatine.matches.clock import now
from palatine.web.auth.token_scopes import PLAYS
from palatine.web.models import Name, Version, Word
from palatine.web.problems import answers
from palatine.web.requests import AsChanges, RequestServices, Services
from palatine.web.requests import Word as MatchId
from palatine.web.seat_keys import AnyRequest

Hours = Annotated[float, Meta(gt=0, le=336)]
Number = Annotated[int, PathParameter(ge=1, le=2**31, description="Which proposal.")]
Answer = Annotated[Literal["yes", "no", "withdraw"], PathParameter(description="What is said to it.")]
MySeat = Annotated[str, QueryParameter(min_length=1, max_length=80, description="Whose match it was.")]
WRONG = answers(400, 403, 404, 409, 413, 415, 422)


class ProposalRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Something that others must agree to, by `seat`, who has seen `version`."""

    seat: Word
    version: Version
    kind: Literal["draw", "takeback", "pause", "time", "bot", "off", "rematch"]
    at: Version | None = None
    """Of "takeback": after how many actions the match is to stand again."""
    hours: Hours | None = None
    """Of "pause" and "time"."""
    about: Word | None = None
    """Of "bot": the seat it is to play."""
    swap: bool = False
    """Of "rematch": whether seats are exchanged."""


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who does it."""

    seat: Word


class ReadyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the turn need not wait for `seat` any more."""

    seat: Word
    ready: bool


class TimeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """More time from `seat`, for the seat `to`."""

    seat: Word
    to: Word
    hours: Hours


class AwayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Until when `seat` is on vacation, ISO 8601, UTC; "" when it is back."""

    seat: Word
    until: Annotated[str, Meta(max_length=32, pattern=r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$")]


class NightRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The hours in which the free reply of `seat` does not run, "23:00" to "07:00"; "" and "" for none."""

    seat: Word
    start: Name
    end: Name
    zone: Name = "UTC"


class AutoRepliesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat that has seen `version` ends its automatic replies."""

    seat: Word
    version: Version


class Waiting(msgspec.Struct):
    """Whom a match waits for, since when, and until when those of them are away who are."""

    since: str
    asked: tuple[str, ...]
    away: dict[str, str]


class RematchMatch(msgspec.Struct):
    """The agreed rematch; "" without one."""

    match: str


async def _done(
    services: RequestServices, request: AnyRequest, match: str, seat: str, do: Callable[[SeatKey], MatchInfo]
) -> MatchInfo:
    """Act in the name of a seat; return the match, with the sender's seats."""

    def work() -> MatchInfo:
        info = do(services.key(request, match, seat))
        return msgspec.structs.replace(info, yours=services.seats_of(request, match))

    with services.hub.acting(match):
        return await services.workers.write(work)


@post("/{match:str}/proposals", status_code=200, responses=WRONG)
async def propose(
    match: MatchId, data: JSONBody[ProposalRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Propose something to the other players. What needs nobody else is done at once."""
    given = {"at": data.at, "hours": data.hours, "seat": data.about, "swap": data.swap or None}
    terms: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    seat = data.seat
    return await _done(
        services,
        request,
        match,
        seat,
        lambda key: services.proposals.propose(match, key, data.kind, data.version, **terms),
    )


@post("/{match:str}/proposals/{n:int}/{answer:str}", status_code=200, responses=WRONG)
async def answer_proposal(
    match: MatchId,
    n: Number,
    answer: Answer,
    data: JSONBody[SeatRequest],
    request: AnyRequest,
    services: Services,
) -> MatchInfo:
    """Say yes or no to a proposal, or take one's own back."""
    if answer == "withdraw":
        return await _done(
            services, request, match, data.seat, lambda key: services.proposals.withdraw(match, key, n)
        )
    return await _done(
        services,
        request,
        match,
        data.seat,
        lambda key: services.proposals.answer(match, key, n, yes=answer == "yes"),
    )


@put("/{match:str}/ready", responses=WRONG)
async def ready(match: MatchId, data: JSONBody[ReadyRequest], request: AnyRequest, services: Services) -> MatchInfo:
    """Of secret orders: the turn need not wait for the seat any more, or it is to wait."""
    return await _done(
        services, request, match, data.seat, lambda key: services.orders.ready(match, key, ready=data.ready)
    )


@post("/{match:str}/time", status_code=200, responses=WRONG)
async def give_time(
    match: MatchId, data: JSONBody[TimeRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Give another seat more time; of secret orders, as the seat that sees to the turns, all."""
    return await _done(
        services, request, match, data.seat, lambda key: services.clocks.give_time(match, key, data.to, data.hours)
    )


@post("/{match:str}/win", status_code=200, responses=WRONG)
async def claim_win(
    match: MatchId, data: JSONBody[SeatRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Win, as the opponent's time is up."""
    return await _done(services, request, match, data.seat, lambda key: services.clocks.claim_win(match, key))


@post("/{match:str}/resume", status_code=200, responses=WRONG)
async def resume(match: MatchId, data: JSONBody[SeatRequest], request: AnyRequest, services: Services) -> MatchInfo:
    """End a pause before it is over, as who asked for it."""
    return await _done(services, request, match, data.seat, lambda key: services.clocks.end_pause(match, key))


@put("/{match:str}/away", responses=WRONG)
async def go_away(
    match: MatchId, data: JSONBody[AwayRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Go on vacation, or come back: an account in all its matches, and it spends the days it has."""

    def go(key: SeatKey) -> MatchInfo:
        account = services.identity.who(request).account
        if account is None or not isinstance(key, SeatOwner):
            return services.clocks.go_away(match, key, data.until)
        services.known_people().social.absences.go(account, data.until, now())
        return services.matches.info(match)

    return await _done(services, request, match, data.seat, go)


@put("/{match:str}/quiet-hours", responses=WRONG)
async def rest_at(
    match: MatchId, data: JSONBody[NightRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Set the night's rest of a seat."""
    return await _done(
        services,
        request,
        match,
        data.seat,
        lambda key: services.clocks.rest_at(match, key, data.start, data.end, data.zone),
    )


@put("/{match:str}/auto-replies", responses=WRONG)
async def end_auto_replies(
    match: MatchId,
    data: JSONBody[AutoRepliesRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChanges = False,
) -> Response[ClientView | Changes]:
    """End the automatic replies of a seat; others cannot tell."""

    def do() -> Response[Any]:
        seen = services.matches.end_auto_replies(match, services.key(request, match, data.seat), data.version)
        return services.answer(seen, data.seat, data.version, as_changes)

    with services.hub.acting(match):
        return await services.workers.write(do)


@get("/{match:str}/waiting", responses=answers(400, 403, 404))
async def waiting(match: MatchId, request: AnyRequest, services: Services) -> Waiting:
    """Why nobody moves: whom the match waits for, since when, and who of them is away until when."""

    def tell() -> Waiting:
        info = services.table_for(request, match)
        if not info.yours:
            services.check(request, match, None)
        since, time = services.clocks.asked_since(match, watching=not info.yours), now()
        seats = info.times.seats if info.times else {}
        away = {seat: seats[seat].away for seat in info.asked if seat in seats and seats[seat].away > time}
        return Waiting(since, info.asked, away)

    return await services.workers.run(tell)


@get("/{match:str}/rematch", responses=answers(400, 403, 404))
async def rematch(match: MatchId, request: AnyRequest, services: Services, seat: MySeat) -> RematchMatch:
    """The match that was agreed to be played again, for those who sat in this one."""
    return await services.workers.run(
        lambda: RematchMatch(services.proposals.rematch(match, services.key(request, match, seat)))
    )


router = Router(
    "/api/matches",
    route_handlers=[
        propose, answer_proposal, ready, give_time, claim_win, resume, go_away, rest_at, end_auto_replies,
        waiting, rematch,
    ],
    tags=["time"], opt=PLAYS,
)  # fmt: skip

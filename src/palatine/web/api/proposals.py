"""The API of time and consent: proposals, readiness, extra time, pauses and absences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from palatine.matches import Changes, ClientView, MatchInfo, SeatKey, SeatOwner
from palatine.matches.clock import now
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import Name, Version, Word
from palatine.web.problems import problem_responses
from palatine.web.requests import AsChangesParameter, RequestServices, Services
from palatine.web.requests import WordParameter as MatchId
from palatine.web.seat_keys import AnyRequest

Hours = Annotated[float, Meta(gt=0, le=336)]
Number = Annotated[int, PathParameter(ge=1, le=2**31, description="The number of the proposal.")]
Answer = Annotated[Literal["yes", "no", "withdraw"], PathParameter(description="The answer to the proposal.")]
MySeat = Annotated[
    str, QueryParameter(min_length=1, max_length=80, description="A seat of the sender in the match.")
]
ERROR_RESPONSES = problem_responses(400, 403, 404, 409, 413, 415, 422)


class ProposalRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A proposal of `seat`, which has seen `version`, that other seats must agree to."""

    seat: Word
    version: Version
    kind: Literal["draw", "takeback", "pause", "time", "bot", "run", "off", "rematch"]
    at: Version | None = None
    """For "takeback": number of actions to return to; without it, before the last move of `seat`."""
    hours: Hours | None = None
    """For "pause" and "time"."""
    about: Word | None = None
    """For "bot": the seat that the bot is to play."""
    swap: bool = False
    """For "rematch": true to exchange seats."""


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The seat that makes the request."""

    seat: Word


class ReadyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to set whether the turn may run without waiting for `seat`."""

    seat: Word
    ready: bool


class GiveTimeRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Extra time for the seat `to`, given by `seat`."""

    seat: Word
    to: Word
    hours: Hours


class AwayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The end of a vacation of `seat` as ISO 8601 in UTC; "" to end it now."""

    seat: Word
    until: Annotated[str, Meta(max_length=32, pattern=r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$")]


class NightRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Quiet hours, in which the free reply time of `seat` does not run.

    Example: "23:00" to "07:00"; two empty strings for none.
    """

    seat: Word
    start: Name
    end: Name
    zone: Name = "UTC"


class AutoRepliesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request of a seat that has seen `version` to end its automatic replies."""

    seat: Word
    version: Version


class Waiting(msgspec.Struct):
    """The seats that a match waits for, since when, and the ends of their absences."""

    since: str
    asked: tuple[str, ...]
    away: dict[str, str]


class RematchMatch(msgspec.Struct):
    """The agreed rematch; "" without one."""

    match: str


async def _act_for_seat(
    services: RequestServices, request: AnyRequest, match: str, seat: str, do: Callable[[SeatKey], MatchInfo]
) -> MatchInfo:
    """Act for a seat; return the match with the sender's seats."""

    def work() -> MatchInfo:
        info = do(services.seat_credential(request, match, seat))
        return msgspec.structs.replace(info, yours=services.own_seats(request, match))

    with services.hub.acting(match):
        return await services.workers.write(work)


@post("/{match:str}/proposals", status_code=200, responses=ERROR_RESPONSES)
async def propose(
    match: MatchId, data: JSONBody[ProposalRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Propose something to the other players.

    A proposal that needs no consent takes effect immediately.
    """
    given = {"at": data.at, "hours": data.hours, "seat": data.about, "swap": data.swap or None}
    terms: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    seat = data.seat
    return await _act_for_seat(
        services,
        request,
        match,
        seat,
        lambda key: services.proposals.propose(match, key, data.kind, data.version, **terms),
    )


@post("/{match:str}/proposals/{n:int}/{answer:str}", status_code=200, responses=ERROR_RESPONSES)
async def answer_proposal(
    match: MatchId,
    n: Number,
    answer: Answer,
    data: JSONBody[SeatRequest],
    request: AnyRequest,
    services: Services,
) -> MatchInfo:
    """Accept or reject a proposal, or withdraw the sender's own."""
    if answer == "withdraw":
        return await _act_for_seat(
            services, request, match, data.seat, lambda key: services.proposals.withdraw(match, key, n)
        )
    return await _act_for_seat(
        services,
        request,
        match,
        data.seat,
        lambda key: services.proposals.answer(match, key, n, yes=answer == "yes"),
    )


@put("/{match:str}/ready", responses=ERROR_RESPONSES)
async def set_ready(
    match: MatchId, data: JSONBody[ReadyRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Set whether the turn may run without waiting for the seat, in a match of secret orders."""
    return await _act_for_seat(
        services, request, match, data.seat, lambda key: services.orders.set_ready(match, key, ready=data.ready)
    )


@post("/{match:str}/time", status_code=200, responses=ERROR_RESPONSES)
async def give_time(
    match: MatchId, data: JSONBody[GiveTimeRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Give another seat more time.

    In a match of secret orders, the seat that runs the turns gives more time to all.
    """
    return await _act_for_seat(
        services, request, match, data.seat, lambda key: services.clocks.give_time(match, key, data.to, data.hours)
    )


@post("/{match:str}/win", status_code=200, responses=ERROR_RESPONSES)
async def claim_win(
    match: MatchId, data: JSONBody[SeatRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Claim the win after the opponent's time is up."""
    return await _act_for_seat(
        services, request, match, data.seat, lambda key: services.clocks.claim_win(match, key)
    )


@post("/{match:str}/resume", status_code=200, responses=ERROR_RESPONSES)
async def end_pause(
    match: MatchId, data: JSONBody[SeatRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """End a pause early; for the player who requested it."""
    return await _act_for_seat(
        services, request, match, data.seat, lambda key: services.clocks.end_pause(match, key)
    )


@put("/{match:str}/away", responses=ERROR_RESPONSES)
async def set_vacation(
    match: MatchId, data: JSONBody[AwayRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Start or end a vacation.

    For an account it applies to all of its matches and uses up its days of vacation.
    """

    def go(key: SeatKey) -> MatchInfo:
        account = services.identity.principal(request).account
        if account is None or not isinstance(key, SeatOwner):
            return services.clocks.set_vacation(match, key, data.until)
        services.require_accounts().social.absences.set_vacation(account, data.until, now())
        return services.matches.info(match)

    return await _act_for_seat(services, request, match, data.seat, go)


@put("/{match:str}/quiet-hours", responses=ERROR_RESPONSES)
async def set_quiet_hours(
    match: MatchId, data: JSONBody[NightRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Set the quiet hours of a seat."""
    return await _act_for_seat(
        services,
        request,
        match,
        data.seat,
        lambda key: services.clocks.set_quiet_hours(match, key, data.start, data.end, data.zone),
    )


@put("/{match:str}/auto-replies", responses=ERROR_RESPONSES)
async def end_auto_replies(
    match: MatchId,
    data: JSONBody[AutoRepliesRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChangesParameter = False,
) -> Response[ClientView | Changes]:
    """End the automatic replies of a seat. Other players are not notified."""

    def do() -> Response[Any]:
        seen = services.matches.end_auto_replies(
            match, services.seat_credential(request, match, data.seat), data.version
        )
        return services.view_response(seen, data.seat, data.version, as_changes)

    with services.hub.acting(match):
        return await services.workers.write(do)


@get("/{match:str}/waiting", responses=problem_responses(400, 403, 404))
async def show_waiting(match: MatchId, request: AnyRequest, services: Services) -> Waiting:
    """Return which seats a match waits for, since when, and which of them are absent until when."""

    def load() -> Waiting:
        info = services.match_for(request, match)
        if not info.yours:
            services.check_can_view(request, match, None)
        since, time = services.clocks.last_action_time(match, watching=not info.yours), now()
        seats = info.times.seats if info.times else {}
        away = {seat: seats[seat].away for seat in info.asked if seat in seats and seats[seat].away > time}
        return Waiting(since, info.asked, away)

    return await services.workers.run(load)


@get("/{match:str}/rematch", responses=problem_responses(400, 403, 404))
async def show_rematch(match: MatchId, request: AnyRequest, services: Services, seat: MySeat) -> RematchMatch:
    """Return the agreed rematch, for the players of this match."""
    return await services.workers.run(
        lambda: RematchMatch(services.proposals.rematch(match, services.seat_credential(request, match, seat)))
    )


router = Router(
    "/api/matches",
    route_handlers=[
        propose, answer_proposal, set_ready, give_time, claim_win, end_pause, set_vacation, set_quiet_hours,
        end_auto_replies, show_waiting, show_rematch,
    ],
    tags=["time"], opt=PLAY_TOKENS,
)  # fmt: skip

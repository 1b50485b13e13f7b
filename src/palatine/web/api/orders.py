"""The API of secret orders: sheets, turns and their reports, letters and votes."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, get, post, put
from litestar.params import JSONBody, QueryParameter

from palatine.core import Report, Suggestion
from palatine.core.report import report_text
from palatine.matches import LetterInfo, MatchView, SheetCheck, SheetDraft
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import CheckRequest, LetterRequest, RunTurnRequest, SheetRequest, VoteRequest
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.requests import SeatParameter as SeatName
from palatine.web.seat_keys import AnyRequest

SHEET_LIMIT = 2 * 1024 * 1024
"""Maximum bytes of a request with a sheet; JSON may encode a character in six bytes."""

MySeat = Annotated[
    str, QueryParameter(min_length=1, max_length=80, description="The seat whose orders are returned.")
]
Character = Annotated[
    str | None,
    QueryParameter(max_length=200, description="The character to receive orders; by default, the whole seat."),
]
TurnNumber = Annotated[
    int | None, QueryParameter(ge=0, le=2**31, description="The number of the turn; by default, the last one.")
]


# Sheets


@get("/{match:str}/draft", responses=problem_responses(400, 403, 404, 422))
async def draft(
    match: WordParameter, request: AnyRequest, services: Services, seat: MySeat, turn: TurnNumber = None
) -> SheetDraft:
    """Return the seat's draft for the open turn and the orders it has submitted.

    For a later `turn`, return the orders written in advance, which count if the player is on vacation then.
    """
    return await services.workers.run(
        lambda: services.orders.draft(match, services.seat_credential(request, match, seat), turn)
    )


@put(
    "/{match:str}/draft",
    request_max_body_size=SHEET_LIMIT,
    responses=problem_responses(400, 403, 404, 409, 413, 415, 422),
)
async def save_draft(
    match: WordParameter, data: JSONBody[SheetRequest], request: AnyRequest, services: Services
) -> SheetDraft:
    """Save a draft as typed, for the open turn or in advance for a later one."""

    def save() -> SheetDraft:
        key = services.seat_credential(request, match, data.seat)
        services.orders.save_draft(match, key, data.text, data.turn, data.based_on)
        return services.orders.draft(match, key, data.turn)

    return await services.workers.write(save)


@post(
    "/{match:str}/check",
    status_code=200,
    request_max_body_size=SHEET_LIMIT,
    responses=problem_responses(400, 403, 404, 413, 415, 422),
)
async def check_sheet(
    match: WordParameter, data: JSONBody[CheckRequest], request: AnyRequest, services: Services
) -> SheetCheck:
    """Return the problems of a sheet, line by line, and a dry run of its orders.

    Nothing is stored.
    """
    return await services.workers.run(
        lambda: services.orders.check(match, services.seat_credential(request, match, data.seat), data.text)
    )


@get("/{match:str}/characters", responses=problem_responses(400, 403, 404, 422))
async def characters(match: WordParameter, request: AnyRequest, services: Services, seat: MySeat) -> list[str]:
    """Return the characters to whom the seat can give orders."""
    return await services.workers.run(
        lambda: services.orders.characters(match, services.seat_credential(request, match, seat))
    )


@get("/{match:str}/suggestions", responses=problem_responses(400, 403, 404, 422))
async def suggestions(
    match: WordParameter, request: AnyRequest, services: Services, seat: MySeat, character: Character = None
) -> list[Suggestion]:
    """Return sensible orders for a character or, without one, for the whole seat."""
    return await services.workers.run(
        lambda: services.orders.suggest(match, services.seat_credential(request, match, seat), character)
    )


@put(
    "/{match:str}/orders",
    request_max_body_size=SHEET_LIMIT,
    responses=problem_responses(400, 403, 404, 409, 413, 415, 422),
)
async def hand_in(
    match: WordParameter, data: JSONBody[SheetRequest], request: AnyRequest, services: Services
) -> MatchView:
    """Submit a sheet for a turn, replacing an earlier one.

    With 422, the response lists every problem by its line.
    """
    with services.hub.acting(match):
        return await services.workers.write(
            lambda: services.orders.hand_in(
                match, services.seat_credential(request, match, data.seat), data.text, data.turn, data.based_on
            )
        )


# Turns


@post("/{match:str}/run-turn", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def run_turn(
    match: WordParameter, data: JSONBody[RunTurnRequest], request: AnyRequest, services: Services
) -> MatchView:
    """Run the turn if it is due, or now for the seat that runs the turns."""

    def run() -> MatchView:
        key = None if data.seat is None else services.seat_credential(request, match, data.seat)
        return services.orders.run_turn(match, key)

    with services.hub.acting(match):
        return await services.workers.write(run)


def report_for(
    services: RequestServices, request: AnyRequest, match: str, seat: str | None, turn: int | None
) -> Report:
    """Return a seat's report for the sender; of a finished match, the report of any seat."""
    services.check_can_view_past(request, match, seat)
    return services.orders.report(match, seat, turn)


@get("/{match:str}/report", responses=problem_responses(400, 403, 404, 422))
async def report(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None, turn: TurnNumber = None
) -> Report:
    """Return the report of a turn for a seat or a spectator."""
    return await services.workers.run(report_for, services, request, match, seat, turn)


@get("/{match:str}/report.txt", media_type="text/plain", responses=problem_responses(400, 403, 404, 422))
async def report_as_text(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None, turn: TurnNumber = None
) -> Response[str]:
    """Return the report of a turn as plain text, 80 characters wide."""
    text = await services.workers.run(lambda: report_text(report_for(services, request, match, seat, turn)))
    return Response(text, media_type="text/plain")


# Letters and votes


@get("/{match:str}/letters", responses=problem_responses(400, 403, 404, 422))
async def letters(match: WordParameter, request: AnyRequest, services: Services, seat: MySeat) -> list[LetterInfo]:
    """Return the letters that the seat has written and received."""
    return await services.workers.run(
        lambda: services.orders.letters(match, services.seat_credential(request, match, seat))
    )


@post("/{match:str}/letters", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def write_letter(
    match: WordParameter, data: JSONBody[LetterRequest], request: AnyRequest, services: Services
) -> LetterInfo:
    """Write a letter to other seats."""
    return await services.workers.write(
        lambda: services.orders.write_letter(
            match, services.seat_credential(request, match, data.seat), data.to, data.text
        )
    )


@post("/{match:str}/votes", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def vote(
    match: WordParameter, data: JSONBody[VoteRequest], request: AnyRequest, services: Services
) -> MatchView:
    """Vote to remove a player who has missed two turns in a row, or withdraw the vote."""
    with services.hub.acting(match):
        return await services.workers.write(
            lambda: services.proposals.vote(
                match, services.seat_credential(request, match, data.seat), data.against, out=data.out
            )
        )


router = Router(
    "/api/matches",
    route_handlers=[
        draft, save_draft, check_sheet, characters, suggestions, hand_in, run_turn, report, report_as_text, letters,
        write_letter, vote,
    ],
    tags=["orders"], opt=PLAY_TOKENS,
)  # fmt: skip

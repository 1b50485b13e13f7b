"""The API of guidance: previews, recaps, advice, setup, and the story of a match."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody, QueryParameter

from palatine.core import Advice, Analysis, Preview, Recap, Unreadable
from palatine.matches import Changes, Chapter, ClientView, Expected, KeyDecision, SheetPreview, Story
from palatine.web import board_cache
from palatine.web.api.orders import SHEET_LIMIT
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import AdviceRequest, CheckRequest, PreviewRequest, UndoRequest
from palatine.web.problems import problem_responses
from palatine.web.requests import AsChangesParameter, CountParameter, Services, WordParameter
from palatine.web.requests import SeatParameter as SeatName
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

SinceVersion = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        le=2**53,
        description="Version after which the recap begins; by default, that of the seat's last action.",
    ),
]

Spaces = Annotated[
    list[int], QueryParameter(min_items=1, max_items=400, description="Operands of the spaces to show.")
]


@post("/{match:str}/preview", status_code=200, responses=problem_responses(400, 403, 404, 409, 413, 415, 422))
async def preview(
    match: WordParameter, data: JSONBody[PreviewRequest], request: AnyRequest, services: Services
) -> Preview:
    """Return the preview of one or more successive actions, or of a shortcut.

    Nothing is carried out. The preview uses only what the seat may know.
    """
    if (data.actions is None) == (data.shortcut is None):
        raise Unreadable(say("problem.actions-or-shortcut"))

    def load() -> Preview:
        key = services.seat_credential(request, match, data.seat)
        if data.shortcut is not None:
            return services.guidance.preview_shortcut(match, key, data.shortcut, data.version)
        actions = [(move.verb, move.operand) for move in data.actions or ()]
        return services.guidance.preview(match, key, actions, data.version)

    return await services.workers.run(load)


@post(
    "/{match:str}/preview-sheet",
    status_code=200,
    request_max_body_size=SHEET_LIMIT,
    responses=problem_responses(400, 403, 404, 413, 415, 422),
)
async def preview_sheet(
    match: WordParameter, data: JSONBody[CheckRequest], request: AnyRequest, services: Services
) -> SheetPreview:
    """Return the problems of a sheet and, if it is valid, a preview. Nothing is stored."""

    def load() -> SheetPreview:
        return services.guidance.preview_sheet(
            match, services.seat_credential(request, match, data.seat), data.text
        )

    return await services.workers.run_long(load)


@get("/{match:str}/recap", responses=problem_responses(400, 403, 404))
async def recap(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None, since: SinceVersion = None
) -> Recap:
    """Return what happened, item by item, as far as a seat or a spectator may know it."""

    def load() -> Recap:
        services.check_can_view(request, match, seat)
        key = None if seat is None else services.seat_credential(request, match, seat)
        return services.guidance.recap(match, key, since)

    return await services.workers.run(load)


@get("/{match:str}/chapters", responses=problem_responses(400, 403, 404, 422, 429))
async def chapters(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None
) -> list[Chapter]:
    """Return where turns and phases begin, as known to a seat or a spectator.

    The seat "referee" sees everything.
    """
    await services.count_attempt(request, "replay")

    def load() -> list[Chapter]:
        services.check_can_view_past(request, match, seat)
        return list(services.guidance.chapters(match, seat))

    return await services.workers.run_long(load)


@get("/{match:str}/recap-between", responses=problem_responses(400, 403, 404, 422, 429))
async def recap_between(
    match: WordParameter,
    request: AnyRequest,
    services: Services,
    after: CountParameter,
    upto: CountParameter,
    seat: SeatName = None,
) -> Recap:
    """Return what happened in the actions after number `after` up to `upto`, item by item.

    If there are too many actions, only the last ones are covered.
    """
    await services.count_attempt(request, "replay")

    def load() -> Recap:
        services.check_can_view_past(request, match, seat)
        return services.guidance.recap_between(match, seat, after, upto)

    return await services.workers.run_long(load)


@post("/{match:str}/advice", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def advise(
    match: WordParameter, data: JSONBody[AdviceRequest], request: AnyRequest, services: Services
) -> Advice:
    """Return what the game's own bot would do for a seat that must act, and why."""
    await services.count_attempt(request, "advice")

    def ask() -> Advice:
        return services.guidance.advise(match, services.seat_credential(request, match, data.seat))

    return await services.workers.run_long(ask)


@post("/{match:str}/set-up", status_code=200, responses=problem_responses(400, 403, 404, 409, 413, 415, 422, 429))
async def set_up(
    match: WordParameter,
    data: JSONBody[UndoRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChangesParameter = False,
) -> Response[ClientView | Changes]:
    """Let the game's own bot set up the seat.

    In a match of secret orders, its sheet becomes the draft.
    """
    await services.count_attempt(request, "advice")

    def do() -> Response[Any]:
        seen = services.guidance.set_up(match, services.seat_credential(request, match, data.seat), data.version)
        return services.view_response(seen, data.seat, data.version, as_changes)

    with services.hub.acting(match):
        return await services.workers.run_long(do)


@get("/{match:str}/story", responses=problem_responses(400, 403, 404, 422, 429))
async def story(match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None) -> Story:
    """Return the recap of a finished match as seen by a seat or a spectator.

    The seat "referee" sees everything.
    """
    await services.count_attempt(request, "story")

    def load() -> Story:
        services.check_can_watch(request, match)
        return services.guidance.story(match, seat)

    return await services.workers.run_long(load)


@get("/{match:str}/picture", responses=problem_responses(400, 403, 404, 422, 429))
async def picture(
    match: WordParameter,
    request: AnyRequest,
    services: Services,
    at: CountParameter,
    spaces: Spaces,
    board: str = "",
) -> Response[Any]:
    """Return the part of a board with some spaces, at a point of a finished match.

    The spaces are given by operand, the point by the number of actions before it.
    """
    await services.count_attempt(request, "replay")

    def draw() -> Response[Any]:
        services.check_can_watch(request, match)
        found = services.guidance.picture(match, at, spaces, board)
        return board_cache.board_response(request, board_cache.packed_picture(found.board, found.view))

    return await services.workers.run_long(draw)


@get("/{match:str}/decisions", responses=problem_responses(400, 403, 404, 422, 429))
async def decisions(match: WordParameter, request: AnyRequest, services: Services) -> list[KeyDecision]:
    """Return the decisions of a finished match that changed the chances of their player most."""
    await services.count_attempt(request, "story")

    def load() -> list[KeyDecision]:
        services.check_can_watch(request, match)
        return list(services.guidance.key_decisions(match))

    return await services.workers.run_long(load)


@get("/{match:str}/expectations", responses=problem_responses(400, 403, 404, 422, 429))
async def expectations(match: WordParameter, request: AnyRequest, services: Services) -> list[Expected]:
    """Return what searching bots expected of each of their plans in a finished match."""
    await services.count_attempt(request, "story")

    def load() -> list[Expected]:
        services.check_can_watch(request, match)
        return list(services.guidance.expectations(match))

    return await services.workers.run_long(load)


@get("/{match:str}/analysis", responses=problem_responses(400, 403, 404, 422, 429))
async def analyse(
    match: WordParameter, request: AnyRequest, services: Services, before: CountParameter, seat: SeatName = None
) -> Analysis:
    """Return the value of a seat's decision in a finished match, split by cause.

    The decision is the one that starts after `before` actions. The causes are choice, hidden information and dice. The
    analysis may take a minute, and its result is stored.
    """
    await services.count_attempt(request, "analysis")

    def load() -> Analysis:
        services.check_can_watch(request, match)
        return services.guidance.analyse(match, before, seat or "")

    return await services.workers.analyse(load)


router = Router(
    "/api/matches",
    route_handlers=[
        preview,
        preview_sheet,
        recap,
        chapters,
        recap_between,
        advise,
        set_up,
        story,
        picture,
        decisions,
        expectations,
        analyse,
    ],
    tags=["guidance"],
    opt=PLAY_TOKENS,
)

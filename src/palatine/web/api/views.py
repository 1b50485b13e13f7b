"""The API of views: the current view, its changes, and earlier positions."""

from __future__ import annotations

import re
from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.params import QueryParameter
from litestar.response import Stream

from palatine.core import Layer, goal_of
from palatine.core.text import view_text
from palatine.core.text.drawing import thumbnail
from palatine.matches import Changes, ClientView, MatchView
from palatine.web import board_cache
from palatine.web.live.listener import STREAM_HEADERS
from palatine.web.models import Shortcuts, Text
from palatine.web.problems import problem_responses
from palatine.web.requests import AsChangesParameter, CountParameter, Services, WordParameter, request_slot
from palatine.web.requests import SeatParameter as SeatName
from palatine.web.seat_keys import AnyRequest

_VERSION = re.compile(r"[0-9]{1,15}")
"""Form of event ids; any other last id sent by a client is ignored."""
MySeat = Annotated[
    str, QueryParameter(min_length=1, max_length=80, description="The seat to which the shortcuts are offered.")
]
PlanSpace = Annotated[int | None, QueryParameter(description="Return only shortcuts that lead to this space.")]


@get("/{match:str}/view", responses=problem_responses(400, 403, 404))
async def view(
    match: WordParameter,
    request: AnyRequest,
    services: Services,
    seat: SeatName = None,
    since: CountParameter = 0,
    as_changes: AsChangesParameter = False,
) -> Response[ClientView | Changes]:
    """Return what a seat, or a spectator without one, sees now.

    The view has the journal entries above version `since`.
    """

    def load() -> Response[Any]:
        services.check_can_view(request, match, seat)
        seen = services.matches.view(match, seat, since, brief=as_changes)
        return services.view_response(seen, seat, since, as_changes)

    return await services.workers.run(load)


@get("/{match:str}/thumbnail", media_type="image/svg+xml", responses=problem_responses(400, 403, 404))
async def small_map(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None
) -> Response[str]:
    """Return the map as a seat, or a spectator without one, sees it now.

    It is a small drawing in SVG, without names.
    """

    def draw() -> str:
        services.check_can_view(request, match, seat)
        seen = services.matches.view(match, seat, 2**53, brief=True).view
        boards = board_cache.boards_of_match(services.matches, match, watching=seat is None)
        return thumbnail(boards, seen)

    text = await services.workers.run(draw)
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get("/{match:str}/shortcuts", responses=problem_responses(400, 403, 404))
async def shortcuts(
    match: WordParameter, request: AnyRequest, services: Services, seat: MySeat, space: PlanSpace = None
) -> Shortcuts:
    """Return the shortcuts offered to a seat now: all, or those that lead to a space."""

    def load() -> Shortcuts:
        services.seat_credential(request, match, seat)
        seen = services.matches.view(match, seat, 2**53)
        return Shortcuts(
            seen.version, [goal_of(each) for each in seen.view.shortcuts if space in (None, each.space)]
        )

    return await services.workers.run(load)


@get("/{match:str}/layers", responses=problem_responses(400, 403, 404))
async def layers(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None
) -> list[Layer]:
    """Return the overlays of the boards for a seat or a spectator; many games have none."""

    def load() -> list[Layer]:
        services.check_can_view(request, match, seat)
        return list(services.matches.layers(match, seat))

    return await services.workers.run(load)


@get("/{match:str}/text", responses=problem_responses(400, 403, 404))
async def view_as_text(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None
) -> Text:
    """Return what a seat, or a spectator without one, sees now, as text."""

    def load() -> Text:
        services.check_can_view(request, match, seat)
        view = services.matches.view(match, seat, 2**53).view
        boards = board_cache.boards_of_match(services.matches, match, watching=seat is None)
        return Text(view_text(boards, view))

    return await services.workers.run(load)


@get("/{match:str}/events", media_type="text/event-stream", responses=problem_responses(400, 403, 404, 429))
async def stream_views(
    match: WordParameter,
    request: AnyRequest,
    services: Services,
    seat: SeatName = None,
    since: CountParameter = 0,
    as_changes: AsChangesParameter = False,
) -> Stream:
    """Stream server-sent events with what a seat sees (`view`), whenever it changes.

    `Last-Event-ID` continues from that version. With `changes`, events have only the changes (`changes`), and the whole
    view only if that is shorter or necessary. In matches of secret orders, further events have the state of the turn
    (`info`) and immediate letters (`letters`).
    """
    request_slot(request).count_as_stream()
    await services.workers.run(services.check_can_view, request, match, seat)
    may = await services.workers.run(services.permission_check, request, match, seat)
    last = request.headers.get("last-event-id", "")
    after = int(last) if _VERSION.fullmatch(last) else since
    account = services.identity.principal(request).id
    stream = await services.hub.listen(match, seat, after, changes=as_changes, can_listen=may, account=account)
    return Stream(stream, media_type="text/event-stream", headers=STREAM_HEADERS)


@get("/{match:str}/replay", responses=problem_responses(400, 403, 404, 422))
async def replay(
    match: WordParameter, request: AnyRequest, services: Services, at: CountParameter, seat: SeatName = None
) -> MatchView:
    """Return the match after `at` actions.

    A finished match may be seen as any seat, and as `referee`, which sees everything.
    """

    def load() -> MatchView:
        services.check_can_view_past(request, match, seat)
        return services.archive.replay(match, seat, at)

    return await services.workers.run(load)


router = Router(
    "/api/matches",
    route_handlers=[view, small_map, shortcuts, layers, view_as_text, stream_views, replay],
    tags=["matches"],
)

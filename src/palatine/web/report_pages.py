"""Turn reports as pages for reading and printing."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Router, get

from palatine import registry
from palatine.core import Board, View, with_known_spaces
from palatine.matches import MatchInfo
from palatine.web.api.orders import TurnNumber, report_for
from palatine.web.board_cache import boards_to_data
from palatine.web.pages import Html, html_response
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.requests import SeatParameter as SeatName
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

FIRST_TURN = 0
"""The earliest turn that may have a report."""


@get("/report/{match:str}")
async def report_page(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None, turn: TurnNumber = None
) -> Html:
    """Return the report of a turn (by default the last one) as sent to a seat."""
    return html_response(await services.workers.run(_report_page, services, request, match, seat, turn))


def _report_page(
    services: RequestServices, request: AnyRequest, match: str, seat: str | None, turn: int | None
) -> str:
    info = services.match_for(request, match)
    told = report_for(services, request, match, seat, turn)
    boards, view = services.orders.report_picture(match, seat, turn)
    return render_page(
        "report.html",
        info=info,
        game=registry.load(info.game),
        report=told,
        seat_name=say("report.spectator") if told.seat is None else view.names.get(told.seat, told.seat),
        turn=info.turn - 1 if turn is None else turn,
        first=min(FIRST_TURN, info.turn - 1),
        seats=_seats(services, request, info),
        drawing=_drawing(boards, view),
    )


def _seats(services: RequestServices, request: AnyRequest, info: MatchInfo) -> tuple[str, ...]:
    """Return the seats whose reports the sender may read."""
    if info.status == "over":
        return tuple(each.seat for each in info.seats)
    return services.own_seats(request, info.match)


def _drawing(boards: tuple[Board, ...], view: View) -> dict[str, Any]:
    seen = msgspec.to_builtins({"pieces": view.pieces, "marks": view.marks})
    return {"boards": boards_to_data(tuple(with_known_spaces(board, view) for board in boards)), "view": seen}


router = Router("/", route_handlers=[report_page], include_in_schema=False)

"""The API of lessons: list them, start one and move through it.

A started lesson is a match like any other.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody

from palatine.matches import Changes, ClientView, LessonInfo, MatchCreated, MatchView
from palatine.web.api.games import game_of
from palatine.web.auth.token_scopes import PLAYS
from palatine.web.models import LessonMoveRequest, LessonRequest
from palatine.web.problems import answers
from palatine.web.requests import AsChanges, Services, Word
from palatine.web.seat_keys import AnyRequest, cookie


@get("/", sync_to_thread=True)
def list_lessons(services: Services) -> list[LessonInfo]:
    """Return the lessons of all games in order."""
    return services.matches.lessons()


@post("/{game:str}/{lesson:str}", status_code=201, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def start(
    game: Word, lesson: Word, data: JSONBody[LessonRequest], request: AnyRequest, services: Services
) -> Response[MatchCreated]:
    """Start a lesson, or continue it at a step. Its key is also set as a cookie."""
    await services.spend(request, "lesson")

    def make() -> MatchCreated:
        services.identity.check_may_come(request)
        game_of(game)
        return services.matches.start_lesson(game, lesson, data.step)

    made = await services.workers.write(make)
    [key] = made.keys.values()
    baked = cookie(request, made.match, key)
    return Response(made, cookies=[baked] if baked else [])


@post("/{match:str}/lesson", status_code=200, responses=answers(400, 403, 404, 409, 413, 415, 422))
async def move(
    match: Word,
    data: JSONBody[LessonMoveRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChanges = False,
) -> Response[MatchView | ClientView | Changes]:
    """Read on in a lesson, have its step shown, or go back one.

    The pupil's own moves are made as actions of the match.
    """

    def do() -> Response[Any]:
        key = services.key(request, match, data.seat)
        seen = services.matches.move_lesson(match, key, data.do, data.version)
        return services.answer(seen, data.seat, data.version, as_changes)

    return await services.workers.write(do)


router = Router("/api/lessons", route_handlers=[list_lessons, start], tags=["lessons"], opt=PLAYS)
of_matches = Router("/api/matches", route_handlers=[move], tags=["lessons"], opt=PLAYS)

"""The API of lessons: list them, start one and move through it.

A started lesson is a match like any other.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody

from palatine.matches import Changes, ClientView, LessonInfo, MatchCreated, MatchView
from palatine.web.api.games import find_game
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import LessonMoveRequest, LessonRequest
from palatine.web.problems import problem_responses
from palatine.web.requests import AsChangesParameter, Services, WordParameter
from palatine.web.seat_keys import AnyRequest, key_cookie


@get("/", sync_to_thread=True)
def list_lessons(services: Services) -> list[LessonInfo]:
    """Return the lessons of all games in order."""
    return services.matches.lessons()


@post("/{game:str}/{lesson:str}", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def start(
    game: WordParameter,
    lesson: WordParameter,
    data: JSONBody[LessonRequest],
    request: AnyRequest,
    services: Services,
) -> Response[MatchCreated]:
    """Start a lesson, or continue it at a step. Its key is also set as a cookie."""
    await services.count_attempt(request, "lesson")

    def make() -> MatchCreated:
        services.identity.check_sign_up_allowed(request)
        find_game(game)
        return services.matches.start_lesson(game, lesson, data.step)

    made = await services.workers.write(make)
    [key] = made.keys.values()
    baked = key_cookie(request, made.match, key)
    return Response(made, cookies=[baked] if baked else [])


@post("/{match:str}/lesson", status_code=200, responses=problem_responses(400, 403, 404, 409, 413, 415, 422))
async def move(
    match: WordParameter,
    data: JSONBody[LessonMoveRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChangesParameter = False,
) -> Response[MatchView | ClientView | Changes]:
    """Read on in a lesson, have its step shown, or go back one.

    The pupil's own moves are made as actions of the match.
    """

    def do() -> Response[Any]:
        key = services.seat_credential(request, match, data.seat)
        seen = services.matches.move_lesson(match, key, data.do, data.version)
        return services.view_response(seen, data.seat, data.version, as_changes)

    return await services.workers.write(do)


router = Router("/api/lessons", route_handlers=[list_lessons, start], tags=["lessons"], opt=PLAY_TOKENS)
of_matches = Router("/api/matches", route_handlers=[move], tags=["lessons"], opt=PLAY_TOKENS)

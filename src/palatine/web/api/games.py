"""The API of games: the installed games, their rules and their boards."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get
from litestar.params import QueryParameter

from palatine import registry
from palatine.core import Clause, FirstMatch, Game, GlossaryEntry, Ruling
from palatine.matches import NotFound, strengths, truncate_echo
from palatine.web import board_cache
from palatine.web.models import GameInfo
from palatine.web.problems import problem_responses
from palatine.web.requests import Services, WordParameter
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

SampleFlag = Annotated[
    bool,
    QueryParameter(description="Return an explored sample of maps that are blank at the start."),
]


class GameNotFound(NotFound):
    """Error for a game that does not exist."""

    def __init__(self, name: str) -> None:
        Exception.__init__(self, say("problem.no-game", game=truncate_echo(name)))


class PictureNotFound(NotFound):
    """Error for an illustration that does not exist."""

    def __init__(self) -> None:
        Exception.__init__(self, say("problem.no-page"))


def find_game(name: str) -> Game[Any]:
    """Return the game of that name. Raises GameNotFound."""
    if name not in registry.games():
        raise GameNotFound(name)
    return registry.load(name)


def game_info(name: str) -> GameInfo:
    """Return what new players need to know about a game."""
    game = find_game(name)
    return GameInfo(
        name, game.title, game.year, game.rules_version, game.scenarios, game.options, registry.opponents(game),
        strengths(game), game.changes, recommended_first_match(game),
    )  # fmt: skip


def recommended_first_match(game: Game[Any]) -> FirstMatch:
    """Return the recommended first match with scenario, seats and seat filled in."""
    first = game.first_match
    scenario = game.scenario(first.scenario or None)
    seats = first.seats or scenario.tables[0]
    seat = first.seat or seats[0]
    return msgspec.structs.replace(first, scenario=scenario.name, seats=tuple(seats), seat=seat)


@get("/", sync_to_thread=True)
def list_games() -> list[GameInfo]:
    """Return the installed games."""
    return [game_info(name) for name in registry.games()]


@get("/{game:str}", sync_to_thread=True, responses=problem_responses(400, 404))
def show_game(game: WordParameter) -> GameInfo:
    """Return a game with its scenarios, seats, options and bots."""
    return game_info(game)


@get("/{game:str}/clauses", sync_to_thread=True, responses=problem_responses(400, 404))
def clauses(game: WordParameter) -> list[Clause]:
    """Return the clauses of the rules: the number in the rulebook and a summary in our words."""
    return list(find_game(game).clauses.values())


@get("/{game:str}/rulings", sync_to_thread=True, responses=problem_responses(400, 404))
def rulings(game: WordParameter) -> list[Ruling]:
    """Return our rulings where the rulebook leaves a question open."""
    return list(find_game(game).rulings.values())


@get("/{game:str}/boards", responses=problem_responses(400, 404))
async def boards(
    game: WordParameter, request: AnyRequest, services: Services, sample: SampleFlag = False
) -> Response[Any]:
    """Return the boards of the game's default scenario as data to draw."""

    def make() -> tuple[bytes, bytes, str]:
        find_game(game)
        return board_cache.sample_of_game(game) if sample else board_cache.drawing_of_game(game)

    return board_cache.board_response(request, await services.workers.run(make))


@get("/{game:str}/pictures/{picture:str}", responses=problem_responses(400, 404))
async def picture(
    game: WordParameter, picture: WordParameter, request: AnyRequest, services: Services
) -> Response[Any]:
    """Return an illustration of the game's rules page: the cropped `board` and its `view`."""

    def make() -> tuple[bytes, bytes, str]:
        if picture not in find_game(game).pictures:
            raise PictureNotFound()
        return board_cache.picture_of_game(game, picture)

    return board_cache.board_response(request, await services.workers.run(make))


@get("/{game:str}/glossary", sync_to_thread=True, responses=problem_responses(400, 404))
def glossary(game: WordParameter) -> list[GlossaryEntry]:
    """Return the glossary of the game, in our own words."""
    return list(find_game(game).glossary.values())


router = Router(
    "/api/games",
    route_handlers=[list_games, show_game, clauses, rulings, boards, picture, glossary],
    tags=["games"],
)

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
from palatine.web.problems import answers
from palatine.web.requests import Services, Word
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

Sample = Annotated[
    bool,
    QueryParameter(description="Return an explored sample of maps that are blank at the start."),
]


class NoGame(NotFound):
    """Error for a game that does not exist."""

    def __init__(self, name: str) -> None:
        Exception.__init__(self, say("problem.no-game", game=truncate_echo(name)))


class NoPicture(NotFound):
    """Error for an illustration that does not exist."""

    def __init__(self) -> None:
        Exception.__init__(self, say("problem.no-page"))


def game_of(name: str) -> Game[Any]:
    """Return the game of that name. Raises NoGame."""
    if name not in registry.games():
        raise NoGame(name)
    return registry.load(name)


def info_of(name: str) -> GameInfo:
    """Return what new players need to know about a game."""
    game = game_of(name)
    return GameInfo(
        name, game.title, game.year, game.rules, game.scenarios, game.options, registry.opponents(game),
        strengths(game), game.changes, first_of(game),
    )  # fmt: skip


def first_of(game: Game[Any]) -> FirstMatch:
    """Return the recommended first match with scenario, seats and seat filled in."""
    first = game.first_match
    scenario = game.scenario(first.scenario or None)
    seats = first.seats or scenario.tables[0]
    seat = first.seat or seats[0]
    return msgspec.structs.replace(first, scenario=scenario.name, seats=tuple(seats), seat=seat)


@get("/", sync_to_thread=True)
def list_games() -> list[GameInfo]:
    """Return the installed games."""
    return [info_of(name) for name in registry.games()]


@get("/{game:str}", sync_to_thread=True, responses=answers(400, 404))
def one_game(game: Word) -> GameInfo:
    """Return a game with its scenarios, seats, options and bots."""
    return info_of(game)


@get("/{game:str}/clauses", sync_to_thread=True, responses=answers(400, 404))
def clauses(game: Word) -> list[Clause]:
    """Return the clauses of the rules: the number in the rulebook and a summary in our words."""
    return list(game_of(game).clauses.values())


@get("/{game:str}/rulings", sync_to_thread=True, responses=answers(400, 404))
def rulings(game: Word) -> list[Ruling]:
    """Return our rulings where the rulebook leaves a question open."""
    return list(game_of(game).rulings.values())


@get("/{game:str}/boards", responses=answers(400, 404))
async def boards(game: Word, request: AnyRequest, services: Services, sample: Sample = False) -> Response[Any]:
    """Return the boards of the game's default scenario as data to draw."""

    def make() -> tuple[bytes, bytes, str]:
        game_of(game)
        return board_cache.sample_of_game(game) if sample else board_cache.drawing_of_game(game)

    return board_cache.answer(request, await services.workers.run(make))


@get("/{game:str}/pictures/{picture:str}", responses=answers(400, 404))
async def picture(game: Word, picture: Word, request: AnyRequest, services: Services) -> Response[Any]:
    """Return an illustration of the game's rules page: the cropped `board` and its `view`."""

    def make() -> tuple[bytes, bytes, str]:
        if picture not in game_of(game).pictures:
            raise NoPicture()
        return board_cache.picture_of_game(game, picture)

    return board_cache.answer(request, await services.workers.run(make))


@get("/{game:str}/glossary", sync_to_thread=True, responses=answers(400, 404))
def glossary(game: Word) -> list[GlossaryEntry]:
    """Return the glossary of the game, in our own words."""
    return list(game_of(game).glossary.values())


router = Router(
    "/api/games", route_handlers=[list_games, one_game, clauses, rulings, boards, picture, glossary], tags=["games"]
)

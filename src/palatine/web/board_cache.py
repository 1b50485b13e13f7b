"""Boards as sent to clients: cached per scenario, rounded, compressed, with an ETag."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
from litestar import Response

from palatine import registry
from palatine.core import Board, Style, View, with_known_spaces
from palatine.core.lessons import draw_picture
from palatine.matches import MatchInfo, MatchService
from palatine.web.assets.silhouettes import shorten_path
from palatine.web.seat_keys import AnyRequest

EXPLORED_TURNS = 4
"""Turns of exploration shown on a sample map."""


@lru_cache(maxsize=64)
def _boards(game: str, scenario: str, seats: tuple[str, ...] | None, options: bytes) -> tuple[Board, ...]:
    found = registry.load(game)
    state = found.setup(scenario or None, seats, b"boards", msgspec.json.decode(options))
    return found.boards(state)


@lru_cache(maxsize=64)
def _drawing(
    game: str, scenario: str, seats: tuple[str, ...] | None, options: bytes, once: bool
) -> tuple[bytes, bytes, str]:
    return _packed_boards(_boards(game, scenario, seats, options), once)


def _packed_boards(boards: tuple[Board, ...], once: bool) -> tuple[bytes, bytes, str]:
    data = boards_to_data(boards)
    return _packed_data(without_repetition(data) if once else data)


def _packed_data(data: Any) -> tuple[bytes, bytes, str]:
    plain = msgspec.json.encode(data)
    return plain, gzip.compress(plain, 6, mtime=0), f'"{blake2b(plain, digest_size=12).hexdigest()}"'


def boards_to_data(boards: tuple[Board, ...]) -> Any:
    """Return boards as plain lists and numbers, rounded to the precision a drawing needs."""
    data = _with_rounded_numbers(msgspec.to_builtins(boards))
    for board in data:
        if "silhouettes" in board:
            board["silhouettes"] = {name: shorten_path(path) for name, path in board["silhouettes"].items()}
    return data


def without_repetition(boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return boards without counters and silhouettes that an earlier board already has.

    The client merges these over the boards in order.
    """
    known: dict[str, dict[str, Any]] = {"counters": {}, "silhouettes": {}}
    found = []
    for board in boards:
        fresh = {
            kind: {name: each for name, each in board.get(kind, {}).items() if told.get(name) != each}
            for kind, told in known.items()
        }
        for kind, told in known.items():
            told |= fresh[kind]
        rest = {name: value for name, value in board.items() if name not in known}
        found.append(rest | {kind: each for kind, each in fresh.items() if each})
    return found


def _with_rounded_numbers(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, list | tuple):
        return [_with_rounded_numbers(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_rounded_numbers(item) for name, item in value.items()}
    return value


def _place(info: MatchInfo) -> tuple[str, str, tuple[str, ...], bytes]:
    seats = tuple(seat.seat for seat in info.seats)
    return info.game, info.scenario, seats, msgspec.json.encode(info.options, order="sorted")


def boards_of_match(matches: MatchService, match: str, *, watching: bool = False) -> tuple[Board, ...]:
    """Return the boards of a match.

    A match of secret orders has its current boards, since a turn may build on them. If `watching`, they are those that
    spectators may see.
    """
    info = matches.info(match)
    return matches.boards(match, watching=watching) if info.orders else _boards(*_place(info))


def drawing_of_match(
    matches: MatchService, match: str, once: bool = False, *, watching: bool = False
) -> tuple[bytes, bytes, str]:
    """Return the boards of a match as JSON, the gzipped JSON and their ETag.

    With `once`, repeated counters and silhouettes are left out (`without_repetition`).
    """
    info = matches.info(match)
    return (
        _packed_boards(matches.boards(match, watching=watching), once)
        if info.orders
        else _drawing(*_place(info), once)
    )


def drawing_of_game(game: str) -> tuple[bytes, bytes, str]:
    """Return the boards of a game's default scenario, in the same form."""
    return _drawing(game, "", None, b"{}", False)


def styles_of_game(game: str) -> dict[str, Style]:
    """Return the styles of the first board of a game's default scenario."""
    return dict(_boards(game, "", None, b"{}")[0].styles)


@lru_cache(maxsize=128)
def picture_of_game(game: str, name: str) -> tuple[bytes, bytes, str]:
    """Return an illustration of a game's rules page: part of a board and its view.

    Raises core.Unknown.
    """
    board, view = draw_picture(registry.load(game), name)
    return packed_picture(board, view)


def packed_picture(board: Board, view: View) -> tuple[bytes, bytes, str]:
    """Return a part of a board and its view as JSON, the gzipped JSON and their ETag."""
    return _packed_data(
        {"board": boards_to_data((board,))[0], "view": _with_rounded_numbers(msgspec.to_builtins(view))}
    )


@lru_cache(maxsize=32)
def sample_of_game(game: str) -> tuple[bytes, bytes, str]:
    """Return the boards of a game's default scenario as a sample.

    If maps start blank, the sample is one that has been explored for a few turns.
    """
    boards = _boards(game, "", None, b"{}")
    is_blank = len({space.ground for space in boards[0].spaces}) == 1
    return (
        _packed_boards(_explored(game), False) if is_blank and registry.load(game).orders else drawing_of_game(game)
    )


def _explored(game: str) -> tuple[Board, ...]:
    """Return the boards with everything that any seat has seen after a few turns of recruits."""
    found: Any = registry.load(game)
    state = found.setup(None, found.scenarios[0].tables[0], b"sample")
    recruit = registry.bot("recruit", found, 0)
    for _ in range(EXPLORED_TURNS):
        for seat in found.actors(state):
            found.set_sheet(state, seat, recruit.decide(state.copy(), seat))
        found.run_turn(state)
    seen = {space: told for seat in state.seats for space, told in found.view(state, seat).seen.items()}
    view = msgspec.structs.replace(found.view(state, None), seen=seen)
    return tuple([with_known_spaces(board, view) for board in found.boards(state)])


def board_response(request: AnyRequest, drawing: tuple[bytes, bytes, str]) -> Response[Any]:
    """Return the response with the boards, gzipped if accepted, or 304 if the ETag matches."""
    plain, small, tag = drawing
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "accept-encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
    return Response(plain, media_type="application/json", headers=headers)

"""Advice: what a game's own bot would do in a seat's place."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine import registry
from palatine.core.guidance.advice import Advice
from palatine.matches.bot_runner import MEMORY_MEGABYTES, TIMEOUT_SECONDS
from palatine.matches.orders.sheets import open_sheet
from palatine.matches.play.acting import open_for_action
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import refused_error
from palatine.processes import WorkFailed

WORK_KIND = "palatine.matches.guidance.advice:advise_from"
SAMPLES = 16
"""Playouts to estimate a seat's chance of winning."""


class AdviceTask(msgspec.Struct, frozen=True, array_like=True):
    """A request for what a bot would do in a seat's place."""

    game: str
    bot: str
    seat: str
    state: bytes
    samples: int = 0
    """Playouts to estimate the seat's chances."""


def advise_from(data: bytes) -> bytes:
    """Answer an encoded `AdviceTask` with an `Advice`."""
    request = msgspec.msgpack.decode(data, type=AdviceTask)
    game = registry.load(request.game)
    advice = registry.advise(game, game.decode(request.state), request.seat, request.bot, samples=request.samples)
    return msgspec.msgpack.encode(advice)


def advise(context: MatchRuntime, match: str, key: SeatKey) -> Advice:
    """Return what the game's own bot would do in place of the seat of `key`.

    It must be the seat's turn to act. The advice also estimates the seat's chance of winning, from only what the seat
    knows. Raises `Refused` if the match has no advice, if it is not the seat's turn,
    or if the bot fails.
    """
    loaded = context.open(match)
    if not loaded.row.advice:
        raise refused_error("no-advice")
    if loaded.row.clock is not None:
        loaded, seat = open_sheet(context, match, key)
    else:
        loaded, seat = open_for_action(context, match, key, loaded.row.version)
        if seat not in loaded.row.asked:
            raise refused_error("not-yours-now")
    return advice_for(context, loaded, seat, SAMPLES)


def advice_for(context: MatchRuntime, loaded: LoadedMatch, seat: str, samples: int = 0) -> Advice:
    """Return what the game's own bot would do, and the chance of winning from `samples` playouts.

    Raises `Refused` if the bot fails or chooses an illegal action.
    """
    game = loaded.game
    bot = registry.bots(game)[0]
    state = game.encode(_undecided(loaded, seat))
    request = msgspec.msgpack.encode(AdviceTask(loaded.row.game, bot, seat, state, samples))
    try:
        answer = context.executor.call(
            WORK_KIND,
            request,
            seconds=TIMEOUT_SECONDS,
            megabytes=MEMORY_MEGABYTES,
            subject=loaded.row.id,
            reserve=0,
        )
    except WorkFailed as error:
        raise refused_error("advice-failed", bot=bot) from error
    found = msgspec.msgpack.decode(answer, type=Advice)
    if found.actions and found.actions[0] not in game.actions(loaded.state, seat):
        raise refused_error("advice-failed", bot=bot)
    return found


def _undecided(loaded: LoadedMatch, seat: str) -> Any:
    """Return the state without the orders that the seat has handed in, which it can still change."""
    if loaded.row.clock is None:
        return loaded.state
    state: Any = loaded.state.copy()
    state.sheets[loaded.names.index(seat)] = None
    return state

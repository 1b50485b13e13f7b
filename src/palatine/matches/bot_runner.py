"""Bot decisions: a position goes in, and actions or an order sheet come out.

They can be computed in any process. A bot may play several actions before it returns. Its answer is only a proposal:
the caller checks each action against the rules and carries it out. The process keeps bots with their memory between
questions. If another process answered the last question, it creates new bots.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from time import monotonic
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Bot, Game, State, Unknown
from palatine.core.guidance.expectation import Expectation
from palatine.matches.cache import LockedCache
from palatine.processes import Executor

log = logging.getLogger(__name__)

WORK_KIND = "palatine.matches.bot_runner:decide_from"
TIMEOUT_SECONDS = 120.0
MEMORY_MEGABYTES = 2048
BOT_CACHE_SIZE = 64
"""Number of matches whose bots are kept in the LRU cache."""
PLAY_ON_SECONDS = 0.04
"""Seconds during which bots may play on before they return their actions."""


class DecisionRequest(msgspec.Struct, frozen=True, array_like=True):
    """A request for the bots' decisions in a position.

    The bots play until a human must decide or `MOMENT` is over.
    """

    match: str
    version: int
    game: str
    bots: dict[str, str]
    """Bot names by seat."""
    state: bytes
    last: int = -1
    """The version of the last question about this match that was answered; -1 for none."""


class BotDecision(msgspec.Struct, frozen=True, array_like=True):
    """The decisions of bots: actions with their seats, or the text of one seat's sheet."""

    actions: tuple[tuple[str, Any], ...] = ()
    sheet: str = ""
    expected: tuple[tuple[int, Expectation], ...] = ()
    """Expectations of search bots, each with the index of the action its plan begins with.

    The index is 0 for a sheet.
    """


class BotCache:
    """Bots of the most recently used matches, with the version of the last question."""

    def __init__(self, size: int = BOT_CACHE_SIZE) -> None:
        self._kept: LockedCache[str, tuple[int, dict[tuple[str, str], Bot]]] = LockedCache(size)

    def take_bots(self, match: str, last_version: int) -> dict[tuple[str, str], Bot]:
        """Remove and return the bots that answered question `last_version`, by seat and bot name.

        Returns an empty dict if they did not.
        """
        version, bots = self._kept.pop(match) or (-1, {})
        return bots if version == last_version else {}

    def put(self, match: str, version: int, bots: dict[tuple[str, str], Bot]) -> None:
        self._kept.put(match, (version, bots))


_memory = BotCache()


def decide_from(data: bytes) -> bytes:
    """Answer an encoded `DecisionRequest` with a `BotDecision`.

    An exception that a bot raises at its first decision propagates.
    """
    question = msgspec.msgpack.decode(data, type=DecisionRequest)
    game = registry.load(question.game)
    bots = _memory.take_bots(question.match, question.last)
    state = game.decode(question.state)
    if game.orders:
        (seat,) = question.bots
        thought = _sheet(game, _bot_of(game, bots, question, seat), state, seat)
    else:
        played = tuple(_play_on(game, state, question, bots))
        expected = [(number, found) for number, (*_, found) in enumerate(played) if found is not None]
        thought = BotDecision(tuple([(seat, action) for seat, action, _ in played]), expected=tuple(expected))
    _memory.put(question.match, question.version, bots)
    return msgspec.msgpack.encode(thought)


def _sheet(game: Any, bot: Bot, state: State, seat: str) -> BotDecision:
    text: str = game.write(bot.decide(state, seat))
    found = _expectation(bot, state, seat)
    return BotDecision(sheet=text, expected=() if found is None else ((0, found),))


def _expectation(bot: Bot, state: State, seat: str) -> Expectation | None:
    """Return what the bot expects of its last decision; None for a bot without expectations."""
    own: Any = getattr(bot, "expectation", None)
    found: Expectation | None = None if own is None else own(state, seat)
    return found


def _play_on(
    game: Game[Any], state: State, question: DecisionRequest, bots: dict[tuple[str, str], Bot]
) -> Iterator[tuple[str, Any, Expectation | None]]:
    """Yield the bots' actions for `MOMENT` seconds, up to and including the first illegal one."""
    until = monotonic() + PLAY_ON_SECONDS
    while seat := next((each for each in game.actors(state) if each in question.bots), ""):
        bot = _bot_of(game, bots, question, seat)
        action = bot.decide(state.copy(), seat)
        yield seat, action, _expectation(bot, state, seat)
        if monotonic() >= until or action not in game.actions(state, seat):
            return
        game.take(state, seat, action)


def _bot_of(game: Game[Any], bots: dict[tuple[str, str], Bot], question: DecisionRequest, seat: str) -> Bot:
    whose = (seat, question.bots[seat])
    if whose not in bots:
        bots[whose] = new_bot(game, question.bots[seat])
    return bots[whose]


def new_bot(game: Game[Any], name: str) -> Bot:
    """Return a new bot of that name, or a recruit if it cannot be created."""
    try:
        return registry.bot(name, game, secrets.randbits(32))
    except Exception as error:  # Bots are third-party code: the match must go on whatever they raise.
        if not isinstance(error, Unknown):
            log.warning("Bot could not be created: bot=%s game=%s error=%s", name, game.title, error)
        return registry.bot("recruit", game, secrets.randbits(32))


class BotRunner:
    """A client of the executor in which bots run."""

    SIZE = 4096

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self._last: LockedCache[str, int] = LockedCache(self.SIZE)

    def decide(self, request: DecisionRequest, *, is_urgent: bool) -> BotDecision:
        """Return the bots' decision. Raises `processes.WorkFailed`.

        `is_urgent`: a player is waiting for it. Otherwise one process is left free for requests that players
        wait for. A search bot, which thinks for seconds, leaves one more process free for bots that answer
        immediately.
        """
        reserve = (0 if is_urgent else 1) + (registry.SEARCH_BOT in request.bots.values())
        last = self._last.get(request.match)
        last = -1 if last is None else last
        asked = msgspec.msgpack.encode(msgspec.structs.replace(request, last=last))
        answer = self.executor.call(
            WORK_KIND,
            asked,
            seconds=TIMEOUT_SECONDS,
            megabytes=MEMORY_MEGABYTES,
            subject=request.match,
            reserve=reserve,
        )
        self._last.put(request.match, request.version)
        return msgspec.msgpack.decode(answer, type=BotDecision)

"""What bots think, in whatever process: a position goes in, some actions or a sheet come out.

Bots play on by themselves for a moment before they answer. What they say they would do is no more than that: the table
holds each action against the rules and carries it out. Where they think they are kept from one question to the next,
with what they bear in mind; if another process answered the last question, new ones take over.
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

KIND = "palatine.matches.bot_runner:think"
SECONDS = 120.0
MEGABYTES = 2048
KEPT = 64
"""Matches whose bots are kept, those asked about last."""
MOMENT = 0.04
"""Seconds in which bots may play on before they answer."""


class DecisionRequest(msgspec.Struct, frozen=True, array_like=True):
    """What do the bots of a match do in a position, until a person is asked or the moment is over?"""

    match: str
    version: int
    game: str
    bots: dict[str, str]
    """Their names, by the seats they are asked for."""
    state: bytes
    last: int = -1
    """The version of the last question about the match that was answered; -1 for the first."""


class BotDecision(msgspec.Struct, frozen=True, array_like=True):
    """What bots decided: actions, each with its seat, or of a game of secret orders the text of one seat's sheet."""

    actions: tuple[tuple[str, Any], ...] = ()
    sheet: str = ""
    expected: tuple[tuple[int, Expectation], ...] = ()
    """What bots that think ahead expected of their plans, each with the number of the action it begins with; 0 for a
    sheet."""


class BotCache:
    """The bots of the matches asked about last, with the version of the question."""

    def __init__(self, size: int = KEPT) -> None:
        self._kept: LockedCache[str, tuple[int, dict[tuple[str, str], Bot]]] = LockedCache(size)

    def take(self, match: str, last: int) -> dict[tuple[str, str], Bot]:
        """The bots that answered the last question, by seat and name, if they did; nobody else has them then."""
        version, bots = self._kept.pop(match) or (-1, {})
        return bots if version == last else {}

    def keep(self, match: str, version: int, bots: dict[tuple[str, str], Bot]) -> None:
        self._kept.keep(match, (version, bots))


_memory = BotCache()


def think(data: bytes) -> bytes:
    """Answer a `DecisionRequest` with a `BotDecision`; what a bot raises at its first decision is raised."""
    question = msgspec.msgpack.decode(data, type=DecisionRequest)
    game = registry.load(question.game)
    bots = _memory.take(question.match, question.last)
    state = game.decode(question.state)
    if game.orders:
        (seat,) = question.bots
        thought = _sheet(game, _bot_of(game, bots, question, seat), state, seat)
    else:
        played = tuple(_play_on(game, state, question, bots))
        expected = [(number, found) for number, (*_, found) in enumerate(played) if found is not None]
        thought = BotDecision(tuple([(seat, action) for seat, action, _ in played]), expected=tuple(expected))
    _memory.keep(question.match, question.version, bots)
    return msgspec.msgpack.encode(thought)


def _sheet(game: Any, bot: Bot, state: State, seat: str) -> BotDecision:
    text: str = game.write(bot.decide(state, seat))
    found = _expectation(bot, state, seat)
    return BotDecision(sheet=text, expected=() if found is None else ((0, found),))


def _expectation(bot: Bot, state: State, seat: str) -> Expectation | None:
    """What a bot expected of what it has just decided on, if it is one that can say."""
    own: Any = getattr(bot, "expectation", None)
    found: Expectation | None = None if own is None else own(state, seat)
    return found


def _play_on(
    game: Game[Any], state: State, question: DecisionRequest, bots: dict[tuple[str, str], Bot]
) -> Iterator[tuple[str, Any, Expectation | None]]:
    """The bots' actions one after the other, for a moment; one that is not legal is the last."""
    until = monotonic() + MOMENT
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
    """A bot by name; a recruit when it cannot be made."""
    try:
        return registry.bot(name, game, secrets.randbits(32))
    except Exception as error:  # a bot is somebody else's program: whatever it does, the match goes on
        if not isinstance(error, Unknown):
            log.warning("The bot %s of %s cannot be made (%s)", name, game.title, error)
        return registry.bot("recruit", game, secrets.randbits(32))


class BotRunner:
    """Asks bots what they decide, where an executor has them think."""

    SIZE = 4096

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self._last: LockedCache[str, int] = LockedCache(self.SIZE)

    def ask(self, question: DecisionRequest, *, hurry: bool) -> BotDecision:
        """What the bots decide. Raises processes.Failed.

        With `hurry` a person waits for it; without, one process is left to those for whom that is so. A bot that thinks
        for seconds leaves one more to those that answer immediately.
        """
        reserve = (0 if hurry else 1) + (registry.SEARCH_BOT in question.bots.values())
        last = self._last.get(question.match)
        last = -1 if last is None else last
        asked = msgspec.msgpack.encode(msgspec.structs.replace(question, last=last))
        answer = self.executor.call(
            KIND, asked, seconds=SECONDS, megabytes=MEGABYTES, about=question.match, reserve=reserve
        )
        self._last.keep(question.match, question.version)
        return msgspec.msgpack.decode(answer, type=BotDecision)

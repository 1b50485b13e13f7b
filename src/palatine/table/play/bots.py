"""The house plays on: bots, and moves that are forced."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any

from palatine import registry
from palatine.core import Action, Bot, State, Unknown
from palatine.table.errors import Stuck
from palatine.table.matches import secret_orders
from palatine.table.matches.context import TableContext
from palatine.table.matches.loaded import LoadedMatch
from palatine.table.matches.unit_of_work import PendingWrite

log = logging.getLogger(__name__)

UNWATCHED_SECONDS = 0.25
"""How long bots among themselves may keep somebody waiting who only looks on."""


def go_on(context: TableContext, loaded: LoadedMatch) -> LoadedMatch:
    """Play on if it is for the house to act: at once, or by waking whoever does it in the background."""
    if not loaded.row.due:
        return loaded
    if context.bots == "inline":
        is_watched = any(not seat.bot for seat in loaded.seats)
        run(context, loaded.row.id, None if is_watched else UNWATCHED_SECONDS)
        return context.open(loaded.row.id)
    context.wake_bots(loaded.row.id)
    return loaded


def resume(context: TableContext) -> None:
    """Go on wherever the house is to act: for the start of a process, since the last one may have crashed."""
    for match in context.storage.ids(due=True):
        if context.bots == "inline":
            go_on(context, context.open(match))
        else:
            context.wake_bots(match)


def run_pending(context: TableContext, match: str) -> int:
    """`run`, and once more for whoever called meanwhile."""
    played = 0
    try:
        played += run(context, match)
    except BaseException:
        context.sleep_bots(match)
        raise
    return played + run_pending(context, match) if context.sleep_bots(match) else played


def run(context: TableContext, match: str, seconds: float | None = None) -> int:
    """Play until a person is asked, the match is over or time is up; the number of actions played.

    Each bot's action is written before the next is thought of, so a crash loses none.
    """
    bots: dict[tuple[str, str], Bot] = {}
    played = 0
    until = monotonic() + seconds if seconds is not None else inf
    with context.lock(match), suppress(Stuck):
        while (loaded := context.open(match)).row.due and monotonic() < until:
            pending = PendingWrite(loaded)
            with context.at_work(pending, house=True):
                if loaded.row.clock is None:
                    _decide(pending, bots)
                    pending.play_forced()
                else:
                    _see_to_turn(pending, bots)
            if context.write(pending) is not None:
                played += len(pending.records)
    return played


def _see_to_turn(pending: PendingWrite, bots: dict[tuple[str, str], Bot]) -> None:
    """A bot hands in or, when all have, the turn is run."""
    for seat in pending.row.asked:
        if pending.seat(seat).bot:
            _hand_in(pending, seat, bots)
            return
    secret_orders.run_turn(pending, "all")


def hand_in_bots(pending: PendingWrite) -> None:
    """Every bot that has not handed in yet does so."""
    for seat in pending.game.actors(pending.state):
        if pending.seat(seat).bot:
            _hand_in(pending, seat, {})


def _hand_in(pending: PendingWrite, seat: str, bots: dict[tuple[str, str], Bot]) -> None:
    name = pending.seat(seat).bot
    if (seat, name) not in bots:
        bots[seat, name] = new_bot(pending, name)
    game = pending.orders_game
    text = decide_sheet(pending, bots[seat, name], seat)
    secret_orders.hand_in(pending, seat, text, game.parse(text))


def decide_sheet(pending: PendingWrite, bot: Bot, seat: str) -> str:
    """The bot's sheet as text; a recruit's when the bot fails or orders what it may not."""
    game, state = pending.orders_game, pending.state
    try:
        text = game.write(bot.decide(state.copy(), seat))
        wrong = [problem for problem in game.check(state, seat, game.parse(text)) if not problem.uncertain]
        if not wrong:
            return text
        trouble: Any = f"line {wrong[0].line}: {wrong[0].reason}"
    except Exception as error:  # as below
        trouble = error
    log.warning("Match %s: the bot of %s failed (%s); a recruit acts for it", pending.row.id, seat, trouble)
    return game.write(registry.bot("recruit", game, secrets.randbits(32)).decide(state.copy(), seat))


def _decide(pending: PendingWrite, bots: dict[tuple[str, str], Bot]) -> None:
    for seat in pending.row.asked:
        name = pending.seat(seat).bot
        if name:
            if (seat, name) not in bots:
                bots[seat, name] = new_bot(pending, name)
            pending.play(seat, decide(pending, bots[seat, name], seat))
            return


def decide(pending: PendingWrite, bot: Bot, seat: str) -> Action:
    """The bot's action; a recruit's when the bot fails or does what it may not."""
    game, state = pending.game, pending.state
    try:
        action: Action = bot.decide(state.copy(), seat)
        if action in game.actions(state, seat):
            return action
        trouble: Any = f"it chose {action!r}, which is not legal"
    except Exception as error:  # a bot is somebody else's program: whatever it does, the match goes on
        trouble = error
    log.warning("Match %s: the bot of %s failed (%s); a recruit acts for it", pending.row.id, seat, trouble)
    return recruit_action(pending, state, seat)


def recruit_action(pending: PendingWrite, state: State, seat: str) -> Action:
    action: Action = registry.bot("recruit", pending.game, secrets.randbits(32)).decide(state.copy(), seat)
    return action


def new_bot(pending: PendingWrite, name: str) -> Bot:
    """A bot by name; a recruit when it cannot be made."""
    try:
        return registry.bot(name, pending.game, secrets.randbits(32))
    except Exception as error:  # as above
        if not isinstance(error, Unknown):
            log.warning("Match %s: the bot %s cannot be made (%s)", pending.row.id, name, error)
        return registry.bot("recruit", pending.game, secrets.randbits(32))


def check_bot(game: Any, name: str) -> None:
    """Raise Unknown when `game` has no bot of that name."""
    if name not in registry.bots(game):
        raise Unknown(f"{game.title} has no bot {name!r}; it has {', '.join(registry.bots(game))}.")

"""Automatic play: bots and forced actions."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from palatine import registry
from palatine.core import Action, State, Unknown, is_action
from palatine.matches import answer_delay
from palatine.matches.bot_runner import BotDecision, DecisionRequest
from palatine.matches.errors import MatchStuck
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.storage import Record
from palatine.processes import PoolClosed

log = logging.getLogger(__name__)

UNWATCHED_SECONDS = 0.25
"""Seconds for which a match of bots only may block a request of a spectator."""


def continue_play(context: MatchRuntime, loaded: LoadedMatch) -> LoadedMatch:
    """Play on if the server must act: immediately, or by waking the bot worker."""
    if not loaded.row.due:
        return loaded
    if context.bots == "inline":
        is_watched = any(not seat.bot for seat in loaded.seats)
        play_until_human(context, loaded.row.id, None if is_watched else UNWATCHED_SECONDS)
        return context.open(loaded.row.id)
    if not _is_for_later(context, loaded):
        context.wake_bots(loaded.row.id)
    return loaded


def _is_for_later(context: MatchRuntime, loaded: LoadedMatch) -> bool:
    """Return whether nothing is due now and a wake-up is scheduled.

    Matches with bots are left to the bot worker.
    """
    row = loaded.row
    if context.replies.is_too_soon(row.id, row.version):
        return True
    if row.stuck or any(seat.bot for seat in loaded.seats):
        return False
    with suppress(MatchStuck):
        return _must_wait(context, PendingWrite(loaded))
    return False


def resume_all(context: MatchRuntime, owns: Callable[[str], bool] = lambda match: True) -> None:
    """Play on in every match in which the server must act.

    Called when a process starts, since the last one may have crashed.
    """
    for match in filter(owns, context.storage.match_ids(due=True)):
        if context.bots == "inline":
            continue_play(context, context.open(match))
        else:
            context.wake_bots(match)


class BotStep(NamedTuple):
    """The result of one step: the number of actions played, and whether more are due."""

    played: int
    more: bool


def run_pending(context: MatchRuntime, match: str) -> int:
    """Run steps until nothing is due and return the number of actions played."""
    played, more = step_pending(context, match)
    while more:
        step = step_pending(context, match)
        played, more = played + step.played, step.more
    return played


def step_pending(context: MatchRuntime, match: str) -> BotStep:
    """Run a step; if nothing more is due, report whether new wake-ups arrived meanwhile."""
    try:
        done = play_step(context, match)
    except BaseException:
        context.sleep_bots(match)
        raise
    return done if done.more else BotStep(done.played, context.sleep_bots(match))


def play_until_human(context: MatchRuntime, match: str, seconds: float | None = None) -> int:
    """Play until a human must decide, the match is over or time is up.

    Returns the number of actions played.
    """
    played, more = 0, True
    until = monotonic() + seconds if seconds is not None else inf
    while more and monotonic() < until:
        done = play_step(context, match)
        played, more = played + done.played, done.more
    return played


def play_step(context: MatchRuntime, match: str) -> BotStep:
    """Play the bots' next actions, or run a turn that is due, and write the result."""
    with context.lock(match), suppress(MatchStuck):
        loaded = context.open(match)
        if not loaded.row.due:
            return BotStep(0, False)
        pending = PendingWrite(loaded)
        if _must_wait(context, pending):
            return BotStep(0, False)
        if loaded.row.clock is None:
            _play_on(context, pending)
        else:
            _advance_turn(context, pending)
        written = context.write(pending)
        if written is None:  # Another process was faster: check again.
            return BotStep(0, True)
        return BotStep(len(pending.records), written.row.due)
    return BotStep(0, False)


def _must_wait(context: MatchRuntime, pending: PendingWrite) -> bool:
    """Return whether an automatic answer must be delayed; if so, schedule it.

    Applies to answers that opponents cannot recognise as automatic.
    """
    row = pending.row
    if context.wake_later is None or row.clock is not None or not any(not seat.bot for seat in pending.seats):
        return False
    with context.guard_rules(pending, by_server=True):
        asked = pending.next_server_answer()
    if asked is None and not pending.is_private:
        return False
    delay = answer_delay.bot_delay
    if asked is not None and asked.is_private:
        is_again = is_asked_again(pending.was.recent, asked.seat)
        delay = answer_delay.repeated_delay if is_again else answer_delay.automatic_delay
    left = context.replies.seconds_left(row.id, row.version, delay)
    if left:
        context.wake_later(row.id, left)
    return bool(left)


def is_asked_again(recent: Sequence[Record], seat: str) -> bool:
    """Return whether nothing public has happened in or after the last action of a seat."""
    for record in reversed(recent):
        if record.kind != "action" or any(entry.readers is None for entry in record.entries):
            return False
        if record.seat == seat:
            return True
    return False


def has_human(context: MatchRuntime, match: str) -> bool:
    """Return whether a human player takes part in the match, and so waits for its bots."""
    return any(not seat.bot for seat in context.open(match).seats)


def _advance_turn(context: MatchRuntime, pending: PendingWrite) -> None:
    """Hand in the sheet of one bot or, if all have handed in, run the turn."""
    for seat in pending.row.asked:
        if pending.seat(seat).bot:
            _hand_in(context, pending, seat)
            return
    with context.guard_rules(pending, by_server=True):
        secret_orders.run_turn(pending, "all")


def hand_in_bots(context: MatchRuntime, pending: PendingWrite) -> None:
    """Hand in the sheet of each bot that has not handed one in."""
    for seat in pending.game.actors(pending.state):
        if pending.seat(seat).bot:
            _hand_in(context, pending, seat)


def _hand_in(context: MatchRuntime, pending: PendingWrite, seat: str) -> None:
    thought = _ask(context, pending, {seat: pending.seat(seat).bot})
    with context.guard_rules(pending, by_server=True):
        text = _sheet(pending, seat, thought)
        expected = _expectation_data(thought, 0) if text == getattr(thought, "sheet", None) else None
        more = {"bot": pending.seat(seat).bot, **(expected or {})}
        secret_orders.hand_in(pending, seat, text, pending.orders_game.parse(text), extra_data=more)


def bot_sheet(context: MatchRuntime, pending: PendingWrite, seat: str, bot: str) -> str:
    """Return the sheet of a bot for a seat, as text."""
    thought = _ask(context, pending, {seat: bot})
    with context.guard_rules(pending, by_server=True):
        return _sheet(pending, seat, thought)


def _expectation_data(thought: BotDecision | Exception, number: int) -> dict[str, Any] | None:
    found = None if isinstance(thought, Exception) else dict(thought.expected).get(number)
    return None if found is None else {"expected": msgspec.to_builtins(found)}


def _sheet(pending: PendingWrite, seat: str, thought: BotDecision | Exception) -> str:
    """Return the sheet of a seat's bot as text.

    If the bot fails or its sheet is invalid, a recruit's sheet is returned.
    """
    game, state = pending.orders_game, pending.state
    trouble: Any = thought
    try:
        if isinstance(thought, BotDecision):
            problems = game.check(state, seat, game.parse(thought.sheet))
            wrong = [problem for problem in problems if not problem.uncertain]
            if not wrong:
                return thought.sheet
            trouble = f"line {wrong[0].line}: {wrong[0].reason}"
    except Exception as error:  # See `_ask`: bots are third-party code.
        trouble = error
    log.warning("Bot failed, a recruit acts instead: match=%s seat=%s error=%s", pending.row.id, seat, trouble)
    return game.write(registry.bot("recruit", game, secrets.randbits(32)).decide(state.copy(), seat))


def _play_on(context: MatchRuntime, pending: PendingWrite) -> None:
    """Carry out the bots' next actions, and forced actions of players between them."""
    bots = {seat.seat: seat.bot for seat in pending.seats if seat.bot}
    thought = _ask(context, pending, bots) if any(seat in bots for seat in pending.row.asked) else BotDecision()
    with context.guard_rules(pending, by_server=True):
        for seat, action, expected in _actions(pending, thought):
            pending.play(seat, action, data=expected)
            pending.play_forced()
            if pending.row.status != "playing":
                return
        if not pending.records:
            pending.play_private()


def _actions(
    pending: PendingWrite, thought: BotDecision | Exception
) -> Iterator[tuple[str, Action, dict[str, Any] | None]]:
    """Yield the bots' actions while they are legal, each with the bot's expectation.

    If the first action is illegal or the bot fails, a recruit chooses an action instead.
    """
    game = pending.game
    trouble: Any = thought if isinstance(thought, Exception) else "it has nothing to say"
    for number, (seat, found) in enumerate(() if isinstance(thought, Exception) else thought.actions):
        action: Any = tuple(found) if isinstance(found, list) else found
        is_asked = seat in game.actors(pending.state) and pending.seat(seat).bot
        if is_asked and is_action(action) and action in game.actions(pending.state, seat):
            yield seat, action, _expectation_data(thought, number)
            continue
        if number:  # A player's forced action came in between, so the bot must decide again.
            return
        trouble = f"it chose {action!r}, which is not legal"
        break
    asked = [seat for seat in pending.row.asked if pending.seat(seat).bot]
    if asked and not pending.records:
        log.warning(
            "Bot failed, a recruit acts instead: match=%s seat=%s error=%s", pending.row.id, asked[0], trouble
        )
        yield asked[0], recruit_action(pending, pending.state, asked[0]), None


def _ask(context: MatchRuntime, pending: PendingWrite, bots: dict[str, str]) -> BotDecision | Exception:
    """Return the bots' decision on the position, or the error.

    It does not count towards the rules' time limit.
    """
    row = pending.row
    try:
        question = DecisionRequest(row.id, row.version, row.game, bots, pending.game.encode(pending.state))
        return context.thinking.decide(question, is_urgent=any(not each.bot for each in pending.seats))
    except PoolClosed:
        raise
    except Exception as error:  # Bots are third-party code: the match must go on whatever they raise.
        return error


def recruit_action(pending: PendingWrite, state: State, seat: str) -> Action:
    action: Action = registry.bot("recruit", pending.game, secrets.randbits(32)).decide(state.copy(), seat)
    return action


def check_bot_name(game: Any, name: str) -> None:
    """Raise `Unknown` if the game has no bot of that name."""
    known = registry.opponents(game)
    if name not in known:
        raise Unknown(f"{game.title} has no bot {name!r}; it has {', '.join(known)}.")

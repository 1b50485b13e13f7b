"""Automatic setup: a bot decides for a player until setting up is over."""

from __future__ import annotations

from palatine import registry
from palatine.core import Action, Refused
from palatine.matches.bot_runner import DecisionRequest
from palatine.matches.clock import now
from palatine.matches.guidance.advice import advice_for
from palatine.matches.orders.sheets import open_sheet
from palatine.matches.play.acting import open_for_action, written_view
from palatine.matches.responses import MatchView
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.projection import is_setting_up, match_view
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import refused_error
from palatine.processes import WorkFailed

MAX_DECISIONS = 400
"""Maximum number of decisions made for a seat in one call."""


def set_up(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """Make all of the seat's current setup decisions by a bot, as one undoable plan.

    With secret orders the bot's sheet becomes the draft. Raises `Conflict`, and `Refused` if there is nothing to set
    up or the match has no advice.
    """
    if not context.open(match).row.advice:
        raise refused_error("no-advice")
    if context.open(match).row.clock is not None:
        return _drafted(context, match, key)
    loaded, seat = open_for_action(context, match, key, version)
    pending = PendingWrite(loaded)
    if not is_setting_up(loaded, seat):
        raise refused_error("no-set-up")
    while _goes_on(pending, seat):
        before = len(pending.records)
        _carry_out_decisions(context, pending, seat)
        if len(pending.records) == before:
            raise refused_error("advice-failed", bot=registry.bots(loaded.game)[0])
    with context.guard_rules(pending):
        pending.play_forced()
    return written_view(context, pending, seat, version)


def _goes_on(pending: PendingWrite, seat: str) -> bool:
    """Return whether the seat still has setup decisions.

    The server carries out forced ones itself.
    """
    state = pending.state
    is_asked = len(pending.records) < MAX_DECISIONS and seat in pending.game.actors(state)
    return is_asked and pending.game.is_setting_up(state, seat)


def _carry_out_decisions(context: MatchRuntime, pending: PendingWrite, seat: str) -> None:
    """Carry out the bot's next decisions, until setting up ends."""
    row, bot = pending.row, registry.bots(pending.game)[0]
    state = pending.game.encode(pending.state)
    try:
        found = context.thinking.decide(
            DecisionRequest(f"{row.id} {seat}", row.version, row.game, {seat: bot}, state), is_urgent=True
        )
    except WorkFailed as error:
        raise refused_error("advice-failed", bot=bot) from error
    with context.guard_rules(pending):
        for _, each in found.actions:
            action: Action = tuple(each)
            if not _goes_on(pending, seat) or action not in pending.game.actions(pending.state, seat):
                return
            part = {"part": len(pending.records)} if pending.records else {}
            pending.play(seat, action, data={"says": pending.game.action_text(pending.state, action), **part})


def _drafted(context: MatchRuntime, match: str, key: SeatKey) -> MatchView:
    loaded, seat = open_sheet(context, match, key)
    if not is_setting_up(loaded, seat):
        raise refused_error("no-set-up")
    sheet = advice_for(context, loaded, seat).sheet
    problems = loaded.orders_game.check(loaded.state, seat, loaded.orders_game.parse(sheet))
    wrong = [problem for problem in problems if not problem.uncertain]
    if wrong:
        raise Refused(wrong[0].clause, wrong[0].reason)
    context.storage.save_draft(match, seat, loaded.row.turn, sheet, now())
    return match_view(context, loaded, seat, loaded.row.version)

"""The answer to whether a seat can undo, used by the view and by undo itself."""

from __future__ import annotations

from functools import cache

import msgspec

from palatine.core import Action
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.runtime.undo import UndoAnswer, informs_seat, push_records, reveal_refusal, undo_refusal
from palatine.matches.storage import Record
from palatine.matches.wording import catalogue


def undo_answer(context: MatchRuntime, loaded: LoadedMatch, seat: str | None, *, brief: bool = False) -> UndoAnswer:
    """Return whether `seat` can undo its last action or plan.

    Whether it revealed something is checked once per version, which takes 10 ms or more. A `brief` answer omits that
    check.
    """
    why = undo_refusal(loaded.row, loaded.undo_stack, seat, lambda: loaded.titles(seat))
    if why or seat is None:
        return UndoAnswer(why)
    if loaded.undo_answer is None and brief:
        return UndoAnswer("", loaded.undo_stack[-1].ply, loaded.undo_stack[-1].says)
    if loaded.undo_answer is None:
        loaded.undo_answer = _check_last_entry(context, loaded, seat)
    return loaded.undo_answer


def _check_last_entry(context: MatchRuntime, loaded: LoadedMatch, seat: str) -> UndoAnswer:
    """Check the last entry of the undo stack, which is the seat's own.

    Of a plan, only the part after a reveal can be undone.
    """
    records = context.storage.actions_in_force(loaded.row.id, loaded.undo_stack[-1].ply, loaded.row.ply)

    @cache
    def at(ply: int) -> StateViews:
        return StateViews(loaded.game, context.state_at(loaded, ply))

    def why(record: Record) -> str:
        action = record.seat, (record.verb, record.operand)
        return reveal_refusal(
            at(record.ply - 1), at(record.ply), loaded.names, action, record.entries, lambda: loaded.titles(seat)
        )

    told = {record.ply: "" if record.blame else why(record) for record in records}
    blamed = [msgspec.structs.replace(record, blame="reveal") if told[record.ply] else record for record in records]
    last = push_records((), blamed)[-1]
    undone = [record for record in records if record.ply > last.ply]
    if last.blame:
        found = [told[record.ply] for record in undone if told[record.ply]]
        return UndoAnswer(found[-1] if found else catalogue().say("undo." + last.blame))
    taken: list[Action] = [(record.verb, record.operand) for record in undone]
    if informs_seat(at(last.ply), seat, taken):
        return UndoAnswer(catalogue().say("undo.learned"))
    return UndoAnswer("", last.ply, last.says)

"""What may be taken back, and why not.

Undo leads back to before the last action or plan that a person chose, with all that the server played for them after.
It never crosses a roll, a reveal, another seat's action or a change of hands. Whether something was revealed is found
out when it is taken back, not with each action; old versions wrote it into the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from palatine.core import Action, Entry, Game, State
from palatine.core.guidance.preview import newly_shown
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.storage import MatchRow, Record
from palatine.matches.wording import words

UNDO_DEPTH = 200
"""How many actions can be taken back one after the other."""
DEALS = 16
"""How many hidden hands are tried to see whether an action told its seat something."""
NAMED = 3
"""How many of the things that were revealed are named."""


class UndoEntry(msgspec.Struct, frozen=True):
    """What is undone at once: an action or a plan, and what was forced after it.

    It has the ply before it, whose it was, why it may not be undone, and what it was in words. What is no action, and
    cannot be crossed, has ply -1 and no seat.
    """

    ply: int
    seat: str
    blame: str
    says: str = ""


class UndoAnswer(NamedTuple):
    """Whether a seat may undo: why not, "" when it may; else after which ply, and what it undoes in words."""

    why_not: str
    ply: int = -1
    says: str = ""


BESIDE = ("sit", "rules", "stuck", "proposal", "flag", "pause", "standing")
"""The kinds of records that may be crossed."""

UndoStack = tuple[UndoEntry, ...]


def push_records(undo_stack: UndoStack, records: Iterable[Record]) -> UndoStack:
    """The stack after further records."""
    stack = list(undo_stack)
    for record in records:
        if record.kind == "action":
            _push_action(stack, record)
        elif record.kind == "undo":
            while stack and stack[-1].ply >= record.ply:
                stack.pop()
        elif record.kind == "begin":
            stack.clear()
        elif record.kind not in BESIDE or "number" in record.data or "end" in record.data:
            is_over = record.kind in ("resign", "end") or "end" in record.data
            stack[:] = [UndoEntry(-1, "", "over" if is_over else "handover")]
    return tuple(stack[-UNDO_DEPTH:])


def _push_action(stack: list[UndoEntry], record: Record) -> None:
    last = stack[-1] if stack else None
    if last is not None and last.seat == record.seat and (record.forced or _continues_plan(last, record)):
        stack[-1] = msgspec.structs.replace(last, blame=last.blame or record.blame)
        return
    why = "nothing" if record.forced else record.blame
    data = record.data
    stack.append(UndoEntry(record.ply - 1, record.seat, why, data.get("says", "")))


def _continues_plan(last: UndoEntry, record: Record) -> bool:
    """Whether an action is a later part of a plan that can be taken back with what was before it."""
    return "part" in record.data and not last.blame and not record.blame


def why_no_undo(row: MatchRow, undo_stack: UndoStack, seat: str | None) -> str:
    """Why `seat` can take nothing back now; "" when it can, unless that revealed something."""
    if seat is None:
        return words().say("undo.spectator")
    if row.lesson is not None:
        return words().say("undo.lesson")
    if row.status != "playing":
        return words().say("undo." + row.status)
    if row.clock is not None:
        return words().say("undo.orders")
    why = _why_blocked(undo_stack, seat)
    return words().say("undo." + why, seat=undo_stack[-1].seat if undo_stack else "") if why else ""


def _why_blocked(undo_stack: UndoStack, seat: str) -> str:
    """A message key below "undo."; "" when the seat may undo the last entry."""
    if not undo_stack:
        return "nothing"
    last = undo_stack[-1]
    if last.seat and last.seat != seat:
        return "other"
    return last.blame


def revealed(
    before: StateViews,
    after: StateViews,
    seats: Sequence[str],
    action: tuple[str, Action],
    entries: Sequence[Entry],
) -> str:
    """Return what an action, `(seat, action)`, which rolled nothing and wrote `entries`, laid open; "" for nothing.

    It did when another reads what not everybody may read, or sees a face that he did not see before; or when the
    seat itself sees more than before, and would have seen something else had what is hidden from it been different.
    Spectators see nothing that is not open to every seat.
    """
    seat = action[0]
    place = seats.index(seat)
    private = [entry.readers for entry in entries if entry.readers is not None]
    told = {seats[reader] for readers in private for reader in readers if reader != place}
    if told:
        return words().say("undo.told", seats=sorted(told, key=seats.index))
    others: list[str | None] = [other for other in seats if other != seat]
    for other in others or [None]:
        if what := newly_shown(before.view(other), after.view(other))[:NAMED]:
            return words().say("undo.shown" if other else "undo.shown-all", seat=other, what=what)
    what = newly_shown(before.view(seat), after.view(seat))[:NAMED]
    if (private or what) and informs_seat(before.game, before.state, seat, [action[1]]) is not False:
        learned = [before.game.prose(entry) for entry in entries if entry.readers is not None]
        return words().say("undo.seen", what=what) if what else words().say("undo.read", text=" ".join(learned))
    return ""


def why_kept(
    before: StateViews,
    after: StateViews,
    seats: Sequence[str],
    action: tuple[str, Action],
    entries: Sequence[Entry],
) -> str:
    """Return why an action that rolled nothing may not be undone: what it laid open, or that its preview called it
    irrevocable; "" if it may be."""
    if what := revealed(before, after, seats, action, entries):
        return what
    preview = before.game.preview(before.state, *action, plays_forced=False)
    return words().say("undo.final") if preview.is_irrevocable else ""


def informs_seat(game: Game[Any], before: State, seat: str, actions: Sequence[Action]) -> bool | None:
    """Whether `seat` could have learned something hidden from its own `actions`, which rolled nothing; None when that
    cannot be told, as they were played under other rules.

    They are tried in states that the seat could not tell from the true one: if it ever sees another result, the
    result told it something.
    """
    truth = _result(game, before.copy(), seat, actions)
    if truth is None:
        return None
    deals = (game.determinize(before, seat, b"undo %d" % number) for number in range(DEALS))
    return any(_result(game, deal, seat, actions) != truth for deal in deals)


def _result(game: Game[Any], state: State, seat: str, actions: Sequence[Action]) -> object:
    state.journal = []  # type: ignore[misc]
    for action in actions:
        if action not in game.actions(state, seat):
            return None
        game.take(state, seat, action)
    place = state.seats.index(seat)
    return game.view(state, seat), [entry for entry in state.journal if entry.readable_by(place)]

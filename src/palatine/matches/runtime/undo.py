"""Rules of undo: what can be undone, and the reasons if it cannot.

Undo returns to the state before the last action or plan that a player chose, including what the server played for
them afterwards. It never crosses a roll, a reveal, another seat's action or a change of players. Whether something
was revealed is checked on undo and not after each action. Early versions stored it in the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from palatine.core import Action, Entry, Game, State
from palatine.core.guidance.preview import newly_shown
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.storage import MatchRow, Record
from palatine.matches.wording import catalogue

MAX_UNDO_DEPTH = 200
"""Maximum number of consecutive actions that can be undone."""
SAMPLED_STATES = 16
"""Number of alternative hidden states tried to see whether an action informed its seat."""
MAX_NAMED_REVEALS = 3
"""Maximum number of revealed things to name."""


class UndoEntry(msgspec.Struct, frozen=True):
    """A unit of undo: an action or a plan, with the forced actions after it.

    It has the ply before it, its seat, the reason why it cannot be undone, and its description. Something that is no
    action and cannot be crossed has ply -1 and no seat.
    """

    ply: int
    seat: str
    blame: str
    says: str = ""


class UndoAnswer(NamedTuple):
    """Whether a seat can undo: the reason if not, otherwise the ply to return to."""

    why_not: str
    ply: int = -1
    says: str = ""


CROSSABLE_KINDS = ("sit", "rules", "stuck", "proposal", "flag", "pause", "standing")
"""Kinds of records that undo may cross."""

UndoStack = tuple[UndoEntry, ...]


def push_records(undo_stack: UndoStack, records: Iterable[Record]) -> UndoStack:
    """Return the stack after further records."""
    stack = list(undo_stack)
    for record in records:
        if record.kind == "action":
            _push_action(stack, record)
        elif record.kind == "undo":
            while stack and stack[-1].ply >= record.ply:
                stack.pop()
        elif record.kind == "begin":
            stack.clear()
        elif record.kind not in CROSSABLE_KINDS or "number" in record.data or "end" in record.data:
            is_over = record.kind in ("resign", "end") or "end" in record.data
            stack[:] = [UndoEntry(-1, "", "over" if is_over else "handover")]
    return tuple(stack[-MAX_UNDO_DEPTH:])


def _push_action(stack: list[UndoEntry], record: Record) -> None:
    last = stack[-1] if stack else None
    if last is not None and last.seat == record.seat and (record.forced or _continues_plan(last, record)):
        stack[-1] = msgspec.structs.replace(last, blame=last.blame or record.blame)
        return
    why = "nothing" if record.forced else record.blame
    data = record.data
    stack.append(UndoEntry(record.ply - 1, record.seat, why, data.get("says", "")))


def _continues_plan(last: UndoEntry, record: Record) -> bool:
    """Return whether an action is a later part of a plan that can be undone as a whole."""
    return "part" in record.data and not last.blame and not record.blame


def undo_refusal(
    row: MatchRow, undo_stack: UndoStack, seat: str | None, titles: Callable[[], Mapping[str, str]]
) -> str:
    """Return why `seat` cannot undo; "" if it can, unless the action revealed something.

    `titles` returns the names of the seats.
    """
    if seat is None:
        return catalogue().say("undo.spectator")
    if row.lesson is not None:
        return catalogue().say("undo.lesson")
    if row.status != "playing":
        return catalogue().say("undo." + row.status)
    if row.clock is not None:
        return catalogue().say("undo.orders")
    why = _why_blocked(undo_stack, seat)
    if why == "other":
        return catalogue().say("undo.other", seat=titles()[undo_stack[-1].seat])
    return catalogue().say("undo." + why) if why else ""


def _why_blocked(undo_stack: UndoStack, seat: str) -> str:
    """Return a message key below "undo."; "" if the seat can undo the last entry."""
    if not undo_stack:
        return "nothing"
    last = undo_stack[-1]
    if last.seat and last.seat != seat:
        return "other"
    return last.blame


def before_last_move(undo_stack: UndoStack, seat: str) -> int | None:
    """Return the number of actions before the last move that a player chose, or None."""
    own = [entry.ply for entry in undo_stack if entry.seat == seat and entry.blame != "nothing"]
    return own[-1] if own else None


def revealed_text(
    before: StateViews,
    after: StateViews,
    seats: Sequence[str],
    action: tuple[str, Action],
    entries: Sequence[Entry],
    titles: Callable[[], Mapping[str, str]] = dict,
) -> str:
    """Return a description of what an `action` without rolls revealed; "" for nothing.

    It revealed something if another seat reads a private entry or sees a new face. It also did if its own seat sees
    more than before and would have seen something else in another hidden state. Spectators see nothing that is hidden
    from any seat. `titles` returns the names of the seats; without a name, a seat is called by its id.
    """
    seat = action[0]
    place = seats.index(seat)
    private = [entry.readers for entry in entries if entry.readers is not None]
    told = {seats[reader] for readers in private for reader in readers if reader != place}
    if told:
        names = titles()
        return catalogue().say("undo.told", seats=[names.get(each, each) for each in sorted(told, key=seats.index)])
    others: list[str | None] = [other for other in seats if other != seat]
    for other in others or [None]:
        if what := newly_shown(before.view(other), after.view(other))[:MAX_NAMED_REVEALS]:
            if other is None:
                return catalogue().say("undo.shown-all", what=what)
            return catalogue().say("undo.shown", seat=titles().get(other, other), what=what)
    what = newly_shown(before.view(seat), after.view(seat))[:MAX_NAMED_REVEALS]
    if (private or what) and informs_seat(before, seat, [action[1]]) is not False:
        learned = [before.game.prose(entry) for entry in entries if entry.readers is not None]
        return (
            catalogue().say("undo.seen", what=what)
            if what
            else catalogue().say("undo.read", text=" ".join(learned))
        )
    return ""


def reveal_refusal(
    before: StateViews,
    after: StateViews,
    seats: Sequence[str],
    action: tuple[str, Action],
    entries: Sequence[Entry],
    titles: Callable[[], Mapping[str, str]] = dict,
) -> str:
    """Return why an action without a roll cannot be undone; "" if it can.

    It revealed something, or its preview called it irrevocable.
    """
    if what := revealed_text(before, after, seats, action, entries, titles):
        return what
    preview = before.game.preview(before.state, *action, plays_forced=False)
    return catalogue().say("undo.final") if preview.is_irrevocable else ""


def informs_seat(before: StateViews, seat: str, actions: Sequence[Action]) -> bool | None:
    """Return whether `seat` could have learned something hidden from its own `actions`.

    The actions had no rolls. They are tried in states that the seat cannot distinguish from the true one. If any
    result looks different to the seat, the true result informed it. Returns None if the actions are not legal under
    the current rules. `before` remembers the answer.
    """
    key = seat, tuple(actions)
    if key not in before.informed:
        before.informed[key] = _reveals_to(before.game, before.state, seat, actions)
    return before.informed[key]


def _reveals_to(game: Game[Any], before: State, seat: str, actions: Sequence[Action]) -> bool | None:
    truth = _result(game, before.copy(), seat, actions)
    if truth is None:
        return None
    deals = (game.determinize(before, seat, b"undo %d" % number) for number in range(SAMPLED_STATES))
    return any(_result(game, deal, seat, actions) != truth for deal in deals)


def _result(game: Game[Any], state: State, seat: str, actions: Sequence[Action]) -> object:
    state.journal = []  # type: ignore[misc]
    for action in actions:
        if action not in game.actions(state, seat):
            return None
        game.take(state, seat, action)
    place = state.seats.index(seat)
    return game.view(state, seat), [entry for entry in state.journal if entry.is_readable_by(place)]

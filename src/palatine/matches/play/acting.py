"""Acting, taking back, resigning: everything a seat does at a version of the match that it saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from palatine.core import Action, Goal, PalatineError, Refused, Shortcut, Unreadable, is_action, shortcut_of
from palatine.matches.errors import Conflict, Stuck
from palatine.matches.play.action_metrics import keep_if_slow, measured, measured_writing
from palatine.matches.play.bots import go_on
from palatine.matches.play.seating import ATTEMPTS
from palatine.matches.responses import MatchView
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime, Writing
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.puzzle_steps import steps_of
from palatine.matches.runtime.undo import BESIDE
from palatine.matches.runtime.undo_answers import undo_answer
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import busy, refused


@measured_writing
def act(
    context: MatchRuntime,
    match: str,
    key: SeatKey,
    actions: Sequence[Any],
    version: int,
    duration_key: str = "",
    *,
    offered: int | None = None,
    brief: bool = False,
) -> Writing[MatchView]:
    """Carry out `actions` of the seat that `key` opens, all in one transaction; it may be answered with a `brief` view.

    `offered` is the version at which the seat was shown the first of them, if that is not `version`.

    A plan stops after a roll or a reveal when its next action is not legal any more; before one, nothing of it
    is carried out. With a `duration_key` it is the shortcut with that key, and sets an automatic reply.
    """
    if not actions:
        raise Unreadable("A plan has at least one action.")
    meant = [as_action(action) for action in actions]
    choose = partial(_chosen_shortcut, actions=meant, duration_key=duration_key)
    return _carry_out(context, match, key, version, choose, offered, brief)


@measured_writing
def play_shortcut(
    context: MatchRuntime,
    match: str,
    key: SeatKey,
    goal: Goal,
    version: int,
    *,
    offered: int | None = None,
    brief: bool = False,
) -> Writing[MatchView]:
    """Carry out the shortcut that is offered to the seat for `goal`, as `act` does with its actions.

    Raises Refused unless there is exactly one.
    """
    return _carry_out(context, match, key, version, partial(offered_shortcut, goal=goal), offered, brief)


def _carry_out(
    context: MatchRuntime,
    match: str,
    key: SeatKey,
    version: int,
    choose: Callable[[LoadedMatch, str], Shortcut],
    offered: int | None,
    brief: bool,
) -> Writing[MatchView]:
    """Carry out a shortcut that is chosen when the match is open."""
    begun = perf_counter()
    loaded, seat = open_to_act(context, match, key, version)
    _check_offered(context, loaded, seat, version if offered is None else offered)
    pending = PendingWrite(loaded)
    try:
        with context.at_work(pending):
            shortcut = choose(loaded, seat)
            if loaded.row.lesson is not None:
                steps_of(context, pending).act(shortcut.actions)
            else:
                _follow(pending, seat, shortcut)
    except Stuck:
        raise
    except PalatineError:
        _check_current(context, loaded, seat, version)
        raise
    seen = yield from writing_view(context, pending, seat, version, brief=brief)
    keep_if_slow(context, loaded, pending, perf_counter() - begun)
    return seen


def _check_offered(context: MatchRuntime, loaded: LoadedMatch, seat: str, offered: int) -> None:
    """Raise Conflict for an action that was offered for an earlier decision than the one that is open."""
    since = context.records_after(loaded, offered) if offered < loaded.row.version else ()
    if any(record.kind not in BESIDE for record in since):
        raise Conflict(match_view(context, loaded, seat, offered), offered)


def _follow(pending: PendingWrite, seat: str, shortcut: Shortcut) -> None:
    """Carry out a shortcut as far as it goes, and what is forced then."""
    for part, action in enumerate(shortcut.actions):
        if not _step(pending, seat, action, part, shortcut):
            break
    pending.play_forced()


def _chosen_shortcut(loaded: LoadedMatch, seat: str, actions: list[Any], duration_key: str) -> Shortcut:
    """Return the shortcut that is meant: one the seat is offered, or another without a name."""
    asked = tuple(actions)
    offered = loaded.view(seat, without_shortcuts=len(asked) == 1).shortcuts
    meant = [
        shortcut for shortcut in offered if shortcut.actions == asked and shortcut.duration_key == duration_key
    ]
    if duration_key and not meant:
        raise refused("auto-reply-gone")
    return meant[0] if meant else Shortcut("", asked)


def offered_shortcut(loaded: LoadedMatch, seat: str, goal: Goal) -> Shortcut:
    """Return the shortcut that a seat is offered for a goal."""
    shortcut = shortcut_of(loaded.view(seat), goal)
    if shortcut is None:
        raise refused("no-shortcut")
    return shortcut


def _step(pending: PendingWrite, seat: str, action: Any, part: int, shortcut: Shortcut) -> bool:
    """Carry out an action of a shortcut; False when it ends before it."""
    try:
        _check_legal(pending, seat, action)
    except Refused:
        last = pending.records[-1] if pending.records else None
        if last is None:
            raise
        if pending.has_revealed():
            return False
        only = pending.unasked()
        if only is None or only.seat != seat:
            raise
        if only.is_private:
            return False
        pending.play(seat, only.action, forced=True)
        return _step(pending, seat, action, part, shortcut)
    says = shortcut.text or pending.game.action_text(pending.state, action)
    data: dict[str, Any] = {"says": says} | ({"part": part} if part else {})
    pending.play(seat, action, data=data | ({"until": shortcut.duration_key} if shortcut.duration_key else {}))
    return True


def _check_legal(pending: PendingWrite, seat: str, action: Action) -> None:
    """Raise Refused when the rules forbid it."""
    refusal = pending.game.explain(pending.state, seat, action)
    if refusal is not None:
        raise Refused(refusal.clause, refusal.reason)


def as_action(value: Any) -> Any:
    """What came from outside as an action, if it has the shape of one; the rules refuse the rest."""
    return tuple(value) if isinstance(value, list | tuple) and is_action(tuple(value)) else value


def end_auto_replies(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """End the automatic replies of the seat. It is recorded even if there were none, so that nobody can tell."""
    loaded, seat = open_to_act(context, match, key, version)
    pending = PendingWrite(loaded)
    if pending.times.seat(seat).auto_replies:
        pending.times = pending.times.with_seat(seat, auto_replies=())
    pending.record("standing", seat)
    return written_view(context, pending, seat, version)


@measured
def undo(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """Go back to before the last action or plan of the seat. Raises Refused, with the reason, when it may not."""
    loaded, seat = open_to_act(context, match, key, version)
    pending = PendingWrite(loaded)
    with context.at_work(pending):
        answer = undo_answer(context, loaded, seat)
        if answer.why_not:
            _check_current(context, loaded, seat, version)
            raise Refused("", answer.why_not)
        first = context.storage.line(match, answer.ply, answer.ply + 1)[0]
        state = context.state_at(loaded, answer.ply)
    pending.rewind(state, answer.ply)
    pending.record("undo", seat, {"version": first.n - 1})
    return written_view(context, pending, seat, version)


@measured
def resign(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """Give up: where others are left to play on they do, else they win."""
    context.check_no_lesson(match)
    loaded, seat = open_to_act(context, match, key, version)
    pending = PendingWrite(loaded)
    with context.at_work(pending):
        if loaded.row.clock is None and not _others_play_on(loaded, seat):
            pending.resign(seat)
        else:
            secret_orders.remove_player(pending, seat, "self", seat)
    return written_view(context, pending, seat, version)


def _others_play_on(loaded: LoadedMatch, seat: str) -> bool:
    """Whether the match has more than two sides, and another person is left in it."""
    return len(loaded.names) > 2 and any(row.is_owned and row.seat != seat for row in loaded.seats)


def vote_to_end(context: MatchRuntime, match: str, key: SeatKey, left: str, *, out: bool) -> MatchView:
    """Vote to end a match that a player has left; all who are still there must agree. Raises Refused."""
    for _ in range(ATTEMPTS):
        loaded = context.open(match)
        seat = loaded.seat_of(key)
        if loaded.row.status != "playing":
            raise refused(loaded.row.status)
        loaded.check_seat(left)
        if loaded.reader(left) is not None:
            raise refused("not-left", seat=left)
        if (seat in loaded.row.votes.get(left, [])) == out:
            return match_view(context, loaded, seat, loaded.row.version)
        pending = PendingWrite(loaded)
        secret_orders.vote_to_end(pending, seat, left, out=out)
        written = context.write(pending)
        if written is not None:
            return match_view(context, written, seat, loaded.row.version)
    raise busy()


def open_to_act(context: MatchRuntime, match: str, key: SeatKey, version: int) -> tuple[LoadedMatch, str]:
    """The match at that version and the seat, which may act.

    Raises Missing, Forbidden, Conflict when the match stands at another version, Refused when it is not being
    played or a bot has the seat.
    """
    loaded = context.open_at(match, version)
    row = loaded.seats[loaded.seat_index(key)]
    seat = row.seat
    if loaded.row.version != version:
        raise Conflict(match_view(context, loaded, seat, _since(version)), version)
    if loaded.row.status != "playing":
        _check_current(context, loaded, seat, version)
        raise refused(loaded.row.status)
    if row.bot:
        _check_current(context, loaded, seat, version)
        raise refused("lent", bot=row.bot, seat=seat)
    return loaded, seat


def _check_current(context: MatchRuntime, loaded: LoadedMatch, seat: str, version: int) -> None:
    """Raise Conflict when what this process knew of the match is not how it stands."""
    current = context.open(loaded.row.id, version + 1)
    if current.row.version != version:
        raise Conflict(match_view(context, current, seat, _since(version)), version)


def written_view(context: MatchRuntime, pending: PendingWrite, seat: str, version: int) -> MatchView:
    """Write, and what the seat sees then. Raises Conflict when the match has moved on meanwhile."""
    return context.alone(writing_view(context, pending, seat, version))


def writing_view(
    context: MatchRuntime, pending: PendingWrite, seat: str, version: int, *, brief: bool = False
) -> Writing[MatchView]:
    """`written_view`, written together with others'; its view may be `brief`."""
    loaded = yield from context.writing(pending)
    if loaded is None:
        current = context.open(pending.row.id)
        raise Conflict(match_view(context, current, seat, _since(version)), version)
    return match_view(context, go_on(context, loaded), seat, version, brief=brief)


def _since(version: Any) -> int:
    return max(0, version) if isinstance(version, int) else 0

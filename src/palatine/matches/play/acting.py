"""Actions, undo and resignation of a seat, at a version of the match that its player saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from palatine.core import Action, Goal, PalatineError, Refused, Shortcut, Unreadable, is_action, shortcut_of
from palatine.matches.errors import Conflict, MatchStuck
from palatine.matches.play.action_metrics import measure_action, measure_writing_action, record_if_slow
from palatine.matches.play.bots import continue_play
from palatine.matches.play.seating import MAX_ATTEMPTS
from palatine.matches.responses import MatchView
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime, Writing
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.puzzle_steps import steps_of
from palatine.matches.runtime.undo import CROSSABLE_KINDS
from palatine.matches.runtime.undo_answers import undo_answer
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import busy_error, refused_error


@measure_writing_action
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
    """Carry out `actions` of the seat of `key` in one transaction, and return its new view.

    `offered` is the version at which the first action was offered, if that is not `version`. `brief` requests a view
    without shortcuts. If the next action of a plan is no longer legal, the plan stops after a roll or a reveal;
    before one, none of it is carried out. With a `duration_key`, the plan is the shortcut with that key and also sets
    an automatic reply.
    """
    if not actions:
        raise Unreadable("A plan has at least one action.")
    meant = [parse_action(action) for action in actions]
    choose = partial(_chosen_shortcut, actions=meant, duration_key=duration_key)
    return _carry_out(context, match, key, version, choose, offered, brief)


@measure_writing_action
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
    """Carry out the shortcut offered to the seat for `goal`, as `act` does with its actions.

    Raises `Refused` unless there is exactly one.
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
    """Carry out the shortcut that `choose` returns for the open match."""
    begun = perf_counter()
    loaded, seat = open_for_action(context, match, key, version)
    _check_offered(context, loaded, seat, version if offered is None else offered)
    pending = PendingWrite(loaded)
    try:
        with context.guard_rules(pending):
            shortcut = choose(loaded, seat)
            if loaded.row.lesson is not None:
                steps_of(context, pending).act(shortcut.actions)
            else:
                _follow(pending, seat, shortcut)
    except MatchStuck:
        raise
    except PalatineError:
        _check_current(context, loaded, seat, version)
        raise
    seen = yield from writing_view(context, pending, seat, version, brief=brief)
    record_if_slow(context, loaded, pending, perf_counter() - begun)
    return seen


def _check_offered(context: MatchRuntime, loaded: LoadedMatch, seat: str, offered: int) -> None:
    """Raise `Conflict` if the action was offered for an earlier decision than the current one."""
    since = context.records_after(loaded, offered) if offered < loaded.row.version else ()
    if any(record.kind not in CROSSABLE_KINDS for record in since):
        raise Conflict(match_view(context, loaded, seat, offered), offered)


def _follow(pending: PendingWrite, seat: str, shortcut: Shortcut) -> None:
    """Carry out as much of a shortcut as possible, then forced actions."""
    for part, action in enumerate(shortcut.actions):
        if not _step(pending, seat, action, part, shortcut):
            break
    pending.play_forced()


def _chosen_shortcut(loaded: LoadedMatch, seat: str, actions: list[Any], duration_key: str) -> Shortcut:
    """Return the offered shortcut with these actions, or a new one without a name."""
    asked = tuple(actions)
    offered = loaded.view(seat, without_shortcuts=len(asked) == 1).shortcuts
    meant = [
        shortcut for shortcut in offered if shortcut.actions == asked and shortcut.duration_key == duration_key
    ]
    if duration_key and not meant:
        raise refused_error("auto-reply-gone")
    return meant[0] if meant else Shortcut("", asked)


def offered_shortcut(loaded: LoadedMatch, seat: str, goal: Goal) -> Shortcut:
    """Return the shortcut offered to a seat for a goal. Raises `Refused` without one."""
    shortcut = shortcut_of(loaded.view(seat), goal)
    if shortcut is None:
        raise refused_error("no-shortcut")
    return shortcut


def _step(pending: PendingWrite, seat: str, action: Any, part: int, shortcut: Shortcut) -> bool:
    """Carry out an action of a shortcut; return False if the shortcut ends before it."""
    try:
        _check_legal(pending, seat, action)
    except Refused:
        last = pending.records[-1] if pending.records else None
        if last is None:
            raise
        if pending.has_revealed():
            return False
        only = pending.next_server_answer()
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
    refusal = pending.game.explain(pending.state, seat, action)
    if refusal is not None:
        raise Refused(refusal.clause, refusal.reason)


def parse_action(value: Any) -> Any:
    """Return untrusted input as an action if it has the shape of one.

    Anything else is returned unchanged for the rules to refuse.
    """
    return tuple(value) if isinstance(value, list | tuple) and is_action(tuple(value)) else value


def end_auto_replies(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """End the automatic replies of the seat.

    It is recorded even if there were none, so that opponents cannot infer anything.
    """
    loaded, seat = open_for_action(context, match, key, version)
    pending = PendingWrite(loaded)
    if pending.times.seat(seat).auto_replies:
        pending.times = pending.times.with_seat(seat, auto_replies=())
    pending.record("standing", seat)
    return written_view(context, pending, seat, version)


@measure_action
def undo(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """Undo the seat's last action or plan.

    Raises `Refused` with the reason if it cannot be undone.
    """
    loaded, seat = open_for_action(context, match, key, version)
    pending = PendingWrite(loaded)
    with context.guard_rules(pending):
        answer = undo_answer(context, loaded, seat)
        if answer.why_not:
            _check_current(context, loaded, seat, version)
            raise Refused("", answer.why_not)
        first = context.storage.actions_in_force(match, answer.ply, answer.ply + 1)[0]
        state = context.state_at(loaded, answer.ply)
    pending.rewind(state, answer.ply)
    pending.record("undo", seat, {"version": first.n - 1})
    return written_view(context, pending, seat, version)


@measure_action
def resign(context: MatchRuntime, match: str, key: SeatKey, version: int) -> MatchView:
    """Resign: the others play on if enough are left, otherwise they win."""
    context.check_no_lesson(match)
    loaded, seat = open_for_action(context, match, key, version)
    pending = PendingWrite(loaded)
    with context.guard_rules(pending):
        if loaded.row.clock is None and not _others_play_on(loaded, seat):
            pending.resign(seat)
        else:
            secret_orders.remove_player(pending, seat, "self", seat)
    return written_view(context, pending, seat, version)


def _others_play_on(loaded: LoadedMatch, seat: str) -> bool:
    """Return whether the match has more than two seats and another player is left in it."""
    return len(loaded.names) > 2 and any(row.is_owned and row.seat != seat for row in loaded.seats)


def vote_to_end(context: MatchRuntime, match: str, key: SeatKey, departed: str, *, out: bool) -> MatchView:
    """Vote to end a match that a player has left; all remaining players must agree.

    Raises `Refused` if the match is not in play or the player has not left.
    """
    for _ in range(MAX_ATTEMPTS):
        loaded = context.open(match)
        seat = loaded.seat_of(key)
        if loaded.row.status != "playing":
            raise refused_error(loaded.row.status)
        loaded.check_seat(departed)
        if loaded.reader_of(departed) is not None:
            raise refused_error("not-left", seat=loaded.titles(seat)[departed])
        if (seat in loaded.row.votes.get(departed, [])) == out:
            return match_view(context, loaded, seat, loaded.row.version)
        pending = PendingWrite(loaded)
        secret_orders.vote_to_end(pending, seat, departed, out=out)
        written = context.write(pending)
        if written is not None:
            return match_view(context, written, seat, loaded.row.version)
    raise busy_error()


def open_for_action(context: MatchRuntime, match: str, key: SeatKey, version: int) -> tuple[LoadedMatch, str]:
    """Return the match at `version` and the seat of `key`, which may act.

    Raises `NotFound`, `Forbidden`, `Conflict` if the match is at another version, and `Refused` if it is not in play
    or a bot has the seat.
    """
    loaded = context.open_at(match, version)
    row = loaded.seats[loaded.seat_index(key)]
    seat = row.seat
    if loaded.row.version != version:
        raise Conflict(match_view(context, loaded, seat, _known_version(version)), version)
    if loaded.row.status != "playing":
        _check_current(context, loaded, seat, version)
        raise refused_error(loaded.row.status)
    if row.bot:
        _check_current(context, loaded, seat, version)
        raise refused_error("lent", bot=row.bot)
    return loaded, seat


def _check_current(context: MatchRuntime, loaded: LoadedMatch, seat: str, version: int) -> None:
    """Raise `Conflict` if this process has an outdated version of the match."""
    current = context.open(loaded.row.id, version + 1)
    if current.row.version != version:
        raise Conflict(match_view(context, current, seat, _known_version(version)), version)


def written_view(context: MatchRuntime, pending: PendingWrite, seat: str, version: int) -> MatchView:
    """Write changes and return the seat's view afterwards.

    Raises `Conflict` if the match has changed.
    """
    return context.run_alone(writing_view(context, pending, seat, version))


def writing_view(
    context: MatchRuntime, pending: PendingWrite, seat: str, version: int, *, brief: bool = False
) -> Writing[MatchView]:
    """Write changes in a batch with other actions and return the seat's view.

    With `brief`, the view has no shortcuts. Raises `Conflict` if the match has changed.
    """
    loaded = yield from context.writing(pending)
    if loaded is None:
        current = context.open(pending.row.id)
        raise Conflict(match_view(context, current, seat, _known_version(version)), version)
    return match_view(context, continue_play(context, loaded), seat, version, brief=brief)


def _known_version(version: Any) -> int:
    return max(0, version) if isinstance(version, int) else 0

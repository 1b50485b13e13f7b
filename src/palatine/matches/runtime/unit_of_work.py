"""Pending writes of a match: its next state, and the records that lead there."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from palatine.core import Action, LimitExceeded, OrdersGame, State, ViewCache
from palatine.core.clauses import changes_since
from palatine.matches.clock import now
from palatine.matches.clocks.calendar import deadline_after, parse_clock
from palatine.matches.clocks.stored_times import times_to_dict, turn_end
from palatine.matches.runtime.clock_updates import update_times, update_turn
from palatine.matches.runtime.failures import Failure, RulesCall
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.state_views import StateViews, is_private
from palatine.matches.runtime.stored_positions import MAX_STATE_BYTES, compress_position
from palatine.matches.runtime.system_entries import system_entries
from palatine.matches.runtime.transitions import (
    Entries,
    Genesis,
    Rolls,
    apply_action,
    as_orders_game,
    initial_state,
    outcome_data,
)
from palatine.matches.runtime.undo import push_records, revealed_text
from palatine.matches.storage import Change, MatchRow, Record, SeatRow, Snapshot
from palatine.matches.wording import catalogue

MAX_RECENT_RECORDS = 16
"""Records of a match kept in memory. Clients that are further behind read from the database."""
PLAYER_FIELDS = {"owner", "bot", "key"}
"""The fields of a seat that determine its player."""
MAX_FORCED_ACTIONS = 100
"""Maximum forced actions written in one transaction.

The rest follow in further transactions.
"""


class ServerAnswer(NamedTuple):
    """An answer that the server gives for a seat; a private one after a delay."""

    seat: str
    action: Action
    is_private: bool
    stood: bool = False
    """True if it is an automatic reply of the seat."""


class PendingWrite:
    """Changes to a match not written yet.

    `to_change` returns what to write, and `to_loaded` the match afterwards.
    """

    def __init__(self, loaded: LoadedMatch) -> None:
        self.was = loaded
        self.game = loaded.game
        self.row = loaded.row
        self.seats = loaded.seats
        self.views = loaded.views
        self.anchor = loaded.anchor
        self.records: list[Record] = []
        self.snapshots: list[Snapshot] = []
        self.drop_after: int | None = None
        self.doing = RulesCall("look", state=self.views and self.views.state)
        """The current call of the rules."""
        self.before: StateViews | None = None
        """The state before the last action."""
        self.time = now()
        self.times = loaded.times
        self.ends = turn_end(self.row)
        """End of the open turn of secret orders."""
        self.is_undone = False
        self.why = ""
        """If the owner of a seat changes, the reason why the previous one leaves."""
        self._has_more = False

    @property
    def orders_game(self) -> OrdersGame[Any]:
        """The game, if it is played by secret orders."""
        return as_orders_game(self.game)

    @property
    def state(self) -> State:
        assert self.views is not None
        return self.views.state

    # Changes by the rules

    def begin(self) -> None:
        """Set up the game with the seed and the numbers of all seats."""
        row = self.row
        self.doing = RulesCall("begin")
        state, rolls, entries = initial_state(self.game, Genesis.of_match(row, self.seats))
        self.views = StateViews(self.game, state, ViewCache())
        self._store_position(0, state)
        self.row = msgspec.structs.replace(row, status="playing", rules=self.game.rules_version)
        if row.clock is not None:
            self.ends = deadline_after(parse_clock(row.clock), self.time)
            self.row = msgspec.structs.replace(self.row, turn=state.turn)
        data = ({} if row.clock is None else {"clock": row.clock}) | ({"lesson": True} if row.lesson else {})
        self.record("begin", data=data, rolls=rolls, entries=entries)

    def play(self, seat: str, action: Action, forced: bool = False, data: dict[str, Any] | None = None) -> Record:
        """Carry out a legal action and record it."""
        before = self.views
        assert before is not None
        self.before = before
        self.doing = RulesCall("action", seat, action, before.state)
        state, rolls, entries = apply_action(self.game, before.state, seat, action)
        self.advance(state)
        if data and "until" in data:
            replies = self.times.seat(seat).with_auto_reply(data["until"], data["says"], self.row.ply)
            self.times = self.times.with_seat(seat, auto_replies=replies.auto_replies)
        return self.record(
            "action",
            seat,
            verb=action[0],
            operand=action[1],
            forced=forced,
            blame=self._undo_bar(seat, rolls),
            data=data,
            rolls=rolls,
            entries=entries,
        )

    def _undo_bar(self, seat: str, rolls: Rolls) -> str:
        """Return why an action cannot be undone, as far as can be seen without checking for reveals."""
        if self.seat(seat).bot:
            return "bot"
        if self.game.outcome(self.state) is not None:
            return "over"
        return "roll" if rolls else ""

    def has_revealed(self) -> bool:
        """Return whether the last action revealed anything to anyone."""
        last, before, after = self.records[-1], self.before, self.views
        assert before is not None
        assert after is not None
        action = last.seat, (last.verb, last.operand)
        return bool(last.blame) or bool(revealed_text(before, after, self.was.names, action, last.entries))

    def play_forced(self) -> None:
        """Carry out forced actions of human players while everyone can see that they are forced."""
        for _ in range(MAX_FORCED_ACTIONS):
            found = self.next_server_answer()
            if found is None or found.is_private:
                return
            self.play(found.seat, found.action, forced=True)
        self._has_more = True

    def play_private(self) -> None:
        """Give one automatic answer that opponents cannot recognise, then play forced actions."""
        found = self.next_server_answer()
        if found is not None:
            self.play(found.seat, found.action, forced=True, data={"stood": True} if found.stood else None)
            self.play_forced()

    def next_server_answer(self) -> ServerAnswer | None:
        """Return the answer to give for a human player, if any.

        It is the only legal action or an automatic reply.
        """
        if self.row.status != "playing":
            return None
        for seat in self.game.actors(self.state):
            if not self.seat(seat).bot:
                found = self._only_legal(seat) or self._automatic_reply(seat)
                if found is not None:
                    return found
        return None

    def _only_legal(self, seat: str) -> ServerAnswer | None:
        """Return the only legal action if the server is to carry it out."""
        actions = self.views.actions(seat) if self.row.forced and self.views is not None else []
        return ServerAnswer(seat, actions[0], self.is_private) if len(actions) == 1 else None

    def _automatic_reply(self, seat: str) -> ServerAnswer | None:
        """Return the automatic reply of this seat; of several, the one set last."""
        given = [each.duration_key for each in self.times.seat(seat).auto_replies]
        offered = {each.duration_key: each for each in self.game.auto_replies(self.state, seat)} if given else {}
        return next(
            (ServerAnswer(seat, offered[word].answer, True, True) for word in reversed(given) if word in offered),
            None,
        )

    @property
    def is_private(self) -> bool:
        """True if opponents cannot see how many choices the current decision has."""
        return is_private(self.state)

    def advance(self, state: State) -> None:
        ply = self.row.ply + 1
        self.views = self._views_of(state)
        self.row = msgspec.structs.replace(self.row, ply=ply)
        self._store_position(ply, state)

    def _views_of(self, state: State) -> StateViews:
        assert self.views is not None
        return self.views.with_state(state)

    def _store_position(self, ply: int, state: State) -> None:
        encoded = self.game.encode(state)
        if len(encoded) > MAX_STATE_BYTES:
            raise LimitExceeded(f"a position of {len(encoded)} bytes")
        snapshot, self.anchor = compress_position(ply, encoded, self.anchor)
        self.snapshots.append(snapshot)

    def rewind(self, state: State, ply: int) -> None:
        """Go back to an earlier state."""
        self.views = self._views_of(state)
        self.row = msgspec.structs.replace(self.row, ply=ply)
        self.drop_after = ply
        self.is_undone = True
        self.times = self.times.without_auto_replies_after(ply)
        self.snapshots = [each for each in self.snapshots if each.ply <= ply]
        if self.anchor is not None and self.anchor[0] > ply:
            self.anchor = None

    # Changes by the server

    def seat(self, name: str) -> SeatRow:
        return next(seat for seat in self.seats if seat.seat == name)

    def change_player(self, seat_index: int, **changes: Any) -> None:
        """Change the player of a seat. Automatic replies of the previous player end."""
        seats = list(self.seats)
        if self.times.seat(seats[seat_index].seat).auto_replies and changes.keys() & PLAYER_FIELDS:
            self.times = self.times.with_seat(seats[seat_index].seat, auto_replies=())
        seats[seat_index] = msgspec.structs.replace(seats[seat_index], **changes)
        self.seats = tuple(seats)

    def record(
        self, kind: str, seat: str = "", data: dict[str, Any] | None = None, entries: Entries = (), **fields: Any
    ) -> Record:
        """Append a record with the server's journal lines, followed by the rules' `entries`.

        If the rules have changed or the referee has resumed, a record of that comes first. For an undo it comes
        after, because an undo voids the records between it and what it undoes.
        """
        if kind != "undo":
            self._note_news(self.was.row.ply)
        made = self._append(kind, seat, data or {}, entries, **fields)
        if kind == "undo":
            self._note_news(self.row.ply)
        return made

    def _append(self, kind: str, seat: str, data: dict[str, Any], entries: Entries = (), **fields: Any) -> Record:
        n = self.row.version + 1
        ply = fields.pop("ply", self.row.ply)
        told = (*system_entries(kind, seat, data, self.was.names), *entries)
        made = Record(n, kind, ply, self.time, seat, data=data, entries=told, **fields)
        self.records.append(made)
        self.row = msgspec.structs.replace(self.row, version=n)
        return made

    def _note_news(self, ply: int) -> None:
        """Record a change of the rules since the last write, and the end of a halt."""
        before, now = self.row.rules_now or self.row.rules, self.game.rules_version
        if before != now and self.was.row.status == "playing":
            self.row = msgspec.structs.replace(self.row, rules_now=now)
            clauses = [change.clause for change in changes_since(self.game.changes, before)]
            data = {"before": before, "now": now, "changes": list(dict.fromkeys(clauses))}
            self._append("rules", "", data, ply=ply)
        if self.row.stuck:
            self.row = msgspec.structs.replace(self.row, stuck="")
            self._append("stuck", "", {"why": ""}, ply=ply)

    @property
    def departed_seats(self) -> set[str]:
        """The seats whose players have left for good."""
        return {row.seat for row in self.seats if self.was.has_left(row)}

    def resign(self, seat: str) -> None:
        """End the match; the other seats win."""
        others = [row for row in self.seats if row.seat != seat]
        winners = [row.seat for row in others if not self.was.has_left(row)] or [row.seat for row in others]
        margin = catalogue().say("outcome.resigned", seat=seat)
        ranks = [winners, [row.seat for row in self.seats if row.seat not in winners]]
        outcome = {"winners": winners, "margin": margin, "clause": "", "resigned": seat, "ranks": ranks}
        self.row = msgspec.structs.replace(self.row, status="over", outcome=outcome)
        self.record("resign", seat)

    # Writing

    def to_change(self) -> Change:
        """Return everything to be written in one transaction."""
        self._follow_state()
        seats = self.seats if self.seats is not self.was.seats else None
        before, after = _owners_to_act(self.was.row, self.was.seats), _owners_to_act(self.row, self.seats)
        return Change(
            self.row,
            tuple(self.records),
            seats,
            tuple(self.snapshots),
            self.drop_after,
            unasked=tuple(seat.seat for key, seat in before.items() if key not in after),
            asked=tuple(seat for key, seat in after.items() if key not in before),
            why=self.why,
        )

    def halt(self, failure: Failure, *, is_known: bool, by_server: bool) -> None:
        """Halt the match. Only the log records it; with `by_server`, a retry waits for a request."""
        due = self.row.due and not by_server
        self.row = msgspec.structs.replace(self.row, stuck=failure.as_text(), due=due, updated=self.time)
        if self.times.pace is not None and not self.times.halted:
            self.times = msgspec.structs.replace(self.times, halted=self.time)
            self.row = msgspec.structs.replace(self.row, times=times_to_dict(self.times), deadline="")
        if not is_known:
            self._append("stuck", "", {"why": failure.why})

    def resume(self) -> None:
        """Resume a halted match. The server acts where it must."""
        row = msgspec.structs.replace(self.row, stuck="", updated=self.time)
        is_complete = row.clock is not None and not row.asked and parse_clock(row.clock).early
        is_for_bot = any(self.seat(seat).bot for seat in row.asked)
        due = row.status == "playing" and (row.due or is_for_bot or is_complete)
        self.row = update_times(self, msgspec.structs.replace(row, due=due))
        self._append("stuck", "", {"why": ""})

    def to_server_change(self) -> Change:
        """Return a change that does not affect the position, without calling the rules."""
        return Change(self.row, tuple(self.records))

    def to_loaded(self) -> LoadedMatch:
        """Return the match as it will be after `to_change` is written."""
        undo_stack = push_records(self.was.undo_stack, self.records)
        recent = (*self.was.recent, *self.records)[-MAX_RECENT_RECORDS:]
        return LoadedMatch(self.row, self.seats, self.views, undo_stack, recent, self.anchor)

    def _follow_state(self) -> None:
        """Update what depends on the state: outcome, and whether seats or the server must act."""
        row, state, due = self.row, self.row.state, False
        asked: tuple[str, ...] = ()
        if self.views is not None:
            outcome = self.game.outcome(self.state)
            if outcome is not None and row.status == "playing":
                row = msgspec.structs.replace(
                    row, status="over", outcome=outcome_data(outcome, self.departed_seats)
                )
            asked = self.game.actors(self.state) if row.status == "playing" else ()
            is_for_bot = any(self.seat(seat).bot for seat in asked)
            due = bool(asked) and (self._has_more or is_for_bot or self.next_server_answer() is not None)
            if row.clock is not None:
                row, asked, is_complete = update_turn(self, row, asked)
                due = due or is_complete
            state = self.game.encode(self.state)
        row = msgspec.structs.replace(row, asked=asked, due=due, state=state, updated=self.time)
        self.row = update_times(self, row)


def _owners_to_act(row: MatchRow, seats: tuple[SeatRow, ...]) -> dict[tuple[str, str, int], SeatRow]:
    """Return the seats whose owners must act, by seat, owner and turn.

    The turn is included because each turn is a new request.
    """
    if row.status != "playing" or not row.asked:
        return {}
    asked = [seat for seat in seats if seat.owner and not seat.bot and seat.seat in row.asked]
    return {(seat.seat, seat.owner, row.turn): seat for seat in asked}

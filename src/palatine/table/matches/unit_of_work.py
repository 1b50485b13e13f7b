"""What is about to be written of a match: its next state, and the records that lead there."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Action, Entry, OrdersGame, State
from palatine.table.clock import clock_of, deadline_after, now
from palatine.table.matches.loaded import LoadedMatch
from palatine.table.matches.state_views import StateViews
from palatine.table.matches.transitions import (
    Entries,
    Genesis,
    Rolls,
    apply_action,
    as_orders_game,
    first_state,
    outcome_data,
)
from palatine.table.matches.undo import push_records, reveals_secret, standing_plan
from palatine.table.storage import Change, MatchRow, Record, SeatRow, Snapshot
from palatine.table.wording import words

SNAPSHOT_EVERY = 100
RECENT = 64
"""How many records are kept in memory for those who look again and again."""
FORCED_AT_ONCE = 100
"""How many forced moves are written at once; the rest follow in further transactions."""


class PendingWrite:
    """Changes to a match that are not written yet. `change` is what to write, `loaded` what then holds."""

    def __init__(self, loaded: LoadedMatch) -> None:
        self.was = loaded
        self.game = loaded.game
        self.row = loaded.row
        self.seats = loaded.seats
        self.views = loaded.views
        self.records: list[Record] = []
        self.snapshots: list[Snapshot] = []
        self.drop_after: int | None = None
        self.time = now()
        self._has_more = False

    @property
    def orders_game(self) -> OrdersGame[Any]:
        """The game; only where it is played by secret orders."""
        return as_orders_game(self.game)

    @property
    def state(self) -> State:
        assert self.views is not None
        return self.views.state

    # The game's part

    def begin(self) -> None:
        """Set the game up with the seed and everybody's number."""
        row = self.row
        state, rolls, entries = first_state(self.game, Genesis.of_match(row, self.seats))
        self.views = StateViews(self.game, state)
        self.snapshots.append((0, self.game.encode(state)))
        self.row = msgspec.structs.replace(row, status="playing", rules=self.game.rules)
        if row.clock is not None:
            deadline = deadline_after(clock_of(row.clock), self.time)
            self.row = msgspec.structs.replace(self.row, turn=state.turn, deadline=deadline)
        data = {} if row.clock is None else {"clock": row.clock}
        self.record("begin", data=data, rolls=rolls, entries=(Entry("house.begin"), *entries))

    def play(self, seat: str, action: Action, forced: bool = False, data: dict[str, Any] | None = None) -> Record:
        """Carry out a legal action and record it."""
        before = self.views
        assert before is not None
        state, rolls, entries = apply_action(self.game, before.state, seat, action)
        self.advance(state, keep=(self.row.ply + 1) % SNAPSHOT_EVERY == 0)
        return self.record(
            "action",
            seat,
            verb=action[0],
            operand=action[1],
            forced=forced,
            blame=self._blame(before, (seat, action), rolls, entries),
            data=data or {},
            rolls=rolls,
            entries=entries,
        )

    def _blame(self, before: StateViews, action: tuple[str, Action], rolls: Rolls, entries: Entries) -> str:
        after = self.views
        assert after is not None
        if self.seat(action[0]).bot:
            return "bot"
        if self.game.outcome(after.state) is not None:
            return "over"
        if rolls:
            return "roll"
        return "reveal" if reveals_secret(before, after, self.was.names, action, entries) else ""

    def play_forced(self) -> None:
        """Play what persons have no choice about, or have said before that they will do."""
        for _ in range(FORCED_AT_ONCE):
            found = self.only_action()
            if found is None:
                return
            self.play(*found, forced=True)
        self._has_more = True

    def only_action(self) -> tuple[str, Action] | None:
        """A person who is asked and has no choice, or a plan that stands; and what he does."""
        if self.row.status != "playing":
            return None
        for seat in self.game.actors(self.state):
            if not self.seat(seat).bot:
                found = self._only_legal(seat) or self._standing_action(seat)
                if found is not None:
                    return seat, found
        return None

    def _only_legal(self, seat: str) -> Action | None:
        """The only legal action, where the house plays it."""
        actions = self.game.actions(self.state, seat) if self.row.forced else []
        return actions[0] if len(actions) == 1 else None

    def _standing_action(self, seat: str) -> Action | None:
        """The action of a plan of this seat that stands."""
        until = standing_plan(push_records(self.was.undo_stack, self.records), seat)
        if not until:
            return None
        assert self.views is not None
        return next((plan.actions[0] for plan in self.views.view(seat).plans if plan.until == until), None)

    def advance(self, state: State, *, keep: bool) -> None:
        """Go on to the next state; with `keep` it is written, not only found again from an earlier one."""
        ply = self.row.ply + 1
        self.views = StateViews(self.game, state)
        self.row = msgspec.structs.replace(self.row, ply=ply)
        if keep:
            self.snapshots.append((ply, self.game.encode(state)))

    def rewind(self, state: State, ply: int) -> None:
        """Go back to an earlier state."""
        self.views = StateViews(self.game, state)
        self.row = msgspec.structs.replace(self.row, ply=ply)
        self.drop_after = ply

    # The house's part

    def seat(self, name: str) -> SeatRow:
        return next(seat for seat in self.seats if seat.seat == name)

    def reseat(self, place: int, **changes: Any) -> None:
        """Change who fills a seat."""
        seats = list(self.seats)
        seats[place] = msgspec.structs.replace(seats[place], **changes)
        self.seats = tuple(seats)

    def note(
        self, kind: str, seat: str, line: str = "", /, data: dict[str, Any] | None = None, **says: Any
    ) -> None:
        """Record something the house did, with a line in the journal."""
        entry = Entry(f"house.{line or kind}", {"seat": seat, **says})
        self.record(kind, seat, data=data or {}, entries=(entry,))

    def record(self, kind: str, seat: str = "", **fields: Any) -> Record:
        n = self.row.version + 1
        made = Record(n, kind, self.row.ply, self.time, seat, **fields)
        self.records.append(made)
        self.row = msgspec.structs.replace(self.row, version=n)
        return made

    def resign(self, seat: str) -> None:
        """The others win."""
        winners = [other for other in self.was.names if other != seat]
        margin = words().say("outcome.resigned", seat=seat)
        outcome = {"winners": winners, "margin": margin, "clause": "", "resigned": seat}
        self.row = msgspec.structs.replace(self.row, status="over", outcome=outcome)
        self.note("resign", seat)

    # Writing

    def change(self) -> Change:
        """All of it, to be written at once."""
        self._follow_state()
        seats = self.seats if self.seats is not self.was.seats else None
        return Change(self.row, tuple(self.records), seats, tuple(self.snapshots), self.drop_after)

    def loaded(self) -> LoadedMatch:
        """The match as it will be once `change` is written."""
        undo_stack = push_records(self.was.undo_stack, self.records)
        return LoadedMatch(
            self.row, self.seats, self.views, undo_stack, (*self.was.recent, *self.records)[-RECENT:]
        )

    def _follow_state(self) -> None:
        """Work out what follows from the state: whether it is over, who is asked, whether the house is to act."""
        row, state, due = self.row, self.row.state, False
        asked: tuple[str, ...] = ()
        if self.views is not None:
            outcome = self.game.outcome(self.state)
            if outcome is not None and row.status == "playing":
                row = msgspec.structs.replace(row, status="over", outcome=outcome_data(outcome))
            asked = self.game.actors(self.state) if row.status == "playing" else ()
            due = bool(asked) and (self._has_more or any(self.seat(seat).bot for seat in asked))
            if row.clock is not None:
                row, is_complete = self._follow_turn(row, asked)
                due = due or is_complete
            state = self.game.encode(self.state)
        self.row = msgspec.structs.replace(row, asked=asked, due=due, state=state, updated=self.time)

    def _follow_turn(self, row: MatchRow, asked: tuple[str, ...]) -> tuple[MatchRow, bool]:
        """Who has handed in; and whether that is all, and the turn is to be run at once."""
        game: Any = self.game
        if row.status != "playing":
            return msgspec.structs.replace(row, deadline="", handed=(), votes={}), False
        handed = game.handed_in(self.state)
        return msgspec.structs.replace(row, handed=handed), not asked and clock_of(row.clock).early

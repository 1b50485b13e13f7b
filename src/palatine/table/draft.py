"""What is about to be written of a match: its next state, and the records that lead there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from palatine.core import Action, Dice, Entry, Game, Outcome, Refused, Roll, State, key_of
from palatine.table.archive import Change, MatchRow, Record, SeatRow, Snapshot
from palatine.table.clock import clock_of, deadline_after
from palatine.table.fairness import mixed
from palatine.table.session import Scene, Session
from palatine.table.trail import follow, reveals, standing
from palatine.table.wording import words

Rolls = tuple[Roll, ...]
Entries = tuple[Entry, ...]

SNAPSHOT_EVERY = 100
RECENT = 64
"""How many records are kept in memory for those who look again and again."""
FORCED_AT_ONCE = 100
"""How many forced moves are written at once; the rest follow in further transactions."""


class Draft:
    """Changes to a session that are not written yet. `change` is what to write, `session` what then holds."""

    def __init__(self, session: Session) -> None:
        self.was = session
        self.game = session.game
        self.row = session.row
        self.seats = session.seats
        self.scene = session.scene
        self.records: list[Record] = []
        self.snapshots: list[Snapshot] = []
        self.drop_after: int | None = None
        self.time = now()
        self._has_more = False

    @property
    def state(self) -> State:
        assert self.scene is not None
        return self.scene.state

    # The game's part

    def begin(self) -> None:
        """Set the game up with the seed and everybody's number."""
        row = self.row
        seed = mixed(row.seed, [(seat.seat, seat.number) for seat in self.seats])
        state: Any = first_state(self.game, row.scenario, self.was.names, row.options, row.start, seed)
        rolls, entries = drain(state)
        self.scene = Scene(self.game, state)
        self.snapshots.append((0, self.game.encode(state)))
        self.row = msgspec.structs.replace(row, status="playing", rules=self.game.rules)
        if row.clock is not None:
            deadline = deadline_after(clock_of(row.clock), self.time)
            self.row = msgspec.structs.replace(self.row, turn=state.turn, deadline=deadline)
        data = {} if row.clock is None else {"clock": row.clock}
        self.record("begin", data=data, rolls=rolls, entries=(Entry("house.begin"), *entries))

    def play(self, seat: str, action: Action, forced: bool = False, data: dict[str, Any] | None = None) -> Record:
        """Carry out a legal action and record it."""
        before = self.scene
        assert before is not None
        state, rolls, entries = carry_out(self.game, before.state, seat, action)
        self.scene = Scene(self.game, state)
        ply = self.row.ply + 1
        self.row = msgspec.structs.replace(self.row, ply=ply)
        if ply % SNAPSHOT_EVERY == 0:
            self.snapshots.append((ply, self.game.encode(state)))
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

    def _blame(self, before: Scene, action: tuple[str, Action], rolls: Rolls, entries: Entries) -> str:
        after = self.scene
        assert after is not None
        if self.seat(action[0]).bot:
            return "bot"
        if self.game.outcome(after.state) is not None:
            return "over"
        if rolls:
            return "roll"
        return "reveal" if reveals(before, after, self.was.names, action, entries) else ""

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
                found = self._forced(seat) or self._standing(seat)
                if found is not None:
                    return seat, found
        return None

    def _forced(self, seat: str) -> Action | None:
        """The only legal action, where the house plays it."""
        actions = self.game.actions(self.state, seat) if self.row.forced else []
        return actions[0] if len(actions) == 1 else None

    def _standing(self, seat: str) -> Action | None:
        """The action of a plan of this seat that stands."""
        until = standing(follow(self.was.trail, self.records), seat)
        if not until:
            return None
        assert self.scene is not None
        return next((plan.actions[0] for plan in self.scene.view(seat).plans if plan.until == until), None)

    def rewind(self, state: State, ply: int) -> None:
        """Go back to an earlier state."""
        self.scene = Scene(self.game, state)
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

    def tell(
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
        self.tell("resign", seat)

    # Writing

    def change(self) -> Change:
        """All of it, to be written at once."""
        self._settle()
        seats = self.seats if self.seats is not self.was.seats else None
        return Change(self.row, tuple(self.records), seats, tuple(self.snapshots), self.drop_after)

    def session(self) -> Session:
        """The match as it will be once `change` is written."""
        trail = follow(self.was.trail, self.records)
        return Session(self.row, self.seats, self.scene, trail, (*self.was.recent, *self.records)[-RECENT:])

    def _settle(self) -> None:
        """Work out what follows from the state: whether it is over, who is asked, whether the house is to act."""
        row, state, due = self.row, self.row.state, False
        asked: tuple[str, ...] = ()
        if self.scene is not None:
            outcome = self.game.outcome(self.state)
            if outcome is not None and row.status == "playing":
                row = msgspec.structs.replace(row, status="over", outcome=outcome_data(outcome))
            asked = self.game.actors(self.state) if row.status == "playing" else ()
            due = bool(asked) and (self._has_more or any(self.seat(seat).bot for seat in asked))
            if row.clock is not None:
                row, is_complete = self._settle_turn(row, asked)
                due = due or is_complete
            state = self.game.encode(self.state)
        self.row = msgspec.structs.replace(row, asked=asked, due=due, state=state, updated=self.time)

    def _settle_turn(self, row: MatchRow, asked: tuple[str, ...]) -> tuple[MatchRow, bool]:
        """Who has handed in; and whether that is all, and the turn is to be run at once."""
        game: Any = self.game
        if row.status != "playing":
            return msgspec.structs.replace(row, deadline="", handed=(), votes={}), False
        handed = game.handed_in(self.state)
        return msgspec.structs.replace(row, handed=handed), not asked and clock_of(row.clock).early


def first_state(
    game: Game[Any],
    scenario: str,
    seats: tuple[str, ...],
    options: dict[str, Any],
    start: bytes | None,
    seed: bytes,
) -> State:
    """The state a match begins with: of its scenario, or of a given position, with the dice of `seed`.

    It keeps its rolls and entries: drain it.
    """
    if start is None:
        state: State = game.setup(scenario, seats, seed, options, record=True)
        return state
    state = game.decode(start)
    state.dice = Dice(key_of(seed))
    state.journal = []  # type: ignore[misc]
    state.dice.drawn = []  # type: ignore[misc]
    return state


def carry_out(game: Game[Any], state: State, seat: str, action: Action) -> tuple[State, Rolls, Entries]:
    """The state after a legal action, the rolls it drew and the entries it wrote; the given state is left alone."""
    after = state.copy()
    after.journal = []  # type: ignore[misc]
    after.dice.drawn = []  # type: ignore[misc]
    game.take(after, seat, action)
    return after, *drain(after)


def drain(state: State) -> tuple[Rolls, Entries]:
    """The rolls and entries a state has kept; it keeps none from now on."""
    rolls, entries = tuple(state.dice.drawn or ()), tuple(state.journal or ())
    state.journal = None  # type: ignore[misc]
    state.dice.drawn = None  # type: ignore[misc]
    return rolls, entries


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    return {"winners": list(outcome.winners), "margin": outcome.margin, "clause": outcome.clause}


def check_legal(draft: Draft, seat: str, action: Action) -> None:
    """Raise Refused when the rules forbid it."""
    refusal = draft.game.explain(draft.state, seat, action)
    if refusal is not None:
        raise Refused(refusal.clause, refusal.reason)


def now() -> str:
    """The time, ISO 8601, UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

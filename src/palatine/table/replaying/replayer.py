"""Playing a log again, record by record, and finding where it differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from palatine.core import Action, Entry, Game, OrdersGame, Outcome, PalatineError, Roll, State
from palatine.table.matches.transitions import (
    Genesis,
    after_ejection,
    after_turn,
    apply_action,
    as_orders_game,
    first_state,
    with_sheet,
)
from palatine.table.responses import Finding
from palatine.table.storage import Record


class ReplayRecord(msgspec.Struct, frozen=True):
    """A record of a log as far as it is played again; `entries` None: not known, not compared."""

    n: int
    kind: str
    ply: int
    seat: str
    action: Action | None
    rolls: tuple[Roll, ...]
    entries: tuple[Entry, ...] | None = None
    data: dict[str, Any] = {}

    @classmethod
    def of_record(cls, record: Record) -> ReplayRecord:
        action = (record.verb, record.operand) if record.kind == "action" else None
        return cls(
            record.n, record.kind, record.ply, record.seat, action, record.rolls, record.entries, record.data
        )


class Replayer:
    """A log played again from the beginning.

    After `run`, `states` are those that stand, by ply; `journal` holds the rules' journal entries by record.
    """

    def __init__(self, game: Game[Any], genesis: Genesis) -> None:
        self.game = game
        self.genesis = genesis
        self.states: list[State] = []
        self.drafting: State | None = None
        """The last of them with the sheets that have been handed in since."""
        self.journal: dict[int, tuple[Entry, ...]] = {}
        self.rolls = 0
        self.actions = 0
        self.key = b""

    @property
    def state(self) -> State:
        return self.states[-1] if self.drafting is None else self.drafting

    @property
    def turn(self) -> int:
        """The turn of secret orders that is open."""
        state: Any = self.state
        turn: int = state.turn
        return turn

    def run(self, records: Sequence[ReplayRecord]) -> Iterator[Finding]:
        """What differs, up to the first record after which nothing can be compared."""
        for record in records:
            try:
                problem = self._step(record)
            except PalatineError as error:
                problem = str(error)
            except Exception as error:  # today's rules may fail on yesterday's match: that is what is looked for
                problem = f"the rules fail: {type(error).__name__}: {error}"
            if problem:
                yield Finding(record.n, f"Record {record.n} ({_name_of(record)}): {problem}")
                return

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state) if self.states else None

    def _step(self, record: ReplayRecord) -> str:
        if record.kind == "begin":
            return self._begin(record)
        if record.kind == "action":
            return self._action(record)
        if record.kind == "undo":
            if not 0 <= record.ply < len(self.states):
                return "it takes back more than there is"
            if self.states[record.ply].dice != self.state.dice:
                return "it takes back a roll"
            del self.states[record.ply + 1 :]
        elif record.kind in ("hand_in", "turn", "eject"):
            return self._of_orders(record)
        elif record.kind not in ("sit", "resign", "hand_over", "take_back", "vote"):
            return f"there is no such kind of record as {record.kind!r}"
        return "" if record.ply == max(0, len(self.states) - 1) else "its number of actions is wrong"

    def _begin(self, record: ReplayRecord) -> str:
        state, rolls, entries = first_state(self.game, self.genesis)
        self.key = state.dice.key
        self.states = [state]
        return self._compare(record, rolls, entries)

    def _action(self, record: ReplayRecord) -> str:
        if not self.states:
            return "the match had not begun"
        if record.action is None:
            return "it has no action"
        refusal = self.game.explain(self.state, record.seat, record.action)
        if refusal is not None:
            return f"the action is not legal: {refusal.reason}"
        after, rolls, entries = apply_action(self.game, self.state, record.seat, record.action)
        self.states.append(after)
        self.actions += 1
        return self._compare(record, rolls, entries)

    def _of_orders(self, record: ReplayRecord) -> str:
        if not self.states:
            return "the match had not begun"
        if not self.game.orders:
            return "this is no game of secret orders"
        game, state = as_orders_game(self.game), self.state
        if record.kind == "hand_in":
            return self._hand_in(game, record)
        after = after_turn(game, state) if record.kind == "turn" else after_ejection(game, state, record.seat)
        self.states.append(after[0])
        self.drafting = None
        self.actions += 1
        return self._compare(record, *after[1:])

    def _hand_in(self, game: OrdersGame[Any], record: ReplayRecord) -> str:
        if record.data.get("turn") != self.turn:
            return "it is for another turn"
        sheet = game.parse(record.data.get("text", ""))
        wrong = [problem for problem in game.check(self.state, record.seat, sheet) if not problem.uncertain]
        if wrong:
            return f"the sheet may not be handed in: {wrong[0].reason}"
        self.drafting = with_sheet(game, self.state, record.seat, sheet)
        return self._compare(record, (), ())

    def _compare(self, record: ReplayRecord, rolls: tuple[Roll, ...], entries: tuple[Entry, ...]) -> str:
        for roll in record.rolls:
            value = _value_of(self.key, roll)
            if value != roll.value:
                return f"roll {roll.number} ({roll.purpose}) is {roll.value} in the log; the key makes it {value}"
        if rolls != record.rolls:
            return f"it drew {_dice(rolls)}; the log has {_dice(record.rolls)}"
        self.rolls += len(rolls)
        self.journal[record.n] = entries
        if record.entries is not None and not _same_entries(_game_entries(record.entries), entries):
            return "it writes another journal"
        return "" if record.ply == len(self.states) - 1 else "its number of actions is wrong"


def _value_of(key: bytes, roll: Roll) -> int:
    """The value that a roll's number and faces have under a key: BLAKE2b(key, number), as `Dice` does it."""
    if roll.sides < 1 or roll.number < 0:
        return 0
    digest = blake2b(roll.number.to_bytes(8, "big"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") % roll.sides + 1


def _game_entries(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if not entry.kind.startswith("house."))


def _same_entries(stored: tuple[Entry, ...], fresh: tuple[Entry, ...]) -> bool:
    """Whether entries are equal once both are encoded (a tuple comes back as a list)."""
    return msgspec.msgpack.encode(stored) == msgspec.msgpack.encode(fresh)


def _name_of(record: ReplayRecord) -> str:
    what = f"{record.action[0]} {record.action[1]}" if record.action else record.kind
    return f"{record.seat}: {what}" if record.seat else what


def _dice(rolls: tuple[Roll, ...]) -> str:
    return ", ".join(f"{roll.value} for {roll.purpose}" for roll in rolls) or "no dice"

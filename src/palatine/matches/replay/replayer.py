"""Replay of a log, record by record, to find where it differs from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from palatine.core import Action, Entry, Game, OrdersGame, Outcome, PalatineError, Roll, State, dice_key
from palatine.matches.fairness import mix_seed
from palatine.matches.responses import Finding
from palatine.matches.runtime.system_entries import SYSTEM
from palatine.matches.runtime.transitions import (
    Genesis,
    apply_action,
    as_orders_game,
    eject_player,
    initial_state,
    resolve_turn,
    with_sheet,
)
from palatine.matches.storage import Record

POSITION_KINDS = ("begin", "action", "turn", "eject")
"""Kinds of records that lead to a new position."""
OTHER_KINDS = ("proposal", "flag", "stand_in", "pause", "ready", "standing")
"""Kinds of records about time and agreements of players."""
KINDS = (
    *POSITION_KINDS, "undo", "hand_in", "sit", "stand_up", "claim", "leave", "take_over", "resign", "hand_over",
    "take_back", "vote", "end", "rules", "stuck", *OTHER_KINDS,
)  # fmt: skip


class ReplayRecord(msgspec.Struct, frozen=True):
    """A record of a log for replay; with `entries` None, the journal is not compared."""

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
    """A log replayed from the beginning.

    After `run`, `states` holds the states by ply, None where unknown, and `journal` the rules' journal entries by
    record. The dice are checked to the end, whatever the rules. If a record played under older rules leads to another
    position under the current rules, that is not an error of the log: `elsewhere` lists such records, and the state
    after one is known only if it was `kept`.
    """

    def __init__(
        self, game: Game[Any], genesis: Genesis, rules: str, stored: Mapping[int, bytes] | None = None
    ) -> None:
        self.game = game
        self.genesis = genesis
        self.rules = rules
        """The rules version under which the current record was played."""
        self.kept = stored or {}
        self.states: list[State | None] = []
        self.draft_state: State | None = None
        """The last state with the sheets handed in since."""
        self.is_lost = False
        """True if one of those sheets could not be applied."""
        self.journal: dict[int, tuple[Entry, ...]] = {}
        self.rolls = 0
        self.actions = 0
        self.elsewhere: list[Finding] = []
        """Records played under older rules that would differ today."""
        self.key = dice_key(
            mix_seed(genesis.seed, [(seat, genesis.numbers.get(seat, "")) for seat in genesis.seats])
        )
        self._counts: list[int] = []
        """Number of the next roll at each ply; 0 before the first."""
        self._current: dict[int, int] = {}

    @property
    def state(self) -> State | None:
        """The last state; None before the start of the match or if the state is unknown."""
        if self.is_lost:
            return None
        if self.draft_state is not None:
            return self.draft_state
        return self.states[-1] if self.states else None

    @property
    def is_old(self) -> bool:
        """True if the record was played under other rules than the current ones."""
        return self.rules != self.game.rules_version

    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.states[-1]) if self.states and self.states[-1] is not None else None

    def run(self, records: Sequence[ReplayRecord]) -> Iterator[Finding]:
        """Yield errors up to the first record after which nothing can be compared.

        With `kept` positions, checking continues and yields all errors.
        """
        self._current = {record.ply: record.n for record in records if record.kind in POSITION_KINDS}
        for record in records:
            wrong = self._check(record)
            if wrong:
                yield _make_finding(record, wrong)
                if not self.kept:
                    return
            differs = self._play(record)
            if not differs:
                continue
            if self.is_old:
                self.elsewhere.append(_make_finding(record, differs, "rules"))
            elif not wrong:
                yield _make_finding(record, differs)
                if not self.kept:
                    return

    # Checks independent of the rules

    def _check(self, record: ReplayRecord) -> str:
        """Return what is wrong with a record under any rules: its kind, action count or dice."""
        if record.kind not in KINDS:
            return f"there is no such kind of record as {record.kind!r}"
        if record.kind == "rules":
            self.rules = str(record.data.get("now", ""))
        if record.kind == "begin":
            self._counts = []
        elif record.kind in POSITION_KINDS and not self._counts:
            return "the match had not begun"
        wrong = self._check_rolls(record)
        if record.kind == "undo":
            wrong = wrong or self._check_undo(record)
        elif record.kind in POSITION_KINDS:
            before = self._counts[-1] if self._counts else 0
            self._counts.append(record.rolls[-1].number + 1 if record.rolls else before)
        if record.ply == max(0, len(self._counts) - 1):
            return wrong
        if self.kept and 0 <= record.ply <= max(self.kept):  # Resynchronise with the action count of the log.
            del self._counts[record.ply + 1 :]
            self._counts += [self._counts[-1] if self._counts else 0] * (record.ply + 1 - len(self._counts))
        return wrong or "its number of actions is wrong"

    def _check_rolls(self, record: ReplayRecord) -> str:
        """Check that each roll has the value derived from the key and that rolls are consecutive.

        A game may draw some rolls before the match begins.
        """
        first = (self._counts[-1] if self._counts else 0) or (record.rolls[0].number if record.rolls else 0)
        for number, roll in enumerate(record.rolls, first):
            value = _value_of(self.key, roll)
            if value != roll.value:
                return f"roll {roll.number} ({roll.purpose}) is {roll.value} in the log; the key makes it {value}"
            if roll.number != number:
                return f"it has roll {roll.number} where roll {number} was to be drawn"
        self.rolls += len(record.rolls)
        return ""

    def _check_undo(self, record: ReplayRecord) -> str:
        if not 0 <= record.ply < len(self._counts):
            return "it takes back more than there is"
        last = self._counts[-1]
        is_roll = self._counts[record.ply] != last
        del self._counts[record.ply + 1 :]
        if record.data.get("agreed"):  # Agreed takebacks may undo rolls. The dice continue from where they are.
            self._counts[-1] = last
            return ""
        return "it takes back a roll" if is_roll else ""

    # Checks against the current rules

    def _play(self, record: ReplayRecord) -> str:
        """Return how the result under the current rules differs from the record."""
        if record.kind == "undo":
            del self.states[len(self._counts) :]
            self.draft_state, self.is_lost = None, False
            if record.data.get("agreed"):
                self._move_dice()
            return ""
        if record.kind not in (*POSITION_KINDS, "hand_in"):
            return ""
        try:
            differs = self._step(record)
        except PalatineError as error:
            differs = str(error)
        except Exception as error:  # The current rules may fail on a match played under older ones.
            differs = f"the rules fail: {type(error).__name__}: {error}"
        if record.kind in POSITION_KINDS:
            return self._settle(record, differs)
        self.is_lost = self.is_lost or bool(differs)
        return differs

    def _move_dice(self) -> None:
        """Advance the dice of the last state to the log's roll count."""
        state = self.states[-1] if self.states else None
        if state is not None:
            self.states[-1] = state = state.copy()
            state.dice.count = max(state.dice.count, self._counts[-1])

    def _settle(self, record: ReplayRecord, differs: str) -> str:
        """Append the stored state after a record, or else the replayed one if nothing differs.

        Returns what differs.
        """
        ply = len(self._counts) - 1
        self.draft_state, self.is_lost = None, False
        del self.states[ply:]
        self.states += [None] * (ply - len(self.states))
        data = self.kept.get(ply) if self._current.get(ply) == record.n else None
        after, self._after = self._after, None
        if data is not None:
            try:
                was = self.game.decode(data)
            except PalatineError as error:
                self.states.append(None)
                return differs or str(error)
            if not differs and after is not None and self.game.encode(after) != self.game.encode(was):
                differs = "it leads to another position than the one stored"
            after = was
        elif differs:
            after = None
        self.states.append(after)
        return differs

    _after: State | None = None
    """The state after the current record under the current rules."""

    def _step(self, record: ReplayRecord) -> str:
        self._after = None
        if record.kind == "begin":
            made = initial_state(self.game, self.genesis)
            return self._compare(record, *made)
        state = self.state
        if state is None:
            return ""  # The state before is unknown, so nothing can be compared.
        if record.kind == "action":
            return self._action(record, state)
        if record.kind == "eject":
            return self._compare(record, *eject_player(self.game, state, record.seat))
        if not self.game.orders:
            return "this is not a game of secret orders"
        game = as_orders_game(self.game)
        if record.kind == "hand_in":
            return self._hand_in(game, record, state)
        return self._compare(record, *resolve_turn(game, state))

    def _action(self, record: ReplayRecord, state: State) -> str:
        if record.action is None:
            return "it has no action"
        refusal = self.game.explain(state, record.seat, record.action)
        if refusal is not None:
            return f"the action is not legal: {refusal.reason}"
        return self._compare(record, *apply_action(self.game, state, record.seat, record.action))

    def _hand_in(self, game: OrdersGame[Any], record: ReplayRecord, state: Any) -> str:
        if record.data.get("turn") != state.turn:
            return "it is for another turn"
        sheet = game.parse(record.data.get("text", ""))
        wrong = [problem for problem in game.check(state, record.seat, sheet) if not problem.uncertain]
        if wrong:
            return f"the sheet may not be handed in: {wrong[0].reason}"
        self.draft_state = with_sheet(game, state, record.seat, sheet)
        return ""

    def _compare(
        self, record: ReplayRecord, after: State, rolls: tuple[Roll, ...], entries: tuple[Entry, ...]
    ) -> str:
        if rolls != record.rolls:
            return f"it drew {_dice(rolls)}; the log has {_dice(record.rolls)}"
        if record.kind != "begin":
            self.actions += 1
        self.journal[record.n] = entries
        if record.entries is not None and not _same_entries(_game_entries(record.entries), entries):
            return "it writes another journal"
        self._after = after
        return ""


def _make_finding(record: ReplayRecord, what: str, kind: str = "damage") -> Finding:
    return Finding(record.n, f"Record {record.n} ({_name_of(record)}): {what}", kind=kind)  # type: ignore[arg-type]


def _value_of(key: bytes, roll: Roll) -> int:
    """Return the value of a roll derived from key and number by BLAKE2b, as in `Dice`."""
    if roll.sides < 1 or not 0 <= roll.number < 1 << 64:
        return 0
    digest = blake2b(roll.number.to_bytes(8, "big"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "big") % roll.sides + 1


def _game_entries(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if not entry.kind.startswith(SYSTEM))


def _same_entries(stored: tuple[Entry, ...], fresh: tuple[Entry, ...]) -> bool:
    """Return whether entries are equal when encoded, which turns tuples into lists."""
    return msgspec.msgpack.encode(stored) == msgspec.msgpack.encode(fresh)


def _name_of(record: ReplayRecord) -> str:
    what = f"{record.action[0]} {record.action[1]}" if record.action else record.kind
    return f"{record.seat}: {what}" if record.seat else what


def _dice(rolls: tuple[Roll, ...]) -> str:
    return ", ".join(f"{roll.value} for {roll.purpose}" for roll in rolls) or "no dice"

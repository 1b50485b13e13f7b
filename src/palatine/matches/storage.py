"""Stored data of a match, and the interface of match storage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from palatine.core import Entry, Roll
from palatine.matches.responses import Status


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a match.

    `key` is the BLAKE2b-256 hash of the seat's secret key in hexadecimal, or "".
    """

    seat: str
    bot: str = ""
    """The bot that plays it; "" if a human does."""
    name: str = ""
    key: str = ""
    seated: bool = False
    number: str = ""
    missed: int = 0
    """Number of turns in a row without orders."""
    owner: str = ""
    """Id of the owning account; "" if the seat is opened by its key."""

    @property
    def is_owned(self) -> bool:
        """True if it belongs, or can belong, to a human: it has a key or an owner."""
        return bool(self.key or self.owner)


class MatchRow(msgspec.Struct, frozen=True):
    """A match without its seats and log."""

    id: str
    game: str
    rules: str
    """The rules version under which it began."""
    scenario: str
    options: dict[str, Any]
    title: str
    seed: bytes
    created: str
    updated: str
    forced: bool = True
    origin: dict[str, Any] | None = None
    start: bytes | None = None
    """The encoded start position of a branched match; None if it starts from its scenario."""
    status: Status = "open"
    version: int = 0
    """Number of records in the log."""
    ply: int = 0
    """Number of actions not undone."""
    due: bool = False
    """True if the server must act next: for a bot, or with a forced action."""
    asked: tuple[str, ...] = ()
    state: bytes | None = None
    """The current encoded state; None while the match is open."""
    outcome: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    """Turn settings of a game of secret orders; None for other games.

    See `matches.clocks.calendar.TurnClock`.
    """
    turn: int = 0
    """Number of the open turn of secret orders."""
    deadline: str = ""
    """Time at which the server must act next; "" for never.

    It is the end of a turn, of a player's time or of a proposal.
    """
    handed: tuple[str, ...] = ()
    """The seats that have handed in orders for the open turn."""
    votes: dict[str, list[str]] = {}
    """Seats that voted to remove a seat, by that seat."""
    rules_now: str = ""
    """The current rules version if it has changed since the match began; "" otherwise."""
    advice: bool = True
    """True if players may see what a bot would do in their place."""
    stuck: str = ""
    """The reason for a halt as JSON (`matches.runtime.failures`); "" if the match is not halted."""
    lesson: dict[str, Any] | None = None
    """The progress of a lesson (`matches.runtime.lesson_progress`); None for other matches."""
    times: dict[str, Any] = {}
    """Time control and times of seats (`matches.clocks.stored_times`); empty for none."""
    proposals: tuple[dict[str, Any], ...] = ()
    """Open proposals (`matches.play.proposals`)."""


class Letter(msgspec.Struct, frozen=True):
    """A letter from a seat to others; with `at_once` it is delivered before the end of the turn."""

    n: int
    sender: str
    to: tuple[str, ...]
    text: str
    turn: int
    time: str
    at_once: bool


class Record(msgspec.Struct, frozen=True):
    """A record of the log, the `n`-th of its match. Records are never modified.

    `kind` is "sit", "stand_up", "claim", "leave", "take_over", "begin", "action", "undo", "resign", "hand_over",
    "take_back", "rules" or "stuck". Secret orders have "hand_in", "ready", "turn", "vote" and "eject". Time has
    "flag" (a timeout, time granted, an extension), "pause" and "stand_in". "standing" ends a seat's automatic
    replies, "proposal" is a proposal or an answer, and "lesson" changes only the step of a lesson.

    `ply` is the number of actions in force after the record: an undo returns to a lower one, and later actions reuse
    the numbers. In a game of secret orders a turn and an ejection count as actions.
    """

    n: int
    kind: str
    ply: int
    time: str
    seat: str = ""
    verb: str = ""
    operand: int = 0
    forced: bool = False
    """True if the server carried out the only legal action."""
    blame: str = ""
    """Reason why it cannot be undone; "" if it can."""
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()
    entries: tuple[Entry, ...] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """The position at a ply: the encoded state, compressed against that at ply `base`.

    With `base` None it is not compressed. See `matches.runtime.stored_positions`.
    """

    ply: int
    state: bytes
    base: int | None = None


class Change(msgspec.Struct, frozen=True):
    """A write in one transaction: the new match row, its new records, and related changes."""

    row: MatchRow
    records: tuple[Record, ...]
    seats: tuple[SeatRow, ...] | None = None
    """All seats, if one of them changed."""
    snapshots: tuple[Snapshot, ...] = ()
    drop_after: int | None = None
    """Snapshots of later plies are deleted."""
    unasked: tuple[str, ...] = ()
    """Seats whose owners no longer have to act."""
    asked: tuple[SeatRow, ...] = ()
    """Seats whose owners must act from now on."""
    why: str = ""
    """If the owner of a seat changes, the reason why the previous one leaves."""


TransactionHook = Callable[[Any], object]
"""Callback run inside a transaction with the transaction as its argument.

An exception rolls back. It may run more than once (retries).
"""


class MatchStorage(Protocol):
    """Interface of match storage. Every method is one transaction.

    Raises `StorageError` if the database fails and `Unknown` if the stored data of a match is damaged.
    """

    failures: Path | None
    """The folder for files that reproduce failures of the rules; None if they are not saved."""
    slow: Path | None
    """The folder for recordings of slow actions; None if they are not saved."""

    def create(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record] = (),
        snapshots: Sequence[Snapshot] = (),
        hook: TransactionHook | None = None,
    ) -> None:
        """Store a new match, with its log if any, and run `hook` in the same transaction."""

    def append(self, change: Change, version: int) -> bool:
        """Write all of `change` if the match is still at version `version`, and return whether it was."""

    def append_all(self, changes: Sequence[tuple[Change, int]]) -> list[bool | Exception]:
        """`append` these changes of different matches in one transaction.

        Returns for each the result or the exception. If the transaction fails, each change is written by itself.
        """

    def append_atomically(
        self,
        changes: Sequence[tuple[Change, int]],
        before: TransactionHook | None = None,
        after: TransactionHook | None = None,
    ) -> bool:
        """`append` all these changes of different matches in one transaction, or none.

        `before` and `after` run in the same transaction. Returns False, and writes nothing, if one of the matches is
        at another version.
        """

    def consistent_scope(self) -> AbstractContextManager[None]:
        """Return a scope in which this thread may read the state at its start or at its last write.

        Within it, reads need not check for changes by other processes.
        """

    def consistent_read(self) -> AbstractContextManager[None]:
        """Return a scope in which this thread reads a consistent snapshot."""

    def version(self, match: str, at_least: int = 0) -> int | None:
        """Return the version of a match; None if it does not exist.

        It is known to have reached version `at_least`.
        """

    def note_version(self, match: str, version: int) -> None:
        """Note that a match may have been brought to this version by another process."""

    def load(self, match: str) -> tuple[MatchRow, tuple[SeatRow, ...]] | None:
        """Return a match and its seats in their order; None if it does not exist."""

    def records(self, match: str, after: int = 0) -> list[Record]:
        """Return the records above number `after`, in order."""

    def readable_records(self, match: str) -> tuple[list[Record], list[int]]:
        """Return the readable records in order, and the numbers of those that cannot be read."""

    def latest_records(self, match: str, count: int) -> list[Record]:
        """Return the last `count` records, in order, without rolls and entries."""

    def last_record(self, match: str, kind: str, seat: str) -> Record | None:
        """Return the last record of a kind and seat."""

    def actions_in_force(self, match: str, after: int, upto: int) -> list[Record]:
        """Return the actions in force at plies above `after` up to `upto`, in order.

        The beginning is ply 0.
        """

    def snapshot(self, match: str, ply: int) -> Snapshot | None:
        """Return the latest snapshot at or before `ply`."""

    def snapshots(self, match: str) -> list[Snapshot]:
        """Return all snapshots of a match, in order."""

    def matches_of_owner(self, account: str) -> dict[str, list[str]]:
        """Return the matches in which an account has seats, each with those seats."""

    def matches_of_keys(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """Return the matches that hashed keys open, each with the seats that they open."""

    def match_ids(self, due: bool = False, stuck: bool = False) -> list[str]:
        """Return the ids of all matches except lessons, oldest first.

        With `due`, only those in which the server must act; with `stuck`, only halted ones.
        """

    def find_damage(self) -> list[str]:
        """Return the damage that the database finds in itself, table by table."""

    def overdue_matches(self, time: str) -> list[str]:
        """Return the ids of the matches due by `time`, earliest first."""

    # Data outside the log

    def save_draft(self, match: str, seat: str, turn: int, text: str, time: str) -> None:
        """Store a seat's draft for a turn, in place of an earlier one."""

    def draft(self, match: str, seat: str, turn: int) -> tuple[str, str] | None:
        """Return a seat's draft for a turn and its time."""

    def add_letter(self, match: str, letter: Letter) -> Letter:
        """Store a letter under the next number; the same letter of the same turn is stored once."""

    def letters(self, match: str, seat: str) -> list[Letter]:
        """Return all letters from and to a seat, in order."""

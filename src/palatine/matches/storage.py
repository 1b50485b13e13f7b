"""Stored records of a match, and the interface of their storage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from palatine.core import Entry, Roll
from palatine.matches.responses import Status


class SeatRow(msgspec.Struct, frozen=True):
    """A seat of a match. `key` is the BLAKE2b-256 of the seat's secret key, in hexadecimal; "" when it has none."""

    seat: str
    bot: str = ""
    """The bot that plays it now; "" when a person does."""
    name: str = ""
    key: str = ""
    seated: bool = False
    number: str = ""
    missed: int = 0
    """How many turns in a row it has handed in no orders."""
    owner: str = ""
    """Whose it is, by the id of an account, of which the table knows nothing else; "" when it is opened by its key."""

    @property
    def is_owned(self) -> bool:
        """Whether it is, or may become, a person's: there is a key to it, or somebody whose it is."""
        return bool(self.key or self.owner)


class MatchRow(msgspec.Struct, frozen=True):
    """A match but for its seats and its log."""

    id: str
    game: str
    rules: str
    """The version of the rules it began with."""
    scenario: str
    options: dict[str, Any]
    title: str
    seed: bytes
    created: str
    updated: str
    forced: bool = True
    origin: dict[str, Any] | None = None
    start: bytes | None = None
    """The encoded position a branched match starts from; None when it starts from its scenario."""
    status: Status = "open"
    version: int = 0
    """The number of records in the log."""
    ply: int = 0
    """The number of actions that stand."""
    due: bool = False
    """True if the server has to act next: a bot, or a forced move."""
    asked: tuple[str, ...] = ()
    state: bytes | None = None
    """The newest encoded state; None while the match is open."""
    outcome: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    """How the turns of a game of secret orders are run (`table.time.calendar.Clock`); None for other games."""
    turn: int = 0
    """The turn of secret orders that is open."""
    deadline: str = ""
    """When the server has to look at the match: the end of a turn, a player's time or a proposal; "" for never."""
    handed: tuple[str, ...] = ()
    """The seats that have handed in their orders for it."""
    votes: dict[str, list[str]] = {}
    """For each seat that others want out, who they are."""
    rules_now: str = ""
    """The rules it is played under since they have changed; "" while they are still those it began with."""
    advice: bool = True
    """Whether persons may ask what a bot would do in their place."""
    stuck: str = ""
    """Why the referee cannot go on, as JSON (`table.matches.failures`); "" when he can."""
    lesson: dict[str, Any] | None = None
    """Of a lesson, how far it has come (`table.matches.lesson_progress`); None for a match."""
    times: dict[str, Any] = {}
    """The pace, how much time each seat has left, and all else of time (`table.time.times`); empty for none."""
    proposals: tuple[dict[str, Any], ...] = ()
    """What has been proposed and not been decided (`table.play.proposals`)."""


class Letter(msgspec.Struct, frozen=True):
    """A letter from a seat to others, written in a turn; with `at_once` it does not wait for the turn's end."""

    n: int
    sender: str
    to: tuple[str, ...]
    text: str
    turn: int
    time: str
    at_once: bool


class Record(msgspec.Struct, frozen=True):
    """A record of the log, the `n`-th of its match. What is written is never changed.

    `kind` is "sit", "stand_up", "claim", "leave", "take_over", "begin", "action", "undo", "resign", "hand_over",
    "take_back", "rules" or "stuck"; of secret orders "hand_in", "ready", "turn", "vote" or "eject"; of time "flag"
    (somebody's is up, given, put off), "pause" and "stand_in"; "standing" where a seat's automatic replies end;
    "proposal" of what the players propose and answer; of a lesson "lesson" when nothing but its step has changed.
    `ply` is the number of actions that stand after it: an undo leads back to a lower one, and actions after it use
    the numbers again. In a game of secret orders a turn and an ejection count as actions.
    """

    n: int
    kind: str
    ply: int
    time: str
    seat: str = ""
    verb: str = ""
    operand: int = 0
    forced: bool = False
    """True if the server played it because there was no other."""
    blame: str = ""
    """Why it may not be undone; "" when it may."""
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()
    entries: tuple[Entry, ...] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """The position at a ply: the encoded state, packed against that at ply `base` (None: not packed at all).

    `table.matches.positions` packs and unpacks.
    """

    ply: int
    state: bytes
    base: int | None = None


class Change(msgspec.Struct, frozen=True):
    """What is written at once: the match as it will be, its new records, and what goes with them."""

    row: MatchRow
    records: tuple[Record, ...]
    seats: tuple[SeatRow, ...] | None = None
    """All seats, when one of them changed."""
    snapshots: tuple[Snapshot, ...] = ()
    drop_after: int | None = None
    """Snapshots of later plies are void."""
    unasked: tuple[str, ...] = ()
    """The seats whose owners are not asked any more."""
    asked: tuple[SeatRow, ...] = ()
    """The seats whose owners are asked from now on."""
    why: str = ""
    """Where the owner of a seat changes, why the last one goes."""


TransactionHook = Callable[[Any], object]
"""What else is looked up and written in the same transaction, which it is given; when it raises, nothing is written.
It may be done more than once."""


class MatchStorage(Protocol):
    """Where matches are kept. Every method is one transaction; raises StorageError when the database fails, and Unknown
    where what it keeps of a match is damaged."""

    failures: Path | None
    """The folder for files that replay what the rules failed at; None where there is no place for them."""
    slow: Path | None
    """The same for what took too long."""

    def create(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record] = (),
        snapshots: Sequence[Snapshot] = (),
        beside: TransactionHook | None = None,
    ) -> None:
        """Keep a new match, with the log it comes with, if any, and what is written `beside` it."""

    def append(self, change: Change, was: int) -> bool:
        """Write all of `change` if the match is still at version `was`; otherwise nothing, and False."""

    def append_all(self, changes: Sequence[tuple[Change, int]]) -> list[bool | Exception]:
        """`append` each of these changes, of different matches, in one transaction: for each what it returns, or
        raises. When that fails each is written by itself."""

    def append_whole(
        self,
        changes: Sequence[tuple[Change, int]],
        before: TransactionHook | None = None,
        after: TransactionHook | None = None,
    ) -> bool:
        """`append` all of these changes, of different matches, with what is done `before` and `after` in the same
        transaction: everything, or nothing, and False, when one of the matches is at another version."""

    def consistent_scope(self) -> AbstractContextManager[None]:
        """While it lasts, readers in this thread may get the state at its start, or when they wrote
        last: what other processes have written since need not be looked for at each look."""

    def consistent_read(self) -> AbstractContextManager[None]:
        """While it lasts, this thread reads a consistent snapshot."""

    def version(self, match: str, least: int = 0) -> int | None:
        """Return the version of a match, which is known to have reached `least`; None if it does not exist."""

    def notice(self, match: str, version: int) -> None:
        """Another process may have brought a match to this version."""

    def load(self, match: str) -> tuple[MatchRow, tuple[SeatRow, ...]] | None:
        """A match and its seats, in the order of the table."""

    def records(self, match: str, after: int = 0) -> list[Record]:
        """The records above number `after`, in order."""

    def sound_records(self, match: str) -> tuple[list[Record], list[int]]:
        """The records that can be read, in order, and the numbers of those that cannot."""

    def latest(self, match: str, count: int) -> list[Record]:
        """The last `count` records, in order, without rolls and entries."""

    def last(self, match: str, kind: str, seat: str) -> Record | None:
        """The last record of a kind of a seat."""

    def line(self, match: str, after: int, upto: int) -> list[Record]:
        """The actions that stand at plies above `after` up to `upto`, in order; the beginning is at ply 0."""

    def snapshot(self, match: str, ply: int) -> Snapshot | None:
        """The latest snapshot at or before `ply`."""

    def snapshots(self, match: str) -> list[Snapshot]:
        """All snapshots of a match, in order."""

    def of_owner(self, account: str) -> dict[str, list[str]]:
        """The matches in which an account holds seats, each with those seats."""

    def of_keys(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """The matches that hashed keys open, each with the seats they open."""

    def ids(self, due: bool = False, stuck: bool = False) -> list[str]:
        """The ids of all matches but lessons, oldest first; with `due` only of those where the server has to act, with
        `stuck` of those where the referee cannot go on."""

    def damage(self) -> list[str]:
        """What the database itself finds damaged, table by table."""

    def overdue(self, time: str) -> list[str]:
        """The ids of the matches that are due by that time, the earliest first."""

    # Beside the log

    def keep_draft(self, match: str, seat: str, turn: int, text: str, time: str) -> None:
        """Keep what a seat has written for a turn in place of what it had."""

    def draft(self, match: str, seat: str, turn: int) -> tuple[str, str] | None:
        """What a seat has written for a turn, and when."""

    def send(self, match: str, letter: Letter) -> Letter:
        """Keep a letter under the next number; the same letter of the same turn is kept once."""

    def letters(self, match: str, seat: str) -> list[Letter]:
        """All letters from and to a seat, in order."""

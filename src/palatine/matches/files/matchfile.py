"""Portable match files: setup, log with rolls, and result.

The format is described in docs/match-file.md.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from palatine.core import Roll, Unreadable
from palatine.core.guidance.expectation import Expectation
from palatine.core.text.typed import decode_text

FORMAT = "palatine-match"
VERSION = 1
MAX_DEPTH = 16
TOO_DEEP = "This is not a match file: it is nested too deeply."

Name = Annotated[str, Meta(max_length=64)]
Time = Annotated[str, Meta(max_length=32)]
Text = Annotated[str, Meta(max_length=200)]
Kind = Annotated[str, Meta(max_length=16)]
FileAction = tuple[Name, Annotated[int, Meta(ge=-(2**31), le=2**31)]]


class FinalResult(msgspec.Struct, frozen=True):
    """The result of a match.

    `resigned` is the seat that resigned, `timed` the one that ran out of time, and `ended` one that had left when the
    others agreed to end the match. `agreed` is "draw" or "off" if all players agreed to that.
    """

    winners: list[Name]
    margin: Annotated[str, Meta(max_length=4000)]
    clause: Name
    resigned: Name = ""
    ended: Name = ""
    timed: Name = ""
    agreed: Name = ""
    ranks: list[list[Name]] = []


class Origin(msgspec.Struct, frozen=True):
    """The match and version from which a match was branched."""

    match: Name
    at: Annotated[int, Meta(ge=0, le=2**31)]


class RecordDetails(msgspec.Struct, frozen=True):
    """The optional data of a record of any kind, with types. Other fields are ignored."""

    version: int = 0
    name: Text = ""
    number: Text = ""
    says: str = ""
    part: int = 0
    until: str = ""
    turn: int = 0
    text: str = ""
    why: str = ""
    missing: list[Name] = []
    against: Name = ""
    out: bool = False
    by: Name = ""
    bot: Name = ""
    again: bool = False
    before: Name = ""
    now: Name = ""
    changes: list[Name] = []
    end: bool = False
    agreed: bool = False
    at: int = 0
    what: Name = ""
    answer: Name = ""
    n: int = 0
    to: Name = ""
    hours: float = 0.0
    count: int = 0
    rolls: int = 0
    swap: bool = False
    choice: bool = False
    wanted: bool = False
    seats: list[Name] = []
    late: bool = False
    ready: bool = False
    away: Name = ""
    back: bool = False
    over: bool = False
    rest: bool = False
    expected: Expectation | None = None


class FileSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, its last player, and the number that the player added to the dice seed."""

    seat: Name
    name: Text = ""
    bot: Name = ""
    number: Text = ""


class FileRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record of the log; `action` is omitted if the reader may not see it."""

    n: int
    kind: Kind
    ply: Annotated[int, Meta(ge=0, le=2**31)]
    time: Time = ""
    seat: Name = ""
    action: FileAction | None = None
    forced: bool = False
    blame: Annotated[str, Meta(max_length=16)] = ""
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()
    journal: tuple[str, ...] = ()
    """In the file of a match in play: what the reader may see of the record."""


class MatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match file.

    `start` is the position of a branched match in base64; `seed` is hexadecimal.
    """

    format: str
    version: int
    match: Name
    game: Name
    rules: Time
    scenario: Name
    title: Text
    options: dict[str, Any]
    status: Name
    forced: bool
    seats: Annotated[tuple[FileSeat, ...], Meta(max_length=64)]
    created: Time
    updated: Time
    commitment: Text
    log: tuple[FileRecord, ...]
    seed: str = ""
    numbers: dict[str, str] = {}
    start: str = ""
    origin: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    reader: str = ""
    """The seat for which a match in play was exported; "" for a finished match."""
    digest: str = ""
    """BLAKE2b-256 of everything else. Detects accidental damage but proves nothing."""

    def with_digest(self) -> MatchFile:
        return msgspec.structs.replace(self, digest=digest(self))

    @property
    def start_bytes(self) -> bytes | None:
        return base64.b64decode(self.start) if self.start else None

    @property
    def seed_bytes(self) -> bytes:
        return bytes.fromhex(self.seed)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.seat for seat in self.seats)


def digest(file: MatchFile) -> str:
    """Return the expected `digest` of a file: that of its JSON without it, with keys sorted."""
    plain = msgspec.to_builtins(msgspec.structs.replace(file, digest=""))
    return blake2b(msgspec.json.encode(plain, order="deterministic"), digest_size=32).hexdigest()


def to_dict(file: MatchFile) -> dict[str, Any]:
    """Return the file as plain dicts and lists."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(file))
    return plain


def to_text(file: Mapping[str, Any]) -> str:
    """Return the file as JSON, with one line for each record of the log."""
    encode = msgspec.json.encode
    head = [f"  {encode(name).decode()}: {encode(file[name]).decode()}" for name in file if name != "log"]
    log = ",\n".join(f"    {encode(record).decode()}" for record in file["log"])
    return "{\n" + ",\n".join([*head, f'  "log": [\n{log}\n  ]']) + "\n}\n"


def from_text(text: str | bytes) -> dict[str, Any]:
    """Return a file's dict. Raises `Unreadable` if the text is truncated or is no match file."""
    try:
        plain = msgspec.json.decode(decode_text(text) if isinstance(text, bytes) else text.removeprefix("\ufeff"))
    except msgspec.DecodeError as error:
        raise Unreadable(f"This is not a match file, or it is cut short: {error}.") from error
    except UnicodeError as error:
        raise Unreadable("This is not a match file: it is not text in UTF-8.") from error
    except RecursionError as error:
        raise Unreadable(TOO_DEEP) from error
    if not isinstance(plain, dict):
        raise Unreadable("This is not a match file: it contains no JSON object.")
    return plain


def parse_file(data: Any) -> MatchFile:
    """Return the match file of a dict. Raises `Unreadable` with the place of the error."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise Unreadable(f"This is not a match file: its format is not {FORMAT!r}.")
    if data.get("version") != VERSION:
        raise Unreadable(f"This match file has version {data.get('version')!r}; version {VERSION} can be read.")
    _check_size(data)
    try:
        file = msgspec.convert(data, MatchFile)
        _check_result(file.result)
        msgspec.convert(file.origin, Origin | None)
        _check_bytes(file)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The match file is damaged: {error}.") from error
    for number, record in enumerate(file.log, 1):
        _check_data(record)
        if record.n != number:
            raise Unreadable(f"The match file is damaged: record {number} of its log is missing.")
    return file


def _check_size(data: Any) -> None:
    """Raise `Unreadable` for data nested more than `MAX_DEPTH` levels deep."""
    level: list[Any] = [data]
    for _ in range(MAX_DEPTH):
        level = [
            item
            for box in level
            for item in (box.values() if isinstance(box, Mapping) else box)
            if isinstance(item, Mapping | list | tuple)
        ]
        if not level:
            return
    raise Unreadable(TOO_DEEP)


def _check_result(result: Any) -> None:
    if result is not None:
        msgspec.convert(result, FinalResult)


def _check_data(record: FileRecord) -> None:
    try:
        msgspec.convert(record.data, RecordDetails)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The match file is damaged: record {record.n} says what none can: {error}.") from error


def _check_bytes(file: MatchFile) -> None:
    try:
        if file.seed and len(file.seed_bytes) != 32:
            raise Unreadable("The match file is damaged: its seed has not 32 bytes.")
        base64.b64decode(file.start, validate=True)
    except (ValueError, binascii.Error) as error:
        raise Unreadable("The match file is damaged: its seed or its start cannot be read.") from error

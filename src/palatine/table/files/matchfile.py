"""A match as one portable file: setup, log with rolls, result. The format is described in docs/match-file.md."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from palatine.core import Action, Roll, Unreadable

FORMAT = "palatine-match"
VERSION = 1


class FileSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat, who filled it last, and the number he added for the dice."""

    seat: str
    name: str = ""
    bot: str = ""
    number: str = ""


class FileRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A record of the log; `action` is left out where the reader may not know it."""

    n: int
    kind: str
    ply: int
    time: str = ""
    seat: str = ""
    action: Action | None = None
    forced: bool = False
    blame: str = ""
    data: dict[str, Any] = {}
    rolls: tuple[Roll, ...] = ()
    journal: tuple[str, ...] = ()
    """In the file of a match still being played: what the reader may read of it."""


class MatchFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `start` is the position of a branched match, base64; `seed` is hexadecimal."""

    format: str
    version: int
    match: str
    game: str
    rules: str
    scenario: str
    title: str
    options: dict[str, Any]
    status: str
    forced: bool
    seats: tuple[FileSeat, ...]
    created: str
    updated: str
    commitment: str
    log: tuple[FileRecord, ...]
    seed: str = ""
    numbers: dict[str, str] = {}
    start: str = ""
    origin: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    reader: str = ""
    """The seat for which a match still being played was written; "" for a finished one."""
    digest: str = ""
    """BLAKE2b-256 of all the rest: finds an accident, proves nothing."""

    def sealed(self) -> MatchFile:
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
    """What the file's `digest` must be: of its JSON without it, keys sorted."""
    plain = msgspec.to_builtins(msgspec.structs.replace(file, digest=""))
    return blake2b(msgspec.json.encode(plain, order="deterministic"), digest_size=32).hexdigest()


def to_dict(file: MatchFile) -> dict[str, Any]:
    """The file as plain dicts and lists."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(file))
    return plain


def to_text(file: Mapping[str, Any]) -> str:
    """The file as JSON with a line for each record of the log."""
    encode = msgspec.json.encode
    head = [f"  {encode(name).decode()}: {encode(file[name]).decode()}" for name in file if name != "log"]
    log = ",\n".join(f"    {encode(record).decode()}" for record in file["log"])
    return "{\n" + ",\n".join([*head, f'  "log": [\n{log}\n  ]']) + "\n}\n"


def from_text(text: str | bytes) -> dict[str, Any]:
    """The file's dict. Raises Unreadable when the text is cut short or no such file."""
    try:
        plain = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise Unreadable(f"This is no match file, or it is cut short: {error}.") from error
    except UnicodeError as error:
        raise Unreadable("This is no match file: it is not text in UTF-8.") from error
    if not isinstance(plain, dict):
        raise Unreadable("This is no match file: it holds no object.")
    return plain


def read(plain: Any) -> MatchFile:
    """The file of a dict. Raises Unreadable with the place that is wrong."""
    if not isinstance(plain, Mapping) or plain.get("format") != FORMAT:
        raise Unreadable(f"This is no match file: its format is not {FORMAT!r}.")
    if plain.get("version") != VERSION:
        raise Unreadable(f"This match file has version {plain.get('version')!r}; version {VERSION} can be read.")
    try:
        file = msgspec.convert(plain, MatchFile)
        _check_bytes(file)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The match file is damaged: {error}.") from error
    for number, record in enumerate(file.log, 1):
        if record.n != number:
            raise Unreadable(f"The match file is damaged: record {number} of its log is missing.")
    return file


def _check_bytes(file: MatchFile) -> None:
    try:
        if file.seed and len(file.seed_bytes) != 32:
            raise Unreadable("The match file is damaged: its seed has not 32 bytes.")
        base64.b64decode(file.start, validate=True)
    except (ValueError, binascii.Error) as error:
        raise Unreadable("The match file is damaged: its seed or its start cannot be read.") from error

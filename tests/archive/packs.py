"""The packs of the archive: `data/GAME.N.tar.xz`, each with its list `data/GAME.N.jsonl`.

In a pack, each match has a folder with these files:

* `palatine.db`: the database as an operator has it on disk, with every position of the match
* `match.json`, of a finished match: a match file as written by `palatine export`
* `expected.json`: the expected results (see `today.given`), and the rules under which it was played
* `journal.txt`: what each seat reads in the journal

A line of the list has the name, game, scenario, seats and status of a match, the number of actions, and the number of
records of each kind.
"""

from __future__ import annotations

import io
import json
import lzma
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 27}]


@dataclass(frozen=True)
class Kept:
    """A match of the archive and its expected outputs."""

    about: dict[str, Any]
    """The match's line of the list."""
    database: bytes
    expected: dict[str, Any]
    journal: str
    file: bytes = b""
    """The match file, if the match is finished."""

    @property
    def is_over(self) -> bool:
        return bool(self.about["status"] == "over")


def packs() -> list[str]:
    """Return the names of all packs, for example `elric.1`."""
    return sorted(path.stem for path in DATA.glob("*.jsonl"))


@cache
def listed(pack: str) -> dict[str, dict[str, Any]]:
    """Return the list of a pack, by the name of the match."""
    lines = (DATA / f"{pack}.jsonl").read_text().splitlines()
    return {about["name"]: about for about in map(json.loads, lines)}


def read(pack: str, name: str) -> Kept:
    about, files = listed(pack)[name], _files(pack)
    expected = json.loads(files[f"{name}/expected.json"])
    journal, file = files[f"{name}/journal.txt"].decode(), files.get(f"{name}/match.json", b"")
    return Kept(about, files[f"{name}/palatine.db"], expected, journal, file)


def write(pack: str, matches: Iterable[Kept]) -> None:
    """Write a pack and its list. Similar files are adjacent, which compresses best."""
    files, lines = {}, []
    for kept in matches:
        name = kept.about["name"]
        lines.append(json.dumps(kept.about))
        files[f"{name}/palatine.db"] = kept.database
        if kept.file:
            files[f"{name}/match.json"] = kept.file
        files[f"{name}/expected.json"] = json.dumps(kept.expected, indent=1).encode()
        files[f"{name}/journal.txt"] = kept.journal.encode()
    DATA.mkdir(exist_ok=True)
    with (
        lzma.open(DATA / f"{pack}.tar.xz", "wb", check=lzma.CHECK_CRC64, filters=FILTERS) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for path in sorted(files, key=lambda path: (path.partition("/")[2], path)):
            member = tarfile.TarInfo(path)
            member.size = len(files[path])
            tar.addfile(member, io.BytesIO(files[path]))
    (DATA / f"{pack}.jsonl").write_text("\n".join(lines) + "\n")


@cache
def _files(pack: str) -> dict[str, bytes]:
    with lzma.open(DATA / f"{pack}.tar.xz") as packed, tarfile.open(fileobj=packed) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}  # type: ignore[union-attr]

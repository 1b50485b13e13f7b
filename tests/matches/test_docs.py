"""The description of the match file: its recipe runs, and its lists match the code."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from palatine.matches.files.matchfile import FileRecord, FileSeat, MatchFile

TEXT = (Path(__file__).parents[2] / "docs" / "match-file.md").read_text(encoding="utf-8")


def test_every_field_is_described() -> None:
    described = set(re.findall(r'`"?(\w+)"?`', TEXT)) | set(re.findall(r'"(\w+)"', TEXT))
    for kind in (MatchFile, FileRecord, FileSeat):
        names = {field.name for field in msgspec.structs.fields(kind)}
        assert names <= described, names - described

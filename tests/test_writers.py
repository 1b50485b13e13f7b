"""The finder of functions that write a field."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from writers import writers

SOURCE = """
class Losses:
    def take(self, s):
        s.place[3] = 7

def assign(s):
    s.place = []

def unpack(s):
    s.place[0], s.mood = 1, 2

def mutate(s):
    s.place.append(1)

def alias(s):
    place = s.place
    place[1] += 2

def delete(s):
    del s.place[0]

def read(s):
    place = 3
    return s.place[1], place
"""


def test_writers_are_found_and_readers_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "written_package"
    package.mkdir()
    (package / "__init__.py").write_text("def first(s):\n    s.mood -= 1\n")
    (package / "rules.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "written_package", raising=False)
    assert writers("written_package", ["place", "mood"]) == {
        "place": {f"rules.{name}" for name in ("Losses.take", "assign", "unpack", "mutate", "alias", "delete")},
        "mood": {"first", "rules.unpack"},
    }

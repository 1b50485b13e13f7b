"""Permissions of a database, which only its owner can read because it has seeds of matches."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from palatine.store import Store


@pytest.fixture(autouse=True)
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_a_new_database_and_its_companions_are_private(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "p.db")
    assert rights(tmp_path) == {"p.db": 0o600, "p.db-wal": 0o600, "p.db-shm": 0o600}
    store.close()


def test_one_that_others_could_read_is_made_private_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store.open(tmp_path / "p.db")
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    again = Store.open(tmp_path / "p.db")
    assert rights(tmp_path) == {"p.db": 0o600, "p.db-wal": 0o600, "p.db-shm": 0o600}
    assert "restricted to its owner" in caplog.text
    again.close()
    store.close()

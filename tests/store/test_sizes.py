"""Sizes of stored data."""

from __future__ import annotations

import json

import msgspec
import pytest

from palatine.cli.main import main
from palatine.matches.storage import Change, Snapshot
from palatine.store import Store
from palatine.store.transfer.sizes import database_size, table_sizes
from store.test_store import RECORD, SEATS, row


def test_what_a_match_takes_is_told(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store.open(database)
    store.create(row(), SEATS)
    before = {size.table: size for size in table_sizes(store.database)}
    records = tuple(msgspec.structs.replace(RECORD, n=n) for n in range(1, 6))
    assert store.append(Change(row(version=5), records, None, (Snapshot(0, b"x" * 5000),)), 0)
    after = {size.table: size for size in table_sizes(store.database)}
    assert (before["log"].rows, after["log"].rows, after["matches"].rows) == (0, 5, 1)
    assert after["snapshots"].bytes == before["snapshots"].bytes + 5000 + len("m") + 2 * 8
    assert database_size(store.database) > sum(size.bytes for size in after.values())
    assert main(["storage", "--database", database]) == 0
    assert "1 match; " in capsys.readouterr().out
    assert main(["storage", "--json", "--database", database]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tables"][0] == {"table": "snapshots", "rows": 1, "bytes": after["snapshots"].bytes}

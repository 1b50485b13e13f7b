"""`palatine records`: written and read back with the documented columns, without names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet
import pytest

from palatine.cli import main
from palatine.lab.records import LogRow, MatchSummaryRow
from palatine.matches import MatchServices, file_to_text
from palatine.store import Store

PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"
BOT = {"kind": "bot", "bot": "recruit"}


@pytest.fixture
def played(tmp_path: Path) -> dict[str, Any]:
    """Return the file of a finished match of two bots, and its database.

    The database also has an unfinished match.
    """
    place = tmp_path / "palatine.db"
    store = Store.open(place)
    services = MatchServices(store)
    match = services.matches.create("ford", players={"North": BOT, "South": BOT}).match
    services.matches.create("ford", players={"North": {"kind": "person", "name": "Ann Example"}, "South": BOT})
    file = services.archive.export(match)
    store.close()
    path = tmp_path / "one.json"
    path.write_text(file_to_text(file))
    return {"file": file, "path": str(path), "database": str(place), "folder": tmp_path}


def written(played: dict[str, Any], name: str, *given: str) -> list[dict[str, Any]]:
    to = played["folder"] / name
    assert main(["records", *given, "--to", str(to)]) == 0
    if name.endswith(".parquet"):
        rows: list[dict[str, Any]] = pyarrow.parquet.read_table(to).to_pylist()
        return rows
    return [json.loads(line) for line in to.read_text().splitlines()]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_finished_match_is_one_row_from_its_file_and_from_the_database(played: dict[str, Any], form: str) -> None:
    (row,) = written(played, f"a.{form}", played["path"])
    file = played["file"]
    assert row["match"] == file["match"]
    assert row["seats"] == ["North", "South"]
    assert row["bots"] == ["recruit", "recruit"]
    assert row["winners"] == file["result"]["winners"]
    assert row["rolls"] == sum(len(record["rolls"]) for record in file["log"] if "rolls" in record)
    assert written(played, f"b.{form}", "--database", played["database"]) == [row]
    assert written(played, f"c.{form}", played["path"], "--game", "tithe") == []


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_the_log_is_a_row_for_each_record(played: dict[str, Any], form: str) -> None:
    rows = written(played, f"log.{form}", played["path"], "--each", "record")
    log = played["file"]["log"]
    assert [row["n"] for row in rows] == [record["n"] for record in log]
    for row, record in zip(rows, log, strict=True):
        assert (row["verb"], row["operand"]) == tuple(record.get("action") or ("", 0))
        assert row["rolls"] == [value for _, _, value, _ in record.get("rolls", [])]


def test_both_forms_hold_the_same(played: dict[str, Any]) -> None:
    for each in ("match", "record"):
        lines = written(played, "x.jsonl", played["path"], "--each", each)
        assert lines == written(played, "x.parquet", played["path"], "--each", each)


def test_the_columns_are_those_the_page_describes() -> None:
    described = re.findall(r"^\| `(\w+)` \| (match|record|both) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    for kind, word in ((MatchSummaryRow, "match"), (LogRow, "record")):
        names = [field.name for field in msgspec.structs.fields(kind)]
        assert sorted(names) == sorted(name for name, where in described if where in (word, "both"))


def test_what_cannot_be_written_is_refused(played: dict[str, Any], capsys: Any) -> None:
    assert main(["records", played["path"], "--to", str(played["folder"] / "x.csv")]) != 0
    assert "ends in .jsonl or .parquet" in capsys.readouterr().err
    assert main(["records", played["path"], "--to", str(played["folder"] / "no" / "x.jsonl")]) != 0
    assert "cannot be written" in capsys.readouterr().err


def test_where_a_file_cannot_be_read_what_was_written_before_stays(played: dict[str, Any], capsys: Any) -> None:
    before = written(played, "x.jsonl", played["path"])
    assert main(["records", played["path"], "nowhere.json", "--to", str(played["folder"] / "x.jsonl")]) == 2
    assert "nowhere.json cannot be read" in capsys.readouterr().err
    assert [json.loads(line) for line in (played["folder"] / "x.jsonl").read_text().splitlines()] == before
    assert not list(played["folder"].glob("*.part"))

"""Studies: equal records from every executor, none lost in a crash, invalid ones refused."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet
import pytest

from palatine import registry
from palatine.cli import main
from palatine.core import PalatineError, Unknown, Unreadable
from palatine.lab.studies import RecordStore, load_plan, match_file, play_recorded, read_records, run_study
from palatine.lab.studies.executors import ProcessExecutor, check_backend
from palatine.lab.studies.games import StudyGame, play_part
from palatine.lab.studies.plans import SettingGroup, StudyFile, study_plan
from palatine.matches import MatchServices, verify_file
from palatine.matches.files.matchfile import to_dict
from palatine.optional_imports import MissingExtra
from palatine.store import Store

PAGE = Path(__file__).parents[2] / "docs" / "laboratory.md"
STUDY = """
title = "Duels"
seed = "test"
games = 6
part = 1

[[settings]]
game = "elric"
scenarios = ["duel", "successor"]
bots = ["recruit", { Amber = "captain" }]
options = [{}, { walls = "whole" }]
games = 3
"""


@pytest.fixture(autouse=True)
def _all_games(monkeypatch: Any, _examples: None) -> None:
    """Register the installed games, which other processes know too."""
    monkeypatch.setattr(registry, "_registered", {})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "duels.toml"
    path.write_text(STUDY)
    return path


def test_settings_are_every_scenario_with_all_bots_and_options_each_once(file: Path) -> None:
    plan = load_plan(file)
    found = {(setting.scenario, setting.bots) for setting, _ in plan.settings}
    assert found == {
        (name, bots) for name in ("duel", "successor") for bots in (("recruit",) * 2, ("captain", "recruit"))
    }
    assert len(plan.settings) == 4  # whole walls are the usual ones
    assert plan.games == 12


def test_records_are_the_same_from_one_process_and_from_two(file: Path, tmp_path: Path) -> None:
    plan = load_plan(file)
    one = run_study(plan, tmp_path / "one")
    two = run_study(plan, tmp_path / "two", workers=2)
    assert pyarrow.parquet.read_table(one).equals(pyarrow.parquet.read_table(two))
    assert [record.id for record in read_records(tmp_path / "two")] == [
        f"{s}/{n}" for s in range(4) for n in range(3)
    ]
    assert not list((tmp_path / "two").glob("part-*"))


def test_a_record_tells_the_game_that_the_setting_and_the_number_make(file: Path, tmp_path: Path) -> None:
    plan = load_plan(file)
    run_study(plan, tmp_path / "records")
    record = read_records(tmp_path / "records")[4]
    assert play_recorded(plan.settings[1][0], 1, 1) == record
    assert {each.seat for each in record.named} <= set(record.seats)
    assert all(each.entry in registry.load("elric").glossary for each in record.named)
    assert {each.at for each in record.measures} == set(range(1, record.boundaries + 1))
    assert {each.seat for each in record.measures} <= set(record.seats)
    assert sum(each.pieces for each in record.spaces) > 0


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("elric", [], {}), ("lord-and-master", ["P1", "P2"], {}), ("adventurer-kings", [], {"turns": 2})],
)
def test_a_match_file_is_of_the_game_that_was_recorded_and_verifies(
    game: str, seats: list[str], options: dict[str, Any]
) -> None:
    """The games are one of single actions and one of secret orders."""
    group = SettingGroup(game, seats=(tuple(seats),) if seats else (), options=(options,))
    plan = study_plan(StudyFile("Matches", (group,), games=2))
    record, file = play_recorded(plan.settings[0][0], 1), match_file(plan, "0/1", "2026-01-01T00:00:00.000Z")
    found = verify_file(file)
    assert (found.ok, found.findings) == (True, ())
    assert file.result is not None
    assert (file.result["winners"], file.result["margin"]) == (record.winners, record.told)
    assert sum(each.kind in ("action", "hand_in") for each in file.log) == record.decisions
    assert MatchServices(Store.open(":memory:")).archive.import_(to_dict(file))
    with pytest.raises(Unknown):
        match_file(plan, "0/2", file.created)


def test_a_worker_that_is_killed_costs_no_result(file: Path) -> None:
    parts = list(load_plan(file).parts())
    place = ProcessExecutor(2)
    found = place.play(parts)
    done = [next(found)]
    os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
    done += found
    place.close()
    assert sorted(part.name for part, _ in done) == sorted(part.name for part in parts)
    assert all(records == play_part(part) for part, records in done)


def test_a_study_that_is_killed_goes_on_where_it_was(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "duels.records"
    plan = load_plan(file)
    head = subprocess.Popen([sys.executable, "-m", "palatine", "study", str(file), "--workers", "1"], cwd=tmp_path)
    until = time.monotonic() + 60
    while len(list(folder.glob("part-*.parquet"))) < 2 and time.monotonic() < until:
        assert head.poll() is None
        time.sleep(0.01)
    head.kill()
    head.wait()
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("part-*.parquet")}
    told: list[tuple[int, int]] = []
    assert 2 <= len(kept) < plan.games
    run_study(plan, folder, progress=lambda done, wanted: told.append((done, wanted)))
    assert told[-1] == (plan.games - len(kept), plan.games - len(kept))
    run_study(plan, tmp_path / "whole")
    assert read_records(folder) == read_records(tmp_path / "whole")


def test_a_part_that_was_half_written_is_played_again(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "part-0000-00000000.writing").write_bytes(b"PAR1 torn")
    run_study(load_plan(file), folder)
    assert len(read_records(folder)) == 12


def test_another_study_is_not_mixed_in(file: Path, tmp_path: Path) -> None:
    run_study(load_plan(file), tmp_path / "records")
    file.write_text(STUDY.replace('seed = "test"', 'seed = "other"'))
    with pytest.raises(PalatineError, match="another study"):
        run_study(load_plan(file), tmp_path / "records")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("title", "name", Unreadable),
        ('"elric"', '"chess"', Unknown),
        ('"duel"', '"dual"', Unknown),
        ('Amber = "captain"', 'Red = "captain"', Unknown),
        ('"recruit",', '"marshal",', Unknown),
        ('"recruit",', '"general",', Unknown),
        ('walls = "whole"', 'walls = "wet"', Unknown),
        ("part = 1", "part = 0", Unknown),
        ("games = 3", 'seats = [["Amber"]]', Unknown),
    ],
)
def test_what_cannot_be_studied_is_refused(file: Path, old: str, new: str, error: type[Exception]) -> None:
    file.write_text(STUDY.replace(old, new))
    with pytest.raises(error):
        load_plan(file)


@pytest.mark.parametrize("more", [["--on", "mars"], ["--workers", "0"], ["--match", "9/9"]])
def test_what_cannot_be_done_leaves_nothing_behind(
    file: Path, tmp_path: Path, capsys: Any, more: list[str]
) -> None:
    assert main(["study", str(file), *more]) == 2
    assert capsys.readouterr().err.startswith("palatine: ")
    assert [path.name for path in tmp_path.iterdir()] == ["duels.toml"]


def test_a_study_that_is_wrong_is_told_in_a_line_and_leaves_nothing_behind(
    file: Path, tmp_path: Path, capsys: Any
) -> None:
    file.write_text(STUDY.replace("games = 6", 'games = "six"'))
    assert main(["study", str(file)]) == 2
    assert "duels.toml is no study" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["duels.toml"]


def test_two_do_not_write_the_same_records(file: Path, tmp_path: Path) -> None:
    plan = load_plan(file)
    held = RecordStore(tmp_path / "records", plan)
    with pytest.raises(PalatineError, match="another process"):
        run_study(plan, tmp_path / "records")
    held.close()
    run_study(plan, tmp_path / "records")


def test_the_command_tells_where_records_are(file: Path, tmp_path: Path, capsys: Any) -> None:
    assert main(["study", str(file), "--workers", "1", "--to", str(tmp_path / "there")]) == 0
    assert capsys.readouterr().out == f"12 games of 4 settings in {tmp_path}/there/records.parquet.\n"
    assert main(["study", str(file), "--match", "1/2", "--to", str(tmp_path / "one.json")]) == 0
    assert main(["verify", str(tmp_path / "one.json")]) == 0


def test_without_ray_it_is_named(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"ray, .*palatine\[ray\]"):
        check_backend(1, "ray")


def test_the_columns_are_those_the_page_describes() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Studies", 1)[1].split("\n## ", 1)[0]
    described = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert described == [field.name for field in msgspec.structs.fields(StudyGame)]

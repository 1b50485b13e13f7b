"""Studies on Ray: the same records as in one process despite crashes; a lost head is reported."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from palatine import registry
from palatine.lab.studies import load_plan, read_records, run_study

SMALL = """
title = "A few duels"
seed = "ray"
games = 2
part = 1

[[settings]]
game = "elric"
scenarios = ["duel"]
bots = ["recruit", "captain"]
"""
LONGER = """
title = "Duels that take a while"
seed = "ray"
games = 16
part = 1

[[settings]]
game = "lord-and-master"
seats = [["P1", "P2"]]
"""
AROUND = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
    "GRPC_ENABLE_FORK_SUPPORT": "false",  # else what the head starts for a client may end at once
}
LONG = 180.0
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def _all_games(monkeypatch: Any, _examples: None) -> None:
    """Register the installed games, which other processes know too."""
    monkeypatch.setattr(registry, "_registered", {})


def of_session(leader: int) -> dict[int, str]:
    """Return the processes of a session with their command lines."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            session = (place / "stat").read_text().rpartition(")")[2].split()[3]
            if int(session) == leader:
                found[int(place.name)] = (place / "cmdline").read_text()
        except OSError:
            continue
    return found


def kill(leader: int, called: str = "") -> list[int]:
    """Kill the processes of a session whose command line contains `called`."""
    gone = [pid for pid, name in of_session(leader).items() if called in name]
    for pid in gone:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return gone


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts Python commands in sessions of their own.

    All of them are killed after the test.
    """
    begun: list[subprocess.Popen[str]] = []

    def go(*command: str) -> subprocess.Popen[str]:
        begun.append(
            subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=tmp_path,
                env=AROUND,
                start_new_session=True,
                stdout=subprocess.DEVNULL,
                stderr=(tmp_path / f"{len(begun)}.err").open("w"),
                text=True,
            )
        )
        return begun[-1]

    yield go
    for each in begun:
        kill(each.pid)
        each.wait()


def wait_for(what: Callable[[], Any], *running: subprocess.Popen[str]) -> Any:
    """Return the first true answer of a question; fail if one of the given processes ends."""
    end = time.monotonic() + LONG
    while not (found := what()):
        assert time.monotonic() < end
        assert all([each.poll() is None for each in running])
        time.sleep(0.02)
    return found


def parts(folder: Path) -> list[Path]:
    return list(folder.glob("part-*.parquet"))


def test_local_ray_plays_the_same_records_whatever_cluster_the_machine_is_of(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AROUND, "RAY_ADDRESS", "127.0.0.1:1")
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    ray = start("palatine", "study", str(file), "--workers", "2", "--on", "ray", "--to", "ray")
    run_study(load_plan(file), tmp_path / "one")
    assert ray.wait(LONG) == 0, (tmp_path / "0.err").read_text()
    assert read_records(tmp_path / "ray") == read_records(tmp_path / "one")


def test_a_process_of_ray_that_is_killed_costs_no_result(tmp_path: Path, start: Start) -> None:
    file = tmp_path / "longer.toml"
    file.write_text(LONGER)
    study = start("palatine", "study", str(file), "--workers", "2", "--on", "ray", "--to", "ray")
    wait_for(lambda: parts(tmp_path / "ray"), study)
    assert wait_for(lambda: kill(study.pid, "ray::play_part"), study)
    assert study.wait(LONG) == 0, (tmp_path / "0.err").read_text()
    run_study(load_plan(file), tmp_path / "one")
    assert read_records(tmp_path / "ray") == read_records(tmp_path / "one")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def test_a_head_that_is_lost_is_told_and_the_study_goes_on_elsewhere(tmp_path: Path, start: Start) -> None:
    file, port = tmp_path / "longer.toml", free_port()
    file.write_text(LONGER)
    head = start(
        "ray.scripts.scripts", "start", "--head", "--block", f"--port={free_port()}",
        f"--ray-client-server-port={port}", "--num-cpus=1", "--include-dashboard=false",
    )  # fmt: skip
    wait_for(lambda: listens(port), head)
    study = start("palatine", "study", str(file), "--on", f"ray://127.0.0.1:{port}", "--to", "ray")
    wait_for(lambda: len(parts(tmp_path / "ray")) > 1, head, study)
    kill(head.pid)
    assert study.wait(LONG) == 2
    told = (tmp_path / "1.err").read_text().splitlines()
    assert [line for line in told if "palatine: The Ray cluster was lost; what it has played is kept" in line]
    assert "Traceback" not in "".join(told)
    kept = {path: path.stat().st_mtime_ns for path in parts(tmp_path / "ray")}
    assert 1 < len(kept) < 16
    again: list[int] = []
    run_study(load_plan(file), tmp_path / "ray", progress=lambda done, wanted: again.append(wanted))
    assert again[-1] == 16 - len(kept)
    run_study(load_plan(file), tmp_path / "one")
    assert read_records(tmp_path / "ray") == read_records(tmp_path / "one")

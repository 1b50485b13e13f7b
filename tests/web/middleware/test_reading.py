"""Readers, which wait neither for another writing process nor for odd headers."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from web.helpers import Served

HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN " + sys.argv[2])
print("held", flush=True)
sys.stdin.read()
held.execute("ROLLBACK")
"""


@pytest.mark.parametrize("kind", ["IMMEDIATE", "EXCLUSIVE"])
def test_reads_go_on_while_another_process_holds_the_database(tmp_path: Path, kind: str, ford: Any) -> None:
    """Eight seats try to act meanwhile and wait or are refused; readers are not affected."""
    served = Served(tmp_path / "p.db")
    served.start()
    players = {seat: {"number": "7"} for seat in ("North", "South")}
    with httpx.Client(base_url=served.url, timeout=60) as client, ThreadPoolExecutor(8) as threads:
        made = client.post("/api/matches", json={"game": "ford", "forced": False, "players": players}).json()
        path = f"/api/matches/{made['match']}"
        north = {"authorization": f"Bearer {made['keys']['North']}"}
        act = {
            "seat": "North",
            "actions": [{"verb": "rest", "operand": 0}],
            "version": client.get(path).json()["version"],
        }
        command = [sys.executable, "-c", HOLDER, str(tmp_path / "p.db"), kind]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
            assert owner.stdout is not None
            assert owner.stdout.readline() == "held\n"
            waiting = [
                threads.submit(httpx.post, f"{served.url}{path}/actions", json=act, headers=north, timeout=60)
                for _ in range(8)
            ]
            for _ in range(10):
                for ask in ("", "/view", "/view?seat=North", "/boards", "/export?seat=North"):
                    assert client.get(path + ask, headers=north).status_code == 200
            assert not any([each.done() for each in waiting])
            owner.communicate("")
        assert sorted({each.result().status_code for each in waiting}) == [200, 409]
        assert [each.result().status_code for each in waiting].count(200) == 1
    served.stop()


@pytest.mark.parametrize("last", ["9" * 5000, "9" * 16, "-1", "1e3", "x", "٣", "²", "", "0x1"])
def test_what_a_client_says_it_saw_last_never_hurts(new_table: Any, served: Any, last: str) -> None:
    table = new_table()
    headers = {"last-event-id": last.encode()}
    with httpx.stream("GET", f"{served.url}{table.base}/events", headers=headers, timeout=20) as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        assert next(lines) == "retry: 1000"
        assert next(line for line in lines if line.startswith("id: ")) == f"id: {table.view(None)['version']}"


def test_a_number_is_gone_on_from(new_table: Any, served: Any) -> None:
    table = new_table()
    version = table.view(None)["version"]
    with httpx.stream(
        "GET", f"{served.url}{table.base}/events", headers={"last-event-id": str(version)}, timeout=20
    ) as answer:
        table.act(table.asked()[0], "rest", 0, version)
        told = next(line for line in answer.iter_lines() if line.startswith("id: "))
    assert int(told.removeprefix("id: ")) > version

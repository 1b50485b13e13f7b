"""A stopping server finishes its requests within ten seconds, and listeners find the next one."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from palatine.web.monitoring import shutdown
from web.chromium import READY
from web.helpers import Table

PATIENCE = 150.0
END = b"whole"


class StoppableServer:
    """`palatine serve` in its own process, restarted at will on one address and database."""

    def __init__(self, place: Path) -> None:
        self.place = place
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = int(found.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **settings: str) -> None:
        command = [sys.executable, "-m", "web.monitoring.serving", str(self.place), str(self.port)]
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}
        self.process = subprocess.Popen(command, env=around, stdout=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("It did not begin to serve.")

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it and return its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process = None
        return code


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StoppableServer]:
    server = StoppableServer(tmp_path / "p.db")
    server.start()
    yield server
    if server.process is not None:
        server.process.kill()
        server.process.wait()


@pytest.fixture
def served(server: StoppableServer) -> StoppableServer:
    """Return the server for the browser."""
    return server


def test_who_plays_while_the_server_is_begun_anew_goes_on_without_doing_anything(
    server: StoppableServer, browser: Any
) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as client:
        table = Table(client)
        pages = {seat: browser.at(table, seat) for seat in table.keys}
        version = table.step().json()["version"]
        for page in pages.values():
            page.wait_for_selector(f"#match[data-version='{version}']")
        code = server.stop()
        assert code == 0
        server.start()
        version = table.step().json()["version"]
        for page in pages.values():  # each of them hears of what was done on the new one
            page.wait_for_selector(f"#match[data-version='{version}']")
            assert page.locator(READY).count() == 1
    browser.errors.clear()  # that nobody answered for a while is what this is about


def test_a_request_that_is_under_way_is_answered_and_streams_end_whole(server: StoppableServer) -> None:
    with httpx.Client(base_url=server.url, timeout=30) as client:
        table = Table(client)
        told: list[bytes] = []
        hears = threading.Thread(target=_listen, args=(server.url, table, told))
        hears.start()
        _until(lambda: b"retry:" in b"".join(told))
        answers: list[int] = []
        asked = threading.Event()

        def act() -> None:
            with httpx.Client(base_url=server.url, timeout=30) as mine:
                other = Table.__new__(Table)
                other.__dict__.update({**table.__dict__, "client": mine})
                asked.set()
                answers.append(other.step().status_code)

        acts = threading.Thread(target=act)
        acts.start()
        asked.wait(10)
        before = client.get(table.base).json()["at"]
        _until(lambda: client.get(table.base).json()["at"] > before or bool(answers))
        code = server.stop()
        acts.join(20)
        hears.join(20)
        assert (code, answers) == (0, [200])
        assert not hears.is_alive()
        assert told[-1] == END
        server.start()
        assert client.get(table.base).json()["at"] > 0


def test_who_is_only_called_is_let_go_too(tmp_path: Path) -> None:
    """No one watches a match; one page of the server is open."""
    server = StoppableServer(tmp_path / "p.db")
    server.start(PALATINE_SITE_ACCESS="open")
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=30) as client:
        assert client.post("/api/me/guest").status_code == 201
        told: list[bytes] = []
        hears = threading.Thread(target=_hear, args=(client, "/api/me/events", told))
        hears.start()
        _until(lambda: b"event: turns" in b"".join(told))
        code = server.stop()
        hears.join(20)
    assert code == 0
    assert told[-1] == END


def _listen(url: str, table: Table, told: list[bytes]) -> None:
    with httpx.Client(base_url=url, timeout=30) as client:
        _hear(client, f"{table.base}/events", told)


def _hear(client: httpx.Client, address: str, told: list[bytes]) -> None:
    with client.stream("GET", address, headers={"accept-encoding": "identity"}) as answer:
        told.extend(answer.iter_raw())
    told.append(END)  # what is cut off raises before


def _until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_what_cannot_be_interrupted_is_ended_all_the_same() -> None:
    program = (
        "import threading, time; from palatine.web.monitoring import shutdown; shutdown.force_exit_after(0.3);"
        "threading.Thread(target=time.sleep, args=(60,)).start()"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=50, check=False)
    assert done.returncode == 0
    assert shutdown.EXIT_SECONDS < 10

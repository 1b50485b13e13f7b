"""A frozen process, which its service manager notices, kills and restarts."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from loops import in_a_loop
from palatine.web.monitoring import watchdog

PATIENCE = 120.0
UNIT = Path(__file__).parents[3] / "deploy" / "systemd" / "palatine@.service"


def seconds(setting: str) -> float:
    """Return a time of the unit in seconds."""
    (found,) = [line for line in UNIT.read_text().splitlines() if line.startswith(f"{setting}=")]
    return float(found.partition("=")[2])


class Manager:
    """A model of systemd with `Type=notify` and `WatchdogSec`."""

    def __init__(self, place: Path) -> None:
        self.address = str(place / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.address)
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = int(found.getsockname()[1])
        self.place = place
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> int:
        """Start the service, and return its process once it is ready."""
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "NOTIFY_SOCKET": self.address}
        around["WATCHDOG_USEC"] = str(int(seconds("WatchdogSec") * 1_000_000))
        command = [sys.executable, "-m", "web.monitoring.serving", str(self.place / "p.db"), str(self.port)]
        with (self.place / "said").open("ab") as said:
            self.process = subprocess.Popen(command, env=around, stdout=said, stderr=said)
        self.hear(watchdog.READY)
        return self.process.pid

    def hear(self, state: str, patience: float = PATIENCE) -> None:
        """Wait for a notification. Raises TimeoutError when none comes for so long."""
        self.socket.settimeout(patience)
        while self.socket.recv(4096).decode() != state:
            pass

    def watch(self) -> None:
        """Watch until the service misses its time, then abort or kill it and start it again."""
        assert self.process is not None
        try:
            while True:
                self.hear(watchdog.ALIVE, seconds("WatchdogSec"))
        except TimeoutError:
            for number in (signal.SIGABRT, signal.SIGCONT):
                self.process.send_signal(number)
        try:
            self.process.wait(seconds("TimeoutAbortSec"))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self.socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(tmp_path)
    yield made
    made.stop()


def test_a_frozen_server_is_killed_and_another_answers_in_its_place(manager: Manager) -> None:
    first = manager.start()
    for _ in range(3):
        manager.hear(watchdog.ALIVE)
    assert httpx.get(f"http://127.0.0.1:{manager.port}/healthz", timeout=PATIENCE).status_code == 200
    os.kill(first, signal.SIGSTOP)
    manager.watch()
    assert manager.process is not None
    assert manager.process.returncode in (-signal.SIGABRT, -signal.SIGKILL)
    second = manager.start()
    assert second != first
    assert httpx.get(f"http://127.0.0.1:{manager.port}/healthz", timeout=PATIENCE).status_code == 200
    manager.process.terminate()
    manager.hear(watchdog.STOPPING)
    assert manager.process.wait(PATIENCE) == 0


# The notifications


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as listening:
        listening.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield listening


def all_of(heard: socket.socket) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(heard.recv(100))
        except BlockingIOError:
            return found


def test_a_loop_that_is_blocked_says_nothing(heard: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "3000")

    async def work() -> None:
        feeding = asyncio.create_task(watchdog.notify_forever())
        while not all_of(heard):
            await asyncio.sleep(0.001)
        time.sleep(0.05)  # blocks the loop for many times as long as it has
        assert all_of(heard) == []
        feeding.cancel()

    in_a_loop(work())


def test_a_manager_that_does_not_read_holds_nobody_up(heard: socket.socket) -> None:
    for _ in range(10_000):
        watchdog.notify(watchdog.ALIVE)
    assert set(all_of(heard)) == {b"WATCHDOG=1"}


def test_an_abstract_address_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"palatine-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        watchdog.notify(watchdog.READY)
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ({}, 0.0),
        ({"WATCHDOG_USEC": "3000000"}, 3.0),
        ({"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": str(os.getpid())}, 3.0),
        ({"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"}, 0.0),
    ],
)
def test_a_watchdog_is_fed_by_the_process_it_is_meant_for(
    monkeypatch: pytest.MonkeyPatch, around: dict[str, str], expected: float
) -> None:
    for name in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    assert watchdog.watchdog_seconds() == expected
    assert watchdog.notify(watchdog.READY) is None, "without a manager nothing is sent"

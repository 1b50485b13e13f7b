"""`palatine serve` in a separate process that tests can kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from math import inf
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic

HOST = "127.0.0.1"
SOON = 30.0
"""Seconds after which a test gives up on a server: many more than it should ever need."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        return int(taken.getsockname()[1])


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


class ServerProcess:
    """A server process with these options, and with `settings` as environment variables.

    It keeps its port after a restart.
    """

    def __init__(self, database: Path | str, *options: str, **settings: str) -> None:
        self.database = str(database)
        self.around = {**os.environ, **settings}
        self.port = free_port()
        self.options = options
        self.open_since = inf
        """Monotonic time since which it responds, or infinity while it does not."""
        self.process: subprocess.Popen[str] | None = None
        self._errors = TemporaryFile("w+")  # noqa: SIM115 A full pipe would block the server.

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    def start(self) -> None:
        """Start the server and return when it reports that it is open."""
        assert self.opens(), self.reap()

    def opens(self) -> bool:
        """Start the server and return whether it reported that it is open. If not, it has ended."""
        command = [sys.executable, "-m", "palatine", "serve", "--no-browser", "--database", self.database]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), *self.options],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env=self.around,
        )
        assert self.process.stdout is not None
        while "open at" not in (line := self.process.stdout.readline()):
            if not line:
                return False
        self.open_since = monotonic()
        return True

    def children(self) -> list[int]:
        """Return the ids of the child processes that run its bots."""
        assert self.process is not None
        pid = self.process.pid
        return sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def kill(self) -> None:
        """Kill the server and return when its child processes have ended too."""
        assert self.process is not None
        children = self.children()
        self.process.send_signal(signal.SIGKILL)
        self.reap()
        until = monotonic() + SOON
        while any(map(is_alive, children)):
            assert monotonic() < until, "children have outlived the server"
            os.sched_yield()

    def stop(self) -> str:
        """Stop the server as an operator does and return its standard error."""
        if self.process is None or self.process.poll() is not None:
            self.open_since = inf
            return ""
        self.process.terminate()
        return self.reap()

    def reap(self) -> str:
        """Wait until the server has ended and return its standard error."""
        assert self.process is not None
        self.open_since = inf
        self.process.communicate(timeout=SOON)
        self._errors.seek(0)
        return self._errors.read()


def kill_child(server: ServerProcess, number: int) -> None:
    """Kill one of the processes that run bots, if there are any."""
    children = server.children()
    if children:
        with suppress(ProcessLookupError):  # The process has just ended by itself.
            os.kill(children[number % len(children)], signal.SIGKILL)

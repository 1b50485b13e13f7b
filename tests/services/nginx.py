"""nginx with the example configuration `deploy/nginx.conf`."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from services.mailing import listens, until
from services.servers import wishes

EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
PROGRAM = "/usr/sbin/nginx"


def command_of(place: Path, port: int, ports: Sequence[int]) -> tuple[str, ...]:
    """Write the example configuration to a folder and return the command for nginx.

    The configuration is written without TLS and with other ports.
    """
    text = wishes(EXAMPLE.read_text(encoding="utf-8"), "listen 443 ssl;", f"listen 127.0.0.1:{port};")
    for given, ours in zip(("127.0.0.1:8081", "127.0.0.1:8082"), ports, strict=True):
        text = wishes(text, given, f"127.0.0.1:{ours}")
    text = re.sub(r"(?m)^ *ssl_certificate.*\n", "", text)
    temp = "".join(
        f"{name}_temp_path {place}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off;\npid {place}/nginx.pid;\nerror_log {place}/nginx.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temp}{text}}}\n"
    )
    (place / "nginx.conf").write_text(whole)
    return PROGRAM, "-e", str(place / "nginx.log"), "-c", str(place / "nginx.conf")


class Nginx:
    """nginx in front of servers. Tests kill and freeze it with all its workers."""

    def __init__(self, place: Path, port: int, ports: Sequence[int]) -> None:
        self.port = port
        self._command = command_of(place, port, ports)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start nginx and return when it accepts connections."""
        self._process = subprocess.Popen(self._command)
        until(lambda: listens(self.port), every=0.01)

    def workers(self) -> list[int]:
        assert self._process is not None
        pid = self._process.pid
        return sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def send(self, number: int) -> None:
        """Send a signal to the master process, then to the workers."""
        assert self._process is not None
        workers = self.workers()
        self._process.send_signal(number)
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, number)

    def kill(self) -> None:
        """Kill nginx and return when nothing listens on its port any more."""
        assert self._process is not None
        self.send(signal.SIGKILL)
        self._process.wait()
        until(lambda: not listens(self.port), every=0.01)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.send(signal.SIGCONT)
            self._process.terminate()
            self._process.wait()

"""The nginx and Caddy examples in front of two equal processes on one PostgreSQL."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from databases import Cluster
from services.mailing import until
from services.nginx import command_of

DEPLOY = Path(__file__).parents[2] / "deploy"
HOST = "play.example.org"
SOON = 60.0
ONCE = 5.0
"""Seconds after which a request that hangs in a frozen process is sent again."""
HOLD = re.compile(r'palatine_requests_total\{method="GET",status="200"\} (\d+)')


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Processes:
    """Two equal processes of a server and the proxy before them."""

    def __init__(self, url: str, place: Path) -> None:
        self.url = url
        self.place = place
        self.ports = [free_port(), free_port()]
        self.port = free_port()
        self.running: list[subprocess.Popen[bytes]] = []

    def begin(self, *command: str, **more: str) -> subprocess.Popen[bytes]:
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}
        with (self.place / f"said{len(self.running)}").open("wb") as said:
            made = subprocess.Popen(command, env=around, stdout=said, stderr=said, cwd=self.place)
        self.running.append(made)
        return made

    def serve(self) -> None:
        for port in self.ports:
            program = (sys.executable, "-m", "web.monitoring.serving", self.url, str(port))
            self.begin(*program, PALATINE_SERVER_ALLOWED_HOSTS=HOST)
        for port in self.ports:
            self.until_ready(f"http://127.0.0.1:{port}/readyz")

    def until_ready(self, address: str, **headers: str) -> None:
        def is_ready() -> bool:
            try:
                return httpx.get(address, headers=headers, timeout=ONCE).status_code == 200
            except httpx.TransportError:
                return False

        until(is_ready, self.told, patience=SOON)

    def told(self) -> str:
        return "\n".join(path.read_text()[-2000:] for path in self.place.glob("said*"))

    def ask(self, path: str) -> httpx.Response:
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", headers={"host": HOST}, timeout=SOON)

    def answered(self, port: int) -> int:
        """Return the number of requests a process has answered."""
        found = HOLD.search(httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=SOON).text)
        return int(found[1]) if found else 0

    def stop(self) -> None:
        for each in reversed(self.running):
            each.send_signal(signal.SIGCONT)
            each.terminate()
        for each in self.running:
            each.wait(SOON)


def nginx(processes: Processes) -> None:
    """Start nginx with the example, without TLS and on other ports."""
    processes.begin(*command_of(processes.place, processes.port, processes.ports))


def caddy(processes: Processes) -> None:
    """Start Caddy with the example, without TLS and on other ports."""
    upstream = " ".join(f"127.0.0.1:{port}" for port in processes.ports)
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (processes.place / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text)
    command = ("/usr/bin/caddy", "run", "--config", str(processes.place / "Caddyfile"), "--adapter", "caddyfile")
    home = str(processes.place)
    around = {"PALATINE_HOST": f"http://{HOST}:{processes.port}", "PALATINE_UPSTREAM": upstream}
    processes.begin(*command, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home, **around)


@pytest.fixture
def processes(cluster: Cluster, tmp_path: Path) -> Iterator[Processes]:
    url = cluster.make(cluster.template)
    made = Processes(url, tmp_path)
    with ExitStack() as stack:
        stack.callback(cluster.drop, url)
        stack.callback(made.stop)
        made.serve()
        yield made


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=lambda proxy: proxy.__name__)
def test_two_processes_serve_their_matches_behind_a_proxy_and_each_those_of_the_other(
    processes: Processes, proxy: Callable[[Processes], None]
) -> None:
    proxy(processes)
    processes.until_ready(f"http://127.0.0.1:{processes.port}/healthz", host=HOST)
    assert [processes.ask(path).status_code for path in ("/metrics", "/readyz")] == [404, 404]
    with httpx.Client(
        base_url=f"http://127.0.0.1:{processes.port}", headers={"host": HOST}, timeout=SOON
    ) as client:
        matches = [client.post("/api/matches", json={"game": "ford"}).json()["match"] for _ in range(12)]
        by: dict[str, int] = {}
        for match in matches:
            before = [processes.answered(port) for port in processes.ports]
            for _ in range(20):
                assert client.get(f"/api/matches/{match}").status_code == 200
            grown = [processes.answered(port) - n for port, n in zip(processes.ports, before, strict=True)]
            by[match] = grown.index(max(grown))
            assert max(grown) >= 20, "all of them go to one process"
        assert set(by.values()) == {0, 1}, "and matches to both"
        key = client.post("/api/matches", json={"game": "ford"}).json()
        with client.stream("GET", f"/api/matches/{key['match']}/events") as stream:
            assert stream.status_code == 200
            assert next(stream.iter_raw()), "news comes while the stream is open"
    held = Counter(by.values()).most_common(1)[0][0]
    processes.running[held].send_signal(signal.SIGSTOP if proxy is caddy else signal.SIGKILL)
    for match in matches:
        processes.until_ready(f"http://127.0.0.1:{processes.port}/api/matches/{match}", host=HOST)

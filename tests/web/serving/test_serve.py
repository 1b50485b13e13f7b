"""`palatine serve` in its own process, sole owner of its SQLite file, which commands change."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import delete

from palatine.matches import MatchServices, SeatOwner
from palatine.store import Store
from palatine.store.schema_people import sessions
from web.serving.players import BEHIND
from web.serving.server_process import SOON, ServerProcess


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Yield a server whose guests have accounts."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "palatine.toml").write_text('[site]\naccess = "open"\n')
    made = ServerProcess(folder / "palatine.db", "--config", str(folder / "palatine.toml"))
    made.start()
    yield made
    assert made.stop() == ""


@pytest.fixture
def guest(served: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=SOON) as client:
        client.post("/api/me/guest").raise_for_status()
        yield client


@pytest.fixture
def elsewhere(served: ServerProcess) -> Iterator[Store]:
    """Yield the store of an operator's command on the same database."""
    store = Store.open(served.database, check=False)
    yield store
    store.close()


class Ear:
    """A listener of a match in a thread, with the versions received and the end of the stream."""

    def __init__(self, client: httpx.Client, match: str) -> None:
        self.versions: list[int] = [0]
        self.news = threading.Condition()
        self.is_open = self.is_over = False
        self.url = f"{client.base_url}/api/matches/{match}/events?seat=Hosar"
        self.headers = {"cookie": f"palatine={client.cookies['palatine']}"}
        threading.Thread(target=self._run, daemon=True).start()
        self.wait(lambda: self.is_open)

    def _run(self) -> None:
        with (
            suppress(httpx.TransportError),  # the server has ended
            httpx.stream("GET", self.url, headers=self.headers, timeout=SOON) as stream,
        ):
            for line in stream.raise_for_status().iter_lines():
                self._note(line)
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def _note(self, line: str) -> None:
        with self.news:
            self.is_open = True
            if line.startswith("id: "):
                self.versions.append(int(line[4:]))
            self.news.notify_all()

    def wait(self, holds: Callable[[], bool], seconds: float = SOON) -> None:
        with self.news:
            assert self.news.wait_for(holds, seconds), self.versions


def sit_down(guest: httpx.Client) -> str:
    """Return a match in which the guest plays Hosar."""
    body = {"game": "demonlord", "players": {"Hosar": {"kind": "person", "me": True, "number": "1"}}}
    return str(guest.post("/api/matches", json=body).raise_for_status().json()["match"])


def test_what_another_program_writes_is_heard_soon(guest: httpx.Client, elsewhere: Store) -> None:
    match = sit_down(guest)
    ear = Ear(guest, match)
    _, seats = elsewhere.load(match) or pytest.fail("there is no such match")
    (owner,) = [each.owner for each in seats if each.seat == "Hosar"]
    version = MatchServices(elsewhere).seats.lend_to_bot(match, SeatOwner(owner, "Hosar")).version
    ear.wait(lambda: ear.versions[-1] >= version, BEHIND)


@pytest.mark.parametrize("by_operator", [False, True])
def test_a_session_that_ends_ends_its_streams(guest: httpx.Client, elsewhere: Store, by_operator: bool) -> None:
    ear = Ear(guest, sit_down(guest))
    if by_operator:
        elsewhere.database.write(lambda connection: connection.execute(delete(sessions)).rowcount)
    else:
        guest.delete("/api/session").raise_for_status()
    ear.wait(lambda: ear.is_over, BEHIND)


def palatine(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "palatine", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=False)


def test_a_second_server_on_one_sqlite_file_is_refused(served: ServerProcess, guest: httpx.Client) -> None:
    second = palatine("serve", "--no-browser", "--port", "0", "--database", served.database)
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == (
        f"palatine: Another process serves {served.database}, or upgrades, moves or restores it. An SQLite file has "
        "one `palatine serve`; several can share a PostgreSQL database, see docs/deployment.md. Nothing was changed.\n"
    )
    assert guest.get("/readyz").status_code == 200, "the first goes on"


def test_commands_work_beside_a_server(served: ServerProcess, guest: httpx.Client, tmp_path: Path) -> None:
    sit_down(guest)
    copy = str(tmp_path / "palatine.backup")
    for words in (("accounts", "create", "Ann"), ("jobs",), ("audit",), ("backup", copy)):
        done = palatine(*words, "--database", served.database)
        assert done.returncode == 0, done.stderr
    moved = palatine("move", served.database, str(tmp_path / "moved.db"))
    assert moved.returncode == 2
    assert "Stop that process first" in moved.stderr


def test_a_server_starts_on_the_file_of_one_that_was_killed(tmp_path: Path) -> None:
    first, second = ServerProcess(tmp_path / "palatine.db"), ServerProcess(tmp_path / "palatine.db")
    first.start()
    first.kill()
    second.start()
    assert second.stop() == ""


def lines_of(folder: Path, settings: str, *words: str, **around: str) -> list[dict[str, str]]:
    """Return the log lines of a server from start to stop; each is JSON."""
    (folder / "palatine.toml").write_text(settings)
    command = [sys.executable, "-m", "palatine", "serve", "--no-browser", "--port", "0", *words]
    environment = {**os.environ, "PALATINE_CONFIG": str(folder / "palatine.toml"), **around}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=folder
    ) as process:
        assert process.stdout is not None
        found = []
        for line in process.stdout:
            found.append(msgspec.json.decode(line, type=dict[str, str]))
            if "is open at" in found[-1]["message"]:
                process.terminate()
    return found


def test_a_json_log_is_json_from_its_first_line_to_its_last(tmp_path: Path) -> None:
    old = '[house]\nname = "The Club"\n[monitoring]\nlog_format = "json"\nlog_level = "info"\n'
    found = lines_of(tmp_path, old)
    assert all(each.keys() >= {"time", "level", "logger", "message"} for each in found)
    told = [each["message"] for each in found]
    assert ["house.name is now called site.name" in each for each in told[:2]] == [True, False]
    assert told[-1].startswith("Finished server process")


@pytest.mark.parametrize(
    ("settings", "words", "around"),
    [
        ('[monitoring]\nlog_format = "json"\n[mail]\ninbound_url = "pop://x"\n', [], {}),
        ('[monitoring]\nlog_format = "json"\n', ["--database", "mysql://x/y"], {}),
        ("[nonsense", [], {"PALATINE_MONITORING_LOG_FORMAT": "json"}),
    ],
    ids=["mail", "database", "settings"],
)
def test_a_server_that_cannot_start_says_so_in_json(
    tmp_path: Path, settings: str, words: list[str], around: dict[str, str]
) -> None:
    (line,) = lines_of(tmp_path, settings, *words, **around)
    assert line["level"] == "error"

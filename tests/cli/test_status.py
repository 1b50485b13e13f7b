"""`palatine status` and `palatine config`: the state of a server and its settings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socket import create_server
from threading import Thread
from typing import Any, ClassVar

import pytest

from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.notifications.mail_status import MailStatus, write_mail_status
from palatine.store import Store
from palatine.store.jobs import MAX_TRIES

DUE = datetime(2026, 1, 2, tzinfo=UTC)


def test_an_unreachable_mailbox_needs_a_hand(run: Any, tmp_path: Path) -> None:
    place = str(tmp_path / "p.db")
    store = Store.open(place)
    write_mail_status(
        store.database, MailStatus(now(), trouble="imap.example.org: OSError", since="2026-11-28T12:00:00.000Z")
    )
    code, out, _ = run("status", "--database", place)
    assert code == 1
    assert "The mailbox has been unreadable since 2026-11-28T12:00:00.000Z: imap.example.org: OSError" in out
    write_mail_status(store.database, MailStatus("2026-11-28T12:00:00.000Z", trouble="imap.example.org: OSError"))
    assert run("status", "--database", place)[0] == 0, "no server runs that could read it"


def test_a_server_that_is_well_and_one_that_needs_attention(run: Any, tmp_path: Path) -> None:
    place = str(tmp_path / "p.db")
    store = Store.open(place)
    made = MatchServices(store).matches.create("ford")
    code, out, _ = run("status", "--database", place)
    assert code == 0
    assert "Matches: 0 being played, 1 waiting for players, 0 finished." in out
    store.jobs.add("expire", "expire it", "2026-01-01")
    for _ in range(MAX_TRIES):
        (job,) = store.jobs.claim(DUE)
        store.jobs.retry_later(job, DUE, "ZeroDivisionError: of no use")
    code, out, _ = run("status", "--database", place)
    assert code == 1
    assert "'expire it': ZeroDivisionError: of no use" in out
    told = json.loads(run("status", "--json", "--database", place)[1])
    assert (told["jobs_parked"], told["matches"]) == (1, {"open": 1})
    assert made.match not in out


class Handler(BaseHTTPRequestHandler):
    """An HTTP handler that answers like a running server."""

    answers: ClassVar[dict[str, tuple[int, str]]] = {}

    def do_GET(self) -> None:
        status, text = self.answers[self.path]
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def url() -> Any:
    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_running_server_reports_its_status(run: Any, url: str) -> None:
    metrics = 'palatine_listeners{to="matches"} 4\npalatine_errors_total{kind="x"} 1\n'
    Handler.answers = {"/readyz": (503, "The server is stopping.\n"), "/metrics": (200, metrics)}
    assert run("status", "--url", url)[:2] == (1, 'The server is stopping.\nlisteners{to="matches"}: 4\n')
    Handler.answers["/readyz"] = (200, "Ready.\n")
    assert run("status", "--url", f"{url}/")[0] == 0
    Handler.answers["/metrics"] = (200, "palatine_mailbox_up 0.0\n")
    assert run("status", "--url", url)[0] == 1
    Handler.answers["/metrics"] = (404, "nothing")
    code, _, told = run("status", "--url", url)
    assert code == 2
    assert "monitoring.metrics" in told


@pytest.mark.parametrize(
    "command",
    [
        "status", "audit", "jobs", "stuck", "purge --finished 3", "storage", "compress", "accounts audit-log",
        "accounts list", "accounts recover Ann", "accounts role Ann admin", "accounts erase Ann --yes",
        "matches", "export M", "play --match M", "orders suggest",
        "turn run M", "turn report M", "records --to rows.jsonl",
    ],
)  # fmt: skip
def test_who_looks_after_a_server_that_is_not_there_is_told_so_and_makes_none(
    run: Any, tmp_path: Path, monkeypatch: Any, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "nowhere.db"
    for named in (str(place), f"sqlite:///{place}"):
        code, out, complaint = run(*command.split(), "--database", named)
        assert (code, out) == (2, "")
        assert "There is no such database" in complaint
    assert not [found.name for found in tmp_path.iterdir() if found.name != "data"]


def test_who_looks_for_matches_where_none_was_ever_played_finds_none_and_makes_no_server(
    run: Any, tmp_path: Path
) -> None:
    assert run("matches") == (0, "", "")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("url", "told"), [("file:///etc/passwd", "begins with http"), ("http://127.0.0.1:1", "No server answers")]
)
def test_an_address_where_there_is_no_server(run: Any, url: str, told: str) -> None:
    code, out, complaint = run("status", "--url", url)
    assert (code, out) == (2, "")
    assert told in complaint


def test_the_settings_in_force_are_printed_without_secrets(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('[mail]\nsmtp_url = "smtp://me:hush-hush@mail.example.org"\n')
    monkeypatch.setenv("PALATINE_SITE_NAME", "The club")
    code, out, _ = run("config", "--config", str(file))
    assert code == 0
    assert 'name = "The club"' in out
    assert "hush-hush" not in out
    monkeypatch.setenv("PALATINE_HOUSE_NAM", "x")
    assert "PALATINE_SITE_NAME" in run("config")[2]


def test_every_command_finds_the_database_of_the_settings(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "palatine.toml").write_text('[server]\ndatabase = "club.db"\n')
    assert "club.db" in run("jobs")[2]
    Store.open(tmp_path / "club.db").close()
    assert run("jobs")[0] == 0
    monkeypatch.setenv("PALATINE_DATABASE", "other.db")
    assert "other.db" in run("jobs")[2]
    Store.open(tmp_path / "other.db").close()
    assert run("jobs")[0] == 0


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("serve --port 65536", "argument --port: it is at most 65535, not 65536"),
        ("serve --port many", "argument --port: invalid whole number value: 'many'"),
        ("purge --finished 0 --delete", "argument --finished: it is at least 1, not 0"),
        ("compress --after -1", "argument --after: it is at least 0, not -1"),
    ],
)
def test_a_number_that_makes_no_sense_is_refused_before_anything_is_done(
    run: Any, command: str, reason: str
) -> None:
    code, out, complaint = run(*command.split())
    assert (code, out) == (2, "")
    assert reason in complaint


def test_the_removed_option_of_the_server_says_what_to_do_instead(run: Any) -> None:
    for more in ([], ["2"], ["--no-browser"]):
        code, out, complaint = run("serve", "--workers", *more)
        assert (code, out) == (2, "")
        assert "--workers is gone: start `palatine serve` several times on one PostgreSQL database" in complaint


CHOOSE = ". Choose another with --port or server.port."


def test_a_port_that_is_taken_is_named(run: Any) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, complaint = run("serve", "--no-browser", "--database", ":memory:", "--port", str(port))
    assert (code, complaint) == (2, f"palatine: 127.0.0.1:{port}: Address already in use{CHOOSE}\n")

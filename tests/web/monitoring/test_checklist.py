"""The checklist: its findings, permission to see it, and the test mail."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from loops import in_a_loop
from palatine.accounts.accounts import Accounts
from palatine.cli import main
from palatine.config import Config, MailSettings, ServerSettings, SiteSettings
from palatine.matches.clock import add_seconds, now
from palatine.notifications.mail_status import MailStatus, write_mail_status
from palatine.notifications.outbox import Outbox
from palatine.notifications.test_mail import ProbeMail, record_reading, record_reply, send_test_mail
from palatine.store import Store
from palatine.store.server_notes import BackupNote, read_note, write_note
from palatine.web.middleware import allowed_hosts
from palatine.web.monitoring import checklist as checks
from palatine.web.monitoring import reachability
from palatine.web.monitoring.checklist import ChecklistItem, Facts, checklist
from palatine.web.monitoring.reachability import Reachability, UrlCheck, check_url

URL = "https://play.example.org"
OPEN = Config(site=SiteSettings(url=URL, access="open"))
MAIL = Config(site=OPEN.site, mail=MailSettings(smtp_url="smtp://localhost", inbound_url="lmtp://127.0.0.1:2424"))
HOUR = 3600


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PALATINE_CONFIG", raising=False)
    found = Store.open(tmp_path / "p.db")
    yield found
    found.close()


def look(store: Store, config: Config = OPEN, **more: Any) -> dict[str, ChecklistItem]:
    facts = Facts(config, store, more.pop("at", now()), **{"reached": Reachability(), **more})
    return {each.name: each for each in checklist(facts)}


class Answering(BaseHTTPRequestHandler):
    """An HTTP server at the URL: another program, a redirect, or Palatine."""

    status, text, where = 200, b"Alive.\n", ""

    def do_GET(self) -> None:
        self.send_response(self.status)
        if self.where:
            self.send_header("location", self.where)
        self.end_headers()
        self.wfile.write(self.text)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    server = HTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def answer(**how: Any) -> str:
        for name, value in how.items():
            monkeypatch.setattr(Answering, name, value)
        return f"http://127.0.0.1:{server.server_port}"

    yield answer
    server.shutdown()
    server.server_close()


# The checks


def test_a_server_with_everything_is_good(store: Store) -> None:
    write_note(store.database, BackupNote(now(), "/backups/p.backup", 1))
    Accounts(store.database).create_member("Ann", now(), "admin")
    soon = 1.9e9
    found = look(store, reached=Reachability("", soon))
    assert {each.state for each in found.values()} == {"good", "optional"}
    assert [name for name, each in found.items() if each.state == "optional"] == ["mail-out"]
    assert found["admin"].text == "Ann."
    assert "until 2030-03-17" in found["encryption"].text
    assert "processes" not in found, "an SQLite file has one"


def test_what_is_missing_says_what_to_do(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "find_spec", lambda name: None if name == "webauthn" else object())
    monkeypatch.setattr(checks, "free_bytes", lambda store: 5_000_000)
    (Path("p.db")).chmod(0o644)
    Path("p.db").parent.chmod(0o755)
    found = look(store, trouble="Background tasks have stopped.", reached=Reachability("no connection: refused"))
    missing = {name: each for name, each in found.items() if each.state == "missing"}
    assert set(missing) == {"working", "admin", "packages", "address", "backups", "disk", "files"}
    assert all(each.advice.endswith((".", "`")) for each in missing.values())
    assert "webauthn" in missing["packages"].text
    assert f"{URL} does not lead here: no connection: refused." == missing["address"].text


def test_the_admins_own_browser_proves_the_address(store: Store) -> None:
    silent = Reachability("no connection: refused")
    assert look(store, reached=silent, opened_at=URL)["address"].state == "good"
    assert look(store, reached=silent, opened_at=URL)["encryption"].state == "good"
    assert look(store, reached=silent, opened_at="https://elsewhere.example")["address"].state == "missing"


@pytest.mark.parametrize(("url", "address", "encryption"), [
    ("", "missing", None), ("http://localhost:8080", "missing", None),
    ("http://192.168.1.20:8080", "good", "optional"), ("http://play.example.org", "good", "missing"),
])  # fmt: skip
def test_addresses(store: Store, url: str, address: str, encryption: str | None) -> None:
    found = look(store, Config(site=SiteSettings(url=url, access="open")))
    assert found["address"].state == address
    assert (found["encryption"].state if "encryption" in found else None) == encryption


def test_a_certificate_that_ends(store: Store) -> None:
    found = look(store, at="2026-11-20T00:00:00.000Z", reached=Reachability("", 1795737600.0))["encryption"]
    assert (found.state, found.time_text, found.time_text in found.text) == ("missing", "2026-11-27", True)


def test_backups_grow_old(store: Store) -> None:
    assert look(store)["backups"].state == "missing"
    write_note(store.database, BackupNote(now(), "/backups/p.backup", 1))
    assert look(store, at=add_seconds(now(), 47 * HOUR))["backups"].state == "good"
    old = look(store, at=add_seconds(now(), 73 * HOUR))["backups"]
    assert (old.state, old.text) == ("missing", "The last backup is 3 days old: /backups/p.backup.")


def test_a_backup_is_recorded(capsys: Any, store: Store, tmp_path: Path) -> None:
    assert main(["backup", str(tmp_path / "p.backup"), "--database", str(tmp_path / "p.db")]) == 0
    found = look(store)["backups"]
    assert (found.state, str(tmp_path / "p.backup") in found.text) == ("good", True)
    code = main(["checklist", "--database", str(tmp_path / "p.db")])
    out = capsys.readouterr().out
    assert code == 0, "a server for one machine lacks nothing else"
    assert "[-]     Who can play: Only this computer can use the lobby." in out
    assert f"[ok]    Backups: The last backup is from {now()[:10]}: {tmp_path / 'p.backup'}." in out


def test_passwords_that_everybody_can_read(store: Store) -> None:
    settings = Path("palatine.toml")
    settings.write_text('[mail]\nsmtp_url = "smtp://ann:secret@mail.example.org"\n')
    settings.chmod(0o644)
    found = look(store)["files"]
    assert (found.state, str(settings.resolve()) in found.text) == ("missing", True)
    assert "secret" not in found.text + found.advice
    settings.chmod(0o640)
    assert look(store)["files"].state == "good"


# The URL


def test_the_url_is_tested(answering: Callable[..., str]) -> None:
    assert check_url(answering()) == Reachability()
    assert check_url(answering(text=b"Welcome to nginx")).trouble == "another program answers there (status 200)"
    assert check_url(answering(status=404)).trouble == "another program answers there (status 404)"
    moved = check_url(answering(status=301, where="https://play.example.org/"))
    assert moved.trouble == "it redirects to https://play.example.org/"
    assert "no connection" in check_url("http://127.0.0.1:1").trouble
    for invalid in ("file:///etc/passwd", "ftp://127.0.0.1", "https://", "http://[::1"):
        assert check_url(invalid).trouble.startswith("it does not have the form")


def test_the_url_is_tested_once_for_many_and_no_page_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, go = list[str](), threading.Event()

    def answer(url: str) -> Reachability:
        asked.append(url)
        go.wait(10)
        return Reachability()

    async def many() -> None:
        monkeypatch.setattr(reachability, "BOUND", 0.01)
        for _ in range(3):
            assert "no answer within" in (await found.result() or Reachability()).trouble
        go.set()
        monkeypatch.setattr(reachability, "BOUND", 10.0)
        assert await found.result() == await found.result() == Reachability()
        assert await UrlCheck("").result() is None

    monkeypatch.setattr(reachability, "check_url", answer)
    found = UrlCheck(URL)
    in_a_loop(many())
    found.close()
    assert asked == [URL], "one connection at a time, and its result is cached"


def test_the_address_in_the_network(monkeypatch: pytest.MonkeyPatch, make_operated: Callable[..., Any]) -> None:
    monkeypatch.setattr(allowed_hosts, "network_address", lambda: "192.168.1.20")
    assert allowed_hosts.in_network("http://localhost:8080/") == "http://192.168.1.20:8080/"
    assert allowed_hosts.in_network("https://play.example.org/") == "https://play.example.org/"
    for host, url in (("0.0.0.0", "http://192.168.1.20"), ("127.0.0.1", "http://palatine.localhost")):
        operated = make_operated(Config(site=SiteSettings(access="open"), server=ServerSettings(host=host)), host)
        people = operated.app.state.people
        ann = people.accounts.create_member("Ann", now(), "admin")
        cookie = {"cookie": f"palatine={people.sign_in(ann, 'Test', now())[0]}"}
        made = operated.ask("/api/admin/links", method="POST", json={}, **cookie).json()
        assert made["link"].startswith(f"{url}/signin/")
        assert made["reaches_others"] is (host == "0.0.0.0")
    monkeypatch.undo()
    assert allowed_hosts.network_address().count(".") in (0, 3)


# The test mail


def test_the_test_mail_is_recognized_when_it_is_read_and_answered(store: Store) -> None:
    database, time = store.database, now()
    assert look(store, MAIL)["mail-out"].text.startswith("Nobody has tested")
    note = send_test_mail(database, "ann@example.org", URL, time)
    assert send_test_mail(database, "ann@example.org", URL, time) == note, "once a minute"
    assert "is waiting to be sent" in look(store, MAIL)["mail-out"].text
    (message,) = Outbox(database).claim(checks.parse_time(time), ("mail",), 5)
    token = message.data["token"]
    assert f"{URL}/admin/checklist?read={token}" in message.data["text"]
    assert token not in str(note)
    Outbox(database).retry_later(message, checks.parse_time(time), "535: wrong password")
    assert "535: wrong password" in look(store, MAIL)["mail-out"].text
    record_reading(database, "another", time)
    assert look(store, MAIL)["mail-out"].state == "missing"
    record_reading(database, token, time)
    found = look(store, MAIL)
    assert (found["mail-out"].state, found["mail-in"].state) == ("good", "missing")
    for sender in ("eve@example.org", "Ann@Example.org"):
        database.write(lambda connection, sender=sender: record_reply(connection, token, sender, time))
        answered = sender.startswith("Ann")
        assert (look(store, MAIL)["mail-in"].state == "good") is answered
    assert look(store, MAIL, at=add_seconds(time, 91 * 24 * HOUR))["mail-out"].state == "missing"


def test_a_mailbox_that_cannot_be_read(store: Store) -> None:
    write_mail_status(store.database, MailStatus(now(), trouble="imap: refused", since="2026-11-28T12:00:00.000Z"))
    assert "unreadable since 2026-11-28: imap: refused." in look(store, MAIL)["mail-in"].text


# The page


def test_only_this_machine_sees_it_in_local_mode(operated: Any) -> None:
    assert operated.ask("/admin/checklist", "203.0.113.9").status_code == 403
    page = operated.ask("/admin/checklist")
    assert page.status_code == 200
    assert "Only this computer can use the lobby." in page.text
    assert operated.ask("/api/admin/checklist/mail", method="POST", json={}).status_code == 422


def test_visitors_cannot_make_the_server_connect(
    make_operated: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(reachability, "check_url", lambda url: asked.append(url) or Reachability())
    operated = make_operated(MAIL)
    assert operated.ask("/admin/checklist").status_code == 403
    assert not asked


def test_an_admin_sends_it_and_opens_its_link(
    make_operated: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reachability, "check_url", lambda url: Reachability())
    operated = make_operated(MAIL)
    people = operated.app.state.people
    ann = people.accounts.create_member("Ann", now(), "admin")
    cookie = {"cookie": f"palatine={people.sign_in(ann, 'Test', now())[0]}"}
    assert "Confirm an email address" in operated.ask("/admin/checklist", **cookie).text
    operated.app.state.services.auth.addresses.add(ann.id, "ann@example.org", now())
    assert "Send a test mail to ann@example.org" in operated.ask("/admin/checklist", **cookie).text
    sent = operated.ask("/api/admin/checklist/mail", method="POST", json={}, **cookie)
    assert (sent.status_code, sent.json()["address"], sent.json()["digest"]) == (200, "ann@example.org", "")
    (message,) = Outbox(operated.store.database).claim(checks.parse_time(now()), ("mail",), 5)
    path = message.data["text"].partition(URL)[2].split()[0]
    assert operated.ask(path).status_code == 403, "the link holds no credential"
    assert "A test mail reached ann@example.org" in operated.ask(path, **cookie).text
    with operated.store.database.reading() as connection:
        assert read_note(connection, ProbeMail).read

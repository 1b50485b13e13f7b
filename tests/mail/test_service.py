"""The mail service as a whole: a server with its mail server, and mail from a pipe."""

from __future__ import annotations

import io
import smtplib
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from mail.correspondence import Correspondence, correspondence
from mail.relaying import free_port
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.cli.main import main
from palatine.config import Config, MailSettings, SiteSettings
from palatine.core import Unreadable
from palatine.mail.demo import DEMO_DOMAIN as DEMO
from palatine.mail.demo import DemoServer
from palatine.mail.intake import AcceptedMail, RejectedMail
from palatine.mail.service import MailService, mail_settings
from palatine.matches import MatchServices, clock
from palatine.notifications.delivery import DeliveryService
from palatine.store import Store


def wait_for(what: Callable[[], bool]) -> None:
    """Wait for a condition for at most 20 seconds."""
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def demo(valley: Correspondence) -> Iterator[tuple[DemoServer, MailService]]:
    server = DemoServer()
    mail_service = MailService(valley.services, valley.store, server.config(Config()))
    server.taking, server.on_stored = mail_service.taking, mail_service.wake
    server.start()
    mail_service.start()
    try:
        yield server, mail_service
    finally:
        mail_service.stop()
        server.stop()


def test_a_whole_dialogue_in_a_server_with_its_own_mail_server(valley: Correspondence) -> None:
    home, secret = valley.home("Abbey"), valley.secret("Abbey").partition("@")[0]
    with demo(valley) as (server, mail_service):
        assert mail_service.sender is not None
        delivery = DeliveryService(valley.store.database, {"mail": mail_service.sender}, "")

        def got(count: int) -> bool:
            delivery.send_due(datetime.now(UTC), ("mail",), 1)
            return len(server.boxes.mails_of(home)) == count

        assert (
            server.write(home, f"{secret}@{DEMO}", "Orders", "#orders turn 1\nAldo colects\n#end") == AcceptedMail()
        )
        wait_for(lambda: got(1))
        (first,) = server.boxes.mails_of(home)
        assert first.reply == f"{secret}@{DEMO}"
        assert "Corrected: Aldo collects" in first.text
        assert server.write(home, first.reply, f"Re: {first.subject}", "YES", first.message_id) == AcceptedMail()
        wait_for(lambda: got(2))
        assert "Your orders for turn 1 are in." in server.boxes.mails_of(home)[0].text
        assert valley.handed_in("Abbey") == "Aldo collects"
        assert isinstance(server.write(home, f"nobody@{DEMO}", "x", "x"), RejectedMail)
        assert server.boxes.names() == [home]


def test_it_stops_when_the_mail_in_hand_is_finished(valley: Correspondence) -> None:
    mail_service = MailService(valley.services, valley.store, DemoServer().config(Config()))
    begun, stopping, finished = threading.Event(), threading.Event(), threading.Event()

    def work(now: datetime) -> int:
        begun.set()
        assert stopping.wait(20)
        finished.set()
        return 0

    mail_service.processor.process_unread = work  # type: ignore[method-assign]
    mail_service.wake = stopping.set  # type: ignore[method-assign]
    mail_service._woken.set()
    mail_service.start()
    assert begun.wait(20)
    mail_service.stop()
    assert finished.is_set()
    assert mail_service._thread is None


def test_mail_by_lmtp_is_dealt_with_at_once(valley: Correspondence) -> None:
    port = free_port()
    config = Config(mail=MailSettings(domain="play.example.org", inbound_url=f"lmtp://127.0.0.1:{port}"))
    mail_service = MailService(valley.services, valley.store, config)
    mail_service.start()
    try:
        with smtplib.LMTP("127.0.0.1", port, timeout=10) as client:
            raw = valley.raw("Abbey", "#orders turn 1\nAldo builds\n#end")
            client.sendmail(valley.home("Abbey"), [valley.secret("Abbey")], raw)
        wait_for(lambda: valley.handed_in("Abbey") == "Aldo builds")
    finally:
        mail_service.stop()


def test_mail_that_was_stopped_starts_again_once_its_port_is_free(valley: Correspondence) -> None:
    port = free_port()
    config = Config(mail=MailSettings(domain="play.example.org", inbound_url=f"lmtp://127.0.0.1:{port}"))
    mail_service = MailService(valley.services, valley.store, config)
    with socket.create_server(("127.0.0.1", port)), pytest.raises(OSError, match="in use"):
        mail_service.start()
    mail_service.stop()
    for _ in range(2):
        mail_service.start()
        with smtplib.LMTP("127.0.0.1", port, timeout=10) as client:
            raw = valley.raw("Abbey", "#orders turn 1\nAldo builds\n#end")
            client.sendmail(valley.home("Abbey"), [valley.secret("Abbey")], raw)
        wait_for(lambda: valley.handed_in("Abbey") == "Aldo builds")
        mail_service.stop()
        with pytest.raises(ConnectionRefusedError):
            smtplib.LMTP("127.0.0.1", port, timeout=10)


def test_who_has_been_blocked_does_not_sit_down_by_mail(valley: Correspondence) -> None:
    """A YES is subject to the same checks as joining on the page."""
    people = AccountService(valley.services, valley.store.database, Config())
    now = clock.now()
    by, other = (people.accounts.get(valley.key(seat).account) for seat in ("Abbey", "Baron"))
    made = valley.services.matches.create("tithe", seats=("Abbey", "Baron"))
    people.database.write(lambda c: people.match_terms.store_terms(c, made.match, by.id, Terms(), now))
    token, _ = people.invitations.create(by, made.match, "Baron", now=now, address=valley.home("Baron"))
    people.social.relations.add(by.id, other.id, "block", now)
    with demo(valley) as (server, mail_service):
        assert mail_service.sender is not None
        delivery = DeliveryService(valley.store.database, {"mail": mail_service.sender}, "")

        def answered() -> bool:
            delivery.send_due(datetime.now(UTC), ("mail",), 1)
            return any("no free seat" in mail.text for mail in server.boxes.mails_of(valley.home("Baron")))

        assert server.write(valley.home("Baron"), f"i-{token}@{DEMO}", "Re: an invitation", "YES") == AcceptedMail()
        wait_for(answered)
        assert valley.services.seats.owners(made.match) == {}
        people.social.relations.remove(by.id, other.id, "block")
        assert (
            server.write(valley.home("Baron"), f"i-{token}@{DEMO}", "Re: an invitation", "YES!") == AcceptedMail()
        )
        wait_for(lambda: valley.services.seats.owners(made.match) == {"Baron": other.id})


@pytest.mark.parametrize(
    "mail",
    [MailSettings(), MailSettings(domain="x.org", inbound_url="pop://x"), MailSettings(domain="x.org", inbound_url="lmtp://"),
     MailSettings(domain="x.org", smtp_url="nonsense"), MailSettings(domain="x.org", inbound_url="lmtp://0.0.0.0:2424")],
)  # fmt: skip
def test_settings_that_cannot_be(store: Store, services: MatchServices, mail: MailSettings) -> None:
    with pytest.raises(Unreadable):
        MailService(services, store, Config(mail=mail))


def test_the_domain_is_that_of_the_server_unless_it_is_given() -> None:
    config = Config(site=SiteSettings(url="https://Play.Example.org/"))
    assert mail_settings(config).domain == "play.example.org"
    assert mail_settings(replace(config, mail=MailSettings(domain="post.example.org"))).domain == "post.example.org"


@pytest.mark.parametrize(
    ("to", "text", "code"),
    [("", "#orders turn 1\nAldo builds\n#end", 0), ("nobody@x.org", "x", 67), ("", "x" * 300_000, 69)],
)
def test_a_mail_from_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, to: str, text: str, code: int
) -> None:
    store = Store.open(tmp_path / "pipe.db")
    valley = correspondence(store, MatchServices(store))
    raw = valley.raw("Abbey", text)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    monkeypatch.chdir(tmp_path)
    database = ["--database", str(tmp_path / "pipe.db")]
    assert main(["mail", "receive", "abbey@home.example", to or valley.secret("Abbey"), *database]) == code
    assert bool(capsys.readouterr().err) == bool(code)
    valley.work()
    assert (valley.handed_in("Abbey") == "Aldo builds") == (code == 0)
    store.close()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_database_that_is_away_is_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    if is_there:
        (tmp_path / "x.db").mkdir()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"x")))
    monkeypatch.chdir(tmp_path)
    assert main(["mail", "receive", "a@b.org", "s-x@y.org", "--database", str(tmp_path / "x.db")]) == 75
    assert not (tmp_path / "x.db").is_file()

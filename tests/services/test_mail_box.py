"""A mailbox at a provider with real Dovecot and Postfix, set up as in docs/mail.md."""

from __future__ import annotations

import imaplib
import sqlite3
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from mail.correspondence import Correspondence, correspondence
from mail.relaying import free_port
from palatine import registry
from palatine.config import Config, read_config
from palatine.mail.inbound import mailbox_poller
from palatine.mail.inbound.mailbox_poller import Mailbox, MailboxPoller, parse_mailbox_url
from palatine.mail.service import MailService
from palatine.matches import MatchServices
from palatine.notifications.delivery import DeliveryService
from palatine.store import Store
from palatine.store.sqlite import BUSY_MILLISECONDS
from palatine.testing.examples.tithe import GAME as TITHE
from services.mailing import (
    HOST,
    PASSWORD,
    Dovecot,
    Postfix,
    authority_in,
    boxes_for,
    documented,
    dovecot,
    folder,
    mails_in,
    postfix,
    until,
)

DOMAIN = "example.org"
BOX = f"club@{DOMAIN}"
SHEET = "#orders turn 1\nAldo builds\n#end"


@dataclass(frozen=True)
class Provider:
    """A provider with the mailboxes of the club and its players."""

    place: Path
    smtp: Postfix
    imap: Dovecot

    @property
    def config(self) -> Config:
        """Return the settings of the page with the ports, password and authority of this run."""
        page = documented("toml", 'inbound_url = "imaps')
        for given, ours in {
            "smtp://club%40example.org:password@smtp.example.org:587": f"smtp://{HOST}:{self.smtp.port}",
            "password@imap.example.org": f"{quote(PASSWORD, safe='')}@localhost:{self.imap.tls}",
        }.items():
            assert given in page
            page = page.replace(given, ours)
        file = self.place / "palatine.toml"
        server = '[site]\nurl = "https://play.example.org"\n'  # Without it no mail leaves.
        file.write_text(f'{server}{page}ca = "{self.place / "ca" / "ca.pem"}"\n')
        return read_config(file)

    @property
    def mailbox(self) -> Mailbox:
        return parse_mailbox_url(self.config.mail.inbound_url, self.config.mail.ca_bundle)

    @property
    def plain(self) -> Mailbox:
        return Mailbox(HOST, self.imap.plain, BOX, PASSWORD, is_tls=False)

    def unread(self) -> list[str]:
        """Return the unread mails in the club's mailbox."""
        with imaplib.IMAP4(HOST, self.imap.plain) as box:
            box.login(BOX, PASSWORD)
            box.select(readonly=True)
            return [number.decode() for number in box.search(None, "UNSEEN")[1][0].split()]

    def mails(self, name: str) -> list[EmailMessage]:
        return mails_in(self.place / "mail" / name)


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with folder() as place:
        port, plain, tls = free_port(), free_port(), free_port()
        authority = authority_in(place / "ca")
        boxes = boxes_for(DOMAIN, ("club", "abbey", "baron"), place / "mail")
        with (
            postfix(place / "p", "mail.example.org", port, boxes) as smtp,
            dovecot(place / "d", place / "mail", plain, tls, authority) as imap,
        ):
            yield Provider(place, smtp, imap)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "matches.db")
    yield opened
    opened.close()


@pytest.fixture
def mail_service(provider: Provider, store: Store) -> MailService:
    return MailService(MatchServices(store), store, provider.config)


@pytest.fixture
def valley(store: Store, mail_service: MailService) -> Correspondence:
    """Return a match whose players have their mailboxes at the club's provider."""
    registry.register("tithe", TITHE)
    made = correspondence(store, MatchServices(store), homes=DOMAIN, post=mail_service.settings)
    made.now = datetime.now(UTC)
    return made


@pytest.fixture(autouse=True)
def _everything_was_read_before(provider: Provider) -> None:
    """Mark mails of earlier tests as read."""
    with imaplib.IMAP4(HOST, provider.imap.plain) as box:
        box.login(BOX, PASSWORD)
        box.select()
        box.uid("STORE", "1:*", "+FLAGS", "\\Seen")


@contextmanager
def polled(poller: MailboxPoller) -> Iterator[MailboxPoller]:
    poller.start()
    try:
        yield poller
    finally:
        poller.stop()


def deliver(provider: Provider, valley: Correspondence, seat: str, raw: bytes, to: str = "") -> None:
    provider.smtp.send(valley.home(seat), to or valley.secret(seat), raw)


def poller(provider: Provider, valley: Correspondence, *, by_tls: bool = True, **how: Any) -> MailboxPoller:
    return MailboxPoller(valley.taking, provider.mailbox if by_tls else provider.plain, **how)


def test_orders_that_come_into_a_mailbox_are_answered_from_it(
    provider: Provider, valley: Correspondence, mail_service: MailService
) -> None:
    assert isinstance(mail_service.inbound, MailboxPoller)
    deliver(provider, valley, "Abbey", valley.raw("Abbey", SHEET))
    mail_service.start()
    try:
        until(lambda: valley.handed_in("Abbey") == "Aldo builds")
    finally:
        mail_service.stop()
    DeliveryService(valley.store.database, mail_service.senders, "").send_due(datetime.now(UTC))
    answer = until(lambda: next(iter(provider.mails("abbey")), None))
    assert "Handed in: turn 1" in answer["Subject"]
    assert str(answer["From"]).endswith(f"<{BOX}>")
    assert answer["Reply-To"] == valley.secret("Abbey")
    assert answer["Return-Path"] == "<>", "nobody answers a receipt by machine"
    assert provider.unread() == []


@pytest.mark.parametrize("by_tls", [True, False], ids=["with TLS", "in the clear on this machine"])
def test_a_mail_is_taken_as_soon_as_the_server_tells_of_it(
    provider: Provider, valley: Correspondence, by_tls: bool
) -> None:
    woken = threading.Event()
    with polled(poller(provider, valley, by_tls=by_tls, seconds=600, on_stored=woken.set)):
        deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
        until(lambda: len(valley.incoming()) == 1)
        deliver(provider, valley, "Baron", valley.raw("Baron", "STATUS"))
        until(lambda: len(valley.incoming()) == 2)
        until(lambda: provider.unread() == [])
    assert woken.is_set()


def test_a_server_that_tells_of_nothing_is_asked_again_and_again(
    provider: Provider, valley: Correspondence
) -> None:
    with polled(poller(provider, valley, seconds=0.2, can_wait=False)):
        for count in (1, 2, 3):
            deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
            until(lambda: len(valley.incoming()) == count)  # noqa: B023  it is asked at once
        until(lambda: provider.unread() == [])


def test_the_same_mail_is_taken_once(provider: Provider, valley: Correspondence) -> None:
    same, other = valley.raw("Abbey", "STATUS"), valley.raw("Abbey", "SHEET")
    for raw in (same, same, other):
        deliver(provider, valley, "Abbey", raw)
    until(lambda: len(provider.unread()) == 3)
    with polled(poller(provider, valley)):
        until(lambda: provider.unread() == [])
    assert len(valley.incoming()) == 2


def test_a_mail_stays_unread_until_it_is_safe(provider: Provider, valley: Correspondence, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "matches.db")) as other, polled(poller(provider, valley, seconds=0.5)):
        other.execute("BEGIN IMMEDIATE")
        deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
        until(lambda: len(provider.unread()) == 1)
        time.sleep(BUSY_MILLISECONDS / 1000 + 1)
        assert len(provider.unread()) == 1
        assert valley.incoming() == []
        other.rollback()
        until(lambda: provider.unread() == [])
    assert len(valley.incoming()) == 1


def test_the_connection_is_lost_and_comes_back(
    provider: Provider, valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    with polled(poller(provider, valley, seconds=600)):
        deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
        until(lambda: provider.unread() == [])
        provider.imap.kick()
        deliver(provider, valley, "Abbey", valley.raw("Abbey", "SHEET"))
        until(lambda: len(valley.incoming()) == 2, patience=10)
        until(lambda: provider.unread() == [])


def test_the_connection_is_lost_in_the_middle_of_a_mail(
    provider: Provider, valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail is kept and not marked as read.

    It is fetched again and recognized.
    """
    made = poller(provider, valley, seconds=600)
    take, cut = made.store_mail, iter([True])

    def take_and_lose(raw: bytes) -> Any:
        found = take(raw)
        if next(cut, False):
            provider.imap.kick()
        return found

    monkeypatch.setattr(made, "store_mail", take_and_lose)
    deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
    until(lambda: len(provider.unread()) == 1)
    with polled(made):
        until(lambda: provider.unread() == [])
    assert next(cut, None) is None
    assert len(valley.incoming()) == 1


def test_what_is_for_nobody_is_left_and_what_is_too_large_is_answered(
    provider: Provider, valley: Correspondence
) -> None:
    nobodys = f"club+s-{'a' * 16}@{DOMAIN}"
    deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS", To=nobodys), to=nobodys)
    deliver(provider, valley, "Abbey", b"From: spam@x.test\r\nSubject: Buy\r\n\r\nBuy\r\n", to=BOX)
    deliver(provider, valley, "Abbey", valley.raw("Abbey", "x\r\n" * 100_000))
    until(lambda: len(provider.unread()) == 3)
    with polled(poller(provider, valley)):
        until(lambda: provider.unread() == [])
    valley.work()
    (answer,) = valley.outgoing()
    assert "the limit is 256 KB" in " ".join(answer["data"]["text"].split())


def test_capitals_and_a_mail_of_which_one_is_the_hidden_reader(provider: Provider, valley: Correspondence) -> None:
    """Only what its server has recorded shows that a blind copy is for the seat."""
    local = valley.secret("Abbey").partition("@")[0].partition("+")[2]
    hidden = valley.raw("Abbey", SHEET, To=f"A friend <friend@{DOMAIN}>")
    deliver(provider, valley, "Abbey", hidden, to=f"Club+{local.upper()}@{DOMAIN}")
    with polled(poller(provider, valley)):
        until(lambda: len(valley.incoming()) == 1)
    valley.work()
    assert valley.handed_in("Abbey") == "Aldo builds"


@pytest.mark.parametrize("how", ["an authority that nobody knows", "another name"])
def test_a_server_that_cannot_show_who_it_is_gets_no_password(
    provider: Provider, valley: Correspondence, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = {"ca": ""} if how == "an authority that nobody knows" else {"host": HOST}
    mailbox = msgspec.structs.replace(provider.mailbox, **wrong)
    deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
    with polled(MailboxPoller(valley.taking, mailbox)):
        until(lambda: "SSLCertVerificationError" in caplog.text)
    assert valley.incoming() == []
    assert len(provider.unread()) == 1


def test_starttls_checks_the_certificate_as_well(
    provider: Provider, valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox_poller, "_is_here", lambda host: False)
    known = Mailbox(
        "localhost", provider.imap.plain, BOX, PASSWORD, is_tls=False, ca=provider.config.mail.ca_bundle
    )
    deliver(provider, valley, "Abbey", valley.raw("Abbey", "STATUS"))
    until(lambda: len(provider.unread()) == 1)
    with MailboxPoller(valley.taking, known).open_mailbox() as box:
        assert len(box.uids("UNSEEN")) == 1
    with pytest.raises(ssl.SSLCertVerificationError):
        MailboxPoller(valley.taking, msgspec.structs.replace(known, ca="")).open_mailbox()

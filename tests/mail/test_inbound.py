"""Incoming mail in real conversations by LMTP, SMTP and IMAP."""

from __future__ import annotations

import smtplib
import ssl
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import imap_tools
import msgspec
import pytest

from mail.correspondence import Correspondence
from mail.relaying import free_port
from palatine.cli.main import main
from palatine.core import Unreadable
from palatine.mail.inbound.listener import create_listener
from palatine.mail.inbound.mailbox_poller import Mailbox, MailboxPoller, parse_mailbox_url
from palatine.mail.intake import Intake, RejectedMail
from palatine.mail.relay import parse_relay_url
from palatine.matches.errors import StorageError

SHEET = "#orders turn 1\nAldo builds\n#end"


@contextmanager
def listening(taking: Intake, **how: Any) -> Iterator[int]:
    port = free_port()
    server = create_listener(taking, "127.0.0.1", port, **how)
    server.start()
    try:
        yield port
    finally:
        server.stop()


def lmtp(port: int) -> smtplib.LMTP:
    return smtplib.LMTP("127.0.0.1", port, timeout=10)


def test_a_mail_by_lmtp_is_safe_when_yes_is_said(valley: Correspondence) -> None:
    woken = threading.Event()
    with listening(valley.taking, on_stored=woken.set) as port, lmtp(port) as client:
        client.sendmail("abbey@home.example", [valley.secret("Abbey").upper()], valley.raw("Abbey", SHEET))
        assert [row["state"] for row in valley.incoming()] == ["new"]
    assert woken.is_set()
    valley.work()
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_a_seat_that_nobody_has_is_refused_at_rcpt(valley: Correspondence) -> None:
    with listening(valley.taking) as port, lmtp(port) as client:
        client.ehlo()
        client.mail("x@y.org")
        assert client.rcpt("nobody@play.example.org") == (550, b"5.1.1 There is no such address here")
        assert client.rcpt(valley.secret("Abbey"))[0] == 250


def test_each_recipient_gets_an_answer_of_their_own(valley: Correspondence) -> None:
    with listening(valley.taking) as port, lmtp(port) as client:
        client.ehlo()
        client.mail("abbey@home.example")
        to = [valley.secret("Abbey"), "nobody@x.org", valley.secret("Baron")]
        assert [client.rcpt(each)[0] for each in to] == [250, 550, 250]
        assert client.data(valley.raw("Abbey", "STATUS"))[0] == 250
        assert client.getreply()[0] == 250
        assert client.noop()[0] == 250, "the conversation goes on in step"
    assert len(valley.incoming()) == 2


@pytest.mark.parametrize("size", [300_000, 2_000_000])
def test_too_large_a_mail_is_refused(valley: Correspondence, size: int) -> None:
    raw = valley.raw("Abbey", "x" * 70 + "\r\n" * 2 + ("x" * 70 + "\r\n") * (size // 72))
    with listening(valley.taking) as port, lmtp(port) as client, pytest.raises(smtplib.SMTPException) as error:
        client.sendmail("abbey@home.example", [valley.secret("Abbey")], raw)
    assert "552" in repr(error.value)
    assert valley.incoming() == []


def test_a_busy_database_is_a_later(valley: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: Any) -> None:
        raise StorageError("busy")

    taking = valley.taking
    with listening(taking) as port, lmtp(port) as client:
        client.ehlo()
        client.mail("x@y.org")
        client.rcpt(valley.secret("Abbey"))
        monkeypatch.setattr(taking.inbox, "store", busy)
        code, _ = client.data(valley.raw("Abbey", "STATUS"))
        assert code == 451
        monkeypatch.setattr(taking.database, "reading", busy)
        client.rset()
        client.mail("x@y.org")
        assert client.rcpt("s-" + "a" * 16 + "@x")[0] == 451


def test_smtp_takes_the_same(valley: Correspondence) -> None:
    with listening(valley.taking, is_lmtp=False) as port, smtplib.SMTP("127.0.0.1", port, timeout=10) as client:
        client.sendmail("abbey@home.example", [valley.secret("Abbey")], valley.raw("Abbey", SHEET))
    valley.work()
    assert valley.handed_in("Abbey") == "Aldo builds"


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org", "::"])
def test_it_listens_on_this_machine_alone(valley: Correspondence, host: str) -> None:
    with pytest.raises(Unreadable, match="only from this machine"):
        create_listener(valley.taking, host, 2424)


# A mailbox


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("imaps://jo:pw@mail.example.org/Games", Mailbox("mail.example.org", 993, "jo", "pw", "Games")),
        ("imap://jo%40x:p%2Fw@127.0.0.1:1143", Mailbox("127.0.0.1", 1143, "jo@x", "p/w", is_tls=False)),
    ],
)
def test_where_the_mailbox_is(address: str, found: Mailbox) -> None:
    assert parse_mailbox_url(address) == found


@pytest.mark.parametrize("address", ["", "imaps://host", "pop://jo:pw@host", "imaps://jo:pw@host:x"])
def test_what_is_no_mailbox(address: str) -> None:
    with pytest.raises(Unreadable, match="source of incoming mail"):
        parse_mailbox_url(address)


class Box:
    """A mailbox with the operations that are used."""

    def __init__(self, mails: list[bytes]) -> None:
        self.mails = {str(number): mail for number, mail in enumerate(mails, 1)}
        self.seen: list[str] = []
        self.client = self
        self.looked = 0

    def noop(self) -> None:
        self.looked += 1

    def uids(self, which: str) -> list[str]:
        return [uid for uid in self.mails if uid not in self.seen]

    def uid(self, command: str, uid: str, what: str) -> tuple[str, list[Any]]:
        return "OK", [(b"1 (UID 1 BODY[] {3}", self.mails[uid]), b")"]

    def flag(self, uid: str, flag: str, value: bool) -> None:
        self.seen.append(uid)


def test_a_mailbox_is_read_by_what_stands_behind_the_plus(valley: Correspondence) -> None:
    local = valley.secret("Abbey").partition("@")[0]
    mail = valley.raw("Abbey", SHEET, To=f"Club <club+{local}@mail.example>")
    delivered = b"Delivered-To: club+%s@mail.example\r\n" % local.encode() + valley.raw(
        "Abbey", "STATUS", To="x@y.org"
    )
    box = Box([mail, b"From: spam@x.org\r\nTo: club@mail.example\r\n\r\nBuy", delivered, b""])
    poller = MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p"))
    assert poller.receive_unread(box) == 2
    assert box.looked == 1, "the server is asked whether something has come"
    assert box.seen == ["1", "2", "3", "4"]
    valley.work()
    assert valley.handed_in("Abbey") == "Aldo builds"
    assert poller.receive_unread(box) == 0


def test_who_stands_behind_the_plus_counts_before_the_mailbox_itself(valley: Correspondence) -> None:
    """Most servers write the mailbox into Delivered-To and the original recipient further down."""
    valley.settings = msgspec.structs.replace(valley.settings, domain="mail.example", box="club", sender="club")
    to = valley.secret("Abbey")
    assert to.startswith("club+s-")
    mail = b"Delivered-To: club@mail.example\r\nX-Original-To: %s\r\n" % to.encode() + valley.raw(
        "Abbey", SHEET, To="x@y.org"
    )
    MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p")).receive_unread(Box([mail]))
    valley.work()
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_whoever_has_their_mailbox_where_the_club_has_its_own_is_heard(valley: Correspondence) -> None:
    valley.settings = msgspec.structs.replace(valley.settings, domain=valley.homes, box="club", sender="club")
    assert valley.write("Abbey", SHEET) is not None
    assert valley.handed_in("Abbey") == "Aldo builds"
    for own in (f"club@{valley.homes}", f"Club+s-xyz@{valley.homes}"):
        assert valley.write("Abbey", "STATUS", From=own) is None, "ourselves we never answer"


class Silent:
    """A mailbox whose server reports no mail or has closed the connection."""

    def __init__(self, *, is_cut: bool) -> None:
        self.is_cut = is_cut
        self.idle = self
        self.polls = 0

    def __enter__(self) -> Silent:
        return self

    def __exit__(self, *error: object) -> None:
        if self.is_cut:
            raise ConnectionResetError

    def poll(self, timeout: float) -> list[bytes]:
        self.polls += 1
        if not self.is_cut:
            time.sleep(timeout)
        return []


def test_who_waits_for_mail_stops_at_once(valley: Correspondence) -> None:
    poller = MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p"), seconds=600)
    waiting = threading.Thread(target=poller._listen, args=(Silent(is_cut=False),))
    waiting.start()
    poller.stop()
    waiting.join(5)
    assert not waiting.is_alive()


def test_a_server_that_hangs_up_is_noticed_at_once(valley: Correspondence) -> None:
    cut = Silent(is_cut=True)
    with pytest.raises(ConnectionResetError):
        MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p"), seconds=600)._listen(cut)
    assert cut.polls == 1


def test_a_mailbox_elsewhere_is_believed_by_its_certificate_alone(
    valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default the library accepts any certificate."""
    asked: list[ssl.SSLContext] = []

    def opened(host: str, port: int, timeout: float, ssl_context: ssl.SSLContext) -> Any:
        asked.append(ssl_context)
        return SimpleNamespace(login=lambda *given, **how: None)

    for kind in ("MailBox", "MailBoxStartTls"):
        monkeypatch.setattr(imap_tools, kind, opened)
    for given in ("imaps://jo:pw@mail.example", "imap://jo:pw@mail.example"):
        MailboxPoller(valley.taking, parse_mailbox_url(given)).open_mailbox()
    assert [(each.verify_mode, each.check_hostname) for each in asked] == [(ssl.CERT_REQUIRED, True)] * 2


def test_a_file_with_no_authorities_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("none")
    for file in ("ca.pem", "other.pem"):
        with pytest.raises(Unreadable, match=file):
            parse_mailbox_url("imaps://jo:pw@mail.example", str(tmp_path / file))
        with pytest.raises(Unreadable, match=file):
            parse_relay_url("smtp://mail.example", str(tmp_path / file))


def test_a_mail_stays_unread_while_the_database_is_busy(
    valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box([valley.raw("Abbey", SHEET)])
    poller = MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p"))
    monkeypatch.setattr(poller, "taking", poller.taking)
    later = RejectedMail(451, "4.3.0 later")
    with monkeypatch.context() as patched:
        patched.setattr(poller.taking, "receive", lambda *_, **__: later)
        assert poller.receive_unread(box) == 0
    assert box.seen == []
    assert poller.receive_unread(box) == 1


def test_what_is_too_large_in_a_mailbox_is_answered(valley: Correspondence) -> None:
    box = Box([valley.raw("Abbey", "x\n" * 200_000)])
    MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p")).receive_unread(box)
    valley.work()
    (answer,) = valley.outgoing()
    assert "the limit is 256 KB" in " ".join(answer["data"]["text"].split())


def test_a_mail_the_mailbox_does_not_give_out_stays_unread(valley: Correspondence) -> None:
    box = Box([b"lost for now"])
    box.uid = lambda command, uid, what: ("NO", [None])  # type: ignore[method-assign]
    assert MailboxPoller(valley.taking, Mailbox("h", 1, "u", "p")).receive_unread(box) == 0
    assert box.seen == []


@pytest.mark.parametrize("arguments", [["--mail", "demo"], []])
def test_without_the_libraries_the_command_that_installs_them_is_told(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "palatine.toml"
    config.write_text('[mail]\ndomain = "play.example.org"\ninbound_url = "imap://u:p@127.0.0.1:1/INBOX"\n')
    for name in ("aiosmtpd", "imap_tools"):
        monkeypatch.setitem(sys.modules, name, None)
    code = main(["serve", "--port", "0", "--database", str(tmp_path / "p.db"), "--config", str(config), *arguments])
    assert code == 2
    assert "pip install 'palatine[server]'" in capsys.readouterr().err

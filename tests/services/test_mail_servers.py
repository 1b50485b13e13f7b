"""Mail behind a real Postfix, set up as in docs/mail.md: incoming, outgoing and bounced mail."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from threading import Thread

import pytest
from sqlalchemy import select

from mail.correspondence import DOMAIN, new_account
from mail.relaying import free_port
from palatine.accounts.accounts import Accounts
from palatine.accounts.invitations import Invitations
from palatine.accounts.match_terms import MatchTerms, Terms
from palatine.matches import SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.store.schema_people import addresses
from services.mailing import HOST, Post, documented, folder, post, postfix, text_of, until
from services.servers import HOME, Match, Served, server, wishes

KINGS = tuple(f"K{number}" for number in range(1, 13))
NAMES = ("ann", "jo", *map(str.casefold, KINGS))
"""Ann made the matches; Jo is invited."""
GONE = ("nemo", "nessa")
"""They have no mailbox any more."""
MAILS = 200


@dataclass
class Club:
    post: Post
    served: Served

    def find(self, name: str, *words: str, after: int = 0) -> EmailMessage:
        """Return the first mail of a player with these words in subject or text."""

        def is_wanted(mail: EmailMessage) -> bool:
            return all(word in f"{mail['Subject']}\n{text_of(mail)}" for word in words)

        return until(lambda: next(filter(is_wanted, self.post.mails(name)[after:]), None), self.told)

    def told(self) -> str:
        return self.post.told() + self.served.said

    def answer(self, name: str, mail: EmailMessage, text: str) -> tuple[EmailMessage, float]:
        """Let a player answer a mail; return the receipt and the seconds until it arrived."""
        before = len(self.post.mails(name))
        number = f"<{time.monotonic_ns()}@{HOME}>"
        head = {"From": f"{name}@{HOME}", "To": mail["Reply-To"], "Subject": f"Re: {mail['Subject']}",
                "Message-ID": number, "In-Reply-To": mail["Message-ID"]}  # fmt: skip
        lines = "".join(f"{each}: {value}\r\n" for each, value in head.items())
        began = time.monotonic()
        self.post.write(head["From"], mail["Reply-To"], f"{lines}\r\n{text}\r\n".replace("\n", "\r\n").encode())
        found = until(
            lambda: next((each for each in self.post.mails(name)[before:] if each["In-Reply-To"] == number), None),
            self.told,
        )
        return found, time.monotonic() - began


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Yield a served club with Ann, who creates the matches."""
    with post(NAMES) as mail:
        page = documented("toml", 'inbound_url = "lmtp')
        settings = wishes(page, "smtp://club:password@mail.example.org:587", f"smtp://{HOST}:{mail.club.port}")
        settings = wishes(settings, "2424", str(mail.lmtp_port))
        with server(tmp_path_factory.mktemp("club") / "server", settings) as served:
            served.call(new_account(served.store, "Ann", f"ann@{HOME}"), f"ann@{HOME}")
            served.start()
            yield Club(mail, served)
            assert "Traceback" not in served.said


@pytest.fixture(scope="module")
def kings(club: Club) -> Match:
    """Return a match of Adventurer Kings."""
    return club.served.match("adventurer-kings", KINGS)


# A whole turn


def test_a_king_plays_from_the_invitation_to_the_next_report_by_mail_alone(club: Club) -> None:
    served, now = club.served, format_timestamp(datetime.now(UTC))
    made = served.services.matches.create("lord-and-master", seats=("P1", "P2"), title="The two thrones")
    mine, other = made.keys
    hosting = MatchTerms(served.store.database, served.services)
    hosting.database.write(lambda c: hosting.store_terms(c, made.match, "ann", Terms(), now))
    served.services.seats.sit_down(made.match, SeatOwner("ann", mine), "Ann", "7")
    by = Accounts(served.store.database).get("ann")
    Invitations(served.store.database, served.services, hosting).create(
        by, made.match, other, now=now, address=f"jo@{HOME}"
    )
    invitation = club.find("jo", "Ann invites you", "YES")
    sits, _ = club.answer("jo", invitation, "YES\n\n> Ann invites you")
    assert "You have a seat" in text_of(sits)

    served.remind()
    report = club.find("jo", "#orders turn 0")
    form = "#orders" + text_of(report).partition("#orders")[2].partition("#end")[0] + "#end"
    faulty = re.sub(r"^recruits ", "recrits ", form, flags=re.MULTILINE)
    assert faulty != form
    wrong, _ = club.answer("jo", report, faulty)
    assert wrong["Subject"].startswith("Not handed in: ")
    assert "Did you mean “recruits”?" in " ".join(text_of(wrong).split())
    taken, seconds = club.answer("jo", wrong, form)
    assert "Handed in: the set-up" in taken["Subject"]
    assert seconds < 60
    print(f"A receipt took {seconds:.1f} seconds.")
    better, _ = club.answer("jo", taken, form.replace("treasury", "# what we own\ntreasury", 1))
    assert "Handed in: the set-up" in better["Subject"]
    assert "# what we own" in (
        served.services.orders.draft(made.match, SeatOwner(_account(served, "jo"), other)).handed_in or ""
    )

    letter, _ = club.answer("jo", report, f"LETTER TO {mine}\nPeace?\nEND")
    assert "Letter to" in letter["Subject"]
    draft = served.services.orders.draft(made.match, SeatOwner("ann", mine))
    served.services.orders.hand_in(made.match, SeatOwner("ann", mine), draft.text, 0)
    served.remind()
    read = club.find("ann", "Peace?", "The two thrones")
    assert f"jo@{HOME}" not in read.as_string()
    assert "The set-up has run" in club.find("jo", "#orders turn 1")["Subject"]


def _account(served: Served, name: str) -> str:
    """Return the account of an address."""
    wanted = select(addresses.c.account).where(addresses.c.folded == f"{name}@{HOME}")
    with served.store.database.reading() as connection:
        return str(connection.execute(wanted).scalar_one())


# What is taken, and what is not


def test_an_address_that_nobody_has_is_refused_while_the_sender_is_on_the_line(club: Club, kings: Match) -> None:
    with club.post.club.client() as client:
        client.ehlo()
        client.mail(f"jo@{HOME}")
        code, said = client.rcpt(f"s-{'a' * 16}@{DOMAIN}")
        assert code == 550
        assert b"There is no such address here" in said
        local = kings.secret("K1").partition("@")[0]
        assert client.rcpt(kings.secret("K1"))[0] == 250
        assert client.rcpt(f"Club+{local.upper()}@{DOMAIN}")[0] == 250, "capitals and what stands before a plus"
        assert client.rcpt(f"nobody@{HOME}")[0] == 250, "other domains are none of the server's business"


def test_without_the_question_the_mail_comes_back(club: Club) -> None:
    """The page describes this for a server that lacks the last two lines."""
    lines = documented("text", "relay_domains").splitlines()
    first = "\n".join(line for line in lines if "recipient_re" not in line).replace(
        "2424", str(club.post.lmtp_port)
    )
    port = free_port()
    with folder() as place:
        home = f"relayhost = [{HOST}]:{club.post.provider.port}\n"
        with postfix(place / "c", "mail.club.test", port, f"{first}\n{home}") as server:
            server.send(f"jo@{HOME}", f"s-{'a' * 16}@{DOMAIN}", b"Subject: to nobody\r\n\r\nx\r\n")
            back = club.post.got("jo", lambda mail: mail.get_content_type() == "multipart/report")
    assert "There is no such address here" in back.as_string()


def test_capitals_and_a_plus_arrive_as_they_were_written(club: Club, kings: Match) -> None:
    local = kings.secret("K1").partition("@")[0]
    number = f"<capitals@{HOME}>"
    raw = kings.raw("K1", "STATUS", Message_ID=number)
    club.post.write(f"k1@{HOME}", f"Club+{local.upper()}@{DOMAIN}", raw)
    answer = club.post.got("k1", lambda mail: mail["In-Reply-To"] == number)
    assert "The Nine Lanterns" in answer["Subject"]


def test_while_the_database_is_busy_mail_waits_in_the_queue(club: Club, kings: Match) -> None:
    number = f"<busy@{HOME}>"
    with closing(sqlite3.connect(club.served.file, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        club.post.club.send(f"k2@{HOME}", kings.secret("K2"), kings.raw("K2", "STATUS", Message_ID=number))
        until(lambda: "451 4.3.0 Try again in a minute" in club.post.club.log, club.told)
        assert number not in [row["message_id"] for row in kings.incoming()]
        assert club.post.club.waiting
        other.rollback()
    until(club.post.club.is_empty, club.told, every=1)
    assert [row["message_id"] for row in kings.incoming()].count(number) == 1
    assert club.post.got("k2", lambda mail: mail["In-Reply-To"] == number)


# What comes back


def test_a_notice_that_comes_back_ends_its_channel_and_whoever_made_the_match_is_told(club: Club) -> None:
    served, now = club.served, format_timestamp(datetime.now(UTC))
    match = served.match("lord-and-master", ("P1", "P2"), GONE)
    hosting = MatchTerms(served.store.database, served.services)
    served.store.database.write(
        lambda connection: hosting.store_terms(connection, match.match, "ann", Terms(), now)
    )
    served.remind()
    mine = [f"c-{name}" for name in GONE]
    until(lambda: {row["state"] for row in match.channels if row["id"] in mine} == {"dead"}, club.told)
    assert "status=bounced" in club.post.club.log
    told = club.find("ann", match.info.title, "notices no longer reach")
    assert not [name for name in GONE if f"{name}@" in told.as_string()], "nobody else's address is shown"
    until(club.post.club.is_empty, club.told, every=1)
    sent = [row for row in match.outgoing() if row["account"] in GONE]
    assert [row["kind"] for row in sent if row["via"] == "mail" and row["state"] == "sent"] == ["turn", "turn"]
    assert [row for row in sent if row["kind"] == "receipt"] == [], "a bounce is not answered"


def test_two_referees_who_write_to_each_other_stop(club: Club, kings: Match) -> None:
    """A receipt or a vacation reply sent to a seat is accepted but not answered."""
    number = f"<first@{HOME}>"
    club.post.write(f"k3@{HOME}", kings.secret("K3"), kings.raw("K3", "STATUS", Message_ID=number))
    receipt = club.post.got("k3", lambda mail: mail["In-Reply-To"] == number)
    before = len(kings.receipts())
    forwarded = receipt.as_bytes()
    away = kings.raw("K3", "I am away.", Auto_Submitted="auto-replied")
    other = kings.raw("K3", "STATUS", From=f"referee@{DOMAIN}")
    letters = [("", forwarded), (f"k3@{HOME}", forwarded), (f"k3@{HOME}", away), (f"k3@{HOME}", other)]
    for sender, raw in letters:
        club.post.club.send(sender, kings.secret("K3"), raw)
    known = {f"<{kings.sent}.{kings.match}@{HOME}>"}
    until(lambda: known <= {row["message_id"] for row in kings.incoming()}, club.told)
    until(lambda: all(row["state"] != "new" for row in kings.incoming()), club.told)
    assert len(kings.receipts()) == before


# Death


def test_a_server_that_is_killed_while_mail_comes_in_loses_nothing_and_does_nothing_twice(
    club: Club, kings: Match
) -> None:
    served, server = club.served, club.post.club
    before = len(kings.incoming())

    def send_all() -> None:
        with server.client() as client:
            for n in range(MAILS):
                seat, to = KINGS[n % 12], KINGS[(n + 1) % 12]
                raw = kings.raw(seat, f"LETTER TO {to}\nThis is letter {n}.\nEND")
                client.sendmail(kings.home(seat), [kings.secret(seat)], raw)

    sending = Thread(target=send_all)
    sending.start()
    for part in (MAILS // 10, MAILS // 2):
        until(lambda: len(kings.incoming()) - before >= part, club.told)  # noqa: B023  it is asked at once
        served.kill()
        served.start()
        server.try_again()
    sending.join()
    until(server.is_empty, club.told, every=1)
    until(lambda: all(row["state"] == "done" for row in kings.incoming()[before:]), club.told, patience=90, every=1)
    assert len(kings.incoming()) - before == MAILS
    letters = [
        letter.text for seat in KINGS for letter in served.services.orders.letters(kings.match, kings.key(seat))
        if letter.sender == seat
    ]  # fmt: skip
    assert sorted(letters) == sorted(f"This is letter {n}." for n in range(MAILS))
    answered = [row["answer_to"] for row in kings.receipts()]
    assert len(answered) == len(set(answered)), "one receipt each"
    assert {row["message_id"] for row in kings.incoming()[before:]} <= set(answered)

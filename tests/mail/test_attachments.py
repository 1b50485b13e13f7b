"""Attachments of a mail: the deadline as a calendar event, and the turn's report for printing."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from lxml import html as parser
from msgspec.structs import replace

from mail.correspondence import Correspondence, correspondence
from mail.outgoing import files_of, mailed, new_channel, sent, text_of
from palatine.mail.rendering.calendar import deadline_event
from palatine.mail.seat_mailboxes import SeatMailbox, mailbox_of
from palatine.matches import MatchServices
from palatine.matches.clock import parse_time
from palatine.store import Store
from palatine.store.schema_people import tenures


@pytest.fixture(params=["lord-and-master", "adventurer-kings"])
def kings(request: pytest.FixtureRequest, store: Store, services: MatchServices) -> Correspondence:
    found = correspondence(store, services, request.param, clock={"hours": 24})
    new_channel(found, found.seats[0])
    return found


@pytest.fixture
def timed(store: Store, services: MatchServices) -> Correspondence:
    """Return a match of Tithe with deadlines."""
    found = correspondence(store, services, clock={"hours": 24})
    new_channel(found, "Abbey")
    return found


def fields(text: str) -> dict[str, str]:
    """Return the unfolded properties of a calendar event."""
    return dict(line.split(":", 1) for line in text.replace("\r\n", "\n").replace("\n ", "").split("\n") if line)


def seat_of(found: Correspondence, seat: str) -> SeatMailbox:
    with found.store.database.reading() as connection:
        mailbox = mailbox_of(connection, found.match, seat)
    assert mailbox is not None
    return mailbox


def run(kings: Correspondence) -> None:
    turn = kings.info.turn
    for seat in kings.info.asked:
        draft = kings.services.orders.draft(kings.match, kings.key(seat))
        kings.services.orders.hand_in(kings.match, kings.key(seat), draft.text, turn)


# The calendar


def test_the_deadline_comes_as_an_event_in_the_zone_of_its_reader(timed: Correspondence) -> None:
    receipt = timed.write("Abbey", "CALENDAR")
    mail = sent(timed, "Abbey", receipt)
    (part,) = mail.iter_attachments()
    assert part.get_content_type() == "text/calendar"
    assert part.get_param("method") == "PUBLISH"
    event = fields(files_of(mail)["deadline.ics"])
    deadline = parse_time(timed.info.deadline)
    assert event["DTSTART"] == f"{deadline:%Y%m%dT%H%M%SZ}"
    assert event["SUMMARY"] == "Orders for turn 1 are due: The valley of nine mills"
    assert "(Berlin)" in event["DESCRIPTION"]
    assert "(Berlin)" in text_of(mail)
    assert event["URL"] == f"https://play.example.org/play/{timed.match}"
    assert timed.secret("Abbey").partition("@")[0] not in files_of(mail)["deadline.ics"], "the address is a secret"


def test_a_moved_deadline_is_the_same_event_later(timed: Correspondence) -> None:
    first = fields(deadline_event(timed.info, seat_of(timed, "Abbey"), timed.settings).text)  # type: ignore[union-attr]
    version = timed.services.proposals.propose(
        timed.match, timed.key("Abbey"), "time", timed.info.version, hours=24
    )
    timed.services.proposals.answer(timed.match, timed.key("Baron"), version.times.proposals[0].n, yes=True)  # type: ignore[union-attr]
    moved = fields(deadline_event(timed.info, seat_of(timed, "Abbey"), timed.settings).text)  # type: ignore[union-attr]
    assert moved["UID"] == first["UID"]
    assert int(moved["SEQUENCE"]) > int(first["SEQUENCE"])
    apart = [datetime.strptime(each["DTSTART"], "%Y%m%dT%H%M%SZ") for each in (first, moved)]
    assert apart[1] - apart[0] == timedelta(hours=24)
    other = fields(deadline_event(timed.info, seat_of(timed, "Baron"), timed.settings).text)  # type: ignore[union-attr]
    assert other["UID"] != first["UID"]


def test_an_event_is_escaped_and_folded(store: Store, services: MatchServices) -> None:
    found = correspondence(store, services, clock={"hours": 24})
    title = "Ünïcode, and; more\\\r\nBEGIN:VALARM " * 3
    info = replace(found.info, title=title)
    event = deadline_event(info, seat_of(found, "Abbey"), found.settings)
    assert event is not None
    assert all(len(line.encode()) <= 75 for line in event.text.split("\r\n"))
    assert "\n" not in event.text.replace("\r\n", "")
    assert not re.search(r"^BEGIN:VALARM", event.text, re.MULTILINE)
    assert "Ünïcode\\, and\\; more\\\\" in fields(event.text)["SUMMARY"]


def test_without_a_deadline_there_is_no_event(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "CALENDAR")
    assert receipt is not None
    assert receipt["data"]["text"].strip() == "There is no deadline now."
    assert files_of(sent(valley, "Abbey", receipt)) == {}


def test_a_receipt_that_is_sent_after_the_deadline_went_has_no_event(timed: Correspondence) -> None:
    receipt = timed.write("Abbey", "CALENDAR")
    timed.services.matches.resign(timed.match, timed.key("Baron"), timed.info.version)
    assert timed.info.status == "over"
    assert files_of(sent(timed, "Abbey", receipt)) == {}


# The report


def test_the_mail_of_a_turn_has_its_report_to_be_printed(kings: Correspondence) -> None:
    seat = kings.seats[0]
    assert set(files_of(mailed(kings, "turn", seat))) == {"deadline.ics"}, "nothing has happened yet"
    run(kings)
    files = files_of(mailed(kings, "turn", seat))
    assert set(files) == {"deadline.ics", "turn-0.html"}
    page = parser.fromstring(files["turn-0.html"].encode())
    report = kings.services.orders.report(kings.match, seat)
    assert [each.text_content() for each in page.iter("h1")] == [report.title]
    assert [each.text_content() for each in page.iter("h2")] == [each.title for each in report.sections]
    assert "@page" in files["turn-0.html"]
    assert len(list(page.iter("svg"))) == sum(bool(each.board) for each in report.sections)
    typed = [line for each in report.sections if each.typed for line in each.paragraphs]
    assert [each.text_content() for each in page.xpath("//section[@class='typed']/p")] == typed
    assert not re.search(r"(src|href)=|<script|url\(", files["turn-0.html"]), "it asks for nothing from elsewhere"


def test_an_older_report_comes_with_its_file(kings: Correspondence) -> None:
    run(kings)
    run(kings)
    seat = kings.seats[0]
    assert list(files_of(sent(kings, seat, kings.write(seat, "REPORT 0")))) == ["turn-0.html"]
    assert list(files_of(sent(kings, seat, kings.write(seat, "REPORT\nREPORT 1\nCALENDAR")))) == [
        "turn-1.html",
        "deadline.ics",
    ]


def test_a_file_has_only_what_its_seat_may_know(kings: Correspondence) -> None:
    run(kings)
    first, second = kings.seats[:2]
    told = files_of(sent(kings, first, kings.write(first, "REPORT")))["turn-0.html"]
    for section in kings.services.orders.report(kings.match, second).sections:
        own = kings.services.orders.report(kings.match, first)
        if section.typed and section not in own.sections:
            assert "".join(section.paragraphs) not in parser.fromstring(told.encode()).text_content()
    assert kings.services.orders.report(kings.match, first).title in told


def test_who_has_lost_the_seat_meanwhile_gets_no_files(kings: Correspondence) -> None:
    run(kings)
    seat = kings.seats[0]
    receipt = kings.write(seat, "REPORT\nCALENDAR")
    kings.store.database.write(
        lambda c: c.execute(tenures.update().where(tenures.c.place == 0).values(until="2026-11-22"))
    )
    assert files_of(sent(kings, seat, receipt)) == {}

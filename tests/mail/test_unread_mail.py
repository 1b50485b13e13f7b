"""Mail received before a deadline, which counts even if it is read later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mail.correspondence import Correspondence, correspondence
from palatine.mail.inbound.mailbox_poller import Mailbox, MailboxPoller
from palatine.mail.processor import MailProcessor
from palatine.mail.unread_mail import MAX_WAIT_SECONDS, UnreadMailCheck
from palatine.matches import MatchServices
from palatine.matches.clock import format_timestamp
from palatine.notifications.mail_status import MailStatus, write_mail_status
from palatine.store import Store

SHEET = "#orders turn 1\nAldo builds\n#end"


@pytest.fixture
def timed(store: Store, services: MatchServices) -> Correspondence:
    """Return a match whose turns last an hour."""
    made = correspondence(store, services, clock={"hours": 1, "excused": 0, "grace": 0, "late": "nothing"})
    made.now = datetime.now(UTC)
    return made


def deadline(timed: Correspondence) -> datetime:
    return datetime.fromisoformat(timed.info.deadline.replace("Z", "+00:00"))


def arrivals(timed: Correspondence, at: datetime, *, has_inbound: bool) -> UnreadMailCheck:
    found = UnreadMailCheck(timed.store.database, has_inbound=has_inbound, clock=lambda: at)
    timed.services.runtime.is_awaited = found.is_awaited
    return found


def test_a_turn_waits_for_mail_that_came_before_its_deadline(timed: Correspondence) -> None:
    """The server was busy, so the mail was received but not read. Its Date is much later."""
    due = deadline(timed)
    timed.now = due - timedelta(seconds=1)
    timed.take("Abbey", timed.raw("Abbey", SHEET, Date="Fri, 01 Jan 2038 00:00:00 +0000"))
    after = due + timedelta(minutes=1)
    arrivals(timed, after, has_inbound=False)
    assert timed.services.clocks.claim_deadlines(format_timestamp(after)) == []
    assert timed.info.turn == 1
    MailProcessor(timed.services, timed.store.database, timed.settings).process_unread(after)
    assert timed.handed_in("Abbey") == "Aldo builds"
    assert timed.services.clocks.claim_deadlines(format_timestamp(after)) == [timed.match]
    assert timed.info.turn == 2


def test_mail_that_came_later_holds_no_turn_up_whatever_its_date_says(timed: Correspondence) -> None:
    due = deadline(timed)
    timed.now = due + timedelta(seconds=1)
    timed.take("Abbey", timed.raw("Abbey", SHEET, Date="Thu, 01 Jan 2026 00:00:00 +0000"))
    arrivals(timed, due + timedelta(minutes=1), has_inbound=False)
    assert timed.services.clocks.claim_deadlines(format_timestamp(due + timedelta(minutes=1))) == [timed.match]


def test_a_turn_waits_until_the_mailbox_was_read_after_its_deadline(timed: Correspondence) -> None:
    """The server was down during the deadline.

    Mail already in the mailbox is fetched later and counts.
    """
    due = deadline(timed)
    after, database = due + timedelta(minutes=1), timed.store.database
    arrivals(timed, after, has_inbound=True)
    assert timed.services.clocks.claim_deadlines(format_timestamp(after)) == [], "nobody has looked"
    write_mail_status(
        database,
        MailStatus(
            format_timestamp(after),
            format_timestamp(due - timedelta(seconds=5)),
            "imap: OSError",
            format_timestamp(due),
        ),
    )
    assert timed.services.clocks.claim_deadlines(format_timestamp(after)) == [], (
        "the last look was before the deadline"
    )
    timed.now = after - timedelta(seconds=1)
    timed.take("Abbey", timed.raw("Abbey", SHEET))
    write_mail_status(database, MailStatus(format_timestamp(after), format_timestamp(after)))
    assert timed.services.clocks.claim_deadlines(format_timestamp(after)) == [], "it was taken and not read"
    MailProcessor(timed.services, database, timed.settings).process_unread(after)
    assert timed.services.clocks.claim_deadlines(format_timestamp(after)) == [timed.match]


def test_a_mailbox_that_stays_away_does_not_hold_a_turn_up_for_ever(timed: Correspondence) -> None:
    late = deadline(timed) + timedelta(seconds=MAX_WAIT_SECONDS + 1)
    arrivals(timed, late, has_inbound=True)
    assert timed.services.clocks.claim_deadlines(format_timestamp(late)) == [timed.match]


class Box:
    """A mailbox with these unread mails."""

    def __init__(self, *mails: bytes) -> None:
        self.mails = mails
        self.client: Any = self

    def noop(self) -> None:
        pass

    def uids(self, wanted: str) -> list[str]:
        return [str(at) for at in range(len(self.mails))]

    def uid(self, *given: str) -> tuple[str, list[Any]]:
        return "OK", [(b"", self.mails[int(given[1])])]

    def flag(self, *given: Any) -> None:
        pass


def test_a_look_says_up_to_when_all_mail_was_taken(timed: Correspondence) -> None:
    poller = MailboxPoller(timed.taking, Mailbox("imap.example.org", 993, "u", "p"))
    assert poller.taken == ""
    before = format_timestamp(datetime.now(UTC))
    poller.receive_unread(Box(timed.raw("Abbey", SHEET)))
    assert before <= poller.taken <= format_timestamp(datetime.now(UTC))
    poller.taken = ""
    poller.receive_unread(Box(*[timed.raw("Abbey", "STATUS")] * 51))
    assert poller.taken == "", "there are more"

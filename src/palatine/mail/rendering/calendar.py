"""The deadline of a turn as an event for calendars (iCalendar, RFC 5545)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from palatine.mail.rendering.envelopes import Attachment
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.settings import MailServiceSettings
from palatine.mail.times import format_time, parse_time
from palatine.mail.wording import say
from palatine.matches import MatchInfo, turn_name
from palatine.matches.text import clean_line

LINE = 75
"""Maximum number of bytes in a line, without its end (3.1)."""
_SPECIAL = re.compile(r"[\\;,]")


def deadline_event(info: MatchInfo, mailbox: SeatMailbox, settings: MailServiceSettings) -> Attachment | None:
    """Return the deadline of a match as an event, or None without one.

    All events of a seat have one UID, so that a later one replaces an earlier one. The time is in UTC, which calendars
    show in the zone of their owner.
    """
    if info.status != "playing" or not info.deadline:
        return None
    summary = say("calendar.orders" if info.orders else "calendar.answer", match=info.title, turn=turn_name(info))
    told = say("calendar.about", match=info.title, time=format_time(info.deadline, mailbox.zone))
    fields = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Palatine//Mail//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:deadline.{mailbox.match}.{mailbox.place}@{settings.domain}",
        f"SEQUENCE:{info.version}",
        f"DTSTAMP:{_stamp(info.updated)}",
        f"DTSTART:{_stamp(info.deadline)}",
        f"SUMMARY:{_escaped(summary)}",
        f"DESCRIPTION:{_escaped(told)}",
        *([f"URL:{settings.url}/play/{mailbox.match}"] if settings.url else []),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    text = "".join([f"{_fold_line(field)}\r\n" for field in fields])
    return Attachment("deadline.ics", "calendar", text, {"method": "PUBLISH"})


def _stamp(moment: str) -> str:
    found: datetime = parse_time(moment).astimezone(UTC)
    return f"{found:%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", clean_line(text))


def _fold_line(line: str) -> str:
    """Return a line broken into lines of at most `LINE` bytes, none within a character."""
    parts, part = [], ""
    for letter in line:
        if len(f"{part}{letter}".encode()) > LINE:
            parts.append(part)
            part = " "
        part += letter
    return "\r\n".join([*parts, part])

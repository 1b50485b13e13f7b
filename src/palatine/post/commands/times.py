"""Days and spans as people write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

HOURS = {"h": 1.0, "d": 24.0, "w": 168.0}
FORMS = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y", "%Y-%m-%d", "%d.%m.%Y")
"""“3 Jan 2027”, “January 3 2027”, “2027-01-03”, “3.1.2027”; the year may be missing."""
_SPAN = re.compile(r"(\d{1,4}(?:\.\d)?)\s*([hdw])", re.IGNORECASE)
_CLOCK = re.compile(r"(.*?)[\s,T]+(\d{1,2}):(\d{2})(?:\s*(UTC|Z))?", re.IGNORECASE)


def hours_of(text: str) -> float:
    """“2 days” is 48; 0 for what is no span."""
    found = _SPAN.match(text.strip())
    return float(found[1]) * HOURS[found[2].casefold()] if found else 0.0


def day_of(text: str, now: datetime) -> str:
    """The day as ISO 8601; "" for none. Without a year it is the next such day."""
    found = _day(text, now)
    return found.date().isoformat() if found else ""


def moment_of(text: str, now: datetime) -> str:
    """A day and an hour, ISO 8601; with a “Z” where UTC is named, else as the clock of whoever writes shows it. "" for
    none. Without an hour it is the end of the day."""
    clock = _CLOCK.fullmatch(text.strip())
    day = _day(clock[1] if clock else text, now)
    hour, minute = (int(clock[2]), int(clock[3])) if clock else (23, 59)
    if not day or hour > 23 or minute > 59:
        return ""
    return f"{day:%Y-%m-%d}T{hour:02}:{minute:02}:00" + "Z" * bool(clock and clock[4])


def _day(text: str, now: datetime) -> datetime | None:
    bare = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", " ".join(text.replace(",", " ").split()), flags=re.IGNORECASE)
    bare = re.sub(r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+", "", bare, flags=re.IGNORECASE)
    for form in FORMS:
        found = _parsed(bare, form)
        if found is not None:
            return found
        if form.endswith("%Y"):
            found = _parsed(f"{bare.rstrip('.')}{form[-3]}{now.year}", form)
            if found is not None:
                return found if found >= now - timedelta(days=1) else found.replace(year=now.year + 1)
    return None


def _parsed(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form).replace(tzinfo=UTC)
    except ValueError:
        return None

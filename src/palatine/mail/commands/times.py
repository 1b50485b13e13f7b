"""Parsing of days, times and durations in free text."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from palatine.core import Unreadable
from palatine.mail.wording import say

HOURS_BY_UNIT = {"h": 1.0, "d": 24.0, "w": 168.0}
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NUMBER_WORDS = {
    "a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:\s+'?(?P<year>\d{4}|\d{2}))?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_DAY}[\s-]*(?:of\s+)?{_MONTH}-?{_YEAR}",
        rf"{_DAY}[\s-]*{_MONTH}-(?P<year>\d{{4}})",
        rf"{_MONTH}\s*{_DAY}{_YEAR}",
        r"(?P<year>\d{4})(?P<by>[-/.])(?P<month>\d{1,2})(?P=by)(?P<day>\d{1,2})",
        r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?(?:\s*(?P<year>\d{4}|\d{2}))?",
    )
)
_EITHER = re.compile(r"(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d{2}))?")
"""A day and a month in either order, such as “24/12/2026” and “12/24/2026”."""
_NEAR = {"today": 0, "tonight": 0, "tomorrow": 1, "tomorrow night": 1, "the day after tomorrow": 2,
         "day after tomorrow": 2, "overmorrow": 2}  # fmt: skip
_AFTER = re.compile(r"in\s+(?P<n>\d{1,2})\s+(?P<unit>days?|weeks?)", re.IGNORECASE)
_NAMED = re.compile(rf"(?:(?:the|this|coming|next)\s+)*(?P<name>{_WEEKDAY})", re.IGNORECASE)
_BEFORE = re.compile(rf"({_WEEKDAY})\b[.,]?\s+(?=\S)", re.IGNORECASE)
_SPAN = re.compile(r"(\d{1,4}(?:[.,]\d)?)\s*([hdw])", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?P<day>.*?)[\s,T]+(?:at\s+)?(?P<hour>\d{1,2})(?:(?:[:.h](?P<minute>\d{2}))?\s*(?P<half>[ap])\.?m\.?|[:.h](?P<minutes>\d{2})|h)"
    r"(?:\s*(?P<utc>UTC|GMT|Z))?",
    re.IGNORECASE,
)
_SPOKEN = {"noon": "12:00", "midday": "12:00", "midnight": "23:59"}


def parse_hours(text: str) -> float:
    """Return the hours of a duration: 48 for “2 days” or “two days”; 0 for other text."""
    found = _SPAN.match(_in_digits(text))
    return float(found[1].replace(",", ".")) * HOURS_BY_UNIT[found[2].casefold()] if found else 0.0


def read_day(text: str, now: datetime) -> str:
    """Return a day as ISO 8601, or "" for other text.

    Without a year, the next such day is returned. “Tomorrow” is relative to the time zone of `now`. Raises Unreadable
    for a day that does not exist or that is ambiguous.
    """
    found = _day(text, now.date())
    return found.isoformat() if found else ""


def parse_day_and_time(text: str, now: datetime) -> str:
    """Return a day and a time as ISO 8601, or "" for other text.

    The result ends with “Z” if the text names UTC; otherwise it is in the writer's local time. Without a time it is the
    end of the day. Raises Unreadable as `read_day` does.
    """
    bare = re.sub(r"\b(noon|midday|midnight)\b", lambda found: _SPOKEN[found[1].lower()], text, flags=re.IGNORECASE)
    clock = _CLOCK.fullmatch(bare.strip())
    day = _day(clock["day"] if clock else text, now.date())
    hour, minute = _time(clock) if clock else (23, 59)
    if day is None or hour > 23 or minute > 59:
        return ""
    return f"{day.isoformat()}T{hour:02}:{minute:02}:00" + "Z" * bool(clock and clock["utc"])


def _time(clock: re.Match[str]) -> tuple[int, int]:
    hour, minute = int(clock["hour"]), int(clock["minute"] or clock["minutes"] or 0)
    if clock["half"]:
        return (hour % 12 + 12 * (clock["half"].lower() == "p") if 1 <= hour <= 12 else 99), minute
    return hour, minute


def _in_digits(text: str) -> str:
    """Return a text with the words for one to ten replaced by digits."""
    words = [NUMBER_WORDS.get(word.casefold(), word) for word in text.split()]
    return " ".join(words)


def _day(text: str, today: date) -> date | None:
    bare = " ".join(text.replace(",", " ").split()).strip(" .!") + "." * text.rstrip().endswith(".")
    bare = re.sub(r"^(?:on|by|including|incl\.?)\s+", "", bare, flags=re.IGNORECASE)
    named = _NAMED.fullmatch(bare.rstrip("."))
    if named is not None:
        return today + timedelta(days=(WEEKDAYS.index(named["name"][:3].lower()) - today.weekday() - 1) % 7 + 1)
    near = _relative_day(bare.rstrip("."), today)
    if near is not None:
        return near
    before = _BEFORE.match(bare)
    rest = re.sub(r"^the\s+", "", bare[before.end() if before else 0 :], flags=re.IGNORECASE)
    found = _calendar_day(rest, today)
    if found is not None and before is not None and WEEKDAYS[found.weekday()] != before[1][:3].lower():
        raise Unreadable(say("day.weekday", text=text.strip(), day=say("time.days").split()[found.weekday()]))
    return found


def _relative_day(text: str, today: date) -> date | None:
    """Return a day given relative to today, or None."""
    if text.casefold() in _NEAR:
        return today + timedelta(days=_NEAR[text.casefold()])
    found = _AFTER.fullmatch(_in_digits(text))
    if found is None:
        return None
    return today + timedelta(days=int(found["n"]) * (7 if found["unit"][0] in "wW" else 1))


def _calendar_day(text: str, today: date) -> date | None:
    """Return a day given with its month, or None."""
    either = _EITHER.fullmatch(text.rstrip("."))
    if either is not None:
        first, second = int(either[1]), int(either[3])
        if first <= 12 and second <= 12 and first != second:
            raise Unreadable(say("day.either", text=text))
        day, month = (second, first) if second > 12 else (first, second)
        return _date(text, day, month, either[4], today)
    for pattern in _DATES:
        found = pattern.fullmatch(text) or pattern.fullmatch(text.rstrip("."))
        if found is not None:
            name = found["month"].lower()
            month = int(name) if name.isdecimal() else MONTHS.index(name[:3]) + 1
            return _date(text, int(found["day"]), month, found["year"], today)
    return None


def _date(text: str, day: int, month: int, year: str | None, today: date) -> date:
    """Return a date; without a year, the next such date.

    Raises Unreadable if it does not exist.
    """
    try:
        if year:
            return date(int(year) + 2000 * (len(year) == 2), month, day)
        this = today.year + ((month, day) < (today.month, today.day))
        return date(this, month, day)
    except ValueError as error:
        raise Unreadable(say("day.none", text=text)) from error

"""Vacations and quiet hours of accounts: their limits, and their transfer to matches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Text, cast, or_, select

from palatine.accounts.accounts import Account, Accounts, account_from_row
from palatine.accounts.wording import refused_error, say
from palatine.core import Unreadable
from palatine.matches import ClockService, SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.matches.clocks.stored_times import SeatTime, parse_times
from palatine.store.schema import matches, seats
from palatine.store.schema_people import accounts

VACATION_DAYS = 21
"""Days of vacation of an account per calendar year."""
MIN_VACATION_DAYS = 2
"""Minimum length of a vacation in days."""
MAX_ADVANCE = timedelta(days=366)
"""Maximum time from now to the end of a vacation."""

QUERY_BATCH = 500
"""Number of accounts whose seats are read by one query."""

VacationPeriod = tuple[date, date]
"""The first and last day of a vacation."""


def local_date(account: Account, now: str) -> date:
    """Return the current date in the account's time zone."""
    return datetime.fromisoformat(now).astimezone(ZoneInfo(account.zone or "UTC")).date()


def parse_vacations(vacations: Sequence[Sequence[str]]) -> list[VacationPeriod]:
    """Return vacations as dates, earliest first. Raises `Unreadable`."""
    try:
        return sorted([(date.fromisoformat(first), date.fromisoformat(last)) for first, last in vacations])
    except ValueError as error:
        raise Unreadable(say("refused.vacation-unread")) from error


def vacation_days_in(year: int, blocks: Sequence[VacationPeriod]) -> int:
    """Return the number of days of a year within these vacations."""
    begins, ends = date(year, 1, 1), date(year, 12, 31)
    return sum([max(0, (min(last, ends) - max(first, begins)).days + 1) for first, last in blocks])


def vacation_days_left(account: Account, now: str) -> int:
    """Return the days of vacation left this year, after deducting planned ones."""
    return VACATION_DAYS - vacation_days_in(local_date(account, now).year, parse_vacations(account.vacation))


def checked_vacations(account: Account, vacations: Sequence[Sequence[str]], now: str) -> list[list[str]]:
    """Return the new vacations of an account for storage. Raises `Unreadable` and `Refused`.

    Past days stay spent: they can be neither removed nor added.
    """
    day, blocks = local_date(account, now), parse_vacations(vacations)
    before = [block for block in parse_vacations(account.vacation) if block[0] < day]
    for first, last in before:
        spent = min(last, day - timedelta(days=1))
        if not any(begins == first and ends >= spent for begins, ends in blocks):
            raise refused_error("vacation-spent")
    for first, last in blocks:
        was = next((known for known in before if known[0] == first), None)
        if was is None and (first < day or last > day + MAX_ADVANCE):
            raise refused_error("vacation-then")
        if was is not None and last > was[1] and last < day:
            raise refused_error("vacation-then")
        if was is None and (last - first).days + 1 < MIN_VACATION_DAYS:
            raise refused_error("vacation-short", least=MIN_VACATION_DAYS)
    if any(first <= last for (_, last), (first, _) in pairwise(blocks)):
        raise refused_error("vacation-twice")
    for year in {year for block in blocks for year in (block[0].year, block[1].year)}:
        if vacation_days_in(year, blocks) > VACATION_DAYS:
            raise refused_error("vacation-days", most=VACATION_DAYS, year=str(year))
    return [[first.isoformat(), last.isoformat()] for first, last in blocks if last >= date(day.year, 1, 1)]


def away_until(account: Account, now: str) -> str:
    """Return the end of the account's current vacation; "" if it is not on vacation."""
    day, zone = local_date(account, now), ZoneInfo(account.zone or "UTC")
    for first, last in parse_vacations(account.vacation):
        if first <= day <= last:
            return format_timestamp(datetime.combine(last + timedelta(days=1), time(), zone).astimezone(UTC))
    return ""


class OwnedSeat(NamedTuple):
    """A seat of an account, with its stored times."""

    account: str
    match: str
    seat: str
    time: SeatTime


class AbsenceService:
    """Synchronisation of matches with the vacations and quiet hours of accounts."""

    def __init__(self, accounts: Accounts, clocks: ClockService) -> None:
        self.accounts = accounts
        self.clocks = clocks

    def plan_vacations(self, account: Account, blocks: Sequence[Sequence[str]], now: str) -> Account:
        """Replace the account's vacations.

        Matches are updated immediately if a vacation starts or ends.
        """
        changed = self.accounts.update_own(account.id, vacation=checked_vacations(account, blocks, now))
        for seat in self._seats([account.id]):
            self._apply_vacation(changed, seat, now, back=True)
        return changed

    def set_vacation(self, account: Account, until: str, now: str) -> Account:
        """Set the account on vacation from today until a time; "" ends the current vacation."""
        day = local_date(account, now)
        others = [block for block in parse_vacations(account.vacation) if not block[0] <= day <= block[1]]
        running = [block for block in parse_vacations(account.vacation) if block[0] <= day <= block[1]]
        first = running[0][0] if running else day
        if until:
            zone = ZoneInfo(account.zone or "UTC")
            back = datetime.fromisoformat(until).astimezone(zone)
            last = back.date() if back.time() > time(12) else back.date() - timedelta(days=1)
            others = [block for block in others if block[0] > last or block[1] < first]
            others.append((first, last))
        elif first < day:
            others.append((first, day - timedelta(days=1)))
        return self.plan_vacations(
            account, [[begins.isoformat(), ends.isoformat()] for begins, ends in sorted(others)], now
        )

    def apply_all(self, now: str) -> None:
        """Apply current vacations, and the quiet hours of new players, to all matches."""
        wanted = select(accounts).where(or_(accounts.c.quiet_hours != "", cast(accounts.c.vacation, Text) != "[]"))
        with self.accounts.database.reading() as connection:
            found = {row.id: account_from_row(row) for row in connection.execute(wanted)}
        ids = list(found)
        for first in range(0, len(ids), QUERY_BATCH):
            for seat in self._seats(ids[first : first + QUERY_BATCH]):
                self._apply_vacation(found[seat.account], seat, now)
                self._apply_night(found[seat.account], seat)

    def apply_quiet_hours(self, account: Account) -> None:
        """Apply the account's quiet hours to its matches, except those with their own quiet hours."""
        for seat in self._seats([account.id]):
            self._apply_night(account, seat)

    def _apply_vacation(self, account: Account, held: OwnedSeat, now: str, *, back: bool = False) -> None:
        until, known = away_until(account, now), held.time.away
        if until > known or (back and known > now and until != known):
            self.clocks.set_vacation(held.match, SeatOwner(account.id, held.seat), until)

    def _apply_night(self, account: Account, held: OwnedSeat) -> None:
        start, _, end = account.quiet_hours.partition("-")
        rest, zone = held.time.rest, account.zone or "UTC"
        known = (rest.start, rest.end, rest.zone) if rest else ("", "", "")
        if not held.time.own_rest and known != ((start, end, zone) if start else ("", "", "")):
            self.clocks.set_quiet_hours(held.match, SeatOwner(account.id, held.seat), start, end, zone, own=False)

    def _seats(self, held_by: Collection[str]) -> list[OwnedSeat]:
        """Return the seats of accounts in matches in play, without loading the matches."""
        wanted = (
            select(seats.c.owner, seats.c.match, seats.c.seat, matches.c.times)
            .join(matches, matches.c.id == seats.c.match)
            .where(seats.c.owner.in_(held_by), matches.c.status == "playing")
            .order_by(seats.c.match, seats.c.place)
        )
        with self.accounts.database.reading() as connection:
            found = connection.execute(wanted).all()
        return [OwnedSeat(row.owner, row.match, row.seat, parse_times(row.times).seat(row.seat)) for row in found]

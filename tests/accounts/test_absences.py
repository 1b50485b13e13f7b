"""Vacations and nights of accounts: limits, use, and effects on matches."""

from __future__ import annotations

from typing import Any

import pytest

from matches.moving import Moving
from palatine.accounts.absences import AbsenceService, away_until, checked_vacations, vacation_days_left
from palatine.accounts.accounts import Account
from palatine.accounts.principals import AccountService
from palatine.core import Refused, Unreadable
from palatine.matches import MatchServices, SeatOwner
from palatine.store import Store

NOW = "2026-03-01T12:00:00.000Z"
DAY = 24.0


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Moving:
    return Moving(monkeypatch)


def paced(people: AccountService, *who: Account) -> str:
    """Return a match of two accounts with time controls."""
    players = {
        seat: {"owner": account.id, "name": account.name, "number": "1"}
        for seat, account in zip(("Kingdoms", "Necromancer"), who, strict=True)
    }
    return people.services.matches.create("dark-emperor", players=players, pace="steady", with_keys=False).match


def days(moving: Moving, first: int, last: int) -> list[str]:
    """Return the dates of a vacation from day `first` to day `last`, counted from today."""
    begins = moving.at.date().toordinal()
    return [type(moving.at.date()).fromordinal(begins + each).isoformat() for each in (first, last)]


@pytest.mark.parametrize(
    ("blocks", "why"),
    [
        ([["2026-03-10", "2026-03-10"]], "at least 2 days"),
        ([["2026-03-10", "2026-03-31"]], "21 days of vacation a year"),
        ([["2026-03-10", "2026-03-20"], ["2026-06-01", "2026-06-11"]], "21 days of vacation a year"),
        ([["2026-02-20", "2026-02-22"]], "must begin today or later"),
        ([["2026-03-10", "2026-03-12"], ["2026-03-12", "2026-03-14"]], "overlap"),
    ],
)
def test_what_is_no_vacation(people: AccountService, ann: Account, blocks: Any, why: str) -> None:
    with pytest.raises(Refused, match=why):
        checked_vacations(ann, blocks, NOW)
    with pytest.raises(Unreadable):
        checked_vacations(ann, [["soon", "later"]], NOW)


def test_a_year_has_its_own_days(people: AccountService, ann: Account) -> None:
    blocks = [["2026-03-10", "2026-03-30"], ["2027-01-02", "2027-01-22"]]
    planned = people.accounts.update_own(ann.id, vacation=checked_vacations(ann, blocks, NOW))
    assert (vacation_days_left(planned, NOW), vacation_days_left(planned, "2027-01-01T12:00:00.000Z")) == (0, 0)


def test_what_is_over_stays_spent_and_what_is_to_come_is_given_back(people: AccountService, ann: Account) -> None:
    planned = people.accounts.update_own(
        ann.id, vacation=[["2026-03-02", "2026-03-11"], ["2026-08-01", "2026-08-02"]]
    )
    later = "2026-03-06T12:00:00.000Z"
    with pytest.raises(Refused, match="have passed"):
        checked_vacations(planned, [], later)
    with pytest.raises(Refused, match="have passed"):
        checked_vacations(planned, [["2026-03-02", "2026-03-04"]], later)
    kept = checked_vacations(planned, [["2026-03-02", "2026-03-05"]], later)
    assert vacation_days_left(people.accounts.update_own(ann.id, vacation=kept), later) == 17


def test_a_vacation_ends_in_the_zone_of_whoever_has_it(people: AccountService, ann: Account) -> None:
    berlin = people.accounts.update_own(ann.id, zone="Europe/Berlin", vacation=[["2026-03-01", "2026-03-02"]])
    assert away_until(berlin, NOW) == "2026-03-02T23:00:00.000Z"
    assert away_until(berlin, "2026-03-02T23:30:00.000Z") == ""


def test_the_clocks_of_all_matches_stand_still_and_go_on(
    people: AccountService, ann: Account, bea: Account, moving: Moving
) -> None:
    match, absences = paced(people, ann, bea), people.social.absences
    asked = people.services.matches.info(match).asked[0]
    away = ann if asked == "Kingdoms" else bea
    before = people.services.clocks.seat_time(match, asked).since
    account = absences.plan_vacations(away, [days(moving, 1, 2)], moving.now)
    absences.apply_all(moving.now)
    assert people.services.clocks.seat_time(match, asked).away == "", "it has not begun"
    moving.on(days=1)
    absences.apply_all(moving.now)
    seat = people.services.clocks.seat_time(match, asked)
    assert seat.away == away_until(account, moving.now) > moving.now
    assert seat.since > before, "the clock stands still meanwhile"
    version = people.services.matches.info(match).version
    absences.apply_all(moving.now)
    assert people.services.matches.info(match).version == version, "told once"
    absences.set_vacation(people.accounts.get(away.id), "", moving.now)
    assert people.services.clocks.seat_time(match, asked).away <= moving.now


def test_to_be_away_from_a_match_spends_days_and_holds_for_all(
    people: AccountService, ann: Account, bea: Account, moving: Moving
) -> None:
    matches = [paced(people, ann, bea) for _ in range(2)]
    until = f"{days(moving, 5, 5)[0]}T00:00:00.000Z"
    account = people.social.absences.set_vacation(ann, until, moving.now)
    assert {people.services.clocks.seat_time(match, "Kingdoms").away for match in matches} == {until}
    assert vacation_days_left(account, moving.now) == 16
    with pytest.raises(Refused, match="21 days"):
        people.social.absences.set_vacation(account, f"{days(moving, 22, 22)[0]}T00:00:00.000Z", moving.now)


def test_who_takes_over_has_neither_the_vacation_nor_the_nights_of_a_predecessor(
    people: AccountService, store: Store, ann: Account, bea: Account, moving: Moving
) -> None:
    match, services = paced(people, ann, bea), MatchServices(store, bots="background")
    eve = people.accounts.create_member("Eve", NOW)
    asked = services.matches.info(match).asked[0]
    gone = SeatOwner((ann if asked == "Kingdoms" else bea).id, asked)
    services.clocks.set_quiet_hours(match, gone, "23:00", "07:00", "UTC")
    services.clocks.set_vacation(match, gone, f"{days(moving, 9, 9)[0]}T00:00:00.000Z")
    services.seats.leave_seat(match, gone)
    moving.on(hours=1)
    services.seats.sit_down(match, SeatOwner(eve.id, asked), "Eve")
    seat = services.clocks.seat_time(match, asked)
    assert (seat.away, seat.rest, seat.asked) == ("", None, moving.now)
    assert (moving.at.fromisoformat(seat.since) - moving.at).total_seconds() == 24 * 3600, "the reply of the pace"


def test_the_night_of_an_account_is_that_of_its_matches_but_where_another_is_set(
    people: AccountService, ann: Account, bea: Account
) -> None:
    own, usual = paced(people, ann, bea), paced(people, ann, bea)
    absences: AbsenceService = people.social.absences
    people.services.clocks.set_quiet_hours(own, SeatOwner(ann.id, "Kingdoms"), "", "", "UTC")
    account = people.accounts.update_own(ann.id, quiet_hours="22:00-06:00", zone="Europe/Berlin")
    absences.apply_all(NOW)
    assert people.services.clocks.seat_time(own, "Kingdoms").rest is None
    rest = people.services.clocks.seat_time(usual, "Kingdoms").rest
    assert rest is not None
    assert (rest.start, rest.end, rest.zone) == ("22:00", "06:00", "Europe/Berlin")
    version = people.services.matches.info(usual).version
    absences.apply_all(NOW)
    assert people.services.matches.info(usual).version == version
    absences.apply_quiet_hours(people.accounts.update_own(account.id, quiet_hours=""))
    assert people.services.clocks.seat_time(usual, "Kingdoms").rest is None

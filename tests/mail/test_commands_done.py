"""Commands in the two games that were designed for play by mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mail.correspondence import Correspondence, correspondence
from palatine.core.messages import capitalize
from palatine.core.scenario import REFEREE
from palatine.matches import MatchServices, turn_name
from palatine.matches.clock import parse_time
from palatine.store import Store

GAMES = ("lord-and-master", "adventurer-kings")


def flat(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return " ".join(receipt["data"]["text"].split())


def subject(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return str(receipt["data"]["subject"])


def hand_in(kings: Correspondence, *missing: str) -> None:
    """Hand in the drafts of all seats that are asked, except some."""
    turn = kings.info.turn
    for seat in [each for each in kings.info.asked if each not in missing]:
        draft = kings.services.orders.draft(kings.match, kings.key(seat))
        kings.services.orders.hand_in(kings.match, kings.key(seat), draft.text if turn == 0 else "", turn)


@pytest.fixture(params=GAMES)
def kings(request: pytest.FixtureRequest, store: Store, services: MatchServices) -> Correspondence:
    return correspondence(store, services, request.param, clock={"hours": 24})


@pytest.fixture
def refereed(store: Store, services: MatchServices) -> Correspondence:
    return correspondence(
        store, services, "lord-and-master", table=("P1", "P2", "P3", REFEREE), clock={"hours": 24}
    )


def test_an_older_report_is_that_of_its_turn_and_one_that_never_was_is_refused(kings: Correspondence) -> None:
    first = kings.seats[0]
    hand_in(kings)
    founded = flat(kings.write(first, "REPORT"))
    hand_in(kings)
    last = kings.write(first, "REPORT")
    assert subject(last).startswith(f"Report of {turn_name(kings.info, 1)}.")
    older = kings.write(first, "REPORT 0")
    assert subject(older).startswith(f"Report of {turn_name(kings.info, 0)}.")
    assert flat(older) != flat(last)
    assert flat(older)[:20] == founded[:20]
    assert flat(kings.write(first, "REPORT 1"))[:200] == flat(last)[:200]
    for turn in (2, 7):
        never = kings.write(first, f"REPORT {turn}")
        assert subject(never).startswith("Not done.")
        assert flat(never) == f"There is no report of turn {turn} in this match."


def test_whoever_is_missing_is_voted_out_or_kept(kings: Correspondence) -> None:
    gone, *others = kings.seats[::-1]
    hand_in(kings)
    assert subject(kings.write(others[0], f"VOTE OUT {gone}")).startswith("Not done.")
    for _ in range(2):
        hand_in(kings, gone)
        kings.services.clocks.claim_deadlines(kings.info.deadline)
    assert kings.info.votes == {}
    assert "You vote to remove" in flat(kings.write(others[0], f"VOTE OUT {gone}"))
    assert kings.info.votes == {gone: [others[0]]}
    assert "withdrawn your vote" in flat(kings.write(others[0], f"VOTE KEEP {gone}"))
    assert kings.info.votes == {}
    told = ""
    for voter in others[: len(others) // 2 + 1]:
        told = flat(kings.write(voter, f"VOTE OUT {gone}"))
    assert "has been removed from the match" in told
    assert kings.services.seats.seat_of(kings.match, kings.key(gone)) is None


def test_the_referee_moves_the_deadline_and_all_see_it(refereed: Correspondence) -> None:
    before = refereed.info.deadline
    later = parse_time(before) + timedelta(hours=12)
    for seat in ("P1", REFEREE):
        receipt = refereed.write(seat, f"SET DEADLINE {later:%d %b %Y %H:%M} UTC")
        if seat == "P1":
            assert "Only the player who runs the turns" in flat(receipt)
            assert refereed.info.deadline == before
    assert parse_time(refereed.info.deadline) - later < timedelta(minutes=1)
    assert refereed.info.deadline > before
    told = flat(receipt).partition("ends on ")[2].rstrip(".")
    assert told
    for seat in ("P1", "P2", "P3"):
        assert f"ends on {told}." in flat(refereed.write(seat, "STATUS"))
    early = refereed.write(REFEREE, f"SET DEADLINE {parse_time(before):%d %b %Y %H:%M} UTC")
    assert "only be moved to a later time" in flat(early)


def test_the_referee_runs_the_turn_though_sheets_are_missing(refereed: Correspondence) -> None:
    hand_in(refereed, "P3")
    assert "No orders yet from" in flat(refereed.write("P1", "RUN"))
    receipt = refereed.write(REFEREE, "RUN")
    assert subject(receipt).startswith("The set-up runs.")
    assert refereed.info.turn == 1


def test_what_is_asked_and_said_in_a_turn(kings: Correspondence) -> None:
    first, second = kings.seats[:2]
    hand_in(kings)
    status = flat(kings.write(first, "STATUS"))
    assert f"{capitalize(turn_name(kings.info))} is open." in status
    assert "Your own orders are not in yet." in status
    assert "#orders turn 1" in flat(kings.write(first, "SHEET"))
    assert subject(kings.write(first, "SUGGEST")).startswith("Suggestions.")
    letter = flat(kings.write(first, f"LETTER TO {second}\nMeet me.\nEND"))
    assert "delivered when the turn runs" in letter
    assert "@" not in letter
    assert [each.to for each in kings.services.orders.letters(kings.match, kings.key(first))] == [(second,)]
    assert "A bot plays your seat" in flat(kings.write(first, "STAND IN ON"))
    assert kings.info.seats[0].lent
    kings.write(first, "STAND IN OFF")
    assert not kings.info.seats[0].lent


def test_an_absence_lasts_to_the_end_of_its_day_where_the_player_is(kings: Correspondence) -> None:
    first = kings.seats[0]
    day = (datetime.now(UTC) + timedelta(days=5)).date()
    receipt = flat(kings.write(first, f"ABSENT UNTIL {day:%d %b %Y}"))
    assert f"{day.day} {day:%b}, 23:59 (Berlin)" in receipt
    away = kings.services.clocks.seat_time(kings.match, first).away
    assert f"{day}T22:00" <= away <= f"{day}T23:00:00.000Z"

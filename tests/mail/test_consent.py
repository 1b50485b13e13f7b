"""Requests between players by mail: time, pauses, absences, letters, votes and others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mail.correspondence import Correspondence, correspondence
from mail.outgoing import mailed
from palatine.matches import MatchServices
from palatine.store import Store


def flat(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return " ".join(receipt["data"]["text"].split())


@pytest.fixture
def timed(store: Store, services: MatchServices) -> Correspondence:
    """Return a match whose turns last a day."""
    return correspondence(store, services, seats=3, clock={"hours": 24})


def test_more_time_is_asked_for_and_granted(timed: Correspondence) -> None:
    before = timed.info.deadline
    asked = timed.write("Abbey", "EXTEND 12 hours")
    assert "the answer of Barons player (Baron) and" in flat(asked)
    assert "It is granted on" in flat(asked)
    status = flat(timed.write("Baron", "STATUS"))
    assert "Answer VOTE YES 1 or VOTE NO 1." in status
    timed.write("Baron", "VOTE YES 1")
    assert timed.info.deadline == before
    last = timed.seats[2]
    timed.write(last, "vote yes 1")
    assert timed.info.deadline > before


def test_a_no_ends_a_proposal(timed: Correspondence) -> None:
    before = timed.info.deadline
    timed.write("Abbey", "PAUSE 2 days")
    refused = "You have refused this proposal. Abbeys player (Abbey) asks for a pause of 2 days."
    assert refused in flat(timed.write("Baron", "VOTE NO 1"))
    assert timed.info.times is None or timed.info.times.proposals == ()
    assert timed.info.deadline == before
    assert not flat(timed.write("Baron", "VOTE YES 1")).startswith("You have agreed")


@pytest.mark.parametrize(
    ("text", "is_agreed"),
    [("Yes, of course", True), ("VOTE YES", True), ("No, I do not agree, sorry.", False), ("vote no", False)],
)
def test_a_plain_answer_counts_for_the_only_proposal(timed: Correspondence, text: str, is_agreed: bool) -> None:
    timed.write("Abbey", "PAUSE 2 days")
    receipt = flat(timed.write("Baron", text))
    assert ("You have agreed to this proposal." in receipt) == is_agreed
    assert ("You have refused this proposal." in receipt) == (not is_agreed)
    waiting = timed.info.times.proposals if timed.info.times else ()
    assert [each.yes for each in waiting] == ([("Baron",)] if is_agreed else [])


def test_a_plain_answer_to_one_of_two_proposals_asks_which(timed: Correspondence) -> None:
    timed.write("Abbey", "PAUSE 2 days")
    timed.write("Abbey", "EXTEND 12 hours")
    receipt = flat(timed.write("Baron", "YES"))
    assert "Answer VOTE YES 1 or VOTE NO 1." in receipt
    assert "Answer VOTE YES 2 or VOTE NO 2." in receipt
    assert "VOTE YES" not in flat(timed.write("Abbey", "VOTE YES"))
    assert "No proposal is waiting for your answer." in flat(timed.write("Abbey", "VOTE NO"))


def test_a_yes_to_a_question_that_is_closed_votes_on_nothing(timed: Correspondence) -> None:
    question = timed.write("Baron", "RESIGN")
    assert question is not None
    timed.write("Baron", "NO", **timed.answers(question))
    timed.write("Abbey", "PAUSE 2 days")
    receipt = flat(timed.write("Baron", "YES", **timed.answers(question)))
    assert "No question is waiting for a YES." in receipt
    assert timed.info.times is not None
    assert [each.yes for each in timed.info.times.proposals] == [()]


def test_a_yes_answers_the_mail_it_replies_to(timed: Correspondence) -> None:
    question = timed.write("Baron", "RESIGN")
    timed.write("Abbey", "PAUSE 2 days")
    proposal = mailed(timed, "proposal", "Baron")
    replies = {"In_Reply_To": str(proposal["Message-ID"])}
    assert "You have agreed to this proposal." in flat(timed.write("Baron", "YES", **replies))
    assert question is not None
    assert "You have left" in flat(timed.write("Baron", "YES", **timed.answers(question)))


def test_ready_and_wait(timed: Correspondence) -> None:
    assert "no longer waits for you" in flat(timed.write("Abbey", "READY"))
    assert timed.info.times is not None
    assert timed.info.times.seats["Abbey"].ready
    timed.write("Abbey", "#orders turn 1\nAldo builds\n#end\nWAIT")
    for seat in timed.seats[1:]:
        timed.services.orders.hand_in(timed.match, timed.key(seat), "", 1)
    assert timed.info.turn == 1, "the turn waits as was asked"
    timed.write("Abbey", "READY")
    assert timed.info.turn == 2


def test_a_bot_stands_in(timed: Correspondence) -> None:
    assert "A bot plays your seat" in flat(timed.write("Abbey", "STAND IN ON"))
    assert timed.info.seats[0].lent
    assert "You play your seat again." in flat(timed.write("Abbey", "STAND IN OFF"))
    assert not timed.info.seats[0].lent


def test_who_is_back_plays_the_seat_again(timed: Correspondence) -> None:
    timed.write("Abbey", "STAND IN ON")
    assert "You are back. You play your seat again." in flat(timed.write("Abbey", "BACK"))
    assert not timed.info.seats[0].lent


def test_somebody_is_away(timed: Correspondence) -> None:

    day = (datetime.now(UTC) + timedelta(days=5)).strftime("%d %b %Y")
    assert "You are away until" in flat(timed.write("Abbey", f"ABSENT UNTIL {day}"))
    assert "You are back." in flat(timed.write("Abbey", "BACK"))
    later = (datetime.now(UTC) + timedelta(days=30)).strftime("%d %b %Y")
    assert "You have 21 days of vacation a year" in flat(timed.write("Abbey", f"ABSENT UNTIL {later}"))
    assert "end within a year" in flat(timed.write("Abbey", "ABSENT UNTIL 3 Jan 2031"))


def test_orders_for_a_later_turn_are_kept_for_a_vacation(timed: Correspondence) -> None:
    receipt = timed.write("Abbey", "#orders turn 3\nAldo builds\n#end")
    assert "Your orders for turn 3 are kept. They count if you are on vacation then" in flat(receipt)
    assert timed.services.orders.draft(timed.match, timed.key("Abbey"), 3).text.strip() == "Aldo builds"
    assert timed.handed_in("Abbey") is None
    far = flat(timed.write("Abbey", "#orders turn 99\nAldo builds\n#end"))
    assert "These are orders for turn 99, but turn 1 is open." in far


def test_letters_go_to_whom_they_name_and_show_no_address(timed: Correspondence) -> None:
    receipt = timed.write("Abbey", "LETTER TO baron, Barons player\nMeet me.\nEND")
    assert "Your letter to Barons player (Baron) will be delivered when the turn runs." in flat(receipt)
    (letter,) = timed.services.orders.letters(timed.match, timed.key("Abbey"))
    assert (letter.to, letter.text) == (("Baron",), "Meet me.")
    assert "Did you mean Barons player (Baron)?" in flat(timed.write("Abbey", "LETTER TO Barn\nx\nEND"))
    assert "Nobody here is called “Zzz”." in flat(timed.write("Abbey", "LETTER TO Zzz\nx\nEND"))
    timed.write("Abbey", "LETTER TO all\nTo all\nEND")
    assert timed.services.orders.letters(timed.match, timed.key("Abbey"))[-1].to == timed.seats[1:]


def test_a_letter_without_its_end_is_asked_about(timed: Correspondence) -> None:
    assert "Answer YES to send it" in flat(timed.write("Abbey", "LETTER TO Baron\nMeet me.\n-- \nA."))
    assert timed.services.orders.letters(timed.match, timed.key("Abbey")) == []
    timed.write("Abbey", "YES")
    assert [each.text for each in timed.services.orders.letters(timed.match, timed.key("Abbey"))] == ["Meet me."]


def test_a_vote_is_refused_while_nobody_stays_away(timed: Correspondence) -> None:
    receipt = timed.write("Abbey", "VOTE OUT Baron")
    assert receipt is not None
    assert receipt["data"]["subject"].startswith("Not done.")


def test_a_turn_is_run_by_mail_when_all_agree(timed: Correspondence) -> None:
    receipt = timed.write("Baron", "RUN")
    assert receipt is not None
    assert receipt["data"]["subject"].startswith("Running the turn.")
    assert "the answer of Abbeys player (Abbey)" in flat(receipt)
    assert timed.info.turn == 1
    for seat in ("Abbey", "Crown"):
        timed.write(seat, "VOTE YES 1")
    assert timed.info.turn == 2


def test_a_letter_that_cannot_be_sent_is_named_in_the_answer_and_its_subject(timed: Correspondence) -> None:
    receipt = timed.write("Abbey", "#orders turn 1\nAldo builds\n#end\n\nLETTER TO Nobody\nMeet me.\nEND")
    assert receipt is not None
    assert receipt["data"]["subject"].startswith("Handed in: turn 1, 1 order; not everything was done.")
    assert "Your letter was not sent. Nobody here is called “Nobody”." in flat(receipt)


def test_commands_below_a_line_that_is_not_understood_are_named_as_not_done(timed: Correspondence) -> None:
    receipt = flat(timed.write("Abbey", "Aldo, build!\nLETTER TO Baron\nMeet me.\nEND"))
    assert "Put orders between" not in receipt
    assert "Nothing below “Aldo, build!” was done. Send it again without that line." in receipt
    assert timed.services.orders.letters(timed.match, timed.key("Abbey")) == []
    assert "Nothing below" not in flat(timed.write("Abbey", "Aldo, build!\nThank you.\nYes"))


def test_orders_outside_of_a_block_are_told_where_they_belong(timed: Correspondence) -> None:
    receipt = flat(timed.write("Abbey", "Aldo builds"))
    assert "Put orders between a line #orders turn 1 and a line #end." in receipt
    assert timed.handed_in("Abbey") is None


def test_a_resignation_says_what_follows_before_it_is_confirmed(timed: Correspondence) -> None:
    receipt = flat(timed.write("Abbey", "RESIGN"))
    assert "for good. The others then play on without you. Answer YES to do so." in receipt

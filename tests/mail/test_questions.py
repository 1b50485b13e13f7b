"""Games of single actions by mail: numbered answers, and late ones."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from mail.correspondence import DOMAIN, START, Correspondence, new_account
from mail.outgoing import mailed, new_channel, text_of
from matches.spies import GAME as SPIES
from palatine import registry
from palatine.mail.handlers.positions import position_lines
from palatine.mail.handlers.questions import MAX_CHOICES, Question, find_question, followed, question_lines
from palatine.mail.rendering import contents
from palatine.mail.rendering.contents import render_content
from palatine.mail.seat_mailboxes import mailbox_of
from palatine.matches import MatchServices, SeatOwner
from palatine.notifications.reminders import ReminderService
from palatine.notifications.sending.sender import Payload
from palatine.notifications.texts import NotificationText
from palatine.store import Store


@pytest.fixture
def ford(store: Store, services: MatchServices) -> Correspondence:
    """Return a match of Ford between North and South without forced actions."""
    made = services.matches.create("ford", forced=False, title="The ford")
    for seat in made.keys:
        account = new_account(store, f"{seat}s player", f"{seat.casefold()}@home.example")
        services.seats.sit_down(made.match, SeatOwner(account, seat), f"{seat}s player", "7")
    return Correspondence(store, services, made.match, tuple(made.keys))


def asked(ford: Correspondence) -> Question:
    seat = ford.info.asked[0]
    found = find_question(ford.services, ford.match, seat)
    assert found is not None
    return found


def flat(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return " ".join(receipt["data"]["text"].split())


def test_a_question_has_its_answers_numbered(ford: Correspondence) -> None:
    question = asked(ford)
    lines = question_lines(question, "")
    assert 1 < len(question.options) <= MAX_CHOICES
    for number, option in enumerate(question.options[: question.near], 1):
        assert any(line.split()[:1] == [str(number)] and option.text.split()[0] in line for line in lines)
    view = ford.services.matches.view(ford.match, ford.info.asked[0]).view
    single = [option.actions for option in question.options if len(option.actions) == 1]
    assert {((each.verb, each.operand),) for each in view.choices} <= set(single)
    assert len(single) == len(set(single))


def test_a_number_in_an_answer_does_what_stood_there(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    status = ford.write(seat, "STATUS")
    assert status is not None
    option = asked(ford).options[1]
    before = ford.info.version
    receipt = ford.write(seat, "2\n\n> quoted", **ford.answers(status))
    assert ford.info.version > before
    assert f"Done: {option.text}" in flat(receipt)
    record = ford.services.runtime.storage.records(ford.match)[-1]
    assert (record.verb, record.operand) == option.actions[-1]


def test_a_receipt_asks_the_next_question_and_is_answered_itself(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    status = ford.write(seat, "STATUS")
    assert status is not None
    second = ford.write(seat, "1", **ford.answers(status))
    assert second is not None
    assert second["data"]["version"] == ford.info.version
    before = ford.info.version
    ford.write(ford.info.asked[0], "ANSWER 1", **ford.answers(second))
    assert ford.info.version > before


def test_a_number_that_comes_late_does_nothing_and_tells_what_happened(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    status = ford.write(seat, "STATUS")
    assert status is not None
    ford.write(seat, "1", **ford.answers(status))
    before = ford.info.version
    receipt = ford.write(seat, "2", **ford.answers(status))
    assert ford.info.version == before
    assert "That question has been answered." in flat(receipt)


def test_a_number_that_answers_nothing_is_asked_back(ford: Correspondence) -> None:
    before = ford.info.version
    receipt = ford.write(ford.info.asked[0], "1")
    assert ford.info.version == before
    assert "The referee can't tell which question this answers." in flat(receipt)
    assert receipt is not None
    ford.write(ford.info.asked[0], "1", **ford.answers(receipt))
    assert ford.info.version > before


@pytest.mark.parametrize("number", ["0", "13", "9999"])
def test_a_number_that_is_none_of_the_answers(ford: Correspondence, number: str) -> None:
    seat = ford.info.asked[0]
    status = ford.write(seat, "STATUS")
    assert status is not None
    before = ford.info.version
    assert "The answers have the numbers 1 to" in flat(ford.write(seat, number, **ford.answers(status)))
    assert ford.info.version == before


def test_what_does_not_stand_is_refused(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    status = ford.write(seat, "STATUS")
    assert status is not None
    assert "can't be given automatically" in flat(ford.write(seat, "AUTO 1 ON", **ford.answers(status)))


def test_what_stands_is_taken_back_by_mail(store: Store, services: MatchServices) -> None:
    registry.register("spies", SPIES)
    made = services.matches.create("spies", options={"days": 20}, forced=False, title="The spies")
    for seat in made.keys:
        account = new_account(store, f"{seat}s player", f"{seat.casefold()}@home.example")
        services.seats.sit_down(made.match, SeatOwner(account, seat), f"{seat}s player", "7")
    spies = Correspondence(store, services, made.match, tuple(made.keys))
    first, second = spies.info.asked[0], next(seat for seat in spies.seats if seat not in spies.info.asked)
    services.matches.act(spies.match, spies.key(first), ("rest", 0), spies.info.version)
    assert "Your answers given in advance have ended" in flat(spies.write(second, "AUTO 1 OFF"))
    status = spies.write(second, "STATUS")
    assert status is not None
    (number,) = [n for n, option in enumerate(asked(spies).options, 1) if option.duration_key]
    assert "From now on: Rest" in flat(spies.write(second, f"AUTO {number} ON", **spies.answers(status)))
    assert spies.info.asked == (first,)
    ended = flat(spies.write(second, f"AUTO {number} OFF"))
    assert ended.count("Your answers given in advance have ended") == 1
    services.matches.act(spies.match, spies.key(first), ("rest", 0), spies.info.version)
    assert spies.info.asked == (second,), "it is asked again"


def test_a_question_that_the_server_answers_is_not_asked(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    soon = ford.services.matches.view(ford.match, seat, 0)
    ctx = SimpleNamespace(services=ford.services, mailbox=SimpleNamespace(match=ford.match, seat=seat))
    view = msgspec.structs.replace(soon, answers_soon=True)
    services = SimpleNamespace(matches=SimpleNamespace(view=lambda *_: view, info=lambda _: ford.info))
    assert find_question(services, ford.match, seat) is None  # type: ignore[arg-type]
    ctx.services = services
    part = followed(ctx, "Done.", view)  # type: ignore[arg-type]
    assert "The referee answers the next question for you" in part.text
    assert view.view.prompt not in part.text
    assert part.version == 0


def test_a_question_in_a_receipt_is_not_sent_again(ford: Correspondence) -> None:
    [seat] = ford.info.asked
    new_channel(ford, seat)
    ReminderService(ford.store.database).send_due(ford.now)
    status = ford.write(seat, "STATUS")
    assert status is not None
    later = ford.now + timedelta(hours=1)
    ReminderService(ford.store.database).send_due(later)
    kinds = [each["kind"] for each in ford.outgoing() if each["seat"] == seat]
    assert kinds == ["receipt"]


def test_who_is_not_asked_answers_nothing(ford: Correspondence) -> None:
    other = next(seat for seat in ford.seats if seat not in ford.info.asked)
    before = ford.info.version
    answers = {"In_Reply_To": f"<o.1.{before}@{DOMAIN}>"}
    assert "No question is waiting for you." in flat(ford.write(other, "1", **answers))
    assert ford.info.version == before


def test_orders_are_refused_in_such_a_game(ford: Correspondence) -> None:
    receipt = ford.write(ford.info.asked[0], "#orders turn 1\nmarch\n#end")
    assert "not played with orders" in flat(receipt)


def test_how_things_stand_is_told_in_words(ford: Correspondence) -> None:
    view = ford.services.matches.view(ford.match, "North").view
    lines = position_lines(view, ford.services.matches.boards(ford.match))
    assert lines
    assert max(map(len, lines)) <= 72
    status = flat(ford.write("North", "STATUS"))
    for piece in view.pieces:
        if piece.text:
            assert any(piece.text in line for line in lines)
            assert piece.text in status


def test_equal_hidden_pieces_are_counted(ford: Correspondence) -> None:
    view = ford.services.matches.view(ford.match, "North").view
    boards = ford.services.matches.boards(ford.match)
    own = next(piece for piece in view.pieces if piece.style)
    hidden = tuple(msgspec.structs.replace(own, id=f"h{n}", face="", text="Hidden counter") for n in range(3))
    lines = position_lines(msgspec.structs.replace(view, pieces=hidden, panels=()), boards)
    assert len(lines) == 1
    assert lines[0].endswith(": Hidden counter (3 times)")


def test_a_move_is_taken_back_by_mail(ford: Correspondence) -> None:
    [seat] = ford.info.asked
    other = next(each for each in ford.seats if each != seat)
    status = ford.write(seat, "STATUS")
    assert status is not None
    while ford.info.asked == (seat,):
        status = ford.write(seat, "1", **ford.answers(status))
        assert status is not None
    assert f"waiting for the answer of {other}s player ({other})" in flat(ford.write(seat, "TAKE BACK"))
    assert "You have agreed to this proposal." in flat(ford.write(other, "Yes please"))
    assert ford.info.asked == (seat,)


def test_the_mail_of_a_turn_is_short_and_has_a_link(ford: Correspondence) -> None:
    """It names the players and the deadline and lists numbered choices.

    The position comes on request.
    """
    seat = ford.info.asked[0]
    other = next(each for each in ford.seats if each != seat)
    link = f"https://play.example.org/play/{ford.match}"
    notice = NotificationText(
        "asked", "The ford", "", link, ford.match, "ford", (seat,), "2026-11-30T18:00:00.000Z"
    )
    message: Any = SimpleNamespace(kind="asked", data={})
    with ford.store.database.reading() as connection:
        mailbox = mailbox_of(connection, ford.match, seat)
    content = render_content(Payload(message, notice, "", {}, START), mailbox, ford.services, ford.settings)
    text = " ".join(content.text.split())
    assert f"The ford: it is your turn. You play {seat}, against {other}s player ({other})." in text
    assert "Your time is up on Mon 30 Nov" in text
    assert link in content.text
    assert "Write STATUS for the whole position" in text
    assert len(content.text.splitlines()) < 45


def test_news_that_are_left_out_are_counted(ford: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    [seat] = ford.info.asked
    new_channel(ford, seat)
    whole = news_of(ford, seat)
    monkeypatch.setattr(contents, "MAX_JOURNAL_LINES", len(whole) - 1)
    assert len(whole) > 2
    assert news_of(ford, seat) == ["(2 earlier events left out)", *whole[2:]]


def news_of(ford: Correspondence, seat: str) -> list[str]:
    """Return the news lines of the mail that asks a seat."""
    _, _, rest = text_of(mailed(ford, "asked", seat)).partition("What has happened:\n")
    return [line.strip() for line in rest.partition("\n\n")[0].splitlines()]


def test_help_names_spells_only_in_a_game_with_spells(ford: Correspondence) -> None:
    [seat] = ford.info.asked
    answer = ford.write(seat, "HELP")
    assert answer is not None
    assert "RULES WORD" in answer["data"]["text"]
    assert "SPELLS" not in answer["data"]["text"]


def test_what_has_happened_is_told_once(ford: Correspondence) -> None:
    """Lines since the player's own last action are news, earlier ones are not."""
    [seat] = ford.info.asked
    new_channel(ford, seat)
    first = text_of(mailed(ford, "asked", seat))
    assert "What has happened:" in first
    told = [line.strip() for line in first.partition("What has happened:")[2].split("\n")[1:] if line[:2] == "  "]
    while [seat] == ford.info.asked:
        status = ford.write(seat, "STATUS")
        assert status is not None
        ford.write(seat, "1", **ford.answers(status))
    [other] = ford.info.asked
    while [other] == ford.info.asked:
        status = ford.write(other, "STATUS")
        assert status is not None
        ford.write(other, "1", **ford.answers(status))
    since = ford.services.guidance.recap_start(ford.match, ford.key(seat))
    news = [line.text for line in ford.services.matches.view(ford.match, seat, since).entries]
    again = text_of(mailed(ford, "asked", seat))
    assert news
    assert all(f"  {line}" in again for line in news[-3:])
    assert not [line for line in told if f"  {line}\n" in again and line not in news]


def test_whoever_was_late_is_asked_again_in_the_same_mail(ford: Correspondence) -> None:
    [late] = ford.info.asked
    new_channel(ford, late)
    mail = mailed(ford, "missed", late)
    assert mail["Subject"] == "You were late. The ford (Ford)"
    assert "Answer with the number." in text_of(mail)
    assert f".{ford.info.version}@" in mail["Message-ID"], "so the number in an answer counts"


def test_the_end_says_who_won(ford: Correspondence) -> None:
    [leaves] = ford.info.asked
    other = next(seat for seat in ford.seats if seat != leaves)
    new_channel(ford, other)
    ford.services.matches.resign(ford.match, ford.key(leaves), ford.info.version)
    assert f"{other}s player ({other}) won." in text_of(mailed(ford, "over", other))


def test_who_resigns_between_two_is_told_who_wins(ford: Correspondence) -> None:
    assert "Souths player (South) then wins. Answer YES to do so." in flat(ford.write("North", "RESIGN"))

"""Orders by mail: handing in, corrections, checks, queries and receipts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from mail.correspondence import Correspondence, correspondence
from palatine.mail.handlers.context import WIDTH
from palatine.mail.inbox import Inbox
from palatine.mail.processor import MailProcessor
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.tithe.components import SEATS


def text_of(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return str(receipt["data"]["text"])


def flat(receipt: dict[str, Any] | None) -> str:
    """Return the text of a receipt on one line."""
    return " ".join(text_of(receipt).split())


def subject_of(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return str(receipt["data"]["subject"])


def test_orders_are_handed_in_and_repeated_as_understood(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "#orders turn 1\naldo COLLECTS # soon\nAnna builds\n#end\n")
    assert valley.handed_in("Abbey") == "aldo COLLECTS # soon\nAnna builds"
    assert subject_of(receipt) == "Handed in: turn 1, 2 orders. The valley of nine mills"
    text = text_of(receipt)
    assert "Your orders for turn 1 are in. Missing: Barons player (Baron)." in text
    assert "As understood:\n  Aldo collects\n  Anna builds" in text
    assert "Line 1: 1 to 6 gold" in text


def test_a_mail_that_is_dealt_with_again_says_that_its_orders_were_in(
    valley: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stops after the last orders run the turn and before the receipt is written."""

    class Killed(BaseException):
        pass

    def dies(*_: Any) -> None:
        raise Killed

    valley.write("Abbey", "#orders turn 1\nAnna builds\n#end")
    before = len(valley.outgoing())
    valley.take("Baron", valley.raw("Baron", "#orders turn 1\nBela builds\n#end"))
    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "settle", dies)
        with pytest.raises(Killed):
            valley.work()
    assert valley.info.turn == 2
    processor = MailProcessor(valley.services, valley.store.database, valley.settings)
    processor.process_unread(valley.now)
    assert valley.outgoing()[before:] == [], "whoever had it may be at it still"
    valley.now += timedelta(seconds=31)
    processor.process_unread(valley.now)
    [receipt] = valley.outgoing()[before:]
    assert subject_of(receipt).startswith("Handed in: turn 1, 1 order.")
    assert "Turn 1 ran with your orders." in text_of(receipt)
    other = valley.write("Baron", "#orders turn 1\nBela collects\n#end")
    assert subject_of(other).startswith("Not handed in: orders for turn 1")


def test_a_receipt_goes_first_to_the_sender_and_answers_the_mail(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "STATUS", Message_ID="<77@home.example>")
    assert receipt is not None
    assert (receipt["first"], receipt["answer_to"], receipt["state"]) == (True, "<77@home.example>", "waiting")
    assert (receipt["data"]["to"], receipt["seat"]) == ("abbey@home.example", "Abbey")


def test_a_faulty_line_is_named_with_its_clause_and_what_would_do(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "#orders turn 1\nAnna builds\nAldo colects\n#end")
    assert valley.handed_in("Abbey") is None
    assert subject_of(receipt).startswith("Not handed in: 1 problem, turn 1.")
    text = text_of(receipt)
    assert "Line 2, “Aldo colects”: 'Aldo colects' is not an order. (2)\n  Corrected: Aldo collects" in text
    assert "You have not handed in orders yet." in text
    assert "Answer YES to hand in the orders with these lines corrected." in text
    assert valley.services.orders.draft(valley.match, valley.key("Abbey")).text == "Anna builds\nAldo colects"


def test_yes_hands_in_what_was_put_right(valley: Correspondence) -> None:
    asked = valley.write("Abbey", "#orders turn 1\nAldo colects\n#end")
    assert asked is not None
    receipt = valley.write("Abbey", "YES", **valley.answers(asked))
    assert valley.handed_in("Abbey") == "Aldo collects"
    assert subject_of(receipt).startswith("Handed in: turn 1, 1 order.")
    again = valley.write("Abbey", "YES")
    assert "No question is waiting for a YES" in text_of(again)


def test_fixes_that_leave_a_problem_are_followed_by_it(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "#orders turn 1\nAldo colects\nAldo buids\n#end")
    text = " ".join(text_of(receipt).split())
    assert "With these corrections, problems remain: Line 2, “Aldo builds”: Aldo has an order already." in text
    assert "Answer YES" not in text
    assert valley.handed_in("Abbey") is None


def test_without_a_fix_for_all_nothing_is_asked(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "#orders turn 1\nAldo colects\nQwertz uiop asdf\n#end")
    assert "YES" not in text_of(receipt)
    assert "Not every line could be corrected." in text_of(receipt)
    valley.write("Abbey", "YES")
    assert valley.handed_in("Abbey") is None


def test_what_stood_stands_when_new_orders_are_faulty(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\n#end")
    receipt = valley.write("Abbey", "#orders turn 1\nQwertz\n#end")
    assert "The orders you handed in before still stand." in text_of(receipt)
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_check_keeps_nothing(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "CHECK\n#orders turn 1\nAldo collects\n#end")
    assert "They were only checked, not handed in." in flat(receipt)
    assert valley.handed_in("Abbey") is None
    assert valley.services.orders.draft(valley.match, valley.key("Abbey")).text == ""
    bad = valley.write("Abbey", "CHECK\n#orders turn 1\nAldo colects\n#end")
    assert subject_of(bad).startswith("Checked: 1 problem.")
    nothing = valley.write("Abbey", "CHECK")
    assert "no orders to check" in text_of(nothing)


def test_orders_for_another_turn_are_answered_with_todays_sheet(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\n#end")
    receipt = valley.write("Abbey", "#orders turn 99\nAnna builds\n#end")
    assert "These are orders for turn 99, but turn 1 is open." in text_of(receipt)
    assert "#orders turn 1\nAldo builds\n#end" in text_of(receipt)
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_orders_that_name_no_turn_are_asked_about(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "#orders\nAldo builds\n#end")
    assert "do not say which turn they are for" in text_of(receipt)
    assert valley.handed_in("Abbey") is None
    valley.write("Abbey", "yes")
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_thanks_above_a_quoted_sheet_wipes_nothing(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\n#end")
    receipt = valley.write("Abbey", "Thanks!\n\n> #orders turn 1\n> Aldo builds\n> #end")
    assert "Your mail has only quoted text" in text_of(receipt)
    blank = valley.write("Abbey", "Thanks!\n\n> #orders turn 1\n>\n> #end")
    assert "Your mail has only quoted text" in text_of(blank)
    assert "YES" not in text_of(blank)
    assert valley.handed_in("Abbey") == "Aldo builds"


def with_file(valley: Correspondence, body: str, text: str, kind: str = "text/plain; name=orders.txt") -> bytes:
    """Return a mail of Abbey with an attached file."""
    parts = ["--x", "Content-Type: text/plain", "", body, "--x", f"Content-Type: {kind}",
             "Content-Disposition: attachment", "", text, "--x--"]  # fmt: skip
    return valley.raw("Abbey", "\r\n".join(parts), Content_Type="multipart/mixed; boundary=x")


@pytest.mark.parametrize(
    "body", ["Orders attached.", "", "Hello,\r\n\r\nhere are my orders.\r\n\r\nBest regards\r\nJo"]
)
def test_attached_orders_are_taken(valley: Correspondence, body: str) -> None:
    receipt = valley.deliver("Abbey", with_file(valley, body, "#orders turn 1\r\nAldo builds\r\n#end"))
    assert valley.handed_in("Abbey") == "Aldo builds"
    assert "read from the attached file" in flat(receipt)
    assert subject_of(receipt).startswith("Handed in: turn 1, 1 order.")


def test_an_attached_text_that_names_no_turn_is_asked_about(valley: Correspondence) -> None:
    receipt = valley.deliver("Abbey", with_file(valley, "See the file.", "Aldo builds\r\nAnna collects\r\n"))
    assert "  Aldo builds\n  Anna collects" in text_of(receipt)
    valley.write("Abbey", "YES")
    assert valley.handed_in("Abbey") == "Aldo builds\nAnna collects"


def test_orders_in_the_mail_count_before_attached_ones_and_commands_in_files_do_nothing(
    valley: Correspondence,
) -> None:
    own = "#orders turn 1\r\nAldo builds\r\n#end"
    valley.deliver("Abbey", with_file(valley, own, "#orders turn 1\r\nAnna builds\r\n#end"))
    assert valley.handed_in("Abbey") == "Aldo builds"
    valley.deliver("Abbey", with_file(valley, "STATUS", "RESIGN\r\nYES\r\n"))
    assert valley.info.status == "playing"


def test_a_file_that_is_no_plain_text_is_named(valley: Correspondence) -> None:
    receipt = valley.deliver(
        "Abbey", with_file(valley, "Orders attached.", "PK", "application/msword; name=orders.doc")
    )
    assert "did not read orders.doc" in flat(receipt)
    assert "a file whose name ends in .txt" in flat(receipt)


def test_prose_around_orders_is_set_aside_with_a_sentence(valley: Correspondence) -> None:
    text = "I hope I am not late this time.\n\n#orders turn 1\nAldo builds\n#end\n\nRegards\nJo"
    receipt = valley.write("Abbey", text)
    assert valley.handed_in("Abbey") == "Aldo builds"
    assert "ignored the rest of your mail" in flat(receipt)
    assert "“I hope I am not late this time.”" in flat(receipt)
    below = valley.write("Abbey", "#orders turn 1\nAldo builds\n#end\n\nThanks!\nDoes Baron still play?")
    assert "“Does Baron still play?”" in flat(below)
    polite = valley.write(
        "Abbey", "Hello,\n\n#orders turn 1\nAldo builds\n#end\n\nMany thanks\nJo\nSent from my iPhone"
    )
    assert "set aside" not in flat(polite)


def test_words_above_an_empty_quoted_form_ask_nothing(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\n#end")
    receipt = text_of(valley.write("Abbey", "STATSU\n\n> #orders turn 1\n> # Aldo: nothing yet\n> #end"))
    assert "Did you mean STATUS?" in receipt
    assert "Answer YES" not in receipt
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_a_question_above_a_quoted_sheet_hears_that_nobody_answers_it_and_what_stands(
    valley: Correspondence,
) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\n#end")
    receipt = valley.write(
        "Abbey", "Could you tell me what a barn costs?\n\n> #orders turn 1\n> Aldo builds\n> #end"
    )
    assert flat(receipt).startswith("The referee cannot answer “Could you tell me what a barn costs?”. Write RULES")
    assert "#orders turn 1" not in text_of(receipt)
    assert "The orders you handed in before still stand." in flat(receipt)
    late = valley.write("Abbey", "Please let Aldo collect instead of build.")
    assert "The orders you handed in before still stand." in flat(late)


def test_check_below_prose_still_only_checks(valley: Correspondence) -> None:
    valley.write("Abbey", "I want to see what comes of it first.\nCHECK\n\n#orders turn 1\nAldo builds\n#end")
    assert valley.handed_in("Abbey") is None


def test_an_answer_below_what_is_quoted_is_done(valley: Correspondence) -> None:
    asked = valley.write("Abbey", "#orders turn 1\nAldo colects\n#end")
    assert asked is not None
    quoted = "\n".join(f"> {line}" for line in text_of(asked).split("\n"))
    above = f"On Mon, 23 Nov 2026 at 10:00, The valley: Abbey\n<{valley.secret('Abbey')}> wrote:\n"
    receipt = valley.write("Abbey", f"{above}\n{quoted}\n\nYes 👍\n", **valley.answers(asked))
    assert valley.handed_in("Abbey") == "Aldo collects"
    assert subject_of(receipt).startswith("Handed in")


def test_a_sheet_filled_in_within_the_quotation_is_shown_and_taken_by_yes(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "> #orders turn 1\nAldo builds\n> #end")
    assert valley.handed_in("Abbey") is None
    assert "  Aldo builds\n" in text_of(receipt)
    valley.write("Abbey", "YES")
    assert valley.handed_in("Abbey") == "Aldo builds"


def test_two_sheets_are_refused(valley: Correspondence) -> None:
    receipt = valley.write("Abbey", "#orders turn 1\nAldo builds\n#end\n#orders turn 1\n#end")
    assert "two sheets" in text_of(receipt)
    assert valley.handed_in("Abbey") is None


def test_a_numbered_list_is_refused(valley: Correspondence) -> None:
    html = "<div>#orders turn 1</div><ol><li>Aldo builds</li></ol><div>#end</div>"
    receipt = valley.write("Abbey", html, Content_Type="text/html")
    assert "numbered list" in text_of(receipt)
    assert valley.handed_in("Abbey") is None


def test_an_earlier_mail_that_comes_later_says_so(valley: Correspondence) -> None:
    valley.services.orders.hand_in(valley.match, valley.key("Abbey"), "Aldo builds", 1)
    receipt = valley.write("Abbey", "#orders turn 1\nAnna builds\n#end", Date="Sat, 21 Nov 2020 10:00:00 +0000")
    assert "You wrote this before you handed in other orders" in text_of(receipt)
    assert valley.handed_in("Abbey") == "Anna builds"


def test_the_last_sheet_runs_the_turn(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\n#end")
    receipt = valley.write("Baron", "#orders turn 1\n#end")
    assert "turn 1 has run" in flat(receipt)
    assert valley.info.turn == 2


def test_a_yes_for_a_turn_that_is_over_changes_nothing(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo colects\n#end")
    for seat in valley.seats:
        valley.services.orders.hand_in(valley.match, valley.key(seat), "", 1)
    receipt = valley.write("Abbey", "YES")
    assert "turn 2 is open" in text_of(receipt)
    assert valley.handed_in("Abbey") is None


def test_a_yes_is_good_for_a_week(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo colects\n#end")
    valley.now = valley.now.replace(day=30)
    assert "No question is waiting for a YES" in text_of(valley.write("Abbey", "YES"))
    assert valley.handed_in("Abbey") is None


def test_no_ends_what_was_asked(valley: Correspondence) -> None:
    valley.write("Abbey", "RESIGN")
    assert "Nothing will be done" in text_of(valley.write("Abbey", "NO"))
    assert "No question is waiting for a YES" in text_of(valley.write("Abbey", "YES"))
    assert valley.info.status == "playing"


def test_a_yes_means_the_question_that_it_answers(valley: Correspondence) -> None:
    first = valley.write("Abbey", "#orders turn 1\nAldo colects\n#end")
    assert first is not None
    valley.write("Abbey", "RESIGN")
    valley.write("Abbey", "YES", **valley.answers(first))
    assert not valley.info.seats[0].left, "an answer to the older question gives nothing up"


def test_orders_before_and_after_a_match_are_refused(store: Store, services: MatchServices) -> None:
    made = services.matches.create("tithe", seats=SEATS[:2])
    half = Correspondence(store, services, made.match, SEATS[:2])
    table = correspondence(store, services)
    for seat in table.seats:
        table.services.orders.hand_in(table.match, table.key(seat), "", 1)
    assert half.info.status == "open"
    table.write("Abbey", "RESIGN")
    table.write("Abbey", "YES")
    assert table.info.status == "over"
    receipt = table.write("Baron", "#orders turn 2\n#end")
    assert "The match is over." in text_of(receipt)


def test_no_line_of_a_receipt_is_wide(valley: Correspondence) -> None:
    for text in ("HELP", "STATUS", "SUGGEST", "REPORT", "SHEET", "hello there", "RESIGN", "#orders turn 9\n#end"):
        receipt = valley.write("Abbey", text)
        assert max(map(len, text_of(receipt).split("\n"))) <= WIDTH, text


def test_the_same_mail_is_done_once(valley: Correspondence) -> None:
    raw = valley.raw("Abbey", "LETTER TO Baron\nOnce\nEND")
    assert valley.deliver("Abbey", raw) is not None
    for _ in range(3):
        assert getattr(valley.take("Abbey", b"Received: again\r\n" + raw), "again", False)
        valley.work()
    assert len(valley.outgoing()) == 1
    assert len(valley.services.orders.letters(valley.match, valley.key("Abbey"))) == 1


def test_a_correction_of_one_order_leaves_the_others_standing(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "adventurer-kings")
    for seat in kings.seats:
        services.orders.hand_in(kings.match, kings.key(seat), "", 0)
    mine = services.orders.characters(kings.match, kings.key("K1"))[0].split()[0]
    year = "".join(f"{mine}.{phase} PR TA\n" for phase in range(1, 6))
    kings.write("K1", f"#orders turn 1\n{year}#end")
    receipt = kings.write("K1", f"#orders turn 1\n{mine}.2 EX\n#end")
    assert kings.handed_in("K1") == year.replace(f"{mine}.2 PR TA\n", "") + f"{mine}.2 EX\n"
    assert subject_of(receipt).startswith("Handed in: year 1, 5 orders.")
    assert "The other orders you handed in still stand: 4 orders." in flat(receipt)
    assert f"  {mine}.1 PR TA" in text_of(receipt)
    kings.write("K1", "YES")
    assert kings.handed_in("K1") == f"{mine}.2 EX"


def test_orders_that_a_whole_sheet_leaves_out_are_named_and_can_be_had_back(valley: Correspondence) -> None:
    valley.write("Abbey", "#orders turn 1\nAldo builds\nAnna collects\n#end")
    receipt = valley.write("Abbey", "#orders turn 1\nAldo collects\n#end")
    assert valley.handed_in("Abbey") == "Aldo collects"
    assert "no longer stand (1 order): Anna collects" in flat(receipt)
    valley.write("Abbey", "YES")
    assert valley.handed_in("Abbey") == "Anna collects\nAldo collects\n"


def test_a_correction_by_character_in_the_other_game_of_orders(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "lord-and-master")
    for seat in kings.seats:
        services.orders.hand_in(
            kings.match, kings.key(seat), services.orders.draft(kings.match, kings.key(seat)).text, 0
        )
    names = services.orders.characters(kings.match, kings.key("P1"))
    sheet = "".join(f"char {name}: recruit\n" for name in names)
    kings.write("P1", f"#orders turn 1\n{sheet}#end")
    kings.write("P1", f"#orders turn 1\nchar {names[0]}: tax\n#end")
    assert sorted((kings.handed_in("P1") or "").split("\n")) == sorted(
        [*sheet.replace(f"char {names[0]}: recruit", f"char {names[0]}: tax").split("\n")]
    )


def test_a_correction_whose_name_is_put_right_takes_the_place_of_the_order(
    store: Store, services: MatchServices
) -> None:
    kings = correspondence(store, services, "lord-and-master")
    for seat in kings.seats:
        services.orders.hand_in(
            kings.match, kings.key(seat), services.orders.draft(kings.match, kings.key(seat)).text, 0
        )
    names = services.orders.characters(kings.match, kings.key("P1"))
    sheet = "".join(f"char {name}: recruit\n" for name in names)
    kings.write("P1", f"#orders turn 1\n{sheet}#end")
    at = next(at for at in range(len(names[0]) - 2, 0, -1) if names[0][at] != names[0][at + 1])
    mistyped = names[0][:at] + names[0][at + 1] + names[0][at] + names[0][at + 2 :]
    asked = kings.write("P1", f"#orders turn 1\nchar {mistyped}: tax\n#end")
    assert f"Corrected: char {names[0]}: tax" in text_of(asked)
    kings.write("P1", "YES 👍")
    assert sorted((kings.handed_in("P1") or "").split("\n")) == sorted(
        [*sheet.replace(f"char {names[0]}: recruit", f"char {names[0]}: tax").split("\n")]
    )


def test_names_of_the_report_are_taken_for_numbers_and_merged_by_them(
    store: Store, services: MatchServices
) -> None:
    kings = correspondence(store, services, "adventurer-kings")
    for seat in kings.seats:
        services.orders.hand_in(kings.match, kings.key(seat), "", 0)
    number, name = services.orders.characters(kings.match, kings.key("K1"))[0].split()
    year = "".join(f"{number}.{phase} PR TA\n" for phase in range(1, 6))
    kings.write("K1", f"#orders turn 1\n{year}#end")
    receipt = kings.write("K1", f"#orders turn 1\n{name}.2 PU {name} plan ME\n#end")
    assert subject_of(receipt).startswith("Handed in: year 1, 5 orders.")
    assert f"  {number}.2 PU {number} plan ME" in text_of(receipt)
    assert f"{number}.2 PU {number} plan ME" in (kings.handed_in("K1") or "")
    checked = kings.write("K1", f"CHECK\n#orders turn 1\n{name}.2 PU {name} plan ME\n#end")
    assert f"As understood:\n  {number}.2 PU {number} plan ME" in text_of(checked)


def test_a_few_orders_replace_all_that_a_bot_handed_in_meanwhile(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "adventurer-kings")
    for seat in kings.seats:
        services.orders.hand_in(kings.match, kings.key(seat), "", 0)
    services.seats.lend_to_bot(kings.match, kings.key("K1"), "recruit")
    services.seats.take_back(kings.match, kings.key("K1"))
    assert services.orders.draft(kings.match, kings.key("K1")).handed_by == "recruit"
    mine = services.orders.characters(kings.match, kings.key("K1"))[0].split()[0]
    kings.write("K1", f"#orders turn 1\n{mine}.2 EX\n#end")
    assert kings.handed_in("K1") == f"{mine}.2 EX"
    assert services.orders.draft(kings.match, kings.key("K1")).handed_by == ""

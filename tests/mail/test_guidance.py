"""Guidance by mail: warnings, odds, advice and rules."""

from __future__ import annotations

from typing import Any

import pytest

from mail.correspondence import Correspondence, correspondence
from mail.outgoing import mailed, new_channel, text_of
from palatine import registry
from palatine.core import Consequence, LimitExceeded, Odds, Result
from palatine.core.text.guidance import spoken_chance
from palatine.mail.handlers import questions, risks
from palatine.mail.handlers.questions import (
    MAX_CHOICES,
    NumberedChoice,
    Question,
    find_question,
    question_lines,
    with_risks,
)
from palatine.mail.handlers.rulebook import aim_of
from palatine.mail.seat_mailboxes import mailbox_of
from palatine.matches import MatchServices, turn_name
from palatine.store import Store
from palatine.store.schema_people import tenures

ORDERS = ("adventurer-kings", "lord-and-master")
BOARDS = ("demonlord", "elric", "dark-emperor")


def flat(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return " ".join(receipt["data"]["text"].split())


def subject(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return str(receipt["data"]["subject"])


def hand_in_all(kings: Correspondence, *missing: str) -> None:
    """Hand in the drafts of all other seats."""
    turn = kings.info.turn
    for seat in [each for each in kings.info.asked if each not in missing]:
        draft = kings.services.orders.draft(kings.match, kings.key(seat))
        kings.services.orders.hand_in(kings.match, kings.key(seat), draft.text, turn)


@pytest.fixture
def kings(store: Store, services: MatchServices) -> Correspondence:
    """Return a match of Adventurer Kings in its first year."""
    found = correspondence(
        store, services, "adventurer-kings", table=("K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8")
    )
    hand_in_all(found)
    return found


@pytest.fixture
def ford(store: Store, services: MatchServices) -> Correspondence:
    return correspondence(store, services, "ford", table=("North", "South"), forced=False)


def mailbox(found: Correspondence, seat: str) -> Any:
    with found.store.database.reading() as connection:
        return mailbox_of(connection, found.match, seat)


# Warnings and odds


@pytest.mark.parametrize("command", ["", "CHECK\n"])
def test_orders_that_risk_something_come_back_with_the_odds_of_the_page(
    kings: Correspondence, command: str
) -> None:
    key = kings.key("K1")
    sheet = kings.services.guidance.advise(kings.match, key).sheet
    expected = kings.services.guidance.preview_sheet(kings.match, key, sheet).preview
    (battle,) = [each for each in expected.odds if "battle" in each.title]
    receipt = kings.write("K1", f"{command}#orders turn 1\n{sheet}\n#end")
    told = flat(receipt)
    assert "Warnings and odds:" in told
    assert battle.title in told
    for result in battle.results:
        if result.chance:
            assert f"{result.text}: {spoken_chance(result.chance, result.of)}" in told
    assert ("Average losses: " in told) == any(each.losses for each in battle.results)
    for line in expected.lines:
        assert line.text in told
    warned = sum(each.weight == "warning" for each in expected.lines)
    assert (f"{warned} warning" in subject(receipt)) == (bool(warned) and not command)


def test_the_odds_of_a_seat_say_nothing_of_the_orders_of_others(kings: Correspondence) -> None:
    sheet = kings.services.guidance.advise(kings.match, kings.key("K1")).sheet
    before = flat(kings.write("K1", f"CHECK\n#orders turn 1\n{sheet}\n#end"))
    hand_in_all(kings, "K1")
    assert flat(kings.write("K1", f"CHECK\n#orders turn 1\n{sheet}\n#end")) == before


def test_orders_whose_odds_take_too_long_are_handed_in_without_them(
    kings: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*args: Any) -> None:
        raise LimitExceeded("too long")

    monkeypatch.setattr(kings.services.guidance, "preview_sheet", endless)
    receipt = kings.write("K1", "#orders turn 1\n1.1 EX\n#end")
    assert subject(receipt).startswith("Handed in: year 1, 1 order.")
    assert "The odds took too long to calculate" in flat(receipt)
    assert kings.handed_in("K1") == "1.1 EX"


def test_the_last_sheet_has_its_odds_though_it_runs_the_turn(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "lord-and-master")
    hand_in_all(kings)
    hand_in_all(kings, "P1")
    receipt = kings.write("P1", "#orders turn 1\n#end")
    assert kings.info.turn == 2
    assert "turn 1 has run" in flat(receipt)
    assert "Not done yet:" in flat(receipt)
    assert "recruit units could be equipped" in flat(receipt)


def test_an_answer_that_risks_something_has_its_odds_below_it(
    ford: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [
        Consequence("warning", "The day is lost.", "4"), Consequence("note", "It takes an hour."),
        Odds("A clash", (Result("you win", 2 / 3), Result("you lose", 1 / 3))),
    ]  # fmt: skip
    seat = ford.info.asked[0]
    plain = find_question(ford.services, ford.match, seat)
    assert plain is not None
    risky = plain.options[1].actions[0]
    game = registry.load("ford")
    monkeypatch.setattr(game, "consequences", lambda state, seat, action: told if action == risky else [])
    lines = flat(ford.write(seat, "STATUS"))
    choice = f"2 {plain.options[1].text}"
    assert f"{choice} Warning: The day is lost. (4) A clash you win: 4 in 6 (67%) you lose: 2 in 6 (33%)" in lines
    assert lines.count("The day is lost.") == 1
    assert "It takes an hour." not in lines, "a note is for the page, which has room"


@pytest.mark.parametrize("seconds", [0.0, 20.0])
def test_odds_of_answers_stop_when_they_take_too_long(
    ford: Correspondence, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    seat = ford.info.asked[0]
    asked = find_question(ford.services, ford.match, seat)
    assert asked is not None
    monkeypatch.setattr(questions, "SECONDS", seconds)
    found = with_risks(ford.services, mailbox(ford, seat), asked)
    assert len(found.risks) == (len(asked.options) if seconds else 0)
    assert question_lines(found, "") == question_lines(asked, "")


def test_a_question_that_is_settled_meanwhile_is_told_without_odds(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    asked = find_question(ford.services, ford.match, seat)
    assert asked is not None
    ford.services.matches.act_all(ford.match, ford.key(seat), asked.options[0].actions, asked.version)
    assert with_risks(ford.services, mailbox(ford, seat), asked).risks == ()


# Many answers


def test_all_answers_come_on_request_and_a_word_picks_some(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    asked = find_question(ford.services, ford.match, seat)
    assert asked is not None
    receipt = ford.write(seat, "ANSWERS")
    assert receipt is not None
    for number, option in enumerate(asked.options, 1):
        assert f"{number} {option.text}" in flat(receipt)
    word = asked.options[1].text.split()[-1]
    some = flat(ford.write(seat, f"ANSWERS {word}"))
    assert f"2 {asked.options[1].text}" in some
    before = ford.info.version
    ford.write(seat, "2", **ford.answers(receipt))
    assert ford.info.version > before
    assert "No answer contains “xyzzy”" in flat(ford.write(ford.info.asked[0], "ANSWERS xyzzy"))
    other = next(each for each in ford.seats if each not in ford.info.asked)
    assert "No question is waiting for you." in flat(ford.write(other, "ANSWERS"))


def test_too_many_answers_for_the_mail_of_a_turn_are_asked_for() -> None:
    choices = [NumberedChoice(f"To {n}", (("go", n),)) for n in range(MAX_CHOICES + 1)]
    link = "https://play.example.org/play/x"
    lines = question_lines(Question(3, "Turn 1", "Choose.", tuple(choices)), link)
    assert lines[-1].endswith(link)
    assert f"You can choose between {MAX_CHOICES + 1} answers. Write ANSWERS" in " ".join(lines)
    assert not any("To 1" in line for line in lines)


def test_far_goals_are_numbered_behind_the_others_and_listed_on_request() -> None:
    choices = (NumberedChoice("Near", (("go", 1),)), NumberedChoice("Far", (("go", 1), ("go", 2)), is_far=True))
    lines = question_lines(Question(3, "Turn 1", "Choose.", choices), "")
    assert "  1  Near" in lines
    assert not any("Far" in line for line in lines)
    assert "Write ANSWERS for 1 more answer" in " ".join(lines)


@pytest.mark.parametrize("game", BOARDS)
def test_a_far_goal_is_reached_by_its_number(store: Store, services: MatchServices, game: str) -> None:
    """The captain plays until a march offers a goal of several actions, which is then chosen."""
    found = correspondence(store, services, game, table=registry.load(game).scenarios[0].tables[0])
    for _ in range(60):
        seat = found.info.asked[0]
        asked = find_question(services, found.match, seat)
        assert asked is not None
        if asked.near < len(asked.options):
            break
        services.matches.act(found.match, found.key(seat), services.guidance.advise(found.match, found.key(seat)).actions[0], asked.version)  # fmt: skip # noqa: E501
    assert asked.near < len(asked.options)
    receipt = found.write(seat, "ANSWERS")
    assert receipt is not None
    goal = asked.options[-1]
    assert goal.text in flat(receipt)
    assert f"Done: {goal.text}" in flat(found.write(seat, str(len(asked.options)), **found.answers(receipt)))


# Advice


@pytest.mark.parametrize("game", ORDERS)
def test_the_captains_orders_are_handed_in_by_a_yes(store: Store, services: MatchServices, game: str) -> None:
    kings = correspondence(store, services, game)
    seat = kings.seats[0]
    for turn in range(2):
        advice = services.guidance.advise(kings.match, kings.key(seat))
        receipt = kings.write(seat, "ADVICE")
        assert receipt is not None
        assert advice.text in flat(receipt)
        assert all(each.text in flat(receipt) for each in advice.reasons)
        assert f"#orders turn {turn}\n{advice.sheet.strip()}\n#end" in receipt["data"]["text"]
        assert kings.handed_in(seat) is None, "advice alone does nothing"
        done = kings.write(seat, "Yes please", **kings.answers(receipt))
        assert subject(done).startswith(f"Handed in: {turn_name(kings.info, turn)}")
        hand_in_all(kings)


def test_advice_takes_the_place_of_all_that_was_in(kings: Correspondence) -> None:
    kings.write("K1", "#orders turn 1\n1.5 DE\ntreat 2\n#end")
    receipt = kings.write("K1", "ADVICE")
    assert receipt is not None
    kings.write("K1", "YES", **kings.answers(receipt))
    advice = kings.services.guidance.advise(kings.match, kings.key("K1"))
    assert (kings.handed_in("K1") or "").split() == advice.sheet.split()


def test_a_yes_to_advice_for_a_turn_that_has_run_changes_nothing(kings: Correspondence) -> None:
    receipt = kings.write("K1", "ADVICE")
    assert receipt is not None
    hand_in_all(kings)
    late = kings.write("K1", "YES", **kings.answers(receipt))
    assert subject(late).startswith("Not handed in: orders for year 1.")
    assert kings.handed_in("K1") is None


def test_the_captains_answer_is_given_by_a_yes_and_only_once(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    receipt = ford.write(seat, "ADVISE me")
    assert receipt is not None
    advice = ford.services.guidance.advise(ford.match, ford.key(seat))
    before = ford.info.version
    assert advice.text in flat(receipt)
    done = ford.write(seat, "YES", **ford.answers(receipt))
    assert "Done as the captain advised." in flat(done)
    assert [(each.verb, each.operand) for each in ford.services.runtime.storage.records(ford.match)[-1:]] == [
        tuple(advice.actions[-1])
    ]
    after = ford.info.version
    assert after > before
    ford.write(seat, "YES", **ford.answers(receipt))
    assert ford.info.version == after


def test_a_yes_to_advice_that_comes_late_tells_what_happened(ford: Correspondence) -> None:
    seat = ford.info.asked[0]
    receipt = ford.write(seat, "ADVICE")
    assert receipt is not None
    asked = find_question(ford.services, ford.match, seat)
    assert asked is not None
    ford.services.matches.act_all(ford.match, ford.key(seat), asked.options[0].actions, asked.version)
    before = ford.info.version
    assert "That question has been answered." in flat(ford.write(seat, "YES", **ford.answers(receipt)))
    assert ford.info.version == before


@pytest.mark.parametrize(("game", "seats"), [("tithe", None), ("ford", ("North", "South"))])
def test_a_match_without_advice_gives_none(
    store: Store, services: MatchServices, game: str, seats: tuple[str, ...] | None
) -> None:
    found = correspondence(store, services, game, table=seats, advice=False)
    receipt = found.write(found.info.asked[0], "ADVICE")
    assert flat(receipt) == "This match is played without advice."
    assert subject(receipt).startswith("Not done.")
    assert "No question is waiting for a YES" in flat(found.write(found.info.asked[0], "YES"))


def test_the_captain_sets_up_a_board_game_in_one_mail(store: Store, services: MatchServices) -> None:
    found = correspondence(store, services, "demonlord", table=("Hosar", "Demon"))
    assert "Or write SET UP" in flat(found.write("Hosar", "STATUS"))
    before = found.info.version
    receipt = found.write("Hosar", "SET UP")
    assert subject(receipt).startswith("Set up.")
    assert found.info.version > before + 1
    assert not services.matches.view(found.match, "Hosar").sets_up
    assert "SET UP" not in flat(found.write("Hosar", "STATUS"))
    assert subject(found.write("Hosar", "SET UP")).startswith("Not done.")


def test_setting_up_a_game_of_orders_is_the_captains_sheet(store: Store, services: MatchServices) -> None:
    kings = correspondence(store, services, "lord-and-master")
    receipt = kings.write("P1", "SET UP")
    assert receipt is not None
    assert "#orders turn 0" in receipt["data"]["text"]
    kings.write("P1", "YES", **kings.answers(receipt))
    assert kings.handed_in("P1")


def test_who_is_not_asked_gets_no_advice(ford: Correspondence) -> None:
    other = next(each for each in ford.seats if each not in ford.info.asked)
    assert "nothing to decide now" in flat(ford.write(other, "ADVICE"))


def test_advice_is_asked_for_once_in_a_mail(kings: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, advise = [], kings.services.guidance.advise
    monkeypatch.setattr(kings.services.guidance, "advise", lambda *args: asked.append(args) or advise(*args))
    kings.write("K1", "ADVICE\nADVICE\nSTATUS\nADVICE")
    assert len(asked) == 1


@pytest.mark.parametrize("command", ["ADVICE", "CALENDAR", "ANSWERS", "RULES", "HELP BATTLE", "SPELLS"])
def test_whose_seat_was_taken_reaches_nobody(valley: Correspondence, command: str) -> None:
    """The address of a seat with a new owner is unknown, so the server rejects the mail."""
    raw = valley.raw("Abbey", command)
    to = valley.secret("Abbey")
    valley.store.database.write(
        lambda c: c.execute(tenures.update().where(tenures.c.place == 0).values(until="2026"))
    )
    assert type(valley.taking.receive("abbey@home.example", to, raw, valley.now)).__name__ == "RejectedMail"


@pytest.mark.parametrize("command", ["ADVICE", "ANSWERS", "CALENDAR"])
def test_a_match_that_is_over_has_nothing_to_decide(ford: Correspondence, command: str) -> None:
    ford.services.matches.resign(ford.match, ford.key("North"), ford.info.version)
    assert ford.info.status == "over"
    receipt = ford.write("South", command)
    assert subject(receipt).startswith(("Advice.", "Answers.", "Calendar."))
    assert flat(receipt) in ("The match is over.", "There is no deadline now.")


def test_rules_are_read_after_the_match_too(ford: Correspondence) -> None:
    ford.services.matches.resign(ford.match, ford.key("North"), ford.info.version)
    assert subject(ford.write("South", "RULES march")).startswith(("The rules", "Not understood"))


def test_a_seat_that_a_bot_plays_is_told_how_to_play_again(kings: Correspondence) -> None:
    kings.write("K1", "STAND IN ON")
    for command in ("ADVICE", "CHECK\n#orders turn 1\n1.1 EX\n#end"):
        assert "write STAND IN OFF" in flat(kings.write("K1", command))


# Rules


@pytest.mark.parametrize("game", [*ORDERS, *BOARDS])
def test_the_rules_say_how_to_win_and_have_chapters(store: Store, services: MatchServices, game: str) -> None:
    found = registry.load(game)
    seats = None if found.orders else found.scenarios[0].tables[0]
    match = correspondence(store, services, game, table=seats)
    seat = match.seats[0]
    aim = aim_of(found)
    assert "win" in " ".join(aim)
    assert all(len(line) <= 72 for block in aim for line in block.split("\n"))
    contents = flat(match.write(seat, "RULES"))
    assert " ".join(" ".join(aim).split()) in contents
    assert flat(match.write(seat, "HELP WIN")) == " ".join(" ".join(aim).split())
    chapter = match.write(seat, "RULES 2")
    assert chapter is not None
    lines = chapter["data"]["text"].split("\n")
    assert f" 2 {lines[0]} " in contents
    assert lines[1] == "-" * len(lines[0])
    whole = match.write(seat, "RULES ALL")
    assert whole is not None
    assert chapter["data"]["text"].strip() in whole["data"]["text"]
    assert max(map(len, whole["data"]["text"].split("\n"))) <= 72
    assert "**" not in whole["data"]["text"]
    assert "picture:" not in whole["data"]["text"]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("resurrection", "Resurrection: Raises somebody who died in this province"),
        ("WH-RE", "Resurrection: Raises somebody"), ("CA", "CA Cast a spell: CA BL 304"),
        ("ak-7.2-11", "AK-7.2-11: One contest"), ("about Melee", "From chapter 7, Features and monsters:"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["RULES", "HELP"])
def test_a_word_is_looked_up_in_glossary_rules_clauses_and_form(
    kings: Correspondence, command: str, word: str, told: str
) -> None:
    receipt = kings.write("K1", f"{command} {word.removeprefix('about ') if command == 'HELP' else word}")
    assert told in flat(receipt)
    assert subject(receipt).startswith(("The rules on ", "Help."))


def test_a_word_that_only_rulings_mention_is_found(store: Store, services: MatchServices) -> None:
    seats = registry.load("dark-emperor").scenarios[0].tables[0]
    match = correspondence(store, services, "dark-emperor", table=seats)
    told = flat(match.write(seats[0], "RULES gate"))
    assert "Ruling Q15. Is coming in by the gate a movement? No: no attrition, no stop at a river" in told


def test_the_spells_are_told_with_what_they_do(kings: Correspondence) -> None:
    told = flat(kings.write("K1", "SPELLS"))
    spells = [each for each in registry.load("adventurer-kings").glossary.values() if each.kind == "spell"]
    assert len(spells) == 25
    assert all(each.text in told for each in spells)
    assert "WH-RE Resurrection: Raises" in told


def test_a_game_without_spells_says_so(valley: Correspondence) -> None:
    assert "has no list of spells" in flat(valley.write("Abbey", "SPELLS"))
    assert "no rules to read here" in flat(valley.write("Abbey", "RULES"))


@pytest.mark.parametrize("command", ["HELP frobnicate", "RULES frobnicate"])
def test_what_is_not_understood_is_named(kings: Correspondence, command: str) -> None:
    receipt = kings.write("K1", command)
    assert subject(receipt).startswith("Not understood.")
    assert "frobnicate" in flat(receipt)


def test_a_word_like_another_names_it(kings: Correspondence) -> None:
    assert "Similar entries: Resurrection" in flat(kings.write("K1", "RULES resurection"))


def test_a_question_in_prose_is_told_where_to_look(kings: Correspondence) -> None:
    told = flat(kings.write("K1", "How do I win this game?\n\nAnn"))
    assert "The referee cannot answer “How do I win this game?”. Write RULES and a word" in told


@pytest.mark.parametrize("game", ["lord-and-master", "elric"])
def test_the_first_mail_says_how_to_win(store: Store, services: MatchServices, game: str) -> None:
    loaded = registry.load(game)
    found = correspondence(store, services, game, table=None if loaded.orders else loaded.scenarios[0].tables[0])
    seat = found.info.asked[0]
    new_channel(found, seat)
    kind = "turn" if loaded.orders else "asked"
    first = text_of(mailed(found, kind, seat))
    assert all(block in first for block in aim_of(loaded))
    assert ("SPELLS for what the spells do" in " ".join(first.split())) == (game in ("demonlord", "elric"))
    found.store.database.write(lambda c: c.exec_driver_sql("update outbox set state = 'sent'"))
    hand_in_all(found) if loaded.orders else None
    assert aim_of(loaded)[0] not in text_of(mailed(found, kind, seat))


def test_the_time_for_odds_is_limited() -> None:
    assert risks.SECONDS < 60

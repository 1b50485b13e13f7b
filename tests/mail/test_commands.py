"""Commands in the lines of a mail."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mail.correspondence import Correspondence
from palatine.accounts.absences import AbsenceService
from palatine.core import Unreadable
from palatine.mail.commands import Command, find_yes_or_no, kinds, parse_commands
from palatine.mail.commands.grammar import COMMAND_NAMES
from palatine.mail.commands.times import parse_day_and_time, parse_hours, read_day
from palatine.mail.reading.quotes import quoted_lines
from palatine.mail.wording import catalogue

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def commands(text: str) -> tuple[Command, ...]:
    return parse_commands(quoted_lines(text), NOW).commands


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("CHECK", kinds.CheckCommand()),
        ("ready", kinds.ReadyCommand(True)),
        ("Wait.", kinds.ReadyCommand(False)),
        ("status!", kinds.StatusCommand()),
        ("REPORT", kinds.ReportCommand()),
        ("report turn 3", kinds.ReportCommand(3)),
        ("SHEET", kinds.SheetCommand()),
        ("suggest Aldo", kinds.SuggestCommand("Aldo")),
        ("help  yes", kinds.HelpCommand("yes")),
        ("ADVICE", kinds.AdviceCommand()),
        ("advise me", kinds.AdviceCommand()),
        ("SET UP", kinds.SetUpCommand()),
        ("RULES", kinds.RulesCommand()),
        ("rules about Fire Rain", kinds.RulesCommand("Fire Rain")),
        ("rule AK-7.2-11", kinds.RulesCommand("AK-7.2-11")),
        ("Spells", kinds.SpellListCommand()),
        ("CALENDAR", kinds.CalendarCommand()),
        ("answers", kinds.AnswersCommand()),
        ("ANSWERS Timur", kinds.AnswersCommand("Timur")),
        ("vote out Baron", kinds.VoteCommand("Baron")),
        ("VOTE KEEP Baron", kinds.VoteCommand("Baron", out=False)),
        ("vote yes 3", kinds.ConsentCommand(3, True)),
        ("vote no to 3", kinds.ConsentCommand(3, False)),
        ("EXTEND 2 days", kinds.ExtendCommand(48.0)),
        ("extend by 12 h", kinds.ExtendCommand(12.0)),
        ("PAUSE", kinds.PauseCommand()),
        ("pause 1 week", kinds.PauseCommand(168.0)),
        ("ABSENT until 3 Jan", kinds.AbsentCommand("2027-01-03")),
        ("back", kinds.AbsentCommand("")),
        ("stand in on", kinds.StandInCommand(True)),
        ("STAND-IN off", kinds.StandInCommand(False)),
        ("ANSWER 2", kinds.AnswerCommand(2)),
        ("2", kinds.AnswerCommand(2, bare=True)),
        ("AUTO 4 on", kinds.AutoReplyCommand(4, True)),
        ("yes", kinds.YesCommand()),
        ("Yes k7f2q9", kinds.YesCommand("k7f2q9")),
        ("NO", kinds.NoCommand()),
        ("resign", kinds.ResignCommand()),
        ("new  address", kinds.NewAddressCommand()),
        ("STOP", kinds.StopCommand()),
        ("stop all", kinds.StopCommand(all=True)),
        ("start", kinds.StartCommand()),
        ("SET DEADLINE 26 Nov 21:00", kinds.SetDeadlineCommand("2026-11-26T21:00:00")),
        ("SET DEADLINE 26 Nov 21:00 UTC", kinds.SetDeadlineCommand("2026-11-26T21:00:00Z")),
        ("run", kinds.RunCommand()),
    ],
)
def test_a_line_is_a_command(line: str, command: Command) -> None:
    assert commands(line) == (command,)


def test_commands_end_at_the_first_line_that_is_none() -> None:
    asked = parse_commands(quoted_lines("STATUS\n\nREADY\nSee you tomorrow\nRESIGN"), NOW)
    assert asked.commands == (kinds.StatusCommand(), kinds.ReadyCommand(True))
    assert asked.unknown is not None
    assert (asked.unknown.line, asked.unknown.nearest) == ("See you tomorrow", "")


@pytest.mark.parametrize("greeting", ["Hello,", "Dear referee,", "Hi!", "Good evening", "Referee,"])
def test_a_greeting_does_not_matter(greeting: str) -> None:
    assert commands(f"{greeting}\n\nSTATUS") == (kinds.StatusCommand(),)


@pytest.mark.parametrize(
    ("line", "nearest"),
    [("stauts", "STATUS"), ("Resing", "RESIGN"), ("letter for Baron", "LETTER TO"), ("What a game!", ""),
     ("ABSENT until the cows come home", "ABSENT UNTIL")],
)  # fmt: skip
def test_what_is_no_command_is_named_with_the_nearest(line: str, nearest: str) -> None:
    asked = parse_commands(quoted_lines(line), NOW)
    assert asked.commands == ()
    assert asked.unknown is not None
    assert (asked.unknown.line, asked.unknown.nearest) == (line, nearest)


def test_what_is_quoted_and_what_is_signed_asks_for_nothing() -> None:
    assert commands("> RESIGN\n> YES") == ()
    assert commands("STATUS\n-- \nRESIGN") == (kinds.StatusCommand(),)
    assert commands("STATUS\n> RESIGN\nREADY") == (kinds.StatusCommand(), kinds.ReadyCommand(True))


def test_a_letter_is_the_lines_up_to_its_end() -> None:
    text = "LETTER TO Baron, Crown and Dean:\nDear all,\n\n> quoted\nRESIGN\nEND\nSTATUS"
    assert commands(text) == (
        kinds.LetterCommand(("Baron", "Crown", "Dean"), "Dear all,\n\nRESIGN"),
        kinds.StatusCommand(),
    )


def test_a_letter_without_an_end_says_so() -> None:
    assert commands("LETTER TO Baron\nHello\n-- \nA. Player") == (
        kinds.LetterCommand(("Baron",), "Hello", ended=False),
    )


def test_a_thousand_commands_are_not_done() -> None:
    assert len(commands("STATUS\n" * 1000)) == 20


def test_a_number_alone_in_a_line_is_the_answer_whatever_is_told_beside_it() -> None:
    for text in ("Sorry Ann! I was travelling.\n2\n", "I like that one.\n\n2\n\nSee you,\nCid"):
        assert commands(text) == (kinds.AnswerCommand(2, bare=True),)


@pytest.mark.parametrize(
    "text",
    [
        "I think I take\n2",
        "Not sure yet, perhaps\n2",
        "I like those two.\n2\n3",
        "I like it.\n2\nRESIGN",
        "Is it\n2\n?",
    ],
)
def test_a_number_beside_doubt_or_another_command_is_none(text: str) -> None:
    assert commands(text) == ()


@pytest.mark.parametrize(
    ("text", "day"),
    [("3 Jan", "2027-01-03"), ("22 November", "2026-11-22"), ("Jan 3 2028", "2028-01-03"), ("2026-12-01", "2026-12-01"),
     ("Thu 3rd December", "2026-12-03"), ("5.12.", "2026-12-05"), ("soon", "")],
)  # fmt: skip
def test_a_day_is_the_next_of_that_name(text: str, day: str) -> None:
    assert read_day(text, NOW) == day


@pytest.mark.parametrize("text", ["29 Feb", "31 Nov"])
def test_a_day_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_day(text, NOW)


@pytest.mark.parametrize(
    ("text", "day"),
    [("3 Sept", "2027-09-03"), ("3 Sept.", "2027-09-03"), ("Sept. 3", "2027-09-03"),
     ("3rd of September 2027", "2027-09-03"),
     ("the 3rd of Dec", "2026-12-03"), ("24/12/2026", "2026-12-24"), ("24 Dec 26", "2026-12-24"),
     ("Dec 24 '26", "2026-12-24"),
     ("12/24/2026", "2026-12-24"),
     ("24/12", "2026-12-24"),
     ("24-12-2026", "2026-12-24"), ("24/12/26", "2026-12-24"), ("24.12.26", "2026-12-24"),
     ("24. 12. 2026", "2026-12-24"),
     ("24. December", "2026-12-24"), ("24-Dec-2026", "2026-12-24"), ("24Dec", "2026-12-24"),
     ("2026/12/24", "2026-12-24"),
     ("5/5", "2027-05-05"), ("Christmas", ""), ("today", "2026-11-22"), ("Tomorrow", "2026-11-23"),
     ("tomorrow.", "2026-11-23"),
     ("the day after tomorrow", "2026-11-24"), ("Monday", "2026-11-23"), ("next Sunday", "2026-11-29"),
     ("in 3 days", "2026-11-25"), ("in two weeks", "2026-12-06"), ("Thursday, 24 December 2026", "2026-12-24"),
     ("on 24 Dec", "2026-12-24"), ("28 feb", "2027-02-28"), ("29 FEB 2028", "2028-02-29")],
)  # fmt: skip
def test_a_day_is_read_as_people_write_it(text: str, day: str) -> None:
    assert read_day(text, NOW) == day


@pytest.mark.parametrize(
    ("text", "now", "why"),
    [("29 FEB", datetime(2028, 11, 22, tzinfo=UTC), "“29 FEB” is not a day"),
     ("29 Feb 2027", NOW, "“29 Feb 2027” is not a day"), ("31/11/2026", NOW, "“31/11/2026” is not a day"),
     ("3/4/2027", NOW, "could be two different days"),
     ("Friday 24 December 2026", NOW, "a Thu")],
)  # fmt: skip
def test_a_day_that_is_none_or_two_is_an_error_that_says_so(text: str, now: datetime, why: str) -> None:
    (command,) = parse_commands(quoted_lines(f"ABSENT UNTIL {text}"), now).commands
    assert isinstance(command, kinds.InvalidDayCommand)
    assert why in command.why


def test_tomorrow_is_the_writers_own(valley: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Berlin it is already the 23rd."""
    asked: list[str] = []
    monkeypatch.setattr(AbsenceService, "set_vacation", lambda self, account, until, now: asked.append(until))
    valley.now = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)
    valley.write("Abbey", "ABSENT UNTIL tomorrow")
    assert asked == ["2026-11-24T23:00:00.000Z"]
    receipt = valley.write("Abbey", "ABSENT UNTIL 31 Nov")
    assert receipt is not None
    assert "“31 Nov” is not a day" in receipt["data"]["text"]


@pytest.mark.parametrize(
    "text",
    ["Yes 👍", "YES!!!", "Yes :-)", "yes please", "Yes, please.", "Yes please! 😀", "Yes thank you",
     "Yes, thanks, Ann", "ok",
     "OK 👍", "Sure!", "yeah", "yep", "Y", "Ja", "Ja, bitte", "Oui", "👍", "✅", "Yes – Ann", "“Yes”", "*Yes*",
     "Of course!",
     "Gladly.", "Yes,\nAnn", "Hello,\n\nyes please\n\nBest regards\nAnn", "Yes! We have waited for this.",
     "Yes, I'd love to!",
     "Yes I can’t wait!", "Yes.\n\nSee you!", "Dear referee, \n\nYes.\n-- \nAnn", "Yes, count me in", "Yes, go ahead",
     "> Will you?\n\nYes", "On Mon, 23 Nov 2026 the referee wrote:\n> Will you?\n\nYes 👍"],
)  # fmt: skip
def test_a_yes_is_read_as_people_write_it(text: str) -> None:
    assert find_yes_or_no(quoted_lines(text), NOW) == "yes"
    assert commands(text)[:1] == (kinds.YesCommand(),)


@pytest.mark.parametrize(
    "text",
    ["Yes - on one condition", "Yes. Actually hold off.", "Yes 👎", "Yes, in May", "yes; cancel that", "OK Stop",
     "Yes, but not this week", "Yes but only on Sundays", "Yes,\nbut not this week", "Yes.\n\nBut not this week.",
     "Yes! If Tom plays.", "yes?", "Yes, maybe", "Yes, next week", "Yes and no", "Yes, when I am back",
     "Yes, on Monday",
     "Yesterday", "ok?", "okay, later", "Yes, tell me more", "Yes. What is it?", "Sure, unless it is too long", "👍👎",
     "Yes, I don't know", "Not yes", "Yessenia", "Yes, aber nicht heute"],
)  # fmt: skip
def test_a_yes_with_a_condition_is_none(text: str) -> None:
    assert find_yes_or_no(quoted_lines(text), NOW) == ""
    assert commands(text) == ()


@pytest.mark.parametrize(
    "text", ["No", "No 👎", "no thanks", "No, thank you!", "Nope.", "No, not this time", "Nein, danke", "👎"]
)
def test_a_no_is_read_as_people_write_it(text: str) -> None:
    assert find_yes_or_no(quoted_lines(text), NOW) == "no"


@pytest.mark.parametrize("text", ["No problem", "No doubt", "No idea what this is", "No, I mean yes"])
def test_what_only_begins_with_no_is_none(text: str) -> None:
    assert find_yes_or_no(quoted_lines(text), NOW) == ""


def test_commands_follow_a_yes() -> None:
    assert commands("YES\nSTATUS\nREADY") == (kinds.YesCommand(), kinds.StatusCommand(), kinds.ReadyCommand(True))
    assert commands("YES please\n\nSTATUS") == (kinds.YesCommand(), kinds.StatusCommand())


def test_moments_and_spans() -> None:
    assert parse_day_and_time("26 Nov 9pm", NOW) == "2026-11-26T21:00:00"
    assert parse_day_and_time("26 Nov at 9:30 p.m. UTC", NOW) == "2026-11-26T21:30:00Z"
    assert parse_day_and_time("tomorrow 21.00", NOW) == "2026-11-23T21:00:00"
    assert parse_day_and_time("24/12/2026 at noon", NOW) == "2026-12-24T12:00:00"
    assert (parse_hours("two days"), parse_hours("a week"), parse_hours("1,5 h")) == (48.0, 168.0, 1.5)
    assert parse_day_and_time("26 Nov 21:00", NOW) == "2026-11-26T21:00:00"
    assert parse_day_and_time("26 Nov", NOW) == "2026-11-26T23:59:00"
    assert parse_day_and_time("26 Nov 25:00", NOW) == ""
    assert (parse_hours("2 days"), parse_hours("1.5 h"), parse_hours("some")) == (48.0, 1.5, 0.0)


def test_help_knows_every_command() -> None:
    known = {
        key.removeprefix("help.").replace("-", " ").upper() for key in catalogue().messages if key[:5] == "help."
    }
    families = {
        "VOTE KEEP": "VOTE OUT",
        "VOTE YES": "VOTE OUT",
        "VOTE NO": "VOTE OUT",
        "ABSENT OFF": "ABSENT UNTIL",
    }
    assert {families.get(name, name) for name in COMMAND_NAMES} <= known

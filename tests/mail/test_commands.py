"""Lines of a mail as commands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mail.correspondence import Correspondence
from palatine.accounts.absences import AbsenceService
from palatine.mail.commands import Command, answer_in, kinds, parse_commands
from palatine.mail.commands.grammar import NAMES
from palatine.mail.commands.times import day_of, hours_of, moment_of
from palatine.mail.reading.quotes import lines_of
from palatine.mail.wording import words

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def commands(text: str) -> tuple[Command, ...]:
    return parse_commands(lines_of(text), NOW).commands


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("CHECK", kinds.Check()),
        ("ready", kinds.ReadyCommand(True)),
        ("Wait.", kinds.ReadyCommand(False)),
        ("status!", kinds.Status()),
        ("REPORT", kinds.ReportOf()),
        ("report turn 3", kinds.ReportOf(3)),
        ("SHEET", kinds.SheetNow()),
        ("suggest Aldo", kinds.Suggest("Aldo")),
        ("help  yes", kinds.Help("yes")),
        ("ADVICE", kinds.AdviceCommand()),
        ("advise me", kinds.AdviceCommand()),
        ("SET UP", kinds.SetUpCommand()),
        ("RULES", kinds.Rules()),
        ("rules about Fire Rain", kinds.Rules("Fire Rain")),
        ("rule AK-7.2-11", kinds.Rules("AK-7.2-11")),
        ("Spells", kinds.SpellList()),
        ("CALENDAR", kinds.Calendar()),
        ("answers", kinds.Answers()),
        ("ANSWERS Timur", kinds.Answers("Timur")),
        ("vote out Baron", kinds.VoteCommand("Baron")),
        ("VOTE KEEP Baron", kinds.VoteCommand("Baron", out=False)),
        ("vote yes 3", kinds.Consent(3, True)),
        ("vote no to 3", kinds.Consent(3, False)),
        ("EXTEND 2 days", kinds.Extend(48.0)),
        ("extend by 12 h", kinds.Extend(12.0)),
        ("PAUSE", kinds.Pause()),
        ("pause 1 week", kinds.Pause(168.0)),
        ("ABSENT until 3 Jan", kinds.Absent("2027-01-03")),
        ("back", kinds.Absent("")),
        ("stand in on", kinds.StandIn(True)),
        ("STAND-IN off", kinds.StandIn(False)),
        ("ANSWER 2", kinds.AnswerCommand(2)),
        ("2", kinds.AnswerCommand(2, bare=True)),
        ("AUTO 4 on", kinds.AutoReplyCommand(4, True)),
        ("yes", kinds.Yes()),
        ("Yes k7f2q9", kinds.Yes("k7f2q9")),
        ("NO", kinds.No()),
        ("resign", kinds.Resign()),
        ("new  address", kinds.NewAddress()),
        ("STOP", kinds.StopCommand()),
        ("stop all", kinds.StopCommand(all=True)),
        ("start", kinds.StartCommand()),
        ("SET DEADLINE 26 Nov 21:00", kinds.SetDeadline("2026-11-26T21:00:00")),
        ("SET DEADLINE 26 Nov 21:00 UTC", kinds.SetDeadline("2026-11-26T21:00:00Z")),
        ("run", kinds.Run()),
    ],
)
def test_a_line_is_a_command(line: str, command: Command) -> None:
    assert commands(line) == (command,)


def test_commands_end_at_the_first_line_that_is_none() -> None:
    asked = parse_commands(lines_of("STATUS\n\nREADY\nSee you tomorrow\nRESIGN"), NOW)
    assert asked.commands == (kinds.Status(), kinds.ReadyCommand(True))
    assert asked.unknown is not None
    assert (asked.unknown.line, asked.unknown.nearest) == ("See you tomorrow", "")


@pytest.mark.parametrize("greeting", ["Hello,", "Dear referee,", "Hi!", "Good evening", "Referee,"])
def test_a_greeting_does_not_matter(greeting: str) -> None:
    assert commands(f"{greeting}\n\nSTATUS") == (kinds.Status(),)


@pytest.mark.parametrize(
    ("line", "nearest"),
    [("stauts", "STATUS"), ("Resing", "RESIGN"), ("letter for Baron", "LETTER TO"), ("What a game!", ""),
     ("ABSENT until the cows come home", "ABSENT UNTIL")],
)  # fmt: skip
def test_what_is_no_command_is_named_with_the_nearest(line: str, nearest: str) -> None:
    asked = parse_commands(lines_of(line), NOW)
    assert asked.commands == ()
    assert asked.unknown is not None
    assert (asked.unknown.line, asked.unknown.nearest) == (line, nearest)


def test_what_is_quoted_and_what_is_signed_asks_for_nothing() -> None:
    assert commands("> RESIGN\n> YES") == ()
    assert commands("STATUS\n-- \nRESIGN") == (kinds.Status(),)
    assert commands("STATUS\n> RESIGN\nREADY") == (kinds.Status(), kinds.ReadyCommand(True))


def test_a_letter_is_the_lines_up_to_its_end() -> None:
    text = "LETTER TO Baron, Crown and Dean:\nDear all,\n\n> quoted\nRESIGN\nEND\nSTATUS"
    assert commands(text) == (
        kinds.WriteLetter(("Baron", "Crown", "Dean"), "Dear all,\n\nRESIGN"),
        kinds.Status(),
    )


def test_a_letter_without_an_end_says_so() -> None:
    assert commands("LETTER TO Baron\nHello\n-- \nA. Player") == (
        kinds.WriteLetter(("Baron",), "Hello", ended=False),
    )


def test_a_thousand_commands_are_not_done() -> None:
    assert len(commands("STATUS\n" * 1000)) == 20


@pytest.mark.parametrize(
    ("text", "day"),
    [("3 Jan", "2027-01-03"), ("22 November", "2026-11-22"), ("Jan 3 2028", "2028-01-03"), ("2026-12-01", "2026-12-01"),
     ("Thu 3rd December", "2026-12-03"), ("5.12.", "2026-12-05"), ("29 Feb", ""), ("soon", ""), ("31 Nov", "")],
)  # fmt: skip
def test_a_day_is_the_next_of_that_name(text: str, day: str) -> None:
    assert day_of(text, NOW) == day


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
    assert day_of(text, NOW) == day


@pytest.mark.parametrize(
    ("text", "now", "why"),
    [("29 FEB", datetime(2028, 11, 22, tzinfo=UTC), "“29 FEB” is not a day"),
     ("29 Feb 2027", NOW, "“29 Feb 2027” is not a day"), ("31/11/2026", NOW, "“31/11/2026” is not a day"),
     ("3/4/2027", NOW, "could be two different days"),
     ("Friday 24 December 2026", NOW, "a Thu")],
)  # fmt: skip
def test_a_day_that_is_none_or_two_is_an_error_that_says_so(text: str, now: datetime, why: str) -> None:
    (command,) = parse_commands(lines_of(f"ABSENT UNTIL {text}"), now).commands
    assert isinstance(command, kinds.Misdated)
    assert why in command.why


def test_tomorrow_is_the_writers_own(valley: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Berlin it is the 23rd already."""
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
    assert answer_in(lines_of(text), NOW) == "yes"
    assert commands(text)[:1] == (kinds.Yes(),)


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
    assert answer_in(lines_of(text), NOW) == ""
    assert commands(text) == ()


@pytest.mark.parametrize(
    "text", ["No", "No 👎", "no thanks", "No, thank you!", "Nope.", "No, not this time", "Nein, danke", "👎"]
)
def test_a_no_is_read_as_people_write_it(text: str) -> None:
    assert answer_in(lines_of(text), NOW) == "no"


@pytest.mark.parametrize("text", ["No problem", "No doubt", "No idea what this is", "No, I mean yes"])
def test_what_only_begins_with_no_is_none(text: str) -> None:
    assert answer_in(lines_of(text), NOW) == ""


def test_commands_follow_a_yes() -> None:
    assert commands("YES\nSTATUS\nREADY") == (kinds.Yes(), kinds.Status(), kinds.ReadyCommand(True))
    assert commands("YES please\n\nSTATUS") == (kinds.Yes(), kinds.Status())


def test_moments_and_spans() -> None:
    assert moment_of("26 Nov 9pm", NOW) == "2026-11-26T21:00:00"
    assert moment_of("26 Nov at 9:30 p.m. UTC", NOW) == "2026-11-26T21:30:00Z"
    assert moment_of("tomorrow 21.00", NOW) == "2026-11-23T21:00:00"
    assert moment_of("24/12/2026 at noon", NOW) == "2026-12-24T12:00:00"
    assert (hours_of("two days"), hours_of("a week"), hours_of("1,5 h")) == (48.0, 168.0, 1.5)
    assert moment_of("26 Nov 21:00", NOW) == "2026-11-26T21:00:00"
    assert moment_of("26 Nov", NOW) == "2026-11-26T23:59:00"
    assert moment_of("26 Nov 25:00", NOW) == ""
    assert (hours_of("2 days"), hours_of("1.5 h"), hours_of("some")) == (48.0, 1.5, 0.0)


def test_help_knows_every_command() -> None:
    known = {key.removeprefix("help.").replace("-", " ").upper() for key in words().messages if key[:5] == "help."}
    families = {
        "VOTE KEEP": "VOTE OUT",
        "VOTE YES": "VOTE OUT",
        "VOTE NO": "VOTE OUT",
        "ABSENT OFF": "ABSENT UNTIL",
    }
    assert {families.get(name, name) for name in NAMES} <= known

"""Lines of a mail as commands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from palatine.post.commands import Command, asked_in, kinds
from palatine.post.commands.grammar import NAMES
from palatine.post.commands.times import day_of, hours_of, moment_of
from palatine.post.reading.quotes import lines_of
from palatine.post.wording import words

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def commands(text: str) -> tuple[Command, ...]:
    return asked_in(lines_of(text), NOW).commands


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("CHECK", kinds.Check()),
        ("ready", kinds.Ready(True)),
        ("Wait.", kinds.Ready(False)),
        ("status!", kinds.Status()),
        ("REPORT", kinds.ReportOf()),
        ("report turn 3", kinds.ReportOf(3)),
        ("SHEET", kinds.SheetNow()),
        ("suggest Aldo", kinds.Suggest("Aldo")),
        ("help  yes", kinds.Help("yes")),
        ("vote out Baron", kinds.Vote("Baron")),
        ("VOTE KEEP Baron", kinds.Vote("Baron", out=False)),
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
        ("ANSWER 2", kinds.Answer(2)),
        ("2", kinds.Answer(2, bare=True)),
        ("STANDING 4 on", kinds.StandingAnswer(4, True)),
        ("yes", kinds.Yes()),
        ("Yes k7f2q9", kinds.Yes("k7f2q9")),
        ("NO", kinds.No()),
        ("resign", kinds.Resign()),
        ("new  address", kinds.NewAddress()),
        ("STOP", kinds.Stop()),
        ("stop all", kinds.Stop(all=True)),
        ("start", kinds.Start()),
        ("SET DEADLINE 26 Nov 21:00", kinds.SetDeadline("2026-11-26T21:00:00")),
        ("SET DEADLINE 26 Nov 21:00 UTC", kinds.SetDeadline("2026-11-26T21:00:00Z")),
        ("run", kinds.Run()),
    ],
)
def test_a_line_is_a_command(line: str, command: Command) -> None:
    assert commands(line) == (command,)


def test_commands_end_at_the_first_line_that_is_none() -> None:
    asked = asked_in(lines_of("STATUS\n\nREADY\nSee you tomorrow\nRESIGN"), NOW)
    assert asked.commands == (kinds.Status(), kinds.Ready(True))
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
    asked = asked_in(lines_of(line), NOW)
    assert asked.commands == ()
    assert asked.unknown is not None
    assert (asked.unknown.line, asked.unknown.nearest) == (line, nearest)


def test_what_is_quoted_and_what_is_signed_asks_for_nothing() -> None:
    assert commands("> RESIGN\n> YES") == ()
    assert commands("STATUS\n-- \nRESIGN") == (kinds.Status(),)
    assert commands("STATUS\n> RESIGN\nREADY") == (kinds.Status(), kinds.Ready(True))


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


def test_moments_and_spans() -> None:
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

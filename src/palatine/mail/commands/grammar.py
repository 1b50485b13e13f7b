"""The parser of commands in an email, with suggestions for misspelled ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Literal

import msgspec

from palatine.core import Unreadable
from palatine.mail.commands import kinds
from palatine.mail.commands.answers import find_answer, is_courtesy, is_doubtful, strip_decoration
from palatine.mail.commands.kinds import Command
from palatine.mail.commands.times import parse_day_and_time, parse_hours, read_day
from palatine.mail.reading.quotes import SIGNATURE_MARK, QuotedLine

MAX_COMMANDS = 20
"""Maximum number of commands read from one email."""
MAX_COMMAND_LENGTH = 60
"""Maximum length of a line that may be a misspelled command; longer lines are prose."""

CommandOrNone = Command | None
CommandReader = Callable[[re.Match[str], datetime], CommandOrNone]


class UnknownCommand(msgspec.Struct, frozen=True):
    """A line that is not a valid command, and the most similar command."""

    line: str
    nearest: str = ""


class ParsedCommands(msgspec.Struct, frozen=True):
    """The commands in an email."""

    commands: tuple[Command, ...] = ()
    unknown: UnknownCommand | None = None
    rest: tuple[str, ...] = ()
    """The nonblank lines from the one at which parsing stopped."""
    leaves_commands: bool = False
    """True if there are commands among the lines after that one, which are not carried out."""

    @property
    def prose(self) -> str:
        """The first remaining line that is more than a courtesy, or ""."""
        return next((line[:MAX_COMMAND_LENGTH] for line in self.rest if not is_courtesy(line)), "")

    @property
    def only_checks(self) -> bool:
        """True if the email requests only a check of its orders, anywhere in its text."""
        return any(isinstance(each, kinds.CheckCommand) for each in self.commands) or "CHECK" in map(
            strip_decoration, self.rest
        )


_NUMBER = r"(?P<n>\d{1,4})"
_SPAN = (
    r"(?P<span>(?:\d{1,4}(?:[.,]\d)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"\s*(?:hours?|h|days?|d|weeks?|w))"
)
_DAY = r"(?P<day>.{1,30}?)"
_OF_PROPOSAL = rf"(?:\s+(?:to\s+)?{_NUMBER})?"


def _flag(found: re.Match[str]) -> bool:
    return found["flag"].casefold() == "on"


def _with_span(make: Callable[[float], Command]) -> CommandReader:
    def read(found: re.Match[str], now: datetime) -> CommandOrNone:
        return make(parse_hours(found["span"]) if found["span"] else 0.0)

    return read


def _read_absence(found: re.Match[str], now: datetime) -> CommandOrNone:
    until = read_day(found["day"], now)
    return kinds.AbsentCommand(until) if until else None


def _deadline(found: re.Match[str], now: datetime) -> CommandOrNone:
    time = parse_day_and_time(found["day"], now)
    return kinds.SetDeadlineCommand(time) if time else None


def _reader_of(command: Command) -> CommandReader:
    return lambda found, now: command


def _rows() -> Iterator[tuple[str, str, CommandReader]]:
    """Yield the name, pattern and reader of each command."""
    yield "CHECK", r"check", _reader_of(kinds.CheckCommand())
    yield "READY", r"ready", _reader_of(kinds.ReadyCommand(True))
    yield "WAIT", r"wait", _reader_of(kinds.ReadyCommand(False))
    yield "STATUS", r"status", _reader_of(kinds.StatusCommand())
    yield "REPORT", r"report(?:\s+(?:turn\s+)?(?P<n>\d{1,4}))?", lambda f, _: kinds.ReportCommand(_number(f))
    yield "SHEET", r"sheet", _reader_of(kinds.SheetCommand())
    yield "FORM", r"form", _reader_of(kinds.FormCommand())
    yield (
        "SUGGEST",
        r"suggest(?:\s+(?:for\s+)?(?P<who>.{1,40}))?",
        lambda f, _: kinds.SuggestCommand(f["who"] or ""),
    )
    yield "ADVICE", r"advi[cs]e(?:\s+(?:me|please))?", _reader_of(kinds.AdviceCommand())
    yield "SET UP", r"set\s?-?up", _reader_of(kinds.SetUpCommand())
    yield (
        "RULES",
        r"rules?(?:\s+(?:(?:about|on|for|of)\s+)?(?P<who>.{1,40}))?",
        lambda f, _: kinds.RulesCommand(f["who"] or ""),
    )
    yield "SPELLS", r"spells", _reader_of(kinds.SpellListCommand())
    yield "CALENDAR", r"calendar", _reader_of(kinds.CalendarCommand())
    yield "ANSWERS", r"answers(?:\s+(?P<who>.{1,40}))?", lambda f, _: kinds.AnswersCommand(f["who"] or "")
    yield "HELP", r"help(?:\s+(?P<who>.{1,40}))?", lambda f, _: kinds.HelpCommand(f["who"] or "")
    yield "VOTE OUT", r"vote\s+out\s+(?P<who>.{1,40})", lambda f, _: kinds.VoteCommand(f["who"])
    yield "VOTE KEEP", r"vote\s+keep\s+(?P<who>.{1,40})", lambda f, _: kinds.VoteCommand(f["who"], False)
    yield "VOTE YES", rf"vote\s+yes{_OF_PROPOSAL}", lambda f, _: kinds.ConsentCommand(_number(f) or 0, True)
    yield "VOTE NO", rf"vote\s+no{_OF_PROPOSAL}", lambda f, _: kinds.ConsentCommand(_number(f) or 0, False)
    yield "TAKE BACK", r"take\s?back(?:\s+(?:my\s+)?last\s+move)?", _reader_of(kinds.TakeBackCommand())
    yield "DRAW", r"(?:offer\s+(?:a\s+)?)?draw", _reader_of(kinds.DrawCommand())
    yield "EXTEND", rf"extend\s+(?:by\s+)?{_SPAN}", _with_span(kinds.ExtendCommand)
    yield "PAUSE", rf"pause(?:\s+(?:for\s+)?{_SPAN})?", _with_span(kinds.PauseCommand)
    yield "ABSENT UNTIL", rf"absent\s+(?:until|till)\s+{_DAY}", _read_absence
    yield "ABSENT OFF", r"(?:absent\s+off|back)", _reader_of(kinds.AbsentCommand(""))
    yield "STAND IN", r"stand[\s-]?in\s+(?P<flag>on|off)", lambda f, _: kinds.StandInCommand(_flag(f))
    yield "ANSWER", rf"answer\s+{_NUMBER}", lambda f, _: kinds.AnswerCommand(int(f["n"]))
    yield "ANSWER", rf"{_NUMBER}", lambda f, _: kinds.AnswerCommand(int(f["n"]), bare=True)
    yield (
        "AUTO",
        rf"auto\s+{_NUMBER}\s+(?P<flag>on|off)",
        lambda f, _: kinds.AutoReplyCommand(int(f["n"]), _flag(f)),
    )
    yield "YES", r"yes(?:\s+(?P<code>[a-z2-9]{6}))?", lambda f, _: kinds.YesCommand((f["code"] or "").casefold())
    yield "NO", r"no", _reader_of(kinds.NoCommand())
    yield "RESIGN", r"resign", _reader_of(kinds.ResignCommand())
    yield "NEW ADDRESS", r"new\s+address", _reader_of(kinds.NewAddressCommand())
    yield "STOP", r"stop(?P<all>\s+all)?", lambda f, _: kinds.StopCommand(bool(f["all"]))
    yield "START", r"start", _reader_of(kinds.StartCommand())
    yield "SET DEADLINE", rf"set\s+deadline\s+{_DAY}", _deadline
    yield "RUN", r"run", _reader_of(kinds.RunCommand())


def _number(found: re.Match[str]) -> int | None:
    return int(found["n"]) if found["n"] else None


_TABLE = [(name, re.compile(pattern, re.IGNORECASE), read) for name, pattern, read in _rows()]
_LETTER = re.compile(r"letter\s+to\s+(.{1,200}?):?", re.IGNORECASE)
_LETTER_END = re.compile(r"end[.!]?", re.IGNORECASE)
_GREETING = re.compile(r"(?:hi|hello|hey|dear|good \w+|hallo|liebe\w*|bonjour)\b.{0,40}|.{1,40},", re.IGNORECASE)
_APART = re.compile(r"\s*(?:,|;|\band\b|&)\s*")
COMMAND_NAMES = (*dict.fromkeys(name for name, *_ in _TABLE), "LETTER TO")
"""Names of the commands."""


def parse_commands(lines: Sequence[QuotedLine], now: datetime | None = None) -> ParsedCommands:
    """Return the commands of an email: its unquoted lines up to the first that is not a command.

    A greeting at the start is skipped. Days without a year are counted from `now`.
    """
    time = now or datetime.now(UTC)
    left = [line for line in lines if line.depth == 0]
    found: list[Command] = []
    at = _first_command_line(left)
    while at < len(left) and len(found) < MAX_COMMANDS:
        text = " ".join(left[at].text.split())
        if left[at].text.rstrip() == SIGNATURE_MARK:
            break
        letter = _LETTER.fullmatch(text)
        if letter is not None:
            command, at = _letter(letter[1], left, at + 1)
            found.append(command)
            continue
        read, lines_read = _read_command(left, at, time) if text else (None, 1)
        if text and read is None:
            lone = None if found else _lone_answer(left[at:], time)
            if lone is not None:
                return ParsedCommands((lone,))
            rest = _rest(left[at:])
            unknown = UnknownCommand(text[:MAX_COMMAND_LENGTH], _nearest(text))
            return ParsedCommands(
                tuple(found), unknown, rest, any(_is_clear_command(line, time) for line in rest[1:])
            )
        found += [read] if read is not None else []
        at += lines_read
    return ParsedCommands(tuple(found))


def _rest(lines: Sequence[QuotedLine]) -> tuple[str, ...]:
    """Return the nonblank lines up to a signature."""
    end = next((at for at, line in enumerate(lines) if line.text.rstrip() == SIGNATURE_MARK), len(lines))
    return tuple([text for line in lines[:end] if (text := " ".join(line.text.split()))])


def _is_clear_command(text: str, now: datetime) -> bool:
    """Return whether a line is a command that cannot be part of prose; a number, yes or no can."""
    command = _command(text, now)
    is_answer = isinstance(command, kinds.AnswerCommand | kinds.YesCommand | kinds.NoCommand)
    return bool(_LETTER.fullmatch(text)) or (command is not None and not is_answer)


def find_yes_or_no(lines: Sequence[QuotedLine], now: datetime | None = None) -> Literal["yes", "no", ""]:
    """Return the answer to a yes-or-no question from a player who may not know the commands.

    Returns "" for neither answer and for both.
    """
    said = {type(each) for each in parse_commands(lines, now).commands}
    if {kinds.YesCommand, kinds.NoCommand} <= said:
        return ""
    return "yes" if kinds.YesCommand in said else "no" if kinds.NoCommand in said else ""


def _read_command(lines: Sequence[QuotedLine], at: int, now: datetime) -> tuple[Command | None, int]:
    """Return the command at a line and the number of lines it takes; None for prose."""
    text = " ".join(lines[at].text.split())
    command = _command(text, now)
    if command is not None and not isinstance(command, kinds.YesCommand | kinds.NoCommand):
        return command, 1
    if isinstance(command, kinds.YesCommand) and command.code and not is_courtesy(command.code):
        return command, 1
    paragraphs = _paragraphs(lines[at:], now)
    answer = find_answer(*paragraphs[:2])
    if not answer:
        return None, 1
    return (kinds.YesCommand() if answer == "yes" else kinds.NoCommand()), len(paragraphs[0])


def _paragraphs(lines: Sequence[QuotedLine], now: datetime) -> list[list[str]]:
    """Return the first two paragraphs of unquoted lines.

    A command, except in the first line, ends them.
    """
    found: list[list[str]] = [[]]
    for line in lines:
        text = " ".join(line.text.split())
        is_end = line.text.rstrip() == SIGNATURE_MARK or (found[0] and text and _command(text, now) is not None)
        if is_end or (not text and len(found) == 2 and found[1]):
            break
        if not text and found[-1]:
            found.append([])
        elif text:
            found[-1].append(text)
    return [*found, []][:2]


def _lone_answer(lines: Sequence[QuotedLine], now: datetime) -> Command | None:
    """Return the number alone in a line between prose; None if the text may qualify it."""
    texts = _rest(lines)
    read = [command for text in texts if (command := _command(text, now)) is not None]
    if len(read) != 1 or not isinstance(read[0], kinds.AnswerCommand) or not read[0].bare:
        return None
    return None if any(is_doubtful(text) for text in texts) else read[0]


def _first_command_line(lines: Sequence[QuotedLine]) -> int:
    """Return the index of the first command line, after a greeting if more lines follow it."""
    written = [at for at, line in enumerate(lines) if line.text.strip()]
    if len(written) > 1 and _GREETING.fullmatch(lines[written[0]].text.strip()):
        now = datetime.now(UTC)
        return written[0] if _read_command(lines, written[0], now)[0] is not None else written[1]
    return written[0] if written else len(lines)


def _command(text: str, now: datetime) -> Command | None:
    bare = strip_decoration(text)
    for _, pattern, read in _TABLE:
        found = pattern.fullmatch(bare)
        if found is not None:
            try:
                return read(found, now)
            except Unreadable as error:
                return kinds.InvalidDayCommand(str(error))
    return None


def _letter(names: str, lines: Sequence[QuotedLine], start: int) -> tuple[Command, int]:
    """Return a letter and the index of the line after it.

    It ends at its END or, without one, at the signature or the quotation.
    """
    text: list[str] = []
    for at in range(start, len(lines)):
        if _LETTER_END.fullmatch(lines[at].text.strip()):
            return _letter_command(names, text, True), at + 1
        if lines[at].text.rstrip() == SIGNATURE_MARK:
            break
        text.append(lines[at].text)
    return _letter_command(names, text, False), len(lines)


def _letter_command(names: str, text: list[str], ended: bool) -> Command:
    to = tuple([name for name in _APART.split(names.strip()) if name])
    return kinds.LetterCommand(to, "\n".join(text).strip("\n"), ended)


def _nearest(text: str) -> str:
    """Return the command most similar to a line, or "" for prose."""
    if len(text) > MAX_COMMAND_LENGTH:
        return ""
    words = text.upper().split()
    for said in (" ".join(words[:2]), words[0]):
        near = get_close_matches(said.rstrip(".,:!?"), COMMAND_NAMES, 1, 0.8)
        if near:
            return near[0]
    return ""

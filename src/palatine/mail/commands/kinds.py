"""The commands of the mail interface as typed structs."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag=True):
    """A command in a line of an email."""


class CheckCommand(Command, frozen=True, tag="Check"):
    """The CHECK command: check the orders below without submitting them."""


class ReadyCommand(Command, frozen=True, tag="Ready"):
    """The READY (`done`) or WAIT command: whether the turn may run without waiting for the seat."""

    done: bool


class StatusCommand(Command, frozen=True, tag="Status"):
    """The STATUS command: send the state of the match."""


class ReportCommand(Command, frozen=True, tag="ReportOf"):
    """The REPORT command: send the report of a turn (None: the last one)."""

    turn: int | None = None


class SheetCommand(Command, frozen=True, tag="SheetNow"):
    """The SHEET command: send the current orders, ready to be edited."""


class FormCommand(Command, frozen=True, tag="NewForm"):
    """The FORM command: send the possible orders and a form for them."""


class SuggestCommand(Command, frozen=True, tag="Suggest"):
    """The SUGGEST command: send suggested orders for one character, or for all ("")."""

    who: str = ""


class AdviceCommand(Command, frozen=True, tag="Advice"):
    """The ADVICE command: send what the captain would do."""


class SetUpCommand(Command, frozen=True, tag="SetUp"):
    """The SET UP command: let the captain make the seat's decisions of setting up."""


class RulesCommand(Command, frozen=True, tag="Rules"):
    """The RULES command: send the contents of the rules, a chapter, or what they say about a word."""

    about: str = ""


class SpellListCommand(Command, frozen=True, tag="SpellList"):
    """The SPELLS command: send the spells of the game."""


class CalendarCommand(Command, frozen=True, tag="Calendar"):
    """The CALENDAR command: send the deadline as an event for a calendar."""


class AnswersCommand(Command, frozen=True, tag="Answers"):
    """The ANSWERS command: send all numbered answers, or those with a word."""

    about: str = ""


class HelpCommand(Command, frozen=True, tag="Help"):
    """The HELP command: send the list of commands, or help on one topic."""

    about: str = ""


class LetterCommand(Command, frozen=True, tag="WriteLetter"):
    """The LETTER TO command: send a letter to other seats. `ended` is True if it has its END."""

    to: tuple[str, ...]
    text: str
    ended: bool = True


class VoteCommand(Command, frozen=True, tag="Vote"):
    """The VOTE OUT or VOTE KEEP command: vote to remove an absent player, or withdraw the vote."""

    against: str
    out: bool = True


class ConsentCommand(Command, frozen=True, tag="Consent"):
    """The VOTE YES or VOTE NO command: accept or reject a proposal, by its number.

    Number 0 is the only proposal that waits for the seat.
    """

    number: int
    yes: bool


class TakeBackCommand(Command, frozen=True, tag="TakeBack"):
    """The TAKE BACK command: propose to take back the seat's last move."""


class DrawCommand(Command, frozen=True, tag="Draw"):
    """The DRAW command: offer a draw."""


class ExtendCommand(Command, frozen=True, tag="Extend"):
    """The EXTEND command: propose more time for all."""

    hours: float


class PauseCommand(Command, frozen=True, tag="Pause"):
    """The PAUSE command: propose to stop the clocks for that many hours; 0 for the default."""

    hours: float = 0.0


class AbsentCommand(Command, frozen=True, tag="Absent"):
    """The ABSENT command: be absent until a day (ISO 8601), or back ("")."""

    until: str


class InvalidDayCommand(Command, frozen=True, tag="Misdated"):
    """A command with an invalid or ambiguous day, and the reason."""

    why: str


class StandInCommand(Command, frozen=True, tag="StandIn"):
    """The STAND IN command: let a bot play the seat, or stop that."""

    enabled: bool = msgspec.field(name="on")


class AnswerCommand(Command, frozen=True, tag="Answer"):
    """The ANSWER command: choose an answer by its number.

    `bare` is True if the line has only the number.
    """

    number: int
    bare: bool = False


class AutoReplyCommand(Command, frozen=True, tag="StandingAnswer"):
    """The AUTO command: give a numbered answer automatically from now on, or stop that."""

    number: int
    enabled: bool = msgspec.field(name="on")


class YesCommand(Command, frozen=True, tag="Yes"):
    """The YES command: confirm the last question.

    A `code` names the question where it must be certain.
    """

    code: str = ""


class NoCommand(Command, frozen=True, tag="No"):
    """The NO command: reject the last question."""


class ResignCommand(Command, frozen=True, tag="Resign"):
    """The RESIGN command: concede the match."""


class NewAddressCommand(Command, frozen=True, tag="NewAddress"):
    """The NEW ADDRESS command: give the seat a new secret address."""


class StopCommand(Command, frozen=True, tag="Stop"):
    """The STOP command: stop mail about this match, or (`all`) all mail."""

    all: bool = False


class StartCommand(Command, frozen=True, tag="Start"):
    """The START command: resume mail after a STOP."""


class SetDeadlineCommand(Command, frozen=True, tag="SetDeadline"):
    """The SET DEADLINE command: set when the turn ends; for the player who runs the turns.

    `time` is ISO 8601. Without a zone it is in the player's own time zone.
    """

    time: str


class RunCommand(Command, frozen=True, tag="Run"):
    """The RUN command: run the turn now; for the player who runs the turns."""

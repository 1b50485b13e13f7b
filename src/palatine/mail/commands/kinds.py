"""The commands of the mail interface as typed structs."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag=True):
    """A command in a line of an email."""


class Check(Command, frozen=True):
    """The CHECK command: check the orders below without submitting them."""


class ReadyCommand(Command, frozen=True, tag="Ready"):
    """The READY (`done`) or WAIT command: whether the turn may run without waiting for the seat."""

    done: bool


class Status(Command, frozen=True):
    """The STATUS command: send the state of the match."""


class ReportOf(Command, frozen=True):
    """The REPORT command: send the report of a turn (None: the last one)."""

    turn: int | None = None


class SheetNow(Command, frozen=True):
    """The SHEET command: send the current orders, ready to be edited."""


class NewForm(Command, frozen=True):
    """The FORM command: send the possible orders and a form for them."""


class Suggest(Command, frozen=True):
    """The SUGGEST command: send suggested orders for one character, or for all ("")."""

    who: str = ""


class AdviceCommand(Command, frozen=True, tag="Advice"):
    """The ADVICE command: send what the captain would do."""


class SetUpCommand(Command, frozen=True, tag="SetUp"):
    """The SET UP command: let the captain make the seat's decisions of setting up."""


class Rules(Command, frozen=True):
    """The RULES command: send the contents of the rules, a chapter, or what they say about a word."""

    about: str = ""


class SpellList(Command, frozen=True):
    """The SPELLS command: send the spells of the game."""


class Calendar(Command, frozen=True):
    """The CALENDAR command: send the deadline as an event for a calendar."""


class Answers(Command, frozen=True):
    """The ANSWERS command: send all numbered answers, or those with a word."""

    about: str = ""


class Help(Command, frozen=True):
    """The HELP command: send the list of commands, or help on one topic."""

    about: str = ""


class WriteLetter(Command, frozen=True):
    """The LETTER TO command: send a letter to other seats. `ended` is True if it has its END."""

    to: tuple[str, ...]
    text: str
    ended: bool = True


class VoteCommand(Command, frozen=True, tag="Vote"):
    """The VOTE OUT or VOTE KEEP command: vote to remove an absent player, or withdraw the vote."""

    against: str
    out: bool = True


class Consent(Command, frozen=True):
    """The VOTE YES or VOTE NO command: accept or reject a proposal, by its number."""

    number: int
    yes: bool


class Extend(Command, frozen=True):
    """The EXTEND command: propose more time for all."""

    hours: float


class Pause(Command, frozen=True):
    """The PAUSE command: propose to stop the clocks for that many hours; 0 for the default."""

    hours: float = 0.0


class Absent(Command, frozen=True):
    """The ABSENT command: be absent until a day (ISO 8601), or back ("")."""

    until: str


class Misdated(Command, frozen=True):
    """A command with an invalid or ambiguous day, and the reason."""

    why: str


class StandIn(Command, frozen=True):
    """The STAND IN command: let a bot play the seat, or stop that."""

    on: bool


class AnswerCommand(Command, frozen=True, tag="Answer"):
    """The ANSWER command: choose an answer by its number.

    `bare` is True if the line has only the number.
    """

    number: int
    bare: bool = False


class AutoReplyCommand(Command, frozen=True, tag="StandingAnswer"):
    """The AUTO command: give a numbered answer automatically from now on, or stop that."""

    number: int
    on: bool


class Yes(Command, frozen=True):
    """The YES command: confirm the last question.

    A `code` names the question where it must be certain.
    """

    code: str = ""


class No(Command, frozen=True):
    """The NO command: reject the last question."""


class Resign(Command, frozen=True):
    """The RESIGN command: concede the match."""


class NewAddress(Command, frozen=True):
    """The NEW ADDRESS command: give the seat a new secret address."""


class StopCommand(Command, frozen=True, tag="Stop"):
    """The STOP command: stop mail about this match, or (`all`) all mail."""

    all: bool = False


class StartCommand(Command, frozen=True, tag="Start"):
    """The START command: resume mail after a STOP."""


class SetDeadline(Command, frozen=True):
    """The SET DEADLINE command: set when the turn ends; for the player who runs the turns.

    `time` is ISO 8601. Without a zone it is in the player's own time zone.
    """

    time: str


class Run(Command, frozen=True):
    """The RUN command: run the turn now; for the player who runs the turns."""

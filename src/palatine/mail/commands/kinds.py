"""The commands of the mail interface as typed structs."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag=True):
    """A command in a line of a mail."""


class Check(Command, frozen=True):
    """CHECK: check the orders below without submitting them."""


class ReadyCommand(Command, frozen=True, tag="Ready"):
    """READY (`done`) or WAIT: whether the turn may run without waiting for the seat."""

    done: bool


class Status(Command, frozen=True):
    """STATUS: return the state of the match."""


class ReportOf(Command, frozen=True):
    """REPORT: return the report of a turn (None: the last one)."""

    turn: int | None = None


class SheetNow(Command, frozen=True):
    """SHEET: return the current orders, ready to be edited."""


class NewForm(Command, frozen=True):
    """FORM: return the possible orders and a form for them."""


class Suggest(Command, frozen=True):
    """SUGGEST: return suggested orders for one character, or for all ("")."""

    who: str = ""


class Help(Command, frozen=True):
    """HELP: return the list of commands, or help on one topic."""

    about: str = ""


class WriteLetter(Command, frozen=True):
    """LETTER TO: a letter to other seats. `ended` is True if it has its END."""

    to: tuple[str, ...]
    text: str
    ended: bool = True


class VoteCommand(Command, frozen=True, tag="Vote"):
    """VOTE OUT or VOTE KEEP: vote to remove an absent player, or (not `out`) withdraw the vote."""

    against: str
    out: bool = True


class Consent(Command, frozen=True):
    """VOTE YES or VOTE NO: the answer to a proposal, by its number."""

    number: int
    yes: bool


class Extend(Command, frozen=True):
    """EXTEND: propose more time for all."""

    hours: float


class Pause(Command, frozen=True):
    """PAUSE: propose to stop the clocks for that many hours; 0 for the default."""

    hours: float = 0.0


class Absent(Command, frozen=True):
    """ABSENT: the player is away until a day (ISO 8601), or back ("")."""

    until: str


class Misdated(Command, frozen=True):
    """A command with an invalid or ambiguous day, and the reason."""

    why: str


class StandIn(Command, frozen=True):
    """STAND IN: let a bot play the seat, or stop that."""

    on: bool


class AnswerCommand(Command, frozen=True, tag="Answer"):
    """ANSWER: choose an answer by its number. `bare` is True for a line with only a number."""

    number: int
    bare: bool = False


class AutoReplyCommand(Command, frozen=True, tag="StandingAnswer"):
    """AUTO: give a numbered answer automatically from now on, or stop that."""

    number: int
    on: bool


class Yes(Command, frozen=True):
    """YES: confirm the last question. A `code` names the question where it must be certain."""

    code: str = ""


class No(Command, frozen=True):
    """NO: reject the last question."""


class Resign(Command, frozen=True):
    """RESIGN: concede the match."""


class NewAddress(Command, frozen=True):
    """NEW ADDRESS: give the seat a new secret address."""


class StopCommand(Command, frozen=True, tag="Stop"):
    """STOP: stop mail about this match, or (`all`) all mail."""

    all: bool = False


class StartCommand(Command, frozen=True, tag="Start"):
    """START: resume mail after a STOP."""


class SetDeadline(Command, frozen=True):
    """SET DEADLINE: set when the turn ends; for the player who runs the turns.

    `time` is ISO 8601. Without a zone it is in the player's own time zone.
    """

    time: str


class Run(Command, frozen=True):
    """RUN: run the turn now; for the player who runs the turns."""

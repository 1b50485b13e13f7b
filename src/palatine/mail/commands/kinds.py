"""The commands, typed."""

from __future__ import annotations

import msgspec


class Command(msgspec.Struct, frozen=True, tag=True):
    """What a line of a mail asks for."""


class Check(Command, frozen=True):
    """The orders below are only to be checked."""


class ReadyCommand(Command, frozen=True, tag="Ready"):
    """Nothing more will come for this turn, or (not `done`) something will."""

    done: bool


class Status(Command, frozen=True):
    """How the match stands."""


class ReportOf(Command, frozen=True):
    """The report of a turn (None: the last)."""

    turn: int | None = None


class SheetNow(Command, frozen=True):
    """The orders as they stand, ready to be changed."""


class NewForm(Command, frozen=True):
    """What may be ordered, and a form for it."""


class Suggest(Command, frozen=True):
    """What somebody (""; everybody) could be ordered to do."""

    who: str = ""


class Help(Command, frozen=True):
    """What may be written, or more about one word."""

    about: str = ""


class WriteLetter(Command, frozen=True):
    """A letter to others at the table. `ended` says whether its END was there."""

    to: tuple[str, ...]
    text: str
    ended: bool = True


class VoteCommand(Command, frozen=True, tag="Vote"):
    """To have somebody out who stays away, or (not `out`) not."""

    against: str
    out: bool = True


class Consent(Command, frozen=True):
    """Yes or no to a proposal of the table, by its number."""

    number: int
    yes: bool


class Extend(Command, frozen=True):
    """More time for all."""

    hours: float


class Pause(Command, frozen=True):
    """Stop the clocks for that many hours; 0 for the default."""

    hours: float = 0.0


class Absent(Command, frozen=True):
    """Somebody is away until a day, ISO 8601; "" for back again."""

    until: str


class Misdated(Command, frozen=True):
    """A command with a day that cannot be meant, and why."""

    why: str


class StandIn(Command, frozen=True):
    """A bot is to play the seat, or not any more."""

    on: bool


class AnswerCommand(Command, frozen=True, tag="Answer"):
    """An answer by its number. `bare` of a number that stands alone in a line."""

    number: int
    bare: bool = False


class AutoReplyCommand(Command, frozen=True, tag="StandingAnswer"):
    """An answer by its number, to be given automatically from now on, or no longer."""

    number: int
    on: bool


class Yes(Command, frozen=True):
    """Do what was asked last; a `code` says which, where it must be certain."""

    code: str = ""


class No(Command, frozen=True):
    """What was asked last is not to be done."""


class Resign(Command, frozen=True):
    """To give up."""


class NewAddress(Command, frozen=True):
    """The seat is to have another secret address."""


class StopCommand(Command, frozen=True, tag="Stop"):
    """No more mail about this match, or any (`all`)."""

    all: bool = False


class StartCommand(Command, frozen=True, tag="Start"):
    """Mail again, after a STOP."""


class SetDeadline(Command, frozen=True):
    """The turn ends then; for the player who runs the turns. ISO 8601; without a zone by their own clock."""

    time: str


class Run(Command, frozen=True):
    """Run the turn now; for the player who runs the turns."""

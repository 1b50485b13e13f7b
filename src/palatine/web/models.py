"""What comes in over HTTP and goes out, where `core` and `table` have no struct for it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from palatine.accounts.invitations import Invitation
from palatine.accounts.match_terms import Terms
from palatine.core import FirstMatch, Goal, Option, Problem, RuleChange, Scenario
from palatine.matches import MatchInfo, MatchView, SheetDraft, Strength

MEDIA_TYPE = "application/problem+json"

Name = Annotated[str, Meta(max_length=80)]
Word = Annotated[str, Meta(min_length=1, max_length=80)]
Key = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Operand = Annotated[int, Meta(ge=-(2**31), le=2**31)]


class ProblemDetails(msgspec.Struct, omit_defaults=True):
    """What is wrong, as RFC 9457 has it, with the clause where a rule forbids it."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    clause: str = ""
    view: MatchView | None = None
    """With 409: how the match stands now."""
    draft: SheetDraft | None = None  # with 409 to a sheet: what was written elsewhere
    problems: tuple[Problem, ...] = ()
    """With 422 to a sheet: what is wrong with it, line by line."""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """An action: a verb, and the number of what it is done with."""

    verb: Word
    operand: Operand


Moves = Annotated[list[Move], Meta(min_length=1, max_length=500)]


class ActRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of a seat, carried out together, or a shortcut, upon the version that the seat saw."""

    seat: Word
    version: Version
    actions: Moves | None = None
    duration_key: Name = ""
    """The key of the automatic reply to set, as it was offered."""
    offered: Version | None = None  # the earlier version at which they were offered
    shortcut: Goal | None = None
    """Instead of `actions`."""


class LessonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson is begun, or gone on with at a step."""

    step: Annotated[int, Meta(ge=0, le=1000)] = 0


class LessonMoveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The pupil reads "on", has the step "show"n, or goes "back" one, upon the version that was seen."""

    seat: Word
    do: Literal["on", "show", "back"]
    version: Version


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat takes something back or gives up, upon the version that it saw."""

    seat: Word
    version: Version


class PreviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat asks what will come of actions, one after the other, or of a shortcut, upon the version that it saw."""

    seat: Word
    version: Version
    actions: Moves | None = None
    shortcut: Goal | None = None
    """Instead of `actions`."""


class AdviceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat asks what the game's strongest bot would do in its place."""

    seat: Word


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat asks why it may not do these."""

    seat: Word
    actions: Moves


class Shortcuts(msgspec.Struct):
    """The shortcuts that are offered at one version, as they are called and played."""

    version: int
    shortcuts: list[Goal]


class Reason(msgspec.Struct):
    """Why an action is not allowed."""

    verb: str
    operand: int
    clause: str
    reason: str


class Reasons(msgspec.Struct):
    """The reasons, the most telling first; nothing for what is allowed."""

    refusals: list[Reason]


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who fills a seat. A person who gives a `number` for the dice, be it "", sits down immediately, and so does the
    person who makes the match, `me`."""

    kind: Literal["person", "bot"] = "person"
    name: Name = ""
    bot: Name = ""
    number: Name | None = None
    me: bool = False


class ClockSettings(msgspec.Struct, forbid_unknown_fields=True):
    """How a match of secret orders keeps time."""

    hours: Annotated[float, Meta(ge=0, le=8784)] = 0.0
    """For a turn; 0 for no deadline, or one by `days`."""
    early: bool = True
    """Whether a turn is run as soon as all have handed in."""
    letters: Literal["turn", "now"] = "turn"
    """When letters are delivered: with the turn, or at once."""
    days: Annotated[list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]], Meta(max_length=7)] = []
    """The weekdays on which turns end ..."""
    at: Annotated[str, Meta(max_length=5)] = "21:00"
    """... at this time of the day ..."""
    zone: Name = "UTC"
    """... in this time zone."""
    least: Annotated[float, Meta(ge=0, le=672)] = 0.0
    """Least hours of a turn before its deadline."""
    settle: Annotated[float, Meta(ge=0, le=1440)] = 0.0
    """Minutes between the last player's readiness and an early turn."""
    grace: Annotated[float, Meta(ge=0, le=168)] = 0.0
    """Hours by which a deadline is put off when orders are missing."""
    excused: Annotated[int, Meta(ge=0, le=20)] = 0
    """How often each seat may be missing and has the deadline moved to the next."""
    late: Literal["nothing", "lines", "bot"] = "nothing"
    """What becomes of who is missing: nothing, the good lines of the draft, or, without any, a bot's sheet."""


class PaceSettings(msgspec.Struct, forbid_unknown_fields=True):
    """How fast a match of single actions is played: a pace by name, or times of its own in seconds."""

    name: Literal["", "live", "brisk", "steady", "slow"] = ""
    time_up: Literal["choose", "bot", "open", "forfeit"] = "choose"
    """What happens when somebody's time is up."""
    reply: Annotated[float, Meta(ge=0, le=1209600)] | None = None
    """Free at each hand-over."""
    bank: Annotated[float, Meta(ge=0, le=5184000)] | None = None
    plus: Annotated[float, Meta(ge=0, le=604800)] | None = None
    cap: Annotated[float, Meta(ge=0, le=7776000)] | None = None

    def plain(self) -> dict[str, Any]:
        """What is set of it."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value not in (None, "")}


Players = Annotated[dict[str, Player], Meta(max_length=64)]
Value = bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | Name


class CreateRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new match."""

    game: Word
    scenario: Word | None = None
    seats: Annotated[list[Word], Meta(max_length=64)] | None = None
    options: Annotated[dict[str, Value], Meta(max_length=200)] = {}
    title: Name = ""
    players: Players = {}
    forced: bool = True
    """True if the server plays a person's only legal action for them."""
    advice: bool = True
    """Whether persons may ask what a bot would do in their place."""
    clock: ClockSettings | None = None
    """Of a game of secret orders alone."""
    pace: PaceSettings | None = None
    """Of other games; without one nobody's time runs."""
    terms: Terms | None = None
    """Who may find it and watch it, and whether it is rated; only where people are known."""


class BranchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A what-if from the position after `at` actions, as `seat` (null: a spectator) knows it."""

    at: Version
    seat: Word | None = None
    players: Players = {}


class SitRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A key, and who comes with it. With `look` it is only told which seat the key opens."""

    key: Key
    name: Name | None = None
    number: Name | None = None
    look: bool = False


class Seat(msgspec.Struct):
    """A seat that a key opens."""

    match: str
    seat: str
    seated: bool


class LendRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat is handed to a bot."""

    seat: Word
    bot: Word


class LeaveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody leaves a seat of theirs for good."""

    seat: Word


class InviteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody is to be asked to a match: for a seat or any that is free, by a link, by the name of an account, or by
    mail to an address."""

    seat: Name = ""
    name: Name = ""
    address: Annotated[str, Meta(max_length=254)] = ""


class Invited(msgspec.Struct):
    """A new invitation, and its link, which is shown once; "" of one that goes by mail."""

    link: str
    reaches_others: bool
    """Whether the link can be followed from other machines."""
    invitation: Invitation


class SentInvitation(msgspec.Struct):
    """An invitation as those in the match see it."""

    id: str
    seat: str
    to: str
    """The name of whom it is for, or their mail address for its writer; "" for everybody who has the link."""
    state: str
    taken_by: str
    expires: str
    by_mail: bool
    """Whether it went by mail."""


class OpenInvitation(msgspec.Struct):
    """An invitation as its link shows it: the match, and who asks."""

    match: str
    seat: str
    by: str
    info: MatchInfo


class TakeInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody sits down by an invitation, and adds a number for the dice."""

    number: Name = ""


class Me(msgspec.Struct):
    """The sender's own account."""

    joining: str
    """Who may come: "local" where nobody is asked who they are, "open", "invite"."""
    id: str = ""
    kind: str = ""
    """"guest" or "member"; "" for nobody in particular."""
    name: str = ""
    role: str = ""
    zone: str = ""
    quiet_hours: str = ""
    vacation: tuple[tuple[str, ...], ...] = ()
    """From when until when they are away: first days and last days."""
    vacation_left: int = 0
    """How many days of vacation are left in this year, planned ones taken off."""
    settings: dict[str, Any] = {}
    erase_at: str = ""


Span = Annotated[list[Name], Meta(min_length=2, max_length=2)]


class MeRequest(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody changes of themselves; what is left out stays."""

    name: Name | None = None
    zone: Name | None = None
    quiet_hours: Name | None = None
    vacation: Annotated[list[Span], Meta(max_length=20)] | None = None
    settings: Annotated[dict[str, Value], Meta(max_length=50)] | None = None


class TakeBackRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat is taken back from a bot."""

    seat: Word


Turn = Annotated[int, Meta(ge=0, le=2**31)]
SheetText = Annotated[str, Meta(max_length=500_000)]


class SheetRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has written for a turn so far, or hands in."""

    seat: Word
    turn: Turn
    text: SheetText
    based_on: Name | None = None  # the version of the draft it was written from


class CheckRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet to be looked over."""

    seat: Word
    text: SheetText


class RunTurnRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to run a turn, for a seat or, when it is due, for nobody."""

    seat: Word | None = None


class LetterRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A letter to other seats."""

    seat: Word
    to: Annotated[list[Word], Meta(min_length=1, max_length=64)]
    text: Annotated[str, Meta(max_length=20_000)]


class VoteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A vote to send a seat away that has stayed away, or (`out` false) that vote taken back."""

    seat: Word
    against: Word
    out: bool = True


class Text(msgspec.Struct):
    """The boards and all beside them in words."""

    text: str


class GameInfo(msgspec.Struct):
    """A game, and how it can be played."""

    name: str
    title: str
    year: int
    rules: str
    """The version of its rules, counted from 1."""
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    """Those that seats may be given, the usual one first."""
    strengths: tuple[Strength, ...] = ()
    """The same from the weakest to the strongest, each in a line of words."""
    changes: tuple[RuleChange, ...] = ()
    """What each version corrected, by clause."""
    first_match: FirstMatch = msgspec.field(default_factory=FirstMatch)
    """The match to begin with."""


MatchFile = dict[str, Any]

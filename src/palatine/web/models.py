"""Request and response bodies of the API for which `core` and `matches` have no struct."""

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
    """A problem (RFC 9457), with the clause if a rule forbids the request."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    clause: str = ""
    view: MatchView | None = None
    """With 409: the current view of the match."""
    draft: SheetDraft | None = None  # with 409 to a sheet: the draft saved elsewhere
    problems: tuple[Problem, ...] = ()
    """With 422 to a sheet: the problems in it, line by line."""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """An action: a verb and the number of its operand."""

    verb: Word
    operand: Operand


Moves = Annotated[list[Move], Meta(min_length=1, max_length=500)]


class ActRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of a seat to carry out together, or a shortcut, at the version the seat saw."""

    seat: Word
    version: Version
    actions: Moves | None = None
    duration_key: Name = ""
    """Key of the automatic reply to set, as offered."""
    offered: Version | None = None  # the earlier version at which the actions were offered
    shortcut: Goal | None = None
    """Alternative to `actions`."""


class LessonRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to start a lesson or to continue it at a step."""

    step: Annotated[int, Meta(ge=0, le=1000)] = 0


class LessonMoveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A step in a lesson: read "on", have the move shown ("show") or go "back" one."""

    seat: Word
    do: Literal["on", "show", "back"]
    version: Version


class UndoRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request of a seat to undo an action or to concede, at the version that it saw."""

    seat: Word
    version: Version


class PreviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to preview successive actions or a shortcut, at the version that the seat saw."""

    seat: Word
    version: Version
    actions: Moves | None = None
    shortcut: Goal | None = None
    """Alternative to `actions`."""


class AdviceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for what the game's own bot would do in this seat."""

    seat: Word


class WhyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for the reasons why actions are not allowed."""

    seat: Word
    actions: Moves


class Shortcuts(msgspec.Struct):
    """The shortcuts offered at one version, with their labels and actions."""

    version: int
    shortcuts: list[Goal]


class Reason(msgspec.Struct):
    """The reason why an action is not allowed."""

    verb: str
    operand: int
    clause: str
    reason: str


class Reasons(msgspec.Struct):
    """The reasons, the most informative first; empty for actions that are allowed."""

    refusals: list[Reason]


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat.

    A person who gives a `number` for the dice, which may be "", takes the seat immediately. So does the person who
    creates the match (`me`).
    """

    kind: Literal["person", "bot"] = "person"
    name: Name = ""
    bot: Name = ""
    number: Name | None = None
    me: bool = False


class ClockSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The clock of a match of secret orders."""

    hours: Annotated[float, Meta(ge=0, le=8784)] = 0.0
    """Hours for a turn; 0 for no deadline, or one by `days`."""
    early: bool = True
    """True if a turn runs as soon as all players have submitted their orders."""
    letters: Literal["turn", "now"] = "turn"
    """Delivery of letters: with the turn or immediately."""
    days: Annotated[list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]], Meta(max_length=7)] = []
    """Weekdays on which turns end."""
    at: Annotated[str, Meta(max_length=5)] = "21:00"
    """Time of day at which turns end."""
    zone: Name = "UTC"
    """Time zone of `at`."""
    least: Annotated[float, Meta(ge=0, le=672)] = 0.0
    """Minimum hours of a turn before its deadline."""
    settle: Annotated[float, Meta(ge=0, le=1440)] = 0.0
    """Minutes between the last player's readiness and an early turn."""
    grace: Annotated[float, Meta(ge=0, le=168)] = 0.0
    """Hours by which a deadline is extended when orders are missing."""
    excused: Annotated[int, Meta(ge=0, le=20)] = 0
    """Number of times that a seat may be missing and move the deadline to the next one."""
    late: Literal["nothing", "lines", "bot"] = "nothing"
    """Handling of a seat without orders.

    With "lines", the valid lines of its draft are used, or a bot's sheet if there are none.
    """


class PaceSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The time control of a match of single actions: a named pace, or its own times in seconds."""

    name: Literal["", "live", "brisk", "steady", "slow"] = ""
    time_up: Literal["choose", "bot", "open", "forfeit"] = "choose"
    """Consequence when a player's time is up."""
    reply: Annotated[float, Meta(ge=0, le=1209600)] | None = None
    """Free time at each hand-over."""
    bank: Annotated[float, Meta(ge=0, le=5184000)] | None = None
    plus: Annotated[float, Meta(ge=0, le=604800)] | None = None
    cap: Annotated[float, Meta(ge=0, le=7776000)] | None = None

    def plain(self) -> dict[str, Any]:
        """Return the fields that are set."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if value not in (None, "")}


Players = Annotated[dict[str, Player], Meta(max_length=64)]
Value = bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | Name


class CreateRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to create a match."""

    game: Word
    scenario: Word | None = None
    seats: Annotated[list[Word], Meta(max_length=64)] | None = None
    options: Annotated[dict[str, Value], Meta(max_length=200)] = {}
    title: Name = ""
    players: Players = {}
    forced: bool = True
    """True if the server plays a person's only legal action for them."""
    advice: bool = True
    """True if human players may request advice from a bot."""
    clock: ClockSettings | None = None
    """Only for games of secret orders."""
    pace: PaceSettings | None = None
    """Only for other games; without a pace no clock runs."""
    terms: Terms | None = None
    """Rules on who may find and watch it, and whether it is rated; only with accounts."""


class BranchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A what-if from the position after `at` actions, as `seat` (null: a spectator) knows it."""

    at: Version
    seat: Word | None = None
    players: Players = {}


class SitRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat key and the player who presents it.

    With `look`, the server only returns which seat the key opens.
    """

    key: Key
    name: Name | None = None
    number: Name | None = None
    look: bool = False


class Seat(msgspec.Struct):
    """The seat that a key opens."""

    match: str
    seat: str
    seated: bool


class LendRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to hand a seat to a bot."""

    seat: Word
    bot: Word


class LeaveRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to leave a seat for good."""

    seat: Word


class InviteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to invite a player to a given or any free seat.

    Players are invited by link, by account name or by email address.
    """

    seat: Name = ""
    name: Name = ""
    address: Annotated[str, Meta(max_length=254)] = ""


class Invited(msgspec.Struct):
    """A new invitation and its link, which is shown once; "" for one sent by email."""

    link: str
    reaches_others: bool
    """True if the link can be opened from other machines."""
    invitation: Invitation


class SentInvitation(msgspec.Struct):
    """An invitation as the players of the match see it."""

    id: str
    seat: str
    to: str
    """Name of the invited account; "" if any holder of the link may use it.

    The sender of an invitation by email sees the address.
    """
    state: str
    taken_by: str
    expires: str
    by_mail: bool
    """True if the invitation was sent by email."""


class OpenInvitation(msgspec.Struct):
    """An invitation as its link shows it: the match and the sender of the invitation."""

    match: str
    seat: str
    by: str
    info: MatchInfo
    side: str
    """The side that the player would have, as a sentence."""
    conditions: tuple[str, ...]
    """The pace, the usual length of the match, and whether it is rated, a sentence each."""


class TakeInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """A request to accept an invitation, with the player's number for the dice."""

    number: Name = ""


class Me(msgspec.Struct):
    """The sender's own account."""

    joining: str
    """The access policy: "local" (no accounts), "open" or "invite"."""
    id: str = ""
    kind: str = ""
    """"guest" or "member"; "" without an account."""
    name: str = ""
    role: str = ""
    zone: str = ""
    quiet_hours: str = ""
    vacation: tuple[tuple[str, ...], ...] = ()
    """Periods of absence: first and last days."""
    vacation_left: int = 0
    """Days of vacation left in this year, planned ones subtracted."""
    settings: dict[str, Any] = {}
    erase_at: str = ""


Span = Annotated[list[Name], Meta(min_length=2, max_length=2)]


class MeRequest(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Changes to the sender's own account; fields left out keep their values."""

    name: Name | None = None
    zone: Name | None = None
    quiet_hours: Name | None = None
    vacation: Annotated[list[Span], Meta(max_length=20)] | None = None
    settings: Annotated[dict[str, Value], Meta(max_length=50)] | None = None


class TakeBackRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to take a seat back from a bot."""

    seat: Word


Turn = Annotated[int, Meta(ge=0, le=2**31)]
SheetText = Annotated[str, Meta(max_length=500_000)]


class SheetRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The orders a seat has drafted or submits for a turn."""

    seat: Word
    turn: Turn
    text: SheetText
    based_on: Name | None = None  # version of the draft that this text was edited from


class CheckRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet to check."""

    seat: Word
    text: SheetText


class RunTurnRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to run a turn, for a seat or, without one, because the turn is due."""

    seat: Word | None = None


class LetterRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A letter to other seats."""

    seat: Word
    to: Annotated[list[Word], Meta(min_length=1, max_length=64)]
    text: Annotated[str, Meta(max_length=20_000)]


class VoteRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A vote to remove an absent player from a seat; with `out` false, the vote is withdrawn."""

    seat: Word
    against: Word
    out: bool = True


class Text(msgspec.Struct):
    """A position as text: the boards and everything around them."""

    text: str


class GameInfo(msgspec.Struct):
    """A game and how it can be played."""

    name: str
    title: str
    year: int
    rules: str
    """Version of the game's rules, counted from 1."""
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    """Bots that seats may be given, the default first."""
    strengths: tuple[Strength, ...] = ()
    """The same bots from the weakest to the strongest, each with a one-line description."""
    changes: tuple[RuleChange, ...] = ()
    """Corrections in each version, by clause."""
    first_match: FirstMatch = msgspec.field(default_factory=FirstMatch)
    """The recommended first match."""


MatchFile = dict[str, Any]

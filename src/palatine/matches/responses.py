"""Response types of the match services, as plain structs for any client."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from palatine.core import Forecast, Problem, View

Status = Literal["open", "playing", "over"]
Kind = Literal["person", "bot"]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat and its player. `seated` is False while a human has yet to sit down."""

    seat: str
    kind: Kind
    name: str = ""
    bot: str = ""
    seated: bool = False
    lent: bool = False
    """True if a bot plays for the seat's owner, who may take it back."""
    missed: int = 0
    """Secret orders: number of turns in a row without orders."""
    left: bool = False
    """True if its player has left for good."""
    free: bool = False
    """True if another player may take the seat."""


class SeatTimeInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a seat. Durations are in seconds; times are ISO 8601 in UTC, "" for none."""

    left: float = 0.0
    """Time in the bank when it begins, or began, to run, including granted time."""
    asked: str = ""
    """Start of the seat's turn to act; "" if it is not its turn."""
    since: str = ""
    """Time from which its bank runs."""
    ends: str = ""
    """Time at which it runs out of time."""
    away: str = ""
    """End of the player's vacation."""
    up: str = ""
    """Time at which it ran out of time.

    Its opponent may choose what happens, and wins after seven days.
    """
    wanted: str = ""
    """Time from which another player is sought for it."""
    ready: bool = False
    """Secret orders: True if the player has nothing more to hand in this turn."""
    waits: bool = False
    """Secret orders: True if the player has handed in but the turn must not run early."""


class ProposalInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open proposal."""

    n: int
    kind: str
    """The kind.

    "draw", "takeback", "pause", "time", "bot", "run" (the turn), "off" (call it off, unrated) or "rematch".
    """
    by: str
    text: str
    made: str
    expires: str
    of: tuple[str, ...]
    """Seats that must agree."""
    yes: tuple[str, ...] = ()
    """Seats that have agreed."""
    silence: bool = False
    """True if it is accepted unless a seat declines before it expires."""


class TimeInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time control of a match, its clocks and its open proposals."""

    pace: dict[str, Any] | None = None
    """The time control: `{"name", "reply", "bank", "plus", "cap", "time_up"}`.

    Times are in seconds; `name` is "" for a custom one.
    """
    paused: str = ""
    """End of the pause; "" if the match is not paused."""
    paused_by: str = ""
    """The seat that requested the pause."""
    early: str = ""
    """Secret orders: when the turn runs early because all are ready."""
    seats: dict[str, SeatTimeInfo] = {}
    proposals: tuple[ProposalInfo, ...] = ()
    rematch: bool = False
    """True if a rematch has been agreed (`ProposalService.rematch`)."""


class MatchInfo(msgspec.Struct, frozen=True):
    """The public information about a match."""

    match: str
    game: str
    title: str
    scenario: str
    options: dict[str, Any]
    rules: str
    """The rules version under which it began."""
    seats: tuple[SeatInfo, ...]
    status: Status
    version: int
    at: int
    """Number of actions carried out and not undone."""
    asked: tuple[str, ...]
    commitment: str
    """BLAKE2b-256 digest of the seed in hexadecimal."""
    numbers: dict[str, str]
    """Numbers that players added to the dice seed, by seat."""
    created: str
    """Times are ISO 8601 in UTC."""
    updated: str
    forced: bool = True
    """True if the server carries out a player's only legal action."""
    advice: bool = True
    """True if players may see what a bot would do in their place."""
    seed: str = ""
    """The seed in hexadecimal, after the match."""
    outcome: dict[str, Any] | None = None
    """`{"winners": [seats], "margin": words, "clause": id}`, after the match."""
    origin: dict[str, Any] | None = None
    """`{"match": id, "at": actions}` if the match was branched from another."""
    yours: tuple[str, ...] = ()
    """In a list requested with keys: the seats that they open."""
    orders: bool = False
    """True if it is played by secret orders. The following fields are for such matches only."""
    clock: dict[str, Any] | None = None
    """`{"hours": of a turn, 0 for none, "early": bool, "letters": "turn" or "now"}`.

    With deadlines on weekdays also `days`, `at` and `zone`. Other settings of `matches.clocks.calendar` are present
    if they differ from their defaults.
    """
    turn: int = 0
    """Number of the open turn; reports exist for earlier turns."""
    deadline: str = ""
    """End of the open turn, ISO 8601 in UTC; "" if it ends only with the last sheet.

    In a match of single actions, it is the time at which a seat runs out of time.
    """
    handed_in: tuple[str, ...] = ()
    """Seats that have handed in for the open turn; `asked` are the others."""
    votes: dict[str, list[str]] = {}
    """Seats that voted to remove a seat, by that seat."""
    rules_now: str = ""
    """The rules version under which it is, or was last, played."""
    stuck: str = ""
    """A sentence on why the referee cannot continue; "" if it can."""
    master: str = ""
    """The seat that may run the turn early; "" if none may alone."""
    expires: str = ""
    """Time at which an abandoned match is purged; "" for never."""
    lesson: str = ""
    """The name of the lesson; "" for other matches."""
    times: TimeInfo | None = None
    """Time control and proposals; None if there are none."""


class SheetDraft(msgspec.Struct, frozen=True):
    """The orders that a seat has written for the open turn."""

    seat: str
    turn: int
    text: str
    """The draft as typed, or else the sheet handed in, or else the initial sheet."""
    saved: str
    """Time at which the draft was saved, or ""."""
    handed_in: str | None
    """The accepted sheet as typed, or None."""
    handed_at: str = ""
    handed_by: str = ""
    """The bot that handed in the sheet while it held the seat; "" if the player did."""
    version: str = ""
    """The times of the last save and hand-in.

    A client sends it back as the version that its text is based on.
    """


class SheetCheck(msgspec.Struct, frozen=True):
    """The result of checking the text of a sheet, by line."""

    ok: bool
    """True if the sheet can be handed in."""
    problems: tuple[Problem, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    orders: int = 0
    """Number of orders in it."""
    understood: str = ""
    """The readable orders as the game writes them, with numbers for names."""


class LetterInfo(msgspec.Struct, frozen=True):
    """A letter as its sender or a recipient sees it; `n` numbers the seat's letters."""

    n: int
    sender: str
    to: tuple[str, ...]
    text: str
    turn: int
    """The turn in which it was sent."""
    time: str
    delivered: bool
    """False until its recipients can read it."""


class JournalLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the journal as one seat reads it: line `n` of those of `version`."""

    n: int
    version: int
    text: str
    kind: str
    clauses: tuple[str, ...] = ()
    tally: tuple[str, ...] = ()
    """The dice and each part of the calculation, one per line."""
    private: bool = False
    """True if not all seats may read it."""
    stands_for: tuple[str, ...] = ()
    """Earlier lines, as `version.n`, that this line summarises and replaces."""
    heading: str = ""
    """A new heading above the line, such as a turn or a phase."""
    spaces: tuple[int, ...] = ()
    """Numbers of the spaces where it happened, as used in actions."""
    board: str = ""
    """The board of the spaces; "" for the main one."""
    at: int = -1
    """Number of actions before the position of the line; -1 for a line without an action."""
    back_to: int = -1
    """For kind "undo": lines of later versions than this one are void."""


class LessonInfo(msgspec.Struct, frozen=True):
    """An available lesson or puzzle."""

    game: str
    game_title: str
    lesson: str
    title: str
    minutes: int
    seat: str
    steps: int
    teaches: tuple[str, ...]
    """Keys of the game's glossary."""
    next: str = ""
    puzzle: bool = False


class LessonPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A target that a lesson points at.

    `kind` is "space" (of a board), "choice", "verb", "panel", "board", "journal", "sheet" or "report".
    """

    kind: str
    name: str = ""
    board: str = ""
    verb: str = ""
    operand: int = -1
    text: str = ""
    """Name of the space."""


class LessonWay(msgspec.Struct, frozen=True, omit_defaults=True):
    """An accepted next step: a choice by its action, or a shortcut by its text and first action."""

    verb: str
    operand: int
    text: str = ""
    space: int = -1


class LessonView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text and state of a lesson.

    In texts, `{term:KEY}` and `{term:KEY|words}` are links to the glossary.
    """

    game: str
    lesson: str
    title: str
    minutes: int
    step: int
    """Counted from 0; the number of steps if the lesson is done."""
    steps: int
    say: str = ""
    """The instruction; "" if the player must find the step alone."""
    point: tuple[LessonPoint, ...] = ()
    expects: tuple[LessonWay, ...] = ()
    """The accepted next steps."""
    orders: tuple[str, ...] = ()
    """Secret orders: the accepted orders."""
    goes_on: bool = False
    """True if the step only has to be read."""
    hands_in: bool = False
    hint: str = ""
    answer: str = ""
    """The reply to the last wrong step."""
    after: str = ""
    """The comment on the step just done."""
    tries: int = 0
    """Number of wrong attempts at this step."""
    again: bool = False
    """True if the step is repeated after an earlier mistake."""
    can_back: bool = False
    done: bool = False
    next: str = ""
    """The next lesson, once this one is done."""
    teaches: tuple[str, ...] = ()
    """Glossary keys of what the lesson has taught, once it is done."""
    puzzle: bool = False
    """True for a puzzle, in which any legal action is allowed."""
    found: bool = False
    """True if the player solved a finished puzzle without help."""
    solution: tuple[str, ...] = ()
    """For a finished puzzle of secret orders: the lines of a sheet that reaches its goal."""


class MatchView(msgspec.Struct, frozen=True):
    """The state of a match as a seat (None: a spectator) sees it, with new journal lines."""

    match: str
    seat: str | None
    status: Status
    version: int
    at: int
    """Number of actions before this position."""
    plies: int
    """Number of actions in the match; greater than `at` only in a replay."""
    view: View
    entries: tuple[JournalLine, ...]
    can_undo: bool = False
    """True if the seat can undo.

    Brief views, sent after actions and in streams, may report True before it has been checked whether the last action
    revealed something.
    """
    why_not: str = ""
    """Reason why the seat cannot undo; "" if it can."""
    takes_back: str = ""
    """Description of what undo takes back."""
    answers_soon: bool = False
    """True if the server will shortly answer for the seat.

    It has only one legal answer, and opponents cannot know that.
    """
    auto_replies: tuple[str, ...] = ()
    """Texts of the seat's automatic replies, hidden from other seats."""
    warning: str = ""
    """For a seat that was late: what was done in its place, what comes next, and what to do."""
    sets_up: bool = False
    """True if the seat's decision belongs to setting up, so that a bot may make it."""
    lesson: LessonView | None = None
    """In a lesson, what its player sees."""


class MatchCreated(msgspec.Struct, frozen=True):
    """A new match and the secret keys of seats for human players."""

    match: str
    keys: dict[str, str]


class Finding(msgspec.Struct, frozen=True):
    """An error found by a check, at record `n` of the log (0: none).

    `kind` is "damage", "rules" if the current rules lead elsewhere than those the match was played under, or "stuck"
    if the referee has halted.
    """

    n: int
    text: str
    match: str = ""
    kind: Literal["damage", "rules", "stuck"] = "damage"


class RulesOfMatch(msgspec.Struct, frozen=True):
    """The rules versions under which a match began and under which it is, or was last, played."""

    match: str
    game: str
    status: Status
    began: str
    now: str


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying a finished match.

    `verdict` is "right" if everything was checked and is correct, and "wrong" if something is not. It is "partly" if
    nothing is wrong, but from record `elsewhere` the current rules lead elsewhere than those the match was played
    under: then the dice are checked to the end, but not the later moves and the result.
    """

    ok: bool
    """True if the verdict is "right"."""
    commitment: str
    seed: str
    numbers: dict[str, str]
    rolls: int
    """Number of rolls recalculated."""
    actions: int
    """Number of actions replayed."""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """Remarks that are not errors, such as a newer version of the rules."""
    verdict: Literal["right", "partly", "wrong"] = "right"
    rules: str = ""
    """The rules version under which the match began."""
    rules_now: str = ""
    """The rules version used for the check."""
    elsewhere: int = 0

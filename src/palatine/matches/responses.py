"""Responses of the match services: plain structs, for any client to show."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from palatine.core import Forecast, Problem, View

Status = Literal["open", "playing", "over"]
Kind = Literal["person", "bot"]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat and who fills it. `seated` is False while a person has yet to sit down."""

    seat: str
    kind: Kind
    name: str = ""
    bot: str = ""
    seated: bool = False
    lent: bool = False
    """Whether a bot plays it for the owner of its key, who may take it back."""
    missed: int = 0
    """In a game of secret orders: how many turns in a row it has handed in nothing."""
    left: bool = False
    """Whether its player has gone for good."""
    free: bool = False
    """Whether somebody new may sit down on it."""


class SeatTimeInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a seat. Seconds, and moments as ISO 8601, UTC, "" for none."""

    left: float = 0.0
    """In its bank when that begins, or began, to run, with what it was given."""
    asked: str = ""
    """Since when it is asked; "" while it is not."""
    since: str = ""
    """When its bank begins, or began, to run."""
    ends: str = ""
    """When its time is up."""
    away: str = ""
    """Until when it is on vacation."""
    up: str = ""
    """Since when its time is up, and its opponent may choose; after seven days it is a win."""
    wanted: str = ""
    """From when on another player is wanted for it."""
    ready: bool = False
    """Of secret orders: whether it has nothing, or nothing more, to hand in this turn."""
    waits: bool = False
    """Of secret orders: whether it has handed in and the turn is not to be run early."""


class ProposalInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A proposal that is open."""

    n: int
    kind: str
    """"draw", "takeback", "pause", "time", "bot", "off" (call it off, unrated) or "rematch"."""
    by: str
    text: str
    made: str
    expires: str
    of: tuple[str, ...]
    """Who must agree ..."""
    yes: tuple[str, ...] = ()
    """... and who has."""
    silence: bool = False
    """Whether it is agreed to when nobody says no until it expires."""


class TimeInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match keeps time, and what its players have proposed."""

    pace: dict[str, Any] | None = None
    """`{"name": "" for one of its own, "reply", "bank", "plus", "cap" in seconds, "time_up"}`"""
    paused: str = ""
    """Until when the match stands still, ..."""
    paused_by: str = ""
    """... as this seat has asked."""
    early: str = ""
    """Of secret orders: when the turn is run early, as all are ready."""
    seats: dict[str, SeatTimeInfo] = {}
    proposals: tuple[ProposalInfo, ...] = ()
    rematch: bool = False
    """Whether a rematch has been agreed (`ProposalService.rematch`)."""


class MatchInfo(msgspec.Struct, frozen=True):
    """A match as anybody may know it."""

    match: str
    game: str
    title: str
    scenario: str
    options: dict[str, Any]
    rules: str
    """The version of the rules it began with."""
    seats: tuple[SeatInfo, ...]
    status: Status
    version: int
    at: int
    """How many actions have been carried out and not taken back."""
    asked: tuple[str, ...]
    commitment: str
    """BLAKE2b-256 of the seed, in hexadecimal."""
    numbers: dict[str, str]
    """What the persons added for the dice, by seat."""
    created: str
    """Times are ISO 8601, UTC."""
    updated: str
    forced: bool = True
    """True if the server plays a person's only legal action for them."""
    advice: bool = True
    """Whether persons may ask what a bot would do in their place."""
    seed: str = ""
    """The seed in hexadecimal, once the match is over."""
    outcome: dict[str, Any] | None = None
    """`{"winners": [seats], "margin": words, "clause": id}` once the match is over."""
    origin: dict[str, Any] | None = None
    """`{"match": id, "at": actions}` when the match was branched from another."""
    yours: tuple[str, ...] = ()
    """In a list made for keys: the seats they open."""
    orders: bool = False
    """Whether it is played by secret orders; what follows is of such matches alone."""
    clock: dict[str, Any] | None = None
    """`{"hours": of a turn, 0 for none, "early": bool, "letters": "turn" or "now"}`; of a calendar also `days`, `at`,
    `zone`; and `least`, `settle`, `grace`, `excused`, `late` where they are not as usual (`table.time.calendar`)."""
    turn: int = 0
    """The turn that is open; there are reports of those before it."""
    deadline: str = ""
    """When it ends, ISO 8601, UTC; "" when it has no end but its last sheet. Of a match of single actions: when
    somebody's time is up."""
    handed_in: tuple[str, ...] = ()
    """The seats that have handed in for it; `asked` are those that have not."""
    votes: dict[str, list[str]] = {}
    """For each seat that others want out, who they are."""
    rules_now: str = ""
    """The version of the rules it is played under now, or was played under last."""
    stuck: str = ""
    """Why the referee cannot go on, in a sentence; "" while he can."""
    master: str = ""
    """The seat that may have the turn run early; "" when none may."""
    expires: str = ""
    """When it will be cleared away unless somebody plays; "" for a match that will not."""
    lesson: str = ""
    """The lesson that it is; "" for a match."""
    times: TimeInfo | None = None
    """How it keeps time, and what is proposed; None where there is nothing of the kind."""


class SheetDraft(msgspec.Struct, frozen=True):
    """What a seat has written for the open turn."""

    seat: str
    turn: int
    text: str
    """As typed last; else what was handed in, else the sheet to begin with."""
    saved: str
    """When it was saved; "" when it was not."""
    handed_in: str | None
    """The accepted sheet, as typed; None without one."""
    handed_at: str = ""
    handed_by: str = ""
    """The bot that handed it in while it held the seat; "" when a person did."""
    version: str = ""
    """The times of the last writing and handing in: a client that saves names the version it is based on."""


class SheetCheck(msgspec.Struct, frozen=True):
    """The check of the text of a sheet, by its lines."""

    ok: bool
    """Whether it may be handed in."""
    problems: tuple[Problem, ...] = ()
    forecasts: tuple[Forecast, ...] = ()
    orders: int = 0
    """How many orders there are in it."""
    understood: str = ""
    """The orders that can be read, as the game writes them: with numbers for names."""


class LetterInfo(msgspec.Struct, frozen=True):
    """A letter as one who wrote or got it sees it, the `n`-th in his box."""

    n: int
    sender: str
    to: tuple[str, ...]
    text: str
    turn: int
    """The turn in which it was written."""
    time: str
    delivered: bool
    """False while those it goes to cannot read it yet."""


class JournalLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the journal as one seat reads it; the `n`-th it may read of `version`."""

    n: int
    version: int
    text: str
    kind: str
    clauses: tuple[str, ...] = ()
    tally: tuple[str, ...] = ()
    """The dice and every part of the calculation, a line each."""
    private: bool = False
    """Whether others may not read it."""
    stands_for: tuple[str, ...] = ()
    """The lines, `version.n` each, that told step by step what this one tells whole; it stands in their place."""
    heading: str = ""
    """A new heading that stands above it: a turn, a phase."""
    spaces: tuple[int, ...] = ()
    """Where it happened, by the numbers actions call spaces by, ..."""
    board: str = ""
    """... and on which board, if not the main one."""
    at: int = -1
    """Number of actions before the position of the line; -1 for a line without an action."""
    back_to: int = -1
    """For kind "undo": the lines of versions above this one are void; they are not told any more."""


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson that can be had."""

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
    """Where the eye should go: a "space" of a board, a "choice", a "verb", a "panel", a "board", the "journal", the
    "sheet", the "report"."""

    kind: str
    name: str = ""
    board: str = ""
    verb: str = ""
    operand: int = -1
    text: str = ""
    """A space's name."""


class LessonWay(msgspec.Struct, frozen=True, omit_defaults=True):
    """What will do: a choice by its action; a plan by what it is called, and its first action."""

    verb: str
    operand: int
    text: str = ""
    space: int = -1


class LessonView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands in a lesson's box. In texts `{term:KEY}` and `{term:KEY|words}` are links to the glossary."""

    game: str
    lesson: str
    title: str
    minutes: int
    step: int
    """From 0; the number of steps when it is done."""
    steps: int
    say: str = ""
    """What is said; "" where the pupil is to do the step alone."""
    point: tuple[LessonPoint, ...] = ()
    expects: tuple[LessonWay, ...] = ()
    """What will do now, any of it."""
    orders: tuple[str, ...] = ()
    """The orders of which one will do now, in a game of secret orders."""
    goes_on: bool = False
    """True if the pupil only has to read on."""
    hands_in: bool = False
    hint: str = ""
    answer: str = ""
    """What is answered to what was done wrongly last."""
    after: str = ""
    """What is said of the step that has just been done."""
    tries: int = 0
    """How often this step was answered wrongly."""
    again: bool = False
    """Whether it is a step that comes again."""
    can_back: bool = False
    done: bool = False
    next: str = ""
    """When it is done: the lesson to offer then."""
    teaches: tuple[str, ...] = ()
    """When it is done: what is known now, keys of the glossary."""
    puzzle: bool = False
    """Whether it is a puzzle: whatever the rules allow may be done."""
    found: bool = False
    """Of a puzzle that is done: whether it was solved, and not shown."""
    solution: tuple[str, ...] = ()
    """Of a puzzle of secret orders that is done: the lines of a sheet that reaches its goal."""


class MatchView(msgspec.Struct, frozen=True):
    """What a seat (None: a spectator) sees of a match, and what is new since it last looked."""

    match: str
    seat: str | None
    status: Status
    version: int
    at: int
    """The number of actions that led here."""
    plies: int
    """The number of actions there are; above `at` only in a replay."""
    view: View
    entries: tuple[JournalLine, ...]
    can_undo: bool = False
    """What an undo would be answered; in the brief views of actions and streams before it is weighed what the last
    action revealed."""
    why_not: str = ""
    """Why there is nothing to undo, when there is not."""
    takes_back: str = ""
    """What undo takes back, in words."""
    answers_soon: bool = False
    """True if the seat has only one answer, which others cannot know: in a moment the server gives it."""
    auto_replies: tuple[str, ...] = ()
    """The automatic replies of the seat, in words; nobody else sees them."""
    sets_up: bool = False
    """Whether what the seat is asked belongs to setting up, so that a bot may do it for it."""
    lesson: LessonView | None = None
    """Of a lesson, what its pupil sees."""


class MatchCreated(msgspec.Struct, frozen=True):
    """A new match and the secret keys of its persons' seats."""

    match: str
    keys: dict[str, str]


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be: at which record of the log (0: none), what.

    `kind` is "damage"; "rules" where nothing is wrong but that today's rules lead elsewhere than those it was played
    under; "stuck" of a match in which the referee cannot go on.
    """

    n: int
    text: str
    match: str = ""
    kind: Literal["damage", "rules", "stuck"] = "damage"


class RulesOfMatch(msgspec.Struct, frozen=True):
    """Under which rules a match began, and under which it is played now or was last played."""

    match: str
    game: str
    status: Status
    began: str
    now: str


class Verification(msgspec.Struct, frozen=True):
    """What checking a finished match found: nothing, if all is well.

    `verdict` is "right" when everything was checked and is as it should be; "wrong" when something is not; "partly"
    when nothing is wrong, but from record `elsewhere` on today's rules lead elsewhere than those it was played under:
    then the dice are checked to the end, the moves from there on and the result are not.
    """

    ok: bool
    """Whether the verdict is "right"."""
    commitment: str
    seed: str
    numbers: dict[str, str]
    rolls: int
    """How many rolls were recomputed."""
    actions: int
    """How many actions were replayed."""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """Remarks that are no fault, such as a newer version of the rules."""
    verdict: Literal["right", "partly", "wrong"] = "right"
    rules: str = ""
    """The rules it began under."""
    rules_now: str = ""
    """The rules by which it was checked."""
    elsewhere: int = 0

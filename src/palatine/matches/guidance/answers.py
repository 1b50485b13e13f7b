"""Answers of guidance: the preview of a sheet, and the story of a match."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.guidance.preview import Preview
from palatine.core.guidance.recap import RecapItem
from palatine.matches.responses import SheetCheck


class SheetPreview(msgspec.Struct, frozen=True):
    """The preview of a sheet before it is handed in, by its lines."""

    check: SheetCheck
    preview: Preview
    """Empty while the sheet may not be handed in."""


class Chapter(msgspec.Struct, frozen=True):
    """Where a turn or a phase begins: after how many actions."""

    at: int
    heading: str
    """"" in games of secret orders, where a turn is an action."""
    turn: int


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a match on the way through it: after how many actions, in which turn, and how things stood."""

    at: int
    turn: int
    values: dict[str, dict[str, float]]
    """By measure and seat."""
    begins: bool = False
    """Whether the turn begins there."""


class MeasureTitle(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a measure is called, and what it is counted in."""

    id: str
    title: str
    unit: str = ""
    more_is_better: bool = True


class TurningPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the first measure changed most: the last position before it and the first after."""

    before: int
    after: int
    turn: int
    change: dict[str, float]
    """By seat."""
    items: tuple[RecapItem, ...] = ()
    """What happened between the two, the weightiest first."""


class KeyDecision(msgspec.Struct, frozen=True):
    """What a seat decided between two positions, and how its chances changed by the referee's own estimate."""

    before: int
    """After how many actions it began ..."""
    after: int
    """... and after how many it was carried out."""
    turn: int
    seat: str
    chance: float
    """Its chance before, from 0 to 1."""
    change: float


class Expected(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot that thinks ahead expected of a plan when it made it, from what its seat could know then."""

    at: int
    """After how many actions."""
    turn: int
    seat: str
    chance: float
    """The chance of winning that it saw, from 0 to 1."""
    gain: float = 0.0
    """How much better its plan looked than what the game's own bot would have done; 0 where that is what it did."""
    error: float = 0.0
    """The standard error of the gain."""
    line: tuple[str, ...] = ()
    """What it meant to do, in words, or the lines of its sheet."""


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side lost in a battle."""

    side: str
    text: str
    where: str
    """The title of the battle."""
    at: int
    turn: int = 0
    entry: str = ""


class Luck(msgspec.Struct, frozen=True):
    """The dice of one kind that fell in what a seat did; `seat` is "" for those of the server's own steps."""

    seat: str
    sides: int
    rolls: int
    mean: float
    expected: float
    deviations: float
    """How far the mean lies from what was to be expected, in standard deviations."""


class Rematch(msgspec.Struct, frozen=True):
    """What a match like it is made with."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    title: str
    players: dict[str, dict[str, str]]
    forced: bool
    clock: dict[str, Any] | None = None


class Story(msgspec.Struct, frozen=True):
    """How a finished match went."""

    match: str
    seat: str | None
    """Whose eyes its recap is seen with."""
    plies: int
    outcome: dict[str, Any]
    """The winners, by what, the clause, in words."""
    turns: int
    measures: tuple[MeasureTitle, ...]
    moments: tuple[Moment, ...]
    """In their order, the beginning and the end among them."""
    turning_points: tuple[TurningPoint, ...]
    losses: tuple[Loss, ...]
    luck: tuple[Luck, ...]
    rematch: Rematch
    names: dict[str, str] = {}
    """What seats are called, as in a view (`View.names`)."""

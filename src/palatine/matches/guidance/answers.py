"""Response types of guidance: sheet previews, analyses and the story of a match."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.guidance.preview import Preview
from palatine.core.guidance.recap import RecapItem
from palatine.matches.responses import SheetCheck


class SheetPreview(msgspec.Struct, frozen=True):
    """The preview of a sheet before it is handed in, by line."""

    check: SheetCheck
    preview: Preview
    """Empty if the sheet cannot be handed in."""


class Chapter(msgspec.Struct, frozen=True):
    """The start of a turn or phase; `at` is the number of actions before it."""

    at: int
    heading: str
    """Empty in games of secret orders, where every turn is an action."""
    turn: int


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position in the course of a match, after `at` actions, with the values of the measures."""

    at: int
    turn: int
    values: dict[str, dict[str, float]]
    """By measure id and seat."""
    begins: bool = False
    """True if a turn begins at this position."""


class MeasureTitle(msgspec.Struct, frozen=True, omit_defaults=True):
    """The title and unit of a measure."""

    id: str
    title: str
    unit: str = ""
    more_is_better: bool = True


class TurningPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of the first measure, between the last position before it and the first after."""

    before: int
    after: int
    turn: int
    change: dict[str, float]
    """Change of the measure by seat."""
    items: tuple[RecapItem, ...] = ()
    """Events between the two positions, most important first."""


class KeyDecision(msgspec.Struct, frozen=True):
    """A seat's decision between two positions, with the change of its estimated chances."""

    before: int
    """Number of actions before the decision."""
    after: int
    """Number of actions after it was carried out."""
    turn: int
    seat: str
    chance: float
    """Estimated chance before the decision, from 0 to 1."""
    change: float


class Expected(msgspec.Struct, frozen=True, omit_defaults=True):
    """The expectation of a search bot when it made a plan, from what its seat could know."""

    at: int
    """Number of actions before the plan."""
    turn: int
    seat: str
    chance: float
    """Estimated chance of winning, from 0 to 1."""
    gain: float = 0.0
    """Expected improvement over the default bot's plan; 0 if that plan was chosen."""
    error: float = 0.0
    """Standard error of the gain."""
    line: tuple[str, ...] = ()
    """Description of the plan, or the lines of the sheet."""


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """The losses of one side in a battle."""

    side: str
    text: str
    where: str
    """Title of the battle."""
    at: int
    turn: int = 0
    entry: str = ""


class Luck(msgspec.Struct, frozen=True):
    """Statistics of one kind of die over a seat's actions; `seat` is "" for steps of the server."""

    seat: str
    sides: int
    rolls: int
    mean: float
    expected: float
    deviations: float
    """Distance of the mean from the expected value in standard deviations."""


class Rematch(msgspec.Struct, frozen=True):
    """The settings with which to create a match like this one."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    title: str
    players: dict[str, dict[str, str]]
    forced: bool
    clock: dict[str, Any] | None = None


class Story(msgspec.Struct, frozen=True):
    """The course of a finished match."""

    match: str
    seat: str | None
    """The seat whose knowledge the items show; None for a spectator."""
    plies: int
    outcome: dict[str, Any]
    """Winners, margin in words and clause."""
    turns: int
    measures: tuple[MeasureTitle, ...]
    moments: tuple[Moment, ...]
    """In order of play, including the first and last positions."""
    turning_points: tuple[TurningPoint, ...]
    losses: tuple[Loss, ...]
    luck: tuple[Luck, ...]
    rematch: Rematch
    names: dict[str, str] = {}
    """Display names of seats, as in a view (`View.names`)."""

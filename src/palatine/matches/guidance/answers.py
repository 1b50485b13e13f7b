"""Response types of guidance: sheet previews, analyses and the story of a match."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Board, View
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
    """Events that changed the first measure: the positions before and after them."""

    before: int
    after: int
    turn: int
    change: dict[str, float]
    """Change of the measure by seat."""
    items: tuple[RecapItem, ...] = ()
    """The decisive event first, then others of the same place or turn in order of play."""


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


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The final place of a seat."""

    seat: str
    place: int
    """1 for the winners and in a draw; seats of equal rank have the same place."""
    score: float | None = None
    """The value of the measure that decides the match (`Story.score`), if it applies to the seat."""
    out: int = 0
    """The turn in which the seat was eliminated; 0 if it was not."""
    has_left: bool = False
    """True if its player resigned, ran out of time or left for good."""


class Colours(msgspec.Struct, frozen=True):
    """The colours of a seat on its boards, as #rrggbb, for light and dark pages."""

    fill: str
    dark: str


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


class BoardPicture(msgspec.Struct, frozen=True):
    """A part of a board, and the view of it."""

    board: Board
    view: View


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
    """The chance of winning first, if the game estimates it.

    Turning points are changes of the first measure.
    """
    moments: tuple[Moment, ...]
    """In order of play, including the first and last positions."""
    turning_points: tuple[TurningPoint, ...]
    losses: tuple[Loss, ...]
    luck: tuple[Luck, ...]
    rematch: Rematch
    standing: tuple[Standing, ...] = ()
    """All seats, the best first."""
    score: str = ""
    """The id of the measure that decides the match; "" if there is none."""
    colours: dict[str, Colours] = {}
    """By seat, as on the boards."""
    names: dict[str, str] = {}
    """Display names of seats, as in a view (`View.names`)."""

"""The view of a match for one seat and the boards it is drawn on, for all clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from palatine.core.messages import Catalogue

Point = tuple[float, float]


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """The drawing of a kind of terrain, line or side: colours, pattern and width.

    Patterns of ground: "open", "steppe", "desert", "forest", "hills", "mountains", "swamp", "snow", "waste", "water".
    Patterns of lines: "river", "road", "wall", "border", "frontier" and "tint" (a band of colour, with and without a
    line), "peaks", "water" along the line; "bridge" and "ford" across it. "haze" is a veil of colour over the water. A
    client that knows a pattern uses its own colours; `fill` and `dark` (#rrggbb) are for other clients.
    """

    fill: str = ""
    dark: str = ""
    pattern: str = ""
    ink: str = ""
    width: float = 0.0
    name: str = ""


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The face of a piece, as data for drawing.

    `figures` are the texts in the corners and along the edges: "nw", "ne", "sw", "se", "n", "s", "e", "w".
    """

    name: str
    style: str
    silhouette: str = ""
    figures: dict[str, str] = {}
    tone: str = ""
    """"solid", "outline" or "pale": how the silhouette is filled, for example to show armour."""
    text: str = ""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A feature printed in a space: a city, a temple, a number, or its name for kind "text"."""

    kind: str
    name: str = ""
    silhouette: str = ""
    style: str = ""
    at: Point | None = None
    """Its position, if not the middle of its space."""


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that can hold pieces. Actions refer to it by `operand`."""

    id: str
    operand: int
    name: str
    at: Point
    outline: tuple[Point, ...] = ()
    ground: tuple[str, ...] = ()
    """Its kinds of terrain, the prevailing one first; each is a key of the board's styles."""
    marks: tuple[Mark, ...] = ()
    text: str = ""
    """The space in words: terrain, features, rivers and other lines by direction."""
    spread: str = "stack"
    """Layout of its pieces: "stack", "row" (side by side) or "list"."""
    size: Point = (0.0, 0.0)
    """Width and height of the box around `at`, for spaces without an outline."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A river, a road or a wall: a polyline in a style."""

    style: str
    points: tuple[Point, ...]
    name: str = ""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ground drawn under the grid and independent of spaces: a sea, a wood, a glacier.

    It covers what lies within an odd number of its closed outlines. They are drawn as smooth curves; a corner given
    twice stays sharp. Vegetation is not drawn on shapes of pattern "water". Shapes are decoration: spaces define the
    terrain.
    """

    style: str
    outlines: tuple[tuple[Point, ...], ...]


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name lettered along a polyline, from left to right, such as that of a realm."""

    text: str
    points: tuple[Point, ...]
    style: str
    size: float = 1.0
    """The height of its capitals, in the board's units."""
    figure: str = ""
    """A number printed beside it."""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fixed drawing of a board of a scenario: spaces, lines, styles, counters' faces."""

    id: str
    title: str
    width: float
    height: float
    spaces: tuple[Space, ...]
    lines: tuple[Line, ...] = ()
    styles: dict[str, Style] = {}
    counters: dict[str, Counter] = {}
    silhouettes: dict[str, str] = {}
    piece: float = 1.0
    """The side length of a counter, in the board's units."""
    kind: str = "map"
    """"map" (pan and zoom) or "scene" (a battle, a holding box: shown whole while it has pieces)."""
    shapes: tuple[Shape, ...] = ()
    labels: tuple[Label, ...] = ()


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """A piece as a seat sees it.

    A hidden piece has no face, no operand, and an id that reveals nothing.
    """

    id: str
    space: str
    board: str = "map"
    face: str = ""
    operand: int = -1
    style: str = ""
    badges: tuple[str, ...] = ()
    text: str = ""
    pile: str = ""
    """The stack within its space: pieces with different piles are drawn side by side."""


class Observation(msgspec.Struct, frozen=True):
    """The numbers that a seat sees of a position, for machine learning; fast to compute."""

    at: Sequence[int]
    """The operand of each counter's space, in an order that the game defines.

    Negative if the counter is off the map or the seat does not see its face.
    """
    backs: Sequence[int] = ()
    """The operands of the spaces of counters whose faces the seat does not see."""
    figures: Sequence[float] = ()
    """Further numbers of the game, in the same order in every position of a setup."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action, and what to click for it: a piece, a space or a separate button."""

    verb: str
    operand: int
    text: str
    on: str = "button"
    cost: str = ""
    """Costs or effects of the action, shown before it is chosen."""
    board: str = ""
    """The board of its space, where several boards use the same numbers; "" for all."""
    is_minor: bool = False
    """True if the action only rearranges pieces.

    A piece with no other choice is not shown as able to act.
    """


class Shortcut(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Several actions under one label."""

    text: str
    actions: tuple[tuple[str, int], ...]
    space: int = -1
    """The operand of the space to click for it; -1 for none."""
    is_listed: bool = True
    """False if there are many like it: it is then offered at its space, not in lists."""
    duration_key: str = ""
    """The key of the automatic reply that it sets (`Game.auto_replies`); "" if it sets none."""


class AutoReply(msgspec.Struct, frozen=True):
    """An answer in advance, which the server repeats while a reply with its key is offered."""

    duration_key: str
    answer: tuple[str, int]
    text: str


class Row(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of a panel."""

    label: str
    value: str = ""
    note: str = ""
    piece: str = ""
    """The face of a counter to draw beside it."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A titled list beside the boards, such as a track, a pile of prisoners or a hand of spells."""

    id: str
    title: str
    rows: tuple[Row, ...] = ()


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An overlay of figures on a board, shown on request, such as the income of every hex."""

    id: str
    title: str
    total: str = ""
    """The sum of the figures, in a few words."""
    text: dict[str, str] = {}
    """The text written over each space, by id."""
    style: str = ""
    board: str = "map"


class KnownSpace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's knowledge of a space that its board leaves open; empty fields change nothing."""

    ground: tuple[str, ...] = ()
    name: str = ""
    text: str = ""
    lines: tuple[Line, ...] = ()
    """Lines along the space: a strait, a frontier."""
    marks: tuple[Mark, ...] = ()
    """Marks printed in the space, such as its name."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a seat (None: a spectator) receives of a match."""

    game: str
    seat: str | None
    heading: str
    """The turn, phase and step of the match."""
    prompt: str
    """One line: what must be decided, and by which seat."""
    clause: str
    asked: tuple[str, ...]
    """The seats that must now decide; empty when the match is over."""
    pieces: tuple[Piece, ...]
    """Visible pieces; those of a stack are listed from top to bottom."""
    choices: tuple[Choice, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    shortcut_spaces: tuple[int, ...] = ()
    """The spaces of shortcuts left out by `Game.view_without_shortcuts`, in order.

    Pages receive them among the `goals`.
    """
    verbs: dict[str, str] = {}
    """The kind of operand ("piece", "space", "button") of each verb of the current decision."""
    panels: tuple[Panel, ...] = ()
    focus: tuple[str, ...] = ()
    """Spaces to bring into view."""
    marks: dict[str, tuple[Mark, ...]] = {}
    """Marks that currently lie in a space, by its id: control, flood, an Earthpit."""
    seen: dict[str, KnownSpace] = {}
    """The seat's knowledge of spaces, by id, for maps that are blank until explored."""
    boards: tuple[str, ...] = ("map",)
    """The boards currently in use, the most important first."""
    outcome: dict[str, Any] | None = None
    names: dict[str, str] = {}
    """Display names of seats whose ids say little (a nation, a King); others are shown by id."""


def with_known_spaces(board: Board, view: View) -> Board:
    """Return a board with a view's knowledge of its spaces drawn in.

    The board itself is returned if the view adds nothing.
    """
    known = {space.id: view.seen[space.id] for space in board.spaces if space.id in view.seen}
    if not known:
        return board
    spaces = tuple(_filled_in(space, known[space.id]) if space.id in known else space for space in board.spaces)
    lines = (*board.lines, *[line for seen in known.values() for line in seen.lines])
    return msgspec.structs.replace(board, spaces=spaces, lines=lines)


def _filled_in(space: Space, seen: KnownSpace) -> Space:
    return msgspec.structs.replace(
        space, ground=seen.ground or space.ground, name=seen.name or space.name, text=seen.text or space.text,
        marks=(*space.marks, *seen.marks),
    )  # fmt: skip


def with_all_known(public: View, views: Sequence[View]) -> View:
    """Return a spectator's view with all that any seat sees of pieces, panels and spaces.

    Backs are kept only where no seat sees a face.
    """
    faces = {piece.id: piece for view in (*views, public) for piece in view.pieces if piece.face}
    open_places = {(piece.board, piece.space) for piece in faces.values()}
    backs = [
        piece for piece in public.pieces if not piece.face and (piece.board, piece.space) not in open_places
    ]  # fmt: skip
    return msgspec.structs.replace(
        public,
        pieces=(*faces.values(), *{piece.id: piece for piece in backs}.values()),
        panels=tuple(dict.fromkeys(panel for view in (public, *views) for panel in view.panels)),
        seen={space: known for view in (*views, public) for space, known in view.seen.items()},
    )


class Goal(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reference to a shortcut of one version of a match: its space, text or automatic reply.

    Fields left at their default match any shortcut. It is enough to give those that distinguish the shortcut from
    others.
    """

    space: int = -1
    text: str = ""
    duration_key: str = ""


def shortcut_of(view: View, goal: Goal) -> Shortcut | None:
    """Return the shortcut of a view that matches a goal; None if none matches, or more than one."""
    meant = [
        shortcut
        for shortcut in view.shortcuts
        if goal.space in (-1, shortcut.space)
        and goal.text in ("", shortcut.text)
        and goal.duration_key in ("", shortcut.duration_key)
    ]
    return meant[0] if len(meant) == 1 else None


def goal_of(shortcut: Shortcut) -> Goal:
    """Return the goal that refers to a shortcut."""
    return Goal(shortcut.space, shortcut.text, shortcut.duration_key)


def span_has_ended(duration_key: str, now: Mapping[str, object]) -> bool:
    """Return whether an automatic reply was for another span than the current ones."""
    _, span, which, *_ = *duration_key.split("."), "", ""
    return span in now and which != str(now[span])


def auto_replies_for(
    words: Catalogue,
    what: str,
    answer: tuple[str, int],
    spans: Sequence[tuple[str, object]],
    unless: Mapping[str, bool] | None = None,
) -> tuple[AutoReply, ...]:
    """Return the automatic replies to decisions of kind `what`, for each of the `spans`.

    A span is a key of the catalogue ("turn") and a value that distinguishes spans of this kind, such as the turn's
    number. For each condition in `unless` that does not hold now, there is another reply, which applies until it holds.
    The conditions must be known to the seat; otherwise the fact that it must decide would reveal something.
    """
    found = []
    for span, which in spans:
        text = words.say(f"auto-reply.{what}", span=words.say(f"auto-reply.for-{span}"))
        word = f"{what}.{span}.{which}"
        found.append(AutoReply(word, answer, text))
        for name, holds in (unless or {}).items():
            if not holds:
                said = words.say(f"auto-reply.unless-{name}", text=text)
                found.append(AutoReply(f"{word}.unless-{name}", answer, said))
    return tuple(found)

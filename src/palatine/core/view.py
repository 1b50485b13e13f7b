"""What one seat may see and the boards it is seen on, from which clients draw any game, with shortcuts and goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from palatine.core.messages import Catalogue

Point = tuple[float, float]


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a kind of terrain, line or side is drawn: colours for light and dark pages, a pattern, a width.

    Patterns of ground: "open", "steppe", "desert", "forest", "hills", "mountains", "swamp", "snow", "waste", "water".
    Patterns of lines: "river", "road", "wall", "border", "frontier" and "tint" (a band of colour, with and without
    a line), "peaks", "water" along the line; "bridge" and "ford" across it. "haze" is a veil of colour over the water.
    A client that knows a pattern draws it in colours of its own; `fill` and `dark` (#rrggbb) are for the others.
    """

    fill: str = ""
    dark: str = ""
    pattern: str = ""
    ink: str = ""
    width: float = 0.0
    name: str = ""


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The face of a piece, drawn from data.

    `figures` are the texts in the corners and along the edges: "nw", "ne", "sw", "se", "n", "s", "e", "w".
    """

    name: str
    style: str
    silhouette: str = ""
    figures: dict[str, str] = {}
    tone: str = ""
    """"solid", "outline" or "pale": how the silhouette is filled (armour, say)."""
    text: str = ""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something printed in a space: a city, a temple, a number."""

    kind: str
    name: str = ""
    silhouette: str = ""
    style: str = ""
    at: Point | None = None
    """Where it stands, if not in the middle of its space."""


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place where pieces lie. `operand` is the number actions call it by."""

    id: str
    operand: int
    name: str
    at: Point
    outline: tuple[Point, ...] = ()
    ground: tuple[str, ...] = ()
    """The kinds of terrain in it, the prevailing one first; each is a key of the board's styles."""
    marks: tuple[Mark, ...] = ()
    text: str = ""
    """The space in words: terrain, features, rivers and roads by direction."""
    spread: str = "stack"
    """How pieces lie in it: "stack", "row" (side by side) or "list"."""
    size: Point = (0.0, 0.0)
    """For spaces without outline: width and height of the box around `at`."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A river, a road, a wall: a run of points in a style."""

    style: str
    points: tuple[Point, ...]
    name: str = ""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ground drawn as it lies and not space by space, under the grid: a sea with its coast, a wood, a glacier.

    It covers what lies within an odd number of its closed outlines. They are drawn as smooth curves; a corner given
    twice stays sharp. Nothing grows where a shape of pattern "water" lies. For the eye only: spaces say what is in
    them.
    """

    style: str
    outlines: tuple[tuple[Point, ...], ...]


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name lettered along a run of points, from left to right: of a realm across its lands, of a sea."""

    text: str
    points: tuple[Point, ...]
    style: str
    size: float = 1.0
    """The height of its capitals, in the board's units."""
    figure: str = ""
    """A number printed beside it."""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drawing that stays the same for a scenario: spaces, lines, styles, counters' faces."""

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
    """The side of a counter in the board's units."""
    kind: str = "map"
    """"map" (pan and zoom) or "scene" (a battle, a holding box: shown whole, while it has pieces)."""
    shapes: tuple[Shape, ...] = ()
    labels: tuple[Label, ...] = ()


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """A piece as a seat sees it. A back has no face, no operand, and an id that says nothing of what it is."""

    id: str
    space: str
    board: str = "map"
    face: str = ""
    operand: int = -1
    style: str = ""
    badges: tuple[str, ...] = ()
    text: str = ""
    pile: str = ""
    """Pieces of a space with different piles lie beside each other, those with the same on each other."""


class Observation(msgspec.Struct, frozen=True):
    """What a seat sees of a position in numbers, for programs that learn: quick to make, and without words."""

    at: Sequence[int]
    """By counter, in an order of the game's own: the operand of its space, negative where it is off the map or the seat
    does not see its face."""
    backs: Sequence[int] = ()
    """The operands of the spaces of counters whose faces the seat does not see."""
    figures: Sequence[float] = ()
    """Whatever else the game tells, the same figures at the same places in every position of a setup."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action, and what to click for it: a piece, a space, or a button of its own."""

    verb: str
    operand: int
    text: str
    on: str = "button"
    cost: str = ""
    """What it will cost or cause, to be shown before it is chosen."""
    board: str = ""
    """The board its space lies on, where several boards number spaces alike; "" for all."""
    is_minor: bool = False
    """Whether it changes nothing but how things lie: what has no other choice is not shown as able to act."""


class Shortcut(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Several actions under one label."""

    text: str
    actions: tuple[tuple[str, int], ...]
    space: int = -1
    """The space to click for it, by the number actions call it by; -1 for none."""
    is_listed: bool = True
    """False for one of many: it is offered at its space, not in lists."""
    duration_key: str = ""
    """The key of the automatic reply that it sets (`Game.auto_replies`); "" if it sets none."""


class AutoReply(msgspec.Struct, frozen=True):
    """An answer given in advance: the server repeats it, without asking, while the game offers one with this key."""

    duration_key: str
    answer: tuple[str, int]
    text: str


class Row(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of a panel."""

    label: str
    value: str = ""
    note: str = ""
    piece: str = ""
    """A counter's face to draw beside it."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A track, a pile of prisoners, a hand of spells: a titled list beside the boards."""

    id: str
    title: str
    rows: tuple[Row, ...] = ()


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures that are laid over a board when somebody asks for them: what every hex pays to a kingdom, say."""

    id: str
    title: str
    total: str = ""
    """What they come to, in a few words."""
    text: dict[str, str] = {}
    """By space: what is written over it."""
    style: str = ""
    board: str = "map"


class KnownSpace(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat knows of a space that its board leaves open: what is empty here stays as the board has it."""

    ground: tuple[str, ...] = ()
    name: str = ""
    text: str = ""
    lines: tuple[Line, ...] = ()
    """What runs along it: a strait, a frontier."""
    marks: tuple[Mark, ...] = ()
    """What is printed in it: its name."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that leaves the referee for a seat (None: a spectator)."""

    game: str
    seat: str | None
    heading: str
    """Where the match stands: turn, phase, step."""
    prompt: str
    """One line: what is to be decided, by whom."""
    clause: str
    asked: tuple[str, ...]
    """The seats that must now decide; empty when the match is over."""
    pieces: tuple[Piece, ...]
    """Those that lie on each other come from the top of the pile down."""
    choices: tuple[Choice, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    shortcut_spaces: tuple[int, ...] = ()
    """Of `Game.view_without_shortcuts`: the spaces, in order, to which the shortcuts lead that it leaves out. Pages
    receive them among the `goals`."""
    verbs: dict[str, str] = {}
    """For each verb that is asked about now: what its operand names ("piece", "space", "button")."""
    panels: tuple[Panel, ...] = ()
    focus: tuple[str, ...] = ()
    """Spaces the eye should go to."""
    marks: dict[str, tuple[Mark, ...]] = {}
    """What lies in a space now besides pieces: control, flood, an Earthpit."""
    seen: dict[str, KnownSpace] = {}
    """By space: what the seat knows of the map, where maps are blank until they are explored."""
    boards: tuple[str, ...] = ("map",)
    """The boards in use now, the one to look at first."""
    outcome: dict[str, Any] | None = None
    names: dict[str, str] = {}
    """What seats are called before this one, where their own ids say little: by nation, by King; others by their id."""


def with_known_spaces(board: Board, view: View) -> Board:
    """A board with what a view knows of its spaces drawn in; the board itself where that is nothing."""
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


class Goal(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A shortcut of one version of a match: where it leads, what it is called, which automatic reply it sets.

    What is left out is not looked at; it is enough to give what tells the shortcut from others.
    """

    space: int = -1
    text: str = ""
    duration_key: str = ""


def shortcut_of(view: View, goal: Goal) -> Shortcut | None:
    """Return the shortcut of a view that a goal means; None where there is none such, or more than one."""
    meant = [
        shortcut
        for shortcut in view.shortcuts
        if goal.space in (-1, shortcut.space)
        and goal.text in ("", shortcut.text)
        and goal.duration_key in ("", shortcut.duration_key)
    ]
    return meant[0] if len(meant) == 1 else None


def goal_of(shortcut: Shortcut) -> Goal:
    """Return the goal by which a shortcut is called."""
    return Goal(shortcut.space, shortcut.text, shortcut.duration_key)


def auto_replies_for(
    words: Catalogue,
    what: str,
    answer: tuple[str, int],
    spans: Sequence[tuple[str, object]],
    unless: Mapping[str, bool] | None = None,
) -> tuple[AutoReply, ...]:
    """An answer to a question of the kind `what`, for each of the `spans`, and for each unless something holds.

    A span is a word of the catalogue ("turn") and what tells one such span from another (the turn's number). `unless`
    says of each condition whether it holds now: then nothing is offered with it, and its caller asks the seat.
    What it rests on must be known to the seat, or that it is asked would tell it something.
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

"""The drawing of the Cosmic Balance and the Turn Track (3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from palatine.core import Board, Label, Line, Mark, Space, Style
from palatine.games.elric.components.pieces import ELRIC, MOONGLUM, PIECE_KEY
from palatine.games.elric.components.tables import BALANCE_ARM, TURNS
from palatine.games.elric.view.faces import (
    CHAOS_MARKER,
    LAW_MARKER,
    SILHOUETTES,
    STYLES,
    TURN_MARKER,
    counters_by_key,
)
from palatine.geography.areas import Curve, Point

WIDE: Final = 19.8
HIGH: Final = 9.7
_PIVOT: Final = (WIDE / 2, 1.9)
_STEP: Final = 1.32
_SIDES: Final = 24
_FOOT: Final = 6.3
_ON_TRACK: Final = (TURN_MARKER, LAW_MARKER, CHAOS_MARKER, PIECE_KEY[ELRIC], PIECE_KEY[MOONGLUM])
_PAPER: Final = ("#ece3c4", "#262c33")
_BALANCE_STYLES: Final = {
    "paper": Style(fill=_PAPER[0], dark=_PAPER[1], name="Turn Track"),
    "law-side": Style(fill="#e3bb4a", dark="#5c4712", name="Law"),
    "chaos-side": Style(fill="#c2544c", dark="#5f1a22", name="Chaos"),
    "law-arm": Style(fill="#8a6a10", dark="#e3c25e", name="Law"),
    "chaos-arm": Style(fill="#8f1d2c", dark="#e07a6f", name="Chaos"),
    "beam": Style(fill="#4a3a26", dark="#b9ab8c", name="Balance"),
}


def balance_board() -> Board:
    """Return the board with the Cosmic Balance above the Turn Track (3.3).

    It holds the markers, sacrificed spells (13.5), and Elric with Moonglum while away (16.4).
    """
    faces = {key: face for key, face in counters_by_key().items() if key in _ON_TRACK or key.startswith("spell.")}
    drawings = {face.silhouette: SILHOUETTES[face.silhouette] for face in faces.values()}
    return Board(
        "balance", "The Cosmic Balance", WIDE, HIGH,
        (*(scale(n) for n in range(-BALANCE_ARM, BALANCE_ARM + 1)), *(turn_box(turn) for turn in range(1, TURNS + 1))),
        lines=tuple(beam()), styles=_balance_styles(), counters=faces, silhouettes=drawings, piece=1.0,
        labels=(
            Label("Law", ((3.5, 4.9), (5.0, 4.7), (6.5, 4.9)), "law-arm", 0.75),
            Label("Chaos", ((12.9, 4.9), (14.7, 4.7), (16.5, 4.9)), "chaos-arm", 0.75),
        ),
    )  # fmt: skip


def _balance_styles() -> dict[str, Style]:
    """Return the styles; the colours of the numbers deepen toward the bowls."""
    deepened = {
        _ground(n): Style(
            fill=_mix_colours(_PAPER[0], _side(n).fill, abs(n) / BALANCE_ARM),
            dark=_mix_colours(_PAPER[1], _side(n).dark, abs(n) / BALANCE_ARM),
            name=scale_name(n),
        )
        for n in range(-BALANCE_ARM, BALANCE_ARM + 1)
    }
    return {**STYLES, **_BALANCE_STYLES, **deepened}


def _side(number: int) -> Style:
    return _BALANCE_STYLES["law-side" if number < 0 else "chaos-side"]


def _ground(number: int) -> str:
    return f"scale-{scale_id(number)}"


def _mix_colours(one: str, other: str, share: float) -> str:
    """Return a mixture of two colours, with the given share of the second."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def scale_id(number: int) -> str:
    """Return the id of a number's space: Law below zero, Chaos above."""
    if not number:
        return "neutral"
    return f"{'law' if number < 0 else 'chaos'}.{abs(number)}"


def scale_name(number: int) -> str:
    return "Neutral" if not number else f"{'Law' if number < 0 else 'Chaos'} {abs(number)}"


def scale_at(number: int) -> Point:
    """Return the position of a number: the arms fall from the pivot, bowls hang at their ends."""
    steps = abs(number)
    drop = 0.045 * steps * steps + (1.0 if steps == BALANCE_ARM else 0.0)
    return _PIVOT[0] + number * _STEP, _PIVOT[1] + drop


def scale(number: int) -> Space:
    (x, y), name, radius = scale_at(number), scale_name(number), _radius(number)
    mark = Mark("scale", str(abs(number)) if number else name, at=(x, y - radius - 0.2))
    text = f"{name} on the Cosmic Balance"
    return Space(scale_id(number), -1, name, (x, y), circle((x, y), radius), (_ground(number),), (mark,), text)


def _radius(number: int) -> float:
    return 0.95 if abs(number) == BALANCE_ARM else 0.67 if not number else 0.6


def circle(at: Point, radius: float) -> Curve:
    turns = (2 * pi * k / _SIDES for k in range(_SIDES))
    return tuple((at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns)


def beam() -> Iterator[Line]:
    """Iterate over the lines of arms, chains and pillar."""
    for style, sign in (("law-arm", -1), ("chaos-arm", 1)):
        arm = [scale_at(sign * n) for n in range(BALANCE_ARM)]
        yield from (Line(style, pair) for pair in pairwise(arm))
        x, y = scale_at(sign * BALANCE_ARM)
        yield Line(style, (arm[-1], (x, y - 1.5)))
        yield from (Line(style, ((x, y - 1.5), (x + side * 0.93, y - 0.2))) for side in (-1, 1))
    for number in range(-BALANCE_ARM, BALANCE_ARM + 1):
        ring = circle(scale_at(number), _radius(number))
        yield Line("law-arm" if number < 0 else "chaos-arm" if number else "beam", (*ring, ring[0]))
    for turn in range(1, TURNS + 1):
        corners = _box(turn)
        yield from (Line("beam", side) for side in pairwise((*corners, corners[0])))
    x, y = _PIVOT
    yield Line("beam", ((x, y + 0.67), (x, _FOOT)))
    yield Line("beam", ((x - 1.4, _FOOT), (x + 1.4, _FOOT)))


def _box(turn: int) -> tuple[Point, Point, Point, Point]:
    wide = (WIDE - 2.1) / TURNS
    left, right, top, bottom = 1.12 + (turn - 1) * wide, 0.98 + turn * wide, HIGH - 2.75, HIGH - 1.08
    return (left, top), (right, top), (right, bottom), (left, bottom)


def turn_box(turn: int) -> Space:
    corners = _box(turn)
    (left, top), _, (right, bottom), _ = corners
    at = ((left + right) / 2, (top + bottom) / 2 + 0.15)
    mark = Mark("scale", str(turn), at=(left + 0.3, top + 0.28))
    return Space(f"turn.{turn}", -1, f"Turn {turn}", at, corners, ("paper",), (mark,), f"Turn {turn}")

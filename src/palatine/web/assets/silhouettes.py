"""Shortening of SVG silhouettes: coordinates without digits that cannot be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

NUMBER_PATTERN = re.compile(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
FLAG_PATTERN = re.compile(r"[\s,]*([01])")
COMMAND_PATTERN = re.compile(r"[\s,]*([A-Za-z])")
COMMAND_ARGUMENTS = {
    "M": "pp", "L": "pp", "T": "pp", "S": "pppp", "Q": "pppp", "C": "pppppp", "H": "h", "V": "v", "A": "rrrffpp",
    "Z": "",
}  # fmt: skip
"""Kinds of numbers of each path command.

p is a point, h and v are horizontal and vertical coordinates, r a radius or an angle, f a flag.
"""
MIN_ROUNDED_EXTENT = 256
"""Minimum extent of a drawing that is rounded.

Such drawings use a box of 512 units, in which a unit is less than a fifth of a pixel.
"""


@lru_cache(2_000)
def shorten_path(path: str) -> str:
    """Return an SVG path (`d`) with points at whole units.

    A path that is small or that would change its shape is returned unchanged.
    """
    pen = _Pen()
    written = "".join([kind + _join_numbers(pen.moved(kind, numbers)) for kind, numbers in commands(path)])
    return written if pen.farthest >= MIN_ROUNDED_EXTENT and not pen.is_lost else path


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands of a path. Numbers without a letter repeat the last command.

    Raises ValueError.
    """
    at, kind = 0, ""
    while at < len(path.rstrip()):
        if found := COMMAND_PATTERN.match(path, at):
            kind, at = found[1], found.end()
        numbers = []
        for each in COMMAND_ARGUMENTS[kind.upper()]:
            found = (FLAG_PATTERN if each == "f" else NUMBER_PATTERN).match(path, at)
            if found is None:
                raise ValueError(f"No path: {path[at : at + 20]!r}")
            numbers.append(float(found[1]))
            at = found.end()
        yield kind, numbers
        kind = {"M": "L", "m": "l"}.get(kind, kind)


class _Pen:
    """The current point of a path, exact and as written, so that rounding errors do not add up."""

    def __init__(self) -> None:
        self.at = self.start = (0.0, 0.0)
        self.written = self.start_written = (0, 0)
        self.farthest = 0.0
        self.is_lost = False
        """True if an arc would vanish, since an arc that ends where it starts is not drawn."""

    def moved(self, kind: str, numbers: list[float]) -> list[float]:
        """Return the numbers of a command as written and move the pen to its last point."""
        shape = COMMAND_ARGUMENTS[kind.upper()]
        if not shape:
            self.at, self.written = self.start, self.start_written
            return []
        here, base = (self.at, self.written) if kind.islower() else ((0.0, 0.0), (0, 0))
        was, came = self.at, self.written
        told: list[float] = []
        for i, (each, number) in enumerate(zip(shape, numbers, strict=True)):
            axis = 1 if each == "v" else 0 if each == "h" else (i - shape.find("p")) % 2
            if each in "rf":
                told.append(round(number, 1))
                continue
            there = here[axis] + number
            told.append(round(there) - base[axis])
            self.at = (there, self.at[1]) if axis == 0 else (self.at[0], there)
            self.written = (round(there), self.written[1]) if axis == 0 else (self.written[0], round(there))
        self.farthest = max(self.farthest, *self.at)
        self.is_lost |= kind in "Aa" and self.written == came and self.at != was
        if kind in "Mm":
            self.start, self.start_written = self.at, self.written
        return told


def _join_numbers(numbers: list[float]) -> str:
    """Return numbers as text, separated by spaces only where needed."""
    texts = [f"{number:g}".replace("0.", ".") if abs(number) < 1 else f"{number:g}" for number in numbers]
    return "".join([text if i == 0 or text[0] == "-" else f" {text}" for i, text in enumerate(texts)])

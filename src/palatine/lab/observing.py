"""What a seat sees, as arrays of one shape for a scenario: made from its View and the Boards alone.

The parts, each a run of float32:

* `seat`: which seat looks, one of all; `asked`: which seats must decide.
* `spaces`: for every space of every board, how many counters of each style lie there (styles are the sides and kinds a
  board draws), how many with no face, and how many marks (control, a flood).
* `faces`: for every face a counter can have: how many are seen, and where the first lies (its place on its board, from
  0 to 1 each way).
* `texts`: heading, prompt, clause and panels, word by word, hashed into 128 numbers; a row of a panel that tells a
  number adds the number instead of 1.
* `sheet`: in games of orders what has been written so far, word by word, hashed into 64 numbers.

Numbers are squeezed by sign(x) log(1 + |x|). What a choice means stands in an array of its own: for each number of the
list whether it is there, a hash of its verb and text, and where its space lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np

from palatine.core import Board, View
from palatine.lab.menus import Entry, MenuMatch

TEXTS = 128
SHEET = 64
FEATURES = 5
"""Of a choice: 1, two halves of a hash of what it says, and the place of its space."""
WORD = re.compile(r"\w+")


class Observer:
    """Turns views of one scenario into arrays."""

    def __init__(self, match: MenuMatch) -> None:
        self.seats = match.seats
        self.choices = match.choices
        self.boards: tuple[Board, ...] = match.game.boards(match.state)
        styles = sorted({counter.style for board in self.boards for counter in board.counters.values()})
        faces = sorted({face for board in self.boards for face in board.counters})
        spaces = [(board.id, space.id) for board in self.boards for space in board.spaces]
        self.planes = {style: number for number, style in enumerate(styles)}
        self.faces = {face: number for number, face in enumerate(faces)}
        self.spaces = {key: number for number, key in enumerate(spaces)}
        self.places = {
            (board.id, space.id): (space.at[0] / board.width, space.at[1] / board.height)
            for board in self.boards
            for space in board.spaces
        }
        self.shapes: dict[str, tuple[int, ...]] = {
            "seat": (len(self.seats),),
            "asked": (len(self.seats),),
            "spaces": (len(spaces), len(styles) + 2),
            "faces": (len(faces), 3),
            "texts": (TEXTS,),
            "sheet": (SHEET,),
        }

    @property
    def size(self) -> int:
        """The length of `vector`."""
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    def parts(self, view: View, written: str = "") -> dict[str, Any]:
        """The arrays by name, with the shapes of `shapes`."""
        found: dict[str, Any] = {name: np.zeros(shape, np.float32) for name, shape in self.shapes.items()}
        for number, seat in enumerate(self.seats):
            found["seat"][number] = seat == view.seat
            found["asked"][number] = seat in view.asked
        self._pieces(view, found["spaces"], found["faces"])
        _hashed(found["texts"], _facts(view))
        _hashed(found["sheet"], [(word, 1.0) for word in WORD.findall(written)])
        for name in ("spaces", "texts", "sheet"):
            found[name] = np.sign(found[name]) * np.log1p(np.abs(found[name]))
        return found

    def vector(self, view: View, written: str = "") -> Any:
        """All parts after each other, as one array of float32."""
        return np.concatenate([part.ravel() for part in self.parts(view, written).values()])

    def _pieces(self, view: View, spaces: Any, faces: Any) -> None:
        for piece in view.pieces:
            at = self.spaces.get((piece.board, piece.space))
            face = self.faces.get(piece.face)
            if at is not None:
                style = piece.style or self._style_of(piece.face)
                spaces[at, self.planes.get(style, len(self.planes))] += 1
            if face is not None:
                if not faces[face, 0]:
                    faces[face, 1:] = self.places.get((piece.board, piece.space), (0.0, 0.0))
                faces[face, 0] += 1
        for board in view.boards:
            for space, marks in view.marks.items():
                if (board, space) in self.spaces:
                    spaces[self.spaces[board, space], -1] += len(marks)

    def _style_of(self, face: str) -> str:
        return next((board.counters[face].style for board in self.boards if face in board.counters), "")

    def mask(self, match: MenuMatch, seat: str) -> Any:
        """Which numbers the seat may pick: int8, one for each number of a list."""
        mask: Any = np.zeros(self.choices, np.int8)
        mask[: len(match.menu(seat))] = 1
        return mask

    def options(self, match: MenuMatch, seat: str, view: View) -> Any:
        """What the numbers mean: an array of `choices` by FEATURES."""
        found: Any = np.zeros((self.choices, FEATURES), np.float32)
        where = self._operands(view)
        for number, entry in enumerate(match.menu(seat)):
            high, low = divmod(_bucket(_meaning(entry), 1 << 16), 1 << 8)
            kind = view.verbs.get(entry.kind, "")
            found[number] = (1.0, high / 255, low / 255, *where.get((kind, entry.operand), (0.0, 0.0)))
        return found

    def _operands(self, view: View) -> Mapping[tuple[str, int], tuple[float, float]]:
        """Where what an action names lies on its board."""
        found = {}
        for board in reversed(self.boards):
            for space in board.spaces:
                found["space", space.operand] = self.places[board.id, space.id]
        for piece in view.pieces:
            if piece.operand >= 0:
                found["piece", piece.operand] = self.places.get((piece.board, piece.space), (0.0, 0.0))
        return found

    def text(self, match: MenuMatch, seat: str) -> str:
        """What the seat sees, what it has written, and its choices by number, in words."""
        return match.told(seat, self.boards)


def _meaning(entry: Entry) -> str:
    return entry.suggestion.text if entry.suggestion else f"{entry.kind} {entry.operand}"


def _facts(view: View) -> Iterable[tuple[str, float]]:
    """Words with their weights: the words of the header once each, a panel's rows with their numbers."""
    for name, text in (("heading", view.heading), ("prompt", view.prompt), ("clause", view.clause)):
        yield from ((f"{name} {word}", 1.0) for word in WORD.findall(text))
    for panel in view.panels:
        for row in panel.rows:
            value = row.value.replace(",", "")
            is_number = value.lstrip("-").isdecimal()
            label = f"{panel.id} {row.label}" + ("" if is_number else f" {row.value}")
            yield label, float(value[:12]) if is_number else 1.0


def _hashed(row: Any, facts: Iterable[tuple[str, float]]) -> None:
    for word, weight in facts:
        row[_bucket(word, len(row))] += weight


def _bucket(word: str, buckets: int) -> int:
    """The same in every process, unlike Python's own hash."""
    return int.from_bytes(blake2b(word.encode(), digest_size=4).digest(), "big") % buckets

"""Observations: a seat's view as float32 arrays whose shape is fixed for a scenario.

They are built only from what the game shows that seat. Parts in every game:

* `seat`: the observing seat, one-hot.
* `seats_to_act`: which seats must decide.

In games with `Game.observation`, which gives numbers without text:

* `counters`: for each counter whether it is seen on the map, and its position (0 to 1 on both axes).
* `backs`: for each space of the map the number of counters whose faces are hidden.
* `figures`: further numbers that the game gives.

In the other games, from the View and the Boards:

* `spaces`: for each space of each board the number of counters of each style (the sides and kinds that a board
  draws), of counters without a face, and of marks (control, a flood).
* `faces`: for each face that a counter can have, how many are seen and where the first one lies.
* `texts`: heading, prompt, clause and panels, hashed by word into 128 numbers. A panel row with a number adds the
  number instead of 1.
* `sheet`: in games of orders the sheet so far, hashed by word into 64 numbers.

Numbers are compressed by sign(x) log(1 + |x|). A separate array describes the choices: for each number of the menu
whether it exists, a hash of its verb and text, and the position of its space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from palatine.core import Board, Observation, View
from palatine.lab.action_menus import MenuEntry, MenuMatch

OBSERVATION_VERSION = 2
"""Version of the observations; it is raised when a position gives other arrays.

Version 1 had `spaces` and `texts` in all games.
"""
TEXT_FEATURES = 128
SHEET_FEATURES = 64
CHOICE_FEATURES = 5
"""Numbers per choice: 1, two halves of a hash of its text, and the position of its space."""
WORD_PATTERN = re.compile(r"\w+")
HASH_CACHE_SIZE = 65536
"""Number of word hashes to cache."""


class Observer:
    """Builder of the observations of a scenario's seats."""

    def __init__(self, match: MenuMatch) -> None:
        self.seats = match.seats
        self.choices = match.choices
        self.boards: tuple[Board, ...] = match.game.boards(match.state)
        seen = match.game.observation(match.state, match.seats[0])
        self.seen: ObservationArrays | ViewArrays = (
            ViewArrays(self.boards) if seen is None else ObservationArrays(self.boards[0], seen)
        )
        players = {"seat": (len(self.seats),), "asked": (len(self.seats),)}
        self.shapes: dict[str, tuple[int, ...]] = players | self.seen.shapes

    @property
    def size(self) -> int:
        """Length of `vector`."""
        return sum(int(np.prod(shape)) for shape in self.shapes.values())

    def parts(self, match: MenuMatch, seat: str) -> dict[str, Any]:
        """Return the arrays by name, with the shapes in `shapes`."""
        asked = match.seats_to_act
        players = np.array(
            [[each == seat for each in self.seats], [each in asked for each in self.seats]], np.float32
        )
        return {"seat": players[0], "asked": players[1], **self.seen.parts(match, seat)}

    def vector(self, match: MenuMatch, seat: str) -> Any:
        """Return all parts concatenated into one array of float32."""
        return np.concatenate([part.ravel() for part in self.parts(match, seat).values()])

    def mask(self, match: MenuMatch, seat: str) -> Any:
        """Return an int8 mask of the numbers that the seat may pick, of length `choices`."""
        mask: Any = np.zeros(self.choices, np.int8)
        mask[: len(match.menu(seat))] = 1
        return mask

    def options(self, match: MenuMatch, seat: str) -> Any:
        """Return the array that describes the choices, of shape (`choices`, FEATURES)."""
        found: Any = np.zeros((self.choices, CHOICE_FEATURES), np.float32)
        menu = match.menu(seat)
        if menu:
            kinds, place = match.game.base_view(match.state, seat).verbs, self.seen.position_function(match, seat)
            rows = [
                (1.0, *_hash(_entry_meaning(each)), *place(kinds.get(each.kind, ""), each.operand)) for each in menu
            ]
            found[: len(menu)] = rows
        return found

    def text(self, match: MenuMatch, seat: str) -> str:
        """Return the seat's view, its sheet so far and its numbered choices as text."""
        return match.observation_text(seat, self.boards)


class ObservationArrays:
    """Arrays for a game that implements `Game.observation`."""

    def __init__(self, board: Board, seen: Observation) -> None:
        count = 1 + max(space.operand for space in board.spaces)
        self.places: Any = np.zeros((count + 1, 3), np.float32)  # The last row stands for "nowhere".
        for space in board.spaces:
            if space.operand >= 0:
                self.places[space.operand] = (1, space.at[0] / board.width, space.at[1] / board.height)
        self.xy = [(float(x), float(y)) for _, x, y in self.places]
        self.shapes: dict[str, tuple[int, ...]] = {
            "counters": (len(seen.at), 3), "backs": (count,), "figures": (len(seen.figures),),
        }  # fmt: skip

    def parts(self, match: MenuMatch, seat: str) -> dict[str, Any]:
        """Return the arrays by name."""
        seen = match.game.observation(match.state, seat)
        assert seen is not None
        counters = self.places[np.maximum(np.array(seen.at, np.intp), -1)]
        backs = np.bincount(np.array(seen.backs, np.intp), minlength=len(self.places) - 1)
        figures = np.array(seen.figures, np.float32)
        return {
            "counters": counters, "backs": _log_scaled(backs.astype(np.float32)), "figures": _log_scaled(figures),
        }  # fmt: skip

    def position_function(self, match: MenuMatch, seat: str) -> Any:
        """Return a function from an action's kind and operand to the position of its target."""

        @cache
        def at() -> Sequence[int]:
            seen = match.game.observation(match.state, seat)
            return seen.at if seen is not None else ()

        def place(kind: str, operand: int) -> tuple[float, float]:
            if kind == "piece":
                operand = at()[operand] if 0 <= operand < len(at()) else -1
            elif kind != "space":
                operand = -1
            return self.xy[operand] if 0 <= operand < len(self.xy) else (0.0, 0.0)

        return place


class ViewArrays:
    """Arrays for a game that has only views."""

    def __init__(self, boards: tuple[Board, ...]) -> None:
        self.boards = boards
        styles = sorted({counter.style for board in boards for counter in board.counters.values()})
        faces = sorted({face for board in boards for face in board.counters})
        spaces = [(board.id, space.id) for board in boards for space in board.spaces]
        self.planes = {style: number for number, style in enumerate(styles)}
        self.faces = {face: number for number, face in enumerate(faces)}
        self.spaces = {key: number for number, key in enumerate(spaces)}
        self.places = {
            (board.id, space.id): (space.at[0] / board.width, space.at[1] / board.height)
            for board in boards
            for space in board.spaces
        }
        self.operands = {
            ("space", space.operand): self.places[b.id, space.id] for b in reversed(boards) for space in b.spaces
        }
        self.styles = {face: board.counters[face].style for board in reversed(boards) for face in board.counters}
        self.shapes: dict[str, tuple[int, ...]] = {
            "spaces": (len(spaces), len(styles) + 2),
            "faces": (len(faces), 3),
            "texts": (TEXT_FEATURES,),
            "sheet": (SHEET_FEATURES,),
        }

    def parts(self, match: MenuMatch, seat: str) -> dict[str, Any]:
        """Return the arrays by name."""
        sheet: Any = np.zeros(SHEET_FEATURES, np.float32)
        _hashed(sheet, [(word, 1.0) for word in WORD_PATTERN.findall(match.sheet_text(seat))])
        known = match.cached(seat, lambda: self._arrays_of(match.game.view(match.state, seat)))
        return {**known, "sheet": _log_scaled(sheet)}

    def _arrays_of(self, view: View) -> dict[str, Any]:
        found: dict[str, Any] = {name: np.zeros(shape, np.float32) for name, shape in self.shapes.items()}
        self._pieces(view, found["spaces"], found["faces"])
        _hashed(found["texts"], _facts(view))
        return {name: each if name == "faces" else _log_scaled(each) for name, each in found.items()}

    def position_function(self, match: MenuMatch, seat: str) -> Any:
        """Return a function from an action's kind and operand to the position of its target."""
        if match.game.orders:
            return lambda kind, operand: (0.0, 0.0)
        pieces = {
            ("piece", piece.operand): self.places.get((piece.board, piece.space), (0.0, 0.0))
            for piece in match.game.view(match.state, seat).pieces if piece.operand >= 0
        }  # fmt: skip
        where = self.operands | pieces
        return lambda kind, operand: where.get((kind, operand), (0.0, 0.0))

    def _pieces(self, view: View, spaces: Any, faces: Any) -> None:
        for piece in view.pieces:
            at = self.spaces.get((piece.board, piece.space))
            face = self.faces.get(piece.face)
            if at is not None:
                style = piece.style or self.styles.get(piece.face, "")
                spaces[at, self.planes.get(style, len(self.planes))] += 1
            if face is not None:
                if not faces[face, 0]:
                    faces[face, 1:] = self.places.get((piece.board, piece.space), (0.0, 0.0))
                faces[face, 0] += 1
        for board in view.boards:
            for space, marks in view.marks.items():
                if (board, space) in self.spaces:
                    spaces[self.spaces[board, space], -1] += len(marks)


def _entry_meaning(entry: MenuEntry) -> str:
    return entry.suggestion.text if entry.suggestion else f"{entry.kind} {entry.operand}"


def _facts(view: View) -> Iterable[tuple[str, float]]:
    """Yield words with weights.

    A word of the header weighs 1, the label of a panel row its number.
    """
    for name, text in (("heading", view.heading), ("prompt", view.prompt), ("clause", view.clause)):
        yield from ((f"{name} {word}", 1.0) for word in WORD_PATTERN.findall(text))
    for panel in view.panels:
        for row in panel.rows:
            value = row.value.replace(",", "")
            is_number = value.lstrip("-").isdecimal()
            label = f"{panel.id} {row.label}" + ("" if is_number else f" {row.value}")
            yield label, float(value[:12]) if is_number else 1.0


def _hashed(row: Any, facts: Iterable[tuple[str, float]]) -> None:
    for word, weight in facts:
        row[_bucket(word, len(row))] += weight


def _log_scaled(array: Any) -> Any:
    return np.sign(array) * np.log1p(np.abs(array))


@lru_cache(HASH_CACHE_SIZE)
def _hash(meaning: str) -> tuple[float, float]:
    high, low = divmod(_bucket(meaning, 1 << 16), 1 << 8)
    return high / 255, low / 255


@lru_cache(HASH_CACHE_SIZE)
def _bucket(word: str, buckets: int) -> int:
    """Return a hash that is the same in every process, unlike Python's `hash`."""
    return int.from_bytes(blake2b(word.encode(), digest_size=4).digest(), "big") % buckets

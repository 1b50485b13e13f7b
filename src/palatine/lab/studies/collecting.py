"""Statistics of a game in progress: measures, chances, occupancy and terms named in orders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from palatine.core import Game, OrdersGame
from palatine.core.view import View

OWN_STYLE = "own"
"""Style of the viewer's own pieces and marks, in games whose styles depend on the viewer."""


class MeasureRow(msgspec.Struct, frozen=True):
    """The value of a measure for a seat when a planning period ended."""

    at: int
    measure: str
    seat: str
    value: float


class ChanceRow(msgspec.Struct, frozen=True):
    """A seat's chance to win by the game's own evaluation when a planning period ended."""

    at: int
    seat: str
    chance: float


class OccupancyRow(msgspec.Struct, frozen=True):
    """Number of pieces and marks of a style in a space, summed over all planning periods."""

    space: str
    style: str
    pieces: int
    marks: int


class MentionRow(msgspec.Struct, frozen=True):
    """Number of times that a seat's actions or sheets named an entry of the glossary."""

    seat: str
    entry: str
    times: int


class Collector:
    """Collector of a game's statistics, updated at the end of planning periods and of the game."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game = game
        self.last = game.planning_period(state)
        self.passed = 0
        self.measures: list[MeasureRow] = []
        self.chances: list[ChanceRow] = []
        self.pieces: Counter[tuple[str, str]] = Counter()
        self.marks: Counter[tuple[str, str]] = Counter()
        self.named: Counter[tuple[str, str]] = Counter()
        self.board = game.boards(state)[0]

    def on_entry(self, state: Any, seat: str, action: Any) -> None:
        """Count the entries that an action names. Call it before the action is taken."""
        if isinstance(self.game, OrdersGame):
            texts = self.game.write(action).splitlines()
        else:
            texts = [self.game.action_text(state, action)]
        for text in texts:
            for entry in named_entries(self.game, text):
                self.named[seat, entry] += 1

    def on_state(self, state: Any) -> None:
        """Record the position if a planning period or the game has ended."""
        now = self.game.planning_period(state)
        if now == self.last and state.outcome is None:
            return
        self.last, self.passed = now, self.passed + 1
        self._measure(state)
        self._view([(seat, self.game.view(state, seat)) for seat in state.seats])

    def _measure(self, state: Any) -> None:
        for each in self.game.measures(state):
            values = each.values.items()
            self.measures += [MeasureRow(self.passed, each.id, seat, float(value)) for seat, value in values]
        if self.game.evaluation.weights and state.outcome is None:
            pairs = zip(state.seats, self.game.evaluate(state), strict=True)
            self.chances += [ChanceRow(self.passed, seat, round(chance, 6)) for seat, chance in pairs]

    def _view(self, views: list[tuple[str, View]]) -> None:
        """Count the pieces and marks that the seats see together, each once."""
        relative = OWN_STYLE in self.board.styles
        pieces: set[tuple[str, str, str]] = set()
        marks: set[tuple[str, str]] = set()
        for seat, view in views:
            for piece in view.pieces:
                style = piece.style or self._style_of(piece.face)
                if piece.board == self.board.id and piece.face and (style == OWN_STYLE or not relative):
                    pieces.add((piece.space, seat if relative else style, piece.id))
            for space, found in view.marks.items():
                styles = [mark.style for mark in found if mark.style and (mark.style == OWN_STYLE or not relative)]
                marks.update((space, seat if relative else style) for style in styles)
        self.pieces.update((space, style) for space, style, _ in pieces)
        self.marks.update(marks)

    def _style_of(self, face: str) -> str:
        found = self.board.counters.get(face)
        return found.style if found else ""

    def occupancy(self) -> list[OccupancyRow]:
        """Return the counts of pieces and marks by space and style."""
        places = sorted({*self.pieces, *self.marks})
        return [OccupancyRow(*place, self.pieces[place], self.marks[place]) for place in places]

    def mentions(self) -> list[MentionRow]:
        """Return the counts of named entries by seat and entry."""
        return [MentionRow(*who, times) for who, times in sorted(self.named.items())]


EXPLANATORY_KINDS = ("word", "terrain", "figure", "mark")
"""Kinds of entries that explain the board and are not choices of a player."""


@lru_cache(maxsize=8)
def _name_forms(game: Game[Any]) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return all forms that name an entry, and a pattern that matches them, longest first."""
    found: dict[str, str] = {}
    for entry in game.glossary.values():
        if entry.kind not in EXPLANATORY_KINDS:
            for form in (entry.term, *entry.words, *entry.labels):
                found.setdefault(form.casefold(), entry.key)
    longest = sorted(found, key=lambda form: (-len(form), form))
    return found, re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)")


@lru_cache(maxsize=20_000)
def named_entries(game: Game[Any], text: str) -> tuple[str, ...]:
    """Return the keys of the glossary entries that a text names, each once."""
    forms, pattern = _name_forms(game)
    return tuple(dict.fromkeys(_names_in(forms, pattern, text))) if forms else ()


def _names_in(forms: dict[str, str], pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for match in pattern.finditer(text.casefold()):
        yield forms[match[0]]

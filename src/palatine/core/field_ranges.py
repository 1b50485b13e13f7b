"""Range checks for untrusted positions, whose parts must be within the game's limits.

Positions that the server wrote itself need no such check. An imported position is decoded, which settles the types of
its parts, and then checked against `Game.int_range`, `Game.field_ranges` and the limits below. This prevents endless
loops and memory exhaustion. The position may still be impossible under the rules, so an import also plays it on for a
while.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from palatine.core.game import Game
from palatine.core.refusal import Unreadable
from palatine.core.state import State

MAX_VALUES = 400_000
"""Maximum number of numbers, texts and lists in a position."""
MAX_LENGTH = 20_000
"""Maximum length of a list, text or table."""
MAX_STEPS = 200
"""Maximum number of steps on the flow."""
DEFAULT_RANGES: Mapping[str, tuple[int, int]] = {
    "seat": (-1, 63),
    "side": (-1, 63),
    "passes": (0, 2),
    "most": (0, 64),
    "at": (0, 255),
    "Dice.count": (0, 100_000_000),
}
"""Ranges that hold in all games, by field name or as "Type.field"."""


def check_ranges(game: Game[Any], state: State) -> None:
    """Raise Unreadable with the field's name unless all parts of a position are in range."""
    if len(state.flow) > MAX_STEPS:
        raise Unreadable(f"No position of {game.title} has {len(state.flow)} steps to come.")
    _Check(game).value(state, "", "")


class _Check:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.ranges = {**DEFAULT_RANGES, **game.field_ranges}
        self.left = MAX_VALUES

    def value(self, value: Any, owner: str, field: str) -> None:
        self.left -= 1
        if self.left < 0:
            raise Unreadable(f"No position of {self.game.title} is so large.")
        if isinstance(value, msgspec.Struct):
            for name in value.__struct_fields__:
                self.value(getattr(value, name), type(value).__name__, name)
        elif isinstance(value, bool) or value is None:
            return
        elif isinstance(value, int | float):
            self.number(value, owner, field)
        elif isinstance(value, str | bytes):
            self.length(len(value), owner, field)
        elif isinstance(value, Mapping):
            self.length(len(value), owner, field)
            for key, item in value.items():
                self.value(key, owner, field)
                self.value(item, owner, field)
        else:
            self.length(len(value), owner, field)
            for item in value:
                self.value(item, owner, field)

    def number(self, number: float, owner: str, field: str) -> None:
        least, most = self.ranges.get(f"{owner}.{field}") or self.ranges.get(field) or self.game.int_range
        if not least <= number <= most:
            raise Unreadable(f"{owner}.{field} of a position of {self.game.title} is {least} to {most}.")

    def length(self, length: int, owner: str, field: str) -> None:
        if length > MAX_LENGTH:
            raise Unreadable(f"{owner}.{field} of a position of {self.game.title} is too long.")

"""The components: the map and the troops, read once from `data/`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def _read_data(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "data" / name).read_text(encoding="utf-8"))


_MAP, _TROOPS = _read_data("map.toml"), _read_data("troops.toml")

SEATS: tuple[str, ...] = tuple(_TROOPS["seats"])
FACES: tuple[str, ...] = ("", *_TROOPS["faces"])
"""The kinds of troops; the index is the strength."""
SPACES: tuple[str, ...] = tuple(space["name"] for space in _MAP["space"])
GROUND: tuple[str, ...] = tuple(space["ground"] for space in _MAP["space"])
"""The ground of each space."""
WIDTH: int = _MAP["width"]
"""Number of spaces in a row of the map."""
DEEP: frozenset[int] = frozenset(i for i, ground in enumerate(GROUND) if ground == "deep")
FORD: int = GROUND.index("ford")


def beside(space: int) -> list[int]:
    """Return the spaces that share a side with a space, in reading order."""
    x, y = space % WIDTH, space // WIDTH
    steps = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
    return [b * WIDTH + a for a, b in steps if 0 <= a < WIDTH and 0 <= b < len(SPACES) // WIDTH]

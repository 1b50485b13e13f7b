"""Pictures for a page of rules, as data: a position, whose eyes, and the part of the map that is to be seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from palatine.core.data import PackageData


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a board in a position. The page of rules shows it with `![What is to be seen](picture:NAME)`."""

    spaces: tuple[str, ...]
    """What is to be seen, by the ids of spaces."""
    position: str = ""
    lesson: str = ""
    """A lesson that begins with the position, instead of the position itself."""
    seat: str | None = None
    """Through whose eyes; None: a spectator's."""
    board: str = ""
    """The board; without it the one to look at first."""
    around: float = 0.8
    """How much is to be seen around these spaces, in the board's units."""


Pictures = Mapping[str, Picture]


@cache
def load_pictures(package: str) -> Pictures:
    """The pictures of `data/pictures.toml`, by name.

    Raises msgspec.ValidationError for one that is not written so, ValueError for one without one beginning.
    """
    data = PackageData(package)
    if not (data.folder / "pictures.toml").is_file():
        return {}
    found = msgspec.convert(data.read_toml("pictures.toml"), dict[str, Picture])
    for name, picture in found.items():
        if bool(picture.position) == bool(picture.lesson) or not picture.spaces:
            raise ValueError(f"The picture {name!r} has a position or a lesson, and spaces to show.")
    return found

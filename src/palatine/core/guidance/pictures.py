"""Pictures of the rules page, as data: a position, a seat, and a part of the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from palatine.core.data import PackageData


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a board in a position, for rules pages: `![Description](picture:NAME)`."""

    spaces: tuple[str, ...]
    """The ids of the spaces to show."""
    position: str = ""
    lesson: str = ""
    """A lesson whose initial position is used instead of `position`."""
    seat: str | None = None
    """The seat whose view is shown; None for a spectator's."""
    board: str = ""
    """The id of the board; by default the view's first board."""
    around: float = 0.8
    """The margin around the spaces, in the board's units."""


Pictures = Mapping[str, Picture]


@cache
def load_pictures(package: str) -> Pictures:
    """Return the pictures of `data/pictures.toml` by name; {} if there is no such file.

    Raises msgspec.ValidationError for an invalid picture, and ValueError for one that lacks spaces or does not have
    exactly one of position and lesson.
    """
    data = PackageData(package)
    if not (data.folder / "pictures.toml").is_file():
        return {}
    found = msgspec.convert(data.read_toml("pictures.toml"), dict[str, Picture])
    for name, picture in found.items():
        if bool(picture.position) == bool(picture.lesson) or not picture.spaces:
            raise ValueError(f"The picture {name!r} has a position or a lesson, and spaces to show.")
    return found

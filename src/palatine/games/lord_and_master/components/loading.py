"""Reading the files of `data/`; whether they agree with the rulebook is the business of `validation`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec

Row = Mapping[str, Any]
Amounts = tuple[tuple[str, int], ...]
Shape = TypeVar("Shape", bound=msgspec.Struct)
DATA: Final = files("palatine.games.lord_and_master") / "data"


def read_toml(name: str) -> dict[str, Any]:
    """The contents of a TOML file of this game's data."""
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def read_row(shape: type[Shape], found: Row) -> Shape:
    return msgspec.convert({key: found[key] for key in shape.__annotations__}, shape)

"""Reading the files of `data/`; whether they agree with the rulebook is the business of `validation`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from palatine.core.data import PackageData

Row = Mapping[str, Any]
Amounts = tuple[tuple[str, int], ...]
Shape = TypeVar("Shape", bound=msgspec.Struct)
DATA: Final = PackageData("palatine.games.lord_and_master")


def read_row(shape: type[Shape], found: Row) -> Shape:
    """A row of a table as a struct, which takes those of its keys that it has fields for."""
    return msgspec.convert({key: found[key] for key in shape.__annotations__}, shape)

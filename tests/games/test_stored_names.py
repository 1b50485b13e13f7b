"""Stored names of steps and state fields, which stay when a class or a field is renamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import palatine
from palatine.core.steps import stored_name

PLACE = Path(__file__).parent / "stored_names"


def stored_names(game: str) -> Iterator[str]:
    """Yield the names, one per line."""
    loaded = palatine.load(game)
    for field in msgspec.structs.fields(loaded.state_type):
        yield f"field {field.encode_name}"
    for name in sorted([stored_name(kind) for kind in get_args(loaded.steps)]):
        yield f"step {name}"


@pytest.mark.parametrize("game", palatine.games())
def test_no_stored_name_changes(game: str) -> None:
    """PALATINE_UPDATE_GOLDEN=1 adds what is new."""
    path = PLACE / f"{game}.txt"
    if os.environ.get("PALATINE_UPDATE_GOLDEN"):
        path.write_text("\n".join(stored_names(game)) + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == [*stored_names(game)], (
        "A renamed step needs a row in the game's table of stored names, a renamed field `msgspec.field(name=...)`."
    )

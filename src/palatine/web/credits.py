"""Whose work the pages show besides ours: pictures, letters, libraries, each with its licence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from palatine import registry
from palatine.core.data import PackageData
from palatine.web.rendering import STATIC

LICENCE_OF_LIBRARY = ".LICENSE.txt"
"""The licence of a library that the pages bring along lies beside it, in a file so called."""


def drawings() -> dict[str, str]:
    """By the title of each game that shows others' drawings, the page that says whose they are, in Markdown."""
    found = {}
    for game in map(registry.load, registry.games()):
        licence = PackageData(game.package).folder / "SILHOUETTES-LICENCE.md"
        if licence.is_file():
            found[game.title] = licence.read_text(encoding="utf-8").partition("\n")[2]
    return found


@cache
def fonts() -> list[dict[str, Any]]:
    """The fonts: name, maker, the file of the licence, the files of the letters."""
    rows: list[dict[str, Any]] = PackageData("palatine.web").read_toml("credits.toml")["font"]
    return rows


def libraries(static: Path = STATIC) -> dict[str, str]:
    """The text of the licence of each library that the pages bring along, by its name."""
    found = sorted(static.rglob(f"*{LICENCE_OF_LIBRARY}"))
    return {path.name.removesuffix(LICENCE_OF_LIBRARY): path.read_text(encoding="utf-8") for path in found}

"""Credits for the drawings, fonts and libraries of others, each with its licence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from palatine import registry
from palatine.core.data import PackageData
from palatine.web.rendering import STATIC_FOLDER

LICENCE_OF_LIBRARY = ".LICENSE.txt"
"""Suffix of the file with a library's licence, which lies next to the library."""


def drawing_credits() -> dict[str, str]:
    """Return the credits page in Markdown for each game with drawings of others, by game title."""
    found = {}
    for game in map(registry.load, registry.games()):
        licence = PackageData(game.package).folder / "SILHOUETTES-LICENCE.md"
        if licence.is_file():
            found[game.title] = licence.read_text(encoding="utf-8").partition("\n")[2]
    return found


@cache
def font_credits() -> list[dict[str, Any]]:
    """Return the fonts: name, maker, licence file and font files."""
    rows: list[dict[str, Any]] = PackageData("palatine.web").read_toml("credits.toml")["font"]
    return rows


def library_licences(static: Path = STATIC_FOLDER) -> dict[str, str]:
    """Return the licence text of each bundled library, by library name."""
    found = sorted(static.rglob(f"*{LICENCE_OF_LIBRARY}"))
    return {path.name.removesuffix(LICENCE_OF_LIBRARY): path.read_text(encoding="utf-8") for path in found}

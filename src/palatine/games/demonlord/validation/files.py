"""The files of `data/` as the checks read them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from palatine.games.demonlord.components.world import DATA, read_ground

PROVENANCES: Final = ("rulebook", "published", "implied", "reconstructed")
"""Possible provenances of a value."""


class GameFiles(msgspec.Struct):
    """The files of `data/` as read."""

    map: dict[str, Any]
    ground: dict[str, str]
    terrain: dict[str, Any]
    sieges: dict[str, Any]
    spells: dict[str, Any]
    units: dict[str, Any]
    clauses: list[dict[str, Any]]
    rulings: list[dict[str, Any]]
    silhouettes: dict[str, str]


def read() -> GameFiles:
    """Return the data of the game."""
    return GameFiles(
        map=DATA.read_toml("map.toml"),
        ground=read_ground(),
        terrain=DATA.read_toml("terrain.toml"),
        sieges=DATA.read_toml("sieges.toml"),
        spells=DATA.read_toml("spells.toml"),
        units=DATA.read_toml("units.toml"),
        clauses=DATA.read_toml("clauses.toml")["clause"],
        rulings=DATA.read_toml("rulings.toml")["ruling"],
        silhouettes=DATA.read_silhouettes(),
    )

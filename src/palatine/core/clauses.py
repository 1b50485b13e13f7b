"""The rules of a rulebook one by one, and our rulings."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.data import PackageData


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One numbered rule: its gist in our words, where it is implemented, the rulings that settle it."""

    id: str
    gist: str
    chapter: str
    code: str = ""
    see: tuple[str, ...] = ()
    ruling: str = ""
    excuse: str = ""
    """Why the rule does not apply here, if it does not."""


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """Our answer where the rulebook is silent, damaged or contradicts itself."""

    id: str
    chapter: str
    question: str
    ruling: str
    reason: str = ""
    source: str = ""
    option: str = ""


def load_clauses(package: str) -> dict[str, Clause]:
    """The clauses of a game's package by id, in the rulebook's order."""
    rows = _rows(package, "clauses.toml", "clause")
    return {row["id"]: msgspec.convert(row, Clause) for row in rows}


def load_rulings(package: str) -> dict[str, Ruling]:
    """The rulings of a game's package by id."""
    rows = _rows(package, "rulings.toml", "ruling")
    return {row["id"]: msgspec.convert(row, Ruling) for row in rows}


def _rows(package: str, name: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = PackageData(package).read_toml(name)[key]
    return rows

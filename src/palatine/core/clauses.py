"""The clauses of a rulebook, our rulings, and the changes between versions of the rules."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.data import PackageData


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A numbered rule: a summary, the code that implements it, and the rulings that settle it."""

    id: str
    gist: str
    chapter: str
    code: str = ""
    see: tuple[str, ...] = ()
    ruling: str = ""
    excuse: str = ""
    """The reason why the rule does not apply here, if it does not."""


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """Our decision where the rulebook is silent, damaged or contradictory."""

    id: str
    chapter: str
    question: str
    ruling: str
    reason: str = ""
    source: str = ""
    option: str = ""


class RuleChange(msgspec.Struct, frozen=True):
    """A difference between a version of the implemented rules and the one before, by clause."""

    version: str
    clause: str
    text: str


def load_clauses(package: str) -> dict[str, Clause]:
    """Return the clauses of a game's package by id, in the rulebook's order."""
    rows = _rows(package, "clauses.toml", "clause")
    return {row["id"]: msgspec.convert(row, Clause) for row in rows}


def load_rulings(package: str) -> dict[str, Ruling]:
    """Return the rulings of a game's package by id."""
    rows = _rows(package, "rulings.toml", "ruling")
    return {row["id"]: msgspec.convert(row, Ruling) for row in rows}


def load_changes(package: str) -> tuple[RuleChange, ...]:
    """Return the changes of a game's rules in order of version; () if it has no `changes.toml`.

    Versions are whole numbers from 2, in ascending order and without gaps. Raises ValueError otherwise.
    """
    if not (PackageData(package).folder / "changes.toml").is_file():
        return ()
    found = tuple(msgspec.convert(row, RuleChange) for row in _rows(package, "changes.toml", "change"))
    versions = [int(change.version) for change in found]
    if versions != sorted(versions) or versions[0] != 2 or set(versions) != {*range(2, versions[-1] + 1)}:
        raise ValueError(f"{package}: the versions of changes.toml are 2, 3 and so on, in this order")
    return found


def changes_since(changes: tuple[RuleChange, ...], version: str) -> tuple[RuleChange, ...]:
    """Return the changes after a version; () for a version that is not known."""
    known = ["1", *(change.version for change in changes)]
    if version not in known:
        return ()
    return changes[len(known) - 1 - known[::-1].index(version) :]


def _rows(package: str, name: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = PackageData(package).read_toml(name)[key]
    return rows


def is_version(version: str) -> bool:
    """Return whether a text is a version number of the kind that `load_changes` reads."""
    return version.isascii() and version.isdecimal() and version[0] != "0" and len(version) < 10

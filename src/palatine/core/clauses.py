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


class RuleChange(msgspec.Struct, frozen=True):
    """What a version of the implemented rules does otherwise than the one before, by the clause it corrects."""

    version: str
    clause: str
    text: str


def load_clauses(package: str) -> dict[str, Clause]:
    """The clauses of a game's package by id, in the rulebook's order."""
    rows = _rows(package, "clauses.toml", "clause")
    return {row["id"]: msgspec.convert(row, Clause) for row in rows}


def load_rulings(package: str) -> dict[str, Ruling]:
    """The rulings of a game's package by id."""
    rows = _rows(package, "rulings.toml", "ruling")
    return {row["id"]: msgspec.convert(row, Ruling) for row in rows}


def load_changes(package: str) -> tuple[RuleChange, ...]:
    """The changes of a game's rules, version after version; none where the package keeps no `changes.toml`.

    Versions are whole numbers from 2 on and never fall. Raises ValueError when they do.
    """
    if not (PackageData(package).folder / "changes.toml").is_file():
        return ()
    found = tuple(msgspec.convert(row, RuleChange) for row in _rows(package, "changes.toml", "change"))
    versions = [int(change.version) for change in found]
    if versions != sorted(versions) or versions[0] != 2 or set(versions) != {*range(2, versions[-1] + 1)}:
        raise ValueError(f"{package}: the versions of changes.toml are 2, 3 and so on, in this order")
    return found


def changes_since(changes: tuple[RuleChange, ...], version: str) -> tuple[RuleChange, ...]:
    """What has changed after a version; none for one that the game does not know."""
    known = ["1", *(change.version for change in changes)]
    if version not in known:
        return ()
    return changes[len(known) - 1 - known[::-1].index(version) :]


def _rows(package: str, name: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = PackageData(package).read_toml(name)[key]
    return rows


def is_version(version: str) -> bool:
    """Whether a text is a version of rules as `load_changes` numbers them."""
    return version.isdecimal() and version == str(int(version)) and int(version) > 0

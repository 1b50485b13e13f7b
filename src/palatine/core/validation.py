"""Checks of a game's data against its rulebook: what every game's validation has in common.

A subject is a module: what is read (`Data`, `read`), its checks, and

    validate = Checks(read, (grid, ground, cities, provenance))

A check takes the data as read and yields what is wrong with it, each problem a sentence; its docstring says what it
holds the data against. Facts of the rulebook stand in `printed` modules, not in checks. Tests that ask check by check
find them in `validate.checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

D = TypeVar("D")
Row = Mapping[str, Any]
Check = Callable[[D], Iterable[str]]

UNREADABLE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError)
"""What checks run into in damaged data. RuntimeError is a StopIteration within a generator."""


class Checks(Generic[D]):
    """All checks of a subject, to be called: `validate()` is everything that is wrong with the game's data."""

    def __init__(self, read: Callable[[], D], checks: Iterable[Check[D]]) -> None:
        self.read = read
        self.checks = tuple(checks)

    def __call__(self, data: D | None = None) -> list[str]:
        """Everything in the data (by default that of the game) which contradicts the rulebook or itself."""
        data = self.read() if data is None else data
        return [problem for check in self.checks for problem in run_check(check, data)]


def run_check(check: Check[D], data: D) -> Iterator[str]:
    """What a check finds; data that it cannot read is a problem like others."""
    try:
        yield from check(data)
    except UNREADABLE as error:
        about = check.__name__.replace("_", " ")
        yield f"{about}: the data cannot be read ({type(error).__name__}: {error})"


def expect(found: object, wanted: object, what: str) -> Iterator[str]:
    """A problem unless the data has what the rulebook has."""
    if found != wanted:
        yield f"{what}: {found!r} where the rulebook has {wanted!r}"


def repeated(names: Iterable[object]) -> Iterator[str]:
    """A problem for each name that stands there more than once."""
    yield from [f"{name}: {times} entries" for name, times in Counter(names).items() if times > 1]


def by_name(rows: Iterable[Row], key: str = "name") -> dict[str, Any]:
    """Rows of a table by their names."""
    return {row[key]: row for row in rows}


def provenance_problems(
    rows: Iterable[tuple[str, Row]], known: Sequence[str], exceptions: str = "except"
) -> Iterator[str]:
    """Every row says where it comes from; `rows` are given with the names they are told by.

    A row has a `provenance`, one of the words `known`, and may name in a table of `exceptions` those of its fields
    that come from elsewhere.
    """
    for name, row in rows:
        others: Row = row.get(exceptions, {})
        for word in (row.get("provenance"), *others.values()):
            if word not in known:
                yield f"{name}: provenance {word!r}, which is none of {', '.join(known)}"


def clause_problems(clauses: Sequence[Row], rulings: Sequence[Row], count: int) -> Iterator[str]:
    """The rulebook's clauses, so many, are there once each, with a gist; rulings they name exist and are whole."""
    yield from expect(len(clauses), count, "clauses")
    yield from repeated(row["id"] for row in (*clauses, *rulings))
    known = {row["id"] for row in rulings}
    for row in clauses:
        if not row["gist"] or not row["chapter"]:
            yield f"{row['id']}: no gist or chapter"
        for name in row["see"]:
            if name not in known:
                yield f"{row['id']}: names ruling {name}, which does not exist"
    for row in rulings:
        if not all([row.get(key) for key in ("chapter", "question", "ruling", "reason")]):
            yield f"{row['id']}: a ruling needs chapter, question, ruling and reason"

"""Checks of a game's data against its rulebook, shared by all games.

A module of checks has the data as read (`Data`, `read`), the checks, and

    validate = Checks(read, (grid, ground, cities, provenance))

A check takes the data and yields each problem as a sentence; its docstring says what it compares the data with. Facts
of the rulebook belong in modules named `printed`, not in checks. `validate.checks` gives tests access to the single
checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

D = TypeVar("D")
Row = Mapping[str, Any]
Check = Callable[[D], Iterable[str]]

DATA_ERRORS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError)
"""Exceptions that checks raise for damaged data.

RuntimeError covers a StopIteration within a generator.
"""


class Checks(Generic[D]):
    """The checks of a module; `validate()` returns all problems of the game's data."""

    def __init__(self, read: Callable[[], D], checks: Iterable[Check[D]]) -> None:
        self.read = read
        self.checks = tuple(checks)

    def __call__(self, data: D | None = None) -> list[str]:
        """Return all problems found in the data, by default the game's own."""
        data = self.read() if data is None else data
        return [problem for check in self.checks for problem in run_check(check, data)]


def run_check(check: Check[D], data: D) -> Iterator[str]:
    """Yield the problems that a check finds, including data that it cannot read."""
    try:
        yield from check(data)
    except DATA_ERRORS as error:
        about = check.__name__.replace("_", " ")
        yield f"{about}: the data cannot be read ({type(error).__name__}: {error})"


def expect(found: object, wanted: object, label: str) -> Iterator[str]:
    """Yield a problem unless the data agrees with the rulebook."""
    if found != wanted:
        yield f"{label}: {found!r} where the rulebook has {wanted!r}"


def duplicates(names: Iterable[object]) -> Iterator[str]:
    """Yield a problem for each name that occurs more than once."""
    yield from [f"{name}: {times} entries" for name, times in Counter(names).items() if times > 1]


def index_by_name(rows: Iterable[Row], key: str = "name") -> dict[str, Any]:
    """Return the rows of a table by name."""
    return {row[key]: row for row in rows}


def provenance_problems(
    rows: Iterable[tuple[str, Row]], known: Sequence[str], exceptions: str = "except"
) -> Iterator[str]:
    """Yield a problem for each row without a valid provenance; `rows` are pairs of name and row.

    A row has a `provenance`, one of the words `known`. A table named by `exceptions` may give another provenance for
    some of its fields.
    """
    for name, row in rows:
        others: Row = row.get(exceptions, {})
        for word in (row.get("provenance"), *others.values()):
            if word not in known:
                yield f"{name}: provenance {word!r}, which is none of {', '.join(known)}"


class ProvenanceCount(NamedTuple):
    """The numbers of entries and of single values in other entries that have a provenance."""

    entries: int = 0
    values: int = 0


def count_provenances(tables: object) -> dict[str, ProvenanceCount]:
    """Return the counts of each provenance in tables as read from files.

    A row has a `provenance`; its table `except` or `from` may give another one for some of its fields.
    """
    found: dict[str, ProvenanceCount] = {}
    for row in _rows(tables):
        own = row["provenance"]
        count = found.get(own, ProvenanceCount())
        found[own] = count._replace(entries=count.entries + 1)
        for word in (row.get("except") or row.get("from") or {}).values():
            if word != own:
                count = found.get(word, ProvenanceCount())
                found[word] = count._replace(values=count.values + 1)
    return found


def _rows(tables: object) -> Iterator[Row]:
    """Yield all tables with a provenance, also those within others."""
    if isinstance(tables, Mapping):
        if isinstance(tables.get("provenance"), str):
            yield tables
        tables = list(tables.values())
    if isinstance(tables, list):
        for each in tables:
            yield from _rows(each)


def clause_problems(clauses: Sequence[Row], rulings: Sequence[Row], count: int) -> Iterator[str]:
    """Yield problems of clauses and rulings: counts, duplicates, and missing texts or rulings."""
    yield from expect(len(clauses), count, "clauses")
    yield from duplicates(row["id"] for row in (*clauses, *rulings))
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

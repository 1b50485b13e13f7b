"""Validation of counters and spells against the rulebook.

Missing parts of the rulebook's tables are reconstructed in `data/battalia.toml`, for owners of the game to correct. As
in `map`, each check yields problems in plain words, and `validate()` runs all checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from palatine.core.validation import Checks, index_by_name, provenance_problems
from palatine.games.elric.components.world import DATA, NATIONS
from palatine.games.elric.validation import printed
from palatine.games.elric.validation.map import PROVENANCES, Row


class PieceData(msgspec.Struct):
    """The parsed data files of the counters."""

    battalia: dict[str, Any]
    spells: list[dict[str, Any]]


def read_pieces() -> PieceData:
    """Return the data that comes with the game."""
    return PieceData(DATA.read_toml("battalia.toml"), DATA.read_toml("spells.toml")["spell"])


def _figures(row: Row) -> str:
    return f"{row['value']}/{row.get('capacity', '-')}"


def counters(data: PieceData) -> Iterator[str]:
    """Check that there are 320 counters: pieces, spells and markers."""
    rows = data.battalia
    armies = sum(row.get("armies", 0) for row in rows["power"])
    pieces = len(rows["person"]) + len(rows["fleet"]) + len(rows["artifact"]) + armies
    total = pieces + len(data.spells) + printed.MARKERS
    if total != printed.COUNTERS:
        yield f"{total} counters where the box has {printed.COUNTERS}"


def powers(data: PieceData) -> Iterator[str]:
    """Check the eighteen nations, each with a leader, and the four hordes (11.0, 15.0)."""
    names = [row["name"] for row in data.battalia["power"] if row["kind"] == "nation"]
    if sorted(names) != sorted(NATIONS):
        yield f"nations: {', '.join(sorted(set(names) ^ set(NATIONS)))} too many or missing"
    led = {row["of"] for row in data.battalia["person"]}
    for name in names:
        if name not in led:
            yield f"{name}: nobody leads it"
    known = {row["name"] for row in data.battalia["power"]}
    for table in ("person", "fleet", "artifact"):
        for row in data.battalia[table]:
            if row["of"] not in known:
                yield f"{row['name']}: there is no {row['of']!r} to belong to"


def persons(data: PieceData) -> Iterator[str]:
    """Check the legible values and capacities, and who draws, never fights, or flies (9.2, 15)."""
    rows = index_by_name(data.battalia["person"])
    for name, figures in printed.PERSONS.items():
        if name not in rows:
            yield f"{name}: no such personality (15)"
        elif _figures(rows[name]) != figures:
            yield f"{name}: {_figures(rows[name])} where the rulebook has {figures} (15)"
    for word, wanted in (("draws", printed.DRAWERS), ("winged", printed.WINGED)):
        found = [name for name, row in rows.items() if row.get(word)]
        if sorted(found) != sorted(wanted):
            yield f"{word}: {', '.join(found) or 'nobody'}, where it is {', '.join(wanted)}"
    for name in printed.LOVES:
        if name in rows and not rows[name].get("love"):
            yield f"{name}: her value stands in parentheses (15)"


def fleets(data: PieceData) -> Iterator[str]:
    """Check the legible figures of fleets, and their number (15)."""
    for nation, wanted in printed.FLEETS.items():
        left = _fleets_of(data, nation)
        for figures in wanted:
            if figures not in left:
                yield f"{nation}: no fleet {figures} (15)"
            else:
                left.remove(figures)
    for nation, number in printed.FLEET_NUMBERS.items():
        if len(_fleets_of(data, nation)) != number:
            yield f"{nation}: {len(_fleets_of(data, nation))} fleets where it has {number} (15)"
    barge = next(row for row in data.battalia["fleet"] if row["of"] == "Melnibone")
    for row in data.battalia["fleet"]:
        if row is not barge and row["value"] >= barge["value"]:
            yield f"{row['of']} {row['name']}: as strong as the Battle Barge (16.6)"


def _fleets_of(data: PieceData, nation: str) -> list[str]:
    rows = [row for row in data.battalia["fleet"] if row["of"] == nation]
    return [f"{row['value']}/{row['moves']}/{row['carries']}" for row in rows]


def armies(data: PieceData) -> Iterator[str]:
    """Check the legible numbers of armies (15)."""
    rows = index_by_name(data.battalia["power"])
    for name, number in printed.ARMIES.items():
        if rows[name]["armies"] != number:
            yield f"{name}: {rows[name]['armies']} armies where the rulebook has {number} (15)"


def spells(data: PieceData) -> Iterator[str]:
    """Check the number and total value of spells of each type (16)."""
    times = Counter(row["type"] for row in data.spells)
    for kind, (number, total) in printed.SPELL_SUMS.items():
        if times[kind] != number:
            yield f"{times[kind]} spells of type {kind} where there are {number} (16)"
        found = sum(row.get("value", 0) for row in data.spells if row["type"] == kind)
        if found != total:
            yield f"the values of {kind} spells come to {found}, not to {total} (16)"
    for kind in sorted(set(times) - set(printed.SPELL_SUMS)):
        yield f"there is no type of spell {kind!r}"


def musters(data: PieceData) -> Iterator[str]:
    """Check that all things named by spells are counters (11.0)."""
    kinds = {row["name"]: row["kind"] for row in data.battalia["power"]}
    people = index_by_name(data.battalia["person"])
    things = index_by_name(data.battalia["artifact"]) | index_by_name(data.battalia["fleet"])
    known = {
        "N": {name for name, kind in kinds.items() if kind == "nation"},
        "H": {name for name, kind in kinds.items() if kind == "horde"},
        "P": set(people),
        "A": set(things),
    }
    for row in data.spells:
        for kind, name in row["musters"]:
            if name not in known.get(kind, ()):
                yield f"{row['name']}: musters {name!r} ({kind}), and there is none"


def piece_provenance(data: PieceData) -> Iterator[str]:
    """Check that each entry has a provenance."""
    tables = (*(data.battalia[table] for table in ("power", "person", "fleet", "artifact")), data.spells)
    yield from provenance_problems([(row["name"], row) for table in tables for row in table], PROVENANCES)


CHECKS: Final[tuple[Callable[[PieceData], Iterator[str]], ...]] = (
    counters, powers, persons, fleets, armies, spells, musters, piece_provenance,
)  # fmt: skip
"""All checks, in order."""
validate = Checks(read_pieces, CHECKS)
"""Return all contradictions within data, by default the game's, and with the rulebook."""

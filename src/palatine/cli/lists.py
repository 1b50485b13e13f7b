"""Commands that list games and clauses, and validate data."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, Option, Unknown
from palatine.matches import strengths
from palatine.testing.completeness import (
    ClauseCoverage,
    StepFacts,
    clause_coverage,
    incomplete_steps,
    step_facts,
    unknown_marks,
    unknown_references,
)


def games(args: Namespace) -> int:
    """Run `palatine games`."""
    found = [registry.load(name) for name in registry.games()]
    if args.json:
        print_json([_facts(game) for game in found])
        return 0
    for game in found:
        print("\n".join([*_lines(game), *(_changes(game) if args.changes else ())]))
    return 0


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def _facts(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "year": game.year,
        "rules": game.rules_version,
        "changes": game.changes,
        "scenarios": game.scenarios,
        "options": game.options,
        "bots": registry.opponents(game),
        "strengths": strengths(game),
    }


def _lines(game: Game[Any]) -> list[str]:
    return [
        f"{game.name}: {game.title} ({game.year}), rules {game.rules_version}",
        *[f"  scenario {each.name}: {each.title}, for {each.players}" for each in game.scenarios],
        *[f"  option {option.name}={_values(option)}: {option.title}" for option in game.options],
        *[f"  bot {each.bot}: {each.text}" for each in strengths(game)],
    ]


def _changes(game: Game[Any]) -> list[str]:
    return [f"  since rules {each.version}, {each.clause}: {each.text}" for each in game.changes]


def _values(option: Option) -> str:
    default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
    if isinstance(option.default, bool):
        return f"{default}|{'false' if option.default else 'true'}"
    others = [choice for choice in option.choices if choice != option.default]
    span = f" ({option.least} to {option.most})" if option.most else ""
    return "|".join([default, *others]) + span


def clauses(args: Namespace) -> int:
    """Run `palatine clauses`.

    Prints one clause in full, or all; for the latter returns 1 if a clause lacks code or a test.
    """
    if args.clause is not None:
        print("\n\n".join(_clause_texts(registry.load(args.game), args.clause)))
        return 0
    if args.json:
        if args.game is None:
            raise Unknown("Say of which game: palatine clauses GAME --json.")
        print_json([_row(each) for each in clause_coverage(registry.load(args.game))])
        return 0
    names = [args.game] if args.game else registry.games()
    return max([_report(registry.load(name)) for name in names], default=0)


def steps(args: Namespace) -> int:
    """Run `palatine steps`; return 1 if a step or an interrupt lacks something."""
    game = registry.load(args.game)
    rows = step_facts(game)
    if args.json:
        print_json([row._asdict() for row in rows])
        return 0
    columns = [(name.upper(), [row[at] for row in rows]) for at, name in enumerate(StepFacts._fields[:-1])]
    shown = [[name, *cells] for name, cells in columns if any(cells)]
    table = [[cell if isinstance(cell, tuple) else (cell,) for cell in line] for line in zip(*shown, strict=True)]
    widths = [max([0, *[len(text) for line in table for text in line[at]]]) for at in range(len(table[0]))]
    for line in table:
        for cells in zip_longest(*line, fillvalue=""):
            print("  ".join([cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]).rstrip())
    lacking = [*incomplete_steps(game), *unknown_references(game)]
    kinds = "kinds of orders" if game.orders else "steps and interrupts"
    print("\n".join([*lacking, f"{game.title}: {len(rows)} {kinds}, {len(lacking)} lacking."]))
    return int(bool(lacking))


def validate(args: Namespace) -> int:
    """Run `palatine validate`; return 1 if a game's data contradict its rulebook or themselves."""
    found = 0
    for game in [registry.load(name) for name in ([args.game] if args.game else registry.games())]:
        if find_spec(f"{game.package}.validation") is None:
            if args.game:
                raise Unknown(f"{game.title} has no checks of its data.")
            continue
        problems: list[str] = import_module(f"{game.package}.validation").validate()
        print("\n".join([*problems, f"{game.title}: {len(problems)} problems in the data."]))
        found += len(problems)
    return int(found > 0)


def _clause_texts(game: Game[Any], wanted: str) -> list[str]:
    """Return gist, code, tests and rulings of a clause and its parts ("10.7" includes 10.7a)."""
    found = [row for row in clause_coverage(game) if re.match(rf"{re.escape(wanted)}(?!\d)", row.id)]
    if not found:
        raise Unknown(f"{game.title} has no clause {wanted!r}.")
    return ["\n".join(_clause_lines(game, row)) for row in found]


def _clause_lines(game: Game[Any], row: ClauseCoverage) -> Iterator[str]:
    yield f"{row.id}  {row.chapter}"
    yield f"  {row.gist}"
    yield f"  code    {row.code}" if row.code else f"  not applicable: {row.reason}"
    yield from [f"  test    {test}" for test in row.tests]
    for id_ in dict.fromkeys((*row.see, *row.ruling.replace(",", " ").split())):
        if id_ in game.rulings:
            ruling = game.rulings[id_]
            yield f"  ruling  {id_}: {ruling.question} {ruling.ruling}"


def _row(each: ClauseCoverage) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(each)
    facts.pop("complaint")
    return facts


def _report(game: Game[Any]) -> int:
    rows = clause_coverage(game)
    lacking = [row for row in rows if row.complaint]
    unknown = unknown_marks(game)
    for row in lacking:
        print(f"{row.id}: {row.complaint}. {row.gist}")
    for clause, tests in unknown.items():
        print(f"{clause}: no such clause, but {tests[0]} names it.")
    excused = sum(row.status == "not applicable" for row in rows)
    print(
        f"{game.title}: {len(rows)} clauses, {len(rows) - len(lacking) - excused} implemented and tested, "
        f"{excused} not applicable, {len(lacking)} lacking."
    )
    return 1 if lacking or unknown else 0

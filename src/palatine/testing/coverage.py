"""Coverage of a rulebook's clauses by code and by tests.

Tests name the clauses they verify: `@pytest.mark.clause("9.24")` on a function, a class or one set of parameters, or as
a module's `pytestmark`. The marks are read from the source without running the tests. `folder_of_tests` finds the tests
of a game; an installed game includes the list in its `data/coverage.json`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from palatine.core import Clause, Game
from palatine.registry import games, load

FILE = "coverage.json"


class ClauseCoverage(msgspec.Struct, frozen=True):
    """A clause with the code and the tests that cover it."""

    id: str
    gist: str
    chapter: str
    code: str
    tests: tuple[str, ...]
    ruling: str
    status: str
    """"implemented", "not applicable" (with a reason) or "missing"."""
    reason: str = ""
    see: tuple[str, ...] = ()
    complaint: str = ""
    """A description of what is missing; "" if nothing."""


def clause_coverage(game: Game[Any], tests: Path | None = None) -> list[ClauseCoverage]:
    """Return the coverage of every clause of a game, in the rulebook's order.

    `tests` is the folder of the game's tests. The default is that of this working copy or, without one, the list
    included in the installed game.
    """
    marked = marks_of(game, tests)
    return [_covered(game, clause, tuple(marked.get(clause.id, ()))) for clause in game.clauses.values()]


def _covered(game: Game[Any], clause: Clause, tests: tuple[str, ...]) -> ClauseCoverage:
    lacking = [] if clause.excuse else _lacking(game, clause, tests)
    status = "not applicable" if clause.excuse else "implemented" if clause.code else "missing"
    return ClauseCoverage(
        clause.id,
        clause.gist,
        clause.chapter,
        clause.code,
        tests,
        clause.ruling,
        status,
        clause.excuse,
        clause.see,
        ", ".join(lacking),
    )


def _lacking(game: Game[Any], clause: Clause, tests: tuple[str, ...]) -> list[str]:
    lost = [code for code in clause.code.replace(",", " ").split() if not _exists(game.package, code)]
    found = [f"there is no {code}" for code in lost] if clause.code else ["no code"]
    return found if tests else [*found, "no test"]


def _exists(package: str, code: str) -> bool:
    """Return whether a dotted path exists, either absolute or relative to the game's package."""
    return any(_resolves(path) for path in (code, f"{package}.{code}"))


def _resolves(path: str) -> bool:
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            found: Any = import_module(name)
        except ModuleNotFoundError as error:
            if error.name and name.startswith(error.name):
                continue
            raise
        for part in parts[length:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def unknown_marks(game: Game[Any], tests: Path | None = None) -> dict[str, list[str]]:
    """Return the clauses that tests name but the rulebook does not have, with the tests."""
    return {clause: names for clause, names in marks_of(game, tests).items() if clause not in game.clauses}


# Location of the tests


def marks_of(game: Game[Any], tests: Path | None = None) -> dict[str, list[str]]:
    """Return the node ids of the tests of each clause."""
    folder = tests or folder_of_tests(game)
    if folder is not None:
        return read_marks(folder)
    brought = files(game.package) / "data" / FILE
    return msgspec.json.decode(brought.read_bytes(), type=dict[str, list[str]]) if brought.is_file() else {}


def folder_of_tests(game: Game[Any]) -> Path | None:
    """Return the folder of a game's tests; None if its package is not in a working copy.

    It is `tests` in the package itself, `tests/games/PACKAGE` of its project, or `tests` of a project without another
    game.
    """
    package = Path(str(files(game.package)))
    top = next((each for each in package.parents if (each / "pyproject.toml").is_file()), None)
    if top is None or "site-packages" in package.parts:
        return None
    of_games = top / "tests" / "games"
    folders = (package / "tests", of_games / package.name if of_games.is_dir() else top / "tests")
    return next((each for each in folders if each.is_dir()), None)


def write_coverage(game: Game[Any], tests: Path) -> Path:
    """Write the list that is included in an installed game; return its path."""
    path = Path(str(files(game.package) / "data" / FILE))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(read_marks(tests)), indent=1))
    return path


# Reading marks


def read_marks(folder: Path) -> dict[str, list[str]]:
    """Return the node ids of the tests below `folder` by the clauses with which they are marked."""
    found: dict[str, list[str]] = {}
    top = next((parent.parent for parent in (folder, *folder.parents) if parent.name == "tests"), folder)
    for path in sorted(folder.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"), str(path))
        shared = [each for node in module.body if _is_pytestmark(node) for each in _clauses(node)]
        for name, clauses in _tests(module.body, str(path.relative_to(top)), shared):
            for clause in dict.fromkeys(clauses):
                found.setdefault(clause, []).append(name)
    return found


def _tests(body: list[ast.stmt], prefix: str, shared: list[str]) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [each for deco in node.decorator_list for each in _clauses(deco)]
            own += [each for part in node.body if _is_pytestmark(part) for each in _clauses(part)]
            yield from _tests(node.body, f"{prefix}::{node.name}", shared + own)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [each for deco in node.decorator_list for each in _clauses(deco)]
            yield f"{prefix}::{node.name}", shared + own


def _is_pytestmark(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _clauses(node: ast.AST) -> Iterator[str]:
    """Yield the literal string arguments of all calls `....clause(...)` in a piece of code."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "clause":
            yield from [
                arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]


def write_all(tests: Path) -> list[Path]:
    """Write the list of every game with tests below `tests`; return the paths."""
    known = {game: folder_of_tests(game) for game in map(load, games())}
    top = tests.resolve()
    return [write_coverage(game, each) for game, each in known.items() if each and top in (each, *each.parents)]

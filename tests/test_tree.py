"""The project tree: equal packages in every game, limits of size, one class for a name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "palatine"
GAMES = sorted(path.parent for path in (CODE / "games").glob("*/__init__.py"))
LINES = 600
MODULES = 22
"""Most modules in a folder."""
PACKAGES = {
    "bot", "components", "data", "orders", "preview", "recap", "rules", "sheet_help", "validation", "view",
}  # fmt: skip
MODULES_OF_A_GAME = {
    "__init__", "decisions", "position", "preview", "recap", "referee", "secrecy", "sequence", "setup", "state",
}  # fmt: skip
GROUPS = {"common", "characters", "movement", "combat", "magic", "realm", "encounters", "actions", "setup"}
FEW = 40
"""A module of the application or the core with fewer lines is in `SMALL`."""
SMALL = {
    # The messages of a package and the function that says them.
    "accounts/auth/wording.py", "accounts/wording.py", "mail/wording.py",
    "notifications/wording.py", "web/wording.py",
    # Types and values that several packages share; by themselves they import next to nothing.
    "core/guidance/expectation.py",
    "core/guidance/measures.py", "core/journal.py", "mail/settings.py", "matches/seat_owners.py",
    "matches/strengths.py", "web/monitoring/runtime.py",
    # A library, or a table of the database, behind the few functions that use it.
    "mail/tls.py", "matches/cache.py", "matches/files/verdicts.py", "notifications/server_keys.py",
    "optional_imports.py", "store/heartbeats.py", "store/transactions/conflicts.py",
    # One command, mail, page or step beside others that have a module each.
    "accounts/cursor.py", "cli/jobs.py", "config/effective.py", "core/lessons/picture.py", "core/text/typos.py",
    "lab/studies/running.py", "mail/handlers/confirmation.py", "mail/handlers/letters.py", "mail/reading/automatic.py",
    "matches/play/readiness.py",
    "web/credits.py", "web/monitoring/diagnostics.py",
    # Work that a server does beside its requests.
    "notifications/deadlines.py", "notifications/maintenance.py", "web/background/work_assignment.py",
    "web/monitoring/shutdown.py",
}  # fmt: skip
"""The small modules, with the reason for each group."""
OWN_CLASSES = {
    # Words of a rulebook.
    "Mark", "Outcome", "Pace", "Plan", "Proposal", "Recruit", "Standing",
    # An order or a step of a game, and the record in its state.
    "CityState", "Demon", "Magnate", "Truce",
    # The parts of an order and of its text, of which no others exist in a game.
    "Move", "Order", "Part", "Words",
    # Estimates and views of a game's bot.
    "Battle", "Field", "Line", "Odds", "Reach", "Strike",
    # The files of a game's own data, its tables and its secrets.
    "Counter", "Data", "Reply", "Result", "Scenario", "Unknown",
}  # fmt: skip
"""Class names that a game uses again, with the reason for each group."""


def modules() -> list[Path]:
    return sorted([*CODE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")])


def folders(place: Path) -> list[Path]:
    return sorted({path.parent for path in place.rglob("*.py")})


def test_no_module_is_too_long() -> None:
    long = {path.relative_to(ROOT): path.read_text(encoding="utf-8").count("\n") for path in modules()}
    assert {path: lines for path, lines in long.items() if lines > LINES} == {}


def test_a_small_module_has_a_reason() -> None:
    modules = [path for path in CODE.rglob("[!_]*.py") if not {"games", "examples", "migrations"} & {*path.parts}]
    small = {
        path.relative_to(CODE).as_posix() for path in modules if len(path.read_text("utf-8").splitlines()) < FEW
    }
    assert small == SMALL, sorted(small ^ SMALL)


def test_no_folder_is_crowded() -> None:
    crowds = {folder.relative_to(CODE): len([*folder.glob("[!_]*.py")]) for folder in folders(CODE)}
    assert {folder: count for folder, count in crowds.items() if count > MODULES} == {}


def test_every_module_says_what_it_is() -> None:
    silent = [
        path for path in CODE.rglob("*.py") if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert [path.relative_to(CODE) for path in silent if "migrations" not in path.parts] == []


def test_a_class_name_means_one_thing() -> None:
    """No two classes of the application or of a game share a name.

    A game's class shares one with the application only if it extends it.
    """
    found: dict[str, list[tuple[str, bool]]] = {}
    for path in CODE.rglob("*.py"):
        package, *rest = path.relative_to(CODE).parts
        owner = rest[0] if package == "games" else "" if "examples" not in rest else str(path)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                extends = any(ast.unparse(base).partition("[")[0].endswith(node.name) for base in node.bases)
                found.setdefault(node.name, []).append((owner, extends))
    clashes = {
        name
        for name, places in found.items()
        for owner, extends in places
        if owner.count("/") == 0
        and not extends
        and sum(other in ("", owner) and not extended for other, extended in places) > 1
    }
    assert clashes - OWN_CLASSES == set(), sorted(clashes - OWN_CLASSES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_the_packages_of_all_games(game: Path) -> None:
    there = {path.stem for path in game.glob("*.py")} | {path.parent.name for path in game.glob("*/__init__.py")}
    assert there | {"data"} <= PACKAGES | MODULES_OF_A_GAME
    assert {"bot", "components", "position", "referee", "rules", "sequence", "state", "validation", "view"} <= there
    groups = {path.parent.name for path in (game / "rules").glob("*/__init__.py")}
    assert groups <= GROUPS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tests_of_a_game_stand_as_its_modules_do(game: Path) -> None:
    tests = ROOT / "tests" / "games" / game.name
    strange = [each.relative_to(tests) for each in folders(tests) if not (game / each.relative_to(tests)).is_dir()]
    assert [path for path in strange if path.parts[0] not in ("laws", "positions")] == []


def test_every_file_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/-]+\.(?:py|js|md))`", text))
    places = [ROOT, CODE, CODE / "web" / "static" / "js", *GAMES]
    assert [name for name in named if not any((place / name).is_file() for place in places)] == []
    assert len(named) > 30


def test_the_tree_of_a_game_in_the_architecture_is_the_one_there_is() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    head, *lines = text.partition("```\ngames/")[2].partition("```")[0].splitlines()
    game = CODE / "games" / head.strip("/")
    shown = {line.split()[0].strip("/") for line in lines if re.match(r"  \w", line)}
    assert shown == {path.name for path in game.iterdir() if path.name != "__pycache__"}
    chapters = {line.split()[0].strip("/") for line in lines if re.match(r"    \w", line)}
    assert chapters == {path.name for path in (game / "rules").iterdir() if path.name[:2] != "__"}

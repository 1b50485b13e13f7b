"""Names: a game defines each public name once, and none of the core's.

A failure lists every name and where it is defined.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

CODE = Path(__file__).parents[1] / "src" / "palatine"
GAMES = sorted(path.parent for path in (CODE / "games").glob("*/__init__.py"))
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def definitions(package: Path) -> Iterator[tuple[Definition, Path]]:
    """Yield the public classes and functions of a package's modules."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, Definition) and not node.name.startswith("_"):
                yield node, path


def extends_its_namesake(node: Definition) -> bool:
    bases = [ast.unparse(base).partition("[")[0] for base in node.bases] if isinstance(node, ast.ClassDef) else []
    return any(base.endswith(node.name) for base in bases)


def bound(referee: Path) -> set[str]:
    """Return the methods of `core.Game` that a game's class binds or defines."""
    found = set()
    for node in ast.parse(referee.read_text(encoding="utf-8")).body:
        for item in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(item, ast.Assign):
                found |= {target.id for target in item.targets if isinstance(target, ast.Name)}
            elif isinstance(item, ast.FunctionDef):
                found.add(item.name)
    return found


def clashes(package: Path, core: Path) -> dict[str, list[str]]:
    """Return names defined twice in a package, or also in the core, with their modules."""
    places = defaultdict(list)
    for node, path in definitions(package):
        if not extends_its_namesake(node):
            places[node.name].append(path.relative_to(package).as_posix())
    known = {node.name: path.relative_to(core).as_posix() for node, path in definitions(core)}
    given = bound(package / "referee.py")
    found = {name: modules for name, modules in places.items() if len(modules) > 1}
    for name in known.keys() & places.keys() - given:
        found[name] = [f"core/{known[name]}", *places[name]]
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_defines_a_name_once_and_none_of_the_core(game: Path) -> None:
    found = clashes(game, CODE / "core")
    assert not found, "\n".join(f"{name}: {', '.join(places)}" for name, places in sorted(found.items()))


def test_the_core_defines_a_name_once() -> None:
    places = defaultdict(list)
    for node, path in definitions(CODE / "core"):
        places[node.name].append(path.name)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_clashes_are_found(tmp_path: Path) -> None:
    game, core = tmp_path / "game", tmp_path / "core"
    for path, text in {
        game / "referee.py": "class Chess:\n    view = view\n    def prompt(self): ...\n",
        game / "view.py": "def view(): ...\ndef prompt(): ...\ndef move(): ...\nclass State(core.State): ...\n",
        game / "rules" / "moves.py": "def move(): ...\ndef _move(): ...\ndef roll(): ...\n",
        core / "state.py": "class State: ...\ndef view(): ...\ndef prompt(): ...\ndef roll(): ...\n",
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert clashes(game, core) == {
        "move": ["rules/moves.py", "view.py"], "roll": ["core/state.py", "rules/moves.py"],
    }  # fmt: skip

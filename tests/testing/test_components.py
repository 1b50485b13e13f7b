"""Use of a game's data: the rules read everything that is loaded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import palatine.games

PACKAGE = Path(next(iter(palatine.games.__path__)))
GAMES = sorted(path.parent.parent.name for path in PACKAGE.glob("*/components/__init__.py"))


def definitions(folder: Path) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the module-level statements of a folder, with their module."""
    for path in sorted(folder.glob("*.py")):
        yield from [(path.stem, node) for node in ast.parse(path.read_text(encoding="utf-8")).body]


def defined(node: ast.stmt) -> set[str]:
    """Return the names that a statement binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def names_read(tree: ast.AST) -> Iterator[str]:
    """Yield every name that is read or imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


def is_table(node: ast.stmt) -> bool:
    """Return whether a statement makes a table, not a number, word or named number."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    plain = all(isinstance(target, ast.Name) and target.id.isupper() for target in targets)
    return plain and not isinstance(getattr(node, "value", None), ast.Constant)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_of_the_box_is_read(game: str) -> None:
    """The reader is outside `components` and `validation`.

    It reads the table or something made from it.
    """
    folder = PACKAGE / game
    apart = {folder / "components", folder / "validation"}
    readers = [path for path in folder.rglob("*.py") if not apart & set(path.parents)]
    read = {name for path in readers for name in names_read(ast.parse(path.read_text(encoding="utf-8")))}
    box = list(definitions(folder / "components"))
    alive: set[str] = set()
    while not read <= alive:
        alive |= read
        read = {name for _, node in box if defined(node) & alive for name in names_read(node)}
    dead = [f"{module}.{name}" for module, node in box if is_table(node) for name in defined(node) - alive]
    assert [name for name in dead if "._" not in name] == []

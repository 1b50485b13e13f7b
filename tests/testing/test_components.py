"""Whatever a game loads from its box is read by its rules: what an owner corrects in the data changes play."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import palatine.games

HOUSE = Path(next(iter(palatine.games.__path__)))
GAMES = sorted(path.parent.name for path in HOUSE.glob("*/components/__init__.py"))


def constants(folder: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything in capitals that the modules of a folder assign at their heads."""
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AnnAssign)
                else []
            )
            if isinstance(getattr(node, "value", None), ast.Constant):
                continue
            for name in [each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]:
                if name.id.isupper() and not name.id.startswith("_"):
                    yield path.stem, name.id


def names_read(path: Path) -> Iterator[str]:
    """Every name a module reads or imports, plain or of another module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name


@pytest.mark.parametrize("game", GAMES)
def test_every_constant_of_the_box_is_read(game: str) -> None:
    folder = HOUSE / game
    apart = {folder / "components", folder / "validation"}
    readers = [path for path in folder.rglob("*.py") if not apart & set(path.parents)]
    read = {name for path in readers for name in names_read(path)}
    within = {name for path in (folder / "components").glob("*.py") for name in names_read(path)}
    found = [f"{module}.{name}" for module, name in constants(folder / "components") if name not in read | within]
    assert not found

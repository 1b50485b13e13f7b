"""`palatine new-game`: copy an example game as a package, to start a new game from it."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from palatine import registry
from palatine.core import Unknown

EXAMPLES_PACKAGE = "palatine.testing.examples"
NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PYPROJECT_TEMPLATE = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "palatine-{name}"
version = "0.1.0"
description = "{title}, a game for Palatine"
requires-python = ">=3.11"
dependencies = ["palatine"]

[project.optional-dependencies]
test = ["pytest>=8"]

[project.entry-points."palatine.games"]
{name} = "{package}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["src"]
addopts = "--strict-markers -q --import-mode=importlib"
markers = ["clause(*ids): the clauses of the rulebook a test holds the rules against"]
"""
NEXT_STEPS = """\
{folder} is a game of its own now, as yet a copy of the example {example}. What to do next:
  cd {folder}
  python -m pip install --editable '.[test]'
  python -m pytest
  palatine play {name}"""


def new_game(args: Namespace) -> int:
    """Copy an example under the given name into a new folder."""
    name: str = args.name
    package = name.replace("-", "_")
    if not NAME_PATTERN.fullmatch(name) or iskeyword(package):
        raise Unknown(f"A game's name is made of small letters, digits and single hyphens; {name!r} is not.")
    if name in registry.games() or find_spec(package) is not None:
        raise Unknown(f"There is a game or a Python package of the name {name!r} already.")
    folder = Path(args.folder or name)
    if folder.exists():
        raise Unknown(f"{folder} is there already.")
    example = "tithe" if args.orders else "marsh" if args.hexes else "ford"
    _copy(example, name, package, folder)
    print(NEXT_STEPS.format(folder=folder, example=example, name=name))
    return 0


def _copy(example: str, name: str, package: str, folder: Path) -> None:
    title = name.replace("-", " ").title()
    _write(folder / "pyproject.toml", PYPROJECT_TEMPLATE.format(name=name, title=title, package=package))
    for path, text in _sources(files(EXAMPLES_PACKAGE) / example, Path()):
        target = folder / path if path.parts[0] == "tests" else folder / "src" / package / path
        named = text.replace(f'game = "{example}"', f'game = "{name}"')  # A lesson names its game, ...
        named = re.sub(rf"^{example}$", name, named, flags=re.MULTILINE)  # ... and so does a position.
        _write(target, _renamed(named, example, name, package, title) if path.suffix == ".py" else named)


def _sources(target: Traversable, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a game's package as path and text."""
    for each in sorted(target.iterdir(), key=lambda entry: entry.name):
        if each.is_dir() and each.name != "__pycache__":
            yield from _sources(each, path / each.name)
        elif each.is_file():
            yield path / each.name, each.read_text(encoding="utf-8")


def _renamed(text: str, example: str, name: str, package: str, title: str) -> str:
    """Return a module of the example, renamed and with a notice of its own."""
    old, new = example.title(), title.replace(" ", "")
    text = text.replace(f"{EXAMPLES_PACKAGE}.{example}", package)
    text = text.replace(f'name = "{example}"', f'name = "{name}"')
    text = re.sub(r'notice = "[^"]*"', f'notice = "{title}. Its author has not named a licence yet."', text)
    text = re.sub(rf"\b{old}(State\b|\(|\[)", rf"{new}\1", text)
    return re.sub(rf'"{old}(?=[":]| as | near )', f'"{title}', text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")

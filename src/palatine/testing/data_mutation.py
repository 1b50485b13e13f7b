"""Mutation testing of data: change a figure, and see whether a validator or play notices."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import palatine
from palatine.core import Game
from palatine.testing.findings import reference

TEXTS = ("clauses", "rulings", "messages", "glossary", "lessons")
"""Prefixes of files in `data/` that contain texts only."""
FIGURE = re.compile(r"(?<![\w.\"'+-])\d+(?![\w.\"'-])")
PLAYED = ("150", "a", "b", "c")
"""Number of decisions, then the seeds of the games played with the changed data."""
CHECK = """
import sys
from palatine.testing.data_mutation import validator_of
sys.exit(1 if validator_of(sys.argv[1])() else 0)
"""


class DataChange(NamedTuple):
    """A changed figure, and what noticed the change ("" if nothing did)."""

    game: str
    place: str
    """File and line."""
    line: str
    figure: str
    other: str
    noticed: str

    def __str__(self) -> str:
        who = self.noticed or "nobody"
        return f"{self.game}, {self.place}: {self.figure} as {self.other} is noticed by {who}: {self.line.strip()}"


def figures(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the integers of a TOML file outside strings and comments, with their line indices."""
    for number, line in enumerate(text.splitlines()):
        bare = re.sub(r"#.*|\"[^\"]*\"|'[^']*'", lambda each: " " * len(each[0]), line)
        yield from [(number, match) for match in FIGURE.finditer(bare)]


def mutate_data(game: Game[Any], seed: str) -> DataChange | None:
    """Change one figure of a game's data, chosen by `seed`; return None if the game has none."""
    random = Random(seed)
    folder = Path(str(files(game.package) / "data"))
    known = [path for path in sorted(folder.rglob("*.toml")) if not path.name.startswith(TEXTS)]
    places = [(path, line, match) for path in known for line, match in figures(path.read_text(encoding="utf-8"))]
    if not places:
        return None
    path, number, match = random.choice(places)
    other = str(max(0, int(match[0]) + random.choice((-1, 1))))
    other = other if other != match[0] else str(int(match[0]) + 1)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    line = lines[number]
    lines[number] = line[: match.start()] + other + line[match.end() :]
    noticed = _noticed(game, path, "".join(lines))
    return DataChange(game.name, f"{path.relative_to(folder)}:{number + 1}", line, match[0], other, noticed)


def _noticed(game: Game[Any], path: Path, text: str) -> str:
    """Return what notices a change of a data file: the reader, a validator or the play; else ""."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return "the reader"
    top = Path(palatine.__file__).parent
    with TemporaryDirectory() as place:
        for each in top.rglob("*"):
            if each.is_file() and each.suffix != ".pyc":
                copy = Path(place) / "palatine" / each.relative_to(top)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(text, encoding="utf-8") if each == path else copy.symlink_to(each)
        if _run(place, "-c", CHECK, game.package).returncode:
            return "a validator"
        command = ("-m", "palatine.testing", "digest", reference(game), *PLAYED)
        played = _run(place, *command)
        return "the play" if played.returncode or played.stdout != _run(str(top.parent), *command).stdout else ""


def _run(source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([source, *sys.path])}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=around, capture_output=True, text=True, check=False)


def validator_of(package: str) -> Any:
    """Return the validation function of a package; without one, a function that returns []."""
    name = f"{package}.validation"
    return import_module(name).validate if find_spec(name) else lambda: []

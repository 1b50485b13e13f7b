"""The README counts the entries of each game's data by their provenance."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (TOP / "src" / "palatine" / "games").glob("*/data"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_readme_counts_entries_by_provenance(game: Path) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((game / "data").glob("*.toml")))
    counts = Counter(re.findall(r'\bprovenance *= *"(\w+)"', source))
    name = game.name.replace("_", "-")
    (row,) = re.findall(rf"^\| `{name}` \| ([\d, \w]*\d \w+) \|", (TOP / "README.md").read_text(), re.MULTILINE)
    assert dict(pair.split(" ")[::-1] for pair in row.split(", ")) == {word: str(n) for word, n in counts.items()}

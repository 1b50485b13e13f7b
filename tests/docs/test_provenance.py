"""The terms and counts of provenance in README and the provenance pages."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from palatine import registry
from palatine.core.guidance.base import COUNT
from palatine.core.validation import ProvenanceCount, count_provenances

README = Path(__file__).parents[2] / "README.md"
GAMES = [name for name in registry.games() if registry.load(name).package.startswith("palatine.games")]


def test_rows_and_their_exceptions_are_counted() -> None:
    tables = {
        "kind": "map",
        "city": [
            {"name": "Ur", "provenance": "ours", "from": {"hex": "told", "port": "ours"}},
            {"name": "Uruk", "provenance": "told", "except": {"walls": "ours"}},
        ],
        "chart": {"row": {"provenance": "told"}},
    }
    assert count_provenances(tables) == {"ours": ProvenanceCount(1, 1), "told": ProvenanceCount(2, 1)}


@pytest.mark.parametrize("name", GAMES)
def test_the_readme_counts_entries_by_provenance(name: str) -> None:
    """PALATINE_UPDATE_GOLDEN=1 updates the counts."""
    game = registry.load(name)
    entries = ", ".join(f"{count.entries} {word}" for word, count in game.provenance.items() if count.entries)
    values = ", ".join(f"{count.values} {word}" for word, count in game.provenance.items() if count.values)
    row = re.compile(rf"^(\| `{name}` \| )(\d[^|]*|[^|]*\d \w+)( \| )([^|]*)( \| )", re.MULTILINE)
    text = README.read_text(encoding="utf-8")
    if os.environ.get("PALATINE_UPDATE_GOLDEN"):
        text = row.sub(rf"\g<1>{entries}\g<3>{values or 'none'}\g<5>", text)
        README.write_text(text, encoding="utf-8")
    (found,) = row.findall(text)
    assert (found[1], found[3]) == (entries, values or "none")


@pytest.mark.parametrize("name", GAMES)
def test_the_provenance_page_counts_every_word_of_the_data(name: str) -> None:
    game = registry.load(name)
    folder = Path(__file__).parents[2] / "src" / game.package.replace(".", "/") / "data" / "pages"
    source = (folder / "provenance.md").read_text(encoding="utf-8")
    assert set(COUNT.findall(source)) == set(game.provenance)
    foreign = {word for each in GAMES for word in registry.load(each).provenance} - set(game.provenance) - {"ours"}
    assert not foreign & set(re.findall(r"\*\*(\w+)\*\*", source.casefold())), "words of other games' data"
    assert not COUNT.search(game.pages["provenance"])
    for count in game.provenance.values():
        assert all(str(number) in game.pages["provenance"] for number in count if number)

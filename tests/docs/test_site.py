"""The source of the site: complete for all games, with working links. `make docs` builds it."""

from __future__ import annotations

import importlib.util
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from palatine import registry

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("pages", TOP / "docs" / "site" / "pages.py")
    assert spec is not None
    assert spec.loader is not None
    pages: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    folder = tmp_path_factory.mktemp("site") / "source"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_registered", {})
        pages.assemble(folder)
    return folder


def test_every_clause_and_ruling_of_every_game_is_there(site: Path) -> None:
    pages = {path.stem.removeprefix("game-"): path for path in site.glob("game-*.md")}
    assert len(pages) >= 5
    for name, path in pages.items():
        game = registry.load(name)
        found = [unescape(each) for each in re.findall(r'<a id="([^"]+)">', path.read_text(encoding="utf-8"))]
        assert sorted(found) == sorted([*game.clauses, *(f"ruling-{ruling}" for ruling in game.rulings)])


def test_every_page_is_in_the_contents_once(site: Path) -> None:
    listed = re.findall(
        r"^([a-z-]+)$", (site / "index.md").read_text(encoding="utf-8").split("{toctree}", 1)[1], re.MULTILINE
    )
    assert sorted(listed) == sorted(path.stem for path in site.glob("*.md") if path.stem != "index")


def test_links_and_pictures_lead_to_files_of_the_site(site: Path) -> None:
    for page in site.glob("*.md"):
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            assert "://" in target or (site / target).exists(), f"{page.name}: {target}"

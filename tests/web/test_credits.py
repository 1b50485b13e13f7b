"""Credits: every author with a licence, on a page that every page links to."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from palatine import registry
from palatine.core.data import PackageData
from palatine.web import credits
from palatine.web.rendering import STATIC_FOLDER, static_path


def test_every_font_and_every_licence_is_named(client: Any) -> None:
    told = client.get("/credits").text
    for path in (STATIC_FOLDER / "fonts").iterdir():
        assert path.name in told, path
    for font in credits.font_credits():
        assert client.get(f"{static_path()}/fonts/{font['file']}").status_code == 200
    for path in [path for path in STATIC_FOLDER.rglob("*") if re.search(r"licen[cs]e", path.name, re.IGNORECASE)]:
        assert path.name.removesuffix(credits.LICENCE_OF_LIBRARY) in credits.library_licences(), path


def test_every_drawing_of_every_game_is_named(client: Any) -> None:
    told = client.get("/credits").text
    for game in map(registry.load, registry.games()):
        licence = PackageData(game.package).folder / "SILHOUETTES-LICENCE.md"
        if (PackageData(game.package).folder / "silhouettes.json").is_file():
            drawings = re.findall(r"^- (.+)$", licence.read_text(encoding="utf-8"), re.MULTILINE)
            assert len(drawings) > 20
            assert game.title in told
            assert [drawing for drawing in drawings if f"<li>{drawing}</li>" not in told] == []


def test_a_library_is_known_by_the_licence_beside_it(tmp_path: Path) -> None:
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "abacus.LICENSE.txt").write_text("Anybody may count.", encoding="utf-8")
    assert credits.library_licences(tmp_path) == {"abacus": "Anybody may count."}


def test_every_page_links_to_the_credits_and_they_load_nothing_from_elsewhere(client: Any) -> None:
    for path in ("/", "/new/ford", "/games/ford/rules"):
        assert '<a href="/credits">' in client.get(path).text
    assert not re.search(r"src=\"(?:https?:)?//", client.get("/credits").text)

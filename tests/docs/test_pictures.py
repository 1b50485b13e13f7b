"""Pictures of README and docs: each is made by the script, used by a page, and small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from pictures import FOLDER, SHOTS

TOP = Path(__file__).parents[2]
PAGES = [*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")]
MOST = 5_000_000
"""Maximum size of all pictures together in bytes."""


def test_every_picture_is_made_by_the_script_and_shown_by_a_page() -> None:
    used = {
        name for page in PAGES for name in re.findall(r"pictures/([\w.-]+)\)", page.read_text(encoding="utf-8"))
    }
    assert {path.name for path in FOLDER.iterdir()} == used == {f"{name}.webp" for name in SHOTS}


def test_no_other_pictures_are_in_the_docs() -> None:
    kinds = {".png", ".jpg", ".jpeg", ".gif", ".webp"}
    found = [path for path in (TOP / "docs").rglob("*") if path.suffix in kinds and path.parent != FOLDER]
    assert found == []


def test_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= MOST


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_can_be_shown(name: str) -> None:
    with Image.open(FOLDER / f"{name}.webp") as image:
        assert min(image.size) >= 700
        assert len(image.convert("L").getcolors(256) or ()) > 50, "not an empty page"

"""Lesson files: parsed strictly, so that typing errors are noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palatine.core.data import PackageData
from palatine.core.guidance.lessons import LessonError, load_lessons, without_links

GOOD = """lesson = "one"
title = "One"
minutes = 2
game = "ford"
seat = "North"
position = "x"
[[step]]
say = "Look."
[lesson_end]
say = "Done."
"""


@pytest.fixture
def load(tmp_path: Path, monkeypatch: Any) -> Any:
    """Return a function that loads lessons from texts by file name."""

    def load(**files: str) -> Any:
        (tmp_path / "lessons").mkdir(exist_ok=True)
        for name, text in files.items():
            (tmp_path / "lessons" / name.replace("__", ".").replace("_", "-")).write_text(text, encoding="utf-8")
        monkeypatch.setattr(PackageData, "__init__", lambda self, package: setattr(self, "folder", tmp_path))
        return load_lessons(f"of.{tmp_path.name}")

    return load


def test_a_lesson_is_read_with_its_number(load: Any) -> None:
    lesson = load(**{"3_one__toml": GOOD})[0]
    assert (lesson.number, lesson.lesson, lesson.position) == (3, "one", "x")


def test_lessons_stand_in_the_order_of_their_numbers(load: Any) -> None:
    two = GOOD.replace('"one"', '"two"').replace("minutes", 'next = "one"\nminutes')
    assert [each.lesson for each in load(**{"10_one__toml": GOOD, "2_two__toml": two})] == ["two", "one"]


def test_a_position_may_lie_beside_it(load: Any) -> None:
    text = GOOD.replace('position = "x"', 'position_file = "long.txt"')
    assert load(**{"1_one__toml": text, "long__txt": "y\n"})[0].position == "y\n"


def test_a_game_without_lessons_has_none(tithe: Any) -> None:
    assert load_lessons("palatine.core") == ()
    assert [each.lesson for each in tithe.lessons] == ["a-season"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("minutes = 2", "minutes = 2\nlenght = 3", "lenght"),
        ("say = \"Look.\"", "say = \"Look.\"\nexpects = \"x\"", "expects"),
        ("minutes = 2", "minutes = 0", "minutes"),
        ("say = \"Look.\"", "", "step 1 neither says nor expects"),
        ("say = \"Look.\"", f"say = \"{'word ' * 31}\"", "step 1, say has 31 words"),
        ("say = \"Done.\"", f"say = \"{'word ' * 31}\"", "lesson_end, say has 31 words"),
        ("say = \"Look.\"", "say = \"Look.\"\nreply = \"x\"", "reply to nothing"),
        ("position = \"x\"", "", "begins with one of"),
        ("position = \"x\"", "position = \"x\"\n[setup]\nscenario = \"y\"", "begins with one of"),
        ("minutes = 2", "minutes = 2\nnext = \"three\"", "no next lesson 'three'"),
        ("minutes = 2", "minutes = 2\ndice = \"6, 6\"", "key:"),
        ("minutes = 2", "minutes = 2\ndice = [0]", "a face is"),
        ("lesson = \"one\"", "lesson = \"two\"", "its lesson is 'one'"),
        ("minutes = 2", "minutes = ", r"toml cannot be read as TOML: Invalid"),
    ],
)  # fmt: skip
def test_what_is_written_wrongly_is_told(load: Any, old: str, new: str, why: str) -> None:
    with pytest.raises(LessonError, match=why):
        load(**{"1_one__toml": GOOD.replace(old, new)})


def test_a_file_of_another_name_is_refused(load: Any) -> None:
    with pytest.raises(LessonError, match="<number>-<lesson>"):
        load(**{"one__toml": GOOD})


def test_links_to_the_glossary_count_as_their_words() -> None:
    assert (
        without_links("A {term:battle-ground} and {term:melee|hand to hand}.")
        == "A battle ground and hand to hand."
    )

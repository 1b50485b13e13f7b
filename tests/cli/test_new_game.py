"""A new game, copied from an example: independent, and its own tests pass immediately."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest


def own_tests(folder: Path, *some: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a new game, or some of them."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *some]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("more", [(), ("--hexes",), ("--orders",)])
def test_a_new_game_passes_its_own_tests_at_once(run: Any, tmp_path: Path, more: tuple[str, ...]) -> None:
    folder = tmp_path / "salt"
    code, out, err = run("new-game", "salt-road", "--folder", str(folder), *more)
    assert (code, err) == (0, "")
    assert "What to do next" in out
    ran = own_tests(folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["palatine.games"] == {"salt-road": "salt_road:GAME"}
    asked = "from salt_road import GAME; print(GAME.name, GAME.title, type(GAME).__name__, GAME.package, sep=', ')"
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=folder / "src", capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "salt-road, Salt Road, SaltRoad, salt_road"
    referee = (folder / "src" / "salt_road" / "referee.py").read_text(encoding="utf-8")
    assert "Marsh" not in referee
    assert ('notice = "Salt Road. Its author has not named a licence yet."' in referee) == ("--hexes" in more)


LEARN = """
import sys
from palatine import registry
from palatine.cli.main import main
from salt_road import GAME
registry.register("salt-road", GAME)
sys.exit(main(["learn", "salt-road"]))
"""


@pytest.mark.parametrize(
    ("more", "first"),
    [((), "choose the Knight"), (("--hexes",), "Choose your Guard"), (("--orders",), "Have Aldo collect")],
)
def test_the_lesson_of_a_new_game_begins(
    run: Any, tmp_path: Path, more: tuple[str, ...], first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "salt"
    assert run("new-game", "salt-road", "--folder", str(folder), *more)[0] == 0
    ran = subprocess.run(
        [sys.executable, "-c", LEARN], cwd=folder / "src", input="", capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert first in ran.stdout


CLAUSES = LEARN.replace('["learn", "salt-road"]', '["clauses", "salt-road"]')
COVERAGE = LEARN.replace("cli.main", "testing.__main__").replace(
    '["learn", "salt-road"]', '["coverage", "../tests"]'
)


@pytest.mark.parametrize("more", [(), ("--hexes",), ("--orders",)])
def test_the_clauses_of_a_new_game_are_held_against_its_own_tests(
    run: Any, tmp_path: Path, more: tuple[str, ...]
) -> None:
    folder = tmp_path / "salt"
    assert run("new-game", "salt-road", "--folder", str(folder), *more)[0] == 0
    told = [
        subprocess.run(
            [sys.executable, "-c", script], cwd=folder / "src", capture_output=True, text=True, check=True
        )
        for script in (CLAUSES, COVERAGE)
    ]
    assert told[0].stdout.endswith(" 0 lacking.\n")
    assert told[1].stdout == f"{folder}/src/salt_road/data/coverage.json\n"


def test_the_tests_of_a_new_game_play_its_lesson(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "salt"
    assert run("new-game", "salt-road", "--folder", str(folder))[0] == 0
    lesson = folder / "src/salt_road/data/lessons/1-the-ford.toml"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace('game = "salt-road"', 'game = "ford"'), encoding="utf-8")
    ran = own_tests(folder, "-k", "lesson")
    assert ran.returncode == 1
    assert "it is a lesson of 'ford', and this game is 'salt-road'" in ran.stdout


def test_nothing_of_the_example_is_left_but_what_came_in_its_box(run: Any, tmp_path: Path) -> None:
    for more, example in (((), "Ford"), (("--hexes",), "Marsh"), (("--orders",), "Tithe")):
        folder = tmp_path / example
        assert run("new-game", "salt-road", "--folder", str(folder), *more)[0] == 0
        for path in folder.rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "palatine.testing.examples" not in text
            assert f"{example}State" not in text
            assert f"{example}(" not in text


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Salt Road", "is made of small letters, digits and single hyphens; 'Salt Road' is not."),
        ("salt--road", "is made of small letters"),
        ("class", "is made of small letters"),
        ("elric", "There is a game or a Python package of the name 'elric' already."),
        ("json", "There is a game or a Python package of the name 'json' already."),
    ],
)
def test_a_name_that_will_not_do_is_refused_and_nothing_written(
    run: Any, tmp_path: Path, name: str, complaint: str
) -> None:
    code, out, err = run("new-game", name, "--folder", str(tmp_path / "there"))
    assert (code, out) == (2, "")
    assert complaint in err
    assert not (tmp_path / "there").exists()


def test_a_folder_that_is_there_is_left_alone(run: Any, tmp_path: Path) -> None:
    code, _, err = run("new-game", "salt-road", "--folder", str(tmp_path))
    assert code == 2
    assert "is there already" in err

"""The checks of a game: in its own package, in the current project, or missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from palatine import registry
from palatine.core import Unreadable
from palatine.testing import NO_CHECKS, FuzzFinding, Setup, find_checks, replay_finding, run_soak, sample
from palatine.testing.fuzzer import ENDGAME_VERB

FORD = "palatine.testing.examples.ford:GAME"
ASK = """
import os, sys
from palatine import registry
from palatine.testing import find_checks, sample
for folder in sys.argv[1:]:
    os.chdir(folder)
    sample._known.clear()
    for name in registry.games():
        found = find_checks(registry.load(name))
        print(folder, name, found.package, found.mutate_to_endgame is not None)
"""


def asked(*folders: Path) -> list[str]:
    """Return the checks of all games found by a process in these folders in turn."""
    command = [sys.executable, "-c", ASK, *map(str, folders)]
    return subprocess.run(command, cwd=folders[0], capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_checks_of_every_game_are_found_in_the_repository_and_nowhere_else(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    names = [name for name in registry.games() if registry.load(name).package.startswith("palatine.games.")]
    found = {
        folder: [f"{folder} {name} {registry.load(name).package} True" for name in names]
        for folder in (root, root / "docs")
    }
    absent = [f"{tmp_path} {name}  False" for name in names]
    assert asked(tmp_path, root, root / "docs", tmp_path) == [*absent, *found[root], *found[root / "docs"], *absent]


def test_a_game_has_its_own_checks_or_none(ford: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_checks(ford).package == ford.package
    assert find_checks(ford).invariants(ford.setup(seed=b"x")) == []
    monkeypatch.setattr(type(ford), "package", "palatine.testing.laws")
    assert find_checks(ford) is NO_CHECKS


def test_a_late_position_cannot_be_replayed_without_the_tests(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ford: Any
) -> None:
    scenario = ford.scenarios[0]
    setup = Setup(scenario.name, scenario.tables[0])
    path = FuzzFinding(FORD, setup, "1", [("", ENDGAME_VERB, 3)], "crash", "for a test").save(tmp_path)
    replay_finding(path)
    monkeypatch.setitem(sample._known, ford.package, NO_CHECKS)
    with pytest.raises(Unreadable, match="are not in this folder"):
        replay_finding(path)


def test_a_broken_invariant_is_found_by_a_soak(monkeypatch: pytest.MonkeyPatch, ford: Any) -> None:
    broken = find_checks(ford)._replace(invariants=lambda state: ["broken"])
    monkeypatch.setitem(sample._known, ford.package, broken)
    assert {each.finding.what for each in run_soak(ford, 2, processes=1) if each.finding} == {"invariant"}

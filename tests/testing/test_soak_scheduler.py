"""A soak goes round games and kinds of work, saves what it finds, and ends in time; unread figures are told."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from palatine.testing import GameChecks, checks, find_game, load_finding
from palatine.testing.data_mutation import figures, mutate_data
from palatine.testing.findings import counted
from palatine.testing.soak_scheduler import KINDS, SoakJob, jobs, rotate, work

FORD = "palatine.testing.examples.ford:GAME"


def test_every_kind_of_work_comes_round_for_every_game_with_a_seed_of_its_own() -> None:
    found = list(islice(jobs(("a", "b"), "today"), 2 * len(KINDS) + 1))
    assert {(job.kind, job.game) for job in found} == {(kind, name) for kind in KINDS for name in "ab"}
    assert len({job.seed for job in found}) == len(found)
    assert found[0] == SoakJob(KINDS[0], "a", "today/0")


@pytest.mark.parametrize("kind", ["fuzz", "laws"])
def test_a_sound_game_gives_no_findings(kind: str) -> None:
    assert work(SoakJob(kind, FORD, "sound")) == []


def test_what_is_found_is_saved_and_replays(monkeypatch: Any, ford: Any, tmp_path: Path) -> None:
    monkeypatch.setitem(checks._known, ford.package, GameChecks(invariants=lambda state: ["broken"]))
    (found,) = work(SoakJob("fuzz", FORD, "broken"))
    assert load_finding(found.save(tmp_path)).what == "invariant"  # type: ignore[union-attr]


def test_a_soak_ends_and_says_what_it_came_to(tmp_path: Path) -> None:
    (*found, last) = rotate([FORD], 0.02, 1, "short", tmp_path)
    assert last.endswith(counted(len(list(tmp_path.glob("*.json")))))
    assert all("is noticed by nobody" in line for line in found)


def test_figures_are_values_and_no_parts_of_words_or_remarks() -> None:
    text = 'a = 12 # 3\nb = ["4", 5]\nname6 = "7 of 8"\nc = -9\n'
    assert [(line, match[0]) for line, match in figures(text)] == [(0, "12"), (1, "5")]


def test_a_figure_that_is_played_is_noticed() -> None:
    """Random players always hand in, and never lose what costs those who do not."""
    tithe = find_game("palatine.testing.examples.tithe:GAME")
    seen = [each for each in (mutate_data(tithe, str(seed)) for seed in range(5)) if each is not None]
    noticed = {each.line.partition(" ")[0]: each.noticed for each in seen}
    assert noticed == {"missed": "", "gold": "the play", "barn": "the play"}
    assert "3 as 4 is noticed by the play: gold = 3" in str(next(each for each in seen if "gold" in each.line))

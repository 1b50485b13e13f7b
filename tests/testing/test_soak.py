"""The soak: games and kinds of work in turn, late positions too, and findings that replay."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from palatine.testing import GameChecks, find_checks, find_game, load_finding, replay_finding, sample, summary
from palatine.testing.__main__ import main
from palatine.testing.examples.ford import rules
from palatine.testing.examples.ford.state import FordState, pieces_of
from palatine.testing.fuzzer import ENDGAME_VERB, pluralize_findings
from palatine.testing.soak import (
    JOB_KINDS,
    SoakJob,
    endless_jobs,
    figures,
    fuzz_endgame,
    has_endgame,
    mutate_data,
    run_endgame,
    run_job,
    run_soak_jobs,
)

FORD = "palatine.testing.examples.ford:GAME"


# Late positions


def test_positions_are_mutated_and_played_to_the_end(ford: Any) -> None:
    results = run_endgame(ford, 60, processes=1)
    assert len(results) >= 60
    assert not [result.finding for result in results if result.finding is not None]
    assert any(result.outcome for result in results)


def test_a_crash_at_the_last_troop_is_found_and_replays(monkeypatch: Any, tmp_path: Any, ford: Any) -> None:
    whole = rules.combat.Clash.run

    def crash(self: Any, s: FordState) -> None:
        if min(len(pieces_of(s, seat)) for seat in (0, 1)) == 1:
            raise KeyError("the last troop")
        whole(self, s)

    monkeypatch.setattr(rules.combat.Clash, "run", crash)
    results = run_endgame(ford, 100, processes=1, folder=tmp_path)
    found = [result.finding for result in results if result.finding is not None]
    assert {finding.what for finding in found} == {"crash"}
    assert any(verb == ENDGAME_VERB for finding in found for _, verb, _ in finding.actions)
    paths = [path for path in tmp_path.iterdir() if ENDGAME_VERB in path.read_text()]
    assert len(paths) > 10
    for path in paths:
        assert "the last troop" in load_finding(path).detail
        with pytest.raises(KeyError, match="the last troop"):
            replay_finding(path)
    with pytest.raises(KeyError, match="the last troop"):
        main(["replay", str(path)])


def test_an_invariant_broken_between_two_rough_moments_is_found(monkeypatch: Any, ford: Any) -> None:
    """It is broken only before the selected troop marches, neither at the mutation nor at the end."""

    def invariants(s: FordState) -> list[str]:
        return ["a troop marches"] if s.flow and isinstance(s.flow[-1], rules.movement.March) else []

    monkeypatch.setattr("palatine.testing.soak.ILLEGAL_INPUT_RATE", 0.0)
    monkeypatch.setitem(sample._known, ford.package, find_checks(ford)._replace(invariants=invariants))
    found = [each.finding for each in run_endgame(ford, 25, processes=1) if each.finding]
    assert found
    assert {(each.what, each.detail, each.step) for each in found} == {("invariant", "a troop marches", "March")}


def test_what_takes_for_ever_is_found(monkeypatch: Any) -> None:
    def loop(self: Any, s: FordState) -> None:
        while s.place:
            pass

    monkeypatch.setattr("palatine.testing.soak.MAX_SECONDS", 0.05)
    monkeypatch.setattr(rules.combat.Clash, "run", loop)
    found = [each.finding for seed in range(9) for each in fuzz_endgame((FORD, str(seed))) if each.finding]
    assert {each.what for each in found} == {"no end"}


def test_only_games_whose_tests_make_late_positions_are_tried(
    tithe: Any, ford: Any, capsys: Any, tmp_path: Any
) -> None:
    assert (has_endgame(ford), has_endgame(tithe)) == (True, False)
    given = ["--positions", "5", "--processes", "1", "--findings", str(tmp_path)]
    assert main(["endgame", FORD, "palatine.testing.examples.tithe:GAME", *given]) == 0
    assert "Ford, late positions: " in (told := capsys.readouterr().out)
    assert told.count("0 findings") == 1


def test_a_run_is_summed_up(ford: Any) -> None:
    assert summary(run_endgame(ford, 10, processes=1)).endswith("0 findings")


# Jobs of every kind


def test_every_kind_of_work_comes_round_for_every_game_with_a_seed_of_its_own() -> None:
    found = list(islice(endless_jobs(("a", "b"), "today"), 2 * len(JOB_KINDS) + 1))
    assert {(job.kind, job.game) for job in found} == {(kind, name) for kind in JOB_KINDS for name in "ab"}
    assert len({job.seed for job in found}) == len(found)
    assert found[0] == SoakJob(JOB_KINDS[0], "a", "today/0")


@pytest.mark.parametrize("kind", ["fuzz", "laws"])
def test_a_sound_game_gives_no_findings(kind: str) -> None:
    assert run_job(SoakJob(kind, FORD, "sound")) == []


def test_what_is_found_is_saved_and_replays(monkeypatch: Any, ford: Any, tmp_path: Path) -> None:
    monkeypatch.setitem(sample._known, ford.package, GameChecks(invariants=lambda state: ["broken"]))
    (found,) = run_job(SoakJob("fuzz", FORD, "broken"))
    assert load_finding(found.save(tmp_path)).what == "invariant"  # type: ignore[union-attr]


def test_a_soak_ends_and_says_what_it_came_to(tmp_path: Path) -> None:
    (*found, last) = run_soak_jobs([FORD], 0.02, 1, "short", tmp_path)
    assert last.endswith(pluralize_findings(len(list(tmp_path.glob("*.json")))))
    assert all("is noticed by nobody" in line for line in found)


def test_figures_are_values_and_no_parts_of_words_or_remarks() -> None:
    text = 'a = 12 # 3\nb = ["4", 5]\nname6 = "7 of 8"\nc = -9\n'
    assert [(line, match[0]) for line, match in figures(text)] == [(0, "12"), (1, "5")]


def test_a_figure_that_is_played_is_noticed() -> None:
    """Random players always hand in, so they never lose what missing sheets cost."""
    tithe = find_game("palatine.testing.examples.tithe:GAME")
    seen = [each for each in (mutate_data(tithe, str(seed)) for seed in range(5)) if each is not None]
    noticed = {each.line.partition(" ")[0]: each.noticed for each in seen}
    assert noticed == {"missed": "", "gold": "the play", "barn": "the play"}
    assert "3 as 4 is noticed by the play: gold = 3" in str(next(each for each in seen if "gold" in each.line))

"""Tests of every installed game: laws, fuzzer, texts, golden playthroughs, clauses.

The set-ups of a game are divided into shards. `make test` checks a few and fuzzes a few games, `make test-full` does an
eighth of all, always the same, and `make soak` the rest.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from palatine import registry
from palatine.players.advising import advise
from palatine.testing import (
    Setup,
    assert_same_in_two_processes,
    clause_coverage,
    compare_golden,
    conformance,
    run_soak,
    setups,
    summary,
    unknown_marks,
)
from palatine.testing.completeness import find_tests_folder

GAMES = [name for name in registry.games() if name not in ("ford", "tithe")]
HERE = Path(__file__).parent


class Work(NamedTuple):
    """The amount of work for a game; a sheet counts as many decisions, a turn resolves them all."""

    shards: int
    """Each has its share of the setups."""
    positions: int
    """Positions held against every law, in each shard."""
    soaks: int
    soaked: int
    """Games fuzzed in each soak."""
    processes: tuple[int, int]
    """Games played in two processes, and how far."""
    golden: tuple[int, int]
    """Decisions written out in full, and how many of them lie between two looks at everything."""
    first: int = 0
    """The seed of the first soak."""


OF_ACTIONS = Work(8, 170, 36, 3, (4, 1500), (400, 200))
OF_ORDERS = Work(16, 4, 4, 1, (1, 120), (18, 18))
OF_KINGS = Work(16, 4, 4, 1, (1, 120), (41, 41), first=8)
"""Work for Adventurer Kings, whose set-ups have up to 32 seats; the daily seed has ten."""
WORK = {name: OF_ORDERS if registry.load(name).orders else OF_ACTIONS for name in GAMES}
WORK["adventurer-kings"] = OF_KINGS


FEW = 2
"""Setups of a game that `make test` holds against the laws."""


def shared_out(field: str) -> list[Any]:
    """Return every game with each part of its work.

    An eighth is for `make test-full`, the others are for a soak.
    """
    return [
        pytest.param(name, part, id=f"{name}-{'daily' if part % 8 == 0 else 'later'}-{part}")
        for name in GAMES
        for part in range(getattr(WORK[name], field))
    ]


@pytest.mark.parametrize("name", GAMES)
def test_reasons_of_advice_are_sentences(name: str) -> None:
    """Read the reasons for some decisions of captains, and those against the alternatives."""
    game = registry.load(name)
    s, captain, reasons = setups(game)[0].start(game, b"advice"), registry.bot("captain", game, 1), list[str]()
    for _ in range(30):
        seat = game.actors(s)[0]
        advice = advise(game, captain, s, seat)
        reasons += [each.text for each in advice.reasons] + [each.reason for each in advice.alternatives]
        game.take(s, seat, captain.decide(s, seat))
    assert len(reasons) > 30
    assert [text for text in reasons if not text.endswith((".", "!", "?"))] == []


@pytest.mark.parametrize(("name", "shard"), shared_out("shards"))
def test_the_laws_hold(name: str, shard: int) -> None:
    share = setups(registry.load(name))[shard :: WORK[name].shards]
    conformance(registry.load(name), WORK[name].positions, seed=shard, only=share.__contains__)


@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold_in_a_few_setups(name: str) -> None:
    found = setups(registry.load(name))
    few = found[:: -(-len(found) // FEW)]
    positions = max(1, WORK[name].positions // 20)
    report = conformance(registry.load(name), positions, seed="few", only=few.__contains__, seldom=0)
    assert report.positions


@pytest.mark.parametrize(("name", "soak"), shared_out("soaks"))
def test_random_games_end_without_findings(name: str, soak: int, tmp_path: Path) -> None:
    results = run_soak(
        registry.load(name), WORK[name].soaked, processes=1, seed=f"test-{WORK[name].first + soak}", folder=tmp_path
    )
    assert not [result.finding for result in results if result.finding is not None], summary(results)


@pytest.mark.parametrize("name", GAMES)
def test_the_data_contradict_nothing(name: str) -> None:
    assert import_module(f"{registry.load(name).package}.validation").validate() == []


@pytest.mark.parametrize("name", GAMES)
def test_two_processes_play_the_same(name: str, parts: int) -> None:
    games, decisions = WORK[name].processes
    assert_same_in_two_processes(registry.load(name), range(-(-games // parts)), decisions // parts)


FIRST = 60
"""Decisions of a golden playthrough that `make test` plays; `make test-full` plays all."""
LARGE = 10
"""Number of seats above which only a scenario's smallest table has a golden playthrough."""


def is_written_down(name: str, setup: Setup) -> bool:
    scenario = next(each for each in registry.load(name).scenarios if each.name == setup.scenario)
    sizes = [len(seats) for seats in scenario.tables]
    return not setup.options and (max(sizes) < LARGE or len(setup.seats) == min(sizes))


SCENARIOS = [
    (name, number)
    for name in GAMES
    for number, each in enumerate(setups(registry.load(name)))
    if is_written_down(name, each)
]


@pytest.mark.parametrize("first", [pytest.param(FIRST, id="first"), pytest.param(None, id="whole")])
@pytest.mark.parametrize(("name", "number"), SCENARIOS)
def test_golden_playthroughs(name: str, number: int, first: int | None) -> None:
    game: Any = registry.load(name)
    setup = setups(game)[number]
    people = len(setup.seats) - ("Referee" in setup.seats)
    judge = "-referee" if "Referee" in setup.seats else ""
    path = HERE / "golden" / f"{name}-{setup.scenario}-{people}{judge}.txt"
    decisions, views = WORK[name].golden
    compare_golden(game, path, setup, decisions=decisions, views=views, first=first)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_implemented_and_tested(name: str) -> None:
    game = registry.load(name)
    rows = clause_coverage(game)
    assert rows
    assert not [f"{row.id}: {row.complaint}" for row in rows if row.complaint]
    assert not unknown_marks(game)
    assert all(row.reason.strip() for row in rows if row.status == "not applicable")


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_is_asked_answered_and_reasoned_and_a_clause_names_it(name: str) -> None:
    game = registry.load(name)
    for ruling in game.rulings.values():
        assert all([ruling.question.strip(), ruling.ruling.strip(), ruling.reason.strip()]), ruling.id
    assert {each for clause in game.clauses.values() for each in clause.see} == game.rulings.keys()


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-later-mutants") for name in GAMES])
def test_the_mirrored_tests_of_the_rules_notice_a_sample_of_mutants(name: str) -> None:
    """Some mutants change nothing, and others are found elsewhere, as by golden playthroughs."""
    number, allowed = 25, 10
    tests = find_tests_folder(registry.load(name))
    assert tests is not None
    options = ["--number", str(number), "--seed", os.environ.get("PALATINE_SOAK_SEED", "0")]
    command = [sys.executable, "-m", "palatine.testing", "mutants", name, *options, "--tests", str(tests / "rules")]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert f"{number} of" in told
    assert told.count(" becomes ") <= allowed, told

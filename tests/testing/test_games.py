"""What every installed game must pass, written once: the laws, the fuzzer, texts, golden playthroughs, clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palatine import registry
from palatine.testing import (
    clause_coverage,
    conformance,
    golden,
    run_soak,
    same_in_two_processes,
    strangers,
    summary,
    tables,
)

GAMES = registry.games()
HERE = Path(__file__).parent
SHARDS = 4
POSITIONS = 500
"""Positions held against every law, in each shard."""
SOAKS = 10
SOAKED = 30
"""Games fuzzed in each soak."""


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold(name: str, shard: int) -> None:
    conformance(registry.load(name), POSITIONS, seed=shard)


@pytest.mark.parametrize("soak", range(SOAKS))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_without_findings(name: str, soak: int, tmp_path: Path) -> None:
    results = run_soak(registry.load(name), SOAKED, processes=1, seed=f"test-{soak}", folder=tmp_path)
    assert not [result.finding for result in results if result.finding is not None], summary(results)


@pytest.mark.parametrize("name", GAMES)
def test_two_processes_play_the_same(name: str) -> None:
    same_in_two_processes(registry.load(name), range(4), 1500)


SCENARIOS = [
    (name, number) for name in GAMES for number, each in enumerate(tables(registry.load(name))) if not each.options
]


@pytest.mark.parametrize(("name", "number"), SCENARIOS)
def test_golden_playthroughs(name: str, number: int) -> None:
    game: Any = registry.load(name)
    table = tables(game)[number]
    path = HERE / "golden" / f"{name}-{table.scenario}-{len(table.seats)}.txt"
    golden(game, path, table, decisions=400, views=200)


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_implemented_and_tested(name: str) -> None:
    game = registry.load(name)
    rows = clause_coverage(game)
    assert rows
    assert not [f"{row.id}: {row.complaint}" for row in rows if row.complaint]
    assert not strangers(game)
    assert all(row.reason.strip() for row in rows if row.status == "not applicable")

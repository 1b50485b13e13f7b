"""The fuzzer, which ends the example's games and finds planted faults."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from palatine.core import Refusal
from palatine.testing import (
    Fuzzer,
    GameChecks,
    assert_same_in_two_processes,
    find_checks,
    load_finding,
    run_soak,
    sample,
    summary,
)
from palatine.testing.__main__ import main
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import FordState
from palatine.testing.sample import Setup, option_values, random_setup, setups

LONG = Setup("standard", ("North", "South"), {"days": 30})


def fuzz(game: Any, games: int = 30, setup: Setup | None = LONG, limit: int = 5000) -> set[str]:
    results = [Fuzzer(game, seed, setup, rough=0.3).run(limit) for seed in range(games)]
    return {result.finding.what for result in results if result.finding is not None}


def test_the_example_ends_and_nothing_is_found(ford: Any) -> None:
    results = [Fuzzer(ford, seed, rough=0.2).run() for seed in range(60)]
    assert not [result.finding for result in results if result.finding is not None]
    assert all(result.outcome and result.decisions for result in results)
    assert sum(result.counts["undone"] for result in results)


def test_one_seed_is_one_game(ford: Any) -> None:
    one, other = Fuzzer(ford, 3).run(), Fuzzer(ford, 3).run()
    assert (one.setup, one.decisions, one.outcome) == (other.setup, other.decisions, other.outcome)


class DeadEnd(Ford):
    def take(self, state: FordState, seat: str, action: Any) -> None:
        super().take(state, seat, action)
        if state.day == 3:
            state.flow.clear()


class Endless(Ford):
    def take(self, state: FordState, seat: str, action: Any) -> None:
        super().take(state, seat, action)
        state.day = min(state.day, 4)
        state.place = [0, 1, 2, 6, 7, 8]


class OverLong(Ford):
    """A fault: the same step asks the same seat forever."""

    def take(self, state: FordState, seat: str, action: Any) -> None:
        state.dice.count += 1


class Lax(Ford):
    def explain(self, state: FordState, seat: str, action: Any) -> Refusal | None:
        return None if seat == "South" else super().explain(state, seat, action)

    def take(self, state: FordState, seat: str, action: Any) -> None:
        if action in self.actions(state, seat):
            super().take(state, seat, action)


class Strict(Ford):
    def explain(self, state: FordState, seat: str, action: Any) -> Refusal | None:
        return super().explain(state, seat, action) or Refusal("2", "No.")


class Leak(Ford):
    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        twin = super().determinize(state, seat, seed)
        twin.day += 1
        return twin


class Sticky(Ford):
    """A fault: a copy shares a list with its original, so that undo would not restore it."""

    class Shared(FordState):
        def copy(self) -> Any:
            twin = super().copy()
            twin.place = self.place
            return twin

    state_type = Shared

    def begin(self, *given: Any) -> Any:
        plain = super().begin(*given)
        return self.Shared(**{name: getattr(plain, name) for name in plain.__struct_fields__})


class Forgetful(Ford):
    """A fault: actions once offered are offered again whatever has happened."""

    def actions(self, state: FordState, seat: str) -> list[Any]:
        if seat not in self.actors(state):
            return []
        if state.cached_actions is None:
            state.cached_actions = tuple(super().actions(state, seat))  # type: ignore[misc]
        return list(state.cached_actions)


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        (DeadEnd, "dead end"),
        (Lax, "illegal action"),
        (Strict, "legal action refused"),
        (Leak, "leak"),
        (Sticky, "undo"),
        (Forgetful, "stale menu"),
    ],
)
def test_a_broken_game_is_found_out(broken: type[Ford], what: str) -> None:
    assert what in fuzz(broken())


def test_a_broken_invariant_is_found(monkeypatch: Any, ford: Any) -> None:
    late = find_checks(ford)._replace(invariants=lambda state: [] if state.day < 4 else ["it is late"])
    monkeypatch.setitem(sample._known, ford.package, late)
    assert "invariant" in fuzz(ford)


def test_no_end_and_over_long_steps_are_found() -> None:
    assert fuzz(Endless(), games=1, limit=300) == {"no end"}
    assert Fuzzer(OverLong(), 1, LONG, rough=0).run().finding.what == "over-long step"  # type: ignore[union-attr]


def test_a_crash_is_a_finding_with_all_its_actions(monkeypatch: Any) -> None:
    def crash(self: Any, s: Any) -> None:
        raise IndexError("no such troop")

    monkeypatch.setattr("palatine.testing.examples.ford.rules.combat.Clash.run", crash)
    found = next(r.finding for r in (Fuzzer(Ford(), seed, LONG).run() for seed in range(9)) if r.finding)
    assert found.what == "crash"
    assert "IndexError: no such troop at test_fuzzer.py" in found.detail
    assert found.actions


def test_a_soak_saves_findings_and_sums_up(monkeypatch: Any, tmp_path: Any, ford: Any) -> None:
    told: list[tuple[int, int, int]] = []
    results = run_soak(ford, 12, processes=1, folder=tmp_path, progress=lambda *each: told.append(each))
    assert (told[0], told[-1], list(tmp_path.iterdir())) == ((1, 12, 0), (12, 12, 0), [])
    assert summary(results).splitlines()[0].startswith("12 games, ")
    monkeypatch.setitem(sample._known, ford.package, GameChecks(invariants=lambda state: ["broken"]))
    results = run_soak(ford, 3, processes=1, folder=tmp_path)
    assert summary(results).endswith("3 findings")
    assert all(load_finding(path).detail.endswith("broken") for path in tmp_path.iterdir())


def test_a_soak_does_not_depend_on_the_number_of_processes(ford: Any) -> None:
    one, two = run_soak(ford, 6, processes=1), run_soak(ford, 6, processes=2)
    assert [(r.seed, r.decisions, r.outcome) for r in one] == [(r.seed, r.decisions, r.outcome) for r in two]


def test_the_soak_command(capsys: Any, tmp_path: Any) -> None:
    arguments = ["fuzz", "palatine.testing.examples.ford:GAME", "--games", "5", "--processes", "1"]
    assert main([*arguments, "--findings", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Ford: 5 games, ")
    assert "0 findings" in told.out
    assert "5 of 5 games" in told.err


def test_two_processes_play_the_same(ford: Any) -> None:
    assert_same_in_two_processes(ford, range(3), 60)


def test_tables(ford: Any) -> None:
    assert [setup.options for setup in setups(ford)] == [{}, {"days": 1}, {"days": 30}]
    assert option_values(ford.options[0]) == [1, 6, 30]
    assert random_setup(ford, Random(1)) == random_setup(ford, Random(1))
    assert str(LONG) == "standard (North, South), days 30"

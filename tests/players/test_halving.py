"""Sequential halving: the best of noisy candidates, within a budget."""

from __future__ import annotations

from random import Random

import pytest

from palatine.players.halving import MIN_WORLDS, Budget, Candidate, Evaluator, SerialRunner, sequential_halving


def noisy(merits: dict[str, float], luck: float = 0.3) -> Evaluator[str]:
    """Return a function that samples a candidate's merit in a world.

    The luck of a world is partly shared.
    """

    def sample(candidate: str, k: int) -> float:
        shared = Random(k).gauss(0, luck)
        return merits[candidate] + shared + Random(f"{candidate}/{k}").gauss(0, 0.05)

    return sample


def test_the_best_is_found() -> None:
    merits = {"own": 0.5, "a": 0.45, "b": 0.56, "c": 0.4, "d": 0.52, "e": 0.3, "f": 0.5}
    ranked = sequential_halving([Candidate(each) for each in merits], SerialRunner(noisy(merits)), Budget(200))
    assert ranked[0].candidate == "b"
    assert len(ranked) == len(merits)


def test_the_first_stays_when_nothing_is_better() -> None:
    merits = {"own": 0.6, "a": 0.4, "b": 0.5, "c": 0.3}
    ranked = sequential_halving([Candidate(each) for each in merits], SerialRunner(noisy(merits)), Budget(120))
    assert ranked[0].candidate == "own"
    assert ranked[0].gain(ranked[0]) == (0.0, 0.0)


def test_the_worse_half_is_tried_less_often_and_the_first_always() -> None:
    merits = {"own": 0.5, **{f"{n}": n / 10 for n in range(8)}}
    tried = {each: Candidate(each) for each in merits}
    sequential_halving(list(tried.values()), SerialRunner(noisy(merits)), Budget(100))
    most = max(len(each.values) for each in tried.values())
    assert len(tried["own"].values) == most
    assert len(tried["7"].values) >= most - 1
    assert len(tried["0"].values) < most / 2


@pytest.mark.parametrize("samples", [1, 7, 50])
def test_no_more_is_spent_than_there_is(samples: int) -> None:
    budget = Budget(samples)
    tried = [Candidate(each) for each in "abcd"]
    sequential_halving(tried, SerialRunner(noisy(dict.fromkeys("abcd", 0.5))), budget)
    assert budget.spent == samples == sum(len(each.values) for each in tried)


def test_time_is_up_by_the_clock() -> None:
    ticks = iter(range(10_000))
    budget = Budget(seconds=100, clock=lambda: float(next(ticks)))
    sequential_halving([Candidate("a"), Candidate("b")], SerialRunner(noisy({"a": 0.5, "b": 0.51}, 0.0)), budget)
    assert 10 < budget.spent < 100


def test_who_stops_it_has_the_best_so_far() -> None:
    budget = Budget(1_000)
    merits = {"own": 0.1, "a": 0.9}

    def sample(candidate: str, k: int) -> float:
        budget.stopped = k >= 3
        return merits[candidate]

    assert (
        sequential_halving([Candidate(each) for each in merits], SerialRunner(sample), budget)[0].candidate == "a"
    )
    assert budget.spent < 12


def test_a_gain_is_told_with_its_error() -> None:
    one, other = Candidate("one"), Candidate("other")
    one.values, other.values = [1.0, 2.0, 3.0], [0.0, 2.0, 1.0]
    gain, error = one.gain(other)
    assert gain == pytest.approx(1.0)
    assert error == pytest.approx((1 / 3) ** 0.5)


def test_it_ends_when_one_is_ahead_beyond_doubt() -> None:
    merits = {"own": 0.3, "a": 0.9, "b": 0.2}
    budget = Budget(900)
    ranked = sequential_halving([Candidate(each) for each in merits], SerialRunner(noisy(merits)), budget)
    assert ranked[0].candidate == "a"
    assert budget.spent == 3 * MIN_WORLDS


def test_it_ends_when_nothing_makes_a_difference() -> None:
    budget = Budget(900)
    tried = [Candidate("own"), Candidate("a"), Candidate("b")]
    ranked = sequential_halving(tried, SerialRunner(lambda candidate, k: Random(k).random()), budget)
    assert ranked[0] is tried[0]
    assert budget.spent == 3 * MIN_WORLDS

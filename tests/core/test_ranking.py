"""Ranks: winners first, then by weight, players who left last."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.core import Outcome, rank_last, rank_seats
from palatine.testing.laws.acting import ranks_are_sound

SEATS = ("North", "East", "South", "West")
SUBSETS = st.sets(st.sampled_from(SEATS))


def test_winners_come_first_then_the_heavier() -> None:
    weights = {"North": 3, "East": 9, "South": 1, "West": 3}
    assert rank_seats(("South",), weights) == (("South",), ("East",), ("North", "West"))
    assert rank_seats((), dict.fromkeys(SEATS, 0)) == (SEATS,)


def test_a_seat_without_a_weight_has_no_rank() -> None:
    assert rank_seats(("North", "Referee"), {"North": 0, "South": 0}) == (("North",), ("South",))


def test_who_has_left_comes_last_be_they_the_winner() -> None:
    ranks = (("North",), ("East", "South"), ("West",))
    assert rank_last(ranks, {"North", "East"}) == (("South",), ("West",), ("North", "East"))


@given(SUBSETS, st.lists(st.integers(0, 3), min_size=4, max_size=4), SUBSETS)
def test_ranks_partition_the_seats(winners: set[str], weights: list[int], left: set[str]) -> None:
    ranks = rank_seats(winners, dict(zip(SEATS, weights, strict=True)))
    assert list(ranks_are_sound(SEATS, Outcome(tuple(winners), "won", "", ranks))) == []
    last = rank_last(ranks, left)
    assert sorted(seat for group in last for seat in group) == sorted(SEATS)
    assert not left or set(last[-1]) == left


@pytest.mark.parametrize(
    "ranks",
    [
        (("North",), ("South",)),
        (("North", "East"), ("South", "West", "East")),
        (("East",), ("North", "South", "West")),
    ],
)
def test_the_law_finds_ranks_that_are_none(ranks: tuple[tuple[str, ...], ...]) -> None:
    assert list(ranks_are_sound(SEATS, Outcome(("North",), "won", "", ranks)))

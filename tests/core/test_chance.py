"""Chances: exact distributions, and their use in rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from palatine.core import (
    Chance,
    Dice,
    Distribution,
    JointChance,
    Part,
    State,
    Tally,
    dice_key,
    dice_pool,
    success_chance,
)


def state() -> State:
    return State(("North", "South"), [], Dice(dice_key(b"chances")), {})


def two_dice() -> Chance[int]:
    tally = Tally("attack")
    tally.add(1, "C-1", "leader")
    return Chance(tally, lambda thrown: thrown.total, dice=2)


def test_two_dice_and_a_modifier() -> None:
    """Two dice plus 1: 3 and 13 come in one throw of 36, 8 in six."""
    found = two_dice().distribution()
    assert found.throws == 36
    assert found.ways == {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2, 13: 1}
    assert dict(found.items())[8] == Fraction(1, 6)
    assert found.mean(float) == 8
    assert found.count(lambda total: total >= 12) == 3
    assert found.probability(lambda total: total >= 12) == 3 / 36


def test_separate_dice_of_one_throw() -> None:
    doubles = Chance(Tally("doubles"), lambda thrown: thrown.dice[0] == thrown.dice[1], dice=2).distribution()
    assert doubles.ways == {True: 6, False: 30}
    assert doubles.probability() == 1 / 6


def test_a_die_that_must_not_exceed_a_value() -> None:
    tally = Tally("spell")
    tally.add(4, "M-1", "power")
    assert success_chance(tally).distribution().ways == {True: 4, False: 2}
    assert success_chance(tally, sides=100).distribution().ways == {True: 4, False: 96}


def test_a_roll_that_cannot_fail() -> None:
    tally = Tally("spell")
    tally.add(7, "M-1", "power")
    assert success_chance(tally).distribution().ways == {True: 6}
    assert success_chance(tally).distribution().count(lambda works: not works) == 0


def test_independent_rolls_and_what_they_come_to() -> None:
    die = Distribution((face, 1) for face in range(1, 7))
    margins = die.joined(die).map(lambda pair: pair[0] - pair[1])
    assert margins.count(lambda margin: margin > 0) == margins.count(lambda margin: margin < 0) == 15
    assert margins.count(lambda margin: margin == 0) == 6


def test_two_sides_roll_and_the_totals_are_compared() -> None:
    """One die each, one side adding 1: it wins 21 of the 36 throws, and 5 are equal."""
    stronger = Tally("attack")
    stronger.add(1, "C-1", "leader")
    sides = [Chance(tally, lambda thrown: thrown.total) for tally in (stronger, Tally("defence"))]
    margin = JointChance("combat", sides, lambda attack, defence: attack - defence)
    found = margin.distribution()
    assert found.count(lambda result: result > 0) == 21
    assert found.count(lambda result: result == 0) == 5
    s = state()
    s.dice.results = []
    result, (attack, defence) = margin.roll(s)
    assert result == attack.total - defence.total
    assert s.dice.results == [
        (("attack", None), attack.total),
        (("defence", None), defence.total),
        (("combat", None), result),
    ]


def test_a_roll_that_depends_on_an_earlier_one() -> None:
    """After a 6 a coin is thrown, after a 5 a die of three: 1/6 * 1/2 + 1/6 * 1/3."""
    first = Distribution([("six", 1), ("five", 1), ("less", 4)])
    following = {
        "six": Distribution([(True, 1), (False, 1)]),
        "five": Distribution([(True, 1), (False, 2)]),
        "less": Distribution([(False, 1)]),
    }
    found = first.then(following.__getitem__)
    assert dict(found.items())[True] == Fraction(5, 36)
    assert sum(share for _, share in found.items()) == 1


def test_a_pool_counts_its_hits() -> None:
    """Ten dice that hit on 5 or 6 are binomial with 1/3."""
    found = dice_pool(10, Distribution([(1, 2), (0, 4)]))
    assert found.throws == 6**10
    assert dict(found.items())[10] == Fraction(1, 3) ** 10
    assert found.mean(float) == pytest.approx(10 / 3)
    assert dice_pool(0, Distribution([(1, 1)])).ways == {0: 1}


def test_there_is_no_distribution_without_a_result() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Distribution([("never", 0)])


def test_a_roll_gives_the_result_and_the_tally_that_is_logged() -> None:
    s, chance = state(), two_dice()
    result, tally = chance.roll(s)
    assert tally.dice == state().roll("attack", 2).dice
    assert tally.parts == chance.tally.parts
    assert result == tally.rolled + 1
    assert chance.tally.dice == ()
    tally.add(1, "C-2", "later")
    assert len(chance.tally.parts) == 1


def test_results_are_collected_for_whoever_wants_them() -> None:
    s, chance = state(), two_dice()
    chance.roll(s)
    assert s.dice.results is None
    s.dice.results = []
    result, _ = chance.roll(s)
    assert s.dice.results == [(("attack", None), result)]


def test_rolls_come_as_often_as_the_distribution_says() -> None:
    """20,000 rolls of 2 in 3 must be within five standard deviations."""
    s, chance = state(), success_chance(Tally("test", (), two_thirds()))
    found = Counter(chance.roll(s)[0] for _ in range(20_000))
    assert abs(found[True] - 20_000 * 2 / 3) < 5 * (20_000 * 2 / 9) ** 0.5


def two_thirds() -> list[Part]:
    tally = Tally("parts")
    tally.add(4, "M-1", "power")
    return tally.parts

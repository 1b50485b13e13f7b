"""The dice: known values, fairness, and no disclosure."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from palatine.core import Dice, Roll, dice_key

KEY = dice_key(b"a fixed key")


def test_known_answers() -> None:
    """Roll n is BLAKE2b(key, n as eight bytes) as a number, reduced to the faces.

    The test repeats this calculation.
    """
    key = blake2b(b"seed", digest_size=32, person=b"palatine-dice").digest()
    assert dice_key(b"seed") == key
    assert key.hex() == "443a38f0e66d1a1dca1438fd457c7fa3b25c1c20c437d1831ad990366276829e"
    wanted = [
        int.from_bytes(blake2b(n.to_bytes(8, "big"), key=key, digest_size=8).digest(), "big") % 6 + 1
        for n in range(12)
    ]
    dice = Dice(key)
    assert [dice.die("test") for _ in range(12)] == wanted
    assert wanted == [4, 5, 2, 1, 6, 6, 3, 2, 3, 3, 5, 3]


def test_every_roll_is_counted_and_drawn() -> None:
    dice = Dice(KEY)
    dice.die("nobody asks")
    dice.drawn = []
    values = [dice.die("combat"), dice.die("siege", 10), dice.randbelow(3, "pick") + 1]
    purposes = [("combat", 6), ("siege", 10), ("pick", 3)]
    wanted = [Roll(n, sides, v, p) for n, (v, (p, sides)) in enumerate(zip(values, purposes, strict=True), 1)]
    assert dice.drawn == wanted
    assert dice.count == 4


def test_a_copy_rolls_the_same_and_shares_nothing() -> None:
    dice = Dice(KEY, 5)
    dice.drawn = []
    twin = dice.copy()
    assert twin == dice
    assert [twin.die("x") for _ in range(8)] == [dice.die("x") for _ in range(8)]
    assert len(dice.drawn) == 8
    assert twin.drawn is None


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20])
def test_faces_are_equally_likely(sides: int) -> None:
    """Chi-square for a fixed key is within the 99.9 % quantile.

    The quantile is Wilson and Hilferty's approximation.
    """
    dice, rolls = Dice(KEY), 24_000
    counts = Counter(dice.die("fair", sides) for _ in range(rolls))
    expected = rolls / sides
    chi = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    free = sides - 1
    limit = free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3
    assert set(counts) == set(range(1, sides + 1))
    assert chi < limit


def test_rolls_do_not_hang_together() -> None:
    """Pairs of successive rolls are also equally likely."""
    dice, pairs = Dice(KEY), 36_000
    counts = Counter((dice.die("one"), dice.die("two")) for _ in range(pairs))
    chi = sum((counts[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7))
    assert chi < 66.6


def test_seeds_lead_to_different_keys() -> None:
    assert len({dice_key(bytes([n])) for n in range(200)} | {dice_key(b"")}) == 201


def test_pick_and_sample() -> None:
    dice = Dice(KEY)
    assert {dice.pick("abc", "pick") for _ in range(40)} == set("abc")
    drawn = dice.sample(range(10), 4, "draw")
    assert len(set(drawn)) == 4
    assert set(drawn) <= set(range(10))
    assert sorted(dice.sample("abcd", 4, "all")) == list("abcd")
    assert dice.sample("abcd", 0, "none") == []
    with pytest.raises(ZeroDivisionError):
        dice.sample("ab", 3, "too many")

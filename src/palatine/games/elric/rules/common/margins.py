"""Margins: both sides of a fight add a die to their totals, and Balo the Jester may sleep through it (10.5, 16.2)."""

from __future__ import annotations

from functools import cache
from operator import sub

from palatine.core import Chance, Distribution, JointChance, Tally


def margin_chance(purpose: str, own: Tally, theirs: Tally, about: object = None) -> JointChance[int]:
    """Return by how much one total surpasses another, with a die added to each (10.5a)."""
    return JointChance(purpose, (total_chance(own), total_chance(theirs)), sub, about)


def total_chance(tally: Tally) -> Chance[int]:
    """Return a total with its die (10.5a)."""
    return Chance(tally, lambda thrown: thrown.total)


@cache
def margins(edge: int) -> Distribution[int]:
    """Return how likely each margin is, where the totals without dice differ by `edge` (10.5a)."""
    own = Tally("margin")
    own.add(edge, "10.5a", "edge")
    return margin_chance("margin", own, Tally("margin")).distribution()


def balo_chance(worth: int = 1, purpose: str = "balo") -> Chance[int]:
    """Return what Balo the Jester brings: `worth` on an odd die, nothing on an even one (16.2c)."""
    return Chance(Tally(purpose), lambda thrown: worth * (thrown.rolled % 2))

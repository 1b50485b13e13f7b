"""Attrition: one die for each stack that has moved (8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from palatine.core import Action, Chance, ChooseOne, Distribution, Refusal, Step, Tally
from palatine.games.dark_emperor.components.pieces import UNITS
from palatine.games.dark_emperor.components.spells import CALL_WIND
from palatine.games.dark_emperor.components.tables import losses_by_attrition
from palatine.games.dark_emperor.rules.characters.lone_leaders import check_lone_leaders
from palatine.games.dark_emperor.rules.common.losses import distinct, eliminate
from palatine.games.dark_emperor.state import DarkEmperorState, Leg

Stack = tuple[int, ...]


class Attrition(Step, frozen=True):
    """Step in which moved stacks lose units, then leaders left alone are tested (8.12, M26)."""

    left: tuple[tuple[int, Stack], ...] = ()
    """Stacks not yet rolled for, each with its attrition points."""
    begun: bool = False

    def run(self, s: DarkEmperorState) -> None:
        if not self.begun:
            if s.charms:
                s.charms = tuple([charm for charm in s.charms if charm[1] == CALL_WIND])
            s.replace_top(Attrition(moved_stacks(s), begun=True))
        else:
            self.go_through(s)

    def go_through(self, s: DarkEmperorState) -> None:
        """Roll for stacks in order until one loses units or none are left."""
        for at, (points, stack) in enumerate(self.left, start=1):
            here = tuple([u for u in stack if s.where[u] >= 0])
            owed = roll_attrition(s, points, here) if points and here else 0
            if owed:
                s.replace_top(Attrition(self.left[at:], begun=True))
                take_losses(s, here, owed)
                return
        s.pop()
        check_lone_leaders(s)


def moved_stacks(s: DarkEmperorState) -> tuple[tuple[int, Stack], ...]:
    """Return the stacks that have moved, each with its attrition points.

    Units are grouped by start and present hex (8.1a to 8.1c); cargo goes with its ship. Betrayed units form a stack of
    their own with the same points (A18).
    """
    found: dict[tuple[int, int], list[int]] = {}
    where, origin, loads = s.where, s.origin, s.cargo.values()
    for u in sorted(s.trails):
        if u < UNITS and where[u] >= 0 and u not in loads:
            found.setdefault((where[u], origin[u]), []).append(u)
    parts = [(points_of(s, found[key]), part) for key in sorted(found) for part in by_side(s, found[key])]
    return tuple(parts)


def by_side(s: DarkEmperorState, stack: list[int]) -> list[Stack]:
    """Return a stack split by side, the phasing side first.

    There are two parts only after a betrayal.
    """
    mine = tuple([u for u in stack if s.side(u) == s.phasing])
    if len(mine) == len(stack):
        return [mine]
    others = tuple([u for u in stack if u not in mine])
    return [mine, others] if mine else [others]


def points_of(s: DarkEmperorState, stack: Sequence[int]) -> int:
    """Return a stack's attrition points: the highest per hex and of its paths (8.11, M2)."""
    return points_of_trails([s.trails[u] for u in stack])


def points_of_trails(trails: list[tuple[Leg, ...]]) -> int:
    """Return the attrition points of units of one stack with these trails."""
    if len(trails) == 1:
        return path_points(trails)
    paths: dict[tuple[int, ...], list[tuple[Leg, ...]]] = {}
    for legs in trails:
        paths.setdefault(tuple([leg.hex for leg in legs]), []).append(legs)
    return max([path_points(together) for together in paths.values()])


Sum = tuple[int, int]
"""Attrition points of a path: those paid in full, and those halved by Call Wind."""


def path_points(together: list[tuple[Leg, ...]]) -> int:
    """Return the points of units that went the same way."""
    return in_all(path_sum(together))


def in_all(paid: Sum) -> int:
    """Return the total, with the part under Call Wind halved and rounded down (13.31, M22)."""
    in_full, windy = paid
    return in_full + windy // 2


def path_sum(together: list[tuple[Leg, ...]]) -> Sum:
    """Return the points of units that went the same way, the highest of each hex (8.11)."""
    in_full = windy = 0
    for entries in zip(*together, strict=True):
        more = hex_sum(entries)
        in_full, windy = in_full + more[0], windy + more[1]
    return in_full, windy


def hex_sum(entries: Sequence[Leg]) -> Sum:
    """Return the points units pay together for a hex and the enemies they pass (8.11, 8.13)."""
    if len(entries) == 1:
        leg = entries[0]
        return (leg.passing, leg.cost) if leg.windy else (leg.passing + leg.cost, 0)
    dearest = max(entries, key=lambda leg: (leg.cost, not leg.windy))
    passing = max([leg.passing for leg in entries])
    return (passing, dearest.cost) if dearest.windy else (passing + dearest.cost, 0)


def attrition_chance(points: int, count: int, first: int = -1) -> Chance[int]:
    """Return the chance of each number of units lost by a stack (8.12).

    `first` is its first unit.
    """
    return Chance(
        Tally("attrition"), lambda thrown: min(count, losses_by_attrition(points, thrown.rolled)), about=first
    )


@cache
def attrition_results(points: int, count: int) -> Distribution[int]:
    """Return the distribution of units lost by a stack of `count` units, in ascending order."""
    return attrition_chance(points, count).distribution()


def roll_attrition(s: DarkEmperorState, points: int, here: Stack) -> int:
    """Roll for a stack and return the units it loses (8.12, M25).

    Not called for a stack without points.
    """
    first = here[0]
    owed, tally = attrition_chance(points, len(here), first).roll(s)
    kind = "attrition" if owed else "attrition-none"
    if s.journal is not None:
        s.log(kind, "8.12a", tally=tally, hex=s.where[first], side=s.side(first), points=points, lost=owed,
               count=len(here), group=here, rolled=tally.rolled)  # fmt: skip
    return owed


def take_losses(s: DarkEmperorState, stack: Stack, owed: int) -> None:
    """Eliminate `owed` units of a stack, or push the choice if they differ."""
    left = list(stack)
    while owed and (owed >= len(left) or len(distinct(s, left)) == 1):
        eliminate(s, left.pop(0), by=-1)
        owed -= 1
    if owed:
        s.push(AttritionLosses(s.side(left[0]), tuple(left), owed))


class AttritionLosses(ChooseOne, frozen=True):
    """Choice of the units a stack loses by attrition (8.12)."""

    seat: int
    units: Stack
    owed: int
    clause = "8.12b"
    verbs = {"lose": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return distinct(s, self.units)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        eliminate(s, choice, by=-1)
        take_losses(s, tuple([u for u in self.units if u != choice]), self.owed - 1)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        return Refusal("8.12b", "why.alike" if action[1] in self.units else "why.not-of-the-stack")

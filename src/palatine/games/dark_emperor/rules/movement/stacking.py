"""The Stacking Judgment Segment (10)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.rules.characters.lone_leaders import check_lone_leaders
from palatine.games.dark_emperor.rules.common.losses import distinct, eliminate
from palatine.games.dark_emperor.state import DarkEmperorState


class StackingJudgment(Step, frozen=True):
    """Step in which the phasing player loses units above the limit of any hex (10.1)."""

    def run(self, s: DarkEmperorState) -> None:
        for h in sorted(s.stacks[s.phasing]):
            owed = excess(s, s.phasing, h)
            if owed > 0:
                remove_excess(s, s.phasing, h, owed)
                return
        s.pop()


def excess(s: DarkEmperorState, side: int, h: int) -> int:
    """Return the number of units above a hex's limit; cargo and trains count (C18, M19)."""
    group = s.stacks[side].get(h, ())
    if len(group) <= LIMIT[h]:
        return 0
    if s.options["boxes"] == "escape stacking" and h in s.company[side]:
        return 0
    return len(counted_units(s, side, h)) - LIMIT[h]


def counted_units(s: DarkEmperorState, side: int, h: int) -> list[int]:
    """Return the units that count towards stacking; the option can exempt cargo (C18)."""
    units = s.units(side, h)
    return s.ashore(units) if s.options["cargo"] == "free" else units


def remove_excess(s: DarkEmperorState, side: int, h: int, owed: int) -> None:
    """Eliminate the excess units, or push a choice if the units differ."""
    here = counted_units(s, side, h)
    if len(distinct(s, here)) > 1:
        s.push(ChooseExcess(side, h, owed))
        return
    lose_excess(s, h, owed, here[:owed])


def lose_excess(s: DarkEmperorState, h: int, owed: int, units: Iterable[int]) -> None:
    """Eliminate units above the limit; siege trains left alone are then checked (9.33c)."""
    s.log("overstacked", "10a", hex=h, owed=owed, limit=LIMIT[h])
    for u in units:
        eliminate(s, u)
    check_lone_leaders(s)


class ChooseExcess(ChooseOne, frozen=True):
    """Choice of the next unit lost to overstacking (10.1b)."""

    seat: int
    hex: int
    owed: int
    clause = "10.1b"
    verbs = {"lose": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return distinct(s, counted_units(s, self.seat, self.hex))

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        lose_excess(s, self.hex, self.owed, (choice,))

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[1] not in counted_units(s, self.seat, self.hex):
            return Refusal("10.1b", "why.too-many-here", {"hex": self.hex})
        return None if action in self.actions(s) else Refusal("10.1b", "why.alike")

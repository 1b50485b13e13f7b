"""The Stacking Judgment Segment (10)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.rules.characters.alone import check_lone_leaders
from palatine.games.dark_emperor.rules.common.losses import distinct, eliminate
from palatine.games.dark_emperor.state import DarkEmperorState


class StackingJudgment(Step, frozen=True):
    """The phasing player loses what he has above the limit in any hex, by his choice (10.1)."""

    def run(self, s: DarkEmperorState) -> None:
        for h in sorted(s.stacks[s.phasing]):
            owed = excess(s, s.phasing, h)
            if owed > 0:
                remove_excess(s, s.phasing, h, owed)
                return
        s.pop()


def excess(s: DarkEmperorState, side: int, h: int) -> int:
    """How many units of a side a hex holds above its limit; embarked units and siege trains count (C18, M19)."""
    group = s.stacks[side].get(h, ())
    if len(group) <= LIMIT[h]:
        return 0
    if s.options["boxes"] == "escape stacking" and h in s.company[side]:
        return 0
    return len(counted_units(s, side, h)) - LIMIT[h]


def counted_units(s: DarkEmperorState, side: int, h: int) -> list[int]:
    """The units of a side that count in a hex: all, or all but embarked ones as the option says (C18)."""
    units = s.units(side, h)
    return s.ashore(units) if s.options["cargo"] == "free" else units


def remove_excess(s: DarkEmperorState, side: int, h: int, owed: int) -> None:
    """Take one unit, or all that are owed where the units do not differ."""
    here = counted_units(s, side, h)
    if len(distinct(s, here)) > 1:
        s.push(ChooseExcess(side, h, owed))
        return
    lose_excess(s, h, owed, here[:owed])


def lose_excess(s: DarkEmperorState, h: int, owed: int, units: Iterable[int]) -> None:
    """Units of those owed in a hex are lost; siege trains that only they were with may be alone now (9.33c)."""
    s.log("overstacked", "10a", hex=h, owed=owed, limit=LIMIT[h])
    for u in units:
        eliminate(s, u)
    check_lone_leaders(s)


class ChooseExcess(ChooseOne, frozen=True):
    """Which unit is lost to overstacking, one after the other (10.1b)."""

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

"""Objectives of a Movement Segment: hexes worth attacking, and their value (6.3, 20)."""

from __future__ import annotations

from palatine.games.dark_emperor.bot.evaluation import envoy_worth
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import INACTIVE, KINGDOM_POWERS, LEADERS_OF, PADRECH
from palatine.games.dark_emperor.components.tables import PRODUCTION
from palatine.games.dark_emperor.components.world import (
    CITY_AT,
    CITY_HEXES,
    CITY_VALUE,
    OWNER,
    TAXATION,
    ZOLAHAURESLOR,
)


def leader_kill_value(sight: Perception, quarry: frozenset[int]) -> float:
    """Return the value of an enemy leader's death.

    It is highest for the last one who can activate kingdoms.
    """
    if not sight.is_dark:
        return 4.0
    envoys = len(sight.their_leaders) + sum([len(LEADERS_OF[k]) for k in quarry])
    return 2.0 + envoy_worth(sight.state) / max(1, envoys)


class Aims:
    """Targets of a side with their value."""

    def __init__(self, sight: Perception, quarry: frozenset[int]) -> None:
        self.sight = sight
        self.quarry = quarry
        self.parameters = sight.parameters
        self.blood = sight.parameters.blood if sight.is_dark else sight.parameters.vengeance
        """Value of a destroyed enemy unit, as a share of its own value."""
        self.head = leader_kill_value(sight, quarry)
        """Value of an enemy leader's death."""
        self.promised: set[int] = set()
        """Hexes that earlier attacks of the plan will take."""
        self.targets = self.choose()

    def choose(self) -> frozenset[int]:
        s, sight = self.sight.state, self.sight
        found = set(s.stacks[sight.foe])
        for k in KINGDOM_POWERS:
            if self.is_at_stake(k):
                found |= {h for h in CITY_HEXES[k] if not s.units(sight.side, h)}
        if not sight.is_dark:
            return frozenset([h for h in found if OWNER[h] < 0 or OWNER[h] not in sight.sleeping])
        return frozenset(found)

    def on(self, kingdoms: frozenset[int]) -> Aims:
        """Restrict the targets to hexes of some kingdoms."""
        self.targets = frozenset([h for h in self.targets if OWNER[h] in kingdoms])
        return self

    def is_at_stake(self, k: int) -> bool:
        """Return whether the empty cities of a kingdom are worth having."""
        control = self.sight.state.control[k]
        if self.sight.is_dark:
            return control == self.sight.foe or k in self.quarry or self.sight.is_taken(k)
        return control != INACTIVE

    def promise(self, h: int) -> None:
        self.promised.add(h)

    def gain(self, h: int) -> float:
        """Return the value of winning a hex."""
        return self.dark_gain(h) if self.sight.is_dark else self.light_gain(h)

    def dark_gain(self, h: int) -> float:
        sight, s = self.sight, self.sight.state
        if h not in CITY_AT:
            return self.parameters.open_field + (
                2.0 * PRODUCTION[h] if OWNER[h] >= 0 and sight.is_taken(OWNER[h]) else 0.0
            )
        k = OWNER[h]
        if sight.is_mine(k) and not sight.is_taken(k):
            return sight.city_worth(h) * 0.5
        gain = sight.city_worth(h)
        if sight.is_taken(k):
            return gain if h in s.stacks[sight.foe] else CITY_VALUE[h] * (1.0 if sight.turns_left < 2 else 0.4)
        missing = [c for c in CITY_HEXES[k] if c not in self.promised and not s.units(sight.side, c)]
        stake = 100 if k == ZOLAHAURESLOR else TAXATION[k]
        return gain + self.parameters.complete * stake / max(1, len(missing))

    def light_gain(self, h: int) -> float:
        sight, s = self.sight, self.sight.state
        gain = self.parameters.open_field
        if PADRECH in s.company[sight.foe].get(h, ()):
            gain += self.parameters.regicide if sight.slayers else 2.0
        k = OWNER[h]
        if h not in CITY_AT:
            return gain + (2.0 if k >= 0 else 0.0)
        if h not in s.stacks[sight.foe] and not sight.is_taken(k):
            return float(CITY_VALUE[h])
        gain += sight.city_worth(h)
        if not sight.is_taken(k) and s.control[k] == sight.side:
            left = [c for c in CITY_HEXES[k] if s.units(sight.side, c) or c in self.promised]
            gain += 0.6 * TAXATION[k] if not left else 0.0
        return gain

"""Garrisons of the captain's fortresses."""

from __future__ import annotations

from typing import Final

from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.bot.planner import Campaign, free_troops
from palatine.games.demonlord.components.pieces import MP
from palatine.games.demonlord.preview.distances import march_from
from palatine.games.demonlord.preview.perception import strength
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS

THREAT_BY_DISTANCE: Final = ((7, 1.0), (9, 0.7), (12, 0.4))
"""Points of a march on foot to the capital, and the share of an enemy's value that counts."""


class Guards:
    """The garrisons of a plan."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.sight = campaign, campaign.sight
        self.known: dict[tuple[int, int], frozenset[int]] = {}
        self.capital = CAPITALS[self.sight.side]

    def kept(self, h: int, without: int = -1) -> frozenset[int]:
        """Return the units that must stay in the fortress in `h`, ignoring one enemy stack."""
        if without not in self.campaign.danger.share or not self.counts(h, without):
            without = -1
        found = self.known.get((h, without))
        if found is None:
            found = self.known[h, without] = frozenset(self.pick(h, without))
        return found

    def counts(self, h: int, without: int) -> bool:
        """Return whether ignoring one enemy stack matters for a fortress."""
        return h == self.capital or h in self.campaign.danger.share[without]

    def pick(self, h: int, without: int) -> list[int]:
        """Return the garrison: slow and weak units first, until sufficient."""
        sight = self.sight
        if sight.holder(h) != sight.side or not prize(sight, h):
            return []
        here = sorted(free_troops(sight, h), key=lambda u: (MP[u] // 2, WORTH[u], u))
        wanted = self.wanted(h, strength(here), without)
        kept: list[int] = []
        for u in here:
            if kept and strength(kept) >= wanted:
                break
            kept.append(u)
        return kept

    def wanted(self, h: int, have: float, without: int) -> float:
        """Return the wanted value of a garrison; 0 if no possible garrison would hold."""
        danger, by = self.campaign.danger.at(h, without), self.sight.parameters
        if h == self.capital:
            return max(by.least_guard, danger * by.capital_guard, self.far_guard(without))
        wanted = danger * by.guard
        return wanted if have >= wanted else 0.0

    def far_guard(self, without: int) -> float:
        """Return the wanted value for the capital against enemies who could arrive before help."""
        sight, road, by = self.sight, march_from(self.capital), self.sight.parameters
        far = sum(
            [foe.strength * threat_weight(road[foe.hex]) for foe in self.campaign.danger.foes if foe.hex != without]
        )
        near = [h for h in sight.hexes if h != self.capital and road[h] <= by.helpers and not sight.is_locked(h)]
        help_at_hand = by.help * sum([strength(sight.troops(h)) for h in near])
        return max(far * by.far_guard - help_at_hand, far * by.alone)

    def post(self) -> None:
        """Order all units that must stay to stay."""
        for arm in self.campaign.idle():
            if arm.unit in self.kept(arm.hex):
                self.campaign.send(arm.unit, arm.hex, "guard")


def threat_weight(distance: int) -> float:
    """Return the share of an enemy's value that counts at a distance."""
    return next((part for limit, part in THREAT_BY_DISTANCE if distance <= limit), 0.0)

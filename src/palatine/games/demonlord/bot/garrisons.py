"""Who stays behind to guard the captain's fortresses."""

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
"""Points of a march on foot, and what part of an enemy's worth so far from the capital is reckoned with there."""


class Guards:
    """The garrisons a plan provides for."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.sight = campaign, campaign.sight
        self.known: dict[tuple[int, int], frozenset[int]] = {}
        self.capital = CAPITALS[self.sight.side]

    def kept(self, h: int, without: int = -1) -> frozenset[int]:
        """Who must stay in the fortress in `h`, leaving one enemy out of account."""
        if without not in self.campaign.danger.share or not self.counts(h, without):
            without = -1
        found = self.known.get((h, without))
        if found is None:
            found = self.known[h, without] = frozenset(self.pick(h, without))
        return found

    def counts(self, h: int, without: int) -> bool:
        """Whether it makes a difference to a fortress that one enemy is left out of account."""
        return h == self.capital or h in self.campaign.danger.share[without]

    def pick(self, h: int, without: int) -> list[int]:
        """The slow and weak first, until they are enough."""
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
        """The worth a garrison should have; 0 where no garrison to be had would hold."""
        danger, by = self.campaign.danger.at(h, without), self.sight.parameters
        if h == self.capital:
            return max(by.least_guard, danger * by.capital_guard, self.far_guard(without))
        wanted = danger * by.guard
        return wanted if have >= wanted else 0.0

    def far_guard(self, without: int) -> float:
        """What the capital needs against enemies who are not yet near, but could be before help is."""
        sight, road, by = self.sight, march_from(self.capital), self.sight.parameters
        far = sum(
            [foe.strength * threat_weight(road[foe.hex]) for foe in self.campaign.danger.foes if foe.hex != without]
        )
        near = [h for h in sight.hexes if h != self.capital and road[h] <= by.helpers and not sight.is_locked(h)]
        help_at_hand = by.help * sum([strength(sight.troops(h)) for h in near])
        return max(far * by.far_guard - help_at_hand, far * by.alone)

    def post(self) -> None:
        """Order everybody who must stay to stay."""
        for arm in self.campaign.idle():
            if arm.unit in self.kept(arm.hex):
                self.campaign.send(arm.unit, arm.hex)


def threat_weight(distance: int) -> float:
    """What part of an enemy's worth counts at that distance."""
    return next((part for limit, part in THREAT_BY_DISTANCE if distance <= limit), 0.0)

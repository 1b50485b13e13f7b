"""Who stays behind to guard the captain's fortresses."""

from __future__ import annotations

from typing import Final

from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.bot.planner import Campaign, free_troops
from palatine.games.demonlord.components.pieces import MP
from palatine.games.demonlord.foresight.distances import march_from
from palatine.games.demonlord.foresight.perception import strength
from palatine.games.demonlord.foresight.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS

GUARD: Final = 0.7
"""What part of the worth that can come at it a fortress's garrison is to have; where it cannot, one troop must do."""
CAPITAL_GUARD: Final = 0.9
"""The same for the capital, which gets what there is."""
LEAST_GUARD: Final = 2.0
"""The worth that stays in a capital when no enemy is near."""
OUTLOOK: Final = ((7, 1.0), (9, 0.7), (12, 0.4))
"""Points of a march on foot, and what part of an enemy's worth so far from the capital is reckoned with there."""
FAR_GUARD: Final = 0.6
"""What part of that the capital's garrison and the armies near it are to have together."""
HELPERS: Final = 4
"""Points of a march within which an army of one's own is near enough to help."""
HELP: Final = 0.5
"""What part of its worth such an army counts for."""
ALONE: Final = 0.35
"""What part of the enemy's worth the garrison must have by itself, to hold out until help comes."""


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
        danger = self.campaign.danger.at(h, without)
        if h == self.capital:
            return max(LEAST_GUARD, danger * CAPITAL_GUARD, self.far_guard(without))
        wanted = danger * GUARD
        return wanted if have >= wanted else 0.0

    def far_guard(self, without: int) -> float:
        """What the capital needs against enemies who are not yet near, but could be before help is."""
        sight, road = self.sight, march_from(self.capital)
        far = sum(
            [foe.strength * outlook(road[foe.hex]) for foe in self.campaign.danger.foes if foe.hex != without]
        )
        near = [h for h in sight.hexes if h != self.capital and road[h] <= HELPERS and not sight.is_locked(h)]
        help_at_hand = HELP * sum([strength(sight.troops(h)) for h in near])
        return max(far * FAR_GUARD - help_at_hand, far * ALONE)

    def post(self) -> None:
        """Order everybody who must stay to stay."""
        for arm in self.campaign.idle():
            if arm.unit in self.kept(arm.hex):
                self.campaign.send(arm.unit, arm.hex)


def outlook(distance: int) -> float:
    """What part of an enemy's worth counts at that distance."""
    return next((part for limit, part in OUTLOOK if distance <= limit), 0.0)

"""What the captain expects of features: treasures to be won by arms or words, specials to be found (3.3, 5.4, 5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.duels import Arena
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Lore, Proposal
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.negotiating import (
    BLESS_LAND,
    BRING_GOLD,
    DISARM,
    EXPLORE,
    RIDDLE,
    SLAY,
    can_talk,
    eloquence,
    honesty,
)

HOARD: Final = (3.5, 7.0, 13.5, 27.0, 65.0)
ITEMS: Final = (0.25, 0.5, 0.8, 1.25, 2.0)
"""By the word of its guardian: the gold and the items of a treasure to expect (3.2)."""
ITEM: Final = 4.0
"""What an item is worth."""
MERIT: Final = 0.12
"""What a monster's hit point is worth to the Defender (10.1)."""
LIFE: Final = 5.0
"""What a Hero's life is worth, besides his skills."""
PARLEY: Final = 0.2
"""The part of a treasure that talk brings in the end."""
LOOK: Final = 1.5
"""What a special function is worth (5.8)."""
AGAIN: Final = 6
"""Years until an empty feature is searched again."""
RAIDS: Final = 4
"""Until then monsters stay at home (9.2)."""
ROLLS: Final = 36
HEARD, AGREED = 30, 15
"""Of the throws of two dice: those with which a guardian does not attack, and with which it proposes something; six
more for each point of eloquence."""


class Errand(msgspec.Struct, frozen=True):
    """Something to be done somewhere, and what it should bring."""

    worth: float
    place: int
    action: orders.Action


class Quests:
    """What there is to be had of features, for each of his people."""

    def __init__(self, chart: Chart, explored: dict[int, int]) -> None:
        self.chart, self.s = chart, chart.s
        self.arena = Arena(chart.s)
        self.explored = explored

    def life(self, n: int) -> float:
        """What somebody's life is worth; a guest from Valhalla returns there unharmed (10.3)."""
        return 0.0 if self.s.people[n].visitor else LIFE + sum(self.s.people[n].levels)

    def searches(self, n: int, number: int, told: Lore) -> Iterator[Errand]:
        """To slay the guardian, to talk with it, to claim what it has promised; where there is none, to look around."""
        if told.is_empty or told.monster < 0:
            if told.turn < self.s.turn - AGAIN or told.turn == 0:
                worth = LOOK * tables.FEATURES[told.kind].special / 100
                yield Errand(worth, told.place, orders.Search(number, (orders.Scout(),)))
            return
        treasure = HOARD[told.word] + ITEM * ITEMS[told.word]
        made = next((each for each in self.s.proposals if each.feature == number), None)
        if made is not None and self.is_met(made, told):
            worth = honesty(self.arena.t, n, told.monster) / 100 * (treasure - made.amount)
            yield Errand(worth, told.place, orders.Search(number, claim_reward(made)))
            return
        win, death = self.arena.chances(n, told.monster)
        merit = MERIT * tables.MONSTERS[told.monster].hp
        worth = win * (treasure + merit) - death * self.life(n)
        yield Errand(worth, told.place, orders.Search(number, self.arena.plan(n, told.monster)))
        if made is None:
            yield Errand(
                self.worth_talking(n, told, treasure),
                told.place,
                orders.Search(number, (orders.Talk(), orders.Flee())),
            )

    def worth_talking(self, n: int, told: Lore, treasure: float) -> float:
        """A bargain, perhaps; and a raider of own land that stays at home (5.4, 9.2)."""
        if not can_talk(self.arena.t, n, told.monster):
            return 0.0
        skill = eloquence(self.arena.t, n, told.monster)
        heard = max(0.0, min(1.0, (HEARD + 6 * skill) / ROLLS))
        agreed = max(0.0, min(1.0, (AGREED + 6 * skill) / ROLLS))
        tamed = (
            MERIT * tables.MONSTERS[told.monster].hp / 2
            if told.place in self.chart.own and self.s.turn > RAIDS
            else 0.0
        )
        _, death = self.arena.chances(n, told.monster)
        return agreed * PARLEY * treasure + heard * tamed - (1 - heard) * death * self.life(n)

    def is_met(self, made: Proposal, told: Lore) -> bool:
        """Whether the terms of a guardian can be met this year (5.4)."""
        s, me = self.s, self.chart.me
        if made.kind == BRING_GOLD:
            return 2 * made.amount <= s.kingdoms[me].gold
        if made.kind == SLAY:
            quarry = s.lore[me].get(made.target)
            return quarry is not None and quarry.is_empty
        if made.kind == BLESS_LAND:
            return False
        if made.kind == DISARM:
            return not any(s.armies[a].owner == me for a in s.armies_at(told.place))
        if made.kind == EXPLORE:
            return self.explored.get(told.place, 0) >= 100
        return made.kind == RIDDLE


def claim_reward(made: Proposal) -> orders.Plan:
    """The answer to a riddle, or a reminder of what was promised (5.4)."""
    return (orders.Say(made.text), orders.Flee()) if made.kind == RIDDLE else (orders.Fulfil(), orders.Flee())

"""Expected gains of features: treasures by force or talk, and specials (3.3, 5.4, 5.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.duels import Arena
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.practice import office_weight
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Lore, Proposal
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.deaths import LEFT_OF_MERIT
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
"""Expected gold and items of a treasure, by the word for its guardian (3.2)."""
ITEM: Final = 4.0
"""Value of an item."""
MERIT: Final = 0.12
"""Value of a monster's hit point for the Defender (10.1)."""
LIFE: Final = 5.0
"""Value of a Hero's life in addition to the skills."""
PARLEY: Final = 0.2
"""Share of a treasure that talk brings in the end."""
LOOK: Final = 1.5
"""Value of a special function (5.8)."""
AGAIN: Final = 6
"""Years until an empty feature is searched again."""
RAIDS: Final = 4
"""Turn until which monsters stay at home (9.2)."""
ROLLS: Final = 36
HEARD, AGREED = 30, 15
"""Throws of two dice, of 36, without an attack, and those with a proposal.

Each point of eloquence adds six.
"""


class HeroTask(msgspec.Struct, frozen=True):
    """An action in a place with its expected value."""

    worth: float
    place: int
    action: orders.Action


class Quests:
    """Expected gains of features for each person."""

    def __init__(self, chart: Chart, explored: dict[int, int]) -> None:
        self.chart, self.s = chart, chart.s
        self.arena = Arena(chart.s)
        self.explored = explored
        self._lives: dict[int, float] = {}

    def life(self, n: int) -> float:
        """Return the value of a person's life; cached.

        It is 0 for a guest from Valhalla, who returns there unharmed (10.3).
        """
        found = self._lives.get(n)
        if found is None:
            person = self.s.people[n]
            found = 0.0 if person.visitor else LIFE + sum(person.levels) + self.merit_at_risk(n)
            self._lives[n] = found
        return found

    def merit_at_risk(self, n: int) -> float:
        """Return the value of the merit that a King's best candidates would lose by death (10.1)."""
        merit = self.s.merit.get(n, ())
        return sum(
            (1 - LEFT_OF_MERIT) * merit[office] / 2 * office_weight(row) * (MERIT if office == titles.DEFENDER else 1)
            for office, row in self.chart.standing.items() if row.person == n and merit and merit[office] > 0
        )  # fmt: skip

    def searches(self, n: int, number: int, told: Lore) -> Iterator[HeroTask]:
        """Yield ways to use a feature: fight or talk with its guardian, claim a reward, search it."""
        if told.is_empty or told.monster < 0:
            if told.turn < self.s.turn - AGAIN or told.turn == 0:
                worth = LOOK * tables.FEATURES[told.kind].special / 100
                yield HeroTask(worth, told.place, orders.Search(number, (orders.Scout(),)))
            return
        treasure = HOARD[told.word] + ITEM * ITEMS[told.word]
        made = next((each for each in self.s.proposals if each.feature == number), None)
        if made is not None and self.is_met(made, told):
            worth = honesty(self.arena.t, n, told.monster) / 100 * (treasure - made.amount)
            yield HeroTask(worth, told.place, orders.Search(number, claim_reward(made)))
            return
        win, death = self.arena.chances(n, told.monster)
        merit = MERIT * tables.MONSTERS[told.monster].hp
        worth = win * (treasure + merit) - death * self.life(n)
        yield HeroTask(worth, told.place, orders.Search(number, self.arena.plan(n, told.monster)))
        if made is None:
            yield HeroTask(
                self.worth_talking(n, told, treasure),
                told.place,
                orders.Search(number, (orders.Talk(), orders.Flee())),
            )

    def worth_talking(self, n: int, told: Lore, treasure: float) -> float:
        """Return the value of talk: a bargain, or an end to raids on its land (5.4, 9.2)."""
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
        """Return whether a guardian's terms can be met this year (5.4)."""
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
    """Return the plan to answer a riddle or claim what was promised (5.4)."""
    return (orders.Say(made.text), orders.Flee()) if made.kind == RIDDLE else (orders.Fulfil(), orders.Flee())

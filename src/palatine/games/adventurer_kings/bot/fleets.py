"""The captain's ships, led by a Hero to seas that can be taken without a battle (6.2, 7.7)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders

FLEETS: Final = 2
"""Maximum number of ships in a squadron, because few seas have natives."""
SEAS: Final = 3
"""Free seas in reach that justify building a fleet."""
FAR: Final = 4


class Fleets:
    """Commands of ships, on the planning state."""

    def __init__(self, chart: Chart, purse: Purse) -> None:
        self.chart, self.s, self.purse = chart, chart.s, purse

    def man(self) -> dict[int, list[orders.Action]]:
        """Return for each person the actions that leave or take ships before the year's marches."""
        found: dict[int, list[orders.Action]] = {}
        for place in sorted({army.place for army in self.s.armies.values() if self.is_ship(army.owner, army.type)}):
            self.man_at(place, found)
        self.build(found)
        return found

    def is_ship(self, owner: int, kind: int) -> bool:
        return owner == self.chart.me and kind in tables.SEA_ARMIES

    def ships_at(self, place: int) -> list[int]:
        s = self.s
        return [a for a in s.armies_at(place) if self.is_ship(s.armies[a].owner, s.armies[a].type)]

    def man_at(self, place: int, found: dict[int, list[orders.Action]]) -> None:
        """Reassign ships in a port whose leader has land troops or that have no leader.

        Without a new leader they stay in port.
        """
        s = self.s
        loose = [a for a in self.ships_at(place) if self.is_loose(s.armies[a].leader)]
        admiral = self.admiral(place)
        if not loose:
            return
        old = [a for a in loose if s.armies[a].recruited != s.turn]
        if admiral and old:
            found.setdefault(admiral, []).append(orders.PickUp(tuple(old)))
        for a in old:
            leader = s.armies[a].leader
            if not admiral and leader != NO_LEADER and place in self.chart.own:
                found.setdefault(leader, []).append(orders.Leave((a,)))
            if admiral or place in self.chart.own:
                s.set_army(a, leader=admiral or NO_LEADER)

    def is_loose(self, leader: int) -> bool:
        """Return whether ships have no leader or one with land troops."""
        return leader == NO_LEADER or any(
            self.s.armies[a].type not in tables.SEA_ARMIES for a in self.s.led_by(leader)
        )

    def admiral(self, place: int) -> int:
        """Return the leader of a port's ships, 0 for none.

        It is a leader who has ships, otherwise the best sailor without troops.
        """
        s = self.s
        here = [
            n for n, person in s.at_home(self.chart.me)
            if person.place == place and not person.visitor and not person.is_imbecile
            and all(s.armies[a].type in tables.SEA_ARMIES for a in s.led_by(n)) and not person.is_king
        ]  # fmt: skip
        return max(here, key=lambda n: (len(s.led_by(n)), s.people[n].levels[tables.NAVAL], -n), default=0)

    def build(self, found: dict[int, list[orders.Action]]) -> None:
        """Build a fleet at home for a person there while there are seas to take."""
        s, home = self.s, self.chart.home
        if home not in self.chart.own or tables.FLEET not in s.lands[home].types:
            return
        admiral = self.admiral(home)
        fleets = sum(self.is_ship(army.owner, army.type) for army in s.armies.values())
        near = [p for p in s.atlas.within(home, FAR) if self.chart.is_sea(p) and self.chart.is_prey(p)]
        if not admiral or fleets >= FLEETS or len(near) < SEAS or self.purse.spare < s.pay_of(tables.FLEET):
            return
        kinds = self.purse.levies(home, admiral, [tables.FLEET], s.pay_of(tables.FLEET))
        if kinds:
            self.purse.levy(home, admiral, kinds)
            found.setdefault(admiral, []).append(orders.Recruit((tables.ARMY_CODES[tables.FLEET],), admiral))

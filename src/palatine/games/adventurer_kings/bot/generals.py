"""Generals: levies, takeovers of garrisons and the campaign of each general (3.4, 3.9)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.bot.budget import Purse, fits
from palatine.games.adventurer_kings.bot.campaign import Campaign, War
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.fleets import Fleets
from palatine.games.adventurer_kings.bot.magic import Magic
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders

SIGHT: Final = 3
"""Distance within which the terrain determines the most useful troops."""
SHUT_IN: Final = 4
"""Number of provinces up to which lower odds are accepted."""
LEADERS: Final = (tables.TACTICAL, tables.TACTICAL, tables.FORCED_MARCH, tables.DRUID)
"""Abilities of a general, Tactics counted twice."""


class Posting(msgspec.Struct):
    """A general's year: actions before the march, and the campaign."""

    first: list[orders.Action]
    campaign: Campaign


class Armies:
    """The armies of one kingdom on the planning state, which includes levies and transfers."""

    def __init__(self, chart: Chart, purse: Purse, war: War, magic: Magic) -> None:
        self.chart, self.s, self.purse, self.war = chart, chart.s, purse, war
        self.magic = magic
        self.postings: dict[int, Posting] = {}
        self.rival = -1
        """The King at whose border idle armies gather."""
        self.ready: dict[int, list[orders.Action]] = {}
        """By person: actions about ships, before anything else."""

    def post_all(self) -> dict[int, Posting]:
        """Plan all generals and return their postings.

        Leaders of armies come first, the strongest first, then those who can take or raise armies. Finally idle ones
        join forces, accept lower odds, or gather.
        """
        self.ready = Fleets(self.chart, self.purse).man()
        people = [n for n, person in self.s.at_home(self.chart.me) if not person.is_imbecile]
        for n in sorted(people, key=lambda n: (-len(self.s.led_by(n)), n)):
            if self.s.led_by(n):
                self.post(n)
        for n in sorted(people, key=lambda n: (-self.leadership(n), n)):
            if not self.s.led_by(n) and self.raises(n):
                self.post(n)
        for n in self.idlers():
            self.join(n)
        if not self.war.claimed:
            for n in self.idlers():
                self.dare(n)
        self.gather()
        for n, actions in self.ready.items():
            self.postings.setdefault(n, Posting(list(actions), Campaign()))
        return self.postings

    def idlers(self) -> list[int]:
        """Return the generals with armies and without a target, the best first."""
        found = [n for n in self.postings if self.waits(n) and self.s.led_by(n)]
        return sorted(found, key=lambda n: (-self.leadership(n), n))

    def dare(self, n: int) -> None:
        """Accept lower odds for an idle general if no general has a conquest."""
        first = self.postings[n].first
        campaign = self.plan(n, self.s.people[n].place, 1 + len(first), self.chart.parameters.daring)
        self.war.claim(campaign)
        self.postings[n] = Posting(first, campaign)

    def gather(self) -> None:
        """March idle armies to the rival's border, otherwise to the largest of them."""
        idle = self.idlers()
        rally = max(idle, key=lambda n: (len(self.s.led_by(n)), -n), default=0)
        for n in idle:
            place, goal = self.s.people[n].place, self.goal(rally)
            if place != goal:
                first = self.postings[n].first
                way = self.war.way(self.s.led_by(n), place, goal, 1 + len(first))
                self.postings[n] = Posting(first, Campaign(way=way))

    def goal(self, rally: int) -> int:
        """Return the nearest province on the rival's border; without land, on any non-ally's."""
        chart, here = self.chart, self.s.people[rally].place
        if self.rival < 0 and not chart.is_landless:
            return here
        front = [
            place for place in sorted(filter(chart.is_open, chart.known) if chart.is_landless else chart.own)
            if any(self.is_abroad(near) and chart.can_march(place, near) for near in self.s.atlas.neighbours[place])
        ]  # fmt: skip
        far = self.s.atlas.distances(here)
        return min(front, key=lambda place: (far[place], place), default=here)

    def is_abroad(self, place: int) -> bool:
        """Return whether a province is the rival's, or for a King without land not an ally's."""
        chart = self.chart
        if chart.is_landless:
            return chart.of(place) is not None and not chart.is_open(place)
        return chart.owner(place) == self.rival

    def join(self, n: int) -> None:
        """Let an idle general take over the armies of others if that makes a conquest possible."""
        s = self.s
        place = s.people[n].place
        if not self.waits(n) or not s.led_by(n):
            return  # The armies have joined another general's.
        others = [m for m in self.postings if m != n and s.people[m].place == place and self.waits(m)]
        taken = {
            a: m for m in others for a in s.led_by(m)
            if s.armies[a].type not in tables.SEA_ARMIES and s.armies[a].recruited != s.turn
            and fits(s, n, s.armies[a].race)
        }  # fmt: skip
        if not taken:
            return
        for a in taken:
            s.set_army(a, leader=n)
        first = self.postings[n].first
        campaign = self.plan(n, place, 2 + len(first), self.need)
        if campaign.gains:
            self.war.claim(campaign)
            self.postings[n] = Posting([*first, orders.PickUp(tuple(taken))], campaign)
        else:
            for a, m in taken.items():
                s.set_army(a, leader=m)

    def waits(self, n: int) -> bool:
        """Return whether a general on friendly land has no target."""
        return not self.postings[n].campaign.gains and self.chart.is_open(self.s.people[n].place)

    @property
    def need(self) -> float:
        """Minimum chance of victory, lower while the kingdom is small."""
        usual = self.chart.parameters
        return usual.daring if len(self.chart.own) <= SHUT_IN else usual.need

    def leadership(self, n: int) -> int:
        return sum(self.s.people[n].levels[ability] for ability in LEADERS)

    def raises(self, n: int) -> bool:
        """Return whether a person without armies should get some: idle ones or a new band."""
        place = self.s.people[n].place
        if self.idle(n, place):
            return True
        return (
            (place in self.chart.own or place in self.chart.musters())
            and self.purse.spare >= self.chart.parameters.band
            and len(self.wanted(place)) > 0
        )

    # One general

    def post(self, n: int) -> None:
        """Plan a general: take idle armies, levy affordable ones, and march if worthwhile.

        Actions that delay the march too much are left out.
        """
        place = self.s.people[n].place
        if not self.chart.is_open(place) and self.has_invaded(n):
            self.postings[n] = Posting([*self.ready.get(n, ())], self.besiege(n, place))
            return
        spells = self.magic.boons(n)
        first = [*spells, *self.ready.get(n, ()), *self.take_up(n, place)]
        campaign = self.plan(n, place, 1 + len(first))
        self.purse.expect(campaign.value)
        campaign = self.levy(n, place, first, campaign)
        if not campaign.gains and len(self.chart.own) <= SHUT_IN:
            campaign = self.plan(n, place, 1 + len(first), self.chart.parameters.daring)
        if campaign.gains:
            self.magic.confirm(n, spells)
        else:
            self.magic.drop(n)
            first = first[len(spells) :]
        self.war.claim(campaign)
        self.postings[n] = Posting(first, campaign)

    def has_invaded(self, n: int) -> bool:
        """Return whether a person's armies invaded the province and are held there (7.6)."""
        return any(self.s.armies[a].origin >= 0 for a in self.s.led_by(n))

    def take_up(self, n: int, place: int) -> list[orders.Action]:
        idle = self.idle(n, place)
        for a in idle:
            self.s.set_army(a, leader=n)
        return [orders.PickUp(tuple(idle))] if idle else []

    def levy(self, n: int, place: int, first: list[orders.Action], before: Campaign) -> Campaign:
        """Levy more troops with spare gold, or on credit if they make conquests possible."""
        if any(self.s.armies[a].type in tables.SEA_ARMIES for a in self.s.led_by(n)):
            return before
        phase = 2 + len(first)
        for budget, on_credit in ((self.purse.spare, False), (float(self.purse.gold), True)):
            kinds = self.purse.levies(place, n, self.wanted(place), budget)
            if not kinds:
                continue
            made = self.purse.levy(place, n, kinds)
            after = self.plan(n, place, phase)
            more = after.value - before.value
            worth = more + self.chart.parameters.troops * sum(map(self.s.pay_of, kinds))
            if (more >= self.chart.parameters.credit and self.purse.bears(more)) if on_credit else worth >= 0:
                first.append(orders.Recruit(tuple(tables.ARMY_CODES[kind] for kind in kinds), n))
                self.purse.expect(more)
                return after
            self.purse.unlevy(place, made)
        return before

    def besiege(self, n: int, place: int) -> Campaign:
        """Plan a general's actions in a contested province: fight on or fall back (7.6).

        The general falls back to friendly land.
        """
        back = [near for near in self.s.atlas.neighbours[place] if self.can_fall_back(n, place, near)]
        if not back:
            self.war.claimed.add(place)
            return Campaign()
        near = min(back, key=lambda p: (self.s.atlas.distance(self.home, p), p))
        found = self.plan(n, near, 2, self.chart.parameters.daring, spent=1)
        self.war.claim(found)
        return Campaign(found.value, (near, *found.way), found.gains)

    def can_fall_back(self, n: int, place: int, near: int) -> bool:
        sails = all(self.s.armies[a].type in tables.SEA_ARMIES for a in self.s.led_by(n))
        return self.chart.is_open(near) and (sails or self.chart.can_march(place, near))

    @property
    def home(self) -> int:
        return self.s.kingdoms[self.chart.me].home

    def plan(self, n: int, place: int, phase: int, need: float | None = None, spent: int = 0) -> Campaign:
        return self.war.plan(self.s.led_by(n), place, phase, need, spent)

    def idle(self, n: int, place: int) -> list[int]:
        """Return unled armies here that the person can lead well, except garrisons."""
        s = self.s
        return [
            a for a in s.armies_at(place)
            if s.armies[a].owner == self.chart.me and s.armies[a].leader == NO_LEADER
            and s.armies[a].type not in (tables.GARRISON, *tables.SEA_ARMIES) and s.armies[a].recruited != s.turn
            and fits(s, n, s.armies[a].race)
        ]  # fmt: skip

    def wanted(self, place: int) -> list[int]:
        """Return a province's types by value for their pay on the surrounding terrain."""
        land = self.s.lands[place]
        kinds = [kind for kind in land.types if kind not in tables.SEA_ARMIES]
        return sorted(kinds, key=lambda kind: (-self.usefulness(kind, land.race, place), kind))

    def usefulness(self, kind: int, race: int, place: int) -> float:
        s, chart = self.s, self.chart
        grounds = [chart.known[p].terrain for p in s.atlas.within(place, SIGHT) if chart.is_prey(p)]
        grounds = [terrain for terrain in grounds if terrain != tables.SEA] or [s.terrain(place)]
        found = 0.0
        for terrain in grounds:
            army = tables.ARMY[kind]
            strength = float(army.strength + (terrain in army.home))
            if race in tables.HUMANOID:
                strength += (tables.BEST_TYPE[race] == kind) + (tables.RACE_TERRAIN[race] == terrain)
            found += strength * (0.5 if terrain in army.adverse else 1.0)
        return found / len(grounds) / (s.pay_of(kind) + 0.5)

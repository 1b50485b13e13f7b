"""The captain: conquers by the odds, spends what he has, and lets nobody be idle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.core import Game
from palatine.games.adventurer_kings import bot_founding, hidden
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.bot_armies import Armies
from palatine.games.adventurer_kings.bot_map import Chart
from palatine.games.adventurer_kings.bot_purse import Purse
from palatine.games.adventurer_kings.bot_study import Study, blessing
from palatine.games.adventurer_kings.bot_talks import Talks
from palatine.games.adventurer_kings.bot_war import War
from palatine.games.adventurer_kings.recruiting import MOST_OFFER
from palatine.games.adventurer_kings.state import FREE, State
from palatine.games.adventurer_kings.suggesting import heir_levels
from palatine.games.adventurer_kings.turn import PHASES, effective

SALT: Final = b"captain"
LANDS_A_HERO: Final = 4
"""Provinces for each Hero beyond the first two: so many he can use, and pay."""
LEAST_OFFER: Final = 2
"""What few Heroes would serve for less."""
CAUTION: Final = (o.Flee(), o.Strike())
"""No duels, and out of the way of what roams the land: a live King is worth more than a won duel (5.10)."""


class Captain:
    """Writes a sheet that his King's knowledge justifies."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def decide(self, state: State, seat: str) -> o.Sheet:
        me = state.seats.index(seat)
        if state.turn == 0:
            return o.Sheet((bot_founding.king(me),))
        return o.Sheet(tuple(Council(hidden.determinize(state, seat, SALT), me).orders()))


class Council:
    """One year's thinking of one kingdom; it plans on a state of its own."""

    def __init__(self, s: State, me: int) -> None:
        self.s, self.me = s, me
        self.people = [n for n, _ in s.at_home(me)]
        self.chart = Chart(s, me)
        self.purse = Purse(self.chart)
        self.armies = Armies(self.chart, self.purse, War(self.chart))
        self.acts: dict[int, list[o.Action | None]] = {n: [None] * PHASES for n in self.people}
        self.places: dict[int, list[int]] = {n: [s.people[n].place] * PHASES for n in self.people}
        """By character: where he should be when each phase begins."""

    def orders(self) -> Iterator[o.Line]:
        """Treaties and votes, the heir, then everybody's year, and how he meets strangers."""
        self.march()
        yield from Talks(self.chart, len(self.armies.war.claimed)).lines()
        if self.s.kingdoms[self.me].awaits_levels:
            yield o.Heir(heir_levels(self.s, self.me))
        self.economise()
        self.bless()
        self.hire()
        self.practise()
        for n in self.people:
            for phase, action in enumerate(self.acts[n], 1):
                if action is not None:
                    yield o.Act(n, phase, action)
            yield o.Special(n, CAUTION)

    def march(self) -> None:
        """The generals' levies and campaigns."""
        for n, posting in self.armies.post_all().items():
            for action in posting.first:
                self.give(n, self.free(n), action)
            for place in posting.campaign.way:
                phase = self.free(n)
                self.give(n, phase, o.Move(self.s.atlas.numbers[place]))
                self.places[n][phase:] = [place] * (PHASES - phase)

    def give(self, n: int, phase: int, action: o.Action) -> None:
        self.acts[n][phase - 1] = action

    def free(self, n: int) -> int:
        """The first phase for which somebody has no order yet; 0 for none."""
        acts = self.acts[n]
        return acts.index(None) + 1 if None in acts else 0

    def economise(self) -> None:
        """The King disbands, late in the year, what cannot be paid: better than that the unpaid desert (9.2)."""
        missing = self.purse.shortfall
        king = self.s.kingdoms[self.me].king
        if missing <= 0 or king not in self.acts or self.acts[king][-1] is not None:
            return
        mine = [a for a, army in self.s.armies.items() if army.owner == self.me and army.recruited != self.s.turn]
        mine.sort(key=lambda a: (self.s.armies[a].quality, c.ARMY[self.s.armies[a].type].strength, a))
        gone: list[int] = []
        for a in mine:
            if missing <= 0:
                break
            missing -= self.s.pay_of(self.s.armies[a].type)
            gone.append(a)
        if gone:
            self.give(king, PHASES, o.Disband(tuple(gone)))

    def bless(self) -> None:
        """Who knows White Magic blesses the richest lands, as often as he may (4.2.1)."""
        done: set[int] = set()
        for n in self.people:
            for _ in range(c.ACTION_SPELLS[effective(self.s, n, c.WH)]):
                spell = blessing(self.chart, n, done) if self.free(n) else None
                if spell is not None:
                    self.give(n, self.free(n), spell)

    def hire(self) -> None:
        """Heroes without a lord where somebody of his has time, while he has lands for them."""
        room = 2 + len(self.chart.own) // LANDS_A_HERO - len(self.people) + 1
        asked: set[int] = set()
        for n in self.people:
            for other, offer in self.offers(n, asked):
                if room > 0 and self.free(n):
                    self.give(n, self.free(n), o.Hire(other, offer))
                    self.purse.spend(offer)
                    asked.add(other)
                    room -= 1

    def offers(self, n: int, asked: set[int]) -> Iterator[tuple[int, int]]:
        """The Heroes to be had where somebody ends his way, and what can be offered."""
        place = self.places[n][-1]
        known = self.chart.known.get(place)
        found = [
            other for other, where, turn, service in self.s.sightings(self.me)
            if where == place and service == FREE and turn >= self.s.turn - 1
            and not self.s.resides(self.me, other, place)
        ]  # fmt: skip
        if known is not None and known.hero and place != self.s.people[n].place:
            found.append(known.hero)
        for other in found:
            offer = min(MOST_OFFER, int(self.purse.spare))
            if other not in asked and offer >= LEAST_OFFER:
                yield other, offer

    def practise(self) -> None:
        """Whoever has nothing to do learns, all who are in one place the same (3.13)."""
        study = Study(self.chart)
        for phase in range(1, PHASES + 1):
            groups: dict[int, list[int]] = {}
            for n in self.people:
                if self.acts[n][phase - 1] is None:
                    groups.setdefault(self.places[n][phase - 1], []).append(n)
            for group in groups.values():
                code = study.lesson(group)
                for n in group:
                    self.give(n, phase, o.Practise(code))

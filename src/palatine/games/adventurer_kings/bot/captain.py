"""The captain: conquers by the odds, spends its gold and keeps everyone busy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.core import Game, OrdersGame, SearchContext
from palatine.core.guidance.advice import Advice
from palatine.core.search.context import InContext
from palatine.games.adventurer_kings import secrecy
from palatine.games.adventurer_kings.bot import setup
from palatine.games.adventurer_kings.bot.advice import advise_king, advise_year
from palatine.games.adventurer_kings.bot.aims import Ballot, Outlook, parameters_for
from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.campaign import War, prospect
from palatine.games.adventurer_kings.bot.defence import garrison, stand_by, watch_borders
from palatine.games.adventurer_kings.bot.diplomacy import Talks
from palatine.games.adventurer_kings.bot.duels import is_champion, special
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.exile import Exile
from palatine.games.adventurer_kings.bot.generals import Armies
from palatine.games.adventurer_kings.bot.hero_tasks import HIRED, LEAST_OFFER, HeroTasks
from palatine.games.adventurer_kings.bot.levies import Levies
from palatine.games.adventurer_kings.bot.magic import Magic
from palatine.games.adventurer_kings.bot.parameters import USUAL, CaptainParameters
from palatine.games.adventurer_kings.bot.practice import Study, hand_over_wands
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.sheet_help.suggest import heir_levels
from palatine.games.adventurer_kings.state import State

SALT: Final = b"captain"


class Captain(InContext):
    """Bot that writes sheets from its King's knowledge."""

    parameters = USUAL

    def __init__(self, game: Game[Any], parameters: CaptainParameters = USUAL) -> None:
        self.game = game
        self.parameters = parameters
        self.context = SearchContext(is_dealt=False)

    def decide(self, state: State, seat: str) -> orders.Sheet:
        me = state.seats.index(seat)
        if state.turn == 0:
            return setup.sheet(state, me)
        sight = state.copy() if self.context.is_dealt else secrecy.determinize(state, seat, SALT)
        return orders.Sheet(tuple(Council(sight, me, self.parameters).orders()))

    def advise(self, state: State, seat: str) -> Advice:
        """Return the sheet with its reasons and rejected alternatives."""
        me = state.seats.index(seat)
        if state.turn == 0:
            return advise_king(self.game, state, me)
        assert isinstance(self.game, OrdersGame)
        sight = secrecy.determinize(state, seat, SALT)
        council = Council(sight.copy(), me, self.parameters)
        lines = tuple(council.orders())
        return advise_year(self.game, sight, council.outlook, council.armies, lines)


class Council:
    """Decisions of one kingdom for one year, on a state of its own."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters = USUAL) -> None:
        self.s, self.me = s, me
        self.chart = Chart(s, me, parameters)
        self.outlook = Outlook(self.chart)
        self.chart.parameters = parameters_for(parameters, self.outlook)
        self.purse = Purse(self.chart)
        self.year = Year(s, me)
        self.magic = Magic(self.chart, self.year, self.purse)
        self.armies = Armies(self.chart, self.purse, War(self.chart), self.magic)
        self.levies = Levies(self.chart, self.year, self.purse, self.armies)

    def orders(self) -> Iterator[orders.Line]:
        """Yield treaties and votes, the heir, everyone's orders, and plans for encounters."""
        talks = Talks(self.chart, prospect(self.chart), self.outlook)
        self.armies.rival = talks.rival()
        self.march()
        yield from talks.lines()
        yield from Ballot(self.chart, self.outlook).lines()
        if self.s.kingdoms[self.me].awaits_levels and not self.magic.recalls():
            yield orders.Heir(heir_levels(self.s, self.me))
        self.economise()
        garrison(self.chart, self.year, self.purse)
        self.magic.serve()
        self.hire()
        if self.chart.is_landless:
            Exile(self.chart, self.year, self.purse).run()
        self.levies.run()
        HeroTasks(self.chart, self.year, self.purse, self.magic, self.levies).run()
        stand_by(self.chart, self.year)
        watch_borders(self.chart, self.year)
        hand_over_wands(self.chart, self.year)
        self.practise()
        yield from self.year.lines()
        for n in self.year.people:
            yield special(self.s, n)

    def march(self) -> None:
        """Add the generals' levies and campaigns."""
        for n, posting in self.armies.post_all().items():
            for action in posting.first:
                self.year.add_order(n, action)
            if not (self.levies.is_idle(n) and self.levies.tour(n)):
                self.year.go(n, posting.campaign.way)

    def economise(self) -> None:
        """Let the King disband armies that cannot be paid, so that they do not desert (9.2)."""
        missing = self.purse.shortfall
        king = self.s.kingdoms[self.me].king
        if missing <= 0 or king not in self.year.acts or self.year.acts[king][-1] is not None:
            return
        mine = [a for a, army in self.s.armies.items() if army.owner == self.me and army.recruited != self.s.turn]
        mine.sort(key=lambda a: (self.s.armies[a].quality, tables.ARMY[self.s.armies[a].type].strength, a))
        gone: list[int] = []
        for a in mine:
            if missing <= 0:
                break
            missing -= self.s.pay_of(self.s.armies[a].type)
            gone.append(a)
        if gone:
            self.year.add_order(king, orders.Disband(tuple(gone)), PHASES)

    def hire(self) -> None:
        """Hire or charm free Heroes where a character has time, while there are lands for them.

        The best charmers try first.
        """
        room = self.chart.room_for_heroes()
        asked: set[int] = set()
        for n in sorted(self.year.people, key=lambda n: (-self.magic.chance(n, tables.CHARM), n)):
            for other in self.at_hand(n) if room > 0 else ():
                if other not in asked and room > 0 and self.wins_over(n, other):
                    asked.add(other)
                    room -= 1

    def wins_over(self, n: int, other: int) -> bool:
        """Try to hire or charm a Hero, whichever is likelier, or cheaper if gold is short."""
        offer = min(MOST_OFFER, int(self.purse.spare))
        charm = self.magic.charm(n, other)
        if charm is not None and (offer < LEAST_OFFER or self.magic.chance(n, tables.CHARM) > HIRED):
            if self.year.add_order(n, charm):
                self.magic.plan_charm(n)
                return True
            return False
        if offer < LEAST_OFFER or not self.year.add_order(n, orders.Hire(other, offer)):
            return False
        self.purse.spend(offer)
        return True

    def at_hand(self, n: int) -> list[int]:
        """Return the free Heroes in the province where a character ends its way."""
        place = self.year.end(n)
        found = [other for other, where in self.chart.masterless() if where == place in self.chart.own]
        will_duel = bool(self.s.led_by(n)) and is_champion(self.s, n)
        ruler = 0 if place in self.chart.own or will_duel else self.chart.seen_ruler(place)
        return [*found, ruler] if ruler else found

    def practise(self) -> None:
        """Let idle people practise; all in one place practise the same ability (3.13)."""
        study = Study(self.chart)
        for phase in range(1, PHASES + 1):
            groups: dict[int, list[int]] = {}
            for n in self.year.people:
                if self.year.acts[n][phase - 1] is None:
                    groups.setdefault(self.year.place(n, phase), []).append(n)
            for group in groups.values():
                code = study.lesson(group)
                for n in group:
                    self.year.add_order(n, orders.Practise(code), phase)

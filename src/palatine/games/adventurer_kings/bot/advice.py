"""The captain's advice for a year with its reasons, using only what the King knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.core import Game, OrdersGame
from palatine.core.guidance.advice import Advice, AdviceReason, Alternative
from palatine.core.messages import capitalize
from palatine.games.adventurer_kings.bot import setup
from palatine.games.adventurer_kings.bot.aims import Outlook
from palatine.games.adventurer_kings.bot.generals import Armies
from palatine.games.adventurer_kings.bot.parameters import ASSAULT, DENIAL, GROWTH, LEVIES, MERIT
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.writing import write
from palatine.games.adventurer_kings.preview import battles
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.common.naming import place_as_known, realm_as_known
from palatine.games.adventurer_kings.sheet_help.forecast import left_over
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.order_help import portrait

MOST_REASONS: Final = 5
MOST_OTHERS: Final = 3
"""Maximum number of rejected conquests to list."""
REACH: Final = 2
"""Maximum distance of a rejected conquest from a leader."""
SOME: Final = 0.1
"""Minimum chance for a rejected conquest to be listed."""
CLAUSES: Final = {DENIAL: "AK-10.2-03", ASSAULT: "AK-10.4-01", MERIT: "AK-10.1-01", LEVIES: "AK-3.4-06"}
"""Clauses on which an aim rests."""


def advise_king(game: Game[Any], s: State, me: int) -> Advice:
    """Return the King that the captain would choose, with reasons (2.1)."""
    say = game.words.say
    sheet = setup.sheet(s, me)
    line = setup.king(me)
    because = [AdviceReason(say("advice.tactical"), "AK-4.1.1-01")] if "TA" in line.levels else []
    if "MA" in line.levels:
        because.append(AdviceReason(say("advice.march"), "AK-4.1.2-01", 0.8))
    if "DR" in line.levels:
        because.append(AdviceReason(say("advice.druid"), "AK-4.3.2-02", 0.8))
    text = say("advice.king", king=portrait(game.words, line))
    return Advice(text, sheet=write(sheet), reasons=tuple(because), bot="captain", kind="sheet")


def advise_year(
    game: OrdersGame[State], s: State, outlook: Outlook, armies: Armies, lines: tuple[orders.Line, ...]
) -> Advice:
    """Return the captain's sheet for a year with its reasons and rejected alternatives.

    `s` is the state before the captain planned on it.
    """
    report = _Report(game, s, armies, lines)
    because = sorted(report.reasons(), key=lambda each: -each.weight)[:MOST_REASONS]
    plan = _Plan(game, s, outlook)
    return Advice(
        report.headline(), sheet=write(orders.Sheet(lines)), reasons=(plan.reason(), *because),
        alternatives=(*tuple(report.others())[:MOST_OTHERS], *plan.rejected()), sure=report.sure(), bot="captain",
        kind="sheet",
    )  # fmt: skip


class _Plan:
    """Texts about the aim of a year, the distances to the crown, and the aims rejected."""

    def __init__(self, game: OrdersGame[State], s: State, outlook: Outlook) -> None:
        self.say, self.s, self.outlook = game.words.say, s, outlook
        self.aim = outlook.chart.parameters.aim
        self.facts: dict[str, Any] = {
            "own": round(100 * outlook.share(outlook.me)),
            "needed": titles.share_to_win(s.turn),
        }
        if outlook.rival >= 0:
            rival = outlook.rival
            self.facts |= {
                "realm": realm_as_known(s, outlook.me, rival),
                "theirs": round(100 * outlook.share(rival)),
            }

    def reason(self) -> AdviceReason:
        key = f"advice.aim-{self.aim}" if self.is_told(self.aim) else f"advice.aim-{GROWTH}"
        text = self.say(key, **self.facts)
        return AdviceReason(capitalize(text), CLAUSES.get(self.aim, "AK-10.2-01"))

    def is_told(self, aim: str) -> bool:
        """Return whether an aim makes sense: a rival with land is known, or the reign closes."""
        if aim == DENIAL:
            return bool(self.facts.get("theirs"))
        return aim != ASSAULT or self.outlook.chart.last_year > 0

    def rejected(self) -> Iterator[Alternative]:
        """Yield the aims that another position would have asked for, with the reason against them."""
        for aim in (DENIAL, ASSAULT):
            if aim != self.aim and self.is_told(aim):
                text = self.say(f"advice.instead-{aim}", **self.facts)
                reason = self.say(f"advice.not-{aim}", **self.facts)
                yield Alternative(capitalize(text), capitalize(reason), CLAUSES[aim])


class _Report:
    """Texts about a year's plan."""

    def __init__(self, game: OrdersGame[State], s: State, armies: Armies, lines: tuple[orders.Line, ...]) -> None:
        self.say, self.s, self.orders = game.words.say, s, lines
        self.chart, self.me = armies.chart, armies.chart.me
        self.drawn = armies.s
        """The state used for planning, which includes levies."""
        postings = armies.postings
        self.campaigns = {n: posting.campaign for n, posting in postings.items() if posting.campaign.gains}
        self.context = SheetContext(game, s, s.seats[self.me], lines)
        self.worlds = battles.worlds(self.context)
        self.planned = battles.clashes(self.context)

    def name(self, place: int) -> str:
        return place_as_known(self.s, self.me, place)

    def chance(self, n: int, place: int) -> float:
        """Return a leader's chance to take a province, as the preview of the sheet shows it.

        For battles that the sheet does not lead to, it is the captain's quick estimate, with the armies that are or
        will be raised where the leader is now.
        """
        clash = next((each for each in self.planned if each.place == place and n in dict(each.leaders)), None)
        if clash is None:
            led = [self.drawn.armies[a] for a in self.drawn.led_by(n)]
            return self.chart.chance(place, [army for army in led if army.place == self.s.people[n].place])
        times = battles.times_each(len(self.planned))
        return battles.win_estimate(battles.fight_often(self.context, clash, self.worlds, times)).probability

    @property
    def leader(self) -> int:
        """The leader of the most valuable campaign."""
        return max(self.campaigns, key=lambda n: (self.campaigns[n].value, -n))

    def headline(self) -> str:
        if not self.campaigns:
            return self.say("advice.stays")
        who, place = self.s.people[self.leader].name, self.name(self.campaigns[self.leader].gains[0])
        return capitalize(self.say("advice.marches", who=who, place=place))

    def sure(self) -> float:
        """Return the chance of the march in the headline; 0 without one."""
        return round(self.chance(self.leader, self.campaigns[self.leader].gains[0]), 2) if self.campaigns else 0.0

    def reasons(self) -> Iterator[AdviceReason]:
        for n, campaign in self.campaigns.items():
            place = campaign.gains[0]
            percent = round(100 * self.chance(n, place))
            facts = {"who": self.s.people[n].name, "place": self.name(place), "percent": percent}
            yield AdviceReason(capitalize(self.say("advice.takes", **facts)), "AK-7.2-11", 1.0)
            more = len(campaign.gains) - 1
            if more:
                yield AdviceReason(capitalize(self.say("advice.goes-on", count=more, **facts)), "AK-6.2-02", 0.5)
        yield from self.levies()
        yield from self.treaties()
        yield self.money()

    def levies(self) -> Iterator[AdviceReason]:
        raised = [order.action for order in self.orders if isinstance(order, orders.Act)]
        count = sum(len(action.types) for action in raised if isinstance(action, orders.Recruit))
        if count:
            yield AdviceReason(self.say("advice.raises", count=count), "AK-3.4-06", 0.7)

    def treaties(self) -> Iterator[AdviceReason]:
        for order in self.orders:
            if isinstance(order, orders.BreakTreaty):
                realm = realm_as_known(self.s, self.me, order.kingdom - 1)
                yield AdviceReason(self.say("advice.breaks", realm=realm), "AK-8.3-01", 0.9)
            elif isinstance(order, orders.Treat):
                realm = realm_as_known(self.s, self.me, order.kingdom - 1)
                yield AdviceReason(self.say("advice.treats", realm=realm), "AK-8.2-01", 0.4)

    def money(self) -> AdviceReason:
        left = left_over(self.s, self.me, PlannedPositions(self.s, self.me, self.orders), self.orders)
        key = "advice.credit" if left < 0 else "advice.solvent"
        return AdviceReason(self.say(key, gold=abs(left)), "AK-9.2-02", 0.6)

    def others(self) -> Iterator[Alternative]:
        """Yield neighbouring lands that the plan leaves alone, the most likely conquests first."""
        planned = {place for campaign in self.campaigns.values() for place in campaign.gains}
        leaders = [n for n, _ in self.drawn.at_home(self.me) if self.drawn.led_by(n)]
        near = sorted(self.borderlands() - planned)
        found = [
            (max(self.chance(n, p) for n in those), p) for p in near
            if (those := [n for n in leaders if self.s.atlas.distance(self.s.people[n].place, p) <= REACH])
        ]  # fmt: skip
        for chance, place in sorted(found, reverse=True):
            if chance >= SOME:
                key = "advice.unlikely" if chance < self.chart.parameters.need else "advice.elsewhere"
                reason = self.say(key, percent=round(100 * chance))
                yield Alternative(self.say("advice.march-on", place=self.name(place)), reason, "AK-7.2-11")

    def borderlands(self) -> set[int]:
        """Return the foreign provinces that can be entered from its own land."""
        chart = self.chart
        return {
            near for place in chart.own for near in self.s.atlas.neighbours[place]
            if chart.is_prey(near) and chart.can_march(place, near)
        }  # fmt: skip

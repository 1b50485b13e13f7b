"""Advice in words: the captain's decision and its reasons, from its view and previews."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

from palatine.core import Action, Advice, AdviceReason, Alternative, Game
from palatine.core.guidance.advice import principle
from palatine.core.guidance.preview import Consequence, Odds, UnusedOption
from palatine.games.elric.bot.attacks import can_besiege, contributions, least_odds, strike_odds, strike_power
from palatine.games.elric.bot.distances import MarchOrder
from palatine.games.elric.bot.objectives import (
    aim_of,
    decisive_enemy,
    duellist,
    may_take_imrryr,
    quarry_of,
    targets,
)
from palatine.games.elric.bot.parameters import CAPITALS, HUNT, IMRRYR
from palatine.games.elric.bot.perception import BotMemory, Perception
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import MUSTERS, NATION
from palatine.games.elric.components.tables import FOUNDING, MASTERS, TURNS
from palatine.games.elric.components.world import CAPITAL, COASTS, MELNIBONE
from palatine.games.elric.preview.unwarned_losses import consequences
from palatine.games.elric.rules.common.balance import last_turn
from palatine.games.elric.rules.common.closed_areas import may_enter
from palatine.games.elric.rules.movement.march import HALT, March
from palatine.games.elric.rules.movement.movement import END, Movement
from palatine.games.elric.state import NOBODY, ElricState

MOST_REASONS: Final = 4
MOST_INSTEAD: Final = 2
MOST_STEPS: Final = 60
"""Upper limit on the actions of a march."""
PLAN_CLAUSES: Final = {IMRRYR: "5.0e", CAPITALS: "5.0k", HUNT: "10.1a"}
"""By aim: the clause behind it."""
MARCHES: Final = frozenset({"stack", "piece", "all", "go", "ship", "drop", "halt"})
"""Verbs of a march, and of a halt before the next one."""
PICKS: Final = frozenset({"stack", "piece", "all"})


class AdviceBuilder:
    """The builder of one piece of advice, from a position as the captain knows it."""

    def __init__(self, game: Game[ElricState], seen: ElricState, seat: str, captain: Any) -> None:
        self.game = game
        self.words = game.words
        self.seen = seen
        self.seat = seat
        self.captain = captain
        self.mind: BotMemory = captain.context.memory.setdefault(seat, BotMemory())

    @property
    def enemy(self) -> int:
        """The personality whose fall wins, otherwise -1."""
        return decisive_enemy(self.seen, self.seen.seats.index(self.seat))

    def advise(self) -> Advice:
        step: Any = self.seen.flow[-1]
        if type(step) is March:
            self.make_plans()
        action: Action = self.captain.decide(self.seen, self.seat)
        actions = self.march(action) if type(step) in (Movement, March) else (action,)
        told = [*self.foretold(actions)]
        is_planning = type(step) in (Movement, March) and self.seen.scenario != FOUNDING
        aim = aim_of(self.sight) if is_planning else ""
        because = [*self.plan(aim), *self.purpose(actions), *self.principle(action), *self.reasons(told)]
        return Advice(
            self.text(actions), actions, reasons=tuple(because[:MOST_REASONS]),
            alternatives=(*self.other_plan(aim), *self.others(action)),
            sure=max([0.0, *[self.sure(each) for each in told if isinstance(each, Odds)]]), bot="captain",
        )  # fmt: skip

    def make_plans(self) -> None:
        """Recompute the captain's order in the middle of a march."""
        before = self.seen.copy()
        before.pop()
        before.invalidate_actions()
        self.captain.decide(before, self.seat)

    # The plan of the turn

    @cached_property
    def sight(self) -> Perception:
        """The position before any order, with the aim that the captain plays by."""
        mind = BotMemory()
        mind.aim, mind.can_take_imrryr = self.mind.aim, self.mind.can_take_imrryr
        return Perception(self.seen, self.seen.seats.index(self.seat), mind, self.captain.parameters)

    def plan(self, aim: str) -> Iterator[AdviceReason]:
        """Iterate over the plan of the turn: its aim, and why it is that."""
        if not aim:
            return
        seat, holder = self.seen.seats.index(self.seat), self.seen.city_owner(MELNIBONE)
        key, clause = aim, PLAN_CLAUSES[aim]
        if aim == HUNT and quarry_of(self.sight) >= 0:
            key = "duel"
        elif self.seen.scenario == MASTERS:
            key, clause = "masters-hold" if holder == seat else "masters", "14.2b"
        elif aim == IMRRYR and holder == seat:
            key = "hold"
        yield AdviceReason(self.words.say(f"plan.{key}", person=self.enemy), clause)
        if aim != IMRRYR and holder not in (NOBODY, seat):
            text = self.words.say("plan.imrryr-held", rival=self.seen.seats[holder])
            yield AdviceReason(text, PLAN_CLAUSES[IMRRYR])

    def other_plan(self, aim: str) -> Iterator[Alternative]:
        """Iterate over the aim that was rejected, and the reason."""
        if aim and self.seen.scenario != MASTERS:
            other = CAPITALS if aim == IMRRYR else IMRRYR
            why = "plan.not-capitals" if aim == IMRRYR else self.why_not_imrryr()
            yield Alternative(
                self.words.say(f"aim.{other}"), self.words.say(why, area=MELNIBONE, person=self.enemy), "5.0e"
            )

    def why_not_imrryr(self) -> str:
        """Return the key of the reason against a march on Imrryr."""
        sight = self.sight
        if quarry_of(sight) >= 0:
            return "plan.duel-imrryr"
        refusal = None if may_take_imrryr(sight) else may_enter(self.seen, (), MELNIBONE)
        if refusal is not None:
            return refusal.reason
        return "plan.late-imrryr" if last_turn(self.seen) == TURNS else "plan.doomed-imrryr"

    # A march as a whole

    def march(self, first: Action) -> tuple[Action, ...]:
        """Return the actions of the captain's march from this one to its end or a roll."""
        s, actions = self.seen.copy(), [first]
        s.journal, s.dice.drawn = [], []  # type: ignore[misc]
        self.game.take(s, self.seat, first)
        while len(actions) < MOST_STEPS and self.goes_on(s):
            action = self.captain.decide(s, self.seat)
            if action == HALT:
                break
            actions.append(action)
            self.game.take(s, self.seat, action)
        return tuple(actions)

    def goes_on(self, s: ElricState) -> bool:
        top: Any = s.flow[-1] if s.flow else None
        return type(top) is March and not s.dice.drawn and s.seats[top.seat] == self.seat

    def foretold(self, actions: tuple[Action, ...]) -> Iterator[Any]:
        """Iterate over the previews of a march, step by step."""
        s = self.seen.copy()
        for action in actions:
            if action[0] not in PICKS or len(actions) == 1:
                yield from consequences(self.game, s, self.seat, action)
            self.game.take(s, self.seat, action)

    # In words

    def text(self, actions: tuple[Action, ...]) -> str:
        say, first = self.words.say, actions[0]
        step: Any = self.seen.flow[-1]
        goes = [x for verb, x in actions if verb == "go"]
        order = self.mind.order
        if first[0] == "stack" and goes and order is not None:
            return say("advise.march", group=sorted(order.group), area=first[1], to=goes[-1])
        if type(step) is March and goes:
            return say("advise.onward", to=goes[-1])
        if first == HALT and order is not None and order.area != step.area:
            return say("advise.elsewhere", area=order.area)
        name = type(step).__name__
        for key in (f"advise.{name}.{first[0]}", f"advise.{first[0]}"):
            if self.words.has(key):
                return say(key)
        return say("advise.choose", action=self.game.action_text(self.seen, first))

    def purpose(self, actions: tuple[Action, ...]) -> Iterator[AdviceReason]:
        """Iterate over the purposes of a march."""
        sight = self.sight
        step: Any = self.seen.flow[-1]
        if actions == (END,) and type(step) is Movement and not sight.is_founding:
            yield from self.waiting(sight)
        if self.mind.order is None and actions[0] in (HALT, END) and type(step) in (Movement, March):
            yield AdviceReason(self.words.say("because.no-order"), "7.0c", 0.7)
        if type(step) not in (Movement, March) or actions[0][0] not in MARCHES or self.mind.order is None:
            return
        area, seat = self.mind.order.path[-1], self.seen.seats.index(self.seat)
        if area == MELNIBONE and area in targets(sight):
            yield AdviceReason(self.words.say("because.imrryr"), "5.0e")
        elif area in CAPITAL and area in targets(sight) and self.seen.city_owner(area) != seat:
            yield AdviceReason(self.words.say("because.target", area=area), "5.0k", 0.9)
        if self.mind.why in ("storm", "hunt"):
            place = self.mind.strike if self.mind.strike >= 0 else area
            odds = strike_odds(sight, place)
            wears_down = can_besiege(sight, place, strike_power(sight, place, contributions(sight, place)))
            key = "besiege" if wears_down and odds < least_odds(sight, place) else "storm"
            text = self.words.say(f"because.{key}", area=place, percent=round(100 * odds))
            yield AdviceReason(text, "10.1d", 0.8)
        for p in sorted(self.mind.order.group):
            for spell in self.seen.hand.get(p, ()):
                named = [x for kind, x in MUSTERS[spell] if kind == NATION and CAPITAL[x] == area]
                if named and self.seen.city_owner(area) != seat:
                    yield AdviceReason(
                        self.words.say("because.muster", person=p, spell=spell, nation=named[0], area=area),
                        "11.0c",
                        0.8,
                    )
                    return
        yield from self.errand(self.mind.order)

    def errand(self, order: MarchOrder) -> Iterator[AdviceReason]:
        """Iterate over the purpose of a march that neither storms nor musters."""
        s, mind, seat = self.seen, self.mind, self.seen.seats.index(self.seat)
        key, goal, to = mind.why, mind.goal, mind.stage
        if key == "gather":
            elric = s.where[ELRIC] if s.owner[ELRIC] == seat else -1
            if order.path[-1] != to and elric not in (-1, to) and order.path[-1] in COASTS[elric]:
                key = "fetch"
            elif goal < 0:
                key = "rally"
            elif goal == to:
                key = "guard" if s.city_owner(goal) == seat else "join"
        elif key == "exploration_order":
            key = "explore" if mind.dragons is None or mind.dragons < 0 else "dragons"
        if key in PURPOSES:
            hero = duellist(s, seat)
            text = self.words.say(
                f"because.{key}", area=goal if key == "gather" else order.area, to=to, person=hero
            )
            is_masters = key == "reinforce_imrryr" and s.scenario == MASTERS
            yield AdviceReason(text, "14.2b" if is_masters else PURPOSES[key], 0.7)

    def principle(self, action: Action) -> Iterator[AdviceReason]:
        """Iterate over the captain's principle for such a step, unless there is only one choice."""
        step: Any = self.seen.flow[-1]
        if len(self.game.actions(self.seen, self.seat)) > 1:
            yield from principle(self.words, "principle", step, action, self.game.clause_of(step), 0.7)

    def waiting(self, sight: Perception) -> Iterator[AdviceReason]:
        """Iterate over the reason not to attack the quarry, or the target of the turns to come, now."""
        place = quarry_of(sight)
        if place < 0:
            place = self.mind.goal
        if place in targets(sight) and place not in self.seen.stacks[sight.seat]:
            odds = strike_odds(sight, place)
            if odds < least_odds(sight, place):
                percent = round(100 * odds)
                yield AdviceReason(self.words.say("because.wait", area=place, percent=percent), "10.1d", 0.8)
        elif place < 0 and MELNIBONE in targets(sight):
            yield AdviceReason(self.words.say("because.wait-imrryr"), "7.5.9b", 0.8)

    def reasons(self, told: list[Any]) -> Iterator[AdviceReason]:
        """Iterate over the reasons in a preview's notes, the weighty ones first.

        That a neutral city may be attacked is none for a march that only passes it.
        """
        lines = [each for each in told if isinstance(each, Consequence) and each.weight == "note"]
        passed = {"10.9.3b"} if self.mind.why != "storm" else set()
        lines = [each for each in lines if each.clause not in RISKS | passed]
        for line in sorted(lines, key=lambda each: each.clause not in WEIGHTY):
            yield AdviceReason(line.text, line.clause, 0.7 if line.clause in WEIGHTY else 0.4)

    def others(self, action: Action) -> Iterator[Alternative]:
        """Iterate over other actions with warnings, and what they warn of."""
        found = 0
        for other in self.game.actions(self.seen, self.seat):
            if other == action or other[0] in PICKS:
                continue
            told = consequences(self.game, self.seen, self.seat, other)
            warned = [
                each for each in told if isinstance(each, Consequence | UnusedOption) and each.weight == "warning"
            ]
            if warned:
                text = self.game.action_text(self.seen, other)
                yield Alternative(text, warned[0].text, warned[0].clause, other)
                found += 1
            if found == MOST_INSTEAD:
                return

    def sure(self, odds: Odds) -> float:
        """Return the probability of results in which the viewing seat loses nothing."""
        return sum([each.chance for each in odds.results if not each.losses.get(self.seat)])


PURPOSES: Final = {
    "bid": "12.1.2e", "catch_elric": "12.1.2a", "join": "10.1d",
    "gather": "10.1d", "guard": "5.0e", "reinforce_imrryr": "5.0e", "rally": "10.1d", "fetch": "7.3a",
    "errand": "11.0c",
    "walk_home": "7.2e", "flee": "14.7b", "explore": "14.1e", "dragons": "14.1h",
}  # fmt: skip
"""By the purpose of a march: the clause behind it."""
RISKS: Final = frozenset({"7.3d", "7.5.8b", "9.3.1c", "16.3b", "6.0l"})
"""Clauses of preview lines that are not reasons for an action."""
WEIGHTY: Final = frozenset({"10.1a", "9.2f", "10.4c", "11.0e", "11.0k", "11.0l", "7.6c", "10.8b", "10.8e", "16.5a"})
"""Clauses of the weightiest reasons: odds, values of spells, arrivals."""

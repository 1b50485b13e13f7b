"""How the captain weighs plans: he plays each out, with dice of his own, and looks at what comes of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from palatine.core import Action
from palatine.games.dark_emperor.bot_orders import Plan
from palatine.games.dark_emperor.bot_planning import guess, ideas
from palatine.games.dark_emperor.bot_sight import Sight
from palatine.games.dark_emperor.bot_standing import standing
from palatine.games.dark_emperor.powers import NECROMANCER_SIDE
from palatine.games.dark_emperor.world import CITIES

MOST_CLICKS = 600
DREAMS = 3
"""How often each plan is played out."""
FINAL_DREAMS = 6
"""How often the best of them are played out besides."""


class Mind:
    """What a captain keeps between clicks: the game, and the plan he is carrying out."""

    def __init__(self, game: Any, decide: Any, is_dreaming: bool = False) -> None:
        self.game = game
        self.decide = decide
        self.is_dreaming = is_dreaming
        self.plan: Plan | None = None


class Score(NamedTuple):
    value: float
    index: int


def best_plan(sight: Sight) -> Plan:
    """The plan that ends best when it is played out; in a dream, the one that looks best."""
    if sight.mind.is_dreaming:
        return guess(sight)
    plans = ideas(sight)
    if len(plans) == 1:
        return plans[0]
    return plans[choose([lambda n, plan=plan: dream(sight, n, plan) for plan in plans])]


def choose(dreams: list[Any]) -> int:
    """The index of what ends best: all are dreamt of, the better half again."""
    totals = [sum([one(n) for n in range(DREAMS)]) / DREAMS for one in dreams]
    order = sorted(range(len(dreams)), key=lambda k: -totals[k])
    for k in order[: max(2, len(order) // 3)]:
        more = sum([dreams[k](DREAMS + n) for n in range(FINAL_DREAMS)])
        totals[k] = (totals[k] * DREAMS + more) / (DREAMS + FINAL_DREAMS)
    return max(order[: max(2, len(order) // 3)], key=lambda k: totals[k])


def dream(sight: Sight, number: int, plan: Plan | None = None, action: Action | None = None) -> float:
    """Play a position on to the end of the enemy's next Player-Turn; what it is worth to me then."""
    mind = sight.mind
    game = mind.game
    side = sight.side
    s = game.determinize(sight.state, sight.state.seats[side], b"dream %d" % number)
    minds = [Mind(game, mind.decide, is_dreaming=True) for _ in s.seats]
    minds[side].plan = plan
    if action is not None:
        game.take(s, s.seats[side], action)
    turns, now = HORIZON, (s.turn, s.phasing)
    for _ in range(MOST_CLICKS):
        if not s.flow:
            break
        if (s.turn, s.phasing) != now:
            turns, now = turns - 1, (s.turn, s.phasing)
            if not turns:
                break
        seat = game.actors(s)[0]
        at = s.seats.index(seat)
        game.take(s, seat, mind.decide(s, at, minds[at]))
    worth = standing(s)
    return worth if side == NECROMANCER_SIDE else -worth


HORIZON = 2
"""Player-Turns that are played out."""


def gate(sight: Sight, step: Any, actions: list[Action]) -> Action:
    """The city of a sleeping kingdom where the Necromancer's first days go best."""
    cities = [city.hex for city in CITIES if city.value > 1 and ("enter", city.hex) in actions]
    found = [("enter", h) for h in cities]
    return found[choose([lambda n, click=click: dream(sight, n, action=click) for click in found])]


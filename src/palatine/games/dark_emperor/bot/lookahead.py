"""Choice of plans by playouts with the bot's own dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

from palatine.core import Action
from palatine.games.dark_emperor.bot.distances import distances
from palatine.games.dark_emperor.bot.evaluation import position_value
from palatine.games.dark_emperor.bot.parameters import USUAL, CaptainParameters
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.bot.planning.planner import guess, ideas
from palatine.games.dark_emperor.components.pieces import KINGDOM_POWERS, LEADERS_OF, NECROMANCER_SIDE
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_HEXES, HOLY
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.setup import Gate

MOST_CLICKS = 600
HORIZON = 2
"""Player-Turns in a playout."""
FAR_HORIZON = 6
"""Player-Turns in a playout for the choice of the gate."""
DAYS_MARCH = 6
"""Maximum distance from a capital at which its kingdom's cities count as near, in hexes."""
FINALISTS = 3
"""Number of plans played out to the end of the enemy's Player-Turn.

They are those with the best short playouts, which end before it.
"""
CLEAR_LEADS = (50.0, 20.0)
"""By side: lead of the best short playout by which other plans are not played out further."""
ROUNDS = ((1000, 1), (2, 2))
"""By round: number of plans played out, and number of further playouts each."""
GATE_ROUNDS = ((1000, 2), (5, 4), (2, 6))
Playout = Callable[[int], float]


class BotMemory:
    """A captain's memory between actions: the game, and the current plan."""

    def __init__(
        self, game: Any, decide: Any, is_playout: bool = False, parameters: CaptainParameters = USUAL
    ) -> None:
        self.game = game
        self.decide = decide
        self.is_playout = is_playout
        self.parameters = parameters
        self.searched: dict[Any, Any] = {}
        """Cache of `distances.reach`."""
        self.plan: MarchPlan | None = None
        self.loads: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        """Movement Segment, and the units that should embark in it."""


def best_plan(sight: Perception) -> MarchPlan:
    """Return the plan with the best playouts; within a playout, the one that looks best."""
    if sight.mind.is_playout:
        return guess(sight)
    return ranked_plans(sight)[0]


def ranked_plans(sight: Perception) -> list[MarchPlan]:
    """Return all plans worth playing out, the best first."""
    plans = ideas(sight)
    if len(plans) == 1:
        return plans
    short_values = [play_out(sight, plan, None, 0, turns=1) for plan in plans]
    ranked = sorted(range(len(plans)), key=lambda k: -short_values[k])
    least = short_values[ranked[0]] - CLEAR_LEADS[sight.side]
    finalists = [k for k in ranked[:FINALISTS] if short_values[k] >= least]
    playouts = [partial(play_out, sight, plans[k], None) for k in finalists]
    best = [finalists[n] for n in rank(playouts)] if len(finalists) > 1 else finalists
    found = [plans[k] for k in [*best, *ranked[len(best) :]]]
    found[0].rejected = tuple([plan.aim for plan in found[1:]])
    return found


def betrayal(sight: Perception) -> Action | None:
    """Return a betrayal that pays the Necromancer before moving, or None (6.16)."""
    s = sight.state
    if not sight.is_dark or sight.mind.is_playout or s.origin:
        return None
    options: list[Action] = [("betray", k) for k in KINGDOM_POWERS if s.control[k] == sight.side]
    if not options:
        return None
    plan = sight.mind.plan
    courses = [(plan, None), *[(None, option) for option in options]]
    short_values = [play_out(sight, *course, 0, turns=1) for course in courses]
    best = short_values.index(max(short_values))
    if not best:
        return None
    playouts = [partial(play_out, sight, *course) for course in (courses[0], courses[best])]
    return options[best - 1] if choose(playouts, ((2, 3),)) else None


def choose(playouts: Sequence[Playout], rounds: tuple[tuple[int, int], ...] = ROUNDS) -> int:
    """Return the index of the playout function with the best result."""
    return rank(playouts, rounds)[0]


def rank(playouts: Sequence[Playout], rounds: tuple[tuple[int, int], ...] = ROUNDS) -> list[int]:
    """Return the indices, the best first.

    Each is played out once, and better ones repeatedly, with the same dice for all.
    """
    totals = [0.0] * len(playouts)
    left = list(range(len(playouts)))
    played = 0
    for keep, more in rounds:
        count = max(keep, len(playouts) // 5 if keep > 2 else 0)
        for k in left[:count]:
            totals[k] += sum([playouts[k](played + n) for n in range(more)])
        played += more
        left[:count] = sorted(left[:count], key=lambda k: -totals[k])
    return left


def play_out(
    sight: Perception, plan: MarchPlan | None, action: Action | None, number: int, turns: int = HORIZON
) -> float:
    """Play a position out for some Player-Turns and return its value to this side.

    The playout ends with the enemy's next Player-Turn.
    """
    mind = sight.mind
    game = mind.game
    side = sight.side
    s = game.determinize(sight.state, sight.state.seats[side], b"dream %d" % number)  # The label keeps the deals.
    minds = [BotMemory(game, mind.decide, is_playout=True) for _ in s.seats]
    minds[side].plan, minds[side].parameters = plan, mind.parameters
    for each in minds:
        each.searched = mind.searched
    if action is not None:
        game.take(s, s.seats[side], action)
    now = (s.turn, s.phasing)
    for _ in range(MOST_CLICKS * turns):
        if not s.flow:
            break
        if (s.turn, s.phasing) != now:
            turns, now = turns - 1, (s.turn, s.phasing)
            if not turns:
                break
        seat = game.actors(s)[0]
        at = s.seats.index(seat)
        game.take(s, seat, mind.decide(s, at, minds[at]))
    worth = position_value(s)
    return worth if side == NECROMANCER_SIDE else -worth


@decides(Gate)
def decide_gate(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the capital with the best playouts, in a kingdom that can be won soon.

    The fast mode plays out less.
    """
    mind, s = sight.mind, sight.state
    known = mind.game.determinize(s, s.seats[sight.side], b"captain")
    rounds = ROUNDS if mind.is_playout else GATE_ROUNDS
    return best_gate(mind.game, mind.decide, mind.game.encode(known), sight.side, mind.parameters, rounds)


@lru_cache(maxsize=16)
def best_gate(
    game: Any,
    decide: Any,
    position: bytes,
    side: int,
    parameters: CaptainParameters,
    rounds: tuple[tuple[int, int], ...],
) -> Action:
    """Return the choice of `decide_gate`, cached.

    All matches start alike except for face-down markers, which are unknown. `decide_gate` deals them in one way, so
    that all matches and all worlds of a search share one entry.
    """
    sight = Perception(game.decode(position), side, BotMemory(game, decide, parameters=parameters))
    found: list[Action] = [
        ("enter", CAPITAL[k]) for k in KINGDOM_POWERS if is_compact(k) and is_unguarded(sight, k)
    ]
    return found[choose([partial(play_out, sight, None, click, turns=FAR_HORIZON) for click in found], rounds)]


def is_compact(k: int) -> bool:
    """Return whether the cities of a kingdom are near its capital."""
    return all([distances(CAPITAL[k])[h] <= DAYS_MARCH for h in CITY_HEXES[k]])


def is_unguarded(sight: Perception, k: int) -> bool:
    """Return whether a kingdom's only leader can die early and has no `LORD_SLAYERS` (15.21)."""
    return len(LEADERS_OF[k]) == 1 and CAPITAL[k] not in sight.dreaded and not HOLY[CAPITAL[k]]

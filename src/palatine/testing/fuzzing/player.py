"""Players for fuzzed games that explore more than uniformly random ones.

With uniformly random players, armies seldom meet and half of the rules never run. A bold player prefers actions that it
has seldom chosen, and moves towards pieces of other sides. It uses only boards and views, so it works with every game.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from palatine import registry
from palatine.core import Action, Game
from palatine.core.view import Point
from palatine.testing.setups import DeadEnd, choose

BOLDNESS = (0.0, 0.3, 0.7, 0.95)
"""Probabilities of a preferred instead of a random action; one is chosen per game."""
PLANNING = 0.1
"""Probability that a bold player follows a shortcut."""
NEW_GOAL = 0.02
"""Probability that a player changes its goal."""


class FuzzPlayer:
    """A player for all seats of a match."""

    def __init__(self, game: Game[Any], random: Random, boldness: float | None = None) -> None:
        self.game, self.random = game, random
        self.boldness = random.choice(BOLDNESS) if boldness is None else boldness
        self.done: Counter[tuple[str, str]] = Counter()
        self.goals: dict[str, Point] = {}
        self.places: dict[int, Point] = {}
        self.plan: list[Action] = []

    def choose(self, state: Any) -> tuple[str, Any]:
        """Return a seat to act and one of its actions. Raises DeadEnd if it has none."""
        if self.game.orders:
            return choose(self.game, state, self.random)
        actors = self.game.actors(state)
        seat = actors[0] if len(actors) == 1 else self.random.choice(actors)
        actions = self.game.actions(state, seat)
        if not actions:
            raise DeadEnd(f"{seat} is asked by {state.flow[-1]!r} and has no action")
        while self.plan:
            planned = self.plan.pop(0)
            if planned in actions:
                return seat, planned
            self.plan.clear()
        if len(actions) == 1 or self.random.random() >= self.boldness:
            return seat, self.random.choice(actions)
        return seat, self._planned(state, seat) or self._boldly(state, seat, actions)

    def _planned(self, state: Any, seat: str) -> Action | None:
        """Return, with a low probability, the first action of a shortcut, and plan the others."""
        if self.random.random() >= PLANNING:
            return None
        shortcuts = self.game.view(state, seat).shortcuts
        if not shortcuts:
            return None
        last = [shortcut.actions[-1] for shortcut in shortcuts]
        spaces = [action for action in last if state.flow[-1].verbs.get(action[0]) == "space"]
        wanted = self._nearest(state, seat, spaces) if spaces else self.random.choice(last)
        first, *self.plan = shortcuts[last.index(wanted)].actions
        return first

    def _boldly(self, state: Any, seat: str, actions: list[Action]) -> Action:
        step = state.flow[-1]
        kind = type(step).__name__
        by_verb: dict[str, list[Action]] = {}
        for action in actions:
            by_verb.setdefault(action[0], []).append(action)
        verbs = list(by_verb)
        weights = [len(by_verb[verb]) / (1 + self.done[kind, verb]) ** 0.5 for verb in verbs]
        (verb,) = self.random.choices(verbs, weights)
        self.done[kind, verb] += 1
        if step.verbs.get(verb) == "space" and self.random.random() < self.boldness:
            return self._nearest(state, seat, by_verb[verb])
        return self.random.choice(by_verb[verb])

    def _nearest(self, state: Any, seat: str, actions: list[Action]) -> Action:
        """Return the action whose space is nearest to the seat's goal."""
        if seat not in self.goals or self.random.random() < NEW_GOAL:
            self._aim(state, seat)
        goal = self.goals.get(seat)
        if goal is None:
            return self.random.choice(actions)
        x, y = goal

        def distance(action: Action) -> float:
            at = self.places.get(action[1], goal)
            return abs(at[0] - x) + abs(at[1] - y)

        best = min(actions, key=distance)
        if distance(best) == 0:
            del self.goals[seat]
        return best

    def _aim(self, state: Any, seat: str) -> None:
        """Set as goal the space of a random piece of another style than most of the seat's pieces."""
        main = self.game.boards(state)[0]
        if not self.places:
            self.places = {space.operand: space.at for space in main.spaces}
        at = {space.id: space.at for space in main.spaces}
        pieces = [piece for piece in self.game.view(state, seat).pieces if piece.board == main.id]
        own = Counter(piece.style for piece in pieces if piece.operand >= 0).most_common(1)
        others = [piece for piece in pieces if own and piece.style != own[0][0]]
        if others:
            self.goals[seat] = at[self.random.choice(others).space]


class BotPlayer:
    """The game's strongest bot for all seats, to reach positions that random play does not."""

    def __init__(self, game: Game[Any], random: Random) -> None:
        self.game, self.random = game, random
        self.bot = registry.bot(registry.bots(game)[0], game, random.randrange(1000))

    def choose(self, state: Any) -> tuple[str, Any]:
        """Return a seat to act and its decision."""
        seat = self.random.choice(self.game.actors(state))
        return seat, self.bot.decide(state, seat)

"""Rollouts: play of candidates by the game's own bot in worlds sampled from a seat's view.

The results do not depend on the process that computes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from sys import maxsize
from typing import Any

import msgspec

from palatine.core import BotParameters, Game, SearchContext, Sheet, State
from palatine.core.search.context import with_context
from palatine.players.random_bot import Recruit

VARIED_WORLD_INTERVAL = 3
"""In one of this many worlds the other seats play with any aim and varied parameters."""
MAX_DECISIONS = 5_000
"""Maximum number of decisions in a rollout.

It stops bots that are caught in a loop.
"""


class Policy(msgspec.Struct, frozen=True):
    """A way to play a seat until the next boundary."""

    judgement: BotParameters | None = None
    """None for the default parameters."""
    plan: Any = None
    """One of `Game.candidate_plans`; None if the bot chooses."""


def captain_bot(game: Game[Any], judgement: BotParameters | None = None) -> Any:
    """Return the game's own bot, with the given parameters if any; a recruit if there is no bot."""
    factory: Any = next(iter(game.bots.values()), Recruit)
    return factory(game) if judgement is None else factory(game, judgement)


def rollout_bot(game: Game[Any], policy: Policy = Policy()) -> Any:  # noqa: B008
    """Return the game's own bot in its fast mode for one world of a search."""
    return with_context(captain_bot(game, policy.judgement), SearchContext(policy.plan))


def parameters_of(game: Game[Any]) -> BotParameters | None:
    """Return the default parameters of the game's own bot; None if it has none."""
    factory: Any = next(iter(game.bots.values()), None)
    found: BotParameters | None = getattr(factory, "parameters", None)
    return found


def alternative_parameters(game: Game[Any], count: int, random: Random) -> list[BotParameters]:
    """Return `count` alternatives to the default parameters of the game's own bot.

    Its other aims come first, then random variations. Returns none for a bot without parameters.
    """
    usual = parameters_of(game)
    if usual is None:
        return []
    aims = usual.other_choices()[:count]
    return [*aims, *[usual.vary(random) for _ in range(count - len(aims))]]


def vary_aim(usual: BotParameters, random: Random) -> BotParameters:
    """Return varied parameters with any of the aims, each equally likely."""
    aims = [usual, *usual.other_choices()]
    return (random.choice(aims) if len(aims) > 1 else usual).vary(random)


class Rollout:
    """Sampled worlds for a seat's candidates.

    World `k` is sampled once and copied for each candidate, so that all are tried in the same worlds.
    """

    def __init__(self, game: Game[Any], state: Any, seat: str, seed: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.place = state.seats.index(seat)
        self.seed = seed
        self.begin = game.planning_period(state)
        self.is_alone = len(state.seats) == 1
        """True if the seat has no rivals. Then only the end of the match is evaluated."""
        self.horizon = maxsize if self.is_alone else self.begin + game.evaluation.horizon
        self.worlds: dict[int, tuple[State, dict[str, Policy]]] = {}

    @property
    def extra_arguments(self) -> tuple[Any, ...]:
        """Constructor arguments in addition to game and position."""
        return self.seat, self.seed

    @cached_property
    def sampled_state(self) -> Any:
        """A sampled world in which to make plans."""
        return self.sampled_state_from(Random(self.seed).randbytes(16))

    def __call__(self, candidate: Any, k: int) -> float:
        """Return the seat's chance of winning in world `k` with this candidate."""
        raise NotImplementedError

    def world(self, number: int) -> tuple[Any, dict[str, Any]]:
        """Return a copy of world `number` and the bots of the other seats in it."""
        if number not in self.worlds:
            self.worlds[number] = self.sample_world(number)
        world, policies = self.worlds[number]
        return world.copy(), {seat: rollout_bot(self.game, policy) for seat, policy in policies.items()}

    def sample_world(self, number: int) -> tuple[State, dict[str, Policy]]:
        """Sample world `number` and the policies of the other seats in it."""
        random = Random(f"{self.seed}/{number}")
        world = self.sampled_state_from(random.randbytes(16))
        usual = parameters_of(self.game)
        odd = usual is not None and number % VARIED_WORLD_INTERVAL == VARIED_WORLD_INTERVAL - 1
        return world, {
            seat: Policy(vary_aim(usual, random) if usual is not None and odd else None)
            for seat in self.state.seats
            if seat != self.seat
        }

    def sampled_state_from(self, seed: bytes) -> State:
        """Return a world that the seat cannot distinguish from the true one."""
        world: State = self.game.determinize(self.state, self.seat, seed)
        return world

    def value(self, world: Any) -> float:
        """Return the seat's chance of winning in a world by the game's evaluation."""
        chances: tuple[float, ...] = self.game.evaluate(world)
        found: float = chances[self.place]
        return found

    def play_out(self, world: Any, players: Mapping[str, Any], first_player: Any) -> float:
        """Return the seat's chance at the horizon; `first_player` plays until the next boundary."""
        game, usual = self.game, rollout_bot(self.game)
        for _ in range(MAX_DECISIONS):
            actors, now = game.actors(world), game.planning_period(world)
            if not actors or now >= self.horizon:
                break
            player = players.get(actors[0], first_player if now == self.begin else usual)
            game.take(world, actors[0], player.decide(world, actors[0]))
        return self.value(world)


class SheetRollout(Rollout):
    """Rollout of a sheet; captains write all later ones."""

    def sample_world(self, number: int) -> tuple[State, dict[str, Policy]]:
        world, policies = super().sample_world(number)
        self.submit_other_sheets(world, {seat: rollout_bot(self.game, policy) for seat, policy in policies.items()})
        return world, policies

    def submit_other_sheets(self, world: Any, players: Mapping[str, Any]) -> None:
        """Hand in the sheets of all other seats."""
        for seat in [each for each in self.game.actors(world) if each != self.seat]:
            self.game.take(world, seat, players[seat].decide(world, seat))

    def __call__(self, sheet: Sheet, k: int) -> float:
        world, players = self.world(k)
        self.hand_in(world, sheet)
        return self.finish(world, players)

    def hand_in(self, world: Any, sheet: Sheet) -> None:
        """Hand in the last sheet of the turn, which then runs."""
        self.game.take(world, self.seat, sheet)  # type: ignore[arg-type]

    def finish(self, world: Any, players: Mapping[str, Any]) -> float:
        """Return the seat's chance after captains have played to the horizon."""
        game, usual = self.game, rollout_bot(self.game)
        while world.outcome is None and game.planning_period(world) < self.horizon:
            for seat in game.actors(world):
                game.take(world, seat, players.get(seat, usual).decide(world, seat))
        return self.value(world)


class PolicyRollout(Rollout):
    """Rollout of a policy until the next boundary; then the default policy plays."""

    def __call__(self, policy: Any, k: int) -> float:
        world, players = self.world(k)
        return self.play_out(world, players, self.player(policy))

    def own_policy(self, judgement: BotParameters | None = None) -> Policy:
        """Return what the game's own bot would do with these parameters, by default the usual ones."""
        return Policy(judgement, self.game.own_plan(self.sampled_state, self.seat, judgement))

    def player(self, policy: Policy) -> Any:
        """Return the bot that plays the seat until the next boundary."""
        return rollout_bot(self.game, policy)


class ActionRollout(Rollout):
    """Rollout of one action of a seat; a policy then plays the seat."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        seat: str,
        seed: int,
        policy: Policy = Policy(),  # noqa: B008
    ) -> None:
        super().__init__(game, state, seat, seed)
        self.policy = policy

    @property
    def extra_arguments(self) -> tuple[Any, ...]:
        return *super().extra_arguments, self.policy

    def __call__(self, action: Any, k: int) -> float:
        world, players = self.world(k)
        self.game.take(world, self.seat, action)
        return self.play_out(world, players, rollout_bot(self.game, self.policy))

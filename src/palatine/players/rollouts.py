"""Trials: what comes of a candidate in a world dealt from what its seat knows, when the game's own bot goes on from
there. They are the same in whatever process they are carried out."""

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

OTHERS = 3
"""In one of so many worlds the others play by a judgement of another kind."""
LONGEST = 5_000
"""So many decisions a trial may take; a bot that goes round in circles does not hold up the search."""


class Policy(msgspec.Struct, frozen=True):
    """How a seat is to be played up to the next boundary."""

    judgement: BotParameters | None = None
    """None for the usual one."""
    plan: Any = None
    """One of `Game.candidate_plans`; None for what the bot thinks best."""


def captain(game: Game[Any], judgement: BotParameters | None = None) -> Any:
    """The game's own bot, by a judgement if one is given; the recruit for a game that has none."""
    factory: Any = next(iter(game.bots.values()), Recruit)
    return factory(game) if judgement is None else factory(game, judgement)


def rollout_bot(game: Game[Any], policy: Policy = Policy()) -> Any:  # noqa: B008
    """The game's own bot as it plays in one world of a search, where it is quick."""
    return with_context(captain(game, policy.judgement), SearchContext(policy.plan))


def parameters_of(game: Game[Any]) -> BotParameters | None:
    """The usual judgement of the game's own bot; None when it has but one."""
    factory: Any = next(iter(game.bots.values()), None)
    found: BotParameters | None = getattr(factory, "parameters", None)
    return found


class Rollout:
    """Worlds in which candidates of a seat are tried, the same for all: world `k` is dealt once, and copied."""

    def __init__(self, game: Game[Any], state: Any, seat: str, seed: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.place = state.seats.index(seat)
        self.seed = seed
        self.begin = game.planning_period(state)
        self.is_alone = len(state.seats) == 1
        """Whether the seat has nobody to share its chances with, so that only the end of the match tells anything."""
        self.horizon = maxsize if self.is_alone else self.begin + game.evaluation.horizon
        self.worlds: dict[int, tuple[State, dict[str, Policy]]] = {}

    @property
    def more(self) -> tuple[Any, ...]:
        """What it is made of, beside game and position."""
        return self.seat, self.seed

    @cached_property
    def sampled_state(self) -> Any:
        """A state that the seat cannot tell from the true one, to make plans in."""
        return self.sampled(Random(self.seed).randbytes(16))

    def __call__(self, candidate: Any, k: int) -> float:
        """The chance of the seat in world `k`."""
        raise NotImplementedError

    def world(self, k: int) -> tuple[Any, dict[str, Any]]:
        """A copy of the world, and who plays each of the other seats in it."""
        if k not in self.worlds:
            self.worlds[k] = self.deal(k)
        world, policies = self.worlds[k]
        return world.copy(), {seat: rollout_bot(self.game, policy) for seat, policy in policies.items()}

    def deal(self, k: int) -> tuple[State, dict[str, Policy]]:
        """World `k`, and how the others play in it."""
        random = Random(f"{self.seed}/{k}")
        world = self.sampled(random.randbytes(16))
        usual = parameters_of(self.game)
        odd = usual is not None and k % OTHERS == OTHERS - 1
        return world, {
            seat: Policy(usual.varied(random) if usual is not None and odd else None)
            for seat in self.state.seats
            if seat != self.seat
        }

    def sampled(self, seed: bytes) -> State:
        """A world that the seat cannot tell from the true one."""
        world: State = self.game.determinize(self.state, self.seat, seed)
        return world

    def value(self, world: Any) -> float:
        """The seat's chance in a world, as the game judges it."""
        chances: tuple[float, ...] = self.game.evaluate(world)
        found: float = chances[self.place]
        return found

    def play_out(self, world: Any, players: Mapping[str, Any], first: Any) -> float:
        """The seat's chance after all have gone on to the horizon, itself played by `first` up to the next boundary."""
        game, usual = self.game, rollout_bot(self.game)
        for _ in range(LONGEST):
            actors, now = game.actors(world), game.planning_period(world)
            if not actors or now >= self.horizon:
                break
            player = players.get(actors[0], first if now == self.begin else usual)
            game.take(world, actors[0], player.decide(world, actors[0]))
        return self.value(world)


class SheetRollout(Rollout):
    """A sheet handed in; the captains write all that follow."""

    def deal(self, k: int) -> tuple[State, dict[str, Policy]]:
        world, policies = super().deal(k)
        self.submit_other_sheets(world, {seat: rollout_bot(self.game, policy) for seat, policy in policies.items()})
        return world, policies

    def submit_other_sheets(self, world: Any, players: Mapping[str, Any]) -> None:
        """The sheets of all others."""
        for seat in [each for each in self.game.actors(world) if each != self.seat]:
            self.game.take(world, seat, players[seat].decide(world, seat))

    def __call__(self, sheet: Sheet, k: int) -> float:
        world, players = self.world(k)
        self.hand_in(world, sheet)
        return self.finish(world, players)

    def hand_in(self, world: Any, sheet: Sheet) -> None:
        """The last sheet of the turn, which is run."""
        self.game.take(world, self.seat, sheet)  # type: ignore[arg-type]

    def finish(self, world: Any, players: Mapping[str, Any]) -> float:
        """The seat's chance after the captains have gone on."""
        game, usual = self.game, rollout_bot(self.game)
        while world.outcome is None and game.planning_period(world) < self.horizon:
            for seat in game.actors(world):
                game.take(world, seat, players.get(seat, usual).decide(world, seat))
        return self.value(world)


class PolicyRollout(Rollout):
    """A policy taken up to the next boundary, and then the usual one."""

    def __call__(self, policy: Any, k: int) -> float:
        world, players = self.world(k)
        return self.play_out(world, players, self.player(policy))

    def player(self, policy: Policy) -> Any:
        """Who plays the seat up to the next boundary."""
        return rollout_bot(self.game, policy)


class ActionRollout(Rollout):
    """One action of a seat that is played by a policy; it and all others go on from there."""

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
    def more(self) -> tuple[Any, ...]:
        return *super().more, self.policy

    def __call__(self, action: Any, k: int) -> float:
        world, players = self.world(k)
        self.game.take(world, self.seat, action)
        return self.play_out(world, players, rollout_bot(self.game, self.policy))

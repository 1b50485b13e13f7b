"""The marshal: a bot that thinks ahead. It knows no game: it tries what the game's own bot would do, and other things,
in worlds dealt from what its seat knows, lets that bot play all seats for some phases, and sees how they stand then.

A candidate is a whole plan. Of secret orders it is a sheet: the captain's, those he would write with another judgement,
and each of them with the orders of somebody left out or replaced. Of single actions it is a judgement that the captain
plays by until the next boundary; where he has but one, it is one of the actions at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from palatine.core import BotParameters, Game, OrdersGame, PalatineError, Sheet, State
from palatine.core.scenario import REFEREE
from palatine.core.sheet import apply_suggestion
from palatine.players.random_bot import Recruit
from palatine.players.search import Budget, Tried, halve

JUDGEMENTS = 9
"""How many other judgements are tried beside the captain's own."""
CHANGES = 12
"""How many changed sheets are tried, first of the captain's, then of the best."""
BEST = 3
"""From so many of the best the second half of a search goes on."""
FIRST_HALF = 0.55
"""How much of the time the first candidates get; the rest is for those made of the best of them."""
OTHERS = 3
"""In one of so many worlds the others play by a judgement of another kind."""
LONGEST = 5_000
"""So many decisions a trial may take; a bot that goes round in circles does not hold up the search."""
FEW = 12
"""With so many actions at the most one is weighed against the other, where the captain has but one judgement."""


class Thought(msgspec.Struct, frozen=True):
    """What came of thinking: how good the seat's chances looked, and how much better than by the captain's own plan."""

    seat: str
    chance: float
    gain: float
    error: float
    """The standard error of the gain."""
    samples: int
    changed: bool
    """Whether something else was chosen than the captain's own."""


class Marshal:
    """Thinks `seconds` about a plan, or exactly `samples` trials: then it decides the same every time."""

    def __init__(self, game: Game[Any], seed: int = 0, *, seconds: float = 2.0, samples: int | None = None) -> None:
        self.game = game
        self.random = Random(seed)
        self.seconds = None if samples is not None else seconds
        self.samples = samples
        self.budget = Budget(0)
        self.thoughts: list[Thought] = []
        """What it has thought so far, the last of it at the end."""
        self._captains: dict[str, tuple[int, Any]] = {}
        """By seat: until which boundary whom it has chosen plays on."""

    def stop(self) -> None:
        """Decide now, by what has been thought so far. May be called from another thread."""
        self.budget.stopped = True

    def decide(self, state: Any, seat: str) -> Any:
        """An action, or a sheet."""
        if isinstance(self.game, OrdersGame):
            return self._sheet(self.game, state, seat)
        return self._action(state, seat)

    # Secret orders

    def _sheet(self, game: OrdersGame[Any], state: Any, seat: str) -> Sheet:
        own: Sheet = captain(game).decide(state, seat)
        if seat == REFEREE or game.is_setting_up(state, seat):
            return own
        trial = SheetTrial(game, state, seat, self.random.getrandbits(64))
        first = [own, *self._judged_sheets(state, seat)]
        first += _changed(game, state, seat, own, CHANGES, self.random)

        def second(best: list[Sheet]) -> list[Sheet]:
            each = CHANGES // len(best)
            return [new for sheet in best for new in _changed(game, state, seat, sheet, each, self.random)]

        found: Sheet = self._search(seat, different(first), second, trial)
        return found

    def _judged_sheets(self, state: Any, seat: str) -> list[Sheet]:
        """The captain's sheets by other judgements."""
        return [captain(self.game, each).decide(state, seat) for each in self._judgements()]

    def _judgements(self) -> list[BotParameters]:
        usual = parameters_of(self.game)
        return [] if usual is None else [usual.varied(self.random) for _ in range(JUDGEMENTS)]

    # Single actions

    def _action(self, state: Any, seat: str) -> Any:
        boundary = self.game.boundary(state)
        until, chosen = self._captains.get(seat, (-1, None))
        if until != boundary:
            usual = parameters_of(self.game)
            if usual is None:
                return self._weighed(state, seat)
            trial = PlanTrial(self.game, state, seat, self.random.getrandbits(64))

            def second(best: list[BotParameters]) -> list[BotParameters]:
                return [each.varied(self.random) for each in best for _ in range(JUDGEMENTS // len(best))]

            chosen = captain(self.game, self._search(seat, [usual, *self._judgements()], second, trial))
            self._captains[seat] = (boundary, chosen)
        return chosen.decide(state, seat)

    def _weighed(self, state: Any, seat: str) -> Any:
        """One of few actions, each tried; of many the captain's."""
        own = captain(self.game).decide(state, seat)
        actions = self.game.actions(state, seat)
        if not 1 < len(actions) <= FEW:
            return own
        trial = ActionTrial(self.game, state, seat, self.random.getrandbits(64))
        return self._search(seat, different([own, *actions]), lambda best: [], trial)

    # Both

    def _search(
        self,
        seat: str,
        first: list[Any],
        second: Callable[[list[Any]], list[Any]],
        trial: Callable[[Any, int], float],
    ) -> Any:
        """The best of the first candidates and of those made of the best of them; the first one, unless another does
        better than it."""
        self.budget = Budget(self.samples, self.seconds)
        known = [Tried(each) for each in first]
        more = len(first) > 1
        ranked = halve(known, trial, self.budget, FIRST_HALF) if more else known
        best = [each.candidate for each in ranked[:BEST]]
        fresh = [Tried(each) for each in second(best) if each not in first]
        finalists = [known[0], *[each for each in ranked[:BEST] if each is not known[0]], *fresh]
        if len(finalists) > 1:
            ranked = halve(finalists, trial, self.budget)
        found = ranked[0]
        gain, error = found.gain(known[0])
        self.thoughts.append(Thought(seat, found.mean, gain, error, self.budget.spent, found is not known[0]))
        return found.candidate


class Trial:
    """Worlds in which candidates of a seat are tried, the same for all: world `k` is dealt once, and copied."""

    def __init__(self, game: Game[Any], state: Any, seat: str, seed: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.place = state.seats.index(seat)
        self.seed = seed
        self.horizon = game.boundary(state) + game.evaluation.horizon
        self.worlds: list[tuple[State, dict[str, Any]]] = []

    def world(self, k: int) -> tuple[Any, dict[str, Any]]:
        """A copy of the world, and who plays each of the other seats in it."""
        while len(self.worlds) <= k:
            self.worlds.append(self._deal(len(self.worlds)))
        world, players = self.worlds[k]
        return world.copy(), players

    def _deal(self, k: int) -> tuple[State, dict[str, Any]]:
        random = Random(f"{self.seed}/{k}")
        world = self.dealt(random.randbytes(16))
        usual = parameters_of(self.game)
        odd = usual is not None and k % OTHERS == OTHERS - 1
        players = {
            seat: captain(self.game, usual.varied(random) if usual is not None and odd else None)
            for seat in self.state.seats
            if seat != self.seat
        }
        return world, players

    def dealt(self, seed: bytes) -> State:
        """A world that the seat cannot tell from the true one."""
        world: State = self.game.determinize(self.state, self.seat, seed)
        return world

    def value(self, world: Any) -> float:
        """The seat's chance in a world, as the game judges it."""
        chances: tuple[float, ...] = self.game.evaluate(world)
        found: float = chances[self.place]
        return found


class SheetTrial(Trial):
    """A sheet handed in; the captains write all that follow."""

    def __init__(self, game: OrdersGame[Any], state: Any, seat: str, seed: int) -> None:
        super().__init__(game, state, seat, seed)
        self.captain = captain(game)

    def _deal(self, k: int) -> tuple[State, dict[str, Any]]:
        world, players = super()._deal(k)
        self.lay_others(world, players)
        return world, players

    def lay_others(self, world: Any, players: Mapping[str, Any]) -> None:
        """The sheets of all others."""
        for seat in [each for each in self.game.actors(world) if each != self.seat]:
            self.game.take(world, seat, players[seat].decide(world, seat))

    def __call__(self, sheet: Sheet, k: int) -> float:
        world, players = self.world(k)
        self.hand_in(world, sheet)
        return self.gone_on(world, players)

    def hand_in(self, world: Any, sheet: Sheet) -> None:
        """The last sheet of the turn, which is run."""
        self.game.take(world, self.seat, sheet)  # type: ignore[arg-type]

    def gone_on(self, world: Any, players: dict[str, Any]) -> float:
        """The seat's chance after the captains have gone on."""
        game: Any = self.game
        while world.outcome is None and game.boundary(world) < self.horizon:
            for seat in game.actors(world):
                game.take(world, seat, players.get(seat, self.captain).decide(world, seat))
        return self.value(world)


class PlanTrial(Trial):
    """A judgement that the captain plays by until the next boundary, and then by the usual one."""

    def __call__(self, judgement: BotParameters, k: int) -> float:
        world, players = self.world(k)
        begin = self.game.boundary(world)
        mine, usual = self.player(judgement), captain(self.game)
        for _ in range(LONGEST):
            actors = self.game.actors(world)
            now = self.game.boundary(world)
            if not actors or now >= self.horizon:
                break
            player = players.get(actors[0], mine if now == begin else usual)
            self.game.take(world, actors[0], player.decide(world, actors[0]))
        return self.value(world)

    def player(self, judgement: BotParameters) -> Any:
        """Who plays the seat up to the next boundary."""
        return captain(self.game, judgement)


class ActionTrial(Trial):
    """One action, and the captains go on from there."""

    def __call__(self, action: Any, k: int) -> float:
        world, players = self.world(k)
        usual = captain(self.game)
        self.game.take(world, self.seat, action)
        for _ in range(LONGEST):
            actors = self.game.actors(world)
            if not actors or self.game.boundary(world) >= self.horizon:
                break
            player = players.get(actors[0], usual)
            self.game.take(world, actors[0], player.decide(world, actors[0]))
        return self.value(world)


def captain(game: Game[Any], judgement: BotParameters | None = None) -> Any:
    """The game's own bot, by a judgement if one is given; the recruit for a game that has none."""
    factory: Any = next(iter(game.bots.values()), Recruit)
    return factory(game) if judgement is None else factory(game, judgement)


def parameters_of(game: Game[Any]) -> BotParameters | None:
    """The usual judgement of the game's own bot; None when it has but one."""
    factory: Any = next(iter(game.bots.values()), None)
    found: BotParameters | None = getattr(factory, "parameters", None)
    return found


def different(candidates: list[Any]) -> list[Any]:
    """Each once, in their order."""
    found: list[Any] = []
    for each in candidates:
        if each not in found:
            found.append(each)
    return found


def _changed(game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet, count: int, random: Random) -> list[Sheet]:
    """Sheets that differ from one by the orders of somebody, and may be handed in."""
    found: list[Sheet] = []
    for _ in range(4 * count):
        if len(found) >= count:
            break
        new = next(_changes(game, state, seat, sheet, random), None)
        if new is not None and new != sheet and new not in found:
            found.append(new)
    return found


def _changes(game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet, random: Random) -> Iterator[Sheet]:
    """One change: an order left out, or another for somebody."""
    if sheet.orders and random.random() < 0.25:
        gone = random.randrange(len(sheet.orders))
        new = msgspec.structs.replace(sheet, orders=(*sheet.orders[:gone], *sheet.orders[gone + 1 :]))
        if _may_be_handed_in(game, state, seat, new):
            yield new
        return
    who = random.choice([*game.characters(state, seat), None])
    for suggestion in game.some(state, seat, who, 1, random):
        try:
            text = game.write(sheet)
            if not suggestion.instead and who is not None:
                text = "".join(f"{line}\n" for line in text.splitlines() if not _is_for(line, suggestion.text))
            new = game.parse(apply_suggestion(text, suggestion))
        except PalatineError:
            return
        if _may_be_handed_in(game, state, seat, new):
            yield new


def _is_for(line: str, order: str) -> bool:
    """Whether a line orders the same person as another: what stands before the colon is who."""
    return ":" in order and line.partition(":")[0] == order.partition(":")[0]


def _may_be_handed_in(game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet) -> bool:
    return all(problem.uncertain for problem in game.check(state, seat, sheet))

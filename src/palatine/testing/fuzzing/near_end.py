"""The fuzzer near the end of somebody: nations of one character, one unit left, empty hands, last turns, full stacks.

A random game is played some way; then copies of it are thinned by the game itself (`Game.near_end`) and played on
for a while with everything watched, and the invariants checked after every action.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from palatine.core import Game
from palatine.testing.fuzzing.findings import NEAR_END, find_game, take_again
from palatine.testing.fuzzing.fuzzer import FoundError, Fuzzer, FuzzResult
from palatine.testing.fuzzing.orders import OrdersFuzzer
from palatine.testing.setups import WORTH

REACH = 400
"""A game is played at most so many decisions before it is thinned."""
ONWARD = 60
"""Each thinned position is played on for so many decisions."""
COPIES = 25
"""How many thinned copies are made of one game."""
WAIT = 40
"""How many decisions are waited for a moment at which the game can be thinned."""
SECONDS = 60
"""A thinned position that takes longer to play on has no end."""
ROUGH = 0.02


def can_thin(game: Game[Any]) -> bool:
    """Whether the game can bring a state near the end of somebody."""
    return type(game).near_end is not Game.near_end


def fuzz_near_end(job: tuple[str, str]) -> list[FuzzResult]:
    """Thinned copies of one random game, played on: a result each, none where it could not be thinned.

    A job is the game's name and the seed.
    """
    name, seed = job
    game = find_game(name)
    random = Random(seed)
    base, begun = _base(game, f"{seed}/base", _decisions(game, random.randrange(REACH)))
    if begun.finding is None and not game.actors(base.state):
        base, begun = _base(game, f"{seed}/base", random.randrange(len(base.actions)))
    if begun.finding is not None:
        return [begun]
    found = (_thinned(base, f"{seed}/{number}", random.getrandbits(32)) for number in range(COPIES))
    return [result for result in found if result is not None]


def _base(game: Game[Any], seed: str, decisions: int) -> tuple[Fuzzer, FuzzResult]:
    """A random game, played so far."""
    base = _fuzzer(game, seed)
    with _limit():
        return base, base.run(decisions, stop=True)


def _decisions(game: Game[Any], wanted: int) -> int:
    """A number of decisions; of sheets fewer, for each is worth several."""
    return wanted // (2 * WORTH) if game.orders else wanted


def _fuzzer(game: Game[Any], seed: str, rough: float = 0.0, like: Fuzzer | None = None) -> Fuzzer:
    kind = OrdersFuzzer if game.orders else Fuzzer
    return kind(game, seed, like.setup if like else None, rough)


def _thinned(base: Fuzzer, seed: str, thinning: int) -> FuzzResult | None:
    """One thinned copy of a game, played on; None when the moment did not allow it."""
    twin = _fuzzer(base.game, seed, ROUGH, base)
    twin.take_over(base)
    twin.checks_every_action = True
    with _limit():
        result = twin.watch(lambda: _play_on(twin, thinning))
    is_thinned = any(verb == NEAR_END for _, verb, _ in twin.actions)
    return result if result.finding or is_thinned else None


def _play_on(twin: Fuzzer, thinning: int) -> str:
    """Thin a game, as soon as the moment allows it, and play on."""
    before = twin.game.encode(twin.state)
    for _ in range(WAIT):
        if not twin.game.actors(twin.state):
            return ""
        take_again(twin.game, twin.state, "", NEAR_END, thinning)
        if twin.game.encode(twin.state) != before:
            break
        twin.play(1)
        before = twin.game.encode(twin.state)
    else:
        return ""
    twin.actions.append(("", NEAR_END, thinning))
    twin.look()
    return twin.play(_decisions(twin.game, ONWARD * (1 + thinning % 3)))


@contextmanager
def _limit() -> Iterator[None]:
    """Raise Trouble in what takes far too long."""

    def stop(*_: object) -> None:
        raise FoundError("no end", f"nothing has come of it in {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

"""Fuzzing of late positions: one unit or character left, empty hands, full stacks, last turns.

A random game is played for some time. Then `GameChecks.mutate_to_endgame` changes copies of it, and play continues from
each with all checks, and with the invariants checked after every action.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from palatine.core import Game
from palatine.testing.checks import checks_of
from palatine.testing.findings import ENDGAME, find_game, take_again
from palatine.testing.fuzzer import FoundError, Fuzzer, FuzzResult, OrdersFuzzer
from palatine.testing.setups import WORTH

REACH = 400
"""Maximum number of decisions before a game is mutated."""
ONWARD = 60
"""Number of decisions from a mutated position, multiplied by 1 to 3."""
COPIES = 25
"""Number of mutated copies of one game."""
WAIT = 40
"""Maximum number of decisions until a moment at which the game can be mutated."""
SECONDS = 60
"""Seconds after which a mutated position counts as endless."""
ROUGH = 0.02


def has_endgame(game: Game[Any]) -> bool:
    """Return whether the game's checks can make late positions."""
    return checks_of(game).mutate_to_endgame is not None


def fuzz_endgame(job: tuple[str, str]) -> list[FuzzResult]:
    """Play mutated copies of one random game; return a result for each that could be mutated.

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
    found = (_mutated(base, f"{seed}/{number}", random.getrandbits(32)) for number in range(COPIES))
    return [result for result in found if result is not None]


def _base(game: Game[Any], seed: str, decisions: int) -> tuple[Fuzzer, FuzzResult]:
    """Play a random game up to a number of decisions."""
    base = _fuzzer(game, seed)
    with _limit():
        return base, base.run(decisions, stop=True)


def _decisions(game: Game[Any], wanted: int) -> int:
    """Return a number of decisions, lower for secret orders because a sheet counts as several."""
    return wanted // (2 * WORTH) if game.orders else wanted


def _fuzzer(game: Game[Any], seed: str, rough: float = 0.0, like: Fuzzer | None = None) -> Fuzzer:
    kind = OrdersFuzzer if game.orders else Fuzzer
    return kind(game, seed, like.setup if like else None, rough)


def _mutated(base: Fuzzer, seed: str, mutation: int) -> FuzzResult | None:
    """Play a mutated copy of a game; return None if it could not be mutated."""
    twin = _fuzzer(base.game, seed, ROUGH, base)
    twin.take_over(base)
    twin.checks_every_action = True
    with _limit():
        result = twin.watch(lambda: _play_on(twin, mutation))
    is_mutated = any(verb == ENDGAME for _, verb, _ in twin.actions)
    return result if result.finding or is_mutated else None


def _play_on(twin: Fuzzer, mutation: int) -> str:
    """Mutate a game as soon as the moment allows it, then play."""
    before = twin.game.encode(twin.state)
    for _ in range(WAIT):
        if not twin.game.actors(twin.state):
            return ""
        take_again(twin.game, twin.state, "", ENDGAME, mutation)
        if twin.game.encode(twin.state) != before:
            break
        twin.play(1)
        before = twin.game.encode(twin.state)
    else:
        return ""
    twin.actions.append(("", ENDGAME, mutation))
    twin.look()
    return twin.play(_decisions(twin.game, ONWARD * (1 + mutation % 3)))


@contextmanager
def _limit() -> Iterator[None]:
    """Raise FoundError if the block takes too long."""

    def stop(*_: object) -> None:
        raise FoundError("no end", f"nothing has come of it in {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

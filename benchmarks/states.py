"""The cost of copying, encoding, decoding and viewing positions from random games."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import palatine

POSITIONS, REPETITIONS = 40, 7


def positions(game: Any) -> list[Any]:
    """Return positions of random games after several hundred decisions."""
    found = []
    for seed in range(POSITIONS):
        random, state = Random(seed), game.setup(seed=bytes([seed]))
        for _ in range(200 + 37 * seed):
            if len(game.actors(state)) == 0:
                break
            (seat,) = game.actors(state)
            game.take(state, seat, random.choice(game.actions(state, seat)))
        found.append(state)
    return found


def microseconds(call: Callable[[Any], Any], items: list[Any], rounds: int) -> float:
    """Return the median over the repetitions of the mean time of a call, in microseconds."""
    times = []
    for _ in range(REPETITIONS):
        start = perf_counter()
        for _ in range(rounds):
            for item in items:
                call(item)
        times.append((perf_counter() - start) / (rounds * len(items)))
    return statistics.median(times) * 1e6


def main() -> None:
    for name in palatine.games():
        game = palatine.load(name)
        if not game.orders:
            measure(game)


def measure(game: Any) -> None:
    """Print the costs for the positions of one game."""
    states = positions(game)
    codes = [game.encode(state) for state in states]
    seat = states[0].seats[0]
    print(f"{game.title}, {POSITIONS} positions of random games, median of {REPETITIONS}")
    for name, call, items, rounds in (
        ("copy", lambda s: s.copy(), states, 200),
        ("encode", game.encode, states, 100),
        ("decode", game.decode, codes, 50),
        ("view of a seat", lambda s: game.view(s, seat), states, 10),
        ("view of a spectator", lambda s: game.view(s, None), states, 10),
    ):
        print(f"  {name:22} {microseconds(call, items, rounds):8.1f} µs")


if __name__ == "__main__":
    main()

"""What a turn of secret orders costs: captains in every seat play on, and each turn's resolution is timed."""

from __future__ import annotations

import statistics
from time import perf_counter
from typing import Any

import palatine

GAMES, TURNS = 5, 100
MID_GAME = (10, 40)
"""The turns that count as the middle of a game."""


def play(game: Any, seed: int) -> tuple[list[float], float, int]:
    """A game of captains: seconds of each resolution, seconds in all, turns played."""
    scenario = game.scenarios[0]
    table = max(scenario.tables, key=len)
    seats = tuple(table)
    state = game.setup(scenario.name, seats, seed=bytes([seed]))
    bots = {seat: palatine.bot("captain", game) for seat in seats}
    times: list[float] = []
    start = perf_counter()
    while game.actors(state) and len(times) < TURNS:
        for seat in game.actors(state):
            state = game.hand_in(state, seat, bots[seat].decide(state, seat))
        before = perf_counter()
        state = game.resolve(state)
        times.append(perf_counter() - before)
    return times, perf_counter() - start, len(times)


def main() -> None:
    for name in palatine.games():
        game = palatine.load(name)
        if not game.orders:
            continue
        played = [play(game, seed) for seed in range(GAMES)]
        middle = [time for times, _, _ in played for time in times[slice(*MID_GAME)]]
        print(f"{game.title}, {GAMES} games of captains in {len(max(game.scenarios[0].tables, key=len))} seats")
        print(f"  resolving a turn in the middle of a game: median {statistics.median(middle) * 1e3:.1f} ms, "
              f"worst {max(middle) * 1e3:.1f} ms")  # fmt: skip
        for _, seconds, turns in played:
            print(f"  a game of {turns} turns, captains' thinking included: {seconds:.1f} s")


if __name__ == "__main__":
    main()

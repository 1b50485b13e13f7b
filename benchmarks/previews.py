"""The cost of previewing a random legal action at every fifth decision of random games.

A preview includes a deal from what the seat knows, the action played on it, and its consequences. Times are processor
seconds.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from random import Random
from time import process_time

from palatine import registry

GAMES = ("demonlord", "dark-emperor", "elric")
MATCHES, DECISIONS, EVERY = 4, 1500, 5


def costs(name: str) -> Iterator[float]:
    """Yield the processor seconds of previewing each of many actions of a game."""
    game = registry.load(name)
    for number in range(MATCHES):
        random = Random(number)
        state = game.setup(seed=b"foresight %d" % number)
        for decision in range(DECISIONS):
            asked = game.actors(state)
            if not asked:
                break
            action = random.choice(game.actions(state, asked[0]))
            if decision % EVERY == 0:
                begun = process_time()
                game.preview(state, asked[0], action)
                yield process_time() - begun
            game.take(state, asked[0], action)


def main() -> None:
    for name in GAMES:
        found = sorted(1000 * each for each in costs(name))
        print(
            f"preview {name}: {len(found)} actions, median {statistics.median(found):.1f} ms, "
            f"99 of 100 within {found[int(len(found) * 0.99)]:.1f} ms, the longest {found[-1]:.1f} ms"
        )


if __name__ == "__main__":
    main()

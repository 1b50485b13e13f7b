"""Steps per processor second of the reinforcement-learning environments, with observations."""

from __future__ import annotations

import argparse
import random
import statistics
from time import process_time
from typing import Any

import numpy as np

import palatine
from palatine.lab import pettingzoo_env


def steps(env: Any, seconds: float, seed: int) -> float:
    """Return the steps per second of random choices, each after an observation by `env.last()`."""
    choose = random.Random(seed).choice
    done, start = 0, process_time()
    while process_time() - start < seconds:
        seed += 1
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut or process_time() - start >= seconds:
                break
            env.step(int(choose(np.flatnonzero(seen["action_mask"]))))
            done += 1
    return done / (process_time() - start)


def main() -> None:
    """Measure each game and print the median of the repetitions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each repetition of each game")
    parser.add_argument("--repetitions", type=int, default=3)
    given = parser.parse_args()
    print("\nEnvironment steps a second, observations included")
    for name in palatine.games():
        env = pettingzoo_env(name)
        steps(env, 0.3, 1)
        found = [steps(env, given.seconds, 100 * number) for number in range(given.repetitions)]
        print(f"  {name:18} {statistics.median(found):8,.0f}")


if __name__ == "__main__":
    main()

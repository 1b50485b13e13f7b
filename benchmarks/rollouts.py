"""Rollouts of a search per second of processor time, in fixed positions of all games.

Two things are counted:

* A rollout: the position is dealt again for a seat, captains play all seats for some planning periods, and
  `Game.evaluate` rates the result.
* A trial: one sample of the marshal, however it plays the sample out. The time includes the rest of its work on a
  decision.

The positions are stored beside this file as text, so that they stay the same when captains play differently. With
`--against`, another checkout is measured in alternation with this one. Printed are the medians and the medians of the
ratios. `--make` writes the positions from games of captains.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

import palatine
from palatine.players.marshal import Marshal

POSITIONS = Path(__file__).with_name("positions")
HORIZON = 3
"""Planning periods that a rollout plays, however far a game's own search looks ahead."""
SETUPS = {"elric": "successor"}
AFTER = {"adventurer-kings": (2, 5), "demonlord": (4, 8), "dark-emperor": (4, 12), "elric": (4, 10)}
USUAL_AFTER = (4, 12)
"""The planning periods after which positions are taken."""
LONGEST = 20_000


def captains(game: Any, seats: tuple[str, ...]) -> dict[str, Any]:
    return {seat: palatine.bot("captain", game) for seat in seats}


def play_on(game: Any, state: Any, period: int) -> None:
    """Play all seats by captains until the planning period `period`, in place."""
    bots = captains(game, state.seats)
    for _ in range(LONGEST):
        actors = game.actors(state)
        if not actors or game.planning_period(state) >= period:
            return
        game.take(state, actors[0], bots[actors[0]].decide(state, actors[0]))


def rollout(game: Any, state: Any, k: int) -> None:
    """Play one rollout for the first seat that must act."""
    seat = game.actors(state)[0]
    world = game.determinize(state, seat, b"rollout %d" % k)
    play_on(game, world, game.planning_period(state) + HORIZON)
    game.evaluate(world)


def rollouts_per_second(game: Any, state: Any, seconds: float) -> float:
    rollout(game, state, 0)
    done, start = 0, process_time()
    while process_time() - start < seconds:
        done += 1
        rollout(game, state, done)
    return done / (process_time() - start)


def trials_per_second(game: Any, state: Any, seconds: float) -> float:
    """Return the trials per second of the marshal's next decision that uses any.

    Returns 0 if the marshal decides without trials for a whole planning period.
    """
    marshal = Marshal(game, seconds=seconds)
    world, begin = state.copy(), game.planning_period(state)
    while (actors := game.actors(world)) and game.planning_period(world) <= begin + 1:
        start = process_time()
        action = marshal.decide(world, actors[0])
        if marshal.results:
            return marshal.results[-1].samples / (process_time() - start)
        game.take(world, actors[0], action)
    return 0.0


def measured(seconds: float) -> dict[str, tuple[float, float]]:
    """Return rollouts and trials per second, by position."""
    found = {}
    for path in sorted(POSITIONS.glob("*.txt")):
        game = palatine.load(path.stem.rpartition("-")[0])
        state = game.read_position(path.read_text(encoding="utf-8"))
        found[path.stem] = (rollouts_per_second(game, state, seconds), trials_per_second(game, state, seconds))
    return found


def elsewhere(checkout: Path, seconds: float) -> dict[str, tuple[float, float]]:
    """Return the same for another checkout, measured in a separate process."""
    path = os.pathsep.join([str(checkout / "src"), str(Path(__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "benchmarks.rollouts", "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return {name: tuple(rates) for name, rates in json.loads(done.stdout).items()}


def make() -> None:
    """Write two positions for each game, each at the start of a planning period."""
    POSITIONS.mkdir(exist_ok=True)
    for name in palatine.games():
        game = palatine.load(name)
        for number, after in enumerate(AFTER.get(name, USUAL_AFTER), 1):
            state = game.setup(SETUPS.get(name), seed=b"rollouts %d" % number)
            play_on(game, state, game.planning_period(state) + after)
            text = game.write_position(state)
            (POSITIONS / f"{name}-{number}.txt").write_text(text, encoding="utf-8")


def told(runs: list[dict[str, tuple[float, float]]], others: list[dict[str, tuple[float, float]]]) -> None:
    for position in runs[0]:
        line = f"  {position:20}"
        for at, what in enumerate(("rollouts", "trials")):
            mine = [run[position][at] for run in runs]
            line += f" {statistics.median(mine):8.1f} {what}/s"
            theirs = [run[position][at] for run in others]
            if theirs and all(theirs):
                ratio = statistics.median(a / b for a, b in zip(mine, theirs, strict=True))
                line += f" ({ratio:.2f} times {statistics.median(theirs):.1f})"
        print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each of the two in each position")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--against", type=Path, help="another checkout, measured in turns with this one")
    parser.add_argument("--json", action="store_true", help="measure once, print figures only")
    parser.add_argument("--make", action="store_true", help="write the positions anew, and measure nothing")
    args = parser.parse_args()
    if args.make:
        return make()
    if args.json:
        return print(json.dumps(measured(args.seconds)))
    runs, others = [], []
    for _ in range(args.repetitions):
        runs.append(measured(args.seconds))
        if args.against:
            others.append(elsewhere(args.against, args.seconds))
    print(f"Rollouts a second of processor; median of {args.repetitions}")
    told(runs, others)


if __name__ == "__main__":
    main()

"""Random self-play with exact actions at every decision: Palatine's games beside others.

Every contestant plays whole games with uniformly random legal moves, chosen from the full list of legal actions at
each decision. Chance events do not count as decisions. Times are processor times, so that other work on the machine
has little effect. The contestants take turns within each repetition, so that a slowdown of the machine affects all of
them. Printed are the median of the repetitions and the median of the ratios within each.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

import palatine

Contestant = Callable[[Random, float], float]


def ours(name: str, random: Random, seconds: float) -> float:
    """Return the decisions per second of one of Palatine's games through the public interface."""
    game = palatine.load(name)
    choose, actors, actions, take = random.choice, game.actors, game.actions, game.take
    decisions, start = 0, process_time()
    while process_time() - start < seconds:
        state = game.setup(seed=random.randbytes(8))
        while state.flow:
            (seat,) = actors(state)
            take(state, seat, choose(actions(state, seat)))
            decisions += 1
    return decisions / (process_time() - start)


def catanatron(random: Random, seconds: float) -> float:
    """Return the decisions per second of Catanatron's own random players."""
    from catanatron import Color, Game, RandomPlayer

    decisions, start = 0, process_time()
    while process_time() - start < seconds:
        game = Game([RandomPlayer(color) for color in Color], seed=random.randrange(2**31))
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
    return decisions / (process_time() - start)


def backgammon(random: Random, seconds: float) -> float:
    """Return the decisions per second of OpenSpiel's backgammon, driven from Python."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    choose = random.choice
    decisions, start = 0, process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose(state.chance_outcomes())[0])
            else:
                state.apply_action(choose(state.legal_actions()))
                decisions += 1
    return decisions / (process_time() - start)


def chess(random: Random, seconds: float) -> float:
    """Return the decisions per second of python-chess."""
    from chess import Board

    decisions, start = 0, process_time()
    while process_time() - start < seconds:
        board = Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            decisions += 1
    return decisions / (process_time() - start)


PEERS: dict[str, Contestant] = {
    "Catanatron": catanatron,
    "OpenSpiel backgammon": backgammon,
    "python-chess": chess,
}


def games_of_actions() -> dict[str, Contestant]:
    """Return Palatine's games that are played by single actions, by title."""
    found = [palatine.load(name) for name in palatine.games()]
    return {game.title: partial(ours, game.name) for game in found if not game.orders}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each contestant in each repetition")
    args = parser.parse_args()
    mine = games_of_actions()
    contestants = {**mine, **PEERS}
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for repetition in range(args.repetitions):
        for name, contestant in contestants.items():
            rates[name].append(contestant(Random(repetition), args.seconds))
    print(f"Random self-play, exact actions at every decision; median of {args.repetitions}")
    for name, found in rates.items():
        print(f"  {name:22} {statistics.median(found):10,.0f} decisions/s")
    for name in mine:
        for peer in PEERS:
            ratio = statistics.median(a / b for a, b in zip(rates[name], rates[peer], strict=True))
            print(f"  {name} is {ratio:.2f} times as fast as {peer}")


if __name__ == "__main__":
    main()

"""The cost of a turn of secret orders, with captains in all seats: resolution and reports.

Times are processor times. For Adventurer Kings, tables of 8 to 32 kings show how the cost grows. The largest is
measured once more after it has been filled with the armies and leaders of a Super world late in its history.
"""

from __future__ import annotations

import resource
import statistics
from collections.abc import Iterator
from itertools import cycle, islice
from time import process_time
from typing import Any, NamedTuple

import msgspec

import palatine
from palatine.core import OrdersGame
from palatine.games.adventurer_kings.state import State

GAMES, TURNS = 5, 100
MID_GAME = (10, 40)
"""The turns that count as the middle of a game of Lord and Master."""
KINGS = {8: "standard", 10: "standard", 12: "standard", 20: "super", 24: "super", 28: "super", 32: "super"}
"""The scenario for each number of kings."""
YEARS = (4, 12)
"""Timed turns of Adventurer Kings. Some worlds have an Emperor soon after."""
ARMIES, LEADERS = 1000, 250


class Timed(NamedTuple):
    """The processor seconds of resolving a turn and of writing all its reports."""

    resolving: float
    reporting: float


def play(game: OrdersGame[Any], state: Any, turns: int) -> Iterator[tuple[Any, Timed]]:
    """Yield each state after a turn of captains, and the times of that turn."""
    bots = {seat: palatine.bot("captain", game) for seat in state.seats}
    for _ in range(turns):
        if not game.actors(state):
            return
        for seat in game.actors(state):
            state = game.hand_in(state, seat, bots[seat].decide(state, seat))
        state, spent = resolve(game, state)
        yield state, spent


def resolve(game: OrdersGame[Any], state: Any) -> tuple[Any, Timed]:
    """Resolve a turn with its journal, and write the report of every seat."""
    state.journal = []
    start = process_time()
    state = game.resolve(state)
    middle = process_time()
    for place, seat in enumerate(state.seats):
        game.report(state, seat, [entry for entry in state.journal if entry.is_readable_by(place)])
    return state, Timed(middle - start, process_time() - middle)


def found(game: OrdersGame[Any], scenario: str, kings: int, seed: int) -> Any:
    tables = next(each for each in game.scenarios if each.name == scenario).tables
    return game.setup(scenario, next(seats for seats in tables if len(seats) == kings), seed=bytes([seed]))


def fill(s: State) -> None:
    """Duplicate armies and Heroes until there are as many as in a large world."""
    heroes = [n for n, each in s.people.items() if each.seat >= 0 and not each.died and not each.is_king]
    armies = [n for n, army in s.armies.items() if army.owner >= 0]
    kings = len(s.kingdoms)
    for number, n in enumerate(islice(cycle(heroes), LEADERS - kings - len(heroes))):
        twin = s.new_person(msgspec.structs.replace(s.people[n], name=f"{s.people[n].name} {number}"))
        for army in s.led_by(n)[1::2]:
            s.set_army(army, leader=twin)
    for n in islice(cycle(armies), ARMIES - len(s.armies)):
        s.new_army(s.armies[n])
    for seat in range(kings):
        s.pay(seat, 1000)


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def lord_and_master() -> None:
    game: Any = palatine.load("lord-and-master")
    table = max(game.scenarios[0].tables, key=len)
    games = []
    for seed in range(GAMES):
        start = process_time()
        turns = [
            spent for _, spent in play(game, game.setup(game.scenarios[0].name, table, seed=bytes([seed])), TURNS)
        ]
        games.append((process_time() - start, turns))
    middle = [spent.resolving for _, turns in games for spent in turns[slice(*MID_GAME)]]
    print(f"{game.title}, {GAMES} games of captains in {len(table)} seats")
    print(f"  resolving a turn in the middle of a game: median {statistics.median(middle) * 1e3:.1f} ms, "
          f"worst {max(middle) * 1e3:.1f} ms")  # fmt: skip
    for seconds, turns in games:
        print(f"  a game of {len(turns)} turns, captains' thinking and reports included: {seconds:.1f} s")


def adventurer_kings() -> None:
    game: Any = palatine.load("adventurer-kings")
    print(f"{game.title}, turns {YEARS[0] + 1} to {YEARS[1]} of captains: a turn's resolution, all its reports")
    state: Any = None
    for kings, scenario in KINGS.items():
        played = list(play(game, found(game, scenario, kings, 1), YEARS[1]))[YEARS[0] :]
        state = played[-1][0]
        line("the median", kings, state, *[statistics.median(column) for column in zip(*[t for _, t in played])])  # noqa: B905
    fill(state)
    for seat in game.actors(state):
        state = game.hand_in(state, seat, palatine.bot("captain", game).decide(state, seat))
    line("filled up", kings, state, *resolve(game, state)[1])
    print(f"  the most memory so far: {megabytes():.0f} MB")
    start = process_time()
    *_, (state, _) = play(game, found(game, "standard", 12, 2), TURNS)
    spent = process_time() - start
    print(f"  twelve captains, {state.turn} turns to the end: {spent:.1f} s. {game.outcome(state).margin}")


def line(what: str, kings: int, s: State, resolving: float, reporting: float) -> None:
    leaders = sum(each.seat >= 0 and not each.died for each in s.people.values())
    print(f"  {kings:2} kings, {what}: {resolving * 1e3:6.1f} ms and {reporting * 1e3:6.1f} ms, "
          f"{(resolving + reporting) / kings * 1e3:4.1f} ms a king; "
          f"{len(s.armies)} armies, {leaders} leaders, {len(s.features)} features")  # fmt: skip


def main() -> None:
    lord_and_master()
    adventurer_kings()


if __name__ == "__main__":
    main()

"""Causes of victory among captains in Adventurer Kings: the King, the seat or the home.

    python -m benchmarks.kings --worlds 25 --years 6 --seed gallery

Plays every world once for each rotation of the eight Kings that captains play over the seats, and prints the wins by
King, by seat, and by whether the home has sea next to it.

    python -m benchmarks.kings --worlds 12 --seed fates --fates

Plays to the end and prints how many Kings lose all their land, and how many regain some.

    python -m benchmarks.kings --worlds 16 --years 6 --seed marshal --marshal 600

Puts a marshal, with the given number of samples per sheet, among captains. Each world is played once with the marshal
and once with a captain in its seat. Compared are their shares of the total of all Kings at the end: taxes, and the
game's own estimate of the chances.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from math import inf
from statistics import mean, stdev
from typing import Any

import palatine
from palatine.games.adventurer_kings.bot import setup
from palatine.games.adventurer_kings.state import State

SEATS = tuple(f"K{number}" for number in range(1, 9))
GAME: Any = palatine.load("adventurer-kings")
CAPTAIN = palatine.bot("captain", GAME)


def years(seed: str, shift: int, last: int, marshal: str = "", samples: int = 0) -> Iterator[State]:
    """Yield the state of a match of captains after each year.

    Each seat plays the King of the seat `shift` places further on. `last` is the last year, or 0 for no limit.
    `marshal` is the seat that a marshal plays, if any.
    """
    bots = dict.fromkeys(SEATS, CAPTAIN)
    if marshal:
        bots[marshal] = palatine.bot("marshal", GAME, samples=samples)
    s: State = GAME.setup("standard", SEATS, seed.encode(), {"turns": last})
    while s.outcome is None:
        for place, seat in enumerate(SEATS):
            sheet = setup.sheet(s, (place + shift) % len(SEATS)) if s.turn == 0 else bots[seat].decide(s, seat)
            GAME.take(s, seat, sheet)
        yield s


def rotation(seed: str, worlds: int, last: int) -> None:
    by_king, by_seat, by_home, homes = (Counter[Any]() for _ in range(4))
    for number, shift in ((number, shift) for number in range(worlds) for shift in range(len(SEATS))):
        inland: list[bool] = []
        for s in years(f"{seed}/{number}", shift, last):
            inland = inland or [not any(map(s.is_sea, s.atlas.neighbours[each.home])) for each in s.kingdoms]
        homes.update(inland)
        for winner in s.outcome.winners if s.outcome else ():
            at = SEATS.index(winner)
            by_seat[winner] += 1
            by_king[SEATS[(at + shift) % len(SEATS)]] += 1
            by_home[inland[at]] += 1
    print("by King", sorted(by_king.items()), "by seat", sorted(by_seat.items()), sep="\n")
    print(f"inland {by_home[True]} of {homes[True]}, by the sea {by_home[False]} of {homes[False]}")


def fates(seed: str, worlds: int, last: int) -> None:
    falls = returns = without = kings = 0
    for number in range(worlds):
        out = [False] * len(SEATS)
        for s in years(f"{seed}/{number}", 0, last):
            now = [not s.provinces(place) for place in range(len(SEATS))]
            falls += sum(new and not old for old, new in zip(out, now, strict=True))
            returns += sum(old and not new for old, new in zip(out, now, strict=True))
            without, kings, out = without + sum(now), kings + len(now), now
    print(f"falls {falls}, returns {returns}, years of Kings without land {without} of {kings}")


def parts(s: State, seat: str) -> dict[str, float]:
    """Return a seat's share of the taxes of all Kings, and its chance of winning."""
    taxes = next(each.values for each in GAME.measures(s) if each.id == "taxes")
    return {"taxes": taxes[seat] / sum(taxes.values()), "chance": GAME.evaluate(s)[SEATS.index(seat)]}


def marshals(seed: str, worlds: int, last: int, samples: int) -> None:
    found: dict[str, list[tuple[float, float]]] = {}
    for number in range(worlds):
        seat = SEATS[number % len(SEATS)]
        *_, his = years(f"{seed}/{number}", 0, last, seat, samples)
        *_, theirs = years(f"{seed}/{number}", 0, last)
        for name, part in parts(his, seat).items():
            found.setdefault(name, []).append((part, parts(theirs, seat)[name]))
        for name, pairs in found.items():
            more = [his - theirs for his, theirs in pairs]
            error = stdev(more) / len(more) ** 0.5 if len(more) > 1 else inf
            his_part, their_part = (100 * mean(each) for each in zip(*pairs, strict=True))
            told = f"{his_part:.1f} % beside {their_part:.1f}, {100 * mean(more):+.1f} ± {196 * error:.1f}"
            print(f"{number + 1} worlds: {name} {told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kings", description=__doc__)
    parser.add_argument("--worlds", type=int, default=25)
    parser.add_argument("--years", type=int, default=0, help="the last year; 0 for no limit")
    parser.add_argument("--seed", default="gallery")
    parser.add_argument("--fates", action="store_true")
    parser.add_argument("--marshal", type=int, default=0, help="samples of a marshal")
    given = parser.parse_args()
    if given.marshal:
        marshals(given.seed, given.worlds, given.years, given.marshal)
        return
    (fates if given.fates else rotation)(given.seed, given.worlds, given.years)


if __name__ == "__main__":
    main()

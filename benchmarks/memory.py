"""The memory of a server during play: random choices at a steady rate, measured each minute.

Each match has two listening seats. A match that is over or at the last ply is replaced with a new one.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.actions import SEATS, Client, Load, Match, Process, make_match, server


async def play(process: Process, port: int, args: argparse.Namespace) -> None:
    load = Load(port, [], args.plies, Random(args.game))
    start, next_told = perf_counter(), 0.0
    while (now := perf_counter() - start) < args.minutes * 60:
        leave_ended(load)
        if len(load.matches) < args.matches:
            load.matches.append(await make_match(Client(port), args.game, 0))
        if (match := load.free()) is not None:
            await load.act(match, perf_counter())
        if now >= next_told:
            print(f"{now / 60:4.0f} min: {len(load.times):7} actions, {process.memory / 1e6:6.1f} MB", flush=True)
            next_told += 60
        await asyncio.sleep(max(0, start + len(load.times) / args.rate - perf_counter()))


def leave_ended(load: Load) -> None:
    """Close the connections of matches with no plies left."""
    ended: list[Match] = [each for each in load.matches if each.at >= load.upto or each.is_over]
    for match in ended:
        match.hang_up()
        load.matches.remove(match)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="demonlord", choices=SEATS)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--plies", type=int, default=120)
    parser.add_argument("--rate", type=float, default=25)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--port", type=int, default=8790)
    args = parser.parse_args()
    with server(args.port, Path(__file__).parents[1]) as process:
        asyncio.run(play(process, args.port, args))


if __name__ == "__main__":
    main()

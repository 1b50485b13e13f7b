"""What an action costs when several processes, or machines, share a house: processor time, which counts where cores
are shared, of all processes of the house together.

One process, then two workers, and again, on the same kind of store: matches of two persons, both listening, a
connection for each match as browsers have it, so many actions in flight. With `--database` (an empty PostgreSQL
database, whose own processor time is not counted) a third way is measured: two machines of one worker each that are
asked for any match, so that half of all requests are passed on.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.load import Connection, Match, listen, make_match, serve_command, wait_for

PORT, INNER = 8870, 8880
TICKS = os.sysconf("SC_CLK_TCK")
IN_FLIGHT = 16
WARM = 200
"""Actions before anything is measured."""
Way = tuple[str, tuple[tuple[str, ...], ...]]
"""What it is called, and the options of each of its servers."""
ONE: Way = ("one process", ((),))
TWO: Way = ("two workers", (("--workers", "2"),))
MACHINES: Way = ("two machines of one worker", (("--workers", "1"),) * 2)


@contextmanager
def served(database: str, way: Way) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The servers of a house."""
    with ExitStack() as stack:
        started = []
        for number, options in enumerate(way[1]):
            around = dict(os.environ)
            if len(way[1]) > 1:
                around |= {
                    "PALATINE_SERVER_INNER": f"127.0.0.1:{INNER + number}",
                    "PALATINE_SERVER_SECRET": "x" * 16,
                }
            command = serve_command(PORT + number)
            server = subprocess.Popen(
                [*command, "--database", database, *options], env=around, stdout=subprocess.DEVNULL
            )
            stack.callback(server.wait, 20)
            stack.callback(server.terminate)
            started.append(server)
            wait_for(PORT + number)
        yield started


def processor(servers: Sequence[subprocess.Popen[bytes]]) -> float:
    """Seconds that the servers and their workers have used; not what the pool took to load, which has nothing to do."""
    total = 0
    for server in servers:
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        assert isinstance(server.args, list)
        if "--workers" not in server.args:
            children = []
        for pid in (str(server.pid), *children):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


class Player:
    """Plays one match over a connection of its own."""

    def __init__(self, port: int, match: Match, random: Random) -> None:
        self.connection, self.match, self.random = Connection(port), match, random

    async def act(self) -> None:
        """One action that stands; where the house has answered for a seat meanwhile, another."""
        while not self.match.is_over and not await self._try():
            pass

    async def _try(self) -> bool:
        match, view = self.match, self.match.sight["view"]
        (seat,) = view["asked"]
        choice = self.random.choice(view["choices"])
        move = {"verb": choice["verb"], "operand": choice["operand"]}
        body = {"seat": seat, "actions": [move], "version": match.sight["version"]}
        path, key = f"/api/matches/{match.name}/actions", match.keys[seat]
        status, answer = await self.connection.request("POST", path, body, key)
        assert status in (200, 409), answer
        await match.look(self.connection)
        return status == 200


async def play(
    ports: Sequence[int], count: int, actions: int, servers: Sequence[subprocess.Popen[bytes]]
) -> tuple[float, float]:
    """Milliseconds of processor an action, and actions a second."""
    random = Random(1)
    players, listeners = [], []
    for number in range(count):
        match = await make_match(Connection(ports[0]), number)
        players.append(Player(random.choice(ports), match, Random(number)))
        streams = [listen(random.choice(ports), match, seat, [0]) for seat in match.keys]
        listeners += [asyncio.create_task(stream) for stream in streams]
    await _act(players, WARM)
    before, begun = processor(servers), perf_counter()
    await _act(players, actions)
    seconds, used = perf_counter() - begun, processor(servers) - before
    for task in listeners:
        task.cancel()
    return used / actions * 1000, actions / seconds


async def _act(players: Sequence[Player], actions: int) -> None:
    """So many actions, by all players in turn."""
    left = iter(range(actions))
    free = asyncio.Queue[Player]()
    for player in players:
        free.put_nowait(player)

    async def work() -> None:
        for _ in left:
            player = await free.get()
            await player.act()
            free.put_nowait(player)

    await asyncio.gather(*[work() for _ in range(IN_FLIGHT)])


def measure(database: str, ways: Sequence[Way], rounds: int, count: int, actions: int) -> None:
    found: dict[str, list[float]] = {name: [] for name, _ in ways}
    for number in range(rounds):
        for way in ways:
            with tempfile.TemporaryDirectory() as folder, served(database or f"{folder}/bench.db", way) as servers:
                ports = [PORT + each for each in range(len(servers))]
                cost, rate = asyncio.run(play(ports, count, actions, servers))
            found[way[0]].append(cost)
            print(f"  round {number + 1}, {way[0]}: {cost:.2f} ms of processor an action, {rate:.0f}/s", flush=True)
    base = statistics.median(found[ways[0][0]])
    for name, costs in found.items():
        print(
            f"{name}: median {statistics.median(costs):.2f} ms, {statistics.median(costs) / base:.2f} times one process"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--database", default="", help="an empty PostgreSQL database; without one SQLite is measured"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=32)
    parser.add_argument("--actions", type=int, default=1200)
    args = parser.parse_args()
    ways = [ONE, TWO, *([MACHINES] if args.database else [])]
    measure(args.database, ways, args.rounds, args.matches, args.actions)


if __name__ == "__main__":
    main()

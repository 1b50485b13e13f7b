"""How many actions a second one server carries: `python tests/web/load.py [GAME] [RATE ...]`.

Starts a server on a database of its own, plays matches in which both seats listen, and prints for each rate how
long it takes from posting an action to its answer, and to its arrival at both listeners. Nothing is asserted:
machines differ, and the generator takes its share of this one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx

SECONDS = 10.0
MATCHES = 100
SERVER = """
import sys
from palatine import registry
from palatine.testing.toy import GAME
registry.register("ford", GAME)
from palatine.web import serve
serve("127.0.0.1", 0, sys.argv[1])
"""


class Match:
    """A match under load."""

    def __init__(self, client: httpx.AsyncClient, made: dict[str, Any]) -> None:
        self.client = client
        self.id: str = made["match"]
        self.keys: dict[str, str] = made["keys"]
        self.base = f"/api/matches/{self.id}"
        self.version = 0
        self.choices: list[Any] = []
        self.seat = ""
        self.busy = False
        self.posted: dict[int, float] = {}
        self.heard = dict.fromkeys(self.keys, 0)

    def bearer(self, seat: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.keys[seat]}"}

    async def begin(self) -> None:
        for seat, key in self.keys.items():
            await self.client.post(f"{self.base}/seats", json={"key": key, "name": seat, "number": ""})
        self.client.cookies.clear()
        await self.look((await self.client.get(self.base)).json()["asked"])

    async def look(self, asked: list[str]) -> None:
        if not asked:
            return
        self.seat = asked[0]
        query = {"seat": self.seat, "since": 10**9}
        sight = (await self.client.get(f"{self.base}/sight", params=query, headers=self.bearer(self.seat))).json()
        self.version, self.choices = sight["version"], sight["view"].get("choices", [])

    async def act(self, rng: random.Random, took: list[float]) -> None:
        try:
            choice = rng.choice(self.choices)
            action = {"verb": choice["verb"], "operand": choice["operand"]}
            body = {"seat": self.seat, "actions": [action], "version": self.version}
            began = self.posted[self.version + 1] = time.perf_counter()
            answer = await self.client.post(f"{self.base}/actions", json=body, headers=self.bearer(self.seat))
            took.append(time.perf_counter() - began)
            sight = json.loads(answer.content)
            self.version, asked = sight["version"], sight["view"]["asked"]
            self.choices = sight["view"].get("choices", [])
            if asked != [self.seat]:
                await self.look(asked)
        finally:
            self.busy = False

    async def listen(self, seat: str, port: int, took: list[float]) -> None:
        """Read only the numbers of the events, so that the generator costs little."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        head = f"GET {self.base}/events?seat={seat}&since={self.version} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        writer.write(f"{head}Authorization: Bearer {self.keys[seat]}\r\n\r\n".encode())
        while line := await reader.readline():
            if not line.startswith(b"id: "):
                continue
            self.heard[seat] = int(line[4:])
            now, least = time.perf_counter(), min(self.heard.values())
            took.extend(now - self.posted.pop(version) for version in list(self.posted) if version <= least)


async def load(url: str, game: str, rate: float) -> None:
    rng = random.Random(3)
    answers: list[float] = []
    arrivals: list[float] = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        matches = []
        for _ in range(MATCHES):
            match = Match(client, (await client.post("/api/matches", json={"game": game})).json())
            await match.begin()
            matches.append(match)
        port = httpx.URL(url).port or 80
        ears = [asyncio.create_task(match.listen(seat, port, arrivals)) for match in matches for seat in match.keys]
        await asyncio.sleep(1)
        await act_for(matches, rate, rng, answers)
        await asyncio.sleep(1)
        for ear in ears:
            ear.cancel()
    print(f"{rate:5.0f} wanted, {len(answers) / SECONDS:5.0f} actions/s; {told('answer', answers)}; ", end="")
    print(told("both listeners", arrivals), flush=True)


async def act_for(matches: list[Match], rate: float, rng: random.Random, took: list[float]) -> None:
    began, tasks = time.perf_counter(), []
    for n in range(int(rate * SECONDS)):
        await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
        if time.perf_counter() - began > SECONDS:
            break
        free = [match for match in matches if not match.busy and match.choices]
        if free:
            match = rng.choice(free)
            match.busy = True
            tasks.append(asyncio.create_task(match.act(rng, took)))
    await asyncio.gather(*tasks)


def told(name: str, times: list[float]) -> str:
    ranked = sorted(times) or [0.0]
    half, late = ranked[len(ranked) // 2], ranked[int(len(ranked) * 0.99)]
    return f"{name} p50 {half * 1000:.1f} ms, p99 {late * 1000:.1f} ms"


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "ford"
    rates = [float(rate) for rate in sys.argv[2:]] or [50.0, 100.0, 200.0, 400.0]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, os.path.join(folder, "palatine.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1].rstrip("/").replace("localhost", "127.0.0.1")
            try:
                for rate in rates:
                    asyncio.run(load(url, game, rate))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()

"""The bytes of an action on the wire: the answer, and the events to two listening seats.

Matches of random legal actions, a third of them shortcuts, are played. From the 20th to the 120th action, three sizes
are counted: whole views, for clients that do not request changes; changes; and compressed changes, as browsers
receive them. The effects that a browser requests on hover are not counted. They take about 80 bytes per space.
"""

from __future__ import annotations

import statistics
from random import Random
from typing import Any

import msgspec

import palatine.matches
import palatine.store
from palatine.core import Refused, goal_of
from palatine.web.compression import deflate_piece
from palatine.web.live.hub import view_event
from palatine.web.live.sent_views import SentViewCache

MATCHES, FIRST, LAST = 6, 20, 120
PLANS = 1 / 3


class Wire:
    """A match, and the bytes sent to its seats for each action, by format."""

    def __init__(self, services: palatine.matches.MatchServices, made: palatine.matches.MatchCreated) -> None:
        self.services, self.match, self.keys = services, made.match, made.keys
        self.sent_views = SentViewCache()
        self.known = {seat: self.look(seat, 0) for seat in self.keys}
        self.costs: list[tuple[int, int, int]] = []

    def look(self, seat: str, since: int) -> int:
        seen = self.services.matches.view(self.match, seat, since)
        self.sent_views.message_for(seen, seat, since)
        return seen.version

    def act(self, seat: str, random: Random) -> None:
        """Take an action or a shortcut for a seat, and record the bytes sent."""
        version, key = self.known[seat], self.keys[seat]
        view = self.services.matches.view(self.match, seat, version).view
        try:
            if view.shortcuts and random.random() < PLANS:
                self.services.matches.play_shortcut(
                    self.match, key, goal_of(random.choice(view.shortcuts)), version
                )
                return self.tell(seat)
        except Refused:  # The shortcut was refused. Take a single action instead.
            pass
        choice = random.choice(view.choices)
        self.services.matches.act(self.match, key, (choice.verb, choice.operand), version)
        self.tell(seat)

    def tell(self, actor: str) -> None:
        cost = [0, 0, 0]
        for seat, since in self.known.items():
            seen = self.services.matches.view(self.match, seat, since)
            kind, data, version = self.sent_views.message_for(seen, seat, since)
            self.known[seat] = version
            all_of_it = msgspec.json.encode(seen)
            told = [view_event("view", all_of_it, version), view_event(kind, data, version)]
            told.append(deflate_piece(told[1]))
            for i, each in enumerate(told):
                cost[i] += len(each)
            if seat == actor:
                for i, answer in enumerate((all_of_it, data, deflate_piece(data))):
                    cost[i] += len(answer)
        self.costs.append((cost[0], cost[1], cost[2]))


def play(game: str, seed: int) -> list[tuple[int, int, int]]:
    """Return the bytes of each action of one match."""
    random = Random(seed)
    services = palatine.matches.MatchServices(palatine.store.Store.open(":memory:"))
    made = services.matches.create(game)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, str(seed))
    wire = Wire(services, made)
    while len(wire.costs) < LAST:
        info = services.matches.info(made.match)
        if info.status != "playing":
            break
        wire.act(info.asked[0], random)
    return wire.costs[FIRST:]


def told(values: list[int]) -> str:
    ordered = sorted(values)
    high = ordered[int(len(ordered) * 0.95)]
    return f"mean {statistics.mean(values):8,.0f}, median {statistics.median(values):8,.0f}, 95 of 100 within {high:8,}"


def measure(game: str) -> None:
    costs: list[Any] = [cost for seed in range(MATCHES) for cost in play(game, seed)]
    print(f"On the wire, {game}: bytes of an action, answer and events to the seats ({len(costs)} actions)")
    for name, values in zip(("whole", "changes", "compressed"), zip(*costs, strict=True), strict=True):
        print(f"  {name:10} {told(list(values))}")


def main() -> None:
    for game in ("demonlord", "dark-emperor", "elric"):
        measure(game)


if __name__ == "__main__":
    main()

"""The cost of showing an action to both seats: views, journal, changes and encoding.

Matches of random actions are played. After each action both seats request what they see, like event listeners. From
ply 20 to 60, processor time is measured for the views, for the rest of what a seat sees (mainly the journal), for the
changes from the previous view, and for encoding them as JSON. Printed is the mean per action, both seats together, as
the median of several rounds.

    python -m benchmarks.views --rounds 5
    PYTHONPATH=OTHER/src python benchmarks/views.py    # the same of another checkout
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from random import Random
from time import process_time_ns
from typing import Any

import msgspec

import palatine.matches
import palatine.store
from palatine.core import View
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.wire import client_view_of, diff_views

GAMES = ("demonlord", "dark-emperor", "elric")
FIRST, LAST = 20, 60
PARTS = ("views", "journal", "changes", "encoding")
_encode = msgspec.json.Encoder().encode
viewing: list[int] = []
"""Nanoseconds of each view requested since the last action."""


def timed(view: Callable[..., View]) -> Callable[..., View]:
    """Wrap `StateViews.view` so that it records its time in `viewing`."""

    def look(views: StateViews, seat: str | None, **how: bool) -> View:
        begin = process_time_ns()
        found = view(views, seat, **how)
        viewing.append(process_time_ns() - begin)
        return found

    return look


class Watched:
    """A match, and the views that its seats have received."""

    def __init__(self, services: palatine.matches.MatchServices, game: str, seed: int) -> None:
        self.random, self.services = Random(seed), services
        made = services.matches.create(game)
        self.match, self.keys = made.match, made.keys
        for seat, key in made.keys.items():
            services.seats.take_seat(made.match, key, seat, str(seed))
        self.shown: dict[str, Any] = {}
        self.costs: list[tuple[int, ...]] = []

    def act(self) -> bool:
        """Take an action and show it to all seats. Return False if the match is over."""
        loaded = self.services.runtime.open(self.match)
        if loaded.row.status != "playing":
            return False
        seat = loaded.row.asked[0]
        action = self.random.choice(loaded.game.actions(loaded.state, seat))
        viewing.clear()
        acting = self.services.matches.writing_actions(
            self.match, self.keys[seat], [action], loaded.row.version, brief=True
        )
        self.services.runtime.run_alone(acting)
        told = [self.tell(each) for each in self.keys]
        self.costs.append((sum(viewing), *map(sum, zip(*told, strict=True))))
        return True

    def tell(self, seat: str) -> tuple[int, ...]:
        """Return the cost of sending a seat the changes, without its view: time by part, and bytes."""
        loaded, old = self.services.runtime.open(self.match), self.shown.get(seat)
        loaded.views.view(seat, without_shortcuts=True)
        begin = process_time_ns()
        seen = match_view(self.services.runtime, loaded, seat, old.version if old else 0, brief=True)
        projected = process_time_ns()
        client_view = client_view_of(seen)
        told = diff_views(old, client_view) if old else client_view
        changed = process_time_ns()
        data = _encode(told)
        end = process_time_ns()
        self.shown[seat] = client_view
        return projected - begin, changed - projected, end - changed, len(data)


def play(game: str, matches: int) -> list[float]:
    """Return the mean cost of an action: microseconds by part, then bytes."""
    services = palatine.matches.MatchServices(palatine.store.Store.open(":memory:"), cache=2 * matches)
    watched = [Watched(services, game, seed) for seed in range(matches)]
    for _ in range(LAST):
        for each in watched:
            each.act()
    costs = [cost for each in watched for cost in each.costs[FIRST:]]
    *times, size = (statistics.mean(column) for column in zip(*costs, strict=True))
    return [*[time / 1e3 for time in times], size]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("games", nargs="*", default=GAMES)
    args = parser.parse_args()
    StateViews.view = timed(StateViews.view)  # type: ignore[method-assign]
    for game in args.games:
        rounds = [play(game, args.matches) for _ in range(args.rounds)]
        *times, size = (statistics.median(column) for column in zip(*rounds, strict=True))
        told = ", ".join(f"{name} {time:6.1f}" for name, time in zip(PARTS, times, strict=True))
        print(f"{game:14} {told}, in all {sum(times):6.1f} µs an action, {size:,.0f} bytes", flush=True)


if __name__ == "__main__":
    main()

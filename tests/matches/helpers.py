"""Matches in progress, and functions that play them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from palatine.core import OrdersGame
from palatine.matches import MatchCreated, MatchServices, MatchView
from palatine.players.random_bot import random_sheet


@dataclass
class Table:
    """A match in progress and its keys."""

    services: MatchServices
    made: MatchCreated

    @property
    def match(self) -> str:
        return self.made.match

    @property
    def version(self) -> int:
        return self.services.matches.info(self.match).version

    @property
    def asked(self) -> tuple[str, ...]:
        return self.services.matches.info(self.match).asked

    def key(self, seat: str) -> str:
        return self.made.keys[seat]

    def look(self, seat: str | None = None, since: int = 0) -> MatchView:
        return self.services.matches.view(self.match, seat, since)

    def texts(self, seat: str | None = None, since: int = 0) -> list[str]:
        return [line.text for line in self.look(seat, since).entries]

    def act(self, seat: str, verb: str, operand: int) -> MatchView:
        return self.services.matches.act(self.match, self.key(seat), (verb, operand), self.version)

    def undo(self, seat: str) -> MatchView:
        return self.services.matches.undo(self.match, self.key(seat), self.version)

    def play(self, random: Random, actions: int = 10_000) -> None:
        """Take up to `actions` random legal actions, or fewer if the match ends."""
        for _ in range(actions):
            if not self.step(random):
                return

    def step(self, random: Random) -> bool:
        """Take a random legal action, or hand in random orders. Return False if the match is over."""
        info = self.services.matches.info(self.match)
        if info.status != "playing":
            return False
        seat = info.asked[0]
        loaded = self.services.runtime.open(self.match)
        if isinstance(loaded.game, OrdersGame):
            sheet = random_sheet(loaded.game, loaded.state, seat, random)
            self.services.orders.hand_in(self.match, self.key(seat), loaded.game.write(sheet), loaded.state.turn)
            return True
        choice = random.choice(self.services.matches.view(self.match, seat, info.version).view.choices)
        self.services.matches.act(self.match, self.key(seat), (choice.verb, choice.operand), info.version)
        return True


def sit(services: MatchServices, game: str = "ford", **settings: Any) -> Table:
    """Create a match, of Ford by default, and take all its seats."""
    made = services.matches.create(game, **settings)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, f"{seat} 42")
    return Table(services, made)


ALDER, BIRCH, CEDAR, WEIR, FORD, POOL, XENIA, YARROW, ZINNIA = range(9)
"""The spaces of Ford. North's pieces start in the first three, South's in the last three."""


def clash(table: Table) -> None:
    """March North into the ford and attack it with South, which causes the first roll."""
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    table.act("South", "piece", 4)
    table.act("South", "go", FORD)

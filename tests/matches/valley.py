"""A match of Tithe, a game with secret orders."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from palatine.matches import MatchCreated, MatchInfo, MatchServices, MatchView
from palatine.players.random_bot import random_sheet
from palatine.testing.examples.tithe import GAME
from palatine.testing.examples.tithe.components import SEATS

FAR = "2040-01-01T00:00:00.000Z"


@dataclass
class Valley:
    """A match of Tithe and its keys."""

    services: MatchServices
    made: MatchCreated

    @property
    def match(self) -> str:
        return self.made.match

    @property
    def info(self) -> MatchInfo:
        return self.services.matches.info(self.match)

    def key(self, seat: str) -> str:
        return self.made.keys[seat]

    def hand_in(self, seat: str, text: str | bytes = "", turn: int | None = None) -> MatchView:
        return self.services.orders.hand_in(
            self.match, self.key(seat), text, self.info.turn if turn is None else turn
        )

    def all_hand_in(self) -> None:
        for seat in self.info.asked:
            self.hand_in(seat)

    def texts(self, seat: str | None = None, since: int = 0) -> list[str]:
        return [line.text for line in self.services.matches.view(self.match, seat, since).entries]

    def records(self, kind: str) -> list[Any]:
        return [record for record in self.services.runtime.storage.records(self.match) if record.kind == kind]

    def play(self, random: Random) -> None:
        """Hand in random orders until the match is over."""
        while (info := self.info).status == "playing":
            seat = random.choice(info.asked)
            state: Any = self.services.runtime.open(self.match).state
            text = GAME.write(random_sheet(GAME, state, seat, random))
            self.hand_in(seat, f"# {seat}\n{text}", info.turn)


def valley(services: MatchServices, seats: int = 2, bots: tuple[str, ...] = (), **settings: Any) -> Valley:
    """Create a match of Tithe and take all seats that are not played by bots."""
    players = {seat: {"kind": "bot", "bot": "recruit"} for seat in bots}
    made = services.matches.create("tithe", seats=SEATS[:seats], players=players, **settings)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, seat)
    return Valley(services, made)

"""A script that writes orders until it is killed and prints what was acknowledged.

Usage: `python ordering_forever.py DATABASE SEED GAME`.
"""

from __future__ import annotations

import sys
from random import Random

from palatine import registry
from palatine.core import OrdersGame
from palatine.matches import MatchServices
from palatine.players.random_bot import random_sheet
from palatine.store import Store
from palatine.testing.examples.tithe import GAME

FAR = "2040-01-01T00:00:00.000Z"


def main(place: str, seed: int, name: str) -> None:
    registry.register("tithe", GAME)
    random = Random(seed)
    services = MatchServices(Store.open(place))
    tables: list[tuple[str, dict[str, str]]] = []
    for number in range(1_000_000):
        if len(tables) < 3:
            tables.append(new(services, name, random))
        match, keys = random.choice(tables)
        if not step(services, match, keys, f"# {seed}-{number}\n", random):
            tables.remove((match, keys))


def new(services: MatchServices, name: str, random: Random) -> tuple[str, dict[str, str]]:
    seats = registry.load(name).scenarios[0].tables[0]
    players = random.choice([{}, {seats[-1]: {"kind": "bot"}}])
    clock = random.choice([{}, {"hours": 24.0}])
    made = services.matches.create(name, seats=seats, players=players, clock=clock)  # type: ignore[arg-type]
    for key in made.keys.values():
        services.seats.take_seat(made.match, key, "A", "1")
    say("new", made.match, services.matches.info(made.match).version)
    return made.match, made.keys


def step(services: MatchServices, match: str, keys: dict[str, str], text: str, random: Random) -> bool:
    info = services.matches.info(match)
    if info.status == "over":
        return False
    seat = random.choice([seat for seat in keys if seat in info.asked] or list(keys))
    other = next(each.seat for each in info.seats if each.seat != seat)
    what = random.random()
    if what < 0.2:
        services.orders.save_draft(match, keys[seat], text, info.turn)
        say("draft", match, info.version, seat, info.turn, text.split()[1])
    elif what < 0.3:
        letter = services.orders.write_letter(match, keys[seat], [other], text)
        say("letter", match, info.version, letter.n, keys[seat], text.split()[1])
    elif what < 0.4 and info.deadline and random.random() < 0.3:
        claimed = services.clocks.claim_deadlines(FAR)
        say("claimed", match, services.matches.info(match).version if match in claimed else info.version)
    else:
        loaded = services.runtime.open(match)
        assert isinstance(loaded.game, OrdersGame)
        sheet = loaded.game.write(random_sheet(loaded.game, loaded.state, seat, random))
        match_view = services.orders.hand_in(match, keys[seat], text + sheet, info.turn)
        say("handed", match, match_view.version, seat, info.turn, text.split()[1])
    return True


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])

"""A script that takes actions until it is killed and prints what was acknowledged.

Usage: `python acting_forever.py DATABASE SEED`.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from random import Random

from palatine import registry
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.ford import GAME


def main(place: str, seed: int) -> None:
    registry.register("ford", GAME)
    random = Random(seed)
    services = MatchServices(Store.open(place))
    tables: list[tuple[str, dict[str, str]]] = []
    while True:
        if len(tables) < 4:
            tables.append(new(services, random))
        match, keys = random.choice(tables)
        if not step(services, match, keys, random):
            tables.remove((match, keys))


def new(services: MatchServices, random: Random) -> tuple[str, dict[str, str]]:
    players = random.choice([{}, {"South": {"kind": "bot"}}])
    made = services.matches.create("ford", options={"days": 30}, players=players)  # type: ignore[arg-type]
    say("new", made.match, 0, *[f"{seat}={key}" for seat, key in made.keys.items()])
    for key in made.keys.values():
        say("acted", made.match, services.seats.take_seat(made.match, key, "A", "1").version)
    return made.match, made.keys


def step(services: MatchServices, match: str, keys: dict[str, str], random: Random) -> bool:
    info = services.matches.info(match)
    if info.status == "over":
        return False
    seat = info.asked[0]
    match_view = services.matches.view(match, seat, info.version)
    if match_view.can_undo and random.random() < 0.2:
        with suppress(Refused):  # An action that revealed something cannot be undone.
            say("acted", match, services.matches.undo(match, keys[seat], match_view.version).version)
    else:
        choice = random.choice(match_view.view.choices)
        action = (choice.verb, choice.operand)
        say(
            "acted",
            match,
            services.matches.act(match, keys[seat], action, match_view.version).version,
            choice.verb,
            choice.operand,
        )
    return True


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

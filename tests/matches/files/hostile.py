"""Altered positions, and how the server handles them.

The functions run in worker processes, which can be killed if they hang.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Unreadable
from palatine.matches.files.start_positions import play_trial, read_start

NUMBERS = (
    -(2**62),
    -(2**31),
    -(10**6),
    -5000,
    -65,
    -64,
    -2,
    -1,
    0,
    1,
    2,
    3,
    7,
    64,
    500,
    4095,
    4096,
    10**6,
    2**31,
    2**62,
)


class Case(msgspec.Struct):
    """A position of a game, and the seed by which it is altered."""

    game: str
    seats: tuple[str, ...]
    state: bytes
    seed: int


def position(name: str, seed: int) -> Case:
    """Return a position from a match played by bots, after a random number of actions or turns."""
    game, random = registry.load(name), Random(seed)
    seats = game.scenarios[0].tables[0]
    state = game.setup(None, seats, b"%d" % seed)
    recruit = registry.bot("recruit", game, seed)
    for _ in range(random.randint(1, 2) if game.orders else random.randrange(400)):
        for seat in game.actors(state)[: None if game.orders else 1]:
            decided = recruit.decide(state, seat)
            game.set_sheet(state, seat, decided) if game.orders else game.take(state, seat, decided)
        if game.orders:
            game.run_turn(state)
        if not game.actors(state):
            return position(name, seed + 10_000)
    return Case(name, seats, game.encode(state), seed)


def altered(plain: Any, random: Random) -> Any:
    """Change one or a few values in a decoded position at random and return it."""
    places = list(_places(plain))
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        box, at = random.choice(places)
        box[at] = _changed(box[at], random)
    return plain


def _places(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for at, item in list(items):
        yield value, at
        yield from _places(item)


def _changed(value: Any, random: Random) -> Any:
    if isinstance(value, list):
        return random.choice((value[:-1], [*value, *value[:1]], value[::-1], [], value * 50))
    if isinstance(value, dict):
        return random.choice(({}, {key: value[key] for key in list(value)[1:]}))
    if isinstance(value, str):
        return random.choice(("", value * 1000, "?"))
    return (
        random.choice(NUMBERS)
        if random.random() < 0.7 or not isinstance(value, int)
        else value + random.choice((-1, 1))
    )


def attempt(data: bytes) -> bytes:
    """Alter a position, read it as a start position and play on with another seed.

    Return "refused", "played", or "stuck" with the name of the error.
    """
    case = msgspec.msgpack.decode(data, type=Case)
    random = Random(case.seed)
    state = msgspec.msgpack.encode(altered(msgspec.msgpack.decode(case.state), random))
    game = registry.load(case.game)
    try:
        found = read_start(game, state, case.seats)
    except Unreadable:
        return b"refused"
    try:
        play_trial(game, found, seed=7)
    except Exception as error:
        return f"stuck {type(error).__name__}".encode()
    return b"played"

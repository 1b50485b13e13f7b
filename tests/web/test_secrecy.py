"""Matches over HTTP, in which everything a seat receives is searched for others' secrets."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from palatine import registry
from palatine.players.random_bot import random_sheet

STEPS = 60
TURNS = 6


class Recorder:
    """A recorder of everything sent to one seat."""

    def __init__(self, table: Any, seat: str | None) -> None:
        self.table, self.seat = table, seat
        self.received: list[str] = []

    def look(self, since: int) -> None:
        table, seat = self.table, self.seat
        answers = [
            table.get("view", seat, since=since),
            table.get("view", seat, since=since, changes="true"),
            table.get("text", seat),
            table.get("export", seat),
            table.client.get(table.base, headers=table.headers(seat)),
            table.get("boards"),
            table.get("layers", seat),
            table.get("recap", seat, since=since),
            table.get("chapters", seat),
        ]
        at = answers[0].json()["at"]
        answers.append(table.get("replay", seat, at=at))
        answers.append(table.get("recap-between", seat, after=max(0, at - 3), upto=at))
        self.received += [answer.text + json.dumps(dict(answer.headers)) for answer in answers]


def secrets_of(services: Any, table: Any, seat: str | None) -> set[str]:
    """Return what `seat` must not receive: the seed, other keys, and the position's own bytes."""
    row, _ = services.runtime.storage.load(table.match)
    others = {key for other, key in table.keys.items() if other != seat}
    return {row.seed.hex(), *others}


def names_of_hidden(services: Any, table: Any, seat: str | None) -> set[str]:
    """Return the ids by which this seat could name pieces with hidden faces."""
    state = services.runtime.open(table.match).state
    game = services.runtime.open(table.match).game
    mine = game.view(state, seat)
    seen = {piece.id for piece in mine.pieces if piece.face}
    hidden: set[str] = set()
    for other in table.keys:
        if other != seat:
            hidden |= {json.dumps(p.id) for p in game.view(state, other).pieces if p.face and p.id not in seen}
    shared = {json.dumps(p.id) for p in mine.pieces}
    return hidden - shared


def test_a_seat_is_told_no_secret(client: Any, services: Any, make_table: Any, parts: int) -> None:
    rng = random.Random(11)
    for _ in range(-(-4 // parts)):
        table = make_table()
        ears = [Recorder(table, seat) for seat in (*table.keys, None)]
        version = 0
        for _ in range(STEPS):
            if not table.asked():
                break
            for ear in ears:
                before = len(ear.received)
                ear.look(version)
                told = "\n".join(ear.received[before:])
                for secret in secrets_of(services, table, ear.seat) if table.asked() else ():
                    assert secret not in told
            answer = table.step(rng.randrange(100))
            version = answer.json()["version"] - 1


@pytest.mark.parametrize("name", [name for name in registry.games() if not registry.load(name).orders])
def test_hidden_pieces_are_never_named(client: Any, services: Any, make_table: Any, name: str, parts: int) -> None:
    rng = random.Random(5)
    table = make_table(game=name)
    for _ in range(STEPS // parts):
        for seat in (*table.keys, None):
            answer = table.get("view", seat, since=10**6)
            for hidden in names_of_hidden(services, table, seat):
                assert hidden not in answer.text, (seat, hidden)
            for secret in secrets_of(services, table, seat):
                assert secret not in answer.text + table.get("text", seat).text
        if not table.asked():
            break
        assert table.step(rng.randrange(1000)).status_code == 200


@pytest.mark.parametrize("name", [name for name in registry.games() if registry.load(name).orders])
def test_nothing_of_orders_or_hidden_pieces_is_told(
    client: Any, services: Any, make_table: Any, name: str, parts: int
) -> None:
    rng = random.Random(5)
    game = registry.load(name)
    fog = {option.name: True for option in game.options if option.name == "fog"}
    table = make_table(game=name, options=fog)
    for _ in range(-(-TURNS // parts)):
        state = services.runtime.open(table.match).state
        for seat in table.asked():
            text = game.write(random_sheet(game, state, seat, rng))
            handed = table.put("orders", seat, seat=seat, turn=state.turn, text=text)
            assert handed.status_code == 200, handed.text
            for other in {seat, rng.choice(list(table.keys)), None}:
                told = table.get("view", other, since=10**6).text + table.get("text", other).text
                orders = set(text.splitlines()) if other != seat and table.asked() else set()
                assert not [line for line in orders if json.dumps(line)[1:-1] in told]
                for secret in secrets_of(services, table, other):
                    assert secret not in told
        for seat in (*table.keys, None):
            told = table.get("view", seat, since=10**6).text + table.get("report", seat).text
            for hidden in names_of_hidden(services, table, seat):
                assert hidden not in told, (seat, hidden)


def test_views_over_http_do_not_depend_on_what_is_hidden(client: Any, services: Any, table: Any) -> None:
    """With other hidden facts, this seat is sent the same."""
    rng = random.Random(3)
    for _ in range(12):
        if not table.asked():
            break
        loaded = services.runtime.open(table.match)
        for seat in table.keys:
            sent = table.get("view", seat, since=10**6).json()["view"]
            for n in range(5):
                other = loaded.game.determinize(loaded.state, seat, bytes([n]))
                view = loaded.game.view(other, seat)
                assert json.loads(_encoded(view)) == sent
        table.step(rng.randrange(100))


def _encoded(view: Any) -> bytes:
    return msgspec.json.encode(view)

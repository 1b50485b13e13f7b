"""Secrets of other seats, searched for in everything that leaves the server."""

from __future__ import annotations

import base64
import re
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from matches.helpers import Table, sit
from palatine.core import PalatineError
from palatine.matches import Conflict, MatchServices
from palatine.store import Store
from palatine.store.schema import matches, snapshots
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.ford.components import FACES
from palatine.testing.examples.ford.state import GONE, FordState, side

SEATS = ("North", "South")


def truth(store: Store, match: str) -> FordState:
    row, _ = store.load(match) or pytest.fail("no such match")
    return GAME.decode(row.state or b"")


def forms(secret: bytes) -> list[str]:
    """Return the ways in which bytes can be written."""
    return [
        secret.hex(),
        base64.b64encode(secret).decode().rstrip("="),
        repr(secret)[2:-1],
        str(list(secret))[1:-1],
    ]


def everything(table: Table, seat: str | None) -> list[Any]:
    """Return all answers that a client can get for a seat of a running match."""
    services, match = table.services, table.match
    answers: list[Any] = [
        table.look(seat),
        services.matches.info(match),
        services.matches.find(table.made.keys.values()),
    ]
    answers.append(services.matches.layers(match, seat))
    at = answers[1].at
    answers += [services.archive.replay(match, seat, each) for each in range(max(0, at - 3), at + 1)]
    if seat is not None:
        answers.append(services.archive.export(match, table.key(seat)))
        for verb in ("piece", "go", "rest", "nonsense"):
            answers.append(services.matches.explain(match, seat, verb, 3))
        try:
            services.matches.act(match, table.key(seat), ("nonsense", 0), answers[1].version - 1)
        except Conflict as conflict:
            answers.append(conflict.match_view)
    return answers


@pytest.mark.parametrize("game", [0, 1, *[pytest.param(game, id=f"{game}-whole") for game in (2, 3)]])
def test_no_face_no_seed_no_key_and_no_private_line_reaches_another(
    services: MatchServices, store: Store, game: int, parts: int
) -> None:
    random = Random(game)
    table = sit(services, options={"days": 20 // parts}, forced=game % 2 == 0)
    row, _ = store.load(table.match) or pytest.fail("no such match")
    secrets = [*forms(row.seed), *forms(truth(store, table.match).dice.key), *table.made.keys.values()]
    while services.matches.info(table.match).status == "playing":
        state = truth(store, table.match)
        for seat in (None, *SEATS):
            found = everything(table, seat)
            text = msgspec.json.encode(found).decode()
            assert not [secret for secret in secrets if secret in text]
            check_faces(state, seat, found[0])
            check_lines(table, seat, found[0])
        table.step(random)
    assert row.seed.hex() in msgspec.json.encode(services.matches.info(table.match)).decode(), (
        "laid open at the end"
    )


def check_faces(state: FordState, seat: str | None, match_view: Any) -> None:
    """Check that a hidden piece of another seat is a back whose text discloses nothing."""
    for piece in match_view.view.pieces:
        number = int(piece.id[1:])
        is_hidden = not state.shown[number] and state.place[number] != GONE
        if is_hidden and state.seats[side(number)] != seat:
            assert (piece.face, piece.operand) == ("", -1)
            assert FACES[state.face[number]] not in piece.text


def check_lines(table: Table, seat: str | None, match_view: Any) -> None:
    """Check that only the choosing seat reads its choice."""
    for line in match_view.entries:
        if line.kind == "chosen":
            assert line.private
            record = next(each for each in table.services.runtime.storage.records(table.match, line.version - 1))
            assert record.seat == seat


def test_what_is_hidden_makes_no_difference_to_anything_said(services: MatchServices, store: Store) -> None:
    """Two matches differ only in facts hidden from North.

    Everything that North gets is equal, byte for byte.
    """
    one, two = sit(services, forced=False), sit(services, forced=False)
    for table, faces in ((one, [1, 2, 3, 1, 2, 3]), (two, [1, 2, 3, 1, 3, 2])):
        plant(services, store, table.match, faces)
    for verb, operand, seat in (
        ("piece", 1, "North"),
        ("go", 4, "North"),
        ("rest", 0, "South"),
        ("piece", 4, "North"),
    ):
        for table in (one, two):
            try:
                table.act(seat, verb, operand)
            except PalatineError:
                continue
        for reader in (None, "North"):
            looks = [blank(table, everything(table, reader)) for table in (one, two)]
            assert looks[0] == looks[1]


def plant(services: MatchServices, store: Store, match: str, faces: list[int]) -> None:
    """Give a match these faces from its beginning."""
    state = truth(store, match)
    state.face = faces
    data = GAME.encode(state)
    with store.database.writing() as connection:
        connection.execute(update(matches).where(matches.c.id == match).values(state=data))
        connection.execute(update(snapshots).where(snapshots.c.match == match).values(state=data, base=None))
    services.runtime.cache = type(services.runtime.cache)(256)


def blank(table: Table, told: Any) -> str:
    """Return a text without what differs between any two matches: ids, times, commitments."""
    text = msgspec.json.encode(told).decode()
    info = table.services.matches.info(table.match)
    for word in (table.match, info.commitment, info.created, info.updated):
        text = text.replace(word, "*")
    times = [record.time for record in table.services.runtime.storage.records(table.match)]
    for time in times:
        text = text.replace(time, "*")
    return re.sub(r'"digest":"\w+"', "", text)

"""A board game with clocks, one seat by mail: timeout, a bot plays on, the seat returns."""

from __future__ import annotations

from pathlib import Path

import pytest

from mail.correspondence import Correspondence, new_account
from matches.moving import Moving
from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.ford import GAME


def test_a_seat_that_plays_by_mail_is_lent_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry.register("ford", GAME)
    moving = Moving(monkeypatch)
    store = Store.open(tmp_path / "ford.db")
    services = MatchServices(store)
    made = services.matches.create("ford", forced=False, title="The ford", pace="steady")
    for seat in made.keys:
        account = new_account(store, f"{seat}s player", f"{seat.casefold()}@home.example")
        services.seats.sit_down(made.match, Correspondence(store, services, made.match, ()).key(seat), account, "7")
    ford = Correspondence(store, services, made.match, tuple(made.keys), now=moving.at)
    [late] = ford.info.asked
    other = next(seat for seat in ford.seats if seat != late)

    version = ford.info.version
    status = ford.write(late, "STATUS")
    assert status is not None
    assert ford.write(late, "1", **ford.answers(status)) is not None
    assert ford.info.version > version, "a number in an answer is a move"

    while late not in ford.info.asked:
        view = services.matches.view(ford.match, other).view
        services.matches.act(
            ford.match, ford.key(other), (view.choices[0].verb, view.choices[0].operand), ford.info.version
        )
    moving.to(ford.info.deadline)
    assert services.clocks.claim_deadlines(moving.now) == [ford.match]
    times = ford.info.times
    assert times is not None
    assert times.seats[late].up == moving.now

    ford.services = services = MatchServices(store)  # another server goes on
    info = services.proposals.propose(ford.match, ford.key(other), "bot", ford.info.version, seat=late)
    assert [seat.seat for seat in info.seats if seat.lent] == [late]

    ford.now = moving.at
    assert ford.write(late, "STAND IN OFF") is not None
    assert not [seat.seat for seat in ford.info.seats if seat.lent]
    assert ford.info.times is not None
    assert ford.info.times.seats[late].wanted == ""
    assert services.archive.audit() == []
    store.close()

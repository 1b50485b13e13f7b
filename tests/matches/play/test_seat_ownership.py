"""Seats of accounts: sitting down, taking over, leaving; tenures and pending turns."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from palatine.core import Refused, Unknown
from palatine.matches import Forbidden, MatchServices, SeatOwner
from palatine.store import Store
from palatine.store.schema_people import accounts, pending_turns, tenures

ANN, BEA, CID = "ann", "bea", "cid"


@pytest.fixture
def store() -> Store:
    store = Store.open(":memory:")
    row = {"kind": "member", "created": "", "seen": ""}
    with store.database.writing() as connection:
        connection.execute(
            accounts.insert(), [{"id": each, "name": each, "folded": each, **row} for each in (ANN, BEA, CID)]
        )
    return store


@pytest.fixture
def services(store: Store) -> MatchServices:
    return MatchServices(store)


def match_of_two(services: MatchServices) -> str:
    """Return a match in which Ann plays the Kingdoms and the other seat is free."""
    players = {"Kingdoms": {"kind": "person", "name": "Ann", "owner": ANN}}
    return services.matches.create("dark-emperor", players=players, with_keys=False).match


def asked(store: Store) -> list[tuple[str, str]]:
    with store.database.reading() as connection:
        return [
            (row.seat, row.account)
            for row in connection.execute(select(pending_turns).order_by(pending_turns.c.seat))
        ]


def held(store: Store) -> list[tuple[int, str, str]]:
    """Return place, account and end reason ("" while it lasts) of every tenure."""
    with store.database.reading() as connection:
        rows = connection.execute(select(tenures).order_by(tenures.c.place, tenures.c.n))
        return [(row.place, row.account, row.why) for row in rows]


def test_a_match_without_keys_has_free_seats_and_none_to_open(services: MatchServices) -> None:
    made = services.matches.create(
        "dark-emperor", players={"Kingdoms": {"name": "Ann", "owner": ANN}}, with_keys=False
    )
    assert made.keys == {}
    seats = {seat.seat: seat for seat in services.matches.info(made.match).seats}
    assert [seats["Kingdoms"].free, seats["Necromancer"].free] == [False, True]
    assert seats["Kingdoms"].seated
    assert services.seats.seats_of(made.match, ANN) == ("Kingdoms",)


def test_the_last_to_sit_down_begins_the_match_and_whoever_is_asked_is_kept(
    services: MatchServices, store: Store
) -> None:
    match = match_of_two(services)
    assert asked(store) == []
    info = services.seats.sit_down(match, SeatOwner(BEA, "Necromancer"), "Bea", "7")
    assert info.status == "playing"
    assert {seat for seat, _ in asked(store)} == set(info.asked)
    assert held(store) == [(0, ANN, ""), (1, BEA, "")] or held(store) == [(0, BEA, ""), (1, ANN, "")]


def test_only_a_free_seat_may_be_taken(services: MatchServices) -> None:
    match = match_of_two(services)
    with pytest.raises(Refused, match="Another player"):
        services.seats.sit_down(match, SeatOwner(BEA, "Kingdoms"), "Bea")
    with pytest.raises(Unknown):
        services.seats.sit_down(match, SeatOwner(BEA, "Queen"), "Bea")
    services.seats.sit_down(match, SeatOwner(BEA, "Necromancer"), "Bea")
    with pytest.raises(Refused):
        services.seats.sit_down(match, SeatOwner(CID, "Necromancer"), "Cid")


def test_a_holder_acts_and_nobody_else_does(services: MatchServices, store: Store) -> None:
    match = match_of_two(services)
    info = services.seats.sit_down(match, SeatOwner(BEA, "Necromancer"), "Bea")
    [seat] = info.asked
    own = SeatOwner(services.seats.owners(match)[seat], seat)
    other = SeatOwner(CID, seat)
    choice = services.matches.view(match, seat).view.choices[0]
    for stranger in (other, SeatOwner("", seat), SeatOwner(own.account, "Queen"), seat):
        with pytest.raises(Forbidden):
            services.matches.act(match, stranger, (choice.verb, choice.operand), info.version)
    seen = services.matches.act(match, own, (choice.verb, choice.operand), info.version)
    assert seen.version > info.version


def test_sitting_down_makes_a_key_worthless(services: MatchServices) -> None:
    made = services.matches.create("dark-emperor")
    services.seats.sit_down(made.match, SeatOwner(ANN, "Kingdoms"), "Ann")
    assert services.seats.seat_of(made.match, made.keys["Kingdoms"]) is None
    services.seats.take_seat(made.match, made.keys["Necromancer"], "Bea")
    services.seats.claim_seat(made.match, made.keys["Necromancer"], BEA)
    assert services.seats.seat_of(made.match, made.keys["Necromancer"]) is None
    assert services.seats.seats_of(made.match, BEA) == ("Necromancer",)


def test_who_leaves_in_play_is_followed_by_a_bot_and_then_by_who_takes_over(
    services: MatchServices, store: Store
) -> None:
    match = match_of_two(services)
    services.seats.sit_down(match, SeatOwner(BEA, "Necromancer"), "Bea")
    services.seats.leave_seat(match, SeatOwner(BEA, "Necromancer"))
    seat = next(each for each in services.matches.info(match).seats if each.seat == "Necromancer")
    assert (seat.bot != "", seat.free, seat.left) == (True, True, True)
    assert "Necromancer" not in {name for name, _ in asked(store)}
    services.seats.sit_down(match, SeatOwner(CID, "Necromancer"), "Cid")
    assert sorted((who, why) for _, who, why in held(store)) == [(ANN, ""), (BEA, "left"), (CID, "")]
    assert any(
        "Cid takes over Necromancer" in line.text for line in services.matches.view(match, "Necromancer").entries
    )


def test_who_leaves_before_play_leaves_a_free_seat(services: MatchServices, store: Store) -> None:
    match = match_of_two(services)
    services.seats.leave_seat(match, SeatOwner(ANN, "Kingdoms"))
    assert all(seat.free for seat in services.matches.info(match).seats)
    assert {why for _, _, why in held(store)} == {"left"}


def test_a_seat_passes_on_when_two_accounts_are_made_one(services: MatchServices, store: Store) -> None:
    match = match_of_two(services)
    services.seats.transfer_seats(ANN, CID)
    assert services.seats.seats_of(match, CID) == ("Kingdoms",)
    assert sorted((who, why) for _, who, why in held(store)) == [(ANN, "merged"), (CID, "")]


def test_every_tenure_has_a_secret_address_of_its_own_while_it_lasts(services: MatchServices, store: Store) -> None:
    match = match_of_two(services)
    services.seats.sit_down(match, SeatOwner(BEA, "Necromancer"), "Bea")
    services.seats.leave_seat(match, SeatOwner(BEA, "Necromancer"))
    with store.database.reading() as connection:
        rows = {row.account: row.mailbox for row in connection.execute(select(tenures))}
    assert rows[BEA] is None
    assert rows[ANN].startswith("s-")
    assert len(rows[ANN]) == len("s-") + 16


def test_a_new_turn_asks_anew(services: MatchServices, store: Store) -> None:
    match = services.matches.create(
        "tithe", players={"Abbey": {"owner": ANN}, "Baron": {"owner": BEA}}, with_keys=False
    ).match
    assert asked(store) == [("Abbey", ANN), ("Baron", BEA)]
    turn = services.matches.info(match).turn
    services.orders.hand_in(match, SeatOwner(ANN, "Abbey"), "", turn)
    assert asked(store) == [("Baron", BEA)]
    services.orders.hand_in(match, SeatOwner(BEA, "Baron"), "", turn)
    assert services.matches.info(match).turn == turn + 1
    assert asked(store) == [("Abbey", ANN), ("Baron", BEA)]

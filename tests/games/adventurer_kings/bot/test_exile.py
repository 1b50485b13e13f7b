"""A King without land under the captain: negotiations, troops and the return home."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.captains import CAPTAIN, KING, done, led, lines, moves, natives, quiet, year
from games.adventurer_kings.positions.realm import at, know, own, put_person, relate, set_land
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NATIVE, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def exiled(kings: int = 3, gold: int = 20) -> State:
    """Return a match whose first King has no land and is in 505.

    The rich second King owns 505 and the first King's home; the poor third King owns 506.
    """
    s = quiet(kings)
    own(s, 1, 504)
    know(s, 0, 504, owner=1)
    s.set_kingdom(0, gold=gold, opening_gold=gold)
    s.set_person(KING, place=at(s, 505))
    for seat, number in ((1, 505), (2, 506)):
        set_land(s, number, race=tables.HUMAN, types=(tables.LEGION, tables.BOWMEN), tax=9 if seat == 1 else 4)
        own(s, seat, number)
        know(s, 0, number, 1, owner=seat, types=())
        s.introduce(0, seat)
    return s


def host(s: State, seat: int, number: int) -> None:
    relate(s, 0, seat, ALLIED)
    know(s, 0, number, 100, owner=seat)


def test_it_seeks_the_alliance_of_all_but_the_weakest() -> None:
    s = exiled()
    assert [each for each in lines(s) if isinstance(each, orders.Treat)] == [orders.Treat(2)]


def test_a_king_who_knows_nobody_else_seeks_even_the_conquerors() -> None:
    s = exiled()
    s.known[0].pop(at(s, 506))
    s.set_kingdom(0, met=(1,))
    assert orders.Treat(2) in lines(s)


def test_whoever_has_land_is_a_friend_to_a_king_without() -> None:
    s = exiled()
    s.known[1] = {place: told for place, told in s.known[1].items() if told.owner == 1}
    assert orders.Treat(1) in lines(s, 1)
    know(s, 1, 609, owner=0)
    assert orders.Treat(1) not in lines(s, 1)


def test_it_asks_for_mercenaries_wherever_it_is() -> None:
    s = exiled()
    first = year(s, KING)[0]
    assert isinstance(first, orders.Recruit)
    assert first.leader == KING
    s.set_kingdom(0, gold=0)
    assert done(s, KING, orders.Recruit) == []


def test_it_levies_an_allys_people_and_marches_from_there() -> None:
    s = exiled()
    host(s, 1, 505)
    (levy,) = done(s, KING, orders.Recruit)
    assert set(levy.types) == {"LE", "BO"}
    own(s, NATIVE, 504)
    natives(s, 504)
    led(s, 4, number=505)
    assert moves(s, KING)[0] == 504


def test_it_goes_to_an_ally_and_looks_about_there_who_can_be_levied() -> None:
    s = exiled()
    relate(s, 0, 2, ALLIED)
    assert moves(s, KING)[0] == 506
    assert orders.Spy() in year(s, KING)


def test_with_troops_it_breaks_with_whoever_can_be_beaten() -> None:
    s = exiled()
    host(s, 1, 505)
    host(s, 1, 504)
    led(s, 10, number=505)
    assert orders.BreakTreaty(3) in lines(s)
    relate(s, 0, 2, ENEMY)
    assert moves(s, KING)[0] == 506


def test_mercenaries_hired_in_a_strangers_land_march_out_of_it() -> None:
    s = exiled()
    relate(s, 0, 1, PEACE)
    own(s, NATIVE, 504)
    natives(s, 504)
    led(s, 6, number=505)
    assert moves(s, KING)[0] == 504


def test_a_necromancer_raises_those_who_fell_for_the_lost_capital() -> None:
    s = exiled()
    hero = put_person(s, "Hero", 0, 504, "NE1")
    know(s, 0, 504, 100, owner=2)
    assert year(s, hero)[0] == orders.CastSpell("NE-SK")


def test_an_army_in_an_allys_land_goes_to_where_the_world_begins() -> None:
    s = exiled()
    host(s, 1, 505)
    own(s, 1, 507)
    host(s, 1, 507)
    host(s, 1, 504)
    own(s, 1, 506)
    host(s, 1, 506)
    natives(s, 508, count=9, tax=10)
    led(s, 2, number=505)
    assert moves(s, KING) == [506, 507]


@pytest.mark.parametrize("is_hosted", [False, True])
def test_its_sheet_may_be_handed_in_and_follows_from_what_its_king_knows(is_hosted: bool) -> None:
    s = exiled()
    put_person(s, "Hero", 0, 504, "NE1 PS2")
    if is_hosted:
        host(s, 1, 505)
    sheet = CAPTAIN.decide(s, s.seats[0])
    assert all(problem.uncertain for problem in GAME.check(s, s.seats[0], sheet))
    assert CAPTAIN.decide(GAME.determinize(s, s.seats[0], b"else"), s.seats[0]) == sheet

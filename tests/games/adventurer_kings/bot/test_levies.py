"""The captain's levies from gold that lies idle."""

from __future__ import annotations

import pytest

from games.adventurer_kings.bot.test_captain import play_turn, played
from games.adventurer_kings.positions.captains import KING, done, led, moves, quiet
from games.adventurer_kings.positions.realm import own, put_person, set_land
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, RaceStanding
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.state import State


def broad(gold: int, race: int = tables.HUMAN) -> State:
    """Return a kingdom of three provinces with people and nothing to conquer."""
    s = quiet()
    for number in (505, 506):
        set_land(s, number, race=race, types=(tables.LEGION, tables.BOWMEN), tax=3)
        own(s, 0, number)
    s.set_kingdom(0, gold=gold, opening_gold=gold)
    return s


def levied(s: State, n: int) -> int:
    return sum(len(each.types) for each in done(s, n, orders.Recruit))


def test_with_idle_gold_a_general_tours_the_kingdom_for_levies() -> None:
    s = broad(200)
    led(s, 2)
    assert moves(s, KING) == [505, 506]
    assert levied(s, KING) >= 6
    assert moves(broad(5), KING) == []


@pytest.mark.clause("AK-10.1-10")
@pytest.mark.parametrize("turn", [10, 19])
def test_before_the_end_a_king_who_can_be_treasurer_keeps_the_gold(turn: int) -> None:
    def count(share: int) -> int:
        s = broad(100)
        s.turn = turn
        s.standings = [(RaceStanding(titles.TREASURER, KING, 2, share),), ()]
        return levied(s, KING)

    assert (count(90) < count(80)) == (turn == 19)


def test_with_idle_gold_a_hero_levies_away_from_home() -> None:
    s = broad(200)
    hero = put_person(s, "Ann", 0, 505)
    assert levied(s, hero) >= 2


def test_troops_that_a_leader_leads_badly_are_left_with_the_garrison() -> None:
    s = broad(200, race=tables.ORC)
    at_home, *abroad = done(s, KING, orders.Recruit)
    assert at_home.leader == KING
    assert abroad
    assert {each.leader for each in abroad} == {NO_LEADER}


def test_a_king_abroad_without_armies_comes_home() -> None:
    s = broad(20)
    s.set_person(KING, place=s.atlas.place(503))
    assert moves(s, KING) == [504]


def test_a_king_with_only_seas_looks_for_troops_like_one_without_land() -> None:
    s = quiet()
    home = s.kingdoms[0].home
    s.owners[home] = -1
    set_land(s, 505, terrain=tables.SEA)
    own(s, 0, 505)
    s.set_kingdom(0, gold=50, opening_gold=50)
    s.set_person(KING, place=s.atlas.place(503))
    assert done(s, KING, orders.Recruit)


def test_chests_do_not_grow_while_troops_can_be_levied() -> None:
    """Kings with people to levy rarely keep more than two years of taxes."""
    s = played("ch1", 6)
    rich = years = 0
    while s.turn < 14:
        play_turn(s)
        for seat in range(len(s.seats)):
            lands = s.provinces(seat)
            if any(s.lands[place].types for place in lands):
                years += 1
                rich += s.kingdoms[seat].gold > 2 * sum(s.lands[place].tax for place in lands)
    assert rich < years / 3

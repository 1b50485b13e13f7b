"""The captain's warfare: conquests, levies, defence, personal combat, ships."""

from __future__ import annotations

import pytest

from games.adventurer_kings.bot.test_captain import play_turn, played
from games.adventurer_kings.positions.captains import (
    CAPTAIN,
    KING,
    done,
    endow,
    led,
    lines,
    moves,
    natives,
    quiet,
    war_next_door,
    year,
)
from games.adventurer_kings.positions.realm import know, own, put_person, relate, sea, set_land
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State

# War


def test_it_conquers_what_it_can_beat() -> None:
    s = quiet()
    natives(s, 505)
    led(s, 4)
    assert moves(s, KING)[0] == 505


def test_it_leaves_alone_what_is_too_strong() -> None:
    s = quiet()
    natives(s, 505, count=3, tax=10)
    led(s, 1)
    assert moves(s, KING) == []


def test_with_two_to_choose_from_it_takes_the_richer() -> None:
    s = quiet()
    natives(s, 505, tax=3)
    natives(s, 503, tax=6)
    led(s, 6)
    assert moves(s, KING)[0] == 503


def test_a_forced_march_takes_two_provinces_in_a_year() -> None:
    s = quiet()
    natives(s, 505)
    natives(s, 506)
    led(s, 8)
    assert moves(s, KING) == [505]
    endow(s, KING, "MA2")
    assert moves(s, KING) == [505, 506]


def test_it_does_not_march_into_a_neutral_kings_land() -> None:
    s = quiet()
    set_land(s, 505, race=tables.HUMAN, types=(tables.LEGION,), tax=9)
    own(s, 1, 505)
    know(s, 0, 505, 1, terrain=tables.PLAIN, race=tables.HUMAN, owner=1, wealth=tables.RICH, seen=1)
    led(s, 8)
    assert moves(s, KING) == []
    relate(s, 0, 1, ENEMY)
    assert moves(s, KING)[0] == 505


def test_a_general_without_anything_to_conquer_takes_over_idle_armies_next_to_him() -> None:
    s = quiet()
    natives(s, 505, count=3, tax=8)
    led(s, 3)
    assert moves(s, KING) == []
    hero = put_person(s, "Hero", 0, 504)
    more = led(s, 3, leader=hero)
    assert year(s, KING)[:2] == [orders.PickUp(tuple(more)), orders.Move(505)]


# Money


def test_it_levies_what_it_can_pay() -> None:
    s = quiet()
    assert done(s, KING, orders.Recruit) == []
    s.set_kingdom(0, gold=10)
    natives(s, 505)
    (levy,) = done(s, KING, orders.Recruit)
    assert levy.leader == KING
    assert 1 <= len(levy.types) <= 4


def test_what_cannot_be_paid_is_disbanded_late_in_the_year() -> None:
    s = quiet()
    set_land(s, 504, tax=2)
    worst = led(s, 4)
    s.set_army(worst[2], quality=tables.GREEN)
    last = year(s, KING)[-1]
    assert isinstance(last, orders.Disband)
    assert worst[2] in last.armies
    assert len(last.armies) == 3


# Watch and ward


def test_somebody_looks_over_the_border_at_the_end_of_the_year() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    spies = [n for n in (KING, hero) if isinstance(year(s, n)[-1], orders.Spy)]
    assert len(spies) == 1


def test_an_idle_general_defends_when_there_is_an_enemy() -> None:
    s = quiet()
    led(s, 1)
    assert done(s, KING, orders.Defend) == []
    war_next_door(s)
    assert done(s, KING, orders.Defend) == [orders.Defend()]


def test_a_bare_capital_gets_garrisons_when_there_is_an_enemy() -> None:
    s = quiet()
    s.set_kingdom(0, gold=6)
    set_land(s, 504, types=())
    assert done(s, KING, orders.Recruit) == []
    war_next_door(s)
    assert done(s, KING, orders.Recruit) == [orders.Recruit(("GA", "GA"))]


# Single combat


def special(s: State, n: int) -> orders.Plan:
    return next(each.plan for each in lines(s) if isinstance(each, orders.Special) and each.character == n)


def test_a_commander_who_can_fight_challenges() -> None:
    s = quiet()
    s.set_kingdom(0, alignment=tables.GOOD)
    s.set_person(KING, alignment=tables.GOOD, temper=tables.CAUTIOUS)
    led(s, 1)
    assert orders.Flee() in special(s, KING)
    assert special(s, KING)[0] != orders.Flee()
    endow(s, KING, "ME1")
    assert special(s, KING) == (orders.Strike(),)


def test_who_travels_alone_and_cannot_fight_gets_out_of_the_way() -> None:
    s = quiet()
    hero = put_person(s, "Hero", 0, 504)
    assert special(s, hero)[0] == orders.Flee()
    endow(s, hero, "ME3")
    assert special(s, hero)[0] == orders.Strike()


# Ships


def port() -> State:
    s = quiet()
    sea(s, 404, 503)
    for number in (404, 503):
        know(s, 0, number, 1, terrain=tables.SEA, race=-1, owner=NATIVE, wealth=tables.POOR, seen=1)
    return s


def test_a_hero_takes_the_kings_ships_to_sea() -> None:
    s = port()
    (ship,) = led(s, 1, "FL")
    led(s, 2)
    hero = put_person(s, "Hero", 0, 504)
    acts = year(s, hero)
    assert acts[0] == orders.PickUp((ship,))
    assert isinstance(acts[1], orders.Move)
    assert acts[1].to in (404, 503)


def test_without_a_hero_the_ships_stay_in_port_and_the_troops_march() -> None:
    s = port()
    natives(s, 505)
    (ship,) = led(s, 1, "FL")
    led(s, 6)
    acts = year(s, KING)
    assert acts[0] == orders.Leave((ship,))
    assert orders.Move(505) in acts


# The odds of a march


@pytest.mark.clause("AK-3.14-06")
def test_reported_armies_of_a_king_or_natives_keep_a_weak_general_away() -> None:
    def goes(owner: int, forces: str) -> bool:
        s = quiet()
        for number, race in ((404, tables.HUMAN), (604, tables.HUMAN), (503, tables.ORC), (403, tables.ORC)):
            set_land(s, number, race=race, types=(tables.LEGION,), tax=1)
            own(s, 0, number)
        set_land(s, 505, race=tables.HUMAN, types=(tables.LEGION,), tax=5)
        own(s, owner, 505) if owner >= 0 else None
        know(s, 0, 505, 1, owner=owner, forces=forces.format(realm=s.kingdoms[1].name))
        relate(s, 0, 1, ENEMY)
        led(s, 3)
        return 505 in moves(s, KING)

    assert goes(1, "")
    assert not goes(1, "4 Human Legion of {realm}")
    assert goes(1, "4 Human Legion of nobody")
    assert goes(NATIVE, "1 Human Legion of natives")
    assert not goes(NATIVE, "4 Human Legion of natives")


LEAST_ODDS = 0.2
"""Minimum chance in the preview of a captain's battles, except in the last year of a reign."""


@pytest.mark.parametrize(("seed", "seats"), [("lev", 10), pytest.param("odds", 8, id="odds-whole")])
def test_no_sheet_sends_a_general_into_a_battle_that_the_preview_calls_lost(seed: str, seats: int) -> None:
    s = played(seed, 5, seats=tuple(f"K{number}" for number in range(1, seats + 1)))
    battles = 0
    while s.turn < 9:
        for seat in s.seats:
            for odds in GAME.preview_sheet(s, seat, CAPTAIN.decide(s, seat)).odds:
                if odds.title.startswith("The battle"):
                    battles += 1
                    won = sum(each.chance for each in odds.results if each.text.startswith("You take"))
                    assert won >= LEAST_ODDS, f"{seat} in year {s.turn}: {odds}"
        play_turn(s)
    assert battles > 30

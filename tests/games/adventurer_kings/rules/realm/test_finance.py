"""What comes in and what is paid at the end of a year (9)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    MERCENARY,
    a_turn,
    at,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    run,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.pieces import ENEMY, FREE
from palatine.games.adventurer_kings.rules.realm import finance
from palatine.games.adventurer_kings.state import State

HOME_TAX, TREASURY = 10, 10


def poor(s: State, gold: int = 0) -> State:
    """The first King has no taxes and so much in his treasury."""
    set_land(s, 504, tax=0)
    s.set_kingdom(0, gold=gold)
    return s


@pytest.mark.clause("AK-9.0-01", "AK-9.1-01", "AK-9.2-01")
def test_taxes_come_first_then_heroes_then_armies_are_paid() -> None:
    s = new_state()
    own(s, 0, 505)
    set_land(s, 505, tax=4)
    hero = put_person(s, "Marius", 0, 504, pay=2)
    put_army(s, "HC", 0, 504, hero)
    entries = run(s)
    kinds = [
        each.kind for each in entries if each.kind in ("taxes", "paid-heroes", "paid-armies") and 0 in each.readers
    ]
    assert kinds == ["taxes", "paid-heroes", "paid-armies"]
    assert told(entries, "taxes", 0)[0].data["gold"] == HOME_TAX + 4
    assert told(entries, "paid-heroes", 0)[0].data["gold"] == 2
    assert told(entries, "paid-armies", 0)[0].data["gold"] == c.ARMY[c.HEAVY].pay
    assert s.kingdoms[0].gold == TREASURY + HOME_TAX + 4 - 2 - c.ARMY[c.HEAVY].pay


@pytest.mark.clause("AK-9.1-01")
def test_a_province_pays_whoever_holds_it_in_the_end() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, 505)
    set_land(s, 505, tax=6)
    general = put_person(s, "Marius", 0, 504)
    put_army(s, "LE", 0, 504, general)
    order(s, general, 1, "MO 505")
    entries = run(s)
    assert told(entries, "taxes", 0)[0].data["gold"] == HOME_TAX + 6
    assert told(entries, "taxes", 1)[0].data["gold"] == HOME_TAX


@pytest.mark.clause("AK-9.2-01", "AK-9.2-02")
def test_heroes_are_paid_before_armies_and_armies_by_number() -> None:
    s = poor(new_state(), gold=2 + c.ARMY[c.LEGION].pay)
    hero = put_person(s, "Marius", 0, 504, pay=2)
    first, second = put_army(s, "LE", 0, 504, hero), put_army(s, "LE", 0, 504, hero)
    s.set_army(first, quality=c.VETERAN)
    s.set_army(second, quality=c.VETERAN)
    load(s, unpaid=1, desertion=1000)
    entries = run(s)
    assert not told(entries, "unpaid-hero")
    assert s.armies[first].quality == c.VETERAN
    assert s.armies[second].quality == c.VETERAN - 1
    assert s.kingdoms[0].gold == 0


@pytest.mark.clause("AK-9.2-02")
def test_an_unpaid_army_may_desert_as_mercenaries() -> None:
    s = poor(new_state())
    army = put_army(s, "LE", 0, 504)
    load(s, unpaid=1000, desertion=1, mercenaries_move=1000)
    run(s)
    assert s.armies[army].owner == MERCENARY
    assert s.armies[army].quality == c.AVERAGE


@pytest.mark.clause("AK-9.2-02")
@pytest.mark.parametrize(("chance", "roll", "leaves"), [(500, 500, True), (500, 501, False)])
def test_an_unpaid_hero_leaves_by_his_price(chance: int, roll: int, leaves: bool) -> None:
    s = poor(new_state(), gold=1)
    hero = put_person(s, "Marius", 0, 504, pay=2, is_loyal=False)
    load(s, desertion=roll, a_Hero_wanders=1000)
    entries = run(s)
    assert len(told(entries, "unpaid-hero", 0)) == 1
    assert (s.people[hero].seat == FREE) == leaves


@pytest.mark.clause("AK-9.2-02")
def test_some_never_leave_their_lord() -> None:
    s = poor(new_state())
    hero = put_person(s, "Marius", 0, 504, pay=9, is_loyal=True)
    load(s, desertion=1)
    run(s)
    assert s.people[hero].seat == 0


@pytest.mark.clause("AK-9.2-02")
def test_nobody_leaves_before_all_are_paid() -> None:
    s = poor(new_state(), gold=c.ARMY[c.LEGION].pay)
    hero = put_person(s, "Marius", 0, 504, pay=9, is_loyal=False)
    army = put_army(s, "LE", 0, 504, hero)
    load(s, desertion=1, a_Hero_wanders=1000)
    entries = run(s)
    paid = [each.kind for each in entries]
    assert paid.index("paid-armies") < paid.index("deserted")
    assert s.armies[army].owner == 0, "the army had its pay and stays"
    assert s.armies[army].leader != hero


@pytest.mark.clause("AK-9.2-03")
@pytest.mark.parametrize(("face", "percent"), [(1, 25), (2, 50), (3, 75), (4, 100)])
def test_a_raid_takes_part_of_a_years_tax(face: int, percent: int) -> None:
    s = new_state()
    put_feature(s, c.FEATURES[0].name, 504, monster=c.MONSTERS[0].name)
    load(s, raid=1, devastation=face)
    entries = run(s)
    (raid,) = told(entries, "raid", 0)
    assert raid.data["percent"] == percent
    assert told(entries, "taxes", 0)[0].data["gold"] == int(HOME_TAX * (100 - percent) / 100 + 0.5)
    assert s.lands[at(s, 504)].tax == HOME_TAX


@pytest.mark.clause("AK-9.2-03")
@pytest.mark.parametrize(("boldness", "roll", "raids"), [(0, 30, 1), (0, 31, 0), (8, 270, 1), (8, 271, 0)])
def test_the_bolder_the_more_often(boldness: int, roll: int, raids: int) -> None:
    s = new_state(turn=5)
    put_feature(s, c.FEATURES[0].name, 504, monster=c.MONSTERS[0].name, boldness=boldness)
    load(s, raid=roll)
    assert len(told(run(s), "raid", 0)) == raids
    assert s.features[1].boldness == min(8, boldness + 1), "nobody has hurt it"


def test_the_world_base_counts_every_province() -> None:
    s = new_state()
    set_land(s, 101, tax=6)
    idle(s)
    t = a_turn(s)
    assert finance.world_base(t) == sum(land.tax for land in s.lands)
    assert finance.world_base(t) > 3 * HOME_TAX

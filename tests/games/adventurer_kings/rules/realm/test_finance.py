"""Income and expenses at the end of a year (9)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    MERCENARY,
    a_turn,
    at,
    dice,
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
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, FREE
from palatine.games.adventurer_kings.rules.realm import finance
from palatine.games.adventurer_kings.state import State

HOME_TAX, TREASURY = 10, 10


def poor(s: State, gold: int = 0) -> State:
    """Give the first King no taxes and this gold."""
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
    assert told(entries, "paid-armies", 0)[0].data["gold"] == tables.ARMY[tables.HEAVY].pay
    assert s.kingdoms[0].gold == TREASURY + HOME_TAX + 4 - 2 - tables.ARMY[tables.HEAVY].pay


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
    s = poor(new_state(), gold=2 + tables.ARMY[tables.LEGION].pay)
    hero = put_person(s, "Marius", 0, 504, pay=2)
    first, second = put_army(s, "LE", 0, 504, hero), put_army(s, "LE", 0, 504, hero)
    s.set_army(first, quality=tables.VETERAN)
    s.set_army(second, quality=tables.VETERAN)
    load(s, unpaid=1, desertion=1000)
    entries = run(s)
    assert not told(entries, "unpaid-hero")
    assert s.armies[first].quality == tables.VETERAN
    assert s.armies[second].quality == tables.VETERAN - 1
    assert s.kingdoms[0].gold == 0


@pytest.mark.clause("AK-9.2-02")
def test_an_unpaid_army_may_desert_as_mercenaries() -> None:
    s = poor(new_state())
    army = put_army(s, "LE", 0, 504)
    load(s, unpaid=1000, desertion=1, mercenaries_move=1000)
    run(s)
    assert s.armies[army].owner == MERCENARY
    assert s.armies[army].quality == tables.AVERAGE


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
    s = poor(new_state(), gold=tables.ARMY[tables.LEGION].pay)
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
    put_feature(s, tables.FEATURES[0].name, 504, monster=tables.MONSTERS[0].name)
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
    put_feature(s, tables.FEATURES[0].name, 504, monster=tables.MONSTERS[0].name, boldness=boldness)
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


def discovery(name: str) -> int:
    return [each.name for each in tables.DISCOVERIES].index(name)


@pytest.mark.clause("AK-9.2-01")
def test_a_kings_payroll() -> None:
    s = new_state()
    s.set_person(s.kingdoms[0].king, pay=3)
    put_person(s, "Marius", 0, 504, pay=2)
    put_person(s, "Other", 1, 504, pay=4)
    for code, seat in (("LE", 0), ("HC", 0), ("GA", 0), ("DR", 1)):
        put_army(s, code, seat, 504)
    assert finance.payroll(s, 0) == 2 + 2 + 3 + 1
    assert finance.payroll(s, 2) == 0


@pytest.mark.clause("AK-9.1-01", "AK-10.2-01")
def test_taxes_and_tax_base_of_blessed_and_shaken_land() -> None:
    s = new_state()
    own(s, 0, 505, 506, 507)
    for number, tax in ((505, 4), (506, 7), (507, 5)):
        set_land(s, number, tax=tax)
    t = a_turn(s)
    t.spells.blessed |= {at(s, 505), at(s, 507)}
    t.spells.quaked.add(at(s, 506))
    assert [finance.base_of(t, at(s, number)) for number in (504, 505, 506, 507)] == [10, 6, 0, 8]
    assert finance.tax_base(s, 0) == 26
    assert finance.tax_base_now(t, 0) == 24
    assert finance.tax_base_now(t, 1) == 10


@pytest.mark.clause("AK-9.1-01", "AK-4.3.1-01")
@pytest.mark.parametrize(("name", "terrain", "more"), [
    ("Crop Rotation", tables.PLAIN, 1), ("Crop Rotation", tables.DESERT, 0), ("Irrigation", tables.DESERT, 1),
    ("Deep Mining", tables.MOUNTAIN, 1),
    ("Deep Mining", tables.FOREST, 0),
])  # fmt: skip
def test_discoveries_raise_the_taxes_of_their_terrain_unless_it_is_shaken(
    name: str, terrain: int, more: int
) -> None:
    s = new_state()
    own(s, 0, 505)
    set_land(s, 505, tax=5, terrain=terrain)
    s.set_kingdom(0, discoveries=(discovery("Siege Engine"), discovery(name)))
    t = a_turn(s)
    place = at(s, 505)
    assert finance.yield_of(t, place, {}) == 5 + more
    assert [finance.yield_of(t, place, {place: loss}) for loss in (25, 50, 100)] == (
        [5, 3, 0] if more else [4, 3, 0])  # fmt: skip
    set_land(s, 505, tax=100, terrain=terrain)
    assert [finance.yield_of(t, place, {place: loss}) for loss in (0, 25)] == [100 + more, 75 + more]
    t.spells.quaked.add(place)
    assert finance.yield_of(t, place, {}) == 0


@pytest.mark.clause("AK-9.1-01", "AK-4.3.1-01", "AK-10.1-04")
@pytest.mark.parametrize(("coinage", "lands", "treasurer", "gold"), [
    (False, 1, False, 10), (True, 1, False, 11), (False, 1, True, 11), (False, 10, True, 10 + 18 + 1),
    (False, 20, True, 10 + 38 + 2),
    (True, 20, True, 50 + 2),
])  # fmt: skip
def test_coinage_and_the_treasurer(coinage: bool, lands: int, treasurer: bool, gold: int) -> None:
    s = new_state()
    s.set_kingdom(0, gold=0, discoveries=(discovery("Coinage"),) if coinage else ())
    own(s, 0, *[p for p in s.atlas.numbers if s.owners[at(s, p)] < 0][: lands - 1])
    if treasurer:
        s.holders[titles.TREASURER] = put_person(s, "Minister", 0, 504)
    s.journal = []  # type: ignore[misc]
    finance.collect_taxes(a_turn(s))
    assert s.kingdoms[0].gold == gold
    (entry,) = told(s.journal or [], "taxes", 0)
    assert (entry.data["gold"], entry.data["count"]) == (gold, lands)


@pytest.mark.clause("AK-9.2-03", "AK-4.3.1-01")
@pytest.mark.parametrize(("case", "percent"), [
    ("plain", 3), ("traps", 1.5), ("bold", 12), ("bold, with traps", 6), ("friend", 0), ("hidden", 0), ("empty", 0),
    ("wild", 0),
])  # fmt: skip
def test_the_chance_of_a_raid(case: str, percent: float) -> None:
    for face, raided in ((max(1, round(percent * 10)), percent > 0), (round(percent * 10) + 1, False)):
        s = new_state()
        if "traps" in case:
            s.set_kingdom(0, discoveries=(discovery("Monster Traps"),))
        lair = put_feature(s, "Dungeon", 808 if case == "wild" else 504, "" if case == "empty" else "Ogre",
                           boldness=3 * ("bold" in case), friends=(0,) if case == "friend" else (1,),
                           is_hidden=case == "hidden")  # fmt: skip
        load(s, raid=face, devastation=2)
        s.journal = []  # type: ignore[misc]
        found = finance.raids(a_turn(s))
        assert found == ({at(s, 504): 50} if raided else {})
        assert s.features[lair].is_raiding is raided
        assert [each.readers for each in told(s.journal or [], "raid")] == [(0,)] * raided


@pytest.mark.clause("AK-9.2-03")
@pytest.mark.parametrize(("turn", "before", "after"), [(3, 2, 2), (4, 2, 3), (9, 7, 8), (9, 8, 8)])
def test_monsters_grow_bolder_from_the_fourth_turn_on(turn: int, before: int, after: int) -> None:
    s = new_state(turn=turn)
    lair = put_feature(s, "Dungeon", 504, "Ogre", boldness=before)
    load(s, raid=1000)
    finance.raids(a_turn(s))
    assert s.features[lair].boldness == after


@pytest.mark.clause("AK-9.2-03")
@pytest.mark.parametrize(("faces", "loss"), [((1, 3), 75), ((4, 2), 100), ((2, 2), 50)])
def test_of_two_raids_the_worse_counts(faces: tuple[int, int], loss: int) -> None:
    s = new_state()
    for _ in faces:
        put_feature(s, "Dungeon", 504, "Ogre")
    rolls = [roll for face in faces for roll in (("raid", 1), ("devastation", face))]
    with dice(s, rolls):
        assert finance.raids(a_turn(s)) == {at(s, 504): loss}


@pytest.mark.clause("AK-9.2-01", "AK-10.3-05")
def test_kings_and_guests_are_not_paid_and_the_last_gold_is_enough() -> None:
    s = new_state()
    s.set_person(s.kingdoms[0].king, pay=5)
    put_person(s, "Marius", 0, 504, pay=3)
    put_person(s, "Guest", 0, 504, pay=4, visitor=1)
    s.set_kingdom(0, gold=3)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    finance.pay_heroes(t)
    assert s.kingdoms[0].gold == 0
    assert [each.data["gold"] for each in told(s.journal or [], "paid-heroes")] == [3, 0, 0]
    s.set_kingdom(0, gold=2)
    finance.pay_heroes(t)
    (entry,) = told(s.journal or [], "unpaid-hero")
    assert (entry.data["who"], entry.data["gold"], entry.readers) == ("Marius", 3, (0,))


@pytest.mark.clause("AK-9.2-02")
@pytest.mark.parametrize(
    ("pay", "loyal", "percent"), [(1, False, 40), (2, False, 50), (4, False, 70), (4, True, 0)]
)
def test_who_is_not_paid_may_leave_the_sooner_the_dearer(pay: int, loyal: bool, percent: int) -> None:
    for face, leaves in ((max(1, percent * 10), percent > 0), (percent * 10 + 1, False)):
        s = new_state()
        n = put_person(s, "Marius", 0, 504, pay=pay, is_loyal=loyal)
        t = a_turn(s)
        load(s, desertion=face)
        finance.unpaid_hero(t, n)
        assert t.dealings.deserters == [n] * leaves
        s.journal = []  # type: ignore[misc]
        finance.desert(t)
        assert (s.people[n].seat == FREE) is leaves
        assert [each.readers for each in told(s.journal or [], "deserted")] == [(0,)] * leaves


@pytest.mark.clause("AK-9.2-02")
@pytest.mark.parametrize(("quality", "unpaid", "desertion", "after", "goes"), [
    (tables.AVERAGE, 500, 251, tables.GREEN, False), (tables.AVERAGE, 501, 250, tables.AVERAGE, True),
    (tables.SUB_DEPLETED, 1, 1000, tables.SUB_DEPLETED, False),
])  # fmt: skip
def test_what_an_unpaid_army_does(quality: int, unpaid: int, desertion: int, after: int, goes: bool) -> None:
    s = poor(new_state())
    army = put_army(s, "LE", 0, 504, quality=quality)
    put_army(s, "LE", MERCENARY, 504)
    t = a_turn(s)
    load(s, unpaid=unpaid, desertion=desertion)
    s.journal = []  # type: ignore[misc]
    finance.pay_armies(t)
    assert [each.readers for each in told(s.journal or [], "unpaid-army")] == [(0,)]
    assert s.armies[army].quality == after
    finance.desert(t)
    assert (s.armies[army].owner == MERCENARY) is goes
    assert [each.readers for each in told(s.journal or [], "army-deserts")] == [(0,)] * goes


@pytest.mark.clause("AK-9.2-01")
def test_armies_are_paid_to_the_last_gold_and_the_books_say_so() -> None:
    s = new_state()
    s.set_kingdom(0, gold=5)
    for code in ("LE", "HC"):
        put_army(s, code, 0, 504)
    s.journal = []  # type: ignore[misc]
    finance.pay_armies(a_turn(s))
    assert not told(s.journal or [], "unpaid-army")
    assert [(each.data["gold"], each.data["treasury"]) for each in told(s.journal or [], "paid-armies")] == [
        (5, 0), (0, 10), (0, 10)]  # fmt: skip

"""Imperial Offices: merit, ties, powers, shares, and the cost of death (10.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    new_state,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    run,
    sea,
    set_land,
)  # fmt: skip
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles
from palatine.games.adventurer_kings.rules.combat.strength import extra_factor
from palatine.games.adventurer_kings.rules.common.command import note_invasion
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.experience import slay_monster, tame_monster
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.rules.magic.casting import ability_to_cast, chances
from palatine.games.adventurer_kings.rules.realm import offices
from palatine.games.adventurer_kings.rules.realm.offices import candidates, merit, prize_share, settle_offices
from palatine.games.adventurer_kings.state import State

ARTIFACTS = (
    "Excalibur", "Bow of the Elven Kings", "Axe of the Dwarven Lords", "Scimitar of Orc Mastery",
    "Crown of Dragon Command", "Feather of the Great Eagle", "Horn of Neptune", "Holy Sword", "Invisible Sword",
    "Shadow Sword",
)  # fmt: skip


LEADERLESS = (0,) * 8


def settled(s: State) -> State:
    settle_offices(a_turn(s))
    return s


def ranks(s: State, office: int) -> list[int]:
    return [n for _, _, n in candidates(s, office)]


def test_the_eight_offices_are_worth_ninety_points_and_the_artifacts_ten() -> None:
    assert len(titles.OFFICES) == 8
    assert titles.OFFICE_SHARE == (20, 10, 10, 10, 10, 10, 10, 10)
    assert len(tables.ARTIFACTS) * titles.ARTIFACT_SHARE == 10


@pytest.mark.clause("AK-10.1-08")
def test_the_race_for_emperor_goes_by_tax_base() -> None:
    s = new_state()
    own(s, 1, 510)
    set_land(s, 510, tax=3)
    own(s, 2, 515)
    set_land(s, 515, tax=1)
    assert [points for points, _, _ in candidates(s, titles.EMPEROR)] == [13, 11, 10]
    assert ranks(s, titles.EMPEROR) == [s.kingdoms[seat].king for seat in (1, 2, 0)]


@pytest.mark.clause("AK-10.1-01", "AK-10.1-18")
@pytest.mark.parametrize(("gold", "first"), [((9, 10, 8), 1), ((10, 10, 10), 2)])
def test_ties_go_to_the_richer_then_to_the_larger_tax_base(gold: tuple[int, ...], first: int) -> None:
    s = new_state()
    set_land(s, 514, tax=11)
    for seat, treasure in enumerate(gold):
        s.set_kingdom(seat, gold=treasure)
        s.praise(s.kingdoms[seat].king, titles.MARSHAL, 4)
    assert ranks(s, titles.MARSHAL)[0] == s.kingdoms[first].king


@pytest.mark.clause("AK-10.1-09")
def test_the_chancellor() -> None:
    s = new_state()
    wise = put_person(s, "Varro", 0, 504, "EX2 SP1 SA3 TA4")
    assert merit(s, wise, titles.CHANCELLOR) == 6
    s.praise(wise, titles.CHANCELLOR, 2)
    assert merit(s, wise, titles.CHANCELLOR) == 8
    assert ranks(s, titles.CHANCELLOR) == [wise]


@pytest.mark.clause("AK-10.1-10")
def test_the_treasurer_is_the_richest_king() -> None:
    s = new_state()
    s.set_kingdom(2, gold=40)
    assert ranks(s, titles.TREASURER)[0] == s.kingdoms[2].king


def clash(s: State, place: int, mine: list[str], theirs: list[str], quality: int) -> tuple[int, int]:
    """Return the generals of a battle in which the first King attacks the second."""
    relate(s, 0, 1, ENEMY)
    own(s, 1, place)
    generals = put_person(s, "Marius", 0, place), put_person(s, "Boiorix", 1, place)
    for seat, codes in enumerate((mine, theirs)):
        for code in codes:
            put_army(s, code, seat, place, generals[seat], quality=quality if seat == 0 else tables.AVERAGE)
    t = a_turn(s)
    note_invasion(t, s.led_by(generals[0]))
    fight_battles(t)
    return generals


@pytest.mark.clause("AK-10.1-11")
def test_the_marshal_of_a_land_battle() -> None:
    s = new_state()
    winner, loser = clash(s, 505, ["HC"] * 6, ["LE", "LE"], tables.ELITE)
    assert merit(s, winner, titles.MARSHAL) == 2, "one for each of the enemy's"
    if not s.people[loser].died:
        assert merit(s, loser, titles.MARSHAL) == -2, "one less for each of his own"
    assert merit(s, winner, titles.ADMIRAL) == 0


@pytest.mark.clause("AK-10.1-12")
def test_the_admiral_of_a_sea_battle() -> None:
    s = new_state()
    sea(s, 505)
    winner, loser = clash(s, 505, ["FL"] * 6, ["FL"], tables.ELITE)
    assert merit(s, winner, titles.ADMIRAL) == 1
    assert merit(s, winner, titles.MARSHAL) == 0
    if not s.people[loser].died:
        assert s.merit[loser][titles.ADMIRAL] / 2 == -1
    captain = put_person(s, "Duilius", 0, 504, "NA3")
    assert merit(s, captain, titles.ADMIRAL) == 3


@pytest.mark.clause("AK-10.1-13")
def test_rich_seas_count_for_everybody_of_the_kingdom() -> None:
    s = new_state()
    sea(s, 505, 506)
    set_land(s, 505, tax=2)
    set_land(s, 506, tax=1)
    own(s, 0, 505, 506)
    hero = put_person(s, "Marius", 0, 504)
    assert merit(s, hero, titles.ADMIRAL) == merit(s, s.kingdoms[0].king, titles.ADMIRAL) == 1
    assert merit(s, s.kingdoms[1].king, titles.ADMIRAL) == 0


@pytest.mark.clause("AK-10.1-14")
def test_the_defender_slays_and_tames() -> None:
    s = new_state()
    hero = put_person(s, "Marius", 0, 504)
    t = a_turn(s)
    slay_monster(t, hero, 15)
    assert merit(s, hero, titles.DEFENDER) == 15
    tame_monster(t, hero, 15)
    assert merit(s, hero, titles.DEFENDER) == 22.5


@pytest.mark.clause("AK-10.1-15")
def test_the_high_priest() -> None:
    s = new_state()
    priest = put_person(s, "Numa", 0, 504, "DR1 WH2 PS4")
    assert merit(s, priest, titles.PRIEST) == 6
    s.praise(priest, titles.PRIEST, 1)
    assert merit(s, priest, titles.PRIEST) == 7


@pytest.mark.clause("AK-10.1-16")
def test_the_arch_mage() -> None:
    s = new_state()
    mage = put_person(s, "Numa", 0, 504, "WH2 PS1 IL1 DR4")
    assert merit(s, mage, titles.ARCHMAGE) == 4
    wand = next(item.name for item in tables.ITEMS if item.spell >= 0)
    put_item(s, wand, mage)
    put_item(s, "Excalibur", mage)
    assert merit(s, mage, titles.ARCHMAGE) == 5


@pytest.mark.clause("AK-10.1-17")
def test_ten_artifacts_bring_a_point_each_whatever_the_emperor_is() -> None:
    s = new_state()
    assert {tables.ITEMS[number].name for number in tables.ARTIFACTS} == set(ARTIFACTS)
    s.set_kingdom(0, alignment=tables.UNDEAD)
    s.set_kingdom(1, alignment=tables.DIVINE)
    for name in ARTIFACTS:
        put_item(s, name, s.kingdoms[0].king)
    assert prize_share(s, 0, 1, list(LEADERLESS)) == 10
    assert prize_share(s, 2, 1, list(LEADERLESS)) == 0


@pytest.mark.clause("AK-10.1-06")
def test_a_hero_may_hold_offices_and_several() -> None:
    s = new_state()
    hero = put_person(s, "Marius", 0, 504, "WH2")
    settled(s)
    assert s.holders[titles.PRIEST] == s.holders[titles.ARCHMAGE] == hero
    assert prize_share(s, 0, 0, s.holders) >= 20


@pytest.mark.clause("AK-10.1-07")
def test_death_costs_a_quarter_of_the_merit() -> None:
    s = new_state()
    hero = put_person(s, "Marius", 0, 504)
    s.praise(hero, titles.MARSHAL, 8)
    die(a_turn(s), hero)
    assert s.merit[hero][titles.MARSHAL] / 2 == 6


@pytest.mark.clause("AK-10.1-07")
def test_an_heir_goes_on_with_what_is_left() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    s.praise(king, titles.MARSHAL, 8)
    heir = die(a_turn(s), king)
    assert s.kingdoms[0].king == heir != king
    assert merit(s, heir, titles.MARSHAL) == 6


@pytest.mark.clause("AK-10.1-04")
def test_the_treasurer_takes_one_more_for_ten_provinces() -> None:
    s = new_state()
    own(s, 0, *range(401, 411))
    s.set_kingdom(0, gold=100)
    settled(s)
    assert s.holders[titles.TREASURER] == s.kingdoms[0].king
    gold = s.kingdoms[0].gold
    run(s)
    taxes = sum(s.lands[place].tax for place in s.provinces(0))
    assert s.kingdoms[0].gold == gold + taxes + 1


def with_office(office: int) -> tuple[Turn, int, int]:
    """Return a Hero at sea with a fleet who holds an office, or none if it is -1."""
    s = new_state()
    sea(s, 505)
    hero = put_person(s, "Marius", 0, 505, "PS2")
    fleet = put_army(s, "FL", 0, 505, hero)
    if office >= 0:
        s.holders[office] = hero
    return a_turn(s), hero, fleet


@pytest.mark.clause("AK-10.1-04")
def test_the_admirals_fleets_are_faster_and_the_marshals_armies_stronger() -> None:
    speeds = [points_left(t, fleet) for t, _, fleet in map(with_office, (-1, titles.ADMIRAL))]
    assert speeds[1] == speeds[0] + 1
    worth = [
        extra_factor(t, t.s.armies[fleet], at(t.s, 505), is_defending=False)
        for t, _, fleet in map(with_office, (-1, titles.MARSHAL))
    ]
    assert worth == [1.0, 1.05]


@pytest.mark.clause("AK-10.1-04")
def test_the_arch_mage_casts_one_more() -> None:
    spell = next(
        n
        for n, each in enumerate(tables.SPELLS)
        if each.action and tables.magic_of(n, tables.NEUTRAL) == tables.PSYCHIC_MAGIC
    )
    for office, allowed in ((-1, False), (titles.ARCHMAGE, True)):
        t, hero, _ = with_office(office)
        t.spells.casts[hero, tables.PSYCHIC_MAGIC] = tables.ACTION_SPELLS[2]
        if allowed:
            assert ability_to_cast(t, hero, spell) == tables.PSYCHIC_MAGIC
        else:
            with pytest.raises(Failed, match=r"fail\.no-more-spells"):
                ability_to_cast(t, hero, spell)


@pytest.mark.clause("AK-10.1-04")
def test_the_high_priest_casts_more_surely() -> None:
    t, hero, _ = with_office(titles.PRIEST)
    bonus = [amount for amount, clause, _ in chances(t, hero, tables.WHITE_MAGIC, 0) if clause == "AK-10.1-04"]
    assert bonus == [10]
    t, hero, _ = with_office(-1)
    assert [amount for amount, clause, _ in chances(t, hero, tables.WHITE_MAGIC, 0) if clause == "AK-10.1-04"] in (
        [],
        [0],
    )


@pytest.mark.clause("AK-10.1-05")
def test_titles_bring_no_share_of_the_prize() -> None:
    s = new_state()
    before = prize_share(s, 0, 0, list(LEADERLESS))
    s.title_holders = [s.kingdoms[0].king] * len(titles.TITLES)
    assert prize_share(s, 0, 0, list(LEADERLESS)) == before == 0
    assert all(title.power for title in titles.TITLES)


@pytest.mark.clause("AK-10.1-02")
def test_prizes_are_shared_by_shares() -> None:
    s = new_state()
    holders = [s.kingdoms[0].king] * 5 + [s.kingdoms[1].king] * 3
    assert [prize_share(s, seat, 0, holders) for seat in range(3)] == [60, 30, 0]
    assert sum(titles.OFFICE_SHARE) + titles.ARTIFACT_SHARE * len(tables.ARTIFACTS) == 20 + 7 * 10 + 10 == 100


def test_nobody_without_points_is_in_a_race() -> None:
    s = new_state()
    assert offices.standings(s)[titles.MARSHAL] == []
    assert settled(s).holders[titles.MARSHAL] == 0


@pytest.mark.clause("AK-1.5-01")
def test_eight_offices_go_to_the_most_merit_and_make_the_standing() -> None:
    s = new_state()
    assert len(titles.OFFICES) == 8
    assert list(titles.OFFICE_SHARE) == [20] + [10] * 7
    hero = put_person(s, "Odo", 1, 509)
    s.praise(hero, titles.MARSHAL, 5)
    s.praise(s.kingdoms[0].king, titles.MARSHAL, 3)
    points, seat, who = offices.candidates(s, titles.MARSHAL)[0]
    assert (points, seat, who) == (5, 1, hero)
    holders = [0] * 8
    holders[titles.MARSHAL] = hero
    assert [offices.prize_share(s, each, 0, holders) for each in range(3)] == [0, 10 * 1.0, 0]

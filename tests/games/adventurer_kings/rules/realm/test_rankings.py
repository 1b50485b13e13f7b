"""Reports to Kings on the races for offices and titles, and on finances (9.0, 10.1, 12.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    new_state,
    own,
    put_army,
    put_item,
    put_person,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import RaceStanding
from palatine.games.adventurer_kings.rules.realm import offices
from palatine.games.adventurer_kings.rules.realm.rankings import close_books, in_titles, tell_standings


@pytest.mark.clause("AK-10.1-06", "AK-10.1-17")
def test_a_king_is_told_his_best_in_each_race_as_a_share_of_the_leaders_points() -> None:
    s = new_state()
    mine, mate, theirs = (
        put_person(s, name, seat, 504) for name, seat in (("Mine", 0), ("Mate", 0), ("Theirs", 1))
    )
    s.praise(theirs, titles.MARSHAL, 9)
    s.praise(mine, titles.MARSHAL, 6)
    s.praise(mate, titles.MARSHAL, 3)
    tell_standings(a_turn(s))
    marshals = [[each for each in s.standings[seat] if each.race == titles.MARSHAL] for seat in range(3)]
    assert marshals == [
        [RaceStanding(titles.MARSHAL, mine, 2, 66)],
        [RaceStanding(titles.MARSHAL, theirs, 1, 100)],
        [],
    ]
    s.praise(mine, titles.MARSHAL, 3)
    s.set_kingdom(1, gold=11)
    tell_standings(a_turn(s))
    assert next(each for each in s.standings[0] if each.race == titles.MARSHAL) == RaceStanding(
        titles.MARSHAL, mine, 2, 100), "level, but he loses the tie"  # fmt: skip


@pytest.mark.clause("AK-12.1-07")
def test_titles_are_told_from_their_least_points_and_half_of_the_leaders_on() -> None:
    s = new_state(scenario="super")
    title, least = titles.CONQUEROR, titles.TITLES[titles.CONQUEROR].least
    mine, mate, theirs = (
        put_person(s, name, seat, 504) for name, seat in (("Mine", 0), ("Mate", 0), ("Theirs", 1))
    )
    s.honour(theirs, title, 3 * least)
    s.honour(mine, title, 2 * least)
    s.honour(mate, title, least)
    offices.settle_offices(a_turn(s))
    tell_standings(a_turn(s))
    found = [[each for each in s.honours[seat] if each.race == title] for seat in range(3)]
    assert found == [
        [RaceStanding(title, mine, 2, 66, 2 * least)],
        [RaceStanding(title, theirs, 1, 100, 3 * least)],
        [],
    ]
    s.title_holders[title] = 0
    assert title not in [each.race for each in in_titles(s, 0)], "nobody holds it"


@pytest.mark.clause("AK-9.1-01")
def test_the_books_are_told_to_their_king_alone() -> None:
    s = new_state()
    s.set_kingdom(1, gold=7)
    s.journal = []  # type: ignore[misc]
    close_books(a_turn(s))
    assert [(each.readers, each.data["opening"], each.data["gold"]) for each in told(s.journal or [], "books")] == [
        ((0,), 10, 10), ((1,), 10, 7), ((2,), 10, 10)]  # fmt: skip


# Offices and titles (10.1, 12.1)


@pytest.mark.clause("AK-10.1-08", "AK-10.1-09", "AK-10.1-12", "AK-10.1-15", "AK-10.1-16")
@pytest.mark.parametrize(("office", "levels", "points"), [
    (titles.CHANCELLOR, "EX1 SP2 SA3 DR4", 6 + 3), (titles.MARSHAL, "TA4", 3), (titles.ADMIRAL, "NA2 TA4", 2 + 3),
    (titles.DEFENDER, "ME4", 3), (titles.PRIEST, "DR1 WH2 EL4", 6 + 3),
    (titles.ARCHMAGE, "WH1 PS2 IL3 EL1 NE1 SA4", 8 + 3),
])  # fmt: skip
def test_merit_is_deeds_and_what_one_is(office: int, levels: str, points: int) -> None:
    s = new_state()
    n = put_person(s, "Marius", 0, 504, levels)
    s.praise(n, office, 3)
    assert offices.merit(s, n, office) == points
    for item in ("Wand of Fire", "War Lyre", "Sword of Sharpness"):
        put_item(s, item, n)
    assert offices.merit(s, n, office) == points + (2 if office == titles.ARCHMAGE else 0)


@pytest.mark.clause("AK-10.1-04", "AK-10.3-05")
def test_who_is_in_a_race() -> None:
    s = new_state()
    one, other, guest, dead, free, idle = (put_person(s, name, seat, 504) for name, seat in (
        ("One", 0), ("Other", 1), ("Guest", 0), ("Dead", 0), ("Free", -1), ("Idle", 0)))  # fmt: skip
    for n in (one, other, guest, dead, free):
        s.praise(n, titles.DEFENDER, 5)
    s.praise(idle, titles.DEFENDER, -5)
    s.set_person(guest, visitor=1)
    s.set_person(dead, died=1)
    assert [n for _, _, n in offices.candidates(s, titles.DEFENDER)] == [one, other]
    s.set_kingdom(1, gold=11)
    assert [n for _, _, n in offices.candidates(s, titles.DEFENDER)] == [other, one], "the richer King"
    s.set_kingdom(1, gold=10)
    own(s, 1, 505)
    assert [n for _, _, n in offices.candidates(s, titles.DEFENDER)] == [other, one], "the larger tax base"
    assert offices.candidates(s, titles.EMPEROR)[0] == (12, 1, s.kingdoms[1].king)
    s.set_kingdom(2, gold=12)
    assert offices.candidates(s, titles.TREASURER)[0] == (12, 2, s.kingdoms[2].king)
    s.set_kingdom(0, gold=0)
    assert len(offices.candidates(s, titles.TREASURER)) == 2


@pytest.mark.clause("AK-12.1-06")
def test_points_for_titles_of_alignments_come_from_lands_and_only_to_kings_of_them() -> None:
    s = new_state(scenario="super")
    s.set_person(s.kingdoms[0].king, alignment=tables.EVIL)
    own(s, 0, 505, 506)
    king, hero = s.kingdoms[0].king, put_person(s, "Hero", 0, 504, alignment=tables.EVIL)
    for n in (king, hero):
        s.honour(n, titles.LORD_OF_MALICE, 4)
        s.honour(n, titles.BEACON, 4)
        s.honour(n, titles.CAPTAIN_OF_MEN, 4)
    assert [offices.points_for(s, king, each) for each in (titles.LORD_OF_MALICE, titles.BEACON,
    titles.CAPTAIN_OF_MEN)] == [
        7, 0, 4]  # fmt: skip
    assert [offices.points_for(s, hero, each) for each in (titles.LORD_OF_MALICE, titles.BEACON,
    titles.CAPTAIN_OF_MEN)] == [
        0, 0, 4]  # fmt: skip
    assert offices.points_for(s, put_person(s, "Idle", 0, 504), titles.ROCK) == 0


@pytest.mark.clause("AK-12.1-07", "AK-12.1-05")
def test_who_leads_in_a_title() -> None:
    s = new_state(scenario="super")
    least = titles.TITLES[titles.ROCK].least
    one, other, dead, guest, free = (put_person(s, name, seat, 504) for name, seat in (
        ("One", 0), ("Other", 1), ("Dead", 0), ("Guest", 0), ("Free", -1)))  # fmt: skip
    for n in (dead, guest, free):
        s.honour(n, titles.ROCK, 9 * least)
    s.set_person(dead, died=1)
    s.set_person(guest, visitor=1)
    s.honour(other, titles.ROCK, least - 1)
    assert offices.title_leader(s, titles.ROCK) == 0
    s.honour(other, titles.ROCK, 1)
    assert offices.title_leader(s, titles.ROCK) == other
    s.honour(one, titles.ROCK, least)
    assert offices.title_leader(s, titles.ROCK) == one, "of two the lower number"
    optional = next(number for number, each in enumerate(titles.TITLES) if each.optional)
    s.honour(one, optional, 99)
    assert offices.title_leader(s, optional) == one
    s.scenario = "standard"
    assert offices.title_leader(s, optional) == 0
    assert offices.title_leader(s, titles.ROCK) == one


@pytest.mark.clause("AK-12.1-06", "AK-10.1-04")
def test_at_the_end_of_a_turn_leaders_earn_a_point_an_army_and_offices_change_hands() -> None:
    s = new_state()
    n, scout = put_person(s, "Marius", 0, 504), put_person(s, "Scout", 0, 504, "EX2")
    put_army(s, "LE", 0, 504, n)
    put_army(s, "LE", 0, 504, n)
    put_army(s, "BO", 0, 504, n, race=tables.ELF)
    put_army(s, "LE", 0, 504)
    t = a_turn(s)
    s.holders = [9] * 8
    assert t.skill(scout, tables.MELEE) == 0
    s.honour(scout, titles.SLAYER, 99)
    offices.settle_offices(t)
    assert (s.renown[n][titles.CAPTAIN_OF_MEN], s.renown[n][titles.STAR_OF_THE_ELVES]) == (2, 1)
    assert 0 not in s.renown
    assert (s.holders[titles.CHANCELLOR], s.holders[titles.PRIEST]) == (scout, 0)
    assert s.title_holders[titles.SLAYER] == scout
    assert t.skill(scout, tables.MELEE) == 1, "its power is theirs at once"


@pytest.mark.clause("AK-10.1-01", "AK-10.2-05", "AK-12.1-06")
def test_the_prizes_of_a_kingdom() -> None:
    s = new_state(scenario="super")
    n, other = put_person(s, "Marius", 0, 504), put_person(s, "Other", 1, 504)
    holders = [0, n, s.kingdoms[0].king, other, 0, 0, 0, 0]
    put_item(s, "Excalibur", n)
    put_item(s, "Holy Sword", other)
    put_item(s, "Sword of Sharpness", n)
    put_item(s, "Shadow Sword")
    assert offices.artifacts(s, 0) == 1
    assert offices.prize_share(s, 0, 0, holders) == 10 + 10 + 1
    s.set_kingdom(1, alignment=tables.EVIL)
    assert offices.prize_share(s, 1, 0, holders) == pytest.approx(10 * 0.76 + 1)
    s.title_holders[titles.ROCK] = n
    s.title_holders[titles.CONQUEROR] = n
    s.title_holders[titles.SLAYER] = other
    assert offices.title_points(s, {n}) == 2 + 3
    assert offices.prize_share(s, 0, 0, holders) == 20 + 5 + 1
    s.scenario = "standard"
    assert offices.title_points(s, {n}) == 0


@pytest.mark.clause("AK-10.2-05")
@pytest.mark.parametrize(("mine", "emperor", "lost"), [
    (tables.GOOD, tables.GOOD, 0), (tables.GOOD, tables.PAGAN, 0.36), (tables.PAGAN, tables.GOOD, 0.45),
    (tables.DIVINE, tables.UNDEAD, 1.0),
    (tables.DIVINE, tables.EVIL, 1.0),
    (tables.UNDEAD, tables.NEUTRAL, 0.6),
])  # fmt: skip
def test_what_a_king_loses_under_a_strange_emperor(mine: int, emperor: int, lost: float) -> None:
    s = new_state()
    s.set_kingdom(0, alignment=mine)
    s.set_kingdom(1, alignment=emperor)
    assert offices.reduction(s, 0, 1) == pytest.approx(lost)


@pytest.mark.clause("AK-10.1-13")
def test_which_seas_are_rich() -> None:
    s = new_state()
    for number, terrain, tax in (
        (505, tables.SEA, 2),
        (506, tables.SEA, 3),
        (507, tables.SEA, 1),
        (508, tables.PLAIN, 9),
    ):
        set_land(s, number, terrain=terrain, tax=tax)
        own(s, 0, number)
    set_land(s, 404, terrain=tables.SEA, tax=3)
    assert offices.rich_seas(s, 0) == 2

"""The greater game (12.1)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    failed,
    founded,
    idle,
    know,
    line,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    run,
    set_land,
    told,
    world,
)  # fmt: skip
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE, UNKNOWN
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.strength import extra_factor
from palatine.games.adventurer_kings.rules.realm import (  # fmt: skip
    diplomacy,
    elections,
    offices,
    valhalla,
    yearend,
)
from palatine.games.adventurer_kings.rules.realm.rankings import in_titles
from palatine.games.adventurer_kings.rules.setup.homes import Claim, Dealing, continents, next_door


@pytest.mark.clause("AK-12.1-01")
def test_the_greater_game_seats_twenty_to_thirty_two_four_of_each_alignment() -> None:
    (scenario,) = [each for each in GAME.scenarios if each.name == "super"]
    assert sorted(len(table) for table in scenario.tables) == list(range(20, 33))
    assert len(scenario.tables[0]) == 28
    for kings in (20, 28, 32):
        found = Counter(kingdom.alignment for kingdom in world("super", kings).kingdoms)
        assert max(found.values()) <= -(-kings // 7)
    assert Counter(kingdom.alignment for kingdom in world("super", 28).kingdoms) == dict.fromkeys(range(7), 4)


@pytest.mark.clause("AK-12.1-02")
def test_its_map_people_features_and_armies() -> None:
    s = world("super", 28)
    assert (s.atlas.columns, s.atlas.rows) == (30, 15)
    assert s.atlas.numbers[-1] == 1530
    assert len(s.features) == 250
    assert len(s.people) == pytest.approx(250, abs=20)
    assert 400 < len(s.armies) < 1000


@pytest.mark.clause("AK-12.1-02")
@pytest.mark.parametrize(("scenario", "most"), [("standard", 350), ("super", 1000)])
def test_so_many_armies_there_can_be(scenario: str, most: int) -> None:
    s = new_state(scenario=scenario)
    army = s.armies[put_army(s, "LE", 1, 509)]
    s.armies = dict.fromkeys(range(1, most + 1), army)
    s.last_army = most
    assert failed(a_turn(s), s.kingdoms[0].king, "RE LE")[1] == "fail.no-more"
    del s.armies[1]
    act(a_turn(s), s.kingdoms[0].king, "RE LE")
    assert len(s.armies) == most


@pytest.mark.clause("AK-12.1-03")
def test_who_finds_his_alignment_full_is_given_the_other_he_named() -> None:
    king = 'king "K" alignment good or evil levels TA,TA,MA,DR'
    rest = ("divine", "druidic", "neutral", "pagan", "undead")
    others = [f'king "K" alignment {each} levels TA,TA,MA,DR' for each in rest]
    s = founded("super", *[king] * 6, *others * 3)
    found = Counter(tables.ALIGNMENTS[kingdom.alignment] for kingdom in s.kingdoms[:6])
    assert found == {"good": 3, "evil": 3}
    assert [kingdom.is_shifted for kingdom in s.kingdoms[:6]].count(True) == 3


@pytest.mark.clause("AK-12.1-04")
@pytest.mark.parametrize(
    ("scenario", "roll", "comes"), [("super", 100, True), ("super", 101, False), ("standard", 1, False)]
)
def test_an_emptied_feature_may_draw_another_monster(scenario: str, roll: int, comes: bool) -> None:
    s = new_state(scenario=scenario)
    feature = put_feature(s, "Dungeon", 404)
    load(s, a_new_guardian=roll)
    yearend.new_monsters(a_turn(s))
    assert (s.features[feature].monster >= 0) is comes
    assert (s.features[feature].hp > 0) is comes


@pytest.mark.clause("AK-12.1-05")
def test_the_royal_titles_by_their_groups() -> None:
    groups = Counter(title.group for title in titles.TITLES)
    assert [title.group.casefold() for title in titles.TITLES[:7]] == list(tables.ALIGNMENTS)
    assert len(titles.TITLES[7:18]) == len(tables.RACES) == 11
    assert (groups["terrain"], groups["military"], groups["personal"], groups["misc"]) == (6, 5, 5, 4)
    assert sum(not title.optional for title in titles.TITLES) == 35


@pytest.mark.clause("AK-12.1-06")
def test_titles_are_worth_one_to_five_points_and_can_be_earned() -> None:
    assert {title.victory_points for title in titles.TITLES} <= set(range(1, 6))
    assert all(1 <= title.points.count(";") + 1 <= 3 for title in titles.TITLES)


@pytest.mark.clause("AK-12.1-07")
def test_a_title_is_reported_from_its_minimum_and_half_the_leaders_points() -> None:
    s = new_state(scenario="super")
    title = next(n for n, each in enumerate(titles.TITLES) if each.group == "military")
    least = titles.TITLES[title].least
    mine, other = s.kingdoms[0].king, s.kingdoms[1].king
    s.honour(mine, title, least - 1)
    assert offices.title_leader(s, title) == 0, "nobody qualifies"
    assert title not in [each.race for each in in_titles(s, 0)]
    s.honour(mine, title, 1)
    offices.settle_offices(a_turn(s))
    assert s.title_holders[title] == mine
    assert title in [each.race for each in in_titles(s, 0)]
    s.honour(other, title, 2 * least)
    offices.settle_offices(a_turn(s))
    assert s.title_holders[title] == other
    assert title in [each.race for each in in_titles(s, 0)], "just half"
    s.honour(other, title, 1)
    assert title not in [each.race for each in in_titles(s, 0)]


@pytest.mark.clause("AK-12.1-08")
def test_who_leads_in_an_office_or_a_title_has_its_power() -> None:
    s = new_state(scenario="super")
    t = a_turn(s)
    hero = put_person(s, "Odo", 0, 504, "TA1")
    army = put_army(s, "ME", 0, 504, leader=hero)
    before = extra_factor(t, s.armies[army], at(s, 504), False)
    s.holders[titles.MARSHAL] = hero
    assert extra_factor(t, s.armies[army], at(s, 504), False) == pytest.approx(1.05 * before)
    s.holders[titles.MARSHAL] = 0
    s.title_holders[7 + tables.RACES.index("mermen")] = hero
    assert extra_factor(t, s.armies[army], at(s, 504), False) == pytest.approx(1.10 * before)


@pytest.mark.clause("AK-12.1-09")
def test_each_victory_point_counts_as_five_points_of_taxes() -> None:
    s = new_state(scenario="super")
    t = a_turn(s)
    assert elections.influence(t, 0) == 10
    s.holders[titles.MARSHAL] = s.kingdoms[0].king
    assert elections.influence(t, 0) == 10 + 5 * 10
    s.title_holders[0] = s.kingdoms[0].king
    assert elections.influence(t, 0) == 10 + 5 * 10 + 5 * titles.TITLES[0].victory_points
    s.scenario = "standard"
    s.holders[titles.MARSHAL] = 0
    assert elections.influence(t, 0) == 10


@pytest.mark.clause("AK-12.1-06")
@pytest.mark.parametrize(("scenario", "points"), [("super", 5), ("earth", 5), ("standard", 0), ("europe", 0)])
def test_titles_are_worth_their_points_at_the_end_of_the_greater_game(scenario: str, points: int) -> None:
    s = new_state(scenario=scenario)
    s.title_holders[0] = s.kingdoms[0].king
    assert titles.TITLES[0].victory_points == 5
    nobody = [0] * len(titles.OFFICES)
    assert [offices.prize_share(s, seat, 0, nobody) for seat in range(3)] == [points, 0, 0]
    assert valhalla.points_of(s, s.kingdoms[0].king, nobody) == points
    s.set_kingdom(1, alignment=tables.GOOD)
    left = 1 - offices.reduction(s, 0, 1)
    assert left < 1
    assert offices.prize_share(s, 0, 1, nobody) == pytest.approx(points * left)


@pytest.mark.clause("AK-12.1-10")
@pytest.mark.parametrize(("others", "votes"), [(16, True), (17, False)])
def test_an_alignment_with_55_percent_brings_a_vote(others: int, votes: bool) -> None:
    s = new_state(scenario="super")
    s.lands = tuple(msgspec.structs.replace(land, tax=0) for land in s.lands)
    set_land(s, 504, tax=10)
    set_land(s, 509, tax=10)
    set_land(s, 514, tax=others)
    for seat, alignment in enumerate((tables.EVIL, tables.EVIL, tables.GOOD)):
        s.set_kingdom(seat, alignment=alignment)
    idle(s)
    elections.elections(a_turn(s))
    assert s.is_voting is votes, f"20 of {20 + others} is {2000 / (20 + others):.1f}%"


@pytest.mark.clause("AK-12.1-11")
@pytest.mark.parametrize(("steps", "percent"), [(0, 100), (1, 60), (2, 20), (3, 0)])
def test_scientific_exchange_is_rarer_between_alignments(steps: int, percent: int) -> None:
    for roll in (10 * percent, 10 * percent + 1):
        s = new_state(scenario="super")
        s.set_kingdom(0, alignment=tables.GOOD, discoveries=(0,))
        s.set_kingdom(1, alignment=tables.GOOD + steps)
        relate(s, 0, 1, ALLIED)
        own(s, 1, 404)
        load(s, scientific_exchange=max(1, roll))
        diplomacy.exchange_discoveries(a_turn(s), 0, 1, [kingdom.discoveries for kingdom in s.kingdoms])
        assert (0 in s.kingdoms[1].discoveries) is (percent == 100 or (percent > 0 and roll == 10 * percent))


@pytest.mark.clause("AK-12.1-12")
def test_kings_know_who_shares_their_alignment_and_not_where_he_lives() -> None:
    s = world("super", 28)
    for seat, kingdom in enumerate(s.kingdoms):
        (entry,) = told(s.journal or [], "kindred", seat)
        assert entry.readers == (seat,)
        kin = [s.people[each.king].name for each in s.kingdoms if each.alignment == kingdom.alignment]
        assert sorted([*entry.data["people"], s.king(seat).name]) == sorted(kin)
        sentence = GAME.words.say("journal.kindred", **entry.data)
        assert not any(char.isdigit() for char in sentence), "no province"
    assert not told(world("standard", 10).journal or [], "kindred")


@pytest.mark.clause("AK-12.1-12")
@pytest.mark.parametrize("seed", range(4))
def test_no_neighbours_of_one_alignment_and_a_fair_share_on_each_continent(seed: int) -> None:
    s = world("super", 28, b"%d" % seed)
    homes = [kingdom.home for kingdom in s.kingdoms]
    for one, two in next_door(s.atlas, homes):
        assert s.kingdoms[one].alignment != s.kingdoms[two].alignment
    part = continents(s.atlas, [land.terrain for land in s.lands])
    there = Counter(part[home] for home in homes)
    for alignment in range(7):
        mine = Counter(part[kingdom.home] for kingdom in s.kingdoms if kingdom.alignment == alignment)
        for continent, count in there.items():
            assert abs(mine[continent] - 4 * count / 28) < 1.6


@pytest.mark.clause("AK-12.1-12")
@pytest.mark.parametrize(("dealt", "imbalance"), [([0, 2, 1, 3], 0), ([0, 1, 2, 3], 0.5)])
def test_two_of_four_kings_belong_on_each_of_two_continents(dealt: list[int], imbalance: float) -> None:
    s = new_state(scenario="super")
    terrains = [tables.SEA] * s.atlas.size
    spots = [at(s, number) for number in (303, 306, 1203, 1206)]
    for place in (*s.atlas.within(at(s, 304), 3), *s.atlas.within(at(s, 1204), 3)):
        terrains[place] = tables.PLAIN
    claims = [
        Claim(tables.HUMAN, False, alignment) for alignment in (tables.GOOD, tables.GOOD, tables.EVIL, tables.EVIL)
    ]
    rules = Dealing(s.atlas, terrains, spots, claims, True)
    alignments = {at: claim.alignment for claim, at in zip(claims, dealt, strict=True)}
    assert rules.imbalance(alignments) == imbalance


@pytest.mark.clause("AK-12.1-13")
def test_maps_are_exchanged_inside_an_alignment_after_contact() -> None:
    for met, alike, scenario, goes in (
        (True, True, "super", True), (False, True, "super", False), (True, False, "super", False),
        (True, True, "standard", False),
    ):  # fmt: skip
        s = new_state(scenario=scenario)
        own(s, 0, 303)
        s.set_kingdom(0, met=(1,) if met else ())
        s.set_kingdom(1, alignment=tables.NEUTRAL if alike else tables.GOOD)
        line(s, 0, "map 2")
        diplomacy.send_maps(a_turn(s))
        assert (at(s, 303) in s.known[1]) is goes


@pytest.mark.clause("AK-12.1-13")
@pytest.mark.parametrize(
    ("mine", "met"), [((505, 506, 507), False), ((505, 506, 507, 508), True), ((), False)]
)  # fmt: skip
def test_kingdoms_that_have_touched_have_met_for_ever(mine: tuple[int, ...], met: bool) -> None:
    s = new_state(scenario="super")
    own(s, 0, *mine)
    run(s)
    assert (s.kingdoms[0].met, s.kingdoms[1].met) == (((1,), (0,)) if met else ((), ()))
    own(s, -1, *mine)
    line(s, 0, "map 2")
    assert bool(told(run(s), "map-sent", 1)) is met


@pytest.mark.clause("AK-8.4-04", "AK-12.1-13")
def test_nobody_hands_on_a_map_that_he_receives_in_the_same_turn() -> None:
    s = new_state(scenario="super")
    for seat in range(3):
        s.set_kingdom(seat, alignment=tables.GOOD)
    s.introduce(0, 1)
    s.introduce(1, 2)
    know(s, 0, 303)
    know(s, 1, 304)
    line(s, 0, "map 2")
    line(s, 1, "map 3")
    diplomacy.send_maps(a_turn(s))
    assert at(s, 303) in s.known[1]
    assert at(s, 304) in s.known[2]
    assert at(s, 303) not in s.known[2]


@pytest.mark.clause("AK-12.1-13")
def test_a_guest_in_the_land_brings_no_contact_until_somebody_meets_him() -> None:
    s = new_state(scenario="super")
    put_person(s, "Odo", 0, 509)
    line(s, 0, "map 2")
    assert not told(run(s), "map-sent")


@pytest.mark.clause("AK-12.1-13")
def test_a_map_that_is_sent_takes_nothing_away() -> None:
    s = new_state(scenario="super")
    s.set_kingdom(0, met=(1,))
    know(s, 0, 303, explored=10, seen=2, tax=UNKNOWN, types=())
    know(s, 1, 303, explored=80, seen=1, tax=5, types=(tables.BOWMEN,), owner=2)
    know(s, 0, 304, explored=50, seen=1, tax=5)
    know(s, 1, 304, explored=20, seen=2, tax=4)
    line(s, 0, "map 2")
    diplomacy.send_maps(a_turn(s))
    newer, older = s.known[1][at(s, 303)], s.known[1][at(s, 304)]
    assert (newer.explored, newer.seen, newer.tax, newer.types, newer.owner) == (80, 2, 5, (tables.BOWMEN,), -1)
    assert (older.explored, older.seen, older.tax) == (50, 2, 4)


@pytest.mark.clause("AK-12.1-05", "AK-12.1-08")
@pytest.mark.parametrize(
    ("number", "name"),
    [
        (titles.VOICE_OF_HEAVEN, "Voice of Heaven"), (titles.BEACON, "Beacon of the Good"),
        (titles.KEEPER_OF_THE_CIRCLE, "Keeper of the Circle"), (titles.ARBITER, "Arbiter of the Balance"),
        (titles.HIEROPHANT, "Hierophant of the Old Gods"), (titles.LORD_OF_MALICE, "Lord of Malice"),
        (titles.SOVEREIGN, "Sovereign of the Dead"), (titles.title_of_race(tables.HUMAN), "Captain of Men"),
        (titles.title_of_race(tables.DRAGONS), "Dragon-Lord"), (titles.WERE_LORD, "Lord of the Were-Beasts"),
        (titles.TROLL_MASTER, "Troll-Master"), (titles.LORD_OF_EAGLES, "Lord of Eagles"),
        (titles.SHEPHERD_OF_ENTS, "Shepherd of Ents"), (titles.TITLE_OF_TERRAIN[tables.PLAIN], "Ranger of the Plains"),
        (titles.TITLE_OF_TERRAIN[tables.FOREST], "Warden of the Woods"),
        (titles.TITLE_OF_TERRAIN[tables.MOUNTAIN], "Guardian of the Peaks"),
        (titles.TITLE_OF_TERRAIN[tables.DESERT], "Lion of the Desert"),
        (titles.TITLE_OF_TERRAIN[tables.JUNGLE], "Tiger of the Jungle"),
        (titles.TITLE_OF_TERRAIN[tables.SEA], "Keeper of the Sea Lanes"), (titles.CONQUEROR, "The Conqueror"),
        (titles.ROCK, "The Rock"), (titles.SWIFT_SWORD, "Swift Sword"), (titles.DRILLMASTER, "Drillmaster"),
        (titles.SLAYER, "Slayer of Champions"),
        (titles.MASTER_ARCHER, "Master Archer"),
        (titles.GIANT_KILLER, "Giant-Killer"),
        (titles.BATTLE_MAGE, "Battle-Mage"), (titles.PRINCE_OF_THIEVES, "Prince of Thieves"),
        (titles.PATHFINDER, "Great Pathfinder"),
        (titles.GOLDEN_TONGUE, "Golden Tongue"),
        (titles.UNDEFEATED, "The Undefeated"),
        (titles.BLADE_OF_JUSTICE, "Blade of Justice"), (titles.SPYMASTER, "Spymaster"),
    ],
)  # fmt: skip
def test_every_title_is_the_one_that_is_meant(number: int, name: str) -> None:
    assert titles.TITLES[number].name == name


@pytest.mark.clause("AK-12.1-06")
@pytest.mark.parametrize(("before", "points"), [(PEACE, 1), (ALLIED, 0)])
def test_treaties_that_are_made_are_the_keepers_glory(before: int, points: int) -> None:
    s = new_state()
    relate(s, 0, 1, before)
    line(s, 0, "treat 2")
    line(s, 1, "treat 1")
    run(s)
    for seat in (0, 1):
        assert s.renown.get(s.kingdoms[seat].king, (0,) * 38)[2] == points


@pytest.mark.clause("AK-8.0-01")
def test_relations_are_kept_pair_by_pair() -> None:
    s = new_state(kings=4)
    relate(s, 2, 3, ALLIED)
    diplomacy.relate(a_turn(s), 1, 2, ENEMY, "AK-8.3-01")
    assert s.relations == [
        (PEACE, PEACE, PEACE, PEACE), (PEACE, PEACE, ENEMY, PEACE), (PEACE, ENEMY, PEACE, ALLIED),
        (PEACE, PEACE, ALLIED, PEACE),
    ]  # fmt: skip


@pytest.mark.clause("AK-12.1-06")
def test_every_turn_at_the_head_of_an_army_counts_for_the_title_of_its_race() -> None:
    s = new_state(scenario="super")
    n = put_person(s, "Captain", 0, 504, "DR4")
    for code in ("LE", "HC", "EA"):
        put_army(s, code, 0, 504, n)
    put_army(s, "LE", 0, 504)
    t = a_turn(s)
    offices.lead_armies(t)
    assert {titles.TITLES[title].name: points for title, points in enumerate(s.renown[n]) if points} == {
        "Captain of Men": 2,
        "Lord of Eagles": 1,
    }
    offices.lead_armies(t)
    assert offices.points_for(s, n, titles.CAPTAIN_OF_MEN) == 4

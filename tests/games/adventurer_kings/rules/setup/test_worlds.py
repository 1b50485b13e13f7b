"""The world and what a King begins with (1)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from statistics import mean

import pytest

from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    bare_state,
    idle,
    line,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_person,
    run,
    set_land,
    told,
)  # fmt: skip
from palatine.core import SyntaxProblem
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import Known
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.encounters.random_encounters import random_encounter
from palatine.games.adventurer_kings.rules.movement.exploring import glimpse
from palatine.games.adventurer_kings.rules.realm import offices
from palatine.games.adventurer_kings.rules.setup import worlds
from palatine.games.adventurer_kings.rules.setup.homes import continents, find_homes
from palatine.games.adventurer_kings.rules.setup.lairs import ARTIFACT_APART, farness, fit_guardians
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import boards

SAMPLE = 40


@cache
def world(number: int, kings: int = 10, scenario: str = "standard") -> State:
    """A founded match; not to be changed."""
    s = bare_state(kings, scenario, b"world %d" % number)
    sequence.run_turn(s)
    return s


def sample() -> list[State]:
    return [world(number) for number in range(SAMPLE)]


def homes(s: State) -> list[int]:
    return [kingdom.home for kingdom in s.kingdoms]


def wild(s: State, *, at_sea: bool = False) -> list[int]:
    """Provinces of no King."""
    return [p for p in range(len(s.lands)) if s.is_sea(p) == at_sea and p not in homes(s)]


# 1.0, 1.1


@pytest.mark.clause("AK-1.0-01")
def test_a_kingdom_is_a_king_with_armies_treasure_and_heroes_and_a_turn_is_a_year() -> None:
    s = world(0)
    for seat, kingdom in enumerate(s.kingdoms):
        assert s.people[kingdom.king].is_king
        assert s.people[kingdom.king].seat == seat
        assert any(army.owner == seat for army in s.armies.values())
        assert [person.is_king for _, person in s.at_home(seat) if not person.visitor] == [True, False, False]
    before = s.turn
    after = s.copy()
    sequence.run_turn(after)
    assert (before, after.turn) == (1, 2)
    seasons = [GAME.words.say(f"phase.{phase}") for phase in range(1, PHASES + 1)]
    assert seasons == ["spring", "early summer", "late summer", "fall", "early winter"]


@pytest.mark.clause("AK-1.1-01")
def test_the_map_has_162_provinces_for_eight_to_twelve_kings() -> None:
    atlas = world(0).atlas
    assert (atlas.columns, atlas.rows, atlas.size) == (18, 9, 162)
    assert (atlas.numbers[0], atlas.numbers[-1]) == (101, 918)
    (standard,) = [scenario for scenario in GAME.scenarios if scenario.name == "standard"]
    assert sorted(len(table) for table in standard.tables) == [8, 9, 10, 11, 12]


@pytest.mark.clause("AK-1.1-01")
def test_neighbours_of_a_province_by_the_compass() -> None:
    atlas = new_state().atlas
    here = atlas.place(304)
    assert [atlas.numbers[p] for p in atlas.ways[here]] == [204, 305, 405, 404, 403, 303]
    assert [atlas.numbers[p] for p in atlas.neighbours[atlas.place(101)]] == [102, 201]
    assert atlas.distance(atlas.place(101), atlas.place(118)) == 17


@pytest.mark.clause("AK-1.1-02")
def test_every_land_is_a_kings_or_defended_by_one_to_four_armies() -> None:
    counts = Counter(len(s.armies_at(p)) for s in sample() for p in wild(s))
    assert set(counts) == {1, 2, 3, 4}
    assert counts[1] + counts[2] > counts[3] + counts[4], "usually one or two"
    for s in sample():
        assert all(s.armies[a].owner == NATIVE for p in wild(s) for a in s.armies_at(p))


@pytest.mark.clause("AK-1.1-03")
def test_most_lands_of_natives_have_a_hero_who_stays_and_defends() -> None:
    share = mean(bool(s.ruler_of(p)) for s in sample() for p in wild(s))
    assert share == pytest.approx(0.75, abs=0.03)


@pytest.mark.clause("AK-1.1-03")
def test_a_resident_hero_neither_attacks_nor_wanders() -> None:
    s = new_state()
    set_land(s, 402, race=c.HUMAN, types=(c.LEGION,))
    hero = put_person(s, "Odo", -1, 402, "TA3", rules=at(s, 402))
    put_army(s, "LE", NATIVE, 402)
    put_army(s, "LE", 0, 403)
    load(s, a_Hero_wanders=1)
    entries = run(s)
    assert s.people[hero].place == at(s, 402)
    assert s.owners[at(s, 402)] == NATIVE
    assert not [entry for entry in entries if entry.kind.startswith("battle")]


@pytest.mark.clause("AK-1.1-04")
def test_every_king_begins_with_one_province() -> None:
    for s in sample():
        assert [s.provinces(seat) for seat in range(10)] == [[home] for home in homes(s)]


@pytest.mark.clause("AK-1.1-05")
@pytest.mark.parametrize(("kings", "scenario"), [(12, "standard"), (28, "super"), (32, "super")])
def test_kings_begin_three_provinces_and_more_apart(kings: int, scenario: str) -> None:
    for number in range(6):
        s = world(number, kings, scenario)
        found = homes(s)
        apart = [s.atlas.distance(a, b) for i, a in enumerate(found) for b in found[:i]]
        assert min(apart) >= 3
        assert not any(s.is_sea(home) for home in found)


@pytest.mark.clause("AK-1.1-05")
def test_where_the_land_has_no_room_for_all_kings_another_world_is_made() -> None:
    t = a_turn(new_state())
    crowded = [c.SEA] * t.s.atlas.size
    for place in t.s.atlas.within(at(t.s, 509), 2):
        crowded[place] = c.PLAIN
    assert find_homes(t, crowded, 8) == []


@pytest.mark.clause("AK-1.1-06")
def test_every_province_has_terrain_people_army_types_and_taxes() -> None:
    for s in sample():
        for place, land in enumerate(s.lands):
            assert land.terrain in range(6)
            assert 0 <= land.tax <= 10
            assert land.name
            if land.race < 0:
                assert s.is_sea(place)
                assert land.types == ()
            else:
                assert 1 <= len(set(land.types)) <= 2
                assert c.BEST_TYPE[land.race] == land.types[0]
                assert land.race in c.HUMANOID or len(land.types) == 1
        names = [land.name for land in s.lands]
        assert len(set(names)) == len(names)


@pytest.mark.clause("AK-1.1-06")
def test_more_than_half_of_humanoid_provinces_have_a_second_type() -> None:
    types = [s.lands[p].types for s in sample() for p in wild(s) if s.lands[p].race in c.HUMANOID]
    assert mean(len(each) == 2 for each in types) == pytest.approx(0.55, abs=0.03)
    assert all(c.FLEET not in s.lands[p].types or touches_sea(s, p) for s in sample() for p in wild(s))


def touches_sea(s: State, place: int) -> bool:
    return any(s.is_sea(near) for near in s.atlas.neighbours[place])


@pytest.mark.clause("AK-1.1-07")
def test_about_half_of_all_provinces_are_sea_and_the_lands_are_of_five_kinds() -> None:
    shares = [mean(s.is_sea(p) for p in range(162)) for s in sample()]
    assert mean(shares) == pytest.approx(0.5, abs=0.02)
    assert min(shares) >= 0.44
    assert max(shares) <= 0.56
    lands = Counter(s.terrain(p) for s in sample() for p in wild(s))
    wanted = {c.PLAIN: 28, c.FOREST: 24, c.MOUNTAIN: 22, c.DESERT: 14, c.JUNGLE: 12}
    for terrain, percent in wanted.items():
        assert 100 * lands[terrain] / lands.total() == pytest.approx(percent, abs=3)


@pytest.mark.clause("AK-1.1-07")
def test_the_land_lies_in_few_continents() -> None:
    for s in sample():
        part = continents(s.atlas, [land.terrain for land in s.lands])
        assert len(set(part.values())) <= 4


@pytest.mark.clause("AK-1.1-08")
def test_about_half_of_all_lands_are_human() -> None:
    races = Counter(s.lands[p].race for s in sample() for p in wild(s))
    assert races.most_common(1)[0][0] == c.HUMAN
    assert races[c.HUMAN] / races.total() == pytest.approx(0.5, abs=0.04)
    assert {c.ELF, c.DWARF, c.ORC, c.EAGLES, c.DRAGONS, c.TROLLS, c.ENTS, c.WEREBEASTS} <= set(races)


@pytest.mark.clause("AK-1.1-08")
def test_peoples_live_where_they_can() -> None:
    fits = worlds.ONLY_IN | {c.MERMEN: (c.SEA,), c.WHALES: (c.SEA,)}
    for s in sample():
        for place in [*wild(s), *wild(s, at_sea=True)]:
            land = s.lands[place]
            assert land.terrain in fits.get(land.race, (land.terrain,))


@pytest.mark.clause("AK-1.1-09")
def test_many_provinces_have_features_mostly_guarded_with_treasure() -> None:
    for s in sample():
        assert len(s.features) == 90
        assert max(Counter(feature.place for feature in s.features.values()).values()) <= 2
        assert not {feature.place for feature in s.features.values()} & set(homes(s))
        for feature in s.features.values():
            assert s.terrain(feature.place) in c.FEATURES[feature.kind].terrains
            assert feature.gold > 0
    depths = {feature.threshold for s in sample() for feature in s.features.values()}
    assert depths == set(range(1, 101)), "all are found when everything has been explored"
    guarded = mean(feature.monster >= 0 for s in sample() for feature in s.features.values())
    assert 0.8 < guarded < 0.95


@pytest.mark.clause("AK-1.1-09")
def test_the_strongest_guardians_live_far_from_homes_and_ten_of_them_have_artifacts() -> None:
    for s in sample()[:10]:
        for feature in s.features.values():
            if feature.monster >= 0:
                far = farness(a_turn(s), feature.place, homes(s))
                assert feature.monster in fit_guardians(c.FEATURES[feature.kind].guardians, far)
        hidden = [item for item in s.items.values() if item.kind in c.ARTIFACTS]
        assert sorted(item.kind for item in hidden) == sorted(c.ARTIFACTS)
        far = {n: farness(a_turn(s), feature.place, homes(s)) for n, feature in s.features.items()}
        strong = [n for n, feature in s.features.items() if is_powerful(s, n)]
        used = {item.feature for item in hidden}
        assert used <= set(strong)
        nearest = min(ARTIFACT_APART, min(far[n] for n in used))
        assert not [n for n in strong if n not in used and far[n] > nearest and nearest < ARTIFACT_APART]


@pytest.mark.clause("AK-1.1-09")
@pytest.mark.parametrize(("far", "most"), [(1, 20), (2, 20), (3, 32), (4, 32), (5, 50), (20, 50)])
def test_the_farther_from_home_the_stronger_the_guardians(far: int, most: int) -> None:
    everybody = tuple(range(len(c.MONSTERS)))
    assert fit_guardians(everybody, far) == [m for m in everybody if c.MONSTERS[m].hp <= most]
    strong = tuple(m for m in everybody if c.MONSTERS[m].hp > 40)
    assert strong
    least = min(c.MONSTERS[m].hp for m in strong)
    assert fit_guardians(strong, far) == [m for m in strong if c.MONSTERS[m].hp <= max(most, least)]
    assert fit_guardians((), far) == []


def is_powerful(s: State, n: int) -> bool:
    feature = s.features[n]
    return feature.monster >= 0 and c.word_of(c.MONSTERS[feature.monster], feature.hp) >= c.POWERFUL


@pytest.mark.clause("AK-1.1-10")
def test_wealth_is_told_in_three_words() -> None:
    words = [c.WEALTHS[c.wealth(tax)] for tax in range(11)]
    assert words == ["Poor"] * 3 + ["Prosperous"] * 4 + ["Rich"] * 4


@pytest.mark.clause("AK-1.1-10")
def test_a_neighbour_learns_the_word_and_not_the_taxes() -> None:
    s = new_state()
    set_land(s, 403, tax=8)
    glimpse(a_turn(s), 0, at(s, 403))
    known = s.known[0][at(s, 403)]
    assert (known.wealth, known.tax) == (c.RICH, -9)
    assert "Rich" in text_of(s, 403)


@pytest.mark.clause("AK-1.1-10")
@pytest.mark.parametrize(
    ("terrain", "word"), [(c.PLAIN, "Prosperous"), (c.MOUNTAIN, "Prosperous"), (c.SEA, "Poor"), (c.DESERT, "Poor")]
)
def test_where_no_wealth_is_told_it_may_be_assumed(terrain: int, word: str) -> None:
    s = new_state()
    s.known[0][at(s, 403)] = Known(terrain=terrain)
    assert f"presumably {word}" in text_of(s, 403)


def text_of(s: State, number: int) -> str:
    return boards.seen(GAME.words, s, 0)[str(number)].text


@pytest.mark.clause("AK-1.1-11")
def test_rich_lands_have_three_defenders_prosperous_two_poor_one() -> None:
    counts: dict[int, list[int]] = {}
    for s in sample():
        for place in wild(s):
            counts.setdefault(c.wealth(s.lands[place].tax), []).append(len(s.armies_at(place)))
    assert mean(counts[c.RICH]) == pytest.approx(3, abs=0.1)
    assert mean(counts[c.PROSPEROUS]) == pytest.approx(2, abs=0.1)
    assert set(counts[c.POOR]) == {1}


@pytest.mark.clause("AK-1.1-11")
def test_a_sea_without_people_is_undefended_and_sea_people_defend_theirs() -> None:
    peoples: Counter[int] = Counter()
    for s in sample():
        for place in wild(s, at_sea=True):
            race = s.lands[place].race
            peoples[race] += 1
            assert bool(s.armies_at(place)) == (race >= 0)
            assert {s.armies[a].race for a in s.armies_at(place)} <= {race}
    assert set(peoples) == {-1, c.MERMEN, c.WHALES}
    assert 1 - peoples[-1] / peoples.total() == pytest.approx(0.15, abs=0.03)


@pytest.mark.clause("AK-1.1-12")
def test_at_the_start_only_home_and_its_neighbours_are_known() -> None:
    for s in sample()[:10]:
        for seat, home in enumerate(homes(s)):
            assert set(s.known[seat]) == {home, *s.atlas.neighbours[home]}
            assert s.known[seat][home].explored == 100
            assert {s.known[seat][near].explored for near in s.atlas.neighbours[home]} == {1}


@pytest.mark.clause("AK-1.1-12")
def test_the_board_is_blank_and_the_view_shows_what_is_known() -> None:
    s = world(0)
    (board,) = GAME.boards(s)
    assert {space.ground for space in board.spaces} == {("unknown",)}
    assert all(space.name == space.id and not space.text for space in board.spaces)
    view = GAME.view(s, s.seats[0])
    known = {str(s.atlas.numbers[place]) for place in s.known[0]}
    assert set(view.seen) == known
    assert {piece.space for piece in view.pieces} <= known
    assert not GAME.view(s, None).seen


# 1.2 to 1.5


@pytest.mark.clause("AK-1.2-01")
def test_a_kingdom_begins_with_a_province_three_armies_two_heroes_and_ten_gold() -> None:
    s = world(0)
    assert not any(s.holders + s.title_holders), "nobody has an office yet"
    for seat, kingdom in enumerate(s.kingdoms):
        mine = [army for army in s.armies.values() if army.owner == seat]
        assert kingdom.gold == 10
        assert len(mine) == 3
        assert {(army.place, army.leader, army.quality) for army in mine} == {
            (kingdom.home, kingdom.king, c.AVERAGE)
        }
        first, second = s.lands[kingdom.home].types
        assert sorted(army.type for army in mine) == sorted((first, first, second))


@pytest.mark.clause("AK-1.2-01")
def test_what_is_there_at_the_start_is_told() -> None:
    s = bare_state(8)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    (entry,) = told(s.journal, "awoken", 3)
    assert entry.readers == (3,)
    assert len(entry.data["people"]) == 2
    assert len(entry.data["armies"]) == 3
    assert GAME.words.say("journal.awoken", **entry.data)


@pytest.mark.clause("AK-1.2-02")
def test_the_player_picks_four_levels_of_fifteen_abilities() -> None:
    assert len(c.ABILITIES) == 15
    s = bare_state(8)
    line(s, 2, 'king "Kyron" race dwarf alignment evil temper berserk levels TA,TA,ME,TH')
    sequence.run_turn(s)
    king = s.king(2)
    assert (king.name, c.RACES[king.race], c.ALIGNMENTS[king.alignment]) == ("Kyron", "dwarf", "evil")
    assert {c.ABILITIES[at]: level for at, level in enumerate(king.levels) if level} == {"TA": 2, "ME": 1, "TH": 1}


@pytest.mark.clause("AK-1.2-02")
def test_in_the_beginning_nothing_else_can_be_ordered() -> None:
    s = bare_state(8)
    problems = GAME.check(s, s.seats[0], parse("1.1 MO 304"))
    assert [problem.clause for problem in problems] == ["AK-1.2-02"]


@pytest.mark.clause("AK-1.3-01")
def test_a_turn_has_five_phases_with_one_order_each() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    for phase, number in enumerate((503, 502, 602, 603, 604), 1):
        order(s, king, phase, f"MO {number}")
    load(s, random_encounter=1000)
    moves = told(run(s), "moved", 0)
    assert [entry.data["phase"] for entry in moves] == [1, 2, 3, 4, 5]
    assert s.people[king].place == at(s, 604)


@pytest.mark.clause("AK-1.3-01")
def test_two_orders_for_one_phase_are_one_too_many() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    problems = GAME.check(s, s.seats[0], parse(f"{king}.1 MO 503\n{king}.1 EX"))
    assert [(problem.line, problem.clause) for problem in problems if not problem.uncertain] == [(2, "AK-1.3-01")]
    with pytest.raises(SyntaxProblem):
        parse(f"{king}.6 EX")


@pytest.mark.clause("AK-1.3-02")
def test_there_are_eighteen_actions() -> None:
    codes = [
        "MO",
        "EX",
        "SE",
        "RE",
        "HI",
        "DI",
        "FI",
        "LE",
        "PI",
        "CA",
        "US",
        "EN",
        "PR",
        "SP",
        "DE",
        "PU",
        "TR",
        "GI",
    ]
    assert sorted(o.CODES.values()) == sorted(codes)
    done = {*sequence.DOERS, o.Practise}
    assert done == set(o.CODES), "every action is carried out"


@pytest.mark.clause("AK-1.4-01")
def test_a_report_is_prose_with_tables_for_each_player() -> None:
    s = bare_state(8)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    report = GAME.report(s, s.seats[0], s.journal)
    assert any(section.paragraphs for section in report.sections)
    assert any(section.grids for section in report.sections)
    others = {s.people[kingdom.king].name for kingdom in s.kingdoms[1:]}
    told_there = " ".join(str(section) for section in report.sections)
    assert not [name for name in others if name in told_there]


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


# 1.6

TABLE = {
    c.PLAIN: (6, 50, (5, 10), 10),
    c.DESERT: (2, 25, (5, 10), 15),
    c.JUNGLE: (4, 10, (3, 6), 25),
    c.FOREST: (5, 15, (3, 6), 20),
    c.MOUNTAIN: (5, 15, (1, 3), 15),
    c.SEA: (1, 25, (5, 10), 5),
}


@pytest.mark.parametrize(
    "terrain",
    [
        pytest.param(c.PLAIN, marks=pytest.mark.clause("AK-1.6-01")),
        pytest.param(c.DESERT, marks=pytest.mark.clause("AK-1.6-02")),
        pytest.param(c.JUNGLE, marks=pytest.mark.clause("AK-1.6-03")),
        pytest.param(c.FOREST, marks=pytest.mark.clause("AK-1.6-04")),
        pytest.param(c.MOUNTAIN, marks=pytest.mark.clause("AK-1.6-05")),
        pytest.param(c.SEA, marks=pytest.mark.clause("AK-1.6-06")),
    ],
)
def test_terrain_table(terrain: int) -> None:
    row = c.TERRAIN[terrain]
    tax, explore, battle_line, encounter = TABLE[terrain]
    assert (row.explore, row.line, row.encounter) == (explore, battle_line, encounter)
    assert mean(row.tax) == tax, "values alike likely have the printed average"
    taxes = [s.lands[p].tax for s in sample() for p in wild(s, at_sea=terrain == c.SEA) if s.terrain(p) == terrain]
    assert mean(taxes) == pytest.approx(tax, abs=0.35)


@pytest.mark.clause("AK-1.6-06")
def test_features_at_sea_are_rare() -> None:
    found = Counter(s.is_sea(feature.place) for s in sample() for feature in s.features.values())
    assert found[True] / found.total() == pytest.approx(1 / 9, abs=0.01)


def wild_roll(s: State, n: int, percent: float) -> bool:
    """Whether a roll of `percent` brings a monster to a character where he stands."""
    load(s, random_encounter=round(10 * percent))
    t = a_turn(s)
    met: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "palatine.games.adventurer_kings.rules.encounters.random_encounters.meet_monster",
            lambda t, n, m: met.append(m),
        )
        random_encounter(t, n)
    return bool(met)


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("terrain", list(TABLE))
def test_a_monster_comes_with_the_chance_of_the_terrain(terrain: int) -> None:
    s = new_state()
    set_land(s, 403, terrain=terrain)
    hero = put_person(s, "Odo", 0, 403)
    assert wild_roll(s, hero, TABLE[terrain][3])
    assert not wild_roll(s, hero, TABLE[terrain][3] + 1)


@pytest.mark.clause("AK-1.6-08")
def test_in_the_kingdom_half_as_often() -> None:
    s = new_state()
    own(s, 0, 403)
    hero = put_person(s, "Odo", 0, 403)
    assert wild_roll(s, hero, 5)
    assert not wild_roll(s, hero, 6)


def rolls_of(s: State, n: int, action: str) -> list[str]:
    """The purposes that an action of the first phase rolls for."""
    t = a_turn(s)
    s.dice.drawn = []  # type: ignore[misc]
    try:
        act(t, n, action)
        return [roll.purpose for roll in s.dice.drawn]
    finally:
        s.dice.drawn = None  # type: ignore[misc]


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("action", ["MO 404", "EX", "SE 1", "PU 99 plan TA", "TR 99"])
def test_moving_following_exploring_and_searching_run_the_risk(action: str) -> None:
    s = new_state()
    put_feature(s, "Dungeon", 504)
    learn_of(a_turn(s), 0, 1)
    s.people[99] = s.people[put_person(s, "Odo", 1, 404)]
    load(s, random_encounter=1000, on_the_trail=1)
    assert "random encounter" in rolls_of(s, s.kingdoms[0].king, action)


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("action", ["PR TA", "SP", "DE", "RE LE", "LE ALL"])
def test_other_actions_do_not(action: str) -> None:
    s = new_state()
    king = s.kingdoms[0].king
    order(s, king, 1, action)
    s.dice.drawn = []  # type: ignore[misc]
    idle(s)
    sequence.run_turn(s)
    rolls, s.dice.drawn = s.dice.drawn, None  # type: ignore[misc]
    assert "random encounter" not in [roll.purpose for roll in rolls]


@pytest.mark.clause("AK-1.6-07")
def test_with_an_army_nobody_meets_a_monster() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    put_army(s, "LE", 0, 504, leader=king)
    assert "random encounter" not in rolls_of(s, king, "MO 404")

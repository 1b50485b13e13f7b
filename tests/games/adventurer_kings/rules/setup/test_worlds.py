"""The world: its map, peoples, wealth, terrain (1.0, 1.1, 1.6)."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest

from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    at,
    dice,
    load,
    new_state,
    put_army,
    put_person,
    run,
    set_land,
)  # fmt: skip
from games.adventurer_kings.positions.worlds import TERRAIN_TABLE, homes, sample, sample_world, wild
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Known
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.movement.exploring import glimpse
from palatine.games.adventurer_kings.rules.setup import worlds
from palatine.games.adventurer_kings.rules.setup.homes import continents
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import boards

# 1.0, 1.1


@pytest.mark.clause("AK-1.0-01")
def test_a_kingdom_is_a_king_with_armies_treasure_and_heroes_and_a_turn_is_a_year() -> None:
    s = sample_world(0)
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
    atlas = sample_world(0).atlas
    assert (atlas.columns, atlas.rows, atlas.size) == (18, 9, 162)
    assert (atlas.numbers[0], atlas.numbers[-1]) == (101, 918)
    (standard,) = [scenario for scenario in GAME.scenarios if scenario.name == "standard"]
    assert sorted(len(table) for table in standard.tables) == [8, 9, 10, 11, 12]


@pytest.mark.clause("AK-1.1-01")
def test_neighbours_of_a_province_by_the_compass() -> None:
    atlas = new_state().atlas
    here = atlas.place(304)
    assert [atlas.numbers[p] for p in atlas.six_around[here]] == [204, 305, 405, 404, 403, 303]
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
    set_land(s, 402, race=tables.HUMAN, types=(tables.LEGION,))
    hero = put_person(s, "Odo", -1, 402, "TA3", rules=at(s, 402))
    put_army(s, "LE", NATIVE, 402)
    put_army(s, "LE", 0, 403)
    load(s, a_Hero_wanders=1)
    entries = run(s)
    assert s.people[hero].place == at(s, 402)
    assert s.owners[at(s, 402)] == NATIVE
    assert not [entry for entry in entries if entry.kind.startswith("battle")]


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
                assert tables.BEST_TYPE[land.race] == land.types[0]
                assert land.race in tables.HUMANOID or len(land.types) == 1
        names = [land.name for land in s.lands]
        assert len(set(names)) == len(names)


@pytest.mark.clause("AK-1.1-06")
def test_more_than_half_of_humanoid_provinces_have_a_second_type() -> None:
    types = [s.lands[p].types for s in sample() for p in wild(s) if s.lands[p].race in tables.HUMANOID]
    assert mean(len(each) == 2 for each in types) == pytest.approx(0.55, abs=0.03)
    assert all(tables.FLEET not in s.lands[p].types or touches_sea(s, p) for s in sample() for p in wild(s))


def touches_sea(s: State, place: int) -> bool:
    return any(s.is_sea(near) for near in s.atlas.neighbours[place])


@pytest.mark.clause("AK-1.1-07")
def test_about_half_of_all_provinces_are_sea_and_the_lands_are_of_five_kinds() -> None:
    shares = [mean(s.is_sea(p) for p in range(162)) for s in sample()]
    assert mean(shares) == pytest.approx(0.5, abs=0.02)
    assert min(shares) >= 0.44
    assert max(shares) <= 0.56
    lands = Counter(s.terrain(p) for s in sample() for p in wild(s))
    wanted = {tables.PLAIN: 28, tables.FOREST: 24, tables.MOUNTAIN: 22, tables.DESERT: 14, tables.JUNGLE: 12}
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
    assert races.most_common(1)[0][0] == tables.HUMAN
    assert races[tables.HUMAN] / races.total() == pytest.approx(0.5, abs=0.04)
    assert {
        tables.ELF,
        tables.DWARF,
        tables.ORC,
        tables.EAGLES,
        tables.DRAGONS,
        tables.TROLLS,
        tables.ENTS,
        tables.WEREBEASTS,
    } <= set(races)


@pytest.mark.clause("AK-1.1-08")
def test_peoples_live_where_they_can() -> None:
    fits = worlds.ONLY_IN | {tables.MERMEN: (tables.SEA,), tables.WHALES: (tables.SEA,)}
    for s in sample():
        for place in [*wild(s), *wild(s, at_sea=True)]:
            land = s.lands[place]
            assert land.terrain in fits.get(land.race, (land.terrain,))


@pytest.mark.clause("AK-1.1-10")
def test_wealth_is_told_in_three_words() -> None:
    words = [tables.WEALTHS[tables.wealth_class(tax)] for tax in range(11)]
    assert words == ["Poor"] * 3 + ["Prosperous"] * 4 + ["Rich"] * 4


@pytest.mark.clause("AK-1.1-10")
def test_a_neighbour_learns_the_word_and_not_the_taxes() -> None:
    s = new_state()
    set_land(s, 403, tax=8)
    glimpse(a_turn(s), 0, at(s, 403))
    known = s.known[0][at(s, 403)]
    assert (known.wealth, known.tax) == (tables.RICH, -9)
    assert "Rich" in text_of(s, 403)


@pytest.mark.clause("AK-1.1-10")
@pytest.mark.parametrize(
    ("terrain", "word"),
    [(tables.PLAIN, "Prosperous"), (tables.MOUNTAIN, "Prosperous"), (tables.SEA, "Poor"), (tables.DESERT, "Poor")],
)
def test_where_no_wealth_is_told_it_may_be_assumed(terrain: int, word: str) -> None:
    s = new_state()
    s.known[0][at(s, 403)] = Known(terrain=terrain)
    assert f"probably {word}" in text_of(s, 403)


def text_of(s: State, number: int) -> str:
    return boards.seen(GAME.words, s, 0)[str(number)].text


@pytest.mark.clause("AK-1.1-11")
def test_rich_lands_have_three_defenders_prosperous_two_poor_one() -> None:
    counts: dict[int, list[int]] = {}
    for s in sample():
        for place in wild(s):
            counts.setdefault(tables.wealth_class(s.lands[place].tax), []).append(len(s.armies_at(place)))
    assert mean(counts[tables.RICH]) == pytest.approx(3, abs=0.1)
    assert mean(counts[tables.PROSPEROUS]) == pytest.approx(2, abs=0.1)
    assert set(counts[tables.POOR]) == {1}


@pytest.mark.clause("AK-1.1-11")
def test_a_sea_without_people_is_undefended_and_sea_people_defend_theirs() -> None:
    peoples: Counter[int] = Counter()
    for s in sample():
        for place in wild(s, at_sea=True):
            race = s.lands[place].race
            peoples[race] += 1
            assert bool(s.armies_at(place)) == (race >= 0)
            assert {s.armies[a].race for a in s.armies_at(place)} <= {race}
    assert set(peoples) == {-1, tables.MERMEN, tables.WHALES}
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
    s = sample_world(0)
    (board,) = GAME.boards(s)
    assert {space.ground for space in board.spaces} == {("unknown",)}
    assert all(space.name == space.id and not space.text for space in board.spaces)
    view = GAME.view(s, s.seats[0])
    known = {str(s.atlas.numbers[place]) for place in s.known[0]}
    assert set(view.seen) == known
    assert {piece.space for piece in view.pieces} <= known
    assert not GAME.view(s, None).seen


@pytest.mark.parametrize(
    "terrain",
    [
        pytest.param(tables.PLAIN, marks=pytest.mark.clause("AK-1.6-01")),
        pytest.param(tables.DESERT, marks=pytest.mark.clause("AK-1.6-02")),
        pytest.param(tables.JUNGLE, marks=pytest.mark.clause("AK-1.6-03")),
        pytest.param(tables.FOREST, marks=pytest.mark.clause("AK-1.6-04")),
        pytest.param(tables.MOUNTAIN, marks=pytest.mark.clause("AK-1.6-05")),
        pytest.param(tables.SEA, marks=pytest.mark.clause("AK-1.6-06")),
    ],
)
def test_terrain_table(terrain: int) -> None:
    row = tables.TERRAIN[terrain]
    tax, explore, battle_line, encounter = TERRAIN_TABLE[terrain]
    assert (row.explore, row.line, row.encounter) == (explore, battle_line, encounter)
    assert mean(row.tax) == tax, "values alike likely have the printed average"
    taxes = [
        s.lands[p].tax for s in sample() for p in wild(s, at_sea=terrain == tables.SEA) if s.terrain(p) == terrain
    ]
    assert mean(taxes) == pytest.approx(tax, abs=0.35)


@pytest.mark.clause("AK-1.6-06")
def test_features_at_sea_are_rare() -> None:
    found = Counter(s.is_sea(feature.place) for s in sample() for feature in s.features.values())
    assert found[True] / found.total() == pytest.approx(1 / 9, abs=0.01)


@pytest.mark.clause("AK-1.1-06")
@pytest.mark.parametrize(
    ("race", "terrain", "others"),
    [
        (tables.HUMAN, tables.JUNGLE, (tables.ELEPHANTS, tables.BOWMEN)),
        (tables.HUMAN, tables.MOUNTAIN, (tables.AXEMEN, tables.PHALANX)),
        (tables.ELF, tables.FOREST, (tables.LIGHT, tables.AXEMEN)),
        (tables.DWARF, tables.FOREST, (tables.PHALANX, tables.LEGION)),
    ],
)  # fmt: skip
def test_the_second_type_is_any_of_those_of_the_race_and_terrain(
    race: int, terrain: int, others: tuple[int, ...]
) -> None:
    t = a_turn(new_state())
    terrains = [terrain] * t.s.atlas.size
    for face, other in enumerate(others, 1):
        with dice(t.s, [("a second type", 1), ("a second type", face)]):
            found = worlds.native_types(t, terrains, 0, race)
        assert found == (tables.BEST_TYPE[race], other)


@pytest.mark.clause("AK-1.1-07")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_terrains_lie_in_patches_of_one_to_four_provinces(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The land is one row; each patch starts at the first province left and grows along it."""
    s = new_state()
    row = [at(s, 501 + column) for column in range(16)]
    load(s, where_a_terrain_begins=1, patch_of_terrain=size)
    kinds = iter([tables.FOREST, tables.PLAIN] * 8)
    monkeypatch.setattr(worlds, "grow_land", lambda *_: set(row))
    monkeypatch.setattr(worlds, "weighted", lambda *_: next(kinds))
    terrains = worlds.lay_out(a_turn(s))
    assert [terrains[place] for place in row] == [
        (tables.FOREST, tables.PLAIN)[column // size % 2] for column in range(16)
    ]


@pytest.mark.clause("AK-1.1-07")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_land_grows_from_as_many_seeds_as_there_are_continents(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If nothing grows, the seeds are all the land."""
    s = new_state()
    monkeypatch.setattr(worlds, "SEA_SHARE", 100)
    monkeypatch.setattr(worlds, "SEA_MARGIN", 0)
    load(s, closer_together=2)
    land = sorted(worlds.grow_land(a_turn(s), count))
    assert len(land) == count
    assert all(s.atlas.distance(place, other) > 5 for place in land for other in land if place != other)

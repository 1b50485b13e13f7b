"""Artifacts, discoveries, titles and offices that strengthen an army (4.3.1, 6.3, 10.1, 12.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.battlefield import HERE, general
from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    new_state,
    put_army,
    put_item,
    put_person,
    sea,
    set_land,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.combat.strength import (
    basic,
    druid_shortfall,
    exploration_factor,
    extra_factor,
    level_in_battle,
    nemesis_factor,
    skill_factor,
    terrain_strength,
)


def discovery(name: str) -> int:
    return [each.name for each in tables.DISCOVERIES].index(name)


@pytest.mark.clause("AK-4.3.1-01", "AK-6.3-27")
@pytest.mark.parametrize(("name", "code", "at_sea", "defends", "factor"), [
    ("Siege Engine", "LE", False, False, 1.10), ("Siege Engine", "LE", False, True, 1.0),
    ("Siege Engine", "EA", False, False, 1.0), ("Siege Engine", "FL", False, False, 1.0),
    ("Steel Blades", "LE", False, True, 1.10), ("Steel Blades", "HC", False, True, 1.0),
    ("Longbow", "BO", False, False, 1.15), ("Long Pike", "PH", False, False, 1.10),
    ("Tempered Axe", "AX", False, False, 1.10), ("Stirrup", "LC", False, False, 1.10),
    ("Stirrup", "HC", False, False, 1.10), ("Stirrup", "CH", False, False, 1.0),
    ("Scythed Wheels", "CH", False, False, 1.20), ("Greek Fire", "FL", True, False, 1.20),
    ("Greek Fire", "FL", False, False, 1.0), ("Bronze Ram", "FL", True, True, 1.10),
    ("Ramparts", "GA", False, True, 1.25), ("Ramparts", "GA", False, False, 1.0),
    ("Gunpowder", "LE", False, True, 1.10), ("Gunpowder", "EA", False, True, 1.0),
    ("Gunpowder", "FL", True, True, 1.0), ("Gunpowder", "ME", True, True, 1.0), ("Compass", "LE", False, False, 1.0),
])  # fmt: skip
def test_what_a_discovery_is_worth_in_battle(
    name: str, code: str, at_sea: bool, defends: bool, factor: float
) -> None:
    s = new_state()
    if at_sea:
        sea(s, HERE)
    army = s.armies[put_army(s, code, 0, HERE)]
    t = a_turn(s)
    assert extra_factor(t, army, at(s, HERE), defends) == 1.0
    s.set_kingdom(0, discoveries=(discovery(name),))
    assert extra_factor(t, army, at(s, HERE), defends) == pytest.approx(factor)
    assert extra_factor(t, s.armies[put_army(s, code, 1, HERE)], at(s, HERE), defends) == 1.0


@pytest.mark.clause("AK-2.0-01", "AK-4.3.1-01")
@pytest.mark.parametrize(("code", "defends", "factor"), [
    ("LE", False, 1.21), ("LE", True, 1.0), ("EA", False, 1.0), ("DR", False, 1.0), ("FL", False, 1.0),
])  # fmt: skip
def test_a_master_sage_doubles_the_siege_engine_for_land_armies_that_attack(
    code: str, defends: bool, factor: float
) -> None:
    s = new_state()
    master(s, tables.GREAT_ENGINES)
    army = s.armies[put_army(s, code, 0, HERE)]
    t = a_turn(s)
    assert extra_factor(t, army, at(s, HERE), defends) == 1.0, "without an engine there is nothing to double"
    s.set_kingdom(0, discoveries=(discovery("Siege Engine"),))
    assert extra_factor(t, army, at(s, HERE), defends) == pytest.approx(factor)


@pytest.mark.clause("AK-12.1-08", "AK-10.1-04")
@pytest.mark.parametrize(("code", "race", "factor"), [
    ("LE", tables.HUMAN, 1.05), ("BO", tables.ELF, 1.05), ("AX", tables.DWARF, 1.05), ("WR", tables.ORC, 1.05),
    ("ME", tables.MERMEN, 1.10),
    ("WH", tables.WHALES, 1.10), ("DR", tables.DRAGONS, 1.10), ("EA", tables.EAGLES, 1.0), ("TR", tables.TROLLS, 1.0),
    ("EN", tables.ENTS, 1.0),
    ("WE", tables.WEREBEASTS, 1.0),
])  # fmt: skip
def test_the_titles_of_the_races_and_the_marshal_strengthen_those_they_lead(
    code: str, race: int, factor: float
) -> None:
    s = new_state()
    n = general(s, 0, [])
    army = s.armies[put_army(s, code, 0, HERE, n, race=race)]
    t = a_turn(s)
    s.title_holders[titles.title_of_race(race)] = n
    assert extra_factor(t, army, at(s, HERE), False) == pytest.approx(factor)
    other = next(each for each in range(len(tables.RACES)) if each != race)
    s.title_holders[titles.title_of_race(race)] = 0
    s.title_holders[titles.title_of_race(other)] = n
    assert extra_factor(t, army, at(s, HERE), False) == 1.0
    s.holders[titles.MARSHAL] = n
    assert extra_factor(t, army, at(s, HERE), False) == pytest.approx(1.05)
    assert extra_factor(t, s.armies[put_army(s, code, 0, HERE, race=race)], at(s, HERE), False) == 1.0


@pytest.mark.clause("AK-10.1-12")
@pytest.mark.parametrize(("item", "code", "race", "shortfall", "level"), [
    ("", "BO", tables.ELF, 1, 1), ("Bow of the Elven Kings", "BO", tables.ELF, 0, 3),
    ("Bow of the Elven Kings", "LE", tables.ELF, 0, 2),
    ("Bow of the Elven Kings", "BO", tables.DWARF, 1, 1), ("Axe of the Dwarven Lords", "AX", tables.DWARF, 0, 3),
    ("Axe of the Dwarven Lords", "AX", tables.ELF, 1, 1), ("Scimitar of Orc Mastery", "PH", tables.ORC, 0, 3),
    ("Scimitar of Orc Mastery", "WR", tables.ORC, 0, 3), ("Scimitar of Orc Mastery", "AX", tables.ORC, 0, 2),
    ("Crown of Dragon Command", "DR", tables.DRAGONS, 0, 2), ("", "DR", tables.DRAGONS, 4, -2),
    ("Feather of the Great Eagle", "EA", tables.EAGLES, 0, 2), ("Crown of Dragon Command", "EA", tables.EAGLES, 3, -1),
    ("Horn of Neptune", "WH", tables.WHALES, 0, 2), ("Horn of Neptune", "ME", tables.MERMEN, 0, 2),
    ("", "WH", tables.WHALES, 2, 0),
    ("", "TR", tables.TROLLS, 2, 0), ("", "EN", tables.ENTS, 3, -1), ("", "WE", tables.WEREBEASTS, 1, 1),
    ("", "LE", tables.HUMAN, 0, 2),
])  # fmt: skip
def test_artifacts_command_and_drill_the_armies_they_are_made_for(
    item: str, code: str, race: int, shortfall: int, level: int
) -> None:
    s = new_state()
    n = general(s, 0, [])
    if item:
        put_item(s, item, n)
    army = s.armies[put_army(s, code, 0, HERE, n, race=race)]
    t = a_turn(s)
    assert druid_shortfall(t, army, 0) == shortfall
    assert level_in_battle(t, army, at(s, HERE), False, False) == level


@pytest.mark.clause("AK-4.3.2-03")
@pytest.mark.parametrize(("king_race", "levels", "shortfall"), [
    (tables.HUMAN, "", 2), (tables.HUMAN, "DR1", 1), (tables.HUMAN, "DR2", 0), (tables.HUMAN, "DR4", 0),
    (tables.WHALES, "", 0),
])  # fmt: skip
def test_for_garrisons_the_kings_druid_skill_counts_and_for_nobodys_armies_none(
    king_race: int, levels: str, shortfall: int
) -> None:
    s = new_state()
    number = put_person(s, "King", 0, 504, levels, is_king=True, race=king_race)
    s.set_kingdom(0, king=number)
    garrison = s.armies[put_army(s, "WH", 0, HERE)]
    t = a_turn(s)
    assert druid_shortfall(t, garrison, 0) == shortfall
    assert druid_shortfall(t, garrison, -1) == 0


@pytest.mark.clause("AK-2.0-01", "AK-4.3.2-02")
@pytest.mark.parametrize(("power", "race", "level"), [
    (tables.KEEN_FOREIGNERS, tables.HUMAN, 2), (tables.KEEN_FOREIGNERS, tables.ELF, 3),
    (tables.MONSTER_ALLY, tables.ELF, 2),
])  # fmt: skip
def test_a_master_druid_makes_foreign_armies_keen(power: int, race: int, level: int) -> None:
    s = new_state()
    n = master(s, power)
    army = s.armies[put_army(s, "LE", 0, 504, n, race=race)]
    s.set_kingdom(0, home=at(s, 814))
    assert level_in_battle(a_turn(s), army, at(s, 504), False, False) == level


@pytest.mark.clause("AK-6.3-26", "AK-6.3-20")
def test_what_changes_quality_in_battle() -> None:
    s = new_state()
    n, other = general(s, 0, ["LE"]), general(s, 0, ["LE"])
    (army,) = s.led_by(n)
    stray = put_army(s, "LE", 0, HERE)
    t = a_turn(s)
    place = at(s, HERE)

    def level(number: int, *, fanatic: bool = False, lacks: bool = False) -> int:
        return level_in_battle(t, s.armies[number], place, fanatic, lacks)

    assert [level(army), level(army, fanatic=True), level(army, lacks=True)] == [2, 3, 1]
    s.set_kingdom(0, home=place)
    assert level(army) == 3
    s.set_kingdom(0, home=at(s, 504))
    t.spells.hearts.add(n)
    assert [level(army), level(s.led_by(other)[0]), level(stray)] == [3, 2, 2]
    t.spells.crowds.add((0, place))
    assert [level(s.led_by(other)[0]), level(stray), level(put_army(s, "LE", 1, HERE))] == [2, 3, 2]
    t.spells.crowds = {(0, at(s, 506))}
    assert level(stray) == 2


@pytest.mark.clause("AK-6.3-23", "AK-4.3.1-01")
@pytest.mark.parametrize(("code", "barded", "factor"), [("HC", 1, 5 / 6), ("HC", 0, 2 / 3), ("LC", 1, 2 / 3)])
def test_barding_halves_what_heavy_cavalry_fears(code: str, barded: int, factor: float) -> None:
    s = new_state()
    if barded:
        s.set_kingdom(0, discoveries=(discovery("Horse Barding"),))
    assert nemesis_factor(a_turn(s), s.armies[put_army(s, code, 0, HERE)]) == pytest.approx(factor)


@pytest.mark.clause("AK-6.3-18", "AK-6.3-19")
@pytest.mark.parametrize(
    ("own", "other", "factor"), [(100, 0, 1.25), (60, 20, 1.1), (20, 60, 1.0), (50, 50, 1.0), (1, 0, 1.0025)]
)
def test_the_better_explored_the_stronger(own: int, other: int, factor: float) -> None:
    assert exploration_factor(own, other) == pytest.approx(factor)


@pytest.mark.clause("AK-4.1.1-01", "AK-4.1.3-01")
@pytest.mark.parametrize(("code", "on_island", "factor"), [
    ("LE", False, 1.4), ("EA", False, 1.4), ("FL", False, 1.2), ("WH", False, 1.2), ("ME", False, 1.2),
    ("LE", True, 1.2),
])  # fmt: skip
def test_which_skill_of_the_leader_counts(code: str, on_island: bool, factor: float) -> None:
    s = new_state()
    n = general(s, 0, [], "TA2 NA1")
    army = s.armies[put_army(s, code, 0, HERE, n)]
    t = a_turn(s)
    assert skill_factor(t, army, n, on_island) == pytest.approx(factor)
    assert skill_factor(t, army, 0, on_island) == 1.0


@pytest.mark.clause("AK-6.3-34", "AK-6.3-02", "AK-6.3-14", "AK-6.3-06")
@pytest.mark.parametrize(("code", "race", "terrain", "defends", "strength"), [
    ("WH", tables.WHALES, tables.PLAIN, False, 0), ("WH", tables.WHALES, tables.SEA, False, 6),
    ("GA", tables.HUMAN, tables.DESERT, True, 3),
    ("GA", tables.HUMAN, tables.DESERT, False, 1), ("LE", tables.HUMAN, tables.PLAIN, False, 4),
    ("LE", tables.HUMAN, tables.FOREST, False, 4),
    ("LE", tables.ELF, tables.FOREST, False, 4), ("LE", tables.HUMAN, tables.SEA, False, 2),
    ("BO", tables.ELF, tables.FOREST, False, 5),
    ("TR", tables.TROLLS, tables.MOUNTAIN, False, 6), ("TR", tables.TROLLS, tables.SEA, False, 2.5),
])  # fmt: skip
def test_basic_strength(code: str, race: int, terrain: int, defends: bool, strength: float) -> None:
    s = new_state()
    army = s.armies[put_army(s, code, 0, HERE, race=race)]
    assert basic(army, terrain, defends) == strength


@pytest.mark.clause("AK-6.3-14", "AK-12.2-04")
def test_what_is_drawn_for_elephants_and_what_light_cavalry_is_abroad() -> None:
    s = new_state()
    elephants, light = (s.armies[put_army(s, code, 0, HERE)] for code in ("EL", "LC"))
    assert [basic(elephants, tables.DESERT, False, drawn) for drawn in (0, 2, 5)] == [2, 2, 5]
    assert [basic(light, tables.FOREST, False, 5, strength) for strength in (0, 3)] == [2, 3]
    assert basic(elephants, tables.DESERT, False, 4, 3) == 4


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(("code", "quality", "power", "at_sea", "strength"), [
    ("FL", tables.AVERAGE, tables.COASTAL_FLEETS, False, 3), ("FL", tables.GREEN, tables.COASTAL_FLEETS, False, 1.5),
    ("FL", tables.AVERAGE, tables.THREE_ABOARD, False, 1.5), ("FL", tables.AVERAGE, tables.COASTAL_FLEETS, True, 4),
    ("ME", tables.AVERAGE, tables.COASTAL_FLEETS, False, 1),
])  # fmt: skip
def test_good_fleets_of_a_master_of_the_sea_defy_the_coast(
    code: str, quality: int, power: int, at_sea: bool, strength: float
) -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.SEA if at_sea else tables.DESERT, race=-1)
    n = master(s, power)
    army = s.armies[put_army(s, code, 0, HERE, n, quality=quality)]
    assert terrain_strength(a_turn(s), army, at(s, HERE), False, 0) == strength

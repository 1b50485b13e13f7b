"""The worth of armies: the Army Type Table, race, terrain, quality, skill (6.1, 6.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    know,
    load,
    new_state,
    own,
    put_army,
    put_item,
    put_person,
    sea,
    set_land,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import NATIVE, Army
from palatine.games.adventurer_kings.rules.combat.contests import total
from palatine.games.adventurer_kings.rules.combat.deployment import draw_lines, muster
from palatine.games.adventurer_kings.rules.combat.strength import (
    basic,
    druid_shortfall,
    exploration_factor,
    extra_factor,
    is_nemesis,
    level_in_battle,
    multiplier,
    nemesis_factor,
    skill_factor,
)
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force

P, D, J, F, M, S = range(6)
ROWS = {
    "GA": (1, 3, 1, 1, "", "", ""), "BO": (2, 2, 2, 2, "FJ", "", ""), "AX": (2, 2, 2, 2, "FM", "", ""),
    "PH": (3, 3, 2, 2, "P", "FJS", "LE"), "LE": (3, 3, 2, 2, "", "S", "HC"),
    "LC": (2, 2, 4, 2, "PD", "", "CH CC EL WE WR DR"), "HC": (4, 4, 3, 3, "P", "FJMS", "CH CC EL WE WR DR"),
    "CH": (3, 3, 3, 3, "PD", "FJMS", "CC EL WE WR DR"), "EL": (2, 2, 2, 3, "J", "FMS", ""),
    "CC": (2, 2, 3, 3, "D", "FJS", ""), "WR": (3, 3, 3, 3, "F", "S", "EA"), "DR": (6, 6, 5, 4, "", "", "BO"),
    "EA": (4, 4, 5, 3, "M", "FJ", "BO"), "WH": (5, 5, 4, 3, "S", "PDJFM", "ME"), "FL": (3, 3, 2, 3, "S", "PDJFM", ""),
    "ME": (2, 2, 3, 2, "SJ", "DM", "BO"), "EN": (6, 6, 1, 3, "FJ", "SD", "AX DR"), "TR": (5, 5, 2, 3, "M", "S", "AX"),
    "WE": (3, 3, 3, 3, "FM", "S", ""),
}  # fmt: skip
"""Attack and defence strength, speed, pay, home and adverse terrain, nemesis, by code."""


@pytest.mark.clause(
    "AK-6.1-01", "AK-6.3-01", "AK-6.3-02", "AK-6.3-03", "AK-6.3-04", "AK-6.3-05", "AK-6.3-06", "AK-6.3-07",
    "AK-6.3-08", "AK-6.3-09", "AK-6.3-10", "AK-6.3-11", "AK-6.3-12", "AK-6.3-13", "AK-6.3-14", "AK-6.3-15",
    "AK-6.3-16", "AK-6.3-17", "AK-6.3-18", "AK-6.3-19",
)  # fmt: skip
@pytest.mark.parametrize("code", ROWS)
def test_the_army_type_table(code: str) -> None:
    strength, defending, speed, pay, home, adverse, nemesis = ROWS[code]
    row = tables.ARMY[tables.ARMY_CODES.index(code)]
    letters = {letter: terrain for terrain, letter in enumerate(tables.TERRAIN_LETTER)}
    assert (row.strength, row.defending, row.speed, row.pay) == (strength, defending, speed, pay)
    assert row.home == {letters[letter] for letter in home}
    assert row.adverse == {letters[letter] for letter in adverse}
    assert row.nemesis == {tables.ARMY_CODES.index(each) for each in nemesis.split()}


@pytest.mark.clause("AK-6.3-20", "AK-6.3-21")
@pytest.mark.parametrize(
    ("race", "kind", "terrain", "strength"),
    [
        (tables.ELF, tables.BOWMEN, F, 2 + 1 + 1 + 1), (tables.ELF, tables.BOWMEN, P, 2 + 1),
        (tables.ELF, tables.LEGION, F, 3 + 1),
        (tables.DWARF, tables.AXEMEN, M, 2 + 1 + 1 + 1), (tables.DWARF, tables.AXEMEN, F, 2 + 1 + 1),
        (tables.ORC, tables.PHALANX, M, 3 + 1 + 1),
        (tables.HUMAN, tables.LEGION, P, 3 + 1), (tables.HUMAN, tables.LEGION, F, 3 + 1),
        (tables.HUMAN, tables.LEGION, S, (3 + 1) / 2),
        (tables.HUMAN, tables.HEAVY, P, 4 + 1), (tables.HUMAN, tables.HEAVY, F, 4 / 2),
    ],
)  # fmt: skip
def test_race_and_terrain(race: int, kind: int, terrain: int, strength: float) -> None:
    assert basic(Army(kind, race, tables.AVERAGE, 0, 0), terrain, is_defending=False) == strength


@pytest.mark.clause("AK-6.3-01")
def test_garrisons_are_better_at_home() -> None:
    garrison = Army(tables.GARRISON, tables.HUMAN, tables.AVERAGE, 0, 0)
    assert (basic(garrison, P, is_defending=True), basic(garrison, P, is_defending=False)) == (3, 1)


@pytest.mark.clause("AK-6.3-23", "AK-6.1-02")
def test_quality_multiplies() -> None:
    assert [
        multiplier(level) for level in (tables.GREEN, tables.AVERAGE, tables.VETERAN, tables.CRACK, tables.ELITE, 6)
    ] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    assert multiplier(tables.GREEN) > multiplier(tables.DEPLETED) > multiplier(tables.SUB_DEPLETED) > 0
    assert tables.QUALITY_NAME[1:7] == ("Depleted", "Green", "Average", "Veteran", "Crack", "Elite")


@pytest.mark.clause("AK-6.3-22")
def test_a_nemesis_takes_a_third() -> None:
    t = a_turn(new_state())
    legion, horse = Army(tables.LEGION, tables.HUMAN, 2, 0, 0), Army(tables.HEAVY, tables.HUMAN, 2, 0, 1)
    assert is_nemesis(legion, horse)
    assert not is_nemesis(horse, legion)
    assert nemesis_factor(t, legion) == pytest.approx(2 / 3)


@pytest.mark.clause("AK-6.3-26")
def test_exploration_is_worth_up_to_a_quarter() -> None:
    assert exploration_factor(100, 0) == 1.25
    assert exploration_factor(60, 20) == pytest.approx(1.1)
    assert exploration_factor(20, 60) == 1.0


@pytest.mark.clause("AK-4.1.1-01", "AK-4.1.3-01")
def test_tactics_for_the_land_and_naval_skill_for_the_sea() -> None:
    s = new_state()
    general = put_person(s, "Marius", 0, 504, "TA1 NA2")
    legion, fleet = (s.armies[put_army(s, code, 0, 504, general)] for code in ("LE", "FL"))
    t = a_turn(s)
    assert skill_factor(t, legion, general) == pytest.approx(1.2)
    assert skill_factor(t, fleet, general) == pytest.approx(1.4)
    assert skill_factor(t, fleet, general, on_island=True) == skill_factor(t, legion, general, on_island=True)


@pytest.mark.clause("AK-4.3.2-02", "AK-4.3.2-03")
def test_missing_druid_levels_lower_quality() -> None:
    s = new_state()
    sailor = put_person(s, "Nemo", 0, 504)
    whales = s.armies[put_army(s, "WH", 0, 504, sailor)]
    alone = s.armies[put_army(s, "WH", 0, 504)]
    t = a_turn(s)
    assert druid_shortfall(t, whales, 0) == 2
    assert level_in_battle(t, whales, at(s, 509), False, False) == tables.DEPLETED
    assert druid_shortfall(t, alone, 0) == 2, "the King has no Druid level either"
    king = s.kingdoms[0].king
    s.set_person(
        king, levels=tuple(1 if ability == tables.DRUID else 0 for ability in range(len(tables.ABILITIES)))
    )
    assert druid_shortfall(a_turn(s), alone, 0) == 1


@pytest.mark.clause("AK-6.3-24")
def test_home_is_worth_a_level() -> None:
    s = new_state()
    legion = s.armies[put_army(s, "LE", 0, 504)]
    t = a_turn(s)
    assert level_in_battle(t, legion, at(s, 504), False, False) == tables.VETERAN
    assert level_in_battle(t, legion, at(s, 505), False, False) == tables.AVERAGE


def battle(s, attackers, defenders, number=505, seats=(0, NATIVE)):  # type: ignore[no-untyped-def]
    """Return a battle deployed in a province, not yet fought."""
    t = a_turn(s)
    sides = []
    for side, armies, seat in ((ATTACKER, attackers, seats[0]), (DEFENDING, defenders, seats[1])):
        force = Force(side, seat, armies, s.armies[armies[0]].leader)
        force.seats = [seat]
        force.explored = 100 if seat < 0 else t.known_before(seat, at(s, number))
        sides.append(force)
    b = Battle(t, at(s, number), *sides)
    muster(b)
    draw_lines(b)
    return b


@pytest.mark.clause("AK-11.1-01", "AK-7.2-01", "AK-7.2-02", "AK-7.2-03", "AK-6.3-25")
def test_the_worked_example_of_the_beginners_tips() -> None:
    s = new_state()
    set_land(s, 505, terrain=tables.FOREST, race=tables.ELF, types=(tables.BOWMEN,))
    king = s.kingdoms[0].king
    attackers = [put_army(s, "LE", 0, 505, king) for _ in range(4)] + [
        put_army(s, "HC", 0, 505, king) for _ in range(3)
    ]
    defenders = [put_army(s, "BO", NATIVE, 505, race=tables.ELF) for _ in range(2)]
    know(s, 0, 505, explored=0)
    load(s, battle_line=3)
    b = battle(s, attackers, defenders)
    assert b.width == 2
    assert sum(total(b, column, ATTACKER) for column in range(2)) == 16 + 16 + 4 + 1
    defence = [total(b, column, DEFENDING) for column in range(2)]
    assert defence == [15.625, 15.625]
    assert sum(round(each) for each in defence) == 32


@pytest.mark.clause("AK-6.3-31")
def test_an_army_without_camels_suffers_in_the_desert() -> None:
    s = new_state()
    set_land(s, 505, terrain=tables.DESERT)
    own(s, -1, 505)
    mine = [put_army(s, "LE", 0, 505, s.kingdoms[0].king)]
    theirs = [put_army(s, "LE", NATIVE, 505), put_army(s, "CC", NATIVE, 505)]
    b = battle(s, mine, theirs)
    assert [unit.level for unit in b.forces[0].units] == [tables.GREEN]
    assert {unit.level for unit in b.forces[1].units} == {tables.AVERAGE}


@pytest.mark.clause("AK-6.3-29")
@pytest.mark.parametrize("die", [1, 4])
def test_elephants_are_unpredictable(die: int) -> None:
    s = new_state()
    mine = [put_army(s, "EL", 0, 505, s.kingdoms[0].king)]
    load(s, elephants=die)
    b = battle(s, mine, [put_army(s, "LE", NATIVE, 505)])
    assert b.forces[0].units[0].basic == 1 + die


@pytest.mark.clause("AK-6.3-28", "AK-4.2.5-05")
def test_fanatics_fight_a_level_higher() -> None:
    s = new_state()
    undead = put_person(s, "Mort", 0, 505, alignment=tables.UNDEAD)
    bones = put_army(s, "LE", 0, 505, undead, is_skeletal=True)
    men = put_army(s, "LE", 0, 505, undead)
    b = battle(s, [bones, men], [put_army(s, "LE", NATIVE, 505)])
    levels = {unit.number: unit.level for unit in b.forces[0].units}
    assert levels == {bones: tables.VETERAN, men: tables.AVERAGE}
    assert [
        tables.ALIGNMENT[each].fanatic for each in (tables.DIVINE, tables.GOOD, tables.EVIL, tables.NEUTRAL)
    ] == [50, 40, 25, 0]


@pytest.mark.clause("AK-6.3-28")
@pytest.mark.parametrize(
    ("alignment", "face", "level"),
    [
        (tables.GOOD, 400, tables.VETERAN), (tables.GOOD, 401, tables.AVERAGE), (tables.DIVINE, 500, tables.VETERAN),
        (tables.DIVINE, 501, tables.AVERAGE),
        (tables.EVIL, 250, tables.VETERAN), (tables.EVIL, 251, tables.AVERAGE), (tables.NEUTRAL, 1, tables.AVERAGE),
        (tables.UNDEAD, 1, tables.AVERAGE),
    ],
)  # fmt: skip
def test_so_many_armies_of_an_alignment_are_fanatical(alignment: int, face: int, level: int) -> None:
    s = new_state()
    s.set_kingdom(0, alignment=alignment)
    mine = [put_army(s, "LE", 0, 505, s.kingdoms[0].king)]
    load(s, fanaticism=face)
    assert battle(s, mine, [put_army(s, "LE", NATIVE, 505)]).forces[0].units[0].level == level


@pytest.mark.clause("AK-6.3-34")
def test_whales_are_worth_nothing_on_land() -> None:
    assert basic(Army(tables.WHALE, tables.WHALES, 2, 0, 0), P, is_defending=True) == 0
    assert basic(Army(tables.WHALE, tables.WHALES, 2, 0, 0), S, is_defending=True) == 6


@pytest.mark.clause("AK-10.1-10")
def test_excalibur_leads_better() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    put_item(s, "Excalibur", king)
    mine = [put_army(s, "LE", 0, 505, king)]
    b = battle(s, mine, [put_army(s, "LE", NATIVE, 505)])
    assert b.forces[0].units[0].worth == pytest.approx(4 * 2 * 1.1)


@pytest.mark.clause("AK-4.3.1-01", "AK-6.3-33")
@pytest.mark.parametrize(("names", "factor"), [
    (("Greek Fire",), 1.20), (("Bronze Ram",), 1.10), (("Greek Fire", "Bronze Ram"), 1.32), ((), 1.0),
])  # fmt: skip
@pytest.mark.parametrize("code", ["FL", "ME", "LE"])
@pytest.mark.parametrize("is_at_sea", [True, False])
def test_greek_fire_and_the_bronze_ram_help_fleets_at_sea_and_nobody_else(
    names: tuple[str, ...], factor: float, code: str, is_at_sea: bool
) -> None:
    s = new_state()
    if is_at_sea:
        sea(s, 505)
    s.set_kingdom(0, discoveries=tuple(d for d, each in enumerate(tables.DISCOVERIES) if each.name in names))
    army = s.armies[put_army(s, code, 0, 505, put_person(s, "Admiral", 0, 505))]
    expected = factor if is_at_sea and code == "FL" else 1.0
    for is_defending in (True, False):
        assert extra_factor(a_turn(s), army, at(s, 505), is_defending) == pytest.approx(expected)


@pytest.mark.clause("AK-4.2.1-08", "AK-4.3.1-01")
def test_on_a_parted_sea_there_is_no_greek_fire() -> None:
    s = new_state()
    sea(s, 505)
    s.set_kingdom(0, discoveries=tuple(d for d, each in enumerate(tables.DISCOVERIES) if each.name == "Greek Fire"))
    army = s.armies[put_army(s, "FL", 0, 505)]
    t = a_turn(s)
    t.spells.parted.add(at(s, 505))
    assert extra_factor(t, army, at(s, 505), False) == pytest.approx(1.0)

"""Lines of battle: their length, flanks, flyers, nemeses (7.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, field, general, natives
from games.adventurer_kings.positions.realm import load, new_state, put_army, put_feature, set_land
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.combat.contests import total, unit_in_column
from palatine.games.adventurer_kings.rules.combat.deployment import (
    draw_lines,
    find_nemeses,
    opposes,
    place_flyers,
    summon_monster,
    switch,
)
from palatine.games.adventurer_kings.rules.combat.strength import is_nemesis
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING


@pytest.mark.clause("AK-7.2-01", "AK-1.6-01", "AK-1.6-03", "AK-1.6-05", "AK-1.6-06")
@pytest.mark.parametrize("terrain", range(6))
def test_the_line_is_as_long_as_the_terrain_has_it(terrain: int) -> None:
    s = new_state()
    set_land(s, HERE, terrain=terrain)
    b = field(s, s.led_by(general(s, 0, ["LE"] * 12)), natives(s, *["LE"] * 12))
    found = []
    for face in (1, 99):
        load(s, battle_line=face)
        draw_lines(b)
        found.append(b.width)
    least, most = {tables.PLAIN: (5, 10), tables.DESERT: (5, 10), tables.SEA: (5, 10), tables.MOUNTAIN: (1, 3)}.get(
        terrain, (3, 6)
    )
    assert found == [least, most]


@pytest.mark.clause("AK-7.2-01")
def test_the_line_is_no_longer_than_terrain_and_the_smaller_force() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, ["HC", "LE", "BO", "LE"])
    b = field(s, s.led_by(n), natives(s, "LE", "LE", "LE"), width=1)
    assert b.width == 1
    assert tables.ARMY_CODES[b.columns[0][ATTACKER][0].army.type] == "LE"
    assert [unit.share for unit in b.columns[0][ATTACKER]] == [1.0, 0.5, 0.25, 0.125]
    assert tables.TERRAIN[tables.MOUNTAIN].line == (1, 3)


@pytest.mark.clause("AK-7.2-03")
def test_the_larger_force_turns_both_flanks() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 7)
    b = field(s, s.led_by(n), natives(s, "LE", "LE", "LE"), width=5)
    assert b.width == 3
    shares = [[unit.share for unit in column[ATTACKER]] for column in b.columns]
    assert sorted(shares[0] + shares[1] + shares[2]) == [0.5, 0.5, 1, 1, 1, 1, 1]
    assert len(shares[0]) + len(shares[2]) >= 4
    assert {unit.share for column in b.columns for unit in column[DEFENDING]} == {1.0}


@pytest.mark.clause("AK-7.2-04", "AK-7.2-05")
def test_flyers_strike_the_rear() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, ["LE", "LE"], "DR3")
    eagles = put_army(s, "EA", 0, HERE, n, quality=tables.GREEN)
    b = field(s, s.led_by(n), natives(s, "LE", "LE"), width=1)
    place_flyers(b)
    wing = next(unit for unit in b.forces[0].units if unit.number == eagles)
    assert wing.share == 1.0
    assert wing.facing is not None
    assert wing.facing.rank == 1
    assert wing.facing.share == 1.0


@pytest.mark.clause("AK-7.2-06")
def test_badly_led_flyers_strike_the_front() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, ["LE", "LE"])
    eagles = put_army(s, "EA", 0, HERE, n)
    b = field(s, s.led_by(n), natives(s, "LE", "LE"), width=1)
    place_flyers(b)
    wing = next(unit for unit in b.forces[0].units if unit.number == eagles)
    assert wing.facing is not None
    assert wing.facing.rank == 0


@pytest.mark.clause("AK-7.2-07")
def test_a_crowd_of_flyers_is_worth_less() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, ["EA", "EA", "EA"], "DR3")
    b = field(s, s.led_by(n), natives(s, "LE"), width=1)
    place_flyers(b)
    assert sorted(unit.share for unit in b.columns[0][ATTACKER]) == [0.25, 0.5, 1.0]


@pytest.mark.clause("AK-7.2-08", "AK-7.2-09", "AK-6.3-22")
def test_a_tactician_puts_another_in_front_of_the_nemesis() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, [], "TA3")
    phalanx = put_army(s, "PH", 0, HERE, n, quality=tables.VETERAN)
    legion = put_army(s, "LE", 0, HERE, n)
    b = field(s, [phalanx, legion], natives(s, "LE"), width=1)
    before = [unit.number for unit in b.columns[0][ATTACKER]]
    load(s, switch=1)
    switch(b)
    after = [unit.number for unit in b.columns[0][ATTACKER]]
    assert before == [phalanx, legion]
    worth = {unit.number: unit.worth for unit in b.forces[0].units}
    assert (after == [legion, phalanx]) is (worth[phalanx] * 2 / 3 < worth[legion])


@pytest.mark.clause("AK-7.2-03", "AK-7.2-08", "AK-7.2-09")
def test_who_outflanks_does_not_keep_the_rear_from_the_front() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 4, "TA1")
    b = field(s, s.led_by(n), natives(s, "LE"), width=5)
    front, rear, last, flanker = mine = b.columns[0][ATTACKER]
    assert [(unit.rank, unit.share) for unit in mine] == [(0, 1.0), (1, 0.5), (2, 0.25), (0, 1.0)]
    front.worth, rear.worth, last.worth, flanker.worth = 1, 2, 0, 3
    load(s, switch=1)
    switch(b)
    assert [(unit.rank, unit.share) for unit in (front, rear, flanker)] == [(1, 0.5), (0, 1.0), (0, 1.0)]


@pytest.mark.clause("AK-7.2-10")
def test_a_monster_helps_the_druids() -> None:
    s = new_state()
    s.set_kingdom(0, alignment=tables.DRUIDIC)
    put_feature(s, "Sacred Grove", HERE, "Old Treant")
    n = general(s, 0, ["LE"])
    s.set_person(n, alignment=tables.DRUIDIC)
    b = field(s, s.led_by(n), natives(s, "LE"), width=5)
    before = total(b, 0, ATTACKER)
    load(s, **{"a_monster's_help": 1})
    summon_monster(b)
    assert total(b, 0, ATTACKER) - before == pytest.approx(34 / 6 + 2)


@pytest.mark.clause("AK-6.3-22")
@pytest.mark.parametrize(("rear", "front", "nemesis"), [
    ("EA", "BO", True), ("DR", "BO", True), ("EA", "LE", False), ("DR", "EN", False),
])  # fmt: skip
def test_on_the_front_line_whom_a_flyer_from_behind_attacks_may_be_its_nemesis(
    rear: str, front: str, nemesis: bool
) -> None:
    """Bowmen on the front line are a nemesis to Eagles and Dragons of the second rank.

    Those are not one to the front line (A276). “A unit is a nemesis to its opponent if it's on the front line.”
    """
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, ["LE"], "DR4")
    flyer = put_army(s, rear, 0, HERE, n, quality=tables.SUB_DEPLETED)
    (enemy,) = natives(s, front)
    b = field(s, s.led_by(n), [enemy], width=1)
    place_flyers(b)
    find_nemeses(b)
    wing = next(unit for unit in b.forces[ATTACKER].units if unit.number == flyer)
    foe = b.forces[DEFENDING].units[0]
    assert (wing.rank, wing.facing, foe.rank) == (1, foe, 0)
    assert wing.opponent is foe
    assert is_nemesis(wing.army, foe.army) is nemesis
    assert unit_in_column(b, wing) == pytest.approx(wing.worth * wing.share * (2 / 3 if nemesis else 1))
    assert foe.opponent is not None
    assert foe.opponent.rank == 0, "who flies at the front line from behind is no nemesis"
    assert (opposes(foe, wing), opposes(wing, foe)) == (True, False)


@pytest.mark.clause("AK-6.3-22")
def test_a_flyer_that_passes_over_the_front_line_has_no_nemesis_behind_it() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, ["LE"], "DR4")
    flyer = put_army(s, "EA", 0, HERE, n, quality=tables.GREEN)
    b = field(s, s.led_by(n), natives(s, "LE", "BO"), width=1)
    place_flyers(b)
    find_nemeses(b)
    wing = next(unit for unit in b.forces[ATTACKER].units if unit.number == flyer)
    assert wing.rank == 1
    assert wing.facing is not None
    assert (tables.ARMY_CODES[wing.facing.army.type], wing.facing.rank, wing.opponent) == ("BO", 1, None)

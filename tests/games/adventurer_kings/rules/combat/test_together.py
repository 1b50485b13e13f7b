"""Armies that fight together, each judged by its own alliances, land and costs (7.8, 8.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, SURE, enemies, field, fought, general, natives
from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    at,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    relate,
    sea,
    set_land,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY
from palatine.games.adventurer_kings.rules.combat.aftermath import change_quality, send_home
from palatine.games.adventurer_kings.rules.combat.campaigns import attack, groups
from palatine.games.adventurer_kings.rules.combat.contests import total
from palatine.games.adventurer_kings.rules.combat.deployment import (
    attacks_beside,
    muster,
    place_flyers,
    summon_monster,
)
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.realm.yearend import carry_over
from palatine.games.adventurer_kings.state import State


def three_kings(two_and_three: int) -> State:
    """Return a match whose first King is allied with two others.

    `two_and_three` is the relation between these two.
    """
    s = new_state()
    relate(s, 0, 1, ALLIED)
    relate(s, 0, 2, ALLIED)
    relate(s, 1, 2, two_and_three)
    return s


@pytest.mark.clause("AK-7.8-01", "AK-8.1-03")
@pytest.mark.parametrize(("relation", "count"), [(ALLIED, 1), (ENEMY, 2)])
def test_enemies_do_not_fight_in_one_force_though_they_have_an_ally_in_common(relation: int, count: int) -> None:
    s = three_kings(relation)
    leaders = [general(s, seat, ["LE"] * (3 - seat)) for seat in range(3)]
    load(s, contingents_unite=1)
    found = groups(a_turn(s), at(s, HERE), leaders)
    assert len(found) == count
    assert found[0][:2] == leaders[:2]


@pytest.mark.clause("AK-8.1-04")
def test_an_undefended_province_too_is_the_larger_armys() -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    own(s, 2, HERE)
    for seat in (0, 1):
        relate(s, seat, 2, ENEMY)
    leaders = [general(s, 0, ["LE", "LE"]), general(s, 1, ["LE"]), general(s, 1, ["LE", "LE"])]
    attack(a_turn(s), at(s, HERE), leaders)
    assert s.owners[at(s, HERE)] == 1, "three of the second King's against two, though in two contingents"


@pytest.mark.clause("AK-6.2-02", "AK-8.1-04")
@pytest.mark.parametrize("guards", [0, 1])
def test_allies_who_had_a_part_in_a_conquest_pay_its_point_too(guards: int) -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    for _ in range(guards):
        natives(s, "GA")
    leaders = [general(s, 0, ["HC"] * 4), general(s, 1, ["HC"])]
    load(s, **SURE, eliminated=1000, pursuit=1000, resolve=1, quality_rises=1000)
    t = a_turn(s)
    attack(t, at(s, HERE), leaders)
    assert s.owners[at(s, HERE)] == 0
    assert {points_left(t, a) for n in leaders for a in s.led_by(n)} == {2}


@pytest.mark.clause("AK-7.4-01", "AK-8.3-02")
@pytest.mark.parametrize("how", ["retreats", "dies"])
def test_armies_without_a_leader_stay_their_kings_in_an_allys_land(how: str) -> None:
    s = enemies()
    relate(s, 1, 2, ALLIED)
    own(s, 2, 506)
    if how == "retreats":
        lost = [put_army(s, "LE", 1, HERE)]
        b = fought(s, s.led_by(general(s, 0, ["LE"])), lost, ATTACKER, mercenaries=1000)
        retreat(b, b.forces[DEFENDING], b.forces[DEFENDING].units)
    else:
        n = general(s, 1, ["LE"], number=506)
        lost = s.led_by(n)
        die(a_turn(s), n)
    carry_over(a_turn(s))
    assert [(s.armies[a].owner, s.armies[a].place) for a in lost] == [(1, at(s, 506))]


@pytest.mark.clause("AK-8.1-06")
def test_who_helps_a_host_and_loses_his_leader_stays_with_him() -> None:
    s = enemies()
    relate(s, 1, 2, ALLIED)
    guest = put_army(s, "LE", 2, HERE)
    home = put_army(s, "LE", 1, HERE)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), [guest, home], DEFENDING)
    send_home(b)
    assert (s.armies[guest].owner, s.armies[guest].place) == (2, at(s, HERE))


@pytest.mark.clause("AK-7.2-07")
def test_both_sides_crowd_alike() -> None:
    shares = []
    for mine, theirs in ((ATTACKER, DEFENDING), (DEFENDING, ATTACKER)):
        s = new_state()
        eagles = [put_army(s, "EA", 0, HERE) for _ in range(3)]
        others = [put_army(s, "EA", NATIVE, HERE) for _ in range(3)]
        sides = {mine: eagles, theirs: others}
        b = field(s, sides[ATTACKER], sides[DEFENDING], width=1)
        place_flyers(b)
        shares.append([[unit.share for unit in force.units] for force in b.forces])
    assert shares[0] == shares[1]
    assert shares[0][ATTACKER] == shares[0][DEFENDING]
    assert sorted(shares[0][0]) == [0.25, 0.5, 1.0]


@pytest.mark.clause("AK-6.1-02")
def test_no_army_becomes_better_than_elite() -> None:
    for quality, after in ((tables.CRACK, tables.ELITE), (tables.ELITE, tables.ELITE)):
        s = enemies()
        mine = general(s, 0, [])
        a = put_army(s, "LE", 0, HERE, mine, quality=quality)
        b = fought(s, [a], s.led_by(general(s, 1, ["LE"])), ATTACKER, quality_rises=1)
        change_quality(b)
        assert s.armies[a].quality == after


@pytest.mark.clause("AK-4.2.1-08")
def test_a_parted_sea_is_a_plain_in_every_respect() -> None:
    """It has no attack from below, no point for a naval battle and no merit for an Admiral.

    A conquest costs as on land.
    """
    for parted in (False, True):
        s = enemies()
        sea(s, HERE)
        n = general(s, 0, ["ME", "LC", "LC"])
        general(s, 1, ["LE"], temper=tables.COWARDLY)
        t = a_turn(s)
        if parted:
            t.spells.parted.add(at(s, HERE))
        b = field(s, s.led_by(n), s.armies_at(at(s, HERE))[-1:])
        b.t.spells.parted = t.spells.parted
        mermen = next(unit for unit in b.forces[ATTACKER].units if unit.army.type == tables.MERMAN)
        assert attacks_beside(b, mermen) is not parted
        load(s, **SURE, eliminated=1000, pursuit=1000, resolve=1)
        attack(t, at(s, HERE), [n])
        office = titles.MARSHAL if parted else titles.ADMIRAL
        assert s.merit[n][office] > 0
        assert s.merit[n][titles.MARSHAL + titles.ADMIRAL - office] == 0
        horse = next(a for a in s.led_by(n) if s.armies[a].type == tables.LIGHT)
        assert points_left(t, horse) == 3, "a point either for the battle or for the conquest"


@pytest.mark.clause("AK-6.3-25")
def test_what_a_kingdom_has_discovered_serves_its_own_armies() -> None:
    s = enemies()
    relate(s, 1, 2, ALLIED)
    walls = next(d for d, each in enumerate(tables.DISCOVERIES) if "defence" in each.powers)
    s.set_kingdom(1, discoveries=(walls,))
    for owner, factor in ((1, 1.30), (2, 1.25)):
        guard = put_army(s, "LE", owner, HERE)
        b = field(s, [put_army(s, "LE", 0, HERE)], [guard], seats=(0, 1), width=1)
        assert total(b, 0, DEFENDING) == pytest.approx(b.forces[DEFENDING].units[0].worth * factor)


@pytest.mark.clause("AK-6.3-31")
def test_a_side_whose_skeletons_have_gone_lines_up_in_the_desert() -> None:
    s = enemies()
    set_land(s, HERE, terrain=tables.DESERT)
    left, gone = put_army(s, "LE", 1, HERE), put_army(s, "LE", 1, HERE)
    b = field(s, [put_army(s, "CC", 0, HERE)], [left, gone], seats=(0, 1))
    b.t.remove_army(gone)
    muster(b)
    assert [unit.level for unit in b.forces[DEFENDING].units] == [tables.AVERAGE - 1]


@pytest.mark.clause("AK-7.2-10")
@pytest.mark.parametrize("druidic", [0, 2])
def test_a_monster_helps_the_smaller_contingent_of_druids_too(druidic: int) -> None:
    s = enemies()
    relate(s, 1, 2, ALLIED)
    for seat in range(3):
        s.set_kingdom(seat, alignment=tables.DRUIDIC if seat == druidic else tables.EVIL)
    grove = put_feature(s, "Sacred Grove", HERE, "Gryphon")
    s.set_feature(
        grove, monster=next(m for m, each in enumerate(tables.MONSTERS) if each.alignment == tables.DRUIDIC)
    )
    guards = [put_army(s, "LE", owner, HERE) for owner in (1, 1, 2)]
    b = field(s, [put_army(s, "LE", 0, HERE)], guards, seats=(0, 1))
    b.forces[DEFENDING].seats = [1, 2]
    load(s, **{"a_monster's_help": 1})
    summon_monster(b)
    assert bool(b.forces[DEFENDING].ally) is (druidic == 2)
    assert bool(b.forces[ATTACKER].ally) is (druidic == 0)

"""Lines: deployment, shifts, exchange of ranks, zeal, participants (6.3, 7.0 to 7.2, 8.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.battlefield import HERE, enemies, field, general, march, natives
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    a_turn,
    at,
    dice,
    know,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY
from palatine.games.adventurer_kings.rules.combat.campaigns import (
    fight_battles,
    force_of,
    forsaken,
    give_battle,
    in_random_order,
    origin_of,
    roll_unification,
    tell_lines,
)
from palatine.games.adventurer_kings.rules.combat.deployment import (
    deploy,
    draw_lines,
    find_nemeses,
    is_fanatic,
    muster,
    place_flyers,
    steer_line,
    summon_monster,
    switch,
)
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle


def discovery(name: str) -> int:
    return [each.name for each in tables.DISCOVERIES].index(name)


# What units are worth (6.3)


@pytest.mark.clause("AK-6.3-14", "AK-4.3.1-01")
@pytest.mark.parametrize(("armoured", "face", "basic"), [(0, 1, 2), (0, 4, 5), (1, 1, 3), (1, 2, 3), (1, 4, 5)])
def test_elephants_are_drawn_once_for_a_side_and_armour_helps_the_weakest(
    armoured: int, face: int, basic: int
) -> None:
    s = new_state()
    if armoured:
        s.set_kingdom(0, discoveries=(discovery("Elephant Armour"),))
    n = general(s, 0, ["EL", "EL", "LE"])
    with dice(s, [("elephants", face), ("battle line", 1)]):
        b = field(s, s.led_by(n), natives(s, "LE"))
    assert [unit.basic for unit in b.forces[0].units if unit.army.type == tables.ELEPHANTS] == [basic] * 2
    with dice(s, [("battle line", 1)]):
        field(s, s.led_by(general(s, 0, ["LE"])), natives(s, "LE"))


@pytest.mark.clause("AK-6.3-02", "AK-6.3-16")
def test_garrisons_are_worth_three_in_defence_and_one_in_attack() -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["GA"])), s.led_by(general(s, 1, ["GA"])), seats=(0, 1))
    assert [force.units[0].basic for force in b.forces] == [1, 3]


@pytest.mark.clause("AK-7.1-01", "AK-1.1-03")
def test_a_hero_who_rules_leads_the_natives_to_battle() -> None:
    s = new_state()
    hero_there = put_person(s, "Oskar", FREE, HERE, "TA2", rules=at(s, HERE))
    theirs = natives(s, "LE")
    t = a_turn(s)
    force = force_of(t, at(s, HERE), DEFENDING, theirs)
    assert force.commander == hero_there
    b = Battle(t, at(s, HERE), force_of(t, at(s, HERE), ATTACKER, s.led_by(general(s, 0, ["LE"]))), force)
    muster(b)
    assert [(unit.leader, unit.skill) for unit in force.units] == [(hero_there, 1.4)]
    assert force_of(t, at(s, HERE), ATTACKER, theirs).commander == 0


@pytest.mark.clause("AK-6.3-28", "AK-6.3-29", "AK-6.3-30", "AK-4.3.1-01", "AK-12.1-08", "AK-2.0-01")
@pytest.mark.parametrize(("alignment", "banners", "zealous", "voice", "percent"), [
    (tables.DIVINE, 0, 0, 0, 50), (tables.GOOD, 0, 0, 0, 40), (tables.EVIL, 0, 0, 0, 25), (tables.NEUTRAL, 0, 0, 0, 0),
    (tables.GOOD, 1, 0, 0, 45),
    (tables.NEUTRAL, 1, 0, 0, 0), (tables.NEUTRAL, 0, 1, 0, 10), (tables.NEUTRAL, 0, 0, 1, 5),
    (tables.DIVINE, 1, 1, 1, 70),
])  # fmt: skip
def test_how_many_armies_fight_fanatically(
    alignment: int, banners: int, zealous: int, voice: int, percent: int
) -> None:
    s = enemies()
    s.set_kingdom(0, alignment=alignment, discoveries=(discovery("War Banners"),) if banners else ())
    n = general(s, 0, ["LE"])
    (army,) = s.led_by(n)
    b = field(s, [army], natives(s, "LE"))
    if zealous:
        b.t.spells.zealous.add(n)
    if voice:
        s.title_holders[titles.VOICE_OF_HEAVEN] = n
    for face, found in ((max(1, percent * 10), percent > 0), (percent * 10 + 1, False)):
        load(s, fanaticism=face)
        assert is_fanatic(b, army) is found


@pytest.mark.clause("AK-6.3-31")
@pytest.mark.parametrize(("kingdom", "leader", "bones", "fanatic"), [
    (tables.UNDEAD, tables.NEUTRAL, True, True), (tables.NEUTRAL, tables.UNDEAD, True, True),
    (tables.NEUTRAL, tables.NEUTRAL, True, False),
    (tables.UNDEAD, tables.UNDEAD, False, False), (tables.UNDEAD, None, True, True),
    (tables.NEUTRAL, None, True, False),
])  # fmt: skip
def test_skeletons_of_the_undead_are_always_fanatic(
    kingdom: int, leader: int | None, bones: bool, fanatic: bool
) -> None:
    s = enemies()
    s.set_kingdom(0, alignment=kingdom)
    n = 0 if leader is None else put_person(s, "Bones", 0, HERE, alignment=leader)
    army = put_army(s, "LE", 0, HERE, n, is_skeletal=bones)
    b = field(s, [army], natives(s, "LE"))
    load(s, fanaticism=1000)
    assert is_fanatic(b, army) is fanatic
    stray = put_army(s, "LE", MERCENARY, HERE, is_skeletal=True)
    assert is_fanatic(b, stray) is False


# The line (7.2)


@pytest.mark.clause("AK-2.0-01", "AK-7.2-01")
@pytest.mark.parametrize(("power", "side", "mine", "theirs", "shift"), [
    (tables.LINE_AS_WANTED, ATTACKER, 3, 2, 1), (tables.LINE_AS_WANTED, ATTACKER, 2, 2, -1),
    (tables.LINE_AS_WANTED, ATTACKER, 1, 2, -1),
    (tables.LINE_AS_WANTED, DEFENDING, 2, 3, 1), (tables.LINE_AS_WANTED, DEFENDING, 3, 2, -1),
    (tables.FOG, ATTACKER, 1, 2, -1),
    (tables.FOG, ATTACKER, 2, 2, 0), (tables.FOG, ATTACKER, 3, 2, 0), (tables.FOG, DEFENDING, 3, 2, -1),
    (tables.FOG, DEFENDING, 2, 3, 0),
])  # fmt: skip
def test_masters_make_the_line_longer_or_shorter(power: int, side: int, mine: int, theirs: int, shift: int) -> None:
    s = enemies()
    leaders = [general(s, seat, ["LE"] * count) for seat, count in enumerate((mine, theirs))]
    n = master(s, power, seat=side)
    s.set_person(n, place=at(s, HERE))
    for a in s.led_by(leaders[side]):
        s.set_army(a, leader=n)
    leaders[side] = n
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    b = field(s, s.led_by(leaders[0]), s.led_by(leaders[1]), seats=(0, 1))
    assert steer_line(b) == shift
    load(s, battle_line=2)
    draw_lines(b)
    assert b.limit == 2 + shift
    load(s, battle_line=1)
    draw_lines(b)
    assert b.limit == max(1, 1 + shift)


@pytest.mark.clause("AK-7.2-02", "AK-2.0-01")
@pytest.mark.parametrize(("power", "shares"), [
    (tables.STRONG_SECOND_RANK, [1.0, 0.6, 0.25]), (tables.SURE_SWITCHES, [1.0, 0.5, 0.25]),
])  # fmt: skip
def test_the_second_rank_of_a_master_of_tactics_is_worth_more(power: int, shares: list[float]) -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = master(s, power)
    s.set_person(n, place=at(s, HERE))
    for _ in range(3):
        put_army(s, "LE", 0, HERE, n)
    b = field(s, s.led_by(n), natives(s, "LE", "LE", "LE"), width=1)
    assert [unit.share for unit in b.columns[0][ATTACKER]] == shares
    assert [unit.rank for unit in b.columns[0][ATTACKER]] == [0, 1, 2]


@pytest.mark.clause("AK-7.2-03")
@pytest.mark.parametrize(("mine", "theirs", "width", "turned"), [
    (7, 3, 5, 2), (4, 3, 5, 1), (3, 3, 5, 0), (2, 3, 5, 0), (6, 5, 5, 0), (2, 1, 5, 1), (9, 3, 4, 2),
])  # fmt: skip
def test_how_many_units_turn_the_flanks(mine: int, theirs: int, width: int, turned: int) -> None:
    s = new_state()
    b = field(s, s.led_by(general(s, 0, ["LE"] * mine)), natives(s, *["LE"] * theirs), width=width)
    mine_there = [unit for column in b.columns for unit in column[ATTACKER]]
    assert sum(unit.rank == 0 for unit in mine_there) == min(b.width, mine) + turned
    assert all(unit.share == 1.0 for unit in mine_there if unit.rank == 0)
    assert len(mine_there) == mine
    for unit in b.forces[0].units:
        unit.share = 0.125
    b.columns = [([], []) for _ in range(b.width)]
    deploy(b, b.forces[0])
    assert sum(unit.share == 1.0 for unit in b.forces[0].units) == min(b.width, mine) + turned
    assert {unit.column for unit in b.forces[0].units if unit.rank == 0} <= set(range(b.width))


@pytest.mark.clause("AK-7.2-06", "AK-7.2-04")
@pytest.mark.parametrize(("levels", "quality", "rank"), [
    ("DR3", tables.GREEN, 1), ("DR2", tables.AVERAGE, 0), ("DR2", tables.VETERAN, 1), ("", tables.CRACK, 0),
    ("", tables.ELITE, 1),
    ("DR3", tables.SUB_DEPLETED, 1),
])  # fmt: skip
def test_only_flyers_weakened_by_their_leader_are_held_back_from_the_rear(
    levels: str, quality: int, rank: int
) -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = general(s, 0, [], levels)
    eagles = put_army(s, "EA", 0, HERE, n, quality=quality)
    b = field(s, [eagles], natives(s, "LE", "LE"), width=1)
    place_flyers(b)
    (wing,) = b.forces[0].units
    assert wing.facing is not None
    assert wing.facing.rank == rank
    assert (wing.share, wing.facing.share) == (1.0, 1.0)
    front = b.columns[0][DEFENDING][0]
    front.share = 0.75
    place_flyers(b)
    assert front.share == 0.75, "who stands in front is worth no more for being attacked from above"


@pytest.mark.clause("AK-7.2-04")
def test_a_flyer_that_turns_a_flank_keeps_what_that_is_worth() -> None:
    s = new_state()
    n = general(s, 0, [], "DR3")
    eagles = put_army(s, "EA", 0, HERE, n)
    b = field(s, [eagles], natives(s, "LE"))
    (wing,) = b.forces[0].units
    wing.share = 0.5
    place_flyers(b)
    assert (wing.rank, wing.share) == (0, 0.5)
    wing.rank = 1
    place_flyers(b)
    assert wing.share == 1.0


@pytest.mark.clause("AK-7.2-05", "AK-7.2-07")
@pytest.mark.parametrize(
    ("codes", "shares"), [(("WH", "ME", "WH"), [1.0, 0.5, 0.25]), (("EA", "WH", "DR"), [1.0, 1.0, 0.5])]
)
def test_air_and_sea_creatures_crowd_apart_and_ships_not_at_all(
    codes: tuple[str, ...], shares: list[float]
) -> None:
    s = new_state()
    sea(s, HERE)
    n = general(s, 0, [*codes, "FL"], "DR4")
    b = field(s, s.led_by(n), natives(s, "FL"), width=5)
    place_flyers(b)
    found = {unit.number: unit.share for unit in b.columns[0][ATTACKER]}
    *creatures, ship = s.led_by(n)
    assert sorted(found[a] for a in creatures) == sorted(shares)
    rank = next(unit.rank for unit in b.forces[0].units if unit.number == ship)
    assert found[ship] == 0.5**rank


@pytest.mark.clause("AK-7.2-08")
@pytest.mark.parametrize(
    ("levels", "width", "percent"), [("TA1", 1, 100), ("TA1", 2, 50), ("TA1", 4, 25), ("TA2", 5, 40)]
)
def test_the_chance_to_switch_is_tactics_by_the_length_of_the_line(levels: str, width: int, percent: int) -> None:
    for face, switched in ((percent * 10, True), (min(1000, percent * 10 + 1), percent == 100)):
        s = new_state()
        n = general(s, 0, ["LE"] * 2 * width, levels)
        b = field(s, s.led_by(n), natives(s, *["LE"] * width), width=5)
        b.limit = b.width = width
        b.columns = [([], []) for _ in range(width)]
        for force in b.forces:
            deploy(b, force)
        front, rear = b.columns[0][ATTACKER]
        rear.worth = front.worth + 1
        load(s, switch=face)
        switch(b)
        assert (b.columns[0][ATTACKER] == [rear, front]) is switched
        assert (rear.rank, front.rank) == ((0, 1) if switched else (1, 0))
        assert (rear.share, front.share) == ((1.0, 0.5) if switched else (0.5, 1.0))


@pytest.mark.clause("AK-7.2-08", "AK-7.2-09", "AK-2.0-01")
def test_only_a_stronger_rear_unit_is_put_in_front_and_only_where_there_is_one() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    n = master(s, tables.SURE_SWITCHES)
    s.set_person(n, place=at(s, HERE))
    for _ in range(2):
        put_army(s, "LE", 0, HERE, n)
    b = field(s, s.led_by(n), natives(s, "LE"), width=1)
    front, rear = b.columns[0][ATTACKER]
    with dice(s, []):
        switch(b)
    assert b.columns[0][ATTACKER] == [front, rear], "no stronger"
    rear.worth = front.worth + 0.1
    with dice(s, []):
        switch(b)
    assert b.columns[0][ATTACKER] == [rear, front]
    alone = field(s, s.led_by(general(s, 0, ["LE"], "TA1")), natives(s, "LE"), width=1)
    with dice(s, []):
        switch(alone)
    for each in b.columns[0][ATTACKER]:
        each.rank = 0
    b.columns[0][ATTACKER][1].worth = 99.0
    with dice(s, []):
        switch(b)
    assert b.columns[0][ATTACKER][1].worth == 99.0, "who turns a flank stays there"


@pytest.mark.clause("AK-6.3-22", "AK-7.2-03")
def test_whom_a_unit_faces_is_drawn_only_where_there_are_several() -> None:
    s = new_state()
    b = field(s, s.led_by(general(s, 0, ["LE"] * 3)), natives(s, "LE"), width=5)
    foe = b.columns[0][DEFENDING][0]
    fronts = [unit for unit in b.columns[0][ATTACKER] if unit.rank == 0]
    assert len(fronts) == 2
    with dice(s, [("whom a unit faces", 2)]):
        find_nemeses(b)
    assert foe.opponent is fronts[1]
    assert all(unit.opponent is foe for unit in fronts)


# Monsters (7.2)


@pytest.mark.clause("AK-7.2-10", "AK-2.0-01")
@pytest.mark.parametrize(("monster", "mine", "theirs", "helps"), [
    ("Old Treant", tables.DRUIDIC, tables.NEUTRAL, True), ("Giant", tables.DRUIDIC, tables.NEUTRAL, False),
    ("Giant", tables.DRUIDIC, tables.PAGAN, True),
    ("Old Treant", tables.NEUTRAL, tables.PAGAN, False), ("Old Treant", tables.DRUIDIC, tables.DRUIDIC, False),
    ("Unicorn", tables.DRUIDIC, tables.GOOD, False),
    ("Unicorn", tables.DRUIDIC, tables.DIVINE, True),
])  # fmt: skip
def test_a_monster_helps_druids_against_who_is_farther_from_them_than_itself(
    monster: str, mine: int, theirs: int, helps: bool
) -> None:
    for face, comes in ((600, helps), (601, False)):
        s = enemies()
        s.set_kingdom(0, alignment=mine)
        s.set_kingdom(1, alignment=theirs)
        put_feature(s, "Dungeon", 506, monster)
        put_feature(s, "Dungeon", HERE)
        put_feature(s, "Dungeon", HERE, monster)
        put_feature(s, "Dungeon", HERE, monster)
        b = field(s, s.led_by(general(s, 0, ["LE"] * 3)), s.led_by(general(s, 1, ["LE"] * 3)), seats=(0, 1))
        b.readers = [0, 1]
        load(s, **{"a_monster's_help": face, "where_the_monster_fights": 3})
        s.journal = []  # type: ignore[misc]
        summon_monster(b)
        assert b.forces[0].ally_column == (2 if comes else -1)
        side = [each.data["side"] for each in told(s.journal or [], "battle-monster", 1)]
        assert side == [0] * comes + [1] * (comes and theirs == tables.DRUIDIC)


@pytest.mark.clause("AK-7.2-10")
def test_against_natives_a_monster_helps_as_against_neutrals() -> None:
    for monster, helps in (("Old Treant", True), ("Giant", False)):
        s = new_state()
        s.set_kingdom(0, alignment=tables.DRUIDIC)
        s.set_kingdom(2, alignment=tables.UNDEAD)
        put_feature(s, "Dungeon", HERE, monster)
        b = field(s, s.led_by(general(s, 0, ["LE"])), natives(s, "LE"))
        load(s, **{"a_monster's_help": 1})
        summon_monster(b)
        assert (b.forces[0].ally > 0) is helps
        assert b.forces[1].ally == 0


@pytest.mark.clause("AK-2.0-01")
def test_a_master_druid_always_has_a_monster_of_the_province_at_hand() -> None:
    for power, helps in ((tables.MONSTER_ALLY, True), (tables.GENTLE_TALK, False)):
        s = new_state()
        put_feature(s, "Dungeon", HERE, "Great Wyrm")
        n = master(s, power)
        s.set_person(n, place=at(s, HERE))
        army = put_army(s, "LE", 0, HERE, n)
        b = field(s, [army], natives(s, "LE"))
        load(s, **{"a_monster's_help": 1000})
        summon_monster(b)
        assert b.forces[0].ally == (10.0 if helps else 0)


# Who fights whom (7.0, 8.1, 8.3)


@pytest.mark.clause("AK-7.8-01", "AK-4.1.2-04", "AK-4.3.1-01")
@pytest.mark.parametrize(("flags", "origin", "percent"), [(0, 506, 20), (1, 506, 40), (1, 404, 70), (1, 504, 100)])
def test_signal_flags_bring_contingents_together(flags: int, origin: int, percent: int) -> None:
    for face, united in ((percent * 10, True), (min(1000, percent * 10 + 1), percent == 100)):
        s = new_state()
        if flags:
            s.set_kingdom(0, discoveries=(discovery("Signal Flags"),))
        one, two = general(s, 0, ["LE"]), general(s, 0, ["LE"])
        for n, number in ((one, 504), (two, origin)):
            s.set_army(s.led_by(n)[0], origin=at(s, number))
        t = a_turn(s)
        load(s, contingents_unite=face)
        assert roll_unification(t, at(s, HERE), one, two) is united


@pytest.mark.clause("AK-7.0-03")
def test_rivals_are_drawn_until_one_is_left_and_each_by_all_its_armies() -> None:
    s = new_state()
    one, two, three = general(s, 0, ["LE"]), general(s, 1, ["LE"] * 2), general(s, 2, ["LE"] * 3)
    mate = general(s, 2, ["LE"])
    t = a_turn(s)
    groups = [[one], [two], [three, mate]]
    for faces, order in (((1, 1), (0, 1, 2)), ((2, 2), (1, 2, 0)), ((3, 1), (1, 0, 2)), ((4, 3), (2, 1, 0)),
                         ((7, 1), (2, 0, 1))):  # fmt: skip
        with dice(s, [("who comes first", face) for face in faces]):
            assert in_random_order(t, groups) == [groups[k] for k in order]
    with dice(s, []):
        assert in_random_order(t, [[one]]) == [[one]]


@pytest.mark.clause("AK-7.4-05")
def test_a_leader_came_whence_most_of_the_armies_did() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 5)
    t = a_turn(s)
    assert origin_of(t, n) == -1
    for a, number in zip(s.led_by(n), (504, 404, 404, 504, HERE), strict=True):
        s.set_army(a, origin=at(s, number))
    assert origin_of(t, n) == at(s, 404), "the lower number of two"
    s.set_army(s.led_by(n)[4], origin=at(s, 504))
    assert origin_of(t, n) == at(s, 504)


@pytest.mark.clause("AK-7.1-01", "AK-6.3-19")
def test_a_force_is_its_largest_contingents_and_knows_what_the_best_informed_knows() -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    one, two = general(s, 0, ["LE"]), general(s, 1, ["LE"] * 2)
    know(s, 0, HERE, explored=60)
    know(s, 1, HERE, explored=20)
    t = a_turn(s)
    force = force_of(t, at(s, HERE), ATTACKER, s.led_by(one) + s.led_by(two))
    assert (force.seat, force.seats, force.commander, force.explored) == (1, [0, 1], two, 60)
    put_army(s, "LE", 0, HERE, one)
    assert force_of(t, at(s, HERE), ATTACKER, s.led_by(one) + s.led_by(two)).seat == 0, "of two the first"
    theirs = natives(s, "LE")
    force = force_of(t, at(s, HERE), DEFENDING, theirs)
    assert (force.seat, force.seats, force.commander, force.explored) == (NATIVE, [NATIVE], 0, 100)


@pytest.mark.clause("AK-7.0-01", "AK-3.15-06", "AK-3.14-02")
@pytest.mark.parametrize("is_won", [True, False])
def test_after_a_battle_defenders_go_on_or_stand_down_and_neighbours_hear_of_it(is_won: bool) -> None:
    s = enemies()
    own(s, 1, 506)
    one, other = general(s, 0, ["LE"] * 3), general(s, 1, ["LE"] * 3)
    t = a_turn(s)
    for n in (one, other):
        t.pursuits.posts[n] = at(s, HERE)
    load(
        s,
        contest=1 if is_won else 1000,
        battle_event=1000,
        column_event=1000,
        eliminated=1000,
        pursuit=1000,
        resolve=21,
    )
    b = give_battle(t, at(s, HERE), s.led_by(one), s.led_by(other))
    winner, loser = (one, other) if is_won else (other, one)
    assert b.winner == (ATTACKER if is_won else DEFENDING)
    assert t.pursuits.posts == {winner: at(s, HERE)}
    assert t.pursuits.chases[winner].character == loser
    assert loser not in t.pursuits.chases
    assert t.war.blooded == {one, other}
    (event,) = [each for each in t.phase.events if each.kind == "battle"]
    assert (event.place, event.actor, event.data["king"], event.data["other_king"]) == (at(s, HERE), one, 0, 1)


@pytest.mark.clause("AK-3.14-02")
def test_of_a_battle_without_a_general_the_king_is_heard_of() -> None:
    s = enemies()
    t = a_turn(s)
    mine = put_army(s, "LE", 0, HERE)
    give_battle(t, at(s, HERE), [mine], s.led_by(general(s, 1, ["LE"])))
    (event,) = [each for each in t.phase.events if each.kind == "battle"]
    assert event.actor == s.kingdoms[0].king
    assert 0 not in t.war.blooded


@pytest.mark.clause("AK-7.2-01")
def test_how_far_a_column_was_driven_back_is_told() -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["LE"] * 6)), s.led_by(general(s, 1, ["LE"] * 6)), seats=(0, 1), width=6)
    b.readers = [0, 1]
    b.outcomes = [(0, 1.2), (0, 1.25), (1, 1.99), (1, 2.0), (0, 2.99), (0, 3.0)]
    b.column_events[1] = ("champion steps forward", 0)
    s.journal = []  # type: ignore[misc]
    tell_lines(b)
    mine, theirs = told(s.journal or [], "battle-line", 0)
    assert (mine.data["side"], theirs.data["side"], mine.data["width"]) == (0, 1, 6)
    assert mine.data["outcomes"] == [(0, 0), (0, 1), (1, 1), (1, 2), (0, 2), (0, 3)]
    assert mine.data["events"] == [("", -1), ("champion steps forward", 0), *[("", -1)] * 4]
    assert [[(kind, rank) for _, kind, rank in column] for column in theirs.data["ranks"]] == [
        [("Human Legion", 0)]
    ] * 6


@pytest.mark.clause("AK-8.3-03")
@pytest.mark.parametrize("relation", [0, 1, 2])
def test_former_allies_without_a_leader_fight_whoever_holds_the_land(relation: int) -> None:
    s = new_state()
    relate(s, 0, 1, relation)
    own(s, 1, HERE, 507)
    mine = put_army(s, "LE", 0, HERE)
    other = put_army(s, "LE", 0, 507)
    strays = [put_army(s, "LE", MERCENARY, HERE), put_army(s, "LE", 0, 808), put_army(s, "LE", NATIVE, 809)]
    garrison = put_army(s, "LE", 1, HERE)
    t = a_turn(s)
    assert forsaken(s) == ([mine, other] if relation == ENEMY else [])
    fight_battles(t)
    assert len(told(s.journal or [], "battle-begins", 1)) == (relation == ENEMY)
    assert all(a in s.armies for a in (other, *strays))
    assert garrison in s.armies or relation == ENEMY


@pytest.mark.clause("AK-8.3-03", "AK-7.0-01")
def test_those_without_a_leader_join_their_kings_attack() -> None:
    s = enemies()
    own(s, 1, 506)
    stray, far = put_army(s, "LE", 0, HERE), put_army(s, "LE", 0, 506)
    general(s, 1, ["LE"])
    n = general(s, 0, ["LE"], number=504)
    march(s, n, {"contest": 1, "battle_event": 1000, "column_event": 1000, "eliminated": 1000, "pursuit": 1000})
    mine = told(s.journal or [], "battle-line", 0)[0]
    numbers = {a for column in mine.data["ranks"] for a, _, _ in column}
    assert numbers == {stray, *s.led_by(n)}
    assert far not in numbers


@pytest.mark.clause("AK-2.0-01", "AK-6.2-02")
@pytest.mark.parametrize(("power", "spent"), [(tables.UNTIRED_AT_SEA, 0), (tables.THREE_ABOARD, 1)])
def test_a_sea_fight_costs_the_attackers_a_point_but_not_a_masters(power: int, spent: int) -> None:
    s = enemies()
    sea(s, HERE)
    n = master(s, power)
    s.set_person(n, place=at(s, HERE))
    mine = put_army(s, "FL", 0, HERE, n)
    theirs = s.led_by(general(s, 1, ["FL"]))
    t = a_turn(s)
    load(s, contest=1, eliminated=1000, pursuit=1000)
    give_battle(t, at(s, HERE), [mine], theirs)
    assert t.marching.spent.get(mine, 0) == spent
    assert t.marching.spent.get(theirs[0], 0) == 0


@pytest.mark.clause("AK-8.3-03")
def test_strays_of_two_kings_fight_apart_and_join_nobody_elses_attack() -> None:
    s = new_state()
    for seat in (0, 2):
        relate(s, seat, 1, ENEMY)
    own(s, 1, HERE, 507)
    one, two, far = put_army(s, "LE", 0, HERE), put_army(s, "LE", 2, HERE), put_army(s, "LE", 0, 507)
    for _ in range(5):
        put_army(s, "LE", 1, HERE)
    load(s, contest=1000, battle_event=1000, column_event=1000, eliminated=1000, pursuit=1000)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    fight_battles(t)
    lines = [each for each in told(s.journal or [], "battle-line", 1) if each.data["side"] == ATTACKER]
    assert [{a for column in each.data["ranks"] for a, _, _ in column} for each in lines] == [{one}, {two}]
    assert far in s.armies


@pytest.mark.clause("AK-7.6-02", "AK-7.0-03")
def test_sieges_elsewhere_have_no_part_in_the_draw_and_a_conquest_ends_the_invasion() -> None:
    s = enemies()
    own(s, 1, 507)
    here, there = general(s, 0, ["LE"], number=504), general(s, 0, ["LE"], number=507)
    general(s, 1, ["LE"], number=507)
    drawn: list[str] = []
    t = march(s, here)
    plain = t.die
    t.die = lambda sides, purpose: (drawn.append(purpose), plain(sides, purpose))[1]  # type: ignore[method-assign]
    assert s.owners[at(s, HERE)] == 0
    assert [s.armies[a].origin for a in s.led_by(here)] == [-1]
    t.begin_phase(2)
    own(s, 1, HERE)
    general(s, 1, ["LE"])
    fight_battles(t)
    assert "who comes first" not in drawn
    assert there in s.people

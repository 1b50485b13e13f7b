"""Campaigns: opponents, order of battles, and the province's owner (7.0, 7.6 to 7.8, 8.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, SURE, enemies, field, fought, general, march, natives
from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    idle,
    know,
    load,
    new_state,
    order,
    own,
    put_feature,
    put_person,
    relate,
    run,
    sea,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.aftermath import settle_battle
from palatine.games.adventurer_kings.rules.combat.campaigns import (
    besiegers,
    contest_province,
    defenders,
    fight_battles,
    in_random_order,
    roll_unification,
)
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.encounters.guardians import fight_guardian
from palatine.games.adventurer_kings.rules.realm.conquest import conquer

# Campaigns (7.0, 7.6, 8.1)


@pytest.mark.clause("AK-7.4-06", "AK-7.6-02")
@pytest.mark.parametrize("spent", [0, 2])
def test_a_contested_province_whose_defenders_leave_is_taken(spent: int) -> None:
    s = enemies()
    n, other = general(s, 0, ["LE"]), general(s, 1, ["LE"])
    own(s, 1, 506)
    order(s, other, 1, "MO 506")
    idle(s)
    t = a_turn(s)
    for a in s.led_by(n):
        t.marching.spent[a] = spent
    act(t, other, "MO 506")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert {t.marching.spent[a] for a in s.led_by(n)} == {spent + 1}, "for the conquest, and for no battle"


@pytest.mark.clause("AK-8.1-02", "AK-7.0-03")
def test_who_finds_a_neutral_king_in_possession_turns_back() -> None:
    s = new_state()
    natives(s, "BO", quality=tables.SUB_DEPLETED)
    one, two = general(s, 0, ["LE"] * 5, number=504), general(s, 1, ["LE"] * 5, number=506)
    own(s, 1, 506)
    load(s, **SURE, who_comes_first=1, eliminated=200)
    t = a_turn(s)
    act(t, one, f"MO {HERE}")
    act(t, two, f"MO {HERE}")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert {s.people[two].place, *[s.armies[a].place for a in s.led_by(two)]} == {at(s, 506)}
    assert told(s.journal or [], "turned-back", 1)
    assert {points_left(t, a) for a in s.led_by(two)} == {1}, "the step stays spent"


@pytest.mark.clause("AK-7.8-01")
def test_those_who_camp_are_joined_as_from_one_province() -> None:
    s = enemies()
    one, two = general(s, 0, ["LE"]), general(s, 0, ["LE"])
    t = a_turn(s)
    for n, number in ((one, 504), (two, 506)):
        s.set_army(s.led_by(n)[0], origin=at(s, number))
    load(s, contingents_unite=800)
    assert not roll_unification(t, at(s, HERE), one, two)
    assert roll_unification(t, at(s, HERE), one, two, camped=[one])
    load(s, contingents_unite=801)
    assert not roll_unification(t, at(s, HERE), one, two, camped=[one])


@pytest.mark.clause("AK-7.6-02", "AK-7.6-05", "AK-7.6-08", "AK-4.1.2-01")
def test_the_worked_example_of_a_contested_province() -> None:
    s = enemies()
    n = general(s, 0, ["LE", "BO", "AX"], "MA2", number=504)
    general(s, 1, ["LE", "LE"], temper=tables.BERSERK)
    t = a_turn(s)
    assert {points_left(t, a) for a in s.led_by(n)} == {3}
    load(s, **SURE, eliminated=1000, pursuit=1000, resolve=21)
    act(t, n, f"MO {HERE}")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 1, "the defenders have lost, and stay"
    assert {points_left(t, a) for a in s.led_by(n)} == {2}
    t.begin_phase(2)
    load(s, **SURE, eliminated=200)
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert {points_left(t, a) for a in s.led_by(n)} == {0}, "a point for the battle, a point to occupy it"
    t.begin_phase(3)
    assert failed(t, n, "MO 504") == ("AK-6.2-01", "fail.no-points")


@pytest.mark.clause("AK-10.1-14")
@pytest.mark.parametrize(("friends", "points"), [((), 28), ((0,), 0)])
def test_only_hostile_monsters_slain_are_a_defenders_merit(friends: tuple[int, ...], points: int) -> None:
    s = new_state()
    n = put_person(s, "Slayer", 0, HERE, "ME9")
    lair = put_feature(s, "Cavern", HERE, "Ogre", hp=14, friends=friends)
    load(s, a_blow=1, damage=6)
    fight_guardian(a_turn(s), n, lair, (orders.Strike(),))
    assert s.features[lair].monster < 0
    assert s.merit.get(n, (0,) * 8)[titles.DEFENDER] == points


@pytest.mark.clause("AK-7.0-03", "AK-1.4-01")
def test_the_second_of_two_enemies_fights_the_first_who_now_defends_and_both_battles_are_told() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, 506)
    know(s, 0, HERE)
    natives(s, "BO", quality=tables.SUB_DEPLETED)
    one, two = general(s, 0, ["LE"] * 5, number=504), general(s, 1, ["LE"] * 5, number=506)
    load(s, **SURE, who_comes_first=1, eliminated=200, resolve=1)
    t = a_turn(s)
    act(t, one, f"MO {HERE}")
    act(t, two, f"MO {HERE}")
    s.journal = []  # type: ignore[misc]
    fight_battles(t)
    entries = [entry for entry in s.journal or [] if 0 in (entry.readers or ())]
    defence = [entry.data["king"] for entry in told(entries, "battle-begins")]
    assert defence == ["King1", "King2"]
    parts = [part for part in GAME.report(s, s.seats[0], entries).sections if part.id.startswith("battle-")]
    assert [len(part.grids) for part in parts] == [1, 1]
    assert s.owners[at(s, HERE)] == 1


@pytest.mark.clause("AK-7.6-01")
@pytest.mark.parametrize(("winner", "kind"), [(ATTACKER, "battle-stays"), (DEFENDING, "battle-camps")])
def test_it_is_told_that_the_beaten_do_not_go(winner: int, kind: str) -> None:
    s = enemies()
    one = general(s, 0, ["LE"] * 3, temper=tables.BERSERK)
    other = general(s, 1, ["LE"] * 3, temper=tables.BERSERK)
    b = fought(s, s.led_by(one), s.led_by(other), winner, eliminated=1000, pursuit=1000, resolve=21)
    b.readers = [0, 1]
    settle_battle(b)
    assert b.stays
    assert [entry.readers for entry in told(s.journal or [], kind)] == [(0, 1)]


@pytest.mark.clause("AK-8.1-04")
@pytest.mark.parametrize("larger", [0, 1])
def test_of_allies_with_as_many_left_the_one_who_had_more_conquers(larger: int) -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    leaders = [general(s, seat, ["LE"] * (2 + (seat == larger))) for seat in (0, 1)]
    b = field(s, [a for n in leaders for a in s.led_by(n)], natives(s, "LE"))
    next(unit for unit in b.forces[0].units if unit.army.owner == larger).lost = True
    conquer(b)
    assert s.owners[at(s, HERE)] == larger


@pytest.mark.clause("AK-7.0-01", "AK-7.0-02", "AK-7.4-06", "AK-3.1-02")
def test_a_province_of_natives_is_won() -> None:
    s = new_state()
    natives(s, "BO", quality=tables.GREEN)
    n = general(s, 0, ["HC"] * 6, number=504)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    assert s.owners[at(s, HERE)] == NATIVE
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert told(s.journal or [], "conquered", 0)
    assert not [a for a in s.armies.values() if a.owner == NATIVE]


@pytest.mark.clause("AK-7.7-01", "AK-6.2-02")
def test_conquest_costs_a_point() -> None:
    s = new_state()
    natives(s, "BO", quality=tables.GREEN)
    n = general(s, 0, ["HC"] * 6, number=504)
    t = march(s, n)
    left = {points_left(t, a) for a in s.led_by(n)}
    assert left == {3 - 1 - 1}


@pytest.mark.clause("AK-7.7-02")
def test_an_empty_sea_costs_nothing_more() -> None:
    s = new_state()
    sea(s, HERE)
    n = general(s, 0, ["FL"], number=504)
    t = march(s, n)
    assert s.owners[at(s, HERE)] == 0
    assert {points_left(t, a) for a in s.led_by(n)} == {1}


@pytest.mark.clause("AK-7.7-03")
def test_a_hero_driven_out_remembers() -> None:
    s = new_state()
    natives(s, "BO", quality=tables.GREEN)
    hero = put_person(s, "Oskar", -1, HERE, rules=at(s, HERE), temper=tables.CAUTIOUS)
    n = general(s, 0, ["HC"] * 6, number=504)
    march(s, n)
    assert s.people[hero].rules == -1
    assert s.people[hero].grudges == (0,)


@pytest.mark.clause("AK-7.6-01", "AK-7.6-02", "AK-7.6-03", "AK-7.6-04", "AK-7.6-08")
def test_a_contested_province_is_fought_for_again() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    mine = general(s, 0, ["LE"] * 3)
    general(s, 1, ["LE"] * 3)
    t = a_turn(s)
    assert besiegers(t) == [(at(s, HERE), mine)]
    assert s.owners[at(s, HERE)] == 1
    for a in s.led_by(mine):
        t.marching.spent[a] = 2
    assert besiegers(t) == []


@pytest.mark.clause("AK-7.6-06", "AK-7.6-07")
def test_out_of_a_contested_province_only_to_friends() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    own(s, 0, 504)
    mine = general(s, 0, ["LE"])
    s.set_army(s.led_by(mine)[0], origin=at(s, 504))
    general(s, 1, ["LE"])
    t = a_turn(s)
    assert failed(t, mine, "MO 506") == ("AK-7.6-06", "fail.contested")
    act(t, mine, "MO 504")
    relate(s, 0, 1, 1)
    guest = general(s, 0, ["LE"])
    act(a_turn(s), guest, "MO 506")
    assert s.people[guest].place == at(s, 506)


@pytest.mark.clause("AK-7.0-03")
def test_rivals_come_in_an_order_drawn_by_their_armies() -> None:
    s = new_state()
    few, many = general(s, 0, ["LE"]), general(s, 1, ["LE"] * 3)
    t = a_turn(s)
    load(s, who_comes_first=1)
    assert in_random_order(t, [[few], [many]]) == [[few], [many]]
    load(s, who_comes_first=2)
    assert in_random_order(t, [[few], [many]]) == [[many], [few]]


@pytest.mark.clause("AK-7.8-01", "AK-4.1.2-04", "AK-4.1.3-03")
@pytest.mark.parametrize(
    ("levels", "origin", "percent"),
    [
        ("", 504, 80), ("MA1", 504, 90), ("MA2", 504, 100), ("", 404, 50), ("MA4", 404, 90), ("", 506, 20),
        ("MA4", 506, 60),
    ],
)  # fmt: skip
def test_contingents_unite(levels: str, origin: int, percent: int) -> None:
    s = new_state()
    one, two = general(s, 0, ["LE"], levels), general(s, 0, ["LE"])
    t = a_turn(s)
    for n, number in ((one, 504), (two, origin)):
        s.set_army(s.led_by(n)[0], origin=at(s, number))
    for face, united in ((percent * 10, True), (min(1000, percent * 10 + 1), percent == 100)):
        load(s, contingents_unite=face)
        assert roll_unification(t, at(s, HERE), one, two) is united


@pytest.mark.clause("AK-7.0-03")
def test_rivals_without_armies_left_are_drawn_too() -> None:
    s = new_state()
    one, two = (put_person(s, name, seat, HERE) for seat, name in enumerate(("Odo", "Udo")))
    assert sorted(in_random_order(a_turn(s), [[one], [two]])) == [[one], [two]]


@pytest.mark.clause("AK-8.1-04")
def test_allies_share_a_conquest() -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    natives(s, "BO", quality=tables.SUB_DEPLETED)
    one = general(s, 0, ["LE"], number=504)
    two = general(s, 1, ["HC"] * 3, number=504)
    load(s, contingents_unite=1, eliminated=1000)
    t = a_turn(s)
    act(t, one, f"MO {HERE}")
    act(t, two, f"MO {HERE}")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 1


@pytest.mark.clause("AK-8.1-06", "AK-8.1-05")
def test_an_ally_in_the_province_fights_for_its_owner() -> None:
    s = new_state()
    own(s, 1, HERE)
    relate(s, 0, 1, ENEMY)
    relate(s, 1, 2, ALLIED)
    general(s, 1, ["LE"])
    friend = general(s, 2, ["HC"])
    t = a_turn(s)
    assert set(s.led_by(friend)) <= set(defenders(t, at(s, HERE), 0))
    relate(s, 0, 2, ALLIED)
    assert set(s.led_by(friend)) <= set(defenders(t, at(s, HERE), 0))


@pytest.mark.clause("AK-3.1-05")
def test_defenders_ordered_away_stay_for_the_battle() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE, 506)
    one = general(s, 0, ["LE"], "TA9", number=504)
    other = general(s, 1, ["LE"])
    order(s, one, 1, f"MO {HERE}")
    order(s, other, 1, "MO 506")
    entries = run(s)
    assert [entry.data["reason"] for entry in told(entries, "failed", 1)] == ["fail.held-back"]
    assert told(entries, "battle-begins", 0)


@pytest.mark.clause("AK-8.1-02")
def test_armies_stay_out_of_a_neutral_kings_land() -> None:
    s = new_state()
    own(s, 1, HERE)
    one = general(s, 0, ["LE"], number=504)
    assert failed(a_turn(s), one, f"MO {HERE}") == ("AK-8.1-02", "fail.neutral-king")


@pytest.mark.clause("AK-7.6-05")
def test_a_last_fight_for_a_contested_province_costs_two_points() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    know(s, 0, HERE)
    one = general(s, 0, ["LE"] * 5, "MA2")
    general(s, 1, ["LE"], temper=tables.COWARDLY)
    for a in s.led_by(one):
        s.set_army(a, quality=tables.ELITE)
    t = a_turn(s)
    for a in s.led_by(one):
        t.marching.spent[a] = 1
    load(s, contest=1, eliminated=200, resolve=1)
    contest_province(t, at(s, HERE))
    assert s.owners[at(s, HERE)] == 0
    assert {points_left(t, a) for a in s.led_by(one)} <= {0}

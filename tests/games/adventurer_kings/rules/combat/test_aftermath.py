"""After a battle: who is safe, who retreats where, whose glory it is, what each side is told (6.3, 7.2 to 7.6)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, field, fought, general, natives
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
    put_army,
    put_feature,
    put_person,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat import aftermath
from palatine.games.adventurer_kings.rules.combat.aftermath import (
    chance_to_stay,
    change_quality,
    has_way_out,
    settle_battle,
)
from palatine.games.adventurer_kings.rules.combat.campaigns import battles, contest_province, force_of, unites
from palatine.games.adventurer_kings.rules.combat.casualties import losses, pursue, run_down
from palatine.games.adventurer_kings.rules.combat.contests import draw_events, total
from palatine.games.adventurer_kings.rules.combat.deployment import (
    draw_lines,
    find_nemeses,
    muster,
    place_flyers,
    switch,
    win_chance,
)
from palatine.games.adventurer_kings.rules.combat.duels import duel
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle
from palatine.games.adventurer_kings.rules.encounters.guardians import fight_guardian
from palatine.games.adventurer_kings.rules.movement.movement_points import points_left
from palatine.games.adventurer_kings.rules.realm.conquest import conquer
from palatine.games.adventurer_kings.rules.realm.yearend import improve
from palatine.games.adventurer_kings.state import State

SURE = {"contest": 1, "battle_event": 1000, "column_event": 1000}
"""Dice with which the attacker wins every contest."""


def enemies(kings: int = 3) -> State:
    """505 is the second King's, an Enemy of the first."""
    s = new_state(kings)
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    return s


# In the line (6.3, 7.2)


@pytest.mark.clause("AK-6.3-22")
def test_of_several_who_face_a_unit_one_is_drawn_as_its_nemesis() -> None:
    s = new_state()
    n = general(s, 0, [])
    mine = [
        put_army(s, code, 0, HERE, n, quality=quality) for code, quality in (("LE", c.VETERAN), ("CH", c.AVERAGE))
    ]
    b = field(s, mine, natives(s, "HC"), width=5)
    assert [unit.share for unit in b.columns[0][ATTACKER]] == [1.0, 1.0], "the chariots turn the flank"
    horse = b.forces[1].units[0]
    found = {}
    for face in (1, 2):
        load(s, whom_a_unit_faces=face)
        find_nemeses(b)
        found[face] = total(b, 0, DEFENDING) / (horse.worth * 1.25)
    assert found == {1: 1.0, 2: pytest.approx(2 / 3)}


@pytest.mark.clause("AK-6.3-22")
def test_behind_the_front_only_who_flies_at_a_unit_is_its_nemesis() -> None:
    s = new_state()
    n = general(s, 0, ["EA"], "DR4")
    theirs = [*natives(s, "LE", quality=c.ELITE), *natives(s, "WR")]
    b = field(s, s.led_by(n), theirs, width=1)
    place_flyers(b)
    find_nemeses(b)
    by_code = {c.ARMY_CODES[unit.army.type]: unit for unit in b.forces[1].units}
    assert by_code["WR"].opponent is b.forces[0].units[0]
    assert by_code["LE"].opponent is b.forces[0].units[0]
    other = field(s, [put_army(s, "BO", 0, HERE, n)], natives(s, "LE", "EA"), width=1)
    find_nemeses(other)
    behind = next(unit for unit in other.forces[1].units if unit.rank == 1)
    assert behind.opponent is None


@pytest.mark.clause("AK-6.3-30")
@pytest.mark.parametrize(("horse", "chariots"), [("LC", ["CH"]), ("HC", ["CH"]), ("CH", [])])
def test_horses_are_frightened_of_beasts_and_of_no_other_creature(horse: str, chariots: list[str]) -> None:
    frightening = set()
    for code in c.ARMY_CODES:
        s = new_state()
        b = field(s, [put_army(s, horse, 0, HERE)], natives(s, code), width=1)
        place_flyers(b)
        find_nemeses(b)
        rider = b.forces[ATTACKER].units[0]
        if total(b, 0, ATTACKER) == pytest.approx(rider.worth * 2 / 3):
            frightening.add(code)
        else:
            assert total(b, 0, ATTACKER) == rider.worth
    assert frightening == {"CC", "EL", "WE", "WR", "DR", *chariots}


@pytest.mark.clause("AK-7.2-04", "AK-7.2-08")
def test_a_flyer_put_behind_the_front_still_fights_at_full_strength() -> None:
    s = new_state()
    set_land(s, HERE, terrain=c.MOUNTAIN)
    n = general(s, 0, [], "TA4 DR4")
    eagles, legion = put_army(s, "EA", 0, HERE, n), put_army(s, "LE", 0, HERE, n)
    b = field(s, [eagles, legion], natives(s, "BO", quality=c.ELITE), width=1)
    by_number = {unit.number: unit for unit in b.forces[0].units}
    assert by_number[eagles].rank == 0
    load(s, switch=1)
    switch(b)
    place_flyers(b)
    assert by_number[legion].rank == 0
    assert (by_number[eagles].rank, by_number[eagles].share) == (1, 1.0)


@pytest.mark.clause("AK-7.2-11")
def test_nothing_against_nothing_is_even() -> None:
    assert win_chance(0, 0) == 0.5
    assert win_chance(1, 0) == 1.0


# Titles of war (12.1)


@pytest.mark.clause("AK-12.1-08")
def test_the_conquerors_armies_fight_their_first_battle_of_a_turn_the_better() -> None:
    s = new_state()
    n, other = general(s, 0, ["LE"]), general(s, 0, ["LE"])
    s.title_holders[24] = n
    b = field(s, s.led_by(n) + s.led_by(other), natives(s, "LE"))
    worth = {unit.leader: unit.worth for unit in b.forces[0].units}
    assert worth == {n: pytest.approx(8 * 1.05), other: 8}
    b.t.war.blooded.add(n)
    muster(b)
    assert {unit.worth for unit in b.forces[0].units} == {8.0}


@pytest.mark.clause("AK-12.1-06")
def test_provinces_taken_are_glory_with_a_battle_or_without() -> None:
    s = enemies()
    n = general(s, 0, ["LE"] * 4, number=504)
    load(s, **SURE, eliminated=200)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert s.renown[n][24] == 1
    m = general(s, 0, ["LE"] * 4, number=509, levels="ME9")
    own(s, 1, 509)
    general(s, 1, ["LE"], number=509)
    t = a_turn(s)
    contest_province(t, at(s, 509))
    assert s.renown[m][24] == 1
    assert t.war.blooded == {m, max(s.people)}


@pytest.mark.clause("AK-12.1-06")
def test_a_lost_battle_ends_a_row_of_victories() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"] * 2), general(s, 1, ["LE"] * 2)
    for n in (one, other):
        s.honour(n, 35, 4)
        s.honour(n, 28, 2)
    settle_battle(fought(s, s.led_by(one), s.led_by(other), ATTACKER, eliminated=1000, pursuit=1000))
    assert (s.renown[one][35], s.renown[other][35]) == (5, 0)
    assert s.renown[other][28] == 2


@pytest.mark.clause("AK-6.3-33", "AK-12.1-08")
def test_fallen_trolls_follow_their_master_still() -> None:
    s = enemies()
    n = general(s, 1, ["TR"], "DR4")
    s.title_holders[14] = n
    (troll,) = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), [troll], ATTACKER, eliminated=1)
    own(s, 1, 506)
    losses(b)
    assert not b.forces[1].units[0].lost
    retreat(b, b.forces[1], b.forces[1].units)
    assert (s.armies[troll].leader, s.armies[troll].quality) == (n, c.GREEN)
    assert {s.armies[troll].place, s.people[n].place} == {at(s, 506)}


# The dead and the bitten (6.3)


@pytest.mark.clause("AK-6.3-32")
def test_the_bitten_are_lost_to_their_side_and_join_the_pack_when_the_year_is_over() -> None:
    s = new_state()
    n = general(s, 0, ["WE"] * 3, "DR1")
    (victim,) = natives(s, "LE", quality=c.GREEN)
    load(s, **SURE, eliminated=200, bitten=1)
    t = a_turn(s)
    contest_province(t, at(s, HERE))
    assert s.owners[at(s, HERE)] == 0
    assert s.armies[victim].owner == MERCENARY
    assert s.armies[victim].barred == s.turn
    improve(t)
    army = s.armies[victim]
    assert (army.type, army.race, army.owner, army.leader) == (c.WERE, c.WEREBEASTS, 0, n)
    assert s.renown[n][12] == 2


@pytest.mark.clause("AK-6.3-34")
def test_whales_beaten_on_land_come_to_no_harm() -> None:
    s = enemies()
    sea(s, 506)
    n = general(s, 1, ["WH", "LE"], "DR4")
    whale, legion = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LC"] * 3)), [whale, legion], ATTACKER, eliminated=1, pursuit=1, caught=1,
               pursuit_fight=1)  # fmt: skip
    losses(b)
    pursue(b, *b.forces)
    assert legion not in s.armies
    retreat(b, b.forces[1], [unit for unit in b.forces[1].units if not unit.lost])
    assert (s.armies[whale].place, s.armies[whale].quality) == (at(s, 506), c.AVERAGE)


# Retreat (7.4)


@pytest.mark.clause("AK-7.4-01", "AK-7.4-02", "AK-7.4-04")
def test_who_can_go_goes_and_who_cannot_is_lost() -> None:
    s = enemies()
    own(s, 1, 506)
    n = general(s, 1, ["FL", "LE", "HC"])
    fleet, *rest = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(n), ATTACKER, mercenaries=1000)
    assert has_way_out(b, b.forces[1])
    retreat(b, b.forces[1], b.forces[1].units)
    assert fleet not in s.armies
    assert {s.armies[a].place for a in rest} == {s.people[n].place} == {at(s, 506)}


@pytest.mark.clause("AK-7.4-04", "AK-6.2-07")
@pytest.mark.parametrize("shared", [True, False])
def test_ships_save_only_those_of_their_own_leader(shared: bool) -> None:
    s = enemies()
    sea(s, 506)
    own(s, 1, 506)
    admiral, captain = general(s, 1, ["FL"]), general(s, 1, ["LE"] * 3)
    if shared:
        for a in s.led_by(captain):
            s.set_army(a, leader=admiral)
    foot = [a for a, army in s.armies.items() if army.type == c.LEGION]
    b = fought(s, s.led_by(general(s, 0, ["LE"])), [a for a, army in s.armies.items() if army.owner == 1], ATTACKER,
               mercenaries=1000)  # fmt: skip
    retreat(b, b.forces[1], b.forces[1].units)
    assert s.people[admiral].place == at(s, 506)
    assert len([a for a in foot if a in s.armies]) == (2 if shared else 0), "a fleet carries two"


@pytest.mark.clause("AK-4.2.5-08", "AK-7.4-02")
def test_skeletons_without_a_way_out_lie_down_again() -> None:
    s = enemies()
    n = general(s, 1, [])
    put_army(s, "LE", 1, HERE, n, is_skeletal=True)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(n), ATTACKER)
    retreat(b, b.forces[1], b.forces[1].units)
    assert not s.led_by(n)
    assert len(s.fallen[at(s, HERE)]) == 1


@pytest.mark.clause("AK-7.4-01")
def test_who_has_no_way_out_is_the_readier_to_stay() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"] * 2), general(s, 1, ["LE"] * 2)
    b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, resolve=11)
    trapped = chance_to_stay(b, b.forces[1], b.forces[0])
    own(s, 1, 506)
    assert trapped - chance_to_stay(b, b.forces[1], b.forces[0]) == 20
    for a in s.led_by(other):
        s.set_army(a, owner=NATIVE, leader=0)
    assert has_way_out(b, b.forces[1]), "natives do not think of it"


@pytest.mark.clause("AK-7.4-05", "AK-7.1-02")
@pytest.mark.parametrize("winner", [ATTACKER, DEFENDING])
def test_attackers_whose_leader_has_fallen_do_not_camp(winner: int) -> None:
    s = enemies()
    n = general(s, 0, ["LE"] * 2)
    mine = s.led_by(n)
    other = general(s, 1, ["LE"] * 3, temper=c.BERSERK)
    b = fought(s, mine, s.led_by(other), winner, resolve=21, eliminated=1000, pursuit=1000)
    for a in mine:
        s.set_army(a, leader=0)
        b.t.marching.came_from[a] = at(s, 504)
    b.forces[ATTACKER].commander = 0
    muster(b)
    settle_battle(b)
    assert s.owners[at(s, HERE)] == 1
    assert {s.armies[a].place for a in mine} == {at(s, 504)}


@pytest.mark.clause("AK-7.4-05")
@pytest.mark.parametrize("own_men", [True, False])
def test_the_men_of_a_slain_commander_carry_his_body_along(own_men: bool) -> None:
    s = enemies()
    own(s, 1, 506)
    champion, lad = general(s, 0, ["LE"] * 3, "ME9"), general(s, 1, ["LE"] * 2)
    if not own_men:
        general(s, 1, ["LE"], "TA1")
    order(s, champion, "special", "ME")
    idle(s)
    t = a_turn(s)
    b = Battle(t, at(s, HERE), force_of(t, at(s, HERE), ATTACKER, s.led_by(champion)),
               force_of(t, at(s, HERE), DEFENDING, [a for a, army in s.armies.items() if army.owner == 1]))  # fmt: skip
    duel(b)
    muster(b)
    assert s.people[lad].died
    units = [unit for unit in b.forces[1].units if (unit.number in b.forces[1].demoralised) is own_men]
    retreat(b, b.forces[1], units)
    assert s.people[lad].place == at(s, 506 if own_men else HERE)
    assert len(told(s.journal or [], "battle-bier", 1)) == own_men


# What each side is told


@pytest.mark.clause("AK-7.5-01", "AK-7.5-02")
def test_only_the_owner_hears_how_good_his_armies_are() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"]), general(s, 1, ["LE"])
    b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, quality_rises=1, quality_falls=1)
    change_quality(b)
    readers = {entry.kind: entry.readers for entry in s.journal or []}
    assert readers["battle-rise"] == (0,)
    assert readers["battle-fall"] == (1,)


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
    battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert {t.marching.spent[a] for a in s.led_by(n)} == {spent + 1}, "for the conquest, and for no battle"


@pytest.mark.clause("AK-8.1-02", "AK-7.0-03")
def test_who_finds_a_neutral_king_in_possession_turns_back() -> None:
    s = new_state()
    natives(s, "BO", quality=c.SUB_DEPLETED)
    one, two = general(s, 0, ["LE"] * 5, number=504), general(s, 1, ["LE"] * 5, number=506)
    own(s, 1, 506)
    load(s, **SURE, who_comes_first=1, eliminated=200)
    t = a_turn(s)
    act(t, one, f"MO {HERE}")
    act(t, two, f"MO {HERE}")
    battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert {s.people[two].place, *[s.armies[a].place for a in s.led_by(two)]} == {at(s, 506)}
    assert told(s.journal or [], "turned-back", 1)
    assert {points_left(t, a) for a in s.led_by(two)} == {1}, "the step stays spent"


@pytest.mark.clause("AK-7.8-01")
def test_those_who_camp_are_joined_as_from_one_province() -> None:
    s = enemies()
    one, two = general(s, 0, ["LE"]), general(s, 0, ["LE"])
    t = a_turn(s)
    t.marching.came_from = {s.led_by(one)[0]: at(s, 504), s.led_by(two)[0]: at(s, 506)}
    load(s, contingents_unite=800)
    assert not unites(t, at(s, HERE), one, two)
    assert unites(t, at(s, HERE), one, two, camped=[one])
    load(s, contingents_unite=801)
    assert not unites(t, at(s, HERE), one, two, camped=[one])


@pytest.mark.clause("AK-7.6-02", "AK-7.6-05", "AK-7.6-08", "AK-4.1.2-01")
def test_the_worked_example_of_a_contested_province() -> None:
    s = enemies()
    n = general(s, 0, ["LE", "BO", "AX"], "MA2", number=504)
    general(s, 1, ["LE", "LE"], temper=c.BERSERK)
    t = a_turn(s)
    assert {points_left(t, a) for a in s.led_by(n)} == {3}
    load(s, **SURE, eliminated=1000, pursuit=1000, resolve=21)
    act(t, n, f"MO {HERE}")
    battles(t)
    assert s.owners[at(s, HERE)] == 1, "the defenders have lost, and stay"
    assert {points_left(t, a) for a in s.led_by(n)} == {2}
    t.begin_phase(2)
    t.phase.began = {m: person.place for m, person in s.people.items()}
    load(s, **SURE, eliminated=200)
    battles(t)
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
    fight_guardian(a_turn(s), n, lair, (o.Strike(),))
    assert s.features[lair].monster < 0
    assert s.merit.get(n, (0,) * 8)[titles.DEFENDER] == points


@pytest.mark.clause("AK-7.0-03", "AK-1.4-01")
def test_the_second_of_two_enemies_fights_the_first_who_now_defends_and_both_battles_are_told() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, 506)
    know(s, 0, HERE)
    natives(s, "BO", quality=c.SUB_DEPLETED)
    one, two = general(s, 0, ["LE"] * 5, number=504), general(s, 1, ["LE"] * 5, number=506)
    load(s, **SURE, who_comes_first=1, eliminated=200, resolve=1)
    t = a_turn(s)
    act(t, one, f"MO {HERE}")
    act(t, two, f"MO {HERE}")
    s.journal = []  # type: ignore[misc]
    battles(t)
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
    one = general(s, 0, ["LE"] * 3, temper=c.BERSERK)
    other = general(s, 1, ["LE"] * 3, temper=c.BERSERK)
    b = fought(s, s.led_by(one), s.led_by(other), winner, eliminated=1000, pursuit=1000, resolve=21)
    b.readers = [0, 1]
    settle_battle(b)
    assert b.stays
    assert [entry.readers for entry in told(s.journal or [], kind)] == [(0, 1)]


@pytest.mark.clause("AK-7.0-03")
def test_an_invader_whose_armies_another_has_taken_over_starts_no_battle() -> None:
    s = new_state()
    for seat in (0, 1):
        n = put_person(s, "Bare", seat, 505)
        s.set_person(n, place=at(s, 505))
    t = a_turn(s)
    t.phase.invasions = [(at(s, 505), n) for n, person in s.people.items() if person.name == "Bare"]
    battles(t)
    assert not told(s.journal or [], "battle-begins")


# Figures (7.2, 7.3, 7.5)


@pytest.mark.clause("AK-7.2-12")
@pytest.mark.parametrize(
    ("side", "column_winner", "winner", "ratio", "rank", "permille"),
    [
        (DEFENDING, ATTACKER, ATTACKER, 1.0, 0, 250), (DEFENDING, ATTACKER, ATTACKER, 2.0, 0, 500),
        (DEFENDING, ATTACKER, ATTACKER, 5.0, 1, 500), (DEFENDING, ATTACKER, DEFENDING, 1.0, 0, 150),
        (ATTACKER, ATTACKER, ATTACKER, 1.0, 0, 75), (ATTACKER, ATTACKER, ATTACKER, 2.0, 1, 19),
        (ATTACKER, ATTACKER, ATTACKER, 9.0, 0, 15), (ATTACKER, ATTACKER, DEFENDING, 1.0, 0, 125),
    ],
)  # fmt: skip
def test_the_chance_to_be_destroyed(
    side: int, column_winner: int, winner: int, ratio: float, rank: int, permille: int
) -> None:
    for face, lost in ((permille, True), (permille + 1, False)):
        s = enemies()
        b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(general(s, 1, ["LE"])))
        b.outcomes, b.winner = [(column_winner, ratio)], winner
        (unit,) = b.forces[side].units
        unit.rank, unit.share = rank, 0.5**rank
        load(s, eliminated=face)
        losses(b)
        assert unit.lost is lost


@pytest.mark.clause("AK-7.3-01", "AK-7.3-02")
@pytest.mark.parametrize(
    ("hunter", "prey", "is_led", "percent"),
    [("LC", "LE", True, 90), ("LE", "LE", True, 50), ("LE", "HC", True, 30), ("LE", "LE", False, 75),
     ("EA", "LE", True, 95), ("BO", "DR", True, 5)],
)  # fmt: skip
def test_speed_decides_who_is_caught(hunter: str, prey: str, is_led: bool, percent: int) -> None:
    for face, caught in ((10 * percent, 1), (10 * percent + 1, 0)):
        s = enemies()
        theirs = s.led_by(general(s, 1, [prey], "DR4"))
        if not is_led:
            s.set_army(theirs[0], leader=0)
        b = field(s, s.led_by(general(s, 0, [hunter], "DR4")), theirs)
        load(s, caught=face, pursuit_fight=1000)
        tally: dict[int, int] = {}
        run_down(b, b.forces[0].units[0], b.forces[1].units[0], tally)
        assert sum(tally.values()) == caught


@pytest.mark.clause("AK-7.3-02", "AK-7.3-04")
def test_who_is_caught_fights_a_level_lower_with_a_defenders_care() -> None:
    permille = round(1000 * win_chance(4 * 2 * 1.2, 4 * 2 * 1.25))
    for face, lost in ((permille, True), (permille + 1, False)):
        s = enemies()
        mine = s.led_by(general(s, 0, ["LE"], "TA1"))
        theirs = s.led_by(general(s, 1, []))
        theirs = [put_army(s, "LE", 1, HERE, quality=c.VETERAN)]
        b = field(s, mine, theirs)
        load(s, caught=1, pursuit_fight=face)
        run_down(b, b.forces[0].units[0], b.forces[1].units[0], {})
        assert b.forces[1].units[0].lost is lost


@pytest.mark.clause("AK-7.3-03")
def test_two_pursuits_at_most_strike_one_army() -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["EA", "EA"], "DR3")), s.led_by(general(s, 1, ["LE"])))
    load(s, pursuit=1, caught=1, pursuit_fight=1000)
    b.winner = ATTACKER
    assert pursue(b, b.forces[0], b.forces[1]) == {b.forces[1].units[0].number: 2}


def resolve(b: Battle, side: int = DEFENDING) -> float:
    """The score to stay of a beaten side, chance apart."""
    load(b.t.s, resolve=11)
    return chance_to_stay(b, b.forces[side], b.forces[1 - side])


@pytest.mark.clause("AK-7.4-01", "AK-7.6-01")
def test_what_makes_the_beaten_stay() -> None:
    s = enemies()
    own(s, 1, 506)
    one, other = general(s, 0, ["LE"] * 3), general(s, 1, ["LE"] * 4)
    b = field(s, s.led_by(one), s.led_by(other), seats=(0, 1))
    mine = b.forces[DEFENDING]
    plain = resolve(b)
    assert plain == pytest.approx(100 * win_chance(4 * 8 * 1.25, 3 * 8) + 10), "a brave commander"
    for temper, more in ((c.BERSERK, 20), (c.CAUTIOUS, -10), (c.COWARDLY, -20), (c.BRAVE, 10)):
        s.set_person(other, temper=temper)
        assert resolve(b) - plain == pytest.approx(more - 10)
    s.set_kingdom(1, home=at(s, HERE))
    assert resolve(b) - plain == pytest.approx(15)
    s.set_kingdom(1, home=at(s, 509))
    for a in s.led_by(one):
        b.t.marching.spent[a] = 2
    assert resolve(b) - plain == pytest.approx(15)
    b.t.marching.spent.clear()
    friend = general(s, 1, ["LE"], number=506)
    b.t.pursuits.posts[friend] = at(s, 506)
    assert resolve(b) - plain == pytest.approx(10)
    b.t.pursuits.posts.clear()
    mine.fell = True
    assert resolve(b) - plain == pytest.approx(-10)
    mine.fell = False
    mine.seats = [1, 2]
    assert resolve(b) - plain == pytest.approx(5)
    mine.seats = [1]
    for unit, more in zip(mine.units, (0, 10, 10, 10), strict=True):
        unit.is_fanatic = True
        assert resolve(b) - plain == pytest.approx(more)


@pytest.mark.clause("AK-7.4-01")
def test_losses_veterans_and_attack_weigh_too() -> None:
    s = enemies()
    own(s, 1, 506)
    one, other = general(s, 0, ["LE"] * 3), general(s, 1, ["LE"] * 4)
    b = field(s, s.led_by(one), s.led_by(other), seats=(0, 1))
    for unit in b.forces[DEFENDING].units[2:]:
        unit.worth = 0.0
    plain = resolve(b)
    b.forces[DEFENDING].units[2].lost = True
    assert resolve(b) == plain
    b.forces[DEFENDING].units[3].lost = True
    assert resolve(b) - plain == pytest.approx(-15), "half of them"
    for a in s.led_by(other):
        s.set_army(a, quality=c.VETERAN)
    veterans = field(s, s.led_by(one), s.led_by(other), seats=(0, 1))
    assert resolve(veterans) == pytest.approx(min(100, 100 * win_chance(4 * 12 * 1.25, 3 * 8)) + 10 + 5)
    for a in s.led_by(one):
        veterans.t.marching.came_from[a] = at(s, 504)
    attack = 100 * win_chance(3 * 8, 4 * 12 * 1.25)
    assert resolve(veterans, ATTACKER) == pytest.approx(attack - 20 + 10)
    for a in s.led_by(one):
        veterans.t.marching.spent[a] = 2
    assert resolve(veterans, ATTACKER) == pytest.approx(attack - 30 + 10)


@pytest.mark.clause("AK-7.5-01")
@pytest.mark.parametrize(("points", "stay"), [(35, True), (34.9, False)])
def test_from_35_points_they_stay(points: float, stay: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(general(s, 1, ["LE"])))
    monkeypatch.setattr(aftermath, "chance_to_stay", lambda *_: points)
    assert aftermath.decides_to_stay(b, b.forces[1], b.forces[0]) is stay


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
    least, most = {c.PLAIN: (5, 10), c.DESERT: (5, 10), c.SEA: (5, 10), c.MOUNTAIN: (1, 3)}.get(terrain, (3, 6))
    assert found == [least, most]


@pytest.mark.clause("AK-6.3-29")
@pytest.mark.parametrize(("face", "strength"), [(1, 2), (99, 5)])
def test_elephants_are_worth_two_to_five(face: int, strength: int) -> None:
    s = new_state()
    load(s, elephants=face)
    b = field(s, s.led_by(general(s, 0, ["EL"])), natives(s, "LE"))
    assert b.forces[0].units[0].basic == strength


@pytest.mark.clause("AK-6.3-27")
@pytest.mark.parametrize(("face", "factor"), [(600, 2.0), (601, 1.0)])
def test_one_event_in_most_battles_for_a_whole_side(face: int, factor: float) -> None:
    s = new_state()
    b = field(s, s.led_by(general(s, 0, ["LE"])), natives(s, "LE"))
    before = total(b, 0, ATTACKER), total(b, 0, DEFENDING)
    load(s, battle_event=face, whom_the_event_favours=1, which_event=20, column_event=1000)
    draw_events(b)
    assert (total(b, 0, ATTACKER), total(b, 0, DEFENDING)) == (before[0] * factor, before[1])


@pytest.mark.clause("AK-6.3-27")
@pytest.mark.parametrize(("face", "factor"), [(350, 1.75), (351, 1.0)])
def test_further_events_touch_a_column(face: int, factor: float) -> None:
    s = new_state()
    b = field(s, s.led_by(general(s, 0, ["LE"])), natives(s, "LE"))
    before = total(b, 0, ATTACKER), total(b, 0, DEFENDING)
    load(s, battle_event=1000, column_event=face, which_column_event=29, whom_it_favours=2)
    draw_events(b)
    assert (total(b, 0, ATTACKER), total(b, 0, DEFENDING)) == (before[0], before[1] * factor)


@pytest.mark.clause("AK-7.4-01", "AK-7.4-03")
@pytest.mark.parametrize("guest", [0, 1, 2])
def test_nobody_retreats_to_where_enemies_stand(guest: int) -> None:
    s = enemies()
    own(s, 1, 506)
    general(s, guest, ["LE"], number=506)
    other = general(s, 1, ["LE"])
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(other), ATTACKER)
    assert has_way_out(b, b.forces[1]) is (guest != 0)


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

"""Pursuit and patrols (3.16)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    told,
)
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles
from palatine.games.adventurer_kings.rules.common.command import invasions
from palatine.games.adventurer_kings.rules.encounters.encounters import accepts
from palatine.games.adventurer_kings.rules.movement.initiative import initiative
from palatine.games.adventurer_kings.rules.movement.pursuing import patrol_all
from palatine.games.adventurer_kings.state import State


def realm() -> State:
    """Return a match whose first two Kings are Enemies and in which nobody escapes or strays.

    There are no random encounters and no experience.
    """
    s = new_state()
    relate(s, 0, 1, ENEMY)
    load(s, random_encounter=1000, on_the_trail=1, escape_notice=1000, a_patrol_strays=1000,
         **{"experience:_spy": 1000, "experience:_talk": 1000})  # fmt: skip
    return s


def generals(s: State) -> tuple[int, int]:
    """Add a hunter of the first King in 504 and a quarry of the second in 505, with an army each."""
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 1, 505)
    put_army(s, "LE", 0, 504, hunter)
    put_army(s, "LE", 1, 505, quarry)
    return hunter, quarry


def number(s: State, n: int) -> int:
    return s.atlas.numbers[s.people[n].place]


# Pursue


@pytest.mark.clause("AK-3.16-01", "AK-3.16-02", "AK-3.16-05")
def test_a_chase_goes_on_until_it_ends_and_other_orders_after_it() -> None:
    s = realm()
    hunter, quarry = put_person(s, "Hunter", 0, 504, "SP4"), put_person(s, "Quarry", 1, 507)
    order(s, hunter, 1, f"PU {quarry} plan TA")
    for phase in (2, 3, 4, 5):
        order(s, hunter, phase, "MO 508" if phase == 2 else "PR TA" if phase == 3 else "EX")
    entries = run(s)
    assert [(entry.data["phase"], entry.data["to"][-4:-1]) for entry in told(entries, "moved", 0)][-1] == (3, "507")
    assert [entry.data["phase"] for entry in told(entries, "moved", 0)] == [1, 2, 3]
    assert [entry.data["phase"] for entry in told(entries, "caught-up", 0)] == [3]
    assert [entry.data["phase"] for entry in told(entries, "meets", 0)] == [3]
    assert [entry.data["phase"] for entry in told(entries, "explored", 0)] == [4, 5]


@pytest.mark.clause("AK-3.16-02")
def test_a_chase_of_the_dead_ends_and_later_orders_run() -> None:
    s = realm()
    hunter, quarry = put_person(s, "Hunter", 0, 504, "SP4"), put_person(s, "Quarry", 1, 507)
    t = a_turn(s)
    t.ordered.acts[hunter] = [
        orders.Pursue(quarry, (orders.Strike(),)),
        orders.Explore(),
        orders.Explore(),
        None,
        None,
    ]
    t.pursuits.chases[hunter] = orders.Pursue(quarry, (orders.Strike(),))
    s.set_person(quarry, died=2)
    for phase in (2, 3):
        t.begin_phase(phase)
        sequence.carry_out_action(t, hunter, {})
    assert [(entry.data["code"], entry.data["phase"]) for entry in told(s.journal or [], "failed", 0)] == [
        ("PU", 2)
    ]
    assert [entry.data["phase"] for entry in told(s.journal or [], "explored", 0)] == [3]


@pytest.mark.clause("AK-3.16-03")
@pytest.mark.parametrize(("plan", "meets"), [("TA", True), ("FI", False)])
def test_a_king_who_is_caught_accepts_only_peace(plan: str, meets: bool) -> None:
    s = realm()
    hunter = put_person(s, "Hunter", 0, 509, "AR2")
    entries = act(a_turn(s), hunter, f"PU {s.kingdoms[1].king} plan {plan}")
    assert told(entries, "caught-up", 0)
    assert bool(told(entries, "meets", 0)) == meets
    assert bool(told(entries, "evaded", 0)) != meets


@pytest.mark.clause("AK-3.16-04")
def test_a_general_brings_an_invader_of_his_own_land_to_battle() -> None:
    s = realm()
    own(s, 0, 505, 506)
    hunter, quarry = generals(s)
    for _ in range(2):
        put_army(s, "LE", 0, 504, hunter)
    idle(s)
    t = a_turn(s)
    t.marching.spent[s.led_by(quarry)[0]] = 2
    act(t, hunter, f"PU {quarry}")
    assert invasions(t) == [(at(s, 505), quarry)]
    assert failed(t, quarry, "MO 506") == ("AK-3.1-05", "fail.held-back")
    fight_battles(t)
    assert told(s.journal or [], "battle-begins", 0)[0].data["who"] == "Quarry"


@pytest.mark.clause("AK-3.16-04")
@pytest.mark.parametrize("relation", [PEACE, ALLIED])
def test_who_is_no_enemy_is_only_caught_up_with(relation: int) -> None:
    s = realm()
    relate(s, 0, 1, relation)
    own(s, 0, 505)
    hunter, quarry = generals(s)
    t = a_turn(s)
    assert told(act(t, hunter, f"PU {quarry}"), "caught-up", 0)
    assert not invasions(t)


@pytest.mark.clause("AK-3.16-04")
@pytest.mark.parametrize(("relation", "fights"), [(ENEMY, True), (PEACE, False)])
def test_in_an_allys_land_ones_own_enemies_are_brought_to_battle(relation: int, fights: bool) -> None:
    s = realm()
    relate(s, 0, 1, relation)
    relate(s, 0, 2, ALLIED)
    relate(s, 1, 2, ENEMY)
    own(s, 2, 505)
    hunter, quarry = generals(s)
    t = a_turn(s)
    act(t, hunter, f"PU {quarry}")
    assert invasions(t) == ([(at(s, 505), quarry)] if fights else [])


@pytest.mark.clause("AK-3.16-04")
def test_a_general_in_his_own_land_is_attacked_there() -> None:
    s = realm()
    own(s, 1, 505)
    hunter, quarry = generals(s)
    t = a_turn(s)
    act(t, hunter, f"PU {quarry}")
    assert invasions(t) == [(at(s, 505), hunter)]


@pytest.mark.clause("AK-3.16-05")
def test_who_has_no_army_needs_a_plan() -> None:
    s = realm()
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 1, 504)
    friend = put_person(s, "Friend", 0, 504)
    t = a_turn(s)
    assert failed(t, hunter, f"PU {quarry}") == ("AK-3.16-05", "fail.no-plan")
    assert told(act(t, hunter, f"PU {friend}"), "caught-up", 0)
    sheet = GAME.parse(f"{hunter}.1 PU {quarry}")
    assert [each.clause for each in GAME.check(s, s.seats[0], sheet)] == ["AK-3.16-05"]


@pytest.mark.clause("AK-3.16-06")
@pytest.mark.parametrize("armed", ["hunter", "quarry"])
def test_one_with_armies_and_one_without_do_not_chase_each_other(armed: str) -> None:
    s = realm()
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 1, 505)
    who = hunter if armed == "hunter" else quarry
    put_army(s, "LE", s.people[who].seat, number(s, who), who)
    assert failed(a_turn(s), hunter, f"PU {quarry} plan FI") == ("AK-3.16-06", "fail.mixed-pursuit")
    assert number(s, hunter) == 504


@pytest.mark.clause("AK-3.16-07")
def test_a_follower_of_his_own_kingdom_goes_where_the_leader_goes() -> None:
    s = realm()
    follower, leader = put_person(s, "Follower", 0, 504, "MA4"), put_person(s, "Leader", 0, 504)
    order(s, leader, 1, "MO 505")
    order(s, follower, 1, f"PU {leader}")
    load(s, random_encounter=1000, on_the_trail=1000, **{"experience:_spy": 1000})
    run(s)
    assert (number(s, leader), number(s, follower)) == (505, 505)


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("text", ["PU {} plan TA", "TR {}"])
@pytest.mark.parametrize(("where", "armies", "company", "met"), [
    (504, 0, 0, True), (507, 0, 0, True), (507, 0, 1, False), (507, 1, 0, False),
])  # fmt: skip
def test_who_pursues_or_trails_may_meet_a_monster_even_where_he_stands(
    text: str, where: int, armies: int, company: int, met: bool
) -> None:
    s = realm()
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 1, where)
    friend = put_person(s, "Friend", 0, 504)
    load(s, random_encounter=1, flight=1, on_the_trail=1000, stray=1000, **{"experience:_spy": 1000})
    for leader, count in ((hunter, armies), (quarry, armies), (friend, company)):
        for _ in range(count):
            put_army(s, "LE", s.people[leader].seat, s.atlas.numbers[s.people[leader].place], leader)
    if armies and text.startswith("TR"):
        assert failed(a_turn(s), hunter, text.format(quarry))[1] == "fail.leads-himself"
        return
    assert bool(told(act(a_turn(s), hunter, text.format(quarry)), "met", 0)) == met


# Patrol


def patrol(s: State, levels: str = "SP1 ME2", seat: int = 0) -> int:
    """Add a character to patrol from 505; the first King owns the land around it."""
    own(s, 0, 505, *(s.atlas.numbers[p] for p in s.atlas.neighbours[at(s, 505)]))
    return put_person(s, "Watchman", seat, 505, levels)


def watch(s: State, n: int, plan: str = "TA") -> list[str]:
    """Return the characters that a patrol intercepts."""
    t = a_turn(s)
    assert told(act(t, n, f"PU {n} plan {plan}"), "patrol", s.people[n].seat)
    patrol_all(t)
    return [entry.data["other"] for entry in told(s.journal or [], "intercepts", s.people[n].seat)]


@pytest.mark.clause("AK-3.16-08", "AK-3.16-09")
@pytest.mark.parametrize(("where", "met"), [(505, ["Intruder"]), (506, ["Intruder"]), (507, [])])
def test_a_patrol_watches_its_province_and_the_next(where: int, met: list[str]) -> None:
    s = realm()
    watchman = patrol(s)
    own(s, 0, 507)
    put_person(s, "Intruder", 1, where)
    assert watch(s, watchman) == met
    assert number(s, watchman) == (where if met else 505)


@pytest.mark.clause("AK-3.16-05", "AK-3.16-08")
def test_a_patrol_meets_an_intruder_by_the_plan_of_its_order() -> None:
    s = realm()
    watchman, intruder = patrol(s), put_person(s, "Intruder", 1, 506)
    assert watch(s, watchman, "ME") == ["Intruder"]
    assert told(s.journal or [], "meets", 0)
    assert {s.people[watchman].died, s.people[intruder].died} == {0, s.turn}


@pytest.mark.clause("AK-3.16-05", "AK-3.16-08")
def test_a_patrol_without_a_plan_has_the_special_plan_or_does_not_set_out() -> None:
    s = realm()
    watchman, intruder = patrol(s), put_person(s, "Intruder", 1, 506)
    assert failed(a_turn(s), watchman, f"PU {watchman}") == ("AK-3.16-05", "fail.no-plan")
    order(s, watchman, "special", "ME")
    t = a_turn(s)
    act(t, watchman, f"PU {watchman}")
    patrol_all(t)
    assert {s.people[watchman].died, s.people[intruder].died} == {0, s.turn}


@pytest.mark.clause("AK-3.16-09")
def test_who_leads_armies_neither_patrols_nor_is_met_by_patrols() -> None:
    s = realm()
    watchman = patrol(s)
    intruder = put_person(s, "Intruder", 1, 506)
    put_army(s, "LE", 1, 506, intruder)
    assert watch(s, watchman) == []
    put_army(s, "LE", 0, 505, watchman)
    assert failed(a_turn(s), watchman, f"PU {watchman} plan TA") == ("AK-3.16-09", "fail.leads-himself")


@pytest.mark.clause("AK-3.16-09")
@pytest.mark.parametrize("relation", [PEACE, ALLIED])
def test_only_enemies_are_stopped(relation: int) -> None:
    s = realm()
    watchman = patrol(s)
    relate(s, 0, 1, relation)
    put_person(s, "Guest", 1, 506)
    put_person(s, "Wanderer", -1, 506)
    assert watch(s, watchman) == []


@pytest.mark.clause("AK-3.16-10")
@pytest.mark.parametrize(("text", "goes_on"), [("EX", True), ("PR TA", True), ("MO 505", False), ("TR {}", False),
                                               ("PU {} plan TA", False)])  # fmt: skip
def test_a_patrol_lasts_until_he_goes_elsewhere(text: str, goes_on: bool) -> None:
    s = realm()
    watchman = patrol(s)
    friend = put_person(s, "Friend", 0, 506)
    s.set_person(watchman, place=at(s, 506))
    intruder = put_person(s, "Intruder", 1, 404)
    own(s, 0, 404, 405, 406, 504)
    order(s, watchman, 1, f"PU {watchman} plan TA")
    order(s, watchman, 2, text.format(friend))
    order(s, intruder, 2, "MO 505")
    entries = run(s)
    assert bool(told(entries, "intercepts", 0)) == goes_on
    if text == "EX":
        assert [entry.data["phase"] for entry in told(entries, "explored", 0)] == [2]


@pytest.mark.clause("AK-3.16-11")
@pytest.mark.parametrize(("face", "met"), [(1, []), (1000, ["Intruder"])])
@pytest.mark.parametrize("deed", ["SP", "EN 1 plan ST"])
def test_who_spies_or_steals_in_this_year_may_not_be_noticed(face: int, met: list[str], deed: str) -> None:
    s = realm()
    watchman = patrol(s)
    intruder = put_person(s, "Intruder", 1, 506, "SP2 TH2")
    order(s, intruder, 5, deed)
    load(s, random_encounter=1000, escape_notice=face)
    assert watch(s, watchman) == met
    s.sheets[1] = orders.Sheet(())
    s.set_person(watchman, place=at(s, 505))
    assert watch(s, watchman) == ["Intruder"]


@pytest.mark.clause("AK-3.16-12")
@pytest.mark.parametrize(("owner", "relation", "met"), [(0, ENEMY, 1), (2, ALLIED, 1), (2, PEACE, 0), (1, ENEMY, 0),
                                                        (NATIVE, ENEMY, 0)])  # fmt: skip
def test_patrols_keep_to_own_and_allied_land(owner: int, relation: int, met: int) -> None:
    s = realm()
    watchman = patrol(s)
    relate(s, 0, 2, relation)
    s.owners[at(s, 506)] = owner
    put_person(s, "Intruder", 1, 506)
    assert len(watch(s, watchman)) == met


@pytest.mark.clause("AK-3.16-13")
@pytest.mark.parametrize(
    ("mine", "his", "met"),
    [("ME2", "AR2", 1), ("ME2", "AR3", 0), ("EL3", "ME3", 1), ("AR1 TA4", "NE2", 0), ("ME1", "TA4 SP4", 1)],
)
def test_a_patrol_meets_nobody_better_armed(mine: str, his: str, met: int) -> None:
    s = realm()
    watchman = patrol(s, f"SP1 {mine}")
    put_person(s, "Intruder", 1, 506, his)
    assert len(watch(s, watchman)) == met


@pytest.mark.clause("AK-3.16-14")
def test_of_several_intruders_the_most_skilled_is_met_that_may_be() -> None:
    s = realm()
    watchman = patrol(s, "SP1 ME3")
    put_person(s, "Lad", 1, 506)
    put_person(s, "Archer", 1, 504, "AR2")
    put_person(s, "Champion", 1, 505, "ME4")
    put_person(s, "Second Archer", 1, 506, "AR2")
    assert watch(s, watchman) == ["Archer"]


@pytest.mark.clause("AK-3.16-15")
@pytest.mark.parametrize(
    ("levels", "where", "face", "met"),
    [("ME2", 506, 500, 0), ("ME2", 506, 501, 1), ("ME2 SP1", 506, 1, 1), ("ME2", 505, 1, 1)],
)
def test_without_spy_skill_half_the_patrols_stray(levels: str, where: int, face: int, met: int) -> None:
    s = realm()
    watchman = patrol(s, levels)
    put_person(s, "Intruder", 1, where)
    load(s, random_encounter=1000, a_patrol_strays=face, where_he_strays=1, escape_notice=1000)
    assert len(watch(s, watchman)) == met
    if not met:
        assert s.people[watchman].place == s.atlas.neighbours[at(s, 505)][0]


@pytest.mark.clause("AK-3.12-03", "AK-3.16-01")
def test_kings_who_pursue_each_other_since_an_earlier_phase_do_not_evade() -> None:
    s = new_state()
    one, two = s.kingdoms[0].king, s.kingdoms[1].king
    t = a_turn(s)
    plan = (orders.Strike(),)
    t.pursuits.chases[two] = orders.Pursue(one, plan)
    assert accepts(t, one, two), "he is after him already"
    t.pursuits.chases[two] = orders.Trail(one)
    assert not accepts(t, one, two)
    t.pursuits.chases[two] = orders.Pursue(one, plan)
    put_army(s, "LE", 1, 509, two)
    assert not accepts(t, one, two), "a general pursues to give battle"


@pytest.mark.clause("AK-3.16-01", "AK-3.16-02")
@pytest.mark.parametrize("is_open", [False, True])
def test_where_no_step_leads_nearer_a_chase_fails(is_open: bool) -> None:
    s = realm()
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 1, 507)
    put_army(s, "LE", 0, 504, hunter)
    put_army(s, "LE", 1, 507, quarry)
    for place in s.atlas.neighbours[at(s, 504)]:
        own(s, 0 if is_open else 2, s.atlas.numbers[place])
    t = a_turn(s)
    if is_open:
        act(t, hunter, f"PU {quarry}")
        assert number(s, hunter) == 505
    else:
        assert failed(t, hunter, f"PU {quarry}") == ("AK-3.16-01", "fail.no-way")


@pytest.mark.clause("AK-3.0-06", "AK-3.0-09")
def test_a_pursuer_goes_right_after_a_quarry_who_defends() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    other, chaser = (put_person(s, name, 1, 504, levels) for name, levels in (("Idle", "ME1"), ("Hawk", "ME9")))
    t = a_turn(s)
    t.ordered.acts[king][0] = orders.Defend()
    t.ordered.acts[chaser][0] = orders.Pursue(king, (orders.Strike(),))
    t.ordered.acts[other][0] = orders.Explore()
    order_now = [n for n in initiative(t) if n in (king, other, chaser)]
    assert order_now == [other, king, chaser]

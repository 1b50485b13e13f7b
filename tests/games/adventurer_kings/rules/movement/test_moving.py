"""Movement from province to province, and over several phases (3.1, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    failed,
    load,
    new_state,
    order,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    run,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import Atlas
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, NATIVE, UNKNOWN
from palatine.games.adventurer_kings.orders.kinds import Move
from palatine.games.adventurer_kings.rules.common.command import invasions
from palatine.games.adventurer_kings.rules.common.pathfinding import next_step
from palatine.games.adventurer_kings.rules.movement import moving
from palatine.games.adventurer_kings.state import State


def quiet(scenario: str = "standard") -> State:
    """Return a match without random encounters and without experience from travel."""
    s = new_state(scenario=scenario)
    load(s, random_encounter=1000, **{"experience:_march": 1000, "experience:_sail": 1000})
    return s


def number(s: State, n: int) -> int:
    return s.atlas.numbers[s.people[n].place]


def far_and_two_ways(atlas: Atlas, here: int) -> tuple[int, list[int]]:
    """Return a place two steps away with two ways to it, and these ways by number."""
    for far in range(atlas.size):
        if atlas.distance(here, far) == 2:
            ways = [p for p in atlas.neighbours[here] if atlas.distance(p, far) == 1]
            if len(ways) == 2:
                return far, sorted(ways, key=lambda p: atlas.numbers[p])
    raise AssertionError("no such place")


@pytest.mark.clause("AK-3.1-01")
def test_one_move_is_one_province() -> None:
    s = quiet()
    king = s.kingdoms[0].king
    t = a_turn(s)
    act(t, king, "MO 505")
    assert number(s, king) == 505
    assert failed(t, king, "MO 505") == ("AK-3.1-01", "fail.already-there")
    assert failed(t, king, "MO 999") == ("AK-3.1-01", "fail.no-province")
    act(t, king, "MO 509")
    assert s.atlas.distance(at(s, 505), s.people[king].place) == 1
    assert s.atlas.distance(s.people[king].place, at(s, 509)) == 3


@pytest.mark.clause("AK-3.1-03")
@pytest.mark.parametrize(("levels", "percent"), [("", 25), ("EX1", 50), ("EX3", 100)])
def test_entering_explores_half_as_well(levels: str, percent: int) -> None:
    s = quiet()
    scout = put_person(s, "Scout", 0, 504, levels)
    act(a_turn(s), scout, "MO 505")
    assert s.known[0][at(s, 505)].explored == percent


@pytest.mark.clause("AK-3.1-03", "AK-6.3-26")
def test_in_battle_the_entry_of_the_same_phase_does_not_count() -> None:
    s = quiet()
    scout = put_person(s, "Scout", 0, 504)
    t = a_turn(s)
    act(t, scout, "MO 505")
    act(t, scout, "EX")
    assert (s.known[0][at(s, 505)].explored, t.known_before(0, at(s, 505))) == (75, 0)


@pytest.mark.clause("AK-3.1-04")
def test_the_first_entry_shows_the_neighbours_from_afar() -> None:
    s = quiet()
    set_land(s, 506, terrain=tables.FOREST, race=tables.ELF, types=(tables.BOWMEN,), tax=7)
    own(s, 1, 506)
    hero = put_person(s, "Oberon", -1, 506, race=tables.ELF)
    s.owners[at(s, 506)] = NATIVE
    s.set_person(hero, rules=at(s, 506))
    own(s, 1, 406)
    s.known[0].clear()
    s.learn(0, at(s, 406), explored=60)
    act(a_turn(s), s.kingdoms[0].king, "MO 505")
    near = s.known[0][at(s, 506)]
    assert (near.terrain, near.race, near.owner, near.hero) == (tables.FOREST, tables.ELF, NATIVE, hero)
    assert near.explored == 1
    assert (near.tax, near.types) == (UNKNOWN, ())
    for place in s.atlas.neighbours[at(s, 505)]:
        assert s.known[0][place].explored >= 1
    assert s.known[0].get(at(s, 508)) is None


@pytest.mark.clause("AK-3.1-04")
def test_what_was_explored_better_is_not_forgotten() -> None:
    s = quiet()
    s.learn(0, at(s, 506), explored=60, terrain=tables.PLAIN)
    act(a_turn(s), s.kingdoms[0].king, "MO 505")
    assert s.known[0][at(s, 506)].explored == 60


@pytest.mark.clause("AK-3.1-06", "AK-3.1-09")
def test_the_way_leads_through_friends_then_foes_then_natives() -> None:
    s = quiet()
    own(s, 0, 507)
    far, (low, high) = far_and_two_ways(s.atlas, at(s, 507))
    general = put_person(s, "Marius", 0, 507)
    put_army(s, "LE", 0, 507, general)
    relate(s, 0, 1, ENEMY)
    t = a_turn(s)
    assert next_step(t, general, far) == low
    for better, worse in ((0, 1), (1, NATIVE), (0, NATIVE)):
        s.owners[high], s.owners[low] = better, worse
        assert next_step(t, general, far) == high
        s.owners[high], s.owners[low] = worse, better
        assert next_step(t, general, far) == low


@pytest.mark.clause("AK-3.1-09")
def test_a_neutral_kings_land_is_the_last_choice_and_an_allys_the_first() -> None:
    s = quiet()
    far, (low, high) = far_and_two_ways(s.atlas, at(s, 509))
    rider = put_person(s, "Rider", 0, 509)
    t = a_turn(s)
    s.owners[low], s.owners[high] = 2, NATIVE
    assert next_step(t, rider, far) == high
    relate(s, 0, 2, ALLIED)
    assert next_step(t, rider, far) == low


@pytest.mark.clause("AK-3.1-06", "AK-3.1-07")
def test_a_march_goes_on_in_phases_of_practice_and_without_orders() -> None:
    s = quiet()
    king = s.kingdoms[0].king
    order(s, king, 1, "MO 508")
    order(s, king, 2, "PR TA")
    run(s)
    assert number(s, king) == 508


@pytest.mark.clause("AK-3.1-07")
@pytest.mark.parametrize("other", ["EX", "SP", "DE", "RE LE"])
def test_any_other_order_ends_the_march(other: str) -> None:
    s = quiet()
    king = s.kingdoms[0].king
    order(s, king, 1, "MO 508")
    order(s, king, 2, other)
    run(s)
    assert number(s, king) == 505


@pytest.mark.clause("AK-3.1-08")
def test_a_march_ends_where_no_step_leads_nearer() -> None:
    s = quiet()
    general = put_person(s, "Marius", 0, 509)
    legion = put_army(s, "LC", 0, 509, general)
    far, ways = far_and_two_ways(s.atlas, at(s, 509))
    for way in ways:
        s.owners[way] = 2
    order(s, general, 1, f"MO {s.atlas.numbers[far]}")
    t = a_turn(s)
    sequence.carry_out_action(t, general, {})
    assert s.armies[legion].place == at(s, 509)
    assert told(s.journal or [], "failed", 0)[0].data["reason"] == "fail.no-way"
    s.owners = [NATIVE if owner == 2 else owner for owner in s.owners]
    t.begin_phase(2)
    sequence.carry_out_action(t, general, {})
    assert s.armies[legion].place == at(s, 509)


@pytest.mark.clause("AK-3.1-05")
@pytest.mark.parametrize(("relation", "stays"), [(ENEMY, True), (ALLIED, False)])
def test_an_invasion_holds_the_enemys_armies_but_no_lone_riders(relation: int, stays: bool) -> None:
    s = quiet()
    relate(s, 0, 1, relation)
    own(s, 1, 505)
    invader, holder, rider = (put_person(s, "Marius", 0, 504), put_person(s, "Brennus", 1, 505),
                              put_person(s, "Rider", 1, 505))  # fmt: skip
    put_army(s, "LE", 0, 504, invader)
    put_army(s, "LE", 1, 505, holder)
    t = a_turn(s)
    act(t, invader, "MO 505")
    if stays:
        assert failed(t, holder, "MO 506") == ("AK-3.1-05", "fail.held-back")
    else:
        act(t, holder, "MO 506")
    act(t, rider, "MO 506")
    assert number(s, rider) == 506


@pytest.mark.clause("AK-3.1-02")
def test_a_march_into_an_empty_enemy_province_takes_it_without_battle() -> None:
    s = quiet()
    general = put_person(s, "Marius", 0, 504)
    put_army(s, "LE", 0, 504, general)
    order(s, general, 1, "MO 505")
    entries = run(s)
    assert not told(entries, "battle-begins")
    assert s.owners[at(s, 505)] == 0


@pytest.mark.clause("AK-3.19-01")
@pytest.mark.parametrize(
    ("codes", "wet", "ability"),
    [(("LE",), False, tables.FORCED_MARCH), (("FL",), True, tables.NAVAL), (("EA",), True, -1), ((), False, -1)],
)
def test_what_the_road_teaches(codes: tuple[str, ...], wet: bool, ability: int) -> None:
    for face, risen in ((100, 1), (101, 0)):
        s = new_state()
        load(s, random_encounter=1000, beyond_aptitude=1,
             **{"experience:_march": face, "experience:_sail": face})  # fmt: skip
        if wet:
            sea(s, 505)
        general = put_person(s, "Marius", 0, 504)
        for code in codes:
            put_army(s, code, 0, 504, general)
        act(a_turn(s), general, "MO 505")
        assert s.people[general].levels[tables.FORCED_MARCH] == risen * (ability == tables.FORCED_MARCH)
        assert s.people[general].levels[tables.NAVAL] == risen * (ability == tables.NAVAL)


@pytest.mark.clause("AK-3.6-03")
@pytest.mark.parametrize(("face", "follows"), [(250, True), (251, False)])
def test_mercenaries_of_his_race_may_follow_a_general(face: int, follows: bool) -> None:
    s = new_state()
    load(s, random_encounter=1000, mercenaries_follow=face)
    general = put_person(s, "Marius", 0, 504)
    put_army(s, "LE", 0, 504, general)
    band, orcs = put_army(s, "LC", MERCENARY, 505), put_army(s, "LC", MERCENARY, 505, race=tables.ORC)
    act(a_turn(s), general, "MO 505")
    assert (s.armies[band].owner, s.armies[band].leader) == ((0, general) if follows else (MERCENARY, 0))
    assert s.armies[orcs].owner == MERCENARY


@pytest.mark.clause("AK-3.6-03")
def test_mercenaries_do_not_follow_who_comes_alone() -> None:
    s = new_state()
    load(s, random_encounter=1000, mercenaries_follow=1)
    band = put_army(s, "LC", MERCENARY, 505)
    act(a_turn(s), s.kingdoms[0].king, "MO 505")
    assert s.armies[band].owner == MERCENARY


@pytest.mark.clause("AK-2.0-04")
def test_without_armies_one_crosses_enemy_land_and_sea_uncaught() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, 404)
    sea(s, 403)
    guard = put_person(s, "Guard", 1, 404)
    put_army(s, "LE", 1, 404, leader=guard)
    hero = put_person(s, "Odo", 0, 504)
    load(s, random_encounter=1000)
    t = a_turn(s)
    for number in (404, 403, 302):
        act(t, hero, f"MO {number}")
        assert s.people[hero].place == at(s, number)
    assert not invasions(t)


@pytest.mark.clause("AK-2.0-05")
def test_one_may_carry_any_number_of_items() -> None:
    s = new_state()
    hero = put_person(s, "Odo", 0, 504)
    items = [put_item(s, kind.name, hero) for kind in tables.ITEMS]
    assert s.items_of(hero) == items
    load(s, random_encounter=1000)
    act(a_turn(s), hero, "MO 404")
    assert {s.items[i].bearer for i in items} == {hero}


@pytest.mark.clause("AK-2.0-06")
def test_one_army_that_cannot_go_forbids_the_move_of_all() -> None:
    s = new_state()
    sea(s, 404)
    hero = put_person(s, "Odo", 0, 504)
    fleet = put_army(s, "FL", 0, 504, leader=hero)
    ents = put_army(s, "EN", 0, 504, leader=hero)
    t = a_turn(s)
    assert failed(t, hero, "MO 404") == ("AK-6.2-09", "fail.never-carried")
    assert {s.people[hero].place, s.armies[fleet].place, s.armies[ents].place} == {at(s, 504)}
    s.set_army(ents, leader=0)
    act(t, hero, "MO 404")
    assert s.armies[fleet].place == at(s, 404)


@pytest.mark.clause("AK-2.0-06")
def test_armies_without_a_character_stay() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    army = put_army(s, "LE", 0, 504)
    load(s, random_encounter=1000)
    act(a_turn(s), king, "MO 404")
    assert s.armies[army].place == at(s, 504)


@pytest.mark.clause("AK-3.1-06")
@pytest.mark.parametrize(("feather", "steps"), [(False, 1), (True, 2)])
def test_with_the_feather_of_the_great_eagle_one_goes_two_provinces_on_the_way_to_a_far_one(
    feather: bool, steps: int
) -> None:
    s = quiet()
    n = put_person(s, "Scout", 0, 504)
    if feather:
        put_item(s, "Feather of the Great Eagle", n)
    t = a_turn(s)
    act(t, n, "MO 509")
    assert s.atlas.distance(at(s, 509), s.people[n].place) == s.atlas.distance(at(s, 509), at(s, 504)) - steps
    assert t.pursuits.marches == {n: at(s, 509)}


@pytest.mark.clause("AK-3.1-06")
def test_who_dies_on_the_first_step_takes_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    s = quiet()
    n = put_person(s, "Scout", 0, 504)
    put_item(s, "Feather of the Great Eagle", n)
    steps = []

    def fall(t: object, who: int, to: int) -> None:
        steps.append(to)
        s.set_person(who, died=1)

    monkeypatch.setattr(moving, "step", fall)
    t = a_turn(s)
    moving.move(t, n, Move(509))
    assert (len(steps), t.pursuits.marches) == (1, {})

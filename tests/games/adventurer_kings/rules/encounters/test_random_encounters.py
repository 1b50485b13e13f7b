"""Random encounters on the way (1.6, 5.10)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, strong
from games.adventurer_kings.positions.realm import (
    CALM,
    NO,
    YES,
    a_turn,
    act,
    at,
    dice,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    run,
    set_land,
    told,
)  # fmt: skip
from games.adventurer_kings.positions.worlds import TERRAIN_TABLE
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED
from palatine.games.adventurer_kings.orders.kinds import Move
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.encounters.random_encounters import meet_monster, random_encounter
from palatine.games.adventurer_kings.rules.movement.moving import move
from palatine.games.adventurer_kings.state import State


def wild_roll(s: State, n: int, percent: float) -> bool:
    """Return whether a roll of `percent` makes a character meet a monster in place."""
    load(s, random_encounter=round(10 * percent))
    t = a_turn(s)
    met: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "palatine.games.adventurer_kings.rules.encounters.random_encounters.meet_monster",
            lambda t, n, m: met.append(m),
        )
        random_encounter(t, n)
    return bool(met)


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("terrain", list(TERRAIN_TABLE))
def test_a_monster_comes_with_the_chance_of_the_terrain(terrain: int) -> None:
    s = new_state()
    set_land(s, 403, terrain=terrain)
    hero = put_person(s, "Odo", 0, 403)
    assert wild_roll(s, hero, TERRAIN_TABLE[terrain][3])
    assert not wild_roll(s, hero, TERRAIN_TABLE[terrain][3] + 1)


@pytest.mark.clause("AK-1.6-08")
def test_in_the_kingdom_half_as_often() -> None:
    s = new_state()
    own(s, 0, 403)
    hero = put_person(s, "Odo", 0, 403)
    assert wild_roll(s, hero, 5)
    assert not wild_roll(s, hero, 6)


def rolls_of(s: State, n: int, action: str) -> list[str]:
    """Return the purposes of the rolls of an action in the first phase."""
    t = a_turn(s)
    s.dice.drawn = []  # type: ignore[misc]
    try:
        act(t, n, action)
        return [roll.purpose for roll in s.dice.drawn]
    finally:
        s.dice.drawn = None  # type: ignore[misc]


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("action", ["MO 404", "EX", "SE 1", "PU 99 plan TA", "TR 99"])
def test_moving_following_exploring_and_searching_run_the_risk(action: str) -> None:
    s = new_state()
    put_feature(s, "Dungeon", 504)
    learn_of(a_turn(s), 0, 1)
    s.people[99] = s.people[put_person(s, "Odo", 1, 404)]
    load(s, random_encounter=1000, on_the_trail=1)
    assert "random encounter" in rolls_of(s, s.kingdoms[0].king, action)


@pytest.mark.clause("AK-1.6-07")
@pytest.mark.parametrize("action", ["PR TA", "SP", "DE", "RE LE", "LE ALL"])
def test_other_actions_do_not(action: str) -> None:
    s = new_state()
    king = s.kingdoms[0].king
    order(s, king, 1, action)
    s.dice.drawn = []  # type: ignore[misc]
    idle(s)
    sequence.run_turn(s)
    rolls, s.dice.drawn = s.dice.drawn, None  # type: ignore[misc]
    assert "random encounter" not in [roll.purpose for roll in rolls]


@pytest.mark.clause("AK-1.6-07")
def test_with_an_army_nobody_meets_a_monster() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    put_army(s, "LE", 0, 504, leader=king)
    assert "random encounter" not in rolls_of(s, king, "MO 404")


# On the way (1.6, 5.10)


@pytest.mark.clause("AK-1.6-07", "AK-1.6-08", "AK-5.10-01")
@pytest.mark.parametrize(("owner", "percent"), [(-1, 15), (0, 7.5), (1, 15)])
def test_monsters_come_half_as_often_at_home(owner, percent):
    s = new_state()
    n = hero(s)
    set_land(s, 505, terrain=tables.DESERT)
    own(s, owner, 505)
    s.set_person(n, place=at(s, 505))
    with dice(s, [("random encounter", int(percent * 10) + 1)]):
        random_encounter(a_turn(s), n)
    relate(s, 0, 1, ALLIED)
    strong(s)
    s.dice.faces |= {"random encounter": int(percent * 10 / (2 if owner == 1 else 1))}  # type: ignore[attr-defined]
    s.journal = []
    random_encounter(a_turn(s), n)
    assert told(s.journal, "met", 0)


@pytest.mark.clause("AK-1.6-07", "AK-5.10-06")
def test_armies_and_their_company_meet_no_monsters_on_the_march():
    s = new_state()
    leader, companion, lone = hero(s), hero(s), hero(s)
    put_army(s, "LE", 0, 504, leader)
    s.set_person(lone, place=at(s, 503))
    own(s, 0, 504, 505)
    t = a_turn(s)
    load(s, random_encounter=YES, flight=YES)
    s.journal = []
    for n in (leader, companion):
        move(t, n, Move(505))
    assert not told(s.journal, "met")
    move(t, lone, Move(504))
    assert told(s.journal, "met", 0)


@pytest.mark.clause("AK-5.10-06")
@pytest.mark.parametrize(
    ("seat", "goes", "met"), [(0, "MO 505", False), (1, "MO 505", False), (0, "MO 503", True), (0, "PR TA", True)]
)
def test_whoever_goes_ahead_of_an_army_travels_with_it_too(seat, goes, met):
    s = new_state()
    quick, leader = hero(s, "MA4"), hero(s, seat=seat)
    put_army(s, "LE", seat, 504, leader)
    for number in (503, 505):
        own(s, 0, number)
    relate(s, 0, 1, ALLIED)
    load(s, random_encounter=YES, flight=YES)
    order(s, quick, 1, "MO 505")
    order(s, leader, 1, goes)
    assert bool(told(run(s), "met", 0)) == met


@pytest.mark.clause("AK-5.9-03", "AK-5.9-04")
def test_who_falls_on_the_way_leaves_his_arms_there_to_be_found():
    s = new_state()
    n, friend = hero(s), hero(s)
    sword = put_item(s, "Sword of Sharpness", n)
    load(s, a_blow=YES, damage=8, an_arrow=YES, arrow_damage=8, monster_hit_points=41)
    meet_monster(a_turn(s), n, tables.MONSTER_BY_NAME["Great Wyrm"])
    assert (s.items[sword].bearer, s.items[sword].place) == (0, at(s, 504))
    s.set_person(friend, visitor=1)
    entries = act(a_turn(s), friend, "EX", [("experience: explore", NO), CALM])
    assert told(entries, "items-found", 0)
    assert (s.items[sword].bearer, s.items[sword].place) == (s.kingdoms[0].king, -1), "guests take nothing along"

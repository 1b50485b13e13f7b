"""Transport by sea and by air, and mercenaries who join on the way (3.6, 6.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.battlefield import general
from games.adventurer_kings.positions.realm import (
    MERCENARY,
    a_turn,
    act,
    at,
    failed,
    load,
    new_state,
    own,
    put_army,
    sea,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.common.transport import can_enter, may_swim
from palatine.games.adventurer_kings.state import State


def quiet(*seas: int) -> State:
    """Return a match whose first King owns 504 to 508, some of them sea.

    Travel brings no encounters and no experience.
    """
    s = new_state()
    own(s, 0, 504, 505, 506, 507, 508)
    sea(s, *seas)
    load(s, random_encounter=1000, mercenaries_follow=1, **{"experience:_march": 1000, "experience:_sail": 1000})
    return s


@pytest.mark.clause("AK-6.2-11")
@pytest.mark.parametrize("codes", [["FL", "LE"], ["EA", "LE"]])
def test_who_has_been_carried_does_not_march_on_overland(codes: list[str]) -> None:
    s = quiet(505)
    n = general(s, 0, codes, number=504)
    by_code = {tables.ARMY_CODES[s.armies[a].type]: a for a in s.led_by(n)}
    t = a_turn(s)
    act(t, n, "MO 505")
    act(t, n, "MO 506")
    assert s.armies[by_code["LE"]].place == at(s, 506)
    carrier = by_code[codes[0]]
    s.set_army(carrier, leader=0)
    assert points_left(t, by_code["LE"]) == 2
    assert failed(t, n, "MO 507") == ("AK-6.2-11", "fail.carried")
    assert can_enter(t, [by_code["LE"]], at(s, 506), at(s, 507)), "a retreat asks nothing of it"


@pytest.mark.clause("AK-6.2-10")
def test_wings_carry_one_infantry_each_over_land_too() -> None:
    s = quiet()
    n = general(s, 0, ["EA", "EA", "LE", "TR"], number=504)
    t = a_turn(s)
    for number in (505, 506, 507):
        act(t, n, f"MO {number}")
    assert {s.armies[a].place for a in s.led_by(n)} == {at(s, 507)}
    assert {tables.ARMY_CODES[s.armies[a].type]: points_left(t, a) for a in s.led_by(n)} == {
        "EA": 2,
        "LE": 2,
        "TR": 2,
    }


@pytest.mark.clause("AK-6.2-10", "AK-6.2-11")
@pytest.mark.parametrize(("codes", "reason"), [
    (["EA", "LE", "LE"], "fail.no-points"), (["EA", "LC", "LE"], "fail.no-points"), (["EA", "HC"], ""),
])  # fmt: skip
def test_where_the_wings_cannot_take_all_on_foot_these_march(codes: list[str], reason: str) -> None:
    s = quiet()
    n = general(s, 0, codes, number=504)
    t = a_turn(s)
    act(t, n, "MO 505")
    act(t, n, "MO 506")
    walkers = [a for a in s.led_by(n) if s.armies[a].type not in tables.AIR_ARMIES]
    assert set(walkers) <= t.marching.marched
    if reason:
        assert failed(t, n, "MO 507") == ("AK-6.2-01", reason)
    else:
        act(t, n, "MO 507")


@pytest.mark.clause("AK-3.6-03")
def test_a_garrison_that_has_joined_by_chance_does_not_stop_a_march() -> None:
    s = quiet()
    n = general(s, 0, ["HC"], number=504)
    guard = put_army(s, "GA", MERCENARY, 505)
    t = a_turn(s)
    act(t, n, "MO 505")
    assert (s.armies[guard].leader, s.armies[guard].owner) == (n, 0)
    act(t, n, "MO 506")
    assert s.armies[guard].place == at(s, 506)
    told_of = told(act(t, n, "MO 507"), "left-behind", 0)
    assert len(told_of) == 1
    assert s.people[n].place == at(s, 507)
    assert (s.armies[guard].place, s.armies[guard].owner, s.armies[guard].leader) == (at(s, 506), MERCENARY, 0)


@pytest.mark.clause("AK-3.6-03", "AK-3.9-01")
def test_who_has_been_taken_up_by_order_is_no_chance_follower() -> None:
    s = quiet()
    n = general(s, 0, ["HC"], number=504)
    guard = put_army(s, "GA", MERCENARY, 505)
    t = a_turn(s)
    act(t, n, "MO 505")
    act(t, n, f"PI {guard}")
    act(t, n, "MO 506")
    assert failed(t, n, "MO 507") == ("AK-6.2-01", "fail.no-points")


@pytest.mark.clause("AK-3.6-03", "AK-6.2-07")
def test_a_follower_for_whom_there_is_no_ship_stays_ashore() -> None:
    s = quiet(504, 506)
    n = general(s, 0, ["FL", "LE", "LE"], number=504)
    extra = put_army(s, "LE", MERCENARY, 505)
    t = a_turn(s)
    act(t, n, "MO 505")
    assert s.armies[extra].leader == n
    act(t, n, "MO 506")
    assert len(s.led_by(n)) == 3
    assert s.armies[extra].owner == MERCENARY


@pytest.mark.clause("AK-6.2-06")
def test_only_the_fleets_of_a_master_of_the_sea_go_from_land_to_land_once() -> None:
    s = quiet()
    n, other = master(s, tables.LAND_TO_LAND), general(s, 0, [], number=504)
    ships, mermen = put_army(s, "FL", 0, 504, n), put_army(s, "ME", 0, 504, n)
    others = put_army(s, "FL", 0, 504, other)
    t = a_turn(s)

    def may_go() -> list[bool]:
        return [may_swim(t, army, at(s, 504), at(s, 505)) for army in (ships, mermen, others)]

    assert may_go() == [True, False, False]
    t.marching.reacted_fleets.add(n)
    assert may_go() == [False, False, False]


@pytest.mark.clause("AK-6.2-06")
def test_the_fleets_of_a_master_of_the_sea_have_gone_from_land_to_land_for_this_turn() -> None:
    s = quiet()
    n = master(s, tables.LAND_TO_LAND)
    ships = put_army(s, "FL", 0, 504, n)
    t = a_turn(s)
    act(t, n, "MO 505")
    assert s.armies[ships].place == at(s, 505)
    assert not may_swim(t, ships, at(s, 505), at(s, 506))
    assert failed(t, n, "MO 506")[0].startswith("AK-6.2")


@pytest.mark.clause("AK-6.2-06")
@pytest.mark.parametrize(("codes", "seas", "may"), [
    (["FL"], (), False), (["FL"], (505,), True), (["LE"], (), True), ([], (), True),
])  # fmt: skip
def test_only_a_fleet_that_went_from_land_to_land_has_done_so(
    codes: list[str], seas: tuple[int, ...], may: bool
) -> None:
    s = quiet(*seas)
    n = master(s, tables.LAND_TO_LAND)
    for code in codes:
        put_army(s, code, 0, 504, n)
    t = a_turn(s)
    act(t, n, "MO 505")
    ships = put_army(s, "FL", 0, 506, n)
    assert may_swim(t, ships, at(s, 506), at(s, 507)) is may

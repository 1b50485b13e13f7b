"""Movement of armies, and transport (4.1.2, 4.1.3, 6.2)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    MERCENARY,
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    new_state,
    own,
    put_army,
    put_person,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.realm.yearend import improve
from palatine.games.adventurer_kings.state import State


def host(s: State, levels: str, *codes: str, number: int = 504) -> tuple[int, list[int]]:
    """Add a general with these armies; return all."""
    general = put_person(s, "Marius", 0, number, levels)
    return general, [put_army(s, code, 0, number, general) for code in codes]


@pytest.mark.clause("AK-4.1.2-01", "AK-4.1.2-02", "AK-4.1.2-03")
@pytest.mark.parametrize(
    ("levels", "slow", "fast"), [("", 0, 0), ("MA1", 0, 1), ("MA2", 1, 1), ("MA3", 1, 2), ("MA4", 2, 2)]
)
def test_forced_march(levels: str, slow: int, fast: int) -> None:
    s = new_state()
    _, (legion, horse, eagles) = host(s, levels, "LE", "HC", "EA")
    t = a_turn(s)
    assert points_left(t, legion) == 2 + slow
    assert points_left(t, horse) == 3 + fast
    assert points_left(t, eagles) == 5


@pytest.mark.clause("AK-4.1.3-02", "AK-6.2-04")
def test_naval_skill_speeds_what_swims() -> None:
    s = new_state()
    _, (fleet, legion) = host(s, "NA2", "FL", "LE")
    t = a_turn(s)
    assert points_left(t, fleet) == 4
    assert points_left(t, legion) == 2


@pytest.mark.clause("AK-6.2-01", "AK-2.0-06")
def test_the_slowest_army_holds_the_march() -> None:
    s = new_state()
    own(s, 0, 505, 506, 507)
    general, armies = host(s, "", "LE", "LC")
    t = a_turn(s)
    act(t, general, "MO 505")
    act(t, general, "MO 506")
    assert failed(t, general, "MO 507") == ("AK-6.2-01", "fail.no-points")
    assert {s.armies[a].place for a in armies} == {at(s, 506)} == {s.people[general].place}


@pytest.mark.clause("AK-6.2-05", "AK-6.2-07")
@pytest.mark.parametrize(
    ("codes", "goes"),
    [
        (("LE",), False), (("FL",), True), (("FL", "LE", "BO"), True), (("FL", "LE", "BO", "AX"), False),
        (("FL", "HC"), True), (("FL", "HC", "LE"), False), (("FL", "EL"), True), (("FL", "CC", "CC"), False),
        (("FL", "TR", "WE"), True), (("EA", "LE"), True), (("EA", "HC"), False), (("EA", "LE", "LE"), False),
        (("FL", "EA", "LE", "LE", "LE"), True), (("WH", "LE"), False), (("FL", "EN"), False), (("EN",), False),
    ],
)  # fmt: skip
def test_who_can_be_carried_to_sea(codes: tuple[str, ...], goes: bool) -> None:
    s = new_state()
    sea(s, 505)
    general, _ = host(s, "", *codes)
    t = a_turn(s)
    if goes:
        act(t, general, "MO 505")
        assert s.people[general].place == at(s, 505)
    else:
        assert failed(t, general, "MO 505")[0] in ("AK-6.2-05", "AK-6.2-07", "AK-6.2-09")


@pytest.mark.clause("AK-6.2-06", "AK-6.2-08")
@pytest.mark.parametrize("code", ["FL", "WH", "ME"])
def test_what_swims_never_goes_from_land_to_land(code: str) -> None:
    s = new_state()
    own(s, 0, 505)
    general, _ = host(s, "", code)
    assert failed(a_turn(s), general, "MO 505") == ("AK-6.2-06", "fail.no-water")


@pytest.mark.clause("AK-6.2-08")
def test_mermen_fly_with_eagles_and_carry_nobody() -> None:
    s = new_state()
    own(s, 0, 505)
    general, _ = host(s, "", "EA", "ME")
    act(a_turn(s), general, "MO 505")
    other = new_state()
    sea(other, 505)
    general, _ = host(other, "", "ME", "LE")
    assert failed(a_turn(other), general, "MO 505")[1] == "fail.no-ships"


@pytest.mark.clause("AK-6.2-09", "AK-4.2.1-09", "AK-4.2.1-10")
def test_the_parted_sea() -> None:
    s = new_state()
    sea(s, 505)
    walker, _ = host(s, "", "EN", "LE")
    sailor, _ = host(s, "", "FL")
    merman, _ = host(s, "", "ME")
    t = a_turn(s)
    t.spells.parted.add(at(s, 505))
    act(t, walker, "MO 505")
    act(t, merman, "MO 505")
    assert failed(t, sailor, "MO 505") == ("AK-6.2-06", "fail.no-water")


@pytest.mark.clause("AK-6.2-10")
def test_air_wings_go_anywhere() -> None:
    s = new_state()
    sea(s, 505)
    own(s, 0, 506)
    general, (eagles,) = host(s, "", "EA")
    t = a_turn(s)
    for number in (505, 506, 505, 506, 505):
        act(t, general, f"MO {number}")
    assert points_left(t, eagles) == 0
    assert s.people[general].place == at(s, 505)


@pytest.mark.clause("AK-6.2-11")
def test_nobody_marches_and_is_carried_in_one_year() -> None:
    s = new_state()
    own(s, 0, 505)
    sea(s, 506)
    general, (legion,) = host(s, "MA2", "LE")
    fleet = put_army(s, "FL", 0, 505)
    t = a_turn(s)
    act(t, general, "MO 505")
    s.set_army(fleet, leader=general)
    assert failed(t, general, "MO 506") == ("AK-6.2-11", "fail.marched")
    assert s.armies[legion].place == at(s, 505)


@pytest.mark.clause("AK-4.2.4-02")
def test_a_flood_stops_those_who_walk() -> None:
    s = new_state()
    own(s, 0, 505)
    walker, _ = host(s, "", "LE")
    flier, _ = host(s, "", "EA", "LE")
    t = a_turn(s)
    t.spells.flooded.add(at(s, 505))
    assert failed(t, walker, "MO 505")[0] == "AK-6.2-07"
    entries = act(t, flier, "MO 505")
    assert told(entries, "moved", 0)


@pytest.mark.clause("AK-6.1-03", "AK-3.4-18")
def test_green_recruits() -> None:
    s = new_state()
    own(s, 0, 505)
    home = put_person(s, "Home", 0, 504)
    away = put_person(s, "Away", 0, 505)
    set_land(s, 505, race=tables.HUMAN, types=(tables.LEGION,))
    t = a_turn(s)
    s.set_kingdom(0, gold=50)
    act(t, home, "RE LE")
    act(t, away, "RE LE")
    assert [s.armies[a].quality for a in sorted(s.armies)] == [tables.AVERAGE, tables.GREEN]


@pytest.mark.clause("AK-6.1-03")
def test_depleted_and_green_armies_always_improve_whoever_they_serve() -> None:
    s = new_state()
    for seat in (0, NATIVE, MERCENARY):
        for quality in (tables.DEPLETED, tables.GREEN, tables.AVERAGE):
            put_army(s, "LE", seat, 505, quality=quality)
    improve(a_turn(s))
    assert [army.quality for army in s.armies.values()] == [tables.GREEN, tables.AVERAGE, tables.AVERAGE] * 3

"""Marching stacks, which notice every loss on the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.lord_and_master.positions import WASTE, army, facing, hargaar, person, put
from palatine.games.lord_and_master.rules.common import captives, casualties, march
from palatine.games.lord_and_master.rules.common.march import MarchDeed, Stop
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import NO_PERSON, still


def remove(t: Turn, n: int) -> None:
    del t.s.units[n]


def capture(t: Turn, n: int) -> None:
    captives.hold_unit(t.s, n, 1, t.s.units[n].place)


@pytest.mark.parametrize("loss", [casualties.destroy_unit, remove, capture])
def test_whoever_is_lost_is_gone_from_stack_and_army_at_once(loss: Callable[[Turn, int], None]) -> None:
    b = facing("HFC 3", "HFC 2")
    first, second, third = b.m.units
    loss(b.t, second)
    assert b.m.units == b.attackers.units == (first, third)
    assert b.side(second) is b.attackers
    theirs = b.defenders.units
    loss(b.t, theirs[0])
    assert b.defenders.units == theirs[1:]


def test_a_nation_that_falls_leaves_nobody_in_its_armies() -> None:
    b = facing("HFC 3", "HFC 2")
    casualties.kill(b.t, b.m.who, 1)
    assert b.m.units == b.attackers.units == b.attackers.people == ()


def test_of_several_those_are_met_who_are_still_there() -> None:
    state = hargaar()
    units = put(state, "HFC 3", 0, WASTE)
    met = []
    for n in still(state.units, units):
        met.append(n)
        state.units.pop(units[1], None)
    assert met == [units[0], units[2]]


@pytest.mark.parametrize(
    ("why", "alone", "clause"),
    [
        (Stop.FORT, False, "LM-MV-07"),
        (Stop.FORT, True, ""),
        (Stop.SIEGE, True, "LM-B-26"),
        (Stop.SODS, False, "LM-DIS-06"),
    ],
)
def test_what_stops_a_stack(why: Stop, alone: bool, clause: str) -> None:
    m = army(hargaar(), "HFC 3")
    m.need_free()
    m.stop(why)
    if alone:
        m.units = ()
    if clause:
        with pytest.raises(OrderFailed) as dropped:
            m.need_free()
        assert dropped.value.clause == clause
    else:
        m.need_free()
    m.stop(why, False)
    m.need_free()


@pytest.mark.parametrize("deed", list(MarchDeed))
def test_who_has_fought_enters_no_further_square(deed: MarchDeed) -> None:
    m = army(hargaar(), "HFC 3", leader="")
    m.done.add(deed)
    if deed in (MarchDeed.FOUGHT, MarchDeed.STORMED):
        with pytest.raises(OrderFailed) as dropped:
            m.need_free()
        assert dropped.value.clause == "LM-BAT-36"
    else:
        m.need_free()
    assert m.who == NO_PERSON


def test_a_record_of_the_turn_is_kept_until_the_turn_is_over() -> None:
    t = Turn(hargaar())
    t.of(march.Handled).raised.add(5)
    assert t.of(march.Handled).raised == {5}
    assert Turn(t.s).of(march.Handled).raised == set()


def test_whom_a_battle_has_left_elsewhere_is_led_no_more_when_the_leader_comes_there() -> None:
    m = army(hargaar(), "HFC 3")
    state, (first, second, third) = m.t.s, m.units
    state.set_unit(first, place=56)
    state.move_person(m.who, 56)
    m.regroup()
    assert (m.place, m.units) == (56, (first,))
    m.advance(WASTE)
    assert (m.units, [state.units[n].place for n in (first, second, third)]) == ((first,), [WASTE] * 3)
    assert (m.origin, m.trail) == (56, [56, 56])


@pytest.mark.clause("LM-B-15", "LM-B-16")
@pytest.mark.parametrize(
    ("level", "races", "most"),
    [(1, "O", 6), (3, "O", 18), (1, "OM", 5), (2, "M", 10), (2, "", 10), (0, "M", 0)],
)
def test_a_leader_has_five_units_a_level_or_six_orcs(level: int, races: str, most: int) -> None:
    assert march.capacity(level, races) == most


@pytest.mark.clause("LM-B-15", "LM-B-16")
@pytest.mark.parametrize(
    ("units", "level", "count"), [("OFC 9", 1, 6), ("OFC 4 MFC 5", 1, 5), ("MFC 9", 1, 5), ("OFC 5 MFC 1", 1, 5)]
)
def test_the_first_of_some_units_are_loaded_as_far_as_a_leader_has_room(units: str, level: int, count: int) -> None:
    state = hargaar()
    made = put(state, units, 0, WASTE)
    assert march.loaded(state, made, level) == made[:count]


@pytest.mark.clause("LM-IPR-04", "LM-NEU-19")
@pytest.mark.parametrize(
    ("units", "other", "master"),
    [((0, 0, 1), 3, 0), ((1, 1, 2), 3, 1), ((1, 2), 3, 1), ((2, 1, 2), 3, 2), ((0, 1), 0, None), ((3,), 3, None)],
)
def test_a_stack_takes_for_its_leaders_nation_or_else_for_that_with_most_troops(
    units: tuple[int, ...], other: int, master: int | None
) -> None:
    state = hargaar(4)
    state.alliances = [(0, 1, 2)]
    m = army(state, "")
    m.units = [n for owner in units for n in put(state, "HFC 1", owner, WASTE)]
    assert m.master(other) == master
    assert m.owners() == set(units)


@pytest.mark.clause("LM-B-22", "LM-D-15")
@pytest.mark.parametrize(
    ("who", "god", "owner", "leads"),
    [("P1", "Feaster", 0, "MEDTO"), ("A1", "Feaster", 0, "DGTO"), ("P1", "Mars", 0, "MED"), ("W1", "Feaster", 0, "MOJ"),
     ("P1", "Feaster", 107, "MED")],
)  # fmt: skip
def test_whom_a_class_leads_and_the_priests_of_the_feaster_besides(
    who: str, god: str, owner: int, leads: str
) -> None:
    state = hargaar(god=god)
    n = person(state, f"Pius {who}", owner, WASTE)
    assert march.races_led(Turn(state), n) == set(leads)

"""A stack on the march knows who is still with it, whatever has become of the others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.lord_and_master.positions import WASTE, army, facing, hargaar, put
from palatine.games.lord_and_master.rules.common import captives, fates, march
from palatine.games.lord_and_master.rules.common.march import MarchDeed, Stop
from palatine.games.lord_and_master.rules.common.turn import Dropped, Turn
from palatine.games.lord_and_master.state import NO_PERSON, still


def remove(t: Turn, n: int) -> None:
    del t.s.units[n]


def capture(t: Turn, n: int) -> None:
    captives.hold_unit(t.s, n, 1, t.s.units[n].place)


@pytest.mark.parametrize("loss", [fates.destroy_unit, remove, capture])
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
    fates.kill(b.t, b.m.who, 1)
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
        with pytest.raises(Dropped) as dropped:
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
        with pytest.raises(Dropped) as dropped:
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

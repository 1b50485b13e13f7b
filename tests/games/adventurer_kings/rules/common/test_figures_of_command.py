"""Invasions, sieges, routes and travel together in figures (3.1, 3.15, 3.16, 5.10, 6.2, 7.6)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    MERCENARY,
    NATIVE,
    a_turn,
    at,
    idle,
    new_state,
    own,
    put_army,
    put_person,
    relate,
    sea,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common import intent
from palatine.games.adventurer_kings.rules.common.command import (
    discharge,
    end_invasions,
    hold_armies,
    is_besieger,
    is_held,
    note_invasion,
    relocate,
)
from palatine.games.adventurer_kings.rules.common.transport import crossing, flown
from palatine.games.adventurer_kings.rules.common.turn import Failed
from palatine.games.adventurer_kings.state import State


def led(s: State, *codes: str, seat: int = 0, number: int = 504) -> int:
    n = put_person(s, f"General {len(s.people)}", seat, number)
    for code in codes:
        put_army(s, code, seat, number, n)
    return n


@pytest.mark.clause("AK-3.6-01", "AK-7.4-02")
@pytest.mark.parametrize(("beaten", "barred"), [(True, 2), (False, 1)])
def test_a_discharged_army_is_nobodys_and_invades_no_more(beaten: bool, barred: int) -> None:
    s = new_state()
    n = led(s)
    army = put_army(s, "LE", 0, 505, n, follows=True, origin=at(s, 504), barred=1)
    t = a_turn(s)
    note_invasion(t, [army])
    hold_armies(t, [army], [army])
    discharge(t, army, beaten=beaten)
    found = s.armies[army]
    assert (found.owner, found.leader, found.follows, found.origin, found.barred) == (
        MERCENARY,
        0,
        False,
        -1,
        barred,
    )
    assert (dict(t.phase.invaders), dict(t.phase.held)) == ({}, {})


@pytest.mark.clause("AK-7.6-01", "AK-8.1-02")
@pytest.mark.parametrize(("owner", "land", "relation", "origin", "after"), [
    (0, 1, ENEMY, True, True), (0, 1, PEACE, True, False), (0, 0, ENEMY, True, False),
    (0, NATIVE, ENEMY, True, True), (MERCENARY, 1, ENEMY, True, False),
    (0, 1, ENEMY, False, False),
])  # fmt: skip
def test_an_invasion_lasts_as_long_as_the_land_is_an_enemys(
    owner: int, land: int, relation: int, origin: bool, after: bool
) -> None:
    s = new_state()
    relate(s, 0, 1, relation)
    own(s, land, 505)
    army = put_army(s, "LE", owner, 505, origin=at(s, 504) if origin else -1)
    t = a_turn(s)
    t.phase.invaders[army] = at(s, 505)
    end_invasions(t)
    assert s.armies[army].origin == (at(s, 504) if after else -1)
    assert (army in t.phase.invaders) is (after or not origin)


@pytest.mark.clause("AK-3.1-05")
def test_an_invasion_holds_the_armies_of_kings_who_are_enemies() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    relate(s, 0, 2, PEACE)
    own(s, 1, 505)
    n = led(s, "LE", number=505)
    enemy, neutral, band, wild = (put_army(s, "LE", seat, 505) for seat in (1, 2, MERCENARY, NATIVE))
    t = a_turn(s)
    note_invasion(t, s.led_by(n))
    assert dict(t.phase.held) == {enemy: frozenset(s.led_by(n))}
    assert [is_held(t, a) for a in (enemy, neutral, band, wild)] == [True, False, False, False]
    relocate(t, s.led_by(n), at(s, 506))
    assert not is_held(t, enemy)


@pytest.mark.clause("AK-6.2-03")
@pytest.mark.parametrize(("case", "besieges"), [
    ("stays", True), ("has come", False), ("is new", False), ("is gone", False), ("peace", False),
    ("has been hired", False), ("is discharged", False),
])  # fmt: skip
def test_who_besieges(case: str, besieges: bool) -> None:
    s = new_state()
    relate(s, 0, 1, PEACE if case == "peace" else ENEMY)
    own(s, 1, 505)
    army = put_army(s, "LE", MERCENARY if case == "has been hired" else 0, 504 if case == "has come" else 505)
    t = a_turn(s)
    s.set_army(army, place=at(s, 505), owner=MERCENARY if case == "is discharged" else 0)
    if case == "is new":
        del t.phase.armies[army]
    if case == "is gone":
        del s.armies[army]
    assert is_besieger(t, army) is besieges


# What somebody does and where it leads (3.0, 3.1, 3.15)


@pytest.mark.clause("AK-3.15-06", "AK-3.16-01")
@pytest.mark.parametrize(("case", "sallies"), [
    ("plain", True), ("no quarry", False), ("dead", False), ("alone", False), ("quarry alone", False),
    ("abroad", False), ("here", True), ("no way", False),
])  # fmt: skip
def test_when_a_defender_can_go_after_the_invader(case: str, sallies: bool) -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 0, *(() if case == "no way" else (505,)), 506)
    n = led(s, *(() if case == "alone" else ("LE",)))
    quarry = led(
        s, *(() if case == "quarry alone" else ("LE",)), seat=1, number={"here": 504, "abroad": 507}.get(case, 506)
    )
    s.set_person(quarry, died=int(case == "dead"))
    idle(s)
    t = a_turn(s)
    t.pursuits.chases[n] = orders.Pursue(99 if case == "no quarry" else quarry)
    assert intent.can_sally(t, n) is sallies
    t.pursuits.posts[n] = at(s, 504)
    assert (intent.goes_on(t, n) == t.pursuits.chases[n]) is sallies
    intent.set_about(t, n)
    assert (n in t.pursuits.chases) is sallies


@pytest.mark.clause("AK-3.0-05", "AK-3.1-06")
def test_the_course_of_who_moves_has_moved_or_chases() -> None:
    s = new_state()
    n, quarry, other = led(s), led(s, seat=1, number=506), led(s, number=514)
    idle(s)
    t = a_turn(s)
    assert intent.course_of(t, n) == []
    for text, course in (
        (orders.Move(505), [505]),
        (orders.Move(504), []),
        (orders.Move(999), []),
        (orders.Pursue(quarry), [505]),
        (orders.Trail(99), []),
        (orders.Pursue(n), []),
    ):
        t.ordered.acts[n][0] = text
        assert intent.course_of(t, n) == [at(s, number) for number in course]
        assert intent.comes_to(t, n, at(s, 505)) is (course == [505])
    t.ordered.acts[n][0] = orders.Move(507)
    assert intent.course_of(t, n) == [at(s, 505)]
    t.phase.actions[n] = orders.Move(507)
    assert intent.course_of(t, n) == []
    t.phase.entered[n] = [at(s, 404)]
    assert intent.course_of(t, n) == [at(s, 404)]
    assert other in s.people


@pytest.mark.clause("AK-5.10-06", "AK-1.6-02")
@pytest.mark.parametrize(("case", "travels"), [
    ("has come", True), ("about to come", True), ("goes elsewhere", False), ("garrison came", False),
    ("from elsewhere", False), ("alone", False),
    ("cannot go", False),
])  # fmt: skip
def test_who_travels_with_an_army(case: str, travels: bool) -> None:
    s = new_state()
    n, general = (
        led(s),
        led(
            s,
            *(() if case in ("alone", "garrison came") else ("LE",)),
            number=514 if case == "from elsewhere" else 504,
        ),
    )
    garrison = put_army(s, "LE", 0, 504)
    if case == "cannot go":
        sea(s, 505)
    idle(s)
    t = a_turn(s)
    if case in ("about to come", "alone", "cannot go"):
        t.ordered.acts[general][0] = orders.Move(505)
    if case == "goes elsewhere":
        t.ordered.acts[general][0] = orders.Move(404)
    if case in ("has come", "from elsewhere"):
        relocate(t, s.led_by(general), at(s, 505))
    if case == "garrison came":
        relocate(t, [garrison], at(s, 505))
    assert intent.travels_with_army(t, n, at(s, 505)) is travels


# Transport (6.2)


@pytest.mark.clause("AK-6.2-01", "AK-6.2-07", "AK-6.2-08", "AK-6.2-09", "AK-6.2-10", "AK-6.2-11")
@pytest.mark.parametrize(("codes", "wet", "carried"), [
    (("LE",), False, ""), (("LE",), True, "fail.no-ships"), (("FL", "LE", "BO"), True, "LE BO"),
    (("FL", "LE", "BO", "AX"), True, "fail.no-ships"),
    (("FL", "HC"), True, "HC"), (("FL", "HC", "LE"), True, "fail.no-ships"), (("EA", "LE"), True, "LE"),
    (("EA", "HC"), True, "fail.no-ships"),
    (("FL", "EN"), True, "fail.never-carried"), (("EA", "LE"), False, "LE"), (("EA", "LE", "BO"), False, ""),
    (("FL", "FL", "HC", "LE", "BO"), True, "HC LE BO"),
    (("FL", "EA", "LE", "BO", "AX"), True, "LE BO AX"), (("EA",), True, ""), (("ME", "LE"), True, "fail.no-ships"),
    (("FL", "TR", "WE"), True, "TR WE"),
])  # fmt: skip
def test_who_is_carried_on_a_step(codes: tuple[str, ...], wet: bool, carried: str) -> None:
    s = new_state()
    if wet:
        sea(s, 505)
    n = led(s, *codes)
    t = a_turn(s)
    try:
        found = " ".join(
            tables.ARMY_CODES[s.armies[a].type] for a in crossing(t, s.led_by(n), at(s, 504), at(s, 505))
        )
    except Failed as failure:
        found = failure.reason
    if not wet and "FL" in codes:
        carried = "fail.no-water"
    assert found == carried


@pytest.mark.clause("AK-6.2-08", "AK-6.2-11")
@pytest.mark.parametrize(
    ("case", "aboard"),
    [
        ("fresh", 1),
        ("marched", 0),
        ("carried", 1),
        ("tired", 1),
        ("two fresh", 0),
        ("two, one carried", 1),
        ("two, one tired", 1),
    ],
)
def test_who_flies_over_land(case: str, aboard: int) -> None:
    s = new_state()
    n = led(s, "EA", "LE", *(("BO",) if "two" in case else ()))
    eagle, legion, *rest = s.led_by(n)
    t = a_turn(s)
    if case == "marched":
        t.marching.marched.add(legion)
    if "carried" in case:
        t.marching.carried.add(legion)
    if "tired" in case:
        t.marching.spent[legion] = 2
    assert flown(t, [legion, *rest], [eagle]) == [legion][:aboard]


@pytest.mark.clause("AK-6.2-11", "AK-6.2-01")
@pytest.mark.parametrize(
    ("case", "reason"),
    [("carried walks", "fail.carried"), ("marched sails", "fail.marched"), ("tired", "fail.no-points")],
)
def test_nobody_marches_and_is_carried_in_one_turn(case: str, reason: str) -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    if case == "marched sails":
        sea(s, 505)
    n = led(s, *(("FL", "LE") if case == "marched sails" else ("LE",)))
    legion = s.led_by(n)[-1]
    t = a_turn(s)
    if case == "carried walks":
        t.marching.carried.add(legion)
    if case == "marched sails":
        t.marching.marched.add(legion)
    if case == "tired":
        t.marching.spent[legion] = 2
    with pytest.raises(Failed, match=reason):
        crossing(t, s.led_by(n), at(s, 504), at(s, 505))

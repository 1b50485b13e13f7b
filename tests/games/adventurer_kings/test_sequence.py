"""The five phases: their order of actions, and seats without orders (3.0)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_item,
    put_person,
    run,
    told,
)  # fmt: skip
from palatine.core import SyntaxProblem
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.movement.initiative import initiative
from palatine.games.adventurer_kings.state import State


def ranks(s: State, *people: int) -> list[int]:
    """Return the order in which these characters act in the first phase."""
    idle(s)
    return [n for n in initiative(a_turn(s)) if n in people]


def pair(s: State, place: int = 504, levels: str = "") -> tuple[int, int]:
    """Add a quick character in 504 and a slow one with these levels to one kingdom."""
    return put_person(s, "Quick", 0, 504, "MA4"), put_person(s, "Slow", 0, place, levels)


def peaceful() -> State:
    """Return a match without random encounters."""
    s = new_state()
    load(s, random_encounter=1000)
    return s


@pytest.mark.clause("AK-3.0-01")
def test_five_actions_a_year() -> None:
    s = peaceful()
    king = s.kingdoms[0].king
    for phase, number in enumerate((505, 506, 507, 508, 408), 1):
        order(s, king, phase, f"MO {number}")
    entries = run(s)
    assert [(entry.data["phase"], entry.data["to"][-4:-1]) for entry in told(entries, "moved", 0)] == [
        (1, "505"), (2, "506"), (3, "507"), (4, "508"), (5, "408"),
    ]  # fmt: skip


@pytest.mark.clause("AK-3.0-02")
def test_a_missed_turn_has_everybody_defend_where_he_stands() -> None:
    s = new_state()
    hero = put_person(s, "Odo", 0, 506)
    s.sheets[1] = orders.Sheet(())
    t = a_turn(s)
    king, other = s.kingdoms[0].king, s.kingdoms[1].king
    assert t.ordered.acts[king] == t.ordered.acts[hero] == [orders.Defend(), None, None, None, None]
    assert t.ordered.acts[other] == [None] * PHASES


@pytest.mark.clause("AK-3.0-04")
def test_all_first_actions_come_before_any_second_one() -> None:
    s = peaceful()
    quick, slow = pair(s)
    for n in (quick, slow):
        order(s, n, 1, "MO 505")
        order(s, n, 2, "MO 506")
    assert [entry.data["who"] for entry in told(run(s), "moved", 0)] == ["Quick", "Slow", "Quick", "Slow"]


@pytest.mark.clause("AK-3.0-05", "AK-3.0-10")
def test_the_ablest_act_first_and_march_counts_three_times() -> None:
    s = new_state()
    marcher = put_person(s, "Marcher", 0, 504, "MA1")
    jack = put_person(s, "Jack", 0, 504, "TA1 SP1")
    lad = put_person(s, "Lad", 0, 504)
    wizard = put_person(s, "Wizard", 0, 504, "EL4")
    armed = put_person(s, "Armed", 0, 504)
    twin = put_person(s, "Twin", 1, 514, "EL4")
    assert ranks(s, marcher, jack, lad, wizard, armed, twin) == [wizard, twin, marcher, jack, lad, armed]
    put_item(s, "Hunter's Bracer", armed)
    item = a_turn(s)
    gained = sum([item.skill(armed, ability) for ability in range(len(s.people[armed].levels))])
    assert gained == 1
    assert ranks(s, lad, armed) == [armed, lad]


@pytest.mark.clause("AK-3.0-06")
def test_who_is_ordered_to_defend_acts_last() -> None:
    s = new_state()
    guard, lad = put_person(s, "Guard", 0, 504, "MA4"), put_person(s, "Lad", 1, 514)
    order(s, guard, 1, "DE")
    order(s, lad, 1, "PR TA")
    assert ranks(s, guard, lad) == [lad, guard]
    s.sheets = [None] * 3
    order(s, guard, 1, "PR TA")
    assert ranks(s, guard, lad)[0] == guard


@pytest.mark.clause("AK-3.0-07")
@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("RE LE for {quick}", True), ("LE ALL to {quick}", True), ("PI 1", True), ("CA OR {quick}", True),
        ("EN {quick} plan TA", True), ("EN {quick} plan FI", False), ("GI 1 to {quick}", True), ("PR TA", False),
        ("LE ALL to garrison", False), ("CA KI {quick}", False), ("US 2 {quick}", True), ("US 3 {quick}", False),
    ],
)  # fmt: skip
def test_who_is_served_waits_for_his_servant(text: str, waits: bool) -> None:
    s = new_state()
    quick, slow = pair(s, levels="PS1")
    put_army(s, "LE", 0, 504, quick)
    put_army(s, "LE", 0, 504, slow)
    for kind in ("Hunter's Bracer", "War Lyre", "Four Winds Staff"):
        put_item(s, kind, slow)
    order(s, quick, 1, "MO 505")
    order(s, slow, 1, text.format(quick=quick))
    assert ranks(s, quick, slow) == ([slow, quick] if waits else [quick, slow])


@pytest.mark.clause("AK-3.0-07")
def test_who_waits_loses_his_place_and_his_servant_gains_none() -> None:
    s = new_state()
    quick, slow = pair(s)
    stranger, last = put_person(s, "Stranger", 1, 509, "TA4"), put_person(s, "Last", 1, 509)
    order(s, quick, 1, "MO 505")
    order(s, slow, 1, f"RE LE for {quick}")
    assert ranks(s, quick, slow, stranger, last) == [stranger, slow, quick, last]


@pytest.mark.clause("AK-3.0-07")
def test_who_is_served_already_keeps_his_place() -> None:
    s = new_state()
    quick, slow = pair(s)
    stranger = put_person(s, "Stranger", 1, 509, "TA4")
    order(s, quick, 1, f"RE LE for {slow}")
    assert ranks(s, quick, slow, stranger) == [quick, stranger, slow]


@pytest.mark.clause("AK-3.0-07")
def test_who_is_served_waits_for_all_his_servants() -> None:
    s = new_state()
    quick = put_person(s, "Quick", 0, 504, "MA4")
    first, second = put_person(s, "First", 0, 504, "PS2"), put_person(s, "Second", 0, 504)
    order(s, quick, 1, "MO 505")
    order(s, first, 1, f"CA OR {quick}")
    order(s, second, 1, f"RE LE for {quick}")
    assert ranks(s, quick, first, second) == [first, second, quick]


@pytest.mark.clause("AK-3.0-07")
def test_all_from_whom_armies_are_taken_wait() -> None:
    s = new_state()
    quick, other = put_person(s, "Quick", 0, 504, "MA4"), put_person(s, "Other", 0, 504, "MA3")
    slow = put_person(s, "Slow", 0, 504)
    put_army(s, "LE", 0, 504, quick)
    put_army(s, "LE", 0, 504, other)
    for n in (quick, other):
        order(s, n, 1, "MO 505")
    order(s, slow, 1, "PI 1,2")
    assert ranks(s, quick, other, slow) == [slow, quick, other]


@pytest.mark.clause("AK-3.0-07", "AK-3.0-08")
def test_nobody_waits_for_another_kingdom() -> None:
    s = new_state()
    quick, slow = put_person(s, "Quick", 0, 504, "MA4"), put_person(s, "Slow", 1, 504)
    order(s, quick, 1, "MO 505")
    order(s, slow, 1, f"EN {quick} plan TA")
    assert ranks(s, quick, slow) == [quick, slow]


@pytest.mark.clause("AK-3.0-08")
@pytest.mark.parametrize(
    ("goes", "waits"), [("MO 504", True), ("MO 506", False), ("PR TA", False), ("TR {quick}", True)]
)
def test_a_servant_waits_for_his_master_who_comes(goes: str, waits: bool) -> None:
    s = new_state()
    quick, slow = pair(s, 505)
    order(s, quick, 1, f"RE LE for {slow}")
    order(s, slow, 1, goes.format(quick=quick))
    assert ranks(s, quick, slow) == ([slow, quick] if waits else [quick, slow])


@pytest.mark.clause("AK-3.0-08")
def test_those_who_wait_for_each_other_do_not_wait() -> None:
    s = new_state()
    quick, slow = pair(s)
    order(s, quick, 1, f"RE LE for {slow}")
    order(s, slow, 1, f"RE LE for {quick}")
    assert ranks(s, quick, slow) == [quick, slow]


@pytest.mark.clause("AK-3.0-08")
def test_a_servant_waits_for_his_master_at_the_end_of_a_long_march() -> None:
    s = peaceful()
    quick, slow = pair(s, 506)
    army = put_army(s, "LE", 0, 504, quick)
    own(s, 0, 504, 505)
    order(s, slow, 1, "MO 504")
    order(s, quick, 2, f"LE ALL to {slow}")
    run(s)
    assert s.people[slow].place == at(s, 504)
    assert s.armies[army].leader == slow


@pytest.mark.clause("AK-3.0-09", "AK-3.16-07")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_pursuer_beside_his_quarry_goes_right_after_him(seat: int) -> None:
    s = new_state()
    hunter, second = put_person(s, "Hunter", seat, 504, "MA4"), put_person(s, "Second", seat, 504, "MA3")
    quarry, lad = put_person(s, "Quarry", 0, 504, "SP1"), put_person(s, "Lad", 0, 504)
    order(s, hunter, 1, f"PU {quarry} plan FI")
    order(s, second, 1, f"TR {hunter}")
    order(s, quarry, 1, "MO 505")
    assert ranks(s, hunter, second, quarry, lad) == [quarry, hunter, second, lad]


@pytest.mark.clause("AK-3.0-09")
def test_of_two_pursuers_the_abler_is_first() -> None:
    s = new_state()
    hunter, second = put_person(s, "Hunter", 0, 504, "MA4"), put_person(s, "Second", 0, 504, "MA3")
    far, quarry = put_person(s, "Far", 0, 505, "MA2"), put_person(s, "Quarry", 1, 504)
    for n in (hunter, second, far):
        order(s, n, 1, f"PU {quarry} plan FI")
    assert ranks(s, hunter, second, far, quarry) == [far, quarry, hunter, second]


@pytest.mark.clause("AK-3.0-08")
def test_what_was_waited_for_is_done() -> None:
    s = peaceful()
    own(s, 0, 505)
    quick, slow = pair(s, 505)
    army = put_army(s, "LE", 0, 504, quick)
    order(s, quick, 1, f"LE ALL to {slow}")
    order(s, slow, 1, "MO 504")
    run(s)
    assert s.armies[army].leader == slow
    assert s.people[slow].place == at(s, 504)


@pytest.mark.clause("AK-1.3-01")
def test_a_turn_has_five_phases_with_one_order_each() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    for phase, number in enumerate((503, 502, 602, 603, 604), 1):
        order(s, king, phase, f"MO {number}")
    load(s, random_encounter=1000)
    moves = told(run(s), "moved", 0)
    assert [entry.data["phase"] for entry in moves] == [1, 2, 3, 4, 5]
    assert s.people[king].place == at(s, 604)


@pytest.mark.clause("AK-1.3-01")
def test_two_orders_for_one_phase_are_one_too_many() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    problems = GAME.check(s, s.seats[0], parse(f"{king}.1 MO 503\n{king}.1 EX"))
    assert [(problem.line, problem.clause) for problem in problems if not problem.uncertain] == [(2, "AK-1.3-01")]
    with pytest.raises(SyntaxProblem):
        parse(f"{king}.6 EX")


@pytest.mark.clause("AK-1.3-02")
def test_there_are_eighteen_actions() -> None:
    codes = [
        "MO",
        "EX",
        "SE",
        "RE",
        "HI",
        "DI",
        "FI",
        "LE",
        "PI",
        "CA",
        "US",
        "EN",
        "PR",
        "SP",
        "DE",
        "PU",
        "TR",
        "GI",
    ]
    assert sorted(orders.CODES.values()) == sorted(codes)
    done = {*sequence.HANDLERS, orders.Practise}
    assert done == set(orders.CODES), "every action is carried out"

"""The action and destination of a character in a phase (3.0).

Waiting, travel, gifts and meetings use them.
"""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import pair
from games.adventurer_kings.positions.battlefield import general
from games.adventurer_kings.positions.realm import (
    NO,
    YES,
    a_turn,
    act,
    at,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    run,
    told,
)
from palatine.core import Entry
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.command import hold_armies
from palatine.games.adventurer_kings.rules.common.intent import (
    call_off,
    course_of,
    current_action,
    travels_with_army,
)
from palatine.games.adventurer_kings.rules.encounters.encounters import is_mutual
from palatine.games.adventurer_kings.rules.movement.initiative import initiative
from palatine.games.adventurer_kings.rules.movement.pursuing import patrol_all
from palatine.games.adventurer_kings.state import State

FAR = 508
"""Four provinces from 504, by way of 505, 506 and 507."""


def corridor() -> State:
    """Return a match whose first King owns the cheapest way from 504 to 508."""
    s = new_state()
    s.set_person(s.kingdoms[0].king, place=at(s, 204))
    own(s, 0, 504, 505, 506, 507, 508)
    load(s, random_encounter=NO)
    return s


def went(entries: list[Entry]) -> list[str]:
    return [entry.kind for entry in entries if entry.kind in ("moved", "given", "left", "met", "failed")]


# Who passes through (3.0, 3.1, 5.10)


@pytest.mark.clause("AK-3.0-08")
@pytest.mark.parametrize("phase", [1, 2])
def test_a_servant_waits_for_somebody_whose_march_leads_through(phase: int) -> None:
    """The other character passes through the province on a march of four.

    “he will wait for the character A before performing the action”
    """
    s = corridor()
    post = (505, 506)[phase - 1]
    comes = put_person(s, "Coming", 0, 504)
    waits = put_person(s, "Waiting", 0, post, "TA5 ME5")
    cloak = put_item(s, "Grey Cloak", waits)
    order(s, comes, 1, f"MO {FAR}")
    for practice in range(2, 6):
        order(s, comes, practice, "PR ME")
    order(s, waits, phase, f"GI {cloak} to {comes}")
    run(s)
    assert s.items[cloak].bearer == comes


@pytest.mark.clause("AK-3.0-08")
def test_nobody_waits_for_a_march_that_does_not_come_through_in_this_phase() -> None:
    s = corridor()
    comes, waits = put_person(s, "Coming", 0, 504), put_person(s, "Waiting", 0, FAR, "TA5")
    for n, text in ((comes, f"MO {FAR}"), (waits, f"GI 1 to {comes}")):
        order(s, n, 1, text)
    idle(s)
    t = a_turn(s)
    assert course_of(t, comes) == [at(s, 505)]
    assert initiative(t).index(waits) < initiative(t).index(comes)


@pytest.mark.clause("AK-3.0-08", "AK-3.16-01")
@pytest.mark.parametrize("chase", ["PU {} plan ME", "TR {}"])
def test_a_pursuer_comes_a_step_nearer_and_not_at_once_to_the_quarry(chase: str) -> None:
    s = corridor()
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 1, 507)
    order(s, hunter, 1, chase.format(quarry))
    idle(s)
    assert course_of(a_turn(s), hunter) == [at(s, 505)]


@pytest.mark.clause("AK-3.0-09", "AK-3.16-01")
def test_a_pursuer_beside_a_quarry_comes_where_it_goes() -> None:
    s = corridor()
    hunter, quarry = put_person(s, "Hunter", 0, 504), put_person(s, "Quarry", 0, 504)
    order(s, hunter, 1, f"PU {quarry} plan TA")
    order(s, quarry, 1, f"MO {FAR}")
    idle(s)
    assert course_of(a_turn(s), hunter) == [at(s, 505)]


def test_who_are_after_each_other_come_nowhere_and_are_foreseen_at_all() -> None:
    s = new_state()
    one, two = put_person(s, "One", 0, 504), put_person(s, "Two", 1, 504)
    for n, other in ((one, two), (two, one)):
        order(s, n, 1, f"PU {other} plan ME")
    idle(s)
    t = a_turn(s)
    assert course_of(t, one) == course_of(t, two) == []


@pytest.mark.clause("AK-5.10-06")
@pytest.mark.parametrize("first", ["general", "traveller"])
@pytest.mark.parametrize("far", [505, FAR])
def test_who_marches_with_armies_is_safe_on_the_whole_way(first: str, far: int) -> None:
    """The province may be the last of the march or one on the way.

    “Moves … to the same province as this character”
    """
    s = corridor()
    n = general(s, 0, ["HC"], number=504)
    mate = put_person(s, "Mate", 1, 504)
    load(s, random_encounter=YES)
    order(s, n, 1, f"MO {far}")
    idle(s)
    t = a_turn(s)
    if first == "general":
        assert "met" not in went(act(t, n, f"MO {far}"))
        t.phase.actions[n] = orders.Move(far)
    assert "met" not in went(act(t, mate, "MO 505"))


@pytest.mark.clause("AK-5.10-06")
def test_who_marches_where_the_armies_do_not_go_yet_is_alone() -> None:
    s = corridor()
    n = general(s, 0, ["HC"], number=505)
    mate = put_person(s, "Mate", 1, 505)
    order(s, n, 1, f"MO {FAR}")
    idle(s)
    t = a_turn(s)
    assert travels_with_army(t, mate, at(s, 506))
    assert not travels_with_army(t, mate, at(s, 504))
    assert not travels_with_army(t, mate, at(s, FAR))


@pytest.mark.clause("AK-5.10-06")
@pytest.mark.parametrize("stays", ["held", "alone"])
def test_who_counts_on_armies_that_do_not_come_is_alone(stays: str) -> None:
    s = new_state()
    n = general(s, 0, ["HC"], number=504)
    mate = put_person(s, "Mate", 1, 504)
    order(s, n, 1, "MO 505")
    idle(s)
    t = a_turn(s)
    assert travels_with_army(t, mate, at(s, 505))
    if stays == "held":
        hold_armies(t, s.led_by(n), [put_army(s, "LE", 2, 504)])
        relate(s, 0, 2, ENEMY)
    else:
        act(t, n, "LE ALL to garrison")
        act(t, n, "MO 505")
    assert not travels_with_army(t, mate, at(s, 505))


@pytest.mark.clause("AK-5.10-06")
def test_armies_that_have_come_along_under_another_are_company_too() -> None:
    s = new_state()
    own(s, 0, 505)
    n = general(s, 0, ["HC"], number=504)
    mate, takes = put_person(s, "Mate", 1, 504), put_person(s, "Takes", 0, 505)
    load(s, random_encounter=NO)
    t = a_turn(s)
    act(t, n, "MO 505")
    act(t, n, f"LE ALL to {takes}")
    act(t, n, "MO 506")
    assert travels_with_army(t, mate, at(s, 505))


# Orders that are lost (3.16, A82)


@pytest.mark.clause("AK-3.16-02", "AK-3.18-02")
@pytest.mark.parametrize("chases", [True, False])
def test_a_conditional_gift_is_not_made_against_an_order_that_is_lost_on_a_chase(chases: bool) -> None:
    s, n, foe = pair()
    quarry = put_person(s, "Quarry", 0, 809)
    a, b = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe)
    load(s, on_the_trail=NO, stray=NO, random_encounter=NO)
    if chases:
        order(s, foe, 1, f"PU {quarry} plan ME")
    order(s, n, 2, f"GI {a} to {foe} if {b}")
    order(s, foe, 2, f"GI {b} to {n}")
    entries = run(s)
    exchanged = not chases
    assert (s.items[a].bearer == foe, s.items[b].bearer == n) == (exchanged, exchanged)
    assert [entry.data["reason"] for entry in told(entries, "failed", 0)] == (
        [] if exchanged else ["fail.no-exchange"]
    )


@pytest.mark.clause("AK-3.5-06", "AK-3.18-02")
def test_a_hero_just_hired_gives_nothing_in_return_yet() -> None:
    s, n, foe = pair()
    a, b = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe)
    t = a_turn(s)
    t.ordered.acts[foe][0] = orders.Give(n, b)
    assert current_action(t, foe) == orders.Give(n, b)
    t.dealings.hired_in[foe] = 1
    assert current_action(t, foe) is None
    with pytest.raises(Exception, match=r"fail\.no-exchange"):
        act(t, n, f"GI {a} to {foe} if {b}")


@pytest.mark.clause("AK-3.16-02", "AK-3.12-03")
def test_an_encounter_ordered_for_a_phase_of_a_chase_is_no_attempt() -> None:
    s, n, foe = pair()
    quarry = put_person(s, "Quarry", 0, 809)
    t = a_turn(s, 2)
    t.ordered.acts[foe][1] = orders.Encounter(n, (orders.Strike(),))
    assert is_mutual(t, n, foe)
    t.pursuits.chases[foe] = orders.Pursue(quarry, (orders.Strike(),))
    assert not is_mutual(t, n, foe)
    t.pursuits.chases[foe] = orders.Pursue(n, (orders.Strike(),))
    assert is_mutual(t, n, foe)


@pytest.mark.clause("AK-3.16-02", "AK-3.0-08")
def test_nobody_waits_for_a_service_that_is_lost_on_a_chase() -> None:
    s = new_state()
    served, serves = put_person(s, "Served", 0, 504, "TA3"), put_person(s, "Serves", 0, 504)
    quarry = put_person(s, "Quarry", 1, 809)
    t = a_turn(s, 2)
    t.ordered.acts[serves][1] = orders.Leave((), served)
    t.ordered.acts[served][1] = orders.Move(505)
    assert initiative(t).index(serves) < initiative(t).index(served)
    t.pursuits.chases[serves] = orders.Trail(quarry)
    assert initiative(t).index(served) < initiative(t).index(serves)


@pytest.mark.clause("AK-3.1-07", "AK-3.12-03")
def test_who_has_fought_with_anothers_action_neither_acts_nor_marches_on_in_that_phase() -> None:
    s, n, foe = pair()
    t = a_turn(s, 2)
    t.ordered.acts[foe][1] = orders.Encounter(n, (orders.Strike(),))
    t.pursuits.marches[foe] = at(s, FAR)
    call_off(t, foe)
    assert t.ordered.acts[foe][1] is None
    assert foe not in t.pursuits.marches
    assert t.phase.actions[foe] == orders.Encounter(n, (orders.Strike(),))
    t.pursuits.chases[foe] = orders.Pursue(n, (orders.Strike(),))
    call_off(t, foe)
    assert foe not in t.pursuits.chases


# What an order to go ends (3.15, 3.16)


@pytest.mark.clause("AK-3.15-09", "AK-3.16-10")
@pytest.mark.parametrize("text", ["MO 504", "MO 999", "PU 99 plan ME", "TR 99"])
def test_an_order_to_go_ends_a_post_and_a_patrol_though_it_fails(text: str) -> None:
    """The order itself ends them.

    “If he receives a Move, Pursue or Trail order, the Defend order is canceled.”
    """
    s = new_state()
    n = put_person(s, "Falk", 0, 504)
    t = a_turn(s)
    t.pursuits.posts[n], t.pursuits.patrols[n] = at(s, 504), (orders.Strike(),)
    with pytest.raises(Exception, match=r"fail\."):
        act(t, n, text)
    assert (n in t.pursuits.posts, n in t.pursuits.patrols) == (False, False)


@pytest.mark.clause("AK-3.16-09", "AK-3.16-10")
def test_a_patrol_sleeps_while_it_leads_armies_and_wakes_without_them() -> None:
    """Armies do not end the patrol.

    “The Patrol stays active until the next Move, Trail or Pursue order.”
    """
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 0, 505, 506)
    watchman, mate = put_person(s, "Watchman", 0, 505, "SP1 ME2"), put_person(s, "Mate", 0, 505)
    put_person(s, "Intruder", 1, 506)
    t = a_turn(s)
    act(t, watchman, f"PU {watchman} plan TA")
    army = put_army(s, "LE", 0, 505, watchman)
    patrol_all(t)
    assert not told(s.journal or [], "intercepts", 0)
    act(t, watchman, f"LE {army} to {mate}")
    patrol_all(t)
    assert told(s.journal or [], "intercepts", 0)

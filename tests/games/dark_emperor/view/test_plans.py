"""Shortcuts for several actions."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    BEYOND,
    INLAND,
    KINGDOMS,
    MAN,
    NECROMANCER,
    NEXT,
    act,
    asked,
    at,
    bare,
    march,
    marching,
    on_the_march,
    pieces,
    plans_offered,
    put,
    run,
    stack_of_kingdoms,
    stack_points,
)
from palatine.core import Shortcut
from palatine.games.dark_emperor.components.pieces import INACTIVE
from palatine.games.dark_emperor.components.spells import CALL_WIND
from palatine.games.dark_emperor.components.world import CAPITAL, CITIES, GRID, ZOLAHAURESLOR, hex_id, hex_name
from palatine.games.dark_emperor.rules.characters.lone_leaders import Escape
from palatine.games.dark_emperor.rules.combat.retreats import begin_retreat
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.movement.naval import Embarkation


def carry_out(s: Any, plan: Shortcut) -> Any:
    return act(s, *plan.actions)


@pytest.mark.clause("8.1a")
def test_everybody_of_a_hex_is_taken_at_one_click_and_sent_anywhere_at_another() -> None:
    s = marching(INLAND, f"{MAN} stavror-cavalry-1 farnon")
    (plan,) = plans_offered(s)
    assert (plan.space, plan.is_listed) == (hex_id(INLAND), False)
    s = carry_out(s, plan)
    assert s.flow[-1].group == tuple(sorted(pieces(f"{MAN} stavror-cavalry-1 farnon")))
    (plan,) = [each for each in plans_offered(s) if each.space == hex_id(BEYOND)]
    assert plan.text == f"March to {BEYOND}: 4 attrition points"
    assert at(carry_out(s, plan), "farnon") == BEYOND


@pytest.mark.clause("8.1a")
def test_units_or_leaders_alone_are_taken_at_one_click() -> None:
    s = act(marching(INLAND, f"{MAN} stavror-cavalry-1 farnon nikon-v"), ("stack", hex_id(INLAND)))
    found = {plan.text: [p for _, p in plan.actions] for plan in plans_offered(s)}
    assert set(found) == {"Take everybody", "Take all units", "Take all leaders"}
    assert sorted(found["Take all leaders"]) == sorted(pieces("farnon nikon-v"))


@pytest.mark.clause("8.24a", "8.32a")
def test_no_plan_leads_past_a_hex_where_somebody_must_stop() -> None:
    s = on_the_march(marching("1913", "greater-vampire-1", phasing=NECROMANCER), "greater-vampire-1")
    for plan in plans_offered(s):
        after = carry_out(s, plan)
        assert at(after, "greater-vampire-1") == hex_name(plan.space)


@pytest.mark.clause("8.24a", "6.11a")
def test_no_plan_counts_on_those_who_sleep() -> None:
    s = bare(phasing=NECROMANCER)
    put(s, "1913", "necromancers-siege-train")
    put(s, "1813", "zolahaureslor-fleet-1")
    s = on_the_march(run(s, OpenMovement(), Movement(NECROMANCER)), "necromancers-siege-train")
    assert s.control[ZOLAHAURESLOR] == INACTIVE
    for plan in plans_offered(s):
        assert at(carry_out(s, plan), "necromancers-siege-train") == hex_name(plan.space)


@pytest.mark.clause("8.21a")
def test_all_that_fleets_can_carry_embarks_at_one_click() -> None:
    keys = "stavror-fleet-1 ferlarie-fleet-1 stavror-infantry-1 stavror-cavalry-1 stavror-infantry-2"
    s = stack_of_kingdoms("2210", keys)
    s.flow.append(Movement(KINGDOMS))
    s = run(s, Embarkation())
    (plan,) = plans_offered(s)
    s = carry_out(s, plan)
    assert len(s.cargo) == 2
    assert asked(s) == ("Movement", KINGDOMS)


@pytest.mark.clause("9.26a")
def test_all_retreat_to_one_hex_at_one_click() -> None:
    s = stack_of_kingdoms(INLAND, f"{MAN} stavror-infantry-2 stavror-cavalry-1")
    put(s, INLAND, "greater-vampire-1")
    begin_retreat(s, KINGDOMS, hex_id(INLAND))
    s = run(s)
    (plan,) = [each for each in plans_offered(s) if each.space == hex_id(NEXT)]
    assert plan.text == f"Retreat all you can to {NEXT}"
    s = carry_out(s, plan)
    assert {at(s, key) for key in (MAN, "stavror-infantry-2", "stavror-cavalry-1")} == {NEXT}
    assert not s.flow


def advance_retreats(keys: str) -> dict[str, str]:
    """Return the destinations of lasting answers about retreats, by text."""
    s = stack_of_kingdoms(INLAND, keys)
    put(s, INLAND, "greater-vampire-1")
    begin_retreat(s, KINGDOMS, hex_id(INLAND))
    return {plan.text: hex_name(plan.actions[0][1]) for plan in plans_offered(run(s)) if plan.duration_key}


@pytest.mark.clause("9.26a")
def test_a_retreat_towards_a_city_stands_unless_a_leader_is_there() -> None:
    plain = ["Retreat towards my nearest city this turn", "Retreat towards my nearest city from now on"]
    found = advance_retreats(MAN)
    assert list(found) == [text + more for text in plain for more in ("", ", unless a leader of mine is there")]
    s = stack_of_kingdoms(INLAND, MAN)
    own = [city.hex for city in CITIES if s.control[city.kingdom] == KINGDOMS]
    (way,) = {hex_id(each) for each in found.values()}
    far = {n: min(GRID.distance(n, city) for city in own) for n in GRID.adjacent[hex_id(INLAND)]}
    assert far[way] == min(far.values())
    assert list(advance_retreats(f"{MAN} farnon")) == plain, "who has excepted that is asked"


@pytest.mark.clause("9.27c")
def test_whoever_escapes_is_offered_his_own_sides_units_first_and_the_nearest_of_them() -> None:
    s = stack_of_kingdoms(INLAND, "farnon")
    put(s, "2611", MAN)
    put(s, BEYOND, "stavror-infantry-2")
    s.flow.append(Escape(KINGDOMS, pieces("farnon")[0], hex_id(INLAND)))
    found = plans_offered(s)
    assert [hex_name(plan.space) for plan in found[:2]] == [BEYOND, "2611"]
    assert {plan.space for plan in found[2:] if not plan.duration_key} <= set(CAPITAL)
    standing = [plan for plan in found if plan.duration_key]
    assert [plan.text for plan in standing] == [
        f"Flee to my nearest army {span}" for span in ("this turn", "from now on")
    ]
    assert {hex_name(h) for plan in standing for _, h in plan.actions} == {BEYOND}
    assert at(carry_out(s, found[1]), "farnon") == "2611"


@pytest.mark.clause("19.1b")
def test_whoever_comes_out_of_the_box_is_offered_his_own_sides_units_first() -> None:
    s = stack_of_kingdoms("2611", MAN)
    s.flow.append(FromBox(KINGDOMS, pieces("farnon")[0]))
    first, *others = plans_offered(s)
    assert (first.text, first.space) == ("Go to 2611", hex_id("2611"))
    assert {plan.space for plan in others} <= set(CAPITAL)


@pytest.mark.clause("13.31", "8.11b")
def test_plans_halve_with_call_wind_what_the_march_will_pay() -> None:
    s = stack_of_kingdoms("1020", "ferlarie-fleet-1 farnon")
    s.charms = ((pieces("farnon")[0], CALL_WIND),)
    s.flow = [Movement(KINGDOMS)]
    s = on_the_march(s, "ferlarie-fleet-1 farnon")
    for plan in plans_offered(s):
        after = carry_out(s, plan)
        points = stack_points(after, "ferlarie-fleet-1")
        assert plan.text.endswith(f": {points} attrition point{'s' if points != 1 else ''}")


@pytest.mark.clause("8.16a")
def test_no_plan_leads_a_leader_alone_from_among_the_enemies_he_marched_in_upon() -> None:
    s = marching(INLAND, f"farnon {MAN}")
    put(s, NEXT, "greater-vampire-1")
    assert plans_offered(on_the_march(march(s, f"farnon {MAN}", NEXT), "farnon")) == []


@pytest.mark.clause("8.1a", "8.11b")
def test_who_joined_on_the_way_pays_apart_in_plans_as_on_the_march() -> None:
    s = march(marching(INLAND, MAN), MAN, NEXT)
    put(s, NEXT, "stavror-cavalry-1")
    s = on_the_march(s, f"{MAN} stavror-cavalry-1")
    for plan in plans_offered(s):
        after = carry_out(s, plan)
        points = max(stack_points(after, MAN), stack_points(after, "stavror-cavalry-1"))
        assert plan.text.endswith(f": {points} attrition points")


@pytest.mark.clause("8.12a")
@pytest.mark.parametrize(("men", "fatal"), [(1, 19), (2, 31), (3, 37)])
def test_no_plan_leads_to_where_every_throw_costs_the_whole_stack(men: int, fatal: int) -> None:
    group = " ".join(f"stavror-infantry-{k + 1}" for k in range(men))
    s = on_the_march(marching(INLAND, group), group)
    paid = []
    for plan in [each for each in plans_offered(s) if each.actions[-1][0] == "go"]:
        after = act(s, *plan.actions)
        paid.append(stack_points(after, group))
    assert max(paid) < fatal
    assert max(paid) >= fatal - 4


@pytest.mark.clause("8")
def test_another_stack_is_taken_at_one_click_while_one_is_on_the_march() -> None:
    s = marching(INLAND, "stavror-infantry-1 farnon")
    put(s, BEYOND, "stavror-infantry-2 stavror-infantry-3")
    s.invalidate_actions()
    for there in (on_the_march(s, "stavror-infantry-1"), march(s, "stavror-infantry-1", NEXT, halt=False)):
        (plan,) = [
            each for each in plans_offered(there) if each.actions[0] == ("halt", 0) and each.space == hex_id(BEYOND)
        ]
        after = carry_out(there, plan)
        assert after.flow[-1].group == tuple(pieces("stavror-infantry-2 stavror-infantry-3"))
        assert not plan.is_listed


@pytest.mark.clause("6.11a", "6.15")
def test_a_listed_march_names_the_kingdoms_that_wake_on_its_way() -> None:
    s = bare()
    put(s, INLAND, "greater-vampire-1 mezal")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    listed = [plan for plan in plans_offered(on_the_march(s, "greater-vampire-1")) if plan.is_listed]
    named = {plan.space: plan.text.partition("; wakes ")[2] for plan in listed}
    assert named[hex_id("2210")] == "Zolahaureslor"
    assert "Lammarech" in next(text for h, text in named.items() if h == hex_id("1610"))
    assert not [plan for plan in plans_offered(on_the_march(s, "mezal")) if "wakes" in plan.text]

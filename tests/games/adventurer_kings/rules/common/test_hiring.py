"""Hiring and dismissing Heroes, and their pay (3.5, 3.7)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.levies import asked, for_hire, rich, spent
from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    line,
    load,
    new_state,
    order,
    own,
    put_person,
    run,
    set_land,
    told,
    world,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.duels import challenges
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.hiring import leave_service, price


@pytest.mark.clause("AK-3.5-01", "AK-3.5-02", "AK-3.5-03")
@pytest.mark.parametrize("offer", [2, 3, 4])
def test_a_hero_serves_at_his_price_if_the_offer_is_not_below_it(offer: int) -> None:
    s, general, t = rich()
    hawk = for_hire(s, race=tables.ELF, temper=tables.CAUTIOUS, whim=1)
    assert price(t, 0, hawk) == 2
    act(t, general, f"HI {hawk} offer {offer}")
    assert (s.people[hawk].seat, s.people[hawk].pay, spent(s)) == (0, 2, 2)


@pytest.mark.clause("AK-3.5-02")
def test_too_low_an_offer_is_declined_for_nothing() -> None:
    s, general, t = rich()
    hawk = for_hire(s, race=tables.ELF, temper=tables.CAUTIOUS, whim=1)
    entries = act(t, general, f"HI {hawk} offer 1")
    assert told(entries, "not-hired", 0)
    assert (s.people[hawk].seat, spent(s)) == (FREE, 0)


@pytest.mark.clause("AK-3.5-03")
def test_a_hired_hero_is_paid_at_the_end_of_that_very_year_too() -> None:
    s, general, _ = rich()
    hawk = for_hire(s, whim=1)
    s.set_person(general, pay=0)
    order(s, general, 1, f"HI {hawk} offer 4")
    set_land(s, 504, tax=0)
    run(s)
    assert spent(s) == 2


@pytest.mark.clause("AK-3.5-01")
def test_only_who_is_there_and_serves_nobody() -> None:
    s, general, t = rich()
    away, bound = put_person(s, "Away", FREE, 505), put_person(s, "Bound", 1, 504)
    assert failed(t, general, f"HI {away} offer 4")[1] == "fail.not-here"
    assert failed(t, general, f"HI {bound} offer 4")[1] == "fail.serves-another"
    s.set_kingdom(0, gold=0)
    assert failed(t, general, f"HI {for_hire(s)} offer 4")[1] == "fail.no-gold"


@pytest.mark.clause("AK-3.5-07")
def test_who_rules_his_own_land_is_not_for_hire() -> None:
    s, general, t = rich()
    own(s, NATIVE, 504)
    lord = for_hire(s, rules=at(s, 504))
    assert failed(t, general, f"HI {lord} offer 4") == ("AK-3.5-07", "fail.rules-here")


@pytest.mark.clause("AK-3.5-04")
@pytest.mark.parametrize(
    ("steps", "race", "temper", "prices"),
    [
        (0, tables.HUMAN, tables.BRAVE, [1, 1, 1, 2, 2, 2]), (1, tables.ELF, tables.CAUTIOUS, [2, 3, 3, 3, 3, 4]),
        (2, tables.ELF, tables.COWARDLY, [4, 4, 4, 5, 5, 5]),
    ],
)  # fmt: skip
def test_the_price_goes_by_liking(steps: int, race: int, temper: int, prices: list[int]) -> None:
    assert sorted(asked(steps, race, temper, whim) for whim in range(6)) == prices


@pytest.mark.clause("AK-3.5-04")
def test_the_price_has_nothing_to_do_with_ability() -> None:
    assert asked(0, tables.HUMAN, tables.BRAVE, 1) == asked(0, tables.HUMAN, tables.BRAVE, 1, "TA4 ME4 AR4")


@pytest.mark.clause("AK-3.5-04")
def test_each_of_the_first_24_kings_has_a_whim_of_his_own() -> None:
    s = world("super", 28).copy()
    for seat, kingdom in enumerate(s.kingdoms):
        s.set_kingdom(seat, alignment=tables.GOOD)
        s.set_person(kingdom.king, race=tables.HUMAN, temper=tables.BRAVE)
    t = a_turn(s)
    found = set()
    for bit in range(28):
        hawk = for_hire(s, alignment=tables.GOOD, whim=3 << bit)
        prices = tuple(price(t, seat, hawk) for seat in range(28))
        assert prices[24:] == prices[:4]
        found.add(prices[:24])
    assert len(found) >= 24


@pytest.mark.clause("AK-3.5-05")
def test_three_steps_apart_one_in_six_serves_and_four_apart_nobody() -> None:
    assert sorted(min(asked(3, tables.HUMAN, tables.BRAVE, whim), 5) for whim in range(6)) == [4, 5, 5, 5, 5, 5]
    assert min(asked(4, tables.HUMAN, tables.BRAVE, whim) for whim in range(6)) > 4


@pytest.mark.clause("AK-3.5-06")
def test_a_hired_hero_takes_orders_from_the_next_phase() -> None:
    s, general, _ = rich()
    load(s, random_encounter=1000)
    hawk = for_hire(s)
    order(s, general, 1, f"HI {hawk} offer 4")
    for phase, number in ((1, 404), (2, 505), (3, 506)):
        line(s, 0, f"{hawk}.{phase} MO {number}")
    entries = run(s)
    assert [entry.data["to"][-4:-1] for entry in told(entries, "moved", 0)] == ["505", "506"]
    assert s.people[hawk].place == at(s, 506)


@pytest.mark.clause("AK-3.5-06")
def test_orders_for_a_hero_who_was_not_won_are_void() -> None:
    s, general, _ = rich()
    hawk = for_hire(s, race=tables.ELF, temper=tables.COWARDLY)
    order(s, general, 1, f"HI {hawk} offer 1")
    line(s, 0, f"{hawk}.2 MO 505")
    line(s, 1, f"{hawk}.2 MO 505")
    assert not told(run(s), "moved")


@pytest.mark.clause("AK-3.5-06")
def test_a_sheet_may_have_orders_for_a_hero_once_he_is_hired() -> None:
    s, general, _ = rich()
    hawk = for_hire(s)
    s.spot(0, hawk)
    written = f"{general}.2 HI {hawk} offer 4\n{hawk}.{{}} PR TA"
    sheets = [GAME.parse(written.format(phase)) for phase in (2, 3)]
    found = [[(each.line, each.uncertain) for each in GAME.check(s, s.seats[0], sheet)] for sheet in sheets]
    assert found == [[(2, False)], [(2, True)]]


@pytest.mark.clause("AK-3.5-06", "AK-5.10-01")
def test_a_special_plan_may_be_for_who_is_to_be_hired() -> None:
    s, general, _ = rich()
    hawk = for_hire(s)
    s.spot(0, hawk)
    for text, faults in (("ME", [(2, True)]), ("TA", [(2, True), (2, False)])):
        sheet = GAME.parse(f"{general}.2 HI {hawk} offer 4\n{hawk}.special {text}")
        assert [(each.line, each.uncertain) for each in GAME.check(s, s.seats[0], sheet)] == faults
    unasked = GAME.parse(f"{hawk}.special ME")
    assert [(each.line, each.uncertain) for each in GAME.check(s, s.seats[0], unasked)] == [(1, False)]
    line(s, 0, f"{hawk}.special ME")
    line(s, 1, f"{hawk}.special FL")
    t = a_turn(s)
    assert hawk not in t.ordered.plans
    act(t, general, f"HI {hawk} offer 4")
    assert t.ordered.plans[hawk] == (orders.Strike(),)


@pytest.mark.clause("AK-3.7-01", "AK-3.7-02")
def test_kings_dismiss_anybody_anywhere_others_only_who_is_with_them() -> None:
    s, general, t = rich()
    near, far = put_person(s, "Near", 0, 504), put_person(s, "Far", 0, 509)
    assert failed(t, general, f"FI {far}") == ("AK-3.7-02", "fail.not-here")
    act(t, general, f"FI {near}")
    act(t, s.kingdoms[0].king, f"FI {far}")
    assert [(s.people[n].seat, s.people[n].pay) for n in (near, far)] == [(FREE, 0)] * 2
    assert failed(t, general, f"FI {s.kingdoms[0].king}") == ("AK-3.7-01", "fail.not-yours")
    assert failed(t, general, f"FI {s.kingdoms[1].king}") == ("AK-3.7-01", "fail.not-yours")


@pytest.mark.clause("AK-3.7-02")
def test_who_is_dismissed_does_no_more_for_the_king() -> None:
    s, _, _ = rich()
    load(s, discovery=1)
    sage = put_person(s, "Sage", 0, 504, "SA4 MA4")
    order(s, s.kingdoms[0].king, 1, f"FI {sage}")
    order(s, sage, 1, "PR SA")
    order(s, sage, 2, "MO 505")
    assert not told(run(s), "moved")
    assert all(not kingdom.discoveries for kingdom in s.kingdoms)


@pytest.mark.clause("AK-5.10-01", "AK-3.7-01", "AK-4.2.1-02")
@pytest.mark.parametrize("how", ["fired", "raised", "charmed"])
def test_a_special_plan_ends_with_the_service(how: str) -> None:
    """A Hero drops the plan of a King who fired or lost the Hero."""
    s = new_state()
    n = put_person(s, "Falk", 0, 504)
    priest = put_person(s, "Priest", 1, 504, "WH1 PS1")
    order(s, n, "special", "ME")
    load(s, action_spell=1, experience=1000)
    t = a_turn(s)
    assert t.ordered.plans[n]
    if how == "raised":
        die(t, n)
        act(t, priest, f"CA RE {n}")
    else:
        act(t, s.kingdoms[0].king, f"FI {n}")
        if how == "charmed":
            act(t, priest, f"CA CH {n}")
    assert s.people[n].seat == (-1 if how == "fired" else 1)
    assert not t.ordered.plans.get(n, ())
    assert not challenges(t, n)


@pytest.mark.clause("AK-4.3.3-01", "AK-3.7-01")
def test_what_hides_a_spy_ends_with_the_service() -> None:
    s = new_state()
    n = put_person(s, "Falk", 0, 504, "SP2")
    order(s, n, 1, "SP")
    t = a_turn(s)
    assert n in t.sightings.furtive
    leave_service(t, n)
    assert n not in t.sightings.furtive


def test_a_declined_offer_is_noted_until_the_next_turn() -> None:
    s, general, _ = rich()
    hawk = for_hire(s, race=tables.ELF, temper=tables.CAUTIOUS, whim=1)
    act(a_turn(s), general, f"HI {hawk} offer 1")
    assert s.kingdoms[0].refused == (f"HI {hawk} offer 1",)
    s.sheets = [None] * len(s.seats)
    run(s)
    assert s.kingdoms[0].refused == ()

"""Armies raised, hired, disbanded, handed over; Heroes hired and dismissed (3.4 to 3.9, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    idle,
    line,
    load,
    new_state,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, GARRISON, PEACE
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.hiring import price
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.initiative import initiative
from palatine.games.adventurer_kings.state import State

HUMANS = {"race": c.HUMAN, "types": (c.LEGION, c.HEAVY), "tax": 10}


def rich(levels: str = "") -> tuple[State, int, Turn]:
    """A general of the first King, at home with 99 gold."""
    s = new_state()
    s.set_kingdom(0, gold=99)
    load(s, **{"experience:_recruit": 1000, "experience:_army": 1000, "experience:_fleet": 1000})
    general = put_person(s, "Marius", 0, 504, levels)
    return s, general, a_turn(s)


def spent(s: State) -> int:
    return 99 - s.kingdoms[0].gold


def types(s: State) -> list[str]:
    return [c.ARMY_CODES[s.armies[a].type] for a in sorted(s.armies)]


# Recruit (3.4)


@pytest.mark.clause("AK-3.4-01")
def test_the_new_armies_follow_whom_the_order_names() -> None:
    s, general, t = rich()
    other = put_person(s, "Cinna", 0, 504)
    act(t, general, f"RE LE for {other}")
    act(t, general, "RE HC")
    assert [s.armies[a].leader for a in sorted(s.armies)] == [other, GARRISON]
    assert all(s.armies[a].owner == 0 and s.armies[a].place == at(s, 504) for a in s.armies)


@pytest.mark.clause("AK-3.4-01")
def test_a_leader_who_is_not_there_leaves_them_to_the_garrison_at_home_only() -> None:
    s, general, t = rich()
    away = put_person(s, "Cinna", 0, 505)
    act(t, general, f"RE LE for {away}")
    assert [s.armies[a].leader for a in s.armies] == [GARRISON]
    s.set_person(general, place=at(s, 506))
    put_army(s, "LE", MERCENARY, 506)
    assert failed(t, general, f"RE LE for {away}") == ("AK-3.4-01", "fail.not-here")
    assert failed(t, general, "RE LE") == ("AK-3.4-01", "fail.no-garrison")


@pytest.mark.clause("AK-3.4-02", "AK-3.4-14")
@pytest.mark.parametrize("owner", [NATIVE, 1])
@pytest.mark.parametrize("relation", [PEACE, ENEMY])
def test_the_people_of_others_are_not_levied(owner: int, relation: int) -> None:
    s, general, t = rich()
    set_land(s, 505, **HUMANS)
    relate(s, 0, 1, relation)
    own(s, owner, 505)
    s.set_person(general, place=at(s, 505))
    theirs = put_army(s, "LE", owner, 505)
    assert failed(t, general, f"RE LE for {general}") == ("AK-3.4-02", "fail.not-your-land")
    assert (s.armies[theirs].owner, spent(s)) == (owner, 0)


@pytest.mark.clause("AK-3.4-03")
def test_a_king_without_land_hires_mercenaries_anywhere() -> None:
    s, general, t = rich()
    s.owners = [NATIVE] * s.atlas.size
    s.set_person(general, place=at(s, 505))
    band = put_army(s, "HC", MERCENARY, 505, quality=c.GREEN, race=c.ORC)
    act(t, general, f"RE HC for {general}")
    army = s.armies[band]
    assert (army.owner, army.leader, army.race, army.quality) == (0, general, c.ORC, c.GREEN)
    assert spent(s) == c.ARMY[c.HEAVY].pay


@pytest.mark.clause("AK-3.4-04", "AK-3.4-05")
@pytest.mark.parametrize(("quality", "hired"), [(c.AVERAGE, True), (c.AVERAGE + 1, True), (c.GREEN, False)])
def test_good_mercenaries_come_before_a_levy(quality: int, hired: bool) -> None:
    s, general, t = rich()
    band = put_army(s, "LE", MERCENARY, 504, quality=quality, race=c.DWARF)
    put_army(s, "LE", 0, 504, general, race=c.ORC)
    act(t, general, f"RE LE for {general}")
    assert (s.armies[band].owner == 0) == hired
    newest = s.armies[max(s.armies)]
    assert newest.race == (c.ORC if hired else c.HUMAN)
    assert len(s.armies) == (2 if hired else 3)


@pytest.mark.clause("AK-3.4-04")
def test_armies_beaten_this_year_cannot_be_hired() -> None:
    s, general, t = rich()
    put_army(s, "CC", MERCENARY, 504, barred=s.turn)
    assert failed(t, general, f"RE CC for {general}")[1] == "fail.no-such-type"


@pytest.mark.clause("AK-3.4-06")
def test_one_army_of_a_type_a_year_but_two_at_home() -> None:
    s, general, t = rich()
    set_land(s, 505, **HUMANS)
    own(s, 0, 505)
    act(t, general, "RE LE,LE")
    assert spent(s) == 2 * c.ARMY[c.LEGION].pay
    away = put_person(s, "Cinna", 0, 505)
    act(t, away, "RE LE,HC")
    assert types(s) == ["LE", "LE", "LE", "HC"]
    assert failed(t, away, "RE LE") == ("AK-3.4-06", "fail.no-slot")
    assert [s.armies[a].quality for a in sorted(s.armies)] == [c.AVERAGE] * 2 + [c.GREEN] * 2


@pytest.mark.clause("AK-3.4-07")
def test_two_garrisons_a_year_among_humanoids() -> None:
    s, general, t = rich()
    act(t, general, "RE LE,HC,LE,HC,GA,GA")
    assert types(s) == ["LE", "HC", "LE", "HC", "GA", "GA"]
    assert failed(t, general, "RE GA") == ("AK-3.4-07", "fail.no-more-garrisons")
    set_land(s, 505, race=c.EAGLES, types=(c.EAGLE,), tax=4)
    own(s, 0, 505)
    s.set_person(general, place=at(s, 505))
    assert failed(t, general, "RE GA") == ("AK-3.4-07", "fail.no-humanoids")


@pytest.mark.clause("AK-3.4-08", "AK-3.4-09")
@pytest.mark.parametrize(("leads", "quality", "number"), [("me", c.AVERAGE, 504), ("him", c.GREEN, 505)])
def test_a_strange_type_for_who_leads_one_at_double_price(leads: str, quality: int, number: int) -> None:
    s, general, t = rich()
    set_land(s, 505, **HUMANS)
    own(s, 0, 505)
    s.set_person(general, place=at(s, number))
    other = put_person(s, "Cinna", 0, number)
    assert failed(t, general, f"RE BO for {other}") == ("AK-3.4-08", "fail.no-such-type")
    put_army(s, "BO", 0, number, general if leads == "me" else other, race=c.ELF)
    act(t, general, f"RE BO for {other}")
    raised = s.armies[max(s.armies)]
    assert spent(s) == 2 * c.ARMY[c.BOWMEN].pay
    assert (raised.race, raised.quality) == (c.HUMAN, quality)


@pytest.mark.clause("AK-3.4-08")
def test_what_the_garrison_has_arms_nobody() -> None:
    s, general, t = rich()
    put_army(s, "BO", 0, 504)
    assert failed(t, general, "RE BO") == ("AK-3.4-08", "fail.no-such-type")


@pytest.mark.clause("AK-3.4-10")
def test_strange_types_take_the_places_of_native_ones() -> None:
    s, general, t = rich()
    set_land(s, 505, **{**HUMANS, "types": (c.LEGION,)})
    own(s, 0, 505)
    s.set_person(general, place=at(s, 505))
    put_army(s, "BO", 0, 505, general)
    act(t, general, "RE BO")
    assert failed(t, general, "RE LE") == ("AK-3.4-06", "fail.no-slot")


@pytest.mark.clause("AK-3.4-06", "AK-3.4-13", "AK-1.2-01", "AK-11.1-01")
def test_the_first_gold_buys_two_legions_and_two_of_heavy_cavalry() -> None:
    s = new_state(turn=1)
    king = s.kingdoms[0].king
    for code in ("LE", "LE", "HC"):
        put_army(s, code, 0, 504, king)
    assert s.kingdoms[0].gold == 10
    act(a_turn(s), king, f"RE LE,LE,HC,HC for {king}")
    assert s.kingdoms[0].gold == 0
    assert sorted(types(s)) == ["HC"] * 3 + ["LE"] * 4
    assert {s.armies[a].quality for a in s.led_by(king)} == {c.AVERAGE}


@pytest.mark.clause("AK-3.4-11")
def test_four_of_one_native_type_at_home() -> None:
    s, general, t = rich()
    act(t, general, f"RE LE,LE,LE,LE for {general}")
    pay = c.ARMY[c.LEGION].pay
    assert (types(s), spent(s)) == (["LE"] * 4, 2 * pay + 2 * 2 * pay)
    assert {s.armies[a].quality for a in s.armies} == {c.AVERAGE}
    assert failed(t, general, "RE HC") == ("AK-3.4-06", "fail.no-slot")


@pytest.mark.clause("AK-3.4-12")
@pytest.mark.parametrize(
    ("race", "kinds", "asked", "fits"),
    [
        (c.DWARF, (c.AXEMEN,), "CC", True), (c.ORC, (c.LEGION,), "EL", True), (c.HUMAN, (c.LEGION,), "DR", False),
        (c.DRAGONS, (c.DRAGON,), "LE", False), (c.DRAGONS, (c.DRAGON,), "DR", True),
        (c.HUMAN, (c.LEGION,), "EN", False),
    ],
)  # fmt: skip
def test_what_makes_sense_for_the_race(race: int, kinds: tuple[int, ...], asked: str, fits: bool) -> None:
    s, general, t = rich("DR4")
    set_land(s, 505, race=race, types=kinds, tax=5)
    own(s, 0, 505)
    s.set_person(general, place=at(s, 505))
    put_army(s, asked, 0, 505, general)
    if fits:
        act(t, general, f"RE {asked}")
        assert s.armies[max(s.armies)].race == race
    else:
        assert failed(t, general, f"RE {asked}") == ("AK-3.4-12", "fail.wrong-race")


@pytest.mark.clause("AK-3.4-13")
def test_the_price_is_the_pay_of_a_year_as_long_as_the_gold_lasts() -> None:
    s, general, t = rich()
    act(t, general, "RE LE,LE,HC,HC")
    assert spent(s) == 10
    s.set_kingdom(0, gold=2)
    t.dealings.levied.clear()
    entries = act(t, general, "RE LE,LE")
    assert s.kingdoms[0].gold == 0
    assert [entry.data["reason"] for entry in told(entries, "failed", 0)] == ["fail.no-gold"]
    assert len(s.armies) == 5


def at_an_ally(s: State, general: int, treats: bool = True) -> Turn:
    """The general stands in 505, which is an ally's."""
    set_land(s, 505, **HUMANS)
    relate(s, 0, 1, ALLIED)
    own(s, 1, 505)
    s.set_person(general, place=at(s, 505))
    if treats:
        line(s, 1, "treat 1")
    t = a_turn(s)
    if treats:
        t.dealings.treats.add((1, 0))
    return t


@pytest.mark.clause("AK-3.4-15", "AK-3.4-16", "AK-3.4-02")
def test_levies_in_an_allys_land_cost_him_a_treaty_and_us_a_gold() -> None:
    s, general, _ = rich()
    t = at_an_ally(s, general)
    hers = s.kingdoms[1].gold
    act(t, general, f"RE LE,HC for {general}")
    assert spent(s) == c.ARMY[c.LEGION].pay + c.ARMY[c.HEAVY].pay + 2
    assert s.kingdoms[1].gold == hers + 2
    assert {s.armies[a].owner for a in s.armies} == {0}


@pytest.mark.clause("AK-3.4-16")
def test_without_the_allys_treaty_of_this_year_nothing_is_levied() -> None:
    s, general, _ = rich()
    t = at_an_ally(s, general, treats=False)
    assert failed(t, general, f"RE LE for {general}") == ("AK-3.4-16", "fail.no-treat")
    assert spent(s) == 0


@pytest.mark.clause("AK-3.4-01", "AK-3.8-02")
def test_an_allys_garrison_commander_takes_no_levies_of_ours() -> None:
    s, general, _ = rich()
    t = at_an_ally(s, general)
    assert failed(t, general, "RE LE") == ("AK-3.4-01", "fail.no-garrison")


@pytest.mark.clause("AK-3.4-17")
def test_the_owner_recruits_before_his_ally() -> None:
    s, _, _ = rich()
    guest = put_person(s, "Guest", 0, 505, "MA4")
    at_an_ally(s, guest)
    host, idler = put_person(s, "Host", 1, 505), put_person(s, "Idler", 1, 505)
    order(s, guest, 1, f"RE LE for {guest}")
    order(s, host, 1, "RE LE")
    idle(s)
    listed = initiative(a_turn(s))
    assert listed.index(host) < listed.index(guest) < listed.index(idler)
    s.set_kingdom(1, gold=9)
    entries = run(s)
    assert told(entries, "recruited", 1)[0].data["who"] == "Host"
    assert len(told(entries, "recruited", 0)) == 1


@pytest.mark.clause("AK-3.4-18")
def test_the_old_home_in_an_allys_hands_raises_four_average_armies() -> None:
    s, general, _ = rich()
    relate(s, 0, 1, ALLIED)
    own(s, 1, 504)
    line(s, 1, "treat 1")
    t = a_turn(s)
    t.dealings.treats.add((1, 0))
    act(t, general, f"RE LE,LE,HC,HC for {general}")
    assert spent(s) == 10 + 4
    assert [s.armies[a].quality for a in s.armies] == [c.AVERAGE] * 4


# Hire and fire (3.5, 3.7)


def hero(s: State, **changes: object) -> int:
    return put_person(s, "Hawk", FREE, 504, **changes)


@pytest.mark.clause("AK-3.5-01", "AK-3.5-02", "AK-3.5-03")
@pytest.mark.parametrize("offer", [2, 3, 4])
def test_a_hero_serves_at_his_price_if_the_offer_is_not_below_it(offer: int) -> None:
    s, general, t = rich()
    hawk = hero(s, race=c.ELF, temper=c.CAUTIOUS, whim=1)
    assert price(t, 0, hawk) == 2
    act(t, general, f"HI {hawk} offer {offer}")
    assert (s.people[hawk].seat, s.people[hawk].pay, spent(s)) == (0, 2, 2)


@pytest.mark.clause("AK-3.5-02")
def test_too_low_an_offer_is_declined_for_nothing() -> None:
    s, general, t = rich()
    hawk = hero(s, race=c.ELF, temper=c.CAUTIOUS, whim=1)
    entries = act(t, general, f"HI {hawk} offer 1")
    assert told(entries, "not-hired", 0)
    assert (s.people[hawk].seat, spent(s)) == (FREE, 0)


@pytest.mark.clause("AK-3.5-03")
def test_a_hired_hero_is_paid_at_the_end_of_that_very_year_too() -> None:
    s, general, _ = rich()
    hawk = hero(s, whim=1)
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
    assert failed(t, general, f"HI {hero(s)} offer 4")[1] == "fail.no-gold"


@pytest.mark.clause("AK-3.5-07")
def test_who_rules_his_own_land_is_not_for_hire() -> None:
    s, general, t = rich()
    own(s, NATIVE, 504)
    lord = hero(s, rules=at(s, 504))
    assert failed(t, general, f"HI {lord} offer 4") == ("AK-3.5-07", "fail.rules-here")


def asked(steps: int, race: int, temper: int, whim: int, levels: str = "", king: int = c.GOOD) -> int:
    """What a Hero so many steps from a Good, human and brave King asks."""
    s = new_state()
    s.set_kingdom(0, alignment=king)
    return price(a_turn(s), 0, put_person(s, "Hawk", FREE, 504, levels, race=race, temper=temper, whim=whim,
                                          alignment=c.GOOD + steps))  # fmt: skip


@pytest.mark.clause("AK-3.5-04")
@pytest.mark.parametrize(
    ("steps", "race", "temper", "prices"),
    [
        (0, c.HUMAN, c.BRAVE, [1, 1, 1, 2, 2, 2]), (1, c.ELF, c.CAUTIOUS, [2, 3, 3, 3, 3, 4]),
        (2, c.ELF, c.COWARDLY, [4, 4, 4, 5, 5, 5]),
    ],
)  # fmt: skip
def test_the_price_goes_by_liking(steps: int, race: int, temper: int, prices: list[int]) -> None:
    assert sorted(asked(steps, race, temper, whim) for whim in range(6)) == prices


@pytest.mark.clause("AK-3.5-04")
def test_the_price_has_nothing_to_do_with_ability() -> None:
    assert asked(0, c.HUMAN, c.BRAVE, 1) == asked(0, c.HUMAN, c.BRAVE, 1, "TA4 ME4 AR4")


@pytest.mark.clause("AK-3.5-05")
def test_three_steps_apart_one_in_six_serves_and_four_apart_nobody() -> None:
    assert sorted(min(asked(3, c.HUMAN, c.BRAVE, whim), 5) for whim in range(6)) == [4, 5, 5, 5, 5, 5]
    assert min(asked(4, c.HUMAN, c.BRAVE, whim) for whim in range(6)) > 4


@pytest.mark.clause("AK-3.5-06")
def test_a_hired_hero_takes_orders_from_the_next_phase() -> None:
    s, general, _ = rich()
    load(s, random_encounter=1000)
    hawk = hero(s)
    order(s, general, 1, f"HI {hawk} offer 4")
    for phase, number in ((1, 404), (2, 505), (3, 506)):
        line(s, 0, f"{hawk}.{phase} MO {number}")
    entries = run(s)
    assert [entry.data["to"][-4:-1] for entry in told(entries, "moved", 0)] == ["505", "506"]
    assert s.people[hawk].place == at(s, 506)


@pytest.mark.clause("AK-3.5-06")
def test_orders_for_a_hero_who_was_not_won_are_void() -> None:
    s, general, _ = rich()
    hawk = hero(s, race=c.ELF, temper=c.COWARDLY)
    order(s, general, 1, f"HI {hawk} offer 1")
    line(s, 0, f"{hawk}.2 MO 505")
    line(s, 1, f"{hawk}.2 MO 505")
    assert not told(run(s), "moved")


@pytest.mark.clause("AK-3.5-06")
def test_a_sheet_may_have_orders_for_a_hero_once_he_is_hired() -> None:
    s, general, _ = rich()
    hawk = hero(s)
    s.spot(0, hawk)
    written = f"{general}.2 HI {hawk} offer 4\n{hawk}.{{}} PR TA"
    sheets = [GAME.parse(written.format(phase)) for phase in (2, 3)]
    found = [[(each.line, each.uncertain) for each in GAME.check(s, s.seats[0], sheet)] for sheet in sheets]
    assert found == [[(2, False)], [(2, True)]]


@pytest.mark.clause("AK-3.5-06", "AK-5.10-01")
def test_a_special_plan_may_be_for_who_is_to_be_hired() -> None:
    s, general, _ = rich()
    hawk = hero(s)
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
    assert t.ordered.plans[hawk] == (o.Strike(),)


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


# Disband, leave, pick up (3.6, 3.8, 3.9)


@pytest.mark.clause("AK-3.6-01", "AK-3.6-02", "AK-3.6-03")
def test_disbanded_armies_are_mercenaries() -> None:
    s, general, t = rich()
    far, near = put_army(s, "LE", 0, 509), put_army(s, "HC", 0, 504)
    assert failed(t, general, f"DI {far}") == ("AK-3.6-02", "fail.army-not-here")
    act(t, general, f"DI {near}")
    act(t, s.kingdoms[0].king, f"DI {far}")
    assert [(s.armies[a].owner, s.armies[a].leader) for a in (near, far)] == [(MERCENARY, GARRISON)] * 2
    foreign = put_army(s, "LE", 1, 504)
    assert failed(t, s.kingdoms[0].king, f"DI {foreign}")[1] == "fail.not-your-army"


@pytest.mark.clause("AK-3.6-03")
def test_disband_all_means_all_he_leads() -> None:
    s, general, t = rich()
    led, posted = put_army(s, "LE", 0, 504, general), put_army(s, "LE", 0, 504)
    act(t, general, "DI ALL")
    assert (s.armies[led].owner, s.armies[posted].owner) == (MERCENARY, 0)


@pytest.mark.clause("AK-3.8-01", "AK-3.8-03")
def test_leave_hands_over_any_army_that_is_there() -> None:
    s, general, t = rich()
    cinna, sulla = put_person(s, "Cinna", 0, 504), put_person(s, "Sulla", 0, 505)
    led, hers, away = (put_army(s, "LE", 0, 504, general), put_army(s, "LE", 0, 504, cinna),
                       put_army(s, "LE", 0, 505, sulla))  # fmt: skip
    act(t, general, f"LE {led} to {cinna}")
    act(t, general, f"LE {hers} to garrison")
    assert (s.armies[led].leader, s.armies[hers].leader) == (cinna, GARRISON)
    assert failed(t, general, f"LE {led} to {sulla}") == ("AK-3.8-01", "fail.not-here")
    assert failed(t, general, f"LE {away} to {cinna}") == ("AK-3.8-03", "fail.army-not-here")


@pytest.mark.clause("AK-3.8-01")
def test_the_receiver_has_to_be_there_when_it_is_done() -> None:
    s, general, _ = rich()
    load(s, random_encounter=1000)
    quick = put_person(s, "Quick", 0, 505, "MA4")
    led = put_army(s, "LE", 0, 504, general)
    order(s, quick, 1, "MO 506")
    order(s, general, 1, f"LE ALL to {quick}")
    run(s)
    assert s.armies[led].leader == general


@pytest.mark.clause("AK-3.8-02")
@pytest.mark.parametrize("to", ["garrison", "leader"])
def test_what_is_left_with_an_ally_is_his(to: str) -> None:
    s, general, t = rich()
    relate(s, 0, 1, ALLIED)
    own(s, 1, 505)
    s.set_person(general, place=at(s, 505))
    friend = put_person(s, "Friend", 1, 505)
    legion = put_army(s, "LE", 0, 505, general)
    entries = act(t, general, f"LE ALL to {friend if to == 'leader' else to}")
    assert (s.armies[legion].owner, s.armies[legion].leader) == (1, friend if to == "leader" else GARRISON)
    assert told(entries, "left", 1)


@pytest.mark.clause("AK-3.8-02")
@pytest.mark.parametrize("relation", [PEACE, ENEMY])
def test_nothing_is_left_with_strangers(relation: int) -> None:
    s, general, t = rich()
    relate(s, 0, 1, relation)
    stranger = put_person(s, "Stranger", 1, 504)
    put_army(s, "LE", 0, 504, general)
    assert failed(t, general, f"LE ALL to {stranger}") == ("AK-3.8-02", "fail.no-ally")
    away = put_person(s, "Away", 0, 505)
    assert failed(t, general, f"LE ALL to {away}") == ("AK-3.8-01", "fail.not-here")
    assert failed(t, general, "LE ALL to 99") == ("AK-3.8-01", "fail.not-here")
    own(s, 1, 504)
    assert failed(t, general, "LE ALL to garrison") == ("AK-3.8-01", "fail.no-garrison")


@pytest.mark.clause("AK-3.8-04")
def test_leave_all_leaves_only_what_he_leads() -> None:
    s, general, t = rich()
    cinna = put_person(s, "Cinna", 0, 504)
    led, hers, posted = (put_army(s, "LE", 0, 504, general), put_army(s, "LE", 0, 504, cinna),
                         put_army(s, "LE", 0, 504))  # fmt: skip
    king = s.kingdoms[0].king
    act(t, general, f"LE ALL to {king}")
    assert [s.armies[a].leader for a in (led, hers, posted)] == [king, cinna, GARRISON]
    assert failed(t, general, f"LE ALL to {king}") == ("AK-3.8-04", "fail.no-armies")


@pytest.mark.clause("AK-3.9-01")
def test_pick_up_takes_armies_from_another_leader_too_but_not_from_afar_or_abroad() -> None:
    s, general, t = rich()
    cinna = put_person(s, "Cinna", 0, 504)
    hers, away, foreign = (put_army(s, "LE", 0, 504, cinna), put_army(s, "LE", 0, 505),
                           put_army(s, "LE", 1, 504))  # fmt: skip
    act(t, general, f"PI {hers}")
    assert s.armies[hers].leader == general
    assert failed(t, general, f"PI {away}")[1] == "fail.army-not-here"
    assert failed(t, general, f"PI {foreign}")[1] == "fail.not-your-army"


@pytest.mark.clause("AK-3.9-02", "AK-3.9-03")
def test_new_armies_are_picked_up_only_with_all_the_others() -> None:
    s, general, t = rich()
    cinna = put_person(s, "Cinna", 0, 504)
    old, hers = put_army(s, "HC", 0, 504), put_army(s, "HC", 0, 504, cinna)
    act(t, general, "RE LE")
    new = max(s.armies)
    assert failed(t, general, f"PI {new}") == ("AK-3.9-02", "fail.recruited")
    act(t, general, "PI ALL")
    assert [s.armies[a].leader for a in (old, new, hers)] == [general, general, cinna]


# What it teaches (3.19)


@pytest.mark.clause("AK-3.19-03", "AK-3.19-04")
@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("RE LE", c.DR), ("HI {hawk} offer 4", c.DR), ("PI 1", c.MA), ("LE 1 to garrison", c.MA), ("PI 2", c.NA),
        ("LE 2 to garrison", c.NA),
    ],
)  # fmt: skip
def test_who_handles_people_learns_from_it(text: str, ability: int) -> None:
    for face, level in ((50, 1), (51, 0)):
        s, general, t = rich()
        load(s, beyond_aptitude=1, **{f"experience:_{deed}": face for deed in ("recruit", "army", "fleet")})
        put_army(s, "LE", 0, 504)
        put_army(s, "FL", 0, 504)
        hawk = hero(s, whim=1)
        act(t, general, text.format(hawk=hawk))
        assert s.people[general].levels[ability] == level
        assert sum(s.people[general].levels) == level


@pytest.mark.clause("AK-3.19-04")
@pytest.mark.parametrize("text", ["PI 1,2", "LE 1,2 to garrison"])
def test_ships_and_soldiers_at_once_teach_both_trades(text: str) -> None:
    s, general, t = rich()
    load(s, beyond_aptitude=1, **{f"experience:_{deed}": 50 for deed in ("army", "fleet")})
    put_army(s, "LE", 0, 504)
    put_army(s, "FL", 0, 504)
    act(t, general, text)
    assert (s.people[general].levels[c.MA], s.people[general].levels[c.NA]) == (1, 1)

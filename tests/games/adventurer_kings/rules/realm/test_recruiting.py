"""Recruiting, and the experience from it (3.4, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.levies import HUMANS, rich, spent, types
from games.adventurer_kings.positions.realm import (
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
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NO_LEADER, PEACE
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.initiative import initiative
from palatine.games.adventurer_kings.state import State

# Recruit (3.4)


@pytest.mark.clause("AK-3.4-01")
def test_the_new_armies_follow_whom_the_order_names() -> None:
    s, general, t = rich()
    other = put_person(s, "Cinna", 0, 504)
    act(t, general, f"RE LE for {other}")
    act(t, general, "RE HC")
    assert [s.armies[a].leader for a in sorted(s.armies)] == [other, NO_LEADER]
    assert all(s.armies[a].owner == 0 and s.armies[a].place == at(s, 504) for a in s.armies)


@pytest.mark.clause("AK-3.4-01")
def test_a_leader_who_is_not_there_leaves_them_to_the_garrison_at_home_only() -> None:
    s, general, t = rich()
    away = put_person(s, "Cinna", 0, 505)
    act(t, general, f"RE LE for {away}")
    assert [s.armies[a].leader for a in s.armies] == [NO_LEADER]
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
    band = put_army(s, "HC", MERCENARY, 505, quality=tables.GREEN, race=tables.ORC)
    act(t, general, f"RE HC for {general}")
    army = s.armies[band]
    assert (army.owner, army.leader, army.race, army.quality) == (0, general, tables.ORC, tables.GREEN)
    assert spent(s) == tables.ARMY[tables.HEAVY].pay


@pytest.mark.clause("AK-3.4-04", "AK-3.4-05")
@pytest.mark.parametrize(
    ("quality", "hired"), [(tables.AVERAGE, True), (tables.AVERAGE + 1, True), (tables.GREEN, False)]
)
def test_good_mercenaries_come_before_a_levy(quality: int, hired: bool) -> None:
    s, general, t = rich()
    band = put_army(s, "LE", MERCENARY, 504, quality=quality, race=tables.DWARF)
    put_army(s, "LE", 0, 504, general, race=tables.ORC)
    act(t, general, f"RE LE for {general}")
    assert (s.armies[band].owner == 0) == hired
    newest = s.armies[max(s.armies)]
    assert newest.race == (tables.ORC if hired else tables.HUMAN)
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
    assert spent(s) == 2 * tables.ARMY[tables.LEGION].pay
    away = put_person(s, "Cinna", 0, 505)
    act(t, away, "RE LE,HC")
    assert types(s) == ["LE", "LE", "LE", "HC"]
    assert failed(t, away, "RE LE") == ("AK-3.4-06", "fail.no-slot")
    assert [s.armies[a].quality for a in sorted(s.armies)] == [tables.AVERAGE] * 2 + [tables.GREEN] * 2


@pytest.mark.clause("AK-3.4-07")
def test_two_garrisons_a_year_among_humanoids() -> None:
    s, general, t = rich()
    act(t, general, "RE LE,HC,LE,HC,GA,GA")
    assert types(s) == ["LE", "HC", "LE", "HC", "GA", "GA"]
    assert failed(t, general, "RE GA") == ("AK-3.4-07", "fail.no-more-garrisons")
    set_land(s, 505, race=tables.EAGLES, types=(tables.EAGLE,), tax=4)
    own(s, 0, 505)
    s.set_person(general, place=at(s, 505))
    assert failed(t, general, "RE GA") == ("AK-3.4-07", "fail.no-humanoids")


@pytest.mark.clause("AK-3.4-08", "AK-3.4-09")
@pytest.mark.parametrize(("leads", "quality", "number"), [("me", tables.AVERAGE, 504), ("him", tables.GREEN, 505)])
def test_a_strange_type_for_who_leads_one_at_double_price(leads: str, quality: int, number: int) -> None:
    s, general, t = rich()
    set_land(s, 505, **HUMANS)
    own(s, 0, 505)
    s.set_person(general, place=at(s, number))
    other = put_person(s, "Cinna", 0, number)
    assert failed(t, general, f"RE BO for {other}") == ("AK-3.4-08", "fail.no-such-type")
    put_army(s, "BO", 0, number, general if leads == "me" else other, race=tables.ELF)
    act(t, general, f"RE BO for {other}")
    raised = s.armies[max(s.armies)]
    assert spent(s) == 2 * tables.ARMY[tables.BOWMEN].pay
    assert (raised.race, raised.quality) == (tables.HUMAN, quality)


@pytest.mark.clause("AK-3.4-08")
def test_what_the_garrison_has_arms_nobody() -> None:
    s, general, t = rich()
    put_army(s, "BO", 0, 504)
    assert failed(t, general, "RE BO") == ("AK-3.4-08", "fail.no-such-type")


@pytest.mark.clause("AK-3.4-10")
def test_strange_types_take_the_places_of_native_ones() -> None:
    s, general, t = rich()
    set_land(s, 505, **{**HUMANS, "types": (tables.LEGION,)})
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
    assert {s.armies[a].quality for a in s.led_by(king)} == {tables.AVERAGE}


@pytest.mark.clause("AK-3.4-11")
def test_four_of_one_native_type_at_home() -> None:
    s, general, t = rich()
    act(t, general, f"RE LE,LE,LE,LE for {general}")
    pay = tables.ARMY[tables.LEGION].pay
    assert (types(s), spent(s)) == (["LE"] * 4, 2 * pay + 2 * 2 * pay)
    assert {s.armies[a].quality for a in s.armies} == {tables.AVERAGE}
    assert failed(t, general, "RE HC") == ("AK-3.4-06", "fail.no-slot")


@pytest.mark.clause("AK-3.4-12")
@pytest.mark.parametrize(
    ("race", "kinds", "asked", "fits"),
    [
        (tables.DWARF, (tables.AXEMEN,), "CC", True), (tables.ORC, (tables.LEGION,), "EL", True),
        (tables.HUMAN, (tables.LEGION,), "DR", False),
        (tables.DRAGONS, (tables.DRAGON,), "LE", False), (tables.DRAGONS, (tables.DRAGON,), "DR", True),
        (tables.HUMAN, (tables.LEGION,), "EN", False),
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
    """Move the general to 505, which belongs to an ally; return the turn."""
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
    assert spent(s) == tables.ARMY[tables.LEGION].pay + tables.ARMY[tables.HEAVY].pay + 2
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
    assert [s.armies[a].quality for a in s.armies] == [tables.AVERAGE] * 4


@pytest.mark.clause("AK-3.19-04")
@pytest.mark.parametrize("text", ["PI 1,2", "LE 1,2 to garrison"])
def test_ships_and_soldiers_at_once_teach_both_trades(text: str) -> None:
    s, general, t = rich()
    load(s, beyond_aptitude=1, **{f"experience:_{deed}": 50 for deed in ("army", "fleet")})
    put_army(s, "LE", 0, 504)
    put_army(s, "FL", 0, 504)
    act(t, general, text)
    assert (s.people[general].levels[tables.FORCED_MARCH], s.people[general].levels[tables.NAVAL]) == (1, 1)


@pytest.mark.clause("AK-3.4-06", "AK-3.4-15")
@pytest.mark.parametrize("host", ["his home", "my former home"])
def test_in_a_kings_home_an_ally_recruits_two_of_each_type_too(host: str) -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    s.set_kingdom(0, gold=99)
    load(s, **{"experience:_recruit": 1000})
    number = 509 if host == "his home" else 504
    own(s, 1, 504, 509)
    n = put_person(s, "Marius", 0, number)
    t = a_turn(s)
    t.dealings.treats.add((1, 0))
    act(t, n, f"RE LE,LE,HC,HC for {n}")
    assert types(s) == ["LE", "LE", "HC", "HC"]
    assert {s.armies[a].quality for a in s.armies} == {tables.GREEN if host == "his home" else tables.AVERAGE}
    assert s.kingdoms[0].gold == 99 - 2 * 2 - 2 * 3 - 4, "and one gold to the ally for each"
    assert s.kingdoms[1].gold == 10 + 4
    assert failed(t, n, f"RE LE for {n}") == ("AK-3.4-06", "fail.no-slot")

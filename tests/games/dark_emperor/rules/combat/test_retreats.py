"""Retreats: destinations, and pieces that cannot retreat (9.26, 9.27a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    bare,
    hexes,
    lay,
    piece,
    put,
    raise_undead,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import DEVICES, GONE, INACTIVE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    OWNER,
    SIDE_LAND,
    STARKEEP,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.combat.retreats import (
    begin_retreat,
    drive_out,
    entries_against,
    retreat_hexes,
    why_closed,
)
from palatine.games.dark_emperor.rules.common.terrain import HOLY_HEXES
from palatine.games.dark_emperor.state import Leg

INLAND, AROUND = "2011", ["2010", "2111", "2112", "2012", "1912", "1911"]
COAST, SEA, SPLIT, HOLY = "0224", "1020", "0514", "2819"
RETREAT, FOLLOW = "retreat", "follow"


def position(where: str, keys: str, *, phasing: int = NECROMANCER) -> Any:
    """Return pieces of the Kingdoms player in a hex with a vampire.

    All kingdoms are the Kingdoms player's.
    """
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(10))
    put(s, where, keys)
    put(s, where, "greater-vampire-10")
    return s


def guard(s: Any, *where: str) -> None:
    """Put a lesser vampire into each of these hexes."""
    for n, h in enumerate(where, start=1):
        put(s, h, f"lesser-vampire-{n}")


def flee(s: Any, where: str, side: int = KINGDOMS, entries: Sequence[str] = ()) -> Any:
    """Make a side leave a hex, up to the first question."""
    s.flow.clear()
    begin_retreat(s, side, hex_id(where), entries=tuple(map(hex_id, entries)))
    return run(s)


def names(found: Sequence[int]) -> list[str]:
    return [hex_name(h) for h in found]


# Where to


@pytest.mark.clause("9.26a", "9.26b")
def test_each_unit_in_turn_goes_to_a_hex_next_to_the_battle() -> None:
    s = flee(position(INLAND, "stavror-infantry-1 lammarech-cavalry-1"), INLAND)
    assert (asked(s), s.flow[-1].unit, hexes(s, RETREAT)) == (
        ("RetreatTo", KINGDOMS), piece("lammarech-cavalry-1"), AROUND)  # fmt: skip
    assert refusal(s, (RETREAT, hex_id("2414"))).reason == "why.not-beside"
    assert refusal(s, (RETREAT, -1)).reason == "why.no-hex"
    s = act(s, (RETREAT, hex_id("2010")), (RETREAT, hex_id("1912")))
    assert (asked(s), at(s, "lammarech-cavalry-1"), at(s, "stavror-infantry-1")) == (None, "2010", "1912")
    assert [entry.data["to"] for entry in told(s, "retreat")] == [hex_id("2010"), hex_id("1912")]


@pytest.mark.clause("9.26b")
def test_not_into_enemy_units_but_into_their_leaders() -> None:
    s = position(INLAND, "stavror-infantry-1")
    guard(s, "2010", "2111")
    put(s, "2112", "mezal")
    put(s, "2012", "slug", LORD)
    s = flee(s, INLAND)
    assert hexes(s, RETREAT) == ["2112", "1912", "1911"]
    assert refusal(s, (RETREAT, hex_id("2010"))).reason == "why.retreat-enemies"
    assert refusal(s, (RETREAT, hex_id("2012"))).reason == "why.retreat-enemies", "monsters are as units"


@pytest.mark.clause("9.26c")
def test_hexes_by_which_enemies_came_only_when_nothing_else_is_open() -> None:
    s = position(INLAND, "stavror-infantry-1 lammarech-cavalry-1")
    guard(s, "2010", "2111", "2112")
    free = flee(s, INLAND, entries=["2012", "1912"])
    assert at(free, "stavror-infantry-1") == at(free, "lammarech-cavalry-1") == "1911"
    forced = flee(s, INLAND, entries=["2012", "1912", "1911"])
    assert hexes(forced, RETREAT) == ["2012", "1912", "1911"]
    assert hexes(flee(s, INLAND, entries=["1911"]), RETREAT) == ["2012", "1912"]
    assert refusal(flee(s, INLAND, entries=["1911"]), (RETREAT, hex_id("1911"))).clause == "9.26c"


@pytest.mark.clause("9.26c")
def test_they_are_where_the_phasing_side_came_from_and_bind_only_the_defender() -> None:
    s = position(INLAND, "stavror-infantry-1")
    h = hex_id(INLAND)
    s.trails = {piece("greater-vampire-10"): (Leg(hex_id("2111"), 1), Leg(h, 1))}
    s.origin = {piece("greater-vampire-10"): hex_id("2110")}
    assert names(entries_against(s, KINGDOMS, h)) == ["2111"]
    assert entries_against(s, NECROMANCER, h) == ()


@pytest.mark.clause("9.26c")
@pytest.mark.parametrize("fate", ["dead", "driven off", "captured", "there"])
def test_the_hexes_bind_though_who_came_by_them_is_there_no_more(fate: str) -> None:
    s = position(INLAND, "stavror-infantry-1")
    h = hex_id(INLAND)
    for name, start in (("greater-vampire-9", "2111"), ("necromancers-siege-train", "2010")):
        (u,) = put(s, INLAND, name)
        s.trails[u] = (Leg(h, 1),)
        s.origin[u] = hex_id(start)
    vampire, train = piece("greater-vampire-9"), piece("necromancers-siege-train")
    if fate == "dead":
        s.lift([vampire, train], POOL)
    elif fate == "driven off":
        s.shift([vampire, train], hex_id("2112"))
    elif fate == "captured":
        s.serve(train, ZOLAHAURESLOR)
    assert names(entries_against(s, KINGDOMS, h)) == ["2010", "2111"]


@pytest.mark.clause("9.26c")
def test_nor_do_those_count_who_only_passed_through() -> None:
    s = position(INLAND, "stavror-infantry-1")
    (vampire,) = put(s, "2112", "greater-vampire-9")
    s.trails[vampire] = (Leg(hex_id(INLAND), 1), Leg(hex_id("2112"), 1))
    s.origin[vampire] = hex_id("2010")
    assert entries_against(s, KINGDOMS, hex_id(INLAND)) == ()


@pytest.mark.clause("9.26d")
def test_not_over_the_border_of_an_inactive_kingdom() -> None:
    s = position("1711", "lammarech-cavalry-1")
    s.turn_coat(ZOLAHAURESLOR, INACTIVE)
    s = flee(s, "1711")
    assert hexes(s, RETREAT) == ["1710", "1810", "1611", "1610"]
    found = refusal(s, (RETREAT, hex_id("1811")))
    assert (found.clause, found.data) == ("9.26d", {"kingdom": ZOLAHAURESLOR})


@pytest.mark.clause("9.26e", "9.26b")
def test_who_has_nowhere_to_go_is_eliminated_in_this_battle() -> None:
    s = position(INLAND, "stavror-infantry-1")
    guard(s, *AROUND)
    s = flee(s, INLAND)
    assert at(s, "stavror-infantry-1") == str(POOL)
    assert [u for u, _, _ in s.slain] == [piece("stavror-infantry-1")], "so it can be raised (C10)"
    assert told(s, "retreat.cut-off")[0].clauses == ("9.26e",)
    assert told(s, "eliminated")[0].data["by"] == NECROMANCER


@pytest.mark.clause("9.26b", "8.14a")
def test_land_units_do_not_retreat_over_the_sea_nor_fleets_over_land() -> None:
    s = position(COAST, "ferlarie-infantry-1 ferlarie-fleet-1")
    h = hex_id(COAST)
    by_land = retreat_hexes(s, piece("ferlarie-infantry-1"), h)
    by_sea = retreat_hexes(s, piece("ferlarie-fleet-1"), h)
    assert names(by_land) == ["0223", "0324", "0325", "0225"]
    assert names(by_sea) == ["0225", "0125", "0124"]


@pytest.mark.clause("9.26b", "8.31b")
def test_air_units_retreat_to_land() -> None:
    s = position(COAST, "rocriders-1")
    assert names(retreat_hexes(s, piece("rocriders-1"), hex_id(COAST))) == ["0223", "0324", "0325", "0225"]
    s = flee(position(COAST, "rocriders-1"), COAST)
    assert refusal(s, (RETREAT, hex_id("0124"))).clause == "8.31b"


@pytest.mark.clause("9.26b", "TEC-holy")
def test_vampires_do_not_retreat_into_a_holy_place() -> None:
    s = position("2820", "stavror-infantry-1", phasing=KINGDOMS)
    s = flee(s, "2820", NECROMANCER)
    assert HOLY not in hexes(s, RETREAT)
    assert refusal(s, (RETREAT, hex_id(HOLY))).reason == "why.retreat-impassable"


@pytest.mark.clause("13.11a", "13.11c")
def test_flames_bar_the_way_and_hold_the_enemies_of_who_lit_them() -> None:
    s = position(INLAND, "stavror-infantry-1 sons-of-the-morning-1")
    s.turn_coat(11, KINGDOMS)
    s.flames = ((hex_id("2010"), KINGDOMS),)
    h = hex_id(INLAND)
    assert names(retreat_hexes(s, piece("stavror-infantry-1"), h)) == AROUND[1:]
    assert names(retreat_hexes(s, piece("sons-of-the-morning-1"), h)) == AROUND
    s.flames = ((h, NECROMANCER),)
    assert retreat_hexes(s, piece("stavror-infantry-1"), h) == []


@pytest.mark.clause("9.26b", "8.14d")
def test_who_retreats_into_a_hex_of_two_lands_stands_on_the_one_he_enters() -> None:
    s = position("0513", "stavror-infantry-1")
    guard(s, "0512", "0612", "0613", "0413", "0412")
    s = flee(s, "0513")
    assert at(s, "stavror-infantry-1") == SPLIT
    assert s.shore == {piece("stavror-infantry-1"): SIDE_LAND[hex_id(SPLIT) * 6]}, "the land that touches the north"


@pytest.mark.clause("9.26a", "8.14d")
def test_who_retreats_into_a_hex_of_one_land_stands_on_no_shore() -> None:
    s = act(flee(position(INLAND, "stavror-infantry-1"), INLAND), (RETREAT, hex_id("2010")))
    assert (at(s, "stavror-infantry-1"), s.shore) == ("2010", {})


@pytest.mark.clause("9.26a")
def test_cargo_goes_with_its_ship() -> None:
    s = position(SEA, "ferlarie-fleet-1 stavror-infantry-1")
    s.cargo = {piece("ferlarie-fleet-1"): piece("stavror-infantry-1")}
    s = act(flee(s, SEA), (RETREAT, hex_id("1019")))
    assert (asked(s), at(s, "stavror-infantry-1"), at(s, "ferlarie-fleet-1")) == (None, "1019", "1019")


@pytest.mark.clause("9.33c", "9.33a")
def test_a_siege_train_goes_with_the_rest_but_never_alone() -> None:
    s = position(INLAND, "stavror-infantry-1 stavror-siege-train")
    assert (
        at(act(flee(s, INLAND), (RETREAT, hex_id("2010")), (RETREAT, hex_id("2111"))), "stavror-siege-train")
        == "2111"
    )
    guard(s, *AROUND)
    s = flee(s, INLAND)
    assert (at(s, "stavror-infantry-1"), at(s, "stavror-siege-train")) == (str(POOL), INLAND)


@pytest.mark.clause("18.24", "9.26b")
def test_ssstoth_retreats_by_water_and_famir_follows() -> None:
    s = position(COAST, "ferlarie-infantry-1 farnon", phasing=KINGDOMS)
    put(s, COAST, "ssstoth", LORD)
    arm(s, "farnon", "sword-famir")
    s.lift([piece("greater-vampire-10")], POOL)
    s = flee(s, COAST, NECROMANCER)
    assert hexes(s, RETREAT) == ["0225", "0125", "0124"]
    s = act(s, (RETREAT, hex_id("0125")))
    assert (at(s, "ssstoth"), at(s, "farnon"), at(s, "sword-famir")) == ("0125", "0125", "0125")
    (entry,) = told(s, "retreat.follows")
    data = {"piece": piece("farnon"), "hex": hex_id(COAST), "to": hex_id("0125")}
    assert (entry.clauses, entry.data) == (("18.32b",), data)
    s = position(COAST, "ferlarie-infantry-1", phasing=KINGDOMS)
    put(s, COAST, "ssstoth", LORD)
    put(s, INLAND, "farnon")
    arm(s, "farnon", "sword-famir")
    s.lift([piece("greater-vampire-10")], POOL)
    s = act(flee(s, COAST, NECROMANCER), (RETREAT, hex_id("0125")))
    assert (at(s, "ssstoth"), at(s, "farnon")) == ("0125", INLAND), "from elsewhere nobody follows"


# By magic


@pytest.mark.clause("14.31", "14.41a")
def test_a_unit_driven_out_by_a_spell_goes_alone_and_its_death_is_not_of_the_battle() -> None:
    s = position(INLAND, "stavror-infantry-1 lammarech-cavalry-1 nikon-v")
    drive_out(s, piece("stavror-infantry-1"))
    gone = act(run(s), (RETREAT, hex_id("2010")))
    assert (at(gone, "stavror-infantry-1"), at(gone, "lammarech-cavalry-1"), at(gone, "nikon-v")) == (
        "2010", INLAND, INLAND)  # fmt: skip
    s.flow.clear()
    guard(s, *AROUND)
    drive_out(s, piece("stavror-infantry-1"))
    dead = run(s)
    assert (at(dead, "stavror-infantry-1"), dead.slain) == (str(POOL), ())


@pytest.mark.clause("14.31")
def test_the_last_unit_driven_out_takes_the_leaders_along_and_none_of_them_is_routed() -> None:
    s = position(INLAND, "stavror-infantry-1 nikon-v")
    drive_out(s, piece("stavror-infantry-1"))
    s = act(run(s), (RETREAT, hex_id("2010")))
    assert (at(s, "nikon-v"), s.routed) == ("2010", ())


@pytest.mark.clause("14.31", "9.33b")
def test_a_siege_train_that_a_spell_drives_out_is_lost_when_it_cannot_go() -> None:
    s = position(INLAND, "stavror-siege-train stavror-infantry-1")
    guard(s, *AROUND)
    drive_out(s, piece("stavror-siege-train"))
    assert at(run(s), "stavror-siege-train") == str(POOL)


@pytest.mark.clause("14.31", "19.3")
def test_the_sons_of_the_morning_outlive_on_land_a_ship_that_a_spell_has_cut_off() -> None:
    s = position(COAST, "ferlarie-fleet-1")
    s.turn_coat(11, KINGDOMS)
    s.cargo = {piece("ferlarie-fleet-1"): put(s, COAST, "sons-of-the-morning-1")[0]}
    guard(s, "0225", "0125", "0124")
    drive_out(s, piece("ferlarie-fleet-1"))
    s = run(s)
    assert (at(s, "ferlarie-fleet-1"), at(s, "sons-of-the-morning-1"), s.cargo) == (str(POOL), COAST, {})


# Leaders and devices


@pytest.mark.clause("9.27a")
def test_leaders_go_with_any_part_of_the_retreat() -> None:
    s = position(INLAND, "stavror-infantry-1 lammarech-cavalry-1 nikon-v farnon")
    arm(s, "nikon-v", "staff-of-empire")
    s = act(flee(s, INLAND), (RETREAT, hex_id("2010")), (RETREAT, hex_id("1912")))
    assert (asked(s), hexes(s, FOLLOW)) == (("FollowTo", KINGDOMS), ["1912", "2010"])
    assert refusal(s, (FOLLOW, hex_id("2111"))).clause == "9.27a"
    s = act(s, (FOLLOW, hex_id("2010")), (FOLLOW, hex_id("1912")))
    assert (at(s, "nikon-v"), at(s, "staff-of-empire"), at(s, "farnon")) == ("2010", "2010", "1912")
    assert s.routed == (piece("nikon-v"), piece("farnon"))


@pytest.mark.clause("9.27a", "TEC-holy")
def test_a_leader_goes_only_into_a_hex_open_to_him() -> None:
    """The Necromancer's living troops retreat into a holy place, where Mezal cannot follow."""
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(9))
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    put(s, "2820", "zolahaureslor-infantry-1 mezal farnon")
    put(s, "2820", "stavror-infantry-1")
    s = act(flee(s, "2820", NECROMANCER), (RETREAT, hex_id(HOLY)))
    assert (asked(s), at(s, "farnon"), at(s, "mezal")) == (None, HOLY, "2820")


@pytest.mark.clause("14.12b", "9.26e")
def test_leaders_had_to_retreat_though_their_whole_force_is_cut_off() -> None:
    s = position(INLAND, "stavror-infantry-1 nikon-v")
    guard(s, *AROUND)
    s = flee(s, INLAND)
    assert (at(s, "stavror-infantry-1"), at(s, "nikon-v"), s.routed) == (str(POOL), INLAND, (piece("nikon-v"),))


@pytest.mark.clause("6.14b", "9.26d")
def test_no_retreat_profanes_a_holy_place_for_those_are_starkeeps() -> None:
    assert {OWNER[h] for h in HOLY_HEXES} == {STARKEEP}
    s = position("2718", "zolahaureslor-infantry-1")
    s.turn_coat(STARKEEP, INACTIVE)
    assert why_closed(s, piece("zolahaureslor-infantry-1"), hex_id(HOLY)).clause == "9.26d"


@pytest.mark.clause("9.27a")
def test_devices_that_lie_with_the_defenders_go_with_them() -> None:
    s = position(INLAND, "stavror-infantry-1")
    lay(s, INLAND, "dawn-lantern")
    s = act(flee(s, INLAND), (RETREAT, hex_id("2010")))
    assert (at(s, "dawn-lantern"), s.bearer[piece("dawn-lantern") - DEVICES[0]]) == ("2010", -1)


@pytest.mark.clause("9.27a", "9.27e")
def test_they_stay_when_nobody_gets_away_or_the_attacker_retreats() -> None:
    s = position(INLAND, "stavror-infantry-1")
    lay(s, INLAND, "dawn-lantern")
    guard(s, *AROUND)
    assert at(flee(s, INLAND), "dawn-lantern") == INLAND
    s = position(INLAND, "stavror-infantry-1")
    lay(s, INLAND, "dawn-lantern")
    s = act(flee(s, INLAND, NECROMANCER), (RETREAT, hex_id("2010")))
    assert at(s, "dawn-lantern") == INLAND


@pytest.mark.clause("9.27a")
@pytest.mark.parametrize(("side", "place"), [(NECROMANCER, INLAND), (KINGDOMS, "2010")])
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_a_device_goes_with_the_side_that_left_it_there(side: int, place: str, phasing: int) -> None:
    s = position(INLAND, "stavror-infantry-1", phasing=phasing)
    lay(s, INLAND, "dawn-lantern")
    s.left_by = {piece("dawn-lantern"): side}
    s = act(flee(s, INLAND), (RETREAT, hex_id("2010")))
    assert at(s, "dawn-lantern") == place


@pytest.mark.clause("9.27a", "18.37d")
def test_famir_waits_where_it_lies() -> None:
    s = position(INLAND, "stavror-infantry-1")
    lay(s, INLAND, "sword-famir")
    s.left_by = {piece("sword-famir"): KINGDOMS}
    s = act(flee(s, INLAND), (RETREAT, hex_id("2010")))
    assert (asked(s), at(s, "sword-famir")) == (None, INLAND)


@pytest.mark.clause("9.26e", "7.2d")
def test_undead_with_no_way_out_are_gone() -> None:
    s = position(INLAND, "stavror-infantry-2", phasing=KINGDOMS)
    s.lift([piece("greater-vampire-10")], POOL)
    raise_undead(s, INLAND, "stavror-infantry-1", LORD)
    for n, h in enumerate(AROUND, start=3):
        put(s, h, f"stavror-infantry-{n}")
    assert at(flee(s, INLAND, NECROMANCER), "stavror-infantry-1") == str(GONE)

"""Hexes open to groups, and forced stops (8.14 to 8.17, 8.24, 8.3, 13.2, 13.3)."""

from __future__ import annotations

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
    hexes,
    march,
    marching,
    marching_among_sleepers,
    on_the_march,
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    run,
    stack_points,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE, INACTIVE, SLUG
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import FLY, PART_SEA
from palatine.games.dark_emperor.components.world import (
    GROUND,
    HEXES,
    NEIGHBOURS,
    STARKEEP,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.common.terrain import EXITS, FLEET, LAND, came_from
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.restrictions import is_cut_off, may_end

BANK, RIVER, DOWNSTREAM, MOUTH = "1913", "1813", "1812", "1714"
"""A hex beside the Zolan, and three of its course."""

HOLY, BESIDE_HOLY = "2819", "2820"
COAST, SEA, SEA2 = "2010", "2009", "2008"
VAMPIRE = "greater-vampire-1"


@pytest.mark.clause("8.14a")
def test_land_units_do_not_cross_all_sea_hexsides() -> None:
    s = on_the_march(marching(COAST, MAN), MAN)
    assert SEA not in hexes(s, "go")
    assert refusal(s, ("go", hex_id(SEA))).clause == "8.14a"
    parted = [(h, n) for h in range(HEXES) for n in NEIGHBOURS[h] if n >= 0 and GROUND[h] and GROUND[n]]
    parted = [(h, n) for h, n in parted if n not in EXITS[LAND][h] and n in EXITS[FLEET][h]]
    h, n = parted[0]
    s = on_the_march(marching(hex_name(h), "stavror-cavalry-1"), "stavror-cavalry-1")
    assert hex_name(n) not in hexes(s, "go")


@pytest.mark.clause("8.14d")
def test_the_sea_through_0514_cannot_be_waded() -> None:
    s = march(marching("0413", MAN), MAN, "0514", halt=False)
    assert hexes(s, "go") == ["0513", "0414", "0413"]
    assert refusal(s, ("go", hex_id("0614"))).clause == "8.14a"
    s = march(marching("0614", MAN), MAN, "0514")
    assert hexes(on_the_march(s, MAN), "go") == ["0613", "0614", "0515"]


@pytest.mark.clause("8.14d", "8.31b")
def test_who_comes_to_0514_through_the_air_says_on_which_shore_he_stands() -> None:
    s = marching("0413", f"{MAN} skydor")
    s.charms = ((piece("skydor"), FLY),)
    s = march(s, f"{MAN} skydor", "0514")
    assert asked(s) == ("Shore", KINGDOMS)
    s = act(s, ("shore", 2))
    assert "0614" in hexes(on_the_march(s, MAN), "go")
    assert "0413" not in hexes(on_the_march(s, MAN), "go")


@pytest.mark.clause("8.15a", "8.15b")
def test_leaders_cross_everything_for_nothing() -> None:
    s = march(marching(COAST, "farnon"), "farnon", SEA, SEA2)
    assert at(s, "farnon") == SEA2
    assert run(s, Attrition()).journal == s.journal


@pytest.mark.clause("8.16a", "11.1a")
def test_leaders_do_not_come_among_enemies_but_with_or_to_friendly_units() -> None:
    s = marching(INLAND, f"farnon {MAN}")
    put(s, NEXT, VAMPIRE)
    assert refusal(on_the_march(s, "farnon"), ("go", hex_id(NEXT))).clause == "8.16a"
    together = march(s, f"farnon {MAN}", NEXT, BEYOND)
    assert at(together, "farnon") == BEYOND
    put(s, NEXT, "stavror-infantry-2")
    s = march(s, "farnon", NEXT, halt=False)
    assert (asked(s), at(s, "farnon")) == (("Movement", KINGDOMS), NEXT)
    s = act(s, ("stack", hex_id(NEXT)))
    assert refusal(s, ("piece", piece("farnon"))).clause == "8.16a"


@pytest.mark.clause("8.16b")
def test_leaders_pass_those_who_sleep() -> None:
    s = marching_among_sleepers(INLAND, "padrech-dar-choim")
    put(s, NEXT, "imperial-legion-i")
    s = march(s, "padrech-dar-choim", NEXT, BEYOND)
    assert at(s, "padrech-dar-choim") == BEYOND
    assert s.control[ZOLAHAURESLOR] == INACTIVE


@pytest.mark.clause("8.17", "18.11", "TEC-magic")
def test_a_face_down_marker_holds_leaders_and_nobody_else() -> None:
    marker = "2302"
    s = marching("2202", f"farnon {MAN}")
    s.markers = {hex_id(marker): SLUG}
    s = march(s, f"farnon {MAN}", marker, halt=False)
    assert asked(s) == ("March", KINGDOMS)
    assert s.flow[-1].group == (piece(MAN),)
    s = act(s, ("halt", 0), ("stack", hex_id(marker)))
    assert refusal(s, ("piece", piece("farnon"))).clause == "8.17"


@pytest.mark.clause("8.17", "18.21a", "8.32a")
def test_monsters_and_vampires_pass_a_marker() -> None:
    marker = "2302"
    s = marching("2202", VAMPIRE, phasing=NECROMANCER)
    put(s, "2202", "slug", LORD)
    s.markers = {hex_id(marker): SLUG}
    s = march(s, f"{VAMPIRE} slug", marker, halt=False)
    assert s.flow[-1].group == tuple(pieces(f"{VAMPIRE} slug"))


@pytest.mark.clause("8.17")
def test_a_leader_who_did_not_move_to_a_marker_may_leave_it() -> None:
    s = marching("2114", "farnon")
    s.markers = {hex_id("2114"): SLUG}
    assert at(march(s, "farnon", "2115"), "farnon") == "2115"


@pytest.mark.clause("18.21a", "18.21b")
def test_a_monster_moves_like_a_leader_ends_among_enemies_and_wakes_a_kingdom() -> None:
    s = marching_among_sleepers("2211", "tol-morn")
    put(s, "2211", "slug", LORD)
    put(s, NEXT, "imperial-legion-i")
    s = march(s, "slug", NEXT, halt=False)
    assert asked(s) == ("Movement", NECROMANCER), "woken units hold it up at once"
    assert s.control[ZOLAHAURESLOR] == KINGDOMS
    assert run(s, Attrition()).journal == s.journal
    assert came_from(s, hex_id(NEXT)) == [hex_id("2211")]


@pytest.mark.clause("18.21a")
def test_a_monster_passes_enemies_only_with_friendly_units() -> None:
    s = marching(INLAND, MAN)
    put(s, INLAND, "slug", ALLIANCE)
    put(s, NEXT, VAMPIRE)
    assert asked(march(s, "slug", NEXT, halt=False)) == ("Movement", KINGDOMS)
    assert at(march(s, f"slug {MAN}", NEXT, BEYOND), "slug") == BEYOND


@pytest.mark.clause("18.24")
def test_ssstoth_keeps_to_the_water() -> None:
    s = marching("2210", MAN)
    put(s, "2210", "ssstoth", ALLIANCE)
    found = hexes(on_the_march(s, "ssstoth"), "go")
    assert {"2209", "2310", "2110"} <= set(found)
    assert "2111" not in found
    assert refusal(on_the_march(s, "ssstoth"), ("go", hex_id("2111"))).clause == "18.24"


@pytest.mark.clause("8.24a", "8.24b", "TEC-river")
def test_an_enemy_fleet_on_a_river_stops_land_units() -> None:
    s = marching(BANK, f"{MAN} rocriders-1")
    put(s, RIVER, "white-fleet-1", LORD)
    s = march(s, f"{MAN} rocriders-1", RIVER, halt=False)
    assert s.flow[-1].group == (piece("rocriders-1"),)
    s = act(s, ("halt", 0))
    s = act(s, ("stack", hex_id(RIVER)))
    assert refusal(s, ("piece", piece(MAN))).clause == "8.24b"


@pytest.mark.clause("8.15b", "8.24a", "18.21a")
def test_no_river_and_no_fleet_on_it_stops_leaders_or_monsters() -> None:
    s = marching(BANK, "farnon")
    assert at(march(s, "farnon", RIVER, "1814"), "farnon") == "1814"
    put(s, RIVER, "white-fleet-1", LORD)
    put(s, BANK, f"slug {MAN}", ALLIANCE)
    s.flow[:] = [Movement(KINGDOMS)]
    s = march(s, f"slug farnon {MAN}", RIVER, halt=False)
    assert asked(s) == ("Movement", KINGDOMS), "without units they do not pass the enemy"
    s = marching(RIVER, f"farnon {MAN}")
    put(s, RIVER, "slug", ALLIANCE)
    assert at(march(s, "slug farnon", DOWNSTREAM, "1912"), "slug") == "1912"


@pytest.mark.clause("8.24b")
def test_a_friendly_fleet_there_or_on_the_way_with_them_lifts_it() -> None:
    s = marching(BANK, MAN)
    put(s, RIVER, "white-fleet-1", LORD)
    put(s, RIVER, "stavror-fleet-1")
    assert at(march(s, MAN, RIVER, "1814"), MAN) == "1814"
    both = f"{MAN} stavror-fleet-1"
    s = marching(DOWNSTREAM, both)
    put(s, RIVER, "white-fleet-1", LORD)
    assert at(march(s, both, RIVER, MOUTH), MAN) == MOUTH


@pytest.mark.clause("8.24a")
def test_who_begins_beside_an_enemy_fleet_may_leave() -> None:
    s = marching(RIVER, MAN)
    put(s, RIVER, "white-fleet-1", LORD)
    assert at(march(s, MAN, "1814"), MAN) == "1814"


@pytest.mark.clause("8.24a", "6.11a")
def test_a_fleet_that_is_woken_stops_those_who_woke_it() -> None:
    s = marching_among_sleepers(BANK, "necromancers-siege-train")
    put(s, RIVER, "zolahaureslor-fleet-1")
    s = march(s, "necromancers-siege-train", RIVER, halt=False)
    assert (asked(s), s.control[ZOLAHAURESLOR]) == (("Movement", NECROMANCER), KINGDOMS)


@pytest.mark.clause("8.24a", "13.21a", "13.32a")
@pytest.mark.parametrize(("spell", "passes"), [(FLY, True), (PART_SEA, False)])
def test_who_flies_passes_a_fleet_on_a_river_who_walks_the_sea_bed_does_not(spell: int, passes: bool) -> None:
    s = marching(BANK, f"{MAN} farnon")
    put(s, RIVER, "white-fleet-1", LORD)
    s.charms = ((piece("farnon"), spell),)
    s = march(s, f"{MAN} farnon", RIVER, halt=False)
    assert (asked(s) == ("March", KINGDOMS)) == passes


@pytest.mark.clause("8.31b", "8.32c")
@pytest.mark.parametrize("key", ["rocriders-1", "greater-vampire-1"])
def test_air_units_fly_over_the_sea_but_do_not_stay_there(key: str) -> None:
    side = KINGDOMS if key == "rocriders-1" else NECROMANCER
    s = march(marching(COAST, key, phasing=side), key, SEA, halt=False)
    assert not operands(s, "halt")
    assert refusal(s, ("halt", 0)).clause == "8.31b"
    assert at(act(s, ("go", hex_id(COAST)), ("halt", 0)), key) == COAST


@pytest.mark.clause("8.31b")
def test_air_units_do_not_fly_where_flames_leave_no_way_back_to_land() -> None:
    s = marching(COAST, "rocriders-1")
    ring = {COAST, *[hex_name(n) for n in NEIGHBOURS[hex_id(SEA)]]}
    s.flames = tuple([(hex_id(h), KINGDOMS) for h in sorted(ring)])
    s = on_the_march(s, "rocriders-1")
    assert SEA not in hexes(s, "go")
    assert refusal(s, ("go", hex_id(SEA))).clause == "8.31b"


@pytest.mark.clause("8.31b")
def test_flames_elsewhere_leave_air_units_the_sea() -> None:
    s = marching(COAST, "rocriders-1")
    s.flames = ((hex_id(COAST), KINGDOMS),)
    s = march(s, "rocriders-1", SEA, SEA2, halt=False)
    assert COAST not in hexes(s, "go")
    assert SEA in hexes(s, "go"), "from where there is another way to land"


@pytest.mark.clause("8.32a", "8.32b")
def test_vampires_stop_at_a_river_and_leave_it_as_they_like() -> None:
    s = marching(BANK, "lesser-vampire-1", phasing=NECROMANCER)
    put(s, RIVER, "mezal")
    s = march(s, "lesser-vampire-1", RIVER, halt=False)
    assert asked(s) == ("Movement", NECROMANCER)
    assert refusal(act(s, ("stack", hex_id(RIVER))), ("piece", piece("lesser-vampire-1"))).clause == "8.32a"
    s = marching(RIVER, "lesser-vampire-1", phasing=NECROMANCER)
    assert len(hexes(on_the_march(s, "lesser-vampire-1"), "go")) == 6


@pytest.mark.clause("8.32a")
def test_those_with_a_vampire_go_on_without_it() -> None:
    s = marching(BANK, "greater-vampire-1 necromancers-siege-train", phasing=NECROMANCER)
    s = march(s, "necromancers-siege-train greater-vampire-1", RIVER, halt=False)
    assert s.flow[-1].group == (piece("necromancers-siege-train"),)


@pytest.mark.clause("TEC-holy")
@pytest.mark.parametrize("key", ["greater-vampire-1", "padrech-dar-choim", "mezal", "tol-morn"])
def test_holy_places_are_closed_to_vampires_and_dark_leaders(key: str) -> None:
    s = on_the_march(marching(BESIDE_HOLY, key, phasing=NECROMANCER), key)
    assert HOLY not in hexes(s, "go")
    assert refusal(s, ("go", hex_id(HOLY))).clause == "TEC-holy"


@pytest.mark.clause("TEC-holy")
def test_holy_places_are_closed_to_undead_and_open_to_the_living() -> None:
    s = marching(BESIDE_HOLY, "necromancers-siege-train", phasing=NECROMANCER)
    raise_undead(s, BESIDE_HOLY, MAN, LORD)
    assert HOLY not in hexes(on_the_march(s, MAN), "go")
    assert HOLY in hexes(on_the_march(s, "necromancers-siege-train"), "go")


@pytest.mark.clause("6.14b")
def test_a_leader_who_wakes_starkeep_is_tested_where_its_men_are() -> None:
    s = marching_among_sleepers(BESIDE_HOLY, "silwer-flagriel")
    wake(s, NECROMANCER, 15)
    s.put([piece("starkeep-infantry-1")], hex_id(HOLY))
    with_roll = act(s, ("stack", hex_id(BESIDE_HOLY)), ("piece", piece("silwer-flagriel")))
    s = act(with_roll, ("go", hex_id(HOLY)), rolls=[("escape", 6)])
    assert s.control[STARKEEP] == KINGDOMS
    assert asked(s) == ("Movement", NECROMANCER)
    assert [entry.data["leader"] for entry in told(s, "death")] == [piece("silwer-flagriel")]


@pytest.mark.clause("13.11a", "13.11c")
def test_flames_bar_all_and_bind_the_enemy() -> None:
    s = marching(INLAND, f"{MAN} farnon sons-of-the-morning-1")
    s.flames = ((hex_id(NEXT), KINGDOMS),)
    assert refusal(on_the_march(s, MAN), ("go", hex_id(NEXT))).clause == "13.11a"
    assert NEXT in hexes(on_the_march(s, "sons-of-the-morning-1"), "go")
    s.flames = ((hex_id(INLAND), NECROMANCER),)
    s = act(s, ("stack", hex_id(INLAND)))
    assert set(operands(s, "piece")) == set(pieces("farnon sons-of-the-morning-1"))
    assert refusal(s, ("piece", piece(MAN))).clause == "13.11c"


@pytest.mark.clause("13.21a", "13.32a")
@pytest.mark.parametrize(("spell", "price"), [(PART_SEA, 2), (FLY, 1)])
def test_those_who_set_out_with_the_caster_cross_the_sea_and_end_on_land(spell: int, price: int) -> None:
    s = marching(COAST, f"{MAN} farnon")
    s.charms = ((piece("farnon"), spell),)
    s = march(s, f"{MAN} farnon", SEA, halt=False)
    assert stack_points(s, MAN) == price
    assert refusal(s, ("halt", 0)).clause == "8.31b"
    assert SEA not in hexes(on_the_march(marching(COAST, f"{MAN} farnon"), f"{MAN} farnon"), "go")


@pytest.mark.clause("13.32a", "13.32b")
def test_all_land_units_fly_with_the_caster_siege_trains_too_and_fleets_do_not() -> None:
    s = marching(COAST, f"{MAN} stavror-infantry-2 stavror-siege-train stavror-fleet-1 farnon")
    s.charms = ((piece("farnon"), FLY),)
    flying = f"{MAN} stavror-infantry-2 stavror-siege-train farnon"
    over = march(s, flying, SEA, SEA2, halt=False)
    assert stack_points(over, "stavror-infantry-2 stavror-siege-train") == 2
    assert stack_points(march(s, "stavror-fleet-1 farnon", SEA), "stavror-fleet-1") == 2
    put(s, COAST, "stavror-infantry-3 nikon-v")
    mixed = on_the_march(s, f"{MAN} stavror-infantry-2 nikon-v")
    assert SEA not in hexes(mixed, "go"), "and nobody without him"


@pytest.mark.clause("13.32a")
def test_a_spell_carries_nobody_who_joins_the_caster_later() -> None:
    s = marching(INLAND, "farnon")
    put(s, COAST, MAN)
    s.charms = ((piece("farnon"), FLY),)
    s = march(s, "farnon", COAST)
    assert SEA not in hexes(on_the_march(s, f"{MAN} farnon"), "go")


@pytest.mark.clause("8.16a")
def test_a_leader_who_has_marched_in_among_enemies_goes_on_with_units_or_not_at_all() -> None:
    s = marching(INLAND, f"farnon nikon-v {MAN} stavror-infantry-2")
    put(s, NEXT, VAMPIRE)
    s = on_the_march(march(s, f"farnon {MAN} stavror-infantry-2", NEXT), "farnon")
    assert hexes(s, "go") == []
    assert ("box", 0) not in s.flow[-1].actions(s)
    assert refusal(s, ("go", hex_id(BEYOND))).reason == "why.not-on-alone"
    assert refusal(s, ("box", 0)).clause == "8.16a"
    again = act(s, ("halt", 0))
    assert at(march(again, f"farnon {MAN}", BEYOND), "farnon") == BEYOND, "accompanied he may"


@pytest.mark.clause("8.16a")
def test_who_begins_among_enemies_may_leave_them_alone() -> None:
    s = marching(INLAND, f"farnon {MAN}")
    put(s, INLAND, VAMPIRE)
    assert at(march(s, "farnon", NEXT), "farnon") == NEXT
    assert ("box", 0) in on_the_march(s, "farnon").flow[-1].actions(on_the_march(s, "farnon"))


@pytest.mark.clause("18.24")
def test_ssstoth_never_crosses_an_all_land_hexside_though_a_river_does() -> None:
    """The Loymara reaches the sea at 2809; fleets go up it, Ssstoth does not."""
    s = marching("2809", MAN)
    put(s, "2809", "ssstoth", ALLIANCE)
    put(s, "2809", "ferlarie-fleet-1")
    assert "2808" in hexes(on_the_march(s, "ferlarie-fleet-1"), "go")
    found = on_the_march(s, "ssstoth")
    assert "2808" not in hexes(found, "go")
    assert hexes(found, "go"), "but the sea is open to it"
    assert refusal(found, ("go", hex_id("2808"))).clause == "18.24"


@pytest.mark.clause("8.31b", "8.32c")
@pytest.mark.parametrize(
    ("keys", "at_sea"),
    [
        ("stavror-fleet-1", True),
        ("farnon", True),
        ("slug", True),
        ("stavror-fleet-1 farnon slug", True),
        (MAN, False),
        (f"stavror-fleet-1 {MAN}", False),
        ("greater-vampire-1 padrech-dar-choim", False),
    ],
)
def test_who_may_stay_at_sea(keys: str, at_sea: bool) -> None:
    assert may_end(hex_id(SEA), tuple(pieces(keys))) == at_sea
    assert may_end(hex_id(INLAND), tuple(pieces(keys)))


@pytest.mark.clause("8.16a")
@pytest.mark.parametrize("side", [NECROMANCER, KINGDOMS])
def test_leaders_who_have_come_among_enemies_do_not_go_on_alone(side: int) -> None:
    group, foes = (("tol-morn", MAN), ("farnon", "greater-vampire-1"))[side]
    s = marching_among_sleepers(INLAND, MAN)
    wake(s, KINGDOMS, *range(16))
    put(s, INLAND, f"{group} {foes}")
    leader = (piece(group),)
    s.origin = {}
    assert not is_cut_off(s, side, hex_id(INLAND), leader), "he began his move here"
    s.origin = {piece(group): hex_id(NEXT)}
    assert is_cut_off(s, side, hex_id(INLAND), leader)
    assert not is_cut_off(s, side, hex_id(NEXT), leader), "nobody is there"
    unit = pieces((("greater-vampire-2",), (MAN,))[side][0])
    assert not is_cut_off(s, side, hex_id(INLAND), (*unit, *leader)), "units go with him"

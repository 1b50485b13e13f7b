"""Movement by land and air, of leaders and monsters, hex by hex (8, 8.1, 8.3, and notes of the Terrain Chart)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.loslon import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    bare,
    hexes,
    lay,
    march,
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE, DEVICES, INACTIVE, SLUG
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import FLY, PART_SEA
from palatine.games.dark_emperor.components.world import (
    FERLARIE,
    GROUND,
    HEXES,
    NEIGHBOURS,
    STARKEEP,
    STAVROR,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.common.terrain import EXITS, FLEET, LAND, came_from
from palatine.games.dark_emperor.rules.movement.attrition import Attrition, points_of
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.state import BOX, DarkEmperorState

INLAND, NEXT, BEYOND = "2011", "2111", "2211"
"""Settled hexes in a row, without rivers."""
COAST, SEA, SEA2 = "2010", "2009", "2008"
BANK, RIVER, DOWNSTREAM, MOUTH = "1913", "1813", "1812", "1714"
"""A hex beside the Zolan, and three of its course."""
HOLY, BESIDE_HOLY = "2819", "2820"
MAN, VAMPIRE = "stavror-infantry-1", "greater-vampire-1"


def position(where: str, keys: str, *, phasing: int = KINGDOMS, **options: Any) -> Any:
    """Pieces in a hex, the Movement Segment of their side; all kingdoms are awake and with the Kingdoms player."""
    s = bare(phasing=phasing, **options)
    wake(s, KINGDOMS, *range(16))
    put(s, where, keys)
    return run(s, OpenMovement(), Movement(phasing))


def sleeping(where: str, keys: str, *, phasing: int = NECROMANCER) -> Any:
    """The same while all kingdoms sleep, but for Stavror, which is awake."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, STAVROR)
    put(s, where, keys)
    return run(s, OpenMovement(), Movement(phasing))


def points(s: DarkEmperorState, keys: str) -> int:
    return points_of(s, tuple(pieces(keys)))


def at_large(s: Any, keys: str) -> Any:
    """A copy with a march of these pieces begun."""
    return act(s, ("stack", s.where[piece(keys.split()[0])]), *[("piece", p) for p in pieces(keys)])


# Hexes and their cost


@pytest.mark.clause("8", "8.11b", "TEC-settled", "TEC-mountain", "TEC-sea")
@pytest.mark.parametrize(
    ("key", "settled", "mountain"),
    [
        ("stavror-infantry-1", 2, 3),
        ("stavror-cavalry-1", 1, 4),
        ("rocriders-1", 1, 2),
        ("saarlumen-1", 1, 2),
        ("stavror-siege-train", 2, 4),
    ],
)
def test_every_hex_entered_costs_by_terrain_and_type_and_the_start_is_free(
    key: str, settled: int, mountain: int
) -> None:
    s = march(position("1309", key), key, "1209", halt=False)
    assert points(s, key) == settled
    assert points(act(s, ("go", hex_id("1208"))), key) == settled + mountain


@pytest.mark.clause("TEC-sea", "8.14c", "8.31a")
def test_air_units_pay_one_for_the_sea() -> None:
    s = march(position(COAST, "rocriders-1"), "rocriders-1", SEA, SEA2, SEA, COAST)
    assert points(s, "rocriders-1") == 1 + 1 + 1 + 1


@pytest.mark.clause("8.11c")
def test_a_mixed_stack_pays_the_dearest_of_its_types_for_each_hex() -> None:
    both = "stavror-infantry-1 stavror-cavalry-1"
    s = march(position("1309", both), both, "1209", "1208")
    assert points(s, both) == 2 + 4
    apart = march(position("1309", both), "stavror-infantry-1", "1209", "1208")
    apart = march(apart, "stavror-cavalry-1", "1209", "1208")
    assert points(apart, both) == 2 + 4


@pytest.mark.clause("8.11c", "8.1a")
def test_of_several_ways_between_two_hexes_the_dearest_counts() -> None:
    both = "stavror-infantry-1 stavror-infantry-2"
    s = march(position(INLAND, both), "stavror-infantry-1", NEXT)
    s = march(s, "stavror-infantry-2", COAST, NEXT)
    assert points(s, both) == 4


@pytest.mark.clause("8.11a")
@pytest.mark.parametrize(("hounds", "price"), [("cavalry", 1), ("infantry", 2)])
def test_hounds_march_as_cavalry_unless_the_table_wants_them_on_foot(hounds: str, price: int) -> None:
    s = march(position(INLAND, "hounds-1", hounds=hounds), "hounds-1", NEXT)
    assert points(s, "hounds-1") == price


@pytest.mark.clause("8.1a")
def test_nobody_joins_a_stack_on_the_march() -> None:
    s = position(INLAND, "stavror-infantry-1")
    put(s, NEXT, "stavror-infantry-2")
    s = march(s, "stavror-infantry-1", NEXT, halt=False)
    assert not operands(s, "piece")
    assert refusal(s, ("piece", piece("stavror-infantry-2"))).clause == "8.1a"


# Through enemies


@pytest.mark.clause("8.13a", "8.13b", "8.13c")
def test_passing_enemies_costs_their_strength_and_stopping_there_does_not() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, "greater-vampire-1 greater-vampire-2")
    s = march(s, MAN, NEXT, halt=False)
    assert points(s, MAN) == 2
    assert points(act(s, ("go", hex_id(BEYOND))), MAN) == 2 + (3 + 3) + 2


@pytest.mark.clause("8.13b")
def test_who_halts_among_enemies_and_goes_on_later_has_passed_them() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, VAMPIRE)
    s = march(march(s, MAN, NEXT), MAN, BEYOND)
    assert points(s, MAN) == 2 + 3 + 2


@pytest.mark.clause("8.13b")
def test_every_passage_is_paid() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, VAMPIRE)
    assert points(march(s, MAN, NEXT, BEYOND, NEXT, INLAND), MAN) == 2 + 3 + 2 + 2 + 3 + 2


@pytest.mark.clause("8.13a")
def test_leaving_the_enemies_one_began_with_is_free() -> None:
    s = position(INLAND, MAN)
    put(s, INLAND, VAMPIRE)
    assert points(march(s, MAN, NEXT), MAN) == 2


@pytest.mark.clause("8.13b")
def test_monsters_count_siege_trains_and_walls_do_not() -> None:
    s = position("2211", MAN)
    put(s, "2311", "necromancers-siege-train")
    put(s, "2311", "slug", LORD)
    assert points(march(s, MAN, "2311", "2411"), MAN) == 2 + 6 + 2


@pytest.mark.clause("8.13b", "6.11a")
def test_a_kingdom_woken_by_the_passage_makes_it_dear() -> None:
    s = sleeping(INLAND, "greater-vampire-1")
    put(s, NEXT, "imperial-legion-i")
    s = march(s, "greater-vampire-1", NEXT, BEYOND)
    assert s.control[ZOLAHAURESLOR] == KINGDOMS
    assert points(s, "greater-vampire-1") == 1 + 3 + 1


# Hexsides


@pytest.mark.clause("8.14a")
def test_land_units_do_not_cross_all_sea_hexsides() -> None:
    s = at_large(position(COAST, MAN), MAN)
    assert SEA not in hexes(s, "go")
    assert refusal(s, ("go", hex_id(SEA))).clause == "8.14a"
    parted = [(h, n) for h in range(HEXES) for n in NEIGHBOURS[h] if n >= 0 and GROUND[h] and GROUND[n]]
    parted = [(h, n) for h, n in parted if n not in EXITS[LAND][h] and n in EXITS[FLEET][h]]
    h, n = parted[0]
    s = at_large(position(hex_name(h), "stavror-cavalry-1"), "stavror-cavalry-1")
    assert hex_name(n) not in hexes(s, "go")


@pytest.mark.clause("8.14d")
def test_the_sea_through_0514_cannot_be_waded() -> None:
    s = march(position("0413", MAN), MAN, "0514", halt=False)
    assert hexes(s, "go") == ["0513", "0414", "0413"]
    assert refusal(s, ("go", hex_id("0614"))).clause == "8.14a"
    s = march(position("0614", MAN), MAN, "0514")
    assert hexes(at_large(s, MAN), "go") == ["0613", "0614", "0515"]


@pytest.mark.clause("8.14d", "8.31b")
def test_who_comes_to_0514_through_the_air_says_on_which_shore_he_stands() -> None:
    s = position("0413", f"{MAN} skydor")
    s.charms = ((piece("skydor"), FLY),)
    s = march(s, f"{MAN} skydor", "0514")
    assert asked(s) == ("Shore", KINGDOMS)
    s = act(s, ("shore", 2))
    assert "0614" in hexes(at_large(s, MAN), "go")
    assert "0413" not in hexes(at_large(s, MAN), "go")


# Leaders and monsters


@pytest.mark.clause("8.15a", "8.15b")
def test_leaders_cross_everything_for_nothing() -> None:
    s = march(position(COAST, "farnon"), "farnon", SEA, SEA2)
    assert at(s, "farnon") == SEA2
    assert run(s, Attrition()).journal == s.journal


@pytest.mark.clause("8.16a", "11.1a")
def test_leaders_do_not_come_among_enemies_but_with_or_to_friendly_units() -> None:
    s = position(INLAND, f"farnon {MAN}")
    put(s, NEXT, VAMPIRE)
    assert refusal(at_large(s, "farnon"), ("go", hex_id(NEXT))).clause == "8.16a"
    together = march(s, f"farnon {MAN}", NEXT, BEYOND)
    assert at(together, "farnon") == BEYOND
    put(s, NEXT, "stavror-infantry-2")
    s = march(s, "farnon", NEXT, halt=False)
    assert (asked(s), at(s, "farnon")) == (("Movement", KINGDOMS), NEXT)
    s = act(s, ("stack", hex_id(NEXT)))
    assert refusal(s, ("piece", piece("farnon"))).clause == "8.16a"


@pytest.mark.clause("8.16b")
def test_leaders_pass_those_who_sleep() -> None:
    s = sleeping(INLAND, "padrech-dar-choim")
    put(s, NEXT, "imperial-legion-i")
    s = march(s, "padrech-dar-choim", NEXT, BEYOND)
    assert at(s, "padrech-dar-choim") == BEYOND
    assert s.control[ZOLAHAURESLOR] == INACTIVE


@pytest.mark.clause("8.17", "18.11", "TEC-magic")
def test_a_face_down_marker_holds_leaders_and_nobody_else() -> None:
    marker = "2302"
    s = position("2202", f"farnon {MAN}")
    s.markers = {hex_id(marker): SLUG}
    s = march(s, f"farnon {MAN}", marker, halt=False)
    assert asked(s) == ("March", KINGDOMS)
    assert s.flow[-1].group == (piece(MAN),)
    s = act(s, ("halt", 0), ("stack", hex_id(marker)))
    assert refusal(s, ("piece", piece("farnon"))).clause == "8.17"


@pytest.mark.clause("8.17", "18.21a", "8.32a")
def test_monsters_and_vampires_pass_a_marker() -> None:
    marker = "2302"
    s = position("2202", VAMPIRE, phasing=NECROMANCER)
    put(s, "2202", "slug", LORD)
    s.markers = {hex_id(marker): SLUG}
    s = march(s, f"{VAMPIRE} slug", marker, halt=False)
    assert s.flow[-1].group == tuple(pieces(f"{VAMPIRE} slug"))


@pytest.mark.clause("8.17")
def test_a_leader_who_did_not_move_to_a_marker_may_leave_it() -> None:
    s = position("2114", "farnon")
    s.markers = {hex_id("2114"): SLUG}
    assert at(march(s, "farnon", "2115"), "farnon") == "2115"


@pytest.mark.clause("18.21a", "18.21b")
def test_a_monster_moves_like_a_leader_ends_among_enemies_and_wakes_a_kingdom() -> None:
    s = sleeping("2211", "tol-morn")
    put(s, "2211", "slug", LORD)
    put(s, NEXT, "imperial-legion-i")
    s = march(s, "slug", NEXT, halt=False)
    assert asked(s) == ("Movement", NECROMANCER), "woken units hold it up at once"
    assert s.control[ZOLAHAURESLOR] == KINGDOMS
    assert run(s, Attrition()).journal == s.journal
    assert came_from(s, hex_id(NEXT)) == [hex_id("2211")]


@pytest.mark.clause("18.21a")
def test_a_monster_passes_enemies_only_with_friendly_units() -> None:
    s = position(INLAND, MAN)
    put(s, INLAND, "slug", ALLIANCE)
    put(s, NEXT, VAMPIRE)
    assert asked(march(s, "slug", NEXT, halt=False)) == ("Movement", KINGDOMS)
    assert at(march(s, f"slug {MAN}", NEXT, BEYOND), "slug") == BEYOND


@pytest.mark.clause("18.24")
def test_ssstoth_keeps_to_the_water() -> None:
    s = position("2210", MAN)
    put(s, "2210", "ssstoth", ALLIANCE)
    found = hexes(at_large(s, "ssstoth"), "go")
    assert {"2209", "2310", "2110"} <= set(found)
    assert "2111" not in found
    assert refusal(at_large(s, "ssstoth"), ("go", hex_id("2111"))).clause == "18.24"


# Rivers


@pytest.mark.clause("8.24a", "8.24b", "TEC-river")
def test_an_enemy_fleet_on_a_river_stops_land_units() -> None:
    s = position(BANK, f"{MAN} rocriders-1")
    put(s, RIVER, "white-fleet-1", LORD)
    s = march(s, f"{MAN} rocriders-1", RIVER, halt=False)
    assert s.flow[-1].group == (piece("rocriders-1"),)
    s = act(s, ("halt", 0))
    s = act(s, ("stack", hex_id(RIVER)))
    assert refusal(s, ("piece", piece(MAN))).clause == "8.24b"


@pytest.mark.clause("8.15b", "8.24a", "18.21a")
def test_no_river_and_no_fleet_on_it_stops_leaders_or_monsters() -> None:
    s = position(BANK, "farnon")
    assert at(march(s, "farnon", RIVER, "1814"), "farnon") == "1814"
    put(s, RIVER, "white-fleet-1", LORD)
    put(s, BANK, f"slug {MAN}", ALLIANCE)
    s.flow[:] = [Movement(KINGDOMS)]
    s = march(s, f"slug farnon {MAN}", RIVER, halt=False)
    assert asked(s) == ("Movement", KINGDOMS), "without units they do not pass the enemy"
    s = position(RIVER, f"farnon {MAN}")
    put(s, RIVER, "slug", ALLIANCE)
    assert at(march(s, "slug farnon", DOWNSTREAM, "1912"), "slug") == "1912"


@pytest.mark.clause("8.24b")
def test_a_friendly_fleet_there_or_on_the_way_with_them_lifts_it() -> None:
    s = position(BANK, MAN)
    put(s, RIVER, "white-fleet-1", LORD)
    put(s, RIVER, "stavror-fleet-1")
    assert at(march(s, MAN, RIVER, "1814"), MAN) == "1814"
    both = f"{MAN} stavror-fleet-1"
    s = position(DOWNSTREAM, both)
    put(s, RIVER, "white-fleet-1", LORD)
    assert at(march(s, both, RIVER, MOUTH), MAN) == MOUTH


@pytest.mark.clause("8.24a")
def test_who_begins_beside_an_enemy_fleet_may_leave() -> None:
    s = position(RIVER, MAN)
    put(s, RIVER, "white-fleet-1", LORD)
    assert at(march(s, MAN, "1814"), MAN) == "1814"


@pytest.mark.clause("8.24a", "6.11a")
def test_a_fleet_that_is_woken_stops_those_who_woke_it() -> None:
    s = sleeping(BANK, "necromancers-siege-train")
    put(s, RIVER, "zolahaureslor-fleet-1")
    s = march(s, "necromancers-siege-train", RIVER, halt=False)
    assert (asked(s), s.control[ZOLAHAURESLOR]) == (("Movement", NECROMANCER), KINGDOMS)


@pytest.mark.clause("8.24a", "13.21a", "13.32a")
@pytest.mark.parametrize(("spell", "passes"), [(FLY, True), (PART_SEA, False)])
def test_who_flies_passes_a_fleet_on_a_river_who_walks_the_sea_bed_does_not(spell: int, passes: bool) -> None:
    s = position(BANK, f"{MAN} farnon")
    put(s, RIVER, "white-fleet-1", LORD)
    s.charms = ((piece("farnon"), spell),)
    s = march(s, f"{MAN} farnon", RIVER, halt=False)
    assert (asked(s) == ("March", KINGDOMS)) == passes


# Air units and vampires


@pytest.mark.clause("8.31b", "8.32c")
@pytest.mark.parametrize("key", ["rocriders-1", "greater-vampire-1"])
def test_air_units_fly_over_the_sea_but_do_not_stay_there(key: str) -> None:
    side = KINGDOMS if key == "rocriders-1" else NECROMANCER
    s = march(position(COAST, key, phasing=side), key, SEA, halt=False)
    assert not operands(s, "halt")
    assert refusal(s, ("halt", 0)).clause == "8.31b"
    assert at(act(s, ("go", hex_id(COAST)), ("halt", 0)), key) == COAST


@pytest.mark.clause("8.31b")
def test_air_units_do_not_fly_where_flames_leave_no_way_back_to_land() -> None:
    s = position(COAST, "rocriders-1")
    ring = {COAST, *[hex_name(n) for n in NEIGHBOURS[hex_id(SEA)]]}
    s.flames = tuple([(hex_id(h), KINGDOMS) for h in sorted(ring)])
    s = at_large(s, "rocriders-1")
    assert SEA not in hexes(s, "go")
    assert refusal(s, ("go", hex_id(SEA))).clause == "8.31b"


@pytest.mark.clause("8.31b")
def test_flames_elsewhere_leave_air_units_the_sea() -> None:
    s = position(COAST, "rocriders-1")
    s.flames = ((hex_id(COAST), KINGDOMS),)
    s = march(s, "rocriders-1", SEA, SEA2, halt=False)
    assert COAST not in hexes(s, "go")
    assert SEA in hexes(s, "go"), "from where there is another way to land"


@pytest.mark.clause("8.32a", "8.32b")
def test_vampires_stop_at_a_river_and_leave_it_as_they_like() -> None:
    s = position(BANK, "lesser-vampire-1", phasing=NECROMANCER)
    put(s, RIVER, "mezal")
    s = march(s, "lesser-vampire-1", RIVER, halt=False)
    assert asked(s) == ("Movement", NECROMANCER)
    assert refusal(act(s, ("stack", hex_id(RIVER))), ("piece", piece("lesser-vampire-1"))).clause == "8.32a"
    s = position(RIVER, "lesser-vampire-1", phasing=NECROMANCER)
    assert len(hexes(at_large(s, "lesser-vampire-1"), "go")) == 6


@pytest.mark.clause("8.32a")
def test_those_with_a_vampire_go_on_without_it() -> None:
    s = position(BANK, "greater-vampire-1 necromancers-siege-train", phasing=NECROMANCER)
    s = march(s, "necromancers-siege-train greater-vampire-1", RIVER, halt=False)
    assert s.flow[-1].group == (piece("necromancers-siege-train"),)


# Holy places and flames


@pytest.mark.clause("TEC-holy")
@pytest.mark.parametrize("key", ["greater-vampire-1", "padrech-dar-choim", "mezal", "tol-morn"])
def test_holy_places_are_closed_to_vampires_and_dark_leaders(key: str) -> None:
    s = at_large(position(BESIDE_HOLY, key, phasing=NECROMANCER), key)
    assert HOLY not in hexes(s, "go")
    assert refusal(s, ("go", hex_id(HOLY))).clause == "TEC-holy"


@pytest.mark.clause("TEC-holy")
def test_holy_places_are_closed_to_undead_and_open_to_the_living() -> None:
    s = position(BESIDE_HOLY, "necromancers-siege-train", phasing=NECROMANCER)
    raise_undead(s, BESIDE_HOLY, MAN, LORD)
    assert HOLY not in hexes(at_large(s, MAN), "go")
    assert HOLY in hexes(at_large(s, "necromancers-siege-train"), "go")


@pytest.mark.clause("6.14b")
def test_a_leader_who_wakes_starkeep_is_tested_where_its_men_are() -> None:
    s = sleeping(BESIDE_HOLY, "silwer-flagriel")
    wake(s, NECROMANCER, 15)
    s.put([piece("starkeep-infantry-1")], hex_id(HOLY))
    with_roll = act(s, ("stack", hex_id(BESIDE_HOLY)), ("piece", piece("silwer-flagriel")))
    s = act(with_roll, ("go", hex_id(HOLY)), rolls=[("escape", 6)])
    assert s.control[STARKEEP] == KINGDOMS
    assert asked(s) == ("Movement", NECROMANCER)
    assert [entry.data["leader"] for entry in told(s, "death")] == [piece("silwer-flagriel")]


@pytest.mark.clause("13.11a", "13.11c")
def test_flames_bar_all_and_bind_the_enemy() -> None:
    s = position(INLAND, f"{MAN} farnon sons-of-the-morning-1")
    s.flames = ((hex_id(NEXT), KINGDOMS),)
    assert refusal(at_large(s, MAN), ("go", hex_id(NEXT))).clause == "13.11a"
    assert NEXT in hexes(at_large(s, "sons-of-the-morning-1"), "go")
    s.flames = ((hex_id(INLAND), NECROMANCER),)
    s = act(s, ("stack", hex_id(INLAND)))
    assert set(operands(s, "piece")) == set(pieces("farnon sons-of-the-morning-1"))
    assert refusal(s, ("piece", piece(MAN))).clause == "13.11c"


# Magic that carries


@pytest.mark.clause("13.21a", "13.32a")
@pytest.mark.parametrize(("spell", "price"), [(PART_SEA, 2), (FLY, 1)])
def test_those_who_set_out_with_the_caster_cross_the_sea_and_end_on_land(spell: int, price: int) -> None:
    s = position(COAST, f"{MAN} farnon")
    s.charms = ((piece("farnon"), spell),)
    s = march(s, f"{MAN} farnon", SEA, halt=False)
    assert points(s, MAN) == price
    assert refusal(s, ("halt", 0)).clause == "8.31b"
    assert SEA not in hexes(at_large(position(COAST, f"{MAN} farnon"), f"{MAN} farnon"), "go")


@pytest.mark.clause("13.32a", "13.32b")
def test_all_land_units_fly_with_the_caster_siege_trains_too_and_fleets_do_not() -> None:
    s = position(COAST, f"{MAN} stavror-infantry-2 stavror-siege-train stavror-fleet-1 farnon")
    s.charms = ((piece("farnon"), FLY),)
    flying = f"{MAN} stavror-infantry-2 stavror-siege-train farnon"
    over = march(s, flying, SEA, SEA2, halt=False)
    assert points(over, "stavror-infantry-2 stavror-siege-train") == 2
    assert points(march(s, "stavror-fleet-1 farnon", SEA), "stavror-fleet-1") == 2
    put(s, COAST, "stavror-infantry-3 nikon-v")
    mixed = at_large(s, f"{MAN} stavror-infantry-2 nikon-v")
    assert SEA not in hexes(mixed, "go"), "and nobody without him"


@pytest.mark.clause("13.32a")
def test_a_spell_carries_nobody_who_joins_the_caster_later() -> None:
    s = position(INLAND, "farnon")
    put(s, COAST, MAN)
    s.charms = ((piece("farnon"), FLY),)
    s = march(s, "farnon", COAST)
    assert SEA not in hexes(at_large(s, f"{MAN} farnon"), "go")


# Siege trains, devices and leaders on the way


@pytest.mark.clause("9.33d", "8.13a")
def test_a_lone_siege_train_is_taken_in_passing_and_stays() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, "necromancers-siege-train")
    s = march(s, MAN, NEXT, BEYOND)
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS
    assert points(s, MAN) == 4
    assert NEXT not in hexes(s, "stack")


@pytest.mark.clause("9.33d")
def test_a_siege_train_that_is_guarded_is_not_taken() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, "necromancers-siege-train greater-vampire-1")
    s = march(s, MAN, NEXT, BEYOND)
    assert s.side(piece("necromancers-siege-train")) == NECROMANCER


@pytest.mark.clause("9.26c")
def test_who_has_gone_on_did_not_come_into_a_hex_to_fight() -> None:
    s = position(INLAND, f"{MAN} stavror-infantry-2")
    put(s, NEXT, VAMPIRE)
    s = march(march(s, MAN, NEXT, BEYOND), "stavror-infantry-2", COAST, NEXT)
    assert came_from(s, hex_id(NEXT)) == [hex_id(COAST)]


@pytest.mark.clause("9.33d")
def test_a_monster_takes_a_lone_siege_train_too() -> None:
    s = position(INLAND, MAN)
    put(s, INLAND, "slug", ALLIANCE)
    put(s, NEXT, "necromancers-siege-train")
    s = march(s, "slug", NEXT)
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS


@pytest.mark.clause("8.16c", "9.27e")
def test_riding_by_harms_no_leader_and_takes_no_device() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, "padrech-dar-choim")
    s = run(march(s, MAN, NEXT, BEYOND), Attrition(), rolls=[("attrition", 1)])
    assert at(s, "padrech-dar-choim") == NEXT


@pytest.mark.clause("8.16c")
def test_a_leader_is_tested_when_enemies_have_stopped_with_him() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, "padrech-dar-choim")
    s = run(march(s, MAN, NEXT), Attrition(), rolls=[("attrition", 1), ("escape", 6)])
    assert told(s, "death.for-a-time")


@pytest.mark.clause("8.16c", "6.11a")
def test_waking_a_kingdom_tests_nobody_whom_the_stack_only_passes() -> None:
    s = sleeping(INLAND, VAMPIRE)
    put(s, NEXT, "stav-farren")
    s = march(s, VAMPIRE, NEXT, BEYOND)
    assert told(s, "activate")
    assert at(s, "stav-farren") == NEXT


@pytest.mark.clause("9.27e", "15.14b")
def test_a_device_left_alone_among_enemies_is_captured_when_attrition_is_done() -> None:
    s = position(INLAND, f"{MAN} stavror-infantry-2 farnon")
    arm(s, "farnon", "sword-loslom")
    put(s, INLAND, "greater-vampire-1 padrech-dar-choim")
    s = act(s, ("drop", piece("sword-loslom")))
    stays = march(s, f"{MAN} farnon", NEXT)
    stays = run(stays, Attrition(), rolls=[("attrition", 1)])
    assert not told(stays, "device.captured")
    leaves = march(s, f"{MAN} stavror-infantry-2 farnon", NEXT)
    leaves = run(leaves, Attrition(), rolls=[("attrition", 1)])
    assert [entry.data["side"] for entry in told(leaves, "device.captured")] == [NECROMANCER]
    assert leaves.bearer[piece("sword-loslom") - DEVICES[0]] == piece("padrech-dar-choim")


@pytest.mark.clause("15.14a")
def test_what_a_side_leaves_with_its_own_stack_is_not_captured_by_it() -> None:
    s = position(INLAND, f"{MAN} farnon paisach")
    arm(s, "farnon", "sword-loslom")
    s = act(s, ("drop", piece("sword-loslom")))
    assert s.left_by == {piece("sword-loslom"): KINGDOMS}
    assert not told(run(s, Attrition()), "device.captured")
    s = act(s, ("take", piece("sword-loslom")), ("to", piece("paisach")))
    assert s.left_by == {}


@pytest.mark.clause("9.27e")
def test_a_device_nobody_has_had_is_nobodys_to_capture() -> None:
    s = position(INLAND, f"{MAN} farnon")
    lay(s, INLAND, "sword-loslom")
    assert not told(run(s, Attrition()), "device.captured")


# The Staff of Empire


@pytest.mark.clause("15.7b")
def test_legions_fall_away_the_moment_their_commander_leaves_or_they_leave_him() -> None:
    s = position(INLAND, f"{MAN} nikon-v")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = act(s, ("command", 0))
    legion = piece("imperial-legion-iii")
    assert s.side(legion) == KINGDOMS
    assert march(s, "nikon-v imperial-legion-iii", NEXT).side(legion) == KINGDOMS
    assert march(s, "nikon-v", NEXT).side(legion) == NECROMANCER
    gone = march(s, "imperial-legion-iii", NEXT, halt=False)
    assert (gone.side(legion), asked(gone)) == (NECROMANCER, ("Movement", KINGDOMS))


@pytest.mark.clause("8.16c", "15.7b")
@pytest.mark.parametrize("leaving", ["march", "box"])
def test_whom_the_staff_leaves_alone_with_the_legions_is_tested(leaving: str) -> None:
    s = position(INLAND, "nikon-v farnon")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = at_large(act(s, ("command", 0)), "nikon-v")
    s = act(s, ("go", hex_id(NEXT)) if leaving == "march" else ("box", 0), rolls=[("escape", 6)])
    assert s.side(piece("imperial-legion-iii")) == NECROMANCER
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("farnon")]


@pytest.mark.clause("8.16c", "15.7b")
@pytest.mark.parametrize("verb", ["give", "drop"])
def test_who_gives_up_the_staff_among_the_legions_alone_is_tested_then(verb: str) -> None:
    s = position(INLAND, "nikon-v farnon")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, INLAND, "imperial-legion-iii", LORD)
    s = act(s, ("command", 0))
    s = act(s, (verb, piece("staff-of-empire")), rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == pieces("nikon-v farnon")
    assert asked(s) == ("Movement", KINGDOMS)


# The Mercenary Holding Box


@pytest.mark.clause("19.1a", "19.1b")
def test_leaders_go_to_the_box_and_come_back_in_a_later_segment() -> None:
    s = position(INLAND, f"{MAN} farnon")
    assert not operands(at_large(s, f"{MAN} farnon"), "box")
    assert refusal(at_large(s, f"{MAN} farnon"), ("box", 0)).clause == "19.1b"
    s = act(at_large(s, "farnon"), ("box", 0))
    assert s.where[piece("farnon")] == BOX
    assert refusal(s, ("leave", piece("farnon"))).clause == "19.1b"
    s.flow.clear()
    put(s, NEXT, VAMPIRE)
    put(s, BEYOND, "greater-vampire-2 stavror-infantry-2")
    s = run(s, OpenMovement(), Movement(KINGDOMS))
    s = act(s, ("leave", piece("farnon")))
    assert refusal(s, ("to", hex_id(NEXT))).clause == "8.16a"
    s = act(s, ("to", hex_id(BEYOND)))
    assert at(s, "farnon") == BEYOND
    assert refusal(act(s, ("stack", hex_id(BEYOND))), ("piece", piece("farnon"))).clause == "8.16a"


@pytest.mark.clause("19.1b", "TEC-holy", "13.11a")
def test_from_the_box_nobody_comes_where_he_could_not_be() -> None:
    s = position(INLAND, "mezal", phasing=NECROMANCER)
    s.lift(pieces("mezal"), BOX)
    s.flames = ((hex_id(NEXT), NECROMANCER),)
    s = act(run(s), ("leave", piece("mezal")))
    assert refusal(s, ("to", hex_id(HOLY))).clause == "TEC-holy"
    assert refusal(s, ("to", hex_id(NEXT))).clause == "13.11a"
    assert act(s, ("stay", 0)).where[piece("mezal")] == BOX


@pytest.mark.clause("19.1b", "8.17", "6.15", "6.14b")
def test_who_comes_from_the_box_wakes_no_kingdom_stops_at_a_marker_and_wakes_a_holy_place() -> None:
    s = sleeping(INLAND, VAMPIRE)
    put(s, INLAND, "tol-morn")
    wake(s, NECROMANCER, 15)
    put(s, INLAND, "silwer-flagriel")
    s.markers = {hex_id("2114"): SLUG}
    s.lift(pieces("tol-morn silwer-flagriel"), BOX)
    s = act(run(s), ("leave", piece("tol-morn")))
    free = act(s, ("to", hex_id("2414")))
    assert free.control[ZOLAHAURESLOR] == INACTIVE
    assert at(march(free, "tol-morn", "2413"), "tol-morn") == "2413"
    held = act(s, ("to", hex_id("2114")))
    assert hex_id("2114") not in operands(held, "stack")
    s = act(held, ("leave", piece("silwer-flagriel")), ("to", hex_id(HOLY)))
    assert s.control[STARKEEP] == KINGDOMS


# Asking and refusing


@pytest.mark.clause("8")
def test_only_own_pieces_that_can_set_out_are_offered() -> None:
    s = position(INLAND, MAN)
    put(s, NEXT, VAMPIRE)
    assert hexes(s, "stack") == [INLAND]
    assert refusal(s, ("stack", hex_id(NEXT))).clause == "8"
    s = act(s, ("stack", hex_id(INLAND)))
    assert refusal(s, ("go", hex_id(NEXT))).clause == "8"
    assert refusal(s, ("piece", piece(VAMPIRE))).clause == "8"
    s = act(s, ("piece", piece(MAN)))
    assert refusal(s, ("go", hex_id("2414"))).clause == "8"
    assert act(s, ("halt", 0)).origin == {}


@pytest.mark.clause("8.1b", "8.22d", "6.16a")
def test_betrayal_in_the_midst_of_a_march_undoes_nothing() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, FERLARIE)
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    put(s, INLAND, "ferlarie-infantry-1 greater-vampire-1")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    s = march(s, "ferlarie-infantry-1 greater-vampire-1", NEXT, BEYOND)
    s.turn_coat(FERLARIE, KINGDOMS)
    s = run(s, Attrition(), rolls=[("attrition", 6), ("attrition", 6)])
    assert [(e.data["side"], e.data["points"]) for e in told(s, "attrition")] == [(NECROMANCER, 4), (KINGDOMS, 4)]

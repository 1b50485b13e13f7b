"""Fleets and their cargo (8.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    at,
    bare,
    hexes,
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
from palatine.games.dark_emperor.components.pieces import ALLIANCE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import CALL_WIND, FLY
from palatine.games.dark_emperor.components.world import ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.terrain import came_from
from palatine.games.dark_emperor.rules.magic.procedure import RenewMagic
from palatine.games.dark_emperor.rules.movement.attrition import Attrition, points_of
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.movement.naval import Embarkation

PORT, SEA, SEA2, COAST = "2210", "2209", "2109", "2110"
"""Marzol, all-sea hexes before it, and the coast west of it."""
RIVER_PORT, UP, UPPER = "1109", "1108", "1107"
"""The Confluence, and the Pletran above it."""
SHIP, MAN = "stavror-fleet-1", "stavror-infantry-1"


def position(where: str, keys: str, *, phasing: int = KINGDOMS) -> Any:
    """Return pieces in a hex at the start of their side's Movement Segment.

    All kingdoms are the Kingdoms player's.
    """
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(16))
    put(s, where, keys)
    s = run(s, OpenMovement())
    s.flow.append(Movement(phasing))
    return run(s, Embarkation())


def loaded(where: str = PORT, keys: str = f"{SHIP} {MAN}") -> Any:
    """Return `position` with the first infantry aboard the first fleet."""
    return act(position(where, keys), ("load", piece(MAN)))


def points(s: Any, keys: str) -> int:
    return points_of(s, tuple(pieces(keys)))


# Where fleets go


@pytest.mark.clause("8.2a", "8.14b")
def test_fleets_keep_to_water() -> None:
    s = act(position(PORT, SHIP), ("stack", hex_id(PORT)), ("piece", piece(SHIP)))
    assert set(hexes(s, "go")) == {"2209", "2310", "2110"}
    assert refusal(s, ("go", hex_id("2111"))).clause == "8.14b"
    assert refusal(s, ("go", hex_id("2211"))).clause == "8.14b"


@pytest.mark.clause("8.2b", "8.14b", "TEC-river")
def test_fleets_enter_the_land_along_its_rivers_only() -> None:
    s = act(position(RIVER_PORT, SHIP), ("stack", hex_id(RIVER_PORT)), ("piece", piece(SHIP)))
    assert hexes(s, "go") == ["1108", "1110", "1009"]
    s = march(position(RIVER_PORT, SHIP), SHIP, UP, UPPER)
    assert points(s, SHIP) == 2 + 2


@pytest.mark.clause("TEC-coastal", "TEC-sea", "8.23")
def test_a_fleet_pays_two_at_sea_and_one_on_a_coast_and_may_stay_at_sea() -> None:
    s = march(position(PORT, SHIP), SHIP, SEA)
    assert (at(s, SHIP), points(s, SHIP)) == (SEA, 2)
    s = march(s, SHIP, SEA2, COAST)
    assert points(s, SHIP) == 2 + 2 + 1


@pytest.mark.clause("TEC-coastal", "TEC-river")
def test_a_river_mouth_costs_one_from_the_sea_and_two_from_the_river() -> None:
    assert points(march(position("1813", SHIP), SHIP, "1714"), SHIP) == 2
    assert points(march(position("1714", SHIP), SHIP, "1614", "1714"), SHIP) == 2 + 1


# Embarking


@pytest.mark.clause("8.21a", "8.21b", "8.21e")
def test_land_units_in_a_port_embark_one_to_a_fleet_before_anybody_moves() -> None:
    s = position(PORT, f"{SHIP} {MAN} stavror-cavalry-1 stavror-siege-train rocriders-1")
    assert set(operands(s, "load")) == set(pieces(f"{MAN} stavror-cavalry-1 stavror-siege-train"))
    assert refusal(s, ("load", piece("rocriders-1"))).clause == "8.21a"
    put(s, RIVER_PORT, "stavror-cavalry-2")
    assert refusal(s, ("load", piece("stavror-cavalry-2"))).reason == "why.no-ship"
    s = act(s, ("load", piece("stavror-cavalry-1")))
    assert s.cargo == {piece(SHIP): piece("stavror-cavalry-1")}
    assert asked(s) == ("Movement", KINGDOMS), "no fleet has room any more"
    assert not operands(s, "load")
    (entry,) = told(s, "embark")
    assert (entry.clauses, entry.data) == (
        ("8.21a",), {"unit": piece("stavror-cavalry-1"), "ship": piece(SHIP), "hex": hex_id(PORT)})  # fmt: skip


@pytest.mark.clause("8.21a")
def test_nobody_embarks_without_a_port() -> None:
    s = position(COAST, f"{SHIP} {MAN}")
    assert asked(s) == ("Movement", KINGDOMS)


@pytest.mark.clause("8.21b")
def test_fleets_that_differ_are_chosen_among() -> None:
    s = position(PORT, f"{SHIP} ferlarie-fleet-1 {MAN} stavror-infantry-2")
    s = act(s, ("load", piece(MAN)))
    assert asked(s) == ("Aboard", KINGDOMS)
    assert GAME.view(s, "Kingdoms").heading.endswith(": Movement Phase, embarking")
    s = act(s, ("ship", piece("ferlarie-fleet-1")))
    assert s.cargo == {piece("ferlarie-fleet-1"): piece(MAN)}
    assert refusal(s, ("load", piece(MAN))).clause == "8.21b"
    s = act(s, ("load", piece("stavror-infantry-2")))
    assert len(s.cargo) == 2
    last = position(PORT, f"{SHIP} ferlarie-fleet-1 {MAN}")
    last = act(last, ("load", piece(MAN)), ("ship", piece(SHIP)))
    assert asked(last) == ("Movement", KINGDOMS)


@pytest.mark.clause("8.21a", "18.22a")
def test_a_monster_neither_embarks_nor_carries_anybody() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(16))
    put(s, PORT, f"{SHIP} {MAN}")
    put(s, PORT, "ssstoth slug", ALLIANCE)
    s.flow.append(Movement(KINGDOMS))
    s = run(s, Embarkation())
    assert operands(s, "load") == [piece(MAN)]
    assert act(s, ("load", piece(MAN))).cargo == {piece(SHIP): piece(MAN)}


@pytest.mark.clause("8.11d", "8.21c", "8.21d")
def test_cargo_sails_with_its_ship_which_alone_pays() -> None:
    s = march(loaded(), SHIP, SEA, SEA2)
    assert at(s, MAN) == SEA2
    assert points(s, SHIP) == 4
    assert piece(MAN) not in s.trails
    s = act(march(loaded(), SHIP, SEA, halt=False), ("halt", 0), ("stack", hex_id(SEA)))
    assert refusal(s, ("piece", piece(MAN))).clause == "8.21c"


@pytest.mark.clause("8.12b", "8.21d")
def test_a_fleet_lost_on_the_way_takes_its_cargo_down_beside_the_loss() -> None:
    s = march(loaded(PORT, f"{SHIP} stavror-fleet-2 {MAN}"), f"{SHIP} stavror-fleet-2", SEA)
    s = run(s, Attrition(), rolls=[("attrition", 6)])
    assert asked(s) == ("AttritionLosses", KINGDOMS)
    assert set(operands(s, "lose")) == set(pieces(f"{SHIP} stavror-fleet-2"))
    s = act(s, ("lose", piece(SHIP)))
    assert [s.where[p] for p in pieces(f"{SHIP} {MAN}")] == [POOL, POOL]
    assert at(s, "stavror-fleet-2") == SEA


# Landing


@pytest.mark.clause("8.22a", "8.22b", "8.22d")
def test_cargo_lands_on_a_coast_as_a_stack_of_its_own_and_moves_no_more() -> None:
    s = march(loaded(), SHIP, SEA, SEA2, halt=False)
    assert refusal(s, ("land", piece(MAN))).clause == "8.22a"
    s = act(s, ("go", hex_id(COAST)), ("land", piece(MAN)), ("go", hex_id(SEA2)), ("halt", 0))
    assert (at(s, MAN), points(s, MAN), points(s, SHIP)) == (COAST, 5, 7)
    assert hex_id(COAST) not in operands(s, "stack")
    put(s, COAST, "rocriders-1")
    s = act(s, ("stack", hex_id(COAST)))
    assert refusal(s, ("piece", piece(MAN))).clause == "8.22d"


@pytest.mark.clause("8.22b", "8.1b")
def test_landed_units_roll_apart_when_the_fleet_goes_on() -> None:
    s = march(loaded(), SHIP, SEA, COAST, halt=False)
    s = act(s, ("land", piece(MAN)), ("go", hex_id(SEA)), ("halt", 0))
    s = run(s, Attrition(), rolls=[("attrition", 1), ("attrition", 1)])
    assert sorted(entry.data["points"] for entry in told(s, "attrition-none")) == [3, 5]


@pytest.mark.clause("8.22c")
def test_landed_units_and_a_fleet_that_stays_roll_together() -> None:
    s = act(march(loaded(), SHIP, SEA, COAST, halt=False), ("land", piece(MAN)), ("halt", 0))
    s = run(s, Attrition(), rolls=[("attrition", 1)])
    assert [entry.data["count"] for entry in told(s, "attrition-none")] == [2]


@pytest.mark.clause("8.22a")
def test_what_embarks_at_a_river_port_lands_there_and_nowhere_else_on_the_river() -> None:
    s = march(loaded("1204"), SHIP, "1105", halt=False)
    assert operands(s, "land") == [piece(MAN)], "a river mouth is a coast"
    s = march(loaded(RIVER_PORT), SHIP, "1009", halt=False)
    assert not operands(s, "land")
    assert refusal(s, ("land", piece(MAN))).clause == "8.22a"
    s = act(s, ("go", hex_id(RIVER_PORT)))
    assert operands(s, "land") == [piece(MAN)]


@pytest.mark.clause("8.22a", "8.14d")
def test_cargo_lands_on_the_shore_its_owner_names() -> None:
    s = march(loaded("0614"), SHIP, "0515", "0514", halt=False)
    s = act(s, ("land", piece(MAN)))
    assert asked(s) == ("Shore", KINGDOMS)
    assert act(s, ("shore", 1)).shore == {piece(MAN): 1}


@pytest.mark.clause("8.22a", "TEC-holy")
def test_undead_are_not_carried_into_a_holy_place() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, KINGDOMS, *range(10))
    put(s, "2720", SHIP, LORD)
    raise_undead(s, "2720", MAN, LORD)
    s.flow.append(Movement(NECROMANCER))
    s = run(s, Embarkation())
    s = act(s, ("load", piece(MAN)), ("stack", hex_id("2720")), ("piece", piece(SHIP)))
    s = act(s, ("go", hex_id("2719")))
    assert "2819" not in hexes(s, "go")
    assert refusal(s, ("go", hex_id("2819"))).clause == "TEC-holy"


# Fleets in battle and under a spell


@pytest.mark.clause("8.13b", "9.11b")
def test_cargo_of_enemies_counts_for_those_who_pass() -> None:
    s = loaded()
    s = march(s, SHIP, SEA)
    s.flow.clear()
    put(s, PORT, "white-fleet-1", LORD)
    s.phasing = NECROMANCER
    s = march(run(s, OpenMovement(), Movement(NECROMANCER)), "white-fleet-1", SEA, SEA2)
    assert points(s, "white-fleet-1") == 2 + (1 + 1) + 2


@pytest.mark.clause("9.26c")
def test_the_fleets_last_hex_is_where_its_cargo_came_from() -> None:
    s = march(loaded(), SHIP, SEA, COAST, halt=False)
    s = act(s, ("land", piece(MAN)), ("halt", 0))
    assert came_from(s, hex_id(COAST)) == [hex_id(SEA)]


@pytest.mark.clause("13.31")
def test_call_wind_halves_the_sum_for_fleets_that_sail_with_the_caster() -> None:
    s = position(PORT, f"{SHIP} skydor")
    s.charms = ((piece("skydor"), CALL_WIND),)
    assert points(march(s, f"{SHIP} skydor", SEA, SEA2, COAST), SHIP) == (2 + 2 + 1) // 2
    assert points(march(s, SHIP, SEA, SEA2, COAST), SHIP) == 5


@pytest.mark.clause("13.31")
def test_call_wind_helps_nobody_ashore() -> None:
    s = position("2011", f"{MAN} skydor")
    s.charms = ((piece("skydor"), CALL_WIND),)
    assert points(march(s, f"{MAN} skydor", "2111", "2211"), MAN) == 4


@pytest.mark.clause("8.12a", "13.31")
def test_without_points_there_is_no_roll() -> None:
    s = position(PORT, f"{SHIP} skydor")
    s.charms = ((piece("skydor"), CALL_WIND),)
    s = run(march(s, f"{SHIP} skydor", COAST), Attrition())
    assert not told(s, "attrition-none")
    assert at(s, SHIP) == COAST


@pytest.mark.clause("6.11b", "6.11c")
def test_a_fleet_wakes_whose_coast_it_comes_to_and_nobody_at_sea() -> None:
    s = bare(phasing=NECROMANCER)
    put(s, SEA2, "white-fleet-1", LORD)
    s.flow.append(Movement(NECROMANCER))
    s = march(s, "white-fleet-1", SEA, halt=False)
    assert not told(s, "activate")
    assert act(s, ("go", hex_id(COAST))).control[ZOLAHAURESLOR] == KINGDOMS


@pytest.mark.clause("8.14d")
def test_a_fleet_does_not_cross_the_land_between_two_seas() -> None:
    come = march(position("1620", SHIP), SHIP, "1621", halt=False)
    assert set(hexes(come, "go")) == {"1521", "1620"}
    assert refusal(come, ("go", hex_id("1722"))).clause == "8.14b"
    there = act(position("1621", SHIP), ("stack", hex_id("1621")), ("piece", piece(SHIP)))
    assert set(hexes(there, "go")) == {"1521", "1620", "1622", "1722"}


@pytest.mark.clause("8.14d")
def test_a_fleet_remembers_the_sea_it_came_by_until_it_leaves() -> None:
    come = march(position("1620", SHIP), SHIP, "1621")
    assert come.waters == {piece(SHIP): 1}
    gone = march(come, SHIP, "1620", halt=False)
    assert gone.waters == {}


@pytest.mark.clause("13.31", "13.32a")
def test_call_wind_lasts_for_the_game_turn_and_fly_for_the_segment() -> None:
    """Skydor's kingdom is betrayed, so its fleets sail a second time in the same game-turn."""
    s = position(PORT, f"{SHIP} skydor")
    s.charms = ((piece("skydor"), CALL_WIND), (piece("skydor"), FLY))
    s = run(march(s, f"{SHIP} skydor", SEA), Attrition(), OpenMovement(), rolls=[1])
    assert s.charms == ((piece("skydor"), CALL_WIND),)
    s.flow = [Movement(KINGDOMS)]
    assert points(march(s, f"{SHIP} skydor", SEA2, COAST), SHIP) == (2 + 1) // 2
    assert run(s, RenewMagic()).charms == ()


@pytest.mark.clause("8.21a")
def test_the_first_monster_is_no_unit_to_be_loaded() -> None:
    s = position(PORT, f"{SHIP} {MAN}")
    put(s, PORT, "slug", 0)
    assert refusal(s, ("load", piece("slug"))).reason == "why.not-yours"

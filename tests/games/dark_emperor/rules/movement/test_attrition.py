"""Attrition: one roll for each stack that has moved (8.1, 8.12)."""

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
    march,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE, POOL
from palatine.games.dark_emperor.components.tables import ALL, losses_by_attrition
from palatine.games.dark_emperor.components.world import hex_id
from palatine.games.dark_emperor.rules.movement.attrition import Attrition, points_of
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.state import Leg

INLAND, NEXT, BEYOND = "2011", "2111", "2211"
MEN = "stavror-infantry-1 stavror-infantry-2 stavror-infantry-3"


def position(where: str, keys: str) -> Any:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(16))
    put(s, where, keys)
    return run(s, OpenMovement(), Movement(KINGDOMS))


def suffer(s: Any, *rolls: int) -> Any:
    return run(s, Attrition(), rolls=[("attrition", roll) for roll in rolls])


def weary(keys: str, points: int) -> Any:
    """Return pieces that have spent these points on the way to a hex."""
    s = position(NEXT, keys)
    for p in pieces(keys):
        s.origin[p] = hex_id(INLAND)
        s.trails[p] = (Leg(hex_id(NEXT), points),)
    return s


def rolls_told(s: Any) -> list[tuple[int, int]]:
    """Return points and units of every attrition roll."""
    found = [entry for entry in s.journal if entry.kind in ("attrition", "attrition-none")]
    return sorted((entry.data["points"], entry.data["count"]) for entry in found)


@pytest.mark.clause("8.1a", "8.1d")
def test_a_stack_that_stays_together_rolls_once() -> None:
    s = suffer(march(position(INLAND, MEN), MEN, NEXT, BEYOND), 1)
    assert rolls_told(s) == [(4, 3)]


@pytest.mark.clause("8.1b", "8.1d")
def test_those_who_part_roll_apart() -> None:
    s = march(position(INLAND, MEN), MEN, NEXT)
    s = march(s, "stavror-infantry-1", BEYOND)
    assert rolls_told(suffer(s, 1, 1)) == [(2, 2), (4, 1)]


@pytest.mark.clause("8.1c", "8.1d")
def test_those_who_meet_roll_apart_too() -> None:
    s = position(INLAND, "stavror-infantry-1")
    put(s, BEYOND, "stavror-infantry-2")
    put(s, NEXT, "stavror-infantry-3")
    s = march(march(s, "stavror-infantry-1", NEXT), "stavror-infantry-2", NEXT)
    assert rolls_told(suffer(s, 1, 1)) == [(2, 1), (2, 1)]


@pytest.mark.clause("8.1a", "8.1d")
def test_those_who_go_one_after_the_other_are_one_stack() -> None:
    s = position(INLAND, "stavror-infantry-1 stavror-infantry-2")
    s = march(march(s, "stavror-infantry-1", NEXT), "stavror-infantry-2", NEXT)
    assert rolls_told(suffer(s, 1)) == [(2, 2)]


@pytest.mark.clause("8.12a", "ATT-1", "ATT-2")
@pytest.mark.parametrize(("points", "roll", "lost"), [(6, 3, 0), (6, 4, 1), (13, 2, 1), (24, 5, 3), (36, 1, 2)])
def test_die_and_points_tell_how_many_are_lost(points: int, roll: int, lost: int) -> None:
    s = suffer(weary(f"{MEN} stavror-infantry-4", points), roll)
    assert len(s.units(KINGDOMS, hex_id(NEXT))) == 4 - lost


@pytest.mark.clause("8.12b", "ATT-3")
def test_thirty_seven_points_are_the_end_of_a_stack() -> None:
    assert losses_by_attrition(37, 1) == ALL
    s = suffer(weary("stavror-infantry-1 rocriders-1 stavror-siege-train farnon", 37), 1)
    assert [s.where[p] for p in pieces("stavror-infantry-1 rocriders-1 stavror-siege-train")] == [POOL] * 3
    assert at(s, "farnon") == NEXT


@pytest.mark.clause("8.12b", "9.33b")
def test_the_phasing_player_picks_and_siege_trains_are_not_spared() -> None:
    s = suffer(weary("stavror-infantry-1 stavror-infantry-2 stavror-siege-train", 6), 6)
    assert asked(s) == ("AttritionLosses", KINGDOMS)
    assert operands(s, "lose") == pieces("stavror-infantry-1 stavror-siege-train")
    assert refusal(s, ("lose", piece("stavror-infantry-2"))).reason == "why.alike"
    assert refusal(s, ("lose", piece("rocriders-1"))).clause == "8.12b"
    s = act(s, ("lose", piece("stavror-siege-train")))
    assert s.where[piece("stavror-siege-train")] == POOL


@pytest.mark.clause("8.12b")
def test_he_picks_until_all_that_is_owed_is_lost() -> None:
    s = suffer(weary(f"{MEN} stavror-siege-train", 20), 5)
    s = act(s, ("lose", piece("stavror-siege-train")))
    assert asked(s) == ("Movement", KINGDOMS), "of the men that are left it does not matter which"
    assert [s.where[p] == POOL for p in pieces(f"{MEN} stavror-siege-train")] == [True, True, False, True]
    s = suffer(weary(f"{MEN} stavror-siege-train", 20), 5)
    s = act(s, ("lose", piece("stavror-infantry-1")))
    assert operands(s, "lose") == pieces("stavror-infantry-2 stavror-siege-train")
    s = act(s, ("lose", piece("stavror-infantry-2")), ("lose", piece("stavror-infantry-3")))
    assert (asked(s), at(s, "stavror-siege-train")) == (("Movement", KINGDOMS), NEXT)


@pytest.mark.clause("8.12b")
def test_of_units_that_are_alike_nobody_is_asked_to_pick() -> None:
    assert asked(suffer(weary(MEN, 6), 6)) == ("Movement", KINGDOMS)


@pytest.mark.clause("8.12b", "8.16c")
def test_a_leader_whose_stack_dissolves_among_enemies_is_tested_then() -> None:
    s = weary("stavror-infantry-1 farnon", 40)
    put(s, NEXT, "greater-vampire-1")
    s = run(s, Attrition(), rolls=[("attrition", 1), ("escape", 6)])
    assert told(s, "death")


@pytest.mark.clause("8.15a", "18.21a")
def test_leaders_and_monsters_have_no_attrition() -> None:
    s = position(INLAND, "farnon")
    put(s, INLAND, "slug", ALLIANCE)
    assert rolls_told(suffer(march(s, "farnon slug", NEXT))) == []


@pytest.mark.clause("8.1d")
def test_who_has_not_moved_does_not_roll() -> None:
    s = position(INLAND, MEN)
    put(s, BEYOND, "greater-vampire-1")
    assert s.side(piece("greater-vampire-1")) == NECROMANCER
    assert rolls_told(suffer(s)) == []


@pytest.mark.clause("13.31")
def test_of_equal_prices_the_one_that_no_wind_halves_is_the_dearest() -> None:
    s = position(NEXT, "stavror-fleet-1 ferlarie-fleet-1")
    for key, windy in (("stavror-fleet-1", True), ("ferlarie-fleet-1", False)):
        s.trails[piece(key)] = (Leg(hex_id(NEXT), 2, windy=windy),)
    assert points_of(s, pieces("stavror-fleet-1")) == 1
    assert points_of(s, pieces("stavror-fleet-1 ferlarie-fleet-1")) == 2

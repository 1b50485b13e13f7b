"""Movement of units, leaders and monsters by land and air (8, 8.1, 8.3, Terrain Chart)."""

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
    bare,
    hexes,
    march,
    marching,
    marching_among_sleepers,
    operands,
    piece,
    put,
    refusal,
    run,
    stack_points,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import FERLARIE, HEXES, NEIGHBOURS, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.common.terrain import exits
from palatine.games.dark_emperor.rules.movement.attrition import Attrition, moved_stacks
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement

"""Settled hexes in a row, without rivers."""
COAST, SEA, SEA2 = "2010", "2009", "2008"
HOLY, BESIDE_HOLY = "2819", "2820"
VAMPIRE = "greater-vampire-1"


# Hexes and their cost


@pytest.mark.clause("18.21a")
def test_a_monster_pays_for_no_hex() -> None:
    s = marching("1309", MAN)
    put(s, "1309", "slug", ALLIANCE)
    s = march(s, "slug", "1209", "1208")
    assert stack_points(s, "slug") == 0
    assert moved_stacks(s) == ()
    assert run(s, Attrition()).journal == s.journal


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
    s = march(marching("1309", key), key, "1209", halt=False)
    assert stack_points(s, key) == settled
    assert stack_points(act(s, ("go", hex_id("1208"))), key) == settled + mountain


@pytest.mark.clause("TEC-sea", "8.14c", "8.31a")
def test_air_units_pay_one_for_the_sea() -> None:
    s = march(marching(COAST, "rocriders-1"), "rocriders-1", SEA, SEA2, SEA, COAST)
    assert stack_points(s, "rocriders-1") == 1 + 1 + 1 + 1


@pytest.mark.clause("8.14c")
def test_air_units_cross_every_hexside_of_the_map() -> None:
    s = marching(COAST, "rocriders-1")
    for h, around in enumerate(NEIGHBOURS):
        assert set(exits(s, piece("rocriders-1"), h)) == {n for n in around if n >= 0}


@pytest.mark.clause("8.11c")
def test_a_mixed_stack_pays_the_dearest_of_its_types_for_each_hex() -> None:
    both = "stavror-infantry-1 stavror-cavalry-1"
    s = march(marching("1309", both), both, "1209", "1208")
    assert stack_points(s, both) == 2 + 4
    apart = march(marching("1309", both), "stavror-infantry-1", "1209", "1208")
    apart = march(apart, "stavror-cavalry-1", "1209", "1208")
    assert stack_points(apart, both) == 2 + 4


@pytest.mark.clause("8.11c", "8.1a")
def test_of_several_ways_between_two_hexes_the_dearest_counts() -> None:
    both = "stavror-infantry-1 stavror-infantry-2"
    s = march(marching(INLAND, both), "stavror-infantry-1", NEXT)
    s = march(s, "stavror-infantry-2", COAST, NEXT)
    assert stack_points(s, both) == 4


@pytest.mark.clause("8.11a")
@pytest.mark.parametrize(("hounds", "price"), [("cavalry", 1), ("infantry", 2)])
def test_hounds_march_as_cavalry_unless_the_table_wants_them_on_foot(hounds: str, price: int) -> None:
    s = march(marching(INLAND, "hounds-1", hounds=hounds), "hounds-1", NEXT)
    assert stack_points(s, "hounds-1") == price


@pytest.mark.clause("8.1a")
def test_nobody_joins_a_stack_on_the_march() -> None:
    s = marching(INLAND, "stavror-infantry-1")
    put(s, NEXT, "stavror-infantry-2")
    s = march(s, "stavror-infantry-1", NEXT, halt=False)
    assert not operands(s, "piece")
    assert refusal(s, ("piece", piece("stavror-infantry-2"))).clause == "8.1a"


# Through enemies


@pytest.mark.clause("8.13a", "8.13b", "8.13c")
def test_passing_enemies_costs_their_strength_and_stopping_there_does_not() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "greater-vampire-1 greater-vampire-2")
    s = march(s, MAN, NEXT, halt=False)
    assert stack_points(s, MAN) == 2
    assert stack_points(act(s, ("go", hex_id(BEYOND))), MAN) == 2 + (3 + 3) + 2


@pytest.mark.clause("8.13b")
def test_who_halts_among_enemies_and_goes_on_later_has_passed_them() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, VAMPIRE)
    s = march(march(s, MAN, NEXT), MAN, BEYOND)
    assert stack_points(s, MAN) == 2 + 3 + 2


@pytest.mark.clause("8.13b")
def test_every_passage_is_paid() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, VAMPIRE)
    assert stack_points(march(s, MAN, NEXT, BEYOND, NEXT, INLAND), MAN) == 2 + 3 + 2 + 2 + 3 + 2


@pytest.mark.clause("8.13a")
def test_leaving_the_enemies_one_began_with_is_free() -> None:
    s = marching(INLAND, MAN)
    put(s, INLAND, VAMPIRE)
    assert stack_points(march(s, MAN, NEXT), MAN) == 2


@pytest.mark.clause("8.13b")
def test_monsters_count_siege_trains_and_walls_do_not() -> None:
    s = marching("2211", MAN)
    put(s, "2311", "necromancers-siege-train")
    put(s, "2311", "slug", LORD)
    assert stack_points(march(s, MAN, "2311", "2411"), MAN) == 2 + 6 + 2


@pytest.mark.clause("8.13b", "6.11a")
def test_a_kingdom_woken_by_the_passage_makes_it_dear() -> None:
    s = marching_among_sleepers(INLAND, "greater-vampire-1")
    put(s, NEXT, "imperial-legion-i")
    s = march(s, "greater-vampire-1", NEXT, BEYOND)
    assert s.control[ZOLAHAURESLOR] == KINGDOMS
    assert stack_points(s, "greater-vampire-1") == 1 + 3 + 1


# Asking and refusing


@pytest.mark.clause("8")
def test_only_own_pieces_that_can_set_out_are_offered() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, VAMPIRE)
    assert hexes(s, "stack") == [INLAND]
    assert refusal(s, ("stack", hex_id(NEXT))).clause == "8"
    s = act(s, ("stack", hex_id(INLAND)))
    assert refusal(s, ("go", hex_id(NEXT))).clause == "8"
    assert refusal(s, ("piece", piece(VAMPIRE))).clause == "8"
    s = act(s, ("piece", piece(MAN)))
    assert refusal(s, ("go", hex_id("2414"))).clause == "8"
    assert act(s, ("halt", 0)).origin == {}


@pytest.mark.clause("8")
def test_every_hex_of_a_march_is_told() -> None:
    s = march(marching(INLAND, f"{MAN} farnon"), f"{MAN} farnon", NEXT, BEYOND)
    group = (piece(MAN), piece("farnon"))
    way = [(INLAND, NEXT, False), (NEXT, BEYOND, True)]
    assert [(entry.clauses, entry.data) for entry in told(s, "march")] == [
        (("8",), {"side": KINGDOMS, "hex": hex_id(h), "to": hex_id(n), "group": group, "onward": onward})
        for h, n, onward in way
    ]


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


@pytest.mark.clause("8")
def test_what_is_clicked_that_cannot_be_moved_is_refused_with_the_reason() -> None:
    s = marching(INLAND, MAN)
    assert refusal(s, ("leave", piece(MAN))).reason == "why.choose-its-hex"
    assert refusal(s, ("stack", hex_id(NEXT))).reason == "why.nothing-of-yours"
    assert refusal(s, ("end", 1)).reason == "why.no-button"
    moved = march(s, MAN, NEXT)
    put(moved, BEYOND, "farnon")
    moved.stopped = (piece("farnon"),)
    moved.invalidate_actions()
    assert refusal(moved, ("stack", hex_id(BEYOND))).reason == "why.stays", "he has stopped there"
    on = act(s, ("stack", hex_id(INLAND)), ("piece", piece(MAN)))
    assert refusal(on, ("go", HEXES)).reason == "why.no-hex"
    assert refusal(on, ("piece", piece("padrech-dar-choim"))).reason == "why.not-there", "he is off the map"


@pytest.mark.clause("8")
def test_the_movement_segment_ends_when_its_player_says_so() -> None:
    assert act(marching(INLAND, MAN), ("end", 0)).flow == []

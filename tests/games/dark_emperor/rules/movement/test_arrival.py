"""Encounters of pieces on the way, and the Mercenary Holding Box (6.11, 9.33, 19.1)."""

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
    arm,
    at,
    hexes,
    lay,
    march,
    marching,
    marching_among_sleepers,
    on_the_march,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    stack_points,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE, BOX, DEVICES, INACTIVE, SLUG
from palatine.games.dark_emperor.components.world import HEXES, STARKEEP, ZOLAHAURESLOR, hex_id, hex_name
from palatine.games.dark_emperor.rules.common.terrain import came_from
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement

COAST, SEA, SEA2 = "2010", "2009", "2008"
HOLY, BESIDE_HOLY = "2819", "2820"
VAMPIRE = "greater-vampire-1"


@pytest.mark.clause("9.33d", "8.13a")
def test_a_lone_siege_train_is_taken_in_passing_and_stays() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "necromancers-siege-train")
    s = march(s, MAN, NEXT, BEYOND)
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS
    assert stack_points(s, MAN) == 4
    assert NEXT not in hexes(s, "stack")


@pytest.mark.clause("9.33d")
def test_a_siege_train_that_is_guarded_is_not_taken() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "necromancers-siege-train greater-vampire-1")
    s = march(s, MAN, NEXT, BEYOND)
    assert s.side(piece("necromancers-siege-train")) == NECROMANCER


@pytest.mark.clause("9.26c")
def test_who_has_gone_on_did_not_come_into_a_hex_to_fight() -> None:
    s = marching(INLAND, f"{MAN} stavror-infantry-2")
    put(s, NEXT, VAMPIRE)
    s = march(march(s, MAN, NEXT, BEYOND), "stavror-infantry-2", COAST, NEXT)
    assert came_from(s, hex_id(NEXT)) == [hex_id(COAST)]


@pytest.mark.clause("9.33d")
def test_a_monster_takes_a_lone_siege_train_too() -> None:
    s = marching(INLAND, MAN)
    put(s, INLAND, "slug", ALLIANCE)
    put(s, NEXT, "necromancers-siege-train")
    s = march(s, "slug", NEXT)
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS


@pytest.mark.clause("8.16c", "9.27e")
def test_riding_by_harms_no_leader_and_takes_no_device() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "padrech-dar-choim")
    s = run(march(s, MAN, NEXT, BEYOND), Attrition(), rolls=[("attrition", 1)])
    assert at(s, "padrech-dar-choim") == NEXT


@pytest.mark.clause("8.16c")
def test_a_leader_is_tested_when_enemies_have_stopped_with_him() -> None:
    s = marching(INLAND, MAN)
    put(s, NEXT, "padrech-dar-choim")
    s = run(march(s, MAN, NEXT), Attrition(), rolls=[("attrition", 1), ("escape", 6)])
    assert told(s, "death.for-a-time")


@pytest.mark.clause("8.16c", "6.11a")
def test_waking_a_kingdom_tests_nobody_whom_the_stack_only_passes() -> None:
    s = marching_among_sleepers(INLAND, VAMPIRE)
    put(s, NEXT, "stav-farren")
    s = march(s, VAMPIRE, NEXT, BEYOND)
    assert told(s, "activate")
    assert at(s, "stav-farren") == NEXT


@pytest.mark.clause("9.27e", "15.14b")
def test_a_device_left_alone_among_enemies_is_captured_when_attrition_is_done() -> None:
    s = marching(INLAND, f"{MAN} stavror-infantry-2 farnon")
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
    s = marching(INLAND, f"{MAN} farnon paisach")
    arm(s, "farnon", "sword-loslom")
    s = act(s, ("drop", piece("sword-loslom")))
    assert s.left_by == {piece("sword-loslom"): KINGDOMS}
    assert not told(run(s, Attrition()), "device.captured")
    s = act(s, ("take", piece("sword-loslom")), ("to", piece("paisach")))
    assert s.left_by == {}


@pytest.mark.clause("9.27e")
def test_a_device_nobody_has_had_is_nobodys_to_capture() -> None:
    s = marching(INLAND, f"{MAN} farnon")
    lay(s, INLAND, "sword-loslom")
    assert not told(run(s, Attrition()), "device.captured")


@pytest.mark.clause("19.1a", "19.1b")
def test_leaders_go_to_the_box_and_come_back_in_a_later_segment() -> None:
    s = marching(INLAND, f"{MAN} farnon")
    assert not operands(on_the_march(s, f"{MAN} farnon"), "box")
    assert refusal(on_the_march(s, f"{MAN} farnon"), ("box", 0)).clause == "19.1b"
    s = act(on_the_march(s, "farnon"), ("box", 0))
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
    assert s.origin[piece("farnon")] == hex_id(BEYOND), "he has come there in this segment"
    (entry,) = told(s, "from-box")
    assert (entry.clauses, entry.data) == (("19.1b",), {"leader": piece("farnon"), "hex": hex_id(BEYOND)})
    assert refusal(act(s, ("stack", hex_id(BEYOND))), ("piece", piece("farnon"))).clause == "8.16a"


@pytest.mark.clause("19.1b", "TEC-holy", "13.11a")
def test_from_the_box_nobody_comes_where_he_could_not_be() -> None:
    s = marching(INLAND, "mezal", phasing=NECROMANCER)
    s.lift(pieces("mezal"), BOX)
    s.flames = ((hex_id(NEXT), NECROMANCER),)
    s = act(run(s), ("leave", piece("mezal")))
    assert refusal(s, ("to", hex_id(HOLY))).clause == "TEC-holy"
    assert refusal(s, ("to", hex_id(NEXT))).clause == "13.11a"
    assert act(s, ("stay", 0)).where[piece("mezal")] == BOX


@pytest.mark.clause("19.1b", "8.17", "6.15", "6.14b")
def test_who_comes_from_the_box_wakes_no_kingdom_stops_at_a_marker_and_wakes_a_holy_place() -> None:
    s = marching_among_sleepers(INLAND, VAMPIRE)
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


@pytest.mark.clause("19.1b")
def test_from_the_box_nobody_comes_off_the_map() -> None:
    s = marching(INLAND, "mezal", phasing=NECROMANCER)
    s.lift(pieces("mezal"), BOX)
    put(s, hex_name(0), "stavror-infantry-1")
    s = act(run(s), ("leave", piece("mezal")))
    assert refusal(s, ("to", HEXES)).reason == "why.no-hex"
    assert refusal(s, ("to", 0)).clause == "8.16a"


@pytest.mark.clause("19.1b")
def test_padrech_the_first_of_all_leaders_may_go_to_the_box() -> None:
    s = marching(INLAND, "padrech-dar-choim", phasing=NECROMANCER)
    s = on_the_march(s, "padrech-dar-choim")
    assert ("box", 0) in s.flow[-1].actions(s)
    assert refusal(s, ("box", 1)).clause == "19.1b"
    assert s.flow[-1].refuse(s, ("box", 0)) is None
    assert act(s, ("box", 0)).where[piece("padrech-dar-choim")] == BOX

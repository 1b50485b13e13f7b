"""Activation and betrayal (6.1, 6.2)."""

from __future__ import annotations

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
    new_state,
    piece,
    put,
    raise_undead,
    run,
    told,
    wake,
)
from palatine.core import Refusal
from palatine.games.dark_emperor.components.pieces import BOX, GROUP_POWERS, INACTIVE, NO_POWER, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    KELARON,
    LAMMARECH,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
    hex_id,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.monsters import gain_monster
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embarkation
from palatine.games.dark_emperor.rules.realm import activation
from palatine.games.dark_emperor.rules.realm.betrayal import Betray, betray
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits
from palatine.games.dark_emperor.state import Leg

# Betrayal


def betrayable() -> Any:
    """Return a match with Stavror and Tal Pletor on the Necromancer's side.

    The Kingdoms player is asked to recruit.
    """
    s = new_state()
    wake(s, NECROMANCER, STAVROR, TAL_PLETOR)
    wake(s, KINGDOMS, KELARON)
    s.flow.append(RecruitUnits(KINGDOMS))
    s.gold[KELARON] = 30
    s.phasing = KINGDOMS
    return s


@pytest.mark.clause("6.16a")
def test_the_necromancer_may_betray_his_kingdoms_whoever_is_asked() -> None:
    s = betrayable()
    assert GAME.interrupt_actions(s, "Necromancer") == [("betray", STAVROR), ("betray", TAL_PLETOR)]
    assert GAME.interrupt_actions(s, "Kingdoms") == []
    assert GAME.actions(s, "Necromancer") == [("betray", STAVROR), ("betray", TAL_PLETOR)]
    assert GAME.explain(s, "Kingdoms", ("betray", STAVROR)) is not None
    assert GAME.explain(s, "Necromancer", ("betray", STAVROR)) is None
    found = GAME.explain(s, "Necromancer", ("betray", ZOLAHAURESLOR))
    assert isinstance(found, Refusal)
    after = GAME.play(s, "Necromancer", ("betray", STAVROR))
    assert after.flow == [RecruitUnits(KINGDOMS)], "the other player decides on where he was"
    assert after.control[STAVROR] == KINGDOMS


@pytest.mark.clause("6.16a")
def test_in_his_own_turn_too() -> None:
    s = betrayable()
    s.flow[:] = [Movement(NECROMANCER)]
    s.phasing = NECROMANCER
    assert ("betray", TAL_PLETOR) in GAME.actions(s, "Necromancer")
    choices = GAME.view(s, "Necromancer").choices
    assert [choice.on for choice in choices if choice.verb == "betray"] == ["button"] * 2


@pytest.mark.clause("6.16a")
def test_not_in_the_middle_of_a_resolution() -> None:
    s = betrayable()
    s.flow[:] = [activation.AutomaticActivation()]
    assert GAME.interrupt_actions(s, "Necromancer") == []


@pytest.mark.clause("6.16a")
def test_only_kingdoms_under_his_control_can_be_betrayed() -> None:
    s = betrayable()
    wake(s, NECROMANCER, GROUP_POWERS[0])
    assert [k for _, k in Betray().actions(s, NECROMANCER)] == [STAVROR, TAL_PLETOR]
    s.lands[STAVROR] = KELARON
    assert ("betray", STAVROR) in Betray().actions(s, NECROMANCER), "a conquered one too"


@pytest.mark.clause("6.16b")
def test_all_that_is_the_kingdoms_own_changes_sides() -> None:
    s = betrayable()
    s.flow.clear()
    montoy, saar = GROUP_POWERS[0], GROUP_POWERS[2]
    wake(s, NECROMANCER, montoy, saar)
    s.patron[0], s.patron[2] = STAVROR, LORD
    put(s, "1818", "montoys-rebels-1 lord-montoy saarlumen-1 saar")
    s.gold[STAVROR], s.lands[LAMMARECH] = 17, STAVROR
    raise_undead(s, "1820", "stavror-infantry-11", LORD)
    put(s, "1820", "greater-vampire-1")
    s.where[piece("stav-farren")] = hex_id("1820")
    betray(s, STAVROR)
    assert piece("stavror-infantry-1") in s.units(KINGDOMS, hex_id("1820"))
    assert piece("stav-farren") in s.leaders(KINGDOMS, hex_id("1820"))
    assert at(s, "staff-of-waters") == "1820"
    assert (s.gold[STAVROR], s.lands[LAMMARECH]) == (17, STAVROR)
    here = s.units(NECROMANCER, hex_id("1820"))
    assert here == [piece("stavror-infantry-11"), piece("greater-vampire-1")], "undead and vampires are his"
    assert s.units(KINGDOMS, hex_id("1818"))[-1] == piece("montoys-rebels-1"), "assigned to Stavror"
    assert s.units(NECROMANCER, hex_id("1818")) == [piece("saarlumen-1")], "assigned to the Necromancer"
    assert told(s, "betray")[0].data == {"kingdom": STAVROR}


@pytest.mark.clause("6.16b", "9a")
def test_stacks_now_mixed_stay_and_fight() -> None:
    s = betrayable()
    s.flow.clear()
    put(s, "1607", "greater-vampire-1")
    put(s, "1607", "stavror-infantry-11")
    betray(s, STAVROR)
    after = run(s)
    h = hex_id("1607")
    assert (after.units(0, h), after.units(1, h)) == ([piece("greater-vampire-1")], [piece("stavror-infantry-11")])
    fought = run(after, Battles(), rolls=[("combat", 6)])
    assert fought.units(1, h) == [], "beaten by three to one"


@pytest.mark.clause("6.16b", "8.16c")
def test_leaders_left_alone_among_enemies_by_a_betrayal_are_tested_at_once() -> None:
    s = betrayable()
    put(s, "1820", "mezal")
    with pytest.raises(AssertionError, match="ran out"):
        run(s_with_betrayal(s))
    after = run(s_with_betrayal(s), rolls=[("escape", 6)])
    assert after.where[piece("mezal")] == POOL
    assert after.flow == [RecruitUnits(KINGDOMS)]


def s_with_betrayal(s: Any) -> Any:
    twin = s.copy()
    twin.journal = []
    betray(twin, STAVROR)
    return twin


@pytest.mark.clause("6.16a")
def test_a_betrayal_leaves_nobody_with_a_question_that_has_one_answer() -> None:
    s = bare()
    wake(s, NECROMANCER, STAVROR)
    put(s, "2020", "stavror-infantry-1 stavror-fleet-1")
    s = run(s, Embarkation(), Movement(NECROMANCER))
    assert asked(s) == ("Embark", NECROMANCER)
    s = GAME.play(s, "Necromancer", ("betray", STAVROR))
    assert asked(s) == ("Movement", NECROMANCER), "whose end is asked for every time"


@pytest.mark.clause("6.16a", "9b")
def test_a_battle_that_a_betrayal_has_settled_is_not_asked_for() -> None:
    s = bare()
    wake(s, NECROMANCER, STAVROR)
    wake(s, KINGDOMS, LAMMARECH)
    put(s, "1607", "stavror-infantry-1 lammarech-cavalry-1")
    put(s, "1610", "greater-vampire-1 lammarech-cavalry-2")
    put(s, "1611", "greater-vampire-2 lammarech-cavalry-3")
    s = run(s, Battles())
    assert hexes(s, "fight") == ["1607", "1610", "1611"]
    s = GAME.play(s, "Necromancer", ("betray", STAVROR))
    assert hexes(s, "fight") == ["1610", "1611"]


@pytest.mark.clause("6.16b", "15.7b")
def test_undead_legions_return_to_who_raised_them_when_the_staff_is_betrayed() -> None:
    s = bare()
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    wake(s, KINGDOMS, STAVROR)
    put(s, "2414", "nikon-v")
    arm(s, "nikon-v", "staff-of-empire")
    (legion,) = raise_undead(s, "2414", "imperial-legion-i", LORD)
    s.legions = {legion: STAVROR}
    s.wielded = {piece("nikon-v"): (piece("staff-of-empire"),)}
    betray(s, ZOLAHAURESLOR)
    assert (s.power[legion], s.legions) == (STAVROR, {})


@pytest.mark.clause("6.16b", "8.16c", "15.7b")
def test_whom_a_betrayal_leaves_alone_with_released_legions_is_tested() -> None:
    s = bare()
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    wake(s, KINGDOMS, STAVROR)
    put(s, "2414", "nikon-v mezal")
    arm(s, "nikon-v", "staff-of-empire")
    (legion,) = raise_undead(s, "2414", "imperial-legion-i", LORD)
    s.legions = {legion: STAVROR}
    s.wielded = {piece("nikon-v"): (piece("staff-of-empire"),)}
    betray(s, ZOLAHAURESLOR)
    s = run(s, rolls=[("escape", 6)])
    assert (s.side(legion), at(s, "nikon-v")) == (KINGDOMS, "2414")
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("mezal")]


@pytest.mark.clause("6.16b", "19.1b")
def test_betrayed_leaders_stay_where_they_are() -> None:
    s = betrayable()
    s.lift((piece("stav-farren"),), BOX)
    betray(s, STAVROR)
    assert s.where[piece("stav-farren")] == BOX
    assert s.side(piece("stav-farren")) == KINGDOMS


@pytest.mark.clause("6.16b", "8.22a")
def test_cargo_of_the_other_side_goes_ashore_where_there_is_land() -> None:
    s = betrayable()
    s.flow.clear()
    put(s, "2020", "stavror-fleet-4 necromancers-siege-train greater-vampire-1")
    s.cargo[piece("stavror-fleet-4")] = piece("necromancers-siege-train")
    betray(s, STAVROR)
    after = run(s)
    assert after.cargo == {}
    assert after.side(piece("necromancers-siege-train")) == NECROMANCER
    assert at(after, "necromancers-siege-train") == "2020"


@pytest.mark.clause("6.16b", "8.22a")
def test_cargo_of_its_fleets_own_side_stays_aboard_after_a_betrayal() -> None:
    s = betrayable()
    s.flow.clear()
    put(s, "2020", "stavror-fleet-4 stavror-fleet-3 necromancers-siege-train stavror-infantry-1")
    s.cargo = {
        piece("stavror-fleet-3"): piece("stavror-infantry-1"),
        piece("stavror-fleet-4"): piece("necromancers-siege-train"),
    }
    betray(s, STAVROR)
    s = run(s)
    assert s.cargo == {piece("stavror-fleet-3"): piece("stavror-infantry-1")}
    assert [entry.data["unit"] for entry in told(s, "land")] == [piece("necromancers-siege-train")]


@pytest.mark.clause("6.16b")
def test_up_a_river_it_goes_ashore_too() -> None:
    s = betrayable()
    s.flow.clear()
    put(s, "2410", "stavror-fleet-4 kings-guard-1")
    s.cargo[piece("stavror-fleet-4")] = piece("kings-guard-1")
    betray(s, TAL_PLETOR)
    assert run(s).cargo == {}


@pytest.mark.clause("6.16b")
def test_at_sea_cargo_shares_its_fleets_fate_and_owner() -> None:
    s = betrayable()
    s.flow.clear()
    put(s, "0101", "stavror-fleet-4 necromancers-siege-train")
    s.cargo[piece("stavror-fleet-4")] = piece("necromancers-siege-train")
    betray(s, STAVROR)
    assert s.cargo == {piece("stavror-fleet-4"): piece("necromancers-siege-train")}
    assert s.power[piece("necromancers-siege-train")] == STAVROR
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS


@pytest.mark.clause("6.16b", "8.12a")
def test_a_stack_betrayed_on_its_march_rolls_in_two_parts_with_the_same_points() -> None:
    s = new_state()
    wake(s, NECROMANCER, STAVROR)
    put(s, "1607", "greater-vampire-1 greater-vampire-2 stavror-cavalry-2")
    wake(s, KINGDOMS, LAMMARECH)
    s = run(s, Movement(NECROMANCER))
    s = act(
        s,
        ("stack", hex_id("1607")),
        *[("piece", piece(key)) for key in ("stavror-cavalry-2", "greater-vampire-1", "greater-vampire-2")],
        *[("go", hex_id(name)) for name in ("1507", "1508")],
        ("halt", 0),
    )  # fmt: skip
    s.flow.clear()
    betray(s, STAVROR)
    after = run(s, Attrition(), rolls=[("attrition", 1), ("attrition", 1)])
    rolled = [(entry.data["side"], entry.data["points"]) for entry in after.journal if "points" in entry.data]
    assert rolled == [(NECROMANCER, 8), (KINGDOMS, 8)], "cavalry over two mountains"
    assert sum([leg.cost for leg in s.trails[piece("greater-vampire-1")]]) == 4, "vampires alone would pay less"


@pytest.mark.clause("6.16b", "8.12b")
def test_of_a_betrayed_part_its_new_owner_picks_the_losses_and_of_the_rest_the_phasing_player() -> None:
    s = new_state()
    wake(s, KINGDOMS, STAVROR)
    mine = put(s, "1607", "greater-vampire-1 lesser-vampire-1")
    theirs = put(s, "1607", "stavror-cavalry-2 stavror-infantry-9")
    for u in (*mine, *theirs):
        s.trails[u], s.origin[u] = (Leg(hex_id("1607"), 10),), hex_id("1608")
    s = run(s, Attrition(), rolls=[("attrition", 4)])
    assert asked(s) == ("AttritionLosses", NECROMANCER)
    s = act(s, ("lose", mine[0]), rolls=[("attrition", 4)])
    assert asked(s) == ("AttritionLosses", KINGDOMS)
    assert {operand for _, operand in s.flow[-1].actions(s)} == set(theirs)


@pytest.mark.clause("6.22")
def test_a_betrayed_kingdom_acts_in_both_player_turns() -> None:
    s = betrayable()
    s.flow[:] = [Movement(NECROMANCER)]
    s.phasing = NECROMANCER
    assert ("stack", hex_id("1820")) in GAME.actions(s, "Necromancer")
    s = GAME.play(s, "Necromancer", ("betray", STAVROR))
    assert ("stack", hex_id("1820")) not in GAME.actions(s, "Necromancer")
    s.phasing = KINGDOMS
    after = run_on(s, Movement(KINGDOMS))
    assert ("stack", hex_id("1820")) in after.flow[-1].actions(after)


def run_on(s: Any, *steps: Any) -> Any:
    s.journal = []
    return run(s, *steps)


@pytest.mark.clause("6.12a", "18.21c")
def test_a_monster_won_in_a_sleeping_kingdom_wakes_it_for_the_other_side() -> None:
    s = bare()
    put(s, "1610", "mezal")
    put(s, "1610", "slug", NO_POWER)
    gain_monster(s, NECROMANCER, piece("slug"))
    assert run(s).control[LAMMARECH] == KINGDOMS
    at_sea = bare()
    put(at_sea, "0101", "mezal")
    put(at_sea, "0101", "slug", NO_POWER)
    gain_monster(at_sea, NECROMANCER, piece("slug"))
    assert run(at_sea).control[:10] == [INACTIVE] * 10

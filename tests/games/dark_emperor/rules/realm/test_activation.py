"""Activation and betrayal (6.1, 6.2)."""

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
    new_state,
    piece,
    put,
    raise_undead,
    run,
    told,
    wake,
)
from palatine.core import Refusal
from palatine.games.dark_emperor.components.pieces import GROUP_POWERS, INACTIVE, NOBODY
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    AHAUTSIERON,
    FERLARIE,
    KELARON,
    LAMMARECH,
    LOYMARECH,
    SCYTHE,
    STARKEEP,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
    hex_id,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.alone import activate, cast_in, provoke
from palatine.games.dark_emperor.rules.characters.monsters import gain_monster
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embarkation
from palatine.games.dark_emperor.rules.realm import activation
from palatine.games.dark_emperor.rules.realm.activation import betray, betrayals
from palatine.games.dark_emperor.rules.realm.recruitment import Recruit
from palatine.games.dark_emperor.state import BOX, POOL


def march(s: Any, seat: int, start: str, key: str, *way: str) -> Any:
    """One piece marches; where it may go on it halts in the last hex."""
    actions: list[Any] = [("stack", hex_id(start)), ("piece", piece(key)), *[("go", hex_id(name)) for name in way]]
    s = run(s, Movement(seat))
    s = act(s, *actions)
    return act(s, ("halt", 0)) if asked(s) == ("March", seat) else s


# Entering


@pytest.mark.clause("6.11a", "6.1b")
def test_a_unit_entering_an_inactive_kingdom_wakes_it_against_its_side() -> None:
    s = new_state()
    put(s, "2705", "greater-vampire-1")
    after = march(s, NECROMANCER, "2705", "greater-vampire-1", "2805", "2806")
    assert after.control[LOYMARECH] == KINGDOMS
    assert told(after, "activate")[0].clauses == ("6.11a",)
    assert at(after, "paisach") == "2808"
    assert piece("paisach") in after.leaders(KINGDOMS, hex_id("2808")), "its leaders come with it"
    put(s, "2705", "ferlarie-fleet-1")
    wake(s, KINGDOMS, FERLARIE)
    s.phasing = KINGDOMS
    other = march(s, KINGDOMS, "2705", "ferlarie-fleet-1", "2706", "2806")
    assert other.control[LOYMARECH] == NECROMANCER


@pytest.mark.clause("6.11a")
def test_it_wakes_when_units_only_move_through() -> None:
    s = new_state()
    put(s, "2705", "greater-vampire-1")
    s = run(s, Movement(NECROMANCER))
    s = act(s, ("stack", hex_id("2705")), ("piece", piece("greater-vampire-1")), ("go", hex_id("2706")))
    assert s.control[LOYMARECH] == INACTIVE
    s = act(s, ("go", hex_id("2806")))
    assert s.control[LOYMARECH] == KINGDOMS, "in the middle of the march"
    assert asked(s) == ("March", NECROMANCER)


@pytest.mark.clause("6.11a", "8.13b")
def test_units_just_woken_cost_those_who_pass_them() -> None:
    s = new_state()
    put(s, "3107", "greater-vampire-1")
    s = march(s, NECROMANCER, "3107", "greater-vampire-1", "3007", "3008")
    legs = s.trails[piece("greater-vampire-1")]
    assert [(leg.cost, leg.passing) for leg in legs] == [(1, 0), (1, 1)], "an infantry of one at Sierech"


@pytest.mark.clause("6.11b", "6.11c")
def test_a_fleet_wakes_a_kingdom_on_its_coast_and_not_at_sea() -> None:
    s = new_state()
    wake(s, NECROMANCER, FERLARIE)
    put(s, "0102", "ferlarie-fleet-1")
    at_sea = march(s, NECROMANCER, "0102", "ferlarie-fleet-1", "0202")
    assert at_sea.control[SCYTHE] == INACTIVE
    landed = march(s, NECROMANCER, "0102", "ferlarie-fleet-1", "0202", "0303")
    assert landed.control[SCYTHE] == KINGDOMS


@pytest.mark.clause("6.15")
def test_leaders_with_devices_wake_nobody() -> None:
    s = bare()
    put(s, "2705", "tol-morn")
    arm(s, "tol-morn", "sword-famir")
    after = march(s, NECROMANCER, "2705", "tol-morn", "2706", "2806")
    assert at(after, "tol-morn") == at(after, "sword-famir") == "2806"
    assert after.control[LOYMARECH] == INACTIVE


@pytest.mark.clause("6.14b", "6.15")
def test_a_leader_of_the_necromancers_in_a_holy_place_wakes_starkeep() -> None:
    s = bare()
    wake(s, NECROMANCER, STAVROR)
    put(s, "2718", "stav-farren")
    after = march(s, NECROMANCER, "2718", "stav-farren", "2818", "2819")
    assert at(after, "stav-farren") == "2819"
    assert after.control[STARKEEP] == KINGDOMS
    assert told(after, "activate")[0].clauses == ("6.14b",)


@pytest.mark.clause("6.14b")
def test_a_leader_of_the_kingdoms_does_not() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR)
    put(s, "2718", "stav-farren")
    after = march(s, KINGDOMS, "2718", "stav-farren", "2818", "2819")
    assert after.control[STARKEEP] == INACTIVE


@pytest.mark.clause("6.11a")
def test_units_that_appear_have_entered() -> None:
    s = bare()
    provoke(s, NECROMANCER, hex_id("2806"))
    assert s.control[LOYMARECH] == KINGDOMS
    provoke(s, KINGDOMS, hex_id("1610"))
    assert s.control[LAMMARECH] == NECROMANCER
    provoke(s, KINGDOMS, hex_id("0101"))
    assert sum([side != INACTIVE for side in s.control[:10]]) == 2, "the sea is nobody's"
    provoke(s, NECROMANCER, hex_id("3519"))
    assert s.control[AHAUTSIERON] == KINGDOMS


@pytest.mark.clause("6.12b")
def test_a_spell_wakes_the_kingdom_it_is_cast_in() -> None:
    s = bare()
    cast_in(s, KINGDOMS, hex_id("1610"))
    assert s.control[LAMMARECH] == NECROMANCER
    assert told(s, "activate")[0].clauses == ("6.12b",)
    cast_in(s, KINGDOMS, hex_id("3519"))
    assert s.control[AHAUTSIERON] == NECROMANCER


@pytest.mark.clause("6.1b", "6.13")
def test_activation_happens_once() -> None:
    s = bare()
    activate(s, LAMMARECH, NECROMANCER, "6.13")
    activate(s, LAMMARECH, KINGDOMS, "6.13")
    provoke(s, NECROMANCER, hex_id("1610"))
    assert s.control[LAMMARECH] == NECROMANCER, "only betrayal and conquest change what is active"
    assert len(told(s, "activate")) == 1


@pytest.mark.clause("6.1b", "8.16c")
def test_rival_envoys_in_a_capital_just_won_are_tested() -> None:
    s = new_state()
    put(s, "1610", "mezal", LORD)
    wake(s, KINGDOMS, STAVROR)
    put(s, "1610", "stav-farren")
    activate(s, LAMMARECH, KINGDOMS, "6.13")
    with pytest.raises(AssertionError, match="ran out"):
        run(s, rolls=[])
    after = run(s, rolls=[("escape", 6)])
    assert after.where[piece("mezal")] == POOL
    assert at(after, "stav-farren") == "1610"


# Inactive kingdoms


@pytest.mark.clause("6.2", "8.16b", "9a")
def test_who_sleeps_does_not_fight() -> None:
    s = new_state()
    put(s, "1610", "mezal")
    assert run(s, Battles()).flow == []
    assert len(s.units(INACTIVE, hex_id("1610"))) == 2


@pytest.mark.clause("6.21")
def test_an_active_kingdom_obeys_its_player() -> None:
    s = new_state()
    wake(s, KINGDOMS, LAMMARECH)
    s.phasing = KINGDOMS
    after = run(s, Movement(KINGDOMS))
    assert hexes(after, "stack") == ["1607", "1610"]
    assert run(s, Movement(NECROMANCER)).flow[-1].actions(s) == [("end", 0)]


# Betrayal


def betrayable() -> Any:
    """Stavror and Tal Pletor with the Necromancer, the Kingdoms player asked to recruit."""
    s = new_state()
    wake(s, NECROMANCER, STAVROR, TAL_PLETOR)
    wake(s, KINGDOMS, KELARON)
    s.flow.append(Recruit(KINGDOMS))
    s.gold[KELARON] = 30
    s.phasing = KINGDOMS
    return s


@pytest.mark.clause("6.16a")
def test_the_necromancer_may_betray_his_kingdoms_whoever_is_asked() -> None:
    s = betrayable()
    assert GAME.interrupts(s, "Necromancer") == [("betray", STAVROR), ("betray", TAL_PLETOR)]
    assert GAME.interrupts(s, "Kingdoms") == []
    assert GAME.actions(s, "Necromancer") == [("betray", STAVROR), ("betray", TAL_PLETOR)]
    assert GAME.explain(s, "Kingdoms", ("betray", STAVROR)) is not None
    assert GAME.explain(s, "Necromancer", ("betray", STAVROR)) is None
    found = GAME.explain(s, "Necromancer", ("betray", ZOLAHAURESLOR))
    assert isinstance(found, Refusal)
    after = GAME.play(s, "Necromancer", ("betray", STAVROR))
    assert after.flow == [Recruit(KINGDOMS)], "the other player decides on where he was"
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
    assert GAME.interrupts(s, "Necromancer") == []


@pytest.mark.clause("6.16a")
def test_only_kingdoms_under_his_control_can_be_betrayed() -> None:
    s = betrayable()
    wake(s, NECROMANCER, GROUP_POWERS[0])
    assert [k for _, k in betrayals(s)] == [STAVROR, TAL_PLETOR]
    s.lands[STAVROR] = KELARON
    assert ("betray", STAVROR) in betrayals(s), "a conquered one too"


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
    assert after.flow == [Recruit(KINGDOMS)]


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
    put(s, "1610", "slug", NOBODY)
    gain_monster(s, NECROMANCER, piece("slug"))
    assert run(s).control[LAMMARECH] == KINGDOMS
    at_sea = bare()
    put(at_sea, "0101", "mezal")
    put(at_sea, "0101", "slug", NOBODY)
    gain_monster(at_sea, NECROMANCER, piece("slug"))
    assert run(at_sea).control[:10] == [INACTIVE] * 10

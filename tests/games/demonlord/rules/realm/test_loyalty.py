"""Semi-Permanent Alliance: causes of a check, the check, and a neutral's departure."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    LEAVING,
    MELEE,
    MISS,
    NEUTRAL,
    actions,
    at,
    do,
    drawn_up,
    fight,
    idle,
    march,
    place,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.components.world import AH, AN, GW, hex_id
from palatine.games.demonlord.sequence import Phase, Turn
from palatine.games.demonlord.state import AWAY, LIMBO, UNALLIED

ALTUHAN = hex_id("1401")
SEMI = "serves: [0,2,2,2,2]\ncontrol 1401: Hosar\n"
ENVOY = "0802 {0}: {1}\n0902 Neutral: MU-slave-miners-1, MU-slave-miners-2\n"
ENVOYS = {"Hosar": ENVOY.format("Hosar", "DA-militia"), "Demon": ENVOY.format("Demon", "ER-goblins")}


def closing(player: str, text: str, turn: int = 2) -> Any:
    """Return the last step of a player's phase.

    An envoy by Ula makes the game ask the player before the checks.
    """
    state = place(f"turn {turn}\nphase {player}\nphase: 3\nstep AllianceAttempt\n{ENVOYS[player]}{text}{CAPITALS}")
    assert step(state) == "Court"
    return state


def checked(die: int, text: str = "") -> Any:
    """Check the loyalty of Altu'han, Hosar's ally.

    The Duke and a troop are abroad; a troop and its guests are at home.
    """
    stacks = "1401 Hosar: AH-cragsmen-1, DA-knights\n1302 Hosar: AH-duke-han, AH-cragsmen-2\n"
    state = closing("Demon", f"{SEMI}waver: [{AH}]\n{stacks}{text}")
    return do(state, "pass", rolls=[("alliance check", die)])


def retire(state: Any) -> Any:
    """Move the knights, guests in Altu'han, out to the next hex."""
    state = march(state, "1401", "DA-knights", "1402")
    return do(state, "halt") if step(state) == "March" else state


# What shakes an ally


def battle(row: str, start: int, more: str = SEMI, posts: str = "") -> Any:
    """Return a battle at 1004 in the Demon's phase, before the rest of the phase."""
    state = drawn_up(row, start=start, posts=posts, more=more + "1401 Hosar: AH-cragsmen-4\n")
    names = [stage.__name__ for stage in Phase.order]
    state.flow = [Turn(at=2), Phase(at=names.index("BeforeSieges"), side=DEMON), *state.flow[-2:]]
    return state


@pytest.mark.clause("ALLY-15", "ALLY-17")
def test_an_ally_in_a_stack_that_withdraws_is_checked_as_the_phase_ends() -> None:
    state = battle("AH-cragsmen-1 : ER-goblins | DA-knights : ER-archers", LEAVING)
    state = fight(state, "fight on")
    assert (seat(state), state.loyalty_checks_due) == ("Hosar", ())
    state = fight(state, "withdraw", rolls=[("morale", 1), ("morale", 1)])
    assert state.loyalty_checks_due == (AH,)
    state = do(state, actions(state)[0], "pass", rolls=[("alliance check", 4)])
    assert [(entry.data["neutral"], entry.data["side"]) for entry in told(state, "check.stays")] == [(AH, HOSAR)]


@pytest.mark.clause("ALLY-15", "ALLY-17")
def test_an_ally_in_a_stack_that_loses_its_last_troop_is_checked() -> None:
    state = battle("AH-cragsmen-1 : ER-heavy-cavalry", MELEE)
    state = fight(state, rolls=[(1, 1), MISS, ("morale", 6), ("alliance check", 4)])
    assert (at(state, "AH-cragsmen-1"), len(told(state, "check.stays"))) == ("-2", 1)


@pytest.mark.clause("ALLY-15")
def test_one_character_of_the_ally_with_it_is_enough() -> None:
    state = battle("DA-knights : ER-heavy-cavalry", MELEE, posts="AH-duke-han @ DA-knights")
    state = fight(state, rolls=[(1, 1), MISS, ("morale", 6), ("fate", 1), ("alliance check", 4)])
    assert (at(state, "AH-duke-han"), len(told(state, "check.stays"))) == ("-2", 1)


@pytest.mark.clause("ALLY-15")
def test_the_winners_allies_and_those_of_another_battle_are_not_shaken() -> None:
    state = battle("DA-knights : ER-archers", LEAVING)
    state = fight(state, "fight on")
    assert fight(state, "withdraw", rolls=[1]).loyalty_checks_due == ()
    demons = SEMI.replace("[0", "[1").replace("Hosar", "Demon")
    state = drawn_up("DA-knights : AH-cragsmen-1", start=LEAVING, more=demons + "1401 Demon: AH-cragsmen-4\n")
    state = fight(state, "fight on")
    assert fight(state, "withdraw", rolls=[1]).loyalty_checks_due == ()


@pytest.mark.clause("ALLY-15", "SIEGE-24")
@pytest.mark.parametrize(("aside", "shaken"), [("AH-cragsmen-1", ()), ("GU-men", (AH,))])
def test_an_ally_who_stays_out_of_a_relief_battle_is_not_shaken_by_it(aside: str, shaken: tuple[int, ...]) -> None:
    line = "DA-knights : ER-archers" if aside == "AH-cragsmen-1" else "AH-cragsmen-1 : ER-archers"
    fortress = f"{SEMI}control 1007: Hosar\n1401 Hosar: AH-cragsmen-4\n"
    state = drawn_up(line, aside=aside, spot="1007", phase="Hosar", start=LEAVING, more=fortress)
    assert fight(state, "withdraw", rolls=[1]).loyalty_checks_due == shaken


@pytest.mark.clause("ALLY-15")
@pytest.mark.parametrize(("phase", "shaken"), [(3, (AH,)), (2, ())])
def test_those_who_fell_there_count_if_it_was_in_this_phase(phase: int, shaken: tuple[int, ...]) -> None:
    """The battle is in phase 3. Losses there in the phase before do not count."""
    fallen = f"dead: AH-cragsmen-1\nfallen: [[{unit('AH-cragsmen-1')},{hex_id('1004')},{HOSAR},{phase},false]]\n"
    state = fight(battle("DA-knights : ER-archers", LEAVING, SEMI + fallen), "fight on")
    assert fight(state, "withdraw", rolls=[1]).loyalty_checks_due == shaken


@pytest.mark.clause("ALLY-16", "ALLY-17")
def test_an_ally_whose_homeland_the_enemy_comes_to_control_is_checked_by_its_holder() -> None:
    text = (
        f"turn 2\nphase Demon\nstep OpenMovement\n{SEMI}1402 Demon: ER-heavy-cavalry\n1302 Hosar: AH-cragsmen-1\n"
    )
    state = march(place(text + CAPITALS), "1402", "ER-heavy-cavalry", "1401")
    assert (state.control[ALTUHAN], state.loyalty_checks_due) == (DEMON, (AH,))
    state = do(state, "end", rolls=[("alliance check", 2)])
    assert [(entry.data["neutral"], entry.data["side"]) for entry in told(state, "check.stays")] == [(AH, HOSAR)]


@pytest.mark.clause("ALLY-16")
def test_to_take_an_allys_homeland_back_shakes_nobody() -> None:
    text = "serves: [0,2,2,2,2]\ncontrol 1401: Demon\n1402 Hosar: DA-knights\n1302 Hosar: AH-cragsmen-1\n"
    state = march(place(f"phase Hosar\nstep OpenMovement\n{text}{CAPITALS}"), "1402", "DA-knights", "1401")
    assert (state.control[ALTUHAN], state.loyalty_checks_due) == (HOSAR, ())


@pytest.mark.clause("ALLY-16")
def test_a_homeland_without_a_fortress_counts_as_well() -> None:
    text = "serves: [2,2,0,2,2]\ncontrol 0914: Hosar\n0915 Demon: ER-heavy-cavalry\n0814 Hosar: GW-warriors-1\n"
    state = place(f"turn 2\nphase Demon\nstep OpenMovement\n{text}{CAPITALS}")
    state = march(state, "0915", "ER-heavy-cavalry", "0914")
    assert (state.control[hex_id("0914")], state.loyalty_checks_due) == (DEMON, (GW,))


@pytest.mark.clause("ALLY-16", "ALLY-17")
def test_what_a_spell_at_the_phases_end_shakes_is_checked_in_that_phase() -> None:
    text = f"{SEMI}spells of Demon: Spellgate\n1402 Demon: NI-lord-nish, NI-horsemen-1\n1302 Hosar: AH-cragsmen-1\n"
    state = place(f"turn 2\nphase Demon\nstep AtEnd\n{text}{CAPITALS}")
    nish, horse = unit("NI-lord-nish"), unit("NI-horsemen-1")
    state = do(state, ("cast", SPELLGATE), ("from", hex_id("1402")), ("unit", horse), ("to", ALTUHAN))
    state = idle(state, "Movement", rolls=[("spell", 1), ("alliance check", 1)])
    assert nish in state.stack(DEMON, hex_id("1402"))
    assert (state.control[ALTUHAN], state.permanent[AH]) == (DEMON, True)


# The check


@pytest.mark.clause("ALLY-17")
def test_one_die_even_if_both_causes_are_there_and_all_dice_before_all_effects() -> None:
    text = f"serves: [0,1,2,2,2]\ncontrol 1401: Hosar\ncontrol 1702: Demon\nwaver: [{AN},{AH}]\n"
    text += "1401 Hosar: AH-cragsmen-1\n1702 Demon: AN-lizard-warriors-1\n"
    state = do(closing("Demon", text), "pass", rolls=[("alliance check", 6), ("alliance check", 1)])
    kinds = [(entry.kind, entry.data["neutral"]) for entry in state.journal if entry.kind.startswith("check.")]
    assert kinds == [("check.changes", AH), ("check.cemented", AN)]


@pytest.mark.clause("ALLY-18")
def test_1_makes_the_alliance_permanent_and_there_are_no_more_checks() -> None:
    state = checked(1)
    assert (state.serves[AH], state.permanent[AH]) == (HOSAR, True)
    text = f"{SEMI}1402 Demon: ER-heavy-cavalry\n1302 Hosar: AH-cragsmen-1\n"
    text += "permanent: [true,false,false,false,false]\n"
    state = march(place(f"phase Demon\nstep OpenMovement\n{text}{CAPITALS}"), "1402", "ER-heavy-cavalry", "1401")
    assert (state.control[ALTUHAN], state.loyalty_checks_due) == (DEMON, ())


@pytest.mark.clause("ALLY-19")
@pytest.mark.parametrize("die", [2, 3, 4])
def test_2_to_4_changes_nothing_until_there_is_a_new_cause(die: int) -> None:
    state = checked(die)
    assert (state.serves[AH], state.permanent[AH], state.loyalty_checks_due) == (HOSAR, False, ())
    assert (at(state, "AH-duke-han"), at(state, "AH-cragsmen-2")) == ("1302", "1302")


@pytest.mark.clause("ALLY-19")
def test_a_new_cause_in_a_later_phase_brings_a_new_check() -> None:
    stacks = "1302 Hosar: AH-cragsmen-1\n1402 Demon: ER-heavy-cavalry\n"
    state = do(closing("Demon", f"{SEMI}waver: [{AH}]\n{stacks}", turn=1), "pass", rolls=[3])
    state = march(idle(do(state, "end"), "Movement"), "1402", "ER-heavy-cavalry", "1401")
    state = do(state, "end", "pass", rolls=[("alliance check", 5)])
    assert state.serves[AH] == UNALLIED


@pytest.mark.clause("ALLY-20", "ALLY-22", "ALLY-23")
def test_5_makes_it_neutral_to_all() -> None:
    state = checked(5)
    assert (state.serves[AH], state.permanent[AH], state.control[ALTUHAN]) == (UNALLIED, False, NEUTRAL)
    assert state.stack(NEUTRAL, ALTUHAN) == tuple(units("AH-cragsmen-1"))
    assert [state.where[u] for u in units("AH-duke-han", "AH-cragsmen-2")] == [LIMBO, LIMBO]


@pytest.mark.clause("ALLY-20")
def test_lost_in_the_checks_it_can_be_courted_from_the_next_phase_on() -> None:
    state = closing("Demon", f"{SEMI}waver: [{AH}]\n1302 Hosar: AH-cragsmen-2\n1402 Demon: ER-swordsmen\n")
    assert ("envoy", AH) not in actions(state), "attempts come before the checks"
    state = do(state, "pass", rolls=[("alliance check", 5)])
    assert (step(state), seat(state)) == ("Movement", "Hosar"), "the Demon beside it has had his attempt"
    state = checked(5, "1502 Hosar: DA-sergeants\n")
    state = idle(do(retire(state), "end"), "Court")
    assert ("envoy", AH) in actions(state)
    state = do(state, ("envoy", AH), rolls=[2])
    assert at(state, "AH-duke-han") == "1401"
    assert sorted(state.stack(HOSAR, ALTUHAN)) == units("AH-duke-han", "AH-cragsmen-1", "AH-cragsmen-2")


@pytest.mark.clause("ALLY-21")
@pytest.mark.parametrize(("die", "home"), [(5, "-3"), (6, "1401")])
def test_the_side_they_go_over_to_sets_free_those_it_holds(die: int, home: str) -> None:
    text = f"{SEMI}waver: [{AH}]\nprisoners of Demon: AH-cragsmen-3\nprisoners of Hosar: AH-cragsmen-4\n"
    state = do(closing("Demon", text + "1401 Hosar: AH-cragsmen-1\n"), "pass", rolls=[("alliance check", die)])
    assert (at(state, "AH-cragsmen-3"), at(state, "AH-cragsmen-4")) == (home, "-3")


@pytest.mark.clause("ALLY-21", "ALLY-23")
def test_6_makes_it_the_semi_permanent_ally_of_the_other_side() -> None:
    state = checked(6)
    assert (state.serves[AH], state.permanent[AH], state.control[ALTUHAN]) == (DEMON, False, DEMON)
    assert state.stack(DEMON, ALTUHAN) == tuple(units("AH-cragsmen-1"))
    assert state.stack(HOSAR, ALTUHAN) == tuple(units("DA-knights"))


# Leaving


@pytest.mark.clause("ALLY-22")
@pytest.mark.parametrize(("die", "owner"), [(5, NEUTRAL), (6, DEMON)])
def test_removed_units_come_home_as_the_following_phase_closes(die: int, owner: int) -> None:
    state = idle(checked(die), "Movement")
    state = retire(state)
    assert state.where[unit("AH-duke-han")] == LIMBO
    state = idle(do(state, "end"), "Movement")
    assert seat(state) == "Demon"
    assert sorted(state.stack(owner, ALTUHAN)) == units("AH-duke-han", "AH-cragsmen-1", "AH-cragsmen-2")


@pytest.mark.clause("ALLY-22")
def test_they_come_home_even_where_the_enemy_has_taken_the_place_meanwhile() -> None:
    text = f"{SEMI}waver: [{AH}]\n1302 Hosar: AH-cragsmen-2\n1402 Hosar: DA-knights\n"
    state = do(closing("Demon", text), "pass", rolls=[6])
    state = march(idle(state, "Movement"), "1402", "DA-knights", "1401")
    assert state.control[ALTUHAN] == HOSAR
    state = idle(do(state, "end", rolls=[("alliance check", 3)]), "Movement")
    assert (state.control[ALTUHAN], at(state, "AH-cragsmen-2")) == (DEMON, "1401")
    state = idle(do(state, "end"), "Movement", "BattleOrSiege", "ChooseSiegeMethod")
    assert state.phasing == HOSAR, "a phase without a fight"


@pytest.mark.clause("ALLY-22", "SIEGE-27")
def test_a_fortress_whose_last_troops_leave_the_map_is_lost_with_them() -> None:
    text = f"{SEMI}waver: [{AH}]\n1007 Hosar: AH-cragsmen-2, DA-duke-dansor\n1007 Demon: ER-goblins, ER-archers\n"
    text += f"sieges: [[{hex_id('1007')},1]]\n"
    state = place(f"turn 2\nphase Hosar\nstep AllianceAttempt\n{ENVOYS['Hosar']}{text}{CAPITALS}")
    state = do(state, "pass", rolls=[("alliance check", 5)])
    assert state.control[hex_id("1007")] == DEMON
    assert state.captors == ((unit("DA-duke-dansor"), DEMON),)


@pytest.mark.clause("ALLY-17", "ALLY-22", "SIEGE-03")
def test_allies_who_leave_together_give_nobody_a_city_that_another_of_them_held() -> None:
    """Altu'han's men besiege Timur for the Demon, and the Ancients are its only garrison.

    Both leave at the same time.
    """
    timur = hex_id("0610")
    text = f"serves: [1,0,2,2,2]\ncontrol 1401: Demon\ncontrol 1702: Hosar\nwaver: [{AH},{AN}]\n"
    text += f"0610 Hosar: AN-lizard-warriors-1\n0610 Demon: AH-cragsmen-2\nsieges: [[{timur},2]]\n"
    state = place(f"turn 2\nphase Demon\nstep AllianceAttempt\n{ENVOYS['Demon']}{text}1812 Demon: NI-goblins\n")
    after = do(state, "pass", rolls=[("alliance check", 5), ("alliance check", 5)])
    assert after.stack(HOSAR, timur) == after.stack(DEMON, timur) == ()
    assert (after.control[timur], after.outcome) == (HOSAR, None)
    alone = do(state, "pass", rolls=[("alliance check", 2), ("alliance check", 5)])
    assert alone.outcome.margin == "timur", "had the besiegers stayed, Timur would have fallen"


@pytest.mark.clause("ALLY-22", "CAP-01")
def test_where_only_a_character_of_it_leaves_the_others_are_no_more_exposed_than_before() -> None:
    text = f"{SEMI}waver: [{AH}]\n1010 Hosar: AH-duke-han, DA-duke-dansor\n1010 Demon: ER-goblins\n"
    state = do(closing("Demon", text), "pass", rolls=[("alliance check", 5)])
    assert (at(state, "DA-duke-dansor"), state.where[unit("AH-duke-han")]) == ("1010", LIMBO)


@pytest.mark.clause("ALLY-24")
def test_its_spirits_are_removed_and_must_be_invoked_anew() -> None:
    text = f"serves: [2,0,0,2,2]\ncontrol 1702: Hosar\ncontrol 0914: Hosar\nwaver: [{AN},{GW}]\n"
    text += f"spirit: {unit('GW-beast-god')}\n"
    text += "1702 Hosar: AN-old-one, AN-lizard-warriors-1\n1113 Hosar: GW-beast-god, GW-woods-chief\n"
    state = do(closing("Demon", text), "pass", rolls=[5, 5])
    assert [state.where[u] for u in units("AN-old-one", "GW-beast-god")] == [AWAY, AWAY]
    assert state.where[unit("GW-woods-chief")] == LIMBO
    assert at(state, "AN-lizard-warriors-1") == "1702"
    state = idle(do(state, "end"), "Movement")
    assert (at(state, "GW-woods-chief"), state.where[unit("GW-beast-god")]) == ("0914", AWAY)


# Guests in the homeland


@pytest.mark.clause("ALLY-25")
@pytest.mark.parametrize("die", [5, 6])
def test_a_players_units_left_in_the_homeland_do_not_control_its_fortress(die: int) -> None:
    state = closing("Demon", f"{SEMI}waver: [{AH}]\n1401 Hosar: DA-knights\n1302 Hosar: AH-cragsmen-2\n")
    state = do(state, "pass", rolls=[die])
    assert state.stack(HOSAR, ALTUHAN) == tuple(units("DA-knights"))
    assert state.control[ALTUHAN] == (NEUTRAL if die == 5 else DEMON)


@pytest.mark.clause("ALLY-25", "ALLY-22")
@pytest.mark.parametrize(("die", "owner", "check"), [(5, NEUTRAL, []), (6, DEMON, [("alliance check", 2)])])
def test_even_alone_there_they_take_it_only_when_their_movement_is_over_and_until_its_people_return(
    die: int, owner: int, check: list[Any]
) -> None:
    stacks = "1401 Hosar: DA-knights, DA-sergeants\n1302 Hosar: AH-cragsmen-2\n"
    state = do(closing("Demon", f"{SEMI}waver: [{AH}]\n{stacks}"), "pass", rolls=[die])
    state = retire(idle(state, "Movement"))
    assert state.control[ALTUHAN] == owner
    state = do(state, "end", rolls=check)
    held = [entry.data["side"] for entry in told(state, "control") if entry.data["hex"] == ALTUHAN]
    assert held[-2:] == [HOSAR, DEMON], "they take it, and as the phase closes the cragsmen are home again"
    assert (state.serves[AH], state.control[ALTUHAN]) == (DEMON, DEMON)


@pytest.mark.clause("ALLY-25", "ALLY-03")
def test_guests_may_leave_in_peace_and_attack_the_neutral_by_staying() -> None:
    state = idle(checked(5), "Movement")
    stays = do(state, "end")
    assert (stays.serves[AH], stays.permanent[AH], step(stays)) == (DEMON, True, "BattleOrSiege")
    leaves = idle(do(retire(state), "end"), "Movement")
    assert leaves.serves[AH] == UNALLIED


@pytest.mark.clause("ALLY-25")
def test_guests_are_not_attacked_before_their_owners_next_movement() -> None:
    stacks = "1401 Hosar: AH-cragsmen-1, DA-knights\n"
    state = do(closing("Hosar", f"{SEMI}waver: [{AH}]\n{stacks}"), "pass", rolls=[6])
    assert seat(state) == "Demon"
    state = idle(do(state, "end"), "Movement", "BattleOrSiege", "ChooseSiegeMethod")
    assert (seat(state), step(state)) == ("Hosar", "Movement")
    state = do(state, "end")
    assert (seat(state), step(state)) == ("Demon", "BattleOrSiege")


@pytest.mark.clause("ALLY-25")
def test_a_besieger_too_is_a_guest_when_the_besieged_turn_neutral() -> None:
    stacks = "1401 Hosar: AH-cragsmen-1\n1401 Demon: ER-archers, ER-goblins\n0802 Demon: MI-bowmen\n"
    text = f"{SEMI}waver: [{AH}]\nsieges: [[{ALTUHAN},3]]\n{stacks}0902 Neutral: MU-slave-miners-1\n{CAPITALS}"
    state = place(f"turn 2\nphase Demon\nphase: 3\nstep AllianceAttempt\n{text}")
    state = do(state, "pass", rolls=[5])
    assert (state.control[ALTUHAN], state.sieges) == (NEUTRAL, ())
    state = idle(do(state, "end"), "Movement")
    assert (seat(state), state.serves[AH]) == ("Demon", UNALLIED)
    state = do(state, "end")
    assert (state.serves[AH], state.permanent[AH], step(state), seat(state)) == (
        HOSAR,
        True,
        "BattleOrSiege",
        "Hosar",
    )


@pytest.mark.clause("ALLY-25")
def test_a_guest_whose_host_becomes_his_ally_again_is_no_guest_any_more() -> None:
    state = do(
        closing("Hosar", f"{SEMI}waver: [{AH}]\n1401 Hosar: DA-knights\n1302 Demon: ER-archers\n"),
        "pass",
        rolls=[5],
    )
    state = idle(do(state, "end"), "Court")
    state = do(state, ("envoy", AH), rolls=[6])
    assert (state.serves[AH], state.control[ALTUHAN], state.guests) == (HOSAR, HOSAR, ())


@pytest.mark.clause("ALLY-22", "HID-01")
def test_everybody_has_seen_who_comes_home() -> None:
    state = idle(do(retire(idle(checked(6), "Movement")), "end"), "Movement")
    assert set(units("AH-duke-han", "AH-cragsmen-2")) <= set(state.seen)

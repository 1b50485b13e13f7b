"""Transitions: every consequence of a change follows, and one function writes each field."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.invariants import invariants
from games.demonlord.positions import (
    DEMON,
    FIGHT,
    HOSAR,
    LEAVING,
    NEUTRAL,
    WITHDRAW,
    actions,
    at,
    cast,
    cast_and_pass,
    do,
    drawn_up,
    fight,
    go,
    idle,
    march,
    operands,
    place,
    points,
    seat,
    step,
    through,
    told,
    unit,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import IS_TROOP, MP
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.components.world import AH, AN, FORTRESSES, hex_id, hex_name
from palatine.games.demonlord.rules.magic.procedure import GATE
from palatine.games.demonlord.state import PRISONER
from writers import writers

QUIET = "0610 Hosar: TI-city-militia\n1812 Demon: NI-archers\n"
GATES = "spells of Hosar: Spellgate\nspells of Demon: Spellgate\n"


def kinds(state: Any, *wanted: str) -> list[str]:
    """Return the kinds of the wanted entries of the journal, in order."""
    return [entry.kind for entry in state.journal if entry.kind in wanted]


# Two ends at once

TIMUR_AND_NISSHAR = (
    "0610 Hosar: AH-cragsmen-1\n0610 Demon: ER-goblins\n1812 Demon: AN-lizard-warriors-1\n1812 Hosar: DA-knights\n"
)


def both_leave(text: str) -> Any:
    """Let Altu'han leave Hosar and the Ancients leave the Demon in one alliance check."""
    allies = f"serves: [0,1,2,2,2]\nwaver: [{AH},{AN}]\ncontrol 1401: Hosar\ncontrol 1702: Demon\n"
    envoy = "0802 Demon: ER-archers\n0902 Neutral: MU-slave-miners-1\n"
    state = place(f"turn 2\nphase Demon\nphase: 3\nstep AllianceAttempt\n{allies}{envoy}{text}")
    return do(state, "pass", rolls=[("alliance check", 5), ("alliance check", 5)])


@pytest.mark.clause("END-01", "END-02", "ALLY-17", "ALLY-22")
def test_both_capitals_lost_in_one_alliance_check_are_a_tie_and_so_hosars() -> None:
    """One check gives Timur to the Demon and Nisshar to Hosar; the match ends after both."""
    state = both_leave(TIMUR_AND_NISSHAR)
    assert (state.outcome.winners, state.outcome.margin, state.outcome.clause) == (("Hosar",), "nisshar", "END-02")
    assert (state.control[hex_id("0610")], state.control[hex_id("1812")]) == (DEMON, HOSAR)
    last = ["departed", "departed", "control", "control", "outcome"]
    assert [entry.kind for entry in state.journal][-5:] == last


@pytest.mark.clause("VAR-10", "ALLY-17")
def test_in_the_long_game_too_all_cities_of_both_sides_taken_at_once_are_hosars() -> None:
    """Each side lacks only the enemy's capital, and the garrison of each capital goes home."""
    cities = "control 0218: Demon\ncontrol 0704: Demon\ncontrol 1606: Hosar\ncontrol 1720: Hosar\n"
    state = both_leave('options: {"ending": "long"}\n' + cities + TIMUR_AND_NISSHAR)
    assert (state.outcome.winners, state.outcome.margin) == (("Hosar",), "cities")
    one = both_leave(
        'options: {"ending": "long"}\n' + cities.replace("1720: Hosar", "1720: Demon") + TIMUR_AND_NISSHAR
    )
    assert (one.outcome.winners, one.outcome.margin) == (("Demon",), "cities")


@pytest.mark.clause("END-01", "ALLY-22")
def test_nobody_is_tested_for_capture_in_a_capital_whose_fall_has_ended_the_game() -> None:
    state = both_leave(
        "0610 Hosar: AH-cragsmen-1, TI-prince-timur\n0610 Demon: ER-goblins\n1812 Demon: NI-archers\n"
    )
    assert (state.outcome.margin, state.flow, state.journal[-1].kind) == ("timur", [], "outcome")


# The cause before the consequence


@pytest.mark.clause("RET-06", "END-01")
def test_a_retreat_that_gives_up_a_capital_is_told_before_the_end() -> None:
    state = drawn_up("TI-city-militia : ER-heavy-cavalry", spot="0610", start=LEAVING, more="control 0610: Hosar\n")
    state = fight(state, FIGHT, WITHDRAW, rolls=[1])
    state = do(state, "out")
    if state.outcome is None:
        state = do(state, actions(state)[0])
    assert state.outcome.margin == "timur"
    assert kinds(state, "retreat", "control", "outcome") == ["retreat", "control", "outcome"]


@pytest.mark.clause("MOV-01", "SIEGE-03")
def test_a_march_is_told_before_the_control_it_gives_up() -> None:
    """Between two marches the Demon gates a troop to Ninnghiz.

    Hosar's troop, which held the temple, marches away.
    """
    text = "control 1414: Hosar\n1414 Hosar: DA-knights\n1714 Demon: NI-lord-nish, NI-goblins\n"
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\n{GATES}{text}{QUIET}")
    state = cast_and_pass(GAME.play(state, "Demon", GATE), *through("NI-goblins", "1714", "1414")[1:], rolls=[1])
    state = march(state, "1414", "DA-knights", "1415")
    assert kinds(state, "march", "control") == ["march", "control"]
    assert state.control[hex_id("1414")] == DEMON


# The stop belongs to the moment of arrival


def comes_on(text: str, *keys: str, rolls: Any = ()) -> Any:
    """Let freed reinforcements of the Demon enter at 2201, up to the spells at the phase's start."""
    waiting = f"freed: {', '.join(keys)}\nwaiting: {[unit(key) for key in keys]}\n"
    more = f"arrived: [false,true]\nrequested: [false,true]\nopened: true\n{GATES}"
    state = place(f"turn 3\nphase Demon\nstep Reinforcements\n{more}{waiting}{text}{QUIET}")
    for _ in keys[1:]:
        state = do(state, ("enter", hex_id("2201")))
    return do(state, ("enter", hex_id("2201")), rolls=rolls)


@pytest.mark.clause("CAP-08", "REIN-06")
def test_a_drawn_test_while_coming_on_stops_the_character_for_the_movement_step() -> None:
    """Prince Tor's two, with magic, equals the sergeants' three.

    He cannot leave by points or by a gate.
    """
    foes = "2201 Hosar: TI-sergeants\n1805 Demon: NI-lord-nish\n2101 Demon: IK-high-priest\n"
    state = comes_on(foes, "IK-prince-tor", rolls=[("escape", 2), ("capture", 3)])
    assert told(state, "capture.held")
    while seat(state) != "Demon":
        state = do(state, "pass")
    gate = do(state, cast(SPELLGATE), ("caster", unit("IK-high-priest")))
    assert hex_id("2201") not in operands(gate, "from")
    state = idle(state, "Movement")
    assert points(state, "IK-prince-tor") == 0
    after = do(state, "end")
    assert (step(after), seat(after), after.halted_units) == ("AnnounceSpell", "Demon", ())
    gate = do(after, cast(SPELLGATE), ("caster", unit("IK-high-priest")))
    assert hex_id("2201") in operands(gate, "from"), "from the next step on he is free"


@pytest.mark.clause("CAP-06", "REIN-06")
def test_who_escapes_while_coming_on_marches_on() -> None:
    state = comes_on("2201 Hosar: TI-sergeants\n", "IK-prince-tor", rolls=[("escape", 4), ("capture", 3)])
    assert points(idle(state, "Movement"), "IK-prince-tor") == MP[unit("IK-prince-tor")]


@pytest.mark.clause("MOV-20", "REIN-06")
def test_troops_that_come_on_among_enemies_stay_stopped_when_those_are_gone() -> None:
    """Hosar's priest gates the sergeants away before the movement step."""
    state = comes_on("2201 Hosar: TI-sergeants\n2101 Hosar: HO-priest\n", "IK-guards")
    while seat(state) != "Hosar":
        state = do(state, "pass")
    state = cast_and_pass(state, *through("TI-sergeants", "2201", "2102"), rolls=[1])
    assert at(state, "TI-sergeants") == "2102"
    state = idle(state, "Movement")
    assert points(state, "IK-guards") == 0


@pytest.mark.clause("MOV-22", "REIN-06")
def test_troops_that_come_on_unopposed_are_not_stopped_by_who_is_gated_in_later() -> None:
    """They start the movement step beside enemy troops and can leave."""
    state = comes_on("2101 Hosar: HO-priest, TI-sergeants\n", "IK-guards")
    while seat(state) != "Hosar":
        state = do(state, "pass")
    state = cast_and_pass(state, *through("TI-sergeants", "2101", "2201"), rolls=[1])
    state = idle(state, "Movement")
    assert (at(state, "TI-sergeants"), points(state, "IK-guards") > 0) == ("2201", True)


@pytest.mark.clause("MOV-20", "MAG-32")
@pytest.mark.parametrize("at_step", ["AtStart", "BeforeMovement"])
def test_troops_gated_among_enemy_troops_before_the_movement_step_march_no_further_either(at_step: str) -> None:
    text = "0805 Hosar: HO-priest, DA-knights\n0807 Demon: ER-goblins\n"
    state = place(f"turn 2\nphase Hosar\nstep {at_step}\nspells of Hosar: Spellgate\n{text}{QUIET}")
    state = idle(cast_and_pass(state, *through("DA-knights", "0805", "0807"), rolls=[1]), "Movement")
    assert (at(state, "DA-knights"), points(state, "DA-knights")) == ("0807", 0)
    state = idle(do(state, "end"), "Deploy", "ChooseTerrain")
    assert state.battle.hex == hex_id("0807")


@pytest.mark.clause("CAP-08", "MAG-32")
def test_a_drawn_test_after_a_gate_before_movement_holds_for_the_movement_step() -> None:
    """The character's magic adds one to a roll of one."""
    text = "0805 Hosar: HO-priest, DA-duke-dansor\n0807 Demon: ER-goblins\n"
    state = place(f"turn 2\nphase Hosar\nstep BeforeMovement\nspells of Hosar: Spellgate\n{text}{QUIET}")
    rolls = [1, ("escape", 1), ("capture", 2)]
    spell, *clicks = through("DA-duke-dansor", "0805", "0807")
    state = cast_and_pass(state, spell, ("caster", unit("HO-priest")), *clicks, rolls=rolls)
    assert points(idle(state, "Movement"), "DA-duke-dansor") == 0


# Riders, and those who relieve a fortress


def surprised(escape: int, capture: int) -> Any:
    """Return a position in which a gate brings goblins to a riding duke and knights.

    The duke has stopped. The goblins test him because no troop is shown.
    """
    text = "1612 Hosar: DA-duke-dansor, DA-knights\n1714 Demon: NI-lord-nish, NI-goblins\n"
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\n{GATES}{text}{QUIET}")
    state = do(march(state, "1612", "DA-duke-dansor DA-knights", "1613"), "halt")
    assert state.riding_pairs
    state = cast_and_pass(GAME.play(state, "Demon", GATE), *through("NI-goblins", "1714", "1613")[1:], rolls=[1])
    return do(state, "silent", "demand", "silent", rolls=[("escape", escape), ("capture", capture)])


@pytest.mark.clause("CAP-07", "LEAD-05")
def test_a_captured_rider_does_not_march_on_with_his_troop() -> None:
    state = surprised(1, 6)
    assert state.riding_pairs == ()
    state = march(state, "1613", "DA-knights", "1614")
    assert (at(state, "DA-knights"), state.where[unit("DA-duke-dansor")]) == ("1614", PRISONER)
    assert invariants(state) == []


@pytest.mark.clause("CAP-08", "LEAD-05")
def test_a_rider_held_up_by_a_drawn_test_stays_where_he_is() -> None:
    """The rider's magic adds one to a roll of three."""
    state = surprised(3, 4)
    assert told(state, "capture.held")
    state = march(state, "1613", "DA-knights", "1614")
    assert (at(state, "DA-knights"), at(state, "DA-duke-dansor")) == ("1614", "1613")


@pytest.mark.clause("SIEGE-23", "MAG-32")
@pytest.mark.parametrize("at_step", ["Movement", "AfterMovement"])
def test_who_leaves_for_another_besieged_fortress_by_a_gate_relieves_neither(at_step: str) -> None:
    """Knights march into besieged Gunthoz, and a priest gates them into besieged D'Ansor."""
    sieges = "1007 Hosar: GU-levy\n1007 Demon: ER-goblins\n0704 Hosar: DA-militia\n0704 Demon: ER-archers\n"
    text = f"{sieges}0907 Hosar: DA-knights, HO-priest\nsieges: [[{hex_id('1007')},1],[{hex_id('0704')},1]]\n"
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\nspells of Hosar: Spellgate\n{text}{QUIET}")
    state = march(state, "0907", "DA-knights", "1007")
    assert state.relieving_units == (unit("DA-knights"),)
    if at_step == "AfterMovement":
        state = cast_and_pass(do(state, "end"), *through("DA-knights", "1007", "0704"), rolls=[1])
    else:
        state = cast_and_pass(do(state, GATE), *through("DA-knights", "1007", "0704")[1:], rolls=[1])
        state = do(state, "end")
    assert (at(state, "DA-knights"), state.relieving_units) == ("0704", ())
    state = idle(state, "ChooseBattle")
    state = do(state, ("fight", hex_id("0704")))
    assert (step(state), seat(state)) == ("BattleOrSiege", "Hosar")


@pytest.mark.clause("SIEGE-01", "SIEGE-07", "MOV-22", "MAG-32")
@pytest.mark.parametrize("at_step", ["AtStart", "Movement"])
def test_a_gate_before_the_battle_step_locks_no_garrison_in(at_step: str) -> None:
    """The Demon's lord gates goblins into Gunthoz in Hosar's phase.

    Its men march off, and Timur's march in.
    """
    text = "1007 Hosar: GU-levy, GU-men\n1006 Hosar: TI-sergeants\n1107 Demon: NI-lord-nish, NI-goblins\n"
    begin = "OpenMovement" if at_step == "Movement" else at_step
    state = place(f"turn 2\nphase Hosar\nstep {begin}\nspells of Demon: Spellgate\n{text}{QUIET}")
    if at_step == "Movement":
        state = march(state, "0610", "TI-city-militia", "0611")
        state = GAME.play(state, "Demon", GATE)
        state = cast_and_pass(state, *through("NI-goblins", "1107", "1007")[1:], rolls=[1])
    else:
        while seat(state) != "Demon":
            state = do(state, "pass")
        state = cast_and_pass(state, *through("NI-goblins", "1107", "1007"), rolls=[1])
    state = march(idle(state, "Movement"), "1007", "GU-men", "0907")
    assert (at(state, "NI-goblins"), at(state, "GU-men")) == ("1007", "0907")
    state = march(idle(state, "Movement"), "1006", "TI-sergeants", "1007")
    assert state.relieving_units == ()
    state = idle(do(idle(state, "Movement"), "end"), "BattleOrSiege")
    assert seat(state) == "Hosar"


# Guests of a neutral, and a retreat that joins them


@pytest.mark.clause("ALLY-25", "RET-06")
def test_a_retreat_into_a_homeland_ends_the_peace_of_the_guests_there() -> None:
    """Altu'han has joined the Demon and is empty; Hosar's guests are left in peace there."""
    others = "".join(f"control {hex_name(h)}: Demon\n" for h in FORTRESSES)
    more = f'options: {{"ending": "strategic"}}\n{others}'
    more += f"serves: [1,2,2,2,2]\ncontrol 1401: Demon\n1401 Hosar: DA-bowmen\ngrace: [[{hex_id('1401')},0]]\n"
    state = drawn_up("DA-knights : ER-heavy-cavalry", spot="1402", start=LEAVING, more=more)
    state = fight(state, FIGHT, WITHDRAW, rolls=[1])
    state = do(state, go("1401")) if step(state) == "ChooseWay" else state
    assert at(state, "DA-knights") == "1401"
    assert state.guests == ()
    assert state.control[hex_id("1401")] == HOSAR


def hosts(more: str = "") -> Any:
    """Return the Demon's phase after Altu'han has joined the Demon.

    Hosar's bowmen are guests there.
    """
    text = f"serves: [1,2,2,2,2]\ncontrol 1401: Demon\ngrace: [[{hex_id('1401')},0]]\n{GATES}"
    text += f"1401 Demon: AH-cragsmen-1, AH-cragsmen-2\n1401 Hosar: DA-bowmen\n{more}{QUIET}"
    return place(f"turn 2\nphase Demon\nstep OpenMovement\n{text}")


@pytest.mark.clause("ALLY-25", "SIEGE-07", "SIEGE-25")
def test_guests_besiege_nobody_and_their_hosts_come_and_go() -> None:
    state = march(hosts("1302 Demon: ER-lord-erush\n"), "1401", "AH-cragsmen-1", "1402")
    assert at(state, "AH-cragsmen-1") == "1402"
    state = march(do(state, "halt"), "1302", "ER-lord-erush", "1401")
    assert (at(state, "ER-lord-erush"), state.relieving_units) == ("1401", ())


@pytest.mark.clause("ALLY-25", "MAG-32")
def test_guests_whom_a_gate_brings_company_are_left_in_peace_no_longer() -> None:
    state = do(hosts("1402 Hosar: HO-priest, DA-knights\n"), "end")
    while seat(state) != "Hosar":
        state = do(state, "pass")
    state = cast_and_pass(state, *through("DA-knights", "1402", "1401"), rolls=[1])
    assert state.guests == ()
    state = idle(state, "BattleOrSiege")
    assert seat(state) == "Demon"


# A besieged ally changes sides in its own homeland


@pytest.mark.clause("SIEGE-27", "ALLY-23")
@pytest.mark.parametrize("die", [5, 6])
@pytest.mark.parametrize("guests", ["", ", DA-bowmen"])
def test_the_siege_of_an_ally_who_turns_in_his_homeland_ends_with_the_capture_of_the_defenders_characters(
    die: int, guests: str
) -> None:
    """The Duke is captured when Altu'han's last troop changes sides.

    Beside a troop of Hosar he is not.
    """
    home = hex_id("1401")
    text = f"serves: [0,2,2,2,2]\nwaver: [{AH}]\ncontrol 1401: Hosar\nsieges: [[{home},2]]\n"
    text += f"1401 Hosar: AH-cragsmen-1, DA-duke-dansor{guests}\n1401 Demon: ER-goblins\n"
    envoy = "0802 Demon: ER-archers\n0902 Neutral: MU-slave-miners-1\n"
    state = place(f"turn 2\nphase Demon\nphase: 3\nstep AllianceAttempt\n{text}{envoy}{QUIET}")
    state = do(state, "pass", rolls=[("alliance check", die)])
    assert (state.where[unit("DA-duke-dansor")] == PRISONER) == (not guests)
    assert [entry.clauses for entry in told(state, "prisoner")] == ([] if guests else [("SIEGE-27",)])
    assert state.sieges == ()
    assert state.control[home] == (DEMON if die == 6 else NEUTRAL)


# What is hidden from the side that has just come on


@pytest.mark.clause("HID-01", "REIN-06")
def test_who_was_shown_no_troop_in_coming_on_does_not_learn_of_one_before_the_battle_step() -> None:
    """Until battles are fought, the Demon cannot tell a troop from a monk under the prince."""
    hiding = "2201 Hosar: TI-prince-timur, TI-sergeants\n0404 Hosar: HO-high-priest, HO-monks, HO-bishop\n"
    state = do(comes_on(hiding, "IK-guards"), "silent", "leave")
    assert step(state) == "AnnounceSpell"
    beneath = set()
    for seed in range(30):
        twin = GAME.determinize(state, "Demon", bytes([seed]))
        beneath.add(IS_TROOP[twin.stack(HOSAR, hex_id("2201"))[1]])
    assert beneath == {True, False}


# One function writes each field

START, END = "sequence.BeginPhase.run", "rules.movement.movement.EndMovement.run"
STATE, LOSSES, NEUTRALS = "state.DemonlordState.", "rules.common.losses.", "rules.common.neutrals."
WRITERS = {
    "outcome": set(),
    "where": {f"{STATE}slip_under", f"{STATE}set_aside"},
    "stacks": {f"{STATE}slip_under", f"{STATE}copy"},
    "seen": {f"{STATE}reveal", f"{STATE}lose_sight"},
    "halted_units": {f"{STATE}halt", f"{STATE}end_march", END, START},
    "control": {f"{NEUTRALS}pass_control", f"{NEUTRALS}become_myth"},
    "serves": {f"{NEUTRALS}set_allegiance"},
    "permanent": {f"{NEUTRALS}set_allegiance"},
    "loyalty_checks_due": {
        f"{NEUTRALS}mark_for_check",
        f"{NEUTRALS}set_allegiance",
        "rules.realm.alliances.AllianceChecks.run",
    },
    "guests": {f"{NEUTRALS}keep_home", f"{NEUTRALS}end_peace"},
    "sieges": {
        f"{NEUTRALS}end_siege",
        "rules.common.fortresses.open_sieges",
        "rules.combat.sieges.Sieges.open",
    },
    "captors": {f"{LOSSES}take_prisoner", f"{LOSSES}strike_off"},
    "fallen": {f"{LOSSES}destroy_unit", f"{LOSSES}strike_off", START},
    "slain": {f"{LOSSES}destroy_unit"},
    "losses_this_turn": {f"{LOSSES}record_loss", "sequence.Turn.done"},
    "troops_lost": {f"{LOSSES}record_loss"},
    "reinforced": {"rules.movement.meeting.record_entry", START},
    "arrived": {"rules.realm.reinforcements.roll_arrival"},
    "last_turn": {"rules.victory.roll_truce_talks"},
}
"""The functions that write a field; the state's `put` and `lift` change a place by an alias."""
APPARATUS = ("position.", "secrecy.")


def test_each_field_is_written_by_the_functions_of_its_transition() -> None:
    found = writers("palatine.games.demonlord", WRITERS)
    assert {name: {each for each in found[name] if not each.startswith(APPARATUS)} for name in found} == WRITERS

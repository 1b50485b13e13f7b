"""Spellgate: permitted units, origins and destinations, and effects of landing."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    HOSAR,
    PRIEST,
    actions,
    at,
    cast,
    cast_and_pass,
    do,
    moment,
    operands,
    refusal,
    seat,
    step,
    through,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.components.world import HEXES, LY, hex_id
from palatine.games.demonlord.rules.magic.casting import RETREATS, START, in_range
from palatine.games.demonlord.rules.magic.procedure import MOMENTS
from palatine.games.demonlord.rules.magic.spellgate import doubts, has_origin, landing_refusal
from palatine.games.demonlord.state import PRISONER

EARLY = ("AtStart", "BeforeMovement", "AfterMovement", "BeforeBattles")
LATE = ("BeforeSieges", "BeforeAlliances", "AtEnd")


def gate(text: str, key: str, to: str, at_step: str = "BeforeMovement", start: str = "0805", die: int = 4) -> Any:
    """Send one unit through a Spellgate of the only Hosar caster."""
    state = moment(at_step, text, hosar="Spellgate")
    return cast_and_pass(state, *through(key, start, to), rolls=[die])


@pytest.mark.clause("MAG-32", "MAG-15")
def test_it_moves_one_friendly_unit_from_any_hex_in_range_to_any_hex_in_range() -> None:
    text = PRIEST + "0803 Hosar: DA-bowmen\n0509 Hosar: DA-militia\n"
    state = do(moment("BeforeMovement", text, hosar="Spellgate"), cast(SPELLGATE))
    assert operands(state, "from") == sorted([hex_id("0803"), hex_id("0805")]), "0509 lies out of range"
    assert refusal(state, ("from", hex_id("0509"))).clause == "MAG-12"
    assert refusal(state, ("from", hex_id("0804"))).clause == "MAG-32"
    state = gate(text, "DA-bowmen", "0808", start="0803")
    assert at(state, "DA-bowmen") == "0808"
    assert at(gate(text, "DA-bowmen", "0808", start="0803", die=5), "DA-bowmen") == "0803"


@pytest.mark.clause("MAG-32")
def test_what_lies_between_does_not_matter() -> None:
    """Alps separate 1214 and 1314, and enemy troops are all around."""
    text = "1214 Hosar: HO-priest, DA-knights\n1213 Demon: ER-goblins\n1114 Demon: ER-archers\n"
    assert at(gate(text, "DA-knights", "1314", start="1214"), "DA-knights") == "1314"


@pytest.mark.clause("MAG-32")
def test_the_power_is_four_for_both_sides() -> None:
    monks = moment("BeforeMovement", "0805 Hosar: HO-monks\n", hosar="Spellgate")
    assert refusal(monks, cast(SPELLGATE)).clause == "MAG-11"
    nish = moment("BeforeMovement", "1805 Demon: NI-lord-nish\n", "Demon", demon="Spellgate")
    assert cast(SPELLGATE) in actions(nish)
    weak = moment("BeforeMovement", "1805 Demon: TA-lord-taegul\n", "Demon", demon="Spellgate")
    assert refusal(weak, cast(SPELLGATE)).clause == "MAG-11"


@pytest.mark.clause("MAG-32", "TURN-06")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
@pytest.mark.parametrize("at_step", EARLY + LATE)
def test_it_is_cast_between_any_two_steps_in_either_phase(at_step: str, side: str) -> None:
    state = moment(at_step, PRIEST, side, hosar="Spellgate")
    assert (step(state), seat(state)) == ("AnnounceSpell", "Hosar")
    assert cast(SPELLGATE) in actions(state)


@pytest.mark.clause("MAG-32", "INV-01")
def test_it_can_bring_a_caster_to_his_temple_before_invocations() -> None:
    state = moment("OpenMovement", "2004 Demon: NI-lord-nish, IK-prince-tor\n", "Demon", demon="Spellgate")
    state = do(state, "end")
    state = cast_and_pass(state, *through("IK-prince-tor", "2004", "2006"), rolls=[1])
    assert operands(state, "invoke") == units("IK-prince-tor")


@pytest.mark.clause("MAG-32", "MAG-34")
def test_it_is_not_cast_inside_a_battle() -> None:
    assert SPELLGATE not in MOMENTS[RETREATS]


@pytest.mark.clause("MAG-33")
def test_a_caster_of_power_five_sends_two_from_one_hex_to_one_hex() -> None:
    text = "0805 Hosar: HO-high-priest, DA-knights, DA-bowmen\n0804 Hosar: DA-militia\n"
    state = do(moment("BeforeMovement", text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("0805")))
    state = do(state, ("unit", unit("DA-knights")))
    assert set(actions(state)) == {("unit", unit("DA-bowmen")), ("unit", unit("HO-high-priest")), ("alone", 0)}
    assert refusal(state, ("unit", unit("DA-militia"))).clause == "MAG-32"
    state = cast_and_pass(state, ("unit", unit("DA-bowmen")), ("to", hex_id("0808")), rolls=[1])
    assert [at(state, key) for key in ("DA-knights", "DA-bowmen")] == ["0808", "0808"]


@pytest.mark.clause("MAG-33")
def test_a_caster_of_power_four_sends_one() -> None:
    state = do(moment("BeforeMovement", PRIEST, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("0805")))
    assert step(do(state, ("unit", unit("DA-knights")))) == "GateTo"


@pytest.mark.clause("MAG-33")
def test_a_unit_alone_in_its_hex_passes_alone() -> None:
    state = do(moment("BeforeMovement", "0805 Hosar: HO-high-priest\n", hosar="Spellgate"), cast(SPELLGATE))
    state = do(state, ("from", hex_id("0805")), ("unit", unit("HO-high-priest")))
    assert step(state) == "GateTo"
    assert refusal(state, ("to", hex_id("0805"))).clause == "MAG-32", "it leads to another hex"


@pytest.mark.clause("MAG-12", "MAG-32")
def test_the_forest_spirit_reaches_no_other_hex_and_so_opens_no_gate() -> None:
    text = "1113 Hosar: GW-forest-spirit\nserves: [2,2,0,2,2]\n"
    assert refusal(moment("BeforeMovement", text, hosar="Spellgate"), cast(SPELLGATE)).clause == "MAG-12"


@pytest.mark.clause("MAG-34")
def test_it_comes_on_top_of_movement_and_the_caster_may_send_himself() -> None:
    state = gate(PRIEST, "HO-priest", "0808")
    assert at(state, "HO-priest") == "0808"
    assert state.allowance[unit("HO-priest")] == 6, "his whole movement is still to come"
    after = gate(PRIEST, "HO-priest", "0808", "AfterMovement")
    assert at(after, "HO-priest") == "0808"


@pytest.mark.clause("MAG-34")
def test_the_leader_is_looked_for_after_the_gate() -> None:
    text = PRIEST + "0804 Hosar: TI-prince-timur\n0803 Hosar: DA-sergeants\n"
    led = gate(text, "TI-prince-timur", "0803", start="0804")
    assert led.allowance[unit("DA-sergeants")] == 5
    assert gate(text, "TI-prince-timur", "0803", start="0804", die=6).allowance[unit("DA-sergeants")] == 2


# What a landing brings about


@pytest.mark.clause("MAG-32")
@pytest.mark.parametrize("at_step", EARLY)
def test_troops_that_land_on_enemy_troops_before_the_battle_step_fight(at_step: str) -> None:
    state = gate(PRIEST + "0807 Demon: ER-goblins\n", "DA-knights", "0807", at_step)
    while step(state) in ("AnnounceSpell", "Movement"):
        state = do(state, "end" if step(state) == "Movement" else "pass")
    assert state.battle.hex == hex_id("0807")


@pytest.mark.clause("MAG-32")
@pytest.mark.parametrize("at_step", LATE)
def test_after_the_battle_step_nobody_lands_where_enemy_troops_are_or_may_be(at_step: str) -> None:
    text = PRIEST + "0807 Demon: ER-goblins\n0806 Demon: ER-lord-erush, ER-archers\n"
    text += "0905 Demon: IK-prince-tor, TN-priests\n0904 Demon: TA-lord-taegul\n"
    state = do(moment(at_step, text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("0805")))
    state = do(state, ("unit", unit("DA-knights")))
    for name in ("0807", "0806", "0905"):
        assert refusal(state, ("to", hex_id(name))).clause == "MAG-32"
    assert ("to", hex_id("0904")) in actions(state), "a single character is plainly no troop"


@pytest.mark.clause("MAG-32")
@pytest.mark.parametrize("at_step", ["BeforeMovement", "AtEnd"])
def test_it_leads_into_ones_own_besieged_fortress_without_a_battle_for_relief(at_step: str) -> None:
    text = "0805 Hosar: HO-priest, DA-knights\n1007 Hosar: GU-levy\n1007 Demon: ER-goblins\n"
    state = gate(text, "DA-knights", "1007", at_step)
    assert at(state, "DA-knights") == "1007"
    assert state.relieving_units == ()
    lone = gate(text, "HO-priest", "1007", at_step)
    assert at(lone, "HO-priest") == "1007"
    assert not told(lone, "capture.escape"), "protected by the garrison"


@pytest.mark.clause("MAG-32")
def test_late_landings_in_ones_own_fortress_are_allowed_even_if_enemies_have_slipped_in() -> None:
    text = "0805 Hosar: HO-priest, DA-knights\n0704 Demon: ER-lord-erush, TN-priests\n"
    state = do(moment("AtEnd", text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("0805")))
    assert ("to", hex_id("0704")) in actions(do(state, ("unit", unit("DA-knights"))))


@pytest.mark.clause("MAG-32")
def test_a_temple_that_one_holds_is_no_fortress_for_a_late_landing() -> None:
    text = "control 1414: Hosar\n1412 Hosar: HO-priest, DA-knights\n1414 Demon: ER-lord-erush, TN-priests\n"
    state = do(moment("AtEnd", text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("1412")))
    assert refusal(do(state, ("unit", unit("DA-knights"))), ("to", hex_id("1414"))).clause == "MAG-32"


@pytest.mark.clause("MAG-33", "MOV-26")
def test_of_two_who_land_on_enemies_the_troop_lies_on_top() -> None:
    text = (
        "0805 Hosar: HO-high-priest, TI-prince-timur, DA-knights\n0807 Demon: ER-goblins\n0806 Hosar: DA-militia\n"
    )
    state = do(moment("BeforeMovement", text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("0805")))
    state = do(state, ("unit", unit("TI-prince-timur")), ("unit", unit("DA-knights")))
    landed = cast_and_pass(state, ("to", hex_id("0807")), rolls=[1])
    assert landed.stack(HOSAR, hex_id("0807")) == tuple(units("DA-knights", "TI-prince-timur"))
    friends = cast_and_pass(state, ("to", hex_id("0806")), rolls=[1])
    assert friends.stack(HOSAR, hex_id("0806"))[0] == unit("TI-prince-timur")


@pytest.mark.clause("MAG-32", "SIEGE-08")
def test_it_takes_besieged_units_out() -> None:
    text = "1007 Hosar: GU-levy, HO-priest\n1007 Demon: ER-goblins\n"
    assert at(gate(text, "HO-priest", "0805", start="1007"), "HO-priest") == "0805"


@pytest.mark.clause("MAG-32", "SIEGE-27")
def test_taking_the_last_troop_out_of_a_siege_gives_up_the_fortress_and_its_characters() -> None:
    text = f"1007 Hosar: GU-levy, HO-priest\n1007 Demon: ER-goblins\nsieges: [[{hex_id('1007')},0]]\n"
    state = moment("BeforeMovement", text, hosar="Spellgate")
    state = cast_and_pass(state, *through("GU-levy", "1007", "0805"), rolls=[1])
    assert state.control[hex_id("1007")] == DEMON
    assert state.where[unit("HO-priest")] == PRISONER, "without a die"


@pytest.mark.clause("MAG-32", "CAP-02")
def test_before_a_siege_is_on_those_he_leaves_in_the_fortress_may_escape() -> None:
    text = "1007 Hosar: GU-levy, HO-priest\n1007 Demon: ER-goblins\n"
    state = moment("AfterMovement", text, hosar="Spellgate")
    moves = through("GU-levy", "1007", "0805")
    state = cast_and_pass(state, *moves, rolls=[1, ("escape", 6), ("capture", 1)])
    assert state.control[hex_id("1007")] == DEMON
    assert at(state, "HO-priest") == "1007"


@pytest.mark.clause("MAG-32")
def test_late_troops_may_join_their_own_besiegers() -> None:
    text = "1708 Hosar: HO-priest, DA-knights\n1606 Demon: ER-goblins\n1606 Hosar: TI-knights-1\n"
    state = gate(text, "DA-knights", "1606", "BeforeSieges", start="1708")
    assert at(state, "DA-knights") == "1606"
    assert (step(state), seat(state)) == ("ChooseSiegeMethod", "Hosar")


@pytest.mark.clause("MAG-32", "SIEGE-09")
def test_besiegers_who_come_by_spellgate_have_come_in_this_phase() -> None:
    """With the option of sallies only in one's own phase, the defender can then choose battle."""
    text = 'options: {"sally": "own phase"}\n1708 Hosar: HO-priest, DA-knights\n1606 Demon: ER-goblins\n'
    text += f"1606 Hosar: TI-knights-1\nsieges: [[{hex_id('1606')},2]]\n"
    state = gate(text, "DA-knights", "1606", "BeforeBattles", start="1708")
    assert (step(state), seat(state)) == ("BattleOrSiege", "Demon")
    failed = do(gate(text, "DA-knights", "1606", "BeforeBattles", start="1708", die=6), "pass")
    assert step(failed) == "ChooseSiegeMethod", "without it, the siege goes on"


@pytest.mark.clause("MAG-32", "SIEGE-09")
def test_what_the_defender_brings_in_by_spellgate_gives_him_no_sally() -> None:
    text = 'options: {"sally": "own phase"}\n1805 Demon: NI-lord-nish, NI-horsemen-1\n1606 Demon: ER-goblins\n'
    text += f"1606 Hosar: TI-knights-1\nsieges: [[{hex_id('1606')},2]]\n"
    state = moment("BeforeBattles", text, demon="Spellgate")
    state = cast_and_pass(state, *through("NI-horsemen-1", "1805", "1606"), rolls=[1])
    assert at(state, "NI-horsemen-1") == "1606"
    assert step(do(state, "pass") if step(state) == "AnnounceSpell" else state) == "ChooseSiegeMethod"


@pytest.mark.clause("MAG-32", "ALLY-03")
@pytest.mark.parametrize("at_step", ["BeforeMovement", "BeforeBattles"])
def test_troops_landing_in_a_neutral_homeland_attack_it(at_step: str) -> None:
    text = "1306 Hosar: HO-priest, DA-knights\n1308 Neutral: LY-castle-guard, LY-cloud-prince\n"
    state = gate(text, "DA-knights", "1308", at_step, start="1306")
    assert (state.serves[LY], state.permanent[LY]) == (DEMON, True)
    while step(state) in ("AnnounceSpell", "Movement"):
        state = do(state, "end" if step(state) == "Movement" else "pass")
    assert (step(state), seat(state)) == ("BattleOrSiege", "Demon")


@pytest.mark.clause("MAG-32")
def test_a_neutral_homeland_with_troops_is_closed_to_late_landings() -> None:
    text = "1306 Hosar: HO-priest, DA-knights\n1308 Neutral: LY-castle-guard\n"
    state = do(moment("AtEnd", text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("1306")))
    assert refusal(do(state, ("unit", unit("DA-knights"))), ("to", hex_id("1308"))).clause == "MAG-32"


@pytest.mark.clause("MAG-32", "SIEGE-03")
def test_troops_landing_in_an_enemy_fortress_without_troops_take_it() -> None:
    state = gate("1508 Hosar: HO-priest, DA-knights\n", "DA-knights", "1510", "AtEnd", start="1508")
    assert state.control[hex_id("1510")] == HOSAR


@pytest.mark.clause("MAG-32", "CAP-01")
def test_a_lone_character_landing_beside_enemy_troops_is_tested() -> None:
    text = "0805 Hosar: HO-priest, TI-prince-timur\n0807 Demon: ER-goblins\n"
    state = moment("BeforeMovement", text, hosar="Spellgate")
    moves = through("TI-prince-timur", "0805", "0807")
    state = cast_and_pass(state, *moves, rolls=[1, ("escape", 1), ("capture", 6)])
    assert state.where[unit("TI-prince-timur")] == PRISONER


@pytest.mark.clause("MAG-29", "MAG-32", "MAG-42")
def test_it_leads_neither_into_an_earthpit_nor_into_flooded_ground() -> None:
    flooded = [hex_id(name) for name in ("0417", "0118", "0420")]
    flood = f"floods: [[9,{flooded}]]\nphase: 8\nearthpits: [{hex_id('0419')}]\n"
    text = "0218 Hosar: HO-priest, DA-knights\n"
    state = moment("AfterMovement", text, hosar="Spellgate", more=flood)
    state = do(state, cast(SPELLGATE), ("from", hex_id("0218")), ("unit", unit("DA-knights")))
    assert refusal(state, ("to", hex_id("0419"))).clause == "MAG-29"
    assert refusal(state, ("to", hex_id("0417"))).clause == "MAG-42", "part lake"
    assert refusal(state, ("to", hex_id("0118"))).clause == "MAG-42", "swamp"
    assert ("to", hex_id("0420")) in actions(state), "forest and open ground in the Rains"
    assert ("to", hex_id("0418")) in actions(state), "a lake where it does not rain"


@pytest.mark.clause("MAG-32", "NEU-07")
def test_ancients_do_not_land_in_mountains_but_beside_enemies() -> None:
    """1414 has hills beside mountains; 1314 and 1413 are all mountains."""
    text = "1414 Hosar: HO-priest, AN-lizard-warriors-1\n1413 Demon: ER-goblins\nserves: [2,0,2,2,2]\n"
    text += "1313 Demon: ER-lord-erush\n"
    state = do(moment("BeforeMovement", text, hosar="Spellgate"), cast(SPELLGATE), ("from", hex_id("1414")))
    state = do(state, ("unit", unit("AN-lizard-warriors-1")))
    assert refusal(state, ("to", hex_id("1314"))).clause == "NEU-07"
    assert refusal(state, ("to", hex_id("1313"))).clause == "NEU-07", "a lone character is nobody to attack"
    assert ("to", hex_id("1413")) in actions(state)


@pytest.mark.clause("MAG-29", "MAG-32", "MAG-42", "NEU-07")
def test_where_nothing_is_doubtful_nothing_forbids_a_landing() -> None:
    flood = f"floods: [[9,{[hex_id('0417'), hex_id('0118')]}]]\nphase: 8\nearthpits: [{hex_id('0419')}]\n"
    text = "0218 Hosar: HO-priest, AN-lizard-warriors-1\n0217 Demon: ER-goblins\nserves: [2,0,2,2,2]\n"
    state = moment("AfterMovement", text, hosar="Spellgate", more=flood)
    for phase_moment in range(8):
        for key in ("HO-priest", "AN-lizard-warriors-1"):
            found = {h for h in range(HEXES) if landing_refusal(state, HOSAR, (unit(key),), h, phase_moment)}
            assert found
            assert found <= doubts(state, HOSAR, (unit(key),), phase_moment)


@pytest.mark.clause("MAG-29", "MAG-32")
@pytest.mark.parametrize(("open_", "found"), [((), False), (("0806",), True)])
def test_without_a_hex_to_land_in_there_is_no_gate(open_: tuple[str, ...], found: bool) -> None:
    state = moment("BeforeMovement", "0805 Hosar: HO-priest\n", hosar="Spellgate")
    caster, here = unit("HO-priest"), hex_id("0805")
    spared = {here, *[hex_id(each) for each in open_]}
    state.earthpits = tuple(h for h in in_range(state, caster) if h not in spared)
    assert has_origin(state, HOSAR, caster, START) == found


@pytest.mark.clause("MAG-32", "NEU-07")
def test_a_unit_that_can_land_nowhere_is_refused_though_another_of_its_hex_can_pass() -> None:
    """Earthpits close all other hexes in range except one.

    It is all mountains, which bars the Ancients.
    """
    text = "serves: [2,0,2,2,2]\n1202 Hosar: HO-priest, AN-lizard-warriors-1\n"
    state = moment("BeforeMovement", text, hosar="Spellgate")
    peak = hex_id("1102")
    state.earthpits = tuple(h for h in range(HEXES) if h not in (peak, hex_id("1202")))
    state = do(state, cast(SPELLGATE), ("from", hex_id("1202")))
    assert operands(state, "unit") == units("HO-priest")
    found = state.flow[-1].refuse(state, ("unit", unit("AN-lizard-warriors-1")))
    assert (found.clause, found.reason) == ("MAG-32", "why.nowhere-to-land")
    assert operands(do(state, ("unit", unit("HO-priest"))), "to") == [peak]

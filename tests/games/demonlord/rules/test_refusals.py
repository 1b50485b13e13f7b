"""Reasons that each step gives for refusing an action."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import CAPITALS, DEMON, HOSAR, drawn_up, of, place, unit, units
from palatine.core import Action
from palatine.games.demonlord.components.pieces import CLASS
from palatine.games.demonlord.components.spells import SPELLS
from palatine.games.demonlord.components.world import (
    BATTLE_TERRAINS,
    DESERT,
    HEXES,
    HILLS,
    MOUNTAINS,
    NEUTRALS,
    hex_id,
)
from palatine.games.demonlord.rules.combat.battles import ChooseTerrain, push_relief
from palatine.games.demonlord.rules.combat.reserves import MatchCommitment, Redeploy
from palatine.games.demonlord.rules.combat.retreats import ChooseWay, ExtendRetreat, RetreatingGroup
from palatine.games.demonlord.rules.combat.sieges import RaiseMagic, SiegeMagic
from palatine.games.demonlord.rules.magic.casting import BEFORE, END, Cast
from palatine.games.demonlord.rules.magic.invocation import Invoke
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell
from palatine.games.demonlord.rules.magic.spellgate import GateTo, GateUnits, origins
from palatine.games.demonlord.rules.magic.spells import AnswerVision, ChooseRainsShape
from palatine.games.demonlord.rules.movement.entry import may_go
from palatine.games.demonlord.rules.movement.movement import March
from palatine.games.demonlord.rules.realm.alliances import court_refusal
from palatine.games.demonlord.state import AWAY, Battle

SPOT = hex_id("0805")
STACK = "0805 Hosar: HO-priest, DA-knights, DA-bowmen\n"
PRIEST, KNIGHTS, BOWMEN = units("HO-priest", "DA-knights", "DA-bowmen")


def position(text: str = STACK, more: str = "") -> Any:
    return place(f"turn 2\nphase Hosar\nstep OpenMovement\n{more}{text}{CAPITALS}")


def reason(step: Any, state: Any, action: Action) -> tuple[str, str]:
    assert action not in step.actions(state), f"{action} is legal"
    found = step.refuse(state, action)
    return found.clause, found.reason


CAST = Cast(HOSAR, PRIEST, 0, SPOT)


@pytest.mark.clause("MAG-09", "MAG-22", "MAG-24", "MAG-33", "MAG-49", "INV-01", "MOV-03")
@pytest.mark.parametrize(
    ("step", "action", "clause", "why"),
    [
        (RaiseMagic(HOSAR, SPOT, SiegeMagic(SPOT, True, HOSAR)), ("pass", 1), "MAG-22", "why.no-button"),
        (Invoke(HOSAR), ("pass", 1), "INV-01", "why.no-button"),
        (AnnounceSpell(HOSAR, BEFORE, 0, ()), ("pass", 1), "MAG-09", "why.no-button"),
        (AnnounceSpell(HOSAR, BEFORE, 0, ()), ("cast", len(SPELLS)), "TURN-06", "why.not-a-spell"),
        (AnnounceSpell(HOSAR, BEFORE, 0, ()), ("cast", -1), "TURN-06", "why.not-a-spell"),
        (AnswerVision(HOSAR, CAST), ("pass", 1), "MAG-24", "why.no-button"),
        (AnswerVision(HOSAR, CAST), ("cloak", PRIEST), "MAG-07", "why.not-drawn"),
        (ChooseRainsShape(HOSAR, PRIEST, SPOT), ("area", 1), "MAG-49", "why.no-button"),
        (ChooseRainsShape(HOSAR, PRIEST, SPOT), ("area", 0), "MAG-49", "why.no-master"),
        (ChooseRainsShape(HOSAR, PRIEST, SPOT), ("radius", 5), "MAG-48", "why.no-such-radius"),
        (GateUnits(HOSAR, PRIEST, BEFORE, SPOT), ("alone", 0), "MAG-33", "why.no-group"),
        (GateTo(HOSAR, PRIEST, BEFORE, SPOT, (KNIGHTS,)), ("to", SPOT), "MAG-32", "why.same-hex"),
        (GateTo(HOSAR, PRIEST, BEFORE, SPOT, (KNIGHTS,)), ("to", hex_id("1812")), "MAG-12", "why.out-of-range"),
        (March(HOSAR, SPOT), ("halt", 1), "MOV-03", "why.no-button"),
        (March(HOSAR, SPOT), ("go", hex_id("0806")), "MOV-03", "why.no-group"),
        (March(HOSAR, SPOT, (PRIEST,)), ("top", BOWMEN), "MOV-03", "why.picked-already"),
        (March(HOSAR, SPOT), ("top", PRIEST), "HID-01", "why.on-top"),
        (March(HOSAR, SPOT, (PRIEST,), moved=True), ("unit", BOWMEN), "MOV-03", "why.on-the-march"),
    ],
)
def test_a_step_gives_its_reason(step: Any, action: Action, clause: str, why: str) -> None:
    assert reason(step, position(), action) == (clause, why)


@pytest.mark.clause("CAP-08", "MAG-32")
@pytest.mark.parametrize(("moment", "held"), [(BEFORE, True), (END, False)])
def test_a_gate_does_not_take_a_character_whom_a_drawn_test_holds_up(moment: int, held: bool) -> None:
    state = position()
    state.halted_units = (PRIEST, KNIGHTS)
    step = GateUnits(HOSAR, PRIEST, moment, SPOT)
    assert (("unit", PRIEST) in step.actions(state)) != held
    assert ("unit", KNIGHTS) in step.actions(state), "troops are stopped, and pass a gate"
    if held:
        assert reason(step, state, ("unit", PRIEST)) == ("CAP-08", "why.held-up")


@pytest.mark.clause("NEU-07", "MAG-32")
def test_a_hex_of_ancients_alone_is_no_origin_where_they_can_land_nowhere() -> None:
    text = "serves: [2,0,2,2,2]\n1202 Hosar: AN-lizard-warriors-1\n1203 Hosar: HO-priest\n"
    state = position(text)
    assert hex_id("1202") in origins(state, HOSAR, PRIEST, BEFORE)
    spared = {hex_id("1102"), hex_id("1202")}
    state.earthpits = tuple(h for h in range(HEXES) if h not in spared)
    assert origins(state, HOSAR, PRIEST, BEFORE) == [hex_id("1203")]


@pytest.mark.clause("NEU-07", "BAT-10")
def test_ancients_do_not_choose_mountains_where_there_is_other_ground() -> None:
    """1202 has hills and mountains."""
    spot = hex_id("1202")
    assert {HILLS, MOUNTAINS} <= set(BATTLE_TERRAINS[spot])
    state = position(more="serves: [2,0,2,2,2]\n")
    (ancients,) = of("AN-lizard-warriors-1")
    state.put((ancients,), HOSAR, spot)
    state.phasing = DEMON
    state.battle = Battle(spot, 0, 0)
    step = ChooseTerrain(HOSAR)
    assert reason(step, state, ("terrain", MOUNTAINS)) == ("NEU-07", "why.ancients-mountains")
    assert reason(step, state, ("terrain", DESERT)) == ("BAT-10", "why.no-such-ground")
    state.battle = Battle(SPOT, 0, 0)
    assert reason(step, state, ("terrain", MOUNTAINS)) == ("BAT-10", "why.no-such-ground")
    state.battle = Battle(spot, 0, 0)
    state.lift((ancients,), HOSAR, spot, AWAY)
    assert ("terrain", MOUNTAINS) in step.actions(state)


@pytest.mark.clause("BAT-51", "BAT-43", "BAT-48")
@pytest.mark.parametrize(
    ("opening", "size", "clause", "why"),
    [(True, 2, "BAT-51", "why.line-full"), (False, 5, "BAT-43", "why.reserves-later")],
)
def test_a_reserve_does_not_meet_a_free_enemy(opening: bool, size: int, clause: str, why: str) -> None:
    row = "DA-knights, DA-sergeants : ER-heavy-cavalry | : ER-swordsmen"
    state = drawn_up(row, reserve="TI-spearmen / ", size=size)
    step = MatchCommitment(HOSAR, unit("ER-swordsmen"), Redeploy(DEMON, opening))
    assert reason(step, state, ("place", unit("TI-spearmen"))) == (clause, why)
    assert reason(step, state, ("place", unit("DA-knights"))) == ("BAT-48", "why.holds-its-place")


@pytest.mark.clause("RET-06", "RET-08", "RET-10", "RET-12", "MAG-30")
def test_a_retreat_is_told_why_it_does_not_go_there() -> None:
    """The alps close the way from 1214 to 1314."""
    here, before = hex_id("1214"), hex_id("1215")
    state = position(f"1214 Hosar: DA-knights\nearthpits: [{hex_id('1114')}]\n")
    retreating = RetreatingGroup(HOSAR, here, (KNIGHTS,), (), (0,), (before, here), CLASS[KNIGHTS])
    for step in (
        ChooseWay(HOSAR, retreating, (hex_id("1213"),)),
        ExtendRetreat(HOSAR, retreating, (hex_id("1213"),)),
    ):
        expected = {
            "1314": ("RET-10", "why.no-way-there"),
            "1114": ("MAG-30", "why.earthpit"),
            "1215": ("RET-12", "why.been-there"),
            "1812": ("RET-06", "why.next-hex"),
        }
        assert {name: reason(step, state, ("go", hex_id(name))) for name in expected} == expected
    assert reason(ExtendRetreat(HOSAR, retreating, ()), state, ("stop", 1)) == ("RET-08", "why.no-button")


@pytest.mark.clause("GEN-03")
def test_nobody_marches_off_the_map() -> None:
    """0101 is a corner of the map."""
    state = position("0101 Hosar: DA-knights\n")
    found = [may_go(state, HOSAR, hex_id("0101"), (KNIGHTS,), d) for d in range(6)]
    assert sum(each is not None and each.reason == "why.map-edge" for each in found) == 4


@pytest.mark.clause("ALLY-01")
@pytest.mark.parametrize("neutral", [-1, len(NEUTRALS)])
def test_there_are_five_neutrals_to_be_courted(neutral: int) -> None:
    found = court_refusal(position(), HOSAR, neutral, by_spell=False)
    assert found is not None
    assert (found.clause, found.reason) == ("ALLY-01", "why.no-neutral")


@pytest.mark.clause("SIEGE-23")
def test_relief_of_a_fortress_whose_garrison_is_gone_fights_at_once() -> None:
    """A gate has moved the levy out of Gunthoz, so no garrison is left to stay out."""
    state = position("1007 Hosar: DA-knights, HO-priest\n1007 Demon: ER-goblins\n")
    state.relieving_units = (KNIGHTS,)
    push_relief(state, hex_id("1007"), HOSAR)
    assert state.battle is not None
    assert (state.battle.hex, state.battle.aside) == (hex_id("1007"), ())

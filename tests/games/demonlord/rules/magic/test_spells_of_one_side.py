"""Spells of one side only: Light and Darkness, Necromon. The Rains have their own file."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    actions,
    at,
    cast,
    cast_and_pass,
    do,
    hexes,
    moment,
    operands,
    place,
    refusal,
    seat,
    target,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.spells import DARKNESS, LIGHT, NECROMON
from palatine.games.demonlord.components.world import HILLS, hex_id
from palatine.games.demonlord.position import flow_at
from palatine.games.demonlord.rules.common.losses import destroy_unit
from palatine.games.demonlord.rules.magic.casting import Cast, morale_shadow
from palatine.games.demonlord.rules.magic.spells import necromon
from palatine.games.demonlord.state import DEAD, Fallen

DUKE = "0704 Hosar: DA-duke-dansor, DA-knights\n"

# Light and Darkness

BATTLE = "1004 Hosar: DA-duke-dansor, DA-knights\n1004 Demon: ER-foot-guards, TN-priests\n"


@pytest.mark.clause("MAG-35", "MAG-36")
def test_light_and_darkness_take_one_from_the_morale_of_the_enemys_troops_in_the_hex() -> None:
    state = moment("BeforeBattles", BATTLE, hosar="Light", demon="Darkness")
    light = cast_and_pass(state, cast(LIGHT), target("1004"), rolls=[5])
    assert (morale_shadow(light, DEMON, hex_id("1004")), morale_shadow(light, HOSAR, hex_id("1004"))) == (-1, 0)
    dark = cast_and_pass(state, "pass", cast(DARKNESS), target("1004"), rolls=[5])
    assert (morale_shadow(dark, DEMON, hex_id("1004")), morale_shadow(dark, HOSAR, hex_id("1004"))) == (0, -1)
    assert morale_shadow(dark, HOSAR, hex_id("1005")) == 0


@pytest.mark.clause("MAG-36")
def test_a_troop_in_the_light_breaks_on_a_die_it_would_else_survive() -> None:
    state = cast_and_pass(moment("BeforeBattles", BATTLE, hosar="Light"), cast(LIGHT), target("1004"), rolls=[1])
    state = do(state, ("terrain", HILLS), ("place", unit("DA-knights")), ("place", unit("ER-foot-guards")),
               ("with", unit("DA-knights")), ("with", unit("ER-foot-guards")), "hold",
               rolls=[1, 1, 6, 6, ("morale", 4), ("fate", 1)])  # fmt: skip
    (check,) = told(state, "morale.routs")
    assert (check.data["unit"], check.tally.value) == (unit("ER-foot-guards"), 5 - 1)


@pytest.mark.clause("MAG-35")
def test_allied_neutrals_fighting_for_hosar_suffer_from_darkness_too() -> None:
    text = "1004 Hosar: AH-cragsmen-1\n1004 Demon: ER-foot-guards, TN-priests\nserves: [0,2,2,2,2]\n"
    state = moment("BeforeBattles", text, "Demon", demon="Darkness")
    state = cast_and_pass(state, cast(DARKNESS), target("1004"), rolls=[1])
    assert morale_shadow(state, state.side_of(unit("AH-cragsmen-1")), hex_id("1004")) == -1


@pytest.mark.clause("MAG-37")
def test_light_and_darkness_in_one_hex_cancel_and_more_of_either_does_nothing() -> None:
    text = BATTLE.replace("DA-duke-dansor", "DA-duke-dansor, HO-bishop")
    state = do(moment("BeforeBattles", text, hosar="Light", demon="Darkness"), cast(LIGHT),
               ("caster", unit("HO-bishop")), target("1004"), cast(DARKNESS), target("1004"))  # fmt: skip
    state = cast_and_pass(state, cast(LIGHT), target("1004"), rolls=[1, 1, 1])
    assert [morale_shadow(state, side, hex_id("1004")) for side in (HOSAR, DEMON)] == [0, 0]
    assert told(state, "gloom.cancelled")
    twice = moment("BeforeBattles", text, hosar="Light")
    twice = do(twice, cast(LIGHT), ("caster", unit("HO-bishop")), target("1004"))
    twice = cast_and_pass(twice, cast(LIGHT), target("1004"), rolls=[1, 1])
    assert morale_shadow(twice, DEMON, hex_id("1004")) == -1, "two Lights are no more than one"


@pytest.mark.clause("MAG-35", "MAG-36")
def test_light_is_cast_as_the_battle_step_opens_where_there_may_be_a_battle_and_ends_with_the_phase() -> None:
    text = BATTLE + "1005 Hosar: DA-militia\n"
    state = do(moment("BeforeBattles", text, hosar="Light"), cast(LIGHT))
    assert hexes(state, "target") == ["1004"]
    assert refusal(state, target("1005")).clause == "MAG-36"
    early = moment("BeforeMovement", text, hosar="Light, Vision")
    assert refusal(early, cast(LIGHT)).clause == "TURN-06"
    gone = place(f"turn 2\nphase Hosar\nstep PlaceFreed\ngloom: [[{hex_id('1004')},1]]\n" + text + CAPITALS)
    assert gone.morale_shadows == ()


@pytest.mark.clause("MAG-36", "MAG-09")
def test_without_any_place_for_a_battle_light_is_of_no_use() -> None:
    state = moment("BeforeBattles", DUKE, hosar="Light, Vision")
    assert refusal(state, cast(LIGHT)).clause == "MAG-36"


# Necromon


def fallen_at(where: str, key: str = "ER-archers", ago: int = 0, text: str = "", more: str = "") -> Any:
    """Return the end of the Demon's phase 4 with a unit fallen at `where`, `ago` phases earlier.

    Yorgash (power 5, range 2) is near.
    """
    dead = f"dead: {key}\nfallen: [[{unit(key)},{hex_id(where)},1,{4 - ago}]]\nphase: 4\n"
    return moment("AtEnd", dead + "1105 Demon: YO-yorgash\n" + text, "Demon", demon="Necromon", more=more)


@pytest.mark.clause("MAG-38", "MAG-39")
@pytest.mark.parametrize("ago", [0, 1])
def test_necromon_brings_back_a_unit_lost_in_this_phase_or_the_one_before_where_it_fell(ago: int) -> None:
    state = cast_and_pass(fallen_at("1104", ago=ago), cast(NECROMON), ("raise", unit("ER-archers")), rolls=[4])
    assert at(state, "ER-archers") == "1104"
    failed = cast_and_pass(fallen_at("1104", ago=ago), cast(NECROMON), ("raise", unit("ER-archers")), rolls=[5])
    assert failed.where[unit("ER-archers")] == DEAD


@pytest.mark.clause("MAG-38")
def test_who_fell_two_phases_ago_stays_dead() -> None:
    archers, goblins = units("ER-archers", "ER-goblins")
    fallen = f"fallen: [[{archers},{hex_id('1104')},1,2],[{goblins},{hex_id('1104')},1,3]]\n"
    text = "turn 2\nphase Hosar\nstep PlaceFreed\nphase: 3\ndead: ER-archers, ER-goblins\n" + fallen
    state = place(text + "1105 Demon: YO-yorgash\n" + CAPITALS)
    assert [f.unit for f in state.fallen] == units("ER-goblins"), "as phase 4 begins"


@pytest.mark.clause("MAG-38")
def test_necromon_is_for_the_end_of_a_phase_and_for_units_lost_by_the_demon() -> None:
    early = moment("BeforeMovement", "1105 Demon: YO-yorgash\n", "Demon", demon="Necromon, Vision")
    assert refusal(early, cast(NECROMON)).clause == "TURN-06"
    more = f"fallen: [[{unit('DA-knights')},{hex_id('1104')},0,4]]\nphase: 4\ndead: DA-knights\n"
    nobody = moment("AtEnd", "1105 Demon: YO-yorgash\n", "Demon", demon="Necromon, Spellgate", more=more)
    assert refusal(nobody, cast(NECROMON)).clause == "MAG-38"


@pytest.mark.clause("MAG-38")
def test_captured_units_cannot_be_raised() -> None:
    state = fallen_at("1104", text="prisoners of Hosar: ER-goblins\n")
    state = do(state, cast(NECROMON))
    assert refusal(state, ("raise", unit("ER-goblins"))).clause == "MAG-38"
    assert operands(state, "raise") == units("ER-archers")


@pytest.mark.clause("MAG-39")
def test_the_range_runs_to_the_hex_of_loss() -> None:
    assert cast(NECROMON) in actions(fallen_at("1103"))
    state = fallen_at("1102")
    assert refusal(state, cast(NECROMON)).clause == "MAG-12", "three hexes, and Yorgash reaches two"


@pytest.mark.clause("MAG-39")
def test_nobody_is_raised_among_enemies_unless_he_died_in_a_siege_of_a_friendly_fortress() -> None:
    assert refusal(fallen_at("1104", text="1104 Hosar: DA-knights\n"), cast(NECROMON)).clause == "MAG-12"
    lone = fallen_at("1104", text="1104 Hosar: DA-duke-dansor\n")
    assert cast(NECROMON) in actions(lone), "one lone character is no troop"
    siege = (f"dead: MI-bowmen\nfallen: [[{unit('MI-bowmen')},{hex_id('1510')},1,4]]\nphase: 4\n"
             "1510 Demon: MI-garrison, YO-yorgash\n1510 Hosar: DA-knights\n")  # fmt: skip
    state = moment("AtEnd", siege, "Demon", demon="Necromon")
    state = cast_and_pass(state, cast(NECROMON), ("raise", unit("MI-bowmen")), rolls=[1])
    assert at(state, "MI-bowmen") == "1510"


@pytest.mark.clause("MAG-39")
def test_who_fell_before_an_enemy_fortress_rejoins_the_besiegers() -> None:
    """Gunthoz is Hosar's; the Demon's foot guards besiege it."""
    siege = "1007 Hosar: GU-men, GU-levy\n1007 Demon: ER-foot-guards\n1107 Demon: YO-yorgash\n"
    dead = f"dead: ER-archers\nfallen: [[{unit('ER-archers')},{hex_id('1007')},1,4]]\nphase: 4\n"
    state = moment("AtEnd", dead + siege, "Demon", demon="Necromon")
    state = cast_and_pass(state, cast(NECROMON), ("raise", unit("ER-archers")), rolls=[1])
    assert at(state, "ER-archers") == "1007"
    gone = moment("AtEnd", dead + siege.replace("1007 Demon: ER-foot-guards\n", ""), "Demon", demon="Necromon")
    assert refusal(gone, cast(NECROMON)).clause == "MAG-12", "with the siege given up it is barred"


@pytest.mark.clause("MAG-38")
@pytest.mark.parametrize(
    ("fell_for", "serves", "raised"), [(DEMON, DEMON, True), (HOSAR, DEMON, False), (DEMON, NEUTRAL, False)]
)
def test_an_allys_unit_is_raised_if_it_fell_for_the_demon_and_its_people_still_serve_him(
    fell_for: int, serves: int, raised: bool
) -> None:
    """The archers have fallen too, so the spell always has a target."""
    archers, cragsman, spot = unit("ER-archers"), unit("AH-cragsmen-1"), hex_id("1104")
    fallen = f"fallen: [[{archers},{spot},1,4,false],[{cragsman},{spot},{fell_for},4,false]]\nphase: 4\n"
    text = f"serves: [{serves},2,2,2,2]\ndead: ER-archers, AH-cragsmen-1\n{fallen}1105 Demon: YO-yorgash\n"
    state = do(moment("AtEnd", text, "Demon", demon="Necromon"), cast(NECROMON))
    assert operands(state, "raise") == ([archers, cragsman] if raised else [archers])


@pytest.mark.clause("MAG-39")
def test_who_died_in_a_siege_is_not_raised_once_the_fortress_is_the_besiegers() -> None:
    lost = (f"dead: MI-bowmen\nfallen: [[{unit('MI-bowmen')},{hex_id('1510')},1,4,true]]\nphase: 4\n"
            "control 1510: Hosar\n1510 Hosar: DA-knights\n1511 Demon: YO-yorgash\n")  # fmt: skip
    assert refusal(moment("AtEnd", lost, "Demon", demon="Necromon"), cast(NECROMON)).clause == "MAG-12"


@pytest.mark.clause("MAG-39", "SIEGE-03")
def test_a_troop_raised_alone_in_a_fortress_takes_it() -> None:
    state = fallen_at("1510", text="1511 Demon: IK-high-priest\ncontrol 1510: Hosar\n")
    state = cast_and_pass(state, cast(NECROMON), ("raise", unit("ER-archers")), rolls=[1])
    assert state.control[hex_id("1510")] == DEMON


@pytest.mark.clause("MAG-39")
def test_hidden_enemies_bar_it_like_seen_ones_so_that_nothing_is_betrayed() -> None:
    characters = fallen_at("1104", text="1104 Hosar: DA-duke-dansor, HO-bishop\n")
    troops = fallen_at("1104", text="1104 Hosar: DA-duke-dansor, DA-knights\n")
    assert actions(characters) == actions(troops) == [("pass", 0)]


@pytest.mark.clause("MAG-40")
def test_a_unit_can_be_raised_again_and_again_by_a_new_necromon_each_time() -> None:
    state = cast_and_pass(fallen_at("1104"), cast(NECROMON), ("raise", unit("ER-archers")), rolls=[1])
    assert at(state, "ER-archers") == "1104"
    destroy_unit(state, unit("ER-archers"))
    state.flow, state.spent_casters = flow_at(state, "AtEnd"), ()
    GAME.advance(state)
    while seat(state) != "Demon":
        state = do(state, "pass")
    state = cast_and_pass(state, cast(NECROMON), ("raise", unit("ER-archers")), rolls=[4])
    assert at(state, "ER-archers") == "1104"
    assert len(told(state, "necromon")) == 2


@pytest.mark.clause("MAG-29")
def test_what_is_raised_from_the_dead_does_not_enter_it_either() -> None:
    state = fallen_at("1104", more=f"earthpits: [{hex_id('1104')}]\n")
    assert refusal(state, cast(NECROMON)).clause == "MAG-12"


@pytest.mark.clause("MAG-38", "MAG-40")
def test_who_is_raised_is_no_longer_among_the_lately_dead_and_others_are() -> None:
    state = fallen_at("1104")
    archers, goblins = units("ER-archers", "ER-goblins")
    state.where[goblins] = DEAD
    state.fallen = (*state.fallen, Fallen(goblins, hex_id("1104"), DEMON, 4))
    assert necromon(state, Cast(DEMON, unit("YO-yorgash"), NECROMON, hex_id("1104"), (archers,))) == (archers,)
    assert [death.unit for death in state.fallen] == [goblins]

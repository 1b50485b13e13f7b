"""Several spells of one moment."""

from __future__ import annotations

import pytest

from games.demonlord.positions import (
    HOSAR,
    PRIEST,
    actions,
    at,
    cast,
    cast_and_pass,
    do,
    moment,
    refusal,
    target,
    through,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.spells import DARKNESS, EARTHPIT, LIGHT, SPELLGATE, VISION
from palatine.games.demonlord.components.world import hex_id


@pytest.mark.clause("MAG-10")
def test_a_spellgate_and_an_earthpit_of_one_moment_both_take_effect() -> None:
    text = PRIEST + "0706 Demon: TA-lord-taegul\n"
    state = moment("BeforeMovement", text, hosar="Spellgate", demon="Earthpit")
    state = do(state, *through("DA-knights", "0805", "0806"))
    state = cast_and_pass(state, cast(EARTHPIT), target("0806"), rolls=[1, 1])
    assert state.earthpits == (hex_id("0806"),)
    assert at(state, "DA-knights") == "0806", "not kept out"
    assert unit("DA-knights") not in state.pitted, "nor halved"


@pytest.mark.clause("MAG-10")
def test_a_vision_shows_the_hex_as_it_was_before_a_spellgate_of_the_same_moment() -> None:
    text = PRIEST + "0807 Hosar: DA-militia\n0706 Demon: TN-priests\n"
    state = moment("BeforeMovement", text, hosar="Spellgate", demon="Vision")
    state = do(state, *through("DA-knights", "0805", "0807"))
    state = cast_and_pass(state, cast(VISION), target("0807"), rolls=[1, 1])
    (entry,) = told(state, "vision.shows")
    assert entry.data["units"] == units("DA-militia")


@pytest.mark.clause("MAG-10")
def test_of_two_spellgates_on_one_unit_the_first_announced_counts() -> None:
    text = "0805 Hosar: HO-priest, DA-duke-dansor, DA-knights\n"
    state = moment("BeforeMovement", text, hosar="Spellgate")
    first = [cast(SPELLGATE), ("caster", unit("HO-priest")), ("from", hex_id("0805")), ("unit", unit("DA-knights"))]
    second = [cast(SPELLGATE), ("from", hex_id("0805")), ("unit", unit("DA-knights"))]
    state = cast_and_pass(state, *first, ("to", hex_id("0806")), *second, ("to", hex_id("0807")), rolls=[1, 1])
    assert at(state, "DA-knights") == "0806"
    assert [entry.data["count"] for entry in told(state, "spellgate")] == [1, 0]


@pytest.mark.clause("MAG-35", "MAG-10")
def test_darkness_may_answer_a_spellgate_that_will_bring_about_a_battle() -> None:
    text = PRIEST + "0807 Demon: ER-goblins, TN-priests\n"
    state = moment("BeforeBattles", text, hosar="Spellgate, Light", demon="Darkness")
    assert refusal(state, cast(LIGHT)).clause == "MAG-36", "no battle in sight yet"
    elsewhere = do(state, *through("DA-knights", "0805", "0806"))
    assert refusal(elsewhere, cast(DARKNESS)).clause == "MAG-35", "the gate leads to no enemies"
    gate_to = through("DA-knights", "0805", "0807")
    state = do(state, *gate_to)
    state = cast_and_pass(state, cast(DARKNESS), target("0807"), rolls=[1, 1])
    assert (hex_id("0807"), HOSAR) in state.gloom
    assert at(state, "DA-knights") == "0807"


@pytest.mark.clause("MAG-36", "MAG-10")
def test_light_may_prepare_a_landing_in_a_neutral_homeland() -> None:
    text = "1306 Hosar: HO-priest, HO-bishop, DA-knights\n1308 Neutral: LY-castle-guard\n"
    state = moment("BeforeBattles", text, hosar="Spellgate, Light")
    assert refusal(state, cast(LIGHT)).clause == "MAG-36"
    state = do(state, *through("DA-knights", "1306", "1308"))
    assert cast(LIGHT) in actions(state)


@pytest.mark.clause("MAG-08", "MAG-09")
def test_the_enemy_learns_where_the_gate_leads_and_not_who_passes() -> None:
    state = moment("BeforeMovement", PRIEST, hosar="Spellgate", demon="Vision")
    state = do(state, *through("DA-knights", "0805", "0806"))
    (entry,) = told(state, "announce")
    assert entry.data["target"] == hex_id("0806")
    assert unit("DA-knights") not in entry.data.values()
    view = GAME.view(state, "Demon")
    assert "DA-knights" not in {piece.face for piece in view.pieces}

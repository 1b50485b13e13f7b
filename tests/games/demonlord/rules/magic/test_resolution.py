"""Several spells cast at the same moment."""

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
    place,
    refusal,
    target,
    through,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.spells import DARKNESS, EARTHPIT, LIGHT, NECROMON, SPELLGATE, VISION
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.common.losses import destroy_unit
from palatine.games.demonlord.rules.magic.casting import Cast
from palatine.games.demonlord.rules.magic.resolution import set_down
from palatine.games.demonlord.rules.magic.spells import necromon


@pytest.mark.clause("MAG-10")
def test_a_spellgate_and_an_earthpit_of_one_moment_both_take_effect() -> None:
    text = PRIEST + "0706 Demon: TA-lord-taegul\n"
    state = moment("BeforeMovement", text, hosar="Spellgate", demon="Earthpit")
    state = do(state, *through("DA-knights", "0805", "0806"))
    state = cast_and_pass(state, cast(EARTHPIT), target("0806"), rolls=[1, 1])
    assert state.earthpits == (hex_id("0806"),)
    assert at(state, "DA-knights") == "0806", "not kept out"
    assert unit("DA-knights") not in state.earthpitted, "nor halved"


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
    assert (hex_id("0807"), HOSAR) in state.morale_shadows
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


# What comes of spells that carry units, when there are several


def gate_by(caster: str, key: str, start: str, to: str) -> list[Any]:
    """Return the actions of a Spellgate for one unit if its side has several casters of power 4."""
    return [
        cast(SPELLGATE),
        ("caster", unit(caster)),
        ("from", hex_id(start)),
        ("unit", unit(key)),
        ("to", hex_id(to)),
    ]


def at_spells(at_step: str, side: str, text: str, demon: str = "Spellgate") -> Any:
    hands = f"spells of Hosar: Spellgate\nspells of Demon: {demon}\n"
    return place(f"turn 2\nphase {side}\nstep {at_step}\n{hands}0610 Hosar: TI-city-militia\n{text}")


@pytest.mark.clause("MAG-10", "END-02", "SIEGE-03")
def test_troops_of_both_sides_gated_into_an_empty_capital_meet_before_anybody_controls_it() -> None:
    text = "1612 Hosar: HO-priest, DA-knights\n1912 Demon: NI-lord-nish, NI-goblins, NI-archers\n"
    state = at_spells("BeforeMovement", "Hosar", text)
    nisshar = hex_id("1812")
    state = do(state, *through("DA-knights", "1612", "1812"))
    state = cast_and_pass(state, *through("NI-goblins", "1912", "1812"), rolls=[1, 1])
    assert at(state, "DA-knights") == at(state, "NI-goblins") == "1812"
    assert state.control[nisshar] == DEMON
    assert state.outcome is None, "Hosar's troops were never alone in Nisshar"
    alone = do(at_spells("BeforeMovement", "Hosar", text), *through("DA-knights", "1612", "1812"))
    assert cast_and_pass(alone, "pass", rolls=[1]).outcome.margin == "nisshar"


@pytest.mark.clause("MAG-10", "END-01", "END-02")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_both_capitals_taken_at_once_are_a_tie_and_so_hosars(side: str) -> None:
    text = "1612 Hosar: HO-priest, DA-knights\n0812 Demon: NI-lord-nish, NI-goblins\n0108 Hosar: ME-sergeants\n"
    hands = "spells of Hosar: Spellgate\nspells of Demon: Spellgate\n"
    state = place(f"turn 2\nphase {side}\nstep BeforeMovement\n{hands}{text}")
    gates = {"Hosar": through("DA-knights", "1612", "1812"), "Demon": through("NI-goblins", "0812", "0610")}
    first, second = gates[side], gates["Demon" if side == "Hosar" else "Hosar"]
    state = cast_and_pass(state, *first, *second, rolls=[1, 1])
    assert (state.outcome.winners, state.outcome.margin) == (("Hosar",), "nisshar")


@pytest.mark.clause("MAG-10", "SIEGE-26", "END-02")
def test_a_garrison_that_is_exchanged_by_two_gates_of_one_moment_never_leaves_its_city() -> None:
    text = (
        "1812 Demon: NI-goblins, NI-lord-nish\n1812 Hosar: DA-knights\n1912 Demon: NI-archers, IK-high-priest\n"
        "sieges: [[1812, 3]]\n"
    ).replace("[[1812", f"[[{hex_id('1812')}")
    state = at_spells("BeforeSieges", "Demon", text)
    out = gate_by("NI-lord-nish", "NI-goblins", "1812", "1912")
    back = [
        cast(SPELLGATE),
        ("from", hex_id("1912")),
        ("unit", unit("NI-archers")),
        "alone",
        ("to", hex_id("1812")),
    ]
    state = cast_and_pass(state, *out, "pass", *back, rolls=[1, 1])
    assert (at(state, "NI-goblins"), at(state, "NI-archers")) == ("1912", "1812")
    assert state.outcome is None
    assert state.siege_steps(hex_id("1812")) == 4, "the siege goes on, and its next step has begun"
    assert at(state, "NI-lord-nish") == "1812", "and nobody is captured"


@pytest.mark.clause("MAG-10", "MAG-38", "SIEGE-03")
def test_one_raised_and_one_gated_into_the_same_city_contest_it() -> None:
    erush = hex_id("1606")
    text = (
        "1608 Hosar: HO-priest, DA-knights\n1605 Demon: IK-high-priest\ndead: ER-archers\n1812 Demon: NI-goblins\n"
        f"phase: 4\nfallen: [[{unit('ER-archers')}, {erush}, 1, 4]]\n"
    )
    state = at_spells("AtEnd", "Demon", text, demon="Necromon")
    state = do(state, cast(NECROMON), ("raise", unit("ER-archers")))
    state = cast_and_pass(state, *through("DA-knights", "1608", "1606"), rolls=[1, 1])
    assert at(state, "ER-archers") == at(state, "DA-knights") == "1606"
    assert state.control[erush] == DEMON


@pytest.mark.clause("MAG-10", "CAP-03")
def test_a_character_and_a_troop_gated_by_two_casters_come_together() -> None:
    text = (
        "0805 Hosar: HO-priest, HO-high-priest, DA-duke-dansor, DA-knights\n0807 Demon: ER-goblins\n"
        "1812 Demon: NI-goblins\n"
    )
    state = at_spells("BeforeMovement", "Hosar", text)
    duke = gate_by("HO-priest", "DA-duke-dansor", "0805", "0807")
    knights = [cast(SPELLGATE), ("caster", unit("HO-high-priest")), *through("DA-knights", "0805", "0807")[1:]]
    knights.insert(4, ("alone", 0))
    state = cast_and_pass(state, *duke, "pass", *knights, rolls=[1, 1])
    assert at(state, "DA-duke-dansor") == at(state, "DA-knights") == "0807"
    assert told(state, "capture.escape") == [], "the knights protect him from the first"
    assert state.stack(HOSAR, hex_id("0807"))[0] == unit("DA-knights"), "a troop lies on top"
    lone = do(at_spells("BeforeMovement", "Hosar", text), *duke)
    assert told(cast_and_pass(lone, "pass", rolls=[1, 6, 1]), "capture.escape")


@pytest.mark.clause("MAG-10", "CAP-03")
def test_where_both_sides_are_set_down_at_once_each_lays_its_troop_on_top() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0805 Hosar: HO-priest, DA-duke-dansor, DA-knights\n0809 Demon: ER-goblins"
    )
    spot, start = hex_id("0807"), hex_id("0805")
    ours = [
        Cast(HOSAR, unit("HO-priest"), SPELLGATE, spot, tuple(units(key)), (start,))
        for key in ("DA-duke-dansor", "DA-knights")
    ]
    theirs = Cast(DEMON, unit("ER-goblins"), SPELLGATE, spot, tuple(units("ER-goblins")), (hex_id("0809"),))
    twin = state.copy()
    set_down(twin, (*ours, theirs))
    assert list(twin.stack(HOSAR, spot)) == units("DA-knights", "DA-duke-dansor")
    set_down(state, tuple(ours))
    assert list(state.stack(HOSAR, spot)) == units("DA-duke-dansor", "DA-knights"), (
        "as they come, where nobody is met"
    )


@pytest.mark.clause("MAG-10", "HID-01")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_of_those_who_come_from_both_sides_at_once_a_troop_lies_uppermost(side: int) -> None:
    text = (
        "0805 Hosar: HO-priest, DA-duke-dansor, DA-knights\n0806 Demon: TA-lord-taegul, ER-lord-erush, ER-goblins\n"
    )
    state = place(
        f"turn 2\nphase Hosar\nstep BeforeBattles\n{text}0610 Hosar: TI-city-militia\n1812 Demon: NI-goblins\n"
    )
    goal, mine = hex_id("0807"), (hex_id("0805"), hex_id("0806"))
    pairs = (units("DA-duke-dansor", "DA-knights"), units("ER-lord-erush", "ER-goblins"))
    casts = tuple(Cast(each, 0, SPELLGATE, goal, tuple(pairs[each]), (mine[each],)) for each in (HOSAR, DEMON))
    set_down(state, casts)
    assert state.stacks[side][goal][0] == pairs[side][1]


@pytest.mark.clause("MAG-38", "MAG-39")
def test_of_two_necromons_for_one_unit_the_second_finds_it_gone() -> None:
    state = place(
        "turn 2\n0806 Demon: TA-lord-taegul, ER-goblins\n0610 Hosar: TI-city-militia\n1812 Demon: NI-goblins\n"
    )
    (goblins,) = units("ER-goblins")
    destroy_unit(state, goblins)
    cast_ = Cast(DEMON, 0, NECROMON, hex_id("0806"), (goblins,))
    assert necromon(state, cast_) == (goblins,)
    assert necromon(state, cast_) == ()
    assert len(told(state, "necromon")) == 1

"""The special spells: Vision and Cloak, Forcemarch, Earthpit."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    HOSAR,
    actions,
    at,
    cast,
    cast_and_pass,
    do,
    go,
    hexes,
    moment,
    operands,
    place,
    refusal,
    seat,
    step,
    target,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import MP
from palatine.games.demonlord.components.spells import CLOAK, EARTHPIT, FORCEMARCH, VISION
from palatine.games.demonlord.components.world import HILLS, hex_id
from palatine.games.demonlord.rules.combat.retreat_restrictions import pace

DUKE = "0704 Hosar: DA-duke-dansor, DA-knights\n"


# Vision and Cloak

HIDDEN = DUKE + "0805 Demon: ER-goblins, ER-archers, ER-lord-erush\n"


@pytest.mark.clause("MAG-23")
@pytest.mark.parametrize("at_step", ["BeforeMovement", "AfterMovement", "BeforeBattles"])
def test_vision_shows_every_enemy_unit_of_the_hex_to_the_caster_alone(at_step: str) -> None:
    state = do(moment(at_step, HIDDEN, hosar="Vision"), cast(VISION))
    assert hexes(state, "target") == ["0805"], "an enemy stack in range"
    state = cast_and_pass(state, target("0805"), rolls=[5])
    (entry,) = told(state, "vision.shows")
    assert entry.data["units"] == units("ER-goblins", "ER-archers", "ER-lord-erush")
    assert entry.readers == (HOSAR,)
    backs = [piece for piece in GAME.view(state, "Hosar").pieces if piece.space == "0805" and not piece.face]
    assert len(backs) == 2, "it does not last"


@pytest.mark.clause("MAG-23")
@pytest.mark.parametrize("at_step", ["AtStart", "BeforeSieges", "BeforeAlliances", "AtEnd"])
def test_vision_is_for_before_and_after_movement_only(at_step: str) -> None:
    state = moment(at_step, HIDDEN, hosar="Vision, Spellgate")
    assert step(state) == "AnnounceSpell", "for the Spellgate he may hold"
    assert refusal(state, cast(VISION)).clause == "TURN-06"


@pytest.mark.clause("MAG-23", "MAG-12")
def test_a_vision_needs_enemies_in_range() -> None:
    state = moment("BeforeMovement", DUKE + "0709 Demon: ER-goblins\n", hosar="Vision")
    assert refusal(state, cast(VISION)).clause == "MAG-12"
    near = moment("BeforeMovement", DUKE + "0708 Demon: ER-goblins\n", hosar="Vision")
    assert refusal(do(near, cast(VISION)), target("0707")).clause == "MAG-23"


@pytest.mark.clause("MAG-24", "MAG-25")
def test_a_cloak_that_works_undoes_the_vision_and_shields_the_hex_for_the_phase() -> None:
    text = HIDDEN + "0804 Hosar: HO-priest\n0806 Demon: TN-priests\n"
    state = do(moment("BeforeMovement", text, hosar="Vision", demon="Cloak"), cast(VISION))
    state = cast_and_pass(state, ("caster", unit("DA-duke-dansor")), target("0805"), rolls=[1])
    assert (step(state), seat(state)) == ("AnswerVision", "Demon")
    assert operands(state, "cloak") == units("TN-priests"), "Erush has power 1"
    assert refusal(state, ("cloak", unit("ER-lord-erush"))).clause == "MAG-11"
    state = do(state, ("cloak", unit("TN-priests")), rolls=[5])
    assert not told(state, "vision.shows")
    assert unit("TN-priests") in state.spent_casters
    state = do(state, "end")
    state = cast_and_pass(state, cast(VISION), target("0805"), rolls=[1])
    assert not told(state, "vision.shows"), "the later Vision of the priest sees nothing either"
    assert len(told(state, "vision.cloaked")) == 2
    assert step(state) != "AnswerVision", "and calls for no other Cloak"


@pytest.mark.clause("MAG-24")
def test_after_a_cloak_that_fails_another_caster_may_try_and_the_vision_shows_if_nobody_does() -> None:
    text = HIDDEN + "0806 Demon: TN-priests\n0705 Demon: TA-lord-taegul\n"
    state = moment("BeforeMovement", text, hosar="Vision", demon="Cloak")
    state = cast_and_pass(state, cast(VISION), target("0805"), rolls=[1])
    state = do(state, ("cloak", unit("TN-priests")), rolls=[6])
    assert operands(state, "cloak") == units("TA-lord-taegul")
    state = do(state, "pass")
    assert told(state, "vision.shows")


@pytest.mark.clause("MAG-24")
def test_a_cloak_answers_only_a_vision_that_works_and_needs_the_range() -> None:
    text = HIDDEN + "0908 Demon: TA-lord-taegul\n"
    state = do(moment("BeforeMovement", text, hosar="Vision", demon="Cloak"), cast(VISION), target("0805"))
    assert step(cast_and_pass(state, rolls=[6])) != "AnswerVision"
    state = cast_and_pass(state, rolls=[5])
    assert actions(state) == [("pass", 0)], "asked, though nobody reaches the hex, lest his hand be betrayed"
    assert refusal(state, ("cloak", unit("TA-lord-taegul"))).clause == "MAG-12"


@pytest.mark.clause("MAG-24", "MAG-08")
def test_a_cloak_that_is_known_is_asked_for_and_stays_known_once() -> None:
    text = HIDDEN + "0806 Demon: TN-priests\n"
    more = f"shown: [[],[{CLOAK}]]\n"
    state = do(moment("BeforeMovement", text, hosar="Vision", demon="Cloak", more=more), cast(VISION))
    state = cast_and_pass(state, target("0805"), rolls=[1])
    assert step(state) == "AnswerVision"
    assert do(state, ("cloak", unit("TN-priests")), rolls=[1]).revealed_spells[1] == (CLOAK,)


@pytest.mark.clause("MAG-24")
def test_nobody_is_asked_for_a_cloak_he_is_known_not_to_hold() -> None:
    more = f"shown: [[],[{VISION}]]\n"
    state = do(moment("BeforeMovement", HIDDEN, hosar="Vision", demon="Vision", more=more), cast(VISION))
    state = cast_and_pass(state, target("0805"), rolls=[5])
    assert told(state, "vision.shows")


# Forcemarch


@pytest.mark.clause("MAG-26")
def test_forcemarch_gives_friendly_units_two_more_points_in_that_movement_step() -> None:
    text = "0704 Hosar: HO-priest, DA-knights, TI-prince-timur\n0705 Hosar: DA-sergeants\n0804 Demon: ER-goblins\n"
    state = moment("BeforeMovement", text, hosar="Forcemarch")
    state = cast_and_pass(state, cast(FORCEMARCH), target("0704"), rolls=[5])
    assert state.allowance[unit("DA-knights")] == 5 + 2
    assert state.allowance[unit("TI-prince-timur")] == 6 + 2
    assert state.allowance[unit("DA-sergeants")] == 5 // 2, "in another hex, without a leader"
    assert state.allowance[unit("ER-goblins")] == 0
    next_phase = place(f"turn 2\nphase Hosar\nstep PlaceFreed\nforced: [{unit('DA-knights')}]\n" + text + CAPITALS)
    assert next_phase.forcemarched == ()


@pytest.mark.clause("MAG-26", "MAG-28")
def test_a_leaderless_troop_is_halved_then_forcemarched_then_halved_by_an_earthpit() -> None:
    text = "0704 Hosar: HO-priest, DA-knights\n"
    knights = unit("DA-knights")
    more = f"forced: [{knights}]\n"
    assert moment("OpenMovement", text, more=more).allowance[knights] == 5 // 2 + 2
    pitted = moment("OpenMovement", text, more=more + f"pitted: [{knights}]\n")
    assert pitted.allowance[knights] == (5 // 2 + 2) // 2


@pytest.mark.clause("MAG-26")
def test_two_forcemarches_on_one_unit_do_not_add_up() -> None:
    text = "0704 Hosar: HO-priest, HO-monks, DA-knights, TI-prince-timur\n"
    state = moment("BeforeMovement", text, hosar="Forcemarch")
    first = (cast(FORCEMARCH), ("caster", unit("HO-priest")), target("0704"))
    state = cast_and_pass(state, *first, cast(FORCEMARCH), target("0704"), rolls=[1, 1])
    assert state.allowance[unit("DA-knights")] == 7


@pytest.mark.clause("MAG-26")
def test_two_forcemarches_help_the_units_of_two_hexes_and_none_is_cast_where_there_is_nobody() -> None:
    text = "0704 Hosar: HO-priest, HO-monks, DA-knights\n0705 Hosar: TI-prince-timur\n"
    state = do(moment("BeforeMovement", text, hosar="Forcemarch"), cast(FORCEMARCH), ("caster", unit("HO-priest")))
    assert refusal(state, target("0703")).clause == "MAG-26"
    state = cast_and_pass(state, target("0704"), cast(FORCEMARCH), target("0705"), rolls=[1, 1])
    assert [state.allowance[u] for u in units("DA-knights", "TI-prince-timur")] == [5 // 2 + 2, 6 + 2]


@pytest.mark.clause("MAG-26")
def test_forcemarch_in_the_enemys_phase_has_no_effect() -> None:
    state = moment("BeforeMovement", DUKE, "Demon", hosar="Forcemarch")
    state = cast_and_pass(state, cast(FORCEMARCH), target("0704"), rolls=[1])
    assert state.allowance[unit("DA-knights")] == 0


@pytest.mark.clause("MAG-27")
def test_forcemarch_does_not_lengthen_a_retreat() -> None:
    state = moment("OpenMovement", DUKE, more=f"forced: [{unit('DA-knights')}]\n")
    assert pace(state, unit("DA-knights")) == MP[unit("DA-knights")] == 5


@pytest.mark.clause("MAG-27")
@pytest.mark.parametrize(("side", "able", "unable"), [("Hosar", "HO-monks", "HO-bishop"),
                                                      ("Demon", "NI-lord-nish", "TA-lord-taegul")])  # fmt: skip
def test_forcemarch_needs_power_three_for_hosar_and_four_for_the_demon(side: str, able: str, unable: str) -> None:
    hand = {side.lower(): "Forcemarch"}
    assert cast(FORCEMARCH) in actions(moment("BeforeMovement", f"0704 {side}: {able}\n", side, **hand))
    state = moment("BeforeMovement", f"0704 {side}: {unable}\n", side, **hand)
    assert refusal(state, cast(FORCEMARCH)).clause == "MAG-11"


# Earthpit

PIT = "1104 Demon: TA-lord-taegul, ER-archers, ER-heavy-cavalry\n1103 Hosar: DA-knights, TI-prince-timur\n"


def earthpit(text: str, where: str, die: int, side: str = "Demon") -> Any:
    state = moment("BeforeMovement", text, side, demon="Earthpit")
    return cast_and_pass(state, cast(EARTHPIT), target(where), rolls=[die])


@pytest.mark.clause("MAG-28", "MAG-10")
def test_earthpit_halves_the_points_of_all_units_in_the_hex_for_the_phase() -> None:
    state = earthpit(PIT, "1104", 5)
    assert [state.allowance[u] for u in units("TA-lord-taegul", "ER-archers", "ER-heavy-cavalry")] == [3, 1, 2]
    state = earthpit(PIT, "1103", 5, "Hosar")
    assert state.allowance[unit("DA-knights")] == 5 // 2, "friend and foe alike"


@pytest.mark.clause("MAG-28")
@pytest.mark.parametrize(("where", "die", "works"), [("1103", 5, True), ("1103", 6, False), ("1004", 3, True)])
def test_the_earthpit_of_a_demon_works_on_one_to_five(where: str, die: int, works: bool) -> None:
    assert bool(earthpit(PIT, where, die).earthpits) is works


@pytest.mark.clause("MAG-31")
@pytest.mark.parametrize(
    ("caster_at", "where"),
    [("1006", "1007"), ("0805", "0806"), ("0703", "0704"), ("1413", "1414")],
    ids=["castle", "village", "city", "temple"],
)
def test_two_are_added_to_the_die_at_any_city_castle_village_or_temple(caster_at: str, where: str) -> None:
    text = f"{caster_at} Demon: TA-lord-taegul\n"
    assert earthpit(text, where, 3).earthpits == (hex_id(where),)
    assert earthpit(text, where, 4).earthpits == ()


@pytest.mark.clause("MAG-31")
def test_mines_are_none_of_the_four() -> None:
    assert earthpit("0903 Demon: TA-lord-taegul\n", "0902", 5).earthpits == (hex_id("0902"),)


@pytest.mark.clause("MAG-31")
def test_earthpit_needs_power_three_for_the_demon_and_four_for_hosar() -> None:
    weak = moment("BeforeMovement", "0704 Hosar: HO-monks\n", hosar="Earthpit")
    assert refusal(weak, cast(EARTHPIT)).clause == "MAG-11"
    state = moment("BeforeMovement", "0704 Hosar: HO-priest\n", hosar="Earthpit")
    state = cast_and_pass(state, cast(EARTHPIT), target("0703"), rolls=[4])
    assert state.earthpits == (hex_id("0703"),)
    demon = moment("BeforeMovement", "0704 Demon: TA-lord-taegul\n", "Demon", demon="Earthpit")
    assert cast(EARTHPIT) in actions(demon)


@pytest.mark.clause("MAG-29")
def test_nothing_enters_an_earthpit_hex_until_the_phase_ends() -> None:
    state = earthpit(PIT, "1203", 5, "Hosar")
    state = do(state, ("stack", hex_id("1103")), ("unit", unit("DA-knights")))
    assert refusal(state, go("1203")).clause == "MAG-29"
    alone = do(earthpit(PIT, "1203", 5, "Hosar"), ("stack", hex_id("1103")), ("unit", unit("TI-prince-timur")))
    assert refusal(alone, go("1203")).clause == "MAG-29", "characters neither"
    ended = place(f"turn 2\nphase Hosar\nstep PlaceFreed\nearthpits: [{hex_id('1203')}]\n" + PIT + CAPITALS)
    assert ended.earthpits == ()


def withdrawn(spells: str = "Earthpit") -> Any:
    """Return a battle in 1004 in the Demon's phase after Hosar has withdrawn knights."""
    text = "1004 Hosar: DA-knights\n1004 Demon: ER-foot-guards\n1105 Demon: TA-lord-taegul\n"
    state = moment("Battles", text, "Demon", demon=spells)
    pair = [("place", u) for u in units("ER-foot-guards", "DA-knights")]
    state = do(state, ("terrain", HILLS), *pair, rolls=[6] * 4)
    return do(state, "fight on", "withdraw", rolls=[1])


@pytest.mark.clause("MAG-28", "MAG-30")
def test_before_a_retreat_an_earthpit_closes_its_hex_and_a_retreat_of_one_hex_leads_elsewhere() -> None:
    state = withdrawn()
    assert (step(state), seat(state)) == ("AnnounceSpell", "Demon")
    free = do(state, "pass")
    free = do(free, actions(free)[0]) if step(free) == "ChooseWay" else free
    usual = at(free, "DA-knights")
    state = cast_and_pass(state, cast(EARTHPIT), target(usual), rolls=[1])
    state = do(state, actions(state)[0]) if step(state) == "ChooseWay" else state
    assert at(state, "DA-knights") not in (usual, "1004"), "never into an Earthpit"


@pytest.mark.clause("MAG-30")
def test_out_of_an_earthpit_a_non_phasing_retreat_of_one_hex_is_still_possible() -> None:
    state = cast_and_pass(withdrawn(), cast(EARTHPIT), target("1004"), rolls=[5])
    state = do(state, actions(state)[0]) if step(state) == "ChooseWay" else state
    assert at(state, "DA-knights") not in ("1004", "-3")


@pytest.mark.clause("MAG-09")
def test_passing_on_a_spell_is_one_button() -> None:
    assert refusal(moment("BeforeMovement", HIDDEN, hosar="Vision"), ("pass", 1)).clause == "MAG-09"


@pytest.mark.clause("MAG-23")
def test_everybody_hears_of_a_vision_that_sees_but_not_what_it_shows() -> None:
    state = do(moment("BeforeMovement", HIDDEN, hosar="Vision"), cast(VISION))
    state = cast_and_pass(state, target("0805"), rolls=[5])
    (entry,) = told(state, "vision.sees")
    assert (entry.readers, entry.data["hex"], entry.data["side"]) == (None, hex_id("0805"), HOSAR)
    assert "units" not in entry.data

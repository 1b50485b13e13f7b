"""Previews of magic."""

from __future__ import annotations

import pytest

from games.demonlord.positions import (
    PRIEST,
    cast,
    do,
    foreseen,
    moment,
    notes,
    place,
    seat,
    step,
    target,
    through,
    unit,
    warnings,
)
from palatine.games.demonlord.components.spells import EARTHPIT, RAINS, VISION


@pytest.mark.clause("MAG-08", "MAG-14")
def test_a_spell_taken_up_tells_its_die_and_what_it_gives_away() -> None:
    state = moment("BeforeMovement", PRIEST + "0806 Demon: ER-archers, ER-goblins\n", hosar="Vision")
    found = foreseen(state, cast(VISION))
    assert found.odds[0].results[0].chance == pytest.approx(5 / 6)
    assert "MAG-08" in notes(state, cast(VISION))
    known = moment(
        "BeforeMovement", PRIEST + "0806 Demon: ER-archers\n", hosar="Vision", more=f"shown: [[{VISION}],[]]\n"
    )
    assert "MAG-08" not in notes(known, cast(VISION))


def test_to_pass_lists_the_spells_that_could_be_cast() -> None:
    state = moment("BeforeMovement", PRIEST + "0806 Demon: ER-archers\n", hosar="Vision, Light")
    assert [each.action for each in foreseen(state, "pass").unused_options] == [cast(VISION)]


@pytest.mark.clause("MAG-28")
def test_an_earthpit_under_ones_own_units_is_warned_of() -> None:
    state = moment("BeforeMovement", PRIEST + "0806 Demon: ER-archers\n", hosar="Earthpit")
    state = do(state, cast(EARTHPIT))
    assert [clause for clause, _ in warnings(state, target("0805"))] == ["MAG-28"]
    assert warnings(state, target("0806")) == []


@pytest.mark.clause("MAG-42")
def test_rains_over_ones_own_troops_are_warned_of() -> None:
    """Barthek is on a river.

    The troops there cannot leave, those on the plain can.
    """
    text = "0317 Hosar: HO-priest\n0218 Hosar: BA-bowmen\n"
    state = do(moment("AtStart", text, hosar="Rains"), cast(RAINS), target("0218"))
    assert step(state) == "ChooseRainsShape"
    assert [clause for clause, _ in warnings(state, ("radius", 2))] == ["MAG-42"]
    assert warnings(state, ("radius", 0)) == []


@pytest.mark.clause("ALLY-03", "SIEGE-04")
def test_a_gate_into_a_neutral_home_or_out_of_a_fortress_is_warned_of() -> None:
    text = "0814 Hosar: HO-priest, CL-foot\n0914 Neutral: GW-woods-chief, GW-warriors-1\n"
    state = do(moment("BeforeMovement", text, hosar="Spellgate"), *through("CL-foot", "0814", "0914")[:-1])
    assert [clause for clause, _ in warnings(state, through("CL-foot", "0814", "0914")[-1])] == ["ALLY-03"]
    assert warnings(state, through("CL-foot", "0814", "0815")[-1]) == []
    text = "0704 Hosar: HO-priest, DA-knights\n"
    state = do(moment("BeforeMovement", text, hosar="Spellgate"), *through("DA-knights", "0704", "0705")[:-1])
    assert [clause for clause, _ in warnings(state, through("DA-knights", "0704", "0705")[-1])] == ["SIEGE-04"]


@pytest.mark.clause("SIEGE-27", "END-01")
def test_a_gate_that_takes_the_last_defender_out_of_a_besieged_capital_is_warned_of() -> None:
    text = "0610 Hosar: TI-sergeants\n0610 Demon: ER-archers\n0609 Hosar: HO-priest\n1812 Demon: NI-goblins\n"
    state = place("turn 2\nphase Demon\nspells of Hosar: Spellgate\nstep BeforeMovement\n" + text)
    while step(state) == "AnnounceSpell" and seat(state) != "Hosar":
        state = do(state, "pass")
    *clicks, last = through("TI-sergeants", "0610", "0609")
    assert [clause for clause, _ in warnings(do(state, *clicks), last)] == ["END-01"]


@pytest.mark.clause("INV-03")
def test_an_invocation_tells_its_die() -> None:
    state = moment("Invocation", "0404 Hosar: HO-priest\n")
    (odds,) = foreseen(state, ("invoke", unit("HO-priest"))).odds
    assert odds.results[0].chance == pytest.approx(4 / 6)
    assert [each.action for each in foreseen(state, "pass").unused_options] == [("invoke", unit("HO-priest"))]

"""Spellgates between two marches of the movement step, by either player."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    actions,
    at,
    cast_and_pass,
    do,
    march,
    operands,
    place,
    points,
    refusal,
    seat,
    step,
    through,
    told,
    unit,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import MP
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.magic.procedure import GATE

HANDS = "spells of Hosar: Spellgate\nspells of Demon: Spellgate\n"
CAPITALS = "0610 Hosar: TI-city-militia\n1812 Demon: NI-archers\n"


def moving(text: str, side: str = "Hosar", hands: str = HANDS) -> Any:
    return place(f"turn 2\nphase {side}\nstep OpenMovement\n{hands}{text}{CAPITALS}")


def gate(state: Any, who: str, key: str, start: str, to: str, *rolls: Any) -> Any:
    """Cast a Spellgate for one unit by its only possible caster; nobody answers."""
    journal = state.journal
    state = GAME.play(state, who, GATE)
    state.journal = journal
    return cast_and_pass(state, *through(key, start, to)[1:], rolls=[1, *rolls])


@pytest.mark.clause("MAG-32", "MAG-34", "TURN-06")
def test_a_unit_gated_between_two_marches_may_still_march() -> None:
    state = moving("0805 Hosar: HO-priest, DA-duke-dansor, DA-knights\n")
    full = points(state, "DA-knights")
    assert GATE in actions(state)
    state = do(state, GATE, ("caster", unit("HO-priest")), *through("DA-knights", "0805", "0808")[1:])
    state = cast_and_pass(state, rolls=[1])
    assert (step(state), seat(state)) == ("Movement", "Hosar")
    assert (at(state, "DA-knights"), points(state, "DA-knights")) == ("0808", full)
    state = march(state, "0808", "DA-knights", "0809")
    assert at(state, "DA-knights") == "0809"
    assert points(state, "DA-knights") < full


@pytest.mark.clause("MAG-34")
def test_or_has_marched_before_and_keeps_no_more_points_than_were_left() -> None:
    state = moving("0805 Hosar: DA-knights, HO-priest\n")
    state = do(march(state, "0805", "DA-knights", "0806"), "halt")
    left = points(state, "DA-knights")
    state = gate(state, "Hosar", "DA-knights", "0806", "0808")
    assert (at(state, "DA-knights"), points(state, "DA-knights")) == ("0808", left)


@pytest.mark.clause("MAG-32", "TURN-06")
def test_the_enemy_may_open_one_too_and_a_group_on_the_march_is_not_interrupted() -> None:
    state = moving("0805 Hosar: HO-priest, DA-knights\n1714 Demon: NI-lord-nish, NI-goblins\n")
    assert GAME.actions(state, "Demon") == [GATE]
    on_the_way = march(state, "0805", "DA-knights", "0806")
    assert (step(on_the_way), GAME.actions(on_the_way, "Demon")) == ("March", [])
    after = gate(state, "Demon", "NI-goblins", "1714", "1715")
    assert (at(after, "NI-goblins"), step(after), seat(after)) == ("1715", "Movement", "Hosar")
    assert GAME.actions(after, "Demon") == [], "his one caster has cast"


@pytest.mark.clause("MAG-10", "MAG-32")
def test_it_may_be_answered_and_both_take_effect_together() -> None:
    state = moving("0805 Hosar: HO-priest, DA-knights\n1006 Demon: NI-lord-nish, NI-goblins\n")
    state = do(state, GATE, *through("DA-knights", "0805", "0806")[1:])
    assert (step(state), seat(state)) == ("AnnounceSpell", "Demon")
    state = cast_and_pass(state, *through("NI-goblins", "1006", "0806"), rolls=[1, 1])
    assert at(state, "DA-knights") == at(state, "NI-goblins") == "0806"
    assert points(state, "DA-knights") == 0, "enemy troops stop him"


@pytest.mark.clause("MAG-32", "MOV-20")
def test_troops_who_land_among_enemy_troops_march_no_further() -> None:
    state = moving("0805 Hosar: HO-priest, DA-knights\n0807 Demon: NI-goblins\n")
    state = gate(state, "Hosar", "DA-knights", "0805", "0807")
    assert points(state, "DA-knights") == 0
    siege = "1605 Hosar: HO-priest, DA-knights\n1606 Demon: ER-goblins\n1606 Hosar: TI-knights-1\n"
    state = gate(moving(siege), "Hosar", "DA-knights", "1605", "1606")
    assert (at(state, "DA-knights"), points(state, "DA-knights")) == ("1606", 0), "nor who join their own besiegers"


@pytest.mark.clause("MOV-20", "MAG-33")
def test_a_character_who_lands_with_a_troop_is_not_stopped_as_the_troop_is() -> None:
    state = moving("0805 Hosar: HO-high-priest, DA-duke-dansor, DA-knights\n0807 Demon: NI-goblins\n")
    move = [("caster", unit("HO-high-priest")), *through("DA-knights", "0805", "0807")[1:]]
    move.insert(3, ("unit", unit("DA-duke-dansor")))
    state = cast_and_pass(do(state, GATE), *move, rolls=[1])
    assert at(state, "DA-duke-dansor") == at(state, "DA-knights") == "0807"
    assert points(state, "DA-knights") == 0
    assert points(state, "DA-duke-dansor") == MP[unit("DA-duke-dansor")]


@pytest.mark.clause("MAG-32", "CAP-08")
def test_who_is_held_up_by_a_drawn_test_goes_nowhere_by_magic_either() -> None:
    state = moving("0805 Hosar: HO-priest, DA-duke-dansor\n0806 Demon: NI-goblins, ER-goblins\n")
    state = march(state, "0805", "DA-duke-dansor", "0806", rolls=[("escape", 2), ("capture", 3)])
    assert at(state, "DA-duke-dansor") == "0806", "the duke's magic makes it a draw"
    state = do(state, GATE, ("caster", unit("HO-priest")))
    assert operands(state, "from") == [hex_id("0805")]
    assert refusal(state, ("from", hex_id("0806"))).clause == "MAG-32"


@pytest.mark.clause("LEAD-05", "MAG-32")
def test_a_gate_parts_a_rider_from_his_troop_and_nobody_rides_from_where_he_landed() -> None:
    state = moving("0805 Hosar: DA-knights, DA-duke-dansor, HO-priest\n0808 Hosar: GU-men\n")
    state = do(march(state, "0805", "DA-knights DA-duke-dansor", "0806"), "halt")
    assert state.riding_pairs == ((unit("DA-duke-dansor"), unit("DA-knights")),)
    state = do(state, GATE, ("caster", unit("HO-priest")))
    state = cast_and_pass(state, *through("DA-duke-dansor", "0806", "0808")[1:], rolls=[1])
    assert (state.riding_pairs, points(state, "DA-duke-dansor")) == ((), 0), "he has had his move"
    fresh = moving("0805 Hosar: DA-knights, DA-duke-dansor, HO-priest\n0808 Hosar: GU-men\n")
    fresh = do(fresh, GATE, ("caster", unit("HO-priest")))
    fresh = cast_and_pass(fresh, *through("DA-duke-dansor", "0805", "0808")[1:], rolls=[1])
    fresh = do(fresh, ("stack", hex_id("0808")), ("unit", unit("GU-men")))
    assert refusal(fresh, ("unit", unit("DA-duke-dansor"))).clause == "LEAD-05"


@pytest.mark.clause("CAP-02", "MAG-32")
def test_those_a_gate_leaves_behind_among_enemies_are_tested_as_the_step_ends() -> None:
    text = "0805 Hosar: HO-priest\n0807 Hosar: DA-knights, HO-bishop\n0807 Demon: NI-goblins\n"
    state = gate(moving(text), "Hosar", "DA-knights", "0807", "0804")
    assert told(state, "capture.escape") == []
    state = do(state, "end", rolls=[("escape", 6), ("capture", 1)])
    assert told(state, "capture.escape")


@pytest.mark.clause("HID-01")
def test_who_may_open_a_gate_is_seen_by_himself_alone() -> None:
    state = moving("0805 Hosar: HO-priest, DA-knights\n1714 Demon: NI-lord-nish, NI-goblins\n")
    mine = {choice.verb for choice in GAME.view(state, "Demon").choices}
    assert mine == {"gate"}
    assert "gate" in GAME.view(state, "Demon").verbs
    poor = moving("0805 Hosar: HO-priest, DA-knights\n1714 Demon: NI-goblins, NI-lord-nish\n", hands="")
    assert GAME.view(poor, "Demon").choices == ()
    assert GAME.view(poor, None).choices == GAME.view(state, None).choices == ()

"""Positions as text."""

from __future__ import annotations

from random import Random

import pytest

from games.demonlord.positions import DEMON, HOSAR, at, place, seat, step, unit, units
from palatine.core import Unreadable
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import hex_id, hex_name
from palatine.games.demonlord.sequence import Phase
from palatine.games.demonlord.state import AWAY, DEAD, PRISONER


def test_a_position_is_what_a_person_would_write_down() -> None:
    state = place("""turn 3
    phase Demon
    step OpenMovement
    spells of Hosar: Vision, Light
    1004 Hosar: DA-knights, DA-duke-dansor   # from the top
    1004 Demon: ER-heavy-cavalry
    control 1510: Hosar
    dead: NI-goblins
    prisoners of Hosar: ER-archers
    opened: true
    """)
    assert (state.turn, state.phasing, step(state), seat(state)) == (3, DEMON, "Movement", "Demon")
    assert state.stack(HOSAR, hex_id("1004")) == tuple(units("DA-knights", "DA-duke-dansor"))
    assert state.control[hex_id("1510")] == HOSAR
    assert (state.where[unit("NI-goblins")], state.where[unit("ER-archers")]) == (DEAD, PRISONER)
    assert state.captor(unit("ER-archers")) == HOSAR
    assert state.opened
    assert state.where[unit("TI-knights-1")] == AWAY, "as soon as one stack is given, the others are off the map"


def test_without_stacks_all_stand_as_in_the_order_of_battle() -> None:
    assert at(place("phase Hosar\nstep OpenMovement\n"), "TI-prince-timur") == "0610"


@pytest.mark.parametrize("name", [stage.__name__ for stage in Phase.order] + ["EndOfTurn"])
def test_any_step_of_a_phase_can_be_named(name: str) -> None:
    state = place(f"turn 3\nphase Hosar\nstep {name}\n0404 Hosar: HO-monks\n1812 Demon: NI-goblins\n")
    assert state.flow
    assert GAME.actions(state, seat(state))


@pytest.mark.parametrize(
    "options", [{}, {"ending": "long", "tournament": True}, {"withdrawal": "secret", "first_truce": 2}]
)
def test_a_position_written_and_read_again_is_the_same(options: dict[str, object]) -> None:
    random, state = Random(5), GAME.setup(seed=b"text", options=options)
    for number in range(900):
        if not state.flow:
            break
        if number % 30 == 0:
            again = GAME.read_position(GAME.write_position(state))
            assert again == state
            assert GAME.actions(again, seat(again)) == GAME.actions(state, seat(state))
        (actor,) = GAME.actors(state)
        GAME.take(state, actor, random.choice(GAME.actions(state, actor)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1004 Hosar: TI-nobody", "Line 3"),
        ("9999 Hosar: TI-knights-1", "Line 3"),
        ("1004 Nobody: TI-knights-1", "Line 3"),
        ("colour: blue", "nothing called 'colour'"),
        ("opened: maybe", "Line 3"),
        ('options: {"weather": 1}', "Line 3"),
        ("step Teatime", "There is no step 'Teatime'"),
        ("1004 Hosar: NI-goblins", "does not serve Hosar"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.read_position(f"demonlord\nphase Hosar\n{line}\n")
    assert said in str(caught.value)


def test_a_position_begins_with_its_title() -> None:
    with pytest.raises(Unreadable, match="Line 1"):
        GAME.read_position("phase Hosar\n")


def test_a_devotee_of_whom_nothing_is_said_belongs_to_the_nearest_temple() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0405 Hosar: HO-monks\n0712 Hosar: HO-priest, WT-militia\n")
    assert [hex_name(state.home[unit(key)]) for key in ("HO-monks", "HO-priest", "HO-bishop")] == [
        "0404",
        "0713",
        "0311",
    ]
    assert hex_name(state.home[unit("WT-militia")]) == "0113"


def test_a_copy_shares_no_stacks() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0610 Hosar: TI-sergeants\n1606 Demon: NI-goblins\n")
    written, twin = GAME.write_position(state), state.copy()
    assert twin == state
    twin.lift((unit("TI-sergeants"),), HOSAR, hex_id("0610"), DEAD)
    twin.lift((unit("NI-goblins"),), DEMON, hex_id("1606"), DEAD)
    twin.put((unit("NI-goblins"),), DEMON, hex_id("0610"))
    assert twin != state
    assert GAME.write_position(state) == written

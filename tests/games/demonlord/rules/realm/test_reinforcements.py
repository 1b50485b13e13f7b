"""Reinforcements: the request, the die, the draw, the entrances."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    HOSAR,
    actions,
    at,
    do,
    hexes,
    idle,
    march,
    place,
    points,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import INNER_KINGDOM, IS_TROOP, MERCENARIES, UNIT_KEY
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.rules.common.losses import destroy_unit, take_prisoner
from palatine.games.demonlord.rules.realm.reinforcements import Enter
from palatine.games.demonlord.rules.victory import turn_points
from palatine.games.demonlord.state import AWAY, GONE

QUIET = "0610 Hosar: TI-city-militia\n1812 Demon: NI-goblins\n"


def start(side: str, more: str = "", opened: bool = True) -> Any:
    """Return the start of a phase with the question of reinforcements."""
    return place(f"turn 3\nphase {side}\nstep Reinforcements\n{'opened: true' if opened else ''}\n{QUIET}{more}")


def arrive(side: str, more: str = "", leave_out: int = 1) -> Any:
    """Return the position after reinforcements arrive.

    The draw omits the last `leave_out` units of the list.
    """
    force = MERCENARIES if side == "Hosar" else INNER_KINGDOM
    count = len(force) - leave_out
    draws = [("draw of reinforcements", 1)] * count
    return do(start(side, more), "request", rolls=[("reinforcements", 2), *draws])


def enter_two(state: Any, name: str) -> Any:
    """Place the first two of them."""
    return do(state, ("enter", hex_id(name)), ("enter", hex_id(name)))


def enter(state: Any, *names: str) -> Any:
    """Place them one after the other, and all others in the last hex."""
    for name in names:
        state = do(state, ("enter", hex_id(name)))
    while step(state) == "Enter":
        state = do(state, ("enter", hex_id(names[-1])))
    return state


# The request


@pytest.mark.clause("REIN-01")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_a_player_may_ask_at_the_start_of_his_own_phase(side: str) -> None:
    state = start(side)
    assert (step(state), seat(state), verbs(state)) == ("AskRequest", side, {"request", "wait"})
    waited = idle(state, "Movement", rolls=[])
    assert waited.requested == (False, False)
    asked = do(state, "request", rolls=[6])
    assert asked.requested == ((True, False) if side == "Hosar" else (False, True))


@pytest.mark.clause("REIN-01")
def test_nobody_is_asked_in_the_enemys_phase() -> None:
    state = do(start("Hosar"), "wait")
    while state.phasing == HOSAR:
        assert step(state) != "AskRequest"
        state = do(state, "end" if step(state) == "Movement" else "pass")
    assert seat(idle(state, "AskRequest")) == "Demon"


@pytest.mark.clause("REIN-02")
def test_not_before_anything_has_happened() -> None:
    state = place("turn 3\nphase Hosar\nstep Reinforcements\n" + QUIET)
    assert step(state) == "Movement"


@pytest.mark.clause("REIN-02")
def test_the_first_battle_allows_it() -> None:
    state = place("phase Hosar\nstep Battles\n0909 Hosar: TI-spearmen\n0909 Demon: ER-archers\n" + QUIET)
    assert state.opened


@pytest.mark.clause("REIN-02")
def test_the_first_throw_of_a_siege_allows_it() -> None:
    state = place("phase Hosar\nstep Battles\n1510 Hosar: TI-knights-1\n1510 Demon: MI-garrison\n" + QUIET)
    assert not state.opened
    assert do(state, "siege", "invest", "pass", "pass", rolls=[1, 1, 1, 1]).opened


@pytest.mark.clause("REIN-02")
@pytest.mark.parametrize("lose", [lambda s, u: destroy_unit(s, u), lambda s, u: take_prisoner(s, u, DEMON)])
def test_the_first_unit_lost_or_captured_allows_it(lose: Any) -> None:
    state = place("phase Hosar\nstep OpenMovement\n0909 Hosar: TI-prince-timur\n" + QUIET)
    assert not state.opened
    lose(state, unit("TI-prince-timur"))
    assert state.opened


@pytest.mark.clause("REIN-02")
def test_a_character_captured_on_the_march_allows_it_for_both() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0908 Hosar: ME-captain-dar\n0909 Demon: ER-archers\n" + QUIET)
    state = do(march(state, "0908", "ME-captain-dar", "0909", rolls=[1, 6]), "end")
    assert (step(idle(state, "AskRequest", "Movement")), state.opened) == ("AskRequest", True)


@pytest.mark.clause("REIN-03")
@pytest.mark.parametrize(("die", "comes"), [(1, True), (2, True), (3, True), (4, False), (5, False), (6, False)])
def test_one_to_three_brings_them(die: int, comes: bool) -> None:
    draws = [1] * 9 if comes else []
    state = do(start("Demon"), "request", rolls=[("reinforcements", die), *draws])
    assert state.arrived == (False, comes)
    assert (step(state) == "Enter") == comes


@pytest.mark.clause("REIN-03")
def test_one_die_in_each_own_phase_until_they_come() -> None:
    state = do(start("Hosar"), "request", rolls=[6])
    state = do(idle(state, "Movement", rolls=[]), "end")
    state = idle(state, "Movement", rolls=[])
    assert state.phasing == DEMON, "no die in the enemy's phase"
    state = do(idle(do(state, "end"), "AskTruceCall"), "abstain")
    state = do(state, "abstain", rolls=[("reinforcements", 5)])
    assert (state.phasing, state.turn, state.arrived) == (HOSAR, 4, (False, False))


@pytest.mark.clause("REIN-03")
def test_when_they_have_come_there_is_no_die_any_more() -> None:
    state = start("Hosar", "requested: [true,false]\narrived: [true,false]\n")
    assert (step(state), state.dice.count) == ("Movement", 0)


@pytest.mark.clause("REIN-04")
def test_a_request_is_not_taken_back() -> None:
    state = do(start("Hosar"), "request", rolls=[6])
    state = idle(do(idle(state, "Movement"), "end"), "Movement")
    state = do(idle(do(state, "end"), "AskTruceCall"), "abstain")
    state = do(state, "abstain", rolls=[4])
    assert state.requested[HOSAR]
    assert step(idle(state, "Movement", "AskRequest")) == "Movement", "he is not asked again"
    assert ("no-request", (0, 1)) in [(reason, score) for reason, _, score in points_of(state)]


def points_of(state: Any) -> list[Any]:

    return turn_points(state)


# The draw


@pytest.mark.clause("REIN-05")
def test_nine_of_eleven_units_of_the_inner_kingdom() -> None:
    state = arrive("Demon", leave_out=2)
    assert [UNIT_KEY[u] for u in INNER_KINGDOM if state.where[u] == GONE] == [
        UNIT_KEY[u] for u in INNER_KINGDOM[9:]
    ]
    assert len(state.flow[-1].units) == 9
    last_first = do(start("Demon"), "request", rolls=[1, 11, *[1] * 8])
    assert INNER_KINGDOM[10] in last_first.flow[-1].units, "the draw is by the dice"


@pytest.mark.clause("REIN-07")
def test_eight_of_nine_mercenaries() -> None:
    state = arrive("Hosar")
    assert [u for u in MERCENARIES if state.where[u] == GONE] == [MERCENARIES[8]]
    assert len(state.flow[-1].units) == 8


@pytest.mark.clause("REIN-05", "REIN-07")
@pytest.mark.parametrize(
    ("side", "viewer", "leave_out", "name"), [("Demon", "Hosar", 2, "2201"), ("Hosar", "Demon", 1, "0301")]
)
def test_the_enemy_sees_how_many_come_and_not_who(side: str, viewer: str, leave_out: int, name: str) -> None:
    state = enter(arrive(side, leave_out=leave_out), name)
    entered = told(state, "enters")
    assert {entry.readers for entry in entered} == {(HOSAR if side == "Hosar" else DEMON,)}
    assert {entry.clauses for entry in entered} == {("REIN-08",) if side == "Hosar" else ("REIN-06",)}
    (comes,) = told(state, "comes-on")
    assert comes.data["count"] == len(entered)
    assert comes.readers is None
    seen = [piece.face for piece in GAME.view(state, viewer).pieces if piece.space == name]
    assert [bool(face) for face in seen] == [True] + [False] * (len(entered) - 1)
    public = [entry for entry in state.journal if entry.is_readable_by(viewer == "Demon")]
    assert not any("unit" in entry.data or "units" in entry.data for entry in public)


@pytest.mark.clause("REIN-05")
def test_what_was_not_drawn_can_lie_anywhere_in_the_enemys_eyes() -> None:
    state = enter(arrive("Demon", leave_out=2), "2201")
    dealt = [GAME.determinize(state, "Hosar", bytes([i])) for i in range(40)]
    gone = {tuple(u for u in INNER_KINGDOM if other.where[u] == GONE) for other in dealt}
    assert len(gone) > 5
    assert all(len(pair) == 2 for pair in gone)


# The entrance


@pytest.mark.clause("REIN-06")
def test_the_demon_enters_in_the_east_together_or_split() -> None:
    state = arrive("Demon", leave_out=2)
    assert sorted(hexes(state, "enter")) == ["2201", "2214", "2223"]
    assert refusal(state, ("enter", hex_id("1812"))).clause == "REIN-06"
    state = enter(state, "2201", "2214", "2223")
    assert [len(state.stack(DEMON, hex_id(name))) for name in ("2201", "2214", "2223")] == [1, 1, 7]


@pytest.mark.clause("REIN-08")
def test_hosar_enters_in_the_west_together_or_split() -> None:
    state = arrive("Hosar")
    assert sorted(hexes(state, "enter")) == ["0108", "0301", "0523"]
    assert refusal(state, ("enter", hex_id("2201"))).clause == "REIN-08"
    together = enter(state, "0523")
    assert len(together.stack(HOSAR, hex_id("0523"))) == 8
    assert [entry.clauses for entry in told(together, "comes-on")] == [("REIN-08",)]


@pytest.mark.clause("REIN-08", "HID-01")
def test_of_those_who_enter_together_the_enemy_sees_the_first_and_no_other() -> None:
    state = arrive("Hosar")
    seen = set()
    while step(state) == "Enter":
        state = do(state, ("enter", hex_id("0108")))
        seen |= {piece.face for piece in GAME.view(state, "Demon").pieces if piece.space == "0108"}
    assert len(seen - {""}) == 1


@pytest.mark.clause("TURN-03")
def test_new_reinforcements_move_in_the_movement_step_like_others() -> None:
    """Led by the Captain General and Captain Dar they have full points, otherwise half."""
    state = idle(enter(arrive("Hosar"), "0108", "0108", "0301", "0108"), "Movement")
    assert (step(state), seat(state)) == ("Movement", "Hosar")
    assert {"0108", "0301"} <= set(hexes(state, "stack"))
    assert (at(state, "ME-heavy-lancers"), points(state, "ME-heavy-lancers")) == ("0301", 2)
    assert (at(state, "ME-sergeants"), points(state, "ME-sergeants")) == ("0108", 5)
    assert at(march(state, "0108", "ME-sergeants", "0208", "0309"), "ME-sergeants") == "0309"


@pytest.mark.clause("REIN-06")
def test_any_entrance_may_be_taken_as_desired_and_enemy_troops_there_are_fought() -> None:
    """Two other entrances are clear.

    Where the enemy is, the unit stops and fights.
    """
    state = arrive("Demon", "2201 Hosar: TI-sergeants, TI-prince-timur\n", leave_out=2)
    assert sorted(hexes(state, "enter")) == ["2201", "2214", "2223"]
    state = idle(enter(state, "2214", "2214", "2214", "2201", "2214"), "Movement")
    stopped, free = state.stack(DEMON, hex_id("2201")), state.troops(DEMON, hex_id("2214"))
    assert [state.movement_left[u] for u in stopped if IS_TROOP[u]] == [0]
    assert all(state.movement_left[u] > 0 for u in free)
    state = do(state, "end")
    assert state.battle.hex == hex_id("2201")


@pytest.mark.clause("REIN-06", "MOV-26")
@pytest.mark.parametrize(("there", "top"), [("HO-monks", "IK-guards"), ("", "IK-prince-tor")])
def test_who_comes_on_where_the_enemy_stands_lays_a_troop_on_top(there: str, top: str) -> None:
    """Prince Tor enters first, and the guards are beneath him."""
    tor, guards = unit("IK-prince-tor"), unit("IK-guards")
    state = start("Demon", "arrived: [false,true]\n" + (f"2201 Hosar: {there}\n" if there else ""))
    state.push(Enter(DEMON, (tor, guards)))
    assert enter(state, "2201").stack(DEMON, hex_id("2201"))[0] == unit(top)


@pytest.mark.clause("REIN-08")
def test_when_all_are_held_they_come_on_and_must_fight() -> None:
    foes = "0108 Demon: NI-lancers\n0301 Demon: ER-archers\n0523 Demon: ER-swordsmen\n"
    state = arrive("Hosar", foes)
    assert sorted(hexes(state, "enter")) == ["0108", "0301", "0523"]
    state = idle(enter(state, "0301"), "Movement")
    troops = [
        u for u in state.stack(HOSAR, hex_id("0301")) if u not in units("ME-captain-general", "ME-captain-dar")
    ]
    assert [state.movement_left[u] for u in troops] == [0] * 6
    state = do(state, "end")
    assert (step(state), state.battle.hex) == ("Deploy", hex_id("0301"))


@pytest.mark.clause("REIN-06")
def test_a_hidden_troop_does_not_betray_itself_by_closing_an_entrance() -> None:
    """A character can hide a troop.

    An entry is only an attempt, and the owner of the stack is asked.
    """
    hiding = arrive("Demon", "2201 Hosar: TI-prince-timur, TI-sergeants\n", leave_out=2)
    harmless = arrive("Demon", "2201 Hosar: TI-prince-timur, HO-monks\n", leave_out=2)
    assert actions(hiding) == actions(harmless)
    assert sorted(hexes(hiding, "enter")) == ["2201", "2214", "2223"]
    state = enter(hiding, "2201")
    assert (step(state), seat(state)) == ("Show", "Hosar")
    assert len(told(state, "enters")) == 9, "once, when all are there"
    state = idle(do(state, ("show", unit("TI-sergeants"))), "Movement")
    assert {state.movement_left[u] for u in state.troops(DEMON, hex_id("2201"))} == {0}


@pytest.mark.clause("REIN-06", "HID-01")
def test_who_is_drawn_is_not_known_and_all_that_are_placed_come_on_in_every_deal() -> None:
    state = enter_two(arrive("Demon", leave_out=2), "2214")
    entering = set()
    for number in range(20):
        deal = GAME.determinize(state, "Hosar", bytes([number]))
        (waiting,) = [frame for frame in deal.flow if isinstance(frame, Enter)]
        entering.add(waiting.units)
        assert set(waiting.placed) <= set(deal.stack(DEMON, hex_id("2214")))
        assert waiting.units == tuple(sorted(waiting.units))
        assert {deal.where[u] for u in waiting.units} == {AWAY}
    assert len(entering) > 1

"""Fortresses: the start and end of sieges, control, and options of both sides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HIT,
    HOSAR,
    MELEE,
    MISS,
    NEUTRAL,
    actions,
    at,
    do,
    drawn_up,
    fight,
    go,
    operands,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import CASTLES, CITIES, FORTRESSES, HOMELANDS, LY, TEMPLES, hex_id
from palatine.games.demonlord.rules.common.fortresses import may_hold, settle_control
from palatine.games.demonlord.rules.common.neutrals import become_myth
from palatine.games.demonlord.rules.movement.meeting import arrive
from palatine.games.demonlord.setup import new_state
from palatine.games.demonlord.state import AWAY, PRISONER

GUNTHOZ = hex_id("1007")
GARRISON = "1007 Hosar: GU-men, GU-levy\n"
BESIEGERS = "1007 Demon: ER-heavy-cavalry, ER-foot-guards\n"
SIEGE = GARRISON + BESIEGERS + CAPITALS


def phase(side: str, at_step: str, text: str = SIEGE, steps: int = 0, **options: Any) -> Any:
    """Return a position in turn 2; Gunthoz has been besieged for `steps` siege steps."""
    lines = [f"turn 2\nphase {side}\nstep {at_step}\n"]
    lines += [f"sieges: [[{GUNTHOZ},{steps}]]\n"] if steps else []
    lines += [f"options: {json.dumps(options)}\n"] if options else []
    return place("".join(lines) + text)


def march(state: Any, start: str, keys: tuple[str, ...], *way: str, rolls: Any = ()) -> Any:
    picks = [("unit", unit(key)) for key in keys]
    return do(state, ("stack", hex_id(start)), *picks, *[go(n) for n in way], rolls=rolls)


# When Sieges Occur


@pytest.mark.clause("SIEGE-01", "SIEGE-10")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_both_sides_troops_in_a_fortress_hex_after_the_battle_step_are_a_siege(side: str) -> None:
    state = phase(side, "Battles")
    assert (step(state), seat(state)) == ("BattleOrSiege", "Hosar")
    state = do(state, "siege")
    assert (step(state), seat(state)) == ("ChooseSiegeMethod", "Demon")
    assert dict(state.sieges) == {GUNTHOZ: 1}


@pytest.mark.clause("SIEGE-01")
def test_characters_alone_neither_besiege_nor_are_besieged() -> None:
    lone_besieger = phase("Demon", "Sieges", GARRISON + "1007 Demon: ER-lord-erush\n" + CAPITALS)
    assert step(lone_besieger) != "ChooseSiegeMethod"
    lone_defender = phase("Demon", "Sieges", "0704 Hosar: DA-duke-dansor\n0704 Demon: ER-goblins\n" + CAPITALS)
    assert step(lone_defender) != "ChooseSiegeMethod"


@pytest.mark.clause("SIEGE-01", "SIEGE-10")
def test_a_battle_in_the_hex_does_not_replace_the_siege_step() -> None:
    text = "1007 Hosar: GU-men\n1007 Demon: ER-heavy-cavalry\n" + CAPITALS
    state = phase("Hosar", "Battles", text, steps=2)
    state = do(state, "battle", *_fight_a_round_without_hits(state), rolls=[6, 6] * 3)
    state = do(state, "withdraw", rolls=[1])
    assert step(state) == "IntoFortress"
    state = do(state, "into")
    assert step(state) == "ChooseSiegeMethod"
    assert dict(state.sieges) == {GUNTHOZ: 3}


def _fight_a_round_without_hits(state: Any) -> list[tuple[str, int]]:
    """Return the actions of a round with the only pair of troops.

    The non-phasing Demon may have to choose the ground: hex 1007 has one or two kinds.
    """
    after = do(state, "battle")
    moves = [actions(after)[0]] if step(after) == "ChooseTerrain" else []
    return [*moves, ("place", unit("GU-men")), ("place", unit("ER-heavy-cavalry"))]


@pytest.mark.clause("SIEGE-02")
def test_cities_and_castles_are_fortresses_and_nothing_else_is() -> None:
    state = new_state(("Hosar", "Demon"), b"", GAME.complete_options({}))
    assert {h for h in range(506) if state.is_fortress(h)} == set(CITIES) | set(CASTLES) == set(FORTRESSES)
    villages_and_temples = [hex_id("0914"), hex_id("0113"), hex_id("0902"), *TEMPLES]
    assert not any(state.is_fortress(h) for h in villages_and_temples)


@pytest.mark.clause("SIEGE-02")
def test_at_a_temple_troops_of_both_sides_fight_a_battle() -> None:
    text = "1414 Demon: TN-temple-guard\n1414 Hosar: DA-knights\n" + CAPITALS
    assert step(phase("Hosar", "Battles", text)) in ("ChooseTerrain", "Deploy")
    assert step(phase("Hosar", "Sieges", text)) != "ChooseSiegeMethod"


@pytest.mark.clause("SIEGE-02")
def test_the_fortress_of_a_myth_is_a_village() -> None:
    state = place("turn 2\nphase Hosar\nstep OpenMovement\n1308 Neutral: LY-castle-guard\n" + CAPITALS)
    assert state.is_fortress(HOMELANDS[LY])
    become_myth(state, LY)
    assert not state.is_fortress(HOMELANDS[LY])


# Control


@pytest.mark.clause("SIEGE-03")
def test_control_goes_to_the_last_side_with_troops_alone_in_the_hex() -> None:
    state = phase("Demon", "OpenMovement", "1007 Hosar: GU-levy\n1107 Demon: ER-goblins\n" + CAPITALS)
    state = march(state, "1107", ("ER-goblins",), "1007")
    assert state.control[GUNTHOZ] == HOSAR, "the garrison is still there"
    state = do(state, "end", "siege", "assault", "pass", "pass", rolls=[6, 6, 1, 1])
    assert not state.has_troop(HOSAR, GUNTHOZ)
    assert state.control[GUNTHOZ] == DEMON
    assert [entry.data["side"] for entry in told(state, "control")] == [DEMON]


@pytest.mark.clause("SIEGE-03", "SIEGE-05")
def test_troops_that_enter_a_fortress_held_by_characters_alone_take_it_at_once() -> None:
    text = "1007 Hosar: DA-duke-dansor\n1107 Demon: ER-goblins\n" + CAPITALS
    state = march(phase("Demon", "OpenMovement", text), "1107", ("ER-goblins",), "1007")
    assert state.control[GUNTHOZ] == DEMON
    assert step(state) == "Demand", "the character there may be searched for"
    state = do(state, "demand", rolls=[("escape", 3), ("capture", 3)])
    (escape,) = told(state, "capture.escape")
    assert [part.amount for part in escape.tally.parts] == [1], "his magic, and no -2: he has not entered"


@pytest.mark.clause("SIEGE-03")
def test_characters_alone_gain_no_control() -> None:
    state = phase("Demon", "OpenMovement", "1107 Demon: ER-lord-erush\n" + CAPITALS)
    state = march(state, "1107", ("ER-lord-erush",), "1007")
    assert at(state, "ER-lord-erush") == "1007"
    assert state.control[GUNTHOZ] == HOSAR


@pytest.mark.clause("SIEGE-03", "ALLY-25")
def test_troops_in_the_home_of_an_unallied_neutral_control_nothing() -> None:
    state = phase("Demon", "OpenMovement", "1308 Hosar: TI-knights-1\n" + CAPITALS)
    settle_control(state, HOMELANDS[LY])
    assert state.control[HOMELANDS[LY]] == NEUTRAL


@pytest.mark.clause("SIEGE-03", "ALLY-25")
def test_guests_of_a_lost_ally_control_nothing_until_their_next_movement_ends() -> None:
    """Lyung has joined the Demon; its own troops are not home yet."""
    text = "serves: [2,2,2,1,2]\ncontrol 1308: Demon\n1308 Hosar: TI-knights-1, TI-sergeants\n"
    state = phase("Hosar", "OpenMovement", text + f"grace: [[{HOMELANDS[LY]},0]]\n" + CAPITALS)
    state = march(state, "1308", ("TI-sergeants",), "1307")
    state = do(state, "halt") if step(state) == "March" else state
    assert state.control[HOMELANDS[LY]] == DEMON
    state = do(state, "end", rolls=[("alliance check", 3)])
    assert state.control[HOMELANDS[LY]] == HOSAR, "alone there, and no guests any more"


GUESTS = f"serves: [2,2,2,1,2]\ncontrol 1308: Demon\n1308 Hosar: TI-knights-1\ngrace: [[{HOMELANDS[LY]},0]]\n"
"""Hosar's knights are left over in Lyung, which has changed to the Demon's side."""


@pytest.mark.clause("ALLY-25")
def test_guests_whom_others_join_in_the_enemys_phase_are_attacked_in_it() -> None:
    text = GUESTS + "1308 Demon: LY-castle-guard\n1307 Hosar: TI-sergeants\n" + CAPITALS
    alone = do(phase("Demon", "OpenMovement", text), "end")
    assert step(alone) != "BattleOrSiege"
    state = phase("Demon", "OpenMovement", text)
    (sergeants,) = units("TI-sergeants")
    state.lift((sergeants,), HOSAR, hex_id("1307"), AWAY)
    state.put((sergeants,), HOSAR, hex_id("1308"))
    arrive(state, HOSAR, (sergeants,), hex_id("1308"))
    state = do(state, "end")
    assert (state.guests, seat(state), step(state)) == ((), "Demon", "BattleOrSiege")


@pytest.mark.clause("SIEGE-01", "ALLY-25")
def test_no_siege_opens_on_guests_or_of_them_while_they_are_left_in_peace() -> None:
    text = GUESTS + "1308 Demon: LY-castle-guard\n" + CAPITALS
    state = do(phase("Demon", "OpenMovement", text), "end")
    assert (state.guests, state.sieges) == (((HOMELANDS[LY], HOSAR),), ())
    at_war = phase("Demon", "OpenMovement", text.replace(f"[[{HOMELANDS[LY]},0]]", "[]"))
    assert [h for h, _ in do(at_war, "end", "siege").sieges] == [HOMELANDS[LY]], "without that peace one does"


@pytest.mark.clause("SIEGE-04")
def test_an_empty_fortress_stays_with_its_last_controller() -> None:
    state = phase("Hosar", "OpenMovement", "1007 Hosar: GU-men\n" + CAPITALS)
    state = march(state, "1007", ("GU-men",), "1006")
    assert state.stack(HOSAR, GUNTHOZ) == ()
    assert state.control[GUNTHOZ] == HOSAR
    settle_control(state, GUNTHOZ)
    assert state.control[GUNTHOZ] == HOSAR


@pytest.mark.clause("SIEGE-05")
def test_at_the_start_each_fortress_belongs_to_the_side_that_stands_in_it() -> None:
    state = new_state(("Hosar", "Demon"), b"", GAME.complete_options({}))
    for h in FORTRESSES:
        inside = [side for side in (HOSAR, DEMON, NEUTRAL) if state.stack(side, h)]
        assert [state.control[h]] == inside
    sides = [state.control[h] for h in FORTRESSES]
    assert sides.count(NEUTRAL) == 2, "Altu'han and Lyung"


@pytest.mark.clause("SIEGE-06")
@pytest.mark.parametrize("steps", [1, 2, 3, 6])
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_the_controller_defends_and_the_other_besieges_whoever_is_phasing(side: str, steps: int) -> None:
    state = phase(side, "Sieges", steps=steps)
    assert (step(state), seat(state)) == ("ChooseSiegeMethod", "Demon")
    other = phase(side, "Sieges", SIEGE + "control 1007: Demon\n", steps=steps)
    assert (step(other), seat(other)) == ("ChooseSiegeMethod", "Hosar")


@pytest.mark.clause("SIEGE-06")
def test_all_troops_of_a_side_in_the_hex_are_one_besieger() -> None:
    text = GARRISON + "1007 Demon: ER-goblins, AH-cragsmen-1, NI-archers\nserves: [1,2,2,2,2]\n" + CAPITALS
    state = phase("Demon", "Sieges", text)
    state = do(state, "assault", "pass", "pass", rolls=[1, 1, 1, 6])
    assert len(told(state, "siege.method")) == 1
    assert step(state) == "ChooseLoss"
    assert set(operands(state, "lose")) == set(units("ER-goblins", "AH-cragsmen-1", "NI-archers"))


# Sieges & Defender Movement


@pytest.mark.clause("SIEGE-07")
def test_besieged_troops_are_locked_in_while_one_besieging_troop_is_there() -> None:
    state = phase("Hosar", "OpenMovement", GARRISON + "1007 Demon: ER-goblins\n" + CAPITALS, steps=1)
    state = do(state, ("stack", GUNTHOZ))
    assert refusal(state, ("unit", unit("GU-men"))).clause == "SIEGE-07"
    assert "go" not in verbs(state)
    free = phase("Hosar", "OpenMovement", GARRISON + "1007 Demon: ER-lord-erush\n" + CAPITALS)
    free = march(free, "1007", ("GU-men",), "1006")
    assert at(free, "GU-men") == "1006", "a character is no besieger"


@pytest.mark.clause("SIEGE-08")
def test_besieged_characters_are_locked_in_too() -> None:
    text = "1007 Hosar: GU-levy, DA-duke-dansor\n" + BESIEGERS + CAPITALS
    state = do(phase("Hosar", "OpenMovement", text, steps=1), ("stack", GUNTHOZ))
    assert refusal(state, ("unit", unit("DA-duke-dansor"))).clause == "SIEGE-08"


@pytest.mark.clause("SIEGE-07", "SIEGE-08")
def test_characters_holding_a_fortress_alone_are_not_locked_in() -> None:
    text = "1007 Hosar: DA-duke-dansor\n1007 Demon: ER-goblins\n" + CAPITALS
    state = march(phase("Hosar", "OpenMovement", text), "1007", ("DA-duke-dansor",), "1006")
    assert at(state, "DA-duke-dansor") == "1006"


@pytest.mark.clause("SIEGE-09")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_the_defender_may_choose_battle(side: str) -> None:
    state = phase(side, "Battles", steps=2)
    assert (step(state), seat(state)) == ("BattleOrSiege", "Hosar")
    state = do(state, "battle")
    assert state.battle.hex == GUNTHOZ
    assert state.battle.aside == (), "the whole garrison fights"


@pytest.mark.clause("SIEGE-09")
def test_by_option_a_garrison_sallies_in_its_own_phase_only() -> None:
    assert step(phase("Hosar", "Battles", steps=2, sally="own phase")) == "BattleOrSiege"
    state = phase("Demon", "Battles", steps=2, sally="own phase")
    assert step(state) == "ChooseSiegeMethod", "no battle is offered in the besieger's phase"
    first = phase("Demon", "Battles", steps=0, sally="own phase")
    assert step(first) == "BattleOrSiege", "before the first siege step"


@pytest.mark.clause("SIEGE-09")
def test_by_option_it_may_sally_also_when_more_besiegers_came_in_this_phase() -> None:
    text = SIEGE + "1107 Demon: ER-goblins\n"
    state = phase("Demon", "OpenMovement", text, steps=2, sally="own phase")
    assert step(do(state, "end")) == "ChooseSiegeMethod"
    state = do(march(state, "1107", ("ER-goblins",), "1007"), "end")
    assert (step(state), seat(state)) == ("BattleOrSiege", "Hosar")


# Ending a Siege


@pytest.mark.clause("SIEGE-26", "SIEGE-29")
def test_the_besieger_may_march_off_with_part_of_his_troops_and_the_siege_goes_on() -> None:
    state = march(phase("Demon", "OpenMovement", steps=3), "1007", ("ER-foot-guards",), "1008")
    assert dict(state.sieges) == {GUNTHOZ: 3}
    state = do(state, "end", "siege")
    assert (step(state), dict(state.sieges)) == ("ChooseSiegeMethod", {GUNTHOZ: 4})


@pytest.mark.clause("SIEGE-26", "SIEGE-28", "SIEGE-29")
def test_the_siege_ends_when_all_besiegers_have_marched_off_and_a_new_one_counts_anew() -> None:
    state = phase("Demon", "OpenMovement", steps=3)
    state = march(state, "1007", ("ER-foot-guards", "ER-heavy-cavalry"), "1008")
    assert state.sieges == ()
    assert state.control[GUNTHOZ] == HOSAR
    assert not state.is_besieged(GUNTHOZ)
    relief = phase("Demon", "OpenMovement", SIEGE + "1107 Demon: ER-goblins\n", steps=3)
    relief = march(relief, "1107", ("ER-goblins",), "1007")
    relief = march(relief, "1007", ("ER-foot-guards", "ER-heavy-cavalry"), "1008")
    assert dict(relief.sieges) == {GUNTHOZ: 3}, "relieved without a gap, the siege goes on"


@pytest.mark.clause("SIEGE-28")
def test_a_besieger_wiped_out_leaves_the_fortress_to_the_defender() -> None:
    text = GARRISON + "1007 Demon: ER-goblins, ER-lord-erush\n" + CAPITALS
    state = do(phase("Demon", "Sieges", text, steps=1), "assault", "pass", "pass", rolls=[1, 1, 6, 4, 5, 2])
    assert state.control[GUNTHOZ] == HOSAR
    assert state.sieges == ()
    (escape,) = told(state, "capture.escape")
    assert escape.tally.rolled == 5, "the besieger's character is tested"
    assert at(state, "ER-lord-erush") == "1007"


@pytest.mark.clause("SIEGE-28")
def test_when_both_are_wiped_out_the_defender_keeps_the_fortress_and_his_characters() -> None:
    text = "1007 Hosar: GU-levy, DA-duke-dansor\n1007 Demon: ER-goblins, ER-lord-erush\n" + CAPITALS
    state = do(phase("Demon", "Sieges", text, steps=1), "assault", "pass", "pass", rolls=[6, 5, 6, 5])
    assert not state.has_troop(HOSAR, GUNTHOZ)
    assert not state.has_troop(DEMON, GUNTHOZ)
    assert state.control[GUNTHOZ] == HOSAR
    assert (at(state, "DA-duke-dansor"), at(state, "ER-lord-erush")) == ("1007", "1007")


@pytest.mark.clause("SIEGE-27")
def test_a_defender_out_of_troops_loses_the_fortress_and_his_characters_without_a_die() -> None:
    text = "1007 Hosar: GU-levy, DA-duke-dansor\n" + BESIEGERS + CAPITALS
    state = do(phase("Demon", "Sieges", text, steps=1), "assault", "pass", "pass", rolls=[6, 4, 1, 1])
    assert state.control[GUNTHOZ] == DEMON
    assert state.where[unit("DA-duke-dansor")] == PRISONER
    assert state.captor(unit("DA-duke-dansor")) == DEMON


@pytest.mark.clause("SIEGE-01", "SIEGE-27")
def test_a_siege_is_on_as_soon_as_a_battle_step_ends_with_troops_of_both_in_the_hex() -> None:
    text = "1007 Hosar: GU-levy, DA-duke-dansor\n" + BESIEGERS + CAPITALS
    state = do(phase("Demon", "Battles", text, steps=0), "siege")
    assert dict(state.sieges) == {GUNTHOZ: 1}, "its first step is being held"


@pytest.mark.clause("SIEGE-27", "SIEGE-30")
@pytest.mark.parametrize("steps", [0, 2])
def test_a_garrison_destroyed_in_a_sally_takes_its_characters_with_it_once_a_siege_is_on(steps: int) -> None:
    """In a battle before a siege the battle's own rule applies: a die for capture (RET-20)."""
    more = "control 1007: Hosar\n" + (f"sieges: [[{GUNTHOZ},{steps}]]\n" if steps else "")
    state = drawn_up("GU-levy : ER-heavy-cavalry", posts="DA-duke-dansor @ GU-levy", spot="1007", start=MELEE,
                     more=more)  # fmt: skip
    state = fight(state, rolls=[HIT, MISS, 6, 5] + ([] if steps else [("escape", 6), ("capture", 1)]))
    assert state.control[GUNTHOZ] == DEMON
    assert (state.where[unit("DA-duke-dansor")] == PRISONER) == bool(steps)


@pytest.mark.clause("SIEGE-30")
def test_the_defender_may_break_out_toward_another_fortress_and_give_up_the_hex() -> None:
    text = "1007 Hosar: GU-men\n1007 Demon: ER-heavy-cavalry\n" + CAPITALS
    state = phase("Hosar", "Battles", text, steps=2)
    state = do(state, "battle", *_fight_a_round_without_hits(state), rolls=[6, 6] * 3)
    state = do(state, "withdraw", rolls=[1])
    state = do(state, "out")
    while step(state) in ("ChooseWay", "ExtendRetreat"):
        state = do(state, actions(state)[0])
    assert state.where[unit("GU-men")] not in (GUNTHOZ, PRISONER)
    assert state.control[GUNTHOZ] == DEMON
    assert state.sieges == ()


@pytest.mark.clause("ALLY-25")
@pytest.mark.parametrize("home", ["1401", "1702", "0914", "1308", "0902"])
def test_nobody_holds_the_home_of_an_unallied_neutral_even_when_empty(home: str) -> None:
    state = place(CAPITALS)
    assert not may_hold(state, hex_id(home), HOSAR)
    assert may_hold(state, hex_id("0704"), HOSAR)

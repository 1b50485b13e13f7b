"""Movement among enemies: blocking, revealing a troop, and what is seen of a stack."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    HOSAR,
    actions,
    at,
    do,
    go,
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
from palatine.games.demonlord.components.pieces import UNIT_KEY
from palatine.games.demonlord.components.spells import SPELLGATE, VISION
from palatine.games.demonlord.components.world import hex_id

BLUFF = """
phase Hosar
step OpenMovement
0908 Hosar: TI-prince-timur, TI-knights-1, CL-border-horse
0909 Demon: ER-lord-erush, NI-goblins
"""
"""Goblins hide under Lord Erush, in open country."""


def faces(state: Any, viewer: str | None, name: str) -> list[str]:
    """Return what a seat sees in a hex from the top down; "" for a back."""
    return [piece.face for piece in GAME.view(state, viewer).pieces if piece.space == name]


# Enemy troops


@pytest.mark.clause("MOV-20")
def test_troops_that_come_upon_an_enemy_troop_must_stop() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1, TI-sergeants, TI-prince-timur\n"
        "0909 Demon: NI-goblins\n"
    )
    state = march(state, "0908", "TI-knights-1 TI-sergeants", "0909")
    assert step(state) == "Movement"
    assert (points(state, "TI-knights-1"), points(state, "TI-sergeants")) == (0, 0)
    state = do(state, ("stack", hex_id("0909")))
    assert refusal(state, ("unit", unit("TI-knights-1"))).clause == "MOV-04"


@pytest.mark.clause("MOV-20")
def test_no_minimum_move_leads_past_an_enemy_troop() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0908 Hosar: TI-city-militia\n0909 Demon: NI-goblins\n")
    assert points(state, "TI-city-militia") == 1
    state = march(state, "0908", "TI-city-militia", "0909")
    assert state.movement_left[unit("TI-city-militia")] == 0


@pytest.mark.clause("MOV-20")
def test_the_troops_of_an_unallied_neutral_stop_others_whoever_lies_on_top() -> None:
    """The Duke of Altu'han is on top of his cragsmen.

    An attack makes them the Demon's, and they block.
    """
    state = place(
        "phase Hosar\nstep OpenMovement\n1402 Hosar: TI-sergeants, TI-prince-timur\n"
        "1401 Neutral: AH-duke-han, AH-cragsmen-1\n1812 Demon: NI-goblins\n"
    )
    state = march(state, "1402", "TI-sergeants", "1401")
    assert step(state) == "Movement"
    assert points(state, "TI-sergeants") == 0
    assert state.stack(DEMON, hex_id("1401")) == tuple(units("AH-cragsmen-1", "AH-duke-han"))


@pytest.mark.clause("MOV-21")
def test_the_meeting_becomes_a_battle() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1\n0909 Demon: NI-goblins\n")
    state = do(march(state, "0908", "TI-knights-1", "0909"), "end")
    assert step(state) == "Deploy"
    assert state.battle.hex == hex_id("0909")


@pytest.mark.clause("MOV-21")
def test_at_a_fortress_the_meeting_becomes_a_battle_or_a_siege() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1409 Hosar: TI-knights-1\n1510 Demon: MI-garrison\n")
    state = do(march(state, "1409", "TI-knights-1", "1510"), "end")
    assert (step(state), seat(state)) == ("BattleOrSiege", "Demon")
    assert step(do(state, "siege")) == "ChooseSiegeMethod"


@pytest.mark.clause("MOV-22")
def test_troops_that_start_beside_enemy_troops_may_stay_or_go() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0909 Hosar: TI-knights-1, TI-prince-timur\n0909 Demon: NI-goblins\n"
    )
    assert points(state, "TI-knights-1") == 5
    gone = march(state, "0909", "TI-knights-1 TI-prince-timur", "0908", "0808")
    assert points(gone, "TI-knights-1") == 3
    assert step(do(do(gone, "halt"), "end")) != "Deploy", "and there is no battle"
    assert step(do(state, "end")) == "Deploy"


@pytest.mark.clause("MOV-23")
def test_a_besieged_garrison_may_not_go() -> None:
    siege = f"sieges: [[{hex_id('1510')},1]]\n"
    state = place(f"phase Demon\nstep OpenMovement\n{siege}1510 Demon: MI-garrison\n1510 Hosar: TI-knights-1\n")
    assert hexes(state, "stack") == []
    assert refusal(state, ("stack", hex_id("1510"))).clause == "SIEGE-07"
    besieger = place("phase Hosar\nstep OpenMovement\n1510 Demon: MI-garrison\n1510 Hosar: TI-knights-1\n")
    assert hexes(besieger, "stack") == ["1510"]


@pytest.mark.clause("MOV-21", "SIEGE-09")
@pytest.mark.parametrize("spelled", [True, False])
def test_a_spellgate_to_the_besiegers_counts_as_bringing_troops(spelled: bool) -> None:
    """Sallies are permitted only in one's own phase.

    The besieged can fight if the besieger has brought more troops.
    """
    state = place(
        'options: {"sally": "own phase"}\nphase Hosar\nstep AfterMovement\nspells of Hosar: Spellgate\n'
        f"sieges: [[{hex_id('1510')}, 1]]\n1510 Demon: MI-garrison\n1510 Hosar: TI-knights-1\n"
        "1509 Hosar: DA-duke-dansor, TI-sergeants\n"
    )
    if spelled:
        moves = (
            ("cast", SPELLGATE),
            ("from", hex_id("1509")),
            ("unit", unit("TI-sergeants")),
            ("to", hex_id("1510")),
        )
        state = idle(do(state, *moves), "BattleOrSiege", "ChooseSiegeMethod", rolls=[1])
    else:
        state = idle(state, "BattleOrSiege", "ChooseSiegeMethod")
    assert step(state) == ("BattleOrSiege" if spelled else "ChooseSiegeMethod")


@pytest.mark.clause("MOV-21", "ALLY-03")
def test_who_attacks_a_neutral_fights_the_guests_left_in_peace_there_too() -> None:
    """Hosar's knights are guests of a neutral Altu'han.

    The Demon marches in: Altu'han joins Hosar, and all fight.
    """
    state = place(
        f"phase Demon\nstep OpenMovement\ngrace: [[{hex_id('1401')}, 0]]\n1401 Neutral: AH-cragsmen-1\n"
        "1401 Hosar: TI-knights-1\n1402 Demon: ER-archers\n"
    )
    state = do(march(state, "1402", "ER-archers", "1401"), "end")
    assert state.serves[0] == HOSAR
    assert (step(state), seat(state)) == ("BattleOrSiege", "Hosar")


@pytest.mark.clause("MOV-21", "ALLY-03", "ALLY-25")
def test_guests_who_stay_in_an_empty_homeland_attack_it_and_take_it() -> None:
    """Its units are on their way home.

    Only the Duke has stayed, and is searched for.
    """
    state = place(
        f"phase Hosar\nstep OpenMovement\ngrace: [[{hex_id('1401')}, 0]]\nlimbo: AH-cragsmen-1\n"
        "1401 Neutral: AH-duke-han\n1401 Hosar: TI-knights-1\n"
    )
    assert state.control[hex_id("1401")] == 2
    state = do(state, "end")
    assert (state.serves[0], state.control[hex_id("1401")]) == (DEMON, HOSAR)
    assert (step(state), seat(state)) == ("Demand", "Hosar")


# Characters


@pytest.mark.clause("MOV-24")
def test_a_character_alone_passes_through_enemy_troops_at_his_risk() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0908 Hosar: TI-prince-timur\n0909 Demon: NI-goblins\n")
    state = march(state, "0908", "TI-prince-timur", "0909", rolls=[6, 2])
    assert step(state) == "March"
    state = do(state, go("0910"))
    assert (at(state, "TI-prince-timur"), points(state, "TI-prince-timur")) == ("0910", 4)


@pytest.mark.clause("MOV-24")
def test_a_character_alone_passes_enemy_characters_without_risk() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0908 Hosar: TI-prince-timur\n0909 Demon: ER-lord-erush\n")
    state = march(state, "0908", "TI-prince-timur", "0909", "0910", rolls=[])
    assert at(state, "TI-prince-timur") == "0910"


@pytest.mark.clause("MOV-25")
def test_characters_alone_do_not_hold_up_troops() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1, TI-prince-timur\n0909 Demon: ER-lord-erush\n"
    )
    state = do(march(state, "0908", "TI-knights-1", "0909"), "leave")
    assert points(state, "TI-knights-1") == 4
    assert at(do(state, go("0910")), "TI-knights-1") == "0910"
    assert step(do(do(state, "halt"), "end")) != "Deploy", "nor do they fight"


@pytest.mark.clause("MOV-25")
def test_troops_may_search_for_the_characters_and_go_on() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1, TI-prince-timur\n0909 Demon: ER-lord-erush\n"
    )
    state = do(march(state, "0908", "TI-knights-1", "0909"), "demand", rolls=[2, 5])
    assert state.prisoners(HOSAR) == units("ER-lord-erush")
    assert at(do(state, go("0910")), "TI-knights-1") == "0910"


@pytest.mark.clause("MOV-26")
def test_a_troop_laid_on_top_blocks() -> None:
    state = march(place(BLUFF), "0908", "TI-knights-1", "0909")
    assert (step(state), seat(state)) == ("Show", "Demon")
    assert actions(state) == [("show", unit("NI-goblins")), ("silent", 0)]
    assert refusal(state, ("show", unit("ER-lord-erush"))).clause == "MOV-26"
    state = do(state, ("show", unit("NI-goblins")))
    assert state.stack(DEMON, hex_id("0909")) == tuple(units("NI-goblins", "ER-lord-erush"))
    assert (step(state), points(state, "TI-knights-1")) == ("Movement", 0)
    assert told(state, "shown")[0].data["unit"] == unit("NI-goblins")


@pytest.mark.clause("MOV-27")
def test_without_a_troop_shown_the_stack_is_characters_only() -> None:
    state = do(march(place(BLUFF), "0908", "TI-knights-1", "0909"), "silent")
    assert (step(state), seat(state)) == ("Demand", "Hosar")
    through = do(state, "leave", go("0910"))
    assert at(through, "TI-knights-1") == "0910"
    searched = do(state, "demand", "silent", rolls=[1, 6])
    assert searched.prisoners(HOSAR) == units("ER-lord-erush"), "the troop that was not shown protects nobody"


@pytest.mark.clause("MOV-27", "MOV-26")
def test_a_search_may_still_be_answered_with_a_troop() -> None:
    state = do(march(place(BLUFF), "0908", "TI-knights-1", "0909"), "silent", "demand")
    assert (step(state), seat(state)) == ("Show", "Demon")
    state = do(state, ("show", unit("NI-goblins")), rolls=[])
    assert points(state, "TI-knights-1") == 0, "it blocks after all"
    assert at(state, "ER-lord-erush") == "0909"


@pytest.mark.clause("MOV-27")
def test_the_truth_comes_out_in_the_battle_step() -> None:
    state = do(march(place(BLUFF), "0908", "TI-knights-1", "0909"), "silent", "leave", "halt")
    state = idle(state, "Deploy")
    assert state.battle.hex == hex_id("0909")


@pytest.mark.clause("MOV-26")
def test_the_mover_lays_a_troop_on_top_and_is_asked_only_what_he_may_know() -> None:
    """A stack of two characters causes the same question as one that hides a troop."""
    honest = place(BLUFF.replace("NI-goblins", "TA-lord-taegul"))
    state = march(honest, "0908", "TI-prince-timur TI-knights-1", "0909")
    assert (step(state), actions(state)) == ("Show", [("silent", 0)])
    assert state.stack(HOSAR, hex_id("0909"))[0] == unit("TI-knights-1")
    bluff = march(place(BLUFF), "0908", "TI-prince-timur TI-knights-1", "0909")
    assert GAME.view(state, "Hosar") == GAME.view(bluff, "Hosar")


@pytest.mark.clause("MOV-26", "CAP-01")
def test_against_a_character_a_troop_is_shown_to_capture_him() -> None:
    state = march(place(BLUFF), "0908", "TI-prince-timur", "0909")
    assert (step(state), seat(state)) == ("Show", "Demon")
    silent = do(state, "silent", rolls=[])
    assert at(do(silent, go("0910")), "TI-prince-timur") == "0910", "nothing happens to him"
    assert silent.tested == (), "and his test of the turn is not spent"
    shown = do(state, ("show", unit("NI-goblins")), rolls=[2, 5])
    assert shown.prisoners(DEMON) == units("TI-prince-timur")


# Hidden Units


@pytest.mark.clause("HID-01")
def test_of_an_enemy_stack_only_the_top_is_seen() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1, TI-prince-timur\n"
        "0909 Demon: ER-archers, ER-lord-erush, NI-goblins\n1401 Neutral: AH-duke-han, AH-cragsmen-1\n"
    )
    assert faces(state, "Hosar", "0909") == ["ER-archers", "", ""]
    assert faces(state, "Demon", "0909") == ["ER-archers", "ER-lord-erush", "NI-goblins"]
    assert faces(state, None, "0908") == ["TI-knights-1", ""]
    assert faces(state, "Demon", "1401") == ["AH-duke-han", "AH-cragsmen-1"], "neutrals hide nothing"


@pytest.mark.clause("HID-01")
def test_a_back_tells_nothing() -> None:
    text = "phase Hosar\nstep OpenMovement\n0908 Hosar: TI-knights-1\n0909 Demon: ER-archers, {}\n"
    views = [GAME.view(place(text.format(key)), "Hosar") for key in ("ER-lord-erush", "NI-goblins", "TS-shaman")]
    assert views[0] == views[1] == views[2]
    hidden = [piece for piece in views[0].pieces if piece.space == "0909"][1]
    assert (hidden.face, hidden.operand, hidden.badges) == ("", -1, ())


@pytest.mark.clause("HID-01")
def test_the_owner_orders_his_stack_as_he_moves() -> None:
    state = place(
        "phase Demon\nstep OpenMovement\n0909 Demon: ER-archers, ER-lord-erush, NI-goblins\n"
        "0610 Hosar: TI-sergeants\n"
    )
    state = do(state, ("stack", hex_id("0909")), ("top", unit("NI-goblins")))
    assert faces(state, "Hosar", "0909") == ["NI-goblins", "", ""]
    assert refusal(state, ("top", unit("NI-goblins"))).clause == "HID-01"
    picked = do(state, ("unit", unit("ER-lord-erush")), ("unit", unit("ER-archers")))
    assert "top" not in verbs(picked)
    assert faces(picked, "Hosar", "0909") == ["NI-goblins", "", ""], "who is picked to march is not seen before"
    gone = do(picked, go("0908"))
    assert faces(gone, "Hosar", "0908") == ["ER-lord-erush", ""], "the order of picking is the order of the stack"
    assert faces(gone, "Hosar", "0909") == ["NI-goblins"]


@pytest.mark.clause("HID-01")
def test_a_march_tells_where_and_how_many() -> None:
    state = place(
        "phase Demon\nstep OpenMovement\n0909 Demon: ER-archers, ER-lord-erush, NI-goblins\n"
        "0610 Hosar: TI-sergeants\n"
    )
    (entry,) = told(march(state, "0909", "ER-lord-erush NI-goblins", "0908"), "march")
    assert entry.data == {"side": DEMON, "hex": hex_id("0909"), "to": hex_id("0908"), "count": 2, "onward": False}
    assert GAME.view(do(state, ("stack", hex_id("0909"))), "Hosar").focus == (), "nor which stack is picked up"


@pytest.mark.clause("HID-01", "HID-02")
def test_units_of_a_battle_are_seen_as_they_are_placed() -> None:
    text = """phase Hosar\nstep Battles
    0909 Hosar: TI-knights-1, TI-sergeants, TI-prince-timur
    0909 Demon: NI-goblins, ER-archers
    1606 Demon: ER-swordsmen, ER-lord-erush
    """
    state = place(text)
    assert step(state) == "Deploy"

    def seen(state: Any, viewer: str, side: str) -> set[str]:
        return {p.face for p in GAME.view(state, viewer).pieces if p.board == "battle" and p.style == side} - {""}

    assert seen(state, "Demon", "hosar") == {"TI-knights-1"}, "the top of the stack, as ever"
    state = do(state, ("place", unit("TI-sergeants")))
    assert seen(state, "Demon", "hosar") == {"TI-knights-1", "TI-sergeants"}, "at once, so that it can be matched"
    assert seen(state, "Hosar", "demon") == {"NI-goblins"}
    state = do(state, ("place", unit("ER-archers")), ("place", unit("NI-goblins")), ("place", unit("TI-knights-1")))
    assert seen(state, "Demon", "hosar") == {"TI-sergeants", "TI-knights-1"}, "the Prince is not placed yet"
    state = do(state, ("with", unit("TI-knights-1")))
    assert seen(state, "Demon", "hosar") == {"TI-sergeants", "TI-knights-1", "TI-prince-timur"}
    assert faces(state, "Hosar", "1606") == ["ER-swordsmen", ""], "who is not in the battle stays hidden"


@pytest.mark.clause("HID-02")
def test_after_the_battle_only_the_top_is_seen_again() -> None:
    state = place("phase Hosar\nstep Battles\n0909 Hosar: TI-knights-1, TI-sergeants\n0909 Demon: NI-goblins\n")
    state = do(state, ("place", unit("TI-knights-1")), ("place", unit("NI-goblins")))
    state = do(state, "pass", rolls=[6, 6, 3, 3, 6, 6, 6])
    assert told(state, "battle.won")
    assert faces(state, "Demon", "0909") == ["TI-knights-1", ""]


@pytest.mark.clause("HID-03")
def test_a_vision_opens_a_stack_to_the_casters_player_alone() -> None:
    state = place(
        "phase Hosar\nstep BeforeMovement\nspells of Hosar: Vision\nspells of Demon: Necromon\n"
        "0908 Hosar: HO-monks\n0909 Demon: ER-archers, ER-lord-erush, NI-goblins\n"
        "1812 Demon: NI-lancers, NI-lord-nish\n"
    )
    state = idle(do(state, ("cast", VISION), ("target", hex_id("0909"))), "Movement", rolls=[5])
    (entry,) = told(state, "vision.shows")
    assert entry.readers == (HOSAR,)
    assert [UNIT_KEY[u] for u in entry.data["units"]] == ["ER-archers", "ER-lord-erush", "NI-goblins"]
    assert faces(state, "Hosar", "0909") == ["ER-archers", "", ""], "it does not last"


@pytest.mark.clause("MOV-26")
def test_a_group_keeps_its_order_where_it_meets_no_stranger_as_in_an_allys_home() -> None:
    text = "serves: [0,2,2,2,2]\ncontrol 1401: Hosar\n1402 Hosar: TI-prince-timur, TI-knights-1\n"
    state = place(f"phase Hosar\nstep OpenMovement\n{text}1812 Demon: NI-goblins\n")
    state = march(state, "1402", "TI-prince-timur TI-knights-1", "1401")
    assert [UNIT_KEY[u] for u in state.stack(HOSAR, hex_id("1401"))] == ["TI-prince-timur", "TI-knights-1"]

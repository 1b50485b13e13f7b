"""Fortresses & Retreats: withdrawal into a fortress, and battles to relieve one."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    FIGHT,
    HOSAR,
    LEAVING,
    MISS,
    WITHDRAW,
    actions,
    at,
    do,
    drawn_up,
    fight,
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
from palatine.games.demonlord.components.world import HILLS, NEIGHBOURS, OPEN, hex_id, hex_name
from palatine.games.demonlord.rules.combat.battles import open_hex
from palatine.games.demonlord.state import PRISONER

MIDAZU = "control 1510: Demon\n"


def demon_goes(more: str = MIDAZU) -> Any:
    """Let the phasing Demon withdraw at Midazu, which the Demon controls."""
    state = drawn_up("DA-knights : ER-heavy-cavalry", spot="1510", start=LEAVING, more=more)
    return fight(state, WITHDRAW, rolls=[1])


@pytest.mark.clause("RET-17")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_in_the_hex_of_his_own_fortress_he_may_withdraw_into_it(phase: str) -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry", spot="1510", phase=phase, start=LEAVING, terrain=OPEN,
                     more="control 1510: Demon\n")  # fmt: skip
    moves = [WITHDRAW] if phase == "Demon" else [FIGHT, WITHDRAW]
    state = fight(state, *moves, rolls=[1])
    assert (step(state), seat(state), verbs(state)) == ("IntoFortress", "Demon", {"into", "out"})
    inside = do(state, "into")
    assert at(inside, "ER-heavy-cavalry") == "1510"
    assert inside.is_besieged(hex_id("1510"))
    assert [entry.clauses for entry in told(inside, "retreat.into")] == [("RET-17",)]


@pytest.mark.clause("RET-17", "SIEGE-03")
def test_or_abandon_it_to_the_enemy() -> None:
    state = do(demon_goes(), "out")
    while step(state) == "ChooseWay":
        state = do(state, actions(state)[0])
    assert at(state, "ER-heavy-cavalry") != "1510"
    assert state.control[hex_id("1510")] == HOSAR


@pytest.mark.clause("RET-17")
def test_there_is_nothing_else_to_choose() -> None:
    state = demon_goes()
    for move in (("into", 1), ("out", 1)):
        assert refusal(state, move).clause == "RET-17"


@pytest.mark.clause("RET-17")
def test_in_an_enemy_fortress_hex_there_is_no_such_choice() -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry", spot="1510", start=LEAVING, more=MIDAZU)
    state = fight(state, FIGHT, WITHDRAW, rolls=[1])
    assert step(state) != "IntoFortress"
    assert not told(state, "retreat.into")


@pytest.mark.clause("RET-17", "RET-10", "SIEGE-03")
def test_who_goes_out_with_no_way_to_go_is_taken_and_the_fortress_falls() -> None:
    besiegers = ("GU-levy", "GU-men", "TI-spearmen", "TI-sergeants", "TI-crossbowmen", "DA-militia")
    around = zip(NEIGHBOURS[hex_id("1510")], besiegers, strict=True)
    state = demon_goes(MIDAZU + "".join(f"{hex_name(n)} Hosar: {key}\n" for n, key in around))
    assert step(do(state, "into")) == "Movement"
    state = do(state, "out")
    assert state.where[unit("ER-heavy-cavalry")] == PRISONER
    assert state.control[hex_id("1510")] == HOSAR


@pytest.mark.clause("RET-18", "SIEGE-23")
def test_a_relief_force_fights_its_way_in_after_a_round_of_battle() -> None:
    text = ("phase Demon\nstep Battles\n1510 Demon: MI-garrison, ER-heavy-cavalry, ER-lord-erush\n"
            "1510 Hosar: DA-knights\ncontrol 1510: Demon\n" + CAPITALS
            + f"relief: {units('ER-heavy-cavalry', 'ER-lord-erush')}\n")  # fmt: skip
    state = place(text)
    assert (step(state), seat(state), verbs(state)) == ("Garrison", "Demon", {"join", "stay"})
    state = do(state, "stay")
    if step(state) == "ChooseTerrain":
        state = do(state, ("terrain", HILLS))
    state = do(state, ("place", unit("ER-heavy-cavalry")), ("place", unit("DA-knights")))
    state = do(state, ("with", unit("ER-heavy-cavalry")))
    assert "withdraw" not in verbs(state)
    while step(state) == "AimMagic":
        state = do(state, "hold", rolls=MISS * 2)
    assert (step(state), state.battle.round) == ("MayWithdraw", 1)
    state = do(state, WITHDRAW, "into", rolls=[1])
    assert set(state.stack(DEMON, hex_id("1510"))) == set(units("MI-garrison", "ER-heavy-cavalry", "ER-lord-erush"))
    assert (step(state), seat(state)) == ("ChooseSiegeMethod", "Hosar")


RELIEF = ("phase Demon\nstep Battles\n1510 Demon: MI-garrison, MI-bowmen, NI-lord-nish, ER-heavy-cavalry\n"
          "1510 Hosar: DA-knights\ncontrol 1510: Demon\n" + CAPITALS
          + f"relief: {units('ER-heavy-cavalry')}\n")  # fmt: skip


@pytest.mark.clause("RET-18", "SIEGE-24", "BAT-12")
@pytest.mark.parametrize(("choice", "fighting"), [
    ("join", {"MI-garrison", "MI-bowmen", "ER-heavy-cavalry"}), ("stay", {"ER-heavy-cavalry"}),
])  # fmt: skip
def test_the_garrison_joins_the_relief_or_stays_out_as_one_body(choice: str, fighting: set[str]) -> None:
    state = place(RELIEF)
    assert refusal(state, ("unit", unit("MI-bowmen"))).clause == "SIEGE-24"
    state = do(state, choice)
    if step(state) == "ChooseTerrain":
        state = do(state, ("terrain", HILLS))
    assert set(operands(state, "place")) == {unit(key) for key in fighting}
    assert [entry.clauses for entry in state.journal if entry.kind.startswith("garrison")] == [("SIEGE-24",)]


@pytest.mark.clause("SIEGE-24", "BAT-12")
def test_by_option_unit_by_unit() -> None:
    state = place('options: {"garrison": "unit by unit"}\n' + RELIEF)
    assert actions(state) == [
        *[("unit", u) for u in units("MI-garrison", "MI-bowmen", "NI-lord-nish")],
        ("stay", 0),
    ]
    assert refusal(state, ("join", 0)).clause == "SIEGE-24"
    state = do(state, ("unit", unit("MI-bowmen")))
    some = do(state, "stay")
    assert set(some.battle.aside) == set(units("MI-garrison", "NI-lord-nish"))
    everybody = do(state, ("unit", unit("MI-garrison")))
    assert everybody.battle.aside == (), "characters alone are no garrison"


@pytest.mark.clause("BAT-03", "SIEGE-23")
@pytest.mark.parametrize(("relieved", "asked"), [("1510", "Garrison"), ("1812", "BattleOrSiege")])
def test_only_relief_in_this_very_hex_is_a_battle_for_it(relieved: str, asked: str) -> None:
    text = (
        "control 1510: Demon\n1510 Demon: NI-archers, ER-goblins\n1510 Hosar: DA-knights\n1812 Demon: NI-goblins\n"
    )
    state = place("turn 2\nphase Demon\nstep Battles\n" + text + "0610 Hosar: TI-city-militia\n")
    state.relieving_units = tuple(units("NI-archers" if relieved == "1510" else "NI-goblins"))
    state.flow = state.flow[:-1]
    open_hex(state, hex_id("1510"))
    assert step(state) == asked

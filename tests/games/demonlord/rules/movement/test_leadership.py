"""Leadership and moving characters: full points, half points, riding."""

from __future__ import annotations

import pytest

from games.demonlord.positions import actions, at, do, go, hexes, idle, march, place, points, refusal, step, unit
from palatine.games.demonlord.components.pieces import LEAD, MP
from palatine.games.demonlord.components.world import hex_id

FOES = "1812 Demon: NI-goblins\n0610 Hosar: TI-city-militia\n"


def moving(*stacks: str, side: str = "Hosar", more: str = "") -> str:
    return f"phase {side}\nstep OpenMovement\n{more}\n" + "\n".join(stacks) + "\n" + FOES


# Army leadership


@pytest.mark.clause("LEAD-01")
@pytest.mark.parametrize(
    ("key", "full", "half"), [("TI-knights-1", 5, 2), ("TI-men-at-arms", 3, 1), ("CL-foot", 4, 2)]
)
def test_troops_without_a_leader_have_half_points_rounded_down(key: str, full: int, half: int) -> None:
    assert points(place(moving(f"0909 Hosar: {key}, TI-prince-timur")), key) == full
    assert points(place(moving(f"0909 Hosar: {key}", "0908 Hosar: TI-prince-timur")), key) == half


@pytest.mark.clause("LEAD-01")
def test_an_allied_neutral_leads_and_an_enemy_does_not() -> None:
    ally = place(moving("0909 Hosar: TI-knights-1, AH-duke-han", more="serves: [0,2,2,2,2]"))
    assert points(ally, "TI-knights-1") == 5
    enemy = place(moving("0909 Hosar: TI-knights-1", "0909 Demon: ER-lord-erush"))
    assert points(enemy, "TI-knights-1") == 2


@pytest.mark.clause("LEAD-01")
def test_the_leader_is_looked_for_as_the_movement_step_opens() -> None:
    """A leader who arrives by a Spellgate before movement counts.

    One who arrives during the step does not.
    """
    text = moving("0909 Hosar: TI-knights-1", "0908 Hosar: IN-light-spirit, DA-duke-dansor")
    text = text.replace("step OpenMovement", "step BeforeMovement\nspells of Hosar: Spellgate")
    state = do(
        place(text),
        ("cast", 4),
        ("caster", unit("IN-light-spirit")),
        ("from", hex_id("0908")),
        ("unit", unit("DA-duke-dansor")),
        ("to", hex_id("0909")),
    )
    state = idle(state, "Movement", rolls=[1])
    assert points(state, "TI-knights-1") == 5
    late = place(moving("0909 Hosar: TI-knights-1", "0908 Hosar: TI-prince-timur"))
    late = do(march(late, "0908", "TI-prince-timur", "0909"), "halt")
    assert points(late, "TI-knights-1") == 2


@pytest.mark.clause("LEAD-01")
def test_forcemarch_comes_after_halving_and_the_earthpit_last() -> None:
    """Five points become two by halving, four by a Forcemarch, and two by an Earthpit."""
    u = unit("TI-knights-1")
    stack = "0909 Hosar: TI-knights-1"
    assert points(place(moving(stack, more=f"forced: [{u}]")), "TI-knights-1") == 4
    assert points(place(moving(stack, more=f"forced: [{u}]\npitted: [{u}]")), "TI-knights-1") == 2


@pytest.mark.clause("LEAD-02")
def test_a_troop_that_started_with_its_leader_may_leave_him_and_keep_its_points() -> None:
    state = march(
        place(moving("0909 Hosar: TI-knights-1, TI-prince-timur")), "0909", "TI-knights-1", "1009", "1109"
    )
    assert points(state, "TI-knights-1") == 3
    assert at(state, "TI-prince-timur") == "0909"
    gone = do(
        march(place(moving("0909 Hosar: TI-knights-1, TI-prince-timur")), "0909", "TI-prince-timur", "1009"), "halt"
    )
    assert points(gone, "TI-knights-1") == 5, "or he may leave it"


@pytest.mark.clause("LEAD-03", "UNIT-07")
@pytest.mark.parametrize(
    ("key", "lead", "mp"),
    [("HO-high-priest", 0, 5), ("ER-lord-erush", 1, 5), ("HO-priest", -1, 2), ("HO-monks", -1, 2)],
)
def test_plus_zero_leads_and_no_does_not(key: str, lead: int, mp: int) -> None:
    assert LEAD[unit(key)] == lead
    side, troop = ("Demon", "ER-heavy-cavalry") if key.startswith("ER") else ("Hosar", "TI-knights-1")
    assert MP[unit(troop)] == 5
    assert points(place(moving(f"0909 {side}: {troop}, {key}", side=side)), troop) == mp


@pytest.mark.clause("LEAD-04")
def test_a_character_alone_has_his_full_points() -> None:
    state = place(moving("0909 Hosar: HO-monks", "0808 Hosar: HO-priest, TI-crossbowmen"))
    assert (points(state, "HO-monks"), points(state, "HO-priest")) == (7, 6)
    state = march(state, "0808", "HO-priest", "0908", "1008", "1109")
    assert (at(state, "HO-priest"), points(state, "HO-priest")) == ("1109", 3)


# Riding


@pytest.mark.clause("LEAD-05")
def test_a_character_rides_a_troop_he_starts_with() -> None:
    state = place(moving("0909 Hosar: TI-crossbowmen, TI-prince-timur"))
    state = march(state, "0909", "TI-crossbowmen TI-prince-timur", "0908")
    assert at(state, "TI-prince-timur") == "0908"
    assert state.riding_pairs == ((unit("TI-prince-timur"), unit("TI-crossbowmen")),)


@pytest.mark.clause("LEAD-05")
def test_he_stays_with_the_troop_for_the_whole_step() -> None:
    state = place(moving("0909 Hosar: TI-crossbowmen, TI-prince-timur"))
    state = do(march(state, "0909", "TI-crossbowmen TI-prince-timur", "0908"), "halt", ("stack", hex_id("0908")))
    assert refusal(state, ("unit", unit("TI-prince-timur"))).clause == "LEAD-05"
    state = do(state, ("unit", unit("TI-crossbowmen")), go("0907"))
    assert at(state, "TI-prince-timur") == "0907", "he goes along without being picked"


@pytest.mark.clause("LEAD-05")
def test_nobody_mounts_on_the_way() -> None:
    state = place(moving("0909 Hosar: TI-knights-1, TI-prince-timur", "0908 Hosar: HO-monks"))
    walked = do(
        march(state, "0908", "HO-monks", "0909"), "halt", ("stack", hex_id("0909")), ("unit", unit("TI-knights-1"))
    )
    assert refusal(walked, ("unit", unit("HO-monks"))).clause == "LEAD-05", "he has not started with the troop"
    met = do(
        march(state, "0909", "TI-knights-1", "0908"),
        "halt",
        ("stack", hex_id("0908")),
        ("unit", unit("TI-knights-1")),
    )
    assert refusal(met, ("unit", unit("HO-monks"))).clause == "LEAD-05", "nor has the troop started with him"


@pytest.mark.clause("LEAD-05")
def test_riders_do_not_keep_troops_from_joining_up() -> None:
    """Two troops, one with a rider, stop and continue together; a fresh pair can join them."""
    state = place(
        moving("0909 Hosar: TI-knights-1, TI-sergeants, TI-prince-timur", "0908 Hosar: CL-foot, CL-count-lojar")
    )
    state = do(
        march(state, "0909", "TI-knights-1 TI-prince-timur TI-sergeants", "0908"), "halt", ("stack", hex_id("0908"))
    )
    state = do(
        state, *[("unit", unit(key)) for key in ("TI-knights-1", "TI-sergeants", "CL-foot", "CL-count-lojar")]
    )
    state = do(state, go("0907"))
    assert len(state.stack(0, hex_id("0907"))) == 5
    assert dict(state.riding_pairs)[unit("CL-count-lojar")] == unit("CL-foot")


@pytest.mark.clause("LEAD-06")
def test_the_riders_own_points_do_not_count() -> None:
    """Monks with seven points ride foot with three, and stop with it."""
    state = place(moving("0909 Hosar: TI-crossbowmen, HO-monks, TI-prince-timur"))
    assert points(state, "HO-monks") == 7
    state = march(state, "0909", "TI-crossbowmen HO-monks", "1009", "1109", "1110")
    assert (step(state), at(state, "HO-monks")) == ("Movement", "1110")
    state = do(state, ("stack", hex_id("1110")))
    assert refusal(state, ("unit", unit("HO-monks"))).clause == "LEAD-05"


@pytest.mark.clause("LEAD-06")
def test_a_slow_rider_goes_as_far_as_the_troop() -> None:
    state = place(moving("1009 Demon: TA-heavy-horse, TN-priests", side="Demon"))
    assert MP[unit("TN-priests")] == 3
    state = march(state, "1009", "TA-heavy-horse TN-priests", "1109", "1110", "1109", "1110")
    assert at(state, "TN-priests") == "1110"
    assert points(state, "TA-heavy-horse") == 2


@pytest.mark.clause("LEAD-07")
def test_several_characters_ride_one_troop() -> None:
    state = place(moving("0909 Hosar: TI-knights-1, TI-prince-timur, HO-monks, DA-duke-dansor"))
    state = march(state, "0909", "TI-knights-1 TI-prince-timur HO-monks DA-duke-dansor", "0908")
    assert [troop for _, troop in state.riding_pairs] == [unit("TI-knights-1")] * 3
    assert len(state.stack(0, hex_id("0908"))) == 4


@pytest.mark.clause("LEAD-08")
def test_enemy_troops_are_not_ridden() -> None:
    state = place(moving("0909 Hosar: TI-prince-timur", "0909 Demon: NI-lancers"))
    state = do(state, ("stack", hex_id("0909")), ("unit", unit("TI-prince-timur")))
    assert refusal(state, ("unit", unit("NI-lancers"))).clause == "MOV-03"
    assert ("unit", unit("NI-lancers")) not in actions(state)
    assert "0908" in hexes(state, "go"), "he goes on his own feet"

"""Movement: general procedure, hexsides, stacking, the minimum move."""

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
    operands,
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
from palatine.core import Refused
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components import pieces, tables
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.components.world import hex_id

PLAIN = """
phase Hosar
step OpenMovement
0909 Hosar: TI-knights-1, TI-crossbowmen, TI-prince-timur
1812 Demon: NI-goblins
"""
"""Knights with 5 points, crossbowmen with 3, and the prince where each hexside costs one."""


def price(cls: int, a: str, b: str) -> int:
    h = hex_id(a)
    return tables.COST[cls][h * 6 + c.GRID.direction(h, hex_id(b))]


# General procedure


@pytest.mark.clause("MOV-01")
def test_each_hexside_crossed_takes_a_point() -> None:
    state = march(place(PLAIN), "0909", "TI-knights-1", "1009", "1109")
    assert points(state, "TI-knights-1") == 3
    assert at(state, "TI-knights-1") == "1109"
    state = do(state, go("1009"), go("0909"), go("0908"))
    assert points(state, "TI-knights-1") == 0
    assert step(state) == "Movement", "without points nothing more is asked of them"
    assert [entry.clauses for entry in told(state, "march")] == [("MOV-01",)] * 5


@pytest.mark.clause("MOV-01")
def test_no_hexside_is_crossed_that_the_points_do_not_pay_for() -> None:
    state = march(place(PLAIN), "0909", "TI-crossbowmen", "0809", "0710")
    assert points(state, "TI-crossbowmen") == 1
    assert price(tables.FOOT, "0710", "0610") == 3
    assert refusal(state, go("0610")).clause == "MOV-01"
    assert refusal(state, go("1206")).clause == "MOV-01", "nor is a hex reached that is not adjacent"


@pytest.mark.clause("MOV-02", "MOV-07", "MOV-09")
def test_the_hexside_counts_and_not_the_hexes() -> None:
    """From 1606 into the hills of 1605 the side is open country.

    On to 1505 there are only hills.
    """
    assert c.BATTLE_TERRAINS[hex_id("1605")] == c.BATTLE_TERRAINS[hex_id("1505")] == (c.HILLS,)
    text = "phase Demon\nstep OpenMovement\n1606 Demon: ER-lord-erush, ER-heavy-cavalry\n0610 Hosar: TI-sergeants\n"
    state = march(place(text), "1606", "ER-heavy-cavalry", "1605")
    assert points(state, "ER-heavy-cavalry") == 4
    assert points(do(state, go("1505")), "ER-heavy-cavalry") == 2


@pytest.mark.clause("MOV-03")
def test_all_units_some_or_none_may_move() -> None:
    state = place(PLAIN)
    assert step(idle(state, "AskTruceCall", "AskRequest", "Movement")) == "Movement"
    alone = do(march(state, "0909", "TI-crossbowmen", "0908"), "halt")
    assert [at(alone, key) for key in ("TI-crossbowmen", "TI-knights-1", "TI-prince-timur")] == [
        "0908",
        "0909",
        "0909",
    ]
    everybody = march(state, "0909", "TI-knights-1 TI-crossbowmen TI-prince-timur", "0908")
    assert len(everybody.stack(HOSAR, hex_id("0908"))) == 3
    assert idle(do(state, "end"), "Movement").phasing == DEMON


@pytest.mark.clause("MOV-03")
def test_a_unit_may_use_part_of_its_points_and_go_on_later_in_the_step() -> None:
    state = do(march(place(PLAIN), "0909", "TI-knights-1", "0908"), "halt")
    assert points(state, "TI-knights-1") == 4
    state = do(march(state, "0909", "TI-crossbowmen", "0809"), "halt")
    state = march(state, "0908", "TI-knights-1", "0808")
    assert (at(state, "TI-knights-1"), points(state, "TI-knights-1")) == ("0808", 3)


@pytest.mark.clause("MOV-03")
def test_only_own_units_of_one_stack_march_together() -> None:
    state = place(PLAIN + "1009 Hosar: TI-sergeants\n")
    assert hexes(state, "stack") == ["0909", "1009"]
    assert refusal(state, ("stack", hex_id("1812"))).clause == "MOV-03"
    state = do(state, ("stack", hex_id("0909")), ("unit", unit("TI-knights-1")))
    assert refusal(state, ("unit", unit("TI-sergeants"))).clause == "MOV-03"
    assert refusal(state, ("unit", unit("TI-knights-1"))).clause == "MOV-03"
    state = do(state, go("1009"))
    assert verbs(state) == {"go", "halt"}
    reason = refusal(state, ("unit", unit("TI-sergeants"))).reason
    assert reason == "This group is on its way. Go on or stop here, then choose others."


@pytest.mark.clause("MOV-04")
def test_points_left_over_are_lost() -> None:
    state = do(march(place(PLAIN), "0909", "TI-knights-1 TI-prince-timur", "1009"), "halt", "end")
    state = idle(state, "Movement")
    assert state.phasing == DEMON
    state = idle(do(state, "end"), "Movement")
    assert (state.turn, state.phasing) == (2, HOSAR)
    assert points(state, "TI-knights-1") == 5, "not nine"


@pytest.mark.clause("MOV-04")
def test_points_do_not_pass_from_unit_to_unit() -> None:
    state = march(place(PLAIN), "0909", "TI-knights-1 TI-crossbowmen", "1009", "1109", "1110")
    assert (points(state, "TI-knights-1"), points(state, "TI-crossbowmen")) == (2, 0)
    assert state.flow[-1].group == (unit("TI-knights-1"),), "only who has points left can go on"
    state = do(state, "halt", ("stack", hex_id("1110")))
    assert refusal(state, ("unit", unit("TI-crossbowmen"))).clause == "MOV-04"
    assert ("unit", unit("TI-knights-1")) in actions(state)


@pytest.mark.clause("MOV-05")
def test_nobody_moves_but_the_phasing_player_in_his_movement_step() -> None:
    state = place(
        "spells of Hosar: Spellgate, Rains\nspells of Demon: Spellgate, Necromon\n"
        + PLAIN
        + "1009 Hosar: IN-light-spirit\n1812 Demon: NI-lord-nish\n"
    )
    with pytest.raises(Refused):
        GAME.play(state, "Demon", ("stack", hex_id("1812")))
    state = do(state, "end")
    asked = set()
    while state.phasing == HOSAR:
        asked.add(step(state))
        assert not verbs(state) & {"stack", "go", "unit"}
        assert GAME.explain(state, seat(state), ("stack", hex_id("0909"))) is not None
        state = do(state, "pass")
    assert asked == {"AnnounceSpell", "Court"}


@pytest.mark.clause("MOV-06")
def test_a_retreat_is_more_than_normal_movement_and_takes_nothing_from_the_next() -> None:
    """Knights without a leader march two hexes into goblins and fight a round.

    They retreat with five points.
    """
    state = place(
        "phase Hosar\nstep OpenMovement\ncontrol 1007: Demon\n0809 Hosar: TI-knights-1\n1009 Demon: NI-goblins\n"
    )
    state = march(state, "0809", "TI-knights-1", "0909", "1009")
    assert points(state, "TI-knights-1") == 0
    state = do(
        state, "end", ("place", unit("TI-knights-1")), ("place", unit("NI-goblins")), rolls=[6, 6, 6, 6, 6, 6]
    )
    state = do(state, "withdraw", rolls=[1])
    while step(state) == "ChooseWay":
        state = do(state, actions(state)[0])
    assert len(told(state, "retreat")) > 2, "further than its march, for which it had two points"
    state = idle(state, "Movement")
    state = idle(do(state, "end"), "Movement")
    assert state.phasing == HOSAR
    assert points(state, "TI-knights-1") == 2


# Lakes and alps, rivers


@pytest.mark.clause("MOV-14", "MOV-19")
@pytest.mark.parametrize(
    ("start", "to"), [("0318", "0417"), ("0418", "0318"), ("1313", "1412"), ("1314", "1214"), ("1419", "1519")]
)
def test_foot_and_horse_never_cross_a_lake_or_alps_wings_do(start: str, to: str) -> None:
    text = (
        f"phase Hosar\nstep OpenMovement\n"
        f"{start} Hosar: TI-spearmen, TI-sergeants, HO-sky-riders\n1812 Demon: NI-goblins\n"
    )
    state = place(text)
    for key in ("TI-spearmen", "TI-sergeants"):
        picked = do(state, ("stack", hex_id(start)), ("unit", unit(key)))
        assert to not in hexes(picked, "go")
        assert refusal(picked, go(to)).clause == "MOV-14", "not as a minimum move either"
    assert at(march(state, start, "HO-sky-riders", to), "HO-sky-riders") == to
    together = do(state, ("stack", hex_id(start)), ("unit", unit("HO-sky-riders")), ("unit", unit("TI-sergeants")))
    assert to not in hexes(together, "go")


@pytest.mark.clause("MOV-15")
def test_a_way_round_the_water_is_open() -> None:
    text = "phase Hosar\nstep OpenMovement\n0318 Hosar: TI-spearmen, TI-prince-timur\n1812 Demon: NI-goblins\n"
    state = march(place(text), "0318", "TI-spearmen", "0317", "0417")
    assert points(state, "TI-spearmen") == 4 - 2


@pytest.mark.clause("MOV-11", "MOV-12", "MOV-13")
def test_crossing_a_river() -> None:
    """From 1117 across the river: four points into the forest of 1016, three back into the open.

    A ford reduces the cost.
    """
    text = (
        "phase Hosar\nstep OpenMovement\n1117 Hosar: TI-spearmen, TI-prince-timur\n"
        "1004 Hosar: CL-foot, CL-count-lojar\n"
    )
    state = place(text + "1812 Demon: NI-goblins\n")
    over = march(state, "1117", "TI-spearmen", "1016")
    assert (points(over, "TI-spearmen"), step(over)) == (0, "Movement")
    ford = march(state, "1004", "CL-foot", "1105")
    assert points(ford, "CL-foot") == 4 - 1 - 1
    river = march(state, "1004", "CL-foot", "1104")
    assert points(river, "CL-foot") == 4 - 2 - 1


# Stacking


@pytest.mark.clause("MOV-17")
def test_any_number_of_units_lie_in_a_hex_and_friends_never_hinder() -> None:
    troops = [
        key
        for key, u in pieces.UNIT_BY_KEY.items()
        if pieces.UNIT_SIDE[u] == HOSAR and key[:2] in ("TI", "BA", "DA", "CR")
    ]
    text = (
        f"phase Hosar\nstep OpenMovement\n0909 Hosar: {', '.join(troops)}\n0908 Hosar: CL-foot, CL-border-horse\n"
    )
    state = march(place(text + "1812 Demon: NI-goblins\n"), "0908", "CL-border-horse", "0909", "0910")
    assert at(state, "CL-border-horse") == "0910", "through them"
    state = march(do(state, "halt"), "0908", "CL-foot", "0909")
    assert len(state.stack(HOSAR, hex_id("0909"))) == len(troops) + 1


@pytest.mark.clause("MOV-17")
def test_enemies_may_share_a_hex_in_any_number() -> None:
    text = "phase Hosar\nstep OpenMovement\n0908 Hosar: CL-foot, CL-border-horse, TI-knights-1\n"
    state = march(place(text + "0909 Demon: NI-goblins, ER-archers\n"), "0908", "CL-foot CL-border-horse", "0909")
    state = march(state, "0908", "TI-knights-1", "0909")
    assert (len(state.stack(HOSAR, hex_id("0909"))), len(state.stack(DEMON, hex_id("0909")))) == (3, 2)


# Minimum move


@pytest.mark.clause("MOV-18")
def test_every_unit_may_cross_one_hexside_whatever_it_costs() -> None:
    """Foot with three points, halved to one, crosses a forest side that costs two."""
    assert price(tables.FOOT, "1015", "1016") == 2
    state = place("phase Hosar\nstep OpenMovement\n1015 Hosar: TI-crossbowmen\n1812 Demon: NI-goblins\n")
    assert points(state, "TI-crossbowmen") == 1
    state = march(state, "1015", "TI-crossbowmen", "1016")
    assert (at(state, "TI-crossbowmen"), points(state, "TI-crossbowmen")) == ("1016", 0)
    assert refusal(state, ("stack", hex_id("1016"))).clause == "MOV-04", "one side, and no more"


@pytest.mark.clause("MOV-18")
def test_the_minimum_move_is_the_only_move_of_the_step() -> None:
    state = place(
        "phase Hosar\nstep OpenMovement\n0810 Hosar: TI-crossbowmen, TI-prince-timur\n1812 Demon: NI-goblins\n"
    )
    assert price(tables.FOOT, "0710", "0610") == 3
    state = march(state, "0810", "TI-crossbowmen", "0710")
    assert refusal(state, go("0610")).clause == "MOV-01", "two points are left and three are asked"


@pytest.mark.clause("MOV-18")
def test_a_unit_with_no_points_at_all_has_its_minimum_move() -> None:
    """Two points are halved without a leader and halved again by an Earthpit."""
    state = place(
        f"phase Demon\nstep OpenMovement\n1009 Demon: MU-trolls\nserves: [2,2,2,2,1]\nula: 1\n"
        f"pitted: [{unit('MU-trolls')}]\n0610 Hosar: TI-sergeants\n"
    )
    assert points(state, "MU-trolls") == 0
    assert at(march(state, "1009", "MU-trolls", "1010"), "MU-trolls") == "1010"


@pytest.mark.clause("MOV-19")
def test_the_minimum_move_does_not_open_an_earthpit_or_a_mountain_to_ancients() -> None:
    text = "phase Hosar\nstep OpenMovement\n1213 Hosar: AN-lizard-warriors-1\n0909 Hosar: TI-knights-1\n"
    state = place(text + f"serves: [2,0,2,2,2]\nearthpits: [{hex_id('1009')}]\n1812 Demon: NI-goblins\n")
    ancients: Any = do(state, ("stack", hex_id("1213")), ("unit", unit("AN-lizard-warriors-1")))
    assert refusal(ancients, go("1314")).clause == "NEU-07"
    knights = do(state, ("stack", hex_id("0909")), ("unit", unit("TI-knights-1")))
    assert refusal(knights, go("1009")).clause == "MAG-29"


@pytest.mark.clause("GEN-03")
def test_partial_hexes_of_the_edge_are_entered_and_left_like_others() -> None:
    text = "phase Hosar\nstep OpenMovement\n0107 Hosar: TI-sergeants, TI-prince-timur\n1812 Demon: NI-goblins\n"
    state = march(place(text), "0107", "TI-sergeants", "0108", "0208")
    assert points(state, "TI-sergeants") == 3
    state = do(place(text), ("stack", hex_id("0107")), ("unit", unit("TI-sergeants")))
    assert all(h in c.GRID.adjacent[hex_id("0107")] for _, h in actions(state) if _ == "go")


@pytest.mark.clause("MOV-03", "GEN-03")
def test_a_button_pressed_otherwise_and_a_hex_off_the_map_are_refused() -> None:
    state = place(PLAIN)
    assert refusal(state, ("end", 1)).clause == "MOV-03"
    state = do(state, ("stack", hex_id("0909")), ("unit", unit("TI-knights-1")))
    assert refusal(state, ("go", c.HEXES)).clause == "GEN-03"
    assert refusal(state, ("go", -1)).clause == "GEN-03"


@pytest.mark.clause("MOV-03")
def test_a_counter_elsewhere_is_named_in_the_refusal() -> None:
    state = do(place(PLAIN + "1009 Hosar: HO-high-priest\n"), ("stack", hex_id("0909")))
    assert "1009" in refusal(state, ("unit", unit("HO-high-priest"))).reason


@pytest.mark.clause("MOV-03")
@pytest.mark.parametrize("u", [-1, pieces.UNITS])
def test_a_number_that_is_no_counter_is_in_no_stack(u: int) -> None:
    state = do(place(PLAIN), ("stack", hex_id("0909")))
    assert "not in your stack" in refusal(state, ("unit", u)).reason


@pytest.mark.clause("MAG-29", "MOV-01")
def test_a_group_that_has_points_left_is_told_what_closes_the_next_hex() -> None:
    """The knights have spent one of five points."""
    state = march(place(f"earthpits: [{hex_id('0911')}]\n{PLAIN}"), "0909", "TI-knights-1", "0910")
    assert points(state, "TI-knights-1") == 4
    found = state.flow[-1].refuse(state, go("0911"))
    assert (found.clause, found.reason) == ("MAG-29", "why.earthpit")


@pytest.mark.clause("HID-01")
def test_any_unit_but_the_uppermost_can_be_laid_on_top_before_a_march() -> None:
    keys = ("DA-knights", "DA-bowmen", "DA-militia")
    state = place(f"phase Hosar\nstep OpenMovement\n0805 Hosar: {', '.join(keys)}\n")
    state = do(state, ("stack", hex_id("0805")))
    assert operands(state, "top") == units(*keys[1:])
    state = do(state, ("top", unit("DA-bowmen")))
    assert state.stack(HOSAR, hex_id("0805"))[0] == unit("DA-bowmen")

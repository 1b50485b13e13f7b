"""Rains: permitted hexes, area, effects on movement, duration."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    actions,
    at,
    cast,
    cast_and_pass,
    do,
    go,
    hexes,
    moment,
    operands,
    refusal,
    step,
    target,
    told,
    unit,
)
from palatine.games.demonlord.components.spells import RAINS
from palatine.games.demonlord.components.tables import COST, WET, crossing
from palatine.games.demonlord.components.world import (
    BLOCK,
    BRIDGE,
    DATA,
    FORD,
    GRID,
    HEXES,
    HILLS,
    LAKE,
    MOUNTAINS,
    NEIGHBOURS,
    OPEN,
    PLAIN_RIVER,
    RIVER,
    ROAD,
    SWAMP,
    TERRAIN,
    hex_id,
    hex_name,
)

BARTHEK = "0218 Hosar: HO-priest, BA-horse-archers-1\n"
"""A caster of power 4 and range 4 amid rivers, lakes and swamp."""


def rain(text: str = BARTHEK, where: str = "0218", radius: int = 4, die: int = 4, side: str = "Hosar") -> Any:
    state = moment("AtStart", text, side, hosar="Rains")
    return cast_and_pass(state, cast(RAINS), target(where), ("radius", radius), rolls=[die])


def under_rain(text: str, *names: str, side: str = "Hosar") -> Any:
    """Return a movement step with these hexes under the Rains."""
    flood = f"phase: 3\nfloods: [[9,[{','.join(str(hex_id(name)) for name in names)}]]]\n"
    return moment("OpenMovement", text, side, more=flood)


def ways(state: Any, start: str, *keys: str) -> list[str]:
    picks = [("unit", unit(key)) for key in keys]
    return hexes(do(state, ("stack", hex_id(start)), *picks), "go")


# Casting


@pytest.mark.clause("MAG-41")
def test_rains_are_called_at_the_start_of_a_phase_on_lake_mountains_alps_or_two_sides_of_river() -> None:
    state = do(moment("AtStart", BARTHEK, hosar="Rains"), cast(RAINS))
    targets = operands(state, "target")
    assert hex_id("0218") in targets, "along the river"
    assert hex_id("0417") in targets, "part of it is a lake"
    for h in GRID.within(hex_id("0218"), 4):
        heights_or_lake = bool(TERRAIN[h] & (LAKE | MOUNTAINS))
        sides = RIVER[h * 6 : h * 6 + 6]
        assert (h in targets) is (heights_or_lake or len([side for side in sides if side]) >= 2)
    dry = next(h for h in GRID.within(hex_id("0218"), 4) if h not in targets)
    assert refusal(state, ("target", dry)).clause == "MAG-41"
    assert refusal(state, target("0913")).clause == "MAG-12"
    heights = do(moment("AtStart", "1414 Hosar: HO-priest\n", hosar="Rains"), cast(RAINS))
    assert hex_id("1314") in operands(heights, "target"), "mountains, and alps"


@pytest.mark.clause("MAG-41")
def test_at_any_other_moment_they_are_refused() -> None:
    for at_step in ("BeforeMovement", "AfterMovement", "BeforeBattles", "AtEnd"):
        state = moment(at_step, BARTHEK, hosar="Rains, Spellgate")
        assert refusal(state, cast(RAINS)).clause == "TURN-06"


@pytest.mark.clause("MAG-41")
@pytest.mark.parametrize("side", ["Hosar", "Demon"])
def test_they_may_be_called_in_the_enemys_phase_as_well(side: str) -> None:
    assert rain(side=side).floods


@pytest.mark.clause("MAG-15", "MAG-47")
def test_they_may_be_tried_only_once_in_a_phase_whether_they_work_or_not() -> None:
    text = BARTHEK + "0317 Hosar: HO-high-priest\n"
    state = moment("AtStart", text, hosar="Rains, Vision")
    state = do(state, cast(RAINS), ("caster", unit("HO-priest")), target("0218"), ("radius", 4))
    assert refusal(state, cast(RAINS)).clause == "MAG-47", "in the same moment"
    state = cast_and_pass(state, rolls=[5])
    assert state.floods == ()
    again = moment("AtStart", text, hosar="Rains, Vision", more="phase: 7\nrained: 6\n")
    assert cast(RAINS) in actions(again), "in the next phase again"


@pytest.mark.clause("MAG-42", "MAG-48")
@pytest.mark.parametrize("radius", [4, 2, 0])
def test_they_fall_on_all_hexes_within_the_casters_range_or_a_smaller_radius(radius: int) -> None:
    state = do(moment("AtStart", BARTHEK, hosar="Rains"), cast(RAINS), target("0417"))
    assert actions(state) == [("radius", r) for r in (4, 3, 2, 1, 0)]
    assert refusal(state, ("radius", 5)).clause == "MAG-48"
    state = cast_and_pass(state, ("radius", radius), rolls=[1])
    (flood,) = state.floods
    assert sorted(flood.hexes) == [h for h in range(HEXES) if GRID.distance(h, hex_id("0218")) <= radius]


@pytest.mark.clause("MAG-49")
def test_power_five_may_choose_any_connected_group_of_hexes_in_range() -> None:
    state = do(moment("AtStart", BARTHEK, hosar="Rains"), cast(RAINS), target("0218"))
    assert refusal(state, ("area", 0)).clause == "MAG-49", "the priest has power 4"
    state = moment("AtStart", "0218 Hosar: HO-high-priest\n", hosar="Rains")
    state = do(state, cast(RAINS), target("0218"), "area")
    assert refusal(state, ("done", 0)).clause == "MAG-49", "at least one hex"
    state = do(state, ("flood", hex_id("0318")))
    assert refusal(state, ("flood", hex_id("0518"))).clause == "MAG-49", "not beside it"
    assert refusal(do(state, ("flood", hex_id("0418"))), ("flood", hex_id("0318"))).clause == "MAG-49", "twice"
    assert refusal(state, ("flood", hex_id("0913"))).clause == "MAG-12"
    state = cast_and_pass(state, ("flood", hex_id("0418")), "done", rolls=[4])
    assert set(state.floods[0].hexes) == {hex_id("0318"), hex_id("0418")}


@pytest.mark.clause("MAG-49")
def test_the_group_may_be_a_single_hex() -> None:
    state = moment("AtStart", "0218 Hosar: HO-high-priest\n", hosar="Rains")
    state = cast_and_pass(state, cast(RAINS), target("0218"), "area", ("flood", hex_id("0417")), "done", rolls=[1])
    assert state.floods[0].hexes == (hex_id("0417"),)


# Effects on movement


@pytest.mark.clause("MAG-42", "MAG-43")
def test_rivers_and_fords_of_the_area_close_to_everyone() -> None:
    walkers = ("BA-horse-archers-1", "WT-hippogriff-riders", "AN-lizard-warriors-1", "TI-prince-timur")
    text = f"0417 Hosar: {', '.join(walkers)}\nserves: [2,0,2,2,2]\n"
    dry, wet = under_rain(text), under_rain(text, *_around("0417"))
    start = hex_id("0417")
    shut = set()
    for d, n in enumerate(NEIGHBOURS[start]):
        if RIVER[start * 6 + d] in (PLAIN_RIVER, FORD) or BLOCK[start * 6 + d] or TERRAIN[n] & (LAKE | SWAMP):
            shut.add(hex_name(n))
    assert shut
    for key in walkers:
        assert set(ways(wet, "0417", key)) == set(ways(dry, "0417", key)) - shut
    state = do(wet, ("stack", start), ("unit", unit("WT-hippogriff-riders")))
    assert {refusal(state, go(name)).clause for name in shut} == {"MAG-42"}


@pytest.mark.clause("MAG-43")
def test_a_bridge_serves_as_a_ford() -> None:
    """The extra cost of a ford over a bridge is reconstructed.

    The rulebook says that a ford is passable and costs more.
    """
    side = next(i for i, kind in enumerate(RIVER) if kind == BRIDGE)
    start, to = divmod(side, 6)[0], NEIGHBOURS[side // 6][side % 6]
    text = f"{hex_name(start)} Hosar: HO-fanatics, HO-bishop\n"
    prices = []
    for rainy in ([], [hex_name(start), hex_name(to)]):
        state = do(under_rain(text, *rainy), ("stack", start), ("unit", unit("HO-fanatics")), ("go", to))
        prices.append(4 - state.movement_left[unit("HO-fanatics")])
    assert prices[1] - prices[0] == surcharge("ford")


def surcharge(kind: str) -> int:
    (row,) = (row for row in DATA.read_toml("terrain.toml")["crossing"] if row["name"] == kind)
    return int(row["foot"]["value"])


def _around(name: str) -> list[str]:
    return [hex_name(h) for h in GRID.within(hex_id(name), 1)]


@pytest.mark.clause("MAG-42", "MAG-45")
def test_lake_and_old_swamp_hexes_close_to_everyone_also_by_the_minimum_move() -> None:
    """0118 is all swamp; 0417 has part of a lake."""
    assert TERRAIN[hex_id("0118")] == SWAMP
    assert TERRAIN[hex_id("0417")] & LAKE
    text = "0117 Hosar: BA-horse-archers-1\n0517 Hosar: WT-hippogriff-riders\n"
    dry, wet = under_rain(text), under_rain(text, "0118", "0417")
    assert "0118" in ways(dry, "0117", "BA-horse-archers-1")
    assert "0118" not in ways(wet, "0117", "BA-horse-archers-1")
    flyer = do(wet, ("stack", hex_id("0517")), ("unit", unit("WT-hippogriff-riders")))
    assert refusal(flyer, go("0417")).clause == "MAG-42"


@pytest.mark.clause("MAG-42")
def test_units_in_a_flooded_hex_stay_and_may_leave_by_passable_sides() -> None:
    state = under_rain("0118 Hosar: BA-horse-archers-1\n", "0118")
    assert at(state, "BA-horse-archers-1") == "0118"
    assert ways(state, "0118", "BA-horse-archers-1")


@pytest.mark.clause("MAG-45")
def test_open_ground_with_two_sides_of_river_turns_into_swamp() -> None:
    """The movement cost of swamp is reconstructed."""
    start, to = next(
        (h, n) for h in range(HEXES) for d, n in enumerate(NEIGHBOURS[h])
        if n >= 0 and WET[n] and WET[h] and TERRAIN[n] == TERRAIN[h] == OPEN
        and not RIVER[h * 6 + d] and not ROAD[h * 6 + d]
    )  # fmt: skip
    text = f"{hex_name(start)} Hosar: HO-temple-knights, HO-bishop\n"
    prices = []
    for rainy in ([], [hex_name(start), hex_name(to)]):
        state = do(under_rain(text, *rainy), ("stack", start), ("unit", unit("HO-temple-knights")), ("go", to))
        prices.append(6 - state.movement_left[unit("HO-temple-knights")])
    (swamp,) = (row for row in DATA.read_toml("terrain.toml")["terrain"] if row["name"] == "swamp")
    assert prices == [1, swamp["cavalry"]["value"]]


@pytest.mark.clause("MAG-44")
def test_mountain_and_hill_sides_cost_one_point_more() -> None:
    """The normal costs are those of the chart; for mountains they are reconstructed."""
    start = next(
        h for h in range(HEXES)
        if TERRAIN[h] == HILLS and any(n >= 0 and TERRAIN[n] == HILLS for n in NEIGHBOURS[h])
    )  # fmt: skip
    to = next(n for n in NEIGHBOURS[start] if n >= 0 and TERRAIN[n] == HILLS)
    text = f"{hex_name(start)} Hosar: DA-knights, TI-prince-timur\n"
    prices = []
    for rainy in ([], [hex_name(to)]):
        state = under_rain(text, *rainy)
        state = do(state, ("stack", start), ("unit", unit("DA-knights")), ("go", to))
        prices.append(5 - state.movement_left[unit("DA-knights")])
    assert prices == [2, 3]


@pytest.mark.clause("MAG-50")
def test_winged_units_pay_double_to_cross_into_an_affected_hex() -> None:
    text = "0808 Hosar: HO-sky-riders, TI-prince-timur\n"
    prices = []
    for rainy in ([], ["0809"], ["0808"]):
        state = under_rain(text, *rainy)
        state = do(state, ("stack", hex_id("0808")), ("unit", unit("HO-sky-riders")), go("0809"))
        prices.append(9 - state.movement_left[unit("HO-sky-riders")])
    assert prices == [1, 2, 1], "into the area, not out of it"


# Duration


@pytest.mark.clause("MAG-46")
def test_they_last_for_the_phase_they_were_called_in_and_the_next() -> None:
    state = rain()
    called = state.phase
    assert state.flooded()
    state = _next_phase(state)
    assert (state.phase, bool(state.flooded())) == (called + 1, True)
    state = _next_phase(state)
    assert (state.phase, bool(state.flooded())) == (called + 2, False)
    assert told(state, "rains.end")


def _next_phase(state: Any) -> Any:
    phase = state.phase
    while state.phase == phase:
        quiet = {"Movement": "end", "AskRequest": "wait", "AskTruceCall": "abstain"}.get(step(state), "pass")
        state = do(state, quiet)
    return state


@pytest.mark.clause("MAG-46")
def test_the_area_does_not_follow_the_caster() -> None:
    state = rain("0420 Hosar: HO-priest\n", where="0418", radius=1)
    covered = state.flooded()
    state = do(state, ("stack", hex_id("0420")), ("unit", unit("HO-priest")), go("0421"))
    assert at(state, "HO-priest") == "0421"
    assert state.flooded() == covered == set(GRID.within(hex_id("0420"), 1))


def test_what_is_kept_of_dry_country_is_true_beside_a_flood() -> None:
    """Exits are cached by hex; near a flood they must not be those of dry land."""
    state = under_rain(BARTHEK, "0417", "0418", "0517")
    flooded = state.flooded()
    for h in range(HEXES):
        for cls in range(len(COST)):
            prices = {n: crossing(cls, h, d, flooded) for d, n in enumerate(NEIGHBOURS[h]) if n >= 0}
            assert state.exits(cls, h) == {n: price for n, price in prices.items() if price}

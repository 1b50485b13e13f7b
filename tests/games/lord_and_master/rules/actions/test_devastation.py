"""DEVASTATE and the sod-busters (B-42 to B-44, DIS-06)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    DWARF,
    FOREST,
    GRASSLAND,
    ORC,
    SWAMP,
    WASTE,
    codes,
    dice,
    dropped,
    hargaar,
    hold,
    order,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.rules.actions import devastation
from palatine.games.lord_and_master.rules.actions.leading import March
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, TruceRecord

ALL_KINDS = tuple(pieces.KINDS)


def at(place: int, units: str = "", leader: str = "Ralph W1", **nation: object) -> State:
    """Return a leader with units in a place; the leader's nation has all land and every type."""
    state = hargaar(**{"kinds": ALL_KINDS, **nation})
    hold(state, 0, *range(1, 109), place)
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


def name(state: State) -> str:
    return state.people[state.nations[0].leader].name


WRECKERS = {"W": "MFC", "M": "MFC", "N": "MFC", "C": "OFC", "O": "OFC", "B": "OFC", "L": "THC", "J": "JHC"}


@pytest.mark.clause("LM-B-42")
@pytest.mark.parametrize("of", pieces.CLASSES)
def test_who_devastates(of: str) -> None:
    code = WRECKERS.get(of) or next(code for code in ("MFC", "DHC", "EFC", "GFC")
                                    if pieces.TROOPS[code].race in pieces.CLASSES[of].lead)  # fmt: skip
    state = at(CROPLAND, f"{code} 7", f"Ralph {of}2", god="Mars")
    text = f"char Ralph: lead take {code} 7, devastate"
    if of in WRECKERS:
        order(Turn(state), 0, text)
        assert state.terrain[CROPLAND] in "gw"
    else:
        assert refused(Turn(state), 0, text) == "LM-B-42"


@pytest.mark.clause("LM-B-42")
def test_it_takes_seven_units_that_have_not_moved_in_cropland_or_forest() -> None:
    assert (
        refused(Turn(at(CROPLAND, "MFC 6", "Ralph W2")), 0, "char Ralph: lead take MFC 6, devastate") == "LM-B-42"
    )
    for place in (GRASSLAND, WASTE, ORC, DWARF, SWAMP, ARDEA):
        state = at(place, "MFC 7", "Ralph W2")
        assert refused(Turn(state), 0, "char Ralph: lead take MFC 7, devastate") == "LM-B-42"
    state = at(66, "MFC 7", "Ralph W2")
    hold(state, 0, 65)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 7, go 65, devastate") == "LM-B-42"
    state = at(65, "MFC 7", "Ralph W2")
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 7, devastate, go 66") == "LM-B-42"


@pytest.mark.clause("LM-B-43", "LM-B-44")
@pytest.mark.parametrize(
    ("place", "leader", "units", "terrain", "gold"),
    [
        (CROPLAND, "Ralph W2", "MFC 7", "g", 14),
        (FOREST, "Ralph W2", "MFC 7", "g", 8),
        (CROPLAND, "Bluto O2", "OFC 7", "w", 14),
        (FOREST, "Bluto O2", "OFC 7", "w", 8),
        (CROPLAND, "Ralph W2", "MFC 6 OFC 1", "w", 14),
        (CROPLAND, "Mort N2", "ZOD 7", "w", 14),
        (CROPLAND, "Mort N2", "MFC 7", "g", 14),
    ],
)
def test_men_leave_grassland_others_wasteland_and_twice_the_tax_is_paid(
    place: int, leader: str, units: str, terrain: str, gold: int
) -> None:
    state = at(place, units, leader)
    entries = order(Turn(state), 0, f"char {name(state)}: lead take {units}, devastate")
    assert state.terrain[place] == terrain
    assert state.nations[0].gold == 100 + gold
    assert told(entries, "devastated")
    assert refused(Turn(state), 0, f"char {name(state)}: lead take {units}, devastate") == "LM-B-42"


@pytest.mark.clause("LM-B-42", "LM-B-44")
def test_enemy_and_allied_land_is_devastated_too_but_not_neutral_or_defended_land() -> None:
    state = at(CROPLAND, "MFC 7", "Ralph W2")
    text = "char Ralph: lead take MFC 7, devastate"
    put(state, "RED 1", 1, CROPLAND)
    assert refused(Turn(state), 0, text) == "LM-B-42"
    for holder, allied in ((1, False), (0, True)):
        state = at(CROPLAND, "MFC 7", "Ralph W2")
        hold(state, holder, CROPLAND, allied=allied)
        order(Turn(state), 0, text)
        assert (state.terrain[CROPLAND], state.nations[0].gold, state.holder(CROPLAND)) == ("g", 114, holder)
    for roused in ([], [CROPLAND]):
        state = at(CROPLAND, "MFC 7", "Ralph W2")
        del state.holders[CROPLAND]
        state.roused = roused
        assert refused(Turn(state), 0, text) == "LM-B-42"


TAX = "char Ralph: tax"


def realm(**nation: object) -> State:
    """Return a match with Ralph in 65 and Otto in 66, both held by their nation.

    Nora of another nation is beside them in 56.
    """
    state = hargaar(**{"classes": ("W", "P", "T", "M", "H"), "kinds": ("RED", "MF"), **nation})
    hold(state, 0, 65, 66)
    hold(state, 1, 56)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto T1", 0, 66)
    person(state, "Nora W2", 1, 56)
    state.set_nation(1, advantages=(), disadvantages=(), site=0)
    return state


# Kill the sod-busters


@pytest.mark.clause("LM-DIS-06")
def test_the_men_who_devastate_are_led_by_nobody_else_that_turn() -> None:
    state = realm(disadvantages=("sod-busters",))
    put(state, "MFC 7", 0, 65)
    state.set_nation(0, sod_busting=((1, state.turn, 65),))
    state.set_person(2, place=65)
    entries = play(state, f"{TAX}\nchar Otto: lead take MFC 1, go 66", rolls=[9, 8])
    assert state.terrain[65] == "g"
    assert [(entry.data["line"], entry.clauses) for entry in told(entries, "dropped")] == [
        (1, ("LM-DIS-06",)), (2, ("LM-B-20",)),
    ]  # fmt: skip
    assert codes(state, 0, 65) == ["MFC"] * 7
    assert state.nations[0].gold == 100 + 14 + 1 + 0


@pytest.mark.clause("LM-DIS-06")
def test_driven_off_to_another_province_they_have_nothing_to_devastate() -> None:
    state = realm(disadvantages=("sod-busters",))
    put(state, "MFC 7", 0, 65)
    state.set_nation(0, sod_busting=((1, state.turn, 74),))
    entries = play(state, TAX, rolls=[9, 8])
    assert not told(entries, "dropped")
    assert state.terrain[65] == "c"
    assert state.nations[0].sod_busting == ()


# Kill the sod-busters


@pytest.mark.clause("LM-DIS-06")
@pytest.mark.parametrize(("die", "goes_on"), [(2, True), (3, False)])
def test_seven_units_in_cropland_may_stop_to_devastate_it(die: int, goes_on: bool) -> None:
    state = hargaar(disadvantages=("sod-busters",))
    who = person(state, "Attila W2", 0, CROPLAND)
    units = put(state, "LFD 7", 0, CROPLAND)
    turn = Turn(state)
    march = March(turn, 0, CROPLAND, who, frozenset("M"))
    march.units = units
    with dice(state, [("sod-busters", die)]):
        assert devastation.sod_busters(turn, march) == goes_on
    assert bool(state.nations[0].sod_busting) != goes_on
    march.units = units[:6]
    assert devastation.sod_busters(turn, march)


@pytest.mark.clause("LM-DIS-06")
def test_next_turn_he_devastates_and_does_nothing_else() -> None:
    state = hargaar(disadvantages=("sod-busters",))
    who = person(state, "Attila W2", 0, CROPLAND)
    person(state, "Nora W2", 1, 90)
    put(state, "LFD 7", 0, CROPLAND)
    hold(state, 0, CROPLAND)
    state.set_nation(0, sod_busting=((who, state.turn, CROPLAND),))
    entries = play(state, "char Attila: tax", rolls=[("sequence", 5), ("sequence", 9)])
    assert state.terrain[CROPLAND] == "g"
    assert state.nations[0].gold == 100 + 14 + 1
    assert [entry.clauses for entry in told(entries, "dropped")] == [("LM-DIS-06",)]
    assert state.nations[0].sod_busting == ()


@pytest.mark.clause("LM-B-42", "LM-IPR-05")
def test_the_land_of_a_truce_partner_is_not_devastated() -> None:
    state = at(CROPLAND, "MFC 7", "Ralph W2")
    hold(state, 1, CROPLAND)
    state.truces = [TruceRecord((0, 1), state.turn)]
    assert dropped(Turn(state), 0, "char Ralph: lead take MFC 7, devastate").reason == "drop.truce"


@pytest.mark.clause("LM-DIS-06", "LM-GI-06")
def test_without_a_sheet_another_in_the_province_collects_the_taxes() -> None:
    state = realm(disadvantages=("sod-busters",))
    state.options["tax_once_per_province"] = True
    put(state, "MFC 7", 0, 65)
    state.set_person(2, place=65)
    state.set_nation(0, sod_busting=((1, state.turn, 65),))
    entries = play(state, rolls=[9, 8])
    assert not told(entries, "dropped")
    assert [entry.data["seat"] for entry in told(entries, "tax")].count("N1") == 1
    assert state.nations[0].gold == 100 + 14 + 1 + world.PROVINCES["g"].tax


@pytest.mark.clause("LM-DIS-06")
@pytest.mark.parametrize(
    ("place", "terrain", "rehearsal"),
    [(GRASSLAND, "g", False), (FOREST, "f", False), (ARDEA, "", False), (65, "c", True)],
)
def test_sod_busters_long_for_cropland_alone(place: int, terrain: str, rehearsal: bool) -> None:
    state = hargaar(disadvantages=("sod-busters",))
    who = person(state, "Attila W2", 0, place)
    march = March(Turn(state, rehearsal), 0, place, who, frozenset("M"))
    march.units = put(state, "LFD 7", 0, place)
    assert devastation.sod_busters(march.t, march)


@pytest.mark.clause("LM-DIS-06")
@pytest.mark.parametrize(("die", "kind"), [(2, "sod-held"), (3, "sod-busting")])
def test_it_is_told_whether_the_leader_holds_his_sod_busters_back(die: int, kind: str) -> None:
    state = hargaar(disadvantages=("sod-busters",))
    who = person(state, "Attila W2", 0, CROPLAND)
    march = March(Turn(state), 0, CROPLAND, who, frozenset("M"))
    march.units = put(state, "LFD 7", 0, CROPLAND)
    with dice(state, [("sod-busters", die)]):
        devastation.sod_busters(march.t, march)
    (entry,) = told(list(state.journal or []), kind)
    assert (entry.data["name"], entry.data["level"], entry.readers) == ("Attila", 2, (0,))
    assert state.nations[0].sod_busting == (() if die == 2 else ((who, state.turn + 1, CROPLAND),))


@pytest.mark.clause("LM-DIS-06")
def test_sod_busters_led_by_a_demon_stop_but_nobody_owes_a_turn_for_it() -> None:
    state = hargaar(disadvantages=("sod-busters",))
    march = March(Turn(state), 0, CROPLAND, NO_PERSON, frozenset("M"), level=2)
    march.units = put(state, "LFD 7", 0, CROPLAND)
    with dice(state, [("sod-busters", 3)]):
        assert not devastation.sod_busters(march.t, march)
    assert told(list(state.journal or []), "sod-busting")[0].data["name"] == ""
    assert state.nations[0].sod_busting == ()


@pytest.mark.clause("LM-DIS-06")
@pytest.mark.parametrize(
    ("change", "busts"),
    [
        ("none", True),
        ("captive", False),
        ("gone", False),
        ("elsewhere", False),
        ("next turn", False),
        ("six", False),
    ],
)
def test_the_men_devastate_where_their_leader_still_is_with_seven_of_them(change: str, busts: bool) -> None:
    state = hargaar(disadvantages=("sod-busters",))
    hold(state, 0, CROPLAND)
    who = person(state, "Attila W2", 0, CROPLAND)
    units = put(state, "LFD 7", 0, CROPLAND)
    turn = state.turn + 1 if change == "next turn" else state.turn
    state.set_nation(0, sod_busting=((who, turn, CROPLAND),))
    if change == "captive":
        state.set_person(who, captor=1)
    elif change == "gone":
        del state.people[who]
    elif change == "elsewhere":
        state.set_person(who, place=66)
    elif change == "six":
        del state.units[units[0]]
    turned = Turn(state)
    devastation.bust_sods(turned, 0)
    assert state.terrain[CROPLAND] == ("g" if busts else "c")
    assert turned.of(Actions).wreckers == turned.of(Actions).acted == ({who} if busts else set())
    assert bool(state.nations[0].sod_busting) == (change == "next turn")

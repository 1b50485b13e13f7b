"""RAISE TROOPS and EQUIP TROOPS (B-01 to B-10)."""

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
    dropped,
    hargaar,
    hold,
    order,
    person,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import State

ALL_KINDS = tuple(pieces.KINDS)
RECRUITS = ("RED", "DRD", "ERD", "GRD", "ORD", "TRD", "JRD")
HOMES = {"RED": 65, "DRD": 67, "ERD": 49, "GRD": 68, "ORD": 61, "TRD": 63, "JRD": 52}
"""For each recruit a square where it is raised."""


def at(place: int, units: str = "", leader: str = "Ralph W1", **nation: object) -> State:
    """Return a leader with units in a place; the leader's nation has all land and every type."""
    state = hargaar(**{"kinds": ALL_KINDS, **nation})
    hold(state, 0, *range(1, 109), place)
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


RAISERS = {
    "W": "RED", "P": "RED", "H": "RED DRD ERD GRD JRD", "C": "RED ORD TRD JRD", "E": "ERD", "G": "GRD", "O": "ORD",
    "D": "DRD", "L": "TRD", "A": "DRD", "J": "JRD",
}  # fmt: skip


# Raise


@pytest.mark.clause("LM-B-01", "LM-B-03")
@pytest.mark.parametrize("of", pieces.CLASSES)
def test_who_raises_whom(of: str) -> None:
    for code in RECRUITS:
        state = at(HOMES[code], leader=f"Ralph {of}1")
        if code in RAISERS.get(of, "").split():
            order(Turn(state), 0, f"char Ralph: raise {code}")
            assert set(codes(state, 0, HOMES[code])) == {code}
        else:
            assert refused(Turn(state), 0, f"char Ralph: raise {code}") == "LM-B-03"


@pytest.mark.clause("LM-B-01")
def test_one_raises_at_home_in_conquered_land_and_among_allies() -> None:
    for allied in (False, True):
        state = hargaar(kinds=("RED",))
        hold(state, 0, 65, allied=allied)
        person(state, "Ralph W1", 0, 65)
        order(Turn(state), 0, "char Ralph: raise RED")
        assert codes(state, 0, 65) == ["RED"] * 5
    for owner in (None, 1):
        state = hargaar(kinds=("RED",))
        if owner is not None:
            hold(state, owner, 65)
        person(state, "Ralph W1", 0, 65)
        assert refused(Turn(state), 0, "char Ralph: raise RED") == "LM-B-01"
    state.alliances = [(0, 1)]
    order(Turn(state), 0, "char Ralph: raise RED")
    assert codes(state, 0, 65) == ["RED"] * 5


@pytest.mark.clause("LM-B-01")
def test_only_recruits_are_raised() -> None:
    assert refused(Turn(at(65)), 0, "char Ralph: raise LFD") == "LM-B-01"


PROVINCES = [
    (CROPLAND, "RED 5 ORD 4 DRD 3 GRD 3 ERD 3"),
    (FOREST, "ERD 4 RED 3 GRD 3"),
    (GRASSLAND, "RED 3"),
    (ORC, "ORD 6 JRD 3 RED 3 GRD 2"),
    (DWARF, "DRD 4 JRD 3 GRD 3 RED 2"),
    (SWAMP, "TRD 4 RED 2"),
    (WASTE, "ORD 3 RED 2 GRD 1 TRD 2"),
    (212, "ORD 2"), (225, "RED 2"), (230, "ERD 2"), (242, "TRD 2"), (259, "RED 2"), (270, "DRD 2"), (287, "RED 2"),
    (300, "RED 2"),
]  # fmt: skip


@pytest.mark.clause("LM-B-02")
@pytest.mark.parametrize(("place", "offered"), PROVINCES)
def test_how_many_of_whom_each_province_and_city_gives(place: int, offered: str) -> None:
    words = offered.split()
    numbers = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    for code in RECRUITS:
        leader = next(of for of, raised in RAISERS.items() if code in raised)
        state = at(place, leader=f"Ralph {leader}1")
        if code in numbers:
            entries = order(Turn(state), 0, f"char Ralph: raise {code}")
            assert codes(state, 0, place) == [code] * numbers[code]
            assert told(entries, "raised")[0].data["units"] == [[code, numbers[code]]]
        else:
            assert refused(Turn(state), 0, f"char Ralph: raise {code}") == "LM-B-02"


@pytest.mark.clause("LM-B-02")
def test_nobody_lives_in_a_fort_and_a_full_city_takes_nobody_in() -> None:
    state = at(465)
    state.forts[65] = "Deepgate"
    assert refused(Turn(state), 0, "char Ralph: raise RED") == "LM-B-02"
    state = at(ARDEA, "MFC 35")
    order(Turn(state), 0, "char Ralph: raise RED")
    assert len(codes(state, 0, ARDEA)) == 36
    assert refused(Turn(state), 0, "char Ralph: raise RED") == "LM-FC-09"


@pytest.mark.clause("LM-B-03")
def test_recruits_not_among_the_picks_are_not_raised() -> None:
    kinds = ("RED", "MF", "HF")
    assert refused(Turn(at(61, leader="Ralph C1", kinds=kinds)), 0, "char Ralph: raise ORD") == "LM-B-03"
    order(Turn(at(61, leader="Ralph C1", kinds=(*kinds, "ORD"))), 0, "char Ralph: raise ORD")


@pytest.mark.clause("LM-B-04")
def test_one_set_of_recruits_in_a_province_and_a_turn() -> None:
    state = at(59)
    hold(state, 0, ARDEA)
    person(state, "Helga H1", 0, 59)
    person(state, "Otto W1", 0, ARDEA)
    turn = Turn(state)
    order(turn, 0, "char Ralph: raise RED")
    assert refused(turn, 0, "char Helga: raise ERD") == "LM-B-04"
    order(turn, 0, "char Otto: raise RED")
    assert (len(codes(state, 0, 59)), len(codes(state, 0, ARDEA))) == (5, 2)
    order(Turn(state), 0, "char Helga: raise ERD")
    assert codes(state, 0, 59) == ["ERD"] * 3 + ["RED"] * 5


@pytest.mark.clause("LM-B-05", "LM-B-14")
def test_raised_units_are_neither_led_nor_trained_that_turn() -> None:
    state = at(65, "RED 1")
    for each in ("Otto", "Anna", "Emma", "Karl"):
        person(state, f"{each} W1", 0, 65)
    turn = Turn(state)
    order(turn, 0, "char Ralph: raise RED")
    assert refused(turn, 0, "char Otto: lead take RED 2, go 56") == "LM-B-21"
    assert refused(turn, 0, "char Anna: train RED 2 -> LFC") == "LM-B-14"
    order(turn, 0, "char Emma: lead take RED 1, go 56")
    assert refused(turn, 0, "char Karl: train RED 1 -> LFC") == "LM-B-14"
    turn = Turn(state)
    order(turn, 0, "char Otto: lead take RED 3, go 56")
    order(turn, 0, "char Anna: train RED 2 -> LFC")
    assert (codes(state, 0, 56), codes(state, 0, 65)) == (["RED"] * 4, ["LFC"] * 2)


# Equip


@pytest.mark.clause("LM-B-06", "LM-TT-15")
@pytest.mark.parametrize(
    ("recruit", "into", "price"),
    [("RED", "HFD", 10), ("RED", "LFD", 2), ("RED", "KTD", 35), ("RED", "SJD", 1), ("DRD", "DHD", 12),
     ("ERD", "EFD", 6), ("GRD", "GSD", 5), ("ORD", "OWD", 10), ("TRD", "THD", 15), ("JRD", "JHD", 50)],
)  # fmt: skip
def test_equipping_takes_gold_but_neither_a_character_nor_an_action(recruit: str, into: str, price: int) -> None:
    state = hargaar(kinds=ALL_KINDS)
    put(state, f"{recruit} 3", 0, 65)
    turn = Turn(state)
    entries = order(turn, 0, f"equip {recruit} 2 -> {into} at 65")
    assert codes(state, 0, 65) == sorted([recruit, into, into])
    assert state.nations[0].gold == 100 - 2 * price
    assert turn.of(Actions).acted == set()
    assert told(entries, "equipped")[0].data["units"] == [[into, 2]]


@pytest.mark.clause("LM-B-06")
def test_equipping_needs_the_gold_the_recruits_and_the_place() -> None:
    state = hargaar(kinds=ALL_KINDS, gold=19)
    put(state, "RED 3 MFC 1", 0, 65)
    assert refused(Turn(state), 0, "equip RED 2 -> HFD at 65") == "LM-TT-15"
    assert refused(Turn(state), 0, "equip RED 4 -> SJD at 65") == "LM-B-06"
    assert refused(Turn(state), 0, "equip RED 1 -> SJD at 66") == "LM-B-06"
    assert refused(Turn(state), 0, "equip RED 1 -> SJD at here") == "LM-B-06"
    assert refused(Turn(state), 0, "equip MFC 1 -> SJD at 65") == "LM-TT-10"
    assert refused(Turn(state), 0, "equip RED 1 -> EFD at 65") == "LM-TT-10"
    assert refused(Turn(state), 0, "equip RED 1 -> MFC at 65") == "LM-B-06"
    put(state, "RED 5", 1, 66)
    assert refused(Turn(state), 0, "equip RED 1 -> SJD at 66") == "LM-B-06"
    assert (state.nations[0].gold, codes(state, 0, 65)) == (19, ["MFC", "RED", "RED", "RED"])


@pytest.mark.clause("LM-B-06", "LM-TT-01")
def test_wounded_troll_and_jotun_recruits_are_equipped_and_stay_wounded() -> None:
    state = hargaar(kinds=ALL_KINDS)
    put(state, "TRD 2w TRD 1 JRD 1w RED 1", 0, 65)
    order(Turn(state), 0, "equip TRD 2w -> THD at 65")
    order(Turn(state), 0, "equip JRD 1w -> JHD at 65")
    assert codes(state, 0, 65) == ["JHDw", "RED", "THDw", "THDw", "TRD"]
    assert state.nations[0].gold == 100 - 2 * 15 - 50
    assert refused(Turn(state), 0, "equip TRD 1w -> THD at 65") == "LM-B-06"
    assert refused(Turn(state), 0, "equip RED 1w -> LFD at 65") == "LM-B-06"


@pytest.mark.clause("LM-B-07")
def test_only_picked_types_are_equipped() -> None:
    state = hargaar(kinds=("RED", "LF"))
    put(state, "RED 2", 0, 65)
    assert refused(Turn(state), 0, "equip RED 1 -> MFD at 65") == "LM-B-07"
    order(Turn(state), 0, "equip RED 1 -> LFD at 65")
    assert codes(state, 0, 65) == ["LFD", "RED"]


@pytest.mark.clause("LM-B-08")
def test_in_an_allied_province_also_the_types_of_its_force() -> None:
    state = hargaar(kinds=("RED", "LF"))
    put(state, "RED 3", 0, 65)
    hold(state, 0, 65, allied=True)
    order(Turn(state), 0, "equip RED 1 -> MFD at 65")
    order(Turn(state), 0, "equip RED 1 -> MCD at 65")
    assert refused(Turn(state), 0, "equip RED 1 -> HFD at 65") == "LM-B-07"
    assert codes(state, 0, 65) == ["MCD", "MFD", "RED"]
    state.allied.clear()
    assert refused(Turn(state), 0, "equip RED 1 -> MFD at 65") == "LM-B-07"
    hold(state, 1, 65, allied=True)
    state.alliances = [(0, 1)]
    assert refused(Turn(state), 0, "equip RED 1 -> MFD at 65") == "LM-B-07"


@pytest.mark.clause("LM-B-08", "LM-B-09")
def test_in_an_allied_city_the_types_of_its_garrison_trained_at_once_where_they_must() -> None:
    state = at(230, "ERD 2", "Elrond E1", kinds=("ERD", "EF"))
    assert refused(Turn(state), 0, "char Elrond: train ERD 1 -> EAC") == "LM-B-07"
    state.allied.append(230)
    order(Turn(state), 0, "char Elrond: train ERD 1 -> EAC")
    assert codes(state, 0, 230) == ["EAC", "ERD"]
    assert state.nations[0].gold == 85


TRAINED_AT_ONCE = [
    ("RED", "HLC", 18), ("RED", "HPC", 15), ("RED", "MPC", 8), ("RED", "uBEC", 12), ("RED", "MAC", 11),
    ("RED", "ATC", 15), ("RED", "ELC", 50), ("DRD", "DEC", 25), ("ERD", "EPC", 8), ("ERD", "EKC", 40),
    ("ERD", "EAC", 15), ("GRD", "GAC", 10), ("TRD", "TTC", 60), ("ORD", "OOC", 45),
]  # fmt: skip


@pytest.mark.clause("LM-B-09", "LM-TT-12")
@pytest.mark.parametrize(("recruit", "into", "price"), TRAINED_AT_ONCE)
def test_types_without_green_units_are_trained_in_the_turn_they_are_equipped(
    recruit: str, into: str, price: int
) -> None:
    trainer = next(of for of, known in pieces.CLASSES.items() if pieces.TROOPS[recruit].race in known.trains)
    state = at(65, f"{recruit} 2", f"Ralph {trainer}1")
    assert refused(Turn(state), 0, f"equip {recruit} 1 -> {into} at 65") == "LM-B-09"
    order(Turn(state), 0, f"char Ralph: train {recruit} 1 -> {into}")
    assert codes(state, 0, 65) == sorted([recruit, into])
    assert state.nations[0].gold == 100 - price


@pytest.mark.clause("LM-B-10")
def test_equipping_goes_with_raising_training_and_moving_in_one_turn() -> None:
    state = at(65, "RED 3")
    person(state, "Otto W1", 0, 65)
    person(state, "Anna W1", 0, 65)
    turn = Turn(state)
    order(turn, 0, "equip RED 3 -> LFD at 65")
    order(turn, 0, "char Otto: train LFD 2 -> LFC")
    order(turn, 0, "char Anna: lead take LFD 1, go 56")
    order(turn, 0, "char Ralph: raise RED")
    order(turn, 0, "equip RED 5 -> LFD at 65")
    assert codes(state, 0, 65) == ["LFC"] * 2 + ["LFD"] * 5
    assert codes(state, 0, 56) == ["LFD"]
    assert state.nations[0].gold == 100 - 16


@pytest.mark.clause("LM-B-10", "LM-B-05")
def test_units_equipped_after_raising_still_are_not_led() -> None:
    state = at(65, "RED 1")
    person(state, "Otto W1", 0, 65)
    person(state, "Anna W1", 0, 65)
    turn = Turn(state)
    order(turn, 0, "char Ralph: raise RED")
    order(turn, 0, "equip RED 2 -> LFD at 65")
    assert refused(turn, 0, "char Otto: lead take LFD 2, go 56") == "LM-B-21"
    order(turn, 0, "char Anna: lead take LFD 1, go 56")
    assert codes(state, 0, 56) == ["LFD"]


@pytest.mark.clause("LM-B-10", "LM-B-14")
def test_recruits_that_can_still_be_trained_are_equipped_first() -> None:
    state = at(56, "RED 2")
    hold(state, 0, 65)
    put(state, "RED 2", 0, 65)
    person(state, "Otto W1", 0, 65)
    turn = Turn(state)
    order(turn, 0, "char Ralph: lead take RED 2, go 65")
    order(turn, 0, "equip RED 2 -> LFD at 65")
    order(turn, 0, "char Otto: train LFD 2 -> LFC")
    assert codes(state, 0, 65) == ["LFC", "LFC", "RED", "RED"]


@pytest.mark.clause("LM-B-02")
def test_why_nobody_is_raised_in_a_fort_or_not_those_who_were_asked_for() -> None:
    state = at(465)
    state.forts[65] = "Deepgate"
    assert dropped(Turn(state), 0, "char Ralph: raise RED").reason == "drop.nobody-to-raise"
    assert (
        dropped(Turn(at(CROPLAND, leader="Ralph C1")), 0, "char Ralph: raise JRD").reason == "drop.not-raised-here"
    )

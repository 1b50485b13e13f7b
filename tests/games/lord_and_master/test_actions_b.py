"""TROOP ACTIONS without a march: raise, equip, train, build a fort, lie in ambush, devastate (B-01 to B-14, B-23 to
B-25, B-31, B-35, B-36, B-42 to B-44)."""

from __future__ import annotations

import pytest

from games.lord_and_master.fights import (
    ARDEA,
    CROPLAND,
    DWARF,
    FOREST,
    GRASSLAND,
    LIVES,
    ORC,
    SWAMP,
    WASTE,
    hits,
    line,
    lots,
)
from games.lord_and_master.hargaar import Turn, codes, hargaar, hold, order, person, play, put, refused, told
from palatine.core import Unreadable
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import works
from palatine.games.lord_and_master.rules.combat.battlefield import Ambushes
from palatine.games.lord_and_master.rules.common.turn import Actions
from palatine.games.lord_and_master.state import State

ALL_KINDS = tuple(pieces.KINDS)
RECRUITS = ("RED", "DRD", "ERD", "GRD", "ORD", "TRD", "JRD")
HOMES = {"RED": 65, "DRD": 67, "ERD": 49, "GRD": 68, "ORD": 61, "TRD": 63, "JRD": 52}
"""For each recruit a square where it is raised."""


def at(place: int, units: str = "", leader: str = "Ralph W1", **nation: object) -> State:
    """A leader with units in a place; all the land is his nation's, which may use every type."""
    state = hargaar(**{"kinds": ALL_KINDS, **nation})
    hold(state, 0, *range(1, 109), place)
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


def name(state: State) -> str:
    return state.people[state.nations[0].leader].name


# Raise


RAISERS = {
    "W": "RED", "P": "RED", "H": "RED DRD ERD GRD JRD", "C": "RED ORD TRD JRD", "E": "ERD", "G": "GRD", "O": "ORD",
    "D": "DRD", "L": "TRD", "A": "DRD", "J": "JRD",
}  # fmt: skip


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


# Train


TRAINERS = {"W": "MOJ", "O": "OT", "D": "DG", "E": "EG", "G": "G", "L": "T", "J": "J"}
STEPS = {
    "M": "MFC MFB",
    "O": "OFC OFB",
    "D": "DHC DHB",
    "E": "EFC EFB",
    "G": "GFC GFB",
    "J": "JHC JHB",
    "T": "THC THB",
}


@pytest.mark.clause("LM-B-11")
@pytest.mark.parametrize("of", pieces.CLASSES)
def test_who_trains_whom(of: str) -> None:
    for race, step in STEPS.items():
        before, after = step.split()
        state = at(65, f"{before} 2", f"Ralph {of}1", god="Jupiter")
        text = f"char Ralph: train {before} 2 -> {after}"
        if race in TRAINERS.get(of, ""):
            order(Turn(state), 0, text)
            assert codes(state, 0, 65) == [after] * 2
            assert state.nations[0].gold == 100
        else:
            assert refused(Turn(state), 0, text) == "LM-B-11"


@pytest.mark.clause("LM-B-11")
@pytest.mark.parametrize(("level", "most"), [(1, 2), (2, 4), (3, 6)])
def test_two_units_a_level(level: int, most: int) -> None:
    state = at(65, "MFD 7", f"Ralph W{level}")
    assert refused(Turn(state), 0, f"char Ralph: train MFD {most + 1} -> MFC") == "LM-B-11"
    order(Turn(state), 0, f"char Ralph: train MFD {most} -> MFC")
    assert codes(state, 0, 65).count("MFC") == most


@pytest.mark.clause("LM-B-11")
@pytest.mark.parametrize(
    ("units", "text", "after"),
    [
        ("MFD 1", "MFD 1 -> MFC", "MFC"),
        ("MFC 1", "MFC 1 -> MFB", "MFB"),
        ("MFB 1", "MFB 1 -> MFA", "MFA"),
        ("RED 1", "RED 1 -> MFC", "MFC"),
        ("MFC 1w", "MFC 1w -> MFB", "MFBw"),
        ("JRD 1w", "JRD 1w -> JHC", "JHCw"),
    ],
)
def test_one_grade_a_turn_and_the_wounded_stay_wounded(units: str, text: str, after: str) -> None:
    state = at(65, units)
    order(Turn(state), 0, f"char Ralph: train {text}")
    assert codes(state, 0, 65) == [after]


@pytest.mark.clause("LM-B-11")
@pytest.mark.parametrize(
    ("units", "text"),
    [
        ("MFD 1", "MFD 1 -> MFB"),
        ("MFA 1", "MFA 1 -> MFA"),
        ("MFB 1", "MFB 1 -> MFC"),
        ("MFC 1", "MFC 1 -> HFB"),
        ("RED 1", "RED 1 -> MFD"),
        ("RED 1", "RED 1 -> MFB"),
        ("MFC 1", "MFC 1w -> MFB"),
        ("ZOD 1", "ZOD 1 -> ZOD"),
        ("MFC 1", "MFC 2 -> MFB"),
    ],
)
def test_what_training_does_not_do(units: str, text: str) -> None:
    state = at(65, units)
    assert refused(Turn(state), 0, f"char Ralph: train {text}") == "LM-B-11"


@pytest.mark.clause("LM-B-12")
def test_bluto_trains_two_of_one_type_and_grade() -> None:
    state = at(61, "OFD 1 OFC 1 OHD 1", "Bluto O1")
    assert refused(Turn(state), 0, "char Bluto: train OFD 2 -> OFC") == "LM-B-11"
    for two in ("train OFD 1 -> OFC OHD 1 -> OHC", "train OFC 1 OFD 1 -> OFB"):
        with pytest.raises(Unreadable):
            parse_line(f"char Bluto: {two}")
    turn = Turn(state)
    order(turn, 0, "char Bluto: train OFD 1 -> OFC")
    assert refused(turn, 0, "char Bluto: train OHD 1 -> OHC") == "LM-A-01"
    state = at(61, "OFD 2", "Bluto O1")
    order(Turn(state), 0, "char Bluto: train OFD 2 -> OFC")
    assert codes(state, 0, 61) == ["OFC"] * 2


@pytest.mark.clause("LM-B-13")
def test_a_unit_is_trained_by_one_character_a_turn() -> None:
    state = at(65, "MFD 2")
    person(state, "Otto W1", 0, 65)
    turn = Turn(state)
    order(turn, 0, "char Ralph: train MFD 2 -> MFC")
    assert refused(turn, 0, "char Otto: train MFC 2 -> MFB") == "LM-B-13"
    order(Turn(state), 0, "char Otto: train MFC 2 -> MFB")
    assert codes(state, 0, 65) == ["MFB"] * 2


@pytest.mark.clause("LM-B-14")
def test_units_led_this_turn_are_not_trained_nor_trained_ones_led() -> None:
    state = at(65, "MFD 2")
    person(state, "Otto W1", 0, 56)
    person(state, "Anna W1", 0, 65)
    turn = Turn(state)
    order(turn, 0, "char Ralph: lead take MFD 1, go 56")
    assert refused(turn, 0, "char Otto: train MFD 1 -> MFC") == "LM-B-14"
    order(turn, 0, "char Anna: train MFD 1 -> MFC")
    turn.of(Actions).acted.clear()
    assert refused(turn, 0, "char Anna: lead take MFC 1, go 56") == "LM-B-21"


# Build a fort


def builders(units: str = "MFC 5", leader: str = "Ralph W1", gold: int = 100) -> State:
    return at(65, units, leader, gold=gold)


def build(state: State, text: str = "lead take MFC 5, fort Deepgate") -> Turn:
    turn = Turn(state)
    order(turn, 0, f"char {name(state)}: {text}")
    return turn


@pytest.mark.clause("LM-B-23")
def test_five_units_build_a_fort_for_twenty_five_gold_by_the_end_of_the_turn() -> None:
    state = builders()
    turn = build(state)
    assert (state.forts, state.nations[0].gold) == ({}, 100)
    works.complete_forts(turn)
    assert (state.forts, state.nations[0].gold, state.holder(465)) == ({65: "Deepgate"}, 75, 0)
    assert refused(Turn(builders("MFC 4")), 0, "char Ralph: lead take MFC 4, fort") == "LM-B-23"
    assert refused(Turn(builders()), 0, "char Ralph: lead fort") == "LM-B-23"


@pytest.mark.clause("LM-B-23")
def test_a_fort_takes_the_gold_when_begun_and_when_done() -> None:
    assert refused(Turn(builders(gold=24)), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = builders(gold=25)
    turn = build(state)
    state.set_nation(0, gold=24)
    works.complete_forts(turn)
    assert (state.forts, state.nations[0].gold) == ({}, 24)


@pytest.mark.clause("LM-B-23")
def test_neither_builder_nor_troops_move_before_or_after() -> None:
    state = builders("MFC 5")
    hold(state, 0, 56)
    put(state, "MFC 5", 0, 56)
    person(state, "Otto W1", 0, 65)
    assert refused(Turn(state), 0, "char Ralph: lead go 56, take MFC 5, fort") == "LM-B-23"
    state.set_person(1, place=65)
    turn = Turn(state)
    assert refused(turn, 0, "char Ralph: lead take MFC 5, fort, go 56") == "LM-B-23"
    assert refused(turn, 0, "char Otto: lead take MFC 5, go 56") == "LM-B-20"
    turn = Turn(state)
    state.set_person(1, place=56)
    order(turn, 0, "char Ralph: lead take MFC 5, go 65, drop MFC 5")
    assert refused(turn, 0, "char Otto: lead take MFC 6, fort") == "LM-B-20"


@pytest.mark.clause("LM-B-23")
def test_where_forts_are_built() -> None:
    state = builders()
    turn = build(state)
    works.complete_forts(turn)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = builders()
    hold(state, 1, 65)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = at(ARDEA, "MFC 5")
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = builders()
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort ARDEA") == "LM-B-23"
    works.complete_forts(build(state, "lead take MFC 5, fort"))
    assert state.forts == {65: "F1"}


@pytest.mark.clause("LM-B-24")
@pytest.mark.parametrize("first", [True, False])
def test_an_attack_before_or_after_the_order_undoes_the_fort_and_saves_the_gold(first: bool) -> None:
    state = builders("HFC 5", "Ralph W2")
    state.holders = {65: 0, 66: 1}
    person(state, "Nora W1", 1, 66)
    put(state, "SJD 1", 1, 66)
    state.order = [1, 0] if first else [0, 1]
    battle = [*line(1, 5), *hits(20, 1), ("retreat", 6), LIVES]
    entries = play(
        state,
        "char Ralph: lead take HFC 5, fort",
        "char Nora: lead take SJD 1, go 65",
        rolls=[*battle, 9, 8],
    )
    assert told(entries, "fort-begun")
    assert told(entries, "fort-spoiled")
    assert (state.forts, state.holder(65)) == ({}, 0)
    assert state.nations[0].gold == 100 + 2


@pytest.mark.clause("LM-B-25")
@pytest.mark.parametrize(
    ("leader", "units", "text", "gold"),
    [
        ("Grim D1", "DEC 4", "take DEC 4", 80),
        ("Olaf A1", "DEC 4", "take DEC 4", 80),
        ("Grim D1", "DEB 4 DHC 1", "take DEB 4 DHC 1", 80),
        ("Grim D1", "DEC 3 DHC 2", "take DEC 3 DHC 2", 75),
        ("Hildur H1", "DEC 5", "take DEC 5", 75),
    ],
)
def test_four_engineers_under_a_dwarf_build_for_twenty(leader: str, units: str, text: str, gold: int) -> None:
    state = builders(units, leader)
    works.complete_forts(build(state, f"lead {text}, fort"))
    assert (list(state.forts), state.nations[0].gold) == ([65], gold)


@pytest.mark.clause("LM-B-25")
@pytest.mark.parametrize(("leader", "units"), [("Hildur H1", "DEC 4"), ("Grim D1", "DEC 3"), ("Grim D1", "DHC 4")])
def test_four_others_or_under_others_do_not(leader: str, units: str) -> None:
    state = builders(units, leader)
    assert refused(Turn(state), 0, f"char {name(state)}: lead take {units}, fort") == "LM-B-23"


# Ambush


AMBUSHERS = {"T": "MFC", "E": "EFC", "G": "GFC", "B": "OFC", "X": "GFC"}


@pytest.mark.clause("LM-B-31")
@pytest.mark.parametrize("of", pieces.CLASSES)
def test_who_lays_an_ambush(of: str) -> None:
    code = AMBUSHERS.get(of) or next(f"{kind}C" for race, kind in
                                     {"M": "MF", "D": "DH", "O": "OF", "T": "TH", "J": "JH", "E": "EF"}.items()
                                     if race in pieces.CLASSES[of].lead)  # fmt: skip
    state = at(FOREST, f"{code} 3", f"Ralph {of}1")
    turn = Turn(state)
    if of in AMBUSHERS:
        order(turn, 0, f"char Ralph: lead take {code} 2, ambush")
        assert turn.of(Ambushes).units == {FOREST: set(list(state.units)[:2])}
    else:
        assert refused(turn, 0, f"char Ralph: lead take {code} 2, ambush") == "LM-B-31"
        assert turn.of(Ambushes).units == {}


@pytest.mark.clause("LM-B-31", "LM-B-35")
def test_an_ambush_takes_troops_who_do_not_move() -> None:
    state = at(FOREST, "MFC 2", "Nyx T1")
    hold(state, 0, 44)
    person(state, "Otto W1", 0, FOREST)
    assert refused(Turn(state), 0, "char Nyx: lead ambush") == "LM-B-35"
    turn = Turn(state)
    assert refused(turn, 0, "char Nyx: lead take MFC 2, ambush, go 44") == "LM-B-35"
    assert turn.of(Ambushes).units == {FOREST: set(state.units)}
    assert refused(turn, 0, "char Otto: lead take MFC 2, go 44") == "LM-B-20"
    assert refused(Turn(state), 0, "char Nyx: lead take MFC 2, go 44, ambush") == "LM-B-35"
    assert codes(state, 0, 44) == ["MFC"] * 2


@pytest.mark.clause("LM-B-35", "LM-A-01")
def test_building_ambush_and_devastation_are_each_an_action() -> None:
    state = at(FOREST, "OFC 7", "Bruk B2")
    assert refused(Turn(state), 0, "char Bruk: lead take OFC 7, ambush, devastate") == "LM-B-42"
    assert state.terrain[FOREST] == "f"
    assert refused(Turn(state), 0, "char Bruk: lead take OFC 7, ambush, fort") == "LM-B-23"


@pytest.mark.clause("LM-B-23", "LM-B-35", "LM-B-42", "LM-A-01")
@pytest.mark.parametrize(("work", "clause"), [("fort", "LM-B-23"), ("ambush", "LM-B-35"), ("devastate", "LM-B-42")])
def test_who_builds_lies_in_ambush_or_devastates_besieges_and_assaults_nothing(work: str, clause: str) -> None:
    state = at(59, "OFC 7", "Bruk B2")
    hold(state, 1, ARDEA)
    put(state, "HFC 1", 1, ARDEA)
    for deed in ("siege Ardea", "assault Ardea"):
        turn = Turn(state, dry=True)
        state.terrain[59] = "c"
        assert refused(turn, 0, f"char Bruk: lead take OFC 7, {work}, {deed}") == clause
    state.terrain[59] = "c"
    assert refused(Turn(state, dry=True), 0, f"char Bruk: lead take OFC 7, siege Ardea, {work}") == clause


@pytest.mark.clause("LM-B-23", "LM-NEU-16")
def test_annexing_and_building_are_two_actions() -> None:
    state = builders()
    state.allied.append(65)
    assert refused(Turn(state, dry=True), 0, "char Ralph: lead take MFC 5, annex, fort") == "LM-B-23"


@pytest.mark.clause("LM-B-36")
@pytest.mark.parametrize("place", [CROPLAND, GRASSLAND, WASTE, ORC, SWAMP, 230])
def test_elves_lie_in_ambush_in_forests_only(place: int) -> None:
    state = at(place, "EFC 2", "Elrond E1")
    assert refused(Turn(state), 0, "char Elrond: lead take EFC 2, ambush") == "LM-B-36"
    state = at(place, "MFC 2 EFC 1", "Nyx T1")
    turn = Turn(state)
    order(turn, 0, "char Nyx: lead take MFC 2, ambush")
    assert list(turn.of(Ambushes).units) == [place]


@pytest.mark.clause("LM-B-31", "LM-B-34", "LM-B-32")
@pytest.mark.parametrize("first", [True, False])
def test_an_ambush_works_against_those_who_come_later_in_the_sequence(first: bool) -> None:
    """An attacking archer strikes before foot, unless the foot lie in ambush."""
    state = at(FOREST, "LFC 1", "Nyx T1")
    state.holders = {FOREST: 0, 44: 1}
    person(state, "Nora W1", 1, 44)
    put(state, "MAC 1", 1, 44)
    state.order = [0, 1] if first else [1, 0]
    rolls = [*hits(1), *lots(6), LIVES, 12, 5]
    entries = play(state, "char Nyx: lead take LFC 1, ambush", "char Nora: lead take MAC 1, go 43", rolls=rolls)
    blow = told(entries, "round")[0].data["blows"][0]
    assert blow["by"] == ("LFC" if first else "MAC")


# Devastate


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


# What is offered


@pytest.mark.clause("LM-B-08")
def test_in_allied_land_the_types_of_its_force_are_offered_too() -> None:
    state = hargaar(kinds=("RED", "LF"))
    person(state, "Ralph W1", 0, 65)
    put(state, "RED 1", 0, 65)
    hold(state, 0, 65, allied=True)
    assert [each.text.strip() for each in GAME.suggest(state, "P1")] == [
        f"equip RED 1 -> {code} at 65" for code in ("LFD", "MCD", "MFD")
    ]
    trained = [each.text.strip() for each in GAME.suggest(state, "P1", "Ralph") if "train" in each.text]
    assert trained == [f"char Ralph: train RED 1 -> {code}" for code in ("LFC", "MCC", "MFC")]
    state.allied.clear()
    assert [each.text.strip() for each in GAME.suggest(state, "P1")] == ["equip RED 1 -> LFD at 65"]


@pytest.mark.clause("LM-ADV-07")
def test_a_leader_with_the_choice_is_offered_the_classes_of_his_province() -> None:
    state = hargaar(classes=("W", "P", "D"), advantages=("leader-choice",))
    hold(state, 0, 65)
    person(state, "Ralph W1", 0, 65)
    person(state, "Otto W1", 0, 65)
    offered = {
        name: [each.text.strip() for each in GAME.suggest(state, "P1", name) if "recruit" in each.text]
        for name in ("Ralph", "Otto")
    }
    assert offered["Ralph"] == [f"char Ralph: recruit{of}" for of in ("", " W", " P")]
    assert offered["Otto"] == ["char Otto: recruit"]

"""TRAIN TROOPS (B-11 to B-14)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, hargaar, hold, order, person, put, refused, told
from palatine.core import Unreadable
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.rules.common.march import Handled
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import State

ALL_KINDS = tuple(pieces.KINDS)


def at(place: int, units: str = "", leader: str = "Ralph W1", **nation: object) -> State:
    """Return a leader with units in a place; the leader's nation has all land and every type."""
    state = hargaar(**{"kinds": ALL_KINDS, **nation})
    hold(state, 0, *range(1, 109), place)
    person(state, leader, 0, place)
    put(state, units, 0, place)
    return state


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


@pytest.mark.clause("LM-B-11", "LM-B-12")
def test_whole_and_wounded_of_one_type_and_grade_train_together() -> None:
    state = at(65, "HFC 3 HFC 2w", "Ralph W2")
    assert refused(Turn(state), 0, "char Ralph: train HFC 3 HFC 2w -> HFB") == "LM-B-11"
    order(Turn(state), 0, "char Ralph: train HFC 2 HFC 2w -> HFB")
    assert codes(state, 0, 65) == ["HFB", "HFB", "HFBw", "HFBw", "HFC"]


@pytest.mark.clause("LM-B-11", "LM-TT-15")
def test_whole_and_wounded_recruits_trained_together_are_all_paid_for() -> None:
    state = at(65, "JRD 1 JRD 1w", "Ralph J1")
    order(Turn(state), 0, "char Ralph: train JRD 1 JRD 1w -> JHC")
    assert (codes(state, 0, 65), state.nations[0].gold) == (["JHC", "JHCw"], 0)
    state = at(65, "LFD 1 RED 1", "Ralph W1")
    assert refused(Turn(state), 0, "char Ralph: train LFD 1 LFD 1w -> LFC") == "LM-B-11"


@pytest.mark.parametrize("line", ["char Bob: train HFC 2 HFC 1 -> HFB", "char Bob: train HFC 2 HFD 1w -> HFB"])
def test_only_whole_and_wounded_of_one_code_train_together(line: str) -> None:
    with pytest.raises(Unreadable, match="one wounded"):
        parse_line(line)


@pytest.mark.clause("LM-B-06", "LM-TT-11")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("equip RED 1 -> LFD at here", "no-place"),
        ("equip RED 1 -> XXX at 65", "no-such-code"),
        ("equip XXX 1 -> LFD at 65", "no-such-code"),
        ("equip LFD 1 -> MFD at 65", "no-recruits"),
        ("equip ORD 1w -> OFD at 65", "never-wounded"),
        ("equip RED 9 -> LFD at 65", "no-such-units"),
        ("equip RED 1 -> OFD at 65", "other-race"),
        ("equip RED 1 -> LFC at 65", "not-by-equipping"),
        ("equip RED 1 -> HLC at 65", "needs-training"),
    ],
)
def test_why_nobody_is_equipped(text: str, reason: str) -> None:
    state = hargaar(kinds=tuple(pieces.KINDS))
    hold(state, 0, 65)
    put(state, "RED 2 ORD 2", 0, 65)
    put(state, "RED 2", 0, 1)
    assert dropped(Turn(state), 0, text).reason == f"drop.{reason}"


@pytest.mark.clause("LM-B-06", "LM-TT-13")
def test_wounded_recruits_stay_wounded_when_they_are_equipped() -> None:
    state = hargaar(kinds=tuple(pieces.KINDS))
    hold(state, 0, 65)
    put(state, "TRD 1w JRD 1w", 0, 65)
    order(Turn(state), 0, "equip TRD 1w -> THD at 65")
    order(Turn(state), 0, "equip JRD 1w -> JHD at 65")
    assert codes(state, 0, 65) == ["JHDw", "THDw"]
    assert state.nations[0].gold == 100 - 15 - 50


@pytest.mark.clause("LM-B-11", "LM-GI-04")
def test_training_is_told_to_its_nation_and_those_beside_it() -> None:
    state = hargaar(kinds=tuple(pieces.KINDS))
    hold(state, 0, 65)
    hold(state, 1, 66)
    person(state, "Ralph W2", 0, 65)
    put(state, "RED 2 HFC 2", 0, 65)
    for text, into, gold in (("train RED 2 -> MFC", "MFC", 90), ("train HFC 2 -> HFB", "HFB", 90)):
        (entry,) = told(order(Turn(state), 0, f"char Ralph: {text}"), "trained")
        assert (entry.clauses, entry.readers, entry.data["code"]) == (("LM-B-11",), (0, 1), into)
        assert entry.data["units"][0][1] == 2
        assert state.nations[0].gold == gold


@pytest.mark.clause("LM-B-11", "LM-TT-11", "LM-B-13", "LM-B-14")
@pytest.mark.parametrize(
    ("who", "text", "reason"),
    [
        ("Ralph W1", "XXX 1 -> HFB", "no-such-code"),
        ("Ralph W1", "HFC 1 -> XXX", "no-such-code"),
        ("Hugo T1", "HFC 1 -> HFB", "cannot-train"),
        ("Ralph W1", "EFC 1 -> EFB", "cannot-train-race"),
        ("Ralph W1", "HFC 1 -> HFA", "not-one-grade"),
        ("Ralph W1", "RED 1 -> HFD", "not-one-grade"),
        ("Ralph W1", "HFC 3 -> HFB", "too-many-trained"),
        ("Ralph W1", "LFC 1 -> LFB", "no-such-units"),
        ("Ralph W1", "ORD 1 -> HFC", "other-race"),
        ("Ralph W1", "MFC 1 -> MFB", "raised-or-moved"),
        ("Ralph W1", "MFA 1 -> MFA", "not-one-grade"),
        ("Ralph W1", "KTC 1 -> KTB", "trained-already"),
    ],
)
def test_why_nobody_is_trained(who: str, text: str, reason: str) -> None:
    state = hargaar(kinds=tuple(pieces.KINDS))
    hold(state, 0, 65)
    person(state, who, 0, 65)
    put(state, "HFC 3 EFC 1 RED 1 ORD 1 MFC 1 MFA 1 KTC 1", 0, 65)
    turn = Turn(state)
    by_code = {state.units[n].code: n for n in state.units_at(65)}
    turn.of(Handled).led = {by_code["MFC"]: 9}
    turn.of(Handled).trained = {by_code["KTC"]}
    assert dropped(turn, 0, f"char {who.split()[0]}: train {text}").reason == f"drop.{reason}"

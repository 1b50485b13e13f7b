"""BUILD FORT and SET AMBUSH (B-23 to B-25, B-31 to B-36)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    FOREST,
    GRASSLAND,
    LIVES,
    ORC,
    SWAMP,
    WASTE,
    codes,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.actions import troop_actions
from palatine.games.lord_and_master.rules.combat.battlefield import Ambushes
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State

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


def builders(units: str = "MFC 5", leader: str = "Ralph W1", gold: int = 100) -> State:
    return at(65, units, leader, gold=gold)


def build(state: State, text: str = "lead take MFC 5, fort Deepgate") -> Turn:
    turn = Turn(state)
    order(turn, 0, f"char {name(state)}: {text}")
    return turn


# Build a fort


@pytest.mark.clause("LM-B-23")
def test_five_units_build_a_fort_for_twenty_five_gold_by_the_end_of_the_turn() -> None:
    state = builders()
    turn = build(state)
    assert (state.forts, state.nations[0].gold) == ({}, 100)
    troop_actions.complete_forts(turn)
    assert (state.forts, state.nations[0].gold, state.holder(465)) == ({65: "Deepgate"}, 75, 0)
    assert refused(Turn(builders("MFC 4")), 0, "char Ralph: lead take MFC 4, fort") == "LM-B-23"
    assert refused(Turn(builders()), 0, "char Ralph: lead fort") == "LM-B-23"


@pytest.mark.clause("LM-B-23")
def test_a_fort_takes_the_gold_when_begun_and_when_done() -> None:
    assert refused(Turn(builders(gold=24)), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = builders(gold=25)
    turn = build(state)
    state.set_nation(0, gold=24)
    troop_actions.complete_forts(turn)
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
    troop_actions.complete_forts(turn)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = builders()
    hold(state, 1, 65)
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = at(ARDEA, "MFC 5")
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort") == "LM-B-23"
    state = builders()
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 5, fort ARDEA") == "LM-B-23"
    troop_actions.complete_forts(build(state, "lead take MFC 5, fort"))
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
    troop_actions.complete_forts(build(state, f"lead {text}, fort"))
    assert (list(state.forts), state.nations[0].gold) == ([65], gold)


@pytest.mark.clause("LM-B-25")
@pytest.mark.parametrize(("leader", "units"), [("Hildur H1", "DEC 4"), ("Grim D1", "DEC 3"), ("Grim D1", "DHC 4")])
def test_four_others_or_under_others_do_not(leader: str, units: str) -> None:
    state = builders(units, leader)
    assert refused(Turn(state), 0, f"char {name(state)}: lead take {units}, fort") == "LM-B-23"


AMBUSHERS = {"T": "MFC", "E": "EFC", "G": "GFC", "B": "OFC", "X": "GFC"}


# Ambush


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
        turn = Turn(state, is_rehearsal=True)
        state.terrain[59] = "c"
        assert refused(turn, 0, f"char Bruk: lead take OFC 7, {work}, {deed}") == clause
    state.terrain[59] = "c"
    assert refused(Turn(state, is_rehearsal=True), 0, f"char Bruk: lead take OFC 7, siege Ardea, {work}") == clause


@pytest.mark.clause("LM-B-23", "LM-NEU-16")
def test_annexing_and_building_are_two_actions() -> None:
    state = builders()
    state.allied.append(65)
    assert refused(Turn(state, is_rehearsal=True), 0, "char Ralph: lead take MFC 5, annex, fort") == "LM-B-23"


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
    """An attacking archer strikes before foot, unless the foot is in ambush."""
    state = at(FOREST, "LFC 1", "Nyx T1")
    state.holders = {FOREST: 0, 44: 1}
    person(state, "Nora W1", 1, 44)
    put(state, "MAC 1", 1, 44)
    state.order = [0, 1] if first else [1, 0]
    rolls = [*hits(1), *lots(6), LIVES, 12, 5]
    entries = play(state, "char Nyx: lead take LFC 1, ambush", "char Nora: lead take MAC 1, go 43", rolls=rolls)
    blow = told(entries, "round")[0].data["blows"][0]
    assert blow["by"] == ("LFC" if first else "MAC")


@pytest.mark.clause("LM-B-23")
def test_what_a_fort_costs_is_noted_in_a_rehearsal_and_who_builds_is_told() -> None:
    state = builders()
    turn = Turn(state, is_rehearsal=True)
    order(turn, 0, "char Ralph: lead take MFC 5, fort Deepgate")
    assert ("cost", {"amount": 25}) in turn.notes


@pytest.mark.clause("LM-B-23")
@pytest.mark.parametrize(
    ("standing", "begun", "number"),
    [((), (), "F1"), (("F1",), (), "F2"), (("Keep",), ("Moat",), "F3"), (("F2",), (), "F3"), (("F3", "x"), (), "F4"),
     (("F2",), ("F4",), "F3"), (("f3", "F4"), (), "F5")],
)  # fmt: skip
def test_forts_without_a_name_are_numbered_in_the_order_of_building(
    standing: tuple[str, ...], begun: tuple[str, ...], number: str
) -> None:
    state = builders()
    state.forts = dict(enumerate(standing, 1))
    turn = Turn(state)
    turn.of(troop_actions.Works).forts = {
        90 + n: troop_actions.FortBegun(0, each, 25) for n, each in enumerate(begun)
    }
    order(turn, 0, "char Ralph: lead take MFC 5, fort")
    assert turn.of(troop_actions.Works).forts[65].name == number


@pytest.mark.clause("LM-B-31", "LM-GI-04")
def test_an_ambush_is_told_to_nobody_else() -> None:
    state = at(FOREST, "EFC 1", "Eli E1")
    hold(state, 1, 44)
    (entry,) = told(order(Turn(state), 0, "char Eli: lead take EFC 1, ambush"), "ambush")
    assert (entry.clauses, entry.readers, entry.data["place"]) == (("LM-B-31",), (0,), "forest 43")


@pytest.mark.clause("LM-B-24")
def test_an_assault_on_a_city_does_not_disturb_builders_in_the_square() -> None:
    state = at(59, "MFC 5")
    turn = build(state)
    hold(state, 1, ARDEA)
    put(state, "RED 1", 1, ARDEA)
    person(state, "Tom W2", 0, 59)
    put(state, "ELA 2", 0, 59)
    order(turn, 0, "char Tom: lead take ELA 2, assault Ardea", [*line(1, 2), *hits(1), LIVES])
    troop_actions.complete_forts(turn)
    assert state.forts == {59: "Deepgate"}

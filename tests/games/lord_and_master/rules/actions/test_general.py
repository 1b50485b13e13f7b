"""Taxes and the treasury (A-11 to A-14)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import dropped, hargaar, hold, order, person, play, put, refused, told
from palatine.core import Unreadable
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules.actions import revenue
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import (
    NEUTRAL,
    WILD,
    CalledIntervention,
    MagnateRecord,
    SiegeRecord,
    State,
    TruceRecord,
)

CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
ARDEA, STUMPIUM, GROG, BLORG = 259, 270, 212, 242
SEQUENCE = [("sequence", 10), ("sequence", 12)]


def court(*places: int, leader: str = "Ralph W2") -> State:
    """Return a nation with all classes and these places, its leader in the first of them.

    Another nation is far away.
    """
    state = hargaar(classes=tuple(pieces.CLASSES), kinds=tuple(pieces.KINDS))
    hold(state, 0, *places)
    person(state, leader, 0, places[0])
    person(state, "Otto W2", 1, 1)
    hold(state, 1, 1)
    return state


# Taxes


@pytest.mark.clause("LM-A-11")
@pytest.mark.parametrize(
    ("place", "amount"),
    [(CROPLAND, 7), (FOREST, 4), (GRASSLAND, 2), (ORC, 2), (DWARF, 9), (SWAMP, 1), (WASTE, 1),
     (GROG, 10), (225, 15), (230, 12), (BLORG, 8), (ARDEA, 17), (STUMPIUM, 20), (287, 15), (300, 15)],
)  # fmt: skip
def test_taxes_are_the_tax_level_of_the_place_and_come_at_once(place: int, amount: int) -> None:
    for of in pieces.CLASSES:
        state = court(place, leader=f"Ralph {of}1")
        order(Turn(state), 0, "char Ralph: tax")
        assert state.nations[0].gold == 100 + amount


@pytest.mark.clause("LM-A-11")
def test_what_has_been_collected_can_be_spent_by_the_next_line() -> None:
    state = court(CROPLAND)
    state.set_nation(0, gold=3, site=STUMPIUM)
    put(state, "RED 1", 0, CROPLAND)
    turn = Turn(state)
    assert refused(turn, 0, f"equip RED 1 -> HFD at {CROPLAND}") == "LM-TT-15"
    order(turn, 0, "char Ralph: tax")
    order(turn, 0, f"equip RED 1 -> HFD at {CROPLAND}")
    assert state.nations[0].gold == 3 + 7 - 10


@pytest.mark.clause("LM-A-11")
@pytest.mark.parametrize(("once", "gold"), [(False, 100 + 14 + 2), (True, 100 + 7 + 2)])
def test_each_of_two_collects_in_full_unless_it_was_agreed_otherwise(once: bool, gold: int) -> None:
    state = court(CROPLAND)
    state.options["tax_once_per_province"] = once
    person(state, "Anna T1", 0, CROPLAND)
    entries = play(state, "char Ralph: tax\nchar Anna: tax", rolls=SEQUENCE)
    assert state.nations[0].gold == gold
    assert [entry.clauses for entry in told(entries, "dropped")] == [("LM-A-11",)] * once


@pytest.mark.clause("LM-A-12")
def test_taxes_are_collected_in_starting_and_conquered_provinces_alone() -> None:
    state = court(CROPLAND, 75)
    state.starts.append(75)
    hold(state, 0, 74, allied=True)
    hold(state, 1, 66)
    state.forts[CROPLAND] = "Deepgate"
    hold(state, 0, 465)
    for place in (CROPLAND, 75):
        state.set_person(1, place=place)
        order(Turn(state), 0, "char Ralph: tax")
    for place in (74, 66, 83, 465, ARDEA):
        state.set_person(1, place=place)
        assert refused(Turn(state), 0, "char Ralph: tax") == "LM-A-12"
    state.alliances = [(0, 1)]
    state.set_person(1, place=66)
    assert refused(Turn(state), 0, "char Ralph: tax") == "LM-A-12"


# The treasury


@pytest.mark.clause("LM-A-13")
@pytest.mark.parametrize("kind", ["conquered", "allied", "city", "fort"])
def test_the_treasury_is_moved_to_where_a_character_stands(kind: str) -> None:
    site = {"conquered": 74, "allied": 74, "city": ARDEA, "fort": 474}[kind]
    state = court(CROPLAND)
    state.forts[74] = "Deepgate"
    hold(state, 0, site, allied=kind == "allied")
    state.set_nation(0, site=CROPLAND)
    person(state, "Anna T1", 0, site)
    turn = Turn(state)
    order(turn, 0, "char Anna: treasury")
    assert (state.nations[0].site, state.nations[0].gold) == (site, 100)
    assert refused(turn, 0, "char Anna: tax") == "LM-A-01"


@pytest.mark.clause("LM-A-13")
def test_it_takes_a_whole_action_in_a_place_of_ones_own() -> None:
    state = court(CROPLAND)
    state.set_nation(0, site=CROPLAND)
    assert refused(Turn(state), 0, "char Ralph: treasury") == "LM-A-13"
    for owner in (1, NEUTRAL):
        state.holders.pop(74, None)
        if owner == 1:
            hold(state, 1, 74)
        state.set_person(1, place=74)
        assert refused(Turn(state), 0, "char Ralph: treasury") == "LM-A-13"
    hold(state, 0, 74)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 83")
    assert refused(turn, 0, "char Ralph: treasury") == "LM-A-01"
    with pytest.raises(Unreadable):
        parse("char Ralph: move 74, treasury")
    assert state.nations[0].site == CROPLAND


@pytest.mark.clause("LM-A-14")
@pytest.mark.parametrize("site", [ARDEA, 474])
def test_a_besieged_treasury_stays_where_it_is(site: int) -> None:
    state = court(CROPLAND)
    state.forts[74] = "Deepgate"
    hold(state, 0, site)
    state.set_nation(0, site=site)
    state.sieges = [SiegeRecord(site, 1)]
    put(state, "HFC 1", 1, site % 200)
    assert refused(Turn(state), 0, "char Ralph: treasury") == "LM-A-14"
    assert state.nations[0].site == site
    state.sieges = []
    order(Turn(state), 0, "char Ralph: treasury")
    assert state.nations[0].site == CROPLAND


@pytest.mark.clause("LM-A-14", "LM-FC-10")
@pytest.mark.parametrize("relief", ["driven off", "truce"])
def test_a_relieved_treasury_may_be_moved_in_the_turn_of_the_siege(relief: str) -> None:
    state = court(CROPLAND)
    hold(state, 0, ARDEA)
    state.set_nation(0, site=ARDEA)
    turn = Turn(state)
    person(state, "Bors W1", 1, 59)
    put(state, "HFC 1", 1, 59)
    order(turn, 1, "char Bors: lead take HFC 1, siege Ardea")
    assert refused(turn, 0, "char Ralph: treasury") == "LM-A-14"
    if relief == "truce":
        state.truces = [TruceRecord((0, 1), state.turn)]
    else:
        for n in state.units_at(59):
            state.set_unit(n, place=58)
    turn.of(Actions).acted.clear()
    order(turn, 0, "char Ralph: treasury")
    assert state.nations[0].site == CROPLAND


# Recruiting and moving, rehearsed; what a fort yields


@pytest.mark.clause("LM-A-07", "LM-A-09")
@pytest.mark.parametrize(
    ("classes", "chance", "comes"),
    [(("W", "T"), 7 + 3, ["W"]), (("G",), 1, ["G"]), (("L",), 0, []), (tuple(pieces.CLASSES), 20, ["W"])],
)
def test_a_rehearsed_recruiting_has_its_chance_and_brings_the_likeliest(
    classes: tuple[str, ...], chance: int, comes: list[str]
) -> None:
    state = court(CROPLAND)
    state.set_nation(0, classes=classes)
    turn = Turn(state, is_rehearsal=True)
    order(turn, 0, "char Ralph: recruit")
    assert turn.notes == [("chance", {"odds": (chance, 20)})]
    assert [state.people[n].of for n in state.roster(0)[1:]] == comes


@pytest.mark.clause("LM-A-07", "LM-DI-13")
def test_the_cursed_who_throw_a_1_find_what_a_1_finds() -> None:
    for die, of in ((1, "W"), (2, "W"), (9, "W"), (10, "P"), (20, "C")):
        state = court(CROPLAND)
        state.blessings = [CalledIntervention(1, "Odin", target=0)]
        entries = order(Turn(state), 0, "char Ralph: recruit", [("recruit", die)])
        assert told(entries, "recruiting")[0].data["of"] == of


@pytest.mark.clause("LM-CH-01", "LM-A-10")
@pytest.mark.parametrize(
    ("place", "die", "of", "race"),
    [(CROPLAND, 17, "H", "M"), (DWARF, 17, "H", "D"), (FOREST, 17, "H", "E"), (ORC, 17, "N", "O"),
     (SWAMP, 8, "N", "M"), (STUMPIUM, 14, "N", "M"), (STUMPIUM, 17, "H", "D"), (GROG, 14, "N", "O")],
)  # fmt: skip
def test_heroes_and_necromancers_are_of_the_race_that_lives_there_if_they_can_be(
    place: int, die: int, of: str, race: str
) -> None:
    state = court(place)
    order(Turn(state), 0, "char Ralph: recruit", [("recruit", die)])
    new = state.people[state.roster(0)[-1]]
    assert (new.of, new.race, new.level, new.place, new.since) == (of, race, 1, place, state.turn)


@pytest.mark.clause("LM-ADV-07")
def test_only_the_leader_names_a_class_and_that_he_is_may_change() -> None:
    state = court(CROPLAND)
    state.set_nation(0, advantages=("leader-choice",))
    person(state, "Anna T1", 0, CROPLAND)
    assert dropped(Turn(state), 0, "char Anna: recruit P").uncertain
    order(Turn(state), 0, "char Ralph: recruit P")
    state.set_nation(0, advantages=())
    assert not dropped(Turn(state), 0, "char Ralph: recruit P").uncertain
    state.magnates[107] = MagnateRecord("Gor", person(state, "Gor W3", 107, 74), 74, "M", ("RED",), 0)
    assert not dropped(Turn(state), 107, "char Gor: recruit P").uncertain


@pytest.mark.clause("LM-A-02")
def test_a_rehearsed_walk_is_noted_place_by_place() -> None:
    state = court(CROPLAND)
    person(state, "Anna T1", 0, 74)
    turn = Turn(state, is_rehearsal=True)
    order(turn, 0, "char Ralph: move 66 57")
    order(turn, 0, "char Anna: move 83 74")
    assert turn.ways == [(CROPLAND, 66, 57), (74, 83, 74)]
    turn = Turn(state)
    order(turn, 0, "char Anna: move 83")
    assert turn.ways == []


@pytest.mark.clause("LM-A-02", "LM-A-03")
@pytest.mark.parametrize(
    ("way", "enough"), [("74 65 74 65 74 65 74 65", True), ("74 65 74 65 74 65 74 65 74", False), ("66 57", True)]
)
def test_a_character_walks_eight_points(way: str, enough: bool) -> None:
    state = court(CROPLAND)
    if enough:
        order(Turn(state), 0, f"char Ralph: move {way}")
        assert state.people[1].place == int(way.split()[-1])
    else:
        assert dropped(Turn(state), 0, f"char Ralph: move {way}").reason == "drop.no-points"


@pytest.mark.clause("LM-A-11", "LM-GI-11", "LM-MAP-06")
def test_a_fort_yields_neither_tax_nor_tribute() -> None:
    state = court(CROPLAND)
    state.forts[CROPLAND] = "Deepgate"
    assert (revenue.tax_level(state, 465), revenue.tribute_level(state, 465)) == (0, 0)
    hold(state, 0, 465)
    revenue.tribute(Turn(state))
    assert state.nations[0].gold == 102


@pytest.mark.clause("LM-GI-11")
def test_tribute_comes_from_what_is_possessed_alone() -> None:
    state = court(CROPLAND, ARDEA)
    hold(state, 0, 74, allied=True)
    state.holders[83] = WILD
    state.magnates[107] = MagnateRecord("Gor", 99, 63, "L", ("TRD",), 5)
    hold(state, 107, 75)
    revenue.tribute(Turn(state))
    assert [each.gold for each in state.nations] == [100 + 2 + 3, 100 + 1]
    assert state.magnates[107].gold == 5 + 3


@pytest.mark.clause("LM-GI-06", "LM-DI-12")
def test_without_a_sheet_the_victim_of_odin_collects_nothing() -> None:
    state = court(CROPLAND)
    state.blessings = [CalledIntervention(1, "Odin", target=0)]
    assert revenue.tax_everywhere(Turn(state), 0) == ()
    state.blessings = []
    assert [each.name for each in revenue.tax_everywhere(Turn(state), 0)] == ["Ralph"]


@pytest.mark.clause("LM-A-11")
def test_that_a_province_has_been_taxed_is_not_certain_beforehand() -> None:
    state = court(CROPLAND)
    state.options["tax_once_per_province"] = True
    person(state, "Anna T1", 0, CROPLAND)
    turn = Turn(state)
    order(turn, 0, "char Ralph: tax")
    assert dropped(turn, 0, "char Anna: tax").reason == "drop.taxed-already"

"""General actions: one action a turn, recruiting, taxes, the treasury, independence (A)."""

from __future__ import annotations

import pytest

from games.lord_and_master.hargaar import (
    NEUTRAL,
    Turn,
    codes,
    dice,
    hargaar,
    hold,
    order,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.core import Unreadable
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import independence
from palatine.games.lord_and_master.rules.combat.forts import Sieges
from palatine.games.lord_and_master.rules.common import control, magnates, neutrals
from palatine.games.lord_and_master.state import Demon, Leaguer, State

CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
TERRAINS = (CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE)
ARDEA, STUMPIUM, GROG, BLORG = 259, 270, 212, 242
SEQUENCE = [("sequence", 10), ("sequence", 12)]


def realm(*places: int, leader: str = "Ralph W2") -> State:
    """A nation with all classes and these places, its leader in the first of them; another far off."""
    state = hargaar(classes=tuple(pieces.CLASSES), kinds=tuple(pieces.KINDS))
    hold(state, 0, *places)
    person(state, leader, 0, places[0])
    person(state, "Otto W2", 1, 1)
    hold(state, 1, 1)
    return state


# One action


@pytest.mark.clause("LM-A-01")
def test_a_character_acts_once_a_turn() -> None:
    state = realm(CROPLAND)
    entries = play(state, "char Ralph: tax\nchar Ralph: tax\nchar Ralph: move 66", rolls=SEQUENCE)
    assert state.nations[0].gold == 100 + 7 + 2
    assert state.people[1].place == CROPLAND
    dropped = told(entries, "dropped")
    assert [(entry.data["line"], entry.clauses) for entry in dropped] == [(2, ("LM-A-01",)), (3, ("LM-A-01",))]
    assert GAME.prose(dropped[0]).startswith("Line 2 was not carried out")
    assert not told(play(state, "char Ralph: tax", rolls=SEQUENCE), "dropped")


@pytest.mark.clause("LM-A-01")
def test_an_order_that_comes_to_nothing_is_an_action_too() -> None:
    turn = Turn(realm(CROPLAND))
    assert refused(turn, 0, "char Ralph: colonise") == "LM-E-01"
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"


@pytest.mark.clause("LM-A-01")
def test_equipping_and_a_demons_service_are_nobodys_action_and_a_deed_may_follow_a_move() -> None:
    state = realm(CROPLAND, 74, leader="Zed M2")
    put(state, "RED 2", 0, CROPLAND)
    state.demons[99] = Demon("Asmo", 1, 1, 3)
    turn = Turn(state)
    order(turn, 0, "char Zed: tax")
    order(turn, 0, f"equip RED 2 -> LFD at {CROPLAND}")
    order(turn, 0, "demon Asmo: devastate 74")
    assert refused(turn, 0, "demon Asmo: devastate 65") == "LM-C-08"
    thief = realm(CROPLAND, leader="Hugo T2")
    order(Turn(thief), 0, "char Hugo: move 66, steal", rolls=[("theft", 1), ("loot", 5)])
    assert thief.people[1].place == 66
    assert thief.nations[0].gold == 100 + 5


@pytest.mark.clause("LM-A-01")
def test_captives_strangers_and_the_dead_do_not_act() -> None:
    state = realm(CROPLAND)
    person(state, "Anna T1", 0, 66, captor=1)
    for name in ("Anna", "Otto", "Nobody"):
        assert refused(Turn(state), 0, f"char {name}: tax") == "LM-A-01"


# Recruiting


@pytest.mark.clause("LM-A-06")
def test_recruiting_is_done_where_one_starts_whosever_province_it_is() -> None:
    for owner in (0, 1, NEUTRAL):
        state = realm(CROPLAND)
        state.holders.pop(74, None)
        if owner != NEUTRAL:
            hold(state, owner, 74)
        state.set_person(1, place=74)
        order(Turn(state), 0, "char Ralph: recruit", rolls=[("recruit", 1)])
        assert [state.people[n].place for n in state.roster(0)] == [74, 74]
    with pytest.raises(Unreadable):
        parse("char Ralph: move 66, recruit")
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 83")
    assert refused(turn, 0, "char Ralph: recruit") == "LM-A-01"


@pytest.mark.clause("LM-A-06")
def test_a_newcomer_acts_from_the_next_turn_on() -> None:
    state = realm(CROPLAND)
    turn = Turn(state)
    order(turn, 0, "char Ralph: recruit", rolls=[("recruit", 1)])
    new = state.people[state.roster(0)[-1]].name
    assert refused(turn, 0, f'char "{new}": tax') == "LM-A-06"
    order(Turn(state), 0, f'char "{new}": tax')


COLUMNS = {
    "c": "WWWWWWWPPPMMMTTTHCNG",
    "w": "BBBBBBBOOOLLLGGGJNCX",
    "f": "EEEEEEESSSGGGXXXHHGH",
    "d": "DDDDDDDAAAGGGJJJHXAH",
    "o": "OOOOOOOBBBCCCJJJNLGX",
    "g": "TTTTTTTWWWMMMHHHCNSO",
    "s": "LLLLLLLNNNOOOBBBCXTH",
}
CITIES = {
    ARDEA: "WWWWWWWMMMPPPNNNHGTJ",
    STUMPIUM: "DDDDDDDMMMAAANNNHGTJ",
    230: "EEEEEEESSSPPPNNNHGTJ",
    GROG: "OOOOOOOMMMPPPNNNCGBJ",
    BLORG: "LLLLLLLMMMPPPNNNCGBJ",
}


def recruited(place: int, roll: int, classes: str = "".join(pieces.CLASSES)) -> str:
    """The class of whoever is recruited in a place, "" if nobody is."""
    state = realm(place)
    state.set_nation(0, classes=tuple(classes))
    order(Turn(state), 0, "char Ralph: recruit", rolls=[("recruit", roll)])
    return "".join(state.people[n].of for n in state.roster(0)[1:])


@pytest.mark.clause("LM-A-07")
@pytest.mark.parametrize("place", TERRAINS)
def test_a_d20_on_the_column_of_the_terrain(place: int) -> None:
    column = COLUMNS[hargaar().terrain[place]]
    assert "".join(recruited(place, roll) for roll in range(1, 21)) == column


@pytest.mark.clause("LM-A-07")
@pytest.mark.parametrize("place", CITIES)
def test_in_a_city_the_column_of_cities(place: int) -> None:
    assert "".join(recruited(place, roll) for roll in range(1, 21)) == CITIES[place]


@pytest.mark.clause("LM-A-07")
def test_the_column_is_that_of_the_terrain_there_is_now_and_of_the_square_around_a_fort() -> None:
    state = realm(CROPLAND, 74)
    state.terrain[CROPLAND] = "w"
    state.forts[74] = "Deepgate"
    hold(state, 0, 474)
    person(state, "Anna T1", 0, 474)
    turn = Turn(state)
    order(turn, 0, "char Ralph: recruit", rolls=[("recruit", 1)])
    order(turn, 0, "char Anna: recruit", rolls=[("recruit", 1)])
    assert [state.people[n].of for n in state.roster(0)] == ["W", "T", "B", "W"]


@pytest.mark.clause("LM-A-07")
def test_a_class_that_is_no_pick_brings_nobody() -> None:
    assert recruited(CROPLAND, 8, "WTMHC") == ""
    assert recruited(CROPLAND, 7, "WTMHC") == "W"


# Taxes


@pytest.mark.clause("LM-A-11")
@pytest.mark.parametrize(
    ("place", "amount"),
    [(CROPLAND, 7), (FOREST, 4), (GRASSLAND, 2), (ORC, 2), (DWARF, 9), (SWAMP, 1), (WASTE, 1),
     (GROG, 10), (225, 15), (230, 12), (BLORG, 8), (ARDEA, 17), (STUMPIUM, 20), (287, 15), (300, 15)],
)  # fmt: skip
def test_taxes_are_the_tax_level_of_the_place_and_come_at_once(place: int, amount: int) -> None:
    for of in pieces.CLASSES:
        state = realm(place, leader=f"Ralph {of}1")
        order(Turn(state), 0, "char Ralph: tax")
        assert state.nations[0].gold == 100 + amount


@pytest.mark.clause("LM-A-11")
def test_what_has_been_collected_can_be_spent_by_the_next_line() -> None:
    state = realm(CROPLAND)
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
    state = realm(CROPLAND)
    state.options["tax_once_per_province"] = once
    person(state, "Anna T1", 0, CROPLAND)
    entries = play(state, "char Ralph: tax\nchar Anna: tax", rolls=SEQUENCE)
    assert state.nations[0].gold == gold
    assert [entry.clauses for entry in told(entries, "dropped")] == [("LM-A-11",)] * once


@pytest.mark.clause("LM-A-12")
def test_taxes_are_collected_in_starting_and_conquered_provinces_alone() -> None:
    state = realm(CROPLAND, 75)
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
    state = realm(CROPLAND)
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
    state = realm(CROPLAND)
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
    state = realm(CROPLAND)
    state.forts[74] = "Deepgate"
    hold(state, 0, site)
    state.set_nation(0, site=site)
    state.sieges = [Leaguer(site, 1)]
    assert refused(Turn(state), 0, "char Ralph: treasury") == "LM-A-14"
    state.sieges = []
    turn = Turn(state)
    turn.of(Sieges).declared.add((site, 1))
    assert refused(turn, 0, "char Ralph: treasury") == "LM-A-14"
    assert state.nations[0].site == site
    order(Turn(state), 0, "char Ralph: treasury")
    assert state.nations[0].site == CROPLAND


# Independence

RACES = {
    CROPLAND: "RED", FOREST: "ERD", GRASSLAND: "RED", ORC: "ORD", DWARF: "DRD", SWAMP: "TRD", WASTE: "ORD",
    ARDEA: "RED", STUMPIUM: "DRD", GROG: "ORD", BLORG: "TRD", 230: "ERD",
}  # fmt: skip


@pytest.mark.clause("LM-A-15")
@pytest.mark.parametrize("place", RACES)
def test_independence_takes_seven_recruits_of_the_race_of_the_place(place: int) -> None:
    code = RACES[place]
    for other in pieces.RECRUITS.values():
        if other != code:
            state = realm(place)
            put(state, f"{other} 7 {code} 6", 0, place)
            assert refused(Turn(state), 0, "char Ralph: independence") == "LM-A-15"
    state = realm(place)
    put(state, f"{code} 9 HFC 1", 0, place)
    order(Turn(state), 0, "char Ralph: independence")
    assert codes(state, 0, place) == sorted([code, code, "HFC"])
    assert state.holder(place) == 0


@pytest.mark.clause("LM-A-15")
def test_only_a_conquered_province_without_the_treasury_is_set_free() -> None:
    for change in ("start", "allied", "enemy", "neutral", "treasury", "fort"):
        state = realm(CROPLAND)
        state.groups = [(10, 19, 28), (1, 2, 3)]
        place = 465 if change == "fort" else CROPLAND
        put(state, "RED 7", 0, place)
        if change == "start":
            state.groups[0] = (CROPLAND, 19, 28)
        elif change == "allied":
            state.allied.append(CROPLAND)
        elif change == "enemy":
            hold(state, 1, CROPLAND)
        elif change == "neutral":
            del state.holders[CROPLAND]
        elif change == "treasury":
            state.set_nation(0, site=CROPLAND)
        else:
            state.forts[CROPLAND] = "Deepgate"
            hold(state, 0, 465)
            state.set_person(1, place=465)
        assert refused(Turn(state), 0, "char Ralph: independence") == "LM-A-15", change
        assert codes(state, 0, place) == ["RED"] * 7


def declared(place: int = CROPLAND) -> State:
    """The turn after a declaration by Ralph: Anna, Otto's man and captives are there, and troops."""
    state = realm(place, 20)
    person(state, "Berta W1", 0, 20)
    person(state, "Anna T1", 0, place)
    person(state, "Spy T1", 1, place)
    person(state, "Captive T1", 1, place, captor=0)
    put(state, f"{RACES[place]} 8 HFC 2", 0, place)
    play(state, "char Ralph: independence", rolls=SEQUENCE)
    assert state.holder(place) == 0
    assert codes(state, 0, place) == sorted(["HFC", "HFC", RACES[place]])
    assert len(state.people_at(place)) == 3
    return state


@pytest.mark.clause("LM-A-16")
def test_everybody_else_who_remains_is_eliminated_next_turn() -> None:
    state = declared()
    entries = play(state, f"char Ralph: move 74\nchar Berta: move {CROPLAND}", rolls=SEQUENCE)
    assert codes(state, 0, CROPLAND) == []
    assert sorted(person.name for person in state.people.values()) == ["Berta", "Otto", "Ralph"]
    assert {entry.data["name"] for entry in told(entries, "death")} == {"Anna", "Spy", "Captive"}
    assert state.holder(CROPLAND) == NEUTRAL
    assert state.people[1].place == 74


@pytest.mark.clause("LM-A-16")
@pytest.mark.parametrize("text", ["", "char Ralph: recruit", "char Ralph: move 74 65"])
def test_whoever_declared_it_and_does_not_leave_is_eliminated_too(text: str) -> None:
    state = declared()
    rolls = [("recruit", 20), ("succession", 1)] if "recruit" in text else []
    play(state, text, rolls=[*rolls, *SEQUENCE])
    assert state.person_named("Ralph") < 0
    assert state.people[state.nations[0].leader].name != "Ralph"


@pytest.mark.clause("LM-A-16")
def test_the_turn_after_next_it_is_a_province_like_any_other() -> None:
    state = declared()
    play(state, "char Ralph: move 74", rolls=SEQUENCE)
    play(state, f"char Ralph: move {CROPLAND}", rolls=SEQUENCE)
    assert state.people[1].place == CROPLAND


@pytest.mark.clause("LM-A-16")
def test_a_sheet_is_checked_against_what_will_be_left() -> None:
    state = declared()
    problems = GAME.check(state, "P1", parse("char Ralph: tax\nchar Anna: tax\nchar Ralph: move 74"))
    assert [(problem.line, problem.clause) for problem in problems] == [
        (1, "LM-A-12"), (2, "LM-A-01"), (3, "LM-A-01"),
    ]  # fmt: skip


@pytest.mark.clause("LM-A-17")
@pytest.mark.parametrize(
    ("place", "force", "treasury"),
    [
        (CROPLAND, ["MCC"] + ["MFD"] * 5, 50),
        (DWARF, ["DHB"] * 2 + ["DHC"] * 4, 75),
        (ARDEA, ["ATB"] * 2 + ["MFB"] * 5, 175),
    ],
)
def test_leader_and_force_are_there_next_turn_and_the_treasury_the_turn_after(
    place: int, force: list[str], treasury: int
) -> None:
    state = declared(place)
    turn = Turn(state)
    independence.continue_independence(turn)
    assert place not in state.coffers
    neutrals.rouse(turn, place)
    assert codes(state, NEUTRAL, place) == force
    leader = next(state.people[n] for n in state.people_at(place, NEUTRAL))
    assert (leader.of, leader.level) == neutrals.printed_leader(state, place)
    state.turn += 1
    independence.continue_independence(Turn(state))
    assert state.coffers[place] == treasury
    assert state.independence == []


@pytest.mark.clause("LM-A-17")
def test_conquest_before_the_treasury_is_there_voids_it() -> None:
    state = declared()
    play(state, "char Ralph: move 74", rolls=SEQUENCE)
    before = state.nations[1].gold
    control.conquer(Turn(state), CROPLAND, 1, force=True)
    assert state.nations[1].gold == before
    independence.continue_independence(Turn(state))
    assert CROPLAND not in state.coffers


@pytest.mark.clause("LM-A-17")
def test_neither_does_a_magnate_get_it() -> None:
    state = declared()
    play(state, "char Ralph: move 74", rolls=SEQUENCE)
    turn = Turn(state)
    with dice(state, [("magnate", 1), ("magnate's assistant", 1), ("magnate troops", 2)]):
        magnates.reveal_magnate(turn, CROPLAND, turn.throw("magnate", sides=12))
    independence.continue_independence(Turn(state))
    assert CROPLAND not in state.coffers
    assert next(iter(state.magnates.values())).gold == 0


# In and out of cities and forts


@pytest.mark.clause("LM-MV-05", "LM-A-05")
def test_going_between_a_city_and_its_square_is_no_action() -> None:
    state = realm(59, ARDEA)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city")
    order(turn, 0, "char Ralph: tax")
    assert state.nations[0].gold == 117
    assert refused(turn, 0, "char Ralph: move 59") == "LM-A-01"
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59 60 59")
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"


@pytest.mark.clause("LM-MV-05", "LM-A-06", "LM-NEU-08")
def test_whoever_has_just_gone_into_a_city_neither_recruits_nor_negotiates_there() -> None:
    state = realm(59)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city")
    assert refused(turn, 0, "char Ralph: diplomacy") == "LM-NEU-08"
    state = realm(59)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city")
    assert refused(turn, 0, "char Ralph: recruit") == "LM-A-06"


@pytest.mark.clause("LM-MV-05", "LM-ESC-01")
def test_going_into_an_enemys_city_takes_an_escape_roll_though_no_action() -> None:
    state = realm(59)
    hold(state, 1, ARDEA)
    put(state, "HFC 4", 1, ARDEA)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city", [("escape", 12)])
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"
    assert state.people[1].captor == 1

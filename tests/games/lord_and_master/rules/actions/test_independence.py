"""GRANT INDEPENDENCE (A-15 to A-17)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dice, hargaar, hold, order, person, play, put, refused, told
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import independence
from palatine.games.lord_and_master.rules.common import control, magnates, neutrals
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, CityStateRecord, Independence, State

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
            state = court(place)
            put(state, f"{other} 7 {code} 6", 0, place)
            assert refused(Turn(state), 0, "char Ralph: independence") == "LM-A-15"
    state = court(place)
    put(state, f"{code} 9 HFC 1", 0, place)
    order(Turn(state), 0, "char Ralph: independence")
    assert codes(state, 0, place) == sorted([code, code, "HFC"])
    assert state.holder(place) == 0


@pytest.mark.clause("LM-A-15")
def test_only_a_conquered_province_without_the_treasury_is_set_free() -> None:
    for change in ("start", "allied", "enemy", "neutral", "treasury", "fort"):
        state = court(CROPLAND)
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
    """Return the turn after Ralph's declaration, with people, captives and troops in the place.

    Anna is Ralph's, the spy is Otto's.
    """
    state = court(place, 20)
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


@pytest.mark.clause("LM-A-17", "LM-NEU-06")
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


@pytest.mark.clause("LM-A-16", "LM-A-17", "LM-NEU-14")
def test_who_wins_the_free_province_over_must_leave_it_still_and_its_treasury_still_comes() -> None:
    """The winner must leave in the next turn.

    The province gains its treasury at “the beginning of the second turn”.
    """
    state = court(CROPLAND, 56)
    person(state, "Anna W1", 0, 56)
    state.independence = [Independence(CROPLAND, state.turn - 1, 1)]
    entries = play(state, "char Ralph: diplomacy", rolls=[("diplomacy", 1), *SEQUENCE])
    assert told(entries, "diplomacy-won")
    assert (1 in state.people, CROPLAND in state.allied, CROPLAND in state.coffers) == (False, True, False)
    play(state, "", rolls=SEQUENCE)
    assert state.coffers[CROPLAND] == 50
    assert state.independence == []


@pytest.mark.clause("LM-A-15")
def test_a_second_declaration_of_the_turn_takes_the_place_of_the_first() -> None:
    state = court(CROPLAND)
    anna = person(state, "Anna W1", 0, CROPLAND)
    state.independence = [Independence(GRASSLAND, state.turn, 1)]
    put(state, "RED 14", 0, CROPLAND)
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: independence")
    assert [(entry.clauses, entry.readers) for entry in told(entries, "independence")] == [(("LM-A-15",), None)]
    order(turn, 0, "char Anna: independence")
    assert state.independence == [
        Independence(GRASSLAND, state.turn, 1),
        Independence(CROPLAND, state.turn, anna),
    ]


@pytest.mark.clause("LM-A-15", "LM-ADV-09")
def test_a_city_that_a_nation_founded_is_of_the_race_that_was_chosen_for_it() -> None:
    state = court(265)
    state.own_cities[CROPLAND] = CityStateRecord("Skulltown", "O")
    assert independence.race_of(state, 265) == "O"
    put(state, "ORD 7", 0, 265)
    order(Turn(state), 0, "char Ralph: independence")
    assert codes(state, 0, 265) == []


@pytest.mark.clause("LM-A-17", "LM-MAP-05", "LM-MAP-06", "LM-ADV-09")
@pytest.mark.parametrize(
    ("place", "gold"),
    [(CROPLAND, 50), (FOREST, 35), (GRASSLAND, 25), (ORC, 30), (DWARF, 75), (SWAMP, 10), (WASTE, 15),
     (GROG, 100), (225, 150), (230, 130), (BLORG, 95), (ARDEA, 175), (STUMPIUM, 250), (287, 150), (300, 150),
     (265, 0)],
)  # fmt: skip
def test_the_treasury_of_a_free_place_is_that_of_the_charts(place: int, gold: int) -> None:
    state = court(CROPLAND)
    state.own_cities[CROPLAND] = CityStateRecord("Skulltown", "O")
    assert independence.printed_treasury(state, place) == gold

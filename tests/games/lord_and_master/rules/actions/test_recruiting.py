"""RECRUIT CHARACTER (A-06 to A-10, ADV-07)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import ARDEA, hargaar, hold, order, person, refused, told
from palatine.core import Unreadable
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State


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


@pytest.mark.clause("LM-ADV-07")
def test_the_leader_names_a_picked_class_of_the_province_and_no_die_is_thrown() -> None:
    state = realm(advantages=("leader-choice",))
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: recruit H")
    new = state.people[state.roster(0)[-1]]
    assert (new.of, new.level, new.place) == ("H", 1, 65)
    assert told(entries, "recruited")[0].data["of"] == "H"
    assert refused(turn, 0, f'char "{new.name}": tax') == "LM-A-06"


@pytest.mark.clause("LM-ADV-07")
@pytest.mark.parametrize(
    ("text", "clause"),
    [("Ralph: recruit D", "LM-A-09"), ("Ralph: recruit C", "LM-A-09"), ("Otto: recruit W", "LM-ADV-07"),
     ("Ralph: recruit Q", "LM-ADV-07")],
)  # fmt: skip
def test_others_and_other_classes_are_not_named(text: str, clause: str) -> None:
    state = realm(advantages=("leader-choice",))
    state.set_person(2, place=65)
    assert refused(Turn(state), 0, f"char {text}") == clause
    state = realm()
    assert refused(Turn(state), 0, "char Ralph: recruit W") == "LM-ADV-07"


@pytest.mark.clause("LM-ADV-07", "LM-A-08")
@pytest.mark.parametrize(
    ("place", "yes", "no"),
    [(65, "WPMTHCNG", "DAESOBLJX"), (57, "BOLGJNCX", "WPDHT"), (225, "WMPNHGTJ", "DSOC"), (242, "LMPNCGBJ", "WOH")],
)
def test_the_classes_are_those_of_the_column_in_a_city_of_its_race(place: int, yes: str, no: str) -> None:
    for of in yes + no:
        state = realm(advantages=("leader-choice",), classes=tuple("WPTMNHCDAESOBLJGX"))
        state.set_person(1, place=place)
        if of in yes:
            order(Turn(state), 0, f"char Ralph: recruit {of}")
            assert state.people[state.roster(0)[-1]].of == of
        else:
            assert refused(Turn(state), 0, f"char Ralph: recruit {of}") == "LM-ADV-07"


@pytest.mark.clause("LM-ADV-07")
def test_in_a_city_of_trolls_orcs_may_be_named_by_those_who_have_not_picked_trolls() -> None:
    state = realm(advantages=("leader-choice",), classes=("W", "O"))
    state.set_person(1, place=242)
    order(Turn(state), 0, "char Ralph: recruit O")
    assert state.people[state.roster(0)[-1]].of == "O"


CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
TERRAINS = (CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE)
STUMPIUM, GROG, BLORG = 270, 212, 242


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


# Recruiting


@pytest.mark.clause("LM-A-06")
def test_recruiting_is_done_where_one_starts_whosever_province_it_is() -> None:
    for owner in (0, 1, NEUTRAL):
        state = court(CROPLAND)
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
    state = court(CROPLAND)
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
    """Return the class of the character recruited in a place, or ""."""
    state = court(place)
    state.set_nation(0, classes=tuple(classes))
    order(Turn(state), 0, "char Ralph: recruit", rolls=[("recruit", roll)])
    return "".join(state.people[n].of for n in state.roster(0)[1:])


@pytest.mark.clause("LM-A-07")
@pytest.mark.parametrize("place", TERRAINS)
def test_a_d20_on_the_column_of_the_terrain(place: int) -> None:
    column = COLUMNS[hargaar().terrain[place]]
    assert "".join(recruited(place, roll) for roll in range(1, 21)) == column


@pytest.mark.clause("LM-A-07", "LM-A-10")
@pytest.mark.parametrize("place", CITIES)
def test_in_a_city_the_column_of_cities(place: int) -> None:
    assert "".join(recruited(place, roll) for roll in range(1, 21)) == CITIES[place]


@pytest.mark.clause("LM-A-07")
def test_the_column_is_that_of_the_terrain_there_is_now_and_of_the_square_around_a_fort() -> None:
    state = court(CROPLAND, 74)
    state.terrain[CROPLAND] = "w"
    state.forts[74] = "Deepgate"
    hold(state, 0, 474)
    person(state, "Anna T1", 0, 474)
    turn = Turn(state)
    order(turn, 0, "char Ralph: recruit", rolls=[("recruit", 1)])
    order(turn, 0, "char Anna: recruit", rolls=[("recruit", 1)])
    assert [state.people[n].of for n in state.roster(0)] == ["W", "T", "B", "W"]


@pytest.mark.clause("LM-A-07", "LM-A-09")
def test_a_class_that_is_no_pick_brings_nobody() -> None:
    assert recruited(CROPLAND, 8, "WTMHC") == ""
    assert recruited(CROPLAND, 7, "WTMHC") == "W"

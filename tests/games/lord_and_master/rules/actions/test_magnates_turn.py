"""A magnate's own troops, and what a person as referee may order for him (MAG-11, MAG-14)."""

from __future__ import annotations

import msgspec
import pytest

from games.lord_and_master.positions import (
    CROPLAND,
    GRASSLAND,
    codes,
    hargaar,
    hold,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_city, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import magnates_turn
from palatine.games.lord_and_master.rules.common import magnates
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import Demon, Magnate, State

VETRIUM, FRIENDLYTON = 225, 230
SEQUENCE = [("sequence", 5), ("sequence", 9)]


def magnate(place: int, character: str, referee: bool = False) -> tuple[State, int]:
    """A magnate without troops and with 30 gold; two nations far off."""
    state = hargaar()
    if referee:
        state.seats = ("P1", "P2", REFEREE)  # type: ignore[misc]
        state.sheets = [None] * 3
    for seat, square in enumerate((4, 105)):
        person(state, f"Far{seat} W1", seat, square)
    number = 100 + state.next_id
    state.next_id += 1
    who = person(state, f"Grim {character}", number, place)
    race = state.people[who].race
    state.magnates[number] = Magnate("Grim", who, place, race, magnates.kinds_of(state, place, race), 30)
    hold(state, number, place)
    if is_city(place):
        hold(state, number, square_of(place))
    return state, number


# By himself


@pytest.mark.clause("LM-MAG-14")
@pytest.mark.parametrize(
    ("place", "character", "troops"),
    [(VETRIUM, "P3", ["LFD", "LFD"]), (GRASSLAND, "T3", ["LFD"] * 3), (FRIENDLYTON, "S3", ["EFD", "EFD"])],
)
def test_a_magnate_of_any_class_raises_recruits_of_his_race_and_makes_troops_of_them(
    place: int, character: str, troops: list[str]
) -> None:
    state, number = magnate(place, character)
    entries = play(state, "", "", rolls=[*SEQUENCE])
    found = codes(state, number, place)
    assert len(told(entries, "raised")) == len(told(entries, "equipped")) == 1
    assert (len(found), {pieces.TROOPS[code].table for code in found} & {1}) == (len(troops), set())
    assert {pieces.TROOPS[code].grade for code in found} == {"D"}
    assert state.magnates[number].gold == 30 - sum(pieces.TROOPS[code].cost or 0 for code in found) + _tribute(
        place
    )


def _tribute(place: int) -> int:
    return {VETRIUM: 3 + 2, GRASSLAND: 1, FRIENDLYTON: 3 + 1}[place]


@pytest.mark.clause("LM-MAG-14")
def test_his_helper_raises_only_by_class() -> None:
    state, number = magnate(GRASSLAND, "T3")
    person(state, "Imp T1", number, GRASSLAND)
    assert refused(Turn(state), number, "char Imp: raise RED") == "LM-B-03"


@pytest.mark.clause("LM-TT-06", "LM-MAG-11")
def test_he_reckons_with_the_values_that_are_played_with() -> None:
    state, number = magnate(CROPLAND, "W3")
    put(state, "HAA 1", number, CROPLAND)
    person(state, "Eve W1", 0, 66)
    hold(state, 0, 66)
    put(state, "ATB 1", 0, 66)  # 8 in attack against 5, smoothed 7 against 3
    for option, strength in ((False, 8), (True, 7)):
        state.options = {"smooth_values": option}
        wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
        assert isinstance(wish, o.Lead)
        assert Turn(state).values(state.units_at(CROPLAND)[0])[0] == strength
    state.units = {n: msgspec.structs.replace(unit, code="DXC" if unit.owner == 0 else "HAA") for n, unit in
                   state.units.items()}  # fmt: skip
    put(state, "MFD 1", 0, 66)  # 8 in all: 7 are not one and a half times as strong, nor are 8
    assert not isinstance(magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0], o.Lead)


@pytest.mark.clause("LM-B-16")
def test_he_leads_six_orcs_a_level_and_five_of_others() -> None:
    for troops, character, most in (("OFC 20", "O3", 18), ("MFC 20", "W3", 15)):
        state, number = magnate(CROPLAND, character)
        put(state, troops, number, CROPLAND)
        hold(state, 0, 66)
        wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
        assert isinstance(wish, o.Lead)
        assert isinstance(wish.steps[0], o.Take)
        assert sum(batch.count for batch in wish.steps[0].units) == most


# By a person as referee


@pytest.mark.clause("LM-MAG-11", "LM-MAG-14")
def test_a_referee_chooses_three_types_equips_and_disposes_of_demons_and_prisoners() -> None:
    state, number = magnate(CROPLAND, "M3", referee=True)
    hold(state, 0, 4)
    hugo = person(state, "Hugo T1", 0, CROPLAND, captor=number)
    put(state, "RED 3 MFC 1", number, CROPLAND)
    state.demons[99] = Demon("Asmo", 2, state.magnates[number].leader, 3)
    state.next_id = 200
    sheet = """\
magnate Grim: HF LC SA
equip RED 2 -> HFD at 65
equip RED 1 -> KTD at 65
demon Asmo: rain 4
prisoner Hugo release
char Grim: tax
"""
    assert [(each.line, each.clause) for each in GAME.check(state, REFEREE, GAME.parse(sheet))] == [(3, "LM-B-07")]
    entries = play(state, "", "", sheet, rolls=[("rain", 6), *SEQUENCE])
    assert state.magnates[number].kinds == ("MC", "MF", "RED", "HF", "LC", "SA")
    assert codes(state, number, CROPLAND) == ["HFD", "HFD", "MFC", "RED"]
    assert state.people[hugo].captor is None
    assert told(entries, "magnate-types")
    assert [entry.clauses for entry in told(entries, "dropped")] == [("LM-B-07",)]


@pytest.mark.clause("LM-MAG-14")
@pytest.mark.parametrize("types", ["HF LC SA HP", "MF", "XX", "DEAD"])
def test_up_to_three_other_types_that_there_are(types: str) -> None:
    state, number = magnate(CROPLAND, "W3", referee=True)
    assert refused(Turn(state), number, f"magnate Grim: {types}") == "LM-MAG-14"
    assert refused(Turn(state), 0, "magnate Grim: HF") == "LM-MAG-14", "players say nothing of it"

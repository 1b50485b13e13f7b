"""Shared services of a turn: places, dice, gifts of the gods, readers of entries."""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.positions import ARDEA, CROPLAND, dice, hargaar, hold, person, put
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.orders.kinds import PlaceRef
from palatine.games.lord_and_master.rules.common import naming
from palatine.games.lord_and_master.rules.common.turn import Actions, OrderFailed, Shields, Turn
from palatine.games.lord_and_master.state import (
    NEUTRAL,
    WILD,
    CalledIntervention,
    CityStateRecord,
    MagnateRecord,
    State,
    TruceRecord,
)

# Places


def lands() -> State:
    """Return a match in which the second nation has a fort in 74 and its own city in 65."""
    state = hargaar()
    state.forts[74] = "Deepgate"
    state.own_cities[CROPLAND] = CityStateRecord("Skulltown", "O")
    return state


@pytest.mark.clause("LM-MAP-01", "LM-MAP-03", "LM-MV-04")
@pytest.mark.parametrize(
    ("ref", "place"),
    [
        (PlaceRef(), 33),
        (PlaceRef(1), 1),
        (PlaceRef(108), 108),
        (PlaceRef(59, "city"), ARDEA),
        (PlaceRef(65, "city"), 265),
        (PlaceRef(74, "fort"), 474),
        (PlaceRef(name="ardea"), ARDEA),
        (PlaceRef(name="SKULLTOWN"), 265),
        (PlaceRef(name="deepgate"), 474),
    ],
)
def test_a_place_is_named_by_its_square_or_its_name(ref: PlaceRef, place: int) -> None:
    assert Turn(lands()).place(ref, 33) == place


@pytest.mark.clause("LM-MAP-01", "LM-MAP-03", "LM-MV-04")
@pytest.mark.parametrize(
    ("ref", "reason", "uncertain"),
    [
        (PlaceRef(109), "no-square", False),
        (PlaceRef(66, "city"), "no-such-place", False),
        (PlaceRef(66, "fort"), "no-such-place", True),
        (PlaceRef(12, "city"), "no-such-place", True),
        (PlaceRef(name="Grog"), "no-such-name", True),
        (PlaceRef(name="Nowhere"), "no-such-name", True),
    ],
)
def test_what_is_not_there_may_yet_be_built_or_not_be_plundered(
    ref: PlaceRef, reason: str, uncertain: bool
) -> None:
    state = lands()
    state.ruins = [12]
    with pytest.raises(OrderFailed) as found:
        Turn(state).place(ref, 33)
    assert (found.value.reason, found.value.uncertain) == (f"drop.{reason}", uncertain)


# Dice


@pytest.mark.clause("LM-DI-13")
@pytest.mark.parametrize(
    ("actor", "roller", "sides", "value"),
    [(0, None, 20, 8), (1, None, 20, 10), (0, 1, 20, 10), (1, 0, 20, 8), (0, None, 6, 10)],
)
def test_the_cursed_lose_two_on_every_d20_that_is_theirs(
    actor: int, roller: int | None, sides: int, value: int
) -> None:
    state = hargaar()
    state.blessings = [CalledIntervention(1, "Odin", target=0)]
    turn = Turn(state)
    turn.actor = actor
    with dice(state, [("test", 4)]):
        tally = turn.throw("test", [(10, "LM-A-01", "level")], sides, roller)
    assert (tally.value, tally.rolled) == (value, 4)


@pytest.mark.parametrize(("face", "success"), [(11, True), (12, False)])
def test_an_attempt_succeeds_up_to_the_sum_of_its_parts(face: int, success: bool) -> None:
    state = hargaar()
    with dice(state, [("test", face)]):
        found, tally = Turn(state).attempt("test", [(10, "LM-A-01", "level"), (1, "LM-A-01", "level")])
    assert (found, tally.value, tally.is_roll_under) == (success, 11, True)


@pytest.mark.parametrize(("amount", "chance"), [(-3, 0), (0, 0), (1, 1), (19, 19), (20, 20), (25, 20)])
def test_a_rehearsed_attempt_succeeds_and_its_chance_is_noted(amount: int, chance: int) -> None:
    turn = Turn(hargaar(), is_rehearsal=True)
    assert turn.attempt("test", [(amount, "LM-A-01", "level")])[0]
    assert turn.notes == [("chance", {"odds": (chance, 20)})]
    turn = Turn(hargaar())
    turn.preview("cost", amount=3)
    assert turn.notes == []


# The gods


@pytest.mark.clause("LM-DI-07", "LM-DI-08", "LM-DI-10")
def test_gifts_and_curses_are_those_of_the_turn_and_their_owner() -> None:
    state = hargaar(3)
    who = person(state, "Ann W2", 0, CROPLAND)
    other = person(state, "Ben W2", 1, CROPLAND)
    (mine,) = put(state, "HFC 1", 0, CROPLAND)
    (hurt,) = put(state, "HFD 1w", 0, CROPLAND)
    (theirs,) = put(state, "HFC 1", 1, CROPLAND)
    call, curse = CalledIntervention(0, "Mars"), CalledIntervention(2, "Odin", target=1)
    state.blessings = [call, curse]
    turn = Turn(state)
    assert (turn.blessing(0, "Mars"), turn.blessing(0, "Jupiter"), turn.blessing(1, "Mars")) == (call, None, None)
    assert [turn.is_cursed(owner) for owner in (0, 1, 2, NEUTRAL)] == [False, True, False, False]
    assert (turn.level(who), turn.level(other)) == (4, 2)
    assert (turn.strength("HFC", 0), turn.strength("HFC", 1)) == ("HFA", "HFC")
    assert (turn.values(mine), turn.values(hurt), turn.values(theirs)) == ((10, 10, 3), (8, 8, 2), (8, 8, 3))


# What a rehearsal notes of a march


def test_steps_are_joined_to_the_way_that_ends_where_they_begin() -> None:
    turn = Turn(hargaar(), is_rehearsal=True)
    for here, place in ((65, 66), (66, 67), (67, 67), (56, 57), (57, 56), (67, 76)):
        turn.goes(here, place)
    assert turn.ways == [(65, 66, 67), (56, 57, 56), (67, 76)]
    turn = Turn(hargaar())
    turn.goes(65, 66)
    assert turn.ways == []


def test_the_same_turn_goes_on_with_what_it_remembers_and_the_first_does_not_change() -> None:
    state = hargaar(3)
    state.alliances = [(0, 1)]
    turn = Turn(state)
    turn.actor = 1
    turn.of(Actions).acted.add(7)
    twin = turn.going_on(state.copy(), is_rehearsal=True)
    state.alliances = []
    assert (twin.actor, twin.alliances, twin.is_rehearsal, twin.of(Actions).acted) == (1, ((0, 1),), True, {7})
    twin.of(Actions).acted.add(8)
    assert turn.of(Actions).acted == {7}


# Who hears of what


def watcher(what: str, place: int, seats: int = 2) -> State:
    """Return a match in which the second nation has one thing in a place and nothing else."""
    state = hargaar(seats)
    if what == "land":
        hold(state, 1, place)
    elif what == "character":
        person(state, "Ben W1", 1, place)
    elif what == "captive":
        person(state, "Ben W1", 1, place, captor=0)
    else:
        put(state, "RED 1", 1, place)
    return state


@pytest.mark.clause("LM-GI-04")
@pytest.mark.parametrize("what", ["land", "character", "captive", "unit"])
@pytest.mark.parametrize(
    ("place", "sees"),
    [(65, True), (56, True), (66, True), (74, True), (64, True), (265, True), (465, True), (266, True), (466, True),
     (57, False), (67, False), (47, False), (75, False), (267, False)],
)  # fmt: skip
def test_who_has_something_there_or_beside_it_sees(what: str, place: int, sees: bool) -> None:
    state = watcher(what, place)
    for at in (65, 265, 465):
        assert Turn(state).witnesses((at,)) == ((1,) if sees else ())


@pytest.mark.clause("LM-GI-04")
def test_the_referee_sees_all_and_nobody_else_does_but_whom_it_concerns() -> None:
    state = hargaar(2)
    assert Turn(state).witnesses((), (0, 1, NEUTRAL, WILD, 107)) == (0, 1)
    state.seats = ("P1", "P2", REFEREE)  # type: ignore[misc]
    assert Turn(state).witnesses((), (1,)) == (1, 2)
    assert Turn(state).witnesses(()) == (2,)


@pytest.mark.clause("LM-GI-04")
@pytest.mark.parametrize(
    ("fog", "watched", "shown"),
    [(False, True, True), (False, False, True), (True, False, True), (True, True, False)],
)
def test_in_fog_a_way_is_shown_only_if_nobody_else_reads_of_it(fog: bool, watched: bool, shown: bool) -> None:
    state = hargaar()
    state.options = {"fog": fog}
    hold(state, 1, 66 if watched else 1)
    way = Turn(state).course(64, 65, 0, (65,))
    assert way == ({"way": [64, 65], "whose": 0} if shown else {})
    state.journal = None  # type: ignore[misc]
    assert Turn(state).course(64, 65, 0, (65,)) == {}
    Turn(state).log("moved", at=(65,))


@pytest.mark.clause("LM-E-22")
@pytest.mark.parametrize(("code", "here", "stays"), [("ZOD", 66, False), ("ZOD", 65, True), ("MFC", 66, True)])
def test_the_dead_are_not_brought_into_a_shielded_place(code: str, here: int, stays: bool) -> None:
    state = hargaar()
    (n,) = put(state, f"{code} 1", 0, here)
    turn = Turn(state)
    turn.of(Shields).places.add(65)
    assert turn.bring(n, 65) == stays
    assert (n in state.units) == stays


# Names


@pytest.mark.parametrize(
    ("place", "name"),
    [(0, ""), (65, "cropland 65"), (ARDEA, "Ardea"), (265, "Skulltown"), (474, "Deepgate"), (266, "the city in 66"),
     (466, "the fort in 66")],
)  # fmt: skip
def test_places_are_told_by_name(place: int, name: str) -> None:
    assert naming.place_name(lands(), place) == name


def test_owners_are_told_by_name() -> None:
    state = lands()
    state.magnates[107] = MagnateRecord("Gor", 99, 63, "L", ("TRD",), 0)
    names = {owner: naming.owner_name(state, owner) for owner in (0, 1, 107, 108, NEUTRAL, WILD)}
    assert [names[owner] for owner in (0, 1, 107)] == ["N1", "N2", "Gor"]
    assert len(set(names.values())) == 6


@pytest.mark.clause("LM-CH-20")
def test_nobody_who_joins_has_the_name_of_another() -> None:
    state = hargaar()
    names = naming.NAMES["M"]
    given: list[str] = []
    for _ in range(len(names) + 1):
        given.append(naming.new_name(state, "M"))
        person(state, f"{given[-1].replace(' ', '_')} W1", 0, 65)
    assert set(given[:-1]) == set(names)
    assert len(set(given)) == len(given)
    assert given[-1].rpartition(" ")[0] in names


def test_facts_are_told_in_the_shapes_they_have_when_they_are_read_again() -> None:
    facts: Any = {"units": (("HFC", 2),), "seat": 1, "deep": {"rolls": [(1, 2)]}}
    assert naming.saved_facts(facts) == {"units": [["HFC", 2]], "seat": 1, "deep": {"rolls": [[1, 2]]}}


@pytest.mark.clause("LM-IPR-05", "LM-BAT-01")
def test_facts_have_names_where_the_map_has_numbers() -> None:
    state = lands()
    state.truces = [TruceRecord((0, 1), 9)]
    facts = {"place": 65, "seat": 1, "attacker": NEUTRAL, "defender": 0, "owner": "x", "here": "y", "count": 3}
    named = naming.with_names(state, facts)
    assert (named["place"], named["seat"], named["defender"]) == ("cropland 65", "N2", "N1")
    assert (named["owner"], named["here"], named["count"]) == ("x", "y", 3)
    assert named["attacker"] not in ("N1", "N2", naming.owner_name(state, NEUTRAL))
    assert naming.numbers_in(facts) == {"attacker": NEUTRAL, "defender": 0, "place": 65, "seat": 1}

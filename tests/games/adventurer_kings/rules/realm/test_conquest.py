"""Conquest of a province: new owner, price and reports (7.4, 7.7, 8.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    a_turn,
    at,
    know,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    sea,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED
from palatine.games.adventurer_kings.rules.realm.conquest import new_owner, take_over


@pytest.mark.clause("AK-8.1-04")
@pytest.mark.parametrize(("left", "before", "commander", "owner"), [
    ((0, 0, 1), {}, 1, 0), ((0, 1), {0: 1, 1: 2}, 0, 1), ((0, 1), {0: 2, 1: 2}, 1, 1), ((0, 1), {0: 2, 1: 2}, 0, 0),
    ((0, 1), {}, 2, 0), ((1, 1, 0), {0: 9}, 0, 1),
])  # fmt: skip
def test_the_owner_has_most_armies_left_then_had_most_then_commands(
    left: tuple[int, ...], before: dict[int, int], commander: int, owner: int
) -> None:
    s = new_state()
    armies = [put_army(s, "LE", seat, 505) for seat in left]
    assert new_owner(a_turn(s), armies, commander, before) == owner


@pytest.mark.clause("AK-7.4-06", "AK-12.1-06")
@pytest.mark.parametrize("loser", [NATIVE, 1])
def test_a_conquest_is_told_noted_and_somebodys_glory(loser: int) -> None:
    s = new_state()
    own(s, loser, 505)
    know(s, 1, 505, owner=loser, is_capital=True)
    n = put_person(s, "Marius", 0, 505)
    lair, other = (put_feature(s, "Dungeon", number, "Ogre", is_raiding=True) for number in (505, 506))
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    take_over(t, at(s, 505), 0, n)
    assert s.owners[at(s, 505)] == 0
    (entry,) = told(s.journal or [], "conquered")
    assert (entry.readers, entry.data["realm"], entry.data["rival"]) == (
        (0,) if loser < 0 else (0, 1), "Realm1", "nobody" if loser < 0 else "Realm2")  # fmt: skip
    assert (s.known[0][at(s, 505)].owner, s.known[0][at(s, 505)].seen) == (0, s.turn)
    if loser >= 0:
        assert (s.known[1][at(s, 505)].owner, s.known[1][at(s, 505)].is_capital) == (0, False)
    else:
        assert s.known[1][at(s, 505)].owner == NATIVE
    (event,) = t.phase.events
    assert (event.kind, event.place, event.actor, event.data["realm"]) == (
        "conquest", at(s, 505), s.kingdoms[0].king, 0)  # fmt: skip
    assert s.renown[n][titles.CONQUEROR] == 1
    assert (s.features[lair].is_raiding, s.features[other].is_raiding) == (False, True)
    s.journal = []  # type: ignore[misc]
    take_over(t, at(s, 505), 0, n)
    assert not s.journal
    assert s.renown[n][titles.CONQUEROR] == 1
    take_over(t, at(s, 506), 0, 0)
    assert 0 not in s.renown


@pytest.mark.clause("AK-7.7-01", "AK-7.7-02", "AK-6.2-02")
@pytest.mark.parametrize("at_sea", [False, True])
def test_whom_a_conquest_costs_a_point(at_sea: bool) -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    if at_sea:
        sea(s, 505)
    n, friend = put_person(s, "Marius", 0, 505), put_person(s, "Friend", 1, 505)
    led, garrison = put_army(s, "LE", 0, 505, n), put_army(s, "LE", 0, 505)
    helper, idler = put_army(s, "LE", 1, 505, friend), put_army(s, "LE", 1, 505, friend)
    t = a_turn(s)
    take_over(t, at(s, 505), 0, n, [led, helper])
    assert [t.marching.spent.get(a, 0) for a in (led, garrison, helper, idler)] == (
        [0, 0, 0, 0] if at_sea else [1, 0, 1, 0])  # fmt: skip


@pytest.mark.clause("AK-2.0-01")
def test_a_master_of_the_march_pays_for_a_conquest_from_the_second_on_and_others_for_every_one() -> None:
    s = new_state()
    n, other = master(s, tables.FREE_CONQUEST), put_person(s, "Other", 0, 505, "MA4")
    s.set_person(n, place=at(s, 505))
    mine, theirs = put_army(s, "LE", 0, 505, n), put_army(s, "LE", 0, 505, other)
    t = a_turn(s)
    for seat, spent in ((0, (0, 1)), (1, (0, 1)), (0, (1, 2))):
        take_over(t, at(s, 505), seat, n)
        assert (t.marching.spent.get(mine, 0), t.marching.spent.get(theirs, 0)) == spent


@pytest.mark.clause("AK-7.7-03")
@pytest.mark.parametrize("loser", [NATIVE, 1])
def test_a_hero_driven_out_of_the_natives_land_bears_a_grudge(loser: int) -> None:
    s = new_state()
    own(s, loser, 505)
    ruler = put_person(s, "Oskar", FREE, 505, rules=at(s, 505), grudges=(2,))
    s.journal = []  # type: ignore[misc]
    take_over(a_turn(s), at(s, 505), 0, s.kingdoms[0].king)
    driven = loser == NATIVE
    assert s.people[ruler].rules == (-1 if driven else at(s, 505))
    assert s.people[ruler].grudges == ((2, 0) if driven else (2,))
    assert [each.data["who"] for each in told(s.journal or [], "dispossessed", 0)] == ["Oskar"] * driven

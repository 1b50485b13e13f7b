"""Directions of retreat for the beaten, and what happens to the others (7.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, enemies, field, fought, general, natives
from games.adventurer_kings.positions.realm import (
    MERCENARY,
    at,
    dice,
    load,
    own,
    put_army,
    relate,
    sea,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.rules.combat.retreat import (
    came_from,
    contingents,
    disperse,
    entries,
    has_enemies_in,
    march_off,
    own_troops,
    refuge,
    retreat,
    swim_away,
    ways_out,
    withdraw,
)
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle
from palatine.games.adventurer_kings.state import State


def beaten(s: State, count: int = 2, side: int = DEFENDING) -> tuple[Battle, int]:
    """Return a battle that one side has lost, and its general.

    The first King's general attacks, the second's defends.
    """
    one, other = general(s, 0, ["LE"] * count), general(s, 1, ["LE"] * count)
    b = fought(s, s.led_by(one), s.led_by(other), 1 - side)
    b.readers = [0, 1]
    s.journal = []  # type: ignore[misc]
    return b, (one, other)[side]


@pytest.mark.clause("AK-7.4-04")
def test_each_leaders_contingent_goes_by_itself() -> None:
    s = enemies()
    one, two = general(s, 1, ["LE", "HC"]), general(s, 1, ["LE"])
    stray, band = put_army(s, "LE", 1, HERE), put_army(s, "LE", 2, HERE)
    assert contingents(s, [*s.led_by(two), stray, *s.led_by(one), band]) == [
        [stray], [band], s.led_by(one), s.led_by(two)]  # fmt: skip


@pytest.mark.clause("AK-7.4-01", "AK-7.4-03")
def test_defenders_go_to_friendly_land_next_door_where_most_of_their_own_stand() -> None:
    s = enemies()
    relate(s, 1, 2, ALLIED)
    b, n = beaten(s)
    armies = s.led_by(n)
    assert refuge(b, b.forces[DEFENDING], armies) == (-1, [])
    own(s, 1, 404, 507)
    own(s, 2, 605)
    assert set(ways_out(b, b.forces[DEFENDING], 1, armies[0], armies)) == {at(s, 404), at(s, 605)}
    assert refuge(b, b.forces[DEFENDING], armies) == (at(s, 404), armies), "the lower number"
    put_army(s, "LE", 1, 605)
    assert own_troops(b, 1, at(s, 605)) == 1
    assert refuge(b, b.forces[DEFENDING], armies) == (at(s, 605), armies)
    for _ in range(2):
        put_army(s, "LE", 2, 404)
    assert refuge(b, b.forces[DEFENDING], armies) == (at(s, 605), armies), "an ally's troops draw nobody"
    put_army(s, "LE", 0, 605)
    assert has_enemies_in(b, 1, at(s, 605))
    assert refuge(b, b.forces[DEFENDING], armies) == (at(s, 404), armies)
    put_army(s, "LE", MERCENARY, 404)
    assert not has_enemies_in(b, 1, at(s, 404))


@pytest.mark.clause("AK-7.4-03")
def test_attackers_go_whence_most_of_them_came_or_to_friends_next_to_that() -> None:
    s = enemies()
    b, n = beaten(s, 3, ATTACKER)
    one, two, three = armies = s.led_by(n)
    own(s, 0, 404, 604)
    for a, number in ((one, 504), (two, 404), (three, 504)):
        s.set_army(a, origin=at(s, number))
    assert came_from(s, armies, at(s, 504)) == 2
    assert entries(b, armies) == [at(s, 504), at(s, 404)]
    assert refuge(b, b.forces[ATTACKER], armies)[0] == at(s, 504)
    s.set_army(one, origin=at(s, 404))
    assert refuge(b, b.forces[ATTACKER], armies)[0] == at(s, 404)
    put_army(s, "LE", 1, 404)
    assert set(ways_out(b, b.forces[ATTACKER], 0, one, armies)) == {
        p for p in s.atlas.neighbours[at(s, 404)] if p in s.atlas.neighbours[at(s, HERE)] and s.owners[p] == 0
    }  # fmt: skip
    for a in armies:
        s.set_army(a, origin=-1)
    assert entries(b, armies) == []
    assert set(ways_out(b, b.forces[ATTACKER], 0, one, armies)) == {
        p for p in s.atlas.neighbours[at(s, HERE)] if s.owners[p] == 0 and p != at(s, 404)
    }  # fmt: skip
    s.set_army(one, origin=at(s, HERE))
    s.set_army(two, origin=at(s, 504))
    assert at(s, 504) in ways_out(b, b.forces[ATTACKER], 0, one, armies), "raised on the spot, with the others"


@pytest.mark.clause("AK-7.4-03")
def test_to_a_neutral_kings_land_only_those_go_who_came_from_there() -> None:
    s = enemies()
    b, n = beaten(s, 1, ATTACKER)
    (army,) = armies = s.led_by(n)
    own(s, 2, 404)
    relate(s, 0, 2, PEACE)
    s.set_army(army, origin=at(s, 504))
    assert at(s, 404) not in ways_out(b, b.forces[ATTACKER], 0, army, armies)
    s.set_army(army, origin=at(s, 404))
    assert at(s, 404) in ways_out(b, b.forces[ATTACKER], 0, army, armies)
    relate(s, 0, 2, ENEMY)
    put_army(s, "LE", 2, 404)
    assert at(s, 404) not in ways_out(b, b.forces[ATTACKER], 0, army, armies)


@pytest.mark.clause("AK-7.4-02", "AK-7.4-03")
@pytest.mark.parametrize("is_led", [True, False])
def test_without_a_leader_nobody_stays_in_the_land_he_came_through(is_led: bool) -> None:
    s = enemies()
    b, n = beaten(s, 1, ATTACKER)
    (army,) = s.led_by(n)
    own(s, 2, 404)
    relate(s, 0, 2, PEACE)
    s.set_army(army, origin=at(s, 404), leader=n if is_led else 0)
    withdraw(b, b.forces[ATTACKER], [army])
    assert (s.armies[army].place, s.armies[army].owner) == (at(s, 404), 0 if is_led else MERCENARY)


@pytest.mark.clause("AK-7.4-01", "AK-7.4-02", "AK-3.15-06")
def test_a_retreat_is_told_and_ends_a_defence() -> None:
    s = enemies()
    own(s, 1, 506)
    b, n = beaten(s)
    b.t.pursuits.posts[n] = at(s, HERE)
    armies = s.led_by(n)
    retreat(b, b.forces[DEFENDING], b.forces[DEFENDING].units)
    (entry,) = told(s.journal or [], "battle-retreat", 0)
    assert (entry.data["to"], len(entry.data["armies"])) == ("Nowhere (506)", 2)
    assert s.people[n].place == at(s, 506)
    assert n not in b.t.pursuits.posts
    assert {s.armies[a].place for a in armies} == {at(s, 506)}
    assert not told(s.journal or [], "battle-dispersed")


@pytest.mark.clause("AK-7.4-02")
def test_mercenaries_and_the_lost_have_no_part_in_a_retreat() -> None:
    s = enemies()
    own(s, 1, 506)
    b, _ = beaten(s, 3)
    one, two, three = (unit.number for unit in b.forces[DEFENDING].units)
    s.set_army(one, owner=MERCENARY, leader=0)
    del s.armies[two]
    retreat(b, b.forces[DEFENDING], b.forces[DEFENDING].units)
    assert [s.armies[a].place for a in (one, three)] == [at(s, HERE), at(s, 506)]


@pytest.mark.clause("AK-7.4-02", "AK-4.2.5-08")
@pytest.mark.parametrize(("quality", "bones", "face", "fate"), [
    (tables.SUB_DEPLETED, False, 1, "gone"), (tables.GREEN, False, 1, "gone"),
    (tables.AVERAGE, False, 700, "mercenary"),
    (tables.AVERAGE, False, 701, "gone"), (tables.ELITE, False, 700, "mercenary"), (tables.AVERAGE, True, 1, "buried"),
])  # fmt: skip
def test_without_a_way_out(quality: int, bones: bool, face: int, fate: str) -> None:
    s = enemies()
    b, n = beaten(s)
    b.t.pursuits.posts[n] = at(s, HERE)
    armies = s.led_by(n)
    for a in armies:
        s.set_army(a, quality=quality, is_skeletal=bones)
    load(s, mercenaries=face, how_far_they_march=2, where_they_march=1)
    disperse(b, armies, n)
    assert (armies[0] in s.armies) is (fate == "mercenary")
    assert len(s.fallen.get(at(s, HERE), ())) == (2 if fate == "buried" else 0)
    (entry,) = told(s.journal or [], "battle-dispersed", 0)
    assert entry.data["count"] == 2
    assert n not in b.t.pursuits.posts
    if fate == "mercenary":
        army = s.armies[armies[0]]
        assert (army.owner, army.barred, army.leader) == (MERCENARY, s.turn, 0)
        assert s.atlas.distance(army.place, at(s, HERE)) == 2


@pytest.mark.clause("AK-7.4-02")
def test_they_march_one_to_three_provinces_over_land() -> None:
    s = enemies()
    b, n = beaten(s)
    (army, _) = s.led_by(n)
    drawn: list[tuple[int, str]] = []
    b.t.chance = lambda percent, purpose: True  # type: ignore[method-assign]
    b.t.die = lambda sides, purpose: drawn.append((sides, purpose)) or 1  # type: ignore[method-assign,func-returns-value]
    disperse(b, [army], n)
    assert drawn == [(3, "how far they march"), (6, "where they march")]
    near = s.atlas.neighbours[at(s, HERE)]
    with dice(s, [("where they march", 2), ("where they march", 1)]):
        b.t.die = type(b.t).die.__get__(b.t)  # type: ignore[method-assign]
        assert march_off(b, 2) == s.atlas.neighbours[near[1]][0]
    sea(s, *(s.atlas.numbers[p] for p in near if p != near[3]))
    with dice(s, [("where they march", 1)]):
        assert march_off(b, 1) == near[3]
    sea(s, s.atlas.numbers[near[3]])
    with dice(s, []):
        assert march_off(b, 3) == at(s, HERE)


@pytest.mark.clause("AK-7.4-04", "AK-3.15-06")
def test_who_cannot_go_is_dispersed_while_the_leader_goes_with_the_others() -> None:
    s = enemies()
    sea(s, 506)
    own(s, 1, 506)
    n = general(s, 1, ["FL", "LE", "LE", "LE"])
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(n), ATTACKER)
    b.readers = [0, 1]
    fleet, one, two, three = s.led_by(n)
    load(s, mercenaries=1000)
    s.journal = []  # type: ignore[misc]
    withdraw(b, b.forces[DEFENDING], [fleet, one, two, three])
    assert s.people[n].place == at(s, 506)
    assert [a in s.armies for a in (fleet, one, two, three)] == [True, True, True, False]
    assert told(s.journal or [], "battle-dispersed", 0)[0].data["count"] == 1


@pytest.mark.clause("AK-6.3-34")
def test_whales_prefer_friendly_water_then_water_without_enemies_then_the_lowest_number() -> None:
    s = enemies()
    sea(s, 404, 504, 605)
    n = general(s, 1, ["WH", "LE"])
    whale, legion = s.led_by(n)
    b = field(s, s.led_by(general(s, 0, ["LE"])), [whale, legion], seats=(0, 1))
    b.winner = ATTACKER
    s.owners[at(s, 504)] = -1
    put_army(s, "FL", 0, 404)
    assert swim_away(b, [whale, legion], is_whole=False) == [whale]
    assert (s.armies[whale].place, s.armies[whale].owner, s.armies[whale].leader) == (at(s, 504), MERCENARY, 0)
    assert s.armies[legion].place == at(s, HERE)
    s.set_army(whale, place=at(s, HERE), owner=1, leader=n)
    own(s, 1, 605)
    assert swim_away(b, [whale], is_whole=True) == [whale]
    assert (s.armies[whale].place, s.armies[whale].owner, s.people[n].place) == (at(s, 605), 1, at(s, 605))
    s.set_person(n, place=at(s, HERE), died=s.turn)
    s.set_army(whale, place=at(s, HERE))
    assert swim_away(b, [whale], is_whole=True) == [whale]
    assert (s.armies[whale].leader, s.people[n].place) == (0, at(s, HERE))


@pytest.mark.clause("AK-6.3-34")
@pytest.mark.parametrize("case", ["no whale", "no sea", "at sea"])
def test_who_does_not_swim(case: str) -> None:
    s = enemies()
    if case != "no sea":
        sea(s, 404)
    if case == "at sea":
        sea(s, HERE)
    n = general(s, 1, ["LE" if case == "no whale" else "WH"])
    b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(n), seats=(0, 1))
    b.winner = ATTACKER
    assert swim_away(b, s.led_by(n), is_whole=True) == []
    assert natives(s, "LE")

"""The first Heroes, in service and free (2.2)."""

from __future__ import annotations

from functools import cache
from statistics import mean

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    at,
    bare_state,
    dice,
    line,
    load,
    new_state,
    own,
    put_person,
    run,
    told,
)
from games.adventurer_kings.positions.worlds import PLAIN_KING, crowned
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup.founding import found, open_eyes
from palatine.games.adventurer_kings.rules.setup.heroes import beside, companions, new_hero

# 2.2


@cache
def heroes() -> list[tuple[int, ...]]:
    found = []
    for seed in range(12):
        s = bare_state(10, seed=b"hero %d" % seed)
        sequence.run_turn(s)
        found += [person.levels for person in s.people.values() if not person.is_king and not person.visitor]
    return found


@pytest.mark.clause("AK-2.2-01")
def test_heroes_have_two_or_three_levels_on_average() -> None:
    totals = [sum(levels) for levels in heroes()]
    assert mean(totals) == pytest.approx(2.5, abs=0.1)
    assert set(totals) == {1, 2, 3, 4}
    assert max(max(levels) for levels in heroes()) == 3


def first_heroes(alignment: str) -> set[tuple[str, ...]]:
    found = set()
    for seed in range(10):
        s = crowned(f'king "Falk" alignment {alignment} levels TA,TA,MA,DR', b"%d" % seed)
        mine = [p for _, p in s.at_home(0) if not p.is_king and not p.visitor]
        assert {person.race for person in mine} == {s.king(0).race}
        found.add(tuple(tables.ALIGNMENTS[person.alignment] for person in mine))
    return found


@pytest.mark.clause("AK-2.2-02")
def test_the_first_heroes_are_of_the_kings_alignment_and_of_the_next() -> None:
    assert first_heroes("neutral") == {("neutral", "druidic"), ("neutral", "pagan")}
    assert first_heroes("good") == {("good", "druidic")}
    assert first_heroes("evil") == {("evil", "pagan")}


@pytest.mark.clause("AK-2.2-02")
def test_the_first_heroes_are_often_of_the_kings_temper() -> None:
    tempers = []
    for seed in range(60):
        s = crowned(PLAIN_KING, b"%d" % seed)
        tempers += [person.temper for _, person in s.at_home(0) if not person.is_king and not person.visitor]
    assert mean(temper == tables.BRAVE for temper in tempers) == pytest.approx(0.6, abs=0.12)
    assert set(tempers) == {tables.BRAVE, tables.BERSERK, tables.CAUTIOUS}


@pytest.mark.clause("AK-2.2-02")
def test_heroes_and_the_home_may_be_renamed_in_the_first_turn() -> None:
    s = crowned(PLAIN_KING)
    hero = next(n for n, person in s.at_home(0) if not person.is_king and not person.visitor)
    home = s.atlas.numbers[s.kingdoms[0].home]
    line(s, 0, f'rename {hero} "Lancelot"')
    line(s, 0, f'rename province {home} "Burgundy"')
    run(s)
    assert (s.people[hero].name, s.lands[s.kingdoms[0].home].name) == ("Lancelot", "Burgundy")
    line(s, 0, f'rename {hero} "Galahad"')
    run(s)
    assert s.people[hero].name == "Lancelot", "not later"


@pytest.mark.clause("AK-2.2-03")
def test_the_first_heroes_of_divine_and_undead_kings() -> None:
    assert first_heroes("divine") == {("good", "good")}
    assert first_heroes("undead") == {("undead", "evil")}


@pytest.mark.clause("AK-2.2-04")
@pytest.mark.parametrize("roll", [500, 501])
def test_the_unemployed_wander_or_stay_at_the_end_of_a_turn(roll: int) -> None:
    s = new_state()
    hero = put_person(s, "Odo", FREE, 409)
    load(s, a_Hero_wanders=roll, by_ship=1000, where_he_goes=1)
    s.journal = []  # type: ignore[misc]
    t = a_turn(s)
    sequence.phases(t)
    assert s.people[hero].place == at(s, 409), "never within it"
    run(s)
    assert (s.people[hero].place == at(s, 409)) is (roll > 500)
    assert s.people[hero].place in {at(s, 409), *s.atlas.neighbours[at(s, 409)]}


@pytest.mark.clause("AK-2.2-05")
def test_a_king_is_told_when_a_hero_enters_his_land() -> None:
    s = new_state()
    own(s, 0, *(s.atlas.numbers[near] for near in s.atlas.neighbours[at(s, 409)]))
    hero = put_person(s, "Odo", FREE, 409)
    load(s, a_Hero_wanders=1, by_ship=1000)
    (entry,) = told(run(s), "hero-arrives")
    assert entry.readers == (0,)
    assert entry.data["who"] == "Odo"
    assert s.seen[0][hero][0] == s.people[hero].place
    load(s, a_Hero_wanders=1000)
    assert not told(run(s), "hero-arrives")
    assert s.seen[0][hero][1] == s.turn - 1, "he has stayed, and the King knows it"


@pytest.mark.clause("AK-2.2-05", "AK-1.1-12")
def test_a_king_knows_from_the_start_who_is_free_in_his_home() -> None:
    s = bare_state(2)
    t = Turn(s)
    found(t)
    home = s.kingdoms[0].home
    guest = new_hero(t, home, tables.HUMAN)
    open_eyes(t, 0)
    assert s.seen[0][guest] == (home, 1, FREE)
    assert guest not in s.seen[1]


@pytest.mark.clause("AK-2.2-05", "AK-3.12-05")
def test_those_who_have_met_know_where_the_other_is() -> None:
    s = new_state()
    envoy, hero = put_person(s, "Envoy", 0, 509), put_person(s, "Odo", FREE, 509)
    lady = put_person(s, "Lady", 1, 509)
    for foe in (hero, lady):
        act(a_turn(s), envoy, f"EN {foe} plan TA")
    assert s.seen[0] == {hero: (at(s, 509), s.turn, FREE), lady: (at(s, 509), s.turn, 1)}
    assert s.seen[1] == {envoy: (at(s, 509), s.turn, 0)}


@pytest.mark.clause("AK-2.2-02")
def test_nobody_renames_what_is_not_his() -> None:
    s = new_state(turn=1)
    for number in (509, 304, 999):
        line(s, 0, f'rename province {number} "Burgundy"')
    line(s, 0, f'rename {s.kingdoms[1].king} "Galahad"')
    run(s)
    assert "Burgundy" not in {land.name for land in s.lands}
    assert s.king(1).name == "King2"


@pytest.mark.clause("AK-2.2-02")
@pytest.mark.parametrize(("alignment", "next_to_it"), [
    (tables.GOOD, [tables.DRUIDIC]), (tables.DRUIDIC, [tables.GOOD, tables.NEUTRAL]),
    (tables.NEUTRAL, [tables.DRUIDIC, tables.PAGAN]),
    (tables.PAGAN, [tables.NEUTRAL, tables.EVIL]), (tables.EVIL, [tables.PAGAN]),
])  # fmt: skip
def test_the_second_hero_is_one_step_from_the_king_by_lot(alignment: int, next_to_it: list[int]) -> None:
    for face, other in enumerate(next_to_it, 1):
        s = new_state()
        with dice(s, [("alignment of a Hero", face)]):
            assert companions(a_turn(s), alignment) == (alignment, other)


@pytest.mark.clause("AK-2.2-02")
@pytest.mark.parametrize(("temper", "next_to_it"), [
    (tables.BERSERK, [tables.BRAVE]), (tables.BRAVE, [tables.BERSERK, tables.CAUTIOUS]),
    (tables.CAUTIOUS, [tables.BRAVE, tables.COWARDLY]),
    (tables.COWARDLY, [tables.CAUTIOUS]),
])  # fmt: skip
def test_a_hero_of_another_temper_is_one_step_from_the_king(temper: int, next_to_it: list[int]) -> None:
    for face, other in enumerate(next_to_it, 1):
        s = new_state()
        with dice(s, [("temper of a Hero", face)]):
            assert beside(a_turn(s), temper) == other

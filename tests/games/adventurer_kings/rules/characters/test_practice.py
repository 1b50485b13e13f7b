"""Practice alone and together, and the limits of aptitude (3.13, 6.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    dice,
    load,
    new_state,
    order,
    put_army,
    put_item,
    put_person,
    relate,
    run,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.characters.practice import (
    acquire,
    discover_something,
    draw_discovery,
    invent,
    practise_all,
)
from palatine.games.adventurer_kings.rules.common.experience import rise
from palatine.games.adventurer_kings.rules.realm.finance import collect_taxes
from palatine.games.adventurer_kings.state import State

LAST = 9


def talented(s: State, name: str, level: int, aptitude: int = LAST, seat: int = 0, number: int = 504) -> int:
    """Add a character with a level and an aptitude in Tactics."""
    levels = tuple(level if ability == tables.TACTICAL else 0 for ability in range(len(tables.ABILITIES)))
    aptitudes = tuple(aptitude if ability == tables.TACTICAL else 0 for ability in range(len(tables.ABILITIES)))
    n = put_person(s, name, seat, number)
    s.set_person(n, levels=levels, aptitudes=aptitudes)
    return n


def drill(s: State, *people: int) -> list[int]:
    """Return the levels of these characters in Tactics after they have practised it together."""
    practise_all(a_turn(s), dict.fromkeys(people, tables.TACTICAL))
    return [s.people[n].levels[tables.TACTICAL] for n in people]


@pytest.mark.clause("AK-3.13-01")
@pytest.mark.parametrize("level", [0, 1, 3])
def test_a_better_partner_is_sure_to_raise_the_lesser(level: int) -> None:
    s = new_state()
    load(s, practice=1000)
    pupil, other, master = (talented(s, "Pupil", level), talented(s, "Other", level), talented(s, "Master", 4))
    assert drill(s, pupil, other, master) == [level + 1, level + 1, 4]


@pytest.mark.clause("AK-3.13-01")
@pytest.mark.parametrize(("number", "text"), [(505, "PR TA"), (504, "PR MA"), (504, "EX")])
def test_the_master_has_to_practise_the_same_in_the_same_place_and_phase(number: int, text: str) -> None:
    s = new_state()
    load(s, practice=1000, random_encounter=1000)
    pupil, master = talented(s, "Pupil", 1), talented(s, "Master", 4, number=number)
    order(s, pupil, 1, "PR TA")
    order(s, master, 1, text)
    order(s, master, 2, "PR TA")
    run(s)
    assert s.people[pupil].levels[tables.TACTICAL] == 1


@pytest.mark.clause("AK-3.13-01")
def test_orders_to_practise_together_work_whoever_is_first() -> None:
    s = new_state()
    load(s, practice=1000)
    pupil, master = talented(s, "Pupil", 1), talented(s, "Master", 4)
    for phase in (1, 2):
        order(s, pupil, phase, "PR TA")
        order(s, master, phase, "PR TA")
    run(s)
    assert s.people[pupil].levels[tables.TACTICAL] == 3


@pytest.mark.clause("AK-3.13-01")
@pytest.mark.parametrize(("relation", "level"), [(1, 2), (ENEMY, 1)])
def test_strangers_teach_but_enemies_do_not(relation: int, level: int) -> None:
    s = new_state()
    load(s, practice=1000)
    relate(s, 0, 1, relation)
    pupil, master = talented(s, "Pupil", 1), talented(s, "Master", 4, seat=1)
    assert drill(s, pupil, master)[0] == level


@pytest.mark.clause("AK-3.13-02")
@pytest.mark.parametrize(
    ("face", "alone", "together"), [(50, 2, 2), (51, 1, 2), (100, 1, 2), (101, 1, 1)]
)  # fmt: skip
def test_one_in_ten_with_an_equal_one_in_twenty_alone(face: int, alone: int, together: int) -> None:
    s = new_state()
    load(s, practice=face)
    assert drill(s, talented(s, "Hermit", 1)) == [alone]
    assert drill(s, talented(s, "One", 1), talented(s, "Two", 1)) == [together, together]


@pytest.mark.clause("AK-3.13-02")
def test_a_level_won_in_this_phase_does_not_yet_teach() -> None:
    s = new_state()
    first, second = talented(s, "First", 2), talented(s, "Second", 2)
    t = a_turn(s)
    asked: list[float] = []
    t.chance = lambda percent, purpose, about: not asked.append(percent)  # type: ignore[method-assign,func-returns-value]
    practise_all(t, {first: tables.TACTICAL, second: tables.TACTICAL})
    assert asked == [10, 10]
    assert [s.people[n].levels[tables.TACTICAL] for n in (first, second)] == [3, 3]


@pytest.mark.clause("AK-3.13-02")
def test_a_lone_master_learns_like_one_alone() -> None:
    s = new_state()
    load(s, practice=51)
    assert drill(s, talented(s, "Master", 3), talented(s, "Pupil", 1))[0] == 3


@pytest.mark.clause("AK-3.13-03")
@pytest.mark.parametrize(("face", "level"), [(100, 2), (101, 1)])
def test_levels_lent_by_items_or_the_crown_do_not_teach(face: int, level: int) -> None:
    s = new_state()
    load(s, practice=face)
    pupil, bearer = talented(s, "Pupil", 1), talented(s, "Bearer", 1)
    put_item(s, "Baton of Command", bearer)
    assert a_turn(s).skill(bearer, tables.TACTICAL) == 2
    assert drill(s, pupil, bearer) == [level, level]


@pytest.mark.clause("AK-3.13-04", "AK-3.13-05")
@pytest.mark.parametrize(("level", "percent"), [(0, 100), (1, 50), (2, 25), (3, 12.5)])
def test_the_chance_halves_with_every_level_beyond_aptitude(level: int, percent: float) -> None:
    for face, risen in ((round(percent * 10), 1), (round(percent * 10) + 1, 0)):
        if face > 1000:
            continue
        s = new_state()
        load(s, practice=1, beyond_aptitude=face, aptitude=1000)
        pupil, master = talented(s, "Pupil", level, aptitude=1), talented(s, "Master", 5)
        assert drill(s, pupil, master)[0] == level + risen


@pytest.mark.clause("AK-3.13-04")
def test_experience_is_bound_by_aptitude_too() -> None:
    for face, level in ((500, 2), (501, 1)):
        s = new_state()
        load(s, beyond_aptitude=face, aptitude=1000)
        n = talented(s, "Scholar", 1, aptitude=1)
        rise(a_turn(s), n, tables.TACTICAL, "AK-3.19-07")
        assert s.people[n].levels[tables.TACTICAL] == level


@pytest.mark.clause("AK-3.13-06")
@pytest.mark.parametrize(
    ("level", "percent"), [(0, 0), (1, 10), (2, 25), (3, 50), (4, 100), (5, 80), (6, 60), (7, 40), (8, 20)]
)
def test_a_rise_stopped_by_aptitude_may_raise_aptitude(level: int, percent: int) -> None:
    for face, gained in ((max(1, percent * 10), percent > 0), (percent * 10 + 1, percent == 100)):
        s = new_state()
        load(s, beyond_aptitude=1000, aptitude=face)
        n = talented(s, "Scholar", level, aptitude=0)
        rise(a_turn(s), n, tables.TACTICAL, "AK-3.13-01")
        assert (s.people[n].levels[tables.TACTICAL], s.people[n].aptitudes[tables.TACTICAL]) == (level, int(gained))


@pytest.mark.clause("AK-3.13-06")
def test_who_rises_gains_no_aptitude() -> None:
    s = new_state()
    load(s, beyond_aptitude=1, aptitude=1)
    n = talented(s, "Scholar", 4, aptitude=0)
    rise(a_turn(s), n, tables.TACTICAL, "AK-3.13-01")
    assert (s.people[n].levels[tables.TACTICAL], s.people[n].aptitudes[tables.TACTICAL]) == (5, 0)


# Armies in training (6.1)


@pytest.mark.clause("AK-6.1-05")
@pytest.mark.parametrize(("at_first", "percent"), [(0, 100), (1, 25), (2, 5), (3, 1), (4, 0.2)])
def test_armies_learn_from_better_ones(at_first: int, percent: float) -> None:
    lowest = tables.DEPLETED
    for face, risen in ((max(1, round(percent * 10)), 1), (round(percent * 10) + 1, 0)):
        if face > 1000:
            continue
        s = new_state()
        load(s, practice=1000, training=face)
        n, other = talented(s, "One", 1), talented(s, "Two", 1)
        pupil = put_army(s, "LE", 0, 504, n, quality=lowest + at_first)
        put_army(s, "HC", 0, 504, other, quality=lowest + at_first + 1)
        drill(s, n, other)
        assert s.armies[pupil].quality == lowest + at_first + risen


@pytest.mark.clause("AK-6.1-05")
@pytest.mark.parametrize("better", [0, 2])
def test_without_an_army_of_the_next_quality_nobody_learns(better: int) -> None:
    s = new_state()
    load(s, practice=1000, training=1)
    n = talented(s, "One", 1)
    pupil = put_army(s, "LE", 0, 504, n, quality=tables.GREEN)
    put_army(s, "LE", 0, 504, n, quality=tables.GREEN + better)
    drill(s, n)
    assert s.armies[pupil].quality == tables.GREEN


@pytest.mark.clause("AK-6.1-05")
def test_the_garrison_does_not_drill_and_other_practice_does_not_train() -> None:
    s = new_state()
    load(s, practice=1000, training=1)
    n = talented(s, "One", 1)
    led, posted = (
        put_army(s, "LE", 0, 504, n, quality=tables.GREEN),
        put_army(s, "LE", 0, 504, quality=tables.GREEN),
    )
    put_army(s, "LE", 0, 504, n)
    practise_all(a_turn(s), {n: tables.FORCED_MARCH})
    assert s.armies[led].quality == tables.GREEN
    drill(s, n)
    assert (s.armies[led].quality, s.armies[posted].quality) == (tables.GREEN + 1, tables.GREEN)
    assert at(s, 504) == s.people[n].place


@pytest.mark.clause("AK-4.3.1-01", "AK-10.1-04", "AK-9.1-01")
@pytest.mark.parametrize("lives", [True, False])
def test_offices_serve_a_kingdom_as_long_as_who_holds_them_lives(lives: bool) -> None:
    s = new_state()
    sage, minister = put_person(s, "Sage", 0, 504, "SA1"), put_person(s, "Minister", 0, 504)
    s.holders = [minister] * len(s.holders)
    s.set_person(minister, died=0 if lives else 1)
    load(s, discovery=100, which_discovery=1)
    (forecast,) = [
        each for each in GAME.forecast(s, "King 1", GAME.parse(f"{sage}.1 PR SA")) if "discover" in str(each)
    ]
    assert f"{5 + 5 * lives}% to discover" in str(forecast)
    invent(a_turn(s), sage)
    assert bool(s.kingdoms[0].discoveries) is lives, "5 in a hundred of his own, 5 from the Chancellor"
    s.set_kingdom(0, gold=0, discoveries=())
    collect_taxes(a_turn(s))
    assert s.kingdoms[0].gold == 10 + lives


@pytest.mark.clause("AK-3.13-01", "AK-3.13-02")
@pytest.mark.parametrize("end", ["dies", "is dismissed", "has just been hired", "stays"])
def test_who_does_not_live_and_serve_until_the_end_of_the_phase_learns_nothing(end: str) -> None:
    s = new_state()
    load(s, practice=1)
    pupil, other = talented(s, "Pupil", 1), talented(s, "Master", 4)
    t = a_turn(s, phase=2)
    if end == "dies":
        s.set_person(pupil, died=s.turn)
    if end == "is dismissed":
        s.set_person(pupil, seat=-1)
    if end == "has just been hired":
        t.dealings.hired_in[pupil] = 2
    practise_all(t, {pupil: tables.TACTICAL, other: tables.TACTICAL})
    assert s.people[pupil].levels[tables.TACTICAL] == 1 + (end == "stays")


@pytest.mark.clause("AK-3.13-01", "AK-3.13-02")
@pytest.mark.parametrize(("level", "clause"), [(2, "AK-3.13-01"), (1, "AK-3.13-02"), (0, "AK-3.13-02")])
def test_a_level_is_told_by_the_rule_it_comes_from_and_practice_in_vain_too(level: int, clause: str) -> None:
    s = new_state()
    load(s, practice=1)
    pupil, partner = talented(s, "Pupil", 1), talented(s, "Partner", level)
    s.journal = []  # type: ignore[misc]
    practise_all(a_turn(s), {pupil: tables.TACTICAL, partner: tables.TACTICAL})
    risen = [each for each in told(s.journal or [], "level", 0) if each.data["who"] == "Pupil"]
    assert [each.clauses for each in risen] == [(clause,)]
    assert "Pupil" not in [each.data["who"] for each in told(s.journal or [], "practised")]
    load(s, practice=1000)
    s.journal = []  # type: ignore[misc]
    practise_all(a_turn(s), {pupil: tables.TACTICAL})
    (vain,) = told(s.journal or [], "practised", 0)
    assert (vain.data["who"], vain.data["ability"], vain.readers) == ("Pupil", "Tactical", (0,))
    assert not told(s.journal or [], "level")


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(("level", "after"), [(4, 6), (5, 6)])
def test_only_the_lesser_rise_two_levels_beside_a_master_who_teaches_quickly(level: int, after: int) -> None:
    s = new_state()
    teacher, pupil = master(s, tables.QUICK_PUPILS), put_person(s, "Pupil", 0, 504, f"SA{level}")
    s.set_person(pupil, aptitudes=(LAST,) * len(tables.ABILITIES))
    load(s, practice=1, discovery=1000, beyond_aptitude=1000, aptitude=1000)
    practise_all(a_turn(s), {teacher: tables.SAGE, pupil: tables.SAGE})
    assert s.people[pupil].levels[tables.SAGE] == after


# Inventions (4.3.1)


COMMON, UNCOMMON, OBSCURE = (
    next(d for d in range(len(tables.DISCOVERIES)) if tables.DISCOVERIES[d].tier == tier) for tier in range(3)
)


@pytest.mark.clause("AK-4.3.1-01")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("has_chancellor", [False, True])
def test_a_discovery_at_five_in_a_hundred_for_each_level(level: int, has_chancellor: bool) -> None:
    percent = 5 * level + 5 * has_chancellor
    for face, found in ((percent * 10, 1), (percent * 10 + 1, 0)):
        s = new_state()
        sage = put_person(s, "Sage", 0, 504, f"SA{level}")
        if has_chancellor:
            s.holders[titles.CHANCELLOR] = put_person(s, "Minister", 0, 504)
        load(s, discovery=face, a_second_discovery=1)
        invent(a_turn(s), sage)
        assert len(s.kingdoms[0].discoveries) == found


@pytest.mark.clause("AK-4.3.1-01")
def test_only_who_practises_the_sages_arts_invents() -> None:
    s = new_state()
    one, other = put_person(s, "One", 0, 504, "SA1"), put_person(s, "Other", 0, 504, "SA1")
    load(s, practice=1000, discovery=1)
    practise_all(a_turn(s), {one: tables.SAGE, other: tables.TACTICAL})
    assert len(s.kingdoms[0].discoveries) == 1


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(("face", "found"), [(250, 2), (251, 1)])
def test_a_master_sage_finds_a_second_thing_at_one_in_four(face: int, found: int) -> None:
    s = new_state()
    sage = master(s, tables.SECOND_DISCOVERY)
    load(s, discovery=1, a_second_discovery=face)
    invent(a_turn(s), sage)
    assert len(s.kingdoms[0].discoveries) == found


@pytest.mark.clause("AK-4.3.1-01", "AK-10.1-04")
@pytest.mark.parametrize(("known_to", "points"), [((), 2), ((1,), 0), ((1, 2), 0)])
def test_a_discovery_is_told_and_the_first_of_the_world_is_merit(known_to: tuple[int, ...], points: int) -> None:
    s = new_state()
    sage = put_person(s, "Sage", 0, 504, "SA1")
    for seat in known_to:
        s.set_kingdom(seat, discoveries=(COMMON,))
    t = a_turn(s)
    load(s, which_discovery=1)
    s.journal = []  # type: ignore[misc]
    assert discover_something(t, sage) is True
    (entry,) = told(s.journal or [], "discovered")
    assert (entry.data["who"], entry.data["discovery"], entry.readers) == (
        "Sage",
        tables.DISCOVERIES[COMMON].name,
        (0,),
    )
    assert s.kingdoms[0].discoveries == (COMMON,)
    assert s.merit.get(sage, (0,) * 8)[titles.CHANCELLOR] == 2 * points
    with dice(s, [("which discovery", 100)]):
        discover_something(t, sage)
    s.set_kingdom(0, discoveries=tuple(range(len(tables.DISCOVERIES))))
    assert discover_something(t, sage) is False, "there is nothing left"


@pytest.mark.clause("AK-4.3.1-01")
def test_the_common_is_found_twice_as_often_as_the_uncommon_and_six_times_as_the_obscure() -> None:
    s = new_state()
    found = []
    for face in range(1, 11):
        with dice(s, [("which discovery", face)]):
            found.append(draw_discovery(a_turn(s), [COMMON, UNCOMMON, OBSCURE]))
    assert found == [COMMON] * 6 + [UNCOMMON] * 3 + [OBSCURE]


@pytest.mark.clause("AK-4.3.1-01")
def test_what_is_discovered_helps_at_once() -> None:
    s = new_state()
    n = put_person(s, "Scout", 0, 504, "EX1")
    t = a_turn(s)
    assert t.skill(n, tables.EXPLORER) == 1
    acquire(t, 0, [each.name for each in tables.DISCOVERIES].index("Compass"))
    acquire(t, 0, COMMON)
    assert t.skill(n, tables.EXPLORER) == 2
    assert s.kingdoms[0].discoveries == tuple(sorted(s.kingdoms[0].discoveries))


@pytest.mark.clause("AK-6.1-05", "AK-12.1-08")
@pytest.mark.parametrize(("manual", "title", "percent"), [(0, 0, 5), (1, 0, 10), (0, 1, 7.5), (1, 1, 15)])
def test_a_manual_and_a_drillmaster_train_better(manual: int, title: int, percent: float) -> None:
    for face, risen in ((round(percent * 10), 1), (round(percent * 10) + 1, 0)):
        s = new_state()
        load(s, practice=1000, training=face)
        n = talented(s, "One", 1)
        pupil = put_army(s, "LE", 0, 504, n)
        put_army(s, "LE", 0, 504, n, quality=tables.VETERAN)
        if manual:
            s.set_kingdom(0, discoveries=([each.name for each in tables.DISCOVERIES].index("Drill Manual"),))
        if title:
            s.title_holders[titles.DRILLMASTER] = n
        s.journal = []  # type: ignore[misc]
        drill(s, n)
        assert s.armies[pupil].quality == tables.AVERAGE + risen
        lines = [(each.data["was"], each.data["quality"]) for each in told(s.journal or [], "trained", 0)]
        assert lines == [("Average", "Veteran")] * risen


@pytest.mark.clause("AK-6.1-05")
def test_ships_are_drilled_by_naval_practice_and_armies_by_tactics() -> None:
    for ability, code in ((tables.NAVAL, "FL"), (tables.TACTICAL, "LE")):
        s = new_state()
        load(s, practice=1000, training=1)
        n = talented(s, "One", 1)
        armies = [put_army(s, each, 0, 504, n) for each in ("FL", "LE")]
        for each in ("FL", "LE"):
            put_army(s, each, 0, 504, n, quality=tables.VETERAN)
        practise_all(a_turn(s), {n: ability})
        risen = [tables.ARMY_CODES[s.armies[a].type] for a in armies if s.armies[a].quality == tables.VETERAN]
        assert risen == [code]

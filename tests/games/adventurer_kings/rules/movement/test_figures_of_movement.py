"""Moves, discoveries, rumours, chases and patrols: chances and reports (3.1, 3.2, 3.16, 3.17)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master, plan
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    NO,
    YES,
    a_turn,
    act,
    at,
    bury,
    dice,
    failed,
    know,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE, UNKNOWN
from palatine.games.adventurer_kings.rules.common.command import invasions, is_held
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of, rumour, wrong_place
from palatine.games.adventurer_kings.rules.movement import exploring, moving, pursuing
from palatine.games.adventurer_kings.state import State

CALM = {"random_encounter": NO, "mercenaries_follow": NO, "experience:_march": NO, "experience:_sail": NO,
        "experience:_spy": NO, "experience:_explore": NO, "experience:_talk": NO}  # fmt: skip


def calm(**faces: int) -> State:
    """Return a match whose first two Kings are Enemies, without experience or random encounters."""
    s = new_state()
    relate(s, 0, 1, ENEMY)
    load(s, **{**CALM, **faces})
    return s


def led(s: State, *codes: str, seat: int = 0, number: int = 504, levels: str = "") -> int:
    n = put_person(s, f"General {len(s.people)}", seat, number, levels)
    for code in codes:
        put_army(s, code, seat, number, n)
    return n


# Move (3.1)


@pytest.mark.clause("AK-3.1-01", "AK-3.14-02", "AK-12.1-06", "AK-6.2-01")
@pytest.mark.parametrize("codes", [(), ("LE",), ("LE", "HC")])
def test_a_move_is_told_noticed_and_counted(codes: tuple[str, ...]) -> None:
    s = calm()
    n = led(s, *codes)
    t = a_turn(s)
    entries = act(t, n, "MO 505")
    (moved,) = told(entries, "moved")
    assert (moved.readers, moved.data["place"], moved.data["to"], len(moved.data["armies"])) == (
        (0,), "Home1 (504)", "Nowhere (505)", len(codes))  # fmt: skip
    (event,) = [each for each in t.phase.events if each.kind == "seen-move"]
    assert (event.place, event.actor, event.data["with_armies"]) == (at(s, 505), n, len(codes))
    assert t.phase.entered == {n: [at(s, 505)]}
    assert {t.marching.spent.get(a, 0) for a in s.led_by(n)} == ({1} if codes else set())
    assert t.marching.marched == {*s.led_by(n)}
    assert s.renown.get(n, (0,) * 40)[titles.SWIFT_SWORD] == bool(codes)
    assert {s.armies[a].origin for a in s.led_by(n)} == ({at(s, 504)} if codes else set())
    assert [a for a in s.led_by(n) if a in t.phase.invaders] == s.led_by(n)


@pytest.mark.clause("AK-3.1-02", "AK-6.2-07")
def test_into_friendly_land_nobody_invades_and_who_is_carried_pays_nothing() -> None:
    s = calm()
    sea(s, 505)
    own(s, 0, 505)
    n = led(s, "FL", "LE", "EA", levels="DR4")
    fleet, legion, eagles = s.led_by(n)
    t = a_turn(s)
    act(t, n, "MO 505")
    assert (t.marching.carried, t.marching.marched) == ({legion}, set())
    assert [t.marching.spent.get(a, 0) for a in (fleet, legion, eagles)] == [1, 0, 1]
    assert not t.phase.invaders
    assert {s.armies[a].origin for a in s.led_by(n)} == {-1}


@pytest.mark.clause("AK-3.1-01", "AK-3.1-06")
def test_where_one_cannot_move_and_how_a_far_move_goes_on() -> None:
    s = calm()
    n = led(s)
    t = a_turn(s)
    assert failed(t, n, "MO 999") == ("AK-3.1-01", "fail.no-province")
    assert failed(t, n, "MO 504") == ("AK-3.1-01", "fail.already-there")
    act(t, n, "MO 507")
    assert t.pursuits.marches == {n: at(s, 507)}
    act(t, n, "MO 506")
    assert (t.pursuits.marches, s.people[n].place) == ({}, at(s, 506))


@pytest.mark.clause("AK-2.0-01", "AK-10.1-12")
def test_who_leaps_and_how_often() -> None:
    s = calm()
    n, other = master(s, tables.DOUBLE_MARCH), hero(s)
    put_item(s, "Feather of the Great Eagle", other)
    t = a_turn(s)
    assert [moving.leaps(t, n), moving.leaps(t, n)] == [True, False]
    assert [moving.leaps(t, other) for _ in range(3)] == [True, True, True]
    put_army(s, "LE", 0, 504, other)
    assert not moving.leaps(t, other)
    assert t.marching.leapt == {n}
    fresh = a_turn(s)
    put_item(s, "Feather of the Great Eagle", n)
    assert moving.leaps(fresh, n)
    assert fresh.marching.leapt == set()
    put_army(s, "LE", 0, 504, n)
    assert moving.leaps(fresh, n)
    assert fresh.marching.leapt == {n}


@pytest.mark.clause("AK-3.19-01")
@pytest.mark.parametrize(
    ("codes", "wet", "ability"),
    [
        (("LE",), False, tables.FORCED_MARCH),
        (("FL",), True, tables.NAVAL),
        (("LE",), True, None),
        (("FL",), False, tables.FORCED_MARCH),
    ],
)
def test_what_a_way_teaches(codes: tuple[str, ...], wet: bool, ability: int | None) -> None:
    for face, learnt in ((100, True), (101, False)):
        s = calm(**{"experience:_march": face, "experience:_sail": face})
        n = led(s, *codes)
        moving.learn_from_way(a_turn(s), n, s.led_by(n), wet)
        assert [each for each, level in enumerate(s.people[n].levels) if level] == (
            [ability] if learnt and ability is not None else []
        )


@pytest.mark.clause("AK-3.6-03")
@pytest.mark.parametrize(("face", "race", "owner", "barred", "follows"), [
    (250, tables.HUMAN, MERCENARY, 0, True), (251, tables.HUMAN, MERCENARY, 0, False),
    (1, tables.ELF, MERCENARY, 0, False),
    (1, tables.HUMAN, NATIVE, 0, False),
    (1, tables.HUMAN, MERCENARY, 2, False), (1, tables.HUMAN, MERCENARY, 1, True),
])  # fmt: skip
def test_which_mercenaries_follow(face: int, race: int, owner: int, barred: int, follows: bool) -> None:
    s = calm(mercenaries_follow=face)
    n = led(s, "LE")
    army = put_army(s, "PH", owner, 505, race=race, barred=barred)
    s.journal = []  # type: ignore[misc]
    moving.recruit_followers(a_turn(s), n, at(s, 505))
    assert (s.armies[army].owner == 0) is follows
    assert len(told(s.journal or [], "followed", 0)) == follows
    if follows:
        assert (s.armies[army].leader, s.armies[army].follows, s.armies[army].origin) == (n, True, -1)


# Explore (3.2)


@pytest.mark.clause("AK-3.2-01", "AK-3.1-03", "AK-12.1-08", "AK-2.0-01")
@pytest.mark.parametrize(("levels", "title", "power", "half", "percent"), [
    ("", False, 0, False, 50), ("EX1", False, 0, False, 100), ("EX1", False, 0, True, 50), ("", True, 0, False, 62),
    ("", True, 0, True, 31),
    ("", False, tables.QUICK_FINDS, False, 450), ("", False, tables.SAFE_ROADS, False, 300), ("", False, 0, True, 25),
])  # fmt: skip
def test_how_much_is_explored(levels: str, title: bool, power: int, half: bool, percent: int) -> None:
    s = calm()
    n = master(s, power) if power else hero(s, levels)
    if title:
        s.title_holders[titles.PATHFINDER] = n
    assert exploring.share(a_turn(s), n, at(s, 505), half) == percent


@pytest.mark.clause("AK-3.2-01", "AK-3.2-02", "AK-12.1-06", "AK-1.1-10")
def test_what_an_exploration_brings() -> None:
    s = calm()
    ruler = put_person(s, "Oskar", FREE, 505, rules=at(s, 505))
    set_land(s, 505, tax=7, types=(tables.BOWMEN,), race=tables.ELF)
    s.known[0].clear()
    n = hero(s)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    exploring.uncover(t, n, at(s, 505), half=False)
    known = s.known[0][at(s, 505)]
    assert (known.explored, known.terrain, known.race, known.owner, known.wealth, known.hero, known.seen) == (
        50, tables.PLAIN, tables.ELF, NATIVE, tables.RICH, ruler, s.turn)  # fmt: skip
    assert (known.tax, known.types) == (UNKNOWN, ())
    assert t.phase.explored == {(0, at(s, 505)): 0}
    assert told(s.journal or [], "explored", 0)[0].data["percent"] == 50
    exploring.uncover(t, n, at(s, 505), half=False)
    known = s.known[0][at(s, 505)]
    assert (known.explored, known.tax, known.types) == (100, 7, (tables.BOWMEN,))
    assert t.phase.explored == {(0, at(s, 505)): 0}, "as it was when the phase began"
    assert s.renown[n][titles.PATHFINDER] == 1
    exploring.uncover(t, n, at(s, 505), half=False)
    assert (s.known[0][at(s, 505)].explored, s.renown[n][titles.PATHFINDER]) == (100, 1)
    free = hero(s, seat=FREE)
    exploring.uncover(t, free, at(s, 506), half=False)


@pytest.mark.clause("AK-3.2-03", "AK-10.1-08", "AK-2.0-01")
def test_features_fallen_and_items_come_to_light() -> None:
    s = calm()
    near, far = (
        put_feature(s, "Dungeon", 505, "Ogre", threshold=50),
        put_feature(s, "Tomb", 505, "Ogre", threshold=51),
    )
    bury(s, "LE", 505)
    bury(s, "LE", 505)
    cloak = put_item(s, "Grey Cloak", place=at(s, 505))
    n = hero(s)
    t = a_turn(s)
    s.known[0].clear()
    s.journal = []  # type: ignore[misc]
    exploring.uncover(t, n, at(s, 505), half=True)
    assert [each.kind for each in s.journal] == []
    assert s.items[cloak].bearer == 0
    s.known[0].clear()
    exploring.uncover(t, n, at(s, 505), half=False)
    assert sorted(s.lore[0]) == [near]
    assert [each.kind for each in s.journal] == ["explored", "found", "graves", "items-found"]
    graves = told(s.journal, "graves")[0]
    assert (graves.data["count"], graves.data["kinds"], graves.readers) == (2, ["Legion"], (0,))
    assert s.items[cloak].bearer == n
    assert s.merit[n][titles.CHANCELLOR] == 4
    s.journal = []  # type: ignore[misc]
    s.set_person(n, place=at(s, 505))
    exploring.uncover(t, n, at(s, 505), half=True)
    exploring.uncover(t, n, at(s, 505), half=True)
    assert [each.kind for each in s.journal] == ["found", "graves"]
    assert sorted(s.lore[0]) == [near, far]


@pytest.mark.clause("AK-3.2-03", "AK-10.1-08")
@pytest.mark.parametrize(("others", "points"), [("nothing", 4), ("a rumour", 4), ("truth", 0)])
def test_only_the_first_finder_has_merit(others: str, points: int) -> None:
    s = calm()
    lair = put_feature(s, "Dungeon", 505, "Ogre")
    n = hero(s)
    t = a_turn(s)
    if others == "truth":
        learn_of(t, 1, lair)
    if others == "a rumour":
        with dice(s, [("a true rumour", YES)]):
            rumour(t, 1, lair)
    s.journal = []  # type: ignore[misc]
    exploring.discover(t, n, lair)
    assert s.merit.get(n, (0,) * 8)[titles.CHANCELLOR] == points
    assert told(s.journal or [], "found")[0].readers == (0,)


@pytest.mark.clause("AK-2.0-01")
def test_a_master_explorer_sees_a_tenth_of_the_neighbours() -> None:
    for power, percent in ((tables.WIDE_EXPLORATION, 10), (tables.SAFE_ROADS, 0)):
        s = calm()
        n = master(s, power)
        s.known[0].clear()
        know(s, 0, 506, explored=95)
        exploring.uncover(a_turn(s), n, at(s, 505), half=False)
        near = s.atlas.neighbours[at(s, 505)]
        assert {s.known[0][p].explored for p in near if p in s.known[0] and p != at(s, 506)} == (
            {percent} if percent else set()
        )
        assert s.known[0][at(s, 506)].explored == (100 if percent else 95)


@pytest.mark.clause("AK-1.1-10", "AK-3.1-04", "AK-4.2.3-01")
def test_neighbours_are_described_once() -> None:
    s = calm()
    s.known[0].clear()
    know(s, 0, 506, explored=40, tax=3, owner=2)
    know(s, 0, 404, explored=0, owner=2)
    s.illusions[at(s, 605)] = tables.JUNGLE
    set_land(s, 605, race=tables.ORC, tax=4)
    exploring.describe_neighbours(a_turn(s), 0, at(s, 505))
    seen = s.known[0][at(s, 605)]
    assert (seen.explored, seen.terrain, seen.race, seen.owner, seen.wealth, seen.tax) == (
        1,
        tables.JUNGLE,
        tables.ORC,
        NATIVE,
        tables.PROSPEROUS,
        UNKNOWN,
    )
    assert (s.known[0][at(s, 506)].owner, s.known[0][at(s, 404)].owner, s.known[0][at(s, 404)].explored) == (
        2,
        NATIVE,
        1,
    )


# Rumours (3.2)


@pytest.mark.clause("AK-3.2-06")
@pytest.mark.parametrize(("error", "moved", "gold", "item"), [
    (0, False, True, 3), (4, True, True, 3), (5, False, False, -1), (8, False, False, -1), (9, True, False, -1),
    (10, True, False, -1), (1, True, True, 3),
])  # fmt: skip
def test_what_a_false_rumour_gets_wrong(error: int, moved: bool, gold: bool, item: int) -> None:
    s = calm()
    lair = put_feature(s, "Dungeon", 814, "Ogre", legend_gold=True, legend_item=3)
    load(s, a_true_rumour=500 if not error else 501, what_is_wrong=max(1, error), next_door=YES, which_neighbour=1)
    s.journal = []  # type: ignore[misc]
    rumour(a_turn(s), 0, lair)
    found = s.lore[0][lair]
    place = s.atlas.neighbours[at(s, 814)][0] if moved else at(s, 814)
    assert (found.place, found.gold, found.item, found.is_rumour, found.monster, found.turn) == (
        place, gold, item, True, s.features[lair].monster, s.turn)  # fmt: skip
    kind = "rumour" if item >= 0 else "rumour-gold" if gold else "rumour-bare"
    assert [(each.kind, each.readers) for each in s.journal] == [(kind, (0,))]


@pytest.mark.clause("AK-3.2-06")
def test_a_rumour_of_an_empty_feature_and_of_gold_where_there_is_none() -> None:
    s = calm()
    lair = put_feature(s, "Dungeon", 814, legend_gold=False)
    load(s, a_true_rumour=1, what_is_wrong=6)
    s.journal = []  # type: ignore[misc]
    rumour(a_turn(s), 0, lair)
    rumour(a_turn(s), 0, lair, is_false=True)
    assert [each.kind for each in s.journal] == ["rumour-bare", "rumour-gold"]
    assert s.lore[0][lair].word == 0
    big = put_feature(s, "Dungeon", 814, "Great Wyrm")
    load(s, a_true_rumour=1)
    rumour(a_turn(s), 0, big)
    assert s.lore[0][big].word == tables.VERY_POWERFUL
    learn_of(a_turn(s), 0, big)
    assert (s.lore[0][big].word, s.lore[0][big].is_empty, s.lore[0][big].turn) == (
        tables.VERY_POWERFUL,
        False,
        s.turn,
    )
    learn_of(a_turn(s), 0, lair)
    assert (s.lore[0][lair].word, s.lore[0][lair].is_empty) == (0, True)


@pytest.mark.clause("AK-3.2-06")
def test_the_wrong_place_is_mostly_next_door() -> None:
    s = calm()
    t = a_turn(s)
    with dice(s, [("next door", 800), ("which neighbour", 2)]):
        assert wrong_place(t, at(s, 505)) == s.atlas.neighbours[at(s, 505)][1]
    with dice(s, [("next door", 801), ("anywhere", 7)]):
        assert wrong_place(t, at(s, 505)) == 6


# Pursue and trail (3.16, 3.17)


@pytest.mark.clause("AK-4.3.3-03", "AK-4.3.3-04")
@pytest.mark.parametrize(("levels", "number", "leads", "seat", "percent"), [
    ("", 504, False, 1, 50), ("SP1", 504, False, 1, 100), ("", 505, False, 1, 50), ("", 506, False, 1, 25),
    ("SP1", 507, False, 1, 100 / 3),
    ("", 506, True, 1, 50), ("SP2", 507, False, 1, 50), ("SP4", 508, True, 1, 125), ("", 514, False, 0, 100),
])  # fmt: skip
def test_the_chance_to_find_somebody(levels: str, number: int, leads: bool, seat: int, percent: float) -> None:
    s = calm()
    n, quarry = hero(s, levels), put_person(s, "Quarry", seat, number)
    if leads:
        put_army(s, "LE", seat, number, quarry)
    assert pursuing.percent_to_find(a_turn(s), n, quarry) == pytest.approx(percent)


@pytest.mark.clause("AK-3.16-01", "AK-4.3.3-03")
@pytest.mark.parametrize(
    ("found", "strays", "number", "expected"),
    [(YES, NO, 505, []), (NO, 501, 504, ["trail-lost"]), (NO, 500, 405, ["trail-lost"])],
)
def test_a_trail_is_followed_or_lost(found: int, strays: int, number: int, expected: list[str]) -> None:
    s = calm(on_the_trail=found, stray=strays, where_he_strays=2)
    n, quarry = hero(s), put_person(s, "Quarry", 1, 507)
    entries = act(a_turn(s), n, f"TR {quarry}")
    near = s.atlas.neighbours[at(s, 504)]
    place = near[1] if strays == 500 else at(s, number)
    assert s.people[n].place == place
    assert [each.kind for each in entries if each.kind == "trail-lost"] == expected


@pytest.mark.clause("AK-3.16-01", "AK-3.16-06", "AK-3.17-03", "AK-3.16-05")
def test_who_can_be_chased_and_what_is_told_when_he_is_caught() -> None:
    s = calm(on_the_trail=YES)
    n, quarry, mate = hero(s), hero(s, seat=1), hero(s)
    t = a_turn(s)
    assert failed(t, n, f"PU {quarry}") == ("AK-3.16-05", "fail.no-plan")
    assert failed(t, n, "PU 99 plan TA") == ("AK-3.16-01", "fail.no-such-character")
    assert failed(t, n, f"TR {n}") == ("AK-3.17-01", "fail.no-such-character")
    entries = act(t, n, f"PU {quarry} plan TA")
    assert [each.kind for each in entries] == ["caught-up", "meets", "talked"]
    assert t.pursuits.chases == {}
    assert [each.kind for each in act(t, n, f"PU {mate}")] == ["caught-up"]
    s.set_person(quarry, died=1)
    assert failed(t, n, f"PU {quarry} plan TA")[1] == "fail.no-such-character"
    entries = act(t, n, f"TR {mate}")
    assert [each.kind for each in entries] == ["trailed"]
    assert t.phase.trailed == [(n, mate)]


@pytest.mark.clause("AK-3.16-03", "AK-3.1-05")
@pytest.mark.parametrize(("land", "brings"), [(0, True), (1, False), (2, False), (NATIVE, False)])
def test_an_intruder_is_brought_to_battle_in_friendly_land_alone(land: int, brings: bool) -> None:
    s = calm()
    own(s, land, 505)
    n, quarry = led(s, "LE", number=505), led(s, "LE", seat=1, number=505)
    t = a_turn(s)
    pursuing.bring_to_battle(t, n, quarry)
    assert (invasions(t) == [(at(s, 505), quarry)]) is brings
    assert is_held(t, s.led_by(quarry)[0]) is brings
    relate(s, 0, 1, PEACE)
    fresh = a_turn(s)
    pursuing.bring_to_battle(fresh, n, quarry)
    assert invasions(fresh) == []


@pytest.mark.clause("AK-3.16-08", "AK-3.16-09", "AK-3.16-10", "AK-3.16-12", "AK-3.16-13", "AK-4.3.3-01")
@pytest.mark.parametrize(("case", "met"), [
    ("here", True), ("next door", True), ("far", False), ("neutral", False), ("free", False), ("general", False),
    ("better", False), ("alike", True),
    ("unseen", False), ("enemy land", False), ("allied land", True), ("dead patrol", False), ("patrol leads", False),
])  # fmt: skip
def test_whom_a_patrol_meets(case: str, met: bool) -> None:
    s = calm(escape_notice=1, a_patrol_strays=501)
    if case == "neutral":
        relate(s, 0, 1, PEACE)
    number = {"next door": 505, "far": 506, "enemy land": 505, "allied land": 505}.get(case, 504)
    own(s, 0, 505, 506)
    if case == "enemy land":
        own(s, 1, 505)
    if case == "allied land":
        own(s, 2, 505)
        relate(s, 0, 2, ALLIED)
    n = put_person(s, "Patrol", 0, 504, "ME3")
    intruder = put_person(
        s,
        "Intruder",
        FREE if case == "free" else 1,
        number,
        {"better": "EL4", "alike": "AR3", "unseen": "SP1"}.get(case, "ME1"),
    )
    if case == "general":
        put_army(s, "LE", 1, number, intruder)
    t = a_turn(s)
    t.pursuits.patrols[n] = plan("TA")
    if case == "unseen":
        t.sightings.furtive[intruder] = {tables.SPY}
    if case == "dead patrol":
        s.set_person(n, died=1)
    if case == "patrol leads":
        put_army(s, "LE", 0, 504, n)
    s.journal = []  # type: ignore[misc]
    pursuing.patrol_all(t)
    entries = told(s.journal or [], "intercepts")
    assert [(each.readers, each.data["other"]) for each in entries] == [((0, 1), "Intruder")] * met
    assert s.people[n].place == at(s, number if met else 504)
    assert not told(s.journal or [], "moved")


@pytest.mark.clause("AK-3.16-15", "AK-3.16-14")
@pytest.mark.parametrize(
    ("levels", "face", "strays"), [("ME3", 500, True), ("ME3", 501, False), ("ME3 SP1", 1, False)]
)
def test_half_of_the_patrols_without_skill_stray(levels: str, face: int, strays: bool) -> None:
    s = calm(a_patrol_strays=face, where_he_strays=3)
    own(s, 0, 505)
    n, intruder = put_person(s, "Patrol", 0, 504, levels), put_person(s, "Intruder", 1, 505)
    t = a_turn(s)
    t.pursuits.patrols[n] = plan("TA")
    pursuing.patrol_all(t)
    assert s.people[n].place == (s.atlas.neighbours[at(s, 504)][2] if strays else at(s, 505))
    assert s.people[intruder].place == at(s, 505)


@pytest.mark.clause("AK-3.16-12")
@pytest.mark.parametrize(
    ("levels", "best"), [("TA4 ME1", 1), ("AR3 ME1", 3), ("NE2 ME1", 2), ("WH4", 4), ("SP4", 0)]
)
def test_the_best_arms_are_archery_melee_or_magic(levels: str, best: int) -> None:
    s = calm()
    assert pursuing.best_arms(a_turn(s), hero(s, levels)) == best

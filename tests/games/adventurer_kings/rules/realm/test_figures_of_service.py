"""Recruiting, hiring, disbanding and handing over in figures (3.4 to 3.9, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master
from games.adventurer_kings.positions.realm import (
    FREE,
    MERCENARY,
    NATIVE,
    NO,
    Failed,
    a_turn,
    act,
    at,
    failed,
    load,
    new_state,
    own,
    put_army,
    put_person,
    relate,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.realm import recruiting
from palatine.games.adventurer_kings.rules.realm.armies import learn_from_armies, own_armies
from palatine.games.adventurer_kings.state import State

QUIET = {"experience:_recruit": NO, "experience:_army": NO, "experience:_fleet": NO}


def rich(**changes: object) -> tuple[State, int]:
    """Return a general of the first King at home; the King has 99 gold."""
    s = new_state()
    s.set_kingdom(0, gold=99)
    load(s, **QUIET)
    return s, put_person(s, "Marius", 0, 504, **changes)


# Recruit (3.4)


@pytest.mark.clause("AK-3.4-01", "AK-3.14-02", "AK-3.19-03")
@pytest.mark.parametrize(("face", "level"), [(50, 1), (51, 0)])
def test_a_levy_is_told_noticed_and_teaches(face: int, level: int) -> None:
    s, n = rich()
    load(s, **{**QUIET, "experience:_recruit": face, "beyond_aptitude": 1})
    t = a_turn(s)
    entries = act(t, n, "RE LE,HC")
    (entry,) = told(entries, "recruited")
    assert (entry.readers, len(entry.data["armies"]), entry.data["leader"]) == ((0,), 2, "the garrison commander")
    (event,) = t.phase.events
    assert (event.kind, event.place, event.actor, event.data["count"]) == ("seen-levy", at(s, 504), n, 2)
    assert s.people[n].levels[tables.DRUID] == level
    assert s.kingdoms[0].gold == 99 - 5
    assert {(army.quality, army.race, army.recruited, army.owner) for army in s.armies.values()} == {
        (tables.AVERAGE, tables.HUMAN, s.turn, 0)
    }
    assert t.dealings.levied == {at(s, 504): [tables.LEGION, tables.HEAVY]}


@pytest.mark.clause("AK-3.4-13", "AK-3.4-06")
def test_what_cannot_be_raised_is_told_after_what_could() -> None:
    s, n = rich()
    t = a_turn(s)
    entries = act(t, n, "RE LE,LE,LE,HC,HC")
    assert [each.kind for each in entries] == ["recruited", "failed"]
    assert len(told(entries, "recruited")[0].data["armies"]) == 4
    assert told(entries, "failed", 0)[0].data["reason"] == "fail.no-slot"
    assert s.kingdoms[0].gold == 99 - 2 - 2 - 4 - 3, "the third Legion is of a type that is no more native"
    assert failed(t, n, "RE LE") == ("AK-3.4-06", "fail.no-slot")
    s.set_kingdom(0, gold=0)
    assert failed(t, n, "RE GA") == ("AK-3.4-13", "fail.no-gold")
    s.set_kingdom(0, gold=1)
    act(t, n, "RE GA")
    assert s.kingdoms[0].gold == 0


@pytest.mark.clause("AK-3.4-01")
@pytest.mark.parametrize(("case", "result"), [
    ("garrison", 0), ("leader", "leader"), ("far leader", 0), ("dead leader", 0), ("stranger", 0), ("no such", 0),
    ("abroad", "fail.no-garrison"),
    ("abroad for far", "fail.not-here"), ("abroad for leader", "leader"),
])  # fmt: skip
def test_who_receives_new_armies(case: str, result: object) -> None:
    s, n = rich()
    if "abroad" in case:
        s.set_person(n, place=at(s, 505))
    here = s.atlas.numbers[s.people[n].place]
    leader = put_person(
        s, "Leader", 1 if case == "stranger" else 0, 509 if "far" in case else here, died=int(case == "dead leader")
    )
    asked = {"garrison": 0, "abroad": 0, "no such": 99}.get(case, leader)
    t = a_turn(s)
    try:
        found: object = recruiting.receiver(t, n, asked)
    except Failed as failure:
        found = failure.reason
    assert found == (leader if result == "leader" else result)


@pytest.mark.clause("AK-3.4-09", "AK-3.4-10", "AK-7.4-02")
@pytest.mark.parametrize(("quality", "barred", "code", "owner", "least", "found"), [
    (tables.AVERAGE, 0, "LE", MERCENARY, tables.AVERAGE, True),
    (tables.GREEN, 0, "LE", MERCENARY, tables.AVERAGE, False),
    (tables.GREEN, 0, "LE", MERCENARY, tables.SUB_DEPLETED, True),
    (tables.AVERAGE, 2, "LE", MERCENARY, tables.AVERAGE, False),
    (tables.AVERAGE, 1, "LE", MERCENARY, tables.AVERAGE, True),
    (tables.AVERAGE, 0, "HC", MERCENARY, tables.AVERAGE, False),
    (tables.AVERAGE, 0, "LE", NATIVE, tables.AVERAGE, False),
])  # fmt: skip
def test_which_mercenaries_are_hired(
    quality: int, barred: int, code: str, owner: int, least: int, found: bool
) -> None:
    s, n = rich()
    army = put_army(s, code, owner, 504, quality=quality, barred=barred)
    put_army(s, "LE", MERCENARY, 505, quality=tables.ELITE)
    assert recruiting.mercenary(a_turn(s), n, tables.LEGION, least) == (army if found else 0)
    if found:
        better = put_army(s, "LE", MERCENARY, 504, quality=tables.CRACK)
        put_army(s, "LE", MERCENARY, 504, quality=tables.CRACK)
        assert recruiting.mercenary(a_turn(s), n, tables.LEGION, least) == better


@pytest.mark.clause("AK-3.4-09", "AK-3.4-10")
def test_a_hired_army_is_paid_and_a_poor_one_only_where_there_is_no_levy() -> None:
    s, n = rich()
    good = put_army(s, "HC", MERCENARY, 504, quality=tables.VETERAN, origin=at(s, 505), follows=True)
    t = a_turn(s)
    assert recruiting.recruit_one(t, n, n, tables.HEAVY, frozenset()) == good
    army = s.armies[good]
    assert (army.owner, army.leader, army.origin, army.follows, army.recruited, s.kingdoms[0].gold) == (
        0,
        n,
        -1,
        False,
        s.turn,
        96,
    )
    poor = put_army(s, "LE", MERCENARY, 504, quality=tables.GREEN)
    levied = recruiting.recruit_one(t, n, n, tables.LEGION, frozenset())
    assert levied != poor
    camels = put_army(s, "CC", MERCENARY, 504, quality=tables.GREEN)
    assert recruiting.recruit_one(t, n, n, tables.CAMELS, frozenset()) == camels
    with pytest.raises(Failed, match="no-such-type"):
        recruiting.recruit_one(t, n, n, tables.CAMELS, frozenset())


@pytest.mark.clause("AK-3.4-02", "AK-3.4-05", "AK-3.4-15", "AK-3.4-16", "AK-4.2.5-03")
@pytest.mark.parametrize(("case", "result"), [
    ("own", 2), ("ally's", 3), ("ally's without treaty", "fail.no-treat"), ("neutral's", "fail.not-your-land"),
    ("empty", "fail.nobody-lives"),
    ("full", "fail.no-more"),
])  # fmt: skip
def test_where_and_at_what_price_people_are_levied(case: str, result: object) -> None:
    s, n = rich()
    s.set_person(n, place=at(s, 505))
    set_land(s, 505, race=-1 if case == "empty" else tables.HUMAN, types=(tables.LEGION,))
    owner = 1 if "'s" in case else 0
    own(s, owner, 505)
    relate(s, 0, 1, PEACE if case == "neutral's" else ALLIED)
    t = a_turn(s)
    if case == "ally's":
        t.dealings.treats.add((1, 0))
    t.dealings.treats.add((0, 1))
    if case == "full":
        for _ in range(350):
            put_army(s, "LE", NATIVE, 808)
    try:
        army = recruiting.levy(t, n, 0, tables.LEGION, frozenset())
        found: object = 99 - s.kingdoms[0].gold
        assert (s.armies[army].quality, s.kingdoms[1].gold) == (tables.GREEN, 11 if case == "ally's" else 10)
    except Failed as failure:
        found = failure.reason
    assert found == result


@pytest.mark.clause("AK-3.4-06", "AK-3.4-07", "AK-3.4-08", "AK-3.4-11", "AK-3.4-12", "AK-2.0-01")
@pytest.mark.parametrize(("code", "land", "levied", "armed", "power", "price"), [
    ("LE", "wild", (), (), 0, 2), ("LE", "wild", ("LE",), (), 0, 4), ("LE", "wild", ("LE",),
    ("LE",), 0, 4),
    ("LE", "home", ("LE",), (), 0, 2), ("LE", "home", ("LE", "LE"), (), 0, 4),
    ("LE", "home", ("LE", "LE"), ("LE",), 0, 4),
    ("LE", "home", ("LE", "LE", "HC", "HC"), ("LE",), 0, "fail.no-slot"), ("CC", "wild", (), (),
    0, "fail.no-such-type"), ("CC", "wild", (), ("CC",), 0, 6),
    ("CC", "wild", (), ("CC",), tables.FOREIGN_LEVIES, 3), ("CC", "wild", (), ("CC",), tables.GENTLE_TALK, 6),
    ("DR", "wild", (), ("DR",), 0, "fail.wrong-race"),
    ("GA", "wild", (), (), 0, 1), ("GA", "wild", ("GA",), (), 0, 1), ("GA", "wild", ("GA", "GA"), (),
    0, "fail.no-more-garrisons"),
    ("GA", "trolls", (), (), 0, "fail.no-humanoids"), ("TR", "trolls", (), (), 0, 3), ("LE", "trolls", (), ("LE",),
    0, "fail.wrong-race"),
    ("LE", "wild", ("GA", "GA", "HC"), (), 0, 2), ("LE", "wild", ("HC", "HC"), (), 0, "fail.no-slot"),
])  # fmt: skip
def test_the_price_of_a_levy(
    code: str, land: str, levied: tuple[str, ...], armed: tuple[str, ...], power: int, price: object
) -> None:
    s = new_state()
    number = 504 if land == "home" else 505
    set_land(
        s,
        505,
        race=tables.TROLLS if land == "trolls" else tables.HUMAN,
        types=(tables.TROLL,) if land == "trolls" else (tables.LEGION, tables.HEAVY),
    )
    n = master(s, power) if power else hero(s)
    s.set_person(n, place=at(s, number))
    t = a_turn(s)
    kinds = {each: tables.ARMY_CODES.index(each) for each in tables.ARMY_CODES}
    t.dealings.levied[at(s, number)] = [kinds[each] for each in levied]
    try:
        found: object = recruiting.price_of_levy(t, n, kinds[code], frozenset(kinds[each] for each in armed))
    except Failed as failure:
        found = failure.reason
    assert found == price


@pytest.mark.clause("AK-3.4-08")
def test_types_led_and_prices_of_types() -> None:
    s = new_state()
    n, leader = hero(s), hero(s)
    put_army(s, "LE", 0, 504, n)
    put_army(s, "CC", 0, 504, leader)
    put_army(s, "HC", 0, 504)
    t = a_turn(s)
    assert recruiting.types_led(t, n, leader) == {tables.LEGION, tables.CAMELS}
    assert recruiting.types_led(t, n, 0) == {tables.LEGION}
    assert recruiting.price_of_types(s, ["LE", "HC", "GA"]) == 6
    assert [recruiting.levy_quality(t, seat, at(s, 504)) for seat in (0, 1)] == [tables.AVERAGE, tables.GREEN]
    assert [recruiting.is_a_home(s, at(s, number)) for number in (504, 514, 505)] == [True, True, False]


# Hire and fire (3.5, 3.7)


@pytest.mark.clause("AK-3.5-01", "AK-3.5-02", "AK-3.5-07", "AK-3.19-03", "AK-12.1-06", "AK-3.14-02")
@pytest.mark.parametrize(("case", "offer", "result"), [
    ("plain", 4, "hired"), ("dear", 2, "not-hired"), ("dear", 3, "hired"), ("unwilling", 4, "not-hired"),
    ("rules", 4, "fail.rules-here"), ("serves", 4, "fail.serves-another"),
    ("guest", 4, "fail.serves-another"), ("dead", 4, "fail.not-here"), ("elsewhere", 4, "fail.not-here"),
    ("plain", 5, "fail.offer"), ("plain", 0, "fail.offer"),
])  # fmt: skip
def test_who_lets_himself_be_hired(case: str, offer: int, result: str) -> None:
    s, n = rich()
    free = put_person(s, "Hawk", 1 if case == "serves" else FREE, 505 if case == "elsewhere" else 504, whim=1)
    changes = {"dear": {"alignment": tables.EVIL}, "unwilling": {"alignment": tables.EVIL, "race": tables.ELF,
    "temper": tables.COWARDLY, "whim": 5}, "rules": {"rules": at(s, 504)},
               "guest": {"visitor": 1}, "dead": {"died": 1}}.get(case, {})  # fmt: skip
    s.set_person(free, **changes)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    try:
        recruiting.hire(t, n, orders.Hire(free, offer))
        (entry,) = s.journal
        found = entry.kind
    except Failed as failure:
        found = failure.reason
    assert found == result
    assert (s.people[free].seat == 0) is (result == "hired")
    assert s.renown.get(n, (0,) * 40)[titles.GOLDEN_TONGUE] == (result == "hired")
    assert [each.kind for each in t.phase.events] == ["seen-hire"] * (result == "hired")
    if result == "hired":
        asked = 3 if case == "dear" else 1
        assert (s.people[free].pay, s.kingdoms[0].gold, entry.data["gold"], entry.readers) == (
            asked,
            99 - asked,
            asked,
            (0,),
        )
    if result == "not-hired":
        assert entry.data["refuses"] is (case == "unwilling")
        assert len(s.kingdoms[0].refused) == 1
        assert s.kingdoms[0].gold == 99


@pytest.mark.clause("AK-3.5-06")
def test_who_enters_service_does_what_was_offered() -> None:
    s, _ = rich()
    free = put_person(s, "Hawk", FREE, 504)
    t = a_turn(s)
    t.ordered.offers[0, free] = [None, orders.Spy(), None, None, None]
    t.ordered.offered_plans[0, free] = (orders.Flee(),)
    recruiting.take_service(t, free, 0, 2)
    assert (t.ordered.acts[free][1], t.ordered.plans[free], t.sightings.furtive[free]) == (
        orders.Spy(),
        (orders.Flee(),),
        {tables.SPY},
    )
    other = put_person(s, "Owl", FREE, 504)
    recruiting.take_service(t, other, 1, 2)
    assert (t.ordered.acts[other], t.ordered.plans[other]) == ([None] * 5, ())


@pytest.mark.clause("AK-3.7-01", "AK-3.7-02")
@pytest.mark.parametrize(("case", "result"), [
    ("mate", "fired"), ("far by king", "fired"), ("far by hero", "fail.not-here"), ("stranger", "fail.not-yours"),
    ("king", "fail.not-yours"), ("dead", "fail.not-yours"),
    ("no such", "fail.not-yours"),
])  # fmt: skip
def test_whom_one_may_dismiss(case: str, result: str) -> None:
    s, n = rich()
    other = (
        s.kingdoms[0].king
        if case == "king"
        else put_person(s, "Hawk", 1 if case == "stranger" else 0, 509 if "far" in case else 504)
    )
    s.set_person(other, died=int(case == "dead"))
    actor = s.kingdoms[0].king if "by king" in case else n
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    try:
        recruiting.dismiss(t, actor, orders.Dismiss(99 if case == "no such" else other))
        (entry,) = s.journal
        found = entry.kind
        assert entry.readers == (0,)
    except Failed as failure:
        found = failure.reason
    assert found == result
    assert (s.people[other].seat == FREE) is (result == "fired")


# Disband, leave, pick up (3.6, 3.8, 3.9)


@pytest.mark.clause("AK-3.6-01", "AK-3.6-02", "AK-3.6-03")
def test_who_disbands_what() -> None:
    s, n = rich()
    led, garrison, far, theirs = (put_army(s, "LE", seat, number, leader) for seat, number, leader in
                                  ((0, 504, n), (0, 504, 0), (0, 509, 0), (1, 504, 0)))  # fmt: skip
    t = a_turn(s)
    assert failed(t, n, f"DI {theirs}") == ("AK-3.6-02", "fail.not-your-army")
    assert failed(t, n, "DI 99") == ("AK-3.6-02", "fail.not-your-army")
    assert failed(t, n, f"DI {far}") == ("AK-3.6-02", "fail.army-not-here")
    (entry,) = act(t, n, "DI All")
    assert (entry.kind, entry.readers, len(entry.data["armies"])) == ("disbanded", (0,), 1)
    assert [s.armies[a].owner for a in (led, garrison, far)] == [MERCENARY, 0, 0]
    act(t, s.kingdoms[0].king, f"DI {garrison},{far}")
    assert [s.armies[a].owner for a in (garrison, far)] == [MERCENARY, MERCENARY]
    assert failed(t, n, "DI All") == ("AK-3.6-03", "fail.no-armies")
    bones = put_army(s, "LE", 0, 504, n, is_skeletal=True)
    assert [each.kind for each in act(t, n, f"DI {bones}")] == ["laid-down"]
    assert own_armies(t, n, (), "AK-3.6-02", False) == []


@pytest.mark.clause("AK-3.8-01", "AK-3.8-02", "AK-3.8-03", "AK-3.8-04")
@pytest.mark.parametrize(("case", "result"), [
    ("garrison", (0, 0)), ("mate", (0, "other")), ("ally", (1, "other")), ("ally's garrison", (1, 0)),
    ("stranger", "fail.no-ally"), ("far", "fail.not-here"),
    ("dead", "fail.not-here"), ("abroad", "fail.no-garrison"), ("nothing", "fail.no-armies"),
])  # fmt: skip
def test_to_whom_armies_are_left(case: str, result: object) -> None:
    s, n = rich()
    number = 505 if case in ("ally's garrison", "abroad") else 504
    s.set_person(n, place=at(s, number))
    relate(s, 0, 1, ALLIED if case.startswith("ally") else ENEMY)
    if case == "ally's garrison":
        own(s, 1, 505)
    other = put_person(
        s,
        "Other",
        1 if case in ("ally", "stranger") else 0,
        506 if case == "far" else number,
        died=int(case == "dead"),
    )
    armies = [] if case == "nothing" else [put_army(s, "LE", 0, number, n, follows=True) for _ in range(2)]
    to = 0 if case in ("garrison", "ally's garrison", "abroad", "nothing") else other
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    try:
        entries = act(t, n, f"LE All to {to}" if to else "LE All")
        found: object = (s.armies[armies[0]].owner, s.armies[armies[0]].leader)
        (entry,) = told(entries, "left")
        assert entry.readers == ((0, 1) if case.startswith("ally") else (0,))
        assert not s.armies[armies[0]].follows
    except Failed as failure:
        found = failure.reason
    assert found == ((result[0], other) if isinstance(result, tuple) and result[1] == "other" else result)


@pytest.mark.clause("AK-3.9-01", "AK-3.9-02", "AK-3.9-03")
def test_what_is_picked_up() -> None:
    s, n = rich()
    mate = put_person(s, "Mate", 0, 504)
    new, old, led, far, theirs = (put_army(s, "LE", seat, number, leader, recruited=turn) for seat, number, leader,
    turn in (
        (0, 504, 0, s.turn), (0, 504, 0, 1), (0, 504, mate, 0), (0, 505, 0, 0), (1, 504, 0, 0)))  # fmt: skip
    t = a_turn(s)
    assert failed(t, n, f"PI {new}") == ("AK-3.9-02", "fail.recruited")
    assert failed(t, n, f"PI {far}") == ("AK-3.9-01", "fail.army-not-here")
    assert failed(t, n, f"PI {theirs}") == ("AK-3.9-01", "fail.not-your-army")
    (entry,) = act(t, n, f"PI {led}")
    assert (entry.kind, entry.readers, s.armies[led].leader) == ("picked-up", (0,), n)
    act(t, n, "PI All")
    assert [s.armies[a].leader for a in (new, old, far, theirs)] == [n, n, 0, 0]
    assert failed(t, n, "PI All") == ("AK-3.9-03", "fail.no-armies")


@pytest.mark.clause("AK-3.19-04")
@pytest.mark.parametrize(
    ("kinds", "march", "naval"),
    [
        ({tables.LEGION}, 1, 0),
        ({tables.FLEET}, 0, 1),
        ({tables.LEGION, tables.WHALE}, 1, 1),
        (set(), 0, 0),
        ({tables.EAGLE}, 1, 0),
    ],
)
def test_what_handling_armies_teaches(kinds: set[int], march: int, naval: int) -> None:
    for face, learnt in ((50, 1), (51, 0)):
        s, n = rich()
        load(s, **{"experience:_army": face, "experience:_fleet": face, "beyond_aptitude": 1})
        learn_from_armies(a_turn(s), n, kinds)
        assert (s.people[n].levels[tables.FORCED_MARCH], s.people[n].levels[tables.NAVAL]) == (
            march * learnt,
            naval * learnt,
        )

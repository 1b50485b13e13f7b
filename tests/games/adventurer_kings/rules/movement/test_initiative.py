"""Initiative, waiting for others, and reactions to invasions (3.0, 3.15)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.realm import (
    NO,
    Turn,
    a_turn,
    act,
    at,
    failed,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.command import note_invasion
from palatine.games.adventurer_kings.rules.movement import defending, initiative
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


# Initiative (3.0)


@pytest.mark.clause("AK-3.0-07")
@pytest.mark.parametrize(("before", "order"), [
    ({1: {2}, 2: {3}, 3: set()}, [3, 2, 1]), ({1: {9}, 2: set()}, [1, 2]), ({1: {2}, 2: {1}, 3: set()}, [1, 2, 3]),
    ({1: {3}, 2: {1}, 3: {2}}, [1, 2, 3]), ({1: {2}, 2: {3}, 3: {2}}, [2, 1, 3]),
    ({1: {4}, 2: {1, 3}, 3: {2}, 4: set()}, [3, 4, 1, 2]),
])  # fmt: skip
def test_nobody_goes_before_those_he_waits_for_unless_they_wait_for_him(
    before: dict[int, set[int]], order: list[int]
) -> None:
    assert initiative.in_turn(sorted(before), before) == order


@pytest.mark.clause("AK-3.0-05", "AK-3.0-06", "AK-3.0-10")
def test_the_abler_go_first_march_counts_three_times_and_defenders_last() -> None:
    s = calm()
    for seat in range(3):
        s.set_person(s.kingdoms[seat].king, died=1)
    few, many, march, guard = (put_person(s, name, 0, number, levels) for name, number, levels in (
        ("Few", 504, "ME1"), ("Many", 505, "ME2"), ("March", 506, "MA1"), ("Guard", 507, "ME9")))  # fmt: skip
    twin = put_person(s, "Twin", 1, 508, "ME2")
    order(s, guard, 1, "DE")
    idle(s)
    t = a_turn(s)
    assert [initiative.total_levels(t, n) for n in (few, many, march, guard)] == [1, 2, 3, 9]
    assert initiative.initiative(t) == [march, many, twin, few, guard]


@pytest.mark.clause("AK-3.0-07")
@pytest.mark.parametrize(("text", "waits"), [
    ("RE LE for {m}", True), ("RE LE", False), ("LE {a} to {m}", True), ("GI 7 to {m}", True), ("PI {b}", True),
    ("CA OR {m}", True), ("CA CH {m}", True),
    ("CA BL {m}", False), ("EN {m} TA", True), ("EN {m} ME", False), ("US {lyre} {m}", True),
    ("US {wand} {m}", False), ("EX", False),
])  # fmt: skip
def test_for_whom_one_waits(text: str, waits: bool) -> None:
    s = calm()
    servant, mate = put_person(s, "Servant", 0, 504, "PS1 WH1"), put_person(s, "Mate", 0, 504, "ME5")
    mine, theirs = put_army(s, "LE", 0, 504, servant), put_army(s, "LE", 0, 504, mate)
    lyre, wand = put_item(s, "War Lyre", servant), put_item(s, "Wand of Fire", servant)
    order(s, servant, 1, text.format(m=mate, a=mine, b=theirs, lyre=lyre, wand=wand))
    order(s, mate, 1, "EX")
    idle(s)
    t = a_turn(s)
    assert (mate in initiative.served(t, servant)) is waits
    found = initiative.initiative(t)
    assert (found.index(servant) < found.index(mate)) is waits


# Defence (3.15)


def defended(levels: str = "", *codes: str) -> tuple[State, int, Turn]:
    s = calm()
    own(s, 0, 505, *(s.atlas.numbers[p] for p in s.atlas.neighbours[at(s, 505)]))
    n = led(s, *codes, number=505, levels=levels)
    idle(s)
    t = a_turn(s)
    t.pursuits.posts[n] = at(s, 505)
    return s, n, t


@pytest.mark.clause("AK-3.15-07", "AK-3.15-01")
def test_where_a_general_may_defend() -> None:
    s = calm()
    n = led(s, "LE")
    t = a_turn(s)
    assert failed(t, n, "DE 999") == ("AK-3.15-07", "fail.no-province")
    assert failed(t, n, "DE 507") == ("AK-3.15-07", "fail.too-far")
    for text, number in (("DE", 504), ("DE 506", 506)):
        entries = act(t, n, text)
        assert t.pursuits.posts == {n: at(s, number)}
        assert [(each.kind, each.readers) for each in entries] == [("defends", (0,))]


@pytest.mark.clause("AK-3.15-01", "AK-3.15-02", "AK-3.15-05")
@pytest.mark.parametrize(
    ("invaders", "helpers", "sent"), [(0, 0, 3), (1, 0, 2), (2, 0, 1), (3, 0, 0), (2, 1, 2), (4, 0, 0)]
)
def test_what_a_general_can_spare_at_home(invaders: int, helpers: int, sent: int) -> None:
    s, n, t = defended("", "LE", "LE", "HC")
    for _ in range(helpers):
        put_army(s, "LE", 0, 505)
    put_army(s, "LE", 2, 505)
    if invaders:
        foe = led(s, *["LE"] * invaders, seat=1, number=505)
        note_invasion(t, s.led_by(foe))
    found = defending.spare(t, n, s.led_by(n), at(s, 505))
    assert len(found) == sent
    if 0 < sent < 3:
        assert tables.ARMY_CODES[s.armies[found[0]].type] == "HC", "the fastest first"


@pytest.mark.clause("AK-3.15-03", "AK-3.15-04", "AK-2.0-01", "AK-6.2-01")
@pytest.mark.parametrize(
    ("power", "spent", "goes", "after"),
    [(0, 1, True, 2), (0, 2, False, 2), (tables.FREE_REACTION, 2, True, 2), (tables.FREE_EXIT, 9, False, 9)],
)
def test_a_reaction_costs_a_point_but_not_a_masters(power: int, spent: int, goes: bool, after: int) -> None:
    s, n, t = defended()
    if power:
        n = master(s, power)
        s.set_person(n, place=at(s, 505))
        t.pursuits.posts[n] = at(s, 505)
    army = put_army(s, "LE", 0, 505, n)
    t.marching.spent[army] = spent
    foe = led(s, "LE", seat=1, number=506)
    note_invasion(t, s.led_by(foe))
    s.journal = []  # type: ignore[misc]
    defending.react(t, [n])
    assert (s.people[n].place == at(s, 506)) is goes
    assert t.marching.spent[army] == after
    assert [each.readers for each in told(s.journal or [], "reacts")] == [(0,)] * goes
    if goes:
        assert s.armies[army].place == at(s, 506)
        assert t.phase.reacted == {n}
        assert (n, at(s, 506)) in t.pursuits.sallied
        assert army in t.marching.marched


@pytest.mark.clause("AK-3.15-06")
@pytest.mark.parametrize(("won", "enemy", "posted", "chases"), [
    (True, "general", True, True), (True, "lone", True, False), (True, "dead", True, False),
    (True, "nobody", True, False), (False, "general", False, False),
])  # fmt: skip
def test_after_a_battle(won: bool, enemy: str, posted: bool, chases: bool) -> None:
    s, n, t = defended("", "LE")
    foe = led(s, *(() if enemy == "lone" else ("LE",)), seat=1, number=506)
    if enemy == "dead":
        s.set_person(foe, died=1)
    defending.after_battle(t, n, won, 0 if enemy == "nobody" else foe)
    assert (n in t.pursuits.posts) is posted
    assert (n in t.pursuits.chases) is chases
    if chases:
        assert t.pursuits.chases[n] == orders.Pursue(foe)
    other = led(s, "LE")
    defending.after_battle(t, other, True, foe)
    assert other not in t.pursuits.chases

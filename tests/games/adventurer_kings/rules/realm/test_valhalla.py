"""Counting of votes, calls, and the guests and gates of Valhalla (10.2 to 10.4, 12.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    dice,
    idle,
    line,
    load,
    new_state,
    own,
    put_army,
    put_item,
    put_person,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Legend, Proposal
from palatine.games.adventurer_kings.rules.realm import elections, valhalla
from palatine.games.adventurer_kings.state import State


def bases(s: State, *taxes: int, rest: int = 0) -> State:
    """Set the taxes of the Kings' homes in a world whose only other taxes are `rest`."""
    s.lands = tuple(type(land)(land.name, land.terrain, land.race, land.types, 0) for land in s.lands)
    for number, tax in zip((504, 509, 514), taxes, strict=False):
        set_land(s, number, tax=tax)
    set_land(s, 101, tax=rest)
    s.options = {"turns": 0}
    return s


# Elections (10.2, 10.4)


@pytest.mark.clause("AK-10.2-02", "AK-10.2-03", "AK-10.4-01")
@pytest.mark.parametrize(("turn", "first", "elected"), [
    (2, 50, False), (2, 51, True), (25, 50, False), (25, 51, True), (30, 26, True), (30, 25, False),
])  # fmt: skip
def test_more_than_the_needed_share_of_the_world_elects(turn: int, first: int, elected: bool) -> None:
    s = bases(new_state(turn=turn), first, 10, rest=90 - first)
    s.is_voting = True
    line(s, 0, "vote 3")
    line(s, 1, "vote 2")
    idle(s)
    s.journal = []  # type: ignore[misc]
    elections.elections(a_turn(s))
    assert (s.outcome is not None) is elected
    assert (s.is_voting, s.last_vote) == (False, turn)
    votes = told(s.journal or [], "votes")
    assert [(each.data["realm"], each.data["votes"]) for each in votes] == [("Realm3", first), ("Realm2", 10)]
    assert [each.readers for each in votes] == [(0, 1, 2)] * 2
    assert bool(told(s.journal or [], "no-emperor", 1)) is not elected
    if s.outcome is not None:
        assert s.outcome.data["emperor"] == "King3"
        assert told(s.journal or [], "emperor", 1)[0].data["king"] == "King3"


@pytest.mark.clause("AK-10.2-02")
def test_of_as_many_votes_the_richer_king_has_them_and_nobody_votes_for_nobody() -> None:
    for gold, winner in ((10, "King1"), (11, "King2")):
        s = bases(new_state(turn=30), 30, 30, rest=40)
        s.set_kingdom(1, gold=gold)
        s.is_voting = True
        line(s, 0, "vote 1")
        line(s, 1, "vote 2")
        line(s, 2, "vote 4")
        idle(s)
        elections.elections(a_turn(s))
        assert s.outcome is not None
        assert s.outcome.data["emperor"] == winner
    s = bases(new_state(turn=30), 30, 30, rest=40)
    s.is_voting = True
    s.journal = []  # type: ignore[misc]
    elections.elections(a_turn(s))
    assert s.outcome is None
    assert told(s.journal or [], "no-emperor", 0)


@pytest.mark.clause("AK-10.2-01")
@pytest.mark.parametrize(("first", "called"), [(55, False), (56, True)])
def test_callers_need_more_than_55_percent_together(first: int, called: bool) -> None:
    s = bases(new_state(), first - 20, 20, 10, rest=90 - first)
    for seat in (0, 1):
        line(s, seat, "call election")
    s.journal = []  # type: ignore[misc]
    elections.elections(a_turn(s))
    assert s.is_voting is called
    assert [each.readers for each in told(s.journal or [], "election-called")] == [(0, 1, 2)] * called
    s = bases(new_state(), 60, rest=0)
    elections.elections(a_turn(s))
    assert not s.is_voting, "nobody has called"


@pytest.mark.clause("AK-12.1-10")
def test_only_in_the_greater_game_an_alignment_calls_by_itself() -> None:
    for scenario, called in (("super", True), ("standard", False)):
        s = bases(new_state(scenario=scenario), 40, 40, 10)
        s.set_kingdom(2, alignment=tables.EVIL)
        idle(s)
        elections.elections(a_turn(s))
        assert s.is_voting is called


@pytest.mark.clause("AK-12.1-09")
def test_the_emperors_office_brings_no_votes_and_others_offices_none() -> None:
    s = bases(new_state(scenario="super"), 7, 5)
    king, other = s.kingdoms[0].king, s.kingdoms[1].king
    t = a_turn(s)
    s.holders[titles.EMPEROR] = king
    assert elections.influence(t, 0) == 7
    s.holders[titles.MARSHAL] = other
    assert elections.influence(t, 0) == 7
    put_item(s, "Excalibur", king)
    assert elections.influence(t, 0) == 7 + 5
    t.spells.blessed.add(at(s, 504))
    assert elections.influence(t, 0) == 11 + 5
    s.scenario = "standard"
    assert elections.influence(t, 0) == 11


@pytest.mark.clause("AK-10.2-05")
@pytest.mark.parametrize(("turns", "turn", "ends"), [(5, 4, False), (5, 5, True), (5, 6, True), (0, 6, False)])
def test_the_last_turn_that_was_agreed_on_ends_the_game(turns: int, turn: int, ends: bool) -> None:
    s = bases(new_state(turn=turn), 10, 20, 20)
    s.options = {"turns": turns}
    s.set_kingdom(2, gold=11)
    idle(s)
    elections.elections(a_turn(s))
    assert (s.outcome is not None) is ends
    if s.outcome is not None:
        assert (s.outcome.data["emperor"], s.outcome.margin) == ("King3", "closed"), "of two the richer"


@pytest.mark.clause("AK-10.2-05", "AK-10.1-04")
def test_who_holds_what_at_the_end_and_what_all_have_of_the_prizes() -> None:
    s = bases(new_state(), 10, 20, 20)
    n = put_person(s, "Marius", 0, 504)
    s.praise(n, titles.MARSHAL, 3)
    s.set_kingdom(2, gold=11)
    t = a_turn(s)
    king = s.kingdoms[1].king
    assert elections.final_holders(t, 1) == [king, 0, s.kingdoms[2].king, n, 0, 0, 0, 0]
    assert elections.ranking_keys(s) == {"King 1": 0.0, "King 2": 0.0, "King 3": 0.0}
    elections.crown_emperor(t, 1, "elected")
    assert s.outcome is not None
    assert s.outcome.winners == ("King 2",)
    assert s.outcome.data["shares"] == [10, 20, 10]
    assert s.outcome.data["realms"] == ["Realm1", "Realm2", "Realm3"]
    assert elections.ranking_keys(s) == {"King 1": 10, "King 2": 20, "King 3": 10}
    assert s.holders[titles.EMPEROR] == king


@pytest.mark.clause("AK-10.2-05")
def test_where_shares_are_level_several_win_and_with_none_nobody() -> None:
    s = bases(new_state(), 10, 10, 10)
    s.set_kingdom(0, alignment=tables.DIVINE, gold=0)
    for seat in (1, 2):
        s.set_kingdom(seat, alignment=tables.UNDEAD, gold=0)
    one, two = (put_person(s, name, seat, 504) for seat, name in ((1, "One"), (2, "Two")))
    for n, offices in ((one, (titles.MARSHAL, titles.ADMIRAL)), (two, (titles.DEFENDER, titles.PRIEST))):
        for office in offices:
            s.praise(n, office, 3)
    elections.crown_emperor(a_turn(s), 0, "elected")
    assert s.outcome is not None
    assert s.outcome.winners == ("King 1",)
    s = bases(new_state(), 10, 10, 10)
    one, two = (put_person(s, name, seat, 504) for seat, name in ((1, "One"), (2, "Two")))
    for n, offices in ((one, (titles.MARSHAL, titles.ADMIRAL)), (two, (titles.DEFENDER, titles.PRIEST))):
        for office in offices:
            s.praise(n, office, 3)
    for seat in range(3):
        s.set_kingdom(seat, gold=0)
    elections.crown_emperor(a_turn(s), 0, "elected")
    assert s.outcome is not None
    assert s.outcome.winners == ("King 1", "King 2", "King 3")


# Valhalla (10.3)


@pytest.mark.clause("AK-10.3-02", "AK-10.3-04")
def test_visits_are_drawn_every_five_turns() -> None:
    for turn, drawn in ((4, False), (5, True), (6, False), (10, True)):
        s = new_state(turn=turn)
        s.visits = {}
        faces = [("visit from Valhalla", face) for face in (2, 3, 4, 5, 5)] if drawn else []
        with dice(s, faces):
            valhalla.visits_begin(a_turn(s))
        assert s.visits == ({tables.GOOD: turn + 2, tables.DRUIDIC: turn + 3, tables.NEUTRAL: turn + 4,
                             tables.PAGAN: turn + 5,
                             tables.EVIL: turn + 5} if drawn else {})  # fmt: skip


def hall() -> list[Legend]:
    levels = (1,) * len(tables.ABILITIES)
    return [Legend(name, tables.HUMAN, mind, tables.BRAVE, levels, (0,), "hail") for name, mind in (
        ("Arthur", tables.GOOD), ("Roland", tables.DIVINE), ("Merlin", tables.DRUIDIC), ("Morgan", tables.EVIL),
        ("Vlad", tables.UNDEAD))]  # fmt: skip


@pytest.mark.clause("AK-10.3-02", "AK-10.3-04", "AK-10.3-05")
@pytest.mark.parametrize(("mind", "face", "name"), [
    (tables.GOOD, 1, "Arthur"), (tables.GOOD, 2, "Roland"), (tables.DRUIDIC, 1, "Merlin"), (tables.EVIL, 1, "Morgan"),
    (tables.EVIL, 2, "Vlad"),
    (tables.PAGAN, 1, ""),
])  # fmt: skip
def test_who_visits_a_king_of_an_alignment(mind: int, face: int, name: str) -> None:
    s = new_state(turn=6)
    s.hall = hall()
    s.visits = {mind: 7}
    s.set_kingdom(1, alignment=mind)
    s.set_kingdom(2, alignment=mind)
    load(s, whom_they_visit=2, who_visits=face)
    s.journal = []  # type: ignore[misc]
    valhalla.visits_begin(a_turn(s))
    guests = [(person.name, person.seat) for person in s.people.values() if person.visitor]
    assert guests == ([(name, 2)] if name else [])
    if name:
        (entry,) = told(s.journal or [], "visitor")
        assert (entry.readers, entry.data["who"], entry.data["count"], entry.data["speech"]) == (
            (2,),
            name,
            4,
            "hail",
        )
        n = max(s.people)
        assert s.hall[s.people[n].visitor - 1].name == name
        assert [s.items[i].kind for i in s.items_of(n)] == [0]


@pytest.mark.clause("AK-10.3-04")
@pytest.mark.parametrize(("turn", "mind"), [(6, tables.GOOD), (8, tables.GOOD), (7, tables.EVIL)])
def test_nobody_comes_before_or_after_the_turn_or_where_nobody_is_of_that_mind(turn: int, mind: int) -> None:
    s = new_state(turn=6)
    s.hall = hall()
    s.visits = {tables.GOOD: turn}
    s.set_kingdom(1, alignment=mind)
    valhalla.visits_begin(a_turn(s))
    assert not any(person.visitor for person in s.people.values())


@pytest.mark.clause("AK-10.3-04", "AK-10.3-05")
def test_a_guest_who_leaves_is_in_no_list_any_more() -> None:
    s = new_state()
    guest, other = put_person(s, "Arthur", 0, 504, visitor=1), put_person(s, "Other", 0, 504, "EX1")
    put_army(s, "LE", 0, 504, guest)
    put_item(s, "Wayfarer's Lodestone", guest)
    s.proposals = [Proposal(1, guest, 0), Proposal(1, other, 0)]
    for n in (guest, other):
        s.praise(n, titles.MARSHAL, 1)
        s.honour(n, titles.ROCK, 1)
        s.spot(1, n)
    t = a_turn(s)
    t.pursuits.posts[guest] = 0
    valhalla.visits_end(t)
    assert [guest in each for each in (s.people, s.merit, s.renown, s.seen[1], t.pursuits.posts)] == [False] * 5
    assert [other in each for each in (s.people, s.merit, s.renown, s.seen[1])] == [True] * 4
    assert [each.person for each in s.proposals] == [other]
    assert not s.items
    assert [army.leader for army in s.armies.values()] == [0]


@pytest.mark.clause("AK-10.3-01")
def test_the_winner_enters_and_of_other_kingdoms_the_first_who_has_twenty_points() -> None:
    s = new_state()
    first, second, third = (put_person(s, name, 1, 509) for name in ("First", "Second", "Third"))
    s.hall = []
    holders = [s.kingdoms[0].king, 0, s.kingdoms[0].king, first, first, second, second, 0]
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    valhalla.admit(t, 0, [30.0, 29.0, 0.0], holders)
    assert [legend.name for legend in s.hall] == ["King1", "First"]
    assert [(each.data["who"], each.readers) for each in told(s.journal or [], "valhalla")] == [
        ("King1", (0, 1, 2)), ("First", (0, 1, 2))]  # fmt: skip
    put_item(s, "Excalibur", second)
    s.hall = []
    valhalla.admit(t, 0, [30.0, 29.0, 0.0], holders)
    assert [legend.name for legend in s.hall] == ["King1", "Second"]
    assert s.hall[1].items == (0,)
    s.hall = []
    valhalla.admit(t, 0, [0.0, 0.0, 0.0], [0, 0, 0, third, 0, 0, 0, 0])
    assert s.hall == [], "nobody wins with nothing"


@pytest.mark.clause("AK-10.3-01")
@pytest.mark.parametrize(("offices", "item", "left", "points"), [
    (1, "", 1.0, 10), (2, "", 1.0, 20), (2, "Excalibur", 0.5, 11), (0, "Sword of Sharpness", 1.0, 0),
])  # fmt: skip
def test_what_somebody_brings_the_kingdom(offices: int, item: str, left: float, points: float) -> None:
    s = new_state()
    n = put_person(s, "Marius", 0, 504)
    if item:
        put_item(s, item, n)
    holders = [0, *[n] * offices, *[1] * (7 - offices)]
    assert valhalla.points_of(s, n, holders, left) == points
    own(s, 0, 505)


@pytest.mark.clause("AK-10.3-01")
def test_the_winning_king_enters_with_the_least_of_shares() -> None:
    s = new_state()
    s.hall = []
    valhalla.admit(a_turn(s), 0, [0.5, 0.25, 0.0], [0] * 8)
    assert [legend.name for legend in s.hall] == ["King1"]

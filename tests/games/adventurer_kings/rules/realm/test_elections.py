"""Calls and votes for a World Emperor, the end of the game, and Valhalla (10.2 to 10.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    HOMES,
    MERCENARY,
    a_turn,
    founded,
    line,
    new_state,
    put_army,
    put_item,
    put_person,
    run,
    set_land,
    told,
)
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NATIVE, Proposal
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.turn import Failed
from palatine.games.adventurer_kings.rules.realm import valhalla
from palatine.games.adventurer_kings.rules.realm.elections import crown_emperor
from palatine.games.adventurer_kings.rules.realm.offices import prize_share, reduction
from palatine.games.adventurer_kings.rules.realm.valhalla import actions_of_visitor, points_of
from palatine.games.adventurer_kings.state import State


def world(*bases: int, rest: int = 0, turn: int = 2) -> State:
    """Return Kings whose homes have these taxes; all other land together has `rest`."""
    s = new_state(len(bases), turn=turn)
    s.options = {"turns": 0}
    for seat, base in enumerate(bases):
        set_land(s, HOMES[seat], tax=base)
    lands = list(s.lands)
    for place, owner in enumerate(s.owners):
        if owner == NATIVE:
            lands[place] = type(lands[place])("Nowhere", tables.PLAIN, -1, (), 0)
    s.lands = tuple(lands)
    if rest:
        set_land(s, 101, tax=rest)
    return s


def call(s: State, *seats: int) -> bool:
    """Return whether a call for an election by these Kings leads to a vote."""
    for seat in seats:
        line(s, seat, "call election")
    return bool(told(run(s), "election-called"))


def vote(s: State, choices: dict[int, int]) -> list[object]:
    s.is_voting = True
    for seat, choice in choices.items():
        line(s, seat, f"vote {choice + 1}")
    return list(run(s))


def align(s: State, *alignments: int) -> None:
    for seat, alignment in enumerate(alignments):
        s.set_kingdom(seat, alignment=alignment)


@pytest.mark.clause("AK-10.2-01")
@pytest.mark.parametrize(("base", "called"), [(55, False), (56, True)])
def test_more_than_55_percent_of_the_world_call_a_vote(base: int, called: bool) -> None:
    s = world(base, 20, 0, rest=100 - base - 20)
    assert call(s, 0) == called
    assert s.is_voting == called


@pytest.mark.clause("AK-10.2-01")
def test_kings_call_together() -> None:
    assert call(world(30, 26, 10, rest=34), 0, 1)
    assert not call(world(30, 26, 10, rest=34), 0)


@pytest.mark.clause("AK-10.2-02", "AK-10.2-03")
@pytest.mark.parametrize(("base", "elected"), [(50, False), (51, True)])
def test_more_than_half_of_the_world_makes_the_emperor(base: int, elected: bool) -> None:
    s = world(base, 20, 0, rest=100 - base - 20)
    entries = vote(s, {0: 0, 1: 1})
    assert sorted(each.data["votes"] for each in told(entries, "votes")) == [20, base]  # type: ignore[arg-type]
    assert (s.outcome is not None) == elected


@pytest.mark.clause("AK-10.2-02")
def test_who_does_not_vote_has_no_votes_and_a_landless_king_may_be_elected() -> None:
    s = world(51, 29, 0, rest=20)
    vote(s, {0: 2})
    assert s.outcome is not None
    assert s.outcome.data["emperor"] == s.people[s.kingdoms[2].king].name


@pytest.mark.clause("AK-10.2-04")
def test_a_failed_vote_lets_the_game_go_on_and_never_two_in_a_row() -> None:
    s = world(60, 20, 10, rest=10)
    line(s, 0, "call election")
    entries = vote(s, {})
    assert told(entries, "no-emperor")
    assert not s.is_voting, "a call in the turn of a vote is void"
    assert s.outcome is None
    assert call(s, 0)


@pytest.mark.clause("AK-10.2-05")
def test_kings_keep_their_lands_under_an_emperor() -> None:
    s = world(60, 20, 10, rest=10)
    owners = list(s.owners)
    vote(s, {0: 0})
    assert s.outcome is not None
    assert s.owners == owners


@pytest.mark.clause("AK-10.2-06")
@pytest.mark.parametrize(
    ("mine", "his", "lost"),
    [(tables.PAGAN, tables.GOOD, 45), (tables.GOOD, tables.PAGAN, 36), (tables.DIVINE, tables.NEUTRAL, 60),
     (tables.UNDEAD, tables.DIVINE, 100),
     (tables.EVIL, tables.EVIL, 0)],
)  # fmt: skip
def test_each_step_from_the_emperors_alignment_costs(mine: int, his: int, lost: int) -> None:
    s = new_state()
    align(s, mine, his)
    assert reduction(s, 0, 1) == pytest.approx(lost / 100)
    holders = [0] * len(titles.OFFICES)
    holders[titles.MARSHAL] = s.kingdoms[0].king
    assert prize_share(s, 0, 1, holders) == pytest.approx(10 * (1 - lost / 100))


@pytest.mark.clause("AK-10.2-07")
def test_the_greatest_share_wins_not_the_emperor() -> None:
    s = world(51, 20, 10, rest=19)
    for office in (titles.MARSHAL, titles.ADMIRAL, titles.DEFENDER):
        s.praise(s.kingdoms[1].king, office, 5)
    s.set_kingdom(2, gold=500)
    vote(s, {0: 0})
    assert s.outcome is not None
    assert s.outcome.winners == (s.seats[1],)
    assert s.outcome.data["emperor"] == s.people[s.kingdoms[0].king].name
    ranks = GAME.outcome(s).ranks  # type: ignore[union-attr]
    assert ranks[0] == (s.seats[1],)
    shares = [s.outcome.data["shares"][s.seats.index(group[0])] for group in ranks]
    assert shares == sorted(set(shares), reverse=True)
    assert len(shares) > 1


@pytest.mark.clause("AK-10.4-01")
@pytest.mark.parametrize(
    ("turn", "call_at", "win_at"),
    [
        (24, 55, 50),
        (25, 50, 50),
        (26, 45, 45),
        (27, 40, 40),
        (28, 35, 35),
        (29, 30, 30),
        (30, 25, 25),
        (40, 25, 25),
    ],
)
def test_from_turn_25_on_less_and_less_is_needed(turn: int, call_at: int, win_at: int) -> None:
    assert titles.share_to_call(turn) == call_at
    assert titles.share_to_win(turn) == win_at
    assert call(world(call_at + 1, 0, 0, rest=99 - call_at, turn=turn), 0)
    assert not call(world(call_at, 0, 0, rest=100 - call_at, turn=turn), 0)
    s = world(win_at + 1, 0, 0, rest=99 - win_at, turn=turn)
    vote(s, {0: 0})
    assert s.outcome is not None


@pytest.mark.clause("AK-10.4-01")
def test_the_last_turn_that_was_agreed_on_makes_the_largest_emperor() -> None:
    s = world(10, 20, 30, rest=40, turn=7)
    s.options = {"turns": 7}
    run(s)
    assert s.outcome is not None
    assert s.outcome.data["emperor"] == s.people[s.kingdoms[2].king].name


# Valhalla


@pytest.mark.clause("AK-10.3-01")
def test_twenty_points_open_valhalla_and_one_alone_enters_from_a_kingdom() -> None:
    s = world(51, 20, 10, rest=19)
    align(s, tables.GOOD, tables.GOOD, tables.GOOD)
    first, second = (put_person(s, name, 1, HOMES[1]) for name in ("Marius", "Sulla"))
    for hero, offices in ((first, (titles.MARSHAL, titles.ADMIRAL)), (second, (titles.PRIEST,))):
        for office in offices:
            s.praise(hero, office, 9)
    hall = len(s.hall)
    entries = vote(s, {0: 0})
    assert s.outcome is not None
    entered = [each.data["who"] for each in told(entries, "valhalla")]  # type: ignore[arg-type]
    assert len(s.hall) == hall + len(entered)
    assert entered.count("Marius") + entered.count("Sulla") <= 1
    winner = s.seats.index(s.outcome.winners[0])
    assert s.people[s.kingdoms[winner].king].name in entered


@pytest.mark.clause("AK-10.3-01")
def test_points_count_after_what_the_alignments_cost() -> None:
    s = world(51, 20, 10, rest=19)
    align(s, tables.GOOD, tables.PAGAN, tables.GOOD)
    hero = put_person(s, "Marius", 1, HOMES[1])
    holders = [0, 0, 0, hero, hero, hero, 0, 0]
    assert points_of(s, hero, holders, 1 - reduction(s, 1, 0)) == pytest.approx(30 * 0.55)
    put_item(s, "Excalibur", hero)
    assert points_of(s, hero, holders, 1 - reduction(s, 1, 0)) == pytest.approx(30 * 0.55 + 1)
    for office in (titles.MARSHAL, titles.ADMIRAL, titles.DEFENDER):
        s.praise(hero, office, 5)
    s.journal = []  # type: ignore[misc]
    crown_emperor(a_turn(s), 0, "elected")
    assert "Marius" not in [legend.name for legend in s.hall]


@pytest.mark.clause("AK-10.3-02", "AK-10.3-04")
def test_each_alignment_is_visited_once_in_five_turns() -> None:
    s = founded("standard", kings=7)
    align(s, tables.GOOD, tables.DRUIDIC, tables.NEUTRAL, tables.PAGAN, tables.EVIL, tables.DIVINE, tables.UNDEAD)
    assert set(s.visits) == {tables.GOOD, tables.DRUIDIC, tables.NEUTRAL, tables.PAGAN, tables.EVIL}
    assert set(s.visits.values()) <= set(range(1, 6))


@pytest.mark.clause("AK-10.3-02", "AK-10.3-04")
def test_a_visitor_stands_beside_his_king_for_a_turn() -> None:
    s = new_state(turn=3)
    align(s, tables.GOOD, tables.DIVINE, tables.UNDEAD)
    s.hall = list(founded("standard", kings=2).hall)
    s.visits = {tables.GOOD: 4, tables.EVIL: 4}
    entries = run(s)
    (arrived,) = told(entries, "visitor")
    assert arrived.readers == (0,)
    assert arrived.data["count"] == 2, "in the fourth turn"
    (guest,) = [n for n, person in s.people.items() if person.visitor]
    assert s.people[guest].place == s.king(0).place
    assert s.people[guest].seat == 0
    legend = s.hall[s.people[guest].visitor - 1]
    assert (s.people[guest].name, s.people[guest].levels) == (legend.name, legend.levels)
    carried = s.items_of(guest)
    assert carried
    assert [(s.items[i].kind, s.items[i].charges) for i in carried] == [
        (kind, tables.ITEMS[kind].charges) for kind in legend.items
    ]
    run(s)
    assert guest not in s.people
    assert not {*carried} & {*s.items}


@pytest.mark.clause("AK-10.3-03")
def test_visitors_act_more_often_as_the_game_goes_on() -> None:
    assert [actions_of_visitor(turn) for turn in range(1, 13)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]
    s = new_state(turn=3)
    guest = put_person(s, "Arthur", 0, 504, visitor=1)
    for phase in (1, 2, 3):
        line(s, 0, f"{guest}.{phase} MO {504 + phase}")
    t = a_turn(s)
    assert [type(each) for each in t.ordered.acts[guest]] == [
        orders.Move,
        orders.Move,
        type(None),
        type(None),
        type(None),
    ]


@pytest.mark.clause("AK-10.3-05")
def test_a_visitor_keeps_what_he_has() -> None:
    s = new_state()
    guest = put_person(s, "Arthur", 0, 504, visitor=1)
    sword = put_item(s, "Excalibur", guest)
    t = a_turn(s)
    (found,) = o_parse(f"{guest}.1 GI {s.kingdoms[0].king} {sword}")
    with pytest.raises(Failed, match=r"fail\.visitor-keeps"):
        sequence.HANDLERS[type(found.action)](t, guest, found.action)
    assert s.items[sword].bearer == guest


def o_parse(text: str) -> tuple[orders.Act, ...]:
    return tuple(each for each in parse(text).orders if isinstance(each, orders.Act))


@pytest.mark.clause("AK-10.3-05")
def test_who_enters_takes_his_items_along() -> None:
    s = world(51, 20, 10, rest=19)
    king = s.kingdoms[0].king
    put_item(s, "Excalibur", king)
    s.praise(king, titles.MARSHAL, 5)
    s.praise(king, titles.ADMIRAL, 5)
    vote(s, {0: 0})
    entered = s.hall[-1]
    assert entered.name == s.people[king].name
    assert [tables.ITEMS[kind].name for kind in entered.items] == ["Excalibur"]


def test_the_end_is_told_in_words() -> None:
    s = world(51, 20, 10, rest=19)
    entries = vote(s, {0: 0})
    assert [GAME.prose(each) for each in entries if each.kind == "outcome"] == ["The reign of the Kings is over."]  # type: ignore[attr-defined, arg-type]
    told_to_all = GAME.view(s, s.seats[1]).outcome
    assert told_to_all is not None
    assert told_to_all["margin"].startswith("King1 is elected World Emperor. ")


@pytest.mark.clause("AK-10.3-02", "AK-4.2.2-07")
def test_a_visitor_who_has_left_watches_nobody_any_more() -> None:
    s = new_state()
    guest = put_person(s, "Merlin", 0, 504, visitor=1)
    t = a_turn(s)
    t.spells.watched[guest] = (s.kingdoms[1].king,)
    assert t.witnesses(s.kingdoms[1].king) == [1, 0]
    valhalla.visits_end(t)
    assert t.witnesses(s.kingdoms[1].king) == [1]


@pytest.mark.clause("AK-10.3-02")
def test_bargains_with_a_visitor_are_void_once_he_has_left() -> None:
    s = new_state()
    guest = put_person(s, "Merlin", 0, 504, visitor=1)
    theirs, ours = Proposal(1, guest, 0, 5), Proposal(2, s.kingdoms[0].king, 0, 5)
    s.proposals = [theirs, ours]
    valhalla.visits_end(a_turn(s))
    assert s.proposals == [ours]


@pytest.mark.clause("AK-10.3-02")
def test_armies_of_a_visitor_in_foreign_land_are_left_without_a_leader_like_a_dead_mans() -> None:
    s = new_state()
    guest = put_person(s, "Arthur", 0, 505, visitor=1)
    good, green = put_army(s, "LE", 0, 505, guest), put_army(s, "LE", 0, 505, guest, quality=tables.GREEN)
    valhalla.visits_end(a_turn(s))
    assert guest not in s.people
    assert s.armies[good].owner == MERCENARY
    assert green not in s.armies


@pytest.mark.clause("AK-10.3-01")
@pytest.mark.parametrize(("offices", "enters"), [(2, True), (1, False)])
def test_who_has_brought_twenty_points_to_another_kingdom_enters_too(offices: int, enters: bool) -> None:
    s = new_state()
    best, second = (put_person(s, name, 1, HOMES[1]) for name in ("Marius", "Sulla"))
    holders = [0] * len(titles.OFFICES)
    holders[titles.MARSHAL : titles.MARSHAL + offices] = [best] * offices
    holders[titles.PRIEST] = second
    s.hall = []
    valhalla.admit(a_turn(s), 0, [50, 30, 0], holders)
    assert [legend.name for legend in s.hall] == ["King1", *(["Marius"] if enters else [])]


@pytest.mark.clause("AK-10.4-01")
@pytest.mark.parametrize("lands", [0, 1])
def test_the_last_turn_ends_the_game_though_nobody_has_a_tax_base(lands: int) -> None:
    s = new_state()
    s.turn = int(s.options["turns"])
    s.lands = tuple(type(land)(land.name, land.terrain, land.race, land.types, 0) for land in s.lands)
    if not lands:
        s.owners = [NATIVE] * len(s.owners)
    for seat, gold in enumerate((3, 30, 20)):
        s.set_kingdom(seat, gold=gold)
    sequence.run_turn(s)
    assert s.outcome is not None
    assert s.outcome.margin == "closed"
    assert s.outcome.data["emperor"] == s.king(1).name, "of equals the richest"

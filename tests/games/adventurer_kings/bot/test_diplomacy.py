"""The captain's treaties and votes."""

from __future__ import annotations

from typing import Any

from games.adventurer_kings.positions.captains import KING, endow, lines, natives, neighbours
from games.adventurer_kings.positions.realm import know, own, relate, set_land
from palatine.games.adventurer_kings.bot.captain import Captain
from palatine.games.adventurer_kings.bot.parameters import CONQUEST, GROWTH, CaptainParameters
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, RaceStanding
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def said(s: State, kind: type) -> list[Any]:
    return [each for each in lines(s) if isinstance(each, kind)]


def test_when_there_is_nothing_left_to_conquer_it_breaks_with_one_neighbour() -> None:
    s = neighbours()
    assert len(said(s, orders.BreakTreaty)) == 1


def test_while_natives_are_left_growth_keeps_the_peace_and_conquest_breaks_it() -> None:
    s = neighbours()
    endow(s, KING, "MA4 TA2")
    natives(s, 404)
    natives(s, 604)
    for aim, count in ((GROWTH, 0), (CONQUEST, 1)):
        sheet = Captain(GAME, CaptainParameters(aim=aim)).decide(s, s.seats[0])
        assert sum(isinstance(each, orders.BreakTreaty) for each in sheet.orders) == count


def test_it_breaks_with_the_weaker_and_with_those_of_another_mind() -> None:
    s = neighbours()
    for number in (502, 403, 402):
        set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=9)
        own(s, 2, number)
        know(s, 0, number, 1, terrain=tables.PLAIN, race=tables.HUMAN, owner=2, wealth=tables.RICH, seen=1)
    s.set_kingdom(1, alignment=tables.UNDEAD)
    assert said(s, orders.BreakTreaty) == [orders.BreakTreaty(2)]


def test_it_wants_peace_with_every_enemy_but_one() -> None:
    s = neighbours()
    relate(s, 0, 1, ENEMY)
    relate(s, 0, 2, ENEMY)
    assert said(s, orders.BreakTreaty) == []
    assert len(said(s, orders.Treat)) == 1


def test_it_seeks_the_alliance_of_every_neighbour_but_the_one_it_may_have_to_fight() -> None:
    s = neighbours()
    natives(s, 404)
    natives(s, 604)
    endow(s, KING, "MA4 TA2")
    assert said(s, orders.Treat) == [orders.Treat(3)]
    s.set_kingdom(2, alignment=tables.UNDEAD)
    assert said(s, orders.Treat) == [orders.Treat(3)]
    s.set_kingdom(0, neighbours_told=(2,))
    assert said(s, orders.Treat) == []


# The crown


def standing(s: State, office: int, rank: int, share: int) -> None:
    s.standings = s.standings or [() for _ in s.seats]
    s.standings[0] = (*s.standings[0], RaceStanding(office, KING, rank, share))


def test_it_votes_for_itself_while_it_leads() -> None:
    s = neighbours()
    s.is_voting = True
    standing(s, titles.EMPEROR, 1, 100)
    assert said(s, orders.Vote) == [orders.Vote(1)]


def test_hopelessly_behind_it_votes_for_a_great_king_whose_rule_costs_little() -> None:
    s = neighbours()
    s.set_kingdom(1, alignment=tables.UNDEAD)
    s.set_kingdom(0, neighbours_told=(1,))
    s.is_voting = True
    standing(s, titles.EMPEROR, 9, 10)
    assert said(s, orders.Vote) == [orders.Vote(3)]


def test_who_is_second_denies_the_first_his_vote_until_the_world_is_weary() -> None:
    s = neighbours()
    s.is_voting = True
    standing(s, titles.EMPEROR, 2, 80)
    assert said(s, orders.Vote) == [orders.Vote(1)]
    s.turn = 29
    assert said(s, orders.Vote) != [orders.Vote(1)]


def test_who_wins_by_his_offices_is_content_with_another_emperor() -> None:
    s = neighbours()
    s.is_voting = True
    standing(s, titles.EMPEROR, 2, 80)
    s.set_kingdom(0, alignment=tables.GOOD)
    for office in (titles.CHANCELLOR, titles.MARSHAL, titles.PRIEST, titles.ARCHMAGE, titles.DEFENDER):
        standing(s, office, 1, 100)
    assert said(s, orders.Vote) != [orders.Vote(1)]


def test_it_calls_for_an_election_when_it_may_win_and_late_in_any_case() -> None:
    s = neighbours()
    assert said(s, orders.CallElection) == []
    s.turn = 25
    assert said(s, orders.CallElection) == [orders.CallElection()]

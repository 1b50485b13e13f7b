"""The captain's treaties and votes."""

from __future__ import annotations

from typing import Any

import pytest

from games.adventurer_kings.positions.captains import KING, endow, lines, natives, neighbours
from games.adventurer_kings.positions.realm import know, new_state, own, put_item, relate, set_land
from palatine.games.adventurer_kings.bot.captain import Captain
from palatine.games.adventurer_kings.bot.parameters import CONQUEST, GROWTH, CaptainParameters
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, Known, RaceStanding
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


def leader(share: float) -> State:
    """Return a first King with a share of the world's taxes, in the lead and told so."""
    s = neighbours()
    world = sum(land.tax for land in s.lands)
    set_land(s, 506, race=tables.HUMAN, types=(tables.LEGION,), tax=round(share * world / (1 - share)))
    own(s, 0, 506)
    for place, land in enumerate(s.lands):
        s.known[0][place] = Known(100, land.terrain, land.race, s.owners[place], tax=land.tax, types=land.types)
    standing(s, titles.EMPEROR, 1, 100)
    return s


@pytest.mark.clause("AK-10.2-04")
def test_after_a_vote_that_failed_it_calls_again_and_never_while_a_vote_is_due() -> None:
    """More than half of the world's tax base makes an Emperor; 40 % do not."""
    s = leader(0.4)
    assert said(s, orders.CallElection) == [orders.CallElection()]
    s.is_voting = True
    assert said(s, orders.CallElection) == []
    assert said(s, orders.Vote) == [orders.Vote(1)]
    s.sheets = [orders.Sheet(tuple(lines(s))), orders.Sheet(), orders.Sheet()]
    GAME.run_turn(s)
    assert s.outcome is None
    assert s.last_vote == s.turn - 1
    assert not s.is_voting
    assert said(s, orders.CallElection) == [orders.CallElection()]
    assert said(s, orders.Vote) == []


@pytest.mark.clause("AK-10.2-07")
def test_it_calls_when_its_prizes_win_though_another_has_the_largest_tax_base() -> None:
    """Three offices of 10 % and five artifacts are the 35 % with which it is content."""
    s = leader(0.2)
    s.standings = [(RaceStanding(titles.EMPEROR, KING, 2, 80),), (), ()]
    assert said(s, orders.CallElection) == []
    for office in (titles.CHANCELLOR, titles.MARSHAL, titles.PRIEST):
        standing(s, office, 1, 100)
    assert said(s, orders.CallElection) == []
    for kind in tables.ARTIFACTS[:5]:
        put_item(s, tables.ITEMS[kind].name, KING)
    assert said(s, orders.CallElection) == [orders.CallElection()]


@pytest.mark.clause("AK-10.2-06")
@pytest.mark.parametrize(("tax", "choice"), [(30, 3), (33, 2)])
def test_a_pagan_king_counts_45_percent_lost_under_a_good_emperor(tax: int, choice: int) -> None:
    """A Good King's tax base of 50 counts as much as a Pagan's of 31, under whom all is left."""
    s = pagans(tax, 50)
    s.is_voting = True
    assert said(s, orders.Vote) == [orders.Vote(choice)]


def pagans(kin: int, good: int) -> State:
    """Return a small Pagan King who knows the lands of another Pagan and of a Good King."""
    s = new_state(scenario="super")
    for seat, number, tax, alignment in ((1, 505, kin, tables.PAGAN), (2, 503, good, tables.GOOD)):
        set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=tax)
        own(s, seat, number)
        know(s, 0, number)
        s.set_kingdom(seat, alignment=alignment)
    s.set_kingdom(0, alignment=tables.PAGAN, neighbours_told=(2,))
    standing(s, titles.EMPEROR, 9, 10)
    return s


@pytest.mark.clause("AK-12.1-10")
@pytest.mark.parametrize("share", [45, 60])
def test_in_the_vote_that_an_alignment_brings_it_denies_the_crown_to_its_greatest_king(share: int) -> None:
    """Pagan Kings with more than 55 % of the world have a vote without a call."""
    s = pagans(0, 50)
    place = s.atlas.place(505)
    pagan = sum(land.tax for land, owner in zip(s.lands, s.owners, strict=True) if owner in (0, 1))
    rest = sum(land.tax for land, owner in zip(s.lands, s.owners, strict=True) if owner not in (0, 1))
    set_land(s, 505, race=tables.HUMAN, types=(tables.LEGION,), tax=round(share * rest / (100 - share)) - pagan)
    know(s, 0, 505)
    s.sheets = [orders.Sheet() for _ in s.seats]
    GAME.run_turn(s)
    assert s.owners[place] == 1
    assert s.is_voting == (share == 60)
    standing(s, titles.EMPEROR, 9, 10)
    assert said(s, orders.Vote) == ([orders.Vote(1)] if share == 60 else [])

"""The captain and the victory by five joined cities (VIC-05), its own and its opponents'."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, person
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.bot.diplomacy import truces
from palatine.games.lord_and_master.bot.parameters import USUAL
from palatine.games.lord_and_master.bot.trade import BOUND, FOREIGN, chains, trade_values, traders_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.victory import CHAIN, controlled_places, longest_chain
from palatine.games.lord_and_master.state import State, TruceRecord

SHORTEST = (12, 21, 30, 31, 32, 33, 24, 42, 51, 60, 59)
"""Eleven squares that join the cities at 12, 30, 42 and 59 and a nation's own at 24."""


def coast(holder: int, *but: int) -> State:
    """Return a match in which a nation holds the shortest chain except for some squares."""
    state = hargaar(seats=2)
    state.own_cities[24] = state.city(12)
    state.ruins.append(25)
    hold(state, holder, *[square for square in SHORTEST if square not in but])
    return state


def test_the_chain_is_that_of_the_rule() -> None:
    state = coast(0)
    found = chains(state, 0, USUAL)[0]
    assert (found.cost, found.missing) == (0, frozenset())
    assert longest_chain(state, set(found.squares)) == CHAIN


@pytest.mark.parametrize("square", [21, 33, 51])
def test_a_missing_square_costs_what_it_takes_to_win_it(square: int) -> None:
    state = coast(0, square)
    found = chains(state, 0, USUAL)[0]
    assert (found.cost, len(found.missing)) == (1, 1)
    hold(state, 0, *found.missing)
    assert longest_chain(state, controlled_places(state, 0)) == CHAIN


def test_a_square_of_another_nation_costs_more_and_most_under_a_truce() -> None:
    state = coast(0, 33)
    for square in range(1, 109):
        if square not in SHORTEST or square == 33:
            hold(state, 1, square)
    assert chains(state, 0, USUAL)[0].cost == FOREIGN
    state.truces.append(TruceRecord((0, 1), 9))
    assert chains(state, 0, USUAL)[0].cost == BOUND


def test_a_square_is_worth_the_more_the_fewer_are_missing() -> None:
    for missing in ((21,), (21, 60), (21, 60, 51)):
        found = chains(coast(0, *missing), 0, USUAL)
        assert found[0].cost == len(missing)
        values = trade_values(found, 0, USUAL)
        assert set(values.values()) == {USUAL.trade / (1 + len(missing))}


def test_the_chain_of_another_is_seen_in_time_and_its_links_are_prizes() -> None:
    state = coast(1, 33)
    found = chains(state, 0, USUAL)
    assert traders_of(found, USUAL) == {1}
    assert set(trade_values({1: found[1]}, 0, USUAL)) == found[1].squares
    far = coast(1, *SHORTEST[1:])
    assert 1 not in traders_of(chains(far, 0, USUAL), USUAL)


def test_an_envoy_goes_where_the_last_square_is_missing() -> None:
    state = coast(0, 33)
    person(state, "Otto W2", 1, 100)
    person(state, "Ralph M4", 0, 32)
    [action] = [each.action for each in Captain(GAME).decide(state, "P1").orders if isinstance(each, o.Character)]
    assert isinstance(action, o.Move)
    assert action.path[-1] == o.PlaceRef(33)


def test_no_truce_is_offered_to_who_is_about_to_win_by_trade() -> None:
    state = hargaar(seats=3)
    state.own_cities[24] = state.city(12)
    state.turn = USUAL.first_truce
    hold(state, 0, 70)
    hold(state, 1, *SHORTEST[:-1])
    hold(state, 2, 71)
    assert [offer.player for offer in truces(state, 0)] == ["P2"], "P3 is the enemy"
    traders = traders_of(chains(state, 0, USUAL), USUAL)
    assert truces(state, 0, USUAL, traders) == []

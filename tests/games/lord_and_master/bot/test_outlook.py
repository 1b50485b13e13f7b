"""The outlook of the captain: distances to victory, the aim chosen, the worth of squares."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.bot.diplomacy import truces
from palatine.games.lord_and_master.bot.outlook import BOUND, FOREIGN, Outlook
from palatine.games.lord_and_master.bot.parameters import (
    CHAIN,
    CONQUEST,
    DENIAL,
    DIPLOMACY,
    USUAL,
    CaptainParameters,
)
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.victory import CHAIN as CITIES
from palatine.games.lord_and_master.rules.victory import controlled_places, longest_chain
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


def added_by(aim: str, state: State, seat: int) -> dict[int, float]:
    """Return what an aim adds to the values of squares, compared with diplomacy, which adds none."""
    pursued, aside = (Outlook(state, seat, CaptainParameters(aim=each)).values for each in (aim, DIPLOMACY))
    added = {square: worth - aside.get(square, 0.0) for square, worth in pursued.items()}
    return {square: worth / (USUAL.focus - 1) for square, worth in added.items() if worth > 1e-9}


def test_the_chain_is_that_of_the_rule() -> None:
    state = coast(0)
    found = Outlook(state, 0).prospects[0].chain
    assert (found.cost, found.missing) == (0, frozenset())
    assert longest_chain(state, set(found.squares)) == CITIES


@pytest.mark.parametrize("square", [21, 33, 51])
def test_a_missing_square_costs_what_it_takes_to_win_it(square: int) -> None:
    state = coast(0, square)
    found = Outlook(state, 0).prospects[0].chain
    assert (found.cost, len(found.missing)) == (1, 1)
    hold(state, 0, *found.missing)
    assert longest_chain(state, controlled_places(state, 0)) == CITIES


def test_a_square_of_another_nation_costs_more_and_most_under_a_truce() -> None:
    state = coast(0, 33)
    for square in range(1, 109):
        if square not in SHORTEST or square == 33:
            hold(state, 1, square)
    assert Outlook(state, 0).prospects[0].chain.cost == FOREIGN
    state.truces.append(TruceRecord((0, 1), 9))
    assert Outlook(state, 0).prospects[0].chain.cost == BOUND


def test_a_square_is_worth_the_more_the_fewer_are_missing() -> None:
    for missing in ((21,), (21, 60), (21, 60, 51)):
        state = coast(0, *missing)
        pursued, aside = (Outlook(state, 0, CaptainParameters(aim=aim)) for aim in (CHAIN, DIPLOMACY))
        assert pursued.prospects[0].chain.cost == len(missing)
        for square in pursued.prospects[0].chain.missing:
            gain = pursued.values[square] - aside.values[square]
            assert gain == pytest.approx((USUAL.focus - 1) * USUAL.trade / (1 + len(missing)))


def test_the_chain_of_another_is_seen_in_time_and_its_links_are_prizes() -> None:
    outlook = Outlook(coast(1, 33), 0, CaptainParameters(aim=DENIAL))
    assert outlook.dangerous() == {1}
    assert outlook.values.keys() >= outlook.prospects[1].chain.squares
    far = coast(1, *SHORTEST[1:])
    assert Outlook(far, 0).dangerous() == set()


def test_the_usual_aim_is_the_nearest_victory_and_denial_if_a_rival_is_nearer() -> None:
    state = coast(0, 21, 33)
    assert Outlook(state, 0).aim == CHAIN
    hold(state, 1, *range(64, 108))
    state.ruins += [square for square in range(1, 109) if state.has_city(square)]
    assert Outlook(state, 0).aim == DENIAL, "P2 has 44 provinces"
    assert Outlook(state, 1).aim == CONQUEST


def test_allied_provinces_near_the_victory_make_diplomacy_the_aim() -> None:
    state = hargaar(seats=3)
    hold(state, 0, *range(1, 20), allied=True)
    assert Outlook(state, 0).aim == CHAIN, "others may refuse a truce"
    state.truces.append(TruceRecord((0, 2), 9))
    assert Outlook(state, 0).aim == DIPLOMACY
    assert Outlook(state, 1).aim == DENIAL
    assert added_by(DENIAL, state, 1).keys() == set(range(1, 20))
    conquered = hargaar(seats=3)
    hold(conquered, 0, *range(1, 20))
    assert not added_by(DENIAL, conquered, 1)


def test_the_provinces_of_a_nation_near_forty_are_prizes() -> None:
    state = hargaar(seats=2)
    hold(state, 1, *range(1, 38))
    assert Outlook(state, 0).dangerous() == {1}
    assert added_by(DENIAL, state, 0)[5] > 10


def test_the_provinces_of_an_alliance_count_together_and_its_members_are_no_rivals() -> None:
    state = hargaar(seats=3)
    hold(state, 0, *range(1, 31))
    hold(state, 1, *range(31, 51))
    alone = Outlook(state, 0)
    assert (alone.prospects[0].military, alone.rivals) == (10, [1, 2])
    state.alliances.append((0, 1))
    together = Outlook(state, 0)
    assert (together.prospects[0].military, together.rivals, together.aim) == (5, [2], CONQUEST)
    assert Outlook(state, 2).prospects[1].military == 5


def test_a_nation_with_its_last_characters_in_one_place_can_be_eliminated() -> None:
    state = hargaar(seats=3)
    person(state, "Otto W2", 1, 100)
    prize = added_by(DENIAL, state, 0)
    assert prize == {100: pytest.approx(USUAL.press / 2)}
    person(state, "Hugo W1", 1, 60, captor=0)
    assert added_by(DENIAL, state, 0) == prize, "captives of the nation do not escape it"
    person(state, "Kuno W1", 1, 60, captor=2)
    assert not added_by(DENIAL, state, 0)


def test_in_the_last_turns_only_provinces_count() -> None:
    state = coast(0, 21, 33)
    state.options["turns"] = 10
    state.turn = 8
    outlook = Outlook(state, 0)
    assert (outlook.turns_left(), outlook.aim) == (3, CONQUEST)
    assert outlook.values[100] == USUAL.focus * USUAL.press / 4


def test_an_envoy_goes_where_the_last_square_is_missing() -> None:
    state = coast(0, 33)
    person(state, "Otto W2", 1, 100)
    person(state, "Ralph M4", 0, 32)
    [action] = [each.action for each in Captain(GAME).decide(state, "P1").orders if isinstance(each, o.Character)]
    assert isinstance(action, o.Move)
    assert action.path[-1] == o.PlaceRef(33)


@pytest.mark.parametrize("aim", [CHAIN, CONQUEST, DENIAL, DIPLOMACY])
def test_a_chosen_aim_and_the_same_aim_as_a_pure_strategy_are_played_alike(aim: str) -> None:
    state = hargaar(seats=3)
    place_people(state)
    if aim in (CHAIN, CONQUEST):
        hold(state, 0, *(SHORTEST[:-2] if aim == CHAIN else range(64, 103)))
    else:
        hold(state, 1 if aim == DENIAL else 0, *range(1, 20), allied=True)
        state.truces.append(TruceRecord((0, 2) if aim == DIPLOMACY else (1, 2), 9))
    assert Outlook(state, 0).aim == aim
    pure = Captain(GAME, CaptainParameters(aim=aim))
    assert pure.decide(state, "P1") == Captain(GAME).decide(state, "P1")


def place_people(state: State) -> None:
    """Place three characters of each nation, so that none is near its elimination."""
    for seat in range(len(state.seats)):
        for number in range(3):
            person(state, f"M{seat}{number} W1", seat, 105 + seat)


def first_step(state: State) -> int:
    """Return the first square to which Max marches."""
    orders = [each for each in Captain(GAME).decide(state, "P1").orders if isinstance(each, o.Character)]
    [lead] = [each.action for each in orders if each.name == "Max"]
    return next(step for step in lead.steps if isinstance(step, o.Go)).path[0].square


def test_the_army_follows_the_aim_when_the_position_changes() -> None:
    state = hargaar(seats=2)
    city = state.city(12)
    state.ruins += [square for square in range(1, 109) if state.has_city(square)]
    mine, theirs = range(46, 51), range(64, 69)
    state.own_cities |= dict.fromkeys((*mine, *theirs), city)
    hold(state, 0, *mine[:3], 58)
    hold(state, 1, *theirs[1:4])
    place_people(state)
    person(state, "Max W4", 0, 58, since=1)
    put(state, "HFA 12", 0, 58)
    assert (Outlook(state, 0).aim, first_step(state)) == (CHAIN, 49), "each lacks two squares"
    hold(state, 1, theirs[4])
    assert (Outlook(state, 0).aim, first_step(state)) == (DENIAL, 67), "P2 lacks one square"
    hold(state, 0, mine[3])
    assert Outlook(state, 0).aim == CHAIN, "each lacks one square"


def test_a_nation_that_aims_at_diplomacy_offers_a_truce_even_to_its_enemy() -> None:
    state = hargaar(seats=2)
    state.turn = USUAL.first_truce
    hold(state, 0, *range(1, 20), allied=True)
    assert truces(state, 0) == []
    assert [offer.player for offer in truces(state, 0, aim=DIPLOMACY)] == ["P2"]
    state.truces.append(TruceRecord((0, 1), 9))
    assert truces(state, 0, aim=DIPLOMACY) == []


def test_no_truce_is_offered_to_a_nation_about_to_win() -> None:
    state = hargaar(seats=3)
    state.own_cities[24] = state.city(12)
    state.turn = USUAL.first_truce
    hold(state, 0, 70)
    hold(state, 1, *SHORTEST[:-1])
    hold(state, 2, 71)
    assert [offer.player for offer in truces(state, 0)] == ["P2"], "P3 is the enemy"
    assert truces(state, 0, USUAL, Outlook(state, 0).dangerous()) == []

"""The captain's aims: what a year's position asks for, and what the aims change."""

from __future__ import annotations

from typing import Any

import pytest

from games.adventurer_kings.positions.captains import (
    KING,
    led,
    lines,
    moves,
    natives,
    near_the_crown,
    neighbours,
    quiet,
)
from games.adventurer_kings.positions.realm import know, new_state, own, put_item, relate, set_land
from palatine import registry
from palatine.games.adventurer_kings.bot.aims import Outlook
from palatine.games.adventurer_kings.bot.campaign import War
from palatine.games.adventurer_kings.bot.captain import Captain, Council
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.parameters import (
    ASSAULT,
    CONQUEST,
    DENIAL,
    GROWTH,
    LEVIES,
    MERIT,
    CaptainParameters,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, NATIVE, Known, RaceStanding
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def aim(s: State) -> str:
    return Council(s.copy(), 0).chart.parameters.aim


def said(s: State, kind: type) -> list[Any]:
    return [each for each in lines(s) if isinstance(each, kind)]


def closing(turn: int) -> State:
    """Return neighbours in a reign that closes after this turn or the next one."""
    s = neighbours()
    natives(s, 404)
    natives(s, 604)
    s.options["turns"] = 20
    s.turn = turn
    return s


def test_it_grows_while_no_crown_is_near() -> None:
    assert aim(neighbours()) == GROWTH
    assert aim(near_the_crown(0.2)) == GROWTH


@pytest.mark.clause("AK-10.2-01")
def test_a_king_near_the_crown_becomes_the_enemy_though_natives_are_left() -> None:
    s = near_the_crown()
    assert aim(s) == DENIAL
    assert said(s, orders.BreakTreaty) == [orders.BreakTreaty(2)]
    assert said(s, orders.Treat) == [orders.Treat(3)]


def test_it_offers_no_treaty_to_a_king_near_the_crown() -> None:
    s = near_the_crown()
    relate(s, 0, 1, ALLIED)
    relate(s, 0, 2, ALLIED)
    assert said(s, orders.Treat) == [orders.Treat(3)]


@pytest.mark.clause("AK-10.2-02")
def test_it_votes_against_a_king_near_the_crown_and_calls_no_election_for_it() -> None:
    s = near_the_crown()
    s.turn = 26
    s.options["turns"] = 0
    for place, told in s.known[0].items():
        s.known[0][place] = type(told)(
            **{name: getattr(told, name) for name in told.__struct_fields__} | {"seen": 25}
        )
    s.standings = [(RaceStanding(titles.EMPEROR, KING, 3, 10),), (), ()]
    assert said(s, orders.CallElection) == []
    s.is_voting = True
    assert said(s, orders.Vote) == [orders.Vote(1)]


@pytest.mark.clause("AK-10.1-11")
def test_in_a_short_reign_the_usual_captain_seeks_merit_in_its_wars() -> None:
    s = closing(3)
    assert War(Council(s.copy(), 0).chart).glory == {titles.MARSHAL: 0, titles.ADMIRAL: 0}
    s.options["turns"] = 6
    s.standings = [(RaceStanding(titles.MARSHAL, KING, 2, 90),), (), ()]
    glory = War(Council(s.copy(), 0).chart).glory
    assert glory[titles.MARSHAL] > glory[titles.ADMIRAL] > 0


def test_in_a_short_reign_it_makes_war_though_natives_are_left() -> None:
    s = closing(3)
    assert aim(s) == GROWTH
    assert said(s, orders.BreakTreaty) == []
    s.options["turns"] = 6
    assert aim(s) == CONQUEST
    assert len(said(s, orders.BreakTreaty)) == 1


@pytest.mark.clause("AK-10.2-03")
def test_a_king_who_knows_the_world_is_as_far_from_the_crown_as_the_measures_say() -> None:
    s = near_the_crown()
    for place, land in enumerate(s.lands):
        s.known[0][place] = Known(100, land.terrain, land.race, s.owners[place], tax=land.tax)
    outlook = Outlook(Chart(s, 0))
    (crown,) = [each for each in GAME.measures(s) if each.id == "crown"]
    assert [round(outlook.missing(seat), 1) for seat in (0, 1)] == [crown.values[s.seats[seat]] for seat in (0, 1)]


@pytest.mark.clause("AK-12.1-09")
@pytest.mark.parametrize("scenario", ["standard", "super", "earth"])
def test_its_offices_bring_it_near_the_crown_in_the_greater_game_only(scenario: str) -> None:
    s = new_state(scenario=scenario)
    s.standings = [(RaceStanding(titles.EMPEROR, KING, 1, 100),), (), ()]
    assert said(s, orders.CallElection) == []
    s.holders[titles.MARSHAL] = s.holders[titles.PRIEST] = s.holders[titles.DEFENDER] = KING
    votes = Outlook(Chart(s, 0)).missing(0) < Outlook(Chart(new_state(scenario=scenario), 0)).missing(0)
    assert votes == (scenario in tables.GREATER)


@pytest.mark.clause("AK-10.1-17")
def test_artifacts_make_it_content_with_any_other_emperor() -> None:
    s = neighbours()
    s.is_voting = True
    s.set_kingdom(0, alignment=tables.GOOD)
    led_races = (titles.MARSHAL, titles.PRIEST, titles.DEFENDER, titles.ARCHMAGE)
    rows = [RaceStanding(office, KING, 1, 100) for office in led_races]
    s.standings = [(RaceStanding(titles.EMPEROR, KING, 2, 80), *rows), (), ()]
    assert said(s, orders.Vote) == [orders.Vote(1)]
    for kind in tables.ARTIFACTS:
        put_item(s, tables.ITEMS[kind].name, KING)
    assert said(s, orders.Vote) != [orders.Vote(1)]


@pytest.mark.clause("AK-10.4-01")
def test_a_year_before_the_reign_closes_it_breaks_with_all_neighbours() -> None:
    assert said(closing(18), orders.BreakTreaty) == []
    assert aim(closing(19)) == ASSAULT
    assert {each.kingdom for each in said(closing(19), orders.BreakTreaty)} == {2, 3}


def test_in_the_last_year_it_attacks_at_low_odds() -> None:
    def marches(turn: int) -> list[int]:
        s = quiet()
        s.options["turns"] = 20
        s.turn = turn
        natives(s, 404, 4)
        led(s, 2)
        return moves(s, KING)

    assert marches(20) == [404]
    assert marches(10) == []


def wealthy(gold: int) -> State:
    """Return a King with a chest and three lands with people."""
    s = neighbours()
    for number in (404, 604):
        set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=3)
        own(s, 0, number)
    s.set_kingdom(0, gold=gold)
    return s


def test_with_a_full_chest_and_people_to_levy_it_raises_troops() -> None:
    assert aim(wealthy(10)) == GROWTH
    assert aim(wealthy(100)) == LEVIES
    s = neighbours()
    s.set_kingdom(0, gold=100)
    assert aim(s) == GROWTH, "its home alone raises few"
    s = wealthy(100)
    s.options["turns"] = s.turn + 1
    assert aim(s) == ASSAULT


@pytest.mark.clause("AK-10.1-11")
@pytest.mark.parametrize(("aim", "goal"), [(GROWTH, 505), (MERIT, 503)])
def test_in_the_race_for_grand_marshal_it_seeks_battles_with_many_enemies(aim: str, goal: int) -> None:
    s = quiet()
    for number, wealth, tax in ((505, tables.POOR, 6), (503, tables.RICH, 5)):
        natives(s, number, tax=tax)
        know(s, 0, number, 1, terrain=tables.PLAIN, owner=NATIVE, wealth=wealth)
    led(s, 14)
    s.standings = [(RaceStanding(titles.MARSHAL, KING, 2, 60),), ()]
    sheet = Captain(GAME, CaptainParameters(aim=aim)).decide(s, s.seats[0])
    acts = [each.action for each in sheet.orders if isinstance(each, orders.Act) and each.character == KING]
    assert next(each.to for each in acts if isinstance(each, orders.Move)) == goal


@pytest.mark.parametrize("name", GAME.exploits)
def test_each_script_has_a_valid_king_in_every_seat(name: str) -> None:
    s = GAME.setup(seats=tuple(f"K{number}" for number in range(1, 9)), seed=b"scripts")
    for seat in s.seats:
        sheet = GAME.exploits[name](GAME).decide(s, seat)
        assert not [problem for problem in GAME.check(s, seat, sheet) if not problem.uncertain]


def test_each_aim_is_a_member_of_the_pool_and_stays_its_own() -> None:
    aims = registry.aims(GAME)
    assert len(aims) == len(set(aims)) >= 5
    s = near_the_crown()
    for name in aims[1:]:
        assert Council(s.copy(), 0, CaptainParameters(aim=name)).chart.parameters.aim == name
        s.turn = 20
        sheet = Captain(GAME, CaptainParameters(aim=name)).decide(s, s.seats[0])
        assert not [problem for problem in GAME.check(s, s.seats[0], sheet) if not problem.uncertain]

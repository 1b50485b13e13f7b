"""Measures of the way to victory."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import new_state, own, put_item, put_person, set_land
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.realm import elections


@pytest.mark.clause("AK-10.2-01", "AK-10.4-01")
def test_the_distance_to_an_election_shrinks_with_land_and_with_time() -> None:
    s = new_state()
    world = sum(land.tax for land in s.lands)
    mine = s.lands[s.kingdoms[0].home].tax
    (crown,) = [each for each in GAME.measures(s) if each.id == "crown"]
    assert crown.values["King 1"] == round(titles.share_to_win(2) - 100 * mine / world, 1)
    assert not crown.more_is_better
    assert crown.is_hidden
    set_land(s, 505, tax=world)
    own(s, 0, 505)
    (crown,) = [each for each in GAME.measures(s) if each.id == "crown"]
    assert crown.values["King 1"] == 0.0
    before = crown.values["King 2"]
    s.turn = 29
    (crown,) = [each for each in GAME.measures(s) if each.id == "crown"]
    assert before > crown.values["King 2"] > 0


@pytest.mark.clause("AK-12.1-09")
@pytest.mark.parametrize("scenario", ["standard", "super", "earth"])
def test_offices_and_artifacts_are_votes_in_the_greater_game_only(scenario: str) -> None:
    s = new_state(kings=3, scenario=scenario)
    world = sum(land.tax for land in s.lands)
    hero = put_person(s, "Ann", 0, 504)
    s.holders[titles.PRIEST] = hero
    put_item(s, "Excalibur", hero)
    votes = s.lands[s.kingdoms[0].home].tax
    if scenario in tables.GREATER:
        votes += elections.PER_POINT * (titles.OFFICE_SHARE[titles.PRIEST] + titles.ARTIFACT_SHARE)
    (crown,) = [each for each in GAME.measures(s) if each.id == "crown"]
    assert crown.values["King 1"] == round(max(0.0, titles.share_to_win(s.turn) - 100 * votes / world), 1)


@pytest.mark.clause("AK-10.2-05")
def test_the_prizes_are_those_of_an_empire_of_the_richest_king() -> None:
    s = new_state()
    set_land(s, 505, tax=50)
    own(s, 1, 505)
    s.set_kingdom(0, alignment=tables.GOOD)
    s.holders[titles.PRIEST] = put_person(s, "Ann", 0, 504)
    (prize,) = [each for each in GAME.measures(s) if each.id == "prize"]
    assert prize.values["King 2"] == titles.OFFICE_SHARE[titles.EMPEROR]
    assert 0 < prize.values["King 1"] < titles.OFFICE_SHARE[titles.PRIEST]
    assert prize.values["King 3"] == 0

"""The captain and elimination (IPR-11): its own last characters, and those of others."""

from __future__ import annotations

from typing import Any

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.games.lord_and_master.bot.captain import Captain
from palatine.games.lord_and_master.bot.outlook import Outlook
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import recruiting
from palatine.games.lord_and_master.state import NEUTRAL, State


def realm(free: int) -> State:
    """Return a match with Ralph and an army in 65, some free characters of P1 and two captive."""
    state = hargaar(kinds=("RED", "HF"), classes=("P",))
    for place in state.places():
        hold(state, 1, place)
    hold(state, 0, 65, 66)
    state.set_nation(0, site=65, gold=0)
    state.set_nation(1, site=13)
    person(state, "Ralph W4", 0, 65)
    for number in range(1, free):
        person(state, f"Nib{number} G1", 0, 66)
    for number in range(2):
        person(state, f"Tib{number} G1", 0, 13, captor=1)
    put(state, "HFB 12", 0, 65)
    for number in range(3):
        person(state, f"Otto{number} W2", 1, 13)
    return state


def action(state: State, name: str = "Ralph") -> Any:
    """Return the action that the captain of P1 orders for a character."""
    orders = [each for each in Captain(GAME).decide(state, "P1").orders if isinstance(each, o.Character)]
    return next((each.action for each in orders if each.name == name), None)


def guarded(free: int) -> State:
    """Return the realm with weak troops of P2 in every other square."""
    state = realm(free)
    for square in range(1, 109):
        if state.holder(square) == 1:
            put(state, "LFD 1", 1, square)
    return state


def test_captive_characters_do_not_count_as_free() -> None:
    assert Outlook(realm(2), 0).is_near_elimination
    assert not Outlook(realm(3), 0).is_near_elimination


def test_the_last_characters_lead_no_battle() -> None:
    assert isinstance(action(guarded(3)), o.Lead)
    state = guarded(2)
    state.set_nation(0, classes=())
    assert not isinstance(action(state), o.Lead)


def test_the_last_characters_still_lead_troops_where_no_enemy_is_near() -> None:
    state = realm(2)
    state.set_nation(0, classes=())
    lead = action(state)
    assert isinstance(lead, o.Lead)
    [go] = [step for step in lead.steps if isinstance(step, o.Go)]
    assert {state.holder(at.square) for at in go.path} == {1}


def test_the_last_characters_recruit_before_they_march_even_where_few_join() -> None:
    state = realm(2)
    for free, expected in ((2, True), (3, False)):
        state = realm(free)
        who = next(n for n in state.roster(0) if state.people[n].name == "Ralph")
        assert 0 < recruiting.chance_to_recruit(state, state.people[who]) < 0.5
        assert isinstance(action(state), o.Recruit) == expected


def test_a_last_character_whom_enemies_threaten_goes_to_its_army() -> None:
    for free, expected in ((2, True), (3, False)):
        state = realm(free)
        put(state, "LFD 3", 1, 67)
        move = action(state, "Nib1")
        sheltered = isinstance(move, o.Move) and move.path[-1] == o.PlaceRef(65)
        assert sheltered == expected
        reasons = Captain(GAME).advise(state, "P1").reasons
        assert any("takes shelter" in each.text for each in reasons) == expected


def test_an_assassin_beside_a_rivals_last_character_kills_it() -> None:
    for others, expected in ((0, True), (3, False)):
        state = realm(3)
        state.people = {n: each for n, each in state.people.items() if each.owner == 0}
        person(state, "Cain C3", 0, 100)
        person(state, "Otto W2", 1, 100)
        for number in range(others):
            person(state, f"Hugo{number} W1", 1, 13)
        assert (action(state, "Cain") == o.Assassinate("Otto")) == expected
        reasons = Captain(GAME).advise(state, "P1").reasons
        assert any("kill" in each.text and "55%" in each.text for each in reasons) == expected


def test_the_last_characters_do_not_walk_to_places_that_enemies_can_reach() -> None:
    for free, expected in ((2, False), (3, True)):
        state = realm(free)
        state.set_nation(0, classes=())
        hold(state, NEUTRAL, 67)
        put(state, "LFD 1", 1, 69)
        put(state, "HFB 9", 0, 66)
        walk = action(state, "Nib1")
        assert (isinstance(walk, o.Move) and walk.path[-1] == o.PlaceRef(67)) == expected

"""The recap as scenes (routes, marks, cards), and the measures of a match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.positions.battles import FIELD, city, fight, meeting
from games.elric.positions.board import area, give_cards, new_state, piece, put, rule, told
from palatine.core import Entry
from palatine.games.elric.recap.items import DRAWERS, MINOR
from palatine.games.elric.referee import GAME
from palatine.games.elric.state import Hold


def scenes(s: Any, kind: str) -> list[Any]:
    return [each for each in GAME.recap(s.journal, "Amber").items if each.kind == kind]


@pytest.mark.clause("10.5a", "10.5b")
def test_a_battle_is_a_card_with_both_totals_and_what_they_are_made_of() -> None:
    s = fight(meeting(FIELD, ["Yaris", ("Pikarayd", 4)], ["Dharmit", ("Jharkor", 2)]), 5, 2)
    (won,) = scenes(s, "battle.won")
    assert [(side.name, side.strength, side.dice) for side in won.card.sides] == [
        ("Amber", "12", (5,)),
        ("Jade", "7", (2,)),
    ]
    assert won.card.sides[0].parts == (("+3", "personalities", "10.4a"), ("+4", "armies", "10.4a"))
    assert won.card.space == area(FIELD)
    assert [(flag.kind, flag.space) for flag in won.flags] == [("battle", area(FIELD))]


@pytest.mark.clause("7.5.2d", "10.7i")
def test_a_city_that_falls_changes_its_flag_and_the_card_names_the_lost() -> None:
    s = fight(city("Vilmir", "Old Hrolmar", ["Yishana", ("Jharkor", 8)], [("Vilmir", 1)]), 6, 1)
    (won,) = scenes(s, "battle.won")
    assert "Vilmir" in won.card.sides[1].losses
    (falls,) = scenes(s, "city.falls")
    assert [(flag.kind, flag.style) for flag in falls.flags] == [("control", "amber")]
    assert "Old Hrolmar" in GAME.recap(s.journal, "Amber").headline


@pytest.mark.clause("12.1.4c")
def test_whom_the_sword_slays_is_no_loss_of_the_battle() -> None:
    s = fight(meeting(FIELD, ["Yaris", ("Pikarayd", 4)], ["Dharmit", ("Jharkor", 2)]), 5, 2)
    slain = [
        Entry("stormbringer.thirsts", {"seat": 0, "rolled": 5}),
        Entry("perished", {"piece": piece("Yaris"), "area": area(FIELD), "seat": 0}),
    ]
    (won,) = [each for each in GAME.recap([*s.journal, *slain], None).items if each.kind == "battle.won"]
    assert won.card.sides[0].losses == ""


def step(area_: int, to: int, onward: bool) -> Entry:
    return Entry("move", {"seat": 1, "area": area_, "to": to, "group": (22,), "onward": onward})


def test_a_journey_is_one_way_through_all_its_areas() -> None:
    found = GAME.recap([step(6, 9, False), step(9, 4, True), step(4, 3, True)], None).items
    assert [way.spaces for each in found for way in each.routes] == [(6, 9, 4, 3)]
    assert found[0].routes[0].style == "jade"
    back = GAME.recap([step(6, 9, False), step(9, 6, True)], None).items
    assert [way.spaces for each in back for way in each.routes] == [(6, 9), (9, 6)]


def test_a_turn_has_a_heading_and_secrets_are_marked() -> None:
    entries = [
        Entry("player-turn", {"seat": 1, "turn": 3}),
        Entry("card.drawn.secret", {"piece": 22, "spell": 3}, readers=(0,)),
    ]
    turn, secret = GAME.recap(entries, "Amber").items
    assert turn.heading == "Turn 3: Jade"
    assert secret.is_private


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_in_a_random_game_can_be_told(seed: int) -> None:
    random = Random(seed)
    scenario = random.choice(GAME.scenarios)
    s = GAME.setup(scenario.name, random.choice(scenario.tables), seed=bytes([seed]), record=True)
    entries = list(s.journal or ())
    for _ in range(400):
        if not s.flow:
            break
        (seat,) = GAME.actors(s)
        s.journal = []  # type: ignore[misc]
        GAME.take(s, seat, random.choice(GAME.actions(s, seat)))
        entries += s.journal
    drawn = {each.kind for each in GAME.recap(entries, None).items if each.routes or each.flags}
    happened = {each.kind for each in entries if each.kind in DRAWERS}
    assert happened - drawn <= {"muster.nation", "nation-comes", "collapses"}, "hordes have no capital"
    assert {"move", "move-on"} & drawn


def test_every_kind_that_is_drawn_or_passed_over_is_told_somewhere() -> None:
    spoken = {key.removeprefix("journal.") for key in GAME.words.messages if key.startswith("journal.")}
    assert set(DRAWERS) <= spoken
    assert spoken >= MINOR


@pytest.mark.clause("14.3b", "14.3c")
def test_the_measures_count_what_the_scenario_asks_for() -> None:
    s = new_state("successor", 2)
    rule(s, 0, "Jharkor", "Tarkesh", "Shazaar")
    rule(s, 1, "Pan Tang", "Dharijor")
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    put(s, 0, "Hwamgaarl", "Yishana", "Elric", ("Jharkor", 2))
    s.controller = piece("Yishana")
    give_cards(s, "Elric", "Arioch", "Misha")
    found = {each.id: each for each in GAME.measures(s)}
    assert found["capitals"].values == {"Amber": 1.0, "Jade": 0.0}
    assert found["missing"].values == {"Amber": 1.0, "Jade": 3.0}
    assert not found["missing"].more_is_better
    assert (found["law-total"].values["Amber"], found["chaos-total"].values["Amber"]) == (0.0, 5.0)
    assert found["law-total"].is_hidden
    assert found["strength"].values["Amber"] == 13.0
    assert found["elric"].values == {"Amber": 1.0, "Jade": 0.0}
    assert found["spells"].values["Amber"] == 2.0
    assert (found["spell-values"].is_hidden, found["spell-values"].values["Amber"]) == (True, 8.0)
    assert not told(s, "battle")


def test_phases_have_headings_once_each() -> None:
    entries = [
        Entry("player-turn", {"seat": 1, "turn": 3}),
        step(6, 9, False),
        step(4, 3, False),
        Entry("battle", {"seat": 1, "foe": 0, "area": 9}),
        Entry("muster", {"seat": 1, "person": 22, "spell": 3, "area": 9}),
    ]
    found = [each.heading for each in GAME.recap(entries, None).items]
    assert found == ["Turn 3: Jade", "Movement", "", "Combat", "Muster"]

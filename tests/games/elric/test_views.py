"""What a player sees of a battle and of the tipped Balance, in words (10.4, 13.4, 13.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.battlefield import FIELD, besieged, cast, city, meeting
from games.elric.kingdoms import act, asked, give_cards, new_state, put, run, take_card, told
from palatine.games.elric.balance import move
from palatine.games.elric.battles import Battles
from palatine.games.elric.casting import LayCards
from palatine.games.elric.movement import Movement
from palatine.games.elric.referee import GAME


def rows(s: Any, panel: str) -> dict[str, tuple[str, str]]:
    """A panel of seat 0: by label the value and the note."""
    found = [each for each in GAME.view(s, s.seats[0]).panels if each.id == panel]
    return {row.label: (row.value, row.note) for each in found for row in each.rows}


@pytest.mark.clause("10.4a")
def test_a_battle_shows_what_both_sides_add_up_to() -> None:
    s = run(meeting(FIELD, ["Yaris", ("Pikarayd", 4)], ["Dharmit", ("Jharkor", 2)]), Battles())
    assert rows(s, "battle") == {
        "Amber attacks": ("7", "personalities 3, armies 4"),
        "Jade defends": ("5", "personalities 3, armies 2"),
    }
    s = act(s, ("withhold", s.flow[-1].actions(s)[0][1]))
    assert rows(s, "battle")["Amber attacks"] == ("6", "personalities 3, armies 3")


@pytest.mark.clause("10.4a", "10.9.3b")
def test_a_neutral_city_shows_its_own_defence() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Yaris", "Hilran")
    s.assaults = (s.where[next(iter(s.stacks[0].values()))[0]],)
    s = run(s, Battles())
    assert rows(s, "battle")["The neutral city"] == ("18", "the city's own defence 18")


@pytest.mark.clause("10.3", "10.4b")
def test_spells_that_lie_face_down_are_in_no_total() -> None:
    """Jagreen Lern, who casts, adds nothing; Arioch does, once revealed."""
    s = meeting(FIELD, ["Jagreen Lern", "Yaris"], ["Dharmit"])
    give_cards(s, "Jagreen Lern", "Misha")
    laying = run(s, LayCards())
    assert asked(laying) == ("Lay", 0)
    assert rows(laying, "battle")["Amber attacks"] == ("7", "personalities 7")
    assert "Northern Jharkor" in GAME.view(laying, "Amber").prompt
    s = run(cast(s, Jagreen_Lern="Arioch"), Battles())
    assert rows(s, "battle")["Amber attacks"] == ("3", "personalities 3")


def test_between_battles_there_is_no_such_panel() -> None:
    assert rows(run(city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"]), Movement(0)), "battle") == {}


@pytest.mark.clause("13.5b", "13.4o")
def test_a_tipped_balance_says_what_restores_it_and_when_the_world_ends() -> None:
    s = new_state()
    s.turn = 4
    move(s, -8, "13.3")
    s.sacrificed = (take_card(s, "Donblas"),)
    found = rows(run(s, Movement(0)), "balance")
    assert found["The Balance is tipped"] == ("Chaos", "the world ends after turn 7")
    assert found["Sacrificed to restore it"] == ("4", "of 12 needed")


@pytest.mark.clause("13.4p")
def test_after_a_late_tip_nobody_is_told_that_the_world_ends() -> None:
    s = new_state()
    s.turn = 8
    move(s, 8, "13.3")
    assert rows(run(s, Movement(0)), "balance")["The Balance is tipped"] == (
        "Law",
        "the game ends before the world",
    )
    assert told(s, "balance.tipped-late")
    assert not told(s, "balance.tipped")


@pytest.mark.clause("10.9.4e")
def test_a_siege_is_shown_by_a_drawing_of_its_own() -> None:
    s = run(city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"]), Movement(0))
    besieged(s, "Jadmar")
    (mark,) = [each for each in GAME.view(s, "Amber").marks["vil_jad"] if each.kind == "siege"]
    assert (mark.name, mark.silhouette) == ("besieged by Amber", "siege-tower")
    assert mark.silhouette in GAME.boards(s)[0].silhouettes

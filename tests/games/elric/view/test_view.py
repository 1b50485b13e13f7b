"""The texts of a battle and of the tipped Balance for a player (10.4, 13.4, 13.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, besieged, cast, city, meeting
from games.elric.positions.board import act, area, asked, give_cards, new_state, put, rule, run, take_card, told
from palatine.core.text import space_text
from palatine.games.elric.components.spells import DRAGONS
from palatine.games.elric.components.world import AREA_KEY, MELNIBONE, SITE
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.spell_laying import LayCards
from palatine.games.elric.rules.common.balance import move_marker
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.state import Hold
from palatine.games.elric.view.faces import spell_face


def rows(s: Any, panel: str) -> dict[str, tuple[str, str]]:
    """Return the value and note of each row of a panel of seat 0, by label."""
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
    """Jagreen Lern, who casts, adds nothing; Arioch adds to the total once revealed."""
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
    move_marker(s, -8, "13.3")
    s.sacrificed = (take_card(s, "Donblas"),)
    found = rows(run(s, Movement(0)), "balance")
    assert found["The Balance is tipped"] == ("Chaos", "the world ends after turn 7")
    assert found["Sacrificed to restore it"] == ("4", "of 12 needed")


@pytest.mark.clause("13.4p")
def test_after_a_late_tip_nobody_is_told_that_the_world_ends() -> None:
    s = new_state()
    s.turn = 8
    move_marker(s, 8, "13.3")
    assert rows(run(s, Movement(0)), "balance")["The Balance is tipped"] == (
        "Law",
        "the match ends before the world",
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


@pytest.mark.clause("14.1d")
def test_the_dragons_are_seen_where_they_wait() -> None:
    view = GAME.view(GAME.setup("founding", seed=b"dragons"), "Amber")
    (dragons,) = [each for each in view.pieces if each.face == spell_face(DRAGONS)]
    assert (dragons.space, dragons.operand) == (AREA_KEY[MELNIBONE], -1)
    assert "value 10" in dragons.text
    other = GAME.view(GAME.setup("successor", seed=b"dragons"), "Amber")
    assert not [each for each in other.pieces if each.face == spell_face(DRAGONS)]


@pytest.mark.clause("11.0d")
def test_a_spell_in_the_hand_says_whom_it_musters() -> None:
    s = new_state()
    put(s, 0, FIELD, "Ohada")
    give_cards(s, "Ohada", "Arkyn", "Oonai")
    found = rows(run(s, Movement(0)), "hand")
    assert found["Arkyn"] == ("Ohada", "held by Ohada; musters Shazaar or Vilmir or Ilmiora")
    assert found["Oonai"] == ("Ohada", "held by Ohada; musters People of Pio")


@pytest.mark.clause("14.1h")
def test_alone_one_is_told_what_is_to_be_done_and_what_is_lacking() -> None:
    s = new_state("founding", 1)
    label, note = rows(run(s, Movement(0)), "victory")["You"]
    assert label == "no Dragon Master yet"
    assert "Dragons in Melnibone" in note
    put(s, 0, "rlin", "Dyvim Slorm")
    assert rows(run(s, Movement(0)), "victory")["You"][0] == "Dragon Masters here: Dyvim Slorm"


@pytest.mark.clause("14.3b", "14.3c")
def test_the_capitals_that_decide_are_counted_for_each_side() -> None:
    s = new_state("successor", 2)
    rule(s, 0, "Jharkor", "Tarkesh", "Shazaar")
    rule(s, 1, "Pan Tang", "Dharijor")
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    found = rows(run(s, Movement(0)), "victory")
    assert (found["Amber"][0], found["Jade"][0]) == ("1 of 2", "0 of 3")
    assert "Hwamgaarl" in found["Amber"][1]
    assert found["Imrryr"][0] == "held by nobody"


@pytest.mark.clause("14.2b", "14.7b", "5.0k")
def test_other_scenarios_say_by_what_they_are_won() -> None:
    (duel,) = [each for each in GAME.view(GAME.setup("duel", seed=b"won"), None).panels if each.id == "victory"]
    assert ("Amber", "captures or eliminates Theleb K'aarna") in [(row.label, row.note) for row in duel.rows]
    assert ("Jade", "captures or eliminates Elric") in [(row.label, row.note) for row in duel.rows]
    masters = rows(GAME.setup("dragon-masters", seed=b"won"), "victory")
    assert masters["Amber"][1] == "controls Imrryr at the end (now held by Jade)"
    assert masters["Jade"][1] == "wins otherwise"
    long = rows(GAME.setup("conflict-long", seed=b"won"), "victory")
    assert long["Otherwise"][1].startswith("most capitals")
    assert long["Imrryr"][1] == "its owner at the end wins, before any other condition"
    at_once = rows(GAME.setup("conflict-long", seed=b"won", options={"imrryr": "at once"}), "victory")
    assert at_once["Imrryr"][1] == "the first to take it wins immediately"
    assert long["Ruby"] == ("0 from players, 0 neutral", "")


@pytest.mark.clause("5.0g", "5.0i")
def test_a_tipped_balance_says_what_wins_when_the_world_ends() -> None:
    s = new_state()
    s.tipped, s.ends = 1, 6
    assert "Runestaff" in rows(run(s, Movement(0)), "victory")["When the world ends"][1]
    s.tipped = -1
    assert "Mournblade" in rows(run(s, Movement(0)), "victory")["When the world ends"][1]


def test_flags_stand_by_their_cities_and_none_while_nations_are_chosen() -> None:
    choosing = GAME.setup("upstart", seed=b"preview")
    assert asked(choosing)[0] == "ChooseNation"  # type: ignore[index]
    assert GAME.view(choosing, None).marks == {}
    s = run(city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"]), Movement(0))
    (flag,) = GAME.view(s, "Amber").marks["vil_jad"]
    assert flag.at is not None
    x, y = SITE[area("Jadmar")]
    assert abs(flag.at[0] - x) + abs(flag.at[1] - y) < 1


def test_an_anchor_is_no_line_of_its_own_in_the_words_of_a_port() -> None:
    s = run(city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"]), Movement(0))
    board = GAME.boards(s)[0]
    told = space_text(board, GAME.view(s, "Amber"), next(each for each in board.spaces if each.id == "vil_jad"))
    assert "port, entered from" in told
    assert {"anchor", "port"}.isdisjoint(told.splitlines())

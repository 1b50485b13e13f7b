"""Seats by name, the map's focus, and empty lists."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import bare_state, new_state
from palatine.core.sheet import Sheet
from palatine.games.adventurer_kings.components.pieces import SPECTATOR
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.view.seats import seat_names


def test_seats_go_by_the_names_of_kings_one_has_met() -> None:
    s = new_state()
    s.set_kingdom(0, met=(1,))
    assert seat_names(GAME.words, s, 0) == {
        "King 1": "King1 of Realm1", "King 2": "King2 of Realm2", "King 3": "King 3",
    }  # fmt: skip
    assert seat_names(GAME.words, s, SPECTATOR) == {name: name for name in s.seats}
    assert GAME.view(s, "King 1").names == seat_names(GAME.words, s, 0)
    assert set(seat_names(GAME.words, bare_state(3), 0).values()) == {"King 1", "King 2", "King 3"}


def test_who_is_waited_for_is_told_without_the_names_of_strangers() -> None:
    s = new_state()
    s.set_kingdom(0, met=(1,))
    GAME.set_sheet(s, "King 1", Sheet())
    assert GAME.view(s, "King 1").prompt == "Waiting for King2 and 1 other King."
    assert GAME.view(s, None).prompt == "Waiting for 2 Kings."
    GAME.clear_sheet(s, "King 1")
    assert "Write the orders" in GAME.view(s, "King 1").prompt


def test_the_map_goes_to_ones_realm_once_there_is_one() -> None:
    assert GAME.view(bare_state(3), "King 1").focus == ()
    s = new_state()
    assert GAME.view(s, "King 1").focus == ("504",)
    assert GAME.view(s, None).focus == ()


def test_empty_lists_say_none_yet() -> None:
    panels = {panel.id: panel for panel in GAME.view(new_state(), "King 1").panels}
    assert [row.label for row in panels["kings"].rows] == ["None yet"]
    assert [row.label for row in panels["offices"].rows] == ["None yet"]


def test_a_land_without_a_name_goes_by_its_number() -> None:
    s = GAME.read_position("turn 2\nseats K1 K2\n" + KINGS)
    titles = [each.title for each in GAME.suggest(s, "K1", "1 Aldric") if " MO " in each.text]
    assert titles
    assert "Move to province (503)" in titles
    assert not any("  " in title for title in titles)


KINGS = """land 504 name Home terrain plain race human types le tax 10
kingdom 1 name Home king 1 alignment good home 504 gold 10
held 1 504
relations 1 neutral neutral
kingdom 2 name Far king 2 alignment good home 514 gold 10
held 2 514
relations 2 neutral neutral
person 1 name Aldric race human alignment good temper brave place 504 seat 1 levels TA1 aptitudes TA3 is_king
person 2 name Otho race human alignment good temper brave place 514 seat 2 levels TA1 aptitudes TA3 is_king
known 1 503 terrain sea owner natives
"""

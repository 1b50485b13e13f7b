"""The aftermath of battles: cities, sieges, changes of side, kept facts (10.7 to 10.9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import besieged, city, come, fight, go_on, meeting, sail
from games.elric.positions.board import (
    act,
    area,
    arm,
    armies_of,
    asked,
    at,
    choose,
    embark,
    names,
    new_state,
    piece,
    put,
    refusal,
    run,
    told,
)
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC
from palatine.games.elric.components.world import MELNIBONE, PORT_SEA
from palatine.games.elric.rules.combat.aftermath import garrison, least_margin, margin_needed
from palatine.games.elric.rules.combat.battles import Declare, optional
from palatine.games.elric.rules.combat.combat import idle_pieces
from palatine.games.elric.rules.combat.participants import Battle, pending
from palatine.games.elric.state import LOST, NOBODY, Hold

# Imrryr


def before_imrryr(*ours: Any, fallen: bool = False) -> Any:
    """Return a match with seat 0 on the isle with more than neutral Imrryr's 25."""
    s = new_state()
    put(s, 0, MELNIBONE, *ours, ("Vilmir", 9), ("Ilmiora", 10), ("Lormyr", 6))
    s.fallen = fallen
    s.controller = piece("Smiorgan") if "Elric" in ours else -1
    return s


@pytest.mark.clause("7.5.9b", "5.0e")
def test_imrryr_is_not_taken_without_elric() -> None:
    """Smiorgan and Kargan with 25 armies (33) are on the isle, but Elric has left them."""
    s = before_imrryr("Smiorgan", "Kargan")
    assert optional(s) == []
    s.assaults = (MELNIBONE,)
    s = fight(s, ("attack", 6), ("defence", 1))
    assert told(s, "battle.won")[0].data["margin"] == 13
    assert (s.holds, s.fallen) == ({}, False)


@pytest.mark.clause("7.5.9b", "5.0e")
def test_imrryr_falls_to_who_has_elric() -> None:
    s = before_imrryr("Smiorgan", "Elric")
    assert optional(s) == [MELNIBONE]
    s.assaults = (MELNIBONE,)
    s = fight(s, ("attack", 6), ("defence", 1))
    assert (s.holds, s.fallen) == ({MELNIBONE: Hold(0, NOBODY)}, True)


@pytest.mark.clause("7.5.9b", "10.1f")
def test_whoever_stands_before_the_gate_is_told_why_he_cannot_storm_it() -> None:
    s = before_imrryr("Smiorgan")
    put(s, 0, "Hwamgaarl", "Fadan")
    s = run(s, Declare())
    assert refusal(s, "assault", MELNIBONE).clause == "7.5.9b"


@pytest.mark.clause("7.5.9c")
@pytest.mark.parametrize(("guide", "falls"), [("Yyrkoon", True), ("Kargan", False)])
def test_once_fallen_imrryr_lets_in_who_has_a_melnibonean(guide: str, falls: bool) -> None:
    """Any Melnibonean can lead a stack into the city, even one who does not fight for it."""
    s = before_imrryr("Smiorgan", guide, fallen=True)
    assert (MELNIBONE in optional(s)) is falls
    s.assaults = (MELNIBONE,)
    s = fight(s, ("attack", 6), ("defence", 1))
    assert (MELNIBONE in s.holds) is falls


# Sieges


@pytest.mark.clause("10.9.4a", "10.9.4b", "10.6i")
@pytest.mark.parametrize(("defence", "besieges"), [(3, True), (5, False)])
def test_a_siege_begins_where_a_retreat_is_called_for_and_not_after_a_tie(defence: int, besieges: bool) -> None:
    """Yishana with seven armies, 12, fights three armies and a wall of 5, with a die each."""
    s = city("Vilmir", "Jadmar", ["Yishana", ("Jharkor", 7)], [("Vilmir", 3)])
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 1), ("defence", defence))
    assert told(s, "battle.won" if besieges else "battle.drawn")
    s = choose(s, "stay")
    assert (area("Jadmar") in s.sieges) is besieges
    assert at(s, "Yishana") == "Jadmar"


@pytest.mark.clause("10.9.4a")
def test_after_a_tie_both_sides_must_fight_again() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana", ("Jharkor", 7)], [("Vilmir", 3)])
    put(s, 1, "Old Hrolmar", "Naclon")
    s = choose(fight(s, ("attack", 1), ("defence", 5)), "stay")
    assert [each.area for each in pending(s)] == [area("Jadmar")]
    besieged(s, "Jadmar")
    assert pending(s) == []


# What must be overcome


@pytest.mark.clause("7.5.2d", "7.5.7e", "10.9.5a")
def test_a_ship_in_the_harbour_holds_no_city() -> None:
    """A margin of 16 beats an army and a wall of 3, and the galley puts out to sea."""
    s = city("Vilmir", "Old Hrolmar", ["Yishana", "Sarosto", ("Jharkor", 8)], ["Vilmir galley", ("Vilmir", 1)])
    put(s, 1, "Jadmar", "Naclon")
    s = fight(s, ("attack", 6), ("defence", 3))
    assert s.holds == {area("Old Hrolmar"): Hold(0, 1)}
    assert s.where[piece("Vilmir galley")] == PORT_SEA[area("Old Hrolmar")]


@pytest.mark.clause("12.0e", "10.9.5a")
def test_abstaining_melniboneans_join_the_victor_though_a_ship_lies_in_the_harbour() -> None:
    """Yishana has eight armies, 13, and Dyvim Slorm, who abstains.

    Dyvim Tvar and one army defend.
    """
    s = city("Vilmir", "Jadmar", ["Yishana", "Dyvim Slorm", ("Jharkor", 8)],
             ["Vilmir galley", "Dyvim Tvar", ("Vilmir", 1)])  # fmt: skip
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 6), ("defence", 1))
    assert told(s, "change-sides")[0].data["group"] == [piece("Dyvim Tvar")]
    assert s.owner[piece("Dyvim Tvar")] == 0
    assert s.owner[piece("Vilmir galley")] == 1
    assert area("Jadmar") in s.holds


@pytest.mark.clause("16.8c", "16.8d", "7.5.2d")
def test_pyaray_aboard_the_chaos_fleet_is_no_part_of_a_garrison_and_holds_no_city() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana", ("Jharkor", 8)], ["Pyaray", "Chaos Fleet", ("Vilmir", 1)])
    embark(s, "Chaos Fleet", "Pyaray")
    put(s, 1, "Old Hrolmar", "Naclon")
    (battle,) = pending(s)
    assert garrison(s, battle) == 1
    s = fight(s, ("attack", 6), ("defence", 1), ("card", 1))
    assert told(s, "battle.won")[0].data["margin"] == 12
    assert area("Jadmar") in s.holds
    assert (at(s, "Pyaray"), at(s, "Chaos Fleet")) == ("Straits of Vilmir", "Straits of Vilmir")


@pytest.mark.clause("7.5.2d", "7.5.2h", "7.5.7e")
@pytest.mark.parametrize(("walls", "held", "wall", "least"), [
    ("whole", 6, 5, 11), ("whole", 0, 5, 5), ("whole", 0, 0, 1),
    ("losses", 6, 5, 20), ("losses", 5, 5, 15), ("losses", 11, 5, 25), ("losses", 0, 5, 5),
])  # fmt: skip
def test_the_margin_that_takes_a_city(walls: str, held: int, wall: int, least: int) -> None:
    assert least_margin(new_state(walls=walls), held, wall) == least


@pytest.mark.clause("12.0d")
def test_abstainers_are_nothing_to_overcome() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana", "Dyvim Slorm"], ["Dyvim Tvar", ("Vilmir", 2)])
    (battle,) = pending(s)
    assert piece("Dyvim Tvar") in idle_pieces(s, battle)
    assert margin_needed(s, battle) == 7, "two armies and a wall of 5"
    assert margin_needed(s, Battle(area("Jadmar"), 0, NOBODY, battle.kind)) == 5


# The Chaos Shield


def shield_bearer_falls(*others: Any) -> Any:
    """Return a battle in which Naclon, 3, bears the Shield and is lost.

    His stack must retreat before he can roll.
    """
    s = meeting("Northern Jharkor", ["Elric", "Jiku"], ["Naclon", *others])
    put(s, 1, "Old Hrolmar", "Sealord of Vilmir")
    arm(s, "Naclon", CHAOS_SHIELD)
    return s


@pytest.mark.clause("16.8b", "16.8a")
def test_the_shield_stays_with_a_stack_that_has_retreated_before_its_bearer_fails() -> None:
    """Elric and Jiku, 9, fight Naclon 3 and Fadan 3; the margin of 5 costs 3."""
    s = fight(shield_bearer_falls("Fadan"), ("attack", 5), ("defence", 3))
    s = choose(s, "lose", "Naclon")
    s = choose(s, "retreat", "Sequa", rolls=[("escape", 6)])
    assert (s.where[piece("Naclon")], at(s, "Fadan")) == (LOST, "Sequa")
    assert s.bearer == {CHAOS_SHIELD: piece("Fadan")}
    assert told(s, "artifact.passes")


@pytest.mark.clause("16.8b")
def test_a_bearer_who_escapes_keeps_the_shield() -> None:
    s = fight(shield_bearer_falls("Fadan"), ("attack", 5), ("defence", 3))
    s = choose(s, "lose", "Naclon")
    s = choose(s, "retreat", "Sequa", rolls=[("escape", 2)])
    while asked(s) == ("ChooseRefuge", 1):
        s = act(s, s.flow[-1].actions(s)[0])
    assert s.bearer == {CHAOS_SHIELD: piece("Naclon")}


@pytest.mark.clause("16.8b")
def test_the_shield_leaves_the_board_with_the_last_of_its_stack() -> None:
    s = fight(shield_bearer_falls(), ("attack", 2), ("defence", 1), ("escape", 6))
    assert s.where[piece("Naclon")] == LOST
    assert s.bearer == {}
    assert told(s, "artifact.gone")[0].clauses == ("16.8b",)


# Retreats


@pytest.mark.clause("10.7c", "10.7d")
def test_a_stack_on_a_coast_does_not_flee_to_sea() -> None:
    """Ships are off Eastern Argimiliar, which has no port; Naclon is there on land."""
    s = meeting("arg_e", ["Yishana"], ["Naclon", ("Vilmir", 1)])
    sail(s, 1, "arg_sea", "Vilmir galley", "Avan Astram")
    s = fight(s, ("attack", 4), ("defence", 3))
    assert "Sea of Argimiliar" not in names(s, "retreat")
    assert refusal(s, "retreat", "arg_sea").clause == "10.7c"


@pytest.mark.clause("10.7c", "10.7d")
def test_landing_troops_go_back_to_the_ships_they_came_from() -> None:
    s = meeting("arg_e", ["Naclon", ("Vilmir", 1)], ["Yishana"])
    sail(s, 0, "arg_sea", "Vilmir galley", "Avan Astram")
    come(s, 0, "arg_e", "arg_sea")
    s = fight(s, ("attack", 3), ("defence", 4))
    assert "Sea of Argimiliar" in names(s, "retreat")
    s = choose(s, "retreat", "arg_sea")
    assert s.ship[piece("Naclon")] == piece("Vilmir galley")


@pytest.mark.clause("10.2e")
def test_defenders_do_not_retreat_where_the_attackers_came_through() -> None:
    """The attackers came through Sequa and Thokora."""
    s = meeting("Northern Jharkor", ["Elric", "Jiku"], ["Naclon", ("Vilmir", 3)])
    s.trail = {ELRIC: (area("Sequa"),), piece("Jiku"): (area("Thokora"),)}
    s = fight(s, ("attack", 1), ("defence", 2))
    found = set(names(s, "retreat")) if asked(s) == ("RetreatTo", 1) else set()
    assert found
    assert not {"Sequa", "Thokora"} & found
    assert refusal(s, "retreat", "Sequa").clause == "10.2e"


@pytest.mark.clause("10.2e")
def test_the_way_of_attackers_who_are_gone_by_then_stays_barred() -> None:
    s = meeting("Northern Jharkor", ["Elric", "Jiku", ("Filkhar", 1)], ["Naclon", ("Vilmir", 3)])
    (army,) = [p for p in armies_of("Filkhar") if s.where[p] >= 0]
    s.trail = {ELRIC: (area("Thokora"),), army: (area("Sequa"),)}
    s = fight(s, ("attack", 1), ("defence", 2))
    s.lift((army,), LOST)
    assert asked(s) == ("RetreatTo", 1)
    assert not {"Sequa", "Thokora"} & set(names(s, "retreat"))


@pytest.mark.clause("10.7c", "7.3i")
def test_an_army_that_was_attached_where_it_stood_has_come_from_nowhere() -> None:
    """Its trail is empty, like that of a leader who has not moved."""
    s = meeting("arg_e", ["Naclon", ("Vilmir", 1)], ["Yishana"])
    sail(s, 0, "arg_sea", "Vilmir galley", "Avan Astram")
    s.trail = dict.fromkeys(s.pieces(0, area("arg_e")), ())
    s = fight(s, ("attack", 3), ("defence", 4))
    assert asked(s) == ("RetreatTo", 0)
    assert "Sea of Argimiliar" not in names(s, "retreat")


@pytest.mark.clause("7.3c", "7.3d")
def test_after_a_battle_at_sea_third_players_without_a_ship_are_castaways_too() -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Jagreen Lern")
    sail(s, 1, "pale", "Tarkesh galley", "Hilran")
    put(s, 2, "pale", "Naclon", "Avan Astram", ("Vilmir", 1))
    s = go_on(choose(fight(s), "against", 1), ("attack", 1), ("defence", 1))
    castaways = (armies_of("Vilmir")[0], piece("Naclon"), piece("Avan Astram"))
    assert [s.where[p] >= 0 for p in castaways] == [True] * 3, "not before the battle is over"
    s = choose(s, "retreat", "Northern Pale Sea", rolls=[("escape", 6), ("escape", 6)])
    assert [s.where[p] >= 0 for p in castaways] == [False] * 3
    assert [entry.data["seat"] for entry in told(s, "drowned")] == [2]

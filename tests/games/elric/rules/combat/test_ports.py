"""Combat in ports: ships, units ashore, and ships waiting outside (10.9.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import cast, come, fight, go_on, sail
from games.elric.positions.board import (
    armies_of,
    asked,
    at,
    choose,
    embark,
    new_state,
    piece,
    put,
    told,
)
from palatine.games.elric.state import LOST


def raid(*ashore: Any, **options: Any) -> Any:
    """Return a match with Jagreen Lern's warship in Banarva, where a galley and people ashore are."""
    s = new_state(**options)
    put(s, 0, "Banarva", "Pan Tang warship", "Jagreen Lern", ("Pan Tang", 2))
    put(s, 1, "Banarva", "Tarkesh galley", ("Tarkesh", 2), *ashore)
    come(s, 0, "Banarva", "pale")
    return s


def landing() -> Any:
    """Return a match in which Jagreen Lern lands in Banarva from a warship in the anchor sea."""
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "General of Pan Tang", ("Pan Tang", 1))
    put(s, 0, "Banarva", "Jagreen Lern")
    put(s, 1, "Banarva", "Tarkesh galley", "Hilran", ("Tarkesh", 2))
    come(s, 0, "Banarva", "pale")
    return s


def totals(s: Any) -> list[int]:
    return [entry.data["total"] for entry in told(s, "battle.attack") + told(s, "battle.defence")]


# Who fights


@pytest.mark.clause("10.9.5b", "10.7j")
def test_in_a_battle_of_ships_who_is_ashore_neither_counts_nor_is_lost() -> None:
    """Warship 5 and Jagreen Lern 4, with a die of 6, fight the galley's 4 and 1.

    5 are lost, but not Hilran.
    """
    s = go_on(choose(fight(raid("Hilran")), "ships"), 6, 1)
    assert totals(s) == [15, 5]
    assert s.where[piece("Tarkesh galley")] == LOST
    assert at(s, "Hilran") == "Banarva"
    assert {at(s, p) for p in armies_of("Tarkesh")[:2]} == {"Banarva"}


@pytest.mark.clause("10.9.5b", "16.8d")
def test_who_is_aboard_the_chaos_fleet_fights_with_the_ships() -> None:
    """The fleet is the galley (4) and the Chaos Fleet with Pyaray aboard."""
    s = raid("Pyaray", "Chaos Fleet", "Hilran")
    embark(s, "Chaos Fleet", "Pyaray")
    s = go_on(choose(fight(s), "ships"), 1, 1)
    parts = {part.reason: part.amount for part in told(s, "battle.defence")[0].tally.parts}
    assert parts["people"] == 6, "Pyaray, without Hilran"


@pytest.mark.clause("10.9.5b", "9.2g")
def test_magic_from_ashore_helps_the_ships() -> None:
    s = cast(raid("Shaman"), Shaman="Grome")
    s = go_on(choose(fight(s), "ships"), 1, 1)
    assert totals(s) == [10, 8], "galley 4, Grome 3, die 1"


@pytest.mark.clause("10.9.5b", "16.3m")
def test_a_fleet_eater_takes_the_ships_and_nobody_ashore() -> None:
    s = raid("Hilran", "Shaman")
    cast(s, Jagreen_Lern="Mirror of Memory")
    s = go_on(choose(fight(s), "ships"), 1, 1)
    assert told(s, "eaten")[0].data["group"] == [piece("Tarkesh galley")]
    assert at(s, "Hilran") == at(s, "Shaman") == "Banarva"


@pytest.mark.clause("10.9.5b", "10.7k")
def test_eliminated_takes_everybody_in_the_province() -> None:
    """A margin of 25 or more also eliminates the armies and Hilran."""
    s = raid("Hilran")
    put(s, 0, "Banarva", "Golden Battle Barge", "Smiorgan", "Kargan", "Yishana", "Sarosto")
    come(s, 0, "Banarva", "pale")
    put(s, 1, "Old Hrolmar", "Admiral of Lormyr")
    s = go_on(choose(fight(s), "ships"), ("attack", 6), ("defence", 1), ("escape", 6))
    assert told(s, "battle.won")[0].data["margin"] >= 25
    assert {s.where[p] >= 0 for p in (piece("Hilran"), *armies_of("Tarkesh")[:2])} == {False}


# Ships that wait outside


@pytest.mark.clause("10.9.5b", "10.9.5a")
def test_ships_off_the_port_are_met_by_those_in_it() -> None:
    """A landing from ships outside is still an attack by sea, so the defender chooses."""
    s = fight(landing())
    assert asked(s) == ("DefendPort", 1)
    s = go_on(choose(s, "ships"), 1, 1)
    assert totals(s) == [13, 5], "warship 5, Jagreen Lern 4, the General 3, die 1"
    assert {at(s, who) for who in ("Pan Tang warship", "Jagreen Lern", "General of Pan Tang")} == {"Pale Sea"}
    assert len(s.aboard(piece("Pan Tang warship"))) == 3


@pytest.mark.clause("10.9.5b")
def test_behind_the_wall_they_leave_the_ships_outside() -> None:
    s = fight(landing())
    s = go_on(choose(s, "walls"), 1, 1)
    assert totals(s) == [5, 11], "Jagreen Lern 4; Hilran 3, two armies, wall 5"
    assert at(s, "Pan Tang warship") == "Pale Sea"


@pytest.mark.clause("10.9.5b")
def test_who_walks_over_the_sea_without_ships_attacks_by_land() -> None:
    s = landing()
    s.lift((piece("Pan Tang warship"), piece("General of Pan Tang"), *armies_of("Pan Tang")[:1]), LOST)
    s = fight(s, 1, 1)
    assert totals(s) == [5, 11], "nobody is asked, and the wall counts"

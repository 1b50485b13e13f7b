"""Random attacks on those who enter a wilderness (7.5, 7.6)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import (
    PRIEST,
    act,
    area,
    asked,
    at,
    choose,
    give_cards,
    names,
    new_state,
    piece,
    put,
    run,
    spell,
    told,
)
from games.elric.positions.journeys import moving
from games.elric.positions.people import cup_of
from palatine.games.elric.components.world import SEA_NEIGHBOURS, STRAITS
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.movement import OpenMovement, Stopping
from palatine.games.elric.state import LOST, Flight


@pytest.mark.clause("7.5.8a")
def test_armies_are_attacked_in_each_wilderness_they_enter() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon", ("Vilmir", 1))
    s.cup = [spell("Grome"), spell("Misha"), spell("Elenoin")]
    s = act(moving(s), ("stack", area("Rignariom")), ("all", 0))
    s = act(s, ("go", area("sig_w")), rolls=[("random attack", 1)])
    s = act(s, ("go", area("Tanelorn")), rolls=[("random attack", 1)])
    assert [entry.data["area"] for entry in told(s, "attack.draw")] == [area("sig_w"), area("Tanelorn")]


@pytest.mark.clause("7.5.8a")
def test_a_stack_that_loses_to_a_monster_goes_no_further() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon", ("Vilmir", 1))
    s.cup = [spell("Slortar the Old")]
    s = act(moving(s), ("stack", area("Rignariom")), ("all", 0))
    s = act(s, ("go", area("sig_w")), rolls=[("random attack", 1), ("stack", 1), ("monster", 6)])
    assert (at(s, "Naclon"), asked(s)) == ("Sighing Desert (west)", ("Movement", 0))
    assert names(s, "stack") == []


@pytest.mark.clause("7.5.8b")
def test_people_alone_are_attacked_only_where_they_end() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Naclon")
    s.cup = [spell("Grome"), spell("Misha")]
    s = act(moving(s), ("stack", area("Rignariom")), ("go", area("sig_w")), ("go", area("Tanelorn")), rolls=[])
    s = act(s, ("halt", 0), ("end", 0), rolls=[])
    s = run(s, Stopping(), rolls=[("random attack", 1)])
    assert [entry.data["area"] for entry in told(s, "attack.draw")] == [area("Tanelorn")]


@pytest.mark.clause("7.5.8b")
def test_who_stays_in_wilderness_is_left_in_peace() -> None:
    s = new_state()
    put(s, 0, "Tanelorn", "Naclon")
    put(s, 0, "Jadmar", "Avan Astram")
    s.trail = {piece("Avan Astram"): (area("vil_n"),)}
    s = run(s, Stopping(), rolls=[])
    assert not told(s, "attack.draw")


@pytest.mark.clause("13.4m", "13.4n")
def test_face_up_chaos_attacks_those_who_start_among_it() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s.tipped = -1
    s.cup.remove(spell("Slortar the Old"))
    s.face_up = {area("Jadmar"): (spell("Slortar the Old"),)}
    s = run(s, OpenMovement(), rolls=[("stack", 6), ("monster", 1)])
    assert told(s, "attack.beaten")
    assert not s.face_up


@pytest.mark.clause("13.4n")
def test_face_up_chaos_attacks_those_who_come_there() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s.tipped = -1
    s.cup.remove(spell("Slortar the Old"))
    s.face_up = {area("vil_n"): (spell("Slortar the Old"),)}
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")), rolls=[("stack", 6), ("monster", 1)])
    assert told(s, "attack.beaten")
    assert asked(s) == ("March", 0)


# Who is lost on the way


@pytest.mark.clause("7.3l", "7.5.5")
def test_a_ship_whose_only_personality_is_lost_on_the_way_sails_no_further() -> None:
    """The Tower in the Straits of Chaos takes Naclon off the galley.

    The army aboard cannot sail it.
    """
    s = new_state()
    sail(s, 0, SEA_NEIGHBOURS[STRAITS][1], "Vilmir galley", "Naclon", ("Vilmir", 1))
    put(s, 0, "Jadmar", "Avan Astram")
    cup_of(s, "Tower of Voilodion Gagnasdiak")
    s = act(moving(s), ("stack", SEA_NEIGHBOURS[STRAITS][1]), ("all", 0))
    s = act(s, ("go", STRAITS), rolls=[("random attack", 1), ("tower", 1)])
    assert at(s, "Vilmir galley") == "Straits of Chaos"
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("16.3s", "7.3c", "9.6")
def test_armies_whose_magician_is_lost_over_the_sea_are_lost_with_his_spell() -> None:
    """The army survives the Boiling Sea, but the Priest (1) does not.

    His spell is discarded, so nothing carries the army on.
    """
    s = new_state()
    (_, own) = put(s, 0, "silent_s", PRIEST, ("Vilmir", 1))
    put(s, 0, "Jadmar", "Naclon")
    (ship,) = give_cards(s, PRIEST, "Ship of Land and Sea")
    s = act(choose(moving(s), "fly", (PRIEST, ship)), ("piece", own))
    s = choose(s, "go", "boiling", rolls=[("passage", 1), ("escape", 2)])
    assert ship in s.discard
    assert s.where[own] == LOST
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("16.3s", "7.5.1b", "7.3c")
def test_nothing_bears_armies_out_of_the_boiling_sea_whose_magician_is_lost_on_leaving_it() -> None:
    s = new_state()
    (priest, own) = put(s, 0, "boiling", PRIEST, ("Vilmir", 1))
    put(s, 0, "Jadmar", "Naclon")
    (ship,) = give_cards(s, PRIEST, "Ship of Land and Sea")
    s.flights = {ship: Flight(1, 1)}
    s = run(s, March(0, area("boiling"), (priest, own), True, 3, ship))
    s = choose(s, "go", "silent_s", rolls=[("passage", 1), ("escape", 2)])
    assert s.where[own] == LOST

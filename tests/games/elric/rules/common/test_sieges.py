"""Besieged cities, and captured cities without a garrison (10.9.1, 10.9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import besieged, city, fight
from games.elric.positions.board import JADMAR, area, asked, at, new_state, piece, put, rule, run, told
from palatine.games.elric.rules.common.replacements import Replacements
from palatine.games.elric.rules.common.sieges import Reversion, besiege, besieger, forget_sieges, is_besieged
from palatine.games.elric.state import LOST, NOBODY, Hold


@pytest.mark.clause("10.9.4a")
def test_only_walled_cities_of_a_player_are_besieged() -> None:
    s = new_state()
    rule(s, 1, "Nadsokor", "Vilmir")
    for where in ("nadsokor", "Jadmar", "Ilmar", "Northern Vilmir"):
        put(s, 0, where, "Yishana")
        besiege(s, 0, area(where))
    assert s.sieges == {JADMAR: 0}


@pytest.mark.clause("10.9.4d")
def test_a_siege_bars_the_citys_own_side_alone() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"])
    besieged(s, "Jadmar")
    assert is_besieged(s, JADMAR, 1)
    assert not is_besieged(s, JADMAR, 0)
    assert not is_besieged(s, JADMAR, 2)
    assert not is_besieged(s, area("Old Hrolmar"), 1)


@pytest.mark.clause("10.9.4d", "10.9.4e")
def test_a_siege_is_over_when_the_besiegers_have_gone() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"])
    besieged(s, "Jadmar")
    s.shift((piece("Yishana"),), area("Northern Vilmir"))
    assert besieger(s, JADMAR) == NOBODY
    assert not is_besieged(s, JADMAR, 1)
    forget_sieges(s)
    assert s.sieges == {}
    assert told(s, "siege.over")


@pytest.mark.clause("10.9.4e")
def test_besiegers_who_are_beaten_are_driven_off() -> None:
    s = city("Vilmir", "Jadmar", ["Nikorn"], ["Avan Astram", "Naclon"])
    besieged(s, "Jadmar")
    s.phasing = 1
    s.assaults = (JADMAR,)
    s = fight(s, ("attack", 1), ("defence", 5))
    assert (at(s, "Nikorn"), s.sieges) == ("Northern Vilmir", {})


@pytest.mark.clause("10.9.4e")
def test_in_a_sally_the_wall_helps_nobody_and_who_is_inside_stays_inside() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"])
    besieged(s, "Jadmar")
    s.phasing = 1
    s.assaults = (JADMAR,)
    s = fight(s, ("attack", 3), ("defence", 3))
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [6, 8]
    assert (at(s, "Naclon"), s.sieges, asked(s)) == ("Jadmar", {JADMAR: 0}, None)


def captured(*garrison: Any, victim: int = 1) -> Any:
    """Return a match in which seat 0 has taken Jadmar from `victim`."""
    s = new_state()
    if victim != NOBODY:
        rule(s, victim, "Vilmir")
        put(s, victim, "Old Hrolmar", "Naclon")
    put(s, 0, "Jadmar", *garrison)
    s.holds[JADMAR] = Hold(0, victim)
    return s


@pytest.mark.clause("10.9.1a")
def test_one_army_keeps_a_captured_city() -> None:
    s = run(captured(("Jharkor", 1)), Reversion())
    assert s.city_owner(JADMAR) == 0


@pytest.mark.clause("10.9.1b")
def test_without_an_army_it_goes_back_to_its_owner() -> None:
    s = run(captured("Dharmit"), Reversion())
    assert s.city_owner(JADMAR) == 1
    assert s.holds == {}
    entry = told(s, "reverts")[0]
    assert (entry.data["seat"], entry.data["to"]) == (0, 1)


@pytest.mark.clause("10.9.1b")
def test_or_it_is_neutral_again() -> None:
    s = run(captured("Dharmit", victim=NOBODY), Reversion())
    assert s.city_owner(JADMAR) == NOBODY
    assert told(s, "reverts.neutral")


@pytest.mark.clause("10.9.1b")
def test_it_goes_back_at_the_end_of_anybodys_turn() -> None:
    s = captured("Dharmit")
    s.phasing = 2
    assert run(s, Reversion()).city_owner(JADMAR) == 1


@pytest.mark.clause("10.9.1a")
def test_armies_aboard_a_ship_are_no_garrison() -> None:
    s = captured(("Jharkor", 1), "Chaos Fleet")
    fleet = s.pieces(0, JADMAR)[0]
    s.ship = {p: fleet for p in s.pieces(0, JADMAR) if p != fleet}
    assert run(s, Reversion()).city_owner(JADMAR) == 1


@pytest.mark.clause("10.9.1a")
def test_armies_of_others_are_no_garrison() -> None:
    s = captured("Dharmit")
    put(s, 1, "Jadmar", ("Vilmir", 3))
    assert run(s, Reversion()).city_owner(JADMAR) == 1


@pytest.mark.clause("11.0j")
def test_the_captor_who_has_mustered_the_nation_needs_no_garrison() -> None:
    s = captured("Dharmit")
    rule(s, 0, "Vilmir")
    s = run(s, Reversion())
    assert s.holds == {JADMAR: Hold(0, 1)}


@pytest.mark.clause("10.9.1b")
def test_a_siege_by_its_owner_is_over() -> None:
    s = captured("Dharmit")
    s.sieges[JADMAR] = 1
    assert run(s, Reversion()).sieges == {}


@pytest.mark.clause("10.9.1c")
def test_a_garrisoned_capital_replaces_nothing() -> None:
    s = captured(("Jharkor", 1))
    s.phasing = 1
    army = put(s, 1, "Old Hrolmar", ("Vilmir", 1))[0]
    s.lift((army,), LOST)
    assert run(s, Replacements()).where[army] == LOST
    assert run(s, Reversion(), Replacements()).where[army] == LOST
    s = captured("Dharmit")
    s.phasing = 1
    army = put(s, 1, "Old Hrolmar", ("Vilmir", 1))[0]
    s.lift((army,), LOST)
    assert run(s, Reversion(), Replacements()).where[army] == JADMAR

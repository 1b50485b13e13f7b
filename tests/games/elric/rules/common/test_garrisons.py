"""Captured cities, their garrisons, and how they go back (10.9.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.kingdoms import area, new_state, put, rule, run, told
from palatine.games.elric.rules.common.replacements import Replacements
from palatine.games.elric.rules.common.sieges import Reversion
from palatine.games.elric.state import LOST, NOBODY, Hold

JADMAR = area("Jadmar")


def captured(*garrison: Any, victim: int = 1) -> Any:
    """Jadmar, taken from its ruler, or from nobody, by seat 0."""
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

"""Sieges of walled cities (10.9.4)."""

from __future__ import annotations

import pytest

from games.elric.battlefield import besieged, city, fight
from games.elric.kingdoms import area, asked, at, new_state, piece, put, rule, told
from palatine.games.elric.rules.common.sieges import besiege, besieger, forget_sieges, is_besieged
from palatine.games.elric.state import NOBODY

JADMAR = area("Jadmar")


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

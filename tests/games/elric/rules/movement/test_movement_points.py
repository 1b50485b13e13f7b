"""Costs of boarding and landing in ports and off coasts (7.3)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    embark,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
)
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.rules.common.naval import left
from palatine.games.elric.rules.movement.march import March


@pytest.mark.clause("7.3q", "7.5.9a")
def test_ships_enter_only_ports_and_by_the_anchor() -> None:
    s = new_state()
    put(s, 0, "g_vilmir", "Vilmir galley", "Naclon")
    embark(s, "Vilmir galley", "Naclon")
    s = act(moving(s), ("stack", area("g_vilmir")), ("all", 0))
    assert refusal(s, "go", "Jadmar").clause == "7.5.9a"
    assert refusal(s, "go", "vil_e").clause == "7.3q"
    s = act(s, ("go", area("st_vilmir")))
    assert "Jadmar" in names(s, "go")


@pytest.mark.clause("7.3q", "7.5.9a")
def test_ships_leave_a_port_by_the_anchor() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Vilmir galley")
    s = marching(s, "Jadmar", "Naclon", "Vilmir galley")
    assert refusal(s, "go", "g_vilmir").clause == "7.5.9a"
    assert refusal(s, "go", "vil_n").clause == "7.3q"


@pytest.mark.clause("7.3u", "7.5.9a")
def test_in_a_port_everybody_gets_off_for_nothing() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", ("Vilmir", 1))
    embark(s, "Vilmir galley", "Naclon", armies_of("Vilmir")[0])
    s = act(moving(s), ("stack", area("st_vilmir")), ("all", 0), ("go", area("Jadmar")))
    assert not s.ship
    assert not s.walked
    assert s.sailed == {piece("Vilmir galley"): 1}


@pytest.mark.clause("7.3r", "7.3v")
def test_people_board_a_ship_off_any_coast_for_a_point() -> None:
    s = new_state()
    put(s, 0, "vil_e", "Naclon")
    put(s, 0, "g_vilmir", "Vilmir galley")
    s = act(moving(s), ("stack", area("vil_e")), ("go", area("g_vilmir")), ("halt", 0))
    assert s.walked == {piece("Naclon"): 1}
    assert s.ship == {piece("Naclon"): piece("Vilmir galley")}


@pytest.mark.clause("7.3t")
def test_an_army_boards_off_a_coast_without_a_port_for_four() -> None:
    s = new_state()
    put(s, 0, "vil_e", "Naclon", ("Vilmir", 1))
    put(s, 0, "g_vilmir", "Vilmir galley")
    own = armies_of("Vilmir")[0]
    s = act(moving(s), ("stack", area("vil_e")), ("all", 0), ("go", area("g_vilmir")))
    assert s.walked == {piece("Naclon"): 1, own: 4}
    assert left(s, piece("Vilmir galley")) == 2


@pytest.mark.clause("7.3t")
def test_an_army_that_has_marched_cannot_board_there() -> None:
    s = new_state()
    put(s, 0, "vil_e", "Naclon", ("Vilmir", 1))
    put(s, 0, "g_vilmir", "Vilmir galley")
    s.walked = {armies_of("Vilmir")[0]: 1}
    s = act(moving(s), ("stack", area("vil_e")), ("all", 0))
    assert refusal(s, "go", "g_vilmir").clause == "7.3t"


@pytest.mark.clause("7.3s")
def test_off_its_port_an_army_boards_for_one() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 1))
    put(s, 0, "st_vilmir", "Vilmir galley")
    put(s, 0, "g_vilmir", "Vilmir transport")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0))
    assert choose(s, "go", "st_vilmir").walked[armies_of("Vilmir")[0]] == 1
    assert choose(s, "go", "g_vilmir").walked[armies_of("Vilmir")[0]] == 4, "which is not the sea of its anchor"


@pytest.mark.clause("7.3s")
def test_who_has_no_point_left_does_not_board() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", "Vilmir galley")
    put(s, 0, "st_vilmir", "Bakshaan warship 1")
    s.sailed = {piece("Naclon"): 3}
    s = marching(s, "Jadmar", "Naclon", "Avan Astram", "Vilmir galley")
    s.sailed[piece("Naclon")] = 4
    assert refusal(s, "go", "st_vilmir").clause == "7.3s"


@pytest.mark.clause("7.3r", "7.1d")
def test_of_several_ships_one_is_chosen() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 2))
    put(s, 0, "st_vilmir", "Vilmir galley", "Vilmir transport", "Bakshaan warship 1")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0), ("go", area("st_vilmir")))
    assert asked(s) == ("Boarding", 0)
    assert operands(s, "ship") == [piece("Bakshaan warship 1"), piece("Vilmir transport")]
    assert refusal(s, "ship", "Vilmir galley").clause == "7.1d"
    s = choose(s, "ship", "Vilmir transport")
    assert set(s.ship.values()) == {piece("Vilmir transport")}


@pytest.mark.clause("7.1d")
def test_a_full_ship_takes_no_more_armies() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 1))
    put(s, 0, "st_vilmir", "Vilmir galley", ("Ilmiora", 1))
    embark(s, "Vilmir galley", armies_of("Ilmiora")[0])
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0))
    assert refusal(s, "go", "st_vilmir").clause == "7.1d"


@pytest.mark.clause("7.3u")
def test_landing_costs_the_fleet_a_point() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", ("Vilmir", 1))
    own = armies_of("Vilmir")[0]
    embark(s, "Vilmir galley", "Naclon", own)
    s = marching(s, "st_vilmir", "Naclon", own)
    s = choose(s, "go", "Kariss")
    assert s.sailed == {piece("Vilmir galley"): 1}
    assert s.flow[-1].points == 4


@pytest.mark.clause("7.3u")
def test_a_ship_without_points_lands_nobody() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", "Priest of Vilmir")
    embark(s, "Vilmir galley", "Naclon", "Priest of Vilmir")
    s.sailed = {piece("Vilmir galley"): 6}
    s = act(moving(s), ("stack", area("st_vilmir")))
    assert operands(s, "piece") == [piece("Priest of Vilmir")], "who is a magician"
    assert refusal(s, "piece", "Naclon").clause == "7.3u"
    s.flow[-1] = March(0, area("st_vilmir"), (piece("Naclon"),))
    assert refusal(s, "go", "Kariss").clause == "7.3u"


@pytest.mark.clause("7.3u", "7.3b")
def test_a_magician_lands_by_himself_when_the_ship_cannot() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Priest of Vilmir")
    embark(s, "Vilmir galley", "Priest of Vilmir")
    s.sailed = {piece("Vilmir galley"): 6}
    s = choose(marching(s, "st_vilmir", "Priest of Vilmir"), "go", "Kariss")
    assert s.walked == {piece("Priest of Vilmir"): 1}


@pytest.mark.clause("7.2e", "7.3u")
def test_armies_do_not_land_by_themselves() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", ("Vilmir", 1))
    own = armies_of("Vilmir")[0]
    embark(s, "Vilmir galley", "Naclon", own)
    s = marching(s, "st_vilmir", own)
    assert refusal(s, "go", "Kariss").clause == "7.2e"


@pytest.mark.clause("7.3k")
def test_ships_stay_where_they_were_left() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon")
    embark(s, "Vilmir galley", "Naclon")
    s = act(
        moving(s), ("stack", area("st_vilmir")), ("piece", piece("Naclon")), ("go", area("Kariss")), ("halt", 0)
    )
    assert at(s, "Vilmir galley") == "Straits of Vilmir"
    assert names(s, "stack") == ["Kariss"]


@pytest.mark.clause("10.9.4d")
def test_nobody_sails_into_a_besieged_port() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon")
    put(s, 1, "Jadmar", "Fadan", ("Ilmiora", 3))
    embark(s, "Vilmir galley", "Naclon")
    s.sieges = {area("Jadmar"): 1}
    closed = act(moving(s), ("stack", area("st_vilmir")), ("all", 0))
    assert refusal(closed, "go", "Jadmar").clause == "10.9.4d"
    s.options = {**s.options, "siege-port": "open"}
    assert "Jadmar" in names(act(moving(s), ("stack", area("st_vilmir")), ("all", 0)), "go")

"""Ships: capacity, the Chaos Fleet, sinking (7.1, 7.3, 16.8)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    at,
    choose,
    embark,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
)
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.components.pieces import FLEET, KIND
from palatine.games.elric.rules.common.naval import (
    castaways,
    lose_ship,
    overload,
    put_out,
)
from palatine.games.elric.rules.movement.march import Arrival, March
from palatine.games.elric.state import LOST, NOBODY, OFF

# Room


@pytest.mark.clause("7.1d", "3.2f")
def test_a_ship_takes_as_many_armies_as_it_carries() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Vilmir galley", ("Vilmir", 2))
    one, two = armies_of("Vilmir")[:2]
    s = marching(s, "Jadmar", "Naclon", "Vilmir galley", one)
    assert names(s, "go") == ["Straits of Vilmir"]
    assert refusal(s, "piece", two).clause == "7.1d"
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0))
    assert refusal(s, "piece", "Vilmir galley").clause == "7.1d"
    s.flow[-1] = March(0, area("Jadmar"), (piece("Naclon"), piece("Vilmir galley"), one, two))
    assert refusal(s, "go", "st_vilmir").clause == "7.1d"


@pytest.mark.clause("7.1d", "7.3l")
def test_who_is_offered_to_come_aboard_finds_room_and_every_ship_a_leader() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Vilmir galley", "Vilmir transport", ("Vilmir", 5))
    s = act(moving(s), ("stack", area("Jadmar")), ("piece", piece("Naclon")), ("piece", piece("Vilmir transport")))
    assert piece("Vilmir galley") not in operands(s, "piece")
    assert refusal(s, "piece", "Vilmir galley").clause == "7.3l"
    crowd = choose(s, "all")
    assert crowd.flow[-1].group == (piece("Naclon"), piece("Vilmir transport"), *armies_of("Vilmir")[:3])
    assert operands(crowd, "piece") == []
    assert refusal(crowd, "piece", armies_of("Vilmir")[3]).clause == "7.1d"
    assert names(crowd, "go") == ["Straits of Vilmir"]


@pytest.mark.clause("7.1b", "3.2g")
def test_people_find_room_in_any_number() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", "Fadan", "Sharilla", "Urish", "Vilmir galley")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0))
    s = act(s, ("piece", piece("Vilmir galley")), ("go", area("st_vilmir")))
    assert sorted(s.aboard(piece("Vilmir galley"))) == sorted(
        map(piece, ("Naclon", "Avan Astram", "Fadan", "Sharilla", "Urish"))
    )


@pytest.mark.clause("7.1c")
def test_any_number_of_fleets_share_a_sea() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", "Vilmir galley", "Vilmir transport")
    put(s, 0, "st_vilmir", "Free Fleet", "Fadan")
    embark(s, "Free Fleet", "Fadan")
    s = marching(s, "Jadmar", "Naclon", "Avan Astram", "Vilmir galley", "Vilmir transport")
    s = choose(s, "go", "st_vilmir")
    assert len(s.pieces(0, area("st_vilmir"))) == 6


@pytest.mark.clause("7.1c")
def test_any_number_of_fleets_share_a_port() -> None:
    s = new_state()
    fleets = ("Ilmiora galley", "Ilmiora transport", "Filkhar transport", "Pikarayd warship")
    put(s, 0, "Jadmar", "Vilmir galley", "Vilmir transport", *fleets)
    put(s, 0, "st_vilmir", "Free Fleet", "Fadan")
    embark(s, "Free Fleet", "Fadan")
    s = choose(marching(s, "st_vilmir", "Free Fleet", "Fadan"), "go", "Jadmar")
    assert len([p for p in s.pieces(0, area("Jadmar")) if KIND[p] == FLEET]) == 7


@pytest.mark.clause("7.1e")
def test_armies_go_overboard_or_the_ship_goes_down() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", ("Vilmir", 3))
    embark(s, "Vilmir galley", "Naclon", *armies_of("Vilmir")[:3])
    overload(s, 0, area("st_vilmir"))
    assert operands(s, "piece") == [armies_of("Vilmir")[0]]
    kept = act(s, ("piece", armies_of("Vilmir")[0]), ("piece", armies_of("Vilmir")[1]))
    assert not kept.flow
    assert at(kept, "Vilmir galley") == "Straits of Vilmir"
    assert [kept.where[p] for p in armies_of("Vilmir")[:3]] == [LOST, LOST, area("st_vilmir")]
    sunk = act(s, ("sink", 0), ("to", area("Jadmar")), rolls=[3])
    assert {sunk.where[p] for p in (piece("Vilmir galley"), *armies_of("Vilmir")[:3])} == {LOST}
    assert at(sunk, "Naclon") == "Jadmar"
    assert refusal(s, "piece", armies_of("Vilmir")[5]).clause == "7.1e"


# The Chaos Fleet


@pytest.mark.clause("16.8d", "7.3l")
def test_all_who_set_out_from_a_port_where_nobody_is_ashore_are_those_aboard() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Myshella", "Chaos Fleet", "Vilmir galley")
    embark(s, "Chaos Fleet", "Myshella")
    s = act(marching(s, "Jadmar"), ("all", 0))
    assert s.flow[-1].group == (piece("Myshella"), piece("Chaos Fleet"))
    s = act(s, ("go", area("st_vilmir")))
    assert (at(s, "Myshella"), at(s, "Vilmir galley")) == ("Straits of Vilmir", "Jadmar")


@pytest.mark.clause("16.8d")
def test_who_leaves_the_chaos_fleet_needs_an_escape() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Chaos Fleet", "Naclon", "Avan Astram")
    embark(s, "Chaos Fleet", "Naclon", "Avan Astram")
    s = marching(s, "st_vilmir", "Naclon", "Avan Astram")
    s = act(s, ("go", area("Kariss")), rolls=[4, 4])
    assert (at(s, "Avan Astram"), s.where[piece("Naclon")]) == ("Kariss", LOST)


@pytest.mark.clause("16.8c")
def test_armies_never_leave_the_chaos_fleet() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Chaos Fleet", "Naclon", ("Vilmir", 2))
    embark(s, "Chaos Fleet", "Naclon", *armies_of("Vilmir")[:2])
    s = act(moving(s), ("stack", area("st_vilmir")))
    assert refusal(s, "piece", armies_of("Vilmir")[0]).clause == "16.8c"
    s = act(s, ("all", 0), ("go", area("Jadmar")))
    assert len(s.aboard(piece("Chaos Fleet"))) == 3


@pytest.mark.clause("16.8d")
def test_in_a_port_too_the_chaos_fleet_holds_its_people() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Chaos Fleet", "Naclon")
    embark(s, "Chaos Fleet", "Naclon")
    s = choose(marching(s, "Jadmar", "Naclon"), "go", "vil_n", rolls=[3])
    assert at(s, "Naclon") == "Northern Vilmir"
    assert not s.ship


@pytest.mark.clause("16.8d")
def test_those_who_can_walk_do_not_board_the_chaos_fleet_unasked() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    put(s, 0, "st_vilmir", "Chaos Fleet")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("st_vilmir")))
    assert not s.ship
    s = choose(s, "ship", "Chaos Fleet")
    assert s.ship == {piece("Priest of Vilmir"): piece("Chaos Fleet")}


# Losses at sea


@pytest.mark.clause("10.7d")
def test_ships_put_out_of_a_fallen_port() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Vilmir galley")
    put_out(s, 0, area("Jadmar"))
    assert at(s, "Vilmir galley") == "Straits of Vilmir"


@pytest.mark.clause("10.7g")
def test_ships_that_cannot_put_out_are_lost() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Vilmir galley")
    put(s, 1, "st_vilmir", "Ilmiora galley")
    put_out(s, 0, area("Jadmar"))
    assert s.where[piece("Vilmir galley")] == LOST


@pytest.mark.clause("7.3u", "7.2a")
def test_a_magician_without_points_does_not_land_by_himself() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Priest of Vilmir")
    embark(s, "Vilmir galley", "Priest of Vilmir")
    s.sailed = {piece("Vilmir galley"): 6}
    s.walked = {piece("Priest of Vilmir"): 4}
    s.flow.append(March(0, area("st_vilmir"), (piece("Priest of Vilmir"),), False, 0))
    assert refusal(s, "go", "Jadmar").clause == "7.3u"
    s.walked = {piece("Priest of Vilmir"): 3}
    assert "Jadmar" in names(s, "go")


@pytest.mark.clause("7.3i", "7.3j")
def test_who_boards_a_ship_that_nobody_leads_attaches_it() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon")
    put(s, 0, "st_vilmir", "Vilmir galley")
    s = act(moving(s), ("stack", area("vil_n")), ("go", area("Jadmar")), ("go", area("st_vilmir")))
    assert s.changed == (piece("Vilmir galley"),)
    put(s, 0, "Jadmar", "Avan Astram")
    s = act(s, ("halt", 0), ("stack", area("Jadmar")), ("go", area("st_vilmir")), ("halt", 0))
    assert s.changed == (piece("Vilmir galley"),), "it is led already"


@pytest.mark.clause("16.8d", "7.3l")
def test_out_of_a_port_the_chaos_fleet_sets_out_with_all_who_are_aboard() -> None:
    s = new_state()
    group = put(s, 0, "Jadmar", "Pyaray", "Chaos Fleet")
    put(s, 0, "Jadmar", "Vilmir galley")
    embark(s, "Chaos Fleet", "Pyaray")
    s = act(moving(s), ("stack", area("Jadmar")), ("all", 0))
    assert s.flow[-1].group == group
    assert names(s, "go") == ["Straits of Vilmir"]


@pytest.mark.clause("16.8d")
def test_in_a_port_the_chaos_fleet_goes_on_with_all_who_are_aboard() -> None:
    s = new_state()
    group = put(s, 0, "Jadmar", "Jhary-a-Conel", "Pyaray", "Chaos Fleet")
    embark(s, "Chaos Fleet", "Pyaray", "Jhary-a-Conel")
    s.done = (piece("Jhary-a-Conel"),)
    assert run(s, Arrival(0, area("Jadmar"), group, 4)).flow[-1].group == group


@pytest.mark.clause("16.8d", "12.1.2a")
def test_whom_the_chaos_fleet_finds_in_a_port_is_not_aboard_unasked_and_at_sea_all_sail_on() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Chaos Fleet", "Pyaray")
    embark(s, "Chaos Fleet", "Pyaray")
    put(s, NOBODY, "Jadmar", "Elric", "Brut")
    s.cup = []
    ashore = act(moving(s), ("stack", area("st_vilmir")), ("all", 0), ("go", area("Jadmar")))
    assert ashore.controller == piece("Pyaray")
    assert ashore.ship == {piece("Pyaray"): piece("Chaos Fleet")}
    ashore = choose(ashore, "go", "st_vilmir")
    assert (at(ashore, "Elric"), at(ashore, "Brut")) == ("Straits of Vilmir", "Jadmar")
    s.shift((piece("Elric"), piece("Brut")), area("g_vilmir"))
    afloat = act(moving(s), ("stack", area("st_vilmir")), ("all", 0), ("go", area("g_vilmir")))
    afloat = choose(afloat, "go", "st_vilmir")
    assert {at(afloat, who) for who in ("Pyaray", "Elric", "Brut")} == {"Straits of Vilmir"}


@pytest.mark.clause("7.1e", "7.3c", "7.3d")
def test_armies_go_down_with_the_chaos_fleet_and_drown_without_a_ship() -> None:
    first = armies_of("Argimiliar")[0]
    s = new_state()
    put(s, 0, "arg_sea", "Chaos Fleet", "Naclon", ("Argimiliar", 1))
    embark(s, "Chaos Fleet", "Naclon", first)
    lost = s.copy()
    assert lose_ship(lost, piece("Chaos Fleet")) == (piece("Naclon"),)
    assert lost.where[first] == LOST
    s.lift((piece("Chaos Fleet"),), OFF)
    s.ship = {}
    castaways(s, 0, area("arg_sea"))
    assert s.where[first] == LOST

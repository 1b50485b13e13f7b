"""Special terrain: Boiling Sea, Serpents Teeth, Straits of Chaos, Imrryr's gate (7.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from palatine.games.elric.rules.common.closed_areas import anchors, may_enter
from palatine.games.elric.rules.movement.movement import Movement, Stopping
from palatine.games.elric.state import LOST


def at_sea(where: str, ship: str, *who: Any, scenario: str = "conflict-long") -> Any:
    """Return a ship of seat 0 with these people aboard; the spells in the cup do not attack."""
    s = new_state(scenario, seats=1 if scenario == "founding" else 3)
    pieces = put(s, 0, where, ship, *who)
    s.ship = dict.fromkeys(pieces[1:], pieces[0])
    put(s, 0, "Elwher", "Zas", "Avan Astram", "General of Pan Tang")
    s.cup = [spell("Grome"), spell("Misha"), spell("Elenoin")]
    return s


def sailing(s: Any, where: str, *more: Any) -> Any:
    """Return the state with all ships of a sea selected to move."""
    return act(run(s, Movement(0)), ("stack", area(where)), ("all", 0), *more)


# The Boiling Sea


@pytest.mark.clause("7.5.1a", "7.5.1b", "7.5.1c", "7.5.1d")
def test_jagreen_lern_comes_to_ashaneloon_and_the_vilmiran_galley_does_not() -> None:
    s = new_state()
    vilmirans = put(s, 0, "bay_ram", "Vilmir galley", "Naclon", ("Vilmir", 1))
    own = put(s, 0, "bay_ram", "Pan Tang warship", "Jagreen Lern")
    put(s, 0, "Elwher", "Avan Astram")
    s.ship = {**dict.fromkeys(vilmirans[1:], vilmirans[0]), own[1]: own[0]}
    s = sailing(s, "bay_ram")
    ships = [("passage", 5), ("passage", 1)]
    assert [piece("Pan Tang warship"), piece("Vilmir galley")] == sorted([own[0], vilmirans[0]])
    s = choose(s, "go", "boiling", rolls=[*reversed(ships), ("escape", 4)])
    assert at(s, "Jagreen Lern") == "Boiling Sea"
    assert {s.where[p] for p in vilmirans} == {LOST}
    s = act(s, ("halt", 0), ("stack", area("boiling")), ("piece", piece("Jagreen Lern")))
    s = choose(s, "go", "Ashaneloon", rolls=[])
    assert at(s, "Jagreen Lern") == "Ashaneloon"


@pytest.mark.clause("7.5.1d", "10.8d")
def test_people_aboard_a_lost_ship_may_save_themselves() -> None:
    s = sailing(at_sea("bay_ram", "Vilmir galley", "Naclon", ("Vilmir", 1)), "bay_ram")
    s = choose(s, "go", "boiling", rolls=[("passage", 5), ("escape", 3)])
    assert asked(s) == ("ChooseRefuge", 0)
    s = choose(s, "to", "Ashaneloon")
    assert (at(s, "Naclon"), asked(s)) == ("Ashaneloon", ("Movement", 0))
    assert s.where[armies_of("Vilmir")[0]] == LOST


@pytest.mark.clause("7.5.1b")
def test_to_leave_the_boiling_sea_costs_a_roll_too() -> None:
    s = sailing(at_sea("boiling", "Vilmir galley", "Naclon"), "boiling")
    safe = choose(s, "go", "bay_ram", rolls=[("passage", 4)])
    assert at(safe, "Naclon") == "Bay of Ramasaz"
    lost = choose(s, "go", "bay_ram", rolls=[("passage", 5), ("escape", 6)])
    assert {lost.where[p] for p in (piece("Vilmir galley"), piece("Naclon"))} == {LOST}


@pytest.mark.clause("7.5.1b")
def test_to_land_on_another_coast_is_to_leave() -> None:
    s = at_sea("boiling", "Vilmir galley", "Naclon")
    s = act(run(s, Movement(0)), ("stack", area("boiling")), ("piece", piece("Naclon")))
    s = choose(s, "go", "silent_s", rolls=[("passage", 4)])
    assert (at(s, "Naclon"), at(s, "Vilmir galley")) == ("Silent Lands (south)", "Boiling Sea")


@pytest.mark.clause("7.5.1a")
def test_a_magician_on_foot_rolls_for_himself() -> None:
    s = new_state()
    put(s, 0, "silent_s", "Jagreen Lern")
    put(s, 0, "Elwher", "General of Pan Tang")
    s = act(run(s, Movement(0)), ("stack", area("silent_s")))
    lost = choose(s, "go", "boiling", rolls=[("escape", 5)])
    assert lost.where[piece("Jagreen Lern")] == LOST
    s = choose(s, "go", "boiling", rolls=[("escape", 4)])
    assert at(s, "Jagreen Lern") == "Boiling Sea"
    s = choose(s, "go", "Ashaneloon", rolls=[])
    assert at(s, "Jagreen Lern") == "Ashaneloon"


@pytest.mark.clause("7.5.1b")
def test_between_ashaneloon_and_its_sea_nobody_rolls() -> None:
    s = new_state()
    put(s, 0, "Ashaneloon", "Jagreen Lern")
    put(s, 0, "boiling", "Pan Tang warship")
    s = act(run(s, Movement(0)), ("stack", area("Ashaneloon")))
    s = choose(s, "go", "boiling", rolls=[])
    assert (at(s, "Jagreen Lern"), s.ship[piece("Jagreen Lern")]) == ("Boiling Sea", piece("Pan Tang warship"))


@pytest.mark.clause("7.5.1a", "7.4.1b")
def test_the_winged_roll_too() -> None:
    s = new_state()
    put(s, 0, "silent_s", "Clackars")
    s = act(run(s, Movement(0)), ("stack", area("silent_s")))
    s = choose(s, "go", "boiling", rolls=[("escape", 3)])
    assert at(s, "Clackars") == "Boiling Sea"


# The Serpents Teeth


@pytest.mark.clause("7.5.4a", "7.5.4b")
def test_a_ship_that_escapes_the_teeth_sails_on() -> None:
    s = sailing(at_sea("w_dragon", "Vilmir galley", "Naclon"), "w_dragon")
    s = choose(s, "go", "teeth", rolls=[("passage", 4)])
    s = choose(s, "go", "s_dragon", rolls=[])
    assert at(s, "Naclon") == "Southern Dragon Sea"


@pytest.mark.clause("7.5.4a", "7.5.4c")
def test_a_ship_lost_in_the_teeth_takes_its_armies_with_it() -> None:
    s = sailing(at_sea("w_dragon", "Vilmir galley", "Naclon", ("Vilmir", 1)), "w_dragon")
    s = choose(s, "go", "teeth", rolls=[("passage", 5), ("escape", 3)])
    assert asked(s) == ("ChooseRefuge", 0)
    assert {s.where[p] for p in (piece("Vilmir galley"), armies_of("Vilmir")[0])} == {LOST}


@pytest.mark.clause("7.4.1c", "7.5.4a")
def test_the_winged_fly_over_the_teeth() -> None:
    s = at_sea("w_dragon", "Vilmir galley", "Clackars")
    s = act(run(s, Movement(0)), ("stack", area("w_dragon")), ("piece", piece("Clackars")))
    s = choose(s, "go", "teeth", rolls=[])
    assert at(s, "Clackars") == "Serpents Teeth"


# The Straits of Chaos


@pytest.mark.clause("7.5.5", "7.6a")
def test_a_voyage_through_the_straits_draws_one_attack() -> None:
    s = sailing(at_sea("shaz_gulf", "Vilmir galley", "Naclon"), "shaz_gulf")
    s = choose(s, "go", "chaos_st", rolls=[("random attack", 1)])
    s = act(s, ("halt", 0), ("end", 0), rolls=[])
    s = run(s, Stopping(), rolls=[])
    assert len(told(s, "attack.draw")) == 1


@pytest.mark.clause("7.5.5")
def test_a_magician_on_foot_draws_there_too() -> None:
    s = new_state()
    put(s, 0, "sha_s", "Jagreen Lern")
    s.cup = [spell("Grome")]
    s = act(run(s, Movement(0)), ("stack", area("sha_s")))
    s = choose(s, "go", "chaos_st", rolls=[("random attack", 1)])
    assert told(s, "attack.draw")


@pytest.mark.clause("7.5.5", "7.4.1c")
def test_the_winged_draw_only_if_they_end_there() -> None:
    s = at_sea("chaos_st", "Vilmir galley", "Naclon")
    put(s, 0, "sha_s", "Clackars")
    s = act(run(s, Movement(0)), ("stack", area("sha_s")))
    s = choose(s, "go", "chaos_st", rolls=[])
    over = choose(s, "go", "silent_s", rolls=[])
    assert at(over, "Clackars") == "Silent Lands (south)"
    ended = act(s, ("ship", piece("Vilmir galley")), ("end", 0))
    ended = run(ended, Stopping(), rolls=[("random attack", 1)])
    assert piece("Clackars") in told(ended, "attack.draw")[0].data["group"]


@pytest.mark.clause("7.5.5", "7.3o")
def test_in_the_straits_hostile_fleets_pass_each_other() -> None:
    s = at_sea("shaz_gulf", "Vilmir galley", "Naclon")
    put(s, 1, "chaos_st", "Ilmiora galley")
    s = sailing(s, "shaz_gulf")
    s = choose(s, "go", "chaos_st", rolls=[("random attack", 1)])
    assert asked(s) == ("March", 0)


# Imrryr


@pytest.mark.clause("7.5.9b")
def test_until_imrryr_has_fallen_only_elric_opens_its_gate() -> None:
    s = sailing(at_sea("dragon", "Vilmir galley", "Naclon", "Yyrkoon"), "dragon")
    assert refusal(s, "go", "melnib").clause == "7.5.9b"
    with_elric = at_sea("dragon", "Vilmir galley", "Naclon", "Elric")
    with_elric.controller = piece("Naclon")
    assert "Imrryr (Melnibone)" in names(sailing(with_elric, "dragon"), "go")


@pytest.mark.clause("7.5.9c")
def test_when_imrryr_has_fallen_any_melnibonean_opens_it() -> None:
    s = at_sea("dragon", "Vilmir galley", "Naclon", "Yyrkoon")
    s.fallen = True
    assert "Imrryr (Melnibone)" in names(sailing(s, "dragon"), "go")
    alone = at_sea("dragon", "Vilmir galley", "Naclon")
    alone.fallen = True
    assert refusal(sailing(alone, "dragon"), "go", "melnib").clause == "7.5.9c"


@pytest.mark.clause("7.5.9b")
def test_the_gate_holds_against_those_on_foot() -> None:
    s = at_sea("n_dragon", "Vilmir galley", "Jagreen Lern")
    s = act(run(s, Movement(0)), ("stack", area("n_dragon")), ("piece", piece("Jagreen Lern")))
    assert refusal(s, "go", "melnib").clause == "7.5.9b"
    assert "Hwamgaarl" in [name.split(" ")[0] for name in names(s, "go")]


@pytest.mark.clause("14.2a", "7.5.9b")
def test_whose_home_it_is_goes_in_and_out() -> None:
    s = at_sea("dragon", "Golden Battle Barge", "Magnum Colim")
    s.ruler[10] = 0
    assert "Imrryr (Melnibone)" in names(sailing(s, "dragon"), "go")


@pytest.mark.clause("14.1j", "14.1a")
def test_in_the_founding_there_is_no_gate_and_a_port_in_the_jungle() -> None:
    s = new_state("founding", seats=1)
    put(s, 0, "rlin", "Free Fleet", "Olab King", ("Olab", 2))
    assert anchors(s)[area("rlin")] == area("jungle_sea")
    assert may_enter(s, (piece("Olab King"),), area("melnib")) is None
    s = act(run(s, Movement(0)), ("stack", area("rlin")), ("all", 0), ("piece", piece("Free Fleet")))
    s = choose(s, "go", "jungle_sea")
    assert len(s.ship) == 3
    assert "R'lin K'ren A'a" in names(s, "go")
    assert operands(s, "piece") == []

"""Ships at sea, and people who cross it without one (7.3)."""

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
    embark,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    told,
)
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.rules.common.naval import castaways, left
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.sea_movement import shore_refusal
from palatine.games.elric.state import LOST


def ramasaz() -> Any:
    """Return Fadan and Urish with five armies in Ramasaz after a march of two provinces.

    A galley of Lormyr is there.
    """
    s = new_state()
    put(s, 0, "Ramasaz", "Lormyr galley")
    put(s, 0, "Alorasaz", "Fadan", "Urish", ("Ilmiora", 5))
    s = act(moving(s), ("stack", area("Alorasaz")), ("all", 0))
    return act(s, ("go", area("Trepesaz")), ("go", area("Ramasaz")), ("halt", 0))


@pytest.mark.clause("7.3h", "7.3f", "7.3s", "7.3v")
def test_two_on_land_and_one_to_board_leave_three_of_six() -> None:
    s = ramasaz()
    one = armies_of("Ilmiora")[0]
    s = act(s, ("stack", area("Ramasaz")), ("piece", piece("Urish")), ("piece", one))
    s = choose(s, "piece", "Lormyr galley")
    assert left(s, piece("Lormyr galley"), waiting=3) == 3
    s = choose(s, "go", "bay_ram")
    assert (s.walked[piece("Urish")], s.walked[one]) == (3, 3)
    assert left(s, piece("Lormyr galley")) == 2
    s = act(s, ("go", area("s_dragon")), ("go", area("dragon")))
    assert left(s, piece("Lormyr galley")) == 0
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("7.3h", "7.3u")
def test_from_ramasaz_he_may_land_farther_along_the_coast() -> None:
    s = ramasaz()
    one = armies_of("Ilmiora")[0]
    s = act(s, ("stack", area("Ramasaz")), ("piece", piece("Urish")), ("piece", one))
    s = act(s, ("piece", piece("Lormyr galley")), ("go", area("bay_ram")), ("go", area("lorm_sea")), ("halt", 0))
    s = act(s, ("stack", area("lorm_sea")), ("piece", piece("Urish")), ("piece", one), ("go", area("Raschil")))
    assert (at(s, "Urish"), s.where[one]) == ("Raschil", area("Raschil"))
    assert left(s, piece("Lormyr galley")) == 3
    assert not s.ship


@pytest.mark.clause("7.3a")
def test_without_a_ship_nobody_but_magicians_goes_to_sea() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 1))
    s = marching(s, "Jadmar", "Naclon")
    assert refusal(s, "go", "st_vilmir").clause == "7.3a"


@pytest.mark.clause("7.3b")
def test_a_magician_crosses_a_sea_for_two_points() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("st_vilmir")))
    assert s.walked == {piece("Priest of Vilmir"): 2}
    assert ("halt", 0) not in s.flow[-1].actions(s)
    assert refusal(s, "halt").clause == "7.3d"
    assert refusal(s, "go", "purple_sea").clause == "7.3b"
    s = choose(s, "go", "Kariss")
    assert s.walked == {piece("Priest of Vilmir"): 3}


@pytest.mark.clause("7.3b", "7.3d")
def test_a_magician_stays_ashore_who_could_not_land_again() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    s.walked = {piece("Priest of Vilmir"): 2}
    s = act(moving(s), ("stack", area("Jadmar")))
    assert refusal(s, "go", "st_vilmir").clause == "7.3b"


@pytest.mark.clause("12.0b", "7.3b")
def test_a_melnibonean_crosses_seas_too() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Silent Guard")
    assert "Straits of Vilmir" in names(act(moving(s), ("stack", area("Jadmar"))), "go")


@pytest.mark.clause("7.3d")
def test_a_magician_may_end_aboard_a_ship_at_sea() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    put(s, 0, "hrol_sea", "Bakshaan warship 1")
    s.walked = {piece("Priest of Vilmir"): 1}
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("Old Hrolmar")), ("halt", 0))
    assert s.walked[piece("Priest of Vilmir")] == 2
    s = act(s, ("stack", area("Old Hrolmar")), ("go", area("hrol_sea")), ("halt", 0))
    assert s.ship == {piece("Priest of Vilmir"): piece("Bakshaan warship 1")}


@pytest.mark.clause("7.3c")
def test_armies_without_a_ship_drown() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", ("Vilmir", 2))
    castaways(s, 0, area("st_vilmir"))
    assert {s.where[p] for p in armies_of("Vilmir")[:2]} == {LOST}
    assert told(s, "drowned")


@pytest.mark.clause("7.3d")
def test_people_without_a_ship_need_an_escape() -> None:
    s = new_state()
    put(s, 0, "eshm_sea", "Naclon", "Avan Astram")
    castaways(s, 0, area("eshm_sea"))
    s = run(s, rolls=[4])
    assert asked(s) == ("ChooseRefuge", 0)
    s = act(s, ("to", area("Elwher")), rolls=[4])
    assert (at(s, "Avan Astram"), s.where[piece("Naclon")]) == ("Elwher", LOST)


@pytest.mark.clause("7.3e", "3.2e")
def test_a_fleet_sails_as_many_seas_as_it_moves() -> None:
    s = new_state()
    put(s, 0, "dragon", "Ilmiora transport", "Fadan")
    embark(s, "Ilmiora transport", "Fadan")
    s = act(moving(s), ("stack", area("dragon")), ("all", 0))
    for sea in ("n_dragon", "bak_sea", "pale"):
        s = choose(s, "go", sea)
        assert asked(s) == ("March", 0)
    s = choose(s, "go", "n_pale")
    assert asked(s) == ("Movement", 0)
    assert names(s, "stack") == []


@pytest.mark.clause("7.3e")
def test_the_slowest_ship_holds_the_others_back() -> None:
    s = new_state()
    put(s, 0, "dragon", "Ilmiora transport", "Ilmiora galley", "Fadan", "Sharilla")
    embark(s, "Ilmiora transport", "Fadan")
    embark(s, "Ilmiora galley", "Sharilla")
    s.sailed = {piece("Ilmiora transport"): 4}
    s = act(moving(s), ("stack", area("dragon")))
    assert piece("Ilmiora transport") not in operands(s, "piece")
    assert refusal(s, "piece", "Ilmiora transport").clause == "7.3e"


@pytest.mark.clause("7.3e", "7.3f")
def test_from_ship_to_ship_nobody_sails_farther_than_the_second_goes() -> None:
    s = new_state()
    put(s, 0, "dragon", "Vilmir galley", "Naclon")
    put(s, 0, "g_vilmir", "Ilmiora galley")
    embark(s, "Vilmir galley", "Naclon")
    s = act(moving(s), ("stack", area("dragon")), ("all", 0), ("go", area("st_vilmir")), ("go", area("g_vilmir")))
    s = act(s, ("halt", 0), ("stack", area("g_vilmir")), ("piece", piece("Naclon")))
    s = choose(s, "ship", "Ilmiora galley")
    assert left(s, piece("Ilmiora galley")) == 3, "two seas are behind him, and he has gone over"
    s = act(s, ("stack", area("g_vilmir")), ("piece", piece("Ilmiora galley")))
    s = act(s, ("go", area("st_vilmir")), ("go", area("dragon")), ("go", area("n_dragon")))
    assert (asked(s), at(s, "Naclon")) == (("Movement", 0), "Northern Dragon Sea")


@pytest.mark.clause("7.3e", "7.3s")
def test_in_a_port_who_has_sailed_boards_a_ship_for_what_he_has_left() -> None:
    s = new_state()
    put(s, 0, "pale", "Vilmir galley", "Naclon")
    put(s, 0, "Jadmar", "Ilmiora transport", "Free Fleet")
    embark(s, "Vilmir galley", "Naclon")
    s = act(moving(s), ("stack", area("pale")), ("all", 0), ("go", area("bak_sea")), ("go", area("hrol_sea")))
    s = act(s, ("go", area("st_vilmir")), ("go", area("Jadmar")), ("halt", 0), ("stack", area("Jadmar")))
    s = choose(s, "piece", "Naclon")
    slow = choose(s, "piece", "Ilmiora transport")
    assert refusal(slow, "go", "st_vilmir").clause == "7.3f", "with the boarding he has come the four it could go"
    quick = choose(choose(s, "piece", "Free Fleet"), "go", "st_vilmir")
    assert left(quick, piece("Free Fleet")) == 1, "of its six, four seas and the boarding are behind him"


@pytest.mark.clause("7.3f")
def test_a_tired_passenger_costs_the_ship_points() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Vilmir transport")
    s.walked = {piece("Naclon"): 3}
    s = marching(s, "Jadmar", "Naclon", "Vilmir transport")
    assert refusal(s, "go", "st_vilmir").clause == "7.3f"


@pytest.mark.clause("7.3g")
def test_seas_sailed_are_lost_to_the_march_on_land() -> None:
    s = new_state()
    put(s, 0, "dragon", "Ilmiora galley", "Fadan")
    embark(s, "Ilmiora galley", "Fadan")
    s = act(moving(s), ("stack", area("dragon")), ("all", 0), ("go", area("hrol_sea")), ("go", area("bak_sea")))
    s = act(s, ("halt", 0), ("stack", area("bak_sea")), ("piece", piece("Fadan")), ("go", area("Bakshaan")))
    assert s.flow[-1].points == 2
    s = act(s, ("go", area("ilm_s")), ("go", area("Ilmar")))
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("7.3l")
def test_no_fleet_sails_without_a_personality_aboard() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Vilmir galley", "Vilmir transport")
    s = marching(s, "Jadmar", "Naclon", "Vilmir galley")
    assert refusal(s, "piece", "Vilmir transport").clause == "7.3l"
    s.flow[-1] = March(0, area("Jadmar"), (piece("Naclon"), piece("Vilmir galley"), piece("Vilmir transport")))
    assert refusal(s, "go", "st_vilmir").clause == "7.3l"


@pytest.mark.clause("7.3l")
def test_a_ship_at_sea_with_nobody_aboard_is_not_taken_along() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Naclon", "Vilmir galley", "Vilmir transport")
    embark(s, "Vilmir galley", "Naclon")
    s = act(moving(s), ("stack", area("st_vilmir")))
    assert refusal(s, "piece", "Vilmir transport").clause == "7.3l"


@pytest.mark.clause("7.3i", "7.3v")
def test_somebody_goes_over_to_a_ship_to_lead_it() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Naclon", "Avan Astram", "Vilmir galley", "Vilmir transport")
    embark(s, "Vilmir galley", "Naclon", "Avan Astram")
    s = marching(s, "st_vilmir", "Naclon")
    s = choose(s, "ship", "Vilmir transport")
    assert s.ship[piece("Naclon")] == piece("Vilmir transport")
    assert s.walked == {piece("Naclon"): 1}
    assert piece("Vilmir transport") in operands(act(s, ("stack", area("st_vilmir"))), "piece")


@pytest.mark.clause("7.3j")
def test_a_fleet_is_attached_only_once() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Naclon", "Vilmir galley", "Vilmir transport")
    embark(s, "Vilmir galley", "Naclon")
    s.changed = (piece("Vilmir transport"),)
    s = marching(s, "st_vilmir", "Naclon")
    assert refusal(s, "ship", "Vilmir transport").clause == "7.3v"
    assert operands(s, "ship") == []


@pytest.mark.clause("7.3n")
def test_who_sails_upon_enemies_has_come_to_fight() -> None:
    s = new_state()
    put(s, 0, "dragon", "Ilmiora galley", "Fadan")
    embark(s, "Ilmiora galley", "Fadan")
    put(s, 1, "hrol_sea", "Vilmir galley")
    s = act(moving(s), ("stack", area("dragon")), ("all", 0), ("go", area("hrol_sea")))
    assert asked(s) == ("Movement", 0)
    assert piece("Ilmiora galley") in s.done


@pytest.mark.clause("7.3n")
def test_people_on_foot_do_not_wade_among_enemies() -> None:
    s = new_state()
    put(s, 0, "Old Hrolmar", "Priest of Vilmir")
    put(s, 1, "hrol_sea", "Ilmiora galley")
    s = act(moving(s), ("stack", area("Old Hrolmar")))
    assert refusal(s, "go", "hrol_sea").clause == "7.3n"


# Elric aboard (12.1.2)


def two_ships() -> Any:
    """Return Elric with Avan Astram on a galley and his controller Naclon on a transport."""
    s = new_state()
    put(s, 0, "dragon", "Vilmir galley", "Vilmir transport", "Elric", "Naclon")
    embark(s, "Vilmir galley", "Elric")
    embark(s, "Vilmir transport", "Naclon")
    s.controller, s.has_hand = piece("Naclon"), True
    return moving(s)


@pytest.mark.clause("12.1.2d", "7.3d")
def test_no_ship_takes_elric_away_from_who_controls_him() -> None:
    s = choose(two_ships(), "stack", "dragon")
    assert piece("Vilmir galley") not in operands(s, "piece")
    assert refusal(s, "piece", "Vilmir galley").clause == "12.1.2d"
    together = choose(choose(choose(s, "piece", "Vilmir transport"), "piece", "Vilmir galley"), "go", "hrol_sea")
    assert (at(together, "Elric"), together.controller) == ("Sea of Hrolmar", piece("Naclon"))
    assert choose(s, "all").flow[-1].group == together.flow[-1].group


@pytest.mark.clause("12.1.2d", "7.3e")
def test_all_that_can_sail_leave_elric_whose_controller_cannot() -> None:
    s = two_ships()
    put(s, 0, "dragon", "Lormyr galley", "Avan Astram")
    embark(s, "Lormyr galley", "Avan Astram")
    s.sailed[piece("Vilmir transport")] = 6
    s = choose(s, "stack", "dragon")
    assert piece("Vilmir galley") not in operands(s, "piece")
    assert choose(s, "all").flow[-1].group == (piece("Avan Astram"), piece("Lormyr galley"))


@pytest.mark.clause("12.1.2a", "7.3d")
def test_who_sails_away_from_elric_leaves_him_to_swim_for_it() -> None:
    """No other piece of his stack controls him, so he is not aboard.

    His 6 saves him (10.8).
    """
    s = choose(choose(two_ships(), "stack", "dragon"), "piece", "Vilmir transport")
    s = act(s, ("go", area("hrol_sea")), rolls=[("escape", 6)])
    assert (s.owner[piece("Elric")], piece("Elric") in s.ship) == (4, False)
    assert at(s, "Elric") != "Dragon Sea"


@pytest.mark.clause("16.8d", "7.3r")
def test_whoever_leaves_the_chaos_fleet_for_one_of_several_ships_must_escape() -> None:
    """Sarosto boards one of two ships off the port."""
    s = new_state()
    put(s, 0, "Banarva", "Chaos Fleet", "Sarosto", "Hilran")
    s.ship = {piece("Sarosto"): piece("Chaos Fleet")}
    put(s, 0, "pale", "Tarkesh galley", "Tarkesh transport")
    s = choose(marching(s, "Banarva", "Sarosto"), "go", "pale")
    assert asked(s) == ("Boarding", 0)
    s = choose(s, "ship", "Tarkesh galley", rolls=[("escape", 5)])
    assert s.where[piece("Sarosto")] < 0


@pytest.mark.clause("11.0m", "7.3r")
def test_a_horde_goes_aboard_no_ship_until_it_is_freed() -> None:
    """Terarn Gashtek and an army are on the coast of the Weeping Waste beside a galley."""
    s = new_state()
    put(s, 0, "wee_e", "Terarn Gashtek", ("Flamebringers", 1))
    put(s, 0, "eshm_sea", "Vilmir galley")
    s.phasing = 0
    bound = act(moving(s), ("stack", area("wee_e")), ("all", 0))
    assert "Sea of Eshmir" not in names(bound, "go")
    assert refusal(bound, "go", "eshm_sea").clause == "11.0m"
    s.freed = (18,)
    free = act(moving(s), ("stack", area("wee_e")), ("piece", piece("Terarn Gashtek")))
    assert "Sea of Eshmir" in names(free, "go")


@pytest.mark.clause("7.3n", "7.1d")
def test_ships_put_out_of_a_port_to_fight_those_who_lie_off_it() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Vilmir galley")
    put(s, 1, "st_vilmir", "Ilmiora galley")
    s = act(moving(s), ("stack", area("Jadmar")), ("piece", piece("Naclon")), ("piece", piece("Vilmir galley")))
    assert names(s, "go") == ["Straits of Vilmir"]
    s = choose(s, "go", "st_vilmir")
    assert {piece("Naclon"), piece("Vilmir galley")} <= {*s.done}


@pytest.mark.clause("16.8c", "7.3u")
def test_why_nobody_lands_is_told_of_the_chaos_fleets_armies_and_of_others() -> None:
    for fleet, clause in (("Chaos Fleet", "16.8c"), ("Tarkesh galley", "7.3u")):
        s = new_state()
        (ship, leader, own) = put(s, 0, "pale", fleet, "Hilran", ("Tarkesh", 1))
        s.ship = {leader: ship, own: ship}
        s.sailed[ship] = 9
        step = March(0, area("pale"), (leader, own), False)
        assert shore_refusal(s, step, area("Banarva")).clause == clause

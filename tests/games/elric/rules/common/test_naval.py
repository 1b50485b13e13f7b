"""Ships: boarding, sailing, landing, the way home, and going down (7.1, 7.3)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.elric.kingdoms import (
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
    take_card,
    told,
)

from games.elric.kingdoms import embark
from palatine.games.elric.rules.common.naval import castaways, left, overload, put_out
from palatine.games.elric.rules.movement.march import Arrival, March
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.rules.movement.sailing_home import homeward
from palatine.games.elric.state import LOST, NOBODY


def moving(s: Any, seat: int = 0) -> Any:
    """The state with a player's movement under way."""
    s.phasing = seat
    return run(s, Movement(seat))


def marching(s: Any, where: str, *who: str | int) -> Any:
    """The state with these pieces picked in an area."""
    after = act(moving(s), ("stack", area(where)))
    for each in who:
        if piece(each) not in after.flow[-1].group:
            after = act(after, ("piece", piece(each)))
    return after


# The journey to Ramasaz


def ramasaz() -> Any:
    """Fadan and Urish with five armies two provinces from Ramasaz, where a transport of Lormyr waits."""
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


# Who needs a ship


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


# Sailing


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


# Ports and coasts


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


# Home without a leader


@pytest.mark.clause("7.3m")
def test_a_fleet_alone_sails_only_home_and_no_faster() -> None:
    s = new_state()
    put(s, 0, "old_ocean", "Vilmir transport")
    s = choose(moving(s), "home", "Vilmir transport")
    assert set(names(s, "go")) == {"Dragon Sea", "Sea of the Purple Towns"}
    assert refusal(s, "go", "s_dragon").clause == "7.3m"
    s = act(s, ("go", area("dragon")))
    assert names(s, "go") == ["Sea of Hrolmar", "Straits of Vilmir"]
    s = act(s, ("go", area("st_vilmir")), ("go", area("Jadmar")))
    assert asked(s) == ("Movement", 0)
    assert s.sailed == {piece("Vilmir transport"): 3}
    assert operands(s, "home") == []


@pytest.mark.clause("7.3m")
def test_the_safest_way_home_comes_before_the_shortest() -> None:
    s = new_state()
    put(s, 0, "bay_ram", "Shazaar transport")
    assert homeward(s, piece("Shazaar transport")) == [area("s_dragon")]


@pytest.mark.clause("7.3m")
def test_a_fleet_alone_goes_no_other_way_and_may_wait() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley")
    put(s, 0, "dragon", "Free Fleet")
    s = moving(s)
    assert operands(s, "home") == [piece("Vilmir galley")]
    assert refusal(s, "home", "Free Fleet").clause == "7.3m"
    s = act(s, ("home", piece("Vilmir galley")), ("halt", 0))
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("7.3m", "7.3n")
def test_a_fleet_alone_does_not_sail_among_enemies() -> None:
    s = new_state()
    put(s, 0, "g_vilmir", "Vilmir galley")
    put(s, 1, "st_vilmir", "Ilmiora galley")
    assert operands(moving(s), "home") == []


@pytest.mark.clause("7.3m")
def test_a_captured_port_is_no_home() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    put(s, 1, "Old Hrolmar", "Fadan")
    put(s, 0, "st_vilmir", "Vilmir galley")
    s.ruler[17] = 1
    assert homeward(s, piece("Vilmir galley")) == []


@pytest.mark.clause("7.3m", "7.5.1b", "7.5.4a")
def test_out_of_the_boiling_sea_a_fleet_alone_rolls_like_any() -> None:
    s = new_state()
    put(s, 0, "teeth", "Shazaar transport")
    put(s, 0, "boiling", "Vilmir galley")
    s = act(moving(s), ("home", piece("Shazaar transport")), ("go", area("shaz_gulf")), rolls=[])
    assert at(s, "Shazaar transport") == "Gulf of Shazaar", "in the Teeth it has rolled on entering"
    s = choose(s, "halt") if asked(s) == ("SailHome", 0) else s
    s = choose(s, "home", "Vilmir galley")
    assert s.flow[-1].actions(s)[0][0] == "go"
    assert act(s, s.flow[-1].actions(s)[0], rolls=[5]).where[piece("Vilmir galley")] == LOST
    assert act(s, s.flow[-1].actions(s)[0], rolls=[4]).where[piece("Vilmir galley")] >= 0


@pytest.mark.clause("7.3m")
def test_from_a_foreign_port_a_fleet_sails_home_though_people_stay_in_the_city() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    put(s, 0, "Aflitain", "Ohada", "Vilmir galley")
    s = moving(s)
    assert operands(s, "home") == [piece("Vilmir galley")]
    s = act(s, ("home", piece("Vilmir galley")))
    assert names(s, "go") == ["Gulf of Shazaar"]


@pytest.mark.clause("7.3m", "13.4n")
def test_chaos_that_lies_open_attacks_a_fleet_on_its_way_home() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley")
    s.tipped, s.ends = -1, 4
    s.face_up[area("Jadmar")] = (take_card(s, "Arioch"),)
    s = act(moving(s), ("home", piece("Vilmir galley")), ("go", area("Jadmar")), rolls=[1, 6])
    assert told(s, "attack")
    s = new_state()
    put(s, 0, "dragon", "Vilmir transport", ("Vilmir", 1))
    embark(s, "Vilmir transport", armies_of("Vilmir")[0])
    s.tipped, s.ends = -1, 4
    s.face_up[area("st_vilmir")] = (take_card(s, "Slortar the Old"),)
    s.cup = [spell("Misha")]
    s = act(moving(s), ("home", piece("Vilmir transport")), ("go", area("st_vilmir")), rolls=[1, 4, 1])
    assert told(s, "attack.lost")
    assert told(s, "attack.draw"), "with an army aboard it draws too"


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

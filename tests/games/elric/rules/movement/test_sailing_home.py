"""Fleets without a leader sail home (7.3m)."""

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
    rule,
    spell,
    take_card,
    told,
)
from games.elric.positions.journeys import moving
from palatine.games.elric.components.world import AREA_NAME
from palatine.games.elric.rules.movement.sailing_home import homeward
from palatine.games.elric.state import LOST


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
    assert [entry.data["onward"] for entry in told(s, "move")] == [False, True, True]
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


@pytest.mark.clause("7.3m", "7.5.1a")
@pytest.mark.parametrize(
    ("where", "ways"),
    [
        ("jungle_sea", ["Western Ocean"]),
        ("sth_ocean", ["Jungle Sea"]),
        ("boiling", ["Bay of Ramasaz"]),
        ("teeth", ["Western Dragon Sea", "Southern Dragon Sea"]),
        ("shaz_gulf", ["Western Dragon Sea"]),
        ("g_vilmir", ["Straits of Vilmir"]),
        ("st_vilmir", ["Jadmar"]),
    ],
)
def test_a_fleet_alone_goes_round_the_perilous_seas_however_far(where: str, ways: list[str]) -> None:
    """The galley of Vilmir returns to Jadmar or Old Hrolmar, from the west by the north."""
    s = new_state()
    rule(s, 0, "Vilmir")
    put(s, 0, where, "Vilmir galley")
    assert [AREA_NAME[n] for n in homeward(s, piece("Vilmir galley"))] == ways

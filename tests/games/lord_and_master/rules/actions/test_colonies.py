"""COLONIZE (E-01 to E-06)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import hargaar, hold, order, person, put, refused
from palatine.games.lord_and_master.rules.actions.colonies import Settlers
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State


def field() -> State:
    """Return a match with Hugo the Thief (1) of the first nation in 65.

    The second nation, with its treasury, is next to it in 56.
    """
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    s.set_nation(0, site=65)
    s.set_nation(1, site=56)
    person(s, "Hugo T2", 0, 65)
    return s


def settlers(s: State, code: str, place: int = 65) -> None:
    put(s, f"{code} 5", 0, place)


@pytest.mark.clause("LM-E-01")
@pytest.mark.parametrize(("terrain", "fits"), [("w", True), ("g", True), ("f", True), ("s", False), ("o", False)])
def test_warriors_settle_wasteland_grassland_and_forest(terrain, fits):
    s = field()
    s.terrain[65] = terrain
    hold(s, 0, 75)
    person(s, "Ralph W1", 0, 65)
    settlers(s, "RED")
    t = Turn(s)
    if fits:
        order(t, 0, "char Ralph: colonise", [])
        assert t.of(Settlers).colonies == {65: 0}
    else:
        assert refused(t, 0, "char Ralph: colonise") == "LM-E-01"
    assert refused(t, 0, "char Hugo: colonise") == "LM-E-01"


@pytest.mark.clause("LM-E-02", "LM-E-03")
@pytest.mark.parametrize(
    ("who", "code", "fit", "other", "clause"),
    [("O", "ORD", "d", "o", "LM-E-02"), ("D", "DRD", "o", "d", "LM-E-03")],
)
def test_orcs_and_dwarves_settle_each_others_mountains(who, code, fit, other, clause):
    s = field()
    hold(s, 0, 75)
    person(s, f"Grim {who}1", 0, 65)
    settlers(s, code)
    s.terrain[65] = other
    assert refused(Turn(s), 0, "char Grim: colonise") == clause
    s.terrain[65] = "w"
    assert refused(Turn(s), 0, "char Grim: colonise") == clause
    s.terrain[65] = fit
    t = Turn(s)
    order(t, 0, "char Grim: colonise", [])
    assert t.of(Settlers).colonies == {65: 0}


@pytest.mark.clause("LM-E-04")
def test_a_colony_is_joined_to_three_other_friendly_provinces():
    s = field()
    s.terrain[65] = "w"
    person(s, "Ralph W1", 0, 65)
    settlers(s, "RED")
    assert refused(Turn(s), 0, "char Ralph: colonise") == "LM-E-04"  # 64 and 74
    hold(s, 0, 94)
    assert refused(Turn(s), 0, "char Ralph: colonise") == "LM-E-04"  # not joined
    hold(s, 0, 73, allied=True)
    order(Turn(s), 0, "char Ralph: colonise", [])
    s.allied.append(65)
    assert refused(Turn(s), 0, "char Ralph: colonise") == "LM-E-04"  # not his own


@pytest.mark.clause("LM-E-04")
def test_the_string_may_run_through_an_allied_players_land():
    s = hargaar(3)
    hold(s, 0, 65)
    hold(s, 2, 66, 67, 76)
    s.terrain[65] = "w"
    person(s, "Ralph W1", 0, 65)
    settlers(s, "RED")
    assert refused(Turn(s), 0, "char Ralph: colonise") == "LM-E-04"
    s.alliances = [(0, 2)]
    order(Turn(s), 0, "char Ralph: colonise", [])


@pytest.mark.clause("LM-E-05")
def test_five_recruits_of_his_race_settle():
    s = field()
    s.terrain[65] = "w"
    hold(s, 0, 75)
    person(s, "Ralph W1", 0, 65)
    put(s, "RED 4 ORD 5", 0, 65)
    assert refused(Turn(s), 0, "char Ralph: colonise") == "LM-E-05"
    put(s, "RED 1", 0, 65)
    order(Turn(s), 0, "char Ralph: colonise", [])

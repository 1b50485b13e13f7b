"""TREACHERY (FC-12 to FC-15)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, field, hold, order, person, put, refused, value
from palatine.games.lord_and_master.components.places import CITY
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules.actions import colonies
from palatine.games.lord_and_master.rules.combat.battle import Attacks
from palatine.games.lord_and_master.rules.common.control import Gates
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import CalledIntervention, State


def gates(s: State) -> None:
    """Give Ardea to the second nation with five units and level 3, and put Hugo before it."""
    hold(s, 1, 59, 59 + CITY)
    put(s, "HFC 5", 1, 59 + CITY)
    person(s, "Attila W3", 1, 59 + CITY)
    s.set_person(1, place=59)


@pytest.mark.clause("LM-FC-12")
@pytest.mark.parametrize(("die", "opened"), [(7, True), (8, False)])
def test_a_thief_opens_the_gate_as_well_as_he_would_steal_there(die, opened):
    s = field()
    gates(s)
    t = Turn(s)
    entries = order(t, 0, "char Hugo: treachery Ardea", [("escape", 11), ("treachery", die)])
    assert value(entries, "escape") == 15 + 2 - 6
    assert value(entries, "gate-opened" if opened else "gate-shut") == 7
    assert t.of(Gates).tried == {(259, 0): opened}
    assert (s.people[1].level, s.people[1].captor, s.people[1].place) == (2, None, 59 + CITY)


@pytest.mark.clause("LM-FC-12")
def test_only_thieves_open_gates_and_only_where_they_are():
    s = field()
    gates(s)
    person(s, "Bruno B1", 0, 59)
    t = Turn(s)
    assert refused(t, 0, "char Bruno: treachery Ardea") == "LM-FC-12"
    assert refused(t, 0, "char Hugo: treachery Newton") == "LM-FC-12"
    assert refused(Turn(s), 0, "char Hugo: treachery 59") == "LM-FC-12"


@pytest.mark.clause("LM-FC-12")
def test_a_neutral_city_needs_no_escape_roll():
    s = field()
    s.set_person(1, place=60)
    t = Turn(s)
    # seven units, level 2, walls
    entries = order(t, 0, "char Hugo: move 59 59city, treachery Ardea", [("treachery", 6)])
    assert value(entries, "gate-opened") == 12 - 3 - 1 - 2


@pytest.mark.clause("LM-FC-13")
@pytest.mark.parametrize(("at", "fits"), [("Ardea", True), ("59 city", True), ("42 city", False)])
def test_treachery_needs_an_assault_on_the_same_place_in_the_sheet(at, fits):
    s = field()
    gates(s)
    s.sheets = [parse(f"char Hugo: treachery Ardea\nchar Pim: lead take HFC 3, assault {at}"), None]
    if fits:
        order(Turn(s), 0, "char Hugo: treachery Ardea", [("escape", 1), ("treachery", 7)])
    else:
        assert refused(Turn(s), 0, "char Hugo: treachery Ardea") == "LM-FC-13"


@pytest.mark.clause("LM-DI-13")
def test_the_cursed_have_two_less_on_their_deeds_and_escape_rolls():
    s = field()
    put(s, "HFC 4", 1, 56)
    s.blessings = [CalledIntervention(1, "Odin", target=0)]
    entries = order(Turn(s), 0, "char Hugo: move 56, steal", [("escape", 11), ("theft", 9)])
    assert value(entries, "escape") == 15 + 2 - 4 - 2
    assert value(entries, "theft-fails") == 12 - 2 - 2


@pytest.mark.clause("LM-DI-15")
def test_escape_rolls_against_the_cursed_have_three_more():
    s = field()
    put(s, "HFC 4", 1, 56)
    s.blessings = [CalledIntervention(0, "Odin", target=1)]
    entries = order(Turn(s), 0, "char Hugo: move 56", [("escape", 16)])
    assert value(entries, "escape") == 15 + 2 - 4 + 3


def test_a_rehearsed_theft_takes_nothing_and_throws_no_die():
    s = field()
    s.set_person(1, place=56)
    t = Turn(s, is_rehearsal=True)
    order(t, 0, "char Hugo: steal", [])
    assert t.notes == [("chance", {"odds": (12, 20)})]
    assert s.nations[1].gold == 100


@pytest.mark.clause("LM-E-12")
def test_a_thief_whom_nobody_guards_goes_free():
    s = field()
    s.set_person(1, place=56)
    order(Turn(s), 0, "char Hugo: steal", [13])
    assert (s.people[1].captor, s.people[1].place) == (None, 65)
    assert s.nations[1].gold == 100


@pytest.mark.clause("LM-E-07")
def test_of_several_treasuries_the_richest_is_robbed():
    s = field()
    hold(s, 1, 55, allied=True)
    s.coffers[55] = 35
    s.set_nation(1, site=55, gold=30)
    s.set_person(1, place=55)
    order(Turn(s), 0, "char Hugo: steal", [1, 8])
    assert (s.coffers[55], s.nations[1].gold, s.nations[0].gold) == (7, 30, 128)


@pytest.mark.clause("LM-E-06")
@pytest.mark.parametrize(("attacked", "terrain", "left"), [(False, "c", 1), (True, "w", 6)])
def test_the_land_changes_at_the_end_of_an_undisturbed_turn(attacked, terrain, left):
    s = field()
    s.terrain[65] = "w"
    hold(s, 0, 75)
    person(s, "Ralph W1", 0, 65)
    put(s, "RED 6", 0, 65)
    t = Turn(s)
    order(t, 0, "char Ralph: colonise", [])
    assert s.terrain[65] == "w"
    if attacked:
        t.of(Attacks).places.add(65)
    colonies.complete_colonies(t)
    assert (s.terrain[65], len(codes(s, 0, 65))) == (terrain, left)


@pytest.mark.clause("LM-FC-12")
def test_where_nobody_hostile_is_inside_there_is_no_gate_to_open():
    s = field()
    hold(s, 0, 59, 59 + CITY)
    s.set_person(1, place=59)
    assert dropped(Turn(s), 0, "char Hugo: treachery Ardea").reason == "drop.no-garrison"
    assert dropped(Turn(s), 0, "char Hugo: treachery Nowhere").reason == "drop.no-such-name"


@pytest.mark.clause("LM-FC-12", "LM-FC-13")
@pytest.mark.parametrize(
    ("text", "sheet", "reason"),
    [
        ("char Hugo: treachery 59", None, "no-gate"),
        ("char Hugo: treachery Newton", None, "not-there"),
        ("char Hugo: treachery Ardea", "char Ralph: lead assault Nowhere", "no-assault"),
        ("char Hugo: treachery Ardea", "char Ralph: lead siege Ardea", "no-assault"),
        ("char Hugo: treachery Ardea", "char Hugo: tax\nheir Ralph", "no-assault"),
    ],
)
def test_why_there_is_no_treachery(text, sheet, reason):
    s = field()
    gates(s)
    s.sheets = [parse(sheet) if sheet else None, None]
    assert dropped(Turn(s), 0, text).reason == f"drop.{reason}"


@pytest.mark.clause("LM-FC-12")
def test_without_a_garrison_there_is_nobody_to_betray():
    s = field()
    hold(s, 1, 59, 59 + CITY)
    s.set_person(1, place=59)
    assert dropped(Turn(s), 0, "char Hugo: treachery Ardea").reason == "drop.no-garrison"


@pytest.mark.clause("LM-FC-13")
def test_a_demon_may_lead_the_assault():
    s = field()
    gates(s)
    s.sheets = [parse("demon Asmo: lead go 59, assault Ardea"), None]
    order(Turn(s), 0, "char Hugo: treachery Ardea", [("escape", 11), ("treachery", 7)])

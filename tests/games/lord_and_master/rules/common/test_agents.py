"""Colonising, stealing, assassinating, shielding, rescuing; treachery."""

from __future__ import annotations

import pytest

from games.lord_and_master.hargaar import NEUTRAL, Turn, codes, hargaar, hold, order, person, put, refused, told
from palatine.core import Entry
from palatine.games.lord_and_master.components.places import CITY, FORT
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules.actions import colonies
from palatine.games.lord_and_master.rules.actions.colonies import Settlers
from palatine.games.lord_and_master.rules.combat.battle import Attacks
from palatine.games.lord_and_master.rules.combat.forts import Sieges
from palatine.games.lord_and_master.rules.common.protection import Shields
from palatine.games.lord_and_master.state import Call, State


def field() -> State:
    """Hugo the Thief (1) of the first nation in 65; the second, its treasury with it, next to it in 56."""
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    s.set_nation(0, site=65)
    s.set_nation(1, site=56)
    person(s, "Hugo T2", 0, 65)
    return s


def value(entries: list[Entry], kind: str) -> int:
    """What a d20 must not exceed."""
    tally = told(entries, kind)[0].tally
    assert tally is not None
    return tally.value


# Colonising


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


# Stealing


@pytest.mark.clause("LM-E-07")
@pytest.mark.parametrize("of", ["T", "B", "X"])
def test_three_classes_steal_where_the_treasury_lies(of):
    s = field()
    person(s, f"Nyx {of}1", 0, 56)
    person(s, f"Nix {of}1", 0, 55)
    person(s, "Ralph W1", 0, 56)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: steal") == "LM-E-07"
    assert refused(t, 0, "char Nix: steal") == "LM-E-07"
    assert refused(t, 0, "char Nix: steal 56") == "LM-A-01"
    order(t, 0, "char Nyx: steal", [12, 5])
    assert (s.nations[0].gold, s.nations[1].gold) == (150, 50)


@pytest.mark.clause("LM-E-07", "LM-E-11")
def test_treasuries_of_neutral_provinces_and_cities_too():
    s = field()
    s.set_person(1, place=68)
    # MCC and five MFD under a leader of level 2: 12 - 3 - 1 = 8
    assert value(order(Turn(s), 0, "char Hugo: steal", [8, 1]), "theft") == 8
    assert (s.coffers[68], s.nations[0].gold) == (45, 105)
    s.set_person(1, place=30 + CITY)
    # six units, level 2, walls: 12 - 3 - 1 - 2
    assert value(order(Turn(s), 0, "char Hugo: steal", [6, 8]), "theft") == 6
    assert (s.coffers[30 + CITY], s.nations[0].gold) == (26, 209)


@pytest.mark.clause("LM-E-07")
def test_nobody_steals_from_his_own_side():
    s = hargaar(3)
    hold(s, 0, 65)
    hold(s, 2, 66)
    s.set_nation(0, site=65)
    s.set_nation(1, site=108)
    s.set_nation(2, site=66)
    s.alliances = [(0, 2)]
    person(s, "Hugo T1", 0, 65)
    person(s, "Nyx T1", 0, 66)
    t = Turn(s)
    assert refused(t, 0, "char Hugo: steal") == "LM-E-07"
    assert refused(t, 0, "char Nyx: steal") == "LM-E-07"


@pytest.mark.clause("LM-E-08")
def test_an_escape_roll_among_enemy_troops_not_among_neutral_ones():
    s = field()
    put(s, "HFC 4", 1, 56)
    # moving in: 15 + 2 - 4; then 12 - 2
    entries = order(Turn(s), 0, "char Hugo: move 56, steal", [("escape", 13), ("theft", 10), ("loot", 1)])
    assert value(entries, "escape") == 13
    assert s.nations[0].gold == 110
    # standing there: once more
    s.turn += 1
    entries = order(Turn(s), 0, "char Hugo: steal", [("escape", 15)])  # level 3 now: 14
    assert s.people[1].captor == 1
    assert s.nations[0].gold == 110


@pytest.mark.clause("LM-E-09")
def test_a_thief_counts_pairs_of_units_and_of_levels():
    s = field()
    s.set_person(1, place=56, since=s.turn)
    person(s, "Attila W2", 1, 56)
    person(s, "Bedu W1", 1, 56)
    put(s, "HFC 5", 1, 56)
    put(s, "MFC 3", 0, 56)
    assert value(order(Turn(s), 0, "char Hugo: steal", [("theft", 9), 1]), "theft") == 12 - 2 - 1


@pytest.mark.clause("LM-E-10")
def test_walls_take_two_more():
    s = field()
    hold(s, 1, 59, 59 + CITY)
    s.set_nation(1, site=59 + CITY)
    s.set_person(1, place=59 + CITY, since=s.turn)
    person(s, "Attila W3", 1, 59 + CITY)
    put(s, "HFC 5", 1, 59 + CITY)
    put(s, "HFC 9", 1, 59)
    assert value(order(Turn(s), 0, "char Hugo: steal", [("theft", 7), 1]), "theft") == 7


@pytest.mark.clause("LM-E-11", "LM-CH-23")
@pytest.mark.parametrize(
    ("die", "gold", "taken"), [(1, 100, 10), (8, 100, 80), (5, 25, 12), (5, 35, 18), (3, 17, 5)]
)
def test_ten_to_eighty_per_cent_and_a_level(die, gold, taken):
    s = field()
    s.set_nation(1, gold=gold)
    s.set_person(1, place=56)
    order(Turn(s), 0, "char Hugo: steal", [1, ("loot", die)])
    assert (s.nations[0].gold, s.nations[1].gold) == (100 + taken, gold - taken)
    assert s.people[1].level == 3


@pytest.mark.clause("LM-E-12")
def test_a_neutral_province_executes_a_neutral_city_imprisons_a_player_captures():
    s = field()
    put(s, "HFC 1", 1, 56)
    thieves = [person(s, f"{name} T1", 0, 68, since=s.turn) for name in ("Ann", "Ben", "Cid")]
    s.set_person(thieves[1], place=30 + CITY)
    s.set_person(thieves[2], place=56)
    t = Turn(s)
    order(t, 0, "char Ann: steal", [9])
    order(t, 0, "char Ben: steal", [7])
    order(t, 0, "char Cid: steal", [13])
    assert thieves[0] not in s.people
    assert (s.people[thieves[1]].captor, s.people[thieves[1]].place) == (NEUTRAL, 30 + CITY)
    assert (s.people[thieves[2]].captor, s.people[thieves[2]].place) == (1, 56)


@pytest.mark.clause("LM-E-12")
def test_a_prisoner_of_a_city_is_free_when_his_own_take_it():
    s = field()
    s.set_person(1, place=59 + CITY, captor=NEUTRAL)
    person(s, "Zed M9", 0, 65)
    put(s, "ELA 1", 0, 65)
    s.roused.append(59 + CITY)  # its garrison was beaten
    order(Turn(s), 0, "char Zed: teleport Ardea with ELA 1", [])
    assert s.people[1].captor is None


# Assassination


@pytest.mark.clause("LM-E-15")
def test_thieves_and_champions_kill_enemies_and_neutrals_where_they_are():
    s = field()
    person(s, "Attila W1", 1, 56)
    person(s, "Bedu W1", 1, 55)
    person(s, "Nyx C1", 0, 56)
    person(s, "Ralph W1", 0, 56)
    t = Turn(s)
    assert refused(t, 0, "char Ralph: assassinate Attila") == "LM-E-15"
    assert refused(t, 0, "char Nyx: assassinate Bedu") == "LM-E-15"
    assert refused(Turn(s), 0, "char Nyx: assassinate Ralph") == "LM-E-15"
    order(Turn(s), 0, "char Nyx: assassinate Attila", [10])
    assert 2 not in s.people


@pytest.mark.clause("LM-E-15")
def test_a_neutral_leader_dies_without_escape_rolls_and_his_troops_stay():
    s = field()
    order(Turn(s), 0, "char Hugo: move 66 67 68, assassinate leader", [("assassination", 10)])
    assert s.people[1].place == 68
    assert s.people[1].level == 3
    assert s.people_at(68, NEUTRAL) == []
    assert len(s.units_at(68, NEUTRAL)) == 6


@pytest.mark.clause("LM-E-15")
def test_an_assassin_escapes_first_the_enemies_he_goes_among():
    s = field()
    person(s, "Attila W1", 1, 56)
    put(s, "HFC 4", 1, 56)
    entries = order(Turn(s), 0, "char Hugo: move 56, assassinate Attila", [("escape", 13)])
    assert value(entries, "caught") == 15 + 2 - 4 - 1
    assert s.people[2].captor is None


@pytest.mark.clause("LM-E-16")
@pytest.mark.parametrize(("level", "victim", "target"), [(3, 2, 11), (1, 5, 6), (9, 1, 18)])
def test_the_assassins_level_against_his_victims(level, victim, target):
    s = field()
    person(s, f"Attila W{victim}", 1, 56)
    person(s, "Bedu W1", 1, 108)
    s.set_person(1, level=level, place=56)
    assert value(order(Turn(s), 0, "char Hugo: assassinate Attila", [target]), "assassination") == target
    assert (2 in s.people, 3 in s.people) == (False, True)


@pytest.mark.clause("LM-E-17", "LM-CH-23")
def test_the_killer_gains_a_level_and_must_escape():
    s = field()
    person(s, "Attila W1", 1, 56)
    person(s, "Bedu W1", 1, 55)
    put(s, "HFC 4", 1, 56)
    s.set_person(1, place=56, since=s.turn)
    entries = order(Turn(s), 0, "char Hugo: assassinate Attila", [("assassination", 11), ("escape", 15)])
    assert value(entries, "caught") == 15 + 3 - 4
    assert (2 in s.people, s.people[1].level, s.people[1].captor) == (False, 3, 1)


@pytest.mark.clause("LM-E-18")
@pytest.mark.parametrize(("die", "captor"), [(12, None), (13, 1)])
def test_a_failed_assassin_escapes_or_is_captured(die, captor):
    s = field()
    person(s, "Attila W1", 1, 56)
    put(s, "HFC 4", 1, 56)
    s.set_person(1, place=56, since=s.turn)
    order(Turn(s), 0, "char Hugo: assassinate Attila", [("assassination", 12), ("escape", die)])
    assert (2 in s.people, s.people[1].level, s.people[1].captor) == (True, 2, captor)


# Shield


@pytest.mark.clause("LM-E-20")
def test_a_shield_keeps_fire_and_lightning_from_its_province():
    s = field()
    s.set_nation(0, god="Jupiter")
    person(s, "Gawain H1", 1, 56)
    person(s, "Nyx C1", 1, 55)
    person(s, "Zed M1", 0, 65)
    person(s, "Pius P1", 0, 65)
    person(s, "Zoe M1", 0, 65)
    put(s, "HFC 1", 1, 56)
    put(s, "HFC 1", 1, 56 + FORT)
    s.forts[56] = "Deep"
    t = Turn(s)
    assert refused(t, 0, "char Zed: shield") == "LM-E-20"
    order(t, 1, "char Gawain: shield", [])
    order(t, 1, "char Nyx: shield", [])
    assert t.of(Shields).places == {56, 55}
    order(t, 0, "char Pius: bolts 56", [])
    order(t, 0, "char Zoe: rain 56 fort", [1])
    assert (codes(s, 1, 56), codes(s, 1, 56 + FORT)) == (["HFC"], [])


@pytest.mark.clause("LM-E-22")
def test_the_dead_who_enter_a_shielded_province_are_destroyed():
    s = field()
    person(s, "Mort N2", 0, 65)
    put(s, "ZOD 2 MFC 1", 0, 65)
    put(s, "ZOD 1", 0, 74)
    t = Turn(s)
    t.of(Shields).places = {64, 74}
    order(t, 0, "char Mort: lead take ZOD 2 MFC 1, go 64", [])
    assert codes(s, 0, 64) == ["MFC"]
    assert codes(s, 0, 74) == ["ZOD"]  # who is inside already stays


@pytest.mark.clause("LM-E-23")
def test_unseen_troops_are_revealed_by_a_shield_and_must_attack():
    s = field()
    person(s, "Fizz G1", 0, 65)
    put(s, "GFC 5", 0, 65)
    put(s, "RED 1", 1, 56)
    t = Turn(s)
    order(t, 0, "char Fizz: lead take GFC 5, invisible, go 56 55", [])
    assert codes(s, 1, 56) == ["RED"]
    s.turn += 1
    for n in s.units_at(55, 0):
        s.set_unit(n, place=65)
    s.set_person(2, place=65)
    hold(s, 1, 55)
    t = Turn(s)
    t.of(Shields).places.add(56)
    entries = order(t, 0, "char Fizz: lead take GFC 5, invisible, go 56", [])
    assert told(entries, "revealed")
    assert codes(s, 1, 56) == []


@pytest.mark.clause("LM-E-24")
def test_a_shield_throws_teleporters_back():
    s = field()
    person(s, "Zed M2", 0, 65)
    put(s, "MFC 1", 0, 65)
    t = Turn(s)
    t.of(Shields).places.add(74)
    entries = order(t, 0, "char Zed: teleport 74 with MFC 1 Hugo", [])
    assert told(entries, "thrown-back")
    assert (s.people[1].place, s.people[2].place, codes(s, 0, 65)) == (65, 65, ["MFC"])


@pytest.mark.clause("LM-E-25")
def test_a_shield_does_nothing_about_what_came_before_it():
    s = field()
    person(s, "Gawain H1", 1, 56)
    person(s, "Zed M1", 0, 65)
    put(s, "HFC 1", 1, 56)
    t = Turn(s)
    order(t, 0, "char Zed: rain 56", [1])
    order(t, 1, "char Gawain: shield", [])
    assert codes(s, 1, 56) == []


# Rescue


def prison(s: State) -> tuple[int, int]:
    """Gawain (2) at 65; Pim and a unit of the first nation captive in 56."""
    hero = person(s, "Gawain H2", 0, 65)
    pim = person(s, "Pim W1", 0, 56, captor=1)
    for n in put(s, "MFC 1", 0, 56):
        s.set_unit(n, captor=1)
    return hero, pim


@pytest.mark.clause("LM-E-26")
def test_a_hero_goes_to_the_prisoners_past_their_guards():
    s = field()
    hero, pim = prison(s)
    put(s, "HFC 5", 1, 56)
    person(s, "Attila W3", 1, 56)
    entries = order(Turn(s), 0, "char Gawain: move 56, rescue", [("escape", 11), ("rescue", 11)])
    assert value(entries, "escape") == 15 + 2 - 6
    assert s.people[pim].captor is None
    assert s.people[hero].place == 65


@pytest.mark.clause("LM-E-26")
def test_only_heroes_rescue_and_only_where_somebody_is_held():
    s = field()
    prison(s)
    person(s, "Ivo H1", 0, 55)
    t = Turn(s)
    assert refused(t, 0, "char Hugo: rescue") == "LM-E-26"
    assert refused(t, 0, "char Ivo: rescue") == "LM-E-26"


@pytest.mark.clause("LM-E-27")
def test_a_rescue_counts_pairs_of_units_and_of_levels():
    s = field()
    hero, _pim = prison(s)
    s.set_person(hero, place=56, since=s.turn)
    put(s, "HFC 5", 1, 56)
    person(s, "Attila W3", 1, 56)
    assert value(order(Turn(s), 0, "char Gawain: rescue", [("rescue", 11)]), "rescue") == 12 + 2 - 2 - 1


@pytest.mark.clause("LM-E-28", "LM-CH-23")
def test_hero_and_prisoners_appear_in_the_nearest_friendly_province():
    s = field()
    hero, pim = prison(s)
    put(s, "HFC 1", 1, 56)
    hold(s, 1, 65)
    order(Turn(s), 0, "char Gawain: move 56, rescue", [("escape", 1), ("rescue", 1)])
    assert (s.people[hero].place, s.people[pim].place) == (64, 64)
    assert codes(s, 0, 64) == ["MFC"]
    assert s.people[hero].level == 3


@pytest.mark.clause("LM-E-29")
def test_a_failed_hero_is_captured_too():
    s = field()
    hero, pim = prison(s)
    put(s, "HFC 1", 1, 56)
    order(Turn(s), 0, "char Gawain: move 56, rescue", [("escape", 1), ("rescue", 15)])
    assert (s.people[hero].captor, s.people[hero].place, s.people[hero].level) == (1, 56, 2)
    assert s.people[pim].captor == 1


@pytest.mark.clause("LM-E-26")
def test_out_of_a_neutral_citys_prison_without_an_escape_roll():
    s = field()
    person(s, "Gawain H2", 0, 60)
    s.set_person(1, place=59 + CITY, captor=NEUTRAL)
    # seven units and a leader of level 2: 12 + 2 - 3 - 1
    entries = order(Turn(s), 0, "char Gawain: move 59 59city, rescue", [("rescue", 10)])
    assert value(entries, "rescue") == 10
    assert s.people[1].captor is None


# Treachery


def gates(s: State) -> None:
    """Ardea is the second nation's, with five units and levels 3; Hugo stands before it."""
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
    assert t.of(Sieges).gates == {(259, 0): opened}
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
    s.blessings = [Call(1, "Odin", target=0)]
    entries = order(Turn(s), 0, "char Hugo: move 56, steal", [("escape", 11), ("theft", 9)])
    assert value(entries, "escape") == 15 + 2 - 4 - 2
    assert value(entries, "theft-fails") == 12 - 2 - 2


@pytest.mark.clause("LM-DI-15")
def test_escape_rolls_against_the_cursed_have_three_more():
    s = field()
    put(s, "HFC 4", 1, 56)
    s.blessings = [Call(0, "Odin", target=1)]
    entries = order(Turn(s), 0, "char Hugo: move 56", [("escape", 16)])
    assert value(entries, "escape") == 15 + 2 - 4 + 3


def test_a_rehearsed_theft_takes_nothing_and_throws_no_die():
    s = field()
    s.set_person(1, place=56)
    t = Turn(s, dry=True)
    order(t, 0, "char Hugo: steal", [])
    assert t.notes == [("chance", {"chance": 12, "sides": 20})]
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

"""Unit and terrain modifiers to combat (MOD), compared with the tables."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    CROPLAND,
    DWARF,
    FOREST,
    GRASSLAND,
    ORC,
    SWAMP,
    WASTE,
    facing,
    need,
    need_back,
    reasons,
)
from palatine.games.lord_and_master.rules.combat import modifiers, rounds

EVERYWHERE = (CROPLAND, GRASSLAND, FOREST, ORC, DWARF, SWAMP, WASTE)


def plain(ours: str, theirs: str, place: int = WASTE) -> int:
    """Return 10 + attack − defence by the tables."""
    b = facing(f"{ours} 1", f"{theirs} 1", place)
    return 10 + b.values(b.attackers.units[0])[0] - b.values(b.defenders.units[0])[1]


def gain(ours: str, theirs: str, place: int = WASTE, round_: int = 2) -> int:
    """Return the sum of the modifiers."""
    return need(facing(f"{ours} 1", f"{theirs} 1", place), round_) - plain(ours, theirs, place)


CAVALRY = ("KTC", "MCC", "LCC", "EKC", "OWC")
FOOT = ("HFC", "MFC", "LFC", "DHC", "EFC", "GFC", "OHC", "OFC", "THC", "HLC", "HPC", "BEC", "JHC", "DEC")
PIKES = ("MPC", "EPC")
SKIRMISHERS = ("SAC", "SSC", "SJC", "GSC", "ODC")


@pytest.mark.clause("LM-MOD-01")
@pytest.mark.parametrize("code", CAVALRY)
def test_cavalry_charges_in_the_first_round(code: str) -> None:
    assert gain(code, "ELC", round_=1) == 4
    assert gain(code, "ELC", round_=2) == 0


@pytest.mark.clause("LM-MOD-02")
@pytest.mark.parametrize("code", CAVALRY)
def test_cavalry_rides_skirmishers_down_in_the_open(code: str) -> None:
    for target in SKIRMISHERS:
        assert [gain(code, target, place) for place in (CROPLAND, GRASSLAND)] == [4, 4]
        assert [gain(code, target, place) for place in (SWAMP, WASTE)] == [0, 0]
    assert gain(code, "HAC", CROPLAND) == 0


@pytest.mark.clause("LM-MOD-03")
@pytest.mark.parametrize("target", ["MAC", "EAC", "OAC", "DXC", "MXC"])
def test_cavalry_against_bows(target: str) -> None:
    assert [gain(code, target) for code in CAVALRY] == [2] * 5
    assert gain("HFC", target) == 0


@pytest.mark.clause("LM-MOD-03")
@pytest.mark.parametrize("target", ["HAC", "ATC", "GAC"])
def test_cavalry_gains_nothing_against_other_missile_troops(target: str) -> None:
    assert gain("KTC", target) == 0


@pytest.mark.clause("LM-MOD-04")
@pytest.mark.parametrize("code", ["OAC", "MAC", "EAC", "MXC"])
def test_bows_against_foot_and_pikes(code: str) -> None:
    assert [gain(code, target) for target in PIKES] == [2, 2]
    assert {gain(code, target) for target in FOOT} == {-1}
    assert gain(code, "KTC") == 0


@pytest.mark.clause("LM-MOD-05")
@pytest.mark.parametrize("code", SKIRMISHERS)
def test_skirmishers_in_mountains_and_forests(code: str) -> None:
    def both(place: int) -> tuple[int, int]:
        b = facing(f"{code} 1", "ELC 1", place)
        back = 10 + b.values(b.defenders.units[0])[0] - b.values(b.attackers.units[0])[1]
        return need(b) - plain(code, "ELC", place), need_back(b) - back

    for place in EVERYWHERE:
        assert both(place) == ((2, -2) if place in (FOREST, ORC, DWARF) else (0, 0))


@pytest.mark.clause("LM-MOD-06")
@pytest.mark.parametrize("code", SKIRMISHERS)
def test_skirmishers_against_foot_and_pikes(code: str) -> None:
    assert [gain(code, target) for target in PIKES] == [2, 2]
    assert {gain(code, target) for target in FOOT} == {-1}
    assert gain(code, "RED") == 0


@pytest.mark.clause("LM-MOD-07")
@pytest.mark.parametrize("code", ["CHC", "DBC"])
def test_chariots_charge_in_the_first_round(code: str) -> None:
    assert gain(code, "ELC", round_=1) == 3
    assert gain(code, "ELC", round_=2) == 0


@pytest.mark.clause("LM-MOD-08")
@pytest.mark.parametrize("code", ["CHC", "DBC"])
def test_chariots_in_mountains_and_forests(code: str) -> None:
    for place in EVERYWHERE:
        assert gain(code, "ELC", place) == (-1 if place in (FOREST, ORC, DWARF) else 0)


@pytest.mark.clause("LM-MOD-09")
@pytest.mark.parametrize("code", ["ELC", "TTC", "OOC"])
def test_great_beasts_charge_and_twice_as_hard_at_foot(code: str) -> None:
    assert gain(code, "KTC", round_=1) == 4
    assert {gain(code, target, round_=1) for target in (*FOOT, "MPC", "EPC")} == {8}
    assert gain(code, "HFC", round_=2) == 0


@pytest.mark.clause("LM-MOD-10")
@pytest.mark.parametrize("code", ["MPC", "EPC", "HPC"])
def test_pikes_have_double_attack_against_a_charge(code: str) -> None:
    for charger in (*CAVALRY, "CHC", "DBC", "ELC"):
        b = facing(f"{charger} 1", f"{code} 1")
        attack, defence = b.values(b.defenders.units[0])[0], b.values(b.attackers.units[0])[1]
        assert need_back(b, 1) == 10 + 2 * attack - defence
        assert need_back(b, 2) == 10 + attack - defence
    b = facing("HFC 1", f"{code} 1")
    assert need_back(b, 1) == need_back(b, 2)


@pytest.mark.clause("LM-MOD-10")
def test_a_wounded_phalanx_doubles_its_wounded_attack() -> None:
    b = facing("KTC 1", "HPC 1w")
    assert need_back(b, 1) == 10 + 2 * 4 - 10


@pytest.mark.clause("LM-MOD-10", "LM-BAT-15", "LM-BAT-16")
def test_knights_charging_a_phalanx_attack_with_14_and_are_struck_with_20_first() -> None:
    b = facing("KTC 1", "HPC 1")
    assert need(b, 1) == 10 + 14 - 7
    assert need_back(b, 1) == 10 + 20 - 10
    assert next(rounds.turns(b)) == list(b.defenders.units)


@pytest.mark.clause("LM-MOD-11")
@pytest.mark.parametrize("code", ["DHC", "DEC", "DBC", "DRD"])
def test_dwarves_against_orcs(code: str) -> None:
    orcs = ("OHC", "OFC", "OWC", "OAC", "ODC", "OOC", "ORD")
    assert {gain(code, orc) for orc in orcs} == {1}
    assert gain(code, "THC") == 0
    assert gain("HFC", "OHC") == 0


@pytest.mark.clause("LM-MOD-11", "LM-MOD-04")
def test_dwarf_crossbows_against_orcs_have_both_modifiers() -> None:
    assert gain("DXC", "OHC") == 1 - 1
    assert reasons(facing("DXC 1", "OHC 1")) == ["LM-MOD-04", "LM-MOD-11"]
    assert gain("DXC", "HFC") == -1
    assert gain("DXC", "MPC") == 2


@pytest.mark.clause("LM-MOD-12")
@pytest.mark.parametrize("code", ["ATC", "GAC"])
def test_artillery_against_massed_foot(code: str) -> None:
    massed = ("HFC", "DHC", "HLC", "HPC", "MPC", "EPC", "JHC", "THC", "OHC")
    assert {gain(code, target) for target in massed} == {2}
    assert {gain(code, target) for target in ("MFC", "LFC", "EFC", "OFC", "GFC", "BEC", "DEC", "ELC")} == {0}


@pytest.mark.clause("LM-MOD-13")
@pytest.mark.parametrize("code", ["ATC", "GAC"])
def test_artillery_against_what_is_nimble(code: str) -> None:
    assert {gain(code, target) for target in (*SKIRMISHERS, *CAVALRY, "HAC")} == {-3}
    assert {gain(code, target) for target in ("MAC", "CHC", "ELC")} == {0}


@pytest.mark.clause("LM-MOD-14")
@pytest.mark.parametrize(("grade", "amount"), [("A", 2), ("B", 2), ("C", -1), ("D", -1)])
def test_horse_archers_against_foot(grade: str, amount: int) -> None:
    assert {gain("HA" + grade, target) for target in (*FOOT, *PIKES)} == {amount}
    assert {gain("HA" + grade, target) for target in ("KTC", "RED", "MAC")} == {0}


@pytest.mark.clause("LM-MOD-05", "LM-MOD-08", "LM-FC-02")
def test_terrain_does_not_matter_in_an_assault() -> None:
    b = facing("SAC 1", "SAC 1", 230)
    b.walls = False
    assert need(b) == 10 + 3 - 1
    b = facing("SAC 1", "SAC 1", 30)
    assert need(b) == 10 + 3 + 2 - 1 - 2


def test_every_modifier_has_a_function_of_its_own_and_a_clause() -> None:
    assert len({rule for rule, _, _ in modifiers.ATTACK}) == len(modifiers.ATTACK)
    assert all(clause.startswith("LM-MOD-") for _, clause, _ in modifiers.ATTACK)

"""The counters as loaded for the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from palatine.games.demonlord.components import pieces, tables
from palatine.games.demonlord.components import world as c


@pytest.mark.clause("UNIT-01")
def test_every_unit_is_a_character_or_a_troop() -> None:
    assert pieces.UNITS == 136
    assert sum(pieces.IS_TROOP) == 105
    for u in range(pieces.UNITS):
        if pieces.IS_TROOP[u]:
            assert pieces.MORALE[u] > 0
            assert (pieces.POWER[u], pieces.RANGE[u], pieces.LEAD[u]) == (0, 0, -1)
        else:
            assert (pieces.MISSILE[u], pieces.MELEE[u], pieces.MORALE[u], pieces.ARMOUR[u]) == (0, 0, 0, 0)


@pytest.mark.clause("UNIT-02")
def test_the_homeland_code_fixes_the_force() -> None:
    assert Counter(pieces.UNIT_SIDE) == {c.HOSAR: 57, c.DEMON: 50, c.NEUTRAL: 29}
    for code, units in pieces.UNITS_OF_CODE.items():
        assert len({pieces.UNIT_SIDE[u] for u in units}) == 1
        neutral = c.NEUTRALS.index(code) if code in c.NEUTRALS else -1
        assert {pieces.UNIT_NEUTRAL[u] for u in units} == {neutral}
        assert {pieces.UNIT_SIDE[u] == c.NEUTRAL for u in units} == {neutral >= 0}
    colours = {row["code"]: row["colour"] for row in c.DATA.read_toml("units.toml")["homeland"]}
    assert colours["TI"] == "gold"
    assert colours["NI"] == "purple"
    assert [colours[code] for code in c.NEUTRALS] == [
        "light green",
        "brown",
        "dark green",
        "blue",
        "pale purple",
    ]


@pytest.mark.clause("UNIT-03")
def test_every_unit_has_one_mode_of_movement() -> None:
    assert set(pieces.MODE) == {"F", "C", "W"}
    usual = {"F": tables.FOOT, "C": tables.CAVALRY, "W": tables.WINGED}
    for u in range(pieces.UNITS):
        if pieces.UNIT_CODE[u] not in ("AH", "AN", "GW"):
            assert pieces.CLASS[u] == usual[pieces.MODE[u]]


@pytest.mark.clause("UNIT-04")
def test_armour_is_heavy_medium_or_none() -> None:
    armour = {key: pieces.ARMOUR[u] for key, u in pieces.UNIT_BY_KEY.items()}
    assert set(armour.values()) == {0, 1, 2}
    heavy = ("ER-heavy-cavalry", "ER-foot-guards", "DA-knights", "DA-men-at-arms")
    assert [armour[key] for key in heavy] == [2, 2, 2, 2]


@pytest.mark.clause("UNIT-07")
def test_plus_zero_leads_and_no_does_not() -> None:
    lead = {key: pieces.LEAD[u] for key, u in pieces.UNIT_BY_KEY.items()}
    assert lead["HO-high-priest"] == 0
    assert lead["HO-priest"] == lead["HO-monks"] == -1
    assert lead["ER-lord-erush"] == 1
    assert lead["TI-prince-timur"] == 2


@pytest.mark.clause("UNIT-08")
def test_the_foot_guards_of_nisshar_are_infantry() -> None:
    u = pieces.UNIT_BY_KEY["NI-foot-guards"]
    assert (pieces.MISSILE[u], pieces.MELEE[u], pieces.MORALE[u], pieces.MP[u]) == (6, 8, 6, 3)
    assert (pieces.MODE[u], pieces.CLASS[u]) == ("F", tables.FOOT)


@pytest.mark.clause("UNIT-05", "UNIT-06")
def test_morale_is_never_printed_above_six() -> None:
    assert max(pieces.MORALE) == 6
    assert max(pieces.MELEE) > 6
    assert max(pieces.MISSILE) > 6


@pytest.mark.clause("GEN-06", "SET-01")
def test_where_units_begin() -> None:
    start = {
        key: c.hex_name(pieces.START[u]) if pieces.START[u] >= 0 else "" for key, u in pieces.UNIT_BY_KEY.items()
    }
    assert start["AH-duke-han"] == "1401"
    assert start["BA-baron-barthek"] == "0218"
    assert start["TN-priests"] == "1414"
    assert start["LY-cloud-riders-2"] == "1308"
    for units in (pieces.DEVOTEES, pieces.TOWNSMEN, pieces.MERCENARIES, pieces.INNER_KINGDOM, pieces.INVOKED):
        assert {pieces.START[u] for u in units} == {-1}
    elsewhere = {*pieces.DEVOTEES, *pieces.TOWNSMEN, *pieces.MERCENARIES, *pieces.INNER_KINGDOM, *pieces.INVOKED}
    for u in range(pieces.UNITS):
        if u not in elsewhere:
            assert pieces.UNIT_CODE[u] in c.SITES[c.SITE_AT[pieces.START[u]]].codes, pieces.UNIT_NAME[u]


def test_groups_of_units() -> None:
    groups = (
        pieces.DEVOTEES,
        pieces.MERCENARIES,
        pieces.INNER_KINGDOM,
        pieces.CONJURATIONS,
        pieces.SPIRITS,
        pieces.INVOKED,
    )
    assert [len(group) for group in groups] == [8, 9, 11, 6, 7, 13]
    names = [pieces.UNIT_NAME[u] for u in pieces.SPIRITS]
    assert names[:4] == ["Light Spirit", "West Wizard", "Yorgash", "Shaman"]
    assert names[4:] == ["Old One", "Beast God", "Forest Spirit"]
    assert pieces.POWER[pieces.WOODS_CHIEF] == 2
    ula = (*pieces.BALRON_SET, *pieces.DWARF_SET, *pieces.MINERS)
    assert sorted(ula) == list(pieces.UNITS_OF_CODE["MU"])
    assert [pieces.MELEE[u] for u in pieces.MINERS] == [5, 5]


def test_units_of_the_battle_example() -> None:
    digits = {
        key: (pieces.MISSILE[u], pieces.MELEE[u], pieces.MORALE[u], pieces.MP[u], pieces.MODE[u])
        for key, u in pieces.UNIT_BY_KEY.items()
    }
    assert digits["ER-patrol-cavalry"] == (5, 6, 5, 6, "C")
    assert digits["ER-swordsmen"] == (4, 6, 4, 3, "F")
    assert digits["DA-sergeants"] == digits["TI-sergeants"] == (0, 7, 4, 5, "C")
    assert digits["GU-men"] == (5, 7, 4, 5, "C")
    assert digits["TI-crossbowmen"] == (7, 6, 4, 3, "F")
    assert digits["TI-spearmen"] == (0, 6, 4, 4, "F")
    assert pieces.POWER[pieces.UNIT_BY_KEY["ER-lord-erush"]] == 1


def test_characters_of_the_published_review() -> None:
    magic = {key: (pieces.POWER[u], pieces.RANGE[u]) for key, u in pieces.UNIT_BY_KEY.items()}
    assert magic["TI-prince-timur"] == (1, 0)
    assert magic["INR-west-wizard"] == (4, 7)
    assert magic["IK-high-priest"] == (5, 4)
    captain = pieces.UNIT_BY_KEY["ME-captain-dar"]
    assert (magic["ME-captain-dar"], pieces.LEAD[captain], pieces.MP[captain]) == ((0, 0), 1, 7)

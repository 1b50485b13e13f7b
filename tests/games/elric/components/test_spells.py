"""The 69 spells: values, musters and other effects."""

from __future__ import annotations

from collections import Counter

import pytest

from palatine.games.elric.components import pieces as f
from palatine.games.elric.components import spells as s
from palatine.games.elric.validation import printed
from palatine.games.elric.view.faces import muster_name


def named(name: str) -> int:
    (spell,) = s.spells_called(name)
    return spell


def musters(name: str) -> list[str]:
    return [f"{muster_name(kind, target)} {kind}" for kind, target in s.MUSTERS[named(name)]]


def mustered_by(name: str) -> set[str]:
    """Return the spells that muster a given name."""
    return {
        s.SPELL_NAME[spell]
        for spell in range(s.SPELLS)
        for kind, target in s.MUSTERS[spell]
        if muster_name(kind, target) == name
    }


def test_there_are_69_spells_with_keys_of_their_own() -> None:
    assert s.SPELLS == len(set(s.SPELL_KEY)) == printed.SPELLS
    assert s.SPELL_KEY[s.DISPELS[1]] == "dispel-magic-2"
    assert s.SPELL_BY_KEY["four-who-are-one"] == s.FOUR_WHO_ARE_ONE


@pytest.mark.clause("9.3a", "16.0")
@pytest.mark.parametrize(("kind", "expected"), printed.SPELL_SUMS.items())
def test_numbers_and_sums_by_type(kind: str, expected: tuple[int, int]) -> None:
    found = [s.SPELL_VALUE[spell] for spell in range(s.SPELLS) if s.SPELL_TYPE[spell] == s.TYPES.index(kind)]
    assert (len(found), sum(found)) == expected


@pytest.mark.clause("3.2k")
def test_a_counter_states_value_alignment_and_musters() -> None:
    assert (s.SPELL_VALUE[named("Arioch")], s.ALIGNMENT[named("Arioch")]) == (5, s.CHAOS)
    assert musters("Arioch") == ["Jharkor N", "Eshmir N", "Pan Tang N"]
    for spell in range(s.SPELLS):
        assert s.HAS_VALUE[spell] or s.SPELL_VALUE[spell] == 0
        assert s.HAS_VALUE[spell] or s.ALIGNMENT[spell] == s.NONE
        assert s.MUSTERS[spell] or s.SPELL_TYPE[spell] == s.IMMEDIATE


def test_several_counters_of_one_name() -> None:
    times = {name: n for name, n in Counter(s.SPELL_NAME).items() if n > 1}
    assert times == {"Dispel Magic": 2, "Elric Nightmare": 3, "Reshuffle": 2, "Escape": 2}
    assert (len(s.NIGHTMARES), len(s.RESHUFFLES), len(s.ESCAPES)) == (3, 2, 2)


@pytest.mark.clause("9.3.5", "9.3.2", "9.3.3a", "9.3.4")
def test_alignments_follow_from_the_types() -> None:
    assert {s.ALIGNMENT[named(name)] for name in ("Arkyn", "Sleep")} == {s.LAW}
    assert s.ALIGNMENT[named("Arioch")] == s.CHAOS
    assert s.ALIGNMENT[named("Straasha")] == s.NEUTRAL
    assert {s.ALIGNMENT[spell] for spell in (s.DRAGONS, s.HORN_OF_FATE, s.SHADE_GATE, *s.ESCAPES)} == {s.NONE}
    assert [s.SPELL_NAME[x] for x in range(s.SPELLS) if s.SPELL_TYPE[x] == s.MELNIBONEAN_ONLY] == [
        "Dragons",
        "Battle Barge",
    ]
    assert [x for x in range(s.SPELLS) if s.TYPES[s.SPELL_TYPE[x]] == "elric"] == [s.HORN_OF_FATE]


@pytest.mark.clause("9.2h", "16.1i")
def test_values_in_parentheses() -> None:
    assert {s.SPELL_NAME[spell] for spell in range(s.SPELLS) if s.IS_BARE[spell]} == {
        "Jeweled Bird", "Noose of Flesh", "Kyreenee", "Quaolnargn", "Boatmen of Xerlerenes", "Dispel Magic",
        "h'Haarshanns", "Mirror of Memory", "Nihrain Horses", "Ship of Land and Sea", "Teleport", "Dragons",
    }  # fmt: skip


@pytest.mark.clause("16.2k")
def test_a_value_of_none_is_not_a_value_of_nought() -> None:
    assert s.HAS_VALUE[s.DEAD_GODS_BOOK]
    assert s.SPELL_VALUE[s.DEAD_GODS_BOOK] == 0
    assert not s.HAS_VALUE[s.SPELL_BY_KEY["battle-barge"]]
    assert not any(s.HAS_VALUE[x] for x in range(s.SPELLS) if s.SPELL_TYPE[x] in (s.IMMEDIATE, s.SPECIAL))


@pytest.mark.clause("16.1j", "16.2n", "16.3j", "16.3m", "16.6a")
def test_eaters() -> None:
    armies = {s.SPELL_NAME[x] for x in range(s.SPELLS) if s.EATS_ARMIES[x]}
    fleets = {s.SPELL_NAME[x] for x in range(s.SPELLS) if s.EATS_FLEETS[x]}
    assert armies == {"Noose of Flesh", "Kyreenee", "Mirror of Memory", "Dragons"}
    assert fleets == {"h'Haarshanns", "Mirror of Memory", "Dragons"}


@pytest.mark.clause("16.3s", "16.2p", "16.3a", "16.3p", "16.3v")
def test_spells_of_flight() -> None:
    assert {s.SPELL_NAME[x]: s.FLIES[x] for x in range(s.SPELLS) if s.FLIES[x]} == {
        "Jeweled Bird": 2, "Oonai": 1, "Boatmen of Xerlerenes": 2, "Nihrain Horses": 2, "Teleport": 1,
        "Ship of Land and Sea": s.ANY,
    }  # fmt: skip
    assert {x: s.FLIES_ARMIES[x] for x in range(s.SPELLS) if s.FLIES_ARMIES[x]} == {s.SHIP_OF_LAND_AND_SEA: 2}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(name, expected, id=name, marks=pytest.mark.clause(clause))
        for name, clause, expected in (
            ("Arkyn", "16.1a", ["Shazaar N", "Vilmir N", "Ilmiora N"]),
            ("Arrows of Law", "16.1b", ["Tarkesh N", "People of Pio H", "Theleb K'aarna P"]),
            ("Aubec", "16.1c", ["Bakshaan N", "Kelmain Host H", "Dyvim Tvar P"]),
            ("Bronze Banners & Quartz Arrows", "16.1d", ["Filkhar N", "White Mage P", "Free Fleet A"]),
            ("Runestaff", "16.1k", ["Lormyr N", "Isle of Purple Towns N"]),
            ("Arioch", "16.2a", ["Jharkor N", "Eshmir N", "Pan Tang N"]),
            ("Balo the Jester", "16.2c", ["Nadsokor N", "Org N", "Dhoz-Kam N"]),
            ("Checkalakh", "16.2i", ["Dharijor N", "Myshella P", "Dyvim Tvar P"]),
            ("Quaolnargn", "16.2q", ["Pyaray P"]),
            ("Xiombarg", "16.2u", ["Dharijor N", "Pan Tang N", "Jharkor N"]),
            ("Elenoin", "16.3d", ["Flamebringers H", "Clackars P", "Silent Guard P"]),
            ("Sepriz and the Ten", "16.3r", ["Lormyr N", "Olab H", "Free Fleet A"]),
            ("Invulnerability", "16.5c", ["Flamebringers H", "Chaos Shield A"]),
            ("Dragons", "16.6a", ["Mournblade A"]),
            ("Battle Barge", "16.6b", ["Golden Battle Barge A"]),
            ("Horn of Fate", "16.7d", ["Jhary-a-Conel P"]),
            ("Shade Gate", "16.4e", []),
        )
    ],
)
def test_musters_in_their_order(name: str, expected: list[str]) -> None:
    assert musters(name) == expected


@pytest.mark.clause("11.0a")
def test_all_that_can_be_mustered_is_a_counter_of_its_kind() -> None:
    for spell in range(s.SPELLS):
        for kind, target in s.MUSTERS[spell]:
            if kind == s.NATION:
                assert target < 18
            elif kind == s.HORDE:
                assert 18 <= target < f.INDEPENDENTS
            elif kind == s.PERSONALITY:
                assert f.KIND[target] == f.PERSON
            else:
                assert target in (f.CHAOS_FLEET, f.FREE_FLEET, f.CHAOS_SHIELD, f.MOURNBLADE, f.BARGE)


def test_how_many_spells_name_each_nation() -> None:
    weights = Counter(f.POWER_NAME[nation] for nations in s.NATIONS_NAMED for nation in nations)
    assert weights == {
        "Argimiliar": 3, "Bakshaan": 3, "Dharijor": 2, "Dhoz-Kam": 4, "Eshmir": 4, "Filkhar": 5, "Ilmiora": 3,
        "Isle of Purple Towns": 4, "Jharkor": 5, "Lormyr": 3, "Nadsokor": 5, "Org": 5, "Pan Tang": 3, "Pikarayd": 4,
        "Shazaar": 3, "Tarkesh": 4, "Vilmir": 3,
    }  # fmt: skip


def test_who_is_named_by_which_spells() -> None:
    assert mustered_by("Kelmain Host") == {"Aubec", "Dharzi", "Roofdrak", "Teleport", "Escape"}
    assert mustered_by("Sorana") == {"Eequor", "Fileet", "Grahluk"}
    assert mustered_by("Moonglum") == {"Dispel Magic", "Escape"}
    assert mustered_by("Yyrkoon") == {"Kyreenee"}
    for nobody in ("Elric", "Brut", "Melnibone", "Magnum Colim", "Chaos Fleet"):
        assert mustered_by(nobody) == set()


def test_every_horde_and_independent_can_be_mustered_but_brut() -> None:
    named_ = {muster_name(kind, target) for names in s.MUSTERS for kind, target in names}
    assert set(f.HORDES) <= named_
    independents = {f.PIECE_NAME[p] for p in f.PIECES_OF[f.INDEPENDENTS]}
    assert independents - named_ == {"Brut", "Chaos Fleet"}, "they come with others"

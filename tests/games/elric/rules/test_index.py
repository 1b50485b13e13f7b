"""The index of spells: value, musters and effect of each of the 69, line by line (16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.elric.positions.board import VILMIR, arm, asked, at, give_cards, new_state, piece, put, run, told
from palatine.games.elric.components import spells as s
from palatine.games.elric.components.pieces import (
    CARRIES,
    CHAOS_FLEET,
    CHAOS_SHIELD,
    DRAGON_MASTERS,
    ELRIC,
    IS_MELNIBONEAN,
    MOURNBLADE,
    PERSONS,
    VALUE,
)
from palatine.games.elric.components.spells import ACTS_AT_ONCE
from palatine.games.elric.components.world import AREA_BY_KEY, CAPITAL, STRAITS
from palatine.games.elric.rules.characters.escape_spells import SAVERS, may_help
from palatine.games.elric.rules.characters.solo_fights import STRIKES, artifact_value
from palatine.games.elric.rules.combat.random_attacks import RandomAttack
from palatine.games.elric.rules.common.deaths import drop_hand
from palatine.games.elric.state import OFF
from palatine.games.elric.view.faces import muster_name

JADMAR, WASTE = CAPITAL[VILMIR], AREA_BY_KEY["wee_w"]

INDEX = {
    "16.1a": ("Arkyn", "Law 3", "Shazaar, Vilmir, Ilmiora"),
    "16.1b": ("Arrows of Law", "Law 4", "Tarkesh, People of Pio, Theleb K'aarna"),
    "16.1c": ("Aubec", "Law 3", "Bakshaan, Kelmain Host, Dyvim Tvar"),
    "16.1d": ("Bronze Banners & Quartz Arrows", "Law 4", "Filkhar, White Mage, Free Fleet"),
    "16.1e": ("Charm of Justice", "Law 2", "Filkhar, Zas"),
    "16.1f": ("Chimera", "Law 2", "Org, Dhoz-Kam"),
    "16.1g": ("Donblas", "Law 4", "Vilmir, Ilmiora, Lormyr"),
    "16.1h": ("Goldar", "Law 3", "Isle of Purple Towns, Argimiliar"),
    "16.1i": ("Jeweled Bird", "Law (4)", "Tarkesh, Lamsar"),
    "16.1j": ("Noose of Flesh", "Law (3)", "Flamebringers, Shaman, Cymoril"),
    "16.1k": ("Runestaff", "Law 5", "Lormyr, Isle of Purple Towns"),
    "16.1l": ("Shazaarian Steeds", "Law 2", "Filkhar, Zas"),
    "16.1m": ("Sleep", "Law 2", "Org, Olab, Myshella"),
    "16.2a": ("Arioch", "Chaos 5", "Jharkor, Eshmir, Pan Tang"),
    "16.2b": ("Balan", "Chaos 3", "Pikarayd, Shaman, Saxif D'aan"),
    "16.2c": ("Balo the Jester", "Chaos 3", "Nadsokor, Org, Dhoz-Kam"),
    "16.2d": ("Beetles of Kaleef", "Chaos 2", "Nadsokor"),
    "16.2e": ("Bellbane", "Chaos 3", "White Mage, Free Fleet"),
    "16.2f": ("Black Serpents of Dorel", "Chaos 2", "Zas"),
    "16.2g": ("Chaos Butterfly", "Chaos 2", "Org, Clackars"),
    "16.2h": ("Chardros", "Chaos 4", "Pan Tang, Pikarayd, Jharkor"),
    "16.2i": ("Checkalakh", "Chaos 4", "Dharijor, Myshella, Dyvim Tvar"),
    "16.2j": ("Darnizhaan", "Chaos 3", "Eshmir, Olab"),
    "16.2k": ("Dead Gods Book", "Chaos 0", "Dhoz-Kam"),
    "16.2l": ("Dharzi", "Chaos 2", "Kelmain Host"),
    "16.2m": ("Eequor", "Chaos 2", "Pikarayd, Rackhir, Sorana"),
    "16.2n": ("Kyreenee", "Chaos (3)", "Flamebringers, Theleb K'aarna, Yyrkoon"),
    "16.2o": ("Mabelrode", "Chaos 3", "Argimiliar, Dyvim Slorm"),
    "16.2p": ("Oonai", "Chaos 1", "People of Pio"),
    "16.2q": ("Quaolnargn", "Chaos (3)", "Pyaray"),
    "16.2s": ("Slortar the Old", "Chaos 1", "Lamsar"),
    "16.2t": ("Vulture Lions", "Chaos 2", "Nadsokor"),
    "16.2u": ("Xiombarg", "Chaos 4", "Dharijor, Pan Tang, Jharkor"),
    "16.3a": ("Boatmen of Xerlerenes", "Neutral (2)", "Nadsokor, Olab"),
    "16.3b": ("Dispel Magic", "Neutral (3)", "Moonglum, Olab"),
    "16.3c": ("Dispel Magic", "Neutral (3)", "Chaos Shield, Eshmir"),
    "16.3d": ("Elenoin", "Neutral 3", "Flamebringers, Clackars, Silent Guard"),
    "16.3e": ("Fileet", "Neutral 2", "Clackars, Sorana"),
    "16.3f": ("Gaaoll", "Neutral 3", "Shazaar, Vilmir, Saxif D'aan"),
    "16.3g": ("Grahluk", "Neutral 3", "Nadsokor, Sorana, Silent Guard"),
    "16.3h": ("Grome", "Neutral 3", "Myrrhyn, Jharkor"),
    "16.3i": ("Haaashaastaak", "Neutral 3", "Zas, Clackars, Filkhar"),
    "16.3j": ("h'Haarshanns", "Neutral (3)", "Shazaar, Isle of Purple Towns"),
    "16.3k": ("Kakatal", "Neutral 3", "Pikarayd, Filkhar"),
    "16.3l": ("Meerclar", "Neutral 2", "Lamsar, Eshmir"),
    "16.3m": ("Mirror of Memory", "Neutral (4)", "Ilmiora, Myshella, Cymoril"),
    "16.3n": ("Misha", "Neutral 3", "Argimiliar, Myrrhyn, Jharkor"),
    "16.3o": ("Nuuurr'c'c", "Neutral 2", "Org, Myrrhyn"),
    "16.3p": ("Nihrain Horses", "Neutral (2)", "Tarkesh, Flamebringers"),
    "16.3q": ("Roofdrak", "Neutral 3", "Bakshaan, Kelmain Host"),
    "16.3r": ("Sepriz and the Ten", "Neutral 4", "Lormyr, Olab, Free Fleet"),
    "16.3s": ("Ship of Land and Sea", "Neutral (3)", "Rackhir, Shaman, Dyvim Slorm"),
    "16.3t": ("Silver Grimoire", "Neutral 1", "Dhoz-Kam, People of Pio"),
    "16.3u": ("Straasha", "Neutral 3", "Isle of Purple Towns, Tarkesh"),
    "16.3v": ("Teleport", "Neutral (2)", "Bakshaan, Kelmain Host"),
    "16.4b": ("Four-Who-Are-One", "Play Immediately", ""),
    "16.4e": ("Shade Gate", "Play Immediately", ""),
    "16.4g": ("Tower of Voilodion Gagnasdiak", "Play Immediately", ""),
    "16.5a": ("Escape", "Special", "Moonglum, Kelmain Host"),
    "16.5b": ("Escape", "Special", "People of Pio, White Mage"),
    "16.5c": ("Invulnerability", "Special", "Flamebringers, Chaos Shield"),
    "16.6a": ("Dragons", "Melnibonean Only (5)", "Mournblade"),
    "16.6b": ("Battle Barge", "Melnibonean Only", "Golden Battle Barge"),
    "16.7d": ("Horn of Fate", "Elric Only 5", "Jhary-a-Conel"),
}
"""By clause: name, type and value, and what is mustered, in the printed order."""
ALIKE = {"16.4a": ("Elric Nightmare", 3), "16.4d": ("Reshuffle", 2)}
"""Spells without a muster of which there are several counters."""


def line(spell: int) -> tuple[str, str, str]:
    """Return a spell as the index prints it."""
    value = f"({s.SPELL_VALUE[spell]})" if s.IS_BARE[spell] else str(s.SPELL_VALUE[spell])
    kind = f"{s.TYPE_NAME[s.SPELL_TYPE[spell]]} {value if s.HAS_VALUE[spell] else ''}".strip()
    musters = ", ".join(muster_name(letter, target) for letter, target in s.MUSTERS[spell])
    return s.SPELL_NAME[spell], kind, musters


@pytest.mark.clause(
    "16.1a", "16.1b", "16.1c", "16.1d", "16.1e", "16.1f", "16.1g", "16.1h", "16.1i", "16.1j", "16.1k", "16.1l",
    "16.1m", "16.2a", "16.2b", "16.2c", "16.2d", "16.2e", "16.2f", "16.2g", "16.2h", "16.2i", "16.2j", "16.2k",
    "16.2l", "16.2m", "16.2n", "16.2o", "16.2p", "16.2q", "16.2s", "16.2t", "16.2u", "16.3a", "16.3b", "16.3c",
    "16.3d", "16.3e", "16.3f", "16.3g", "16.3h", "16.3i", "16.3j", "16.3k", "16.3l", "16.3m", "16.3n", "16.3o",
    "16.3p", "16.3q", "16.3r", "16.3s", "16.3t", "16.3u", "16.3v", "16.4b", "16.4e", "16.4g", "16.5a", "16.5b",
    "16.5c", "16.6a", "16.6b", "16.7d",
)  # fmt: skip
@pytest.mark.parametrize("expected", INDEX.values(), ids=list(INDEX))
def test_every_line_of_the_index(expected: tuple[str, str, str]) -> None:
    assert [line(spell) for spell in s.spells_called(expected[0])].count(expected) == 1


@pytest.mark.clause("16.4a", "16.4d")
@pytest.mark.parametrize("expected", ALIKE.values(), ids=list(ALIKE))
def test_spells_of_several_counters_without_a_muster(expected: tuple[str, int]) -> None:
    name, count = expected
    assert Counter(line(spell) for spell in s.spells_called(name)) == {(name, "Play Immediately", ""): count}


def test_the_index_is_complete() -> None:
    rows = [*INDEX.values(), *[(name, "Play Immediately", "") for name, n in ALIKE.values() for _ in range(n)]]
    assert sorted(rows) == sorted(line(spell) for spell in range(s.SPELLS))


# What they do, where several share it


@pytest.mark.clause("16.1j", "16.2n", "16.3j", "16.3m", "16.6a")
@pytest.mark.parametrize(
    ("name", "on_land", "at_sea"),
    [
        ("Noose of Flesh", True, False), ("Kyreenee", True, False), ("h'Haarshanns", False, True),
        ("Mirror of Memory", True, True), ("Dragons", True, True),
    ],
)  # fmt: skip
def test_where_eaters_eat(name: str, on_land: bool, at_sea: bool) -> None:
    (spell,) = s.spells_called(name)
    state = new_state(eaters="always")
    land = put(state, 0, WASTE, ("Vilmir", 2))
    sea = put(state, 0, STRAITS, "Free Fleet", ("Olab", 1))
    state.ship = {sea[1]: sea[0]}
    draw = [("random attack", state.cup.index(spell) + 1)]
    after = run(state, RandomAttack(0, WASTE, land), rolls=draw)
    assert ([p for p in land if after.where[p] < 0] == list(land)) is on_land
    after = run(state, RandomAttack(0, STRAITS, sea), rolls=draw)
    assert ([p for p in sea if after.where[p] < 0] == list(sea)) is at_sea


@pytest.mark.clause("16.1i", "16.2p", "16.3a", "16.3p", "16.3s", "16.3v")
@pytest.mark.parametrize(
    ("name", "people", "fights"),
    [
        ("Jeweled Bird", 2, False), ("Oonai", 1, True), ("Boatmen of Xerlerenes", 2, False), ("Teleport", 1, False),
        ("Nihrain Horses", 2, False), ("Ship of Land and Sea", s.ANY, False),
    ],
)  # fmt: skip
def test_what_flies_and_what_fights_besides(name: str, people: int, fights: bool) -> None:
    (spell,) = s.spells_called(name)
    assert (s.FLIES[spell], STRIKES[spell]) == (people, fights)


@pytest.mark.clause("16.2k", "16.7d")
def test_what_has_no_use_in_a_fight() -> None:
    assert not STRIKES[s.DEAD_GODS_BOOK]
    assert not STRIKES[s.HORN_OF_FATE]
    assert sum(STRIKES) == 13 + 20 + 22 - 12 - 1, "Law, Chaos and Neutral, but neither the bare ones nor the Book"


@pytest.mark.clause("9.3a", "16.0")
def test_seven_types_and_the_values_of_those_that_have_one() -> None:
    assert len({s.SPELL_TYPE[spell] for spell in range(s.SPELLS)}) == len(s.TYPES) == 7
    assert Counter(s.HAS_VALUE) == {True: 57, False: 12}


@pytest.mark.clause("9.3.1a", "9.3.1c")
def test_ten_spells_act_at_once() -> None:
    assert sum(ACTS_AT_ONCE) == 10


# For some only


@pytest.mark.clause("9.3.3a", "12.3a", "16.6a")
def test_the_dragons_obey_three() -> None:
    assert (
        {p for p in PERSONS if may_help(p, s.DRAGONS)}
        == set(DRAGON_MASTERS)
        == {ELRIC, piece("Dyvim Slorm"), piece("Dyvim Tvar")}
    )


@pytest.mark.clause("9.3.2", "16.5a", "16.5b", "16.5c")
def test_special_spells_save_anybody() -> None:
    assert {spell for spell in range(s.SPELLS) if s.SPELL_TYPE[spell] == s.SPECIAL} == set(SAVERS)
    assert all(may_help(p, spell) for p in PERSONS for spell in SAVERS)


@pytest.mark.clause("9.3b")
def test_what_is_meant_for_one_musters_for_all() -> None:
    for name in ("Dragons", "Battle Barge", "Horn of Fate"):
        (spell,) = s.spells_called(name)
        assert s.MUSTERS[spell], name


# Artifacts


@pytest.mark.clause("9.3.3b", "16.8g")
def test_mournblade_serves_melniboneans_but_not_elric() -> None:
    state = new_state()
    put(state, 0, JADMAR, "Yyrkoon", "Elric", "Naclon")
    served = {}
    for who in ("Yyrkoon", "Elric", "Naclon"):
        arm(state, who, "Mournblade")
        served[who] = artifact_value(state, piece(who))
    assert served == {"Yyrkoon": VALUE[MOURNBLADE], "Elric": 0, "Naclon": 0}
    assert (VALUE[MOURNBLADE], IS_MELNIBONEAN[piece("Yyrkoon")]) == (3, True)


@pytest.mark.clause("16.8a")
@pytest.mark.parametrize(("name", "attacks"), [("Arioch", False), ("Kyreenee", False), ("Donblas", True)])
def test_the_shield_covers_its_whole_stack_from_chaos(name: str, attacks: bool) -> None:
    state = new_state()
    group = put(state, 0, WASTE, "Naclon", "Avan Astram", ("Vilmir", 3))
    arm(state, "Naclon", "Chaos Shield")
    give_cards(state, "Avan Astram", "Dead Gods Book")
    (spell,) = s.spells_called(name)
    rolls = [("random attack", state.cup.index(spell) + 1), *[("stack", 6), ("monster", 1)] * attacks]
    after = run(state, RandomAttack(0, WASTE, group), rolls=rolls)
    assert (asked(after), after.stacks[0][WASTE]) == (None, group)
    assert len(told(after, "attack")) == attacks


@pytest.mark.clause("16.8b")
def test_the_shield_leaves_with_its_stack() -> None:
    state = new_state()
    put(state, 0, JADMAR, "Naclon")
    arm(state, "Naclon", "Chaos Shield")
    drop_hand(state, piece("Naclon"))
    assert CHAOS_SHIELD not in state.bearer
    assert told(state, "artifact.gone")[0].clauses == ("16.8b",)


@pytest.mark.clause("16.8c")
def test_the_chaos_fleet_carries_two_armies() -> None:
    assert CARRIES[CHAOS_FLEET] == 2
    assert s.MUSTERS[s.QUAOLNARGN] == ((s.PERSONALITY, piece("Pyaray")),)
    assert at(new_state(), "Chaos Fleet") == str(OFF)


def everything(state: Any) -> Counter[int]:
    return Counter([*state.cup, *state.discard, *[spell for hand in state.hand.values() for spell in hand]])


def test_the_cup_begins_with_every_spell_once() -> None:
    assert everything(new_state()) == Counter(range(s.SPELLS))

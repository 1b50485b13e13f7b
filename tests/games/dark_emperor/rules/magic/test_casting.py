"""Casters, their spells and their strength (12, 12.2)."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    SILWER,
    THERE,
    act,
    arm,
    asked,
    cast,
    farnon_with,
    lay,
    piece,
    put,
    refusal,
    run,
    rune_hex,
    spells_to_cast,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import (
    AIR_RUNE,
    ALLIANCE,
    DEATH,
    FIRE,
    GONE,
    OPPOSED,
    TERROR,
    WATER,
)
from palatine.games.dark_emperor.components.spells import (
    BANISH_UNDEAD,
    COMBAT,
    FEAR,
    FLY,
    FORGE_SWORD,
    KILL,
    MOVEMENT,
    SPELLS,
)
from palatine.games.dark_emperor.components.world import RUNES, hex_id
from palatine.games.dark_emperor.rules.characters.devices import OpenDevices
from palatine.games.dark_emperor.rules.magic.casting import mages, magic_strength
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, MovementMagic, RenewMagic, spells_of


@pytest.mark.clause("15.15a")
def test_a_device_gains_one_in_a_hex_of_its_own_rune_and_once() -> None:
    s = farnon_with("the-scythe staff-of-waters")
    assert run(s, OpenDevices()).attuned == (), "there is no rune"
    put(s, rune_hex(WATER), "farnon")
    arm(s, "farnon", "the-scythe staff-of-waters")
    s = run(s, OpenDevices(), OpenDevices())
    assert s.attuned == (piece("staff-of-waters"),)
    data = {"device": piece("staff-of-waters"), "hex": hex_id(rune_hex(WATER))}
    assert [(entry.clauses, entry.data) for entry in told(s, "device.attuned")] == [(("15.15a",), data)]


@pytest.mark.clause("12a", "15.11c")
def test_a_device_makes_a_mage_of_its_bearer_for_his_own_side() -> None:
    s = farnon_with("the-scythe")
    lay(s, THERE, "staff-of-waters")
    runes = frozenset({AIR_RUNE, WATER})
    assert mages(s, KINGDOMS, MOVEMENT, runes) == [(piece("farnon"), AIR_RUNE)]
    assert mages(s, NECROMANCER, MOVEMENT, runes) == []
    s.lift([piece("farnon")], GONE)
    assert mages(s, KINGDOMS, MOVEMENT, runes) == []


@pytest.mark.clause("12a")
def test_leaders_without_rune_and_strength_cast_nothing() -> None:
    s = world()
    put(s, HERE, "tol-morn padrech-dar-choim farnon ferlarie-infantry-1")
    s = run(s, CombatMagic())
    assert asked(s) == ("Cast", NECROMANCER)
    assert s.flow[-1].actions(s) == [cast("padrech-dar-choim", KILL), ("end", 0)]
    assert refusal(s, cast("tol-morn", KILL)).clause == "12c"
    assert refusal(s, cast("ferlarie-infantry-1", KILL)).reason == "why.not-your-caster"
    assert refusal(s, cast("farnon", KILL)).clause == "12a", "an enemy"
    assert refusal(s, cast("kebir-whitehand", BANISH_UNDEAD)).clause == "12.5"


@pytest.mark.clause("12b", "12.31a")
def test_ten_runes_in_five_opposed_pairs() -> None:
    pairs = {tuple(sorted((RUNES[rune], RUNES[OPPOSED[rune]]))) for rune in range(10)}
    assert pairs == {
        ("death", "life"),
        ("serenity", "terror"),
        ("air", "earth"),
        ("fire", "water"),
        ("metal", "wood"),
    }


@pytest.mark.clause("12c")
def test_a_leader_casts_the_magic_of_his_own_rune_and_of_a_devices() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "farnon narmoren lammarech-cavalry-1")
    assert spells_to_cast(s, KINGDOMS, spells_of(MOVEMENT), MOVEMENT) == [cast("narmoren", FORGE_SWORD)]
    arm(s, "farnon", "the-scythe")
    assert spells_to_cast(s, KINGDOMS, spells_of(MOVEMENT), MOVEMENT) == [
        cast("farnon", FLY),
        cast("narmoren", FORGE_SWORD),
    ]
    s = run(s, MovementMagic())
    assert refusal(s, cast("farnon", FORGE_SWORD)).clause == "12c"
    assert refusal(s, cast("narmoren", FLY)).clause == "12c"


@pytest.mark.clause("15.11d")
def test_nobody_uses_a_device_of_the_opposed_rune() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "silfaren silwer-flagriel lammarech-cavalry-1")
    arm(s, "silfaren", "the-scythe")
    s = run(s, MovementMagic())
    assert cast("silfaren", FLY) not in s.flow[-1].actions(s)
    assert refusal(s, cast("silfaren", FLY)).clause == "15.11d", "Earth carries Air"


@pytest.mark.clause("12.2")
@pytest.mark.parametrize(("die", "works"), [(3, True), (4, False)])
def test_a_spell_works_on_a_die_up_to_the_magic_strength(die: int, works: bool) -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1")
    s = run(s, CombatMagic())
    s = act(s, cast("mezal", FEAR), rolls=[("spell", die)])
    assert len(told(s, "magic.works")) == works
    assert len(told(s, "magic.fails")) == (not works)
    (entry,) = told(s, "magic.works") + told(s, "magic.fails")
    assert (entry.tally.value, entry.clauses) == (3, ("12.2", "14.31"))


@pytest.mark.clause("12.21a", "12.21b", "12.4a", "12.4b")
def test_each_attempt_lowers_the_strength_and_at_zero_there_is_none() -> None:
    s = world()
    put(s, HERE, "mezal greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1")
    s = run(s, CombatMagic())
    s = act(s, cast("mezal", FEAR), cast("mezal", FEAR), cast("mezal", FEAR), rolls=[4, 3, 2])
    assert [entry.tally.value for entry in told(s, "magic.fails")] == [3, 2, 1]
    assert asked(s) is None, "nobody has strength left: the segment is over"
    assert spells_to_cast(s, NECROMANCER, (FEAR,), COMBAT) == []


@pytest.mark.clause("12.21b")
def test_a_spent_caster_is_refused_by_name() -> None:
    s = world()
    wake(s, NECROMANCER, SILWER)
    put(s, HERE, "mezal silwer-flagriel greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1")
    s.spent = {piece("mezal"): 3}
    s = run(s, CombatMagic())
    assert refusal(s, cast("mezal", FEAR)).clause == "12.21b"


@pytest.mark.clause("12.21c", "15.13a")
def test_a_new_game_turn_restores_magic_and_frees_devices() -> None:
    s = world()
    put(s, HERE, "mezal")
    arm(s, "mezal", "dawn-lantern")
    s.spent = {piece("mezal"): 2}
    s.wielded = {piece("mezal"): (piece("dawn-lantern"),)}
    s.attuned = (piece("mezal"),)
    assert magic_strength(s, piece("mezal"), TERROR) == 2
    s = run(s, RenewMagic())
    assert magic_strength(s, piece("mezal"), TERROR) == 3
    assert (s.spent, s.wielded, s.attuned) == ({}, {}, ())


@pytest.mark.clause("12.3", "TEC-rune")
def test_a_leader_on_his_own_runes_hex_at_the_start_of_a_game_turn_is_stronger_during_it() -> None:
    s = world()
    put(s, rune_hex(TERROR), "mezal padrech-dar-choim")
    put(s, rune_hex(FIRE), "the-dragon-sirax", ALLIANCE)
    s = run(s, RenewMagic())
    assert magic_strength(s, piece("mezal"), TERROR) == 4
    assert magic_strength(s, piece("padrech-dar-choim"), DEATH) == 4, "not his rune"
    assert magic_strength(s, piece("the-dragon-sirax"), FIRE) == 4
    s.shift(put(s, HERE, "mezal"), hex_id(THERE))
    assert magic_strength(s, piece("mezal"), TERROR) == 4, "for the whole game-turn"
    assert magic_strength(run(s, RenewMagic()), piece("mezal"), TERROR) == 3


@pytest.mark.clause("15.11b")
def test_the_printed_example_of_a_death_leader_with_a_death_sword() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim farnon ferlarie-infantry-1")
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    assert magic_strength(s, piece("padrech-dar-choim"), DEATH) == 5
    s = act(run(s, CombatMagic()), cast("padrech-dar-choim", KILL), rolls=[6])
    (entry,) = told(s, "magic.fails")
    assert entry.tally.value == 5
    assert s.spent == {piece("padrech-dar-choim"): 1, piece("he-sups-on-prana"): 1}
    assert magic_strength(s, piece("padrech-dar-choim"), DEATH) == 4
    arm(s, "farnon", "he-sups-on-prana")
    assert magic_strength(s, piece("padrech-dar-choim"), DEATH) == 3
    assert magic_strength(s, piece("farnon"), DEATH) == 0, "the device keeps its reduction (G31)"


@pytest.mark.clause("15.11c", "15.11e")
def test_a_device_of_another_rune_is_cast_with_alone_and_reduced_alone() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "narmoren lammarech-cavalry-1")
    arm(s, "narmoren", "the-scythe")
    s = act(run(s, MovementMagic()), cast("narmoren", FLY), rolls=[3])
    assert told(s, "magic.fails")[0].tally.value == 2
    assert magic_strength(s, piece("narmoren"), AIR_RUNE) == 1
    assert magic_strength(s, piece("narmoren"), SPELLS[FORGE_SWORD].rune) == 3
    assert s.wielded[piece("narmoren")] == (piece("the-scythe"),), "casting with it is using it (15.13)"


@pytest.mark.clause("15.15a", "15.15b")
def test_a_device_in_a_hex_of_its_rune_at_the_start_of_the_movement_phase_gains_one() -> None:
    s = world()
    put(s, rune_hex(DEATH), "padrech-dar-choim")
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    put(s, rune_hex(WATER), "stav-farren")
    arm(s, "stav-farren", "staff-of-waters")
    s = run(s, RenewMagic(), OpenDevices())
    assert magic_strength(s, piece("padrech-dar-choim"), DEATH) == 7, "4 and 1, and two for the hex"
    assert magic_strength(s, piece("stav-farren"), WATER) == 2, "it is not his Movement Phase"
    s.phasing = KINGDOMS
    assert magic_strength(run(s, OpenDevices()), piece("stav-farren"), WATER) == 3
    (entry,) = told(s, "device.attuned")
    assert entry.clauses == ("15.15a",)
    assert entry.data == {"device": piece("he-sups-on-prana"), "hex": hex_id(rune_hex(DEATH))}
    (entry,) = told(s, "magic.attuned")
    assert (entry.clauses, entry.data["piece"]) == (("12.3",), piece("padrech-dar-choim"))


@pytest.mark.clause("15.15a")
def test_a_device_guarded_by_a_stack_is_its_owners() -> None:
    s = world(KINGDOMS)
    put(s, rune_hex(WATER), "ferlarie-infantry-1")
    s.where[piece("staff-of-waters")] = hex_id(rune_hex(WATER))
    assert run(s, OpenDevices()).attuned == (piece("staff-of-waters"),)
    put(s, rune_hex(WATER), "greater-vampire-1")
    assert run(s, OpenDevices()).attuned == ()

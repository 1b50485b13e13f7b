"""Magic: who casts what and when, how strongly, counter-spells, the order of combat magic, the Silk Negator."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.loslon import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    operands,
    piece,
    put,
    refusal,
    run,
    told,
    wake,
)
from games.dark_emperor.mages import HERE, SILWER, THERE, cast, cast_now, rune_hex, world
from palatine.core import Action
from palatine.games.dark_emperor.components.pieces import (
    AIR_RUNE,
    ALLIANCE,
    DEATH,
    DEVICES,
    FIRE,
    INACTIVE,
    LIFE,
    OPPOSED,
    RUNES,
    SERENITY,
    TERROR,
    WATER,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import (
    BANISH_UNDEAD,
    CASTS,
    COMBAT,
    DIPLOMACY,
    FEAR,
    FLY,
    FORGE_SWORD,
    INCINERATE,
    INTIMIDATION,
    KILL,
    MAELSTROM,
    MOVEMENT,
    PEACE,
    RAISE_UNDEAD,
    SPELLS,
    SWEET_REASON,
    UNDEAD,
    WALL_OF_FLAMES,
)
from palatine.games.dark_emperor.components.world import CAPITAL, FERLARIE, LAMMARECH, OWNER, hex_id, hex_name
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.devices import OpenDevices, hero_rating
from palatine.games.dark_emperor.rules.magic.casting import mages, magic_strength
from palatine.games.dark_emperor.rules.magic.counterspells import COUNTER_CLAUSES
from palatine.games.dark_emperor.rules.magic.procedure import (
    RUNES_CAST,
    CombatMagic,
    DiplomacyMagic,
    MovementMagic,
    RenewMagic,
    UndeadMagic,
    castable,
    spells_of,
)
from palatine.games.dark_emperor.state import BOX

# Who casts what


def spells_to_cast(s: Any, side: int, spells: tuple[int, ...], kind: int) -> list[Action]:
    """What a side can cast now of some spells of a magic segment."""
    return castable(s, side, spells, kind, mages(s, side, kind, RUNES_CAST[kind]))


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


# When


@pytest.mark.clause("12.1a", "4.A2", "4.A3a", "4.A4", "4.A3c")
def test_each_kind_of_spell_has_its_segment() -> None:
    by_kind = {kind: [SPELLS[k].rune for k in spells_of(kind)] for kind in (MOVEMENT, COMBAT, UNDEAD, DIPLOMACY)}
    assert {len(by_kind[kind]) for kind in by_kind} == {7, 8, 1, 2}
    assert sorted(k for kind in by_kind for k in spells_of(kind)) == list(range(len(SPELLS)))


@pytest.mark.clause("12.1b")
def test_a_spell_is_refused_in_the_phase_of_another_kind() -> None:
    s = world()
    wake(s, NECROMANCER, SILWER)
    put(s, HERE, "silwer-flagriel greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1")
    s = run(s, MovementMagic())
    assert operands(s, "cast") == [cast("silwer-flagriel", WALL_OF_FLAMES)[1]]
    assert refusal(s, cast("silwer-flagriel", INCINERATE)).clause == "12.1b"
    assert refusal(s, ("cast", piece("silwer-flagriel") * CASTS + 31)).reason == "why.no-such-spell"
    assert refusal(s, ("cast", WALL_OF_FLAMES - CASTS)).reason == "why.not-your-caster"
    assert refusal(s, ("end", 1)).reason == "why.no-button"


@pytest.mark.clause("12.1c", "12.1d")
def test_both_sides_cast_combat_spells_but_only_the_phasing_player_others() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "padrech-dar-choim mezal greater-vampire-1")
    put(s, HERE, "silwer-flagriel lammarech-cavalry-1")
    s = run(s, CombatMagic())
    assert asked(s) == ("Cast", KINGDOMS)
    s = act(s, ("end", 0))
    assert asked(s) == ("Cast", NECROMANCER)
    assert operands(s, "cast") == [cast("mezal", FEAR)[1]]
    s = world(NECROMANCER)
    put(s, HERE, "silwer-flagriel")
    s = run(s, MovementMagic())
    assert asked(s) is None, "the Kingdoms' caster is not asked in the Necromancer's Movement Phase"
    s = world(KINGDOMS)
    put(s, "2414", "mezal")
    s.control[OWNER[hex_id("2414")]] = INACTIVE
    assert asked(run(s, DiplomacyMagic())) is None


@pytest.mark.clause("12.1b")
def test_a_segment_in_which_nobody_could_do_anything_asks_nobody_and_rolls_nothing() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim mezal greater-vampire-1")
    put(s, THERE, "silwer-flagriel the-keeper kebir-whitehand")
    for segment in (CombatMagic, UndeadMagic, DiplomacyMagic, MovementMagic):
        assert asked(run(s, segment())) is None


# How strongly


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


@pytest.mark.clause("15.15a")
def test_a_device_guarded_by_a_stack_is_its_owners() -> None:
    s = world(KINGDOMS)
    put(s, rune_hex(WATER), "ferlarie-infantry-1")
    s.where[piece("staff-of-waters")] = hex_id(rune_hex(WATER))
    assert run(s, OpenDevices()).attuned == (piece("staff-of-waters"),)
    put(s, rune_hex(WATER), "greater-vampire-1")
    assert run(s, OpenDevices()).attuned == ()


# Counter-spells


def frightened(phasing: int = NECROMANCER) -> Any:
    """Mezal has cast Fear where the Keeper stands among other units."""
    s = world(phasing)
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1 lammarech-cavalry-1")
    return cast_now(s, "mezal", FEAR)


@pytest.mark.clause("12.11", "12.31b", "12.32a", "12.32b", "14.43")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_a_counter_spell_that_works_negates(phasing: int) -> None:
    s = world(phasing)
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1 lammarech-cavalry-1")
    s = run(s, CombatMagic())
    s = act(s, cast("mezal", FEAR), rolls=[("spell", 1)])
    assert asked(s) == ("Counter", KINGDOMS)
    assert s.flow[-1].actions(s) == [("counter", piece("the-keeper")), ("allow", 0)]
    s = act(s, ("counter", piece("the-keeper")), rolls=[("counter-spell", 3)])
    assert told(s, "counter.works")[0].clauses == ("12.32b", "14.43")
    assert told(s, "magic.drives") == []
    assert magic_strength(s, piece("the-keeper"), SERENITY) == 2


@pytest.mark.clause("12.32c", "12.4a")
def test_a_counter_spell_that_fails_may_be_tried_again_and_nobody_counters_it() -> None:
    s = act(frightened(), ("counter", piece("the-keeper")), ("counter", piece("the-keeper")), rolls=[4, 3])
    assert [entry.tally.value for entry in told(s, "counter.fails")] == [3, 2]
    assert asked(s) == ("Counter", KINGDOMS)
    s = act(s, ("allow", 0))
    assert asked(s) == ("Drive", NECROMANCER), "the spell has its full effect"


@pytest.mark.clause("12.32a")
def test_a_spell_that_fails_is_not_countered() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1")
    s = act(run(s, CombatMagic()), cast("mezal", FEAR), rolls=[6])
    assert asked(s) == ("Cast", NECROMANCER)


@pytest.mark.clause("12.31c")
def test_who_counters_is_in_the_casters_hex() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1 lammarech-cavalry-1 kebir-whitehand the-keeper")
    put(s, THERE, "farnon")
    arm(s, "farnon", "keepers-sceptre")
    s = act(run(s, CombatMagic()), cast("mezal", FEAR), rolls=[1])
    assert operands(s, "counter") == [piece("the-keeper")]
    assert refusal(s, ("counter", piece("farnon"))).clause == "12.31c"
    assert refusal(s, ("counter", piece("kebir-whitehand"))).clause == "12c"
    assert refusal(s, ("allow", 1)).reason == "why.no-button"
    s.shift([piece("the-keeper")], hex_id(THERE))
    assert operands(s, "counter") == []


@pytest.mark.clause("12.31b", "15.11c")
def test_a_device_counters_too_and_every_leader_of_the_rune_may_try() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1 lammarech-cavalry-1 farnon the-keeper")
    arm(s, "farnon", "keepers-sceptre")
    s = act(run(s, CombatMagic()), cast("mezal", FEAR), rolls=[1])
    assert operands(s, "counter") == sorted([piece("the-keeper"), piece("farnon")])
    s = act(s, ("counter", piece("farnon")), rolls=[2])
    assert operands(s, "counter") == [piece("the-keeper")], "the Sceptre's strength of 1 is spent"
    s = act(s, ("counter", piece("the-keeper")), rolls=[3])
    assert asked(s) == ("Cast", NECROMANCER)


@pytest.mark.clause("13.13", "13.23", "13.33", "13.43", "13.52", "13.62", "14.13", "14.23", "14.33", "14.43")
def test_every_rune_has_its_counter() -> None:
    named = dict(zip(RUNES, COUNTER_CLAUSES, strict=True))
    assert named == {
        "fire": "13.13", "water": "13.23", "air": "13.33", "earth": "13.43", "metal": "13.52", "wood": "13.62",
        "death": "14.13", "life": "14.23", "terror": "14.33", "serenity": "14.43",
    }  # fmt: skip


@pytest.mark.clause("12.11", "14.23")
def test_raise_undead_can_be_countered_in_its_own_segment() -> None:
    s = world(KINGDOMS)
    (dead,) = put(s, HERE, "ferlarie-infantry-1")
    s.slain = ((dead, hex_id(HERE), FERLARIE),)
    s.lift([dead], -1)
    put(s, HERE, "padrech-dar-choim greater-vampire-1")
    put(s, HERE, "kebir-whitehand lammarech-cavalry-1")
    s = act(run(s, UndeadMagic()), cast("padrech-dar-choim", RAISE_UNDEAD), rolls=[1])
    assert asked(s) == ("Counter", KINGDOMS)
    s = act(s, ("counter", piece("kebir-whitehand")), rolls=[1])
    assert told(s, "undead.risen") == []


# The order of combat magic


@pytest.mark.clause("12.5")
def test_three_passes_the_phasing_player_first_in_each() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim mezal greater-vampire-1 lesser-vampire-1")
    put(s, HERE, "silwer-flagriel kebir-whitehand the-keeper ferlarie-infantry-1")
    s = run(s, CombatMagic())
    seen = []
    while asked(s):
        seen.append((s.flow[-1].seat, sorted({operand % CASTS for operand in operands(s, "cast")})))
        s = act(s, ("end", 0))
    assert seen == [
        (NECROMANCER, [FEAR]),
        (KINGDOMS, [INCINERATE, PEACE]),
        (NECROMANCER, [KILL]),
        (KINGDOMS, [BANISH_UNDEAD]),
    ]


@pytest.mark.clause("12.5")
def test_a_leader_killed_by_magic_banishes_nobody() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim greater-vampire-1")
    put(s, HERE, "kebir-whitehand ferlarie-infantry-1")
    s = act(run(s, CombatMagic()), cast("padrech-dar-choim", KILL), rolls=[1])
    assert refusal(s, ("counter", piece("padrech-dar-choim"))).clause == "12a"
    s = act(s, ("allow", 0), rolls=[("saving roll", 6)])
    assert told(s, "kill.killed")
    assert asked(s) is None, "nobody is left to be killed, nobody to banish"


# Where spells wake kingdoms


@pytest.mark.clause("6.12b")
@pytest.mark.parametrize("die", [1, 6])
def test_casting_in_an_inactive_kingdom_wakes_it_for_the_other_side(die: int) -> None:
    s = world()
    kingdom = OWNER[hex_id(HERE)]
    s.turn_coat(kingdom, INACTIVE)
    wake(s, NECROMANCER, SILWER)
    put(s, HERE, "silwer-flagriel")
    s = act(run(s, MovementMagic()), cast("silwer-flagriel", WALL_OF_FLAMES), rolls=[die])
    if die == 1:
        assert s.control[kingdom] == INACTIVE, "the spell is carried out first"
        s = act(s, ("burn", operands(s, "burn")[0]), ("done", 0))
    assert s.control[kingdom] == KINGDOMS


@pytest.mark.clause("6.12b", "14.32")
def test_a_diplomatic_spell_wakes_nobody() -> None:
    s = world()
    s.turn_coat(LAMMARECH, INACTIVE)
    put(s, hex_name(CAPITAL[LAMMARECH]), "mezal")
    s = act(run(s, DiplomacyMagic()), cast("mezal", INTIMIDATION), rolls=[1])
    assert s.control[LAMMARECH] == INACTIVE
    assert s.sway == {piece("mezal"): 1}


@pytest.mark.clause("12.1b", "19.1a")
def test_in_the_mercenary_box_only_diplomacy_spells_are_cast_and_nobody_counters() -> None:
    s = world(KINGDOMS)
    s.turn_coat(10, INACTIVE)
    for leader in ("the-keeper", "silwer-flagriel", "mezal"):
        s.where[piece(leader)] = BOX
    assert asked(run(s, MovementMagic())) is None
    s = run(s, DiplomacyMagic())
    assert operands(s, "cast") == [cast("the-keeper", SWEET_REASON)[1]]
    s = act(s, cast("the-keeper", SWEET_REASON), rolls=[1])
    assert s.sway == {piece("the-keeper"): 2}
    assert refusal(s, cast("kebir-whitehand", SWEET_REASON)).reason == "why.caster-off-map"


# Sirax, Famir


@pytest.mark.clause("18.23")
def test_sirax_casts_and_counters_as_a_fire_leader() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "the-dragon-sirax", ALLIANCE)
    put(s, HERE, "greater-vampire-1")
    s = run(s, MovementMagic())
    assert operands(s, "cast") == [cast("the-dragon-sirax", WALL_OF_FLAMES)[1]]
    s = run(s, CombatMagic())
    s = act(s, cast("the-dragon-sirax", INCINERATE), rolls=[3])
    assert s.where[piece("greater-vampire-1")] < 0
    assert s.spent == {piece("the-dragon-sirax"): 1}


@pytest.mark.clause("18.23", "13.13")
def test_sirax_counters_water() -> None:
    s = world(KINGDOMS)
    (fleet,) = put(s, "1020", "ferlarie-fleet-1")
    put(s, "1020", "the-dragon-sirax", ALLIANCE)
    wake(s, NECROMANCER, 7)
    put(s, "1020", "stav-farren stavror-fleet-1")
    arm(s, "stav-farren", "staff-of-waters")
    s = act(run(s, CombatMagic()), ("end", 0), cast("stav-farren", MAELSTROM), rolls=[2])
    assert asked(s) == ("Counter", KINGDOMS)
    s = act(s, ("counter", piece("the-dragon-sirax")), rolls=[3])
    assert s.where[fleet] >= 0


@pytest.mark.clause("18.32b")
def test_famirs_bearer_who_waits_for_ssstoth_uses_no_magic() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "silwer-flagriel")
    put(s, HERE, "ssstoth", LORD)
    arm(s, "silwer-flagriel", "sword-famir")
    put(s, THERE, "narmoren")
    s = run(s, MovementMagic())
    assert operands(s, "cast") == [cast("narmoren", FORGE_SWORD)[1]]
    assert refusal(s, cast("silwer-flagriel", WALL_OF_FLAMES)).clause == "18.32b"


# The Silk Negator


def cloth(phasing: int = KINGDOMS) -> Any:
    """Farnon with the Silk Negator, Mezal and the Keeper in one hex."""
    s = world(phasing)
    put(s, HERE, "mezal padrech-dar-choim lesser-vampire-1")
    put(s, HERE, "farnon the-keeper ferlarie-infantry-1")
    arm(s, "farnon", "silk-negator")
    return s


@pytest.mark.clause("15.5a", "15.5b")
def test_the_negator_stops_all_magic_in_its_hex_for_a_segment() -> None:
    s = run(cloth(), CombatMagic())
    assert asked(s) == ("Negate", KINGDOMS)
    assert refusal(s, ("negate", 1)).clause == "15.5a"
    stopped = act(s, ("negate", 0))
    assert asked(stopped) is None
    assert spells_to_cast(stopped, NECROMANCER, (FEAR, KILL), COMBAT) == []
    assert stopped.wielded == {piece("farnon"): (piece("silk-negator"),)}
    free = act(s, ("refrain", 0))
    assert asked(free) == ("Cast", KINGDOMS)


@pytest.mark.clause("15.5b")
def test_who_casts_in_a_negated_hex_is_refused() -> None:
    s = cloth()
    put(s, THERE, "silwer-flagriel lammarech-cavalry-1")
    put(s, THERE, "greater-vampire-2")
    s = act(run(s, CombatMagic()), ("negate", 0))
    assert refusal(s, cast("the-keeper", PEACE)).clause == "15.5b"


@pytest.mark.clause("15.5c")
def test_used_in_combat_magic_it_bars_raise_undead_afterwards() -> None:
    s = cloth()
    dead = put(s, HERE, "lammarech-cavalry-1")[0]
    s.lift([dead], -1)
    s.slain = ((dead, hex_id(HERE), LAMMARECH),)
    assert asked(run(s, UndeadMagic())) == ("Cast", NECROMANCER)
    s = act(run(s, CombatMagic()), ("negate", 0))
    s = run(s, UndeadMagic())
    assert asked(s) is None
    assert s.negated == (), "and no longer"


@pytest.mark.clause("15.5a")
def test_its_owner_is_asked_only_where_there_is_magic_to_stop_and_he_may_use_it() -> None:
    assert asked(run(cloth(NECROMANCER), MovementMagic())) is None
    s = cloth()
    s.wielded = {piece("farnon"): (piece("dawn-lantern"), piece("sword-loslom"))}
    assert asked(run(s, CombatMagic())) == ("Cast", KINGDOMS), "he has used two devices"
    s = cloth()
    s.shift([piece("farnon")], hex_id(THERE))
    assert asked(run(s, CombatMagic())) == ("Cast", KINGDOMS)


@pytest.mark.clause("15.5d")
def test_the_negator_does_not_stop_devices() -> None:
    s = act(run(cloth(), CombatMagic()), ("negate", 0))
    arm(s, "farnon", "sword-loslom")
    s.wielded = {piece("farnon"): (piece("silk-negator"), piece("sword-loslom"))}
    assert hero_rating(s, piece("farnon")) == 4


@pytest.mark.clause("12.11")
def test_counter_spells_of_the_other_side_in_a_movement_segment() -> None:
    s = world()
    wake(s, NECROMANCER, SILWER)
    put(s, HERE, "silwer-flagriel")
    put(s, HERE, "stav-farren")
    arm(s, "stav-farren", "staff-of-waters")
    s = act(run(s, MovementMagic()), cast("silwer-flagriel", WALL_OF_FLAMES), rolls=[1])
    assert asked(s) == ("Counter", KINGDOMS)
    s = act(s, ("counter", piece("stav-farren")), rolls=[2])
    assert s.flames == ()
    assert told(s, "counter.works")[0].clauses == ("12.32b", "13.23")


@pytest.mark.clause("8.16c")
def test_leaders_whom_magic_leaves_alone_are_tested_when_combat_magic_is_over() -> None:
    s = world()
    wake(s, NECROMANCER, SILWER)
    put(s, HERE, "silwer-flagriel greater-vampire-1")
    put(s, HERE, "farnon ferlarie-infantry-1")
    s = run(s, CombatMagic())
    s = act(s, cast("silwer-flagriel", INCINERATE), rolls=[("spell", 3), ("escape", 6)])
    assert s.death_of(piece("farnon")) is not None


@pytest.mark.clause("12.2")
def test_magic_strength_of_who_has_none_is_nothing() -> None:
    s = world()
    put(s, HERE, "farnon")
    assert magic_strength(s, piece("farnon"), FIRE) == 0
    assert magic_strength(s, 3, FIRE) == 0
    assert magic_strength(s, DEVICES[0], LIFE) == 0


@pytest.mark.clause("12.2")
def test_a_choice_says_on_what_die_the_spell_works_and_what_the_earth_does() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "silfaren")
    s.spent = {piece("silfaren"): 1}
    s = run(s, CombatMagic())
    (choice, _) = GAME.view(s, "Kingdoms").choices
    assert (choice.text, choice.cost) == ("Move Earth, by Silfaren", "works on 2 or less; throws up entrenchments")
    s = frightened()
    (choice, _) = GAME.view(s, "Kingdoms").choices
    assert (choice.text, choice.cost) == ("Counter with the Keeper", "works on 3 or less")

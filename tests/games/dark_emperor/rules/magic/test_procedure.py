"""Magic: casters, timing, strength, counter-spells, order of combat magic, the Silk Negator."""

from __future__ import annotations

from typing import Any

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
    frightened,
    operands,
    piece,
    put,
    refusal,
    run,
    spells_to_cast,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE, BOX, DEVICES, FIRE, INACTIVE, LIFE
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import (
    BANISH_UNDEAD,
    CASTS,
    COMBAT,
    DIPLOMACY,
    FEAR,
    FORGE_SWORD,
    INCINERATE,
    INTIMIDATION,
    KILL,
    MAELSTROM,
    MOVEMENT,
    PEACE,
    SPELLS,
    SWEET_REASON,
    UNDEAD,
    WALL_OF_FLAMES,
)
from palatine.games.dark_emperor.components.world import CAPITAL, FERLARIE, LAMMARECH, OWNER, hex_id, hex_name
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.devices import hero_rating
from palatine.games.dark_emperor.rules.magic.casting import magic_strength
from palatine.games.dark_emperor.rules.magic.procedure import (
    CombatMagic,
    DiplomacyMagic,
    MovementMagic,
    UndeadMagic,
    spells_of,
)

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
    assert asked(s) == ("AskCounterspell", KINGDOMS)
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
    """Return Farnon with the Silk Negator, Mezal and the Keeper in one hex."""
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
    assert [(entry.clauses, entry.data["leader"]) for entry in told(stopped, "negator")] == [
        (("15.5b",), piece("farnon"))
    ]
    assert not told(free, "negator")


@pytest.mark.clause("15.5a", "18.32b")
def test_famirs_bearer_who_waits_for_ssstoth_does_not_use_the_negator() -> None:
    s = cloth()
    arm(s, "farnon", "sword-famir")
    put(s, HERE, "ssstoth", LORD)
    assert asked(run(s, CombatMagic())) == ("Cast", KINGDOMS)


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
    assert asked(s) == ("AskCounterspell", KINGDOMS)
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
    assert (choice.text, choice.cost) == (
        "Move Earth, by Silfaren",
        "Throws up entrenchments here: defenders are doubled. Works 2 in 6 (33%).",
    )
    s = frightened()
    (choice, _) = GAME.view(s, "Kingdoms").choices
    assert (choice.text, choice.cost) == ("Counter with the Keeper", "Stops it 3 in 6 (50%)")


@pytest.mark.clause("15.5a", "12.1a")
@pytest.mark.parametrize("segment", [MovementMagic, CombatMagic, DiplomacyMagic])
@pytest.mark.parametrize("bearer", [True, False])
def test_the_negator_is_offered_in_every_magic_segment_with_magic_to_stop(segment: Any, bearer: bool) -> None:
    """The Silver Flagriel casts Fire in the Movement Segment, and the Keeper casts in the others."""
    s = world(KINGDOMS)
    s.turn_coat(FERLARIE, INACTIVE)
    put(s, hex_name(CAPITAL[FERLARIE]), "the-keeper farnon silwer-flagriel")
    if bearer:
        arm(s, "farnon", "silk-negator")
    s.negated = (hex_id(HERE),)
    s = run(s, segment())
    assert (asked(s) == ("Negate", KINGDOMS)) == bearer
    assert s.negated == (), "what was stopped in the segment before is free again"


@pytest.mark.clause("15.5a", "12.1c")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_in_combat_the_negator_is_offered_against_the_magic_of_either_side(phasing: int) -> None:
    s = world(phasing)
    put(s, HERE, "padrech-dar-choim greater-vampire-1")
    put(s, HERE, "farnon ferlarie-infantry-1")
    arm(s, "farnon", "silk-negator")
    assert asked(run(s, CombatMagic())) == ("Negate", KINGDOMS)

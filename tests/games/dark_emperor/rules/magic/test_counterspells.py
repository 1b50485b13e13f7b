"""Counter-spells (12.3)."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
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
    told,
    world,
)
from palatine.games.dark_emperor.components.pieces import SERENITY
from palatine.games.dark_emperor.components.spells import FEAR, RAISE_UNDEAD, SPELL_RUNE
from palatine.games.dark_emperor.components.world import FERLARIE, RUNES, hex_id
from palatine.games.dark_emperor.rules.magic.casting import magic_strength
from palatine.games.dark_emperor.rules.magic.counterspells import ResolveSpell, counterspellers
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, UndeadMagic


@pytest.mark.clause("12.11", "12.31b", "12.32a", "12.32b", "14.43")
@pytest.mark.parametrize("phasing", [NECROMANCER, KINGDOMS])
def test_a_counter_spell_that_works_negates(phasing: int) -> None:
    s = world(phasing)
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1 lammarech-cavalry-1")
    s = run(s, CombatMagic())
    s = act(s, cast("mezal", FEAR), rolls=[("spell", 1)])
    assert asked(s) == ("AskCounterspell", KINGDOMS)
    assert s.flow[-1].actions(s) == [("counter", piece("the-keeper")), ("allow", 0)]
    s = act(s, ("counter", piece("the-keeper")), rolls=[("counter-spell", 3)])
    (entry,) = told(s, "counter.works")
    assert (entry.clauses, entry.tally.is_roll_under) == (("12.32b", "14.43"), True)
    assert told(s, "magic.works")[0].tally.is_roll_under, "both dice are told against a value"
    assert told(s, "magic.drives") == []
    assert magic_strength(s, piece("the-keeper"), SERENITY) == 2


@pytest.mark.clause("12.32c", "12.4a")
def test_a_counter_spell_that_fails_may_be_tried_again_and_nobody_counters_it() -> None:
    s = act(frightened(), ("counter", piece("the-keeper")), ("counter", piece("the-keeper")), rolls=[4, 3])
    assert [entry.tally.value for entry in told(s, "counter.fails")] == [3, 2]
    assert asked(s) == ("AskCounterspell", KINGDOMS)
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


# By rune: who can cast it, with which device if nobody can without, by which clause it counters, and what.
COUNTERED = {
    "death": ("padrech-dar-choim", "", "14.13", "life"),
    "life": ("kebir-whitehand", "", "14.23", "death"),
    "terror": ("mezal", "", "14.33", "serenity"),
    "serenity": ("the-keeper", "", "14.43", "terror"),
    "earth": ("silfaren", "", "13.43", "air"),
    "air": ("farnon", "the-scythe", "13.33", "earth"),
    "fire": ("silwer-flagriel", "", "13.13", "water"),
    "water": ("farnon", "staff-of-waters", "13.23", "fire"),
    "metal": ("narmoren", "", "13.52", "wood"),
    "wood": ("ferlor", "", "13.62", "metal"),
}


@pytest.mark.clause("13.13", "13.23", "13.33", "13.43", "13.52", "13.62", "14.13", "14.23", "14.33", "14.43")
@pytest.mark.parametrize("rune", COUNTERED)
def test_magic_of_a_rune_counters_every_spell_of_its_opposite_and_no_other(rune: str) -> None:
    leader, device, clause, opposite = COUNTERED[rune]
    countered = []
    for spell, of in enumerate(SPELL_RUNE):
        s = world()
        put(s, HERE, f"{leader} ferlarie-infantry-1")
        if device:
            arm(s, leader, device)
        side = s.side(piece(leader))
        (caster,) = put(s, HERE, "tol-morn" if side == KINGDOMS else "paisach")
        if counterspellers(s, side, caster, spell) != [piece(leader)]:
            continue
        countered.append(RUNES[of])
        s.flow = [ResolveSpell(caster, spell, 1)]
        s = act(run(s, *s.flow), ("counter", piece(leader)), rolls=[1])
        assert told(s, "counter.works")[0].clauses == ("12.32b", clause)
    assert set(countered) == {opposite}
    assert len(countered) == [RUNES[of] for of in SPELL_RUNE].count(opposite)


@pytest.mark.clause("12.11", "14.23")
def test_raise_undead_can_be_countered_in_its_own_segment() -> None:
    s = world(KINGDOMS)
    (dead,) = put(s, HERE, "ferlarie-infantry-1")
    s.slain = ((dead, hex_id(HERE), FERLARIE),)
    s.lift([dead], -1)
    put(s, HERE, "padrech-dar-choim greater-vampire-1")
    put(s, HERE, "kebir-whitehand lammarech-cavalry-1")
    s = act(run(s, UndeadMagic()), cast("padrech-dar-choim", RAISE_UNDEAD), rolls=[1])
    assert asked(s) == ("AskCounterspell", KINGDOMS)
    s = act(s, ("counter", piece("kebir-whitehand")), rolls=[1])
    assert told(s, "undead.risen") == []


@pytest.mark.clause("12.31a", "15.13b", "12.4a")
def test_a_counter_spell_takes_the_device_into_use_that_it_needs() -> None:
    """Farnon has no magic himself; with the Keeper's Sceptre he counters Fear."""
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "farnon ferlarie-infantry-1 lammarech-cavalry-1")
    (scepter,) = arm(s, "farnon", "keepers-sceptre")
    s = act(run(s, CombatMagic()), cast("mezal", FEAR), rolls=[("spell", 1)])
    s = act(s, ("counter", piece("farnon")), rolls=[("counter-spell", 6)])
    assert s.wielded[piece("farnon")] == (scepter,)

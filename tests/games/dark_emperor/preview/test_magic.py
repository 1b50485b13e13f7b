"""Previews of spells and counter-spells."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    bare,
    cast,
    piece,
    put,
    raise_undead,
    run,
    wake,
    world,
)
from games.dark_emperor.preview.looking import END, foresee, lines, notes, undone, warnings
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import FEAR
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell, ResolveSpell
from palatine.games.dark_emperor.rules.magic.death_and_life import Banish, ChooseKillTarget
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic


@pytest.mark.clause("12.2", "12.21a", "14.31")
def test_a_spell_tells_what_it_does_on_how_many_throws_and_what_is_left() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1")
    s = run(s, CombatMagic())
    found = foresee(s, cast("mezal", FEAR))
    (line,) = lines(found, "14.31")
    assert line.text.startswith("Drives one enemy unit out of the caster's hex before battle.")
    assert "3 in 6 (50%). The next spell works on 2 or less" in line.text
    assert (line.event, line.chance) == ("magic.works", 0.5)
    assert found.odds[0].parts == (("+3", "Magic Strength", "12.2"),)


@pytest.mark.clause("6.12b")
def test_a_spell_in_a_sleeping_kingdom_says_whom_it_wakes() -> None:
    s = bare(phasing=NECROMANCER)
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1", LORD)
    s.turn_coat(1, KINGDOMS)
    put(s, HERE, "ferlarie-infantry-2")
    s.serve(piece("ferlarie-infantry-2"), 1)
    asleep = run(s, CombatMagic())
    assert warnings(asleep, cast("mezal", FEAR), "6.12b")
    wake(s, KINGDOMS, *range(2, 10), 0)
    assert not warnings(run(s, CombatMagic()), cast("mezal", FEAR), "6.12b")


@pytest.mark.clause("12.32a")
def test_who_could_counter_a_spell_is_named() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1")
    assert notes(run(s, CombatMagic()), cast("mezal", FEAR), "12.32a")


@pytest.mark.clause("12.32b", "14.31")
def test_an_answer_to_a_spell_tells_its_chance_and_what_the_spell_does() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "the-keeper ferlarie-infantry-1")
    s.flow += [ResolveSpell(piece("mezal"), FEAR, 1), AskCounterspell(KINGDOMS, piece("mezal"), FEAR)]
    assert notes(s, ("counter", piece("the-keeper")), "14.43")
    assert "takes effect" in notes(s, ("allow", 0), "14.31")[0]


@pytest.mark.clause("14.11b")
def test_kill_tells_how_often_its_victim_dies() -> None:
    s = world()
    put(s, HERE, "padrech-dar-choim")
    put(s, HERE, "farnon paisach ferlarie-infantry-1")
    s.flow.append(ChooseKillTarget(NECROMANCER, piece("padrech-dar-choim")))
    (line,) = lines(foresee(s, ("target", piece("farnon"))), "14.11b")
    assert line.event == "kill.killed"
    assert 0 < line.chance < 1


@pytest.mark.clause("14.21b")
def test_banishment_names_those_it_destroys_and_warns_of_ones_own() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "farnon")
    raise_undead(s, HERE, "ferlarie-infantry-1", LORD)
    put(s, HERE, "lesser-vampire-1 stavror-infantry-1")
    s.flow.append(Banish(KINGDOMS, piece("farnon")))
    assert notes(s, ("banish", 0), "14.21a")
    assert not foresee(s, ("banish", 0)).needs_confirmation
    raise_undead(s, HERE, "ferlarie-infantry-2", 1)
    assert warnings(s, ("banish", 0), "14.21b")


@pytest.mark.clause("12.1b", "14.11a")
def test_the_end_of_casting_lists_what_could_still_be_cast() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1")
    (found,) = undone(run(s, CombatMagic()), END, "14.31")
    assert found.action == cast("mezal", FEAR)
    assert "3 in 6 (50%)" in found.text

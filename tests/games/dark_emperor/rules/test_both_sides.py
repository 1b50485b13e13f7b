"""Rules about the enemy, with either player as the acting side."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    HERE,
    INLAND,
    KINGDOMS,
    MAN,
    NECROMANCER,
    act,
    arm,
    asked,
    at,
    bare,
    cast_now,
    lay,
    operands,
    piece,
    pieces,
    put,
    raise_undead,
    run,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import COS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import BANISH_UNDEAD, COMBAT
from palatine.games.dark_emperor.components.world import hex_id
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.combat.retreats import begin_retreat
from palatine.games.dark_emperor.rules.magic.death_and_life import ChooseKillTarget
from palatine.games.dark_emperor.rules.magic.procedure import Casting, CombatMagic
from palatine.games.dark_emperor.rules.movement.march import not_ours

BOTH = pytest.mark.parametrize("side", [NECROMANCER, KINGDOMS])
CITY = "1610"
UNIT, LEADER = ("greater-vampire-1", MAN), ("mezal", "farnon")


def contest(where: str, *, phasing: int, **options: Any) -> Any:
    """Return a unit of each side in a hex; all kingdoms are the Kingdoms player's."""
    s = bare(phasing=phasing, **options)
    wake(s, KINGDOMS, *range(16))
    put(s, where, " ".join(UNIT))
    return s


@pytest.mark.clause("9.23a")
@BOTH
def test_the_attackers_hero_is_told_before_the_defenders(side: int) -> None:
    s = contest(INLAND, phasing=side)
    put(s, INLAND, " ".join(LEADER))
    put(s, INLAND, "greater-vampire-2 greater-vampire-3 stavror-infantry-2 stavror-infantry-3")
    s = run(s, Battles(), rolls=[(3, 6)[side]])
    told_of = [(entry.data["leader"], entry.data["side"]) for entry in told(s, "battle.hero")]
    assert told_of == [(piece(LEADER[side]), side), (piece(LEADER[1 - side]), 1 - side)]


@pytest.mark.clause("9.21a")
@BOTH
def test_a_side_without_strength_is_destroyed_whoever_attacks(side: int) -> None:
    s = bare(phasing=side, zero="destroyed")
    wake(s, KINGDOMS, *range(10))
    put(s, INLAND, MAN)
    put(s, INLAND, "mezal")
    (son,) = raise_undead(s, INLAND, "sons-of-the-morning-1", LORD)
    s = run(s, Battles(), rolls=[("escape", 6)])
    assert s.where[son] < 0
    assert [entry.data["side"] for entry in told(s, "battle.nothing")] == [NECROMANCER]
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("mezal")], "he is left alone"
    assert s.routed == (), "and has not retreated"
    assert at(s, MAN) == INLAND


@pytest.mark.clause("9.31")
@BOTH
def test_the_walls_are_the_defenders(side: int) -> None:
    s = run(contest(CITY, phasing=side), Battles(), rolls=[6])
    assert [(entry.clauses, entry.data) for entry in told(s, "battle.walls")] == [
        (("9.31",), {"side": 1 - side, "hex": hex_id(CITY)})
    ]


@pytest.mark.clause("9.27a")
@BOTH
@pytest.mark.parametrize("loser", [NECROMANCER, KINGDOMS])
def test_a_device_nobody_has_had_goes_with_the_defender(side: int, loser: int) -> None:
    s = contest(INLAND, phasing=side)
    lay(s, INLAND, "dawn-lantern")
    begin_retreat(s, loser, hex_id(INLAND))
    s = act(run(s), ("retreat", hex_id("2010")))
    assert at(s, UNIT[loser]) == "2010"
    assert at(s, "dawn-lantern") == (INLAND if loser == side else "2010")


@pytest.mark.clause("14.11a", "19.3")
@BOTH
def test_kill_is_aimed_at_enemy_leaders_there(side: int) -> None:
    s = contest(INLAND, phasing=side)
    caster, enemies = (("mezal", "farnon nikon-v"), ("farnon", "mezal tol-morn"))[side]
    wake(s, 1 - side, COS)
    put(s, INLAND, f"{caster} {enemies}")
    step: Any = ChooseKillTarget(side, piece(caster))
    s.flow.append(step)
    assert operands(s, "target") == sorted(pieces(enemies))
    assert step.refuse(s, ("target", piece(caster))).reason == "why.no-such-leader-here"
    put(s, INLAND, "cos-dol-cos")
    assert step.refuse(s, ("target", piece("cos-dol-cos"))).reason == "why.immune"


@pytest.mark.clause("12.1c")
@BOTH
def test_who_could_not_cast_in_his_turn_of_a_magic_segment_has_had_it(side: int) -> None:
    s = contest(INLAND, phasing=1 - side)
    put(s, INLAND, ("mezal", "silwer-flagriel")[side])
    s = run(s, CombatMagic())
    assert asked(s) == ("Cast", side)
    assert s.flow[-2] == Casting(COMBAT, 1), "the phasing player is passed over"


@pytest.mark.clause("14.21e", "15.13c")
def test_tol_morns_owner_says_which_sword_he_stays_with() -> None:
    s = world(KINGDOMS)
    put(s, HERE, "kebir-whitehand ferlarie-infantry-1 tol-morn greater-vampire-1")
    arm(s, "tol-morn", "sword-loslom forged-sword-1")
    s.heros = (piece("forged-sword-1"),)
    s = cast_now(s, "kebir-whitehand", BANISH_UNDEAD)
    s = act(s, ("banish", 3))
    assert asked(s) == ("Wield", NECROMANCER)
    assert operands(s, "use") == pieces("sword-loslom forged-sword-1")


@pytest.mark.clause("8")
@BOTH
def test_an_enemys_counter_is_not_ones_own(side: int) -> None:
    s = contest(INLAND, phasing=side)
    found = not_ours(s, side, piece(UNIT[1 - side]))
    assert found is not None
    assert (found.clause, found.reason) == ("8", "why.enemy-there")
    assert not_ours(s, side, piece(UNIT[side])) is None

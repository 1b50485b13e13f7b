"""Laws of immunity: no spell affects a piece that is immune to magic (18.22, 19.3)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, advance, arm, cast, piece, put, world
from palatine.core import Dice
from palatine.games.dark_emperor.components.pieces import ALLIANCE, COS, LEADERS, MONSTERS, PIECE_KEY
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import COMBAT, FEAR, SPELL_RUNE, SPELLS
from palatine.games.dark_emperor.components.tables import DIPLOMACY as DIPLOMACY_TABLE
from palatine.games.dark_emperor.components.world import FERLARIE
from palatine.games.dark_emperor.rules.magic.casting import OWN_RUNE, victims
from palatine.games.dark_emperor.rules.magic.death_and_life import magic_targets
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_chance, row_of

COAST = "0224"
IMMUNE = ("cos-dol-cos", "sons-of-the-morning-1", "sons-of-the-morning-2", "slug")
BATTLE_SPELLS = [k for k, spell in enumerate(SPELLS) if spell.kind == COMBAT]
VICTIMS = "ferlarie-fleet-1 ferlarie-fleet-2 ferlarie-infantry-1 ferlor greater-vampire-1 lesser-vampire-1"


def mage_of(spell: int) -> str:
    """Return a leader of the spell's rune.

    Water has none, so Farnon casts with the Staff of Waters.
    """
    born = [p for p, rune in OWN_RUNE.items() if rune == SPELL_RUNE[spell] and p in LEADERS]
    return PIECE_KEY[born[0]] if born else "farnon"


def battle_of_mages(spell: int, side: int) -> Any:
    """Return a battle of a mage against all immune pieces and some others.

    Two ships carry the Sons.
    """
    s = world(side)
    for power in range(16):
        s.turn_coat(power, 1 - side)
    mine, theirs = (LORD, ALLIANCE) if side == NECROMANCER else (ALLIANCE, LORD)
    mage = mage_of(spell)
    put(s, COAST, mage, mine)
    if mage == "farnon":
        arm(s, mage, "staff-of-waters")
    put(s, COAST, "stavror-infantry-1", mine)
    put(s, COAST, "slug", theirs)
    put(s, COAST, "cos-dol-cos sons-of-the-morning-1 sons-of-the-morning-2", COS)
    put(s, COAST, VICTIMS, FERLARIE)
    s.cargo = {piece("ferlarie-fleet-1"): piece("sons-of-the-morning-2")}
    return s


def fates(s: Any) -> dict[str, tuple[int, int]]:
    return {key: (s.where[piece(key)], s.power[piece(key)]) for key in IMMUNE}


def play(s: Any, spell: int, random: Random) -> int:
    """Cast a spell whenever it is offered and play randomly otherwise; return how often it worked."""
    s.journal = []
    s.flow = [CombatMagic()]
    advance(s)
    while s.flow:
        actions = s.flow[-1].actions(s)
        mine = cast(mage_of(spell), spell)
        others = [action for action in actions if action[0] != "cast"]
        s.flow[-1].take(s, mine if mine in actions else random.choice(others))
        advance(s)
    return sum([entry.kind == "magic.works" for entry in s.journal])


@pytest.mark.clause("18.22c", "19.3")
@pytest.mark.parametrize("side", [NECROMANCER, KINGDOMS])
@pytest.mark.parametrize("spell", BATTLE_SPELLS, ids=[SPELLS[k].name for k in BATTLE_SPELLS])
def test_no_spell_of_battle_moves_or_harms_the_immune(spell: int, side: int) -> None:
    worked = 0
    for seed in range(8):
        s = battle_of_mages(spell, side)
        before = fates(s)
        s.dice = Dice(bytes([seed]))
        worked += play(s, spell, Random(seed))
        assert fates(s) == before
    assert worked >= 3, "the law was tried"


@pytest.mark.clause("18.22c", "19.3", "14.32", "14.42")
def test_no_spell_of_diplomacy_helps_with_the_immune_and_each_helps_with_all_others() -> None:
    s = world()
    (mezal,) = put(s, COAST, "mezal")
    s.sway = {mezal: 5}
    helped = [
        target
        for target in (*range(16), *MONSTERS)
        if diplomacy_chance(s, NECROMANCER, mezal, target).tally.value
        != DIPLOMACY_TABLE[row_of(target)][NECROMANCER]
    ]
    assert helped == [target for target in range(16) if target != COS]


@pytest.mark.clause("18.22c", "19.3")
def test_the_immune_are_never_among_the_targets() -> None:
    s = battle_of_mages(FEAR, NECROMANCER)
    found = {*victims(s, piece("mezal")), *magic_targets(s, piece("mezal"))}
    assert found
    assert found.isdisjoint(map(piece, IMMUNE))

"""The Mirror-Image Phantasm, which fights instead of its caster (4.2.3)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.blows import blow, hit_chance
from palatine.games.adventurer_kings.rules.encounters.combat_spells import comes_off
from palatine.games.adventurer_kings.rules.encounters.combatant import Combatant, Phantasm
from palatine.games.adventurer_kings.rules.encounters.fight import Fight

PER_LEVEL: Final = 15
ONE_S_OWN: Final = tables.DISBELIEF[tables.MEDIUM] + 25
"""Percentage to disbelieve one's own image, reduced per level."""


def fight_phantasm(f: Fight) -> bool:
    """Fight a round of the phantasm and return whether it occupies both sides (4.2.3).

    It vanishes if disbelieved.
    """
    phantasm = f.phantasm
    if phantasm is None:
        return False
    victim = f.foe(phantasm.caster)
    if f.t.chance(disbelief(f, phantasm, victim), "disbelief"):
        f.phantasm = None
        f.log_fight("disbelieved", "AK-4.2.3-11", name=victim.name)
        return False
    if answers_in_kind(f, victim):
        f.phantasm = None
        f.log_fight("images-dissolve", "AK-4.2.3-10", name=victim.name)
        return True
    trade(f, phantasm.image, phantasm.mind)
    if phantasm.image.is_dead:
        f.phantasm = None
        f.log_fight("image-lost", "AK-4.2.3-12", name=phantasm.caster.name)
    elif phantasm.mind.is_dead:
        f.phantasm = None
        image_turns(f, phantasm)
    return True


def disbelief(f: Fight, phantasm: Phantasm, victim: Combatant) -> int:
    """Return the percentage to disbelieve by the victim's mind, 15 less per caster level.

    A master's phantasm has a further 15 less. See 4.2.3.
    """
    caster = phantasm.caster
    master = f.t.masters(caster.number, tables.CONVINCING_MIRROR)
    return tables.DISBELIEF[victim.mind] - PER_LEVEL * (phantasm.level + master)


def answers_in_kind(f: Fight, victim: Combatant) -> bool:
    """Return whether the victim's next tactic is a Mirror-Image, which dissolves both (4.2.3)."""
    tactic = victim.conduct.plan[victim.conduct.at] if victim.conduct.at < len(victim.conduct.plan) else None
    if (
        not isinstance(tactic, orders.Cast)
        or tactic.spell != tables.SPELLS[tables.MIRROR].code
        or not victim.may_cast(tables.MIRROR)
    ):
        return False
    victim.conduct.at += 1
    return comes_off(f, victim, tables.MIRROR)


def trade(f: Fight, one: Combatant, other: Combatant) -> None:
    """Exchange a blow each in random order; both are equal."""
    pairs = [(one, other), (other, one)]
    if f.t.die(2, "image or original first") == 2:
        pairs.reverse()
    for each, against in pairs:
        if not each.is_dead and f.t.chance(hit_chance(f, each, against), "blow of an image"):
            against.body.hp -= blow(f, each, against)


def image_turns(f: Fight, phantasm: Phantasm) -> None:
    """Turn a winning image on its caster, who disbelieves it, beats it or dies (4.2.3)."""
    me, image = phantasm.caster, phantasm.image
    victim = f.foe(me)
    f.log_fight("image-turns", "AK-4.2.3-13", name=me.name)
    percent = max(PER_LEVEL, ONE_S_OWN - PER_LEVEL * phantasm.level)
    while not image.is_dead and not me.is_dead and not f.t.chance(percent, "disbelief of one's own image"):
        trade(f, me, image)
    if me.is_dead:
        f.log_fight("image-kills", "AK-4.2.3-14", name=me.name, foe=victim.name)
        return
    victim.body.hp, victim.body.reborn = 0, True
    f.log_fight("image-finished", "AK-4.2.3-15", name=me.name, foe=victim.name)

"""Choice of the next tactic: the plan's or the best one, with effects of temper (2.4, 5.0)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters.blows import (
    LATE_CHANCE,
    arrow_chance,
    hit_chance,
    needs_to_close,
    plain_harm,
)
from palatine.games.adventurer_kings.rules.encounters.combatant import MELEE_RANGE, MONSTER_TEMPER, Combatant
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import wield

SPELLS_OF_MONSTERS: Final = 50
"""Percentage of rounds in which a monster casts, if it can."""
BRAVE_RISK, BRAVE_ODDS, CAUTIOUS_RISK, HURT_COWARD = 0.40, 0.30, 0.15, 50


def choose(f: Fight, me: Combatant) -> orders.Tactic:
    """Return the next possible tactic of the plan, otherwise the best attack (5.0)."""
    if loses_heart(f, me):
        return orders.Flee()
    while me.conduct.at < len(me.conduct.plan):
        tactic = me.conduct.plan[me.conduct.at]
        if isinstance(tactic, orders.Flee) and fights_on(f, me):
            return best_attack(f, me)
        if can(f, me, tactic):
            if not keeps(f, me, tactic):
                me.conduct.at += 1
            return tactic
        me.conduct.at += 1
    return best_attack(f, me)


def keeps(f: Fight, me: Combatant, tactic: orders.Tactic) -> bool:
    """Return whether a tactic stays next after this round.

    An attack does while closing in, and a final flight is repeated.
    """
    if isinstance(tactic, orders.Fire):
        return needs_to_close(f, me)
    if isinstance(tactic, orders.Strike):
        return f.span < MELEE_RANGE
    return isinstance(tactic, orders.Flee) and me.conduct.at == len(me.conduct.plan) - 1


def fights_on(f: Fight, me: Combatant) -> bool:
    """Return whether to fight on before a planned flight (5.10, A200).

    This is so after blows or arrows, until half of the hit points are lost.
    """
    attacks = any(isinstance(each, orders.Fire | orders.Strike) for each in me.conduct.plan[: me.conduct.at])
    return attacks and 2 * me.body.hp > me.body.most and not f.foe(me).afflictions.held


def can(f: Fight, me: Combatant, tactic: orders.Tactic) -> bool:
    """Return whether a tactic makes sense now."""
    if isinstance(tactic, orders.Say):
        f.log_fight("says", "AK-5.4-04", name=me.name, text=tactic.text)
        return False
    if me.afflictions.gripping:
        return isinstance(tactic, orders.Flee)
    if isinstance(tactic, orders.Cast):
        spell = tables.SPELL_BY_CODE[tactic.spell]
        return tables.SPELLS[spell].combat and me.may_cast(spell)
    if isinstance(tactic, orders.UseItem):
        return can_use(f, me, tactic.item)
    if isinstance(tactic, orders.Fire):
        return me.arms.arrows > 0 and not me.is_silent and f.span < MELEE_RANGE
    return isinstance(tactic, orders.Strike | orders.Flee)


def can_use(f: Fight, me: Combatant, item: int) -> bool:
    """Return whether a wand's spell is usable; a weapon is drawn at no cost of time (5.1)."""
    if item in me.magic.charges and me.magic.charges[item] not in me.magic.used:
        return not (me.magic.charges[item] == tables.KILL and me.conduct.is_defending)
    found = f.t.s.items.get(item)
    if found is not None and found.bearer == me.number and "weapon" in tables.ITEMS[found.kind].kinds:
        wield(f.t, me, item)
    return False


def best_attack(f: Fight, me: Combatant) -> orders.Tactic:
    """Return the default attack: harmful spells, arrows of the better archer, blows; no charges."""
    if me.afflictions.gripping:
        return orders.Strike()
    spell = best_spell(f, me)
    shoots = me.arms.arrows > 0 and f.span < MELEE_RANGE and not me.is_silent
    if me.is_monster:
        if shoots:
            return orders.Fire()
        if spell >= 0 and f.t.chance(SPELLS_OF_MONSTERS, "monster casts"):
            return orders.Cast(tables.SPELLS[spell].code)
        return orders.Strike()
    if spell >= 0:
        return orders.Cast(tables.SPELLS[spell].code)
    return orders.Fire() if shoots and me.arms.missile > me.arms.melee else orders.Strike()


HARMFUL: Final = (
    tables.CONTROL, tables.FIREBALL, tables.STORM, tables.BLAST, tables.HAND, tables.ICE, tables.SPIRITWRACK,
    tables.HOLY_SYMBOL, tables.INVISIBILITY,
)  # fmt: skip
"""Spells cast by default, the most useful first."""


def best_spell(f: Fight, me: Combatant) -> int:
    foe = f.foe(me)
    return next((spell for spell in HARMFUL if me.may_cast(spell) and works_on(spell, foe)), -1)


def works_on(spell: int, foe: Combatant) -> bool:
    """Return whether a spell affects a foe (4.2)."""
    if spell in (tables.FIREBALL, tables.STORM):
        return not foe.is_of("underwater")
    if spell == tables.SPIRITWRACK:
        return not (foe.is_of("undead") or foe.mind == tables.MECHANICAL)
    if spell == tables.HAND:
        return not (foe.is_of("undead") or foe.is_of("anti-holy") or foe.mind == tables.MECHANICAL)
    if spell == tables.KILL:
        return not (foe.is_of("undead") or foe.is_of("part-material") or foe.is_king)
    if spell == tables.ICE:
        return not foe.is_of("part-material")
    return spell != tables.CONTROL or foe.is_of("undead")


# Temper (2.4)


def loses_heart(f: Fight, me: Combatant) -> bool:
    """Return whether temper makes a combatant flee unasked; a King only when hurt (2.4, 3.12)."""
    if (
        me.conduct.temper in (tables.BERSERK, MONSTER_TEMPER)
        or f.is_late
        or (me.is_king and me.body.hp == me.body.most)
    ):
        return False
    foe = f.foe(me)
    if foe.afflictions.held:
        return False
    risk = death_risk(f, foe, me)
    if me.conduct.temper == tables.BRAVE:
        return risk >= BRAVE_RISK and odds(f, me, foe) < BRAVE_ODDS
    if me.conduct.temper == tables.CAUTIOUS:
        return risk >= CAUTIOUS_RISK
    return risk > 0 or (me.body.hp < me.body.most and f.t.chance(HURT_COWARD, "a coward is hurt"))


def death_risk(f: Fight, foe: Combatant, me: Combatant) -> float:
    """Return the chance to be slain next by a blow, or by arrows as if all hit together."""
    if f.span < MELEE_RANGE:
        most = foe.arms.arrows * foe.arms.missile_damage
        chance = arrow_chance(f, foe, me) if foe.arms.arrows else 0.0
    else:
        most = plain_harm(foe.arms.damage, foe, me) - int(foe.afflictions.wracked)
        chance = hit_chance(f, foe, me)
    if me.body.hp > most:
        return 0.0
    return chance / 100 * min(1.0, (most - me.body.hp + 1) / most)


def odds(f: Fight, me: Combatant, foe: Combatant) -> float:
    """Return a rough chance to win, by how long each would survive."""
    mine = blow_worth(f, me, foe) * me.body.hp
    other = blow_worth(f, foe, me) * foe.body.hp
    return mine / (mine + other) if mine + other else 0.5


def blow_worth(f: Fight, me: Combatant, foe: Combatant) -> float:
    """Return a round's average damage by the actual chance and damage."""
    average = (plain_harm(1, me, foe) + plain_harm(me.arms.damage, me, foe)) / 2 - me.afflictions.wracked
    return max(LATE_CHANCE, hit_chance(f, me, foe)) / 100 * max(0.5, average)

"""Personal combat by rounds: initiative, disrupted spells, end (5.0, 5.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.blows import fire, squeeze, strike
from palatine.games.adventurer_kings.rules.encounters.combat_spells import cast_from_item, cast_in_combat
from palatine.games.adventurer_kings.rules.encounters.combatant import (
    BOW_RANGE,
    MELEE_RANGE,
    SLAIN,
    SPELL_RANGE,
    YIELDED,
    Combatant,
)
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.flight import flee
from palatine.games.adventurer_kings.rules.encounters.phantasms import fight_phantasm
from palatine.games.adventurer_kings.rules.encounters.tactics import choose

ENDLESS: Final = 5000
"""Number of rounds that indicates an error in the rules."""
DISRUPTED_BASE, DISRUPTED_PER_POINT, DISRUPTED_BY_MISS, DISRUPTED_MOST = 35, 5, 30, 95
NO_ROOM: Final = 15
"""Percentage of the better archer to get no shot (5.2)."""
LEAST_DOUBLE: Final = 150
"""Minimum percentage of arrows when two archers meet, “about double” (5.2)."""
REGROWN: Final = 2


def fight_out(f: Fight) -> Fight:
    """Fight until a side is slain, flees or is spared (5.0)."""
    double_arrows(f)
    while not f.end:
        f.round += 1
        if f.round > ENDLESS:
            raise AssertionError("a combat ends")
        if f.is_late:
            grapple(f)
        fight_round(f)
    return f


def double_arrows(f: Fight) -> None:
    """Double the arrows of two archers, by 50 % more or less (5.2).

    Sometimes the better one gets none.
    """
    a, b = f.sides
    if not (a.arms.missile and b.arms.missile):
        return
    for each in f.sides:
        each.arms.arrows = round(each.arms.arrows * (LEAST_DOUBLE + f.t.die(101, "arrows") - 1) / 100)
    if a.arms.missile != b.arms.missile and f.t.chance(NO_ROOM, "no room to shoot"):
        max(a, b, key=lambda each: each.arms.missile).arms.arrows = 0


def grapple(f: Fight) -> None:
    """Switch an endless fight to hand-to-hand combat (5.10)."""
    f.span, f.phantasm = MELEE_RANGE, None
    for each in f.sides:
        each.guard.cover = each.guard.melee_cover = each.guard.missile_cover = 1.0
        each.afflictions.gripping, each.afflictions.gripped, each.afflictions.held, each.afflictions.wracked = (
            0,
            False,
            0,
            0.0,
        )
        each.afflictions.silenced = True
        each.conduct.plan, each.conduct.at = (orders.Strike(),), 0


# A round


def fight_round(f: Fight) -> None:
    """Fight a round: both choose, the better one acts first (5.0)."""
    for side in f.sides:
        side.afflictions.shaken = 0
        if side.special.startswith("regrows") and not f.is_late:
            side.body.hp = min(side.body.most, side.body.hp + REGROWN)
    if not fight_phantasm(f):
        act_in_order(f)
    for side in f.sides:
        side.afflictions.held = max(0, side.afflictions.held - 1)
    end_round(f)


def act_in_order(f: Fight) -> None:
    """Let combatants act who are not held; a stunned one loses the action."""
    chosen = [(side, choose(f, side)) for side in f.sides if not side.afflictions.held]
    for side, tactic in by_initiative(f, chosen):
        if not f.end and not side.afflictions.held and f.phantasm is None and not is_disrupted(f, side, tactic):
            carry_out_tactic(f, side, tactic)
            end_round(f)


def end_round(f: Fight) -> None:
    """End the round: without hit points a combatant dies unless reborn; of two the worse hurt."""
    for side in f.sides:
        if side.is_dead and side.special.startswith("reborn") and not side.body.reborn:
            side.body.reborn, side.body.hp = True, max(1, side.body.most // 2)
            f.log_fight("reborn", "AK-5.0-04", name=side.name)
    if f.end:
        return
    down = sorted((side for side in f.sides if side.is_dead), key=lambda side: side.body.hp)
    if down:
        for other in down[1:]:
            other.body.hp = 1
        f.finish(SLAIN, down[0])
        f.log_fight("slain", "AK-5.0-04", name=down[0].name, foe=f.foe(down[0]).name)
        return
    beaten = next((side for side in f.sides if 2 * side.body.hp <= side.body.most), None)
    if f.to_half and beaten is not None:
        f.finish(YIELDED, beaten)
        f.log_fight("yields", "AK-5.4-01", name=beaten.name, foe=f.foe(beaten).name)


def by_initiative(f: Fight, chosen: list[tuple[Combatant, orders.Tactic]]) -> list[tuple[Combatant, orders.Tactic]]:
    """Return the order of actions by range, then skill, then chance (5.0).

    At Spell range spells come first, at Melee range blows.
    """
    if len(chosen) < 2:
        return chosen
    first, second = [priority(f, side, tactic) for side, tactic in chosen]
    if first == second:
        return chosen if f.t.die(2, "who goes first") == 1 else chosen[::-1]
    return chosen if first > second else chosen[::-1]


def priority(f: Fight, side: Combatant, tactic: orders.Tactic) -> tuple[int, int]:
    """Return the sort key of an action: its kind at this range, then its skill."""
    spells = isinstance(tactic, orders.Cast | orders.UseItem)
    blow = isinstance(tactic, orders.Strike) and f.span == MELEE_RANGE
    ahead = (f.span == SPELL_RANGE and spells) or (f.span == MELEE_RANGE and blow)
    if f.t.masters(side.number, tables.FIRST_BLOW):
        return 3, 0
    if isinstance(tactic, orders.Fire) and f.t.masters(side.number, tables.FIRST_VOLLEY):
        return 2, 0
    return int(ahead), skill_for(f, side, tactic)


def skill_for(f: Fight, side: Combatant, tactic: orders.Tactic) -> int:
    """Return the skill level of a tactic; closing in has none."""
    if isinstance(tactic, orders.Cast):
        return side.magic.levels.get(side.magic_of(tables.SPELL_BY_CODE[tactic.spell]), 0)
    if isinstance(tactic, orders.UseItem):
        return side.sorcery()
    if isinstance(tactic, orders.Fire):
        return side.arms.missile if f.span == BOW_RANGE else 0
    return side.arms.melee if isinstance(tactic, orders.Strike) and f.span == MELEE_RANGE else 0


def is_disrupted(f: Fight, side: Combatant, tactic: orders.Tactic) -> bool:
    """Return whether damage or a blow disrupts a caster's spell and turn (5.1)."""
    if not isinstance(tactic, orders.Cast) or not side.afflictions.shaken:
        return False
    harm = side.afflictions.shaken - 1
    percent = min(DISRUPTED_MOST, DISRUPTED_BASE + DISRUPTED_PER_POINT * harm) if harm else DISRUPTED_BY_MISS
    if not f.t.chance(percent, "spell disrupted"):
        return False
    spell = tables.SPELL_BY_CODE[tactic.spell]
    side.magic.used.add(spell)
    side.magic.spells[side.magic_of(spell)] -= 1
    f.log_fight("disrupted", "AK-5.1-04", name=side.name, spell=spell)
    return True


def carry_out_tactic(f: Fight, me: Combatant, tactic: orders.Tactic) -> None:
    if isinstance(tactic, orders.Flee):
        flee(f, me)
    elif isinstance(tactic, orders.Cast):
        cast_in_combat(f, me, tables.SPELL_BY_CODE[tactic.spell])
    elif isinstance(tactic, orders.UseItem):
        cast_from_item(f, me, tactic.item)
    elif isinstance(tactic, orders.Fire):
        fire(f, me)
    elif me.afflictions.gripping:
        squeeze(f, me)
    else:
        strike(f, me)


def learn_from_fight(t: Turn, fight: Fight) -> None:
    """Award experience for arrows, blows and spells to surviving characters (3.19)."""
    for side in fight.sides:
        if side.number and not side.is_dead:
            for experience, ability in sorted(side.conduct.experiences):
                learn_by_doing(t, side.number, ability, experience)

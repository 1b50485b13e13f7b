"""Theft (5.5)."""

from __future__ import annotations

from typing import Final

from palatine.core import Tally
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.characters.practice import acquire
from palatine.games.adventurer_kings.rules.common.belongings import place_item, spend_charge
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.turn import TallyPart, Turn
from palatine.games.adventurer_kings.rules.encounters.combat_spells import CAST_BASE, CAST_MOST, CAST_PER_LEVEL

BASE, PER_LEVEL, MOST = 15, 15, 95
INVISIBLE, PRINCELY = 15, 10
UNSEEN: Final = 30
"""Percentage of failed thieves who escape; each level adds as much as to a theft."""
HIDES: Final = (0, 0, 5, 10, 25, 50)
"""Percentage to have hidden an item, by mind (5.5)."""
TREASURY_BASE, TREASURY_PER_LEVEL, TREASURY_MOST = 10, 5, 50
"""Percentage of a King's treasury that a thief takes (5.5, A60)."""
LEARNS: Final = 50
"""Percentage of a master's thefts from a kingdom that also yield a discovery."""
WATCHFUL: Final = 25
"""Percentage added by the Blade of Justice to catching a thief (12.1)."""


def roll_theft(t: Turn, n: int, before: orders.Plan, is_guarded: bool) -> Tally:
    """Roll a theft: 15 % plus 15 % per level (4.2.3, 5.5).

    Invisibility adds 15 %; against Kings and generals the chance is halved.
    """
    parts: list[TallyPart] = [
        (BASE, "AK-5.5-01", "theft-base"),
        (PER_LEVEL * t.level(n, tables.THIEF), "AK-4.3.5-01", "theft-skill"),
        (PRINCELY * t.has_title(n, titles.PRINCE_OF_THIEVES), "AK-12.1-08", "theft-title"),
        (INVISIBLE * vanishes(t, n, before), "AK-4.2.3-09", "theft-unseen"),
    ]
    whole = min(MOST, sum([amount for amount, _, _ in parts]))
    parts.append((whole - sum([amount for amount, _, _ in parts]), "AK-5.5-01", "at-most"))
    if is_guarded and not t.masters(n, tables.ROYAL_THEFT):
        parts.append((whole // 2 - whole, "AK-5.5-02", "theft-guarded"))
    tally = t.attempt("theft", *parts)
    return tally if tally.succeeds or not t.second_try(n) else t.attempt("theft, with luck", *parts)


def vanishes(t: Turn, n: int, before: orders.Plan) -> bool:
    """Return whether a spell or ring makes the thief invisible before stealing (4.2.3)."""
    s = t.s
    for tactic in before:
        if isinstance(tactic, orders.UseItem) and tactic.item in s.items_of(n):
            found = s.items[tactic.item]
            if tables.ITEMS[found.kind].spell == tables.INVISIBILITY:
                spend_charge(t, tactic.item)
                return True
        level = t.level(n, tables.ILLUSORY_MAGIC)
        if isinstance(tactic, orders.Cast) and tables.SPELL_BY_CODE[tactic.spell] == tables.INVISIBILITY and level:
            learn_by_doing(t, n, tables.ILLUSORY_MAGIC, "combat_spell")
            return t.chance(min(CAST_MOST, CAST_BASE + CAST_PER_LEVEL * level), "Invisibility before a theft")
    return False


def slips_away(t: Turn, n: int, watchful: int = 0) -> bool:
    """Return whether a failed thief escapes; `watchful` improves the others' chance (5.5)."""
    caught: float = 100 - min(MOST, UNSEEN + PER_LEVEL * t.level(n, tables.THIEF)) + watchful
    if t.masters(n, tables.HARD_TO_CATCH):
        caught /= 2
    return not t.chance(caught, "the thief is caught")


# From monsters


def steal_from_monster(t: Turn, n: int, number: int, before: orders.Plan) -> bool:
    """Steal gold or an unhidden item and return whether the thief is caught (5.5)."""
    learn_by_doing(t, n, tables.THIEF, "steal")
    tally = roll_theft(t, n, before, is_guarded=False)
    monster = t.s.features[number].monster
    if not tally.succeeds:
        caught = not slips_away(t, n)
        kind = "theft-noticed" if caught else "theft-fails"
        t.log(kind, "AK-5.5-04", t.witnesses(n), tally, who=n, feature=number, monster=monster)
        return caught
    t.log("theft", "AK-5.5-01", t.witnesses(n), tally, who=n, monster=monster)
    for _ in range(1 + t.masters(n, tables.DOUBLE_THEFT)):
        award_theft_honour(t, n, take_from_hoard(t, n, number))
    return False


def award_theft_honour(t: Turn, n: int, stolen: bool) -> None:
    """Award points toward the thieves' title for a theft (12.1)."""
    if stolen:
        t.s.honour(n, titles.PRINCE_OF_THIEVES, 1)


def take_from_hoard(t: Turn, n: int, number: int) -> bool:
    """Take an item, otherwise 25 to 75 % of the gold; return whether there was any (5.5)."""
    s = t.s
    mind = tables.MONSTERS[s.features[number].monster].mind
    open_items = [
        i for i, item in s.items.items() if item.feature == number and not t.chance(HIDES[mind], "a hidden item")
    ]
    if open_items:
        item = open_items[t.die(len(open_items), "which item") - 1]
        place_item(t, item, bearer=t.keeper(n))
        t.log("stolen-item", "AK-5.5-01", t.witnesses(n), who=n, item=item)
        return True
    hoard = s.features[number].gold
    gold = hoard * (24 + t.die(51, "share of a hoard")) // 100
    if not gold:
        t.log("nothing-to-steal", "AK-5.5-01", t.witnesses(n), who=n)
        return False
    s.set_feature(number, gold=hoard - gold)
    s.pay(s.people[n].seat, gold)
    t.log("stolen-gold", "AK-5.5-01", t.witnesses(n), who=n, gold=gold)
    return True


# From people


def steal_from_person(t: Turn, n: int, foe: int, before: orders.Plan) -> str:
    """Steal an item from a Hero or gold from a King (5.5).

    A caught thief dies, pays, or fights ("fight").
    """
    s = t.s
    is_guarded = s.people[foe].is_king or s.is_general(foe)
    learn_by_doing(t, n, tables.THIEF, "steal")
    tally = roll_theft(t, n, before, is_guarded)
    if tally.succeeds:
        t.log("theft-from", "AK-5.5-01", t.witnesses(n), tally, who=n, other=foe)
        for _ in range(1 + t.masters(n, tables.DOUBLE_THEFT)):
            award_theft_honour(t, n, loot(t, n, foe))
        learn_from(t, n, foe)
        return ""
    justice = WATCHFUL * any(t.has_title(m, titles.BLADE_OF_JUSTICE) for m, _ in s.at_home(s.people[foe].seat))
    if slips_away(t, n, justice):
        t.log("theft-missed", "AK-5.5-04", t.witnesses(n), tally, who=n, other=foe)
        return ""
    t.log("theft-caught", "AK-5.5-05", t.witnesses(n, foe), tally, who=n, other=foe)
    s.honour(foe, titles.BLADE_OF_JUSTICE, 1)
    if not is_guarded:
        return "fight"
    punish(t, n, foe)
    return ""


def loot(t: Turn, n: int, foe: int) -> bool:
    """Take a share of a King's treasury, or a Hero's item; return whether there was any.

    The share grows with the thief's skill. See 5.5, A60.
    """
    s = t.s
    victim = s.people[foe]
    if victim.is_king and victim.seat >= 0 and s.kingdoms[victim.seat].gold:
        treasury = s.kingdoms[victim.seat].gold
        percent = min(TREASURY_MOST, TREASURY_BASE + TREASURY_PER_LEVEL * t.level(n, tables.THIEF))
        gold = max(1, treasury * percent // 100)
        s.pay(victim.seat, -gold)
        s.pay(s.people[n].seat, gold)
        t.log("stolen-treasury", "AK-5.5-03", t.witnesses(n), who=n, other=foe, gold=gold)
        t.log("robbed", "AK-5.5-03", [victim.seat], gold=gold)
        return True
    items = [] if victim.is_king or victim.visitor else s.items_of(foe)
    if not items:
        t.log("nothing-to-steal", "AK-5.5-01", t.witnesses(n), who=n)
        return False
    item = items[t.die(len(items), "which item") - 1]
    place_item(t, item, bearer=t.keeper(n))
    t.log("stolen-item", "AK-5.5-01", t.witnesses(n), who=n, item=item)
    t.log("robbed-of", "AK-5.5-01", [victim.seat], who=foe, item=item)
    return True


def learn_from(t: Turn, n: int, foe: int) -> None:
    """Let a master thief perhaps bring home a discovery of the robbed kingdom."""
    s = t.s
    seat, other = s.people[n].seat, s.people[foe].seat
    if other < 0 or not t.masters(n, tables.STOLEN_DISCOVERY) or not t.chance(LEARNS, "a stolen discovery"):
        return
    new = [d for d in s.kingdoms[other].discoveries if d not in s.kingdoms[seat].discoveries]
    if new:
        acquire(t, seat, new[0])
        t.log("invention-stolen", "AK-2.0-02", t.witnesses(n), who=n, discovery=new[0], realm=other)


def punish(t: Turn, n: int, foe: int) -> None:
    """Punish a thief who robbed a King or general (5.5, A116).

    A Hero dies; a King pays half of the gold, or dies without any.
    """
    s = t.s
    thief, victim = s.people[n], s.people[foe]
    if not thief.is_king:
        t.log("executed", "AK-5.5-05", t.witnesses(n, foe), who=n, other=foe)
        die(t, n)
        return
    if t.masters(n, tables.NO_RANSOM):
        t.log("no-ransom", "AK-2.0-02", t.witnesses(n, foe), who=n, other=foe)
        return
    gold = s.kingdoms[thief.seat].gold
    if not gold:
        t.log("executed", "AK-5.5-06", t.witnesses(n, foe), who=n, other=foe)
        die(t, n)
        return
    ransom = (gold + 1) // 2
    s.pay(thief.seat, -ransom)
    if victim.seat >= 0:
        s.pay(victim.seat, ransom)
    t.log("ransomed", "AK-5.5-06", t.witnesses(n, foe), who=n, other=foe, gold=ransom)

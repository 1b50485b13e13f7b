"""Theft (5.5)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.deaths import die
from palatine.games.adventurer_kings.experience import learn_by_doing
from palatine.games.adventurer_kings.turn import Turn

BASE, PER_LEVEL, MOST = 15, 15, 95
INVISIBLE: Final = 15
UNSEEN: Final = 30
"""The percentage of failed thieves who get away, and as much as a theft's level more."""
HIDES: Final = (0, 0, 5, 10, 25, 50)
"""By mind: the percentage to have hidden an item (5.5)."""
PRINCE_OF_THIEVES, BLADE_OF_JUSTICE = 32, 36


def chance_to_steal(t: Turn, n: int, before: o.Plan) -> float:
    """15% and 15% a level; unseen 15 more, if the spell succeeds (5.5, 4.2.3)."""
    percent: float = BASE + PER_LEVEL * t.level(n, c.TH)
    if t.has_title(n, PRINCE_OF_THIEVES):
        percent += 10
    if any(isinstance(each, o.Cast) and each.spell == "IL-IN" for each in before) and vanishes(t, n):
        percent += INVISIBLE
    return min(MOST, percent)


def vanishes(t: Turn, n: int) -> bool:
    level = t.level(n, c.IL)
    return level > 0 and t.chance(30 + 15 * level, "Invisibility before a theft")


def slips_away(t: Turn, n: int) -> bool:
    """Whether a thief who has failed is not caught (5.5)."""
    missed = 100 - min(MOST, UNSEEN + PER_LEVEL * t.level(n, c.TH))
    if t.masters(n, c.TH, 0):
        missed //= 2
    return not t.chance(missed, "the thief is caught")


def steal_from_monster(t: Turn, n: int, number: int, before: o.Plan) -> bool:
    """Some gold, or an item it has not hidden; whether he is caught (5.5)."""
    s = t.s
    feature = s.features[number]
    learn_by_doing(t, n, c.TH, "steal")
    if not t.chance(chance_to_steal(t, n, before), "theft"):
        caught = not slips_away(t, n)
        t.tell("theft-fails", "AK-5.5-04", t.witnesses(n), who=n, feature=number, caught=caught)
        return caught
    mind = c.MONSTERS[feature.monster].mind
    for _ in range(1 + t.masters(n, c.TH, 1)):
        take_from_hoard(t, n, number, mind)
    return False


def take_from_hoard(t: Turn, n: int, number: int, mind: int) -> None:
    s = t.s
    open_items = [
        i for i, item in s.items.items() if item.feature == number and not t.chance(HIDES[mind], "a hidden item")
    ]
    s.honour(n, PRINCE_OF_THIEVES, 1)
    if open_items:
        item = open_items[t.die(len(open_items), "which item") - 1]
        s.set_item(item, bearer=n, feature=0)
        t.forget_skills()
        t.tell("stolen-item", "AK-5.5-01", t.witnesses(n), who=n, item=item, feature=number)
        return
    hoard = s.features[number].gold
    gold = hoard * (24 + t.die(51, "share of a hoard")) // 100
    s.set_feature(number, gold=hoard - gold)
    s.pay(s.people[n].seat, gold)
    t.tell("stolen-gold", "AK-5.5-01", t.witnesses(n), who=n, gold=gold, feature=number)


def steal_from_person(t: Turn, n: int, foe: int, before: o.Plan) -> str:
    """From a Hero an item, from a King gold; who is caught dies, pays, or fights ("fight") (5.5)."""
    s = t.s
    victim = s.people[foe]
    guarded = victim.is_king or bool(s.led_by(foe))
    learn_by_doing(t, n, c.TH, "steal")
    percent = chance_to_steal(t, n, before)
    if guarded and not t.masters(n, c.TH, 2):
        percent /= 2
    if t.chance(percent, "theft"):
        loot(t, n, foe)
        return ""
    if slips_away(t, n):
        t.tell("theft-missed", "AK-5.5-04", t.witnesses(n), who=n, other=foe)
        return ""
    t.tell("theft-caught", "AK-5.5-05", t.witnesses(n, foe), who=n, other=foe)
    s.honour(foe, BLADE_OF_JUSTICE, 1)
    if not guarded:
        return "fight"
    punish(t, n, foe)
    return ""


def loot(t: Turn, n: int, foe: int) -> None:
    """A share of a King's treasury, more for the better thief; else an item (5.5, A60)."""
    s = t.s
    victim = s.people[foe]
    items = s.items_of(foe)
    s.honour(n, PRINCE_OF_THIEVES, 1)
    if items and not victim.is_king:
        item = items[t.die(len(items), "which item") - 1]
        s.set_item(item, bearer=n)
        t.forget_skills()
        t.tell("stolen-item", "AK-5.5-01", t.witnesses(n), who=n, item=item, feature=0)
        return
    if victim.seat < 0:
        t.tell("nothing-to-steal", "AK-5.5-01", t.witnesses(n), who=n, other=foe)
        return
    if victim.is_king:
        treasury = s.kingdoms[victim.seat].gold
        gold = min(treasury, max(1, treasury * min(50, 10 + 5 * t.level(n, c.TH)) // 100))
        s.pay(victim.seat, -gold)
        s.pay(s.people[n].seat, gold)
        t.tell("stolen-treasury", "AK-5.5-03", t.witnesses(n), who=n, other=foe, gold=gold)
        t.tell("robbed", "AK-5.5-03", [victim.seat], gold=gold)
        return
    t.tell("nothing-to-steal", "AK-5.5-01", t.witnesses(n), who=n, other=foe)


def punish(t: Turn, n: int, foe: int) -> None:
    """A Hero who robs a King or a general dies; a King pays half his gold, or dies if he has none (5.5, A116)."""
    s = t.s
    thief, victim = s.people[n], s.people[foe]
    if not thief.is_king:
        t.tell("executed", "AK-5.5-05", t.witnesses(n, foe), who=n, other=foe)
        die(t, n)
        return
    gold = s.kingdoms[thief.seat].gold
    if t.masters(n, c.TH, 3):
        return
    if not gold:
        t.tell("executed", "AK-5.5-06", t.witnesses(n, foe), who=n, other=foe)
        die(t, n)
        return
    s.pay(thief.seat, -(gold // 2))
    if victim.seat >= 0:
        s.pay(victim.seat, gold // 2)
    t.tell("ransomed", "AK-5.5-06", t.witnesses(n, foe), who=n, other=foe, gold=gold // 2)

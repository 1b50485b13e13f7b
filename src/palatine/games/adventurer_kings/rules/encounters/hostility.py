"""Hostility of plans and tactics, used by plans, challenges and checks (3.12, 5.0, 5.10)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.state import State

BLOWS: Final = orders.Fire | orders.Strike | orders.Cast


def is_hostile(s: State, n: int, plan: orders.Plan) -> bool:
    """Return whether a plan contains combat tactics or spells, including Charm (3.12, A114)."""
    return any(is_aggressive(s, n, each) for each in plan)


def is_aggressive(s: State, n: int, tactic: orders.Tactic) -> bool:
    """Return whether a tactic is combat: an arrow, blow, spell or carried combat item."""
    return isinstance(tactic, BLOWS) or (isinstance(tactic, orders.UseItem) and harms(s, n, tactic.item))


def harms(s: State, n: int, item: int) -> bool:
    """Return whether a character carries an item that is a weapon or casts a combat spell."""
    found = s.items.get(item)
    if found is None or found.bearer != n:
        return False
    kind = tables.ITEMS[found.kind]
    return "weapon" in kind.kinds or (kind.spell >= 0 and tables.SPELLS[kind.spell].combat)


def begins_fight(s: State, n: int, plan: orders.Plan, at: int) -> bool:
    """Return whether tactic `at` begins a fight; Invisibility may only prepare a theft (4.2.3)."""
    theft_follows = any(isinstance(each, orders.Steal) for each in plan[at + 1 :])
    return is_aggressive(s, n, plan[at]) and not theft_follows

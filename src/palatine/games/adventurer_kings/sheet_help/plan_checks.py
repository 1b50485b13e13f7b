"""Errors of an encounter plan (5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.encounter_plans import SAYS
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.encounters.fighters import is_duelist
from palatine.games.adventurer_kings.rules.encounters.hostility import is_aggressive
from palatine.games.adventurer_kings.state import State


def special_faults(s: State, order: orders.Special) -> Iterator[Fault]:
    """Yield the faults of a Special Plan, including those of any plan (5.10)."""
    yield from parley_faults(order)
    yield from plan_faults(s, order.character, order.plan)


def parley_faults(order: orders.Special) -> Iterator[Fault]:
    """Reject talk, fulfilment and theft in a Special Plan (5.10)."""
    for tactic in order.plan:
        if isinstance(tactic, orders.Talk | orders.Fulfil | orders.Steal):
            yield wrong("AK-5.10-01", "not-in-special")


def plan_faults(s: State, n: int, plan: orders.Plan) -> Iterator[Fault]:
    """Yield the faults of a plan (5.1, 5.4, 5.5).

    It may have one of talk, theft and fulfilment, before anything hostile, and only spells that can be cast.
    """
    parleys = [each for each in plan if isinstance(each, orders.Talk | orders.Fulfil | orders.Steal)]
    if len({type(each) for each in parleys}) > 1:
        yield wrong("AK-5.5-08", "one-parley")
    hostile = False
    cast: set[str] = set()
    for at, tactic in enumerate(plan):
        if isinstance(tactic, orders.Talk | orders.Steal) and hostile:
            yield wrong("AK-5.0-03", "parley-after-blows")
        vanishes = isinstance(tactic, orders.Cast) and tactic.spell == "IL-IN" and any(
            isinstance(each, orders.Steal) for each in plan[at + 1 :]
        )  # fmt: skip
        hostile = hostile or (is_aggressive(s, n, tactic) and not vanishes)
        yield from tactic_faults(s, n, tactic, cast)


def owns(s: State, seat: int, item: int) -> bool:
    """Return whether one of a seat's people has an item.

    A King has no certain knowledge of other items.
    """
    found = s.items.get(item)
    return found is not None and found.bearer in s.people and s.people[found.bearer].seat == seat


def tactic_faults(s: State, n: int, tactic: orders.Tactic, cast: set[str]) -> Iterator[Fault]:
    if isinstance(tactic, orders.Cast):
        spell = tables.SPELLS[tables.SPELL_BY_CODE[tactic.spell]]
        if not spell.combat:
            yield wrong("AK-5.1-01", "no-combat-spell", spell=tables.SPELL_BY_CODE[tactic.spell])
        elif tactic.spell in cast:
            yield wrong("AK-4.2-05", "same-spell", spell=tables.SPELL_BY_CODE[tactic.spell])
        elif not effective(
            s, n, ability := tables.magic_of(tables.SPELL_BY_CODE[tactic.spell], s.people[n].alignment)
        ):
            yield wrong("AK-4.0-01", "no-skill", ability=ability)
        cast.add(tactic.spell)
    elif isinstance(tactic, orders.Fire) and not effective(s, n, tables.ARCHERY) and not is_duelist(s, n):
        yield wrong("AK-4.0-01", "no-skill", ability=tables.ARCHERY)
    elif isinstance(tactic, orders.UseItem | orders.GiveItem) and not owns(s, s.people[n].seat, tactic.item):
        yield doubtful("AK-5.7-01", "no-item", number=tactic.item)
    elif isinstance(tactic, orders.Say) and len(tactic.text) > SAYS:
        yield wrong("AK-5.4-04", "too-many-words", most=SAYS)


Fault = tuple[str, str, bool, dict[str, Any]]
"""Clause, reason (a key of `check` unless it has a dot), uncertainty, and data."""


def wrong(clause: str, reason: str, /, **data: Any) -> Fault:
    return clause, reason, False, data


def doubtful(clause: str, reason: str, /, **data: Any) -> Fault:
    return clause, reason, True, data

"""Previews of orders other than marches: danger and permanent losses (3, 4.2, 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.core.guidance.preview import Consequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED
from palatine.games.adventurer_kings.decisions import DECISIONS, preview
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview import marches
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.common.turn import shown_percentage
from palatine.games.adventurer_kings.rules.encounters.hostility import is_hostile
from palatine.games.adventurer_kings.rules.magic.necromancy import plague_master, plague_risk, spread_chance


def action_warnings(context: SheetContext, line: int, order: orders.Act) -> Iterator[Consequence]:
    """Yield the consequences of a line."""
    found = DECISIONS.preview_of(type(order.action))
    if found is not None:
        yield from found(context, line, order, order.action)


@preview(orders.Move)
def preview_move(context: SheetContext, line: int, order: orders.Act, action: orders.Move) -> Iterator[Consequence]:
    yield from marches.march_warnings(context, line, order)


# Risks


@preview(orders.Search)
@preview(orders.Encounter)
@preview(orders.Pursue)
def preview_risk(context: SheetContext, line: int, order: orders.Act, action: Any) -> Iterator[Consequence]:
    """Yield the risks of a fight, and of gifts in it (5.0, 5.6, 5.7, 10.1)."""
    n, plan = order.character, action.plan
    person = context.s.people[n]
    gifts = [each.item for each in plan if isinstance(each, orders.GiveItem) and each.item in context.s.items]
    if gifts:
        yield context.warning(line, "gifts", "AK-5.7-01", items=gifts)
    if isinstance(action, orders.Pursue) and (not plan or action.character == n):
        return
    fights = not plan or is_hostile(context.s, n, plan)
    if person.is_king and fights:
        yield context.warning(line, "king-fights", "AK-5.9-04", who=n)
    elif fights and not any(isinstance(each, orders.Flee) for each in plan):
        yield context.note(line, "no-flight", "AK-5.0-04", who=n)
    if person.is_king and orders.is_theft(action) and isinstance(action, orders.Encounter):
        yield context.warning(line, "king-steals", "AK-5.5-06", who=n)
    elif orders.is_theft(action) and isinstance(action, orders.Encounter):
        yield context.note(line, "thief", "AK-5.5-05", who=n)


# What is given up


@preview(orders.Disband)
def preview_disband(
    context: SheetContext, line: int, order: orders.Act, action: orders.Disband
) -> Iterator[Consequence]:
    """Yield the armies that are given up (3.6)."""
    armies = action.armies or context.leads(order.character, order.phase)
    mine = [a for a in armies if a in context.s.armies]
    if mine:
        yield context.warning(line, "disband", "AK-3.6-03", count=len(mine))


@preview(orders.Dismiss)
def preview_dismiss(
    context: SheetContext, line: int, order: orders.Act, action: orders.Dismiss
) -> Iterator[Consequence]:
    if action.hero in context.course.acts and action.hero != order.character:
        yield context.warning(line, "dismiss", "AK-3.7-02", who=action.hero)


@preview(orders.Give)
def preview_give(context: SheetContext, line: int, order: orders.Act, action: orders.Give) -> Iterator[Consequence]:
    """Yield that gifts to another King's people are permanent (3.18)."""
    other = context.s.people.get(action.to)
    if other is not None and other.seat == context.me:
        return
    if action.gold:
        yield context.warning(line, "give-gold", "AK-3.18-03", gold=action.gold, other=action.to)
    elif action.item in context.s.items and not action.in_return:
        yield context.warning(line, "give-item", "AK-3.18-01", item=action.item, other=action.to)


@preview(orders.Leave)
def preview_leave(
    context: SheetContext, line: int, order: orders.Act, action: orders.Leave
) -> Iterator[Consequence]:
    """Yield armies lost to an ally, or skeletons lost to the living (3.8, 4.2.5)."""
    here = context.here(order)
    armies = [a for a in action.armies or context.leads(order.character, order.phase) if a in context.s.armies]
    owner = context.s.owners[here]
    if (
        armies
        and not action.to
        and owner >= 0
        and owner != context.me
        and context.s.relation(context.me, owner) == ALLIED
    ):
        yield context.warning(line, "leave-ally", "AK-3.8-02", count=len(armies), realm=owner)
    bones = [a for a in armies if context.s.armies[a].is_skeletal]
    if bones and context.s.kingdoms[context.me].alignment != tables.UNDEAD:
        yield context.warning(line, "leave-bones", "AK-4.2.5-08", count=len(bones))


# Magic

STRIKES: Final = {tables.PLAGUE: "AK-4.2.5-16", tables.TORNADO: "AK-4.2.4-03", tables.FLOOD: "AK-4.2.4-02"}
"""Spells that strike all pieces in a place, with their clauses."""


@preview(orders.CastSpell)
def preview_cast(
    context: SheetContext, line: int, order: orders.Act, action: orders.CastSpell
) -> Iterator[Consequence]:
    yield from strike_warnings(context, line, order, tables.SPELL_BY_CODE[action.spell], action.target)


@preview(orders.Use)
def preview_use(context: SheetContext, line: int, order: orders.Act, action: orders.Use) -> Iterator[Consequence]:
    item = context.s.items.get(action.item)
    if item is not None and tables.ITEMS[item.kind].spell >= 0:
        yield from strike_warnings(context, line, order, tables.ITEMS[item.kind].spell, action.target)


def bones(context: SheetContext, line: int, order: orders.Act) -> Iterator[Consequence]:
    """Yield the battle caused by raising skeletons in an Enemy's land (4.2.5)."""
    here = context.here(order)
    if context.is_hostile(here):
        yield context.warning(line, "bones", "AK-4.2.5-07", place=here)


def strike_warnings(
    context: SheetContext, line: int, order: orders.Act, spell: int, target: int
) -> Iterator[Consequence]:
    """Yield spells over friendly armies, or next to the player's (4.2.4, 4.2.5)."""
    place = context.s.atlas.place(target) if target else context.here(order)
    if spell == tables.SKELETONS:
        yield from bones(context, line, order)
    if spell == tables.KILL and target:
        yield context.warning(line, "kill", "AK-4.2.5-11", who=order.character, other=target)
    if spell not in STRIKES or place < 0:
        return
    hit = [a for a in own_armies_at(context, order.phase, place) if suffers(context, spell, a)]
    owner = context.s.owners[place]
    is_ally = owner >= 0 and owner != context.me and context.s.relation(context.me, owner) == ALLIED
    if hit:
        yield context.warning(line, "strikes-own", STRIKES[spell], spell=spell, place=place, count=len(hit))
    elif is_ally:
        yield context.warning(line, "strikes-ally", STRIKES[spell], spell=spell, place=place, realm=owner)
    if spell == tables.PLAGUE:
        t = context.ground
        master = plague_master(t, order.character)
        own = [p for p in context.s.atlas.neighbours[place] if context.s.owners[p] == context.me]
        near = {p: percent for p in own if (percent := spread_chance(t, p, master))}
        if near:
            percent = max(near.values())
            told = context.warning(line, "plague-spreads", "AK-4.2.5-18", places=[*near], percent=percent)
            yield told.with_chances([shown_percentage("plague spreads", p, near[p]) for p in near])


def own_armies_at(context: SheetContext, phase: int, place: int) -> list[int]:
    """Return the player's armies expected in a place in a phase."""
    s, course = context.s, context.course
    led = {a: n for n in course.acts for a in course.leads(n, phase)}
    return [
        a for a, army in s.armies.items()
        if (course.place(led[a], phase) if a in led else army.place) == place
    ]  # fmt: skip


def suffers(context: SheetContext, spell: int, a: int) -> bool:
    """Return whether a spell harms an army.

    Plagues affect living armies of the four humanoid races, floods those on land.
    """
    army = context.s.armies[a]
    if spell == tables.PLAGUE:
        return plague_risk(context.ground, army, 1) > 0
    return spell != tables.FLOOD or army.type not in tables.SEA_ARMIES | tables.AIR_ARMIES

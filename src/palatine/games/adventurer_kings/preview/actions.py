"""Orders of characters other than marches: who risks his life, what is given up for good (3, 4.2, 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from palatine.core.guidance.preview import Consequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview import marches
from palatine.games.adventurer_kings.preview.context import PreviewContext
from palatine.games.adventurer_kings.rules.encounters.hostility import is_hostile


def warnings(look: PreviewContext, line: int, order: orders.Act) -> Iterator[Consequence]:
    """What a line brings with it."""
    found = TABLE.get(type(order.action))
    if found is not None:
        yield from found(look, line, order, order.action)


def move(look: PreviewContext, line: int, order: orders.Act, action: orders.Move) -> Iterator[Consequence]:
    yield from marches.warnings(look, line, order)


# Risks


def risk(look: PreviewContext, line: int, order: orders.Act, action: Any) -> Iterator[Consequence]:
    """A fight that a King seeks, or that somebody has no way out of; what is given away (5.0, 5.6, 5.7, 10.1)."""
    n, plan = order.character, action.plan
    person = look.s.people[n]
    gifts = [each.item for each in plan if isinstance(each, orders.GiveItem) and each.item in look.s.items]
    if gifts:
        yield look.warning(line, "gifts", "AK-5.7-01", items=gifts)
    if isinstance(action, orders.Pursue) and (not plan or action.character == n):
        return
    fights = not plan or is_hostile(look.s, n, plan)
    if person.is_king and fights:
        yield look.warning(line, "king-fights", "AK-5.9-04", who=n)
    elif fights and not any(isinstance(each, orders.Flee) for each in plan):
        yield look.note(line, "no-flight", "AK-5.0-04", who=n)
    if person.is_king and orders.is_theft(action) and isinstance(action, orders.Encounter):
        yield look.warning(line, "king-steals", "AK-5.5-06", who=n)
    elif orders.is_theft(action) and isinstance(action, orders.Encounter):
        yield look.note(line, "thief", "AK-5.5-05", who=n)


# What is given up


def disband(look: PreviewContext, line: int, order: orders.Act, action: orders.Disband) -> Iterator[Consequence]:
    """Armies that are one's own no more (3.6)."""
    armies = action.armies or look.leads(order.character, order.phase)
    mine = [a for a in armies if a in look.s.armies]
    if mine:
        yield look.warning(line, "disband", "AK-3.6-03", count=len(mine))


def dismiss(look: PreviewContext, line: int, order: orders.Act, action: orders.Dismiss) -> Iterator[Consequence]:
    if action.hero in look.course.acts and action.hero != order.character:
        yield look.warning(line, "dismiss", "AK-3.7-02", who=action.hero)


def give(look: PreviewContext, line: int, order: orders.Act, action: orders.Give) -> Iterator[Consequence]:
    """What goes to another King's people does not come back (3.18)."""
    other = look.s.people.get(action.to)
    if other is not None and other.seat == look.me:
        return
    if action.gold:
        yield look.warning(line, "give-gold", "AK-3.18-03", gold=action.gold, other=action.to)
    elif action.item in look.s.items and not action.in_return:
        yield look.warning(line, "give-item", "AK-3.18-01", item=action.item, other=action.to)


def leave(look: PreviewContext, line: int, order: orders.Act, action: orders.Leave) -> Iterator[Consequence]:
    """Armies left in an ally's land are the ally's; skeletons left to the living lie down (3.8, 4.2.5)."""
    here = look.here(order)
    armies = [a for a in action.armies or look.leads(order.character, order.phase) if a in look.s.armies]
    owner = look.s.owners[here]
    if armies and not action.to and owner >= 0 and owner != look.me and look.s.relation(look.me, owner) == ALLIED:
        yield look.warning(line, "leave-ally", "AK-3.8-02", count=len(armies), realm=owner)
    bones = [a for a in armies if look.s.armies[a].is_skeletal]
    if bones and look.s.kingdoms[look.me].alignment != tables.UNDEAD:
        yield look.warning(line, "leave-bones", "AK-4.2.5-08", count=len(bones))


# Magic

STRIKES: Final = {tables.PLAGUE: "AK-4.2.5-16", tables.TORNADO: "AK-4.2.4-03", tables.FLOOD: "AK-4.2.4-02"}
"""Spells that strike whoever is there, and under which clause."""


def cast(look: PreviewContext, line: int, order: orders.Act, action: orders.CastSpell) -> Iterator[Consequence]:
    yield from strike(look, line, order, tables.SPELL_BY_CODE[action.spell], action.target)


def use(look: PreviewContext, line: int, order: orders.Act, action: orders.Use) -> Iterator[Consequence]:
    item = look.s.items.get(action.item)
    if item is not None and tables.ITEMS[item.kind].spell >= 0:
        yield from strike(look, line, order, tables.ITEMS[item.kind].spell, action.target)


def bones(look: PreviewContext, line: int, order: orders.Act) -> Iterator[Consequence]:
    """Skeletons raised in an Enemy's land are a battle (4.2.5)."""
    here = look.here(order)
    if look.is_hostile(here):
        yield look.warning(line, "bones", "AK-4.2.5-07", place=here)


def strike(look: PreviewContext, line: int, order: orders.Act, spell: int, target: int) -> Iterator[Consequence]:
    """A spell over a land where one's own or allied armies stand, or next to one's own (4.2.4, 4.2.5)."""
    place = look.s.atlas.place(target) if target else look.here(order)
    if spell == tables.SKELETONS:
        yield from bones(look, line, order)
    if spell == tables.KILL and target:
        yield look.warning(line, "kill", "AK-4.2.5-11", who=order.character, other=target)
    if spell not in STRIKES or place < 0:
        return
    hit = [a for a in own_armies_at(look, order.phase, place) if suffers(look, spell, a)]
    owner = look.s.owners[place]
    is_ally = owner >= 0 and owner != look.me and look.s.relation(look.me, owner) == ALLIED
    if hit:
        yield look.warning(line, "strikes-own", STRIKES[spell], spell=spell, place=place, count=len(hit))
    elif is_ally:
        yield look.warning(line, "strikes-ally", STRIKES[spell], spell=spell, place=place, realm=owner)
    if spell == tables.PLAGUE:
        near = [p for p in look.s.atlas.neighbours[place] if look.s.owners[p] == look.me]
        if near:
            yield look.warning(line, "plague-spreads", "AK-4.2.5-18", places=near)


def own_armies_at(look: PreviewContext, phase: int, place: int) -> list[int]:
    """One's own armies that should be somewhere in a phase."""
    s, course = look.s, look.course
    led = {a: n for n in course.acts for a in course.leads(n, phase)}
    return [
        a for a, army in s.armies.items()
        if (course.place(led[a], phase) if a in led else army.place) == place
    ]  # fmt: skip


def suffers(look: PreviewContext, spell: int, a: int) -> bool:
    """Whether a spell harms such an army: plagues take the living of the four peoples, floods those on land."""
    army = look.s.armies[a]
    if spell == tables.PLAGUE:
        return army.race in tables.HUMANOID and not army.is_skeletal
    return spell != tables.FLOOD or army.type not in tables.SEA_ARMIES | tables.AIR_ARMIES


TABLE: Final[dict[type, Callable[[PreviewContext, int, orders.Act, Any], Iterator[Consequence]]]] = {
    orders.Move: move, orders.Search: risk, orders.Encounter: risk, orders.Pursue: risk, orders.Disband: disband,
    orders.Dismiss: dismiss,
    orders.Give: give, orders.Leave: leave, orders.CastSpell: cast, orders.Use: use,
}  # fmt: skip
"""By action: what there is to foresee."""

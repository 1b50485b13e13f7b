"""Previews of the gate, marches, and their attrition (5, 8, 10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from palatine.core.guidance.preview import Consequence, Odds, PreviewItem, Weight
from palatine.core.guidance.preview_context import Losses
from palatine.games.dark_emperor.components.pieces import (
    ENTRANTS,
    FIRST_DEVICE,
    FIRST_LEADER,
    LEADERS,
    MONSTERS,
    PADRECH,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import LIMIT, attrition_band
from palatine.games.dark_emperor.decisions import preview
from palatine.games.dark_emperor.preview import combat
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.characters.deaths import LORDS_OF_DEATH
from palatine.games.dark_emperor.rules.characters.devices import HEROISM, equipped
from palatine.games.dark_emperor.rules.characters.lone_leaders import escape_chance
from palatine.games.dark_emperor.rules.combat.combat import LORD_SLAYERS
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.attrition import (
    attrition_chance,
    attrition_results,
    moved_stacks,
    points_of,
)
from palatine.games.dark_emperor.rules.movement.march import March, halt_clause
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.stacking import excess
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState

GRAVE = 2
"""Column of the Attrition Table from which a march is a warning: 13 points."""


@preview(Gate, "enter")
def gate(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note on units above the limit of the gate's hex, where they may fight first (10)."""
    units = [p for p in ENTRANTS if p < UNITS]
    over = len(units) - LIMIT[o.operand]
    if over > 0:
        yield o.note("gate", "10.1b", units=len(units), over=over, limit=LIMIT[o.operand], hex=o.operand)


@preview(March, "go")
def go(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the next hex's attrition, stops, enemies and marker."""
    step: March = o.step
    yield from march_attrition(o, step)
    if o.is_sure:
        yield from stops(o, step)
    if o.s.is_held(o.side, o.operand):
        yield from among_enemies(o, step)
    if any([p in LEADERS for p in step.group]) and o.operand in o.s.markers:
        yield marker(o)


# Attrition (8.12)


def march_attrition(o: PreviewContext, step: March) -> Iterator[Consequence]:
    """Return attrition if the march enters another column of the Attrition Table (8.12)."""
    marching = [u for u in step.group if u < UNITS]
    if not marching or not o.is_sure:
        return
    before = points_so_far(o.s, marching)
    points = points_so_far(o.after, [u for u in marching if u in o.after.trails])
    if attrition_band(points) == attrition_band(before) and before:
        return
    yield worn(o, points, len(marching), "march")


def worn(o: PreviewContext, points: int, count: int, about: str) -> Consequence:
    """Return the possible losses of a stack with these points."""
    found = attrition_results(points, count)
    if min(found) >= count:
        return o.warning("attrition-all", "8.12a", points=points, count=count, about=about)
    weight: Weight = "warning" if attrition_band(points) >= GRAVE else "note"
    if count == 1:
        return o.roll_line("attrition-one", "8.12a", found, weight=weight, points=points, about=about)
    losses = [lost for lost, number in found.ways.items() for _ in range(number)]
    return o.line(weight, "attrition", "8.12a", points=points, count=count, losses=losses, about=about)


def points_so_far(s: DarkEmperorState, units: list[int]) -> int:
    gone = [u for u in units if u in s.trails]
    return points_of(s, gone) if gone else 0


def attrition_odds(o: PreviewContext) -> Iterator[Odds]:
    """Return the odds of each stack that has marched."""
    for points, stack in moved_stacks(o.s):
        if points:
            title = o.say("odds.attrition", hex=o.s.where[stack[0]], points=points, count=len(stack))
            chance = attrition_chance(points, len(stack), stack[0])
            yield o.odds_of(title, chance, partial(shown_loss, o, o.s.seats[o.s.side(stack[0])]), "8.12a")


def shown_loss(o: PreviewContext, seat: str, lost: int) -> tuple[str, Losses]:
    return (o.say("odds.lost", lost=lost), {seat: float(lost)}) if lost else (o.say("odds.unhurt"), {})


def doomed(s: DarkEmperorState) -> Iterator[tuple[int, int, int]]:
    """Return points, size and hex of stacks likely to have serious losses."""
    for points, stack in moved_stacks(s):
        if points and attrition_band(points) >= GRAVE:
            yield points, len(stack), s.where[stack[0]]


# Stops and enemies


def stops(o: PreviewContext, step: March) -> Iterator[Consequence]:
    """Return the pieces that must stop in this phase (8.17, 8.24, 8.32)."""
    halted = [p for p in step.group if p in o.after.stopped and p not in o.s.stopped]
    clauses = dict.fromkeys([halt_clause(o.after, p) for p in halted])
    for clause in clauses:
        who = [p for p in halted if halt_clause(o.after, p) == clause]
        if clause in ("8.32a", "8.24b"):
            yield o.note(f"stops.{clause}", clause, host=who, hex=o.operand)


def marker(o: PreviewContext) -> Consequence:
    """Return a note on the counters a marker can be: those not revealed yet (5.2, 18.12)."""
    left = o.s.markers.values()
    monsters = len([p for p in left if p in MONSTERS])
    return o.note("marker", "18.12a", monsters=monsters, devices=len(left) - monsters, count=len(left))


def among_enemies(o: PreviewContext, step: March) -> Iterator[PreviewItem]:
    """Return the battle as it stands after the move, and leaders who may be left alone."""
    if not o.is_sure:
        return
    n = o.operand
    found = combat.battle_ahead(o, o.after, n)
    if found is not None:
        yield found.as_it_stands
    for leader in [p for p in step.group if p in LEADERS]:
        if sword := lord_slayer(o.after, o.side, n, leader):
            key = "slayer-loses" if leader == PADRECH else "slayer"
            yield o.warning(key, "15.21", leader=leader, device=sword[1], bearer=sword[0])
        if found is None or found.wins < combat.LIKELY:
            chance = escape_chance(equipped(o.after, leader, HEROISM), leader)
            yield o.roll_line("alone", "9.27b", chance, weight="warning", leader=leader)


def lord_slayer(s: DarkEmperorState, side: int, h: int, leader: int) -> tuple[int, int] | None:
    """Return the enemy leader with a lord-slaying sword in a hex, and the sword (15.21)."""
    if leader not in LORDS_OF_DEATH:
        return None
    enemies = s.leaders(1 - side, h)
    return next(
        ((s.bearer[d - FIRST_DEVICE], d) for d in LORD_SLAYERS if s.bearer[d - FIRST_DEVICE] in enemies), None
    )


@preview(March, "halt")
def preview_halt(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a warning if a march ends above the stacking limit (10.1)."""
    step: March = o.step
    owed = excess(o.s, o.side, step.hex)
    if step.moved and owed > 0 and step.group[0] < FIRST_LEADER:
        yield o.warning("overstacked", "10.1b", owed=owed, hex=step.hex, limit=LIMIT[step.hex])


# Leaders and devices


@preview(March, "box")
def preview_to_box(o: PreviewContext) -> Iterator[PreviewItem]:
    yield o.note("to-box", "19.1b")


@preview(FromBox, "to")
def preview_from_box(o: PreviewContext) -> Iterator[PreviewItem]:
    if o.operand in o.s.markers:
        yield marker(o)


@preview(Movement, "drop")
def preview_drop(o: PreviewContext) -> Iterator[PreviewItem]:
    yield o.note("device-left", "15.14a", device=o.operand)

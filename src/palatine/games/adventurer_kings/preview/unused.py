"""Unused options of a sheet: idle people, gold, treaties, encounter plans (1.3, 3.0)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import UnusedOption
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.sheet_help.forecast import left_over

CHEAP = 2
"""Minimum gold for raising an army: its pay now and at the end of the year."""


def unused_options(context: SheetContext) -> Iterator[UnusedOption]:
    """Yield the unused options, the most important first."""
    if not any(isinstance(order, orders.Act) for order in context.orders):
        people = [context.s.people[n].name for n in context.course.acts]
        key = "no-orders" if context.orders else "no-sheet"
        yield context.unused(key, "AK-3.0-01" if context.orders else "AK-3.0-02", weight="warning", names=people)
    else:
        yield from idle(context)
    yield from idle_armies(context)
    yield from affordable_levies(context)
    yield from treaties(context)
    yield from unguarded(context)
    if context.s.kingdoms[context.me].awaits_levels and not any(
        isinstance(order, orders.Heir) for order in context.orders
    ):
        yield context.unused("heir", "AK-5.9-05", weight="warning")
    if context.s.is_voting and not any(isinstance(order, orders.Vote) for order in context.orders):
        yield context.unused("vote", "AK-10.2-02")


def idle(context: SheetContext) -> Iterator[UnusedOption]:
    """Yield people without orders for part of the year, the King first (1.3).

    Those without any order are warnings.
    """
    for n in sorted(context.course.acts, key=lambda n: not context.s.people[n].is_king):
        blank = blanks(context, n)
        place = context.s.people[n].place
        if blank == PHASES:
            key = "idle-king" if context.s.people[n].is_king else "idle"
            yield context.unused(key, "AK-1.3-01", (place,), "warning", who=n)
        elif blank:
            yield context.unused("blank", "AK-1.3-01", (place,), who=n, count=blank, of=PHASES)


def blanks(context: SheetContext, n: int) -> int:
    """Return the phases without an order, a long way still to go, or a Defence (3.1, 3.15)."""
    acts = context.course.acts[n]
    if context.s.people[n].is_imbecile or context.s.people[n].visitor:
        return 0
    if any(isinstance(each, orders.Defend | orders.Pursue) for each in acts):
        return 0
    return acts.count(None)


def idle_armies(context: SheetContext) -> Iterator[UnusedOption]:
    """Yield armies without a leader in a place with the player's people (3.9)."""
    taken = {a for n in context.course.acts for led in context.course.armies[n] for a in led}
    idle = [
        a for a, army in context.s.armies.items()
        if army.leader == NO_LEADER and a not in taken and army.type != tables.GARRISON
        and any(context.s.people[n].place == army.place for n in context.course.acts)
    ]  # fmt: skip
    if idle:
        yield context.unused("unled", "AK-3.9-01", [context.s.armies[a].place for a in idle], count=len(idle))


def affordable_levies(context: SheetContext) -> Iterator[UnusedOption]:
    """Yield gold that could raise and pay another army (3.4, 9.2)."""
    left = left_over(context.s, context.me, context.course, context.orders)
    recruits = any(isinstance(order.action, orders.Recruit) for _, order in context.acts())
    if left >= 2 * CHEAP and context.s.kingdoms[context.me].gold >= CHEAP:
        home = context.s.kingdoms[context.me].home
        places = (home,) if context.s.owners[home] == context.me else ()
        yield context.unused("gold" if recruits else "gold-unspent", "AK-3.4-13", places, gold=left)


def treaties(context: SheetContext) -> Iterator[UnusedOption]:
    """Yield Kings who were met and get no treaty line (8.2)."""
    said = {order.kingdom - 1 for order in context.orders if isinstance(order, orders.Treat | orders.BreakTreaty)}
    kingdom = context.s.kingdoms[context.me]
    silent = [
        other for other in kingdom.met if other not in said and context.s.relations[context.me][other] != ALLIED
    ]
    if silent:
        yield context.unused("treaties", "AK-8.2-01", realms=silent)


EXPOSED = orders.Move | orders.Explore | orders.Search | orders.Pursue | orders.Trail
"""Actions in which a character can encounter others."""


def unguarded(context: SheetContext) -> Iterator[UnusedOption]:
    """Yield people who travel alone without an encounter plan (5.10)."""
    alone = [
        n for n, acts in context.course.acts.items()
        if n not in context.course.planned and not context.course.leads(n, 1)
        and any(isinstance(each, EXPOSED) for each in acts)
    ]  # fmt: skip
    if alone:
        yield context.unused("no-plan", "AK-5.10-01", [context.s.people[n].place for n in alone], people=alone)

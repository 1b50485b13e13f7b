"""Previews of kingdom lines: money, treaties, elections, and the new King (2, 8, 9, 10.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core.guidance.preview import Consequence
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.common.naming import realm_as_known
from palatine.games.adventurer_kings.sheet_help.forecast import left_over

LONELY: Final = {"divine": "AK-2.1-02", "undead": "AK-2.1-02"}
"""Alignments that at most one King can have."""


def realm_warnings(context: SheetContext) -> Iterator[Consequence]:
    """Yield the consequences of the sheet as a whole and of its kingdom lines."""
    yield from pay(context)
    for line, order in enumerate(context.orders, 1):
        if isinstance(order, orders.BreakTreaty | orders.Treat):
            yield from treaty(context, line, order)
        elif isinstance(order, orders.SendMap) and 0 <= order.kingdom - 1 < len(context.s.kingdoms):
            yield context.note(
                line, "map", "AK-12.1-13", realm=realm_as_known(context.s, context.me, order.kingdom - 1)
            )
        elif isinstance(order, orders.CallElection):
            share = titles.share_to_call(context.s.turn)
            yield context.note(line, "call", "AK-10.2-01", share=share, win=titles.share_to_win(context.s.turn))


def pay(context: SheetContext) -> Iterator[Consequence]:
    """Yield a shortage of gold at the end of the year (9.2)."""
    left = left_over(context.s, context.me, context.course, context.orders)
    if left < 0:
        yield context.warning(0, "unpaid", "AK-9.2-02", gold=-left)


def treaty(context: SheetContext, line: int, order: orders.BreakTreaty | orders.Treat) -> Iterator[Consequence]:
    """Yield the change of a treaty and its date (8.2, 8.3)."""
    other = order.kingdom - 1
    if not 0 <= other < len(context.s.kingdoms) or other == context.me:
        return
    now, realm = context.s.relations[context.me][other], realm_as_known(context.s, context.me, other)
    mine = context.s.kingdoms[context.me].alignment
    if isinstance(order, orders.BreakTreaty) and now != ENEMY:
        at_once = mine in (tables.EVIL, tables.UNDEAD)
        key = "break-ally" if now == ALLIED else "break-neutral"
        clause = "AK-8.3-04" if at_once else "AK-8.3-01"
        yield context.warning(line, f"{key}-now" if at_once else key, clause, realm=realm)
    elif isinstance(order, orders.Treat) and now != ALLIED:
        if mine == tables.DRUIDIC and now == PEACE:
            yield context.note(line, "treat-druid", "AK-8.2-02", realm=realm)
        else:
            key = "treat-neutral" if now == ENEMY else "treat-ally"
            yield context.note(line, key, "AK-8.2-01", realm=realm)


# Before the first year


def of_a_king(order: orders.KingLine) -> Iterator[tuple[str, str]]:
    """Yield message keys and clauses about a new King."""
    if order.alignment in LONELY:
        yield "one-only" if order.instead else "one-only-bare", LONELY[order.alignment]
    if "NA" not in order.levels and "DR" not in order.levels and "MA" not in order.levels:
        yield "plain-king", "AK-4.1.2-01"

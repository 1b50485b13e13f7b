"""Previews of moves with armies: obstacles and undefended land (3.1, 6.2, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core.guidance.preview import Consequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, NO_LEADER, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.sheet_help.known_ground import KnownGround

STOPS: Final = {"fail.no-water": "ships-ashore"}
"""Messages by reason for which armies cannot go, where more than staying follows."""


def march_warnings(context: SheetContext, line: int, order: orders.Act) -> Iterator[Consequence]:
    """Yield the obstacles of armies on their way, as far as the King knows them."""
    n = order.character
    here, to = context.here(order), context.course.place(n, order.phase + 1)
    armies = context.leads(n, order.phase)
    if here == to or not (armies or context.levies(n, order.phase)):
        return
    known = context.known(to)
    if known is not None and known.owner >= 0 and context.s.relation(context.me, known.owner) == PEACE:
        yield context.warning(line, "neutral", "AK-8.1-02", place=to, realm=known.owner)
        return
    ground = KnownGround(context.s, context.me)
    why = ground.why_not(armies, here, to)
    if why is not None:
        key = "no-ships" if known is not None and known.terrain == tables.SEA else STOPS.get(why.reason, "no-way")
        yield context.warning(line, key, "AK-6.2-05" if key == "no-ships" else why.clause, place=to, back=here)
        return
    yield from tired(context, line, order, armies)
    yield from left_bare(context, line, order, here)


def tired(context: SheetContext, line: int, order: orders.Act, armies: list[int]) -> Iterator[Consequence]:
    """Yield marches beyond the slowest army's points; conquest costs an extra one (6.2, 7.7)."""
    n = order.character
    points = min((points_left(context.ground, a) for a in armies), default=0)
    spent = sum(
        cost(context, earlier) for _, earlier in context.acts()
        if earlier.character == n and isinstance(earlier.action, orders.Move) and earlier.phase < order.phase
    )  # fmt: skip
    if armies and spent >= points and is_slow(context, armies):
        slow = min(armies, key=lambda a: (points_left(context.ground, a), a))
        to = context.course.place(n, order.phase + 1)
        yield context.warning(line, "tired", "AK-6.2-01", army=slow, points=points, place=to)


def cost(context: SheetContext, order: orders.Act) -> int:
    """Return the points of a move: one to go, and an extra one to conquer (6.2)."""
    return 1 + context.is_hostile(context.course.place(order.character, order.phase + 1))


def is_slow(context: SheetContext, armies: list[int]) -> bool:
    """Return whether armies go only by land, so that their points are certain."""
    return not any(context.s.armies[a].type in tables.SEA_ARMIES | tables.AIR_ARMIES for a in armies)


def left_bare(context: SheetContext, line: int, order: orders.Act, here: int) -> Iterator[Consequence]:
    """Yield land left without an army; the capital near an Enemy is a warning (6.2)."""
    s = context.s
    if s.owners[here] != context.me or not leaves_bare(context, order, here):
        return
    is_home = here == s.kingdoms[context.me].home
    if is_home and enemies_near(context, here):
        yield context.warning(line, "bare-capital", "AK-7.4-06", place=here)
    else:
        yield context.note(line, "bare-capital-note" if is_home else "bare", "AK-7.4-06", place=here)


def leaves_bare(context: SheetContext, order: orders.Act, here: int) -> bool:
    """Return whether no other army of the seat stays in a province."""
    s, phase = context.s, order.phase + 1
    garrison = [
        a for a in s.armies_at(here) if s.armies[a].owner == context.me and s.armies[a].leader == NO_LEADER
        and a not in context.course.leads(order.character, order.phase)
    ]  # fmt: skip
    others = [
        n for n in context.course.acts
        if n != order.character and context.course.place(n, phase) == here and context.leads(n, phase)
    ]  # fmt: skip
    return not garrison and not others


def enemies_near(context: SheetContext, here: int) -> bool:
    """Return whether a province borders on a known land of an Enemy King."""
    known = [context.known(near) for near in context.s.atlas.neighbours[here]]
    owners = {told.owner for told in known if told is not None and told.owner >= 0}
    return any(context.s.relation(context.me, owner) == ENEMY for owner in owners)

"""What could still be written before a sheet is handed in: idle people, gold, treaties, plans (1.3, 3.0)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import UnusedOption
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, NO_LEADER
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview.context import PreviewContext
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.sheet_help.forecast import left_over

CHEAP = 2
"""Gold from which on an army could be raised: its pay now, and again at the end of the year."""


def unused_options(look: PreviewContext) -> Iterator[UnusedOption]:
    """What is left, what matters most first."""
    if not any(isinstance(order, orders.Act) for order in look.orders):
        people = [look.s.people[n].name for n in look.course.acts]
        key = "no-orders" if look.orders else "no-sheet"
        yield look.unused(key, "AK-3.0-01" if look.orders else "AK-3.0-02", weight="warning", names=people)
    else:
        yield from idle(look)
    yield from idle_armies(look)
    yield from levies(look)
    yield from treaties(look)
    yield from unguarded(look)
    if look.s.kingdoms[look.me].awaits_levels and not any(isinstance(order, orders.Heir) for order in look.orders):
        yield look.unused("heir", "AK-5.9-05", weight="warning")
    if look.s.is_voting and not any(isinstance(order, orders.Vote) for order in look.orders):
        yield look.unused("vote", "AK-10.2-02")


def idle(look: PreviewContext) -> Iterator[UnusedOption]:
    """Who has no order for a part of the year; the King first, and whoever has none at all as a warning (1.3)."""
    for n in sorted(look.course.acts, key=lambda n: not look.s.people[n].is_king):
        blank = blanks(look, n)
        place = look.s.people[n].place
        if blank == PHASES:
            key = "idle-king" if look.s.people[n].is_king else "idle"
            yield look.unused(key, "AK-1.3-01", (place,), "warning", who=n)
        elif blank:
            yield look.unused("blank", "AK-1.3-01", (place,), who=n, count=blank, of=PHASES)


def blanks(look: PreviewContext, n: int) -> int:
    """The phases for which somebody has neither an order nor a long way still to go; a Defence holds all year (3.1,
    3.15)."""
    acts = look.course.acts[n]
    if look.s.people[n].is_imbecile or look.s.people[n].visitor:
        return 0
    if any(isinstance(each, orders.Defend | orders.Pursue) for each in acts):
        return 0
    return acts.count(None)


def idle_armies(look: PreviewContext) -> Iterator[UnusedOption]:
    """Armies that nobody leads, nor takes up, where somebody of one's own is (3.9)."""
    taken = {a for n in look.course.acts for led in look.course.armies[n] for a in led}
    idle = [
        a for a, army in look.s.armies.items()
        if army.leader == NO_LEADER and a not in taken and army.type != tables.GARRISON
        and any(look.s.people[n].place == army.place for n in look.course.acts)
    ]  # fmt: skip
    if idle:
        yield look.unused("unled", "AK-3.9-01", [look.s.armies[a].place for a in idle], count=len(idle))


def levies(look: PreviewContext) -> Iterator[UnusedOption]:
    """Gold that would raise and pay another army (3.4, 9.2)."""
    left = left_over(look.s, look.me, look.course, look.orders)
    recruits = any(isinstance(order.action, orders.Recruit) for _, order in look.acts())
    if left >= 2 * CHEAP and look.s.kingdoms[look.me].gold >= CHEAP:
        home = look.s.kingdoms[look.me].home
        places = (home,) if look.s.owners[home] == look.me else ()
        yield look.unused("gold" if recruits else "gold-unspent", "AK-3.4-13", places, gold=left)


def treaties(look: PreviewContext) -> Iterator[UnusedOption]:
    """Kings he has met to whom nothing is said (8.2)."""
    said = {order.kingdom - 1 for order in look.orders if isinstance(order, orders.Treat | orders.BreakTreaty)}
    kingdom = look.s.kingdoms[look.me]
    silent = [other for other in kingdom.met if other not in said and look.s.relations[look.me][other] != ALLIED]
    if silent:
        yield look.unused("treaties", "AK-8.2-01", realms=silent)


def unguarded(look: PreviewContext) -> Iterator[UnusedOption]:
    """Who travels alone without a plan for whoever crosses his way (5.10)."""
    alone = [
        n for n, acts in look.course.acts.items()
        if n not in look.course.planned and not look.course.leads(n, 1)
        and any(isinstance(each,
                           orders.Move | orders.Explore | orders.Search | orders.Pursue | orders.Trail) for each in acts)
    ]  # fmt: skip
    if alone:
        yield look.unused("no-plan", "AK-5.10-01", [look.s.people[n].place for n in alone], people=alone)

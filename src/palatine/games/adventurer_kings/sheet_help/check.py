"""Errors of a sheet, line by line, found only with the King's knowledge (3, 5, 11.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.core import Catalogue, OrdersGame, Problem
from palatine.core import Sheet as AnySheet
from palatine.core.sheet import MAX_LINES
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.components.real_maps import nation_named, nations
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.deaths import why_not_heir
from palatine.games.adventurer_kings.rules.common.naming import with_names, with_strangers_veiled
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.setup.first_turn_changes import may_reconsider
from palatine.games.adventurer_kings.sheet_help.act_checks import act_faults
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.sheet_help.plan_checks import (
    Fault,
    doubtful,
    parley_faults,
    special_faults,
    wrong,
)
from palatine.games.adventurer_kings.state import State

UNTOLD: Final = ("unknown-character", "unknown-feature")
"""Faults of orders about characters or features that the King does not know."""


def check(game: OrdersGame[State], s: State, seat: str, sheet: AnySheet) -> list[Problem]:
    """Return all problems of a sheet, in the order of its lines."""
    words, me, sheet = game.words, s.seats.index(seat), orders.Sheet(sheet.orders)
    if len(sheet.orders) > MAX_LINES:
        return [Problem(0, "", words.say("check.too-long", most=MAX_LINES))]
    return [_problem(words, s, me, line, fault) for line, fault in _faults(s, me, sheet)]


def untold(game: OrdersGame[State], s: State, seat: str, sheet: AnySheet) -> list[str]:
    """Return the problems of orders about unknown people and features."""
    me = s.seats.index(seat)
    return [
        _problem(game.words, s, me, line, fault).reason
        for line, fault in _faults(s, me, orders.Sheet(sheet.orders)) if fault[1] in UNTOLD
    ]  # fmt: skip


def _faults(s: State, me: int, sheet: orders.Sheet) -> list[tuple[int, Fault]]:
    if s.turn == 0:
        return list(setup_faults(s, sheet))
    course = PlannedPositions(s, me, sheet.orders)
    found = [(line, fault) for line, order in enumerate(sheet.orders, 1) for fault in faults(s, me, course, order)]
    return sorted([*found, *doubles(sheet)], key=lambda each: each[0])


def _problem(words: Catalogue, s: State, me: int, line: int, fault: Fault) -> Problem:
    """Return a fault as a message; unknown names are hidden."""
    clause, reason, uncertain, data = fault
    key = reason if "." in reason else f"check.{reason}"
    return Problem(
        line, clause, words.say(key, **with_names(s, with_strangers_veiled(s, me, data))), uncertain=uncertain
    )


def slot(order: orders.Line) -> tuple[Any, ...]:
    """Return what an order occupies and a sheet has once: a phase, a plan, an heir.

    The result is () for orders that a sheet can have several of.
    """
    if isinstance(order, orders.Act):
        return "act", order.character, order.phase
    if isinstance(order, orders.Special):
        return "special", order.character
    if isinstance(order, orders.Realm):
        return "realm", order.name.casefold()
    if isinstance(order, orders.Heir | orders.Vote | orders.CallElection | orders.KingLine):
        return (type(order).__name__,)
    if isinstance(order, orders.Treat | orders.BreakTreaty):
        return "treaty", order.kingdom
    return ()


def doubles(sheet: orders.Sheet) -> list[tuple[int, Fault]]:
    """Find second orders for the same phase, plan or heir (1.3)."""
    seen: set[tuple[Any, ...]] = set()
    found = []
    for line, order in enumerate(sheet.orders, 1):
        key = slot(order)
        if key and key in seen:
            found.append((line, wrong("AK-1.3-01", "twice")))
        seen.add(key)
    return found


# Before the first turn


def setup_faults(s: State, sheet: orders.Sheet) -> Iterator[tuple[int, Fault]]:
    """Allow only a King, a realm and a line of contact before the first turn (2.1, 11.0)."""
    for line, order in enumerate(sheet.orders, 1):
        if not isinstance(order, orders.SETUP_LINES):
            yield line, wrong("AK-1.2-02", "not-yet")
        elif isinstance(order, orders.KingLine):
            for fault in king_faults(order):
                yield line, fault
        elif isinstance(order, orders.Realm) and nations(s.scenario) and nation_named(s.scenario, order.name) < 0:
            yield line, wrong("AK-12.2-03", "no-nation", names=[nation.name for nation in nations(s.scenario)])
    yield from doubles(sheet)


def king_faults(order: orders.KingLine) -> Iterator[Fault]:
    """Check a King's levels: four, at most two in one ability, none that is barred (2.1)."""
    yield from level_faults(order.levels, "AK-2.1-03")
    for alignment in filter(None, (order.alignment, order.instead)):
        barred = tables.BARRED.get(tables.ALIGNMENTS.index(alignment))
        if barred is not None and tables.ABILITIES[barred] in order.levels:
            yield wrong("AK-2.1-08" if barred == tables.NECROMANCY else "AK-2.1-09", "barred", ability=barred)


def level_faults(levels: tuple[str, ...], clause: str) -> Iterator[Fault]:
    if len(levels) != 4:
        yield wrong(clause, "four-levels", count=len(levels))
    for code in dict.fromkeys(levels):
        if levels.count(code) > 2:
            yield wrong(clause, "two-at-most", ability=tables.ability(code))


# Lines of a turn


def faults(s: State, seat: int, course: PlannedPositions, order: orders.Line) -> Iterator[Fault]:
    """Yield the faults of one line."""
    if isinstance(order, orders.Act | orders.Special):
        person = s.people.get(order.character)
        is_mine = person is not None and person.seat == seat and not person.died
        if not is_mine and may_be_hired(course, order):
            yield doubtful("AK-3.5-06", "if-hired", number=order.character)
            if isinstance(order, orders.Special):
                yield from parley_faults(order)
        elif not is_mine:
            yield wrong("AK-1.3-01", "not-your-character", number=order.character)
        elif isinstance(order, orders.Special):
            yield from special_faults(s, order)
        else:
            yield from act_faults(s, seat, course, order)
    elif isinstance(order, orders.KingLine) and s.scenario == "earth" and s.turn == 1:
        if not may_reconsider(s, seat, order):
            yield wrong("AK-12.3-13", "changes-too-much", most=1 + s.kingdoms[seat].is_shifted)
    elif isinstance(order, orders.SETUP_LINES) and not isinstance(order, orders.Contact):
        yield wrong("AK-2.1-03", "too-late")
    else:
        yield from realm_faults(s, seat, order)


def may_be_hired(course: PlannedPositions, order: orders.Act | orders.Special) -> bool:
    """Return whether an order may be for a Hero hired before it.

    A plan may be for the remaining phases (3.5, 5.10).
    """
    last = order.phase if isinstance(order, orders.Act) else PHASES
    return course.hires.get(order.character, PHASES) < last


def realm_faults(s: State, seat: int, order: orders.Line) -> Iterator[Fault]:
    """Check treaties, votes, maps, names and heirs."""
    if isinstance(order, orders.Treat | orders.BreakTreaty | orders.Vote | orders.SendMap):
        other = order.kingdom - 1
        if not 0 <= other < len(s.kingdoms):
            yield wrong("AK-8.0-01", "no-kingdom", number=order.kingdom)
        elif other == seat and not isinstance(order, orders.Vote):
            yield wrong("AK-8.0-01", "yourself")
        elif isinstance(order, orders.Vote) and not s.is_voting:
            yield wrong("AK-10.2-02", "no-vote")
        elif isinstance(order, orders.SendMap) and s.scenario not in tables.GREATER:
            yield wrong("AK-12.1-13", "no-maps")
        elif isinstance(order, orders.BreakTreaty) and s.relations[seat][other] == ENEMY:
            yield wrong("AK-8.3-01", "enemies-already")
    elif isinstance(order, orders.Heir):
        yield from heir_faults(s, seat, order)
    elif isinstance(order, orders.Rename) and s.turn != 1:
        yield wrong("AK-2.2-02", "rename-late")


def heir_faults(s: State, seat: int, order: orders.Heir) -> Iterator[Fault]:
    """Check an heir's levels (5.9, A126).

    Three must be within the old King's skill, and at most two can be in one ability.
    """
    if not s.kingdoms[seat].awaits_levels:
        yield wrong("AK-5.9-04", "no-heir")
        return
    why = why_not_heir(s, seat, order.levels)
    if why is not None:
        yield wrong(*why)

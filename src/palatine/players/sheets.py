"""Mutation of order sheets for the search of secret orders."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from palatine.core import OrdersGame, PalatineError, Sheet
from palatine.core.sheet import apply_suggestion

REMOVAL_PROBABILITY = 0.25
"""Probability that a change removes an order; otherwise it adds or replaces one."""


def changed_sheets(
    game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet, count: int, random: Random
) -> Iterator[Sheet]:
    """Yield at most `count` valid sheets that differ from `sheet` in one character's orders."""
    found: list[Sheet] = []
    for _ in range(4 * count):
        if len(found) >= count:
            break
        new = next(_changes(game, state, seat, sheet, random), None)
        if new is not None and new != sheet and new not in found:
            found.append(new)
            yield new


def _changes(game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet, random: Random) -> Iterator[Sheet]:
    """Yield a sheet with one order removed, added or replaced; nothing if that is invalid."""
    if sheet.orders and random.random() < REMOVAL_PROBABILITY:
        gone = random.randrange(len(sheet.orders))
        new = msgspec.structs.replace(sheet, orders=(*sheet.orders[:gone], *sheet.orders[gone + 1 :]))
        if _may_be_handed_in(game, state, seat, new):
            yield new
        return
    who = random.choice([*game.characters(state, seat), None])
    for suggestion in game.sample_suggestions(state, seat, who, 1, random):
        try:
            text = game.write(sheet)
            if not suggestion.instead and who is not None:
                text = "".join(f"{line}\n" for line in text.splitlines() if not _is_for(line, suggestion.text))
            new = game.parse(apply_suggestion(text, suggestion))
        except PalatineError:
            return
        if _may_be_handed_in(game, state, seat, new):
            yield new


def _is_for(line: str, order: str) -> bool:
    """Return whether two lines order the same character, named before the colon."""
    return ":" in order and line.partition(":")[0] == order.partition(":")[0]


def _may_be_handed_in(game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet) -> bool:
    return all(problem.uncertain for problem in game.check(state, seat, sheet))

"""The captain's set-up: a nation that suits its start squares, with traits it prefers."""

from __future__ import annotations

from typing import Any

from palatine.core import Game, Sheet
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.state import State

BARGAINS: tuple[tuple[str, str], ...] = (("good-reputation", "holy-treasury"),)
"""Pairs of an advantage and an acceptable disadvantage.

A good reputation wins neutrals, and the treasury is guarded anyway.
"""


def set_up(game: Game[Any], s: State, seat: str) -> Sheet:
    """Return a valid set-up with as many of the preferred traits as possible."""
    sheet: Sheet = game.empty_sheet(s, seat)  # type: ignore[attr-defined]
    for gain, price in BARGAINS:
        longer = _with_traits(sheet, gain, price)
        if not game.check(s, seat, longer):  # type: ignore[attr-defined]
            sheet = longer
    return sheet


def _with_traits(sheet: Sheet, gain: str, price: str) -> Sheet:
    """Return the sheet with one more advantage and one more disadvantage."""
    advantages = [key for order in sheet.orders if isinstance(order, sheets.Advantages) for key in order.keys]
    disadvantages = [key for order in sheet.orders if isinstance(order, sheets.Disadvantages) for key in order.keys]
    rest = [order for order in sheet.orders if not isinstance(order, sheets.Advantages | sheets.Disadvantages)]
    bargain = (sheets.Advantages((*advantages, gain)), sheets.Disadvantages((*disadvantages, price)))
    return sheets.Sheet((*rest, *bargain))

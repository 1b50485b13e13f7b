"""The captain's set-up: a nation for its start squares, with traits it prefers."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Sheet
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.orders.setup_sheet import move_to_group
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.sheet_help.suggest_setup import abroad, bargained
from palatine.games.lord_and_master.state import State

WEAK: Final = frozenset({1, 3})
"""Ready-made nations, by start group, that win too little for the captain to lead them."""
STAND_IN: Final = 2
"""The ready-made nation that it leads instead."""
BARGAIN: Final = ("good-reputation", "holy-treasury")
"""An advantage and an acceptable disadvantage.

A good reputation wins neutrals, and the treasury is guarded anyway. A double hierarchy costs too many actions.
"""

KNIGHTS: Final = "KT"
"""A type of troops for which a rich nation can spend its gold."""
SPARED: Final = frozenset({"GS", "SA", "SJ"})
"""Types that the knights replace."""


def set_up(s: State, seat: str) -> Sheet:
    """Return a nation in the seat's own squares with the preferred traits."""
    own = world.START_GROUPS.index(s.groups[s.seats.index(seat)])
    return found(STAND_IN if own in WEAK else own, own)


def found(number: int, group: int) -> sheets.Sheet:
    """Return a ready-made nation with the preferred traits and types in a start group."""
    nation = parse(founding.READY_MADE[number])
    if number != group:
        nation = move_to_group(abroad(nation, number, group), world.START_GROUPS[group])
    return bargained(sheets.Sheet(tuple(map(_with_knights, nation.orders))), *BARGAIN)


def _with_knights(order: Any) -> Any:
    if not isinstance(order, sheets.Kinds):
        return order
    return sheets.Kinds(tuple(KNIGHTS if each in SPARED else each for each in order.picks))

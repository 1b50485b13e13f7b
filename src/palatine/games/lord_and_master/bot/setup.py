"""The captain's set-up: a nation for its start squares, with traits it prefers."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Sheet
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.orders.setup_sheet import move_to_group
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.sheet_help.suggest_setup import ABOUT_ABROAD, abroad, bargained
from palatine.games.lord_and_master.state import State

HOME: Final = 2
"""The start group with the best squares, and the strongest ready-made nation."""
WEAK: Final = frozenset({1, 3, 4})
"""Start groups whose ready-made nations win too little for the captain to lead them."""
BARGAIN: Final = ("good-reputation", "holy-treasury")
"""An advantage and an acceptable disadvantage.

A good reputation wins neutrals, and the treasury is guarded anyway. A double hierarchy costs too many actions.
"""

KNIGHTS: Final = "KT"
"""A type of troops for which a rich nation can spend its gold."""
SPARED: Final = frozenset({"GS", "SA", "SJ"})
"""Types that the knights replace."""


def set_up(s: State, seat: str) -> Sheet:
    """Return a nation in the best squares if they are free, or in the seat's own."""
    own = world.START_GROUPS.index(s.groups[s.seats.index(seat)])
    group = HOME if world.START_GROUPS[HOME] in founding.free_groups(s) else own
    return found(HOME if group in WEAK else group, group, own)


def found(number: int, group: int, own: int) -> sheets.Sheet:
    """Return a ready-made nation with the preferred traits and types in a start group.

    A nation of another group gets names and a text of the seat's own group, so that no two nations share them.
    """
    nation = parse(founding.READY_MADE[number])
    if number != own:
        nation = _with_text(abroad(nation, own, own), ABOUT_ABROAD[own])
    if number != group:
        nation = move_to_group(nation, world.START_GROUPS[group])
    return bargained(sheets.Sheet(tuple(map(_with_knights, nation.orders))), *BARGAIN)


def _with_text(nation: Sheet, text: str) -> sheets.Sheet:
    return sheets.Sheet(
        tuple(sheets.About(text) if isinstance(each, sheets.About) else each for each in nation.orders)
    )


def _with_knights(order: Any) -> Any:
    if not isinstance(order, sheets.Kinds):
        return order
    return sheets.Kinds(tuple(KNIGHTS if each in SPARED else each for each in order.picks))

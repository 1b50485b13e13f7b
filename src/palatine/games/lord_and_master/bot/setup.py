"""The captain's set-up: a nation for its start squares, with traits it prefers."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Sheet
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.orders.setup_sheet import move_to_group
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.rules.setup.setup_rules import FEW_CLASSES, FEW_TYPES
from palatine.games.lord_and_master.sheet_help.suggest_setup import ABOUT_ABROAD, abroad, bargained
from palatine.games.lord_and_master.state import State

HOME: Final = 2
"""The start group with the best squares, and the strongest ready-made nation."""
WEAK: Final = frozenset({1, 3, 4})
"""Start groups whose ready-made nations win too little for the captain to lead them."""
BARGAINS: Final = (
    ("good-reputation", "holy-treasury"),
    ("good-administration", "four-classes"),
    ("gold-150", "seven-types"),
    ("two-seconds", "sod-busters"),
)
"""Advantages, each with a disadvantage that costs the captain little.

A good reputation wins neutrals, and the treasury is guarded anyway. A double hierarchy costs too many actions.
"""

FEASTER: Final = "Feaster"
"""The god of a nation with a single rival, whom it harms most and earliest."""
KNIGHTS: Final = "KT"
"""A type of troops for which a rich nation can spend its gold."""
SPARED: Final = frozenset({"GS", "BE", "SJ"})
"""Types that the knights replace."""
DROPPED: Final = frozenset({"G", "J", "GRD", "GF", "JRD", "JH"})
"""Classes, and types of their races, that a nation with fewer of both does without."""


def set_up(s: State, seat: str) -> Sheet:
    """Return a nation in the best squares if they are free, or in the seat's own."""
    own = world.START_GROUPS.index(s.groups[s.seats.index(seat)])
    group = HOME if world.START_GROUPS[HOME] in founding.free_groups(s) else own
    nation = found(HOME if group in WEAK else group, group, own)
    is_duel = len([each for each in s.seats if each != REFEREE]) == 2
    return sheets.Sheet(tuple(map(_with_feaster, nation.orders))) if is_duel else nation


def found(number: int, group: int, own: int) -> sheets.Sheet:
    """Return a ready-made nation with the preferred traits and types in a start group.

    A nation of another group gets names and a text of the seat's own group, so that no two nations share them.
    """
    nation = parse(founding.READY_MADE[number])
    if number != own:
        nation = _with_text(abroad(nation, own, own), ABOUT_ABROAD[own])
    if number != group:
        nation = move_to_group(nation, world.START_GROUPS[group])
    return bargained(sheets.Sheet(tuple(map(_with_own_picks, nation.orders))), *BARGAINS)


def _with_text(nation: Sheet, text: str) -> sheets.Sheet:
    return sheets.Sheet(
        tuple(sheets.About(text) if isinstance(each, sheets.About) else each for each in nation.orders)
    )


def _with_feaster(order: Any) -> Any:
    return sheets.God(FEASTER) if isinstance(order, sheets.God) else order


def _with_own_picks(order: Any) -> Any:
    if isinstance(order, sheets.Classes):
        return sheets.Classes(tuple(each for each in order.picks if each not in DROPPED)[:FEW_CLASSES])
    if isinstance(order, sheets.Kinds):
        picks = [KNIGHTS if each in SPARED else each for each in order.picks if each not in DROPPED]
        return sheets.Kinds(tuple(picks[:FEW_TYPES]))
    return order

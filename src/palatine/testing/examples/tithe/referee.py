"""Tithe as a `Game`: binds the other modules and has no rules of its own."""

from __future__ import annotations

from typing import Any

from palatine.core import Option, OrdersGame, Scenario
from palatine.testing.examples.tithe import secrecy, setup
from palatine.testing.examples.tithe.components import SEATS
from palatine.testing.examples.tithe.orders import text as sheets
from palatine.testing.examples.tithe.orders.kinds import Orders
from palatine.testing.examples.tithe.rules import ending, season
from palatine.testing.examples.tithe.sheet_help import check as checking
from palatine.testing.examples.tithe.sheet_help import suggest as suggesting
from palatine.testing.examples.tithe.state import TitheState
from palatine.testing.examples.tithe.view import report as reports
from palatine.testing.examples.tithe.view import view as seen


class Tithe(OrdersGame[TitheState]):
    """The game."""

    name = "tithe"
    title = "Tithe"
    year = 2026
    package = "palatine.testing.examples.tithe"
    scenarios = (Scenario("standard", "The valley", (SEATS[:2], SEATS)),)
    options = (Option("seasons", "Seasons", 4, "How many seasons are played", "4", least=1, most=30),)
    state_type = TitheState
    namers = seen.NAMERS

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> TitheState:
        return setup.begin(seats, key, options)

    def empty_sheet(self, state: TitheState, seat: str) -> Orders:
        return Orders()

    advance = staticmethod(setup.advance)
    parse = staticmethod(sheets.parse)
    write = staticmethod(sheets.write)
    check = staticmethod(checking.check)
    characters = staticmethod(suggesting.characters)
    suggest = staticmethod(suggesting.suggest)
    forecast = staticmethod(suggesting.forecast)
    run_turn = staticmethod(season.run_season)
    seats_due = staticmethod(ending.seats_due)
    ranking_keys = staticmethod(ending.ranking_keys)
    remove_player = ending.remove_player
    report = reports.report
    view = seen.view
    boards = staticmethod(seen.boards)
    determinize = staticmethod(secrecy.determinize)


GAME = Tithe()

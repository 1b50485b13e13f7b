"""Tithe as a `Game`: binds all the rest, and has no rule of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core import (
    Board,
    Dice,
    Entry,
    Forecast,
    Frame,
    Option,
    OrdersGame,
    Problem,
    Report,
    Scenario,
    Sheet,
    Suggestion,
    View,
)
from palatine.testing.examples.tithe import hidden
from palatine.testing.examples.tithe.components import GOLD, SEATS
from palatine.testing.examples.tithe.drafting import check, suggest
from palatine.testing.examples.tithe.orders import text as sheet_text
from palatine.testing.examples.tithe.orders.kinds import Orders
from palatine.testing.examples.tithe.rules import ending, season
from palatine.testing.examples.tithe.state import TitheState
from palatine.testing.examples.tithe.view import report, view


class Tithe(OrdersGame[TitheState]):
    """The ruleset."""

    name = "tithe"
    title = "Tithe"
    year = 2026
    package = "palatine.testing.examples.tithe"
    scenarios = (Scenario("standard", "The valley", (SEATS[:2], SEATS)),)
    options = (Option("seasons", "Seasons", 4, "How many seasons are played", "4", least=1, most=30),)
    state_type = TitheState
    steps = Frame
    namers = view.NAMERS

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> TitheState:
        count = len(seats)
        places, gold = list(range(2 * count)), [GOLD] * count
        return TitheState(seats, [], Dice(key), options, None, 1, [None] * count, places, gold, out=[0] * count)

    def advance(self, state: TitheState) -> None:
        state.note("begins", "1")

    # Orders

    def blank(self, state: TitheState, seat: str) -> Orders:
        return Orders()

    def parse(self, text: str) -> Orders:
        return sheet_text.parse(text)

    def write(self, sheet: Sheet) -> str:
        return sheet_text.write(sheet)

    def check(self, state: TitheState, seat: str, sheet: Sheet) -> list[Problem]:
        assert isinstance(sheet, Orders)
        return list(check.problems(state, state.seats.index(seat), sheet))

    def characters(self, state: TitheState, seat: str) -> list[str]:
        return suggest.characters(state, seat)

    def suggest(
        self, state: TitheState, seat: str, character: str | None = None, sheet: Sheet | None = None
    ) -> list[Suggestion]:
        return suggest.suggest(state, seat, character, sheet)

    def forecast(self, state: TitheState, seat: str, sheet: Sheet) -> list[Forecast]:
        return suggest.forecast(state, seat, sheet)

    # The turn

    def run_turn(self, state: TitheState) -> None:
        season.run_season(state)

    def drafting(self, state: TitheState) -> tuple[str, ...]:
        return ending.drafting(state)

    def eject(self, state: TitheState, seat: str) -> None:
        ending.eject(state, seat)
        ending.end_when_alone(state, self.drafting(state))

    # Seeing

    def report(self, state: TitheState, seat: str | None, entries: Sequence[Entry]) -> Report:
        return report.report(self, state, seat, entries)

    def view(self, state: TitheState, seat: str | None) -> View:
        return view.view(self, state, seat)

    def boards(self, state: TitheState) -> tuple[Board, ...]:
        return view.boards()

    def determinize(self, state: TitheState, seat: str | None, seed: bytes) -> TitheState:
        return hidden.determinize(state, seat, seed)


GAME = Tithe()

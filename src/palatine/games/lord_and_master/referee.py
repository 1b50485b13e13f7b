"""Lord and Master Triumphant as a game of secret orders."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from palatine.core import Board, Entry, Forecast, Option, OrdersGame, Problem, Report, Scenario, Suggestion, View
from palatine.core import Sheet as AnySheet
from palatine.core.sheet import REFEREE
from palatine.games.lord_and_master import hidden, sequence
from palatine.games.lord_and_master.bot import Captain
from palatine.games.lord_and_master.drafting import check as checking
from palatine.games.lord_and_master.drafting import suggest as suggesting
from palatine.games.lord_and_master.orders import grammar
from palatine.games.lord_and_master.orders.sheets import Sheet
from palatine.games.lord_and_master.orders.writing import write
from palatine.games.lord_and_master.position import read_position, write_position
from palatine.games.lord_and_master.rules.actions import general
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.view import boards
from palatine.games.lord_and_master.view import report as reporting
from palatine.games.lord_and_master.view.view import drafting, view
from palatine.games.lord_and_master.view.wording import NAMERS, capital

LEAST, MOST = 2, 6
SEATS = tuple(f"P{n}" for n in range(1, MOST + 1))
TABLES = (
    *(SEATS[:count] for count in (4, 2, 3, 5, 6)),
    *((*SEATS[:count], REFEREE) for count in range(LEAST, MOST + 1)),
)
"""Two to six players, with or without a person as referee."""

OPTIONS = (
    Option(
        "smooth_values", "Smoothed values", False, "Three odd rows of the troop tables are smoothed.", "LM-TT-06"
    ),
    Option("tax_once_per_province", "Tax once", False, "A province is taxed at most once a turn.", "LM-A-11"),
    Option("allied_count", "Allies count", True, "Allied provinces count for victory.", "LM-VIC-01"),
    Option(
        "turns",
        "Last turn",
        100,
        "When this turn is over the one with most provinces wins.",
        "LM-VIC-01",
        least=5,
        most=150,
    ),
    Option("fog", "Fog", False, "Stacks far from one's own people and provinces are not seen.", "LM-GI-01"),
)


class LordAndMaster(OrdersGame[State]):
    name = "lord-and-master"
    title = "Lord and Master Triumphant"
    year = 1993
    story = (
        "Petty rulers reach for the mastery of 108 provinces, by war, by gold and by words, with orders that nobody "
        "else has seen."
    )
    package = "palatine.games.lord_and_master"
    scenarios = (
        Scenario("hargaar", "The lands of Hargaar", TABLES, "Petty rulers reach for the mastery of 108 provinces."),
    )
    options = OPTIONS
    state_type = State
    steps: Any = None
    bots = {"captain": Captain}
    namers = NAMERS

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> State:
        return founding.new_state(seats, key, options)

    # Sheets

    def blank(self, state: State, seat: str) -> Sheet:
        """Before the first turn a nation ready to be led."""
        return Sheet() if state.turn or seat == REFEREE else founding.ready_made(state, state.seats.index(seat))

    def drafting(self, state: State) -> tuple[str, ...]:
        return drafting(state)

    def eject(self, state: State, seat: str) -> None:
        """His nation falls (GI-07, R159); before the first turn somebody else founds it."""
        if seat != REFEREE and state.turn:
            general.eject(state, state.seats.index(seat))

    def check(self, state: State, seat: str, sheet: AnySheet) -> list[Problem]:
        return checking.check(self.words, state, seat, sheet)

    def forecast(self, state: State, seat: str, sheet: AnySheet) -> list[Forecast]:
        return checking.forecast(self.words, state, seat, sheet)

    def suggest(
        self, state: State, seat: str, character: str | None = None, sheet: AnySheet | None = None
    ) -> list[Suggestion]:
        return suggesting.suggest(self.words, state, seat, character)

    def some(self, state: State, seat: str, character: str | None, count: int, random: Random) -> list[Suggestion]:
        return suggesting.random_suggestions(self.words, state, seat, character, count, random)

    def characters(self, state: State, seat: str) -> list[str]:
        return suggesting.characters(state, seat)

    def run_turn(self, state: State) -> None:
        sequence.run_turn(state)

    def parse(self, text: str) -> Sheet:
        return grammar.parse(text)

    def write(self, sheet: AnySheet) -> str:
        return write(Sheet(sheet.orders))

    def report(self, state: State, seat: str | None, entries: Sequence[Entry]) -> Report:
        return reporting.report(self, state, seat, entries)

    # Seeing

    def view(self, state: State, seat: str | None) -> View:
        return view(self.words, self.name, state, seat)

    def boards(self, state: State) -> tuple[Board, ...]:
        return boards.boards(state)

    def determinize(self, state: State, seat: str | None, seed: bytes) -> State:
        return hidden.determinize(state, seat, seed)

    # Texts

    def position(self, text: str) -> State:
        return read_position(self, text)

    def write_position(self, state: State) -> str:
        return write_position(self, state)

    def prose(self, entry: Entry) -> str:
        """An entry as a sentence; an order that was dropped says why."""
        if entry.kind == "dropped":
            why = self.words.say(entry.data["reason"], **entry.data["why"])
            return self.words.say("journal.dropped", line=entry.data["line"], why=capital(why))
        return capital(super().prose(entry))

    def tally_lines(self, entry: Entry) -> list[str]:
        """What the dice were thrown for, the dice and all parts, and the number they had to keep within."""
        tally = entry.tally
        if tally is None:
            return []
        target = [self.words.say("tally.target", value=tally.value)] if tally.versus else []
        purpose = self.words.say(f"purpose.{tally.purpose}")
        return [capital(purpose), *super().tally_lines(entry), *target]


GAME = LordAndMaster()

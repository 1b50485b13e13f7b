"""Adventurer Kings as a game of secret orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from palatine.core import (
    Board,
    Catalogue,
    Entry,
    Forecast,
    Option,
    OrdersGame,
    Problem,
    Report,
    Scenario,
    Suggestion,
    View,
)
from palatine.core import Sheet as AnySheet
from palatine.core.dice import Dice
from palatine.games.adventurer_kings import hidden, sequence
from palatine.games.adventurer_kings.bot import Captain
from palatine.games.adventurer_kings.drafting import check as checking
from palatine.games.adventurer_kings.drafting import forecast as forecasting
from palatine.games.adventurer_kings.drafting import suggest as suggesting
from palatine.games.adventurer_kings.orders import grammar
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.orders.writing import write
from palatine.games.adventurer_kings.position import read_position, write_position
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import boards, prose
from palatine.games.adventurer_kings.view import report as reporting
from palatine.games.adventurer_kings.view.view import view

SEATS: Final = tuple(f"K{number}" for number in range(1, 33))
STANDARD: Final = (10, *[count for count in range(8, 13) if count != 10])
SUPER: Final = (28, *[count for count in range(20, 33) if count != 28])
EARTH: Final = (20, 21, 22)


def _tables(counts: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(SEATS[:count] for count in counts)


OPTIONS: Final = (
    Option("turns", "Last turn", 0, "When this turn is over the greatest tax base rules; 0 for no end.", "AK-10.4-01",
           least=0, most=60),
    Option("open", "Open tables", False, "Items, discoveries, monsters and powers, which the rulebook keeps secret, "
           "stand under State.", "AK-2.0-02"),
)  # fmt: skip


class AdventurerKings(OrdersGame[State]):
    name = "adventurer-kings"
    title = "Adventurer Kings"
    year = 1991
    story = (
        "You know your King and the land about his castle, and nothing else. Explore, hire Heroes, bargain with "
        "strangers, make war, and be elected Emperor."
    )
    package = "palatine.games.adventurer_kings"
    scenarios = (
        Scenario("standard", "Adventurer Kings", _tables(STANDARD), "Eight to twelve Kings on an unknown map."),
        Scenario("super", "Super Adventurer Kings", _tables(SUPER), "A world three times as large; titles."),
        Scenario("europe", "Europe in the Middle Ages", _tables(STANDARD), "From Cordoba to the Golden Horde."),
        Scenario("earth", "Earth in the Ice Age", _tables(EARTH), "Empires of all ages on the map of the Earth."),
    )
    options = OPTIONS
    state_type = State
    steps: Any = None
    bots = {"captain": Captain}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> State:
        return State(
            seats=seats, flow=[], dice=Dice(key), options=options, scenario=scenario.name, owners=[], kingdoms=[],
            people={}, armies={}, features={}, items={}, fallen={}, proposals=[], relations=[], known=[], lore=[],
            seen=[], illusions={}, merit={}, renown={}, holders=[], title_holders=[], hall=[], visits={}, mastery=[],
            sheets=[None] * len(seats),
        )  # fmt: skip

    # Sheets

    def blank(self, state: State, seat: str) -> Sheet:
        return Sheet()

    def check(self, state: State, seat: str, sheet: AnySheet) -> list[Problem]:
        return checking.check(self.words, state, state.seats.index(seat), Sheet(sheet.orders))

    def forecast(self, state: State, seat: str, sheet: AnySheet) -> list[Forecast]:
        return forecasting.forecast(self.words, state, state.seats.index(seat), sheet.orders)

    def suggest(
        self, state: State, seat: str, character: str | None = None, sheet: AnySheet | None = None
    ) -> list[Suggestion]:
        return suggesting.suggest(self.words, state, seat, character, sheet.orders if sheet else ())

    def characters(self, state: State, seat: str) -> list[str]:
        return suggesting.characters(state, seat)

    def run_turn(self, state: State) -> None:
        sequence.run_turn(state)

    def parse(self, text: str) -> Sheet:
        return grammar.parse(text)

    def numbered(self, text: str) -> list[int]:
        return grammar.numbered(text)

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
        """An entry as a sentence; an order that failed says why."""
        if entry.kind == "failed":
            why = self.words.say(entry.data["reason"], **entry.data["why"])
            return self.words.say("journal.failed", **{**entry.data, "why": why})
        own = prose.own_key(entry)
        said = self.words.say(own, **entry.data) if own else super().prose(entry)
        return said[:1].upper() + said[1:]

    @cached_property
    def words(self) -> Catalogue:
        return Catalogue.load(self.package, {})


GAME = AdventurerKings()

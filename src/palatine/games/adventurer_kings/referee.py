"""Adventurer Kings as a game of secret orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from palatine.core import Option, OrdersGame, Scenario
from palatine.core.dice import Dice
from palatine.core.guidance.glossary import Glossary
from palatine.core.guidance.measures import Measure
from palatine.games.adventurer_kings import preview
from palatine.games.adventurer_kings.bot import Captain
from palatine.games.adventurer_kings.bot.exploits import EXPLOITS
from palatine.games.adventurer_kings.components.pieces import SPECTATOR
from palatine.games.adventurer_kings.decisions import DECISIONS
from palatine.games.adventurer_kings.orders.grammar import line_numbers, parse
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.orders.writing import write
from palatine.games.adventurer_kings.position import read_position, write_position
from palatine.games.adventurer_kings.preview import preview_sheet
from palatine.games.adventurer_kings.recap import measures, recap, recap_item, unit_counts
from palatine.games.adventurer_kings.rules.realm.elections import ranking_keys
from palatine.games.adventurer_kings.secrecy import determinize
from palatine.games.adventurer_kings.sequence import HANDLERS, run_turn
from palatine.games.adventurer_kings.sheet_help.check import check, slot, untold
from palatine.games.adventurer_kings.sheet_help.forecast import forecast
from palatine.games.adventurer_kings.sheet_help.form import form
from palatine.games.adventurer_kings.sheet_help.known_names import with_numbers
from palatine.games.adventurer_kings.sheet_help.suggest import characters, ready_king, suggest
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.boards import boards, realm_style
from palatine.games.adventurer_kings.view.glossary import glossary
from palatine.games.adventurer_kings.view.prose import sentence
from palatine.games.adventurer_kings.view.report import report
from palatine.games.adventurer_kings.view.seats import seat_title
from palatine.games.adventurer_kings.view.view import view, view_of_everything

SEATS: Final = tuple(f"K{number}" for number in range(1, 33))
STANDARD: Final = (10, *[count for count in range(8, 13) if count != 10])
SUPER: Final = (28, *[count for count in range(20, 33) if count != 28])
EARTH: Final = (20, 21, 22)
USUAL: Final = (26, 30)
"""Years in which captains elect an Emperor."""


def _tables(counts: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(SEATS[:count] for count in counts)


OPTIONS: Final = (
    Option("turns", "Last year", 0, "When this year ends, the largest tax base makes the Emperor; 0 for no limit.",
           "AK-10.4-01", least=0, most=60),
    Option("open", "Open tables", False, "What items, discoveries, monsters and titles do stands under Status; "
           "else only their owners are told.", "AK-2.0-02"),
)  # fmt: skip


class AdventurerKings(OrdersGame[State]):
    name = "adventurer-kings"
    title = "Adventurer Kings"
    year = 1991
    turn_word = "year"
    story = (
        "You know your King and the land about his castle, and nothing else. Explore, hire Heroes, bargain with "
        "strangers, make war, and be elected Emperor."
    )
    package = "palatine.games.adventurer_kings"
    scenarios = (
        Scenario(
            "standard", "Adventurer Kings", _tables(STANDARD), "Eight to twelve Kings on an unknown map.", USUAL
        ),
        Scenario("super", "Super Adventurer Kings", _tables(SUPER), "A world three times as large; titles.", USUAL),
        Scenario(
            "europe", "Europe in the Middle Ages", _tables(STANDARD), "From Cordoba to the Golden Horde.", USUAL
        ),
        Scenario(
            "earth", "Earth in the Ice Age", _tables(EARTH), "Empires of all ages on the map of the Earth.", USUAL
        ),
    )
    options = OPTIONS
    state_type = State
    steps: Any = None
    bots = {"captain": Captain}
    exploits = EXPLOITS
    decisions = DECISIONS.load(preview)
    order_rules = HANDLERS
    int_range = (-1_000_000, 1_000_000)
    seat_styles = {seat: realm_style(SPECTATOR, number) for number, seat in enumerate(SEATS)}
    field_ranges = {"whim": (0, 2**31)}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> State:
        return State(
            seats=seats, flow=[], dice=Dice(key), options=options, scenario=scenario.name, owners=[], kingdoms=[],
            people={}, armies={}, features={}, items={}, fallen={}, proposals=[], relations=[], known=[], lore=[],
            seen=[], illusions={}, merit={}, renown={}, holders=[], title_holders=[], hall=[], visits={}, mastery=[],
            sheets=[None] * len(seats),
        )  # fmt: skip

    def empty_sheet(self, state: State, /, seat: str) -> Sheet:
        """Return an empty sheet; before the first year, one with a complete King."""
        return Sheet((ready_king(state.seats.index(seat)),)) if state.turn == 0 else Sheet()

    check = check
    unknown_name_problems = untold
    forecast = forecast
    preview_sheet = preview_sheet
    suggest = suggest
    form = form
    characters = staticmethod(characters)
    run_turn = staticmethod(run_turn)
    ranking_keys = staticmethod(ranking_keys)
    parse = staticmethod(parse)
    line_numbers = staticmethod(line_numbers)
    with_numbers = with_numbers
    write = staticmethod(write)
    report = report
    view = view
    view_of_everything = view_of_everything
    boards = staticmethod(boards)
    determinize = staticmethod(determinize)
    read_position = read_position
    write_position = write_position
    prose = sentence
    recap_item = recap_item
    recap = recap
    unit_counts = staticmethod(unit_counts)

    def slot(self, order: Any) -> Any:
        """Return the slot of an order: a character's phase or plan, a treaty; otherwise its text."""
        return slot(order) or self.write(Sheet((order,)))

    def seat_title(self, seat: str) -> str:
        return seat_title(self.words, seat)

    def measures(self, state: State, /) -> tuple[Measure, ...]:
        return measures(self.words, state)

    @cached_property
    def glossary(self) -> Glossary:
        return glossary(self.package, self.words)

    def is_setting_up(self, state: State, /, seat: str) -> bool:
        return state.turn == 0


GAME = AdventurerKings()

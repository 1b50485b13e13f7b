"""Lord and Master Triumphant as a game of secret orders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from palatine.core import Entry, Option, OrdersGame, Scenario, Suggestion
from palatine.core import Sheet as AnySheet
from palatine.core.game import REFEREE
from palatine.core.guidance.glossary import Glossary, load_glossary, with_entries
from palatine.core.messages import capitalize
from palatine.games.lord_and_master import preview, sequence
from palatine.games.lord_and_master.bot import Captain
from palatine.games.lord_and_master.bot.advice import captain_first
from palatine.games.lord_and_master.bot.exploits import EXPLOITS
from palatine.games.lord_and_master.decisions import DECISIONS
from palatine.games.lord_and_master.orders import grammar
from palatine.games.lord_and_master.orders.sheets import Sheet
from palatine.games.lord_and_master.orders.writing import slot, write
from palatine.games.lord_and_master.position import read_position, write_position
from palatine.games.lord_and_master.preview import preview_sheet
from palatine.games.lord_and_master.recap import measures, recap_item
from palatine.games.lord_and_master.rules.actions.dispatch import LINES, PERFORM
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.rules.victory import ranking_keys
from palatine.games.lord_and_master.secrecy import determinize
from palatine.games.lord_and_master.sheet_help import check as checking
from palatine.games.lord_and_master.sheet_help import suggest as suggesting
from palatine.games.lord_and_master.sheet_help.form import form
from palatine.games.lord_and_master.sheet_help.known_names import with_numbers
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.view import handbook
from palatine.games.lord_and_master.view.boards import boards
from palatine.games.lord_and_master.view.report import report
from palatine.games.lord_and_master.view.view import seat_title, view
from palatine.games.lord_and_master.view.wording import NAMERS

LEAST, MOST = 2, 6
SEATS = tuple(f"P{n}" for n in range(1, MOST + 1))
TABLES = (
    *(SEATS[:count] for count in (4, 2, 3, 5, 6)),
    *((*SEATS[:count], REFEREE) for count in range(LEAST, MOST + 1)),
)
"""Seats for two to six players, with or without a person as referee."""

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
    half_distances: ClassVar[Mapping[str, float]] = {
        "missing-provinces": 8.0,
        "missing-allies": 8.0,
        "missing-squares": 8.0,
    }
    scenarios = (
        Scenario(
            "hargaar",
            "The lands of Hargaar",
            TABLES,
            "Petty rulers reach for the mastery of 108 provinces.",
            (16, 67),
        ),
    )
    options = OPTIONS
    state_type = State
    bots = {"captain": Captain}
    exploits = EXPLOITS
    decisions = DECISIONS.load(preview)
    order_rules = {**PERFORM, **LINES}
    namers = NAMERS
    int_range = (-100, 100_000)
    seat_styles = {seat: seat for seat in SEATS}
    field_ranges = {"gold": (-1_000_000, 10_000_000), "coffers": (0, 10_000_000)}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> State:
        return founding.new_state(seats, key, options)

    def is_setting_up(self, state: State, seat: str) -> bool:
        """Return whether a seat is still founding its nation, which the captain can do for it."""
        return state.turn == 0 and seat != REFEREE

    # Sheets

    def empty_sheet(self, state: State, seat: str) -> Sheet:
        """Return an empty sheet; before the first turn, one that founds a complete nation."""
        return Sheet() if state.turn or seat == REFEREE else founding.ready_made(state, state.seats.index(seat))

    def suggest(
        self, state: State, seat: str, character: str | None = None, sheet: AnySheet | None = None
    ) -> list[Suggestion]:
        """Return suggested orders that a rehearsal carries out."""
        return suggesting.suggest(self, state, seat, character, sheet)

    def advised_first(
        self, state: State, seat: str, character: str | None, suggestions: list[Suggestion]
    ) -> list[Suggestion]:
        """Return the suggestions with the captain's own choice first."""
        if character is None or seat == REFEREE or state.turn == 0:
            return suggestions
        return captain_first(self, Captain(self).decide(state, seat), state, seat, character, suggestions)

    seats_due = staticmethod(sequence.seats_due)
    remove_player = staticmethod(sequence.remove_player)
    check = checking.check
    unknown_name_problems = checking.untold
    forecast = checking.forecast
    sample_suggestions = suggesting.random_suggestions
    characters = staticmethod(suggesting.characters)
    preview_sheet = preview_sheet
    form = form
    run_turn = staticmethod(sequence.run_turn)
    ranking_keys = staticmethod(ranking_keys)
    parse = staticmethod(grammar.parse)
    with_numbers = with_numbers
    write = staticmethod(write)
    slot = staticmethod(slot)
    report = report

    # Seeing

    def seat_title(self, seat: str) -> str:
        return seat_title(self.words, seat)

    view = view
    boards = staticmethod(boards)
    determinize = staticmethod(determinize)
    recap_item = recap_item
    measures = measures
    read_position = read_position
    write_position = write_position

    @cached_property
    def glossary(self) -> Glossary:
        """The written entries and those generated from the data."""
        return with_entries(load_glossary(self.package), handbook.entries(self.words))

    # Texts

    def prose(self, entry: Entry) -> str:
        """Return an entry as a sentence.

        A dropped order has its reason and, in reports, its text.
        """
        if entry.kind == "dropped":
            why = capitalize(self.words.say(entry.data["reason"], **entry.data["why"]))
            line, order = entry.data["line"], entry.data.get("order", "")
            if order:
                return self.words.say("report.dropped", line=line, order=order, why=why)
            return self.words.say("journal.dropped", line=line, why=why)
        said = {key: value for key, value in entry.data.items() if key != "shown"}
        return capitalize(super().prose(msgspec.structs.replace(entry, data=said)))

    def tally_lines(self, entry: Entry) -> list[str]:
        """Return the purpose of a roll, the dice with all modifiers, and the target number."""
        tally = entry.tally
        if tally is None:
            return []
        target = [self.words.say("tally.target", value=tally.value)] if tally.is_roll_under else []
        purpose = self.words.say(f"purpose.{tally.purpose}")
        return [capitalize(purpose), *super().tally_lines(entry), *target]


GAME = LordAndMaster()

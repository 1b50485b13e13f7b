"""Checks and forecasts of a sheet by a rehearsal without dice and without other seats."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from palatine.core import Catalogue, Forecast, Game, Problem, ShownChance
from palatine.core.game import REFEREE
from palatine.core.guidance.recap import Route
from palatine.core.messages import capitalize
from palatine.core.sheet import MAX_LINES, Sheet
from palatine.games.lord_and_master import secrecy, sequence
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.rules import relations
from palatine.games.lord_and_master.rules.actions import (
    devastation,
    dispatch,
    independence,
    interventions,
    magnates_turn,
)
from palatine.games.lord_and_master.rules.common.naming import with_names
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.rules.setup import founding as setup
from palatine.games.lord_and_master.sheet_help import suggest_setup
from palatine.games.lord_and_master.state import NO_SEAT, State
from palatine.games.lord_and_master.view.view import style_of


class Rehearsed(msgspec.Struct):
    """Result of a line: the reason if it was dropped, and notes of costs and chances."""

    line: int
    order: Any
    dropped: OrderFailed | None
    why: dict[str, Any]
    notes: list[tuple[str, dict[str, Any]]]
    chances: list[tuple[str, ShownChance]]
    """The chances among the notes, each with the kind of its note."""
    ways: list[tuple[int, ...]] = []


def check(game: Game[State], s: State, seat: str, sheet: Sheet) -> list[Problem]:
    """Return the problems of a sheet by line; a set-up is checked as a whole."""
    words = game.words
    if len(sheet.orders) > MAX_LINES:
        return [Problem(0, "", words.say("check.too-long", most=MAX_LINES))]
    if s.turn == 0:
        return setup.problems(words, s, s.seats.index(seat), sheets.Sheet(sheet.orders)) if seat != REFEREE else []
    return [_problem(words, each) for each in rehearse(s, seat, sheet) if each.dropped is not None]


UNTOLD: Final = ("drop.no-victim", "drop.no-victim-anywhere")
"""Reasons for dropping an order against a character unknown to the seat."""


def untold(game: Game[State], s: State, seat: str, sheet: Sheet) -> list[str]:
    """Return the problems of orders against characters that the seat has not been shown."""
    gone = [each for each in rehearse(s, seat, sheet) if each.dropped is not None] if s.turn else []
    return [_problem(game.words, each).reason for each in gone if each.dropped and each.dropped.reason in UNTOLD]


def forecast(game: Game[State], s: State, seat: str, sheet: Sheet) -> list[Forecast]:
    """Return the costs, risks and battles of each line, as far as the seat can know them."""
    words = game.words
    if s.turn == 0:
        meant = suggest_setup.notes(words, sheets.Sheet(sheet.orders))
        lines = enumerate(zip(sheet.orders, meant, strict=True), 1)
        return [Forecast(number, write_order(order), notes) for number, (order, notes) in lines]
    style = style_of(s.seats.index(seat))
    return [
        Forecast(
            each.line,
            write_order(each.order),
            tuple(_note_text(words, *note) for note in each.notes),
            tuple(Route(way, style) for way in each.ways),
        ).with_chances([chance for _, chance in each.chances])
        for each in rehearse(s, seat, sheet)
    ]


def rehearse(s: State, seat: str, sheet: Sheet) -> list[Rehearsed]:
    """Rehearse a sheet with the seat's knowledge: all chances succeed and no other seat acts."""
    return Rehearsal(secrecy.determinize(s, seat, b"rehearsal"), seat, sheet).run()


class Rehearsal:
    """Line-by-line execution of a seat's sheet on a copy of what the seat knows."""

    def __init__(self, known: State, seat: str, sheet: Sheet) -> None:
        copy = known.copy()
        copy.journal = None  # type: ignore[misc]
        if seat in copy.seats:
            copy.sheets[copy.seats.index(seat)] = sheets.Sheet(sheet.orders)
        self.t = t = Turn(copy, is_rehearsal=True)
        self.seat = seat
        for phase in BEFORE:
            phase(t)
        if seat != REFEREE:
            devastation.bust_sods(t, copy.seats.index(seat))
        self.lines = sorted(enumerate(sheet.orders, 1), key=lambda each: sequence.phase_of(each[1]))
        """The orders with their line numbers, in order of execution."""

    def run(self) -> list[Rehearsed]:
        """Return the results of all lines, in the order of the sheet."""
        found = [self.carry_out(number, order) for number, order in self.lines]
        return sorted(found, key=lambda each: each.line)

    def carry_out(self, number: int, order: Any) -> Rehearsed:
        """Carry out a line after those before it and return its result."""
        t = self.t
        t.notes, t.chances, t.ways = [], [], []
        t.actor = _actor(t, self.seat, order)
        dropped = None
        try:
            dispatch.carry_out(t, order)
        except OrderFailed as problem:
            dropped = problem
        why = with_names(t.s, dropped.data) if dropped is not None else {}
        return Rehearsed(number, order, dropped, why, t.notes, t.chances, t.ways)

    def attempt(self, order: Any) -> Rehearsed:
        """Return the result of one more line; its effects are undone."""
        before = self.t
        copy = before.s.copy()
        copy.journal = None  # type: ignore[misc]
        if self.seat in copy.seats:
            place = copy.seats.index(self.seat)
            so_far = copy.sheets[place]
            copy.sheets[place] = sheets.Sheet((*(so_far.orders if so_far is not None else ()), order))
        self.t = before.going_on(copy, is_rehearsal=True)
        try:
            return self.carry_out(0, order)
        finally:
            self.t = before


BEFORE = (interventions.begin_interventions, independence.continue_independence, relations.arrivals)
"""Steps that precede the first player's turn regardless of orders (R165)."""


def _actor(t: Turn, seat: str, order: Any) -> int:
    """Return the owner of an order: the seat, or the magnate that the referee commands."""
    number = magnates_turn.commanded(t, order) if seat == REFEREE else NO_SEAT
    return t.s.seats.index(seat) if number == NO_SEAT else number


def _problem(words: Catalogue, each: Rehearsed) -> Problem:
    dropped = each.dropped
    assert dropped is not None
    advice = dropped.reason.replace("drop.", "advice.", 1)
    return Problem(
        each.line,
        dropped.clause,
        capitalize(words.say(dropped.reason, **each.why)),
        words.say(advice, **each.why) if words.has(advice) else "",
        dropped.uncertain,
    )


def _note_text(words: Catalogue, kind: str, data: dict[str, Any]) -> str:
    return capitalize(words.say(f"forecast.{kind}", **data))

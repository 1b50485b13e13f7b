"""Whether a sheet can be carried out, and what it would cost: a rehearsal of it without dice and without the others."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from palatine.core import Catalogue, Forecast, Game, Problem
from palatine.core.game import REFEREE
from palatine.core.guidance.recap import Route
from palatine.core.messages import capital
from palatine.core.sheet import LONGEST, Sheet
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
    """A line as it went: why it was dropped, if it was, and what was noted of costs and chances."""

    line: int
    order: Any
    dropped: OrderFailed | None
    why: dict[str, Any]
    notes: list[tuple[str, dict[str, Any]]]
    ways: list[tuple[int, ...]] = []


def check(game: Game[State], s: State, seat: str, sheet: Sheet) -> list[Problem]:
    """What is wrong with a sheet, line by line; a set-up is judged as a whole."""
    words = game.words
    if len(sheet.orders) > LONGEST:
        return [Problem(0, "", words.say("check.too-long", most=LONGEST))]
    if s.turn == 0:
        return setup.problems(words, s, s.seats.index(seat), sheets.Sheet(sheet.orders)) if seat != REFEREE else []
    return [_problem(words, each) for each in rehearse(s, seat, sheet) if each.dropped is not None]


UNTOLD: Final = ("drop.no-victim", "drop.no-victim-anywhere")
"""Why an order is dropped that names somebody whom its seat has not been told to be there."""


def untold(game: Game[State], s: State, seat: str, sheet: Sheet) -> list[str]:
    """Return what is wrong with orders against people of whom the seat has not been told."""
    gone = [each for each in rehearse(s, seat, sheet) if each.dropped is not None] if s.turn else []
    return [_problem(game.words, each).reason for each in gone if each.dropped and each.dropped.reason in UNTOLD]


def forecast(game: Game[State], s: State, seat: str, sheet: Sheet) -> list[Forecast]:
    """What each line would cost, risk and meet, as far as its seat can know."""
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
            tuple(_note(words, *note) for note in each.notes),
            tuple(Route(way, style) for way in each.ways),
        )
        for each in rehearse(s, seat, sheet)
    ]


def rehearse(s: State, seat: str, sheet: Sheet) -> list[Rehearsed]:
    """Carry the sheet out on a copy of what its seat knows: nothing goes wrong, and nobody else does anything."""
    return Rehearsal(secrecy.determinize(s, seat, b"rehearsal"), seat, sheet).run()


class Rehearsal:
    """A turn in which a seat's sheet is tried, line by line, on a copy of what the seat knows."""

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
        """The orders with their numbers, as they are carried out."""

    def run(self) -> list[Rehearsed]:
        """How every line went, in the order of the sheet."""
        found = [self.carry_out(number, order) for number, order in self.lines]
        return sorted(found, key=lambda each: each.line)

    def carry_out(self, number: int, order: Any) -> Rehearsed:
        """How a line goes after those before it."""
        t = self.t
        t.notes, t.ways = [], []
        t.actor = _actor(t, self.seat, order)
        dropped = None
        try:
            dispatch.carry_out(t, order)
        except OrderFailed as problem:
            dropped = problem
        why = with_names(t.s, dropped.data) if dropped is not None else {}
        return Rehearsed(number, order, dropped, why, t.notes, t.ways)

    def attempt(self, order: Any) -> Rehearsed:
        """How one more line would go after all so far, of which nothing is left."""
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
"""What happens before the first player's turn whatever is ordered (R165)."""


def _actor(t: Turn, seat: str, order: Any) -> int:
    """Whose order it is: the seat's, or that of the magnate whom the referee commands."""
    number = magnates_turn.commanded(t, order) if seat == REFEREE else NO_SEAT
    return t.s.seats.index(seat) if number == NO_SEAT else number


def _problem(words: Catalogue, each: Rehearsed) -> Problem:
    dropped = each.dropped
    assert dropped is not None
    advice = dropped.reason.replace("drop.", "advice.", 1)
    return Problem(
        each.line,
        dropped.clause,
        capital(words.say(dropped.reason, **each.why)),
        words.say(advice, **each.why) if words.has(advice) else "",
        dropped.uncertain,
    )


def _note(words: Catalogue, kind: str, data: dict[str, Any]) -> str:
    return capital(words.say(f"forecast.{kind}", **data))

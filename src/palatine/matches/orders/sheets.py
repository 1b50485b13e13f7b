"""Sheets of secret orders: who may write, drafts, checking, suggestions, handing in."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from palatine.core import (
    Forecast,
    OrdersGame,
    Problem,
    RejectedSheet,
    Sheet,
    SheetForm,
    Suggestion,
    SyntaxProblem,
    Unknown,
)
from palatine.core.scenario import REFEREE
from palatine.matches.clock import now
from palatine.matches.errors import StaleDraft, TurnOver
from palatine.matches.orders.quick_fixes import with_fixes
from palatine.matches.play import lessons
from palatine.matches.play.action_metrics import measured
from palatine.matches.play.bots import go_on
from palatine.matches.responses import MatchView, SheetCheck, SheetDraft
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import Record
from palatine.matches.text import check_draft
from palatine.matches.wording import busy, refused

ATTEMPTS = 200
"""Everybody may hand in at once."""


# Who may write


def open_sheet(context: MatchRuntime, match: str, key: SeatKey, turn: int | None = None) -> tuple[LoadedMatch, str]:
    """The match, and the seat of the key, which may write orders for the turn (None: whichever is open).

    Raises Forbidden, Refused when no orders can be written, TurnOver when the match is in another turn.
    """
    loaded = playing(context, match)
    row = loaded.seats[loaded.seat_index(key)]
    if row.bot:
        raise refused("lent", bot=row.bot, seat=row.seat)
    if row.seat not in loaded.orders_game.seats_due(loaded.state):
        raise refused("idle" if row.seat == REFEREE else "out", seat=row.seat)
    if turn is not None and turn != loaded.row.turn:
        raise TurnOver(match_view(context, loaded, row.seat, loaded.row.version), turn, loaded.row.turn)
    return loaded, row.seat


def playing(context: MatchRuntime, match: str) -> LoadedMatch:
    """Return a match of secret orders that is being played. Raises Refused for any other."""
    loaded = context.open(match)
    if loaded.row.clock is None:
        raise refused("no-orders")
    if loaded.row.status != "playing":
        raise refused(loaded.row.status)
    return loaded


# Writing


def save_draft(
    context: MatchRuntime, match: str, key: SeatKey, text: str, turn: int, based_on: str | None = None
) -> None:
    """Keep what has been written so far, as typed.

    Raises StaleDraft when another text has been kept, or handed in, since the version it is based on.
    """
    check_draft(text)
    _, seat = open_sheet(context, match, key, turn)
    check_base(context, match, key, turn, based_on)
    context.storage.keep_draft(match, seat, turn, text, now())
    if context.open(match).row.lesson is not None:
        lessons.look_at_draft(context, match, text)


def draft_of(context: MatchRuntime, match: str, key: SeatKey) -> SheetDraft:
    """What the seat has written for the open turn, as typed, and what it has handed in."""
    loaded, seat = open_sheet(context, match, key)
    turn = loaded.row.turn
    handed = _handed(context, loaded, seat)
    kept = context.storage.draft(match, seat, turn)
    given = handed.data["text"] if handed else None
    if kept is not None:
        text, saved = kept
    elif given is not None:
        text, saved = given, ""
    else:
        game = loaded.orders_game
        text, saved = game.write(game.empty_sheet(loaded.state, seat)), ""
    handed_at, handed_by = (handed.time, handed.data.get("bot", "")) if handed else ("", "")
    return SheetDraft(seat, turn, text, saved, given, handed_at, handed_by, f"{saved} {handed_at}")


def check_base(context: MatchRuntime, match: str, key: SeatKey, turn: int, based_on: str | None) -> None:
    """Raise StaleDraft when the sheet of the open turn is not the version that was worked from (None: any)."""
    if based_on is None or context.open(match).row.turn != turn:
        return
    draft = draft_of(context, match, key)
    if based_on != draft.version:
        raise StaleDraft(draft)


def form_of(context: MatchRuntime, match: str, key: SeatKey) -> SheetForm:
    """The form of the open turn; in it what the seat has written or handed in, if it has."""
    loaded, seat = open_sheet(context, match, key)
    draft = draft_of(context, match, key)
    form = loaded.orders_game.form(loaded.state, seat)
    return msgspec.structs.replace(form, text=draft.text) if draft.saved or draft.handed_in is not None else form


def _handed(context: MatchRuntime, loaded: LoadedMatch, seat: str) -> Record | None:
    """The seat's sheet that stands for the open turn."""
    if seat not in loaded.row.handed:
        return None
    return context.storage.last(loaded.row.id, "hand_in", seat)


def check(context: MatchRuntime, match: str, key: SeatKey, text: str | bytes) -> SheetCheck:
    """All that is wrong with a text, line by line, and what its good orders would do."""
    return check_sheet(*open_sheet(context, match, key), text)


def check_sheet(loaded: LoadedMatch, seat: str, text: str | bytes) -> SheetCheck:
    """The same of a sheet that is open to the seat."""
    game = loaded.orders_game
    try:
        sheet, clean, garbled = _read(game, loaded.state, seat, text)
    except SyntaxProblem as error:
        return SheetCheck(False, tuple(error.problems))
    problems = game.check(loaded.state, seat, sheet)
    lines = game.line_numbers(clean)
    doubts = [placed(lines, problem) for problem in problems]
    found = sorted([*garbled, *doubts], key=lambda problem: problem.line)
    return SheetCheck(
        ok=not garbled and all(problem.uncertain for problem in problems),
        problems=tuple(
            with_fixes(game, loaded.state, seat, _with_known_numbers(game, loaded.state, seat, text)[0], found)
        ),
        forecasts=tuple(placed(lines, each) for each in _forecasts(game, loaded.state, seat, sheet, problems)),
        orders=len(sheet.orders),
        understood=game.write(sheet),
    )


def with_known_numbers(game: OrdersGame[Any], state: Any, seat: str, text: str | bytes) -> str:
    """Return a text from outside as it is kept: cleaned, with numbers for the names that the seat knows.

    Raises SyntaxProblem as `OrdersGame.clean` and `OrdersGame.with_numbers` do.
    """
    return game.with_numbers(state, seat, game.clean(text))


def understood(context: MatchRuntime, match: str, key: SeatKey, text: str | bytes) -> str:
    """Return a text with numbers for the names that a seat knows; names that mean several things stay.

    Raises SyntaxProblem for what is no text of a sheet.
    """
    loaded = context.open(match)
    return _with_known_numbers(loaded.orders_game, loaded.state, loaded.seat_of(key), text)[0]


def _with_known_numbers(
    game: OrdersGame[Any], state: Any, seat: str, text: str | bytes
) -> tuple[str, list[Problem]]:
    """Return the same, and a problem for each line with a name that means several things, which stays as it is."""
    clean = game.clean(text)
    try:
        return game.with_numbers(state, seat, clean), []
    except SyntaxProblem as error:
        lines = clean.split("\n")
        known = game.with_numbers(state, seat, _without(clean, {each.line for each in error.problems})).split("\n")
        for each in error.problems:
            known[each.line - 1] = lines[each.line - 1]
        return "\n".join(known), error.problems


def _read(game: OrdersGame[Any], state: Any, seat: str, text: str | bytes) -> tuple[Sheet, str, list[Problem]]:
    """The sheet that the good lines of a text mean, the text with no others, and what is wrong with those.

    Raises SyntaxProblem for a text of which nothing can be read.
    """
    clean, garbled = _with_known_numbers(game, state, seat, text)
    try:
        return game.parse(clean), clean, garbled
    except SyntaxProblem as error:
        unclear = {each.line for each in garbled}
        garbled = [*garbled, *[each for each in error.problems if each.line not in unclear]]
    clean = _without(clean, {problem.line for problem in garbled})
    try:
        return game.parse(clean), clean, garbled
    except SyntaxProblem as error:
        raise SyntaxProblem(garbled) from error


def good_lines(game: OrdersGame[Any], state: Any, seat: str, text: str) -> str:
    """What of a text may be handed in, without the lines that may not; "" when there is no order in it."""
    try:
        sheet, clean, _ = _read(game, state, seat, text)
        while bad := {each.line for each in game.check(state, seat, sheet) if not each.uncertain}:
            lines = game.line_numbers(clean)
            wrong = {lines[line - 1] for line in bad if 1 <= line <= len(lines)}
            if not wrong:  # it is the sheet as a whole that will not do
                return ""
            clean = _without(clean, wrong)
            sheet = game.parse(clean)
    except SyntaxProblem:
        return ""
    return clean if sheet.orders else ""


def _without(text: str, lines: set[int]) -> str:
    """A text with some of its lines left empty."""
    return "\n".join("" if number in lines else line for number, line in enumerate(text.split("\n"), 1))


def placed(lines: list[int], about: Any) -> Any:
    """A problem or forecast of an order, at the line of the text where the order stands."""
    if not 1 <= about.line <= len(lines):
        return about
    return msgspec.structs.replace(about, line=lines[about.line - 1])


def _forecasts(
    game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet, problems: list[Problem]
) -> list[Forecast]:
    """A dry run of the orders that nothing is wrong with, if they can do without the others."""
    bad = {problem.line for problem in problems if not problem.uncertain}
    good = [number for number in range(1, len(sheet.orders) + 1) if number not in bad]
    if 0 in bad or (bad and not good):
        return []
    if bad:
        sheet = msgspec.structs.replace(sheet, orders=tuple(sheet.orders[number - 1] for number in good))
        if any(not problem.uncertain for problem in game.check(state, seat, sheet)):
            return []
    return [placed(good, each) for each in game.forecast(state, seat, sheet)]


def suggest(context: MatchRuntime, match: str, key: SeatKey, character: str | None = None) -> list[Suggestion]:
    """What a character (None: the seat as a whole) could be ordered to do, after what has been written so far.

    Raises Unknown for a name of nobody.
    """
    loaded, seat = open_sheet(context, match, key)
    game = loaded.orders_game
    known = game.characters(loaded.state, seat)
    if character is not None and character not in known:
        raise Unknown(f"{seat} has no {character!r} to order; it has {', '.join(known) or 'nobody'}.")
    try:
        sheet, _, _ = _read(game, loaded.state, seat, draft_of(context, match, key).text)
    except SyntaxProblem:
        sheet = None  # nothing to go on from
    offered = game.suggest(loaded.state, seat, character, sheet)
    return game.advised_first(loaded.state, seat, character, offered) if loaded.row.advice else offered


def characters(context: MatchRuntime, match: str, key: SeatKey) -> list[str]:
    """Return the characters to which the seat can give orders."""
    loaded, seat = open_sheet(context, match, key)
    return loaded.orders_game.characters(loaded.state, seat)


@measured
def hand_in(
    context: MatchRuntime, match: str, key: SeatKey, text: str | bytes, turn: int, based_on: str | None = None
) -> MatchView:
    """Hand in a sheet for a turn, in place of an earlier one. The same text twice is written once.

    Raises core.SyntaxProblem or core.RejectedSheet with all problems, by the lines of the text, and StaleDraft when
    the draft is no longer the version that the sheet is based on. Then the earlier sheet still stands.
    """
    check_base(context, match, key, turn, based_on)
    if context.open(match).row.lesson is not None:
        clean, _ = _accepted(*open_sheet(context, match, key, turn), text)
        return lessons.hand_in(context, match, key, clean)
    for _ in range(ATTEMPTS):
        seen = context.open(match).row.version
        again = _already_handed_in(context, match, key, text, turn)
        if again is not None:
            return again
        loaded, seat = open_sheet(context, match, key, turn)
        if loaded.row.version != seen:
            continue
        pending = PendingWrite(loaded)
        with context.at_work(pending):
            secret_orders.hand_in(pending, seat, *_accepted(loaded, seat, text))
        written = context.write(pending)
        if written is not None:
            return match_view(context, go_on(context, written), seat, loaded.row.version)
    raise busy()


def _accepted(loaded: LoadedMatch, seat: str, text: str | bytes) -> tuple[str, Sheet]:
    """A text as it is kept, and its sheet, which may be handed in. Raises SyntaxProblem or RejectedSheet."""
    game = loaded.orders_game
    clean = with_known_numbers(game, loaded.state, seat, text)
    sheet = game.parse(clean)
    problems = game.check(loaded.state, seat, sheet)
    if any(not problem.uncertain for problem in problems):
        lines = game.line_numbers(clean)
        raise RejectedSheet([placed(lines, problem) for problem in problems])
    return clean, sheet


def _already_handed_in(
    context: MatchRuntime, match: str, key: SeatKey, text: str | bytes, turn: int
) -> MatchView | None:
    """What the seat sees, if just this sheet has been handed in already, even if the turn has been run since."""
    loaded = context.open(match)
    seat = loaded.seat_of(key)
    last = context.storage.last(match, "hand_in", seat)
    if last is None or last.data["turn"] != turn:
        return None
    with suppress(SyntaxProblem):
        if last.data["text"] == with_known_numbers(loaded.orders_game, loaded.state, seat, text):
            loaded = go_on(context, loaded)
            return match_view(context, loaded, seat, loaded.row.version)
    return None

"""Sheets of secret orders: permissions, drafts, checks, suggestions and handing in."""

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
from palatine.matches.play.action_metrics import measure_action
from palatine.matches.play.bots import continue_play
from palatine.matches.responses import MatchView, SheetCheck, SheetDraft
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import Record
from palatine.matches.text import check_draft
from palatine.matches.wording import busy_error, refused_error

MAX_ATTEMPTS = 200
"""Maximum attempts to write, since all players may hand in at the same moment."""


IN_ADVANCE = 30
"""Number of turns ahead for which a player can write orders."""


# Permissions


def open_sheet(context: MatchRuntime, match: str, key: SeatKey, turn: int | None = None) -> tuple[LoadedMatch, str]:
    """Return the match and the seat of `key`, which may write orders for a turn.

    `turn` None is the open turn. Raises `Forbidden`, `Refused` if no orders can be written, and `TurnOver` if the
    match is in another turn.
    """
    loaded = match_in_play(context, match)
    row = loaded.seats[loaded.seat_index(key)]
    if row.bot:
        raise refused_error("lent", bot=row.bot)
    if row.seat not in loaded.orders_game.seats_due(loaded.state):
        raise refused_error("idle" if row.seat == REFEREE else "out")
    if turn is not None and turn != loaded.row.turn:
        raise TurnOver(match_view(context, loaded, row.seat, loaded.row.version), turn, loaded.row.turn)
    return loaded, row.seat


def match_in_play(context: MatchRuntime, match: str) -> LoadedMatch:
    """Return a match of secret orders in play. Raises `Refused` for any other match."""
    loaded = context.open(match)
    if loaded.row.clock is None:
        raise refused_error("no-orders")
    if loaded.row.status != "playing":
        raise refused_error(loaded.row.status)
    return loaded


# Drafts and sheets


def save_draft(
    context: MatchRuntime, match: str, key: SeatKey, text: str, turn: int, based_on: str | None = None
) -> None:
    """Store a draft as typed, for the open turn or in advance for a later one.

    Raises `StaleDraft` if another text has been stored or handed in since the version it is based on.
    """
    check_draft(text)
    if _is_in_advance(context, match, turn):
        _, seat = open_sheet(context, match, key)
        context.storage.save_draft(match, seat, turn, text, now())
        return
    _, seat = open_sheet(context, match, key, turn)
    check_not_stale(context, match, key, turn, based_on)
    context.storage.save_draft(match, seat, turn, text, now())
    if context.open(match).row.lesson is not None:
        lessons.advance_by_draft(context, match, text)


def _is_in_advance(context: MatchRuntime, match: str, turn: int) -> bool:
    return 0 < turn - context.open(match).row.turn <= IN_ADVANCE


def draft_of(context: MatchRuntime, match: str, key: SeatKey, turn: int | None = None) -> SheetDraft:
    """Return the seat's draft for the open turn, as typed, and the sheet it has handed in.

    For a later turn, return the orders written in advance.
    """
    if turn is not None and _is_in_advance(context, match, turn):
        _, seat = open_sheet(context, match, key)
        text, saved = context.storage.draft(match, seat, turn) or ("", "")
        return SheetDraft(seat, turn, text, saved, None, "", "", saved)
    loaded, seat = open_sheet(context, match, key, turn)
    turn = loaded.row.turn
    handed = _handed_in_record(context, loaded, seat)
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


def check_not_stale(context: MatchRuntime, match: str, key: SeatKey, turn: int, based_on: str | None) -> None:
    """Raise `StaleDraft` if the sheet is not at the version worked on (None: any version)."""
    if based_on is None or context.open(match).row.turn != turn:
        return
    draft = draft_of(context, match, key)
    if based_on != draft.version:
        raise StaleDraft(draft)


def form_of(context: MatchRuntime, match: str, key: SeatKey) -> SheetForm:
    """Return the order form of the open turn, filled with the seat's draft or sheet, if any."""
    loaded, seat = open_sheet(context, match, key)
    draft = draft_of(context, match, key)
    form = loaded.orders_game.form(loaded.state, seat)
    return msgspec.structs.replace(form, text=draft.text) if draft.saved or draft.handed_in is not None else form


def _handed_in_record(context: MatchRuntime, loaded: LoadedMatch, seat: str) -> Record | None:
    """Return the record of the sheet that the seat has handed in for the open turn, if any."""
    if seat not in loaded.row.handed:
        return None
    return context.storage.last_record(loaded.row.id, "hand_in", seat)


def check(context: MatchRuntime, match: str, key: SeatKey, text: str | bytes) -> SheetCheck:
    """Return all problems of a text by line, and a forecast of its valid orders."""
    return check_sheet(*open_sheet(context, match, key), text)


def check_sheet(loaded: LoadedMatch, seat: str, text: str | bytes) -> SheetCheck:
    """Return the problems and forecasts of a text for a seat that may write orders."""
    game = loaded.orders_game
    try:
        sheet, clean, garbled = _read_sheet(loaded, seat, text)
    except SyntaxProblem as error:
        return SheetCheck(False, tuple(error.problems))
    problems = game.check(loaded.state, seat, sheet)
    lines = game.line_numbers(clean)
    doubts = [at_text_line(lines, problem) for problem in problems]
    found = sorted([*garbled, *doubts], key=lambda problem: problem.line)
    return SheetCheck(
        ok=not garbled and all(problem.uncertain for problem in problems),
        problems=tuple(with_fixes(game, loaded.state, seat, _with_known_numbers(loaded, seat, text)[0], found)),
        forecasts=tuple(
            at_text_line(lines, each) for each in _forecasts(game, loaded.state, seat, sheet, problems)
        ),
        orders=len(sheet.orders),
        understood=game.write(sheet),
    )


def with_known_numbers(match: LoadedMatch | PendingWrite, seat: str, text: str | bytes) -> str:
    """Return untrusted text as it is stored: cleaned, and with numbers for known names.

    Raises `SyntaxProblem` as `OrdersGame.clean` and `OrdersGame.with_numbers` do.
    """
    game = match.orders_game
    return game.with_numbers(match.state, seat, game.clean(text), _player_names(match))


def interpret(context: MatchRuntime, match: str, key: SeatKey, text: str | bytes) -> str:
    """Return a text with numbers for the names known to the seat; ambiguous names stay.

    Raises `SyntaxProblem` if the text cannot be a sheet.
    """
    loaded = context.open(match)
    return _with_known_numbers(loaded, loaded.seat_of(key), text)[0]


def _player_names(match: LoadedMatch | PendingWrite) -> dict[str, str]:
    """Return the names of the people in the match, by seat."""
    return {row.seat: row.name for row in match.seats if row.seated and row.is_owned and row.name}


def _with_known_numbers(
    match: LoadedMatch | PendingWrite, seat: str, text: str | bytes
) -> tuple[str, list[Problem]]:
    """Return the text with numbers for known names, and problems of ambiguous names."""
    clean = match.orders_game.clean(text)
    try:
        return with_known_numbers(match, seat, clean), []
    except SyntaxProblem as error:
        lines = clean.split("\n")
        others = _without_lines(clean, {each.line for each in error.problems})
        known = with_known_numbers(match, seat, others).split("\n")
        for each in error.problems:
            known[each.line - 1] = lines[each.line - 1]
        return "\n".join(known), error.problems


def _read_sheet(
    match: LoadedMatch | PendingWrite, seat: str, text: str | bytes
) -> tuple[Sheet, str, list[Problem]]:
    """Return the sheet of the valid lines, the text of these lines, and the other problems.

    Raises `SyntaxProblem` if no line can be read.
    """
    game = match.orders_game
    clean, garbled = _with_known_numbers(match, seat, text)
    try:
        return game.parse(clean), clean, garbled
    except SyntaxProblem as error:
        unclear = {each.line for each in garbled}
        garbled = [*garbled, *[each for each in error.problems if each.line not in unclear]]
    clean = _without_lines(clean, {problem.line for problem in garbled})
    try:
        return game.parse(clean), clean, garbled
    except SyntaxProblem as error:
        raise SyntaxProblem(garbled) from error


def valid_lines(match: LoadedMatch | PendingWrite, seat: str, text: str) -> str:
    """Return the text without its invalid lines; "" if no order is left."""
    game = match.orders_game
    try:
        sheet, clean, _ = _read_sheet(match, seat, text)
        while bad := {each.line for each in game.check(match.state, seat, sheet) if not each.uncertain}:
            lines = game.line_numbers(clean)
            wrong = {lines[line - 1] for line in bad if 1 <= line <= len(lines)}
            if not wrong:  # A problem of the sheet as a whole.
                return ""
            clean = _without_lines(clean, wrong)
            sheet = game.parse(clean)
    except SyntaxProblem:
        return ""
    return clean if sheet.orders else ""


def _without_lines(text: str, lines: set[int]) -> str:
    return "\n".join("" if number in lines else line for number, line in enumerate(text.split("\n"), 1))


def at_text_line(lines: list[int], item: Any) -> Any:
    """Return a problem or forecast at the line of the text that contains its order."""
    if not 1 <= item.line <= len(lines):
        return item
    return msgspec.structs.replace(item, line=lines[item.line - 1])


def _forecasts(
    game: OrdersGame[Any], state: Any, seat: str, sheet: Sheet, problems: list[Problem]
) -> list[Forecast]:
    """Return forecasts of the valid orders, if they are valid without the others."""
    bad = {problem.line for problem in problems if not problem.uncertain}
    good = [number for number in range(1, len(sheet.orders) + 1) if number not in bad]
    if 0 in bad or (bad and not good):
        return []
    if bad:
        sheet = msgspec.structs.replace(sheet, orders=tuple(sheet.orders[number - 1] for number in good))
        if any(not problem.uncertain for problem in game.check(state, seat, sheet)):
            return []
    return [at_text_line(good, each) for each in game.forecast(state, seat, sheet)]


def suggest(context: MatchRuntime, match: str, key: SeatKey, character: str | None = None) -> list[Suggestion]:
    """Return suggested orders for a character (None: for the whole seat), given the draft.

    Raises `Unknown` if the seat has no such character.
    """
    loaded, seat = open_sheet(context, match, key)
    game = loaded.orders_game
    known = game.characters(loaded.state, seat)
    if character is not None and character not in known:
        raise Unknown(f"{seat} has no {character!r} to order; it has {', '.join(known) or 'nobody'}.")
    try:
        sheet, _, _ = _read_sheet(loaded, seat, draft_of(context, match, key).text)
    except SyntaxProblem:
        sheet = None  # There is no draft to continue.
    offered = game.suggest(loaded.state, seat, character, sheet)
    return game.advised_first(loaded.state, seat, character, offered) if loaded.row.advice else offered


def characters(context: MatchRuntime, match: str, key: SeatKey) -> list[str]:
    """Return the characters to which the seat can give orders."""
    loaded, seat = open_sheet(context, match, key)
    return loaded.orders_game.characters(loaded.state, seat)


@measure_action
def hand_in(
    context: MatchRuntime, match: str, key: SeatKey, text: str | bytes, turn: int, based_on: str | None = None
) -> MatchView:
    """Hand in a sheet for a turn, in place of an earlier one.

    The same text twice is recorded once. Raises `core.SyntaxProblem` or `core.RejectedSheet` with all problems by
    line, and `StaleDraft` if the draft has changed since the version that the sheet is based on. After an error the
    earlier sheet remains in force.
    """
    check_not_stale(context, match, key, turn, based_on)
    if context.open(match).row.lesson is not None:
        clean, _ = _accepted(*open_sheet(context, match, key, turn), text)
        return lessons.hand_in(context, match, key, clean)
    for _ in range(MAX_ATTEMPTS):
        seen = context.open(match).row.version
        again = _already_handed_in(context, match, key, text, turn)
        if again is not None:
            return again
        loaded, seat = open_sheet(context, match, key, turn)
        if loaded.row.version != seen:
            continue
        pending = PendingWrite(loaded)
        with context.guard_rules(pending):
            secret_orders.hand_in(pending, seat, *_accepted(loaded, seat, text))
        written = context.write(pending)
        if written is not None:
            return match_view(context, continue_play(context, written), seat, loaded.row.version)
    raise busy_error()


def _accepted(loaded: LoadedMatch, seat: str, text: str | bytes) -> tuple[str, Sheet]:
    """Return a valid text as it is stored, and its sheet.

    Raises `SyntaxProblem` or `RejectedSheet`.
    """
    game = loaded.orders_game
    clean = with_known_numbers(loaded, seat, text)
    sheet = game.parse(clean)
    problems = game.check(loaded.state, seat, sheet)
    if any(not problem.uncertain for problem in problems):
        lines = game.line_numbers(clean)
        raise RejectedSheet([at_text_line(lines, problem) for problem in problems])
    return clean, sheet


def _already_handed_in(
    context: MatchRuntime, match: str, key: SeatKey, text: str | bytes, turn: int
) -> MatchView | None:
    """Return the seat's view if it has already handed in this sheet.

    It does so even if the turn has run since.
    """
    loaded = context.open(match)
    seat = loaded.seat_of(key)
    last = context.storage.last_record(match, "hand_in", seat)
    if last is None or last.data["turn"] != turn:
        return None
    with suppress(SyntaxProblem):
        if last.data["text"] == with_known_numbers(loaded, seat, text):
            loaded = continue_play(context, loaded)
            return match_view(context, loaded, seat, loaded.row.version)
    return None

"""The desk of secret orders: writing, checking and handing in sheets, and running turns."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from palatine.core import (
    Board,
    Entry,
    Forecast,
    OrdersGame,
    Problem,
    Refused,
    RejectedSheet,
    Report,
    Sheet,
    Suggestion,
    SyntaxProblem,
    Unknown,
    Unreadable,
    View,
    sheet_text,
)
from palatine.core.sheet import REFEREE
from palatine.table import turns
from palatine.table.archive import Record
from palatine.table.bots import go_on, hand_in_bots
from palatine.table.clock import clock_of
from palatine.table.desk import Desk
from palatine.table.draft import Draft, now
from palatine.table.errors import TurnOver, Unsaved
from palatine.table.mending import mended
from palatine.table.replay import position
from palatine.table.seating import busy
from palatine.table.session import Session
from palatine.table.shapes import Checked, Sight, Written
from palatine.table.telling import HOUSE, check_seat, sight
from palatine.table.wording import refused, words

log = logging.getLogger(__name__)

MISSED = 2
"""So many turns missed in a row may cost a seat."""
ATTEMPTS = 200
"""Everybody may hand in at once."""
LONGEST_DRAFT = 500_000


# Who may write


def open_desk(desk: Desk, match: str, key: str, turn: int | None = None) -> tuple[Session, str]:
    """The match, and the seat of the key, which may write orders for the turn (None: whichever is open).

    Raises Forbidden, Refused when no orders can be written, TurnOver when the match is in another turn.
    """
    session = playing(desk, match)
    row = session.seats[session.place_of(key)]
    if row.bot:
        raise refused("lent", bot=row.bot, seat=row.seat)
    if row.seat not in turns.rules(session.game).drafting(session.state):
        raise refused("out", seat=row.seat)
    if turn is not None and turn != session.row.turn:
        raise TurnOver(sight(desk, session, row.seat, session.row.version), turn, session.row.turn)
    return session, row.seat


def playing(desk: Desk, match: str) -> Session:
    """A match of secret orders that is under way. Raises Refused when it is none."""
    session = desk.open(match)
    if session.row.clock is None:
        raise refused("no-orders")
    if session.row.status != "playing":
        raise refused(session.row.status)
    return session


# Writing


def save_draft(desk: Desk, match: str, key: str, text: str, turn: int) -> None:
    """Keep what has been written so far, as typed."""
    if not isinstance(text, str) or len(text) > LONGEST_DRAFT or not _can_be_kept(text):
        raise Unreadable(f"A draft is a text of at most {LONGEST_DRAFT} characters.")
    _, seat = open_desk(desk, match, key, turn)
    desk.archive.keep_draft(match, seat, turn, text, now())


def _can_be_kept(text: str) -> bool:
    return text.isascii() or text.encode(errors="replace").decode() == text


def draft_of(desk: Desk, match: str, key: str) -> Written:
    """What the seat has written for the open turn, as typed, and what it has handed in."""
    session, seat = open_desk(desk, match, key)
    turn = session.row.turn
    handed = _handed(desk, session, seat)
    kept = desk.archive.draft(match, seat, turn)
    given = handed.data["text"] if handed else None
    if kept is not None:
        text, saved = kept
    elif given is not None:
        text, saved = given, ""
    else:
        game = turns.rules(session.game)
        text, saved = game.write(game.blank(session.state, seat)), ""
    return Written(seat, turn, text, saved, given, handed.time if handed else "")


def _handed(desk: Desk, session: Session, seat: str) -> Record | None:
    """The seat's sheet that stands for the open turn."""
    if seat not in session.row.handed:
        return None
    return desk.archive.last(session.row.id, "hand_in", seat)


def check(desk: Desk, match: str, key: str, text: str | bytes) -> Checked:
    """All that is wrong with a text, line by line, and what its good orders would do."""
    session, seat = open_desk(desk, match, key)
    game = turns.rules(session.game)
    try:
        sheet, clean, garbled = _read(game, text)
    except SyntaxProblem as error:
        return Checked(False, tuple(error.problems))
    problems = game.check(session.state, seat, sheet)
    lines = game.numbered(clean)
    placed = [_placed(lines, problem) for problem in problems]
    found = sorted([*garbled, *placed], key=lambda problem: problem.line)
    return Checked(
        ok=not garbled and all(problem.uncertain for problem in problems),
        problems=tuple(mended(game, session.state, seat, sheet_text(text), found)),
        forecasts=tuple(_placed(lines, each) for each in _forecasts(game, session.state, seat, sheet, problems)),
        orders=len(sheet.orders),
    )


def _read(game: OrdersGame[Any], text: str | bytes) -> tuple[Sheet, str, list[Problem]]:
    """The sheet that the good lines of a text mean, the text with no others, and what is wrong with those.

    Raises SyntaxProblem for a text of which nothing can be read.
    """
    clean = sheet_text(text)
    try:
        return game.parse(clean), clean, []
    except SyntaxProblem as error:
        garbled = error.problems
    clean = _without(clean, {problem.line for problem in garbled})
    try:
        return game.parse(clean), clean, garbled
    except SyntaxProblem as error:
        raise SyntaxProblem(garbled) from error


def _without(text: str, lines: set[int]) -> str:
    """A text with some of its lines left empty."""
    return "\n".join("" if number in lines else line for number, line in enumerate(text.split("\n"), 1))


def _placed(lines: list[int], about: Any) -> Any:
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
    return [_placed(good, each) for each in game.forecast(state, seat, sheet)]


def suggest(desk: Desk, match: str, key: str, character: str | None) -> list[Suggestion]:
    """What a character (None: the seat as a whole) could be ordered to do, after what has been written so far.

    Raises Unknown for a name of nobody.
    """
    session, seat = open_desk(desk, match, key)
    game = turns.rules(session.game)
    known = game.characters(session.state, seat)
    if character is not None and character not in known:
        raise Unknown(f"{seat} has no {character!r} to order; it has {', '.join(known) or 'nobody'}.")
    try:
        sheet, _, _ = _read(game, draft_of(desk, match, key).text)
    except SyntaxProblem:
        sheet = None  # nothing to go on from
    return game.suggest(session.state, seat, character, sheet)


def characters(desk: Desk, match: str, key: str) -> list[str]:
    session, seat = open_desk(desk, match, key)
    return turns.rules(session.game).characters(session.state, seat)


def hand_in(desk: Desk, match: str, key: str, text: str | bytes, turn: int) -> Sight:
    """Hand in a sheet for a turn, in place of an earlier one. The same text twice is written once."""
    for _ in range(ATTEMPTS):
        seen = desk.open(match).row.version
        again = _again(desk, match, key, text, turn)
        if again is not None:
            return again
        session, seat = open_desk(desk, match, key, turn)
        if session.row.version != seen:
            continue
        draft = Draft(session)
        turns.hand_in(draft, seat, *_good(session, seat, text))
        written = desk.write(draft)
        if written is not None:
            return sight(desk, go_on(desk, written), seat, session.row.version)
    raise busy()


def _good(session: Session, seat: str, text: str | bytes) -> tuple[str, Sheet]:
    """A text as it is kept, and its sheet, which may be handed in. Raises SyntaxProblem or RejectedSheet."""
    game = turns.rules(session.game)
    clean = sheet_text(text)
    sheet = game.parse(clean)
    problems = game.check(session.state, seat, sheet)
    if any(not problem.uncertain for problem in problems):
        lines = game.numbered(clean)
        raise RejectedSheet([_placed(lines, problem) for problem in problems])
    return clean, sheet


def _again(desk: Desk, match: str, key: str, text: str | bytes, turn: int) -> Sight | None:
    """What the seat sees, if just this sheet has been handed in already, even if the turn has been run since."""
    session = desk.open(match)
    seat = session.names[session.place_of(key)]
    last = desk.archive.last(match, "hand_in", seat)
    with suppress(SyntaxProblem):
        if last is not None and (last.data["turn"], last.data["text"]) == (turn, sheet_text(text)):
            session = go_on(desk, session)
            return sight(desk, session, seat, session.row.version)
    return None


# Turns


def run_turn(desk: Desk, match: str, key: str | None) -> Sight:
    """Run the turn now: all have handed in, its time is up, or whoever sees to the turns says so.

    Raises Refused otherwise.
    """
    for _ in range(ATTEMPTS):
        session = playing(desk, match)
        seat = None if key is None else session.names[session.place_of(key)]
        why = _why_now(session, seat, now())
        if not why:
            raise _not_yet(session, seat)
        written = _run(desk, session, why, seat or "")
        if written is not None:
            return sight(desk, go_on(desk, written), seat, session.row.version)
    raise busy()


def _why_now(session: Session, seat: str | None, time: str) -> str:
    """Why the turn may be run at this time; "" when it may not."""
    row = session.row
    if row.deadline and row.deadline <= time:
        return "deadline"
    is_all = not any(not session.seats[session.names.index(each)].bot for each in row.asked)
    if is_all and (clock_of(row.clock).early or not row.deadline):
        return "all"
    return "called" if seat is not None and seat == session.master else ""


def _not_yet(session: Session, seat: str | None) -> Refused:
    if session.row.asked:
        return refused("not-all", seats=list(session.row.asked))
    return refused("not-time", deadline=session.row.deadline)


def _run(desk: Desk, session: Session, why: str, by: str, time: str = "") -> Session | None:
    draft = Draft(session)
    draft.time = max(draft.time, time)
    hand_in_bots(draft)
    turns.run_turn(draft, why, by if why == "called" else "")
    return desk.write(draft)


def claim_deadlines(desk: Desk, time: str | None = None) -> list[str]:
    """Run the turns whose time is up; the ids of the matches in which it was this worker that did."""
    at = time or now()
    claimed = []
    for match in desk.archive.overdue(at):
        try:
            session = desk.open(match)
            if session.row.status != "playing" or not session.row.deadline or session.row.deadline > at:
                continue  # somebody else has been faster
            written = _run(desk, session, "deadline", "", at)
            if written is not None:
                claimed.append(match)
                go_on(desk, written)
        except Unsaved:
            raise
        except Exception:  # whatever is wrong with one match, the others' turns are run
            log.exception("Match %s: its turn could not be run", match)
    return claimed


# Those who stay away


def vote(desk: Desk, match: str, key: str, against: str, *, out: bool = True) -> Sight:
    """Vote for a seat to be vacated; the referee's word, or more than half of the other persons', does it.

    Raises Refused unless it has missed `MISSED` turns in a row.
    """
    for _ in range(ATTEMPTS):
        session = playing(desk, match)
        seat = session.names[session.place_of(key)]
        check_seat(session, against)
        row = session.seats[session.names.index(against)]
        if seat == against or row.bot or not row.key:
            raise refused("no-vote", seat=against)
        if row.missed < MISSED:
            raise refused("not-missed", seat=against, missed=row.missed, turns=MISSED)
        if (seat in session.row.votes.get(against, [])) == out and seat != REFEREE:
            return sight(desk, session, seat, session.row.version)
        draft = Draft(session)
        turns.vote(draft, seat, against, out=out)
        if out and seat == REFEREE:
            turns.eject(draft, against, "referee", seat)
        elif 2 * len(draft.row.votes.get(against, [])) > len(_voters(session, against)):
            turns.eject(draft, against, "vote")
        written = desk.write(draft)
        if written is not None:
            return sight(desk, go_on(desk, written), seat, session.row.version)
    raise busy()


def _voters(session: Session, against: str) -> list[str]:
    """Those who may vote: persons who have been there lately."""
    return [
        row.seat for row in session.seats if row.key and not row.bot and row.seat != against and row.missed < MISSED
    ]


# Telling


def report(desk: Desk, match: str, seat: str | None, turn: int | None) -> Report:
    """What a seat (None: a spectator) is told of a turn (None: the last run). Raises Unknown for one not run yet.

    The report of the turn before the first tells the beginning; the last one, when the next orders are due.
    """
    session, state, told = _told(desk, match, seat, turn)
    found = turns.rules(session.game).report(state, seat, told)
    row = session.row
    if not row.deadline or turn not in (None, row.turn - 1):
        return found
    due = words().say("report.due", subtitle=found.subtitle, deadline=row.deadline[:16].replace("T", " "))
    return msgspec.structs.replace(found, subtitle=due)


def report_picture(desk: Desk, match: str, seat: str | None, turn: int | None) -> tuple[tuple[Board, ...], View]:
    """The boards and what the seat saw on them when a turn was over."""
    session, state, _ = _told(desk, match, seat, turn)
    return session.game.boards(state), session.game.view(state, seat)


def _told(desk: Desk, match: str, seat: str | None, turn: int | None) -> tuple[Session, Any, list[Entry]]:
    """A match, its state when a turn was over, and what of it the seat may read."""
    session = desk.open(match)
    check_seat(session, seat)
    if session.row.clock is None or session.scene is None:
        raise refused("no-orders" if session.row.clock is None else session.row.status)
    wanted = session.row.turn - 1 if turn is None else turn
    place = None if seat is None else session.names.index(seat)
    told: list[Entry] = []
    for number, record in _numbered(session, desk.archive.line(match, -1, session.row.ply)):
        told += [entry for entry in record.entries if not entry.kind.startswith(HOUSE) and entry.readable_by(place)]
        if number == wanted:
            return session, position(desk, session, record.ply), told
        if number is not None:
            told.clear()
    raise Unknown(f"There is no report of turn {wanted} in this match.")


def _numbered(session: Session, records: list[Record]) -> Iterator[tuple[int | None, Record]]:
    """Records with the turn each ends; None for one in the middle of a turn."""
    numbers = [record.data["turn"] for record in records if record.kind == "turn"]
    first = numbers[0] if numbers else session.row.turn
    for record in records:
        if record.kind == "begin":
            yield first - 1, record
        else:
            yield record.data.get("turn"), record

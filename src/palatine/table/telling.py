"""The journal as a seat reads it, and everything else a seat sees of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from palatine.core import Entry, Game, Unknown
from palatine.table.archive import Record
from palatine.table.desk import Desk
from palatine.table.session import Session
from palatine.table.shapes import Line, Sight
from palatine.table.trail import blame
from palatine.table.wording import words

HOUSE = "house."
REFEREE = "referee"


def sight(desk: Desk, session: Session, seat: str | None, since: int = 0) -> Sight:
    """What `seat` sees now, with the lines of the journal above version `since`."""
    row = session.row
    check_seat(session, seat)
    why = why_no_undo(session, seat)
    records = desk.news(session, since) if since < row.version else []
    return Sight(
        match=row.id,
        seat=seat,
        status=row.status,
        version=row.version,
        at=row.ply,
        plies=row.ply,
        view=session.view(seat),
        entries=tuple(lines(session, records, seat)),
        can_undo=not why,
        why_not=why,
    )


def check_seat(session: Session, seat: str | None) -> None:
    """Raise Unknown when the match has no such seat."""
    if seat is not None and seat not in session.names:
        raise Unknown(f"This match has no seat {seat!r}; it has {', '.join(session.names)}.")


def why_no_undo(session: Session, seat: str | None) -> str:
    """Why `seat` can take nothing back now; "" when it can."""
    if seat is None:
        return words().say("undo.spectator")
    if session.row.status != "playing":
        return words().say("undo." + session.row.status)
    found = blame(session.trail, seat)
    return words().say("undo." + found, seat=session.trail[-1].seat if session.trail else "") if found else ""


def lines(session: Session, records: Iterable[Record], seat: str | None) -> list[Line]:
    """What `seat` may read of these records (the referee: all); what was taken back is left out."""
    told: list[tuple[int, list[Line]]] = []
    place = session.names.index(seat) if seat in session.names else None
    for record in records:
        if record.kind == "undo":
            told = [(ply, each) for ply, each in told if ply <= record.ply]
        read = [entry for entry in record.entries if seat == REFEREE or entry.readable_by(place)]
        told.append((-1 if record.kind != "action" else record.ply, _told(session.game, record, read)))
    return [line for _, each in told for line in each]


def _told(game: Game[Any], record: Record, entries: list[Entry]) -> list[Line]:
    return [_line(game, record, n, entry) for n, entry in enumerate(entries, 1)]


def _line(game: Game[Any], record: Record, n: int, entry: Entry) -> Line:
    if entry.kind.startswith(HOUSE):
        text = words().say("line." + entry.kind.removeprefix(HOUSE), **entry.data)
        return Line(n, record.n, text, record.kind, back_to=record.data.get("version", -1))
    return Line(
        n=n,
        version=record.n,
        text=game.prose(entry),
        kind=entry.kind,
        clauses=entry.clauses,
        tally=tuple(game.tally_lines(entry)),
        private=entry.readers is not None,
    )

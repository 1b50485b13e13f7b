"""The journal as a seat reads it, and everything else a seat sees of a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from palatine.core import Entry, Game, Unknown
from palatine.table.archive import Record
from palatine.table.desk import Desk
from palatine.table.session import Session
from palatine.table.shapes import Line, Sight
from palatine.table.trail import blame
from palatine.table.wording import words

HOUSE = "house."
REFEREE = "referee"
LOOK_BACK = 24
"""How many records back a line may have begun."""


def sight(desk: Desk, session: Session, seat: str | None, since: int = 0) -> Sight:
    """What `seat` sees now, with the lines of the journal above version `since`."""
    row = session.row
    check_seat(session, seat)
    why = why_no_undo(session, seat)
    return Sight(
        match=row.id,
        seat=seat,
        status=row.status,
        version=row.version,
        at=row.ply,
        plies=row.ply,
        view=session.view(seat),
        entries=tuple(news(desk, session, seat, since)) if since < row.version else (),
        can_undo=not why,
        why_not=why,
        takes_back="" if why else session.trail[-1].says,
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
    if session.row.clock is not None:
        return words().say("undo.orders")
    found = blame(session.trail, seat)
    return words().say("undo." + found, seat=session.trail[-1].seat if session.trail else "") if found else ""


class Told(NamedTuple):
    """An entry that somebody reads: the `n`-th of a record, and the lines it stands for."""

    record: Record
    n: int
    entry: Entry
    before: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.record.n}.{self.n}"

    @property
    def is_of_house(self) -> bool:
        return self.entry.kind.startswith(HOUSE)


def news(desk: Desk, session: Session, seat: str | None, since: int) -> list[Line]:
    """The lines of the journal above version `since`, what was told step by step in one line.

    A line may go on with one that was read before; after an undo the line that is the last again is told anew.
    """
    records = desk.news(session, max(0, since - LOOK_BACK))
    told = _whole(session.game, read(session, records, seat))
    undone = [record.data["version"] for record in records if record.kind == "undo" and record.n > since]
    kept = [each for each in told if undone and each.record.n <= min(undone)][-1:]
    fresh = [each for each in told if each.record.n > since and each not in kept]
    return [_line(session.game, *each) for each in (*kept, *fresh)]


def _whole(game: Game[Any], told: Iterable[Told]) -> list[Told]:
    """With one entry in place of those that tell of one thing."""
    found: list[Told] = []
    for each in told:
        last = found[-1] if found and not found[-1].is_of_house else None
        one = game.joined(last.entry, each.entry) if last and not each.is_of_house else None
        if last and one:
            found[-1] = each._replace(entry=one, before=(*last.before, last.key))
        else:
            found.append(each)
    return found


def lines(session: Session, records: Iterable[Record], seat: str | None) -> list[Line]:
    """What `seat` may read of these records (the referee: all), line by line."""
    return [_line(session.game, *each) for each in read(session, records, seat)]


def read(session: Session, records: Iterable[Record], seat: str | None) -> list[Told]:
    """The entries of these records that `seat` may read; what was taken back is left out."""
    told: list[tuple[int, list[Told]]] = []
    place = session.names.index(seat) if seat in session.names else None
    for record in records:
        if record.kind == "undo":
            told = [(ply, each) for ply, each in told if ply <= record.ply]
        mine = [entry for entry in record.entries if seat == REFEREE or entry.readable_by(place)]
        ply = -1 if record.kind != "action" else record.ply
        told.append((ply, [Told(record, n, entry) for n, entry in enumerate(mine, 1)]))
    return [each for _, those in told for each in those]


def _line(game: Game[Any], record: Record, n: int, entry: Entry, before: tuple[str, ...] = ()) -> Line:
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
        stands_for=before,
    )

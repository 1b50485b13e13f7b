"""Replaying every stored match on today's rules."""

from __future__ import annotations

from collections.abc import Iterator

from palatine import registry
from palatine.core import Unknown
from palatine.table.archive import MatchRow, Record, SeatRow
from palatine.table.desk import Desk
from palatine.table.draft import outcome_data
from palatine.table.rerun import Begin, Deed, Rerun
from palatine.table.shapes import Finding


def audit(desk: Desk) -> Iterator[Finding]:
    """What differs, match by match, from what is stored: actions, rolls, journal, position, result."""
    for match in desk.archive.ids():
        for finding in audit_match(desk, match):
            yield Finding(finding.n, finding.text, match)


def audit_match(desk: Desk, match: str) -> Iterator[Finding]:
    found = desk.archive.load(match)
    if found is None or found[0].state is None:
        return
    row, seats = found
    try:
        rerun = Rerun(registry.load(row.game), begin_of(row, seats))
    except Unknown as error:
        yield Finding(0, str(error))
        return
    problems = list(rerun.run([deed_of(record) for record in desk.archive.records(match)]))
    yield from problems or _check_end(row, rerun)


def begin_of(row: MatchRow, seats: tuple[SeatRow, ...]) -> Begin:
    names = tuple(seat.seat for seat in seats)
    return Begin(row.scenario, names, row.options, row.start, row.seed, {seat.seat: seat.number for seat in seats})


def deed_of(record: Record) -> Deed:
    action = (record.verb, record.operand) if record.kind == "action" else None
    return Deed(record.n, record.kind, record.ply, record.seat, action, record.rolls, record.entries, record.data)


def _check_end(row: MatchRow, rerun: Rerun) -> Iterator[Finding]:
    outcome = rerun.outcome()
    if rerun.game.encode(rerun.state) != row.state:
        yield Finding(row.version, "The log leads to another position than the one stored.")
    if row.outcome is None and outcome is not None:
        yield Finding(row.version, "By today's rules the match would be over.")
    if (
        row.outcome is not None
        and "resigned" not in row.outcome
        and row.outcome != (outcome and outcome_data(outcome))
    ):
        yield Finding(
            row.version, f"The result stored is {row.outcome}; it would be {outcome and outcome_data(outcome)}."
        )

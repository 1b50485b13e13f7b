"""Replaying every stored match on today's rules."""

from __future__ import annotations

from collections.abc import Iterator

from palatine import registry
from palatine.core import Unknown
from palatine.table.matches.context import TableContext
from palatine.table.matches.transitions import Genesis, outcome_data
from palatine.table.replaying.replayer import Replayer, ReplayRecord
from palatine.table.responses import Finding
from palatine.table.storage import MatchRow


def audit(context: TableContext) -> Iterator[Finding]:
    """What differs, match by match, from what is stored: actions, rolls, journal, position, result."""
    for match in context.storage.ids():
        for finding in _audit_match(context, match):
            yield Finding(finding.n, finding.text, match)


def _audit_match(context: TableContext, match: str) -> Iterator[Finding]:
    found = context.storage.load(match)
    if found is None or found[0].state is None:
        return
    row, seats = found
    try:
        replayer = Replayer(registry.load(row.game), Genesis.of_match(row, seats))
    except Unknown as error:
        yield Finding(0, str(error))
        return
    problems = list(replayer.run([ReplayRecord.of_record(record) for record in context.storage.records(match)]))
    yield from problems or _check_end(row, replayer)


def _check_end(row: MatchRow, replayer: Replayer) -> Iterator[Finding]:
    outcome = replayer.outcome()
    if replayer.game.encode(replayer.state) != row.state:
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

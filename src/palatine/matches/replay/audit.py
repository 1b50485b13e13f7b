"""Audit of all stored matches: dice, positions and the current rules.

Matches played under older rules may end differently under the current ones. Such differences are reported separately
from damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, PalatineError, Unknown
from palatine.matches.errors import StorageError
from palatine.matches.replay.replayer import Replayer, ReplayRecord
from palatine.matches.responses import Finding, RulesOfMatch
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.failures import Failure
from palatine.matches.runtime.stored_positions import all_stored_positions
from palatine.matches.runtime.transitions import Genesis, departed_seats, is_outcome, outcome_data
from palatine.matches.storage import MatchRow, Record, SeatRow
from palatine.matches.wording import catalogue


def audit(context: MatchRuntime) -> Iterator[Finding]:
    """Yield all errors in the database: damaged tables first, then match by match."""
    for trouble in context.storage.find_damage():
        yield Finding(0, trouble)
    try:
        matches = context.storage.match_ids()
    except StorageError:  # The table of matches cannot be read, which `find_damage` has reported.
        return
    for match in matches:
        try:
            for finding in _audit_match(context, match):
                yield msgspec.structs.replace(finding, match=match)
        except (PalatineError, msgspec.MsgspecError, TypeError, ValueError) as error:
            yield Finding(0, f"The match cannot be read from the database: {error}", match)


def rules_of_matches(context: MatchRuntime) -> list[RulesOfMatch]:
    """Return the rules versions under which each match began and is now played."""
    found = []
    for match in context.storage.match_ids():
        row, _ = context.storage.load(match) or (None, ())
        if row is not None:
            found.append(RulesOfMatch(match, row.game, row.status, row.rules, row.rules_now or row.rules))
    return found


def _audit_match(context: MatchRuntime, match: str) -> Iterator[Finding]:
    with context.storage.consistent_read():  # Other requests may change the match meanwhile.
        found = context.storage.load(match)
        records, damaged = context.storage.readable_records(match)
        snapshots = context.storage.snapshots(match)
    if found is None:
        return
    row, seats = found
    if row.stuck:
        yield Finding(row.version, Failure.of_row(row).for_operator, kind="stuck")
    for n in damaged:
        yield Finding(n, f"Record {n} of its log cannot be read.")
    yield from _check_log(row, [*(record.n for record in records), *damaged])
    if row.status == "open":
        return
    try:
        game = registry.load(row.game)
    except Unknown as error:
        yield Finding(0, str(error))
        return
    kept, damaged = all_stored_positions(snapshots)
    for ply in damaged:
        yield Finding(0, catalogue().say("position.damaged", ply=ply))
    yield from _check_moves(game, row, seats, records, kept)


def _check_log(row: MatchRow, numbers: list[int]) -> Iterator[Finding]:
    missing = sorted(set(range(1, row.version + 1)) - set(numbers))
    if missing:
        yield Finding(missing[0], f"Record {missing[0]} of its log is missing; {len(missing)} are in all.")
    last = max(numbers, default=0)
    if last > row.version:
        yield Finding(last, f"Its log has {last} records, not {row.version}.")


def _check_moves(
    game: Game[Any], row: MatchRow, seats: tuple[SeatRow, ...], records: list[Record], stored: dict[int, bytes]
) -> Iterator[Finding]:
    replayer = Replayer(game, Genesis.of_match(row, seats), row.rules, stored)
    yield from replayer.run([ReplayRecord.of_record(record) for record in records])
    if replayer.elsewhere:
        first, count = replayer.elsewhere[0], len(replayer.elsewhere)
        versions = list(dict.fromkeys([row.rules, row.rules_now or row.rules]))
        text = catalogue().say(
            "audit.elsewhere", rules=versions, now=game.rules_version, what=first.text, count=count
        )
        yield Finding(first.n, text, kind="rules")
    yield from _check_end(row, replayer, departed_seats((record.kind, record.seat) for record in records))


def _check_end(row: MatchRow, replayer: Replayer, left: set[str]) -> Iterator[Finding]:
    """Check that the log leads to the stored position and result."""
    if row.state is None:
        if not replayer.elsewhere:
            yield Finding(row.version, "The position it stands at is missing.")
        return
    now, game = replayer.state, replayer.game
    if now is not None and game.encode(now) != game.encode(game.decode(row.state)):
        yield Finding(row.version, "The log leads to another position than the one stored.")
    outcome = game.outcome(game.decode(row.state))
    if row.outcome is None and outcome is not None:
        yield Finding(row.version, "By the position stored the match would be over.")
    is_settled = row.outcome is not None and {"resigned", "ended", "timed", "agreed"} & set(row.outcome)
    if row.outcome is None or is_settled or is_outcome(row.outcome, outcome, left):
        return
    would_be = outcome and outcome_data(outcome, left)
    kind = {"kind": "rules"} if replayer.is_old else {}
    yield Finding(row.version, f"The result stored is {row.outcome}; it would be {would_be}.", **kind)  # type: ignore[arg-type]

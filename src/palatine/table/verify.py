"""Checking that a finished match was played by the rules and with the dice that were promised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine import registry
from palatine.core import Unreadable
from palatine.table.draft import outcome_data
from palatine.table.fairness import commitment
from palatine.table.matchfile import FileRecord, MatchFile, digest, read
from palatine.table.rerun import Begin, Deed, Rerun
from palatine.table.shapes import Finding, Verification


def verify_file(plain: Any) -> Verification:
    """Check a match file with nothing but the file: the seed against the commitment, every roll recomputed from
    seed and numbers, every action played again, the result.

    Raises Unreadable when it cannot be read or is of a match still being played, Unknown for a game not installed.
    """
    file = plain if isinstance(plain, MatchFile) else read(plain)
    if file.status != "over":
        raise Unreadable("This is the file of a match still being played: its seed is not laid open yet.")
    game = registry.load(file.game)
    rerun = Rerun(game, begin_of(file))
    findings = list(_check(file, rerun))
    notes = [] if game.rules == file.rules else [f"Played by rules {file.rules}, checked by rules {game.rules}."]
    return Verification(
        ok=not findings,
        commitment=file.commitment,
        seed=file.seed,
        numbers=file.numbers,
        rolls=rerun.rolls,
        actions=rerun.actions,
        findings=tuple(findings),
        notes=tuple(notes),
    )


def begin_of(file: MatchFile) -> Begin:
    return Begin(file.scenario, file.names, file.options, file.start_bytes, file.seed_bytes, file.numbers)


def deed_of(record: FileRecord) -> Deed:
    return Deed(record.n, record.kind, record.ply, record.seat, record.action, record.rolls, None, record.data)


def _check(file: MatchFile, rerun: Rerun) -> Iterator[Finding]:
    if not file.seed:
        yield Finding(0, "The seed is missing.")
    elif commitment(file.seed_bytes) != file.commitment:
        yield Finding(0, "The seed is not the one that was committed to.")
    yield from _check_numbers(file)
    deeds = [deed_of(record) for record in file.log]
    found = list(rerun.run(deeds))
    yield from found or _check_end(file, rerun, deeds)
    if not found and file.digest != digest(file):
        yield Finding(0, "The file has been altered since it was written: its digest is wrong.")


def _check_numbers(file: MatchFile) -> Iterator[Finding]:
    """The numbers are those that the persons gave when they sat down."""
    given = {seat: number for seat, number in file.numbers.items() if number}
    for record in file.log:
        number = record.data.get("number") if record.kind == "sit" else None
        if number and given.get(record.seat) != number:
            yield Finding(
                record.n, f"Record {record.n}: {record.seat}'s number was {number!r} when the match began."
            )


def _check_end(file: MatchFile, rerun: Rerun, deeds: list[Deed]) -> Iterator[Finding]:
    resigned = rerun.resigned(deeds)
    outcome = rerun.outcome()
    result = file.result or {}
    if resigned:
        if result.get("resigned") != resigned or resigned in result.get("winners", []):
            yield Finding(deeds[-1].n, f"The result is not that {resigned} resigned.")
    elif outcome is None:
        yield Finding(len(deeds), "The log ends before the match does.")
    elif outcome_data(outcome) != result:
        yield Finding(len(deeds), f"The result is {outcome_data(outcome)}; the file has {result}.")

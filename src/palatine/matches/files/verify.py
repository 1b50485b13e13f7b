"""Verification that a finished match followed the rules and used the committed dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from palatine import registry
from palatine.core import Game, Unknown, Unreadable
from palatine.core.clauses import is_version
from palatine.matches.fairness import commitment
from palatine.matches.files.matchfile import FileRecord, MatchFile, digest, parse_file
from palatine.matches.files.start_positions import read_start
from palatine.matches.replay.replayer import Replayer, ReplayRecord
from palatine.matches.responses import Finding, Verification
from palatine.matches.runtime.transitions import Genesis, departed_seats, is_outcome, outcome_data
from palatine.matches.storage import Record
from palatine.matches.wording import catalogue


def verify_file(data: Any) -> Verification:
    """Verify a match file on its own.

    Checks the seed against the commitment, and compares the result after the `Replayer` has replayed every action and
    recalculated every roll from the seed and the numbers. Raises `Unreadable` if the file cannot be read or the match
    is still in play, and `Unknown` if the game is not installed.
    """
    file = data if isinstance(data, MatchFile) else parse_file(data)
    if file.status != "over":
        raise Unreadable("This is the file of a match still being played: its seed is not laid open yet.")
    return verify_replay(file, *replay_file(file))


def verify_replay(file: MatchFile, replayer: Replayer, found: list[Finding]) -> Verification:
    """Return the verification of a finished match that has already been replayed."""
    findings = list(_check(file, replayer, found))
    elsewhere = replayer.elsewhere[0].n if replayer.elsewhere else 0
    return Verification(
        ok=not findings and not elsewhere,
        commitment=file.commitment,
        seed=file.seed,
        numbers=file.numbers,
        rolls=replayer.rolls,
        actions=replayer.actions,
        findings=tuple(findings),
        notes=tuple(_notes(file, replayer.game, elsewhere)),
        verdict="wrong" if findings else "partly" if elsewhere else "right",
        rules=file.rules,
        rules_now=replayer.game.rules_version,
        elsewhere=elsewhere,
    )


def _notes(file: MatchFile, game: Game[Any], elsewhere: int) -> Iterator[str]:
    versions = list(dict.fromkeys([file.rules, *(r.data.get("now", "") for r in file.log if r.kind == "rules")]))
    if elsewhere:
        yield catalogue().say("verify.elsewhere", rules=versions, now=game.rules_version, n=elsewhere)
    elif versions != [game.rules_version]:
        yield catalogue().say("verify.other-rules", rules=versions, now=game.rules_version)
    if order := numbers_in_order(file.names, file.numbers, file.log):
        told = [f"{seat} (as the match was made)" if at_once else seat for seat, at_once in order]
        yield f"The numbers came in this order: {', '.join(told)}."


def replay_file(file: MatchFile) -> tuple[Replayer, list[Finding]]:
    """Replay the log of a file and return the replayer with all differences.

    Raises `Unknown` if the game is not installed, and `Unreadable` if the game has no such setup or start position.
    """
    numbers = file.numbers
    _check_setup(registry.load(file.game), file)
    genesis = Genesis(file.scenario, file.names, file.options, file.start_bytes, file.seed_bytes, numbers)
    replayer = Replayer(registry.load(file.game), genesis, file.rules)
    return replayer, list(replayer.run([_replay_record(record) for record in file.log]))


def _check_setup(game: Game[Any], file: MatchFile) -> None:
    try:
        game.scenario(file.scenario)
        game.complete_options(file.options)
    except Unknown as error:
        raise Unreadable(f"The match file is damaged: {error}") from error
    if file.start_bytes is not None:
        read_start(game, file.start_bytes, file.names)


def _replay_record(record: FileRecord) -> ReplayRecord:
    """Return the record for the replayer, without a journal because a file has none."""
    action, rolls = record.action, record.rolls
    return ReplayRecord(record.n, record.kind, record.ply, record.seat, action, rolls, None, record.data)


def _check(file: MatchFile, replayer: Replayer, found: list[Finding]) -> Iterator[Finding]:
    if not file.seed:
        yield Finding(0, "The seed is missing.")
    elif commitment(file.seed_bytes) != file.commitment:
        yield Finding(0, "The seed is not the one that was committed to.")
    yield from _check_numbers(file)
    if not is_version(file.rules):
        yield Finding(0, f"There are no rules {file.rules!r}.")
    yield from found or _check_end(file, replayer)
    if not found and file.digest != digest(file):
        yield Finding(0, "The file has been altered since it was written: its digest is wrong.")


def numbers_in_order(
    names: Sequence[str], numbers: Mapping[str, str], log: Iterable[FileRecord | Record]
) -> list[tuple[str, bool]]:
    """Return the seats that gave numbers in that order.

    Each has a flag that is True if it did so when the match was created.
    """
    later = [record.seat for record in log if record.kind == "sit" and record.data.get("number")]
    first = [seat for seat in names if numbers.get(seat) and seat not in later]
    return [*[(seat, True) for seat in first], *[(seat, False) for seat in dict.fromkeys(later)]]


def _check_numbers(file: MatchFile) -> Iterator[Finding]:
    """Check that the numbers are those that players gave when they took their seats."""
    given = {seat: number for seat, number in file.numbers.items() if number}
    for record in file.log:
        number = record.data.get("number") if record.kind == "sit" else None
        if number and given.get(record.seat) != number:
            yield Finding(
                record.n, f"Record {record.n}: {record.seat}'s number was {number!r} when the match began."
            )


def _check_ended(file: MatchFile, last: FileRecord) -> Iterator[Finding]:
    """Check that all remaining players agreed to end the match and share the win."""
    left = {record.seat for record in file.log if record.kind == "eject"}
    there = [seat for seat in file.names if seat not in left]
    result = file.result or {}
    if last.seat not in left or result.get("ended") != last.seat or result.get("winners") != there:
        yield Finding(last.n, f"The result is not that {last.seat} left and the others ended the match.")


def _check_settled(file: MatchFile, last: FileRecord) -> Iterator[Finding]:
    """Check a win on time, an agreed draw or an agreed cancellation."""
    result = file.result or {}
    if last.kind == "flag":
        others = [seat for seat in file.names if seat != last.seat]
        is_so = result.get("timed") == last.seat and result.get("winners") == others
    else:
        is_so = result.get("agreed") == last.data.get("what") and result.get("winners") == []
    if not is_so:
        yield Finding(last.n, "The result is not what the log ends with.")


def _check_end(file: MatchFile, replayer: Replayer) -> Iterator[Finding]:
    last = next((each for each in reversed(file.log) if each.kind != "proposal" or each.data.get("end")), None)
    if last is not None and last.data.get("end") is True and last.kind in ("flag", "proposal"):
        yield from _check_settled(file, last)
        return
    if last is not None and last.kind == "end":
        yield from _check_ended(file, last)
        return
    resigned = last.seat if last is not None and last.kind == "resign" else ""
    outcome = replayer.outcome()
    result, left = file.result or {}, departed_seats((record.kind, record.seat) for record in file.log)
    if resigned:
        if result.get("resigned") != resigned or not set(result.get("winners", [])) <= {*file.names} - {resigned}:
            yield Finding(last.n if last else 0, f"The result is not that {resigned} resigned.")
    elif replayer.elsewhere:
        return
    elif outcome is None:
        yield Finding(len(file.log), "The log ends before the match does.")
    elif not is_outcome(result, outcome, left):
        yield Finding(len(file.log), f"The result is {outcome_data(outcome, left)}; the file has {result}.")

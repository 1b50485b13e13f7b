"""Commands for match files: verify, audit, export, import, replay."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from traceback import format_exc
from typing import Any

from palatine import registry
from palatine.cli.common import (
    Keyring,
    catalogue,
    open_existing,
    open_read_only,
    open_services,
    pluralize,
    write_private,
)
from palatine.core import Entry, Game, Unknown, Unreadable
from palatine.core.text import outcome_text, view_text
from palatine.matches import MatchServices, StorageError, file_from_text, file_to_text
from palatine.matches.files.checking import verify_in_executor
from palatine.matches.files.matchfile import FileRecord, MatchFile, parse_file
from palatine.matches.files.verify import replay_file
from palatine.matches.replay.replayer import Replayer
from palatine.matches.runtime import failures, slow_actions
from palatine.processes import ProcessPool
from palatine.testing.fuzzer import find_game, load_finding, replay_finding

VERDICT_EXIT_CODES = {"right": 0, "wrong": 1, "partly": 3}
"""Exit codes of `palatine verify`."""
MOVE_KINDS = ("begin", "action", "turn", "eject")
"""Kinds of log records that lead to a new position."""
MAX_FILE_BYTES = 200_000_000
"""Maximum size in bytes of a file to read."""


def read_file(name: str) -> dict[str, Any]:
    """Return the content of a match file. Raises Unreadable."""
    path = Path(name)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise Unreadable(f"{name} is too large for a match file.")
        return file_from_text(path.read_bytes())
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror or error}.") from error


def verify(args: Namespace) -> int:
    """Run `palatine verify`.

    Returns 1 if anything is wrong, 3 if nothing is wrong but not everything could be checked.
    """
    with closing(ProcessPool(1)) as pool:
        found = verify_in_executor(pool, parse_file(read_file(args.file)))
    for finding in found.findings:
        print(finding.text)
    for note in found.notes:
        print(note)
    actions, rolls = pluralize(found.actions, "action"), pluralize(found.rolls, "roll")
    if found.ok:
        print(f"All is well: {actions} and {rolls}, by the seed that was committed to.")
    elif found.verdict == "partly":
        fell = pluralize(found.rolls, "roll is as it", "rolls are as they")
        print(f"{fell} had to fall, by the seed that was committed to.")
    return VERDICT_EXIT_CODES[found.verdict]


def audit(args: Namespace) -> int:
    """Run `palatine audit`; return 1 if any match is damaged or stuck.

    Differences caused by changed rules are not errors.
    """
    services = MatchServices(open_existing(args, check=False))
    found = services.archive.audit()
    for finding in found:
        print(f"{finding.match}: {finding.text}" if finding.match else finding.text)
    for line in _by_rules(services):
        print(line)
    kinds = Counter(finding.kind for finding in found)
    print(
        f"{pluralize(kinds['damage'], 'finding')}; {pluralize(kinds['stuck'], 'match is', 'matches are')} stuck; "
        f"{pluralize(kinds['rules'], 'was', 'were')} played under rules that have changed since."
    )
    return 1 if kinds["damage"] or kinds["stuck"] else 0


def _by_rules(services: MatchServices) -> Iterator[str]:
    """Yield the number of matches by game and rules version, and matches whose rules changed."""
    try:
        matches = services.archive.rules_of_matches()
    except StorageError:  # Already reported as a finding.
        return
    began = Counter((each.game, each.began) for each in matches)
    for (game, rules), count in sorted(began.items()):
        yield f"{game}: {pluralize(count, 'match', 'matches')} begun under rules {rules}."
    yield from [
        f"{each.match}: begun under rules {each.began}, played under rules {each.now}."
        for each in matches
        if each.now != each.began
    ]


def stuck(args: Namespace) -> int:
    """Run `palatine stuck`; return 1 if a match remains stuck.

    With --retry the referee first tries again.
    """
    services = MatchServices(open_existing(args))
    for finding in services.matches.stuck_matches():
        print(f"{finding.match}: {finding.text}")
        if args.retry:
            print(
                f"{finding.match}: {'he goes on' if services.matches.retry(finding.match) else 'he is still stuck'}"
            )
    left = len(services.matches.stuck_matches())
    print(f"{pluralize(left, 'match is', 'matches are')} stuck.")
    return 1 if left else 0


def export(args: Namespace) -> int:
    """Run `palatine export`."""
    services = open_read_only(args)
    known = [args.key] if args.key else list(Keyring.for_database(args).keys_of_match(args.match).values())
    text = file_to_text(services.archive.export(args.match, known[0] if known else None))
    if args.to is None:
        sys.stdout.write(text)
    else:
        write_private(Path(args.to), text)
        print(f"Written to {args.to}.")
    return 0


def import_(args: Namespace) -> int:
    """Run `palatine import`; print the new match's id."""
    with closing(ProcessPool(1)) as pool:
        services: MatchServices = open_services(args, executor=pool)
        print(services.archive.import_(read_file(args.file)))
    return 0


# Replay of match files.


def replay(args: Namespace) -> int:
    """Run `palatine replay`."""
    plain = read_file(args.file)
    if plain.get("format") == failures.FORMAT:
        return _replay_failure(args)
    if plain.get("format") == slow_actions.FORMAT:
        return _replay_slow(args)
    if "what" in plain and "format" not in plain:
        return _replay_finding(args)
    file = parse_file(plain)
    for line in _visible_log_lines(file, args) if file.status != "over" else _all_log_lines(file, args):
        print(line)
    return 0


def _visible_log_lines(file: MatchFile, args: Namespace) -> Iterator[str]:
    if args.at is not None:
        raise Unknown("The match is still being played: its file tells what happened, but holds no positions.")
    yield f"{file.title}, as {file.reader} knows it"
    yield from [f"{record.n:5} {text}" for record in file.log for text in record.journal]


def _all_log_lines(file: MatchFile, args: Namespace) -> Iterator[str]:
    game = registry.load(file.game)
    replayer, findings = replay_file(file)
    if findings:
        raise Unreadable(f"The match cannot be replayed: {findings[0].text}")
    if args.seat is not None and args.seat not in file.names:
        raise Unknown(f"This match has no seat {args.seat!r}; it has {', '.join(file.names)}.")
    if args.at is not None:
        yield from _position(game, replayer, file, args)
        return
    yield f"{file.title}: {', '.join(f'{seat.name or seat.bot} as {seat.seat}' for seat in file.seats)}"
    for record in file.log:
        yield from _record_lines(game, replayer, file, record, args.seat)
    if replayer.elsewhere:
        yield catalogue().say("replay.elsewhere", n=replayer.elsewhere[0].n, now=game.rules_version)
    if file.result:
        yield outcome_text(file.result["winners"], file.result["margin"])


def _position(game: Game[Any], replayer: Replayer, file: MatchFile, args: Namespace) -> Iterator[str]:
    if not 0 <= args.at < len(replayer.states):
        raise Unknown(f"This match has positions 0 to {len(replayer.states) - 1}, no {args.at}.")
    line = {record.ply: record for record in file.log if record.kind in MOVE_KINDS}
    yield from _record_lines(game, replayer, file, line[args.at], args.seat)
    state = replayer.states[args.at]
    if state is None:
        raise Unknown(catalogue().say("replay.elsewhere", n=replayer.elsewhere[0].n, now=game.rules_version))
    seats = [args.seat] if args.seat is not None else file.names
    for seat in seats:
        yield f"\nWhat {seat} sees:" if args.seat is None else ""
        yield view_text(game.boards(state), game.view(state, seat))


def _record_lines(
    game: Game[Any], replayer: Replayer, file: MatchFile, record: FileRecord, seat: str | None
) -> Iterator[str]:
    place = file.names.index(seat) if seat is not None else None
    head = f"{record.ply:5} "
    if record.kind not in ("action", "begin"):
        yield f"{head}{record.seat}: {record.kind.replace('_', ' ')}".replace(" : ", " ")
    if record.kind == "hand_in" and seat in (None, record.seat):
        yield from [f"{'':10}{line}" for line in str(record.data.get("text", "")).splitlines()]
    for entry in replayer.journal.get(record.n, ()):
        if seat is None or entry.is_readable_by(place):
            yield from _entry_lines(game, entry, head)


def _entry_lines(game: Game[Any], entry: Entry, head: str) -> Iterator[str]:
    clauses = f" ({', '.join(entry.clauses)})" if entry.clauses else ""
    yield f"{head}{game.prose(entry)}{clauses}"
    yield from [f"{'':10}{line}" for line in game.tally_lines(entry)]


def _replay_failure(args: Namespace) -> int:
    """Replay a failure. Print the traceback and return 1 if it occurs again."""
    file = failures.read_failure(args.file)
    print(f"{file.game}, rules {file.rules}, match {file.match} at version {file.version}: {file.what} {file.seat}")
    try:
        failures.replay(file)
    except Exception:
        print(format_exc())
        return 1
    print(f"As it failed then:\n{file.trace}")
    print("It does not fail any more; `palatine stuck --retry` has the referee go on.")
    return 0


def _replay_slow(args: Namespace) -> int:
    """Replay slow actions and print the seconds for rules and for views, action by action."""
    file = slow_actions.read_recording(args.file)
    print(
        f"{file.game}, rules {file.rules}, match {file.match} at version {file.version}: {file.seconds:.2f} s then"
    )
    for seat, action, rules, views in slow_actions.replay_recording(file):
        print(f"{seat}: {action[0]} {action[1]}: {rules:.4f} s for the rules, {views:.4f} s for the views")
    return 0


def _replay_finding(args: Namespace) -> int:
    finding = load_finding(args.file)
    print(finding)
    state = replay_finding(args.file)
    game = find_game(finding.game)
    for seat in state.seats:
        print(f"\nWhat {seat} sees:")
        print(view_text(game.boards(state), game.view(state, seat)))
    return 0

"""Commands for the database: move, back up, restore, compress, purge, upgrade, sizes."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from palatine.cli.common import check_database_exists, database_location, open_existing, pluralize, progress_printer
from palatine.config import find_config
from palatine.core import Unknown
from palatine.matches.clock import add_seconds, now
from palatine.store.compression import compress_match as pack_match
from palatine.store.compression import matches_to_compress
from palatine.store.engine import Database, connect
from palatine.store.retention import delete_matches, old_matches
from palatine.store.schema import HEAD
from palatine.store.server_notes import BackupNote, write_note
from palatine.store.transfer.backup_file import BackupSource, open_backup, write_backup
from palatine.store.transfer.copying import Source, copy_into, open_exclusive, open_snapshot
from palatine.store.transfer.rows import TableCount
from palatine.store.transfer.sizes import ArchiveSize, archive_size, database_size, table_sizes
from palatine.store.upgrading import current_revision, is_compatible


def move(args: Namespace) -> int:
    """Run `palatine move FROM TO`."""
    with open_database(args.source, must_exist=True) as source, open_database(args.target) as target:
        source.in_use.acquire(exclusive=True)
        with open_exclusive(source) as snapshot:
            _fill(target, snapshot)
    print("The old database stays as it is; keep it until you trust the new one, and do not serve both.")
    return 0


def backup(args: Namespace) -> int:
    """Run `palatine backup FILE`."""
    begun = time.monotonic()
    path = Path(args.file)
    with open_database(database_location(args), must_exist=True) as source, open_snapshot(source) as snapshot:
        found = write_backup(path, snapshot, now(), progress_printer("rows"))
        _record(source, path)
    _print_table(found, f"are in {path} ({path.stat().st_size / 1e6:.1f} MB)", begun)
    return 0


def _record(source: Database, path: Path) -> None:
    """Record a backup for the checklist, unless the tables are of another version."""
    with source.reading() as connection:
        is_ours = is_compatible(connection)
    if is_ours:
        write_note(source, BackupNote(now(), str(path.resolve()), path.stat().st_size))


def restore(args: Namespace) -> int:
    """Run `palatine restore FILE`; with --check only verify that the file is complete."""
    with open_backup(Path(args.file)) as source:
        print(f"A backup of {source.head.time}.")
        if args.check:
            with open_database(":memory:") as target:
                _fill(target, source)
            return 0
        with open_database(database_location(args)) as target:
            _fill(target, source)
    return 0


def _fill(target: Database, source: Source | BackupSource) -> None:
    begun = time.monotonic()
    target.in_use.acquire(exclusive=True)
    _print_table(
        copy_into(target, source, progress_printer("rows")), "have arrived, every row of them compared", begun
    )


@contextmanager
def open_database(location: str, *, must_exist: bool = False) -> Iterator[Database]:
    """Open a database and close it at the end; with `must_exist` a missing file is not created."""
    found = connect(check_database_exists(location) if must_exist else location)
    try:
        yield found
    finally:
        found.close()


def _print_table(found: Mapping[str, TableCount], what: str, begun: float) -> None:
    width = max(map(len, found))
    for name, count in found.items():
        if count.rows:
            print(f"{name:{width}} {count.rows:>10}  {count.digest}")
    seconds = time.monotonic() - begun
    rows = sum(count.rows for count in found.values())
    matches = pluralize(found["matches"].rows, "match", "matches")
    print(f"{matches}, {pluralize(rows, 'row')}, {what}, in {seconds:.1f} s.")
    sys.stdout.flush()


def storage(args: Namespace) -> int:
    """Run `palatine storage`."""
    with open_database(database_location(args), must_exist=True) as source:
        source.upgrade()
        found, disk, packed = table_sizes(source), database_size(source), archive_size(source)
    if args.json:
        print(msgspec.json.encode({"disk": disk, "tables": found, "packed": packed}).decode())
        return 0
    for size in found:
        if size.rows:
            print(f"{size.table:12} {size.rows:>10} {size.bytes / 1e6:>10.2f} MB")
    matches = next(size.rows for size in found if size.table == "matches")
    each = f", {disk / matches / 1e3:.0f} KB for each match" if matches else ""
    print(_packed_text(packed))
    print(f"{pluralize(matches, 'match', 'matches')}; {disk / 1e6:.2f} MB on the disk{each}.")
    return 0


def compress(args: Namespace) -> int:
    """Run `palatine compress [--after DAYS]`; return 1 if a match could not be compressed."""
    days = find_config(None).retention.compress if args.after is None else args.after
    with open_database(database_location(args), must_exist=True) as source:
        source.upgrade()
        found = matches_to_compress(source, add_seconds(now(), seconds=-86400 * days))
        told, done, damaged = progress_printer("matches"), 0, []
        for number, match in enumerate(found, 1):
            try:
                done += pack_match(source, match)
            except Unknown as error:
                damaged.append(str(error))
            told(number, len(found))
        print(
            "\n".join(
                [*damaged, f"{pluralize(done, 'match', 'matches')} packed. {_packed_text(archive_size(source))}"]
            )
        )
    return 1 if damaged else 0


def _packed_text(size: ArchiveSize) -> str:
    if not size.matches:
        return "None is packed."
    before, now = size.before / 1e6, size.bytes / 1e6
    return f"{pluralize(size.matches, 'match', 'matches')} packed in all: {before:.2f} MB of rows in {now:.2f} MB."


def purge(args: Namespace) -> int:
    """Run `palatine purge`; without --delete it only lists the matches."""
    times = {
        kind: add_seconds(now(), seconds=-86400 * days)
        for kind in ("finished", "unfinished", "guests")
        if (days := getattr(args, kind)) is not None
    }
    store = open_existing(args)
    found = old_matches(store, **times)
    if args.delete:
        print(f"{pluralize(delete_matches(store, found), 'match', 'matches')} deleted.")
    else:
        for match, _ in found:
            print(match)
        print(f"{pluralize(len(found), 'match', 'matches')} could go; --delete deletes them.")
    return 0


def upgrade(args: Namespace) -> int:
    """Run `palatine upgrade [--to REVISION]`."""
    to = args.to or HEAD
    with open_database(database_location(args), must_exist=True) as source:
        with source.reading() as connection:
            before = current_revision(connection)
        source.in_use.acquire(exclusive=True)
        source.migrate(to, drop=args.drop)
    print(f"The tables were at {before or 'nothing'}, and are at {to} now.")
    return 0

"""`palatine records`: write finished matches as rows."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from palatine.cli.common import open_existing, pluralize
from palatine.cli.files import read_file
from palatine.core import Unreadable
from palatine.lab.records import write_rows
from palatine.matches import MatchServices
from palatine.matches.files.matchfile import MatchFile, parse_file
from palatine.store import Store


def records(args: Namespace) -> int:
    """Run `palatine records` on match files, or on the database if none is named."""
    files = _read_files(args.file) if args.file else _export_store(open_existing(args))
    wanted = (file for file in files if args.game in (None, file.game))
    try:
        count = write_rows(Path(args.to), wanted, args.each)
    except OSError as error:
        raise Unreadable(f"{args.to} cannot be written: {error.strerror or error}.") from error
    print(f"{pluralize(count, 'row')} in {args.to}.")
    return 0


def _read_files(names: list[str]) -> Iterator[MatchFile]:
    for name in names:
        file = parse_file(read_file(name))
        if file.status != "over":
            raise Unreadable(f"{name} is of a match that is still being played.")
        yield file


def _export_store(store: Store) -> Iterator[MatchFile]:
    services = MatchServices(store)
    for match in store.match_ids():
        found = store.load(match)
        if found is not None and found[0].status == "over":
            yield parse_file(services.archive.export(match))

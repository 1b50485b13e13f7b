"""Everything from the command line: `palatine --help`."""

from palatine.cli.main import main

__all__ = ["main"]

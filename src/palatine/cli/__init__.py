"""The command line interface `palatine`."""

from palatine.cli.main import main

__all__ = ["main"]

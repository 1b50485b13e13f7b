"""Options shared by several commands."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any


def number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from `least` to `most`."""

    def whole_number(text: str) -> int:
        found = int(text)
        if found < least:
            raise ArgumentTypeError(f"it is at least {least}, not {found}")
        if most is not None and found > most:
            raise ArgumentTypeError(f"it is at most {most}, not {found}")
        return found

    whole_number.__name__ = "whole number"  # argparse prints the name of the type in its errors.
    return whole_number


def command(commands: Any, name: str, run: str, text: str) -> Any:
    one = commands.add_parser(name, help=text, description=f"{text}.")
    one.set_defaults(run=run)
    one.add_argument("--debug", action="store_true", help="show where an error comes from")
    return one


def group(commands: Any, name: str, text: str) -> Any:
    one = commands.add_parser(name, help=text, description=f"{text}.")
    return one.add_subparsers(metavar="JOB", required=True)


def database_option(one: Any) -> None:
    one.add_argument(
        "--database",
        metavar="PLACE",
        help="a database URL, a file, or :memory: (default: $PALATINE_DATABASE, server.database in the settings, or a "
        "file in your data folder)",
    )


def at_option(one: Any) -> None:
    """Add --server and --database, for commands that work on this machine or a remote server."""
    one.add_argument(
        "--server",
        metavar="URL",
        help="a server where you are signed in (default: $PALATINE_SERVER, or this machine)",
    )
    database_option(one)


def config_option(one: Any) -> None:
    one.add_argument(
        "--config", metavar="FILE", help="the settings (default: $PALATINE_CONFIG, or palatine.toml here)"
    )


def json_option(one: Any) -> None:
    one.add_argument("--json", action="store_true", help="as JSON, for programs")


def setup_options(one: Any) -> None:
    one.add_argument("--scenario", help="the scenario (default: the game's first)")
    one.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of setup; may be repeated"
    )


def place_options(one: Any) -> None:
    one.add_argument("--match", metavar="ID", help="the match (default: the only one in which you write orders)")
    one.add_argument("--seat", help="your seat in it, if you have several")
    one.add_argument("--key", help="the key to your seat, if it was given to you elsewhere")
    at_option(one)

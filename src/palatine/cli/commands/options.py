"""Options shared by several commands."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any


def whole_number_type(minimum: int, maximum: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from `minimum` to `maximum`."""

    def whole_number(text: str) -> int:
        found = int(text)
        if found < minimum:
            raise ArgumentTypeError(f"it is at least {minimum}, not {found}")
        if maximum is not None and found > maximum:
            raise ArgumentTypeError(f"it is at most {maximum}, not {found}")
        return found

    whole_number.__name__ = "whole number"  # argparse prints the name of the type in its errors.
    return whole_number


def add_command(commands: Any, name: str, run: str, help: str) -> Any:
    one = commands.add_parser(name, help=help, description=f"{help}.")
    one.set_defaults(run=run)
    one.add_argument("--debug", action="store_true", help="show where an error comes from")
    return one


def add_command_group(commands: Any, name: str, help: str) -> Any:
    one = commands.add_parser(name, help=help, description=f"{help}.")
    return one.add_subparsers(metavar="JOB", required=True)


def add_database_option(parser: Any) -> None:
    parser.add_argument(
        "--database",
        metavar="PLACE",
        help="a database URL, a file, or :memory: (default: $PALATINE_DATABASE, server.database in the settings, or a "
        "file in your data folder)",
    )


def add_server_option(parser: Any) -> None:
    """Add --server and --database, for commands that work on this machine or a remote server."""
    parser.add_argument(
        "--server",
        metavar="URL",
        help="a server where you are signed in (default: $PALATINE_SERVER, or this machine)",
    )
    add_database_option(parser)


def add_config_option(parser: Any) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="the settings (default: $PALATINE_CONFIG, or palatine.toml here)"
    )


def add_json_option(parser: Any) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def add_setup_options(parser: Any) -> None:
    parser.add_argument("--scenario", help="the scenario (default: the game's first)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of setup; may be repeated"
    )


def add_seat_options(parser: Any) -> None:
    parser.add_argument("--match", metavar="ID", help="the match (default: the only one in which you write orders)")
    parser.add_argument("--seat", help="your seat in it, if you have several")
    parser.add_argument("--key", help="the key to your seat, if it was given to you elsewhere")
    add_server_option(parser)

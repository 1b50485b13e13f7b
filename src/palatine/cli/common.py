"""Functions shared by the commands: services and database, keys, options, progress."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from platformdirs import user_data_path

from palatine import registry
from palatine.config import Config, find_config
from palatine.core import Catalogue, Game, Unknown, Unreadable
from palatine.matches import MatchInfo, MatchServices, SeatInfo
from palatine.store import Store

BOOLEAN_WORDS = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
IN_MEMORY, FILE_URL_PREFIX = ":memory:", "sqlite:///"


@cache
def catalogue() -> Catalogue:
    """Return the catalogue of the terminal's messages."""
    return Catalogue.load("palatine.cli", {})


def pluralize(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: “1 finding”, “2 findings”."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def seat_titles(info: MatchInfo, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the seats with those of their players; `names` are those of a view."""
    known = seat_names(info, names)
    return {each.seat: _seat_title(each, known[each.seat]) for each in info.seats}


def seat_names(info: MatchInfo, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the seats; `names` are those of a view."""
    game = registry.load(info.game)
    return {each.seat: names.get(each.seat) or game.seat_title(each.seat) for each in info.seats}


def _seat_title(seat: SeatInfo, name: str) -> str:
    is_person = seat.seated and not seat.left and (seat.kind == "person" or seat.lent)
    is_bare = seat.name.casefold() in ("", name.casefold(), seat.seat.casefold())
    return catalogue().say("seat.player", name=seat.name, seat=name) if is_person and not is_bare else name


def local_time(moment: str) -> str:
    """Return an ISO 8601 time in the time zone of this computer, such as “Thu 26 Nov, 21:00”."""
    return f"{datetime.fromisoformat(moment).astimezone():%a %d %b, %H:%M}"


def data_folder() -> Path:
    return Path(user_data_path("palatine", appauthor=False))


def database_location(args: Namespace, settings: Config | None = None) -> str:
    """Return the place of the database: the --database option, the setting or the default file.

    The settings are read if they are not given.
    """
    told = args.database or (settings or find_config(getattr(args, "config", None))).server.database
    return told or str(data_folder() / "palatine.db")


def check_database_exists(location: str) -> str:
    """Return the place of a database. Raises FileNotFoundError if its file does not exist.

    Commands for operators never create a database.
    """
    file = location.removeprefix(FILE_URL_PREFIX)
    if "://" not in file and file not in ("", IN_MEMORY) and not Path(file).expanduser().exists():
        raise FileNotFoundError(2, "There is no such database", file)
    return location


def open_services(args: Namespace, *, check: bool = True, **options: Any) -> MatchServices:
    """Return the services on the selected database; without `check` also on a damaged one."""
    return MatchServices(Store.open(database_location(args), check=check), **options)


def open_existing(args: Namespace, *, check: bool = True) -> Store:
    """Open the store of an existing database; without `check` also of a damaged one."""
    return Store.open(check_database_exists(database_location(args)), check=check)


def open_read_only(args: Namespace, **options: Any) -> MatchServices:
    """Return the services on an existing database, or on an empty one in memory.

    The latter applies if no database is named and the default file does not exist. Raises FileNotFoundError if a
    named database does not exist.
    """
    place = database_location(args)
    is_usual = place == str(data_folder() / "palatine.db")
    return MatchServices(
        Store.open(IN_MEMORY if is_usual and not Path(place).exists() else check_database_exists(place)), **options
    )


class Keyring:
    """The user's seat keys by match and seat, in a file that only its owner can read."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.keys: dict[str, dict[str, str]] = {}
        if path is not None and path.exists():
            try:
                self.keys = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]])
            except msgspec.MsgspecError as error:
                raise Unreadable(f"The keys in {path} cannot be read: {error}") from error

    @classmethod
    def for_database(cls, args: Namespace) -> Keyring:
        """Return the keyring for the selected database; it is not saved for one in memory."""
        return cls(None if database_location(args) == IN_MEMORY else data_folder() / "keys.json")

    def add(self, match: str, keys: dict[str, str]) -> None:
        self.keys[match] = {**self.keys.get(match, {}), **keys}
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self.keys), indent=1))
        part.replace(self.path)

    def keys_of_match(self, match: str) -> dict[str, str]:
        return self.keys.get(match, {})

    def all_keys(self) -> list[str]:
        return [key for keys in self.keys.values() for key in keys.values()]


def parse_pairs(args: list[str], option: str) -> dict[str, str]:
    """Return `NAME=VALUE` arguments as a dict. Raises Unknown for one without "="."""
    found = {}
    for each in args:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise Unknown(f"{option} is written NAME=VALUE, not {each!r}.")
        found[name] = value
    return found


def parse_options(game: Game[Any], args: list[str]) -> dict[str, Any]:
    """Return setup options as typed values. Raises Unknown for values of the wrong type."""
    known = {option.name: option.default for option in game.options}
    return {name: _value(known.get(name), name, text) for name, text in parse_pairs(args, "An option").items()}


def _value(default: Any, name: str, text: str) -> Any:
    if isinstance(default, bool):
        if text.casefold() not in BOOLEAN_WORDS:
            raise Unknown(f"The option {name!r} takes true or false, not {text!r}.")
        return BOOLEAN_WORDS[text.casefold()]
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            raise Unknown(f"The option {name!r} takes a whole number, not {text!r}.") from None
    return text


def progress_printer(label: str) -> Callable[[int, int], None]:
    """Return a callback that prints progress and remaining time on stderr if it is a terminal."""
    begun = time.monotonic()
    last = [begun]

    def tell(done: int, wanted: int) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - last[0] < 0.2 and done < wanted):
            return
        last[0] = now
        left = (now - begun) / done * (wanted - done)
        text = f"{done} of {wanted} {label}, {left:.0f} s left" if done < wanted else ""
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    return tell


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, because it can contain hidden information."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text)

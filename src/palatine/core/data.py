"""Access to the data files of a package, in its folder `data`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from palatine.core.refusal import Unreadable


class PackageData:
    """The folder `data` of a package, given by its full name.

        DATA: Final = PackageData("palatine.games.elric")

    Nothing is cached: every read returns new objects, which the caller may change.
    """

    def __init__(self, package: str) -> None:
        self.folder: Traversable = files(package) / "data"

    def read_text(self, name: str) -> str:
        """Return the contents of a UTF-8 file. Raises FileNotFoundError."""
        return (self.folder / name).read_text(encoding="utf-8")

    def read_lines(self, name: str, comment_prefix: str = "#") -> list[str]:
        """Return the lines of a file, without blank lines and lines that begin with `comment_prefix`."""
        return [
            line
            for line in self.read_text(name).splitlines()
            if line.strip() and not line.startswith(comment_prefix)
        ]

    def read_toml(self, name: str) -> dict[str, Any]:
        """Return the contents of a TOML file. Raises Unreadable, which names the file."""
        try:
            return tomllib.loads(self.read_text(name))
        except tomllib.TOMLDecodeError as error:
            raise Unreadable(f"{name} cannot be read as TOML: {error}.") from error

    def read_silhouettes(self, name: str = "silhouettes.json") -> dict[str, str]:
        """Return the silhouettes of counters by name, each an SVG path."""
        return msgspec.json.decode(self.read_text(name), type=dict[str, str])

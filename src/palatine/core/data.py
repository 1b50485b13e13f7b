"""The files that come with a package, in its folder `data`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec


class PackageData:
    """The folder `data` of a package, which is named in full, as the modules that read it lie in packages below it:

        DATA: Final = PackageData("palatine.games.elric")

    What is read is read anew each time, so a caller may change what he gets.
    """

    def __init__(self, package: str) -> None:
        self.folder: Traversable = files(package) / "data"

    def read_text(self, name: str) -> str:
        """A file in UTF-8. Raises FileNotFoundError."""
        return (self.folder / name).read_text(encoding="utf-8")

    def read_lines(self, name: str, remark: str = "#") -> list[str]:
        """The lines of a file that say something: no blank ones, none that begins with `remark`."""
        return [line for line in self.read_text(name).splitlines() if line.strip() and not line.startswith(remark)]

    def read_toml(self, name: str) -> dict[str, Any]:
        """The contents of a TOML file."""
        return tomllib.loads(self.read_text(name))

    def read_silhouettes(self, name: str = "silhouettes.json") -> dict[str, str]:
        """The drawings of counters by name, each the path of an outline."""
        return msgspec.json.decode(self.read_text(name), type=dict[str, str])

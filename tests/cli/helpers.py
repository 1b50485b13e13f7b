"""A scripted user at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.cli.terminal import Terminal
from palatine.matches import MatchServices


class Player:
    """A terminal that reads scripted lines and records the output after each."""

    def __init__(
        self, services: MatchServices, match: str, keys: dict[str, str], kind: type[Terminal] = Terminal
    ) -> None:
        self.told: list[str] = []
        self.terminal = kind(services, match, keys, self.ask, self.told.append)
        self.lines: Iterator[str] = iter(())

    def ask(self, prompt: str) -> str:
        for line in self.lines:
            self.told.append(f"> {line}")
            return line
        raise EOFError

    def type(self, *lines: str) -> str:
        self.told.clear()
        self.lines = iter(lines)
        self.terminal.run()
        return "\n".join(self.told)

    def answer(self, line: str) -> str:
        """Type a line and return only its answer."""
        told = self.type(line)
        return told.split(f"> {line}\n", 1)[1].rpartition("\nTo continue")[0].strip()

"""Scenarios of a game with their seats, its options, and the first match for newcomers."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core.refusal import Unknown

REFEREE = "Referee"
"""The name of a seat that runs the turns, in games that have one.

The game defines what it may see and do.
"""


class Option(msgspec.Struct, frozen=True):
    """A setup option: a switch (bool), a number (int) or one of several words (str)."""

    name: str
    title: str
    default: bool | int | str
    text: str = ""
    clause: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def check(self, value: Any) -> None:
        """Raise Unknown if this option does not accept `value`."""
        if type(value) is not type(self.default):
            raise Unknown(f"The option {self.name!r} takes {_kind_name(self.default)}, not {value!r}.")
        if self.choices and value not in self.choices:
            raise Unknown(f"The option {self.name!r} is one of {', '.join(self.choices)}, not {value!r}.")
        if isinstance(value, int) and self.most and not self.least <= value <= self.most:
            raise Unknown(f"The option {self.name!r} lies between {self.least} and {self.most}, not at {value!r}.")


class Scenario(msgspec.Struct, frozen=True):
    """A starting situation, and the lists of seats with which it can be played."""

    name: str
    title: str
    tables: tuple[tuple[str, ...], ...]
    """The possible lists of seats, the usual one first."""
    text: str = ""
    usual_turns: tuple[int, int] = (0, 0)
    """The fewest and most turns of matches between captains; (0, 0) if unknown."""

    @property
    def players(self) -> str:
        """The numbers of players, such as "8 to 12 players", and the seats if they are fixed."""
        tables = [tuple(seat for seat in table if seat != REFEREE) for table in self.tables]
        counts = sorted({len(table) for table in tables})
        if counts == list(range(counts[0], counts[-1] + 1)):
            text = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        else:
            text = f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
        text += " player" if counts == [1] else " players"
        if len(set(tables)) == 1:
            text += f": {', '.join(tables[0])}"
        has_referee = {REFEREE in table for table in self.tables}
        return text + (", with or without a referee" if len(has_referee) == 2 else "")


class FirstMatch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The recommended first match: against bots, from a seat that is easy to play."""

    seat: str = ""
    scenario: str = ""
    seats: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    why: str = ""
    """The reason for this seat and scenario, in a sentence."""
    weight: int = 3
    """The amount to learn before playing, from 1 to 5; new players are offered the lowest first."""


class SideCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side as the page of a new match shows it: a line about it and its emblem."""

    seat: str
    style: str
    """The style of the first board with its colour."""
    emblem: str
    """The name of a silhouette."""
    line: str = ""
    """A sentence about the side; "" where the text of the scenario describes it."""


def _kind_name(value: bool | int | str) -> str:
    return {bool: "true or false", int: "a whole number", str: "a word"}[type(value)]

"""Recaps: events as data that the page replays on the map, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

import msgspec

from palatine.core.journal import Entry


class Route(msgspec.Struct, frozen=True, omit_defaults=True):
    """A route on the map: its spaces in order, by operand."""

    spaces: tuple[int, ...]
    style: str = ""
    """The style of the board in which it is drawn, usually that of its side."""
    kind: Literal["march", "retreat", "flight", "arrival"] = "march"
    board: str = ""
    text: str = ""


class Flag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark on a space for an event, such as a change of control."""

    space: int
    kind: Literal["battle", "control", "loss", "magic", "arrival", "other"] = "other"
    style: str = ""
    """For "control": the style of the new owner."""
    board: str = ""
    text: str = ""


class CardSide(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle: its name, strength, dice, modifiers and losses."""

    name: str
    style: str = ""
    strength: str = ""
    dice: tuple[int, ...] = ()
    parts: tuple[tuple[str, str, str], ...] = ()
    """Modifiers: amount, reason, clause."""
    losses: str = ""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle, a siege or a duel."""

    title: str
    result: str
    space: int = -1
    board: str = ""
    sides: tuple[CardSide, ...] = ()
    clause: str = ""


class RecapItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in words, and as routes, flags and a card on the map."""

    kind: str
    """The kind of the journal entry, or of the first of the entries merged into it."""
    text: str
    entry: str = ""
    """The id of its journal entry, "version.n"; set by the match service."""
    clauses: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    flags: tuple[Flag, ...] = ()
    card: Card | None = None
    spaces: tuple[int, ...] = ()
    """Spaces to bring into view if there is neither a route nor a flag."""
    board: str = ""
    heading: str = ""
    """A heading to show above it: a turn, a phase, a player-turn."""
    is_minor: bool = False
    """True if it may be skipped in a long recap."""
    is_private: bool = False
    """True if others may not read it."""
    is_score: bool = False
    """True if it counts points or reports a state, and is no event of its own."""

    @property
    def places(self) -> tuple[int, ...]:
        """The spaces of the event: ends of routes, the battle, flags and `spaces`."""
        ends = [route.spaces[-1] for route in self.routes if route.spaces]
        marked = [flag.space for flag in self.flags]
        fought = [self.card.space] if self.card is not None and self.card.space >= 0 else []
        return tuple(dict.fromkeys((*ends, *fought, *marked, *self.spaces)))


class Recap(msgspec.Struct, frozen=True, omit_defaults=True):
    """Events since a seat last looked, in chronological order."""

    items: tuple[RecapItem, ...] = ()
    headline: str = ""
    """The most important event, in a sentence."""
    from_start: bool = False
    """True if it covers the match from its beginning."""


class RecapSource(Protocol):
    """The part of a game (`core.Game`) that recaps use."""

    def recap_item(self, entry: Entry, seat: str | None, /) -> RecapItem | None: ...

    def merged_entry(self, earlier: Entry, later: Entry, /) -> Entry | None: ...


def recap(game: RecapSource, entries: Iterable[Entry], seat: str | None) -> Recap:
    """Return the recap of entries that `seat` may read; entries about one event become one item."""
    told: list[Entry] = []
    for entry in entries:
        one = game.merged_entry(told[-1], entry) if told else None
        if one is None:
            told.append(entry)
        else:
            told[-1] = one
    return Recap(recap_items(game, told, seat))


def recap_items(game: RecapSource, entries: Sequence[Entry], seat: str | None) -> tuple[RecapItem, ...]:
    """Return the item of each entry that has one."""
    found = [game.recap_item(entry, seat) for entry in entries]
    return tuple([item for item in found if item is not None])

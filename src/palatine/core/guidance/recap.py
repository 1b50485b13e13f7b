"""Recap: what happened, as data that the page plays on the map step by step, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

import msgspec

from palatine.core.journal import Entry


class Route(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody went: the spaces in their order, by the numbers actions call them by."""

    spaces: tuple[int, ...]
    style: str = ""
    """The style of the board in which it is drawn: whose it is."""
    kind: Literal["march", "retreat", "flight", "arrival"] = "march"
    board: str = ""
    text: str = ""


class Flag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark on a space: what changed hands there, or what happened."""

    space: int
    kind: Literal["battle", "control", "loss", "magic", "arrival", "other"] = "other"
    style: str = ""
    """Of "control": the style of the new owner."""
    board: str = ""
    text: str = ""


class CardSide(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle: who, with what, what it rolled and added, what it lost."""

    name: str
    style: str = ""
    strength: str = ""
    dice: tuple[int, ...] = ()
    parts: tuple[tuple[str, str, str], ...] = ()
    """What was added: amount, reason, clause."""
    losses: str = ""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle, a siege, a duel: what a player wants to see when it is over."""

    title: str
    result: str
    space: int = -1
    board: str = ""
    sides: tuple[CardSide, ...] = ()
    clause: str = ""


class RecapItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: in words, and as routes, flags and a card to be shown on the map."""

    kind: str
    """The kind of the journal entry, or of the first of those it stands for."""
    text: str
    entry: str = ""
    """Its line in the journal, "version.n"; filled in by the match service."""
    clauses: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()
    flags: tuple[Flag, ...] = ()
    card: Card | None = None
    spaces: tuple[int, ...] = ()
    """Where the eye should go, if there is neither a route nor a flag."""
    board: str = ""
    heading: str = ""
    """A new heading that stands above it: a turn, a phase, a player's part of it."""
    is_minor: bool = False
    """Whether it may be passed over where there is much to tell."""
    is_private: bool = False
    """Whether others may not read it."""

    @property
    def places(self) -> tuple[int, ...]:
        """Where it happened: where routes end, marks stand, a battle was, or the eye should go."""
        ends = [route.spaces[-1] for route in self.routes if route.spaces]
        marked = [flag.space for flag in self.flags]
        fought = [self.card.space] if self.card is not None and self.card.space >= 0 else []
        return tuple(dict.fromkeys((*ends, *fought, *marked, *self.spaces)))


class Recap(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened since a seat last looked: items in the order in which it happened."""

    items: tuple[RecapItem, ...] = ()
    headline: str = ""
    """The most important of it, in a sentence."""


class RecapSource(Protocol):
    """What is asked of a game to tell what happened (`core.Game`)."""

    def recap_item(self, entry: Entry, seat: str | None, /) -> RecapItem | None: ...

    def merged_entry(self, earlier: Entry, later: Entry, /) -> Entry | None: ...


def recap(game: RecapSource, entries: Iterable[Entry], seat: str | None) -> Recap:
    """Return the recap of entries that `seat` may read; entries about one thing become one item."""
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

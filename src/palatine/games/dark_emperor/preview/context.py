"""The context of a preview of Dark Emperor: an action, and what is sure to follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from palatine.core import Action, Entry
from palatine.core.guidance.preview_context import PreviewContext as CorePreviewContext
from palatine.core.guidance.preview_context import PreviewedGame
from palatine.games.dark_emperor.components.world import hex_name
from palatine.games.dark_emperor.state import DarkEmperorState

REVEALS = ("found.monster", "found.device")
"""Entries that tell what lay face down: from there on nothing is sure."""


class PreviewContext(CorePreviewContext[DarkEmperorState]):
    """What a seat is about to do in a position that it cannot tell from the true one; of `after` only what is `sure`
    may be shown."""

    def __init__(self, game: PreviewedGame, s: DarkEmperorState, seat: str, action: Action) -> None:
        super().__init__(game, s, seat, action)
        self.side = self.place

    @cached_property
    def entries(self) -> list[Entry]:
        """What is sure to happen: the entries before anybody rolls or turns up a marker."""
        found = []
        for entry in self.after.journal or []:
            if entry.tally is not None or entry.kind in REVEALS:
                break
            found.append(entry)
        return found

    @cached_property
    def roll(self) -> Entry | None:
        """The first entry of a roll that the action leads to at once; its kind and dice follow chance."""
        told = self.after.journal or []
        next_ = told[len(self.entries)] if len(told) > len(self.entries) else None
        return next_ if next_ is not None and next_.tally is not None else None

    def event(self, kind: str, *others: str) -> str:
        """Return the kind of an entry if the action leads at once to a roll that is logged so or as one of the others;
        else ""."""
        return kind if self.roll is not None and self.roll.kind in (kind, *others) else ""

    @cached_property
    def is_sure(self) -> bool:
        """Whether nothing is rolled or turned up in the course of the action, so that `after` holds."""
        after = self.after
        return not after.dice.drawn and len(self.entries) == len(after.journal or [])

    def spaces(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple([hex_name(h) for h in places if h >= 0])

    def plain(self, data: dict[str, Any]) -> dict[str, Any]:
        return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}

"""Context of a preview of Dark Emperor: an action, and its certain consequences."""

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
"""Entry kinds that reveal a face-down counter; later entries are not certain."""


class PreviewContext(CorePreviewContext[DarkEmperorState]):
    """An action in a position determinized for its seat.

    Of `after`, only what `is_sure` confirms may be shown.
    """

    def __init__(self, game: PreviewedGame, s: DarkEmperorState, seat: str, action: Action) -> None:
        super().__init__(game, s, seat, action)
        self.side = self.place

    @cached_property
    def entries(self) -> list[Entry]:
        """Certain entries: those before any roll or revealed marker."""
        found = []
        for entry in self.after.journal or []:
            if entry.tally is not None or entry.kind in REVEALS:
                break
            found.append(entry)
        return found

    @cached_property
    def roll(self) -> Entry | None:
        """First entry with a roll that the action leads to directly; its kind and dice are random."""
        told = self.after.journal or []
        next_ = told[len(self.entries)] if len(told) > len(self.entries) else None
        return next_ if next_ is not None and next_.tally is not None else None

    def event(self, kind: str, *others: str) -> str:
        """Return `kind` if the action leads directly to a roll logged as one of the kinds, else ""."""
        return kind if self.roll is not None and self.roll.kind in (kind, *others) else ""

    @cached_property
    def is_sure(self) -> bool:
        """True if the action involves no rolls and no reveals, so that `after` is certain."""
        after = self.after
        return not after.dice.drawn and len(self.entries) == len(after.journal or [])

    def spaces(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple([hex_name(h) for h in places if h >= 0])

    def client_data(self, data: dict[str, Any]) -> dict[str, Any]:
        return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}

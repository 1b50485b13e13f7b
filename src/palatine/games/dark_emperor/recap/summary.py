"""Recaps with a headline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from palatine.core import Entry, Game, Recap
from palatine.core.guidance.recap import recap as items_of
from palatine.games.dark_emperor.recap.headings import with_headings
from palatine.games.dark_emperor.state import DarkEmperorState

BY_IMPORTANCE: Final = (
    "outcome", "death.for-good", "conquered", "betray", "activate", "reconquered", "diplomacy.power.won",
    "diplomacy.herald.won", "death", "death.for-a-time", "duel.lost", "battle.lost", "battle.won", "overstacked",
    "attrition",
)  # fmt: skip
"""Kinds of entries, the most important first."""
MARCHES: Final = ("march", "march-on")


def recap(game: Game[DarkEmperorState], entries: Iterable[Entry], seat: str | None) -> Recap:
    """Return the recap of entries that `seat` can read, with a headline."""
    told = list(entries)
    found = items_of(game, told, seat)
    return replace(found, items=with_headings(game.words, found.items), headline=headline(game, told))


def headline(game: Game[DarkEmperorState], entries: list[Entry]) -> str:
    """Return the text of the most important entry, or "".

    An activated kingdom is shown with the march that activated it.
    """
    grave = [entry for entry in entries if entry.kind in BY_IMPORTANCE]
    if not grave:
        return ""
    found = min(grave, key=lambda entry: BY_IMPORTANCE.index(entry.kind))
    before = entries.index(found) - 1
    if found.kind == "activate" and before >= 0 and entries[before].kind in MARCHES:
        march = entries[before].data
        return game.words.say("recap.woke", group=march["group"], to=march["to"], **found.data)
    return game.prose(found)

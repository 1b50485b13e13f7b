"""Recaps with cards and a headline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from palatine.core import Entry, Game
from palatine.core.guidance.recap import Recap, RecapItem
from palatine.games.demonlord.recap.cards import cards
from palatine.games.demonlord.state import DemonlordState

BY_IMPORTANCE: Final = (
    "outcome", "last-turn", "alliance.offended", "alliance.attacked", "check.changes", "siege.yields", "control",
    "alliance.permanent", "alliance.semi", "alliance.myth", "check.neutral", "capture.taken", "battle.won",
    "battle.mutual", "withdraws", "siege.surrender", "arrival", "appears", "rains", "necromon", "siege.kills",
    "prisoner", "battle.begins", "request", "vision.sees", "announce", "march-on", "march",
)  # fmt: skip
"""Kinds of entries, the most important first."""


def recap(game: Game[DemonlordState], entries: Iterable[Entry], seat: str | None) -> Recap:
    """Return the recap of entries that `seat` can read, related entries merged, with cards."""
    told = merge_all(game, entries)
    found = cards(game, told)
    scenes: list[RecapItem] = []
    for at, entry in enumerate(told):
        one = game.recap_item(entry, seat)
        if one is not None:
            scenes.append(replace(one, card=found[at], is_minor=False) if at in found else one)
    return Recap(tuple(scenes), headline(scenes))


def merge_all(game: Game[DemonlordState], entries: Iterable[Entry]) -> list[Entry]:
    """Return entries with related ones merged."""
    told: list[Entry] = []
    for entry in entries:
        one = game.merged_entry(told[-1], entry) if told else None
        if one is None:
            told.append(entry)
        else:
            told[-1] = one
    return told


def headline(scenes: list[RecapItem]) -> str:
    """Return the text of the most important item, the last of its kind."""
    for kind in BY_IMPORTANCE:
        for scene in reversed(scenes):
            if scene.kind == kind:
                return scene.card.result if scene.card else scene.text
    return ""

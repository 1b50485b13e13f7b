"""Recap items of journal entries, and the recap of a year (1.4, 3.0)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from palatine.core import Entry, OrdersGame
from palatine.core.guidance.recap import Flag, Recap, RecapItem, Route
from palatine.games.adventurer_kings.recap.cards import cards_of
from palatine.games.adventurer_kings.state import State

Kind = Literal["battle", "control", "loss", "magic", "arrival", "other"]
WAYS: Final[dict[str, tuple[Literal["march", "retreat", "flight", "arrival"], str]]] = {
    "moved": ("march", "own"), "seen-move": ("march", "neutral"), "battle-retreat": ("retreat", ""),
    "turned-back": ("retreat", "own"),
}  # fmt: skip
"""Kind and style of the route of entries that name two places, by kind of entry."""
FLAGS: Final[tuple[tuple[str, Kind], ...]] = (
    ("battle-begins", "battle"), ("seen-battle", "battle"), ("battle-stays", "battle"), ("battle-camps", "battle"),
    ("battle-destroyed", "loss"), ("battle-run-down", "loss"), ("battle-dispersed", "loss"), ("death", "loss"),
    ("raid", "loss"), ("scattered", "loss"), ("plague", "magic"), ("shaken", "magic"), ("spell-", "magic"),
    ("conquered", "control"), ("seen-conquest", "control"), ("dispossessed", "control"), ("awoken", "control"),
    ("hero-arrives", "arrival"), ("visitor", "arrival"), ("recruited", "arrival"), ("seen-levy", "arrival"),
    ("hired", "arrival"), ("heir", "arrival"), ("reacts", "arrival"), ("found", "other"), ("graves", "other"),
    ("searches", "other"), ("met", "other"), ("explored", "other"), ("rumour", "other"), ("treasure", "other"),
)  # fmt: skip
"""Kinds of flags, by the beginning of an entry's kind."""
SILENT: Final = ("battle-line",)
"""Kinds shown only in the report."""
MINOR: Final = (
    "practised", "spied", "forces", "trail", "rumour", "taxes", "paid-", "fight-", "battle-rise", "battle-fall",
    "battle-event", "battle-destroyed", "battle-run-down", "faces", "seen-move", "seen-spell", "dispossessed",
    "explored", "graves", "says", "hero-arrives", "seen-levy", "seen-hire",
)  # fmt: skip
"""Kinds that can be left out if there are many entries."""
ENDS: Final = ("fight-slain", "fight-flees", "fight-begs", "fight-yields", "fight-spell-charm")
"""Kinds that end a fight, the only ones of a fight to show."""
_NUMBER: Final = re.compile(r"\((\d{1,4})\)$")


def space_named(name: object) -> int:
    """Return the number of a province in its name, `Burgundy (304)`; -1 for none."""
    found = _NUMBER.search(name) if isinstance(name, str) else None
    return int(found[1]) if found is not None else -1


def recap_item(game: OrdersGame[State], entry: Entry, /, seat: str | None) -> RecapItem | None:
    """Return the recap item of an entry with routes and flags; the season is the heading."""
    if entry.kind in SILENT:
        return None
    here, to = space_named(entry.data.get("place")), space_named(entry.data.get("to"))
    text = game.prose(entry)
    return RecapItem(
        entry.kind, text, clauses=entry.clauses, routes=entry_routes(entry, here, to, text),
        flags=flags(entry, here if here >= 0 else to, text), spaces=tuple(p for p in (here, to) if p >= 0),
        heading=season(game, entry), is_minor=entry.kind.startswith(MINOR) and entry.kind not in ENDS,
        is_private=entry.readers is not None,
    )  # fmt: skip


def entry_routes(entry: Entry, here: int, to: int, text: str) -> tuple[Route, ...]:
    if entry.kind not in WAYS or here < 0 or to < 0:
        return ()
    kind, style = WAYS[entry.kind]
    return (Route((here, to), style, kind, text=text),)


def flags(entry: Entry, place: int, text: str) -> tuple[Flag, ...]:
    kind = next((kind for start, kind in FLAGS if entry.kind.startswith(start)), None)
    return (Flag(place, kind, text=text),) if kind is not None and place >= 0 else ()


def season(game: OrdersGame[State], entry: Entry) -> str:
    """Return the season of an entry; those without a phase are at the end of the year."""
    phase = entry.data.get("phase")
    if phase is None:
        return ""
    return game.words.say(f"recap.phase-{phase}")


# A year


def recap(game: OrdersGame[State], entries: Iterable[Entry], seat: str | None) -> Recap:
    """Return the items of a year by season, with cards of battles and fights.

    Failed orders come first.
    """
    told = list(entries)
    cards = cards_of(game, told)
    opening = next((at for at, entry in enumerate(told) if entry.data.get("phase")), 0)
    heading, scenes = "", []
    for at, entry in enumerate(told):
        found = recap_item(game, entry, seat)
        if found is None:
            continue
        now = game.words.say("recap.begins") if at < opening else found.heading
        is_new = now != heading
        heading = now
        scenes.append(msgspec.structs.replace(found, heading=heading if is_new else "", card=cards.get(id(entry))))
    return Recap(tuple(scenes), headline(game, told))


def headline(game: OrdersGame[State], told: Sequence[Entry]) -> str:
    """Return the most important events of a year: failed orders, deaths, lands."""
    say = game.words.say
    failed = [game.prose(entry) for entry in told if entry.kind == "failed"]
    if failed:
        return say("recap.failed", count=len(failed), first=failed[0])
    grave = [entry for kind in ("death", "conquered") for entry in told if entry.kind == kind]
    return game.prose(grave[0]) if grave else ""

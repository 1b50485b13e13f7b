"""Journal entries as recap items: routes and marks on the map, by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from palatine.core import Entry, Flag, Game, RecapItem, Route
from palatine.games.elric.components.world import CAPITAL, NATIONS
from palatine.games.elric.recap.cards import card_of, seat_of, style_of
from palatine.games.elric.state import ElricState

Drawn = dict[str, Any]
"""Fields of a recap item other than its text."""
Drawer = Callable[[Mapping[str, Any]], Drawn]
Went = Literal["march", "retreat", "flight", "arrival"]
RecapMark = Literal["battle", "control", "loss", "magic", "arrival", "other"]

UNTOLD: Final = frozenset({"game-turn"})
"""Kinds without an item; the following player-turn says the same."""
MINOR: Final = frozenset({
    "battle", "battle.neutral", "battle.attack", "battle.defence", "attack.monster", "attack.stack", "duel.monster",
    "duel.person", "monster-host", "monster-fight", "laid", "laid.back", "laid.spell", "called-off", "assault",
    "struck-down", "card.drawn", "card.drawn.secret", "card.replaced", "spell.passes", "board", "cup.refilled",
    "appearance.draw", "appearance.die", "balance.stays", "attack.nothing", "first-roll", "fleets-lie", "nation-comes",
    "siege.over", "player-turn", "nightmare.idle", "eats-nothing", "escape.spell", "search.spell-missed",
    "search.place-missed", "search.stack-missed", "balo.works", "balo.fails",
})  # fmt: skip
"""Minor kinds, which may be skipped in long recaps."""


def recap_item(game: Game[ElricState], entry: Entry, seat: str | None) -> RecapItem | None:
    """Return the recap item of an entry, or None."""
    if entry.kind in UNTOLD:
        return None
    text = game.prose(entry)
    drawer = DRAWERS.get(entry.kind, somewhere)
    return RecapItem(
        entry.kind,
        text,
        clauses=entry.clauses,
        card=card_of(game.words, entry, text),
        heading=game.words.say("recap.heading", **entry.data) if entry.kind == "player-turn" else "",
        is_minor=entry.kind in MINOR,
        is_private=entry.readers is not None,
        board="map",
        **drawer(entry.data),
    )


# Routes


def went(kind: Went) -> Drawer:
    """Return a drawer of a route between areas, through known intermediate ones."""

    def drawer(data: Mapping[str, Any]) -> Drawn:
        spaces = tuple(data.get("way", (data["area"], data["to"])))
        return {"routes": (Route(spaces, style_of(seat_of(data)), kind, "map"),)}

    return drawer


# Marks


def mark(kind: RecapMark) -> Drawer:
    """Return a drawer of a mark on an entry's area."""

    def drawer(data: Mapping[str, Any]) -> Drawn:
        area = data.get("area", -1)
        return {"flags": (Flag(area, kind, board="map"),)} if area >= 0 else {}

    return drawer


def somewhere(data: Mapping[str, Any]) -> Drawn:
    """Return the entry's area as the focus."""
    area = data.get("area", -1)
    return {"spaces": (area,)} if isinstance(area, int) and area >= 0 else {}


def taken(data: Mapping[str, Any]) -> Drawn:
    return {"flags": (Flag(data["area"], "control", style_of(seat_of(data)), "map"),)}


def given_back(data: Mapping[str, Any]) -> Drawn:
    return {"flags": (Flag(data["area"], "control", style_of(data["to"]), "map"),)}


def nation(data: Mapping[str, Any]) -> Drawn:
    """Return a mark on the capital of a nation that a seat gains or loses."""
    power = data["power"]
    if power >= len(NATIONS):
        return {}
    return {"flags": (Flag(CAPITAL[power], "control", style_of(seat_of(data)), "map"),)}


def collapsed(data: Mapping[str, Any]) -> Drawn:
    power = data["power"]
    return {"flags": (Flag(CAPITAL[power], "loss", board="map"),)} if power < len(NATIONS) else {}


DRAWERS: Final[Mapping[str, Drawer]] = MappingProxyType({
    **dict.fromkeys(("move", "move-on"), went("march")),
    **dict.fromkeys(("retreat", "back-to-sea"), went("retreat")),
    **dict.fromkeys(("fly", "put-out"), went("flight")),
    **dict.fromkeys(
        ("battle", "battle.neutral", "battle.won", "battle.lost", "battle.drawn", "stormed", "attack", "attack.beaten",
         "monster-met", "monster-stays", "overrun"),
        mark("battle"),
    ),
    "city.falls": taken,
    **dict.fromkeys(("reverts", "reverts.neutral"), given_back),
    **dict.fromkeys(("muster.nation", "muster.away", "nation-comes"), nation),
    "collapses": collapsed,
    **dict.fromkeys(
        ("eliminated", "perished", "drowned", "founder", "struck-down", "retreat.cut-off", "attack.eaten",
         "attack.lost", "eaten", "stormbringer.slays", "mournblade.slays", "passage.lost", "overboard",
         "pyaray-leaves", "chaos-fleet-leaves"),
        mark("loss"),
    ),
    **dict.fromkeys(
        ("muster.piece", "muster.horde", "replaced", "appearance", "escape.saved", "at-sea", "elric.brought"),
        mark("arrival"),
    ),
    **dict.fromkeys(
        ("revealed", "battle.draws", "flight", "maintained", "lies-open", "attack.draw", "laid"),
        mark("magic"),
    ),
    **dict.fromkeys(
        ("siege", "elric.controlled", "elric.free", "elric.departs", "moonglum.joins", "horde.freed", "imrryr.falls",
         "monster.found", "search.spell", "search.place", "search.stack"),
        mark("other"),
    ),
})  # fmt: skip
"""By kind of entry: the function that draws it; other entries focus on their area."""

"""Journal entries as recap items: routes and marks on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from palatine.core import Entry, Flag, Game, RecapItem, Route
from palatine.games.dark_emperor.components.pieces import KINGDOM_POWERS
from palatine.games.dark_emperor.components.world import CAPITAL
from palatine.games.dark_emperor.recap.cards import card_of
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.faces import STYLE_OF
from palatine.games.dark_emperor.view.pieces import style_of
from palatine.games.dark_emperor.view.view import SIDE_STYLES

Drawn = dict[str, Any]
"""Fields of a recap item other than its text."""
Drawer = Callable[[Mapping[str, Any]], Drawn]
UNTOLD: Final = frozenset({"game-turn"})
"""Kinds without an item, as the following Player-Turn entry covers them."""
MINOR: Final = frozenset({
    "player-turn", "device.used", "device.attuned", "magic.attuned", "battle.hero", "battle.walls", "attrition-none",
    "retreat.follows", "flames.out", "tax", "eliminated", "embark", "land", "to-box", "quest.free", "quest.at",
    "retreat",
})  # fmt: skip
"""Kinds that can be skipped in a long recap."""
SCORES: Final = frozenset({"vampires", "final-count"})
"""Kinds that report the state of the match."""


def recap_item(game: Game[DarkEmperorState], entry: Entry, seat: str | None) -> RecapItem | None:
    """Return the recap item of an entry, or None if it needs none.

    All entries are public.
    """
    if entry.kind in UNTOLD:
        return None
    drawer = DRAWERS.get(entry.kind)
    drawn = drawer(entry.data) if drawer is not None else somewhere(entry.data)
    return RecapItem(
        entry.kind,
        game.prose(entry),
        clauses=entry.clauses,
        card=card_of(game.words, entry),
        heading=game.words.say("recap.heading", **entry.data) if entry.kind == "player-turn" else "",
        is_minor=entry.kind in MINOR,
        is_private=entry.readers is not None,
        is_score=entry.kind in SCORES,
        board="map",
        **drawn,
    )


# Ways


def marched(data: Mapping[str, Any]) -> Drawn:
    path = data.get("path", (data["hex"], data["to"]))
    return {"routes": (Route(tuple(path), SIDE_STYLES[data["side"]], "march", "map"),)}


def retreated(data: Mapping[str, Any]) -> Drawn:
    return gone(data, data.get("unit", data.get("piece", -1)), "retreat")


def escaped(data: Mapping[str, Any]) -> Drawn:
    return gone(data, data["leader"], "flight")


def gone(data: Mapping[str, Any], piece: int, kind: Literal["retreat", "flight"]) -> Drawn:
    if min(data["hex"], data["to"]) < 0:
        return somewhere({"hex": data["to"]})
    return {"routes": (Route((data["hex"], data["to"]), style_of(piece), kind, "map"),)}


# Marks


Mark = Literal["battle", "control", "loss", "magic", "arrival", "other"]


def mark(kind: Mark) -> Drawer:
    """Return a drawer that marks the hex of an entry."""

    def drawer(data: Mapping[str, Any]) -> Drawn:
        h = data.get("hex", -1)
        return {"flags": (Flag(h, kind, board="map"),)} if h >= 0 else {}

    return drawer


def somewhere(data: Mapping[str, Any]) -> Drawn:
    """Return the hex of an entry, to be highlighted."""
    h = data.get("hex", -1)
    return {"spaces": (h,)} if isinstance(h, int) and h >= 0 else {}


def changed_hands(side_of: Callable[[Mapping[str, Any]], int]) -> Drawer:
    """Return a drawer that marks a kingdom's capital with its new owner."""

    def drawer(data: Mapping[str, Any]) -> Drawn:
        style = SIDE_STYLES[side_of(data)]
        return {"flags": (Flag(CAPITAL[data["kingdom"]], "control", style, "map"),)}

    return drawer


def assigned(data: Mapping[str, Any]) -> Drawn:
    """Mark lands given to a power in its style, or in the kingdom's own if restored."""
    style = STYLE_OF[data.get("power", data["kingdom"])]
    return {"flags": (Flag(CAPITAL[data["kingdom"]], "control", style, "map"),)}


def at_capital(data: Mapping[str, Any]) -> Drawn:
    kingdom = data.get("kingdom", data.get("target", -1))
    return {"spaces": (CAPITAL[kingdom],)} if kingdom in KINGDOM_POWERS else {}


def put_out(data: Mapping[str, Any]) -> Drawn:
    return {"flags": tuple([Flag(h, "magic", board="map") for h in data["hexes"]])}


DRAWERS: Final[Mapping[str, Drawer]] = MappingProxyType({
    **dict.fromkeys(("march", "march-on"), marched),
    **dict.fromkeys(("retreat", "retreat.follows"), retreated),
    "escape": escaped,
    **dict.fromkeys(("activate", "conquered", "reconquered"), changed_hands(lambda data: int(data["side"]))),
    **dict.fromkeys(("assigned", "restored"), assigned),
    "betray": changed_hands(lambda _: 1),
    **dict.fromkeys(
        ("tax", "transfer", "diplomacy.power.won", "diplomacy.power.failed",
         "diplomacy.herald.won", "diplomacy.herald.failed"),
        at_capital,
    ),
    **dict.fromkeys(("battle.won", "battle.lost", "battle.nothing", "duel.won", "duel.lost"), mark("battle")),
    **dict.fromkeys(
        ("eliminated", "eliminated.for-good", "retreat.cut-off", "overstacked", "attrition", "death",
         "death.for-a-time", "death.for-good", "alone.falls", "captured.train"),
        mark("loss"),
    ),
    **dict.fromkeys(
        ("gate", "vampire", "recruit", "undead.risen", "returns", "from-box", "land", "group.placed", "fleets.built",
         "recalled"),
        mark("arrival"),
    ),
    **dict.fromkeys(
        ("magic.works", "magic.fails", "magic.destroys", "magic.drives", "magic.charm", "flames.lit",
         "earth.entrenched", "earth.levelled", "earth.breached", "banish.undead", "banish.lesser", "banish.greater",
         "banish.lord", "negator"),
        mark("magic"),
    ),
    **dict.fromkeys(("found.monster", "found.device", "device.captured"), mark("other")),
    "flames.out": put_out,
})  # fmt: skip
"""By kind of entry: its drawer. For others, their hex is highlighted."""

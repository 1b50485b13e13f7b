"""Journal entries as recap items: routes and marks on the map, and headings."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Entry, Game
from palatine.core.guidance.recap import Flag, RecapItem, Route
from palatine.games.demonlord.components.world import HOMELANDS
from palatine.games.demonlord.state import DemonlordState
from palatine.games.demonlord.view.pieces import SIDE_STYLES

BOARD: Final = "map"
WAYS: Final = {
    "march": "march", "march-on": "march", "retreat": "retreat", "retreat-on": "retreat", "spellgate": "flight",
}  # fmt: skip
"""By kind of entry about moving units: how the route is drawn."""
FLAGS: Final = {
    "control": "control",
    "battle.begins": "battle", "siege.chosen": "battle", "siege.kills": "battle", "siege.surrender": "battle",
    "siege.yields": "loss", "capture.taken": "loss", "siege.lost": "loss", "cornered": "loss",
    "earthpit": "magic", "forcemarch": "magic", "gloom.falls": "magic", "gloom.cancelled": "magic",
    "vision.sees": "magic", "vision.cloaked": "magic", "announce": "magic", "siege.magic": "magic",
    "necromon": "arrival", "conjured": "arrival", "appears": "arrival", "freed": "arrival", "returned": "arrival",
    "comes-on": "arrival", "enters": "arrival", "townsman.there": "arrival", "devotee": "arrival",
    "shown": "other", "battle.won": "battle", "withdraws": "battle",
}  # fmt: skip
"""By kind of entry: the mark on its hex."""
MINOR: Final = frozenset({
    "hit", "miss", "morale.stands", "morale.routs", "morale.destroyed", "redeploy", "join", "deploy", "station",
    "round", "reserve", "fate.unhurt", "fate.killed", "fate.routs", "capture.escape", "capture.seize", "battle.terrain",
    "withdrawal.holds", "withdrawal.taken", "withdrawal.destroyed", "withdrawal.abandoned", "magic.announced",
    "turn", "first-die", "first-tie", "hand.size", "townsman.not", "points", "retreat.haven", "rains.end",
    "siege.method", "siege.lost", "not-replaced", "talks.rejected",
})  # fmt: skip
"""Kinds that can be skipped in a long recap; cards cover battles and sieges."""


SCORES: Final = frozenset({"points", "score", "last-turn"})
"""Kinds that count points or report the state of the match."""


def recap_item(game: Game[DemonlordState], entry: Entry, seat: str | None) -> RecapItem | None:
    """Return the recap item of an entry."""
    text = game.prose(entry)
    return RecapItem(
        entry.kind,
        text,
        clauses=entry.clauses,
        routes=ways(entry),
        flags=flags(entry, text),
        spaces=spaces(entry),
        board=BOARD,
        heading=phase_heading(game, entry),
        is_minor=entry.kind in MINOR,
        is_private=entry.readers is not None,
        is_score=entry.kind in SCORES,
    )


def ways(entry: Entry) -> tuple[Route, ...]:
    """Return the route that units went."""
    kind: Any = WAYS.get(entry.kind)
    if kind is None:
        return ()
    data = entry.data
    hexes = tuple(data.get("way") or (data["hex"], data["to"]))
    return (Route(hexes, SIDE_STYLES[data["side"]], kind, BOARD),)


def flags(entry: Entry, text: str) -> tuple[Flag, ...]:
    """Return the marks of an entry: a hex that changed hands, saw a battle or a spell."""
    if entry.kind == "rains":
        return tuple([Flag(h, "magic", board=BOARD, text=text) for h in entry.data["hexes"]])
    kind: Any = FLAGS.get(entry.kind)
    if kind is None:
        return ()
    h = entry.data["target"] if entry.kind in ("announce", "siege.magic") else entry.data["hex"]
    style = SIDE_STYLES[entry.data["side"]] if kind == "control" else ""
    return (Flag(h, kind, style, BOARD, text),)


def spaces(entry: Entry) -> tuple[int, ...]:
    """Return the hexes to highlight."""
    data = entry.data
    if "hexes" in data and not isinstance(data["hexes"], int):
        return tuple(data["hexes"])
    if "hex" in data:
        return (data["hex"],)
    return (HOMELANDS[data["neutral"]],) if "neutral" in data else ()


def phase_heading(game: Game[DemonlordState], entry: Entry) -> str:
    """Return the heading of a new phase, or ""."""
    if entry.kind != "phase":
        return ""
    return game.words.say("heading.turn", turn=entry.data["turn"], side=entry.data["side"])

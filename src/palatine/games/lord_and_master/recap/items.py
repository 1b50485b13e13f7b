"""Recap items of journal entries by kind: routes, flags and cards on the map."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from palatine.core import Entry, Game
from palatine.core.guidance.recap import Card, Flag, RecapItem, Route
from palatine.games.lord_and_master.recap.cards import battle_card, overrun_card
from palatine.games.lord_and_master.state import NEUTRAL, State
from palatine.games.lord_and_master.view.report import is_uninformative
from palatine.games.lord_and_master.view.view import style_of


class Shown(msgspec.Struct, frozen=True):
    """Display of a kind of entries."""

    flag: str = ""
    """Kind of the flag at the place of the entry; "" for none."""
    owner: str = ""
    """Name of the fact that holds the owner of the flag."""
    is_minor: bool = False


BATTLES: Final = (
    "battle-won", "battle-lost", "battle-retreated", "battle-drawn", "battle-broken-off", "battle-halted",
)  # fmt: skip
"""Kinds of entries for ends of battles, which have a card."""

SHOWN: Final[dict[str, Shown]] = {
    # Battles and walls
    "battle": Shown("battle", is_minor=True),
    "round": Shown("battle", is_minor=True),
    **dict.fromkeys(BATTLES, Shown("battle", "attacker")),
    "overrun": Shown("battle", "attacker"),
    "taken": Shown("loss", "army"),
    "cornered": Shown("battle", is_minor=True),
    "berserkers": Shown("battle", is_minor=True),
    "winner-lives": Shown(is_minor=True),
    "siege": Shown("battle", "by"),
    "attrition": Shown("loss"),
    "neutral-sally": Shown("battle"),
    "siege-broken": Shown("other"),
    "siege-lifted": Shown("other"),
    "plundered": Shown("loss", "by"),
    # What changes hands
    "conquered": Shown("control", "by"),
    "annexed": Shown("control", "seat"),
    "diplomacy-won": Shown("control", "seat"),
    "ally-leaves": Shown("control", ""),
    "ally-stays": Shown(is_minor=True),
    "independent": Shown("control", ""),
    "independence": Shown("other"),
    "regained": Shown("control", "seat"),
    "magnate": Shown("arrival"),
    "magnate-assistant": Shown("arrival", is_minor=True),
    "magnate-troops": Shown("arrival", is_minor=True),
    "magnate-types": Shown(is_minor=True),
    "diplomacy-lost": Shown("other"),
    # People and troops
    "recruiting": Shown(is_minor=True),
    "recruited": Shown("arrival", "seat"),
    "nobody-joins": Shown(is_minor=True),
    "joined": Shown("arrival", "seat"),
    "raised": Shown("arrival", is_minor=True),
    "equipped": Shown("arrival", is_minor=True),
    "trained": Shown(is_minor=True),
    "arrived": Shown("arrival", "seat"),
    "caught": Shown("loss"),
    "escape": Shown(is_minor=True),
    "captured": Shown("loss", "by"),
    "winner-falls": Shown("loss"),
    "no-room": Shown(is_minor=True),
    # Lands
    "fort-begun": Shown("other"),
    "fort-built": Shown("other"),
    "fort-spoiled": Shown("loss"),
    "fort-unpaid": Shown("loss"),
    "ambush": Shown("other"),
    "colony-begun": Shown("other"),
    "colony": Shown("other"),
    "colony-spoiled": Shown("loss"),
    "devastated": Shown("loss"),
    "sod-busting": Shown("loss"),
    "sod-held": Shown(is_minor=True),
    # Magic, gods, covert actions
    **dict.fromkeys(
        ("rain", "bolts", "rain.nobody", "bolts.nobody", "sheltered", "smitten", "dead-lie", "dead-rise",
         "vampire-heal", "mage-lost", "no-demon", "demon", "demon-home", "demon-baffled", "demon-destroyed",
         "demon-devastates", "healed", "converge", "exorcised", "exorcised.nobody", "consecrated", "runes",
         "initiated", "shield", "revealed", "dead-undone", "thrown-back", "feaster", "feaster-called",
         "feaster-host", "feaster-leaves", "necromancers", "eaten"),
        Shown("magic"),
    ),
    "hampered": Shown(is_minor=True),
    "theft": Shown("loss"),
    "theft-fails": Shown("other"),
    "assassination": Shown("loss"),
    "assassination-fails": Shown("other"),
    "rescue": Shown("other"),
    "rescue-fails": Shown("loss"),
    "gate-opened": Shown("other"),
    "gate-shut": Shown("other"),
    "sacked": Shown("loss", "by"),
    # Gold and the sequence
    "tax": Shown(is_minor=True),
    "tribute": Shown(is_minor=True),
    "loot": Shown(is_minor=True),
    "sequence-tie": Shown(is_minor=True),
}  # fmt: skip
"""Display of kinds that are more than a line of text."""

HEADINGS: Final = {"founded": "founding", "tribute": "tribute", "sequence": "sequence"}
"""Kinds that begin a part of a turn."""


def recap_item(game: Game[State], entry: Entry, seat: str | None) -> RecapItem | None:
    """Return the recap item of an entry; None for an entry without content."""
    if is_uninformative(entry):
        return None
    shown = SHOWN.get(entry.kind, Shown())
    text = game.prose(entry)
    ways = tuple(_entry_routes(entry, seat))
    heading = HEADINGS.get(entry.kind, "") if entry.data.get("rank", 1) == 1 else ""
    return RecapItem(
        entry.kind,
        text,
        clauses=entry.clauses,
        routes=ways,
        flags=_flags(entry, shown, text),
        card=_card(game, entry, text),
        spaces=_spaces(entry),
        board="map",
        heading=game.words.say(f"heading.{heading}") if heading else "",
        is_minor=shown.is_minor or entry.data.get("rank", 1) > 1,
        is_private=entry.readers is not None and len(entry.readers) <= 1,
    )


def _number(entry: Entry, key: str, otherwise: int) -> int:
    found: int = entry.data.get("shown", {}).get(key, otherwise)
    return found


def _entry_routes(entry: Entry, seat: str | None) -> list[Route]:
    """Return the route of an entry: a march, a teleport or a retreat.

    In fog other seats do not know where an army fled, so a retreat is returned only for its own nation and for views
    that see everything.
    """
    data: dict[str, Any] = entry.data
    shown, place = data.get("shown", {}), _number(entry, "place", 0)
    if entry.kind in ("moved", "led") and "way" in shown:
        return [Route(tuple(shown["way"]), style_of(shown["whose"]), board="map")]
    if entry.kind in ("teleport", "feaster-moves") and place and _number(entry, "origin", 0):
        return [Route((_number(entry, "origin", 0), place), kind="arrival", board="map")]
    if entry.kind == "retreat" and place and data.get("escaped") and data.get("to_place"):
        style = style_of(_number(entry, "army", NEUTRAL))
        if seat not in (None, style):
            return []
        return [Route((place, data["to_place"]), style, "retreat", "map")]
    return []


def _flags(entry: Entry, shown: Shown, text: str) -> tuple[Flag, ...]:
    place = _number(entry, "place", 0)
    if not shown.flag or not place:
        return ()
    style = style_of(_number(entry, shown.owner, NEUTRAL)) if shown.owner or shown.flag == "control" else ""
    return (Flag(place, shown.flag, style, "map", text),)  # type: ignore[arg-type]


def _spaces(entry: Entry) -> tuple[int, ...]:
    place = _number(entry, "place", 0)
    return (place,) if place else ()


def _card(game: Game[State], entry: Entry, text: str) -> Card | None:
    if entry.kind in BATTLES:
        return battle_card(game.words, entry, text)
    return overrun_card(game.words, entry, text) if entry.kind == "overrun" else None

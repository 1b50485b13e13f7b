"""Names in messages: units, hexes, sides, spells and terrain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from palatine.core import Entry
from palatine.core.messages import with_capitalized
from palatine.games.demonlord.components.pieces import IS_TROOP, UNIT_NAME
from palatine.games.demonlord.components.spells import SPELLS
from palatine.games.demonlord.components.world import NEUTRALS, SITE_AT, SITES, TERRAIN_NAMES, hex_name

SIDE_NAMES = ("Hosar", "the Demon", "the neutrals")
STATE_NAMES = {
    "AH": "the Duchy of Altu'han",
    "AN": "the Ancients",
    "GW": "the Great Woods Barbarians",
    "LY": "the Principality of Lyung",
    "MU": "the Kingdom of Ula",
}


def counter_name(u: int) -> str:
    """Return a unit's name in a list or on a button: `High Priest of Hosar`."""
    return UNIT_NAME[u]


def unit_name(u: int) -> str:
    """Return a unit's name within a sentence: `Timur Archers`, `the High Priest of Hosar`."""
    name = UNIT_NAME[u]
    return name if IS_TROOP[u] or name in CALLED_BY_NAME else f"the {name}"


CALLED_BY_NAME: Final = frozenset({
    "Duke D'Ansor", "Prince Timur", "Wizard Rabat", "Baron Barthek", "Count Lojar", "Captain Dar", "Lord Nish",
    "Lord Erush", "Lord Taegul", "Prince Tor", "Yorgash", "Duke Han",
})  # fmt: skip
"""Characters without an article; others are an office, or unique."""


def place_name(h: int) -> str:
    """Return a hex as a player would say it: `Timur (0610)`, `the Mines of Ula (0902)`, `0611`."""
    if h < 0:
        return "no hex"
    if h not in SITE_AT:
        return hex_name(h)
    name = SITES[SITE_AT[h]].name
    article = "the " if "Temple" in name or "Mines" in name else ""
    return f"{article}{name} ({hex_name(h)})"


def side_name(side: int) -> str:
    return SIDE_NAMES[side]


def seat_name(seat: str) -> str:
    """Return a seat's name within a sentence: Hosar, the Demon."""
    return SIDE_NAMES[1] if seat == "Demon" else seat


def spell_name(spell: int) -> str:
    return "siege magic" if spell < 0 else SPELLS[spell]


def terrain_name(terrain: int) -> str:
    name = TERRAIN_NAMES[terrain]
    return "open country" if name == "open" else name


def state_name(neutral: int) -> str:
    return STATE_NAMES[NEUTRALS[neutral]]


def is_plural(u: int) -> bool:
    """Return whether a unit is plural: troops, and characters that are groups of people."""
    return IS_TROOP[u] or UNIT_NAME[u].startswith(("Monks", "Priests"))


def verb(one: str, many: str) -> Callable[[int], str]:
    """Return a function for the verb form that agrees with a unit: `{unit} {unit:hits} ...`."""
    return lambda u: many if is_plural(u) else one


VERBS = {
    "adds": "add", "appears": "appear", "breaks": "break", "casts": "cast", "comes": "come", "does": "do",
    "enters": "enter", "faces": "face", "falls": "fall", "finds": "find", "goes": "go", "has": "have",
    "hits": "hit", "invokes": "invoke", "is": "are", "lacks": "lack", "lies": "lie", "looks": "look",
    "misses": "miss", "needs": "need", "obeys": "obey", "reaches": "reach", "rides": "ride", "stands": "stand",
    "takes": "take", "withdraws": "withdraw",
}  # fmt: skip


def area(hexes: Sequence[int]) -> str:
    """Return hexes in words: by name if few, otherwise their number and the sites among them."""
    if len(hexes) < 8:
        return ", ".join(map(place_name, hexes))
    sites = [place_name(h) for h in hexes if h in SITE_AT]
    return f"{len(hexes)} hexes" + (f", {', '.join(sites)} among them" if sites else "")


ONWARD = {"march": "march-on", "march-on": "march-on", "retreat": "retreat-on", "retreat-on": "retreat-on"}
"""By kind of entry: the kind of the merged entry."""


def may_merge(later: Entry) -> bool:
    """Return whether an entry may continue an earlier march or retreat."""
    return later.kind in ONWARD and bool(later.data.get("onward"))


def merged_entry(earlier: Entry, later: Entry) -> Entry | None:
    """Return a march or retreat over several hexes as one entry.

    None if the second does not continue the first.
    """
    was, now = earlier.data, later.data
    whole = ONWARD.get(earlier.kind)
    if whole is None or ONWARD.get(later.kind) != whole or not may_merge(later):
        return None
    if (was["side"], was["count"], was["to"]) != (now["side"], now["count"], now["hex"]):
        return None
    way = [*was.get("way", [was["hex"], was["to"]]), now["to"]]
    data = {**was, "to": now["to"], "hexes": len(way) - 1, "way": way}
    return Entry(whole, data, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))


NAMERS: dict[str, Callable[[Any], str]] = {
    **with_capitalized({"side": side_name, "enemy": side_name, "spell": spell_name, "neutral": state_name}),
    **with_capitalized({"unit": unit_name, "hex": place_name}),
    "counter": counter_name,
    "seat": seat_name,
    "terrain": terrain_name,
    "area": area,
    **{one: verb(one, many) for one, many in VERBS.items()},
}

"""Names for numbers: what the catalogue of messages calls units, hexes, sides, spells and terrain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from palatine.core import Entry
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


def unit_name(u: int) -> str:
    return UNIT_NAME[u]


def place_name(h: int) -> str:
    """A hex as a person says it: `Timur (0610)` or `0611`."""
    if h < 0:
        return "no hex"
    return f"{SITES[SITE_AT[h]].name} ({hex_name(h)})" if h in SITE_AT else hex_name(h)


def side_name(side: int) -> str:
    return SIDE_NAMES[side]


def capital_side(side: int) -> str:
    """The side's name at the beginning of a sentence."""
    return SIDE_NAMES[side][0].upper() + SIDE_NAMES[side][1:]


def spell_name(spell: int) -> str:
    return "siege magic" if spell < 0 else SPELLS[spell]


def capital_spell(spell: int) -> str:
    name = spell_name(spell)
    return name[0].upper() + name[1:]


def terrain_name(terrain: int) -> str:
    name = TERRAIN_NAMES[terrain]
    return "open country" if name == "open" else name


def state_name(neutral: int) -> str:
    return STATE_NAMES[NEUTRALS[neutral]]


def capital_state(neutral: int) -> str:
    name = state_name(neutral)
    return name[0].upper() + name[1:]


def is_plural(u: int) -> bool:
    """Whether a unit is spoken of as many: troops, and characters that are a body of people."""
    return IS_TROOP[u] or UNIT_NAME[u].startswith(("Monks", "Priests"))


def verb(one: str, many: str) -> Callable[[int], str]:
    """A verb that agrees with the unit it is said of: `{unit} {unit:hits} ...`."""
    return lambda u: many if is_plural(u) else one


VERBS = {
    "adds": "add", "appears": "appear", "breaks": "break", "casts": "cast", "does": "do", "enters": "enter",
    "falls": "fall", "finds": "find", "goes": "go", "has": "have", "hits": "hit", "invokes": "invoke", "is": "are",
    "lacks": "lack", "looks": "look", "misses": "miss", "needs": "need", "reaches": "reach", "rides": "ride",
    "stands": "stand", "takes": "take", "withdraws": "withdraw",
}  # fmt: skip


def throw(dice: Sequence[int]) -> str:
    """What dice show: `die 5`, or `dice 3 and 4, total 7`."""
    if len(dice) == 1:
        return f"die {dice[0]}"
    return f"dice {', '.join(map(str, dice[:-1]))} and {dice[-1]}, total {sum(dice)}" if dice else "no dice"


def party(group: Sequence[int]) -> str:
    """A group on the march: by name when it is one or two, else by the first and how many go with it."""
    names = [UNIT_NAME[u] for u in group]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"


def span(row: Sequence[int]) -> str:
    """The totals of a row of a table: `7`, `5 to 6`."""
    return str(row[0]) if row[0] == row[1] else f"{row[0]} to {row[1]}"


def area(hexes: Sequence[int]) -> str:
    """Hexes in a sentence: each by name while they are few, else how many, and the places of note."""
    if len(hexes) < 8:
        return ", ".join(map(place_name, hexes))
    sites = [place_name(h) for h in hexes if h in SITE_AT]
    return f"{len(hexes)} hexes" + (f", {', '.join(sites)} among them" if sites else "")


ONWARD = {"march": "march-on", "march-on": "march-on", "retreat": "retreat-on", "retreat-on": "retreat-on"}
"""What is told step by step in the journal, and how it is told whole."""


def joined(earlier: Entry, later: Entry) -> Entry | None:
    """A march or retreat of several hexes as one entry; None when the second does not go on with the first."""
    was, now = earlier.data, later.data
    whole = ONWARD.get(earlier.kind)
    if whole is None or ONWARD.get(later.kind) != whole or not now["onward"]:
        return None
    if (was["side"], was["count"], was["to"]) != (now["side"], now["count"], now["hex"]):
        return None
    data = {**was, "to": now["to"], "hexes": was.get("hexes", 1) + 1}
    return Entry(whole, data, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))


NAMERS: dict[str, Callable[[Any], str]] = {
    "unit": unit_name,
    "hex": place_name,
    "side": side_name,
    "Side": capital_side,
    "spell": spell_name,
    "terrain": terrain_name,
    "neutral": state_name,
    "Neutral": capital_state,
    "Spell": capital_spell,
    "throw": throw,
    "party": party,
    "area": area,
    "span": span,
    **{one: verb(one, many) for one, many in VERBS.items()},
}

"""Names in messages: pieces, hexes, sides, powers, spells and runes."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from palatine.core import Chance, Entry
from palatine.core.messages import Namer, join_words, with_capitalized
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    BOX,
    FORGED_NAME,
    GROUP_POWERS,
    GROUPS,
    NECROMANCER,
    PIECE_NAME,
    UNITS,
)
from palatine.games.dark_emperor.components.spells import CASTS, SPELLS
from palatine.games.dark_emperor.components.tables import PARTIES
from palatine.games.dark_emperor.components.world import CITIES, CITY_AT, KINGDOMS, RUNES, hex_name

R = TypeVar("R", bound=Hashable)
SIDE_NAMES = ("the Necromancer", "the Kingdoms player", "nobody")
POWER_NAMES = {
    **dict(enumerate(KINGDOMS)),
    **dict(zip(GROUP_POWERS, GROUPS, strict=True)),
    NECROMANCER: "the Necromancer",
    ALLIANCE: "the Kingdoms player",
}


def place_name(h: int) -> str:
    """Return a hex as a player would say it: `Keep Kelar (3104)` or `3105`."""
    if h == BOX:
        return "the Holding Box"
    if h < 0:
        return "a place off the map"
    return f"{CITIES[CITY_AT[h]].name} ({hex_name(h)})" if h in CITY_AT else hex_name(h)


def piece_name(p: int) -> str:
    """Return a piece's name within a sentence: `the Slug`, `Ssstoth`, `Ferlarie fleet 2`."""
    name = PIECE_NAME[p]
    return f"the {name}" if name in WITH_ARTICLE else lower(name)


def lower(name: str) -> str:
    """Return a name with its article within a sentence."""
    return "the " + name[4:] if name.startswith("The ") else name


WITH_ARTICLE = frozenset({
    "Slug", "Hound Master", "Sword Famir", "Dawn Lantern", "Silk Negator", "Torch of Liberty", "Sword Loslom",
    "Keeper's Sceptre", "Staff of Waters", "Staff of Empire", "Imperial Heavy Horse", "Necromancer's siege train",
})  # fmt: skip
"""Names that take an article in a sentence, apart from those that include one."""
MANY = {"fleet": "fleets", "Vampire": "Vampires", "Legion": "Legions", "train": "trains"}
"""Plural forms; other units have the same name for one and many."""


def kind_name(u: int) -> str:
    """Return a unit's name without its counter number."""
    return re.sub(r" (\d+|[IVX]+)$", "", PIECE_NAME[u])


def host(group: Sequence[int]) -> str:
    """Return a group in words: leaders and monsters by name, units counted by kind."""
    named = [piece_name(p) for p in group if p >= UNITS]
    kinds: dict[str, list[int]] = {}
    for u in [p for p in group if p < UNITS]:
        kinds.setdefault(kind_name(u), []).append(u)
    return join_words(
        named + [counted(kind, len(us)) if len(us) > 1 else piece_name(us[0]) for kind, us in kinds.items()]
    )


def counted(kind: str, count: int) -> str:
    """Return a count with the plural: `3 Greater Vampires`, `2 Ferlarie infantry`."""
    last = kind.rpartition(" ")[2]
    return f"{count} {kind.removesuffix(last)}{MANY.get(last, last)}"


def power_name(power: int) -> str:
    return lower(POWER_NAMES.get(power, "nobody"))


def toll(units: int) -> str:
    """Return a number of units lost in words."""
    return "nothing" if not units else f"{units} unit{'s' if units > 1 else ''}"


BANISHED = ("all undead here", "all Lesser Vampires here", "one Greater Vampire, for good", "Tol Morn, for a time")
"""By effect of Banish Undead: the pieces it affects."""


def casting(operand: int) -> str:
    """Return the spell and caster of a casting action."""
    caster, spell = divmod(operand, CASTS)
    return f"{SPELLS[spell].name}, by {PIECE_NAME[caster]}"


def may_merge(later: Entry) -> bool:
    """Return whether an entry may continue an earlier march."""
    return later.kind == "march" and bool(later.data.get("onward"))


def merged_entry(earlier: Entry, later: Entry) -> Entry | None:
    """Return a march over several hexes as one entry; None if the second does not continue it."""
    was, now = earlier.data, later.data
    if earlier.kind not in ("march", "march-on") or not may_merge(later):
        return None
    if (was["side"], list(was["group"]), was["to"]) != (now["side"], list(now["group"]), now["hex"]):
        return None
    path = [*was.get("path", (was["hex"], was["to"])), now["to"]]
    data = {**was, "to": now["to"], "hexes": was.get("hexes", 1) + 1, "path": path}
    return Entry("march-on", data, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))


def chance_text(odds: tuple[int, int]) -> str:
    """Return a chance in words, such as `4 in 6 (67%)`; 0 and certainty have names of their own."""
    count, of = odds
    if not count:
        return "on no roll"
    return "on any roll" if count == of else f"{count} in {of} ({round(100 * count / of)}%)"


NAMERS: dict[str, Namer] = {
    **with_capitalized(
        {
            **dict.fromkeys(("unit", "leader", "device", "monster", "piece"), piece_name),
            **dict.fromkeys(("power", "kingdom", "group"), power_name),
            "host": host,
            "side": lambda side: SIDE_NAMES[side],
            "hex": place_name,
            "toll": toll,
        }
    ),
    "chance": chance_text,
    "spell": lambda spell: SPELLS[spell].name,
    "rune": lambda rune: RUNES[rune].capitalize(),
    "casting": casting,
    "sword": lambda side: FORGED_NAME[side],
    "banished": lambda effect: BANISHED[effect],
    "party_of": lambda leader: PARTIES[leader],
}


def odds_of(chance: Chance[R], wanted: Callable[[R], object] = bool) -> tuple[int, int]:
    """Return the number of throws with a wanted result, and of all throws."""
    found = chance.distribution()
    return found.count(wanted), found.throws

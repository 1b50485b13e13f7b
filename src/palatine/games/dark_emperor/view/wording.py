"""Names for numbers: what the catalogue of messages calls pieces, hexes, sides, powers, spells and runes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from palatine.core import Entry
from palatine.core.messages import join
from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    FORGED_NAME,
    GROUP_POWERS,
    GROUPS,
    NECROMANCER,
    PIECE_NAME,
    RUNES,
    UNITS,
)
from palatine.games.dark_emperor.components.spells import CASTS, SPELLS
from palatine.games.dark_emperor.components.tables import PARTIES
from palatine.games.dark_emperor.components.world import CITIES, CITY_AT, KINGDOMS, hex_name
from palatine.games.dark_emperor.state import BOX

SIDE_NAMES = ("the Necromancer", "the Kingdoms player", "nobody")
POWER_NAMES = {
    **dict(enumerate(KINGDOMS)),
    **dict(zip(GROUP_POWERS, GROUPS, strict=True)),
    NECROMANCER: "the Necromancer",
    ALLIANCE: "the Kingdoms player",
}


def place_name(h: int) -> str:
    """A hex as a person says it: `Keep Kelar (3104)` or `3105`."""
    if h == BOX:
        return "the Holding Box"
    if h < 0:
        return "a place off the map"
    return f"{CITIES[CITY_AT[h]].name} ({hex_name(h)})" if h in CITY_AT else hex_name(h)


def piece_name(p: int) -> str:
    """A piece as it is called in the middle of a sentence: `the Slug`, `Ssstoth`, `Ferlarie fleet 2`."""
    name = PIECE_NAME[p]
    return f"the {name}" if name in WITH_ARTICLE else lower(name)


def lower(name: str) -> str:
    """A name with its article in the middle of a sentence."""
    return "the " + name[4:] if name.startswith("The ") else name


WITH_ARTICLE = frozenset({
    "Slug", "Hound Master", "Sword Famir", "Dawn Lantern", "Silk Negator", "Torch of Liberty", "Sword Loslom",
    "Keeper's Sceptre", "Staff of Waters", "Staff of Empire", "Imperial Heavy Horse", "Necromancer's siege train",
})  # fmt: skip
"""Names that take an article in a sentence, beside those that bring it."""
MANY = {"fleet": "fleets", "Vampire": "Vampires", "Legion": "Legions", "train": "trains"}
"""What more than one is called; other units have names for many or for one."""


def kind_name(u: int) -> str:
    """A unit's name without the number of its counter."""
    return re.sub(r" (\d+|[IVX]+)$", "", PIECE_NAME[u])


def host(group: Sequence[int]) -> str:
    """Those who go together: leaders and monsters by name, units counted by their kind."""
    named = [piece_name(p) for p in group if p >= UNITS]
    kinds: dict[str, list[int]] = {}
    for u in [p for p in group if p < UNITS]:
        kinds.setdefault(kind_name(u), []).append(u)
    return join(
        named + [counted(kind, len(us)) if len(us) > 1 else piece_name(us[0]) for kind, us in kinds.items()]
    )


def counted(kind: str, count: int) -> str:
    """`3 Greater Vampires`, `2 Ferlarie infantry`."""
    last = kind.rpartition(" ")[2]
    return f"{count} {kind.removesuffix(last)}{MANY.get(last, last)}"


def capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def power_name(power: int) -> str:
    return lower(POWER_NAMES.get(power, "nobody"))


def throw(dice: Sequence[int]) -> str:
    """What dice show: `die 5`, or `dice 3 and 4, total 7`."""
    if len(dice) == 1:
        return f"die {dice[0]}"
    return f"dice {', '.join(map(str, dice[:-1]))} and {dice[-1]}, total {sum(dice)}" if dice else "no dice"


def party(group: Sequence[int]) -> str:
    """A group by name when it is one or two, else by the first and how many go with it."""
    names = [PIECE_NAME[p] for p in group]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} more"


def span(row: Sequence[int]) -> str:
    """The totals of a row of a table: `7`, `5 to 6`."""
    return str(row[0]) if row[0] == row[1] else f"{row[0]} to {row[1]}"


BANISHED = ("all undead here", "all Lesser Vampires here", "one Greater Vampire, for good", "Tol Morn, for a time")
"""By effect of Banish Undead: what it strikes."""


def casting(operand: int) -> str:
    """A spell and who casts it, from the number of an action."""
    caster, spell = divmod(operand, CASTS)
    return f"{SPELLS[spell].name}, by {PIECE_NAME[caster]}"


def joined(earlier: Entry, later: Entry) -> Entry | None:
    """A march of several hexes as one entry; None when the second does not go on with the first."""
    was, now = earlier.data, later.data
    if earlier.kind not in ("march", "march-on") or later.kind != "march" or not now["onward"]:
        return None
    if (was["side"], list(was["group"]), was["to"]) != (now["side"], list(now["group"]), now["hex"]):
        return None
    data = {**was, "to": now["to"], "hexes": was.get("hexes", 1) + 1}
    return Entry("march-on", data, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))


NAMERS: dict[str, Callable[[Any], str]] = {
    "unit": piece_name,
    "leader": piece_name,
    "device": piece_name,
    "monster": piece_name,
    "piece": piece_name,
    "Unit": lambda p: capital(piece_name(p)),
    "Leader": lambda p: capital(piece_name(p)),
    "Device": lambda p: capital(piece_name(p)),
    "Monster": lambda p: capital(piece_name(p)),
    "Piece": lambda p: capital(piece_name(p)),
    "host": host,
    "toll": lambda units: "nothing" if not units else f"{units} unit{'s' if units > 1 else ''}",
    "Host": lambda group: capital(host(group)),
    "party": party,
    "hex": place_name,
    "side": lambda side: SIDE_NAMES[side],
    "Side": lambda side: capital(SIDE_NAMES[side]),
    "power": power_name,
    "Power": lambda power: capital(power_name(power)),
    "kingdom": power_name,
    "Kingdom": lambda power: capital(power_name(power)),
    "group": power_name,
    "Group": lambda power: capital(power_name(power)),
    "spell": lambda spell: SPELLS[spell].name,
    "rune": lambda rune: RUNES[rune].capitalize(),
    "casting": casting,
    "sword": lambda side: FORGED_NAME[side],
    "banished": lambda effect: BANISHED[effect],
    "throw": throw,
    "party_of": lambda leader: PARTIES[leader],
    "span": span,
}

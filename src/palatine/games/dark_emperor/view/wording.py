"""Names for numbers: what the catalogue of messages calls pieces, hexes, sides, powers, spells and runes."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from palatine.core import Chance, Entry
from palatine.core.messages import Namer, join, with_capitals
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


def power_name(power: int) -> str:
    return lower(POWER_NAMES.get(power, "nobody"))


def toll(units: int) -> str:
    """So many units lost, at least none."""
    return "nothing" if not units else f"{units} unit{'s' if units > 1 else ''}"


BANISHED = ("all undead here", "all Lesser Vampires here", "one Greater Vampire, for good", "Tol Morn, for a time")
"""By effect of Banish Undead: what it strikes."""


def casting(operand: int) -> str:
    """A spell and who casts it, from the number of an action."""
    caster, spell = divmod(operand, CASTS)
    return f"{SPELLS[spell].name}, by {PIECE_NAME[caster]}"


def may_merge(later: Entry) -> bool:
    """Whether an entry is of a march that may have begun before."""
    return later.kind == "march" and bool(later.data.get("onward"))


def merged_entry(earlier: Entry, later: Entry) -> Entry | None:
    """A march of several hexes as one entry; None when the second does not go on with the first."""
    was, now = earlier.data, later.data
    if earlier.kind not in ("march", "march-on") or not may_merge(later):
        return None
    if (was["side"], list(was["group"]), was["to"]) != (now["side"], list(now["group"]), now["hex"]):
        return None
    path = [*was.get("path", (was["hex"], was["to"])), now["to"]]
    data = {**was, "to": now["to"], "hexes": was.get("hexes", 1) + 1, "path": path}
    return Entry("march-on", data, tuple(dict.fromkeys((*earlier.clauses, *later.clauses))))


def chance_text(odds: tuple[int, int]) -> str:
    """Return a chance in words, as in `4 in 6 (67%)`; certain and impossible results are named as such."""
    count, of = odds
    if not count:
        return "on no roll"
    return "on any roll" if count == of else f"{count} in {of} ({round(100 * count / of)}%)"


NAMERS: dict[str, Namer] = {
    **with_capitals(
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
    """Return in how many of how many throws a wanted result comes."""
    found = chance.distribution()
    return found.count(wanted), found.throws

"""Names in messages: pieces, areas, seats, powers and spells."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from palatine.core import Catalogue, Entry
from palatine.core.journal import merge_entries
from palatine.core.messages import join_words, with_capitalized
from palatine.games.elric.components.pieces import ARMY, FLEET, KIND, PIECE_NAME, POWER_NAME
from palatine.games.elric.components.spells import HORDE, MUSTERS, NATION, SPELL_NAME
from palatine.games.elric.components.world import AREA_NAME, IS_SEA
from palatine.games.elric.state import NOBODY, SEATS, unpair

ALIGNMENT_NAMES: Final = ("Law", "Chaos", "Neutral", "no alignment")
_TRAVELLED: Final = ("move", "move-on")


def seat_name(seat: int | str) -> str:
    """Return a seat's name, given its number or name."""
    if isinstance(seat, str):
        return seat
    return SEATS[seat] if seat < NOBODY else "nobody"


def area_name(area: int) -> str:
    """Return an area as in a sentence: `Jadmar`, `the Boiling Sea`."""
    if area < 0:
        return "a place off the map"
    name = AREA_NAME[area]
    return f"the {name}" if IS_SEA[area] or name.startswith(_WITH_ARTICLE) else name


_WITH_ARTICLE: Final = ("Forest", "Marshes", "Silent", "Sighing", "Weeping", "Unholy", "Vale")


def piece_name(p: int) -> str:
    """Return a piece as in a sentence: `Jagreen Lern`, `the Silent Guard`, `an army of Vilmir`."""
    if KIND[p] == ARMY:
        return f"an army of {_people_name(p)}"
    name = PIECE_NAME[p].replace(" of Isle", " of the Isle")
    return f"the {name}" if name.split()[0] in _TITLES or KIND[p] == FLEET else name


_TITLES: Final = frozenset({
    "Silent", "Golden", "Chaos", "Free", "Admiral", "Sealord", "Prince", "Necromancer", "Magician", "Sorcerer",
    "Leader", "Alchemist", "Priest", "Wizard", "Mage", "General", "Olab", "White", "Shaman", "Clackars",
})  # fmt: skip


def power_name(power: int) -> str:
    """Return a nation or horde as in a sentence: `Vilmir`, `the Isle of Purple Towns`."""
    name = POWER_NAME[power]
    return f"the {name}" if name.startswith(_PEOPLES) else name


_PEOPLES: Final = ("Isle", "Kelmain", "People", "Flamebringers", "Olab")


def _people_name(army: int) -> str:
    name = re.sub(r" army \d+$", "", PIECE_NAME[army])
    return f"the {name}" if name.startswith(_PEOPLES) else name


def host(group: Sequence[int]) -> str:
    """Return a group in words: pieces by name, armies counted by nation."""
    named = [piece_name(p) for p in group if KIND[p] != ARMY]
    people = [_people_name(p) for p in group if KIND[p] == ARMY]
    counted = [
        f"{people.count(name)} armies of {name}" if people.count(name) > 1 else f"an army of {name}"
        for name in dict.fromkeys(people)
    ]
    return join_words(named + counted) or "nobody"


def spell_name(spell: int) -> str:
    """Return a spell's name, with what it musters if another of that name musters differently."""
    name, targets = SPELL_NAME[spell], MUSTERS[spell]
    if not targets or SPELL_NAME.count(name) == 1:
        return name
    called = [POWER_NAME[target] if kind in (NATION, HORDE) else piece_name(target) for kind, target in targets]
    return f"{name} ({' or '.join(called)})"


def casting(operand: int) -> str:
    """Return a spell and its caster in words, from the operand of an action."""
    person, spell = unpair(operand)
    return f"{spell_name(spell)}, by {piece_name(person)}"


def balance_name(balance: int) -> str:
    """Return the Cosmic Balance in words: `Law 3`, `Chaos 2`, `Neutral`."""
    return "Neutral" if not balance else f"{'Law' if balance > 0 else 'Chaos'} {abs(balance)}"


def may_merge(later: Entry) -> bool:
    """Return whether an entry may continue an earlier one, as a journey or losses."""
    return later.kind == "eliminated" or (later.kind == "move" and bool(later.data.get("onward")))


def merged_entry(earlier: Entry, later: Entry) -> Entry | None:
    """Return two entries as one, or None if the second does not continue the first.

    Journeys of several areas and losses of one stack are merged.
    """
    was, now = earlier.data, later.data
    if earlier.kind == later.kind == "eliminated" and (was["area"], was["seat"]) == (now["area"], now["seat"]):
        return merge_entries(earlier, later, "eliminated", group=[*was["group"], *now["group"]])
    if earlier.kind not in _TRAVELLED or later.kind != "move" or not may_merge(later):
        return None
    if (was["seat"], list(was["group"]), was["to"]) != (now["seat"], list(now["group"]), now["area"]):
        return None
    if now["to"] == was["area"]:
        return None
    way = [*was.get("way", (was["area"], was["to"])), now["to"]]
    return merge_entries(earlier, later, "move-on", to=now["to"], areas=was.get("areas", 1) + 1, way=way)


NAMERS: Final[dict[str, Callable[[Any], str]]] = {
    **with_capitalized({
        "piece": piece_name, "person": piece_name, "fleet": piece_name, "army": piece_name, "artifact": piece_name,
        "area": area_name, "seat": seat_name, "host": host, "power": power_name, "nation": power_name,
    }),
    "spell": spell_name,
    "casting": casting,
    "alignment": lambda alignment: ALIGNMENT_NAMES[alignment],
    "balance": balance_name,
    "share": lambda odds: f"{odds[0] / odds[1]:.0%}",
}  # fmt: skip


@cache
def catalogue() -> Catalogue:
    """Return the message catalogue for drawings shared by all matches."""
    return Catalogue.load("palatine.games.elric", NAMERS)

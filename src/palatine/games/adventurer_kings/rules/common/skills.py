"""What a character can do with all that raises it: items, discoveries, titles, royal training (2.1, 4.3.1, A8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Person
from palatine.games.adventurer_kings.state import State

TITLED: Final = {
    tables.MELEE: (titles.ARBITER, titles.SLAYER),
    tables.THIEF: (titles.LORD_OF_MALICE,),
    tables.SPY: (titles.SPYMASTER,),
}
"""By ability: the titles that raise it by one (12.1)."""


class Skills(dict[tuple[int, int], int]):
    """A cache for speed: by character and ability the effective level. Cleared when anything changes that raises it."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.s = s
        self._gear: dict[int, list[int]] | None = None
        self._totals: dict[int, tuple[tuple[object, ...], int]] = {}

    def __missing__(self, key: tuple[int, int]) -> int:
        n, ability = key
        found = self[key] = _with_items(self.s, n, ability, self.borne_by(n))
        return found

    def borne_by(self, n: int) -> Sequence[int]:
        if self._gear is None:
            self._gear = gear(self.s)
        return self._gear.get(n, ())

    def total(self, n: int) -> int:
        """All levels of a character together; reckoned anew only when something has changed on which they rest."""
        person = self.s.people[n]
        lore = self.s.kingdoms[person.seat].discoveries if person.seat >= 0 else ()
        rests_on = person, lore, tuple(self.borne_by(n)), tuple(self.s.title_holders)
        known = self._totals.get(n)
        if known is None or known[0] != rests_on:
            known = self._totals[n] = rests_on, sum([self[n, ability] for ability in range(len(tables.ABILITIES))])
        return known[1]

    def clear(self) -> None:
        super().clear()
        self._gear = None


def gear(s: State) -> dict[int, list[int]]:
    """By character: the items he bears."""
    found: dict[int, list[int]] = {}
    for number, item in s.items.items():
        if item.bearer:
            found.setdefault(item.bearer, []).append(number)
    return found


def effective(s: State, n: int, ability: int, weapon: int = -1) -> int:
    """A character's level with everything that raises it; at most 9, never below his own.

    With a `weapon`, 0 for none, other weapons do not count.
    """
    return _with_items(s, n, ability, s.items_of(n), weapon)


def _with_items(s: State, n: int, ability: int, items: Sequence[int], weapon: int = -1) -> int:
    person = s.people[n]
    level = person.levels[ability]
    bonus = 0
    if person.is_king:
        bonus += royal(person, ability)
    if items:
        bonus += raised_by_items(s, n, ability, items, weapon)
    if person.seat >= 0:
        bonus += learned(s, person, ability)
    if ability in TITLED and s.title_holders:
        bonus += sum([s.title_holders[title] == n for title in TITLED[ability]])
    return max(0, min(tables.TOP, level + bonus))


def raised_by_items(s: State, n: int, ability: int, items: Sequence[int], weapon: int) -> int:
    """What the best of a character's items adds; two do not add up, and some serve only certain alignments."""
    best = 0
    for i in items:
        kind = tables.ITEMS[s.items[i].kind]
        only = kind.powers.get("only")
        if only and tables.ALIGNMENTS[s.people[n].alignment] not in only:
            continue
        if weapon < 0 or i == weapon or "weapon" not in kind.kinds:
            best = max(best, kind.raises.get(ability, 0))
    return best


def royal(person: Person, ability: int) -> int:
    """What royal training and an alignment bring a King (2.1)."""
    if ability in (tables.MELEE, tables.ARCHERY, tables.SAGE):
        return 1
    if ability == tables.WHITE_MAGIC and person.alignment == tables.DIVINE:
        return 1
    return int(ability == tables.NECROMANCY and person.alignment == tables.UNDEAD)


def learned(s: State, person: Person, ability: int) -> int:
    """What a kingdom's discoveries add to a skill (4.3.1)."""
    all_people, heroes, skilled = lessons(s.kingdoms[person.seat].discoveries, ability)
    return all_people + heroes * (not person.is_king) + skilled * (person.levels[ability] > 0)


@lru_cache(4096)
def lessons(discoveries: tuple[int, ...], ability: int) -> tuple[int, int, int]:
    """What discoveries add to an ability: for all, for Heroes besides, for whoever has any skill in it."""
    code = tables.ABILITIES[ability]
    raises = heroes = skilled = 0
    for d in discoveries:
        powers: Mapping[str, Any] = tables.DISCOVERIES[d].powers
        raises += powers.get("raises", {}).get(code, 0)
        heroes += powers.get("heroes", {}).get(code, 0)
        skilled += powers.get("skilled", {}).get(code, 0)
    return raises, heroes, skilled

"""Effective skills with items, discoveries, titles and royal training (2.1, 4.3.1, A8)."""

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
"""Titles that raise an ability by one, by ability (12.1)."""


class Skills(dict[tuple[int, int], int]):
    """Cache of effective levels by character and ability.

    It is cleared whenever anything changes that affects them.
    """

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
        """Return the sum of all levels of a character; cached until something relevant changes."""
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
    """Return the items of each character."""
    found: dict[int, list[int]] = {}
    for number, item in s.items.items():
        if item.bearer:
            found.setdefault(item.bearer, []).append(number)
    return found


def effective(s: State, n: int, ability: int, weapon: int = -1) -> int:
    """Return a character's effective level, at most 9 and never below the character's own.

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
    """Return the bonus of the best item; bonuses do not add, and some depend on alignment."""
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
    """Return a King's bonus from royal training and alignment (2.1)."""
    if ability in (tables.MELEE, tables.ARCHERY, tables.SAGE):
        return 1
    if ability == tables.WHITE_MAGIC and person.alignment == tables.DIVINE:
        return 1
    return int(ability == tables.NECROMANCY and person.alignment == tables.UNDEAD)


def learned(s: State, person: Person, ability: int) -> int:
    """Return the bonus of a kingdom's discoveries (4.3.1)."""
    all_people, heroes, skilled = lessons(s.kingdoms[person.seat].discoveries, ability)
    return all_people + heroes * (not person.is_king) + skilled * (person.levels[ability] > 0)


@lru_cache(4096)
def lessons(discoveries: tuple[int, ...], ability: int) -> tuple[int, int, int]:
    """Return the bonuses of discoveries: for all, in addition for Heroes, and for the skilled."""
    code = tables.ABILITIES[ability]
    raises = heroes = skilled = 0
    for d in discoveries:
        powers: Mapping[str, Any] = tables.DISCOVERIES[d].powers
        raises += powers.get("raises", {}).get(code, 0)
        heroes += powers.get("heroes", {}).get(code, 0)
        skilled += powers.get("skilled", {}).get(code, 0)
    return raises, heroes, skilled

"""What a character can do with all that raises it: items, discoveries, titles, royal training (2.1, 4.3.1, A8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import Person
from palatine.games.adventurer_kings.state import State

TITLED: Final = {c.ME: (titles.ARBITER, titles.SLAYER), c.TH: (titles.LORD_OF_MALICE,), c.SP: (titles.SPYMASTER,)}
"""By ability: the titles that raise it by one (12.1)."""


class Skills(dict[tuple[int, int], int]):
    """A cache for speed: by character and ability the effective level. Cleared when anything changes that raises it."""

    def __init__(self, s: State) -> None:
        super().__init__()
        self.s = s

    def __missing__(self, key: tuple[int, int]) -> int:
        found = self[key] = effective(self.s, *key)
        return found


def effective(s: State, n: int, ability: int, weapon: int = -1) -> int:
    """A character's level with everything that raises it; at most 9, never below his own.

    With a `weapon`, 0 for none, other weapons do not count.
    """
    person = s.people[n]
    level = person.levels[ability]
    bonus = 0
    if person.is_king:
        bonus += royal(person, ability)
    bonus += raised_by_items(s, n, ability, weapon)
    if person.seat >= 0:
        bonus += learned(s, person, ability)
    bonus += sum([s.title_holders[title] == n for title in TITLED.get(ability, ()) if s.title_holders])
    return max(0, min(c.TOP, level + bonus))


def raised_by_items(s: State, n: int, ability: int, weapon: int = -1) -> int:
    """What the best of a character's items adds; two do not add up, and some serve only certain alignments."""
    best = 0
    for i in s.items_of(n):
        kind = c.ITEMS[s.items[i].kind]
        only = kind.powers.get("only")
        if only and c.ALIGNMENTS[s.people[n].alignment] not in only:
            continue
        if weapon < 0 or i == weapon or "weapon" not in kind.kinds:
            best = max(best, kind.raises.get(ability, 0))
    return best


def royal(person: Person, ability: int) -> int:
    """What royal training and an alignment bring a King (2.1)."""
    if ability in (c.ME, c.AR, c.SA):
        return 1
    if ability == c.WH and person.alignment == c.DIVINE:
        return 1
    return int(ability == c.NE and person.alignment == c.UNDEAD)


def learned(s: State, person: Person, ability: int) -> int:
    """What a kingdom's discoveries add to a skill (4.3.1)."""
    bonus = 0
    for d in s.kingdoms[person.seat].discoveries:
        powers: Mapping[str, Any] = c.DISCOVERIES[d].powers
        code = c.ABILITIES[ability]
        bonus += powers.get("raises", {}).get(code, 0)
        if not person.is_king:
            bonus += powers.get("heroes", {}).get(code, 0)
        if person.levels[ability]:
            bonus += powers.get("skilled", {}).get(code, 0)
    return bonus

"""Creation of Heroes: a King's first ones, and those who wander (2.2)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import FREE, Person
from palatine.games.adventurer_kings.rules.common.turn import Turn

SAME_TEMPER: Final = 60
TEMPER_OF: Final = (tables.BRAVE,) * 35 + (tables.CAUTIOUS,) * 30 + (tables.COWARDLY,) * 20 + (tables.BERSERK,) * 15
LEVELS_OF: Final = (1,) * 15 + (2,) * 35 + (3,) * 35 + (4,) * 15
"""Levels of a Hero by a die of 100 sides, 2.5 on average."""
UNSKILLED: Final = (0, 0, 1, 1, 2)
SKILLED: Final = (0, 1, 1, 2)
LOYAL: Final = 25
FAVOURED_WEIGHT: Final = 3
HERO_MOST: Final = 3


def companions(t: Turn, alignment: int) -> tuple[int, int]:
    """Return the alignments of a King's first two Heroes (2.2).

    They are the King's and the next one; for the Divine both are Good.
    """
    if alignment == tables.DIVINE:
        return tables.GOOD, tables.GOOD
    if alignment == tables.UNDEAD:
        return tables.UNDEAD, tables.EVIL
    steps = [each for each in (alignment - 1, alignment + 1) if tables.GOOD <= each <= tables.EVIL]
    return alignment, steps[t.die(len(steps), "alignment of a Hero") - 1]


def beside(t: Turn, temper: int) -> int:
    """Return a temper adjacent to another."""
    near = [each for each in (temper - 1, temper + 1) if tables.BERSERK <= each <= tables.COWARDLY]
    return near[t.die(len(near), "temper of a Hero") - 1]


def new_hero(t: Turn, place: int, race: int, alignment: int = -1, temper: int = -1) -> int:
    """Create a Hero of two or three levels, with aptitudes (2.2)."""
    if alignment < 0:
        alignment = tables.GOOD + t.die(5, "alignment of a Hero") - 1
    if temper < 0:
        temper = TEMPER_OF[t.die(100, "temper of a Hero") - 1]
    row = tables.ALIGNMENT[alignment]
    favoured = [each for each in (row.magic, row.special) if each >= 0]
    levels = levels_of_hero(t, favoured)
    return t.s.new_person(
        Person(
            hero_name(t), race, alignment, temper, place, FREE, levels, aptitudes_of_hero(t, levels, favoured),
            is_loyal=t.chance(LOYAL, "loyalty"), whim=t.die(2**30, "whim"),
        )
    )  # fmt: skip


def levels_of_hero(t: Turn, favoured: list[int]) -> tuple[int, ...]:
    """Return random ability levels.

    An ability that the alignment favours is three times as likely (2.2, 2.3).
    """
    pool = list(range(len(tables.ABILITIES))) + favoured * (FAVOURED_WEIGHT - 1)
    levels = [0] * len(tables.ABILITIES)
    for _ in range(LEVELS_OF[t.die(100, "levels of a Hero") - 1]):
        open_to = [ability for ability in pool if levels[ability] < HERO_MOST]
        levels[open_to[t.die(len(open_to), "ability of a Hero") - 1]] += 1
    return tuple(levels)


def aptitudes_of_hero(t: Turn, levels: tuple[int, ...], favoured: list[int]) -> tuple[int, ...]:
    """Return aptitudes somewhat above the skill.

    They are doubled, up to five, in what the alignment favours (2.3).
    """
    found = []
    for ability, level in enumerate(levels):
        table = SKILLED if level else UNSKILLED
        fit = level + table[t.die(len(table), "aptitude") - 1]
        found.append(min(tables.APTITUDE_MOST, fit * 2) if ability in favoured else fit)
    return tuple(found)


FIRST: Final = (
    "Ald", "Ber", "Cor", "Dag", "El", "Fen", "Gar", "Hal", "Is", "Jor", "Kel", "Lan", "Mor", "Nim", "Os", "Per", "Ron",
    "Sig", "Til", "Ul", "Var", "Wen", "Yor", "Zan",
)  # fmt: skip
LAST: Final = (
    "a", "an", "bert", "da", "den", "dis", "gar", "ien", "ik", "mund", "na", "or", "ric", "san", "ulf", "win",
)  # fmt: skip


def hero_name(t: Turn) -> str:
    """Return a name that is not in use yet."""
    taken = {person.name for person in t.s.people.values()}
    while True:
        name = FIRST[t.die(len(FIRST), "name") - 1] + LAST[t.die(len(LAST), "name") - 1]
        if name not in taken:
            return name
        name = f"{name} {FIRST[t.die(len(FIRST), 'name') - 1]}{LAST[t.die(len(LAST), 'name') - 1]}"
        if name not in taken:
            return name

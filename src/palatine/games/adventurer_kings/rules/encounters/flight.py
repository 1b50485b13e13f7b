"""Flight from combat, and a coward's plea for mercy (2.4, 5.6)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.encounters.combatant import BEGGED, FLED, Combatant
from palatine.games.adventurer_kings.rules.encounters.fight import Fight

FLEEING: Final = 10
UNSEEN: Final = 30
"""Percentage added to flight by Invisibility (4.2.3)."""
MERCY, MERCY_OF_THE_GOOD, MERCY_OF_THE_EVIL, PER_STEP, ALIKE = 50, 20, -15, 5, 3
LAST_HOPE: Final = 3
"""Hit points up to which a coward begs."""


def flee(f: Fight, me: Combatant) -> None:
    """Try to flee; certain in a battle duel and from a stunned or frozen foe (5.1, 5.6)."""
    foe = f.foe(me)
    if is_sure(f, foe) or f.t.chance(flight_chance(me, foe), "flight"):
        f.finish(FLED, me)
        f.log_fight("flees", "AK-5.6-01", name=me.name, foe=foe.name)
        return
    f.log_fight("cannot-flee", "AK-5.6-01", name=me.name, foe=foe.name)
    beg(f, me)


def is_sure(f: Fight, foe: Combatant) -> bool:
    """Return whether flight is certain: each round a foe is held gains one range (5.1)."""
    in_ice = f.iced is foe and foe.afflictions.held > 0
    return f.is_duel or in_ice or foe.afflictions.held >= max(1, f.span)


def flight_chance(me: Combatant, foe: Combatant) -> int:
    """Return the percentage to flee by the foe's speed.

    It is higher for the cautious, the invisible, and by some items (2.4, 4.2.3, 5.6).
    """
    return (
        tables.FLIGHT[foe.speed]
        + me.conduct.flee
        + FLEEING * (me.conduct.temper == tables.CAUTIOUS)
        + UNSEEN * me.guard.is_unseen
    )


def beg(f: Fight, me: Combatant) -> None:
    """Let a coward near death beg for mercy, once (2.4)."""
    foe = f.foe(me)
    if me.conduct.temper != tables.COWARDLY or me.body.hp > LAST_HOPE or me.conduct.has_begged:
        return
    me.conduct.has_begged = True
    if foe.is_of("undead") or foe.mind <= tables.ANIMAL:
        return
    if f.t.chance(mercy_chance(me, foe), "mercy"):
        f.finish(BEGGED, me)
        f.log_fight("begs", "AK-2.4-08", name=me.name, foe=foe.name)


def mercy_chance(me: Combatant, foe: Combatant) -> int:
    """Return the percentage of mercy: 50, more from the Good and from similar alignments (2.4)."""
    found = MERCY + PER_STEP * (ALIKE - abs(foe.alignment - me.alignment))
    if foe.alignment in (tables.GOOD, tables.DIVINE):
        return found + MERCY_OF_THE_GOOD
    return found + MERCY_OF_THE_EVIL * (foe.alignment in (tables.EVIL, tables.UNDEAD))

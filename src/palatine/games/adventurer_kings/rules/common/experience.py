"""Levels gained by practice and action, and merit for monsters (3.13, 3.19, 10.1, 12.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.turn import Turn

TAUGHT_BY: Final = {
    "march": "AK-3.19-01", "sail": "AK-3.19-01", "explore": "AK-3.19-02", "recruit": "AK-3.19-03",
    "army": "AK-3.19-04", "fleet": "AK-3.19-04", "action_spell": "AK-3.19-05", "spy": "AK-3.19-06",
    "commander": "AK-3.19-07", "leader": "AK-3.19-07", "talk": "AK-3.19-08", "fire": "AK-3.19-09",
    "melee": "AK-3.19-09", "combat_spell": "AK-3.19-10", "steal": "AK-3.19-11",
}  # fmt: skip
"""Clause of each row of the Experience Table (3.19)."""


def learn_by_doing(t: Turn, n: int, ability: int, experience: str) -> None:
    """Roll for a level after an action; `experience` is a row of the Experience Table (3.19)."""
    if t.chance(tables.EXPERIENCE[experience], f"experience: {experience}"):
        rise(t, n, ability, TAUGHT_BY[experience])


def rise(t: Turn, n: int, ability: int, clause: str) -> bool:
    """Raise a level, at half the chance for each level beyond aptitude (3.13).

    A rise that fails for lack of aptitude may raise aptitude.
    """
    s = t.s
    person = s.people[n]
    level, aptitude = person.levels[ability], person.aptitudes[ability]
    if level >= tables.TOP or is_closed(t, n, ability) or person.is_imbecile:
        return False
    beyond = level + 1 - aptitude
    if beyond > 0 and not t.chance(100 * 0.5**beyond, "beyond aptitude"):
        gain_aptitude(t, n, ability)
        return False
    s.set_person(n, levels=(*person.levels[:ability], level + 1, *person.levels[ability + 1 :]))
    t.forget_skills()
    forget_old_king(t, n)
    t.log("level", clause, [person.seat], who=n, ability=ability, level=level + 1)
    return True


def is_closed(t: Turn, n: int, ability: int) -> bool:
    """Return whether an ability is magic that a Divine or Undead King cannot learn (2.1, 2.3)."""
    person = t.s.people[n]
    return person.is_king and tables.BARRED.get(person.alignment) == ability


def gain_aptitude(t: Turn, n: int, ability: int) -> None:
    person = t.s.people[n]
    if t.chance(tables.APTITUDE_RISE[person.levels[ability]], "aptitude"):
        aptitudes = person.aptitudes
        raised = (*aptitudes[:ability], aptitudes[ability] + 1, *aptitudes[ability + 1 :])
        t.s.set_person(n, aptitudes=raised)
        t.log("aptitude", "AK-3.13-06", [person.seat], who=n, ability=ability)


def forget_old_king(t: Turn, n: int) -> None:
    """Prevent the return of the old King once the heir has improved (4.2.1)."""
    s = t.s
    seat = s.people[n].seat
    if seat >= 0 and s.kingdoms[seat].king == n and s.kingdoms[seat].old:
        awaits = s.kingdoms[seat].awaits_levels
        s.set_kingdom(seat, old=s.kingdoms[seat].old if awaits else 0, is_gone=awaits)


GIANT: Final = 30
"""Hit points from which a monster counts for the Giant-Killer."""


def slay_monster(t: Turn, n: int, hit_points: int) -> None:
    """Count all hit points of a slain monster for the office of Defender (10.1)."""
    s = t.s
    s.praise(n, titles.DEFENDER, hit_points)
    s.honour(n, titles.TITLE_OF_TERRAIN[t.terrain(s.people[n].place)], 1)
    if hit_points >= GIANT:
        s.honour(n, titles.GIANT_KILLER, 2)


def tame_monster(t: Turn, n: int, hit_points: int) -> None:
    """Count half the hit points of a monster stopped from raiding (10.1)."""
    t.s.praise(n, titles.DEFENDER, hit_points / 2)

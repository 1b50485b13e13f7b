"""Service of Heroes: price, hiring and leaving (3.5, 3.7, 2.3, 7.7)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import FREE
from palatine.games.adventurer_kings.rules.common.deaths import hand_over_armies
from palatine.games.adventurer_kings.rules.common.turn import Turn

MOST_OFFER: Final = 4
WHIMS: Final = (-0.5, 0.0, 0.0, 0.5, 0.5, 1.0)
BY_STEPS: Final = (0.0, 0.5, 1.5, 3.5)
REFUSES: Final = 99


def price(t: Turn, seat: int, hero: int) -> int:
    """Return the pay a Hero demands of a King; above 4 the Hero refuses (3.5, 2.3)."""
    s = t.s
    king, person = s.king(seat), s.people[hero]
    alignment = s.kingdoms[seat].alignment
    true_steps = abs(alignment - person.alignment)
    steps = abs((tables.GOOD if alignment == tables.DIVINE else alignment) - person.alignment)
    if alignment in (tables.DIVINE, tables.UNDEAD) and true_steps > 2:
        return REFUSES
    if alignment == tables.NEUTRAL and steps == 3:
        steps = 2
    if steps > 3:
        return REFUSES
    asked = 1 + BY_STEPS[steps]
    asked += 0.0 if king.race == person.race else 0.5
    asked += min(1.0, 0.5 * abs(king.temper - person.temper))
    asked += WHIMS[(person.whim >> (seat % 24)) % 6]
    asked += grudge(t, seat, hero, steps)
    asked -= any(t.has_title(n, titles.BEACON) for n, _ in s.at_home(seat))
    return max(1, int(asked + 0.5))


def grudge(t: Turn, seat: int, hero: int, steps: int) -> float:
    """Return the surcharge for a King who drove the Hero out, small for a similar alignment.

    See 7.7.
    """
    person, king = t.s.people[hero], t.s.king(seat)
    if seat not in person.grudges:
        return 0.0
    compatible = steps <= 1 and (person.race == king.race or person.temper == king.temper)
    return 0.5 if compatible else 2.0


def enter_service(t: Turn, hero: int, seat: int, pay: int) -> None:
    """Put a Hero into a kingdom's service; the Hero can act from the next phase (3.5, 4.2.1)."""
    t.s.set_person(hero, seat=seat, pay=pay)
    t.dealings.hired_in[hero] = t.phase.number
    t.forget_skills()


def leave_service(t: Turn, hero: int) -> None:
    """Free a Hero and end all actions for the King (3.7, 9.2, A127).

    Armies pass to others as after a death.
    """
    hand_over_armies(t, hero)
    t.s.set_person(hero, seat=FREE, pay=0)
    t.forget_servant(hero)
    t.forget_skills()

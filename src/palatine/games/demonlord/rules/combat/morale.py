"""Morale: its value, the check and its results, in battle and in a withdrawal."""

from __future__ import annotations

from functools import cache

from palatine.core import Chance, Tally
from palatine.games.demonlord.components.pieces import CLASS, LEAD, MORALE
from palatine.games.demonlord.components.tables import ANCIENTS
from palatine.games.demonlord.components.world import MOUNTAINS
from palatine.games.demonlord.rules.combat.lines import companions
from palatine.games.demonlord.rules.magic.casting import morale_shadow
from palatine.games.demonlord.state import Battle, DemonlordState

HIGHEST_MORALE = 6
STANDS, ROUTS, DESTROYED = range(3)
CHECKED = (("morale.stands", "BAT-35"), ("morale.routs", "BAT-36"), ("morale.destroyed", "BAT-37"))
WITHDRAWING = tuple([(f"withdrawal.{result}", "RET-02") for result in ("holds", "taken", "destroyed")])
"""Journal entry kind and clause by result of a morale check, in battle and in a withdrawal."""
MAGIC, MISSILES, MELEES = "magic missile", "missile", "melee"
"""Kinds of attack, as named in the journal."""


def ancients_loss(u: int, terrain: int, amount: int) -> int:
    """Return the penalty of Ancients that fight in mountains (NEU-08, B19, M41)."""
    return -amount if CLASS[u] == ANCIENTS and terrain == MOUNTAINS else 0


def leader_bonus(battle: Battle, u: int) -> int:
    """Return the best leadership with a troop; +0 and "no" add nothing (BAT-56, B5)."""
    return max([0, *[LEAD[c] for c in companions(battle, u)]])


def morale_value(s: DemonlordState, battle: Battle, u: int, tally: Tally, led: bool = True) -> None:
    """Add up morale: printed and leader, less shadows and mountains (B4, BAT-38, UNIT-05).

    With a leader, it is at most six.
    """
    tally.add(MORALE[u], "BAT-33", "morale")
    if led:
        tally.add(leader_bonus(battle, u), "BAT-38", "leader")
        tally.cap(HIGHEST_MORALE, "BAT-57", "highest")
    shadow = morale_shadow(s, s.side_of(u), battle.hex)
    tally.add(shadow, "MAG-36" if s.side_of(u) else "MAG-35", "gloom")
    tally.add(ancients_loss(u, battle.terrain, 1), "NEU-08", "ancients")


def morale_chance(s: DemonlordState, battle: Battle, u: int, kind: str, led: bool = True) -> Chance[int]:
    """Return the chance that a troop stands, routs or is destroyed after such a hit."""
    tally = Tally("morale")
    morale_value(s, battle, u, tally, led)
    if kind == MAGIC:
        tally.add(-1, "BAT-39", "magic-missile")
    return morale_roll(tally)


def morale_roll(tally: Tally) -> Chance[int]:
    """Return the roll of one die against a morale value (BAT-35 to BAT-37)."""
    return Chance(tally, lambda thrown: (thrown.rolled >= thrown.value) + (thrown.rolled > thrown.value))


@cache
def fall_probability(value: int) -> float:
    """Return the probability that a hit routs or destroys a troop of a given morale."""
    tally = Tally("morale")
    tally.add(value, "BAT-33", "morale")
    return morale_roll(tally).distribution().probability(lambda result: result != STANDS)


def check_morale(s: DemonlordState, battle: Battle, u: int, kind: str, led: bool = True) -> int:
    """Roll a morale check and return its result (BAT-35 to BAT-37).

    Below its morale a troop stands, equal routs it, above destroys it.
    """
    result, tally = morale_chance(s, battle, u, kind, led).roll(s)
    kind, clause = (CHECKED if led else WITHDRAWING)[result]
    s.log(kind, clause, tally=tally, unit=u, rolled=tally.rolled, value=tally.value)
    return result

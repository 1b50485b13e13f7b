"""The captain's encounters: challenges and plans against strangers (5.0, 5.10)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import SLAIN
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import is_duelist, of_monster
from palatine.games.adventurer_kings.rules.encounters.random_encounters import against_monster
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_out
from palatine.games.adventurer_kings.rules.encounters.tactics import works_on
from palatine.games.adventurer_kings.state import State

BOLD: Final = 2
"""Minimum Melee to challenge another commander; most Heroes have none."""
SHAKEN: Final = 0.8
"""Remaining strength of natives whose Hero is challenged: a loss or refusal costs a quarter."""
ARMS: Final = (
    tables.BLAST, tables.FIREBALL, tables.ICE, tables.HAND, tables.INVISIBILITY, tables.HOLY_SYMBOL, tables.SPIRITWRACK,
)  # fmt: skip
"""Combat spells, the most useful first."""


def prowess(s: State, n: int) -> int:
    """Return a person's Melee in a duel; Neutral Duelists have a bonus (5.0)."""
    return effective(s, n, tables.MELEE) + is_duelist(s, n)


def is_champion(s: State, n: int) -> bool:
    """Return whether a person challenges enemy commanders; cautious ones need more Melee (2.4)."""
    return prowess(s, n) >= BOLD + (s.people[n].temper in (tables.BERSERK, tables.BRAVE))


def spells_of(s: State, n: int, useless: tuple[int, ...] = ()) -> list[orders.Tactic]:
    """Return the combat spells a person can cast, in order, within the limit per magic (4.2)."""
    found: list[orders.Tactic] = []
    cast: dict[int, int] = {}
    for spell in ARMS:
        magic = tables.magic_of(spell, s.people[n].alignment)
        if spell not in useless and cast.get(magic, 0) < tables.COMBAT_SPELLS[effective(s, n, magic)]:
            cast[magic] = cast.get(magic, 0) + 1
            found.append(orders.Cast(tables.SPELLS[spell].code))
    return found


def special(s: State, n: int) -> orders.Special:
    """Return a Special Encounter Plan: generals challenge, others fight beatable foes (5.10)."""
    blows: list[orders.Tactic] = [*spells_of(s, n, (tables.HOLY_SYMBOL,)), orders.Strike()]
    if s.led_by(n):
        return orders.Special(n, tuple(blows) if is_champion(s, n) else (*blows, orders.Flee()))
    return orders.Special(n, (*blows, orders.Flee()) if prowess(s, n) >= BOLD else (orders.Flee(), *blows))


# Guardians of features (3.3)

TRIES: Final = 10
"""Number of fights to simulate before seeking one."""


class Arena:
    """Simulated fights against kinds of monsters."""

    def __init__(self, s: State) -> None:
        self.s, self.t = s, Turn(s)
        self._found: dict[tuple[int, int], tuple[float, float]] = {}

    def plan(self, n: int, species: int) -> orders.Plan:
        """Return a plan: effective spells, arrows, blows, escape at half hit points, a search (5)."""
        foe = of_monster(self.t, species)
        useless = tuple(spell for spell in ARMS if not works_on(spell, foe))
        if not (foe.is_of("undead") or foe.is_of("anti-holy")):
            useless = (*useless, tables.HOLY_SYMBOL)
        arrows = (orders.Fire(),) if effective(self.s, n, tables.ARCHERY) else ()
        return (*spells_of(self.s, n, useless), *arrows, orders.Strike(), orders.Flee(), orders.Scout())

    def chances(self, n: int, species: int) -> tuple[float, float]:
        """Return the chances of a person to slay a monster and to be slain."""
        found = self._found.get((n, species))
        if found is None:
            ends = [self._end(n, species) for _ in range(TRIES)]
            found = self._found[n, species] = ends.count(1) / TRIES, ends.count(-1) / TRIES
        return found

    def _end(self, n: int, species: int) -> int:
        """Return the result of one fight: 1 for victory, -1 for death, 0 otherwise."""
        foe = of_monster(self.t, species)
        me = against_monster(self.t, n, self.plan(n, species), foe)
        fight = fight_out(Fight(self.t, me, foe))
        return 0 if fight.end != SLAIN else -1 if fight.loser is me else 1

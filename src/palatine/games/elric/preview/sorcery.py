"""Effects of spells on a battle other than values: Eaters, castable spells (9.2, 10.4c)."""

from __future__ import annotations

from typing import NamedTuple

from palatine.games.elric.components.pieces import CAPACITY, DRAGON_MASTERS, KIND, PERSON
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, DRAGONS, SPELL_VALUE
from palatine.games.elric.components.tables import SPELLS_IN_BATTLE
from palatine.games.elric.rules.characters.solo_fights import is_shielded
from palatine.games.elric.rules.combat.participants import WORKS, Battle, side
from palatine.games.elric.rules.combat.spell_laying import ADDS, EATS, eater_prey, may_cast
from palatine.games.elric.rules.common import balance
from palatine.games.elric.state import ElricState, Group, strength


class CastableSpells(NamedTuple):
    """The spells a seat could still cast: added value, and an Eater with prey, or -1."""

    gain: int = 0
    eater: int = -1


def worth(s: ElricState, spell: int) -> int:
    """Return a spell's current value in battle (10.4b, 13.2a)."""
    return SPELL_VALUE[spell] + balance.bonus(s, spell) if ADDS[spell] else 0


def prey_of(s: ElricState, battle: Battle, seat: int, spell: int) -> Group:
    """Return the prey of a seat's Eater, without pieces under the Chaos Shield (10.4c, 16.8a)."""
    prey = eater_prey(s, battle, seat, spell)
    return tuple([p for p in prey if not is_shielded(s, p)]) if ALIGNMENT[spell] == CHAOS else prey


def devoured(s: ElricState, battle: Battle) -> Group:
    """Return all pieces that the known Eaters in a battle take."""
    eaters = [cast for cast in battle.casts if EATS[cast.spell] and cast.fate == WORKS]
    return tuple({p for cast in eaters for p in prey_of(s, battle, cast.seat, cast.spell)})


def castable_spells(s: ElricState, battle: Battle, seat: int) -> CastableSpells:
    """Return what a seat's idle magicians could add beyond their own values (9.2c, 9.2f)."""
    gains, eater = [], -1
    for p in side(s, battle, seat):
        if KIND[p] != PERSON or CAPACITY[p] < 0 or not may_cast(s, p) or p in battle.aside or p in s.laid:
            continue
        held = [spell for spell in s.hand.get(p, ()) if spell not in s.flights]
        gains.append(max([0, *[worth(s, spell) - strength((p,), False) for spell in held]]))
        for spell in held:
            is_his = spell != DRAGONS or p in DRAGON_MASTERS
            if EATS[spell] and is_his and prey_of(s, battle, seat, spell):
                eater = spell
    return CastableSpells(sum(sorted(gains, reverse=True)[:SPELLS_IN_BATTLE]), eater)

"""Means of a heroic escape: spells, and the personality's own value (10.8, 16.5)."""

from __future__ import annotations

from typing import Final

from palatine.core import Action, Chance, Distribution, Refusal, Tally, success_chance
from palatine.games.elric.components.pieces import CAPACITY, DRAGON_MASTERS, IS_LOVE, KIND, PERSON, VALUE
from palatine.games.elric.components.spells import (
    BALO,
    DEAD_GODS_BOOK,
    DRAGONS,
    ESCAPES,
    HAS_VALUE,
    HORN_OF_FATE,
    INVULNERABILITY,
    SPELL_VALUE,
    SPELLS,
)
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.rules.common import balance
from palatine.games.elric.rules.common.margins import balo_chance
from palatine.games.elric.state import ElricState, unpair

SAVERS: Final = (*ESCAPES, INVULNERABILITY)
"""Spells that save without a roll (16.5)."""


HELPS: Final = tuple(
    spell in SAVERS or (HAS_VALUE[spell] and spell not in (DEAD_GODS_BOOK, HORN_OF_FATE)) for spell in range(SPELLS)
)
"""By spell: whether it can help in an escape (16.2, 16.7).

The Dead Gods Book only musters, the Horn of Fate only works on a tipped Balance.
"""


def escape_value(s: ElricState, spell: int) -> int:
    """Return a spell's value in an escape, including the bonus of the Balance (A-43)."""
    return SPELL_VALUE[spell] + balance.bonus(s, spell)


def is_balo_in_vain(s: ElricState, hero: int) -> bool:
    """Roll for Balo the Jester, and return whether he fails: he works only on an odd die (16.2)."""
    works, tally = balo_chance().roll(s)
    log_balo(s, hero, tally)
    return not works


def log_balo(s: ElricState, hero: int, tally: Tally) -> None:
    kind = "balo.works" if balo_chance().read(tally) else "balo.fails"
    s.log(kind, "16.2c", tally=tally, piece=hero, rolled=tally.rolled)


def own_value(s: ElricState, hero: int) -> int:
    """Return a personality's value for an escape (ruling A-180).

    If parenthesised, that of the strongest unharmed personality of the stack.
    """
    if not IS_LOVE[hero]:
        return VALUE[hero]
    return max([VALUE[p] for p in s.stack_of(hero) if KIND[p] == PERSON and not IS_LOVE[p]], default=0)


def escape_chance(s: ElricState, hero: int, value: int = -1) -> Chance[bool]:
    """Return the chance of an escape: the die is at most the person's value or the spell's (10.8)."""
    by_spell = value >= 0
    tally = Tally("escape", is_roll_under=True)
    clause = "10.8e" if by_spell else "10.8g" if IS_LOVE[hero] else "10.8b"
    tally.add(value if by_spell else own_value(s, hero), clause, "escape-spell" if by_spell else "own-strength")
    return success_chance(tally, about=hero)


def escape_odds(s: ElricState, hero: int, spell: int) -> Distribution[bool]:
    """Return the probability of escaping by a spell (10.8e, 16.2c, 16.5).

    If Balo sleeps, only the person's value counts.
    """
    if spell in SAVERS:
        return Distribution([(True, 1)])
    value = escape_value(s, spell)
    if spell != BALO:
        return escape_chance(s, hero, value).distribution()
    return (
        balo_chance()
        .distribution()
        .then(lambda works: escape_chance(s, hero, value if works else -1).distribution())
    )


def escape_spells(s: ElricState, hero: int) -> list[int]:
    """Return a magician's usable spells: held, not in flight, or maintained (10.8; A-43, A-104)."""
    if CAPACITY[hero] < 0 or s.scenario == FOUNDING:
        return []
    held = [spell for spell in s.hand.get(hero, ()) if may_help(hero, spell) and spell not in s.flights]
    kept = s.maintained.get(hero, -1)
    return [*held, kept] if kept >= 0 and may_help(hero, kept) else held


def may_help(hero: int, spell: int) -> bool:
    """Return whether a spell helps a personality to escape; Dragons need their masters (12.3)."""
    return HELPS[spell] and (spell != DRAGONS or hero in DRAGON_MASTERS)


def use_refusal(actions: list[Action], action: Action, person: int) -> Refusal | None:
    """Return why a spell cannot be used for an escape, or None."""
    if action in actions:
        return None
    caster, spell = unpair(action[1])
    if action[0] != "use":
        return Refusal("10.8f", "why.no-button")
    if caster != person:
        return Refusal("10.8e", "why.saves-himself-only", {"piece": person})
    if spell == DRAGONS:
        return Refusal("12.3a", "why.dragon-masters")
    if not HELPS[spell]:
        return Refusal("10.8e", "why.no-help-in-escape", {"spell": spell})
    return Refusal("10.8e", "why.spell-not-at-hand", {"spell": spell, "piece": person})

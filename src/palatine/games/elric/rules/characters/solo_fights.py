"""Solo fights: usable spells, artifacts, and the Chaos Shield (9.2, 16.2, 16.8)."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from palatine.core import Action, Refusal, Step, Tally
from palatine.games.elric.components.pieces import CHAOS_SHIELD, MOURNBLADE, VALUE
from palatine.games.elric.components.spells import (
    DEAD_GODS_BOOK,
    HAS_VALUE,
    HORN_OF_FATE,
    IS_BARE,
    SPELL_VALUE,
    SPELLS,
)
from palatine.games.elric.rules.common import balance, cup
from palatine.games.elric.rules.common.stormbringer import wielder
from palatine.games.elric.state import NOBODY, STORED_NAMES, ElricState, is_magician, pair, unpair

STRIKES: Final = tuple(
    HAS_VALUE[spell] and not IS_BARE[spell] and spell not in (HORN_OF_FATE, DEAD_GODS_BOOK)
    for spell in range(SPELLS)
)
"""By spell: whether its value helps in a fight (9.2, 16.2, 16.7)."""


@runtime_checkable
class SoloFightStep(Protocol):
    """A step in which a personality fights alone and may use a spell.

    It is on top of the flow when `on_spell_cast` is called.
    """

    def on_spell_cast(self, s: ElricState, spell: int) -> None: ...


def fighting_spells(s: ElricState, person: int) -> list[int]:
    """Return the spells a magician can fight with, if it has not cast (9.2, 13.4).

    Those held, or the one it maintains.
    """
    if not is_magician(person) or person in s.casts or s.owner[person] == NOBODY:
        return []
    kept = s.maintained.get(person, -1)
    if kept >= 0:
        return [kept] if STRIKES[kept] else []
    return [spell for spell in s.hand.get(person, ()) if STRIKES[spell] and spell not in s.flights]


def cast_in_fight(s: ElricState, person: int, spell: int) -> None:
    """Cast a spell: it leaves the hand unless maintained, and counts as the turn's cast (9.2)."""
    s.casts = (*s.casts, person)
    if s.maintained.get(person) != spell:
        cup.lay_down(s, person, spell)


def add_spell(s: ElricState, spell: int, tally: Tally) -> None:
    """Add a working spell's value in a fight, with the bonus of the Balance (13.2, 16.2)."""
    tally.add(SPELL_VALUE[spell], "16.0", "spell")
    tally.add(balance.bonus(s, spell), "13.2a", "balance")


class SoloFightMagic(Step, frozen=True, tag=STORED_NAMES):
    """The choice of a spell by a magician who fights alone (16.2, 16.4; rulings A-139, A-140)."""

    seat: int
    person: int
    monster: int
    may_roll = True
    needs_decision = True
    is_private = True
    clause = "16.2q"
    verbs = {"cast": "button", "fight": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("cast", pair(self.person, spell)) for spell in fighting_spells(s, self.person)], ("fight", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action[0] == "fight":
            return
        below = s.flow[-1]
        assert isinstance(below, SoloFightStep)
        spell = unpair(action[1])[1]
        below.on_spell_cast(s, spell)
        s.log("aid.cast", "9.2e", piece=self.person, spell=spell)
        cast_in_fight(s, self.person, spell)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else cast_refusal(s, action, (self.person,))


def cast_refusal(s: ElricState, action: Action, group: tuple[int, ...]) -> Refusal:
    """Return why a spell cannot be used against a monster."""
    person, spell = unpair(action[1])
    if action[0] != "cast":
        return Refusal("9.2h", "why.no-button")
    if person not in group:
        return Refusal("9.2d", "why.not-in-this-fight")
    if not is_magician(person):
        return Refusal("9.5b", "why.only-magicians-cast", {"piece": person})
    if person in s.casts:
        return Refusal("9.2e", "why.cast-already", {"piece": person})
    if not STRIKES[spell]:
        return Refusal("9.2h", "why.no-strength-in-fight", {"spell": spell})
    return Refusal("9.2d", "why.spell-not-at-hand", {"spell": spell, "piece": person})


def artifact_value(s: ElricState, person: int) -> int:
    """Return the value of a personality's artifacts: Mournblade for a Melnibonean (9.3.3, 16.8)."""
    return VALUE[MOURNBLADE] if wielder(s) == person else 0


def is_shielded(s: ElricState, person: int) -> bool:
    """Return whether the Chaos Shield covers a personality's stack (16.8; ruling A-115)."""
    bearer = s.bearer.get(CHAOS_SHIELD, -1)
    return bearer >= 0 and (bearer == person or bearer in s.stack_of(person))

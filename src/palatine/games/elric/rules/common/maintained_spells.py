"""Spells that stay on the board while the Balance is tipped: maintained or face up (13.4)."""

from __future__ import annotations

from palatine.core import Action, ChooseButton, Refusal
from palatine.games.elric.components.spells import ALIGNMENT, NEUTRAL
from palatine.games.elric.rules.common import cup
from palatine.games.elric.state import NOBODY, ElricState


def stays(s: ElricState, spell: int) -> bool:
    """Return whether a used spell stays on the board.

    It does if it is of the dominant alignment of a tipped Balance.
    """
    return bool(s.tipped) and ALIGNMENT[spell] == s.dominant()


def maintain_if_tipped(s: ElricState, caster: int, spell: int, area: int) -> bool:
    """Keep a used spell on the board while the Balance is tipped; return whether it stays.

    Its caster may maintain it; otherwise it lies face up. If False, the caller discards it. See 13.4.
    """
    if not s.tipped or not (stays(s, spell) or ALIGNMENT[spell] == NEUTRAL):
        return False
    if s.where[caster] >= 0 and s.owner[caster] != NOBODY and caster not in s.maintained:
        s.maintained[caster] = spell
        s.push(Maintain(s.owner[caster], caster, spell))
        return True
    if not stays(s, spell):
        return False
    lay_open(s, spell, area)
    return True


def lay_open(s: ElricState, spell: int, area: int) -> None:
    """Put a spell face up into an area, uncontrolled (13.4)."""
    s.face_up[area] = (*s.face_up.get(area, ()), spell)
    s.log("lies-open", "13.4d", spell=spell, area=area)


class Maintain(ChooseButton, frozen=True):
    """The choice whether a magician continues to maintain the spell used (13.4)."""

    seat: int
    person: int
    spell: int
    may_roll = True
    clause = "13.4c"
    buttons = (("maintain", 0), ("release", 0))
    default_refusal = Refusal("13.4c", "why.no-button")

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action[0] == "maintain":
            s.log("maintained", "13.4c", seat=self.seat, person=self.person, spell=s.maintained[self.person])
        else:
            release(s, self.person, s.where[self.person])


def release(s: ElricState, person: int, area: int) -> None:
    """Release a maintained spell: face up in the area, or discarded if it does not stay (13.4)."""
    spell = s.maintained.pop(person)
    if stays(s, spell):
        s.log("released", "13.4d", person=person, spell=spell)
        lay_open(s, spell, area)
    else:
        s.log("released", "13.4k", person=person, spell=spell)
        cup.discard_cards(s, (spell,))

"""The captain's decisions about the Cosmic Balance and a feared end of the world (13)."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Action, Ending
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.spells import ALIGNMENT, HORN_OF_FATE, SPELL_VALUE
from palatine.games.elric.components.tables import BALANCE_ARM, HORN_USES
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.common.balance import SIGN, may_sacrifice, needed, offered
from palatine.games.elric.rules.common.victory import decide
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.state import ElricState, unpair

CAUTION: Final = 1
"""Distance from the end of the scale to keep, since other players also cast."""


def fears_end(sight: Perception, side: int, spent: int = -1) -> bool:
    """Return whether the seat would not win if the world ended now in Law (1) or Chaos (-1).

    The rules decide, including relics and totals of spells (5.0e to 5.0j, 14.1 to 14.3). A draw is not feared.
    A spell to be spent for it does not count.
    """
    found = end_of_world(sight.s, side, spent)
    return found.margin != "draw" and sight.s.seats[sight.seat] not in found.winners


def seeks_end(sight: Perception, side: int, spent: int = -1) -> bool:
    """Return whether the seat alone would win if the world ended now in Law (1) or Chaos (-1)."""
    return end_of_world(sight.s, side, spent).winners == (sight.s.seats[sight.seat],)


def end_of_world(s: ElricState, side: int, spent: int) -> Ending:
    """Return the outcome if the world ended now, without a spell."""
    after = s.copy()
    after.hand = {p: tuple([each for each in spells if each != spent]) for p, spells in s.hand.items()}
    decide(after, side)
    assert after.outcome is not None
    return after.outcome


def tipping_side(s: ElricState, seat: int, spell: int, caution: int = CAUTION) -> int:
    """Return 1 or -1 if a spell tips the Balance that way, otherwise 0 (13.4).

    Spells the seat has laid are included. So are marks within `caution` of the end of the scale.
    """
    sign = SIGN.get(ALIGNMENT[spell], 0)
    if s.tipped or not sign:
        return 0
    shift = laid_shift(s, seat) + sign * SPELL_VALUE[spell]
    return sign if abs(s.balance + shift) > BALANCE_ARM - caution and sign * (s.balance + shift) > 0 else 0


def laid_shift(s: ElricState, seat: int) -> int:
    """Return by how much the spells that a seat has laid move the Balance."""
    laid = [each for p, each in s.laid.items() if s.owner[p] == seat and each >= 0]
    return sum([SIGN.get(ALIGNMENT[each], 0) * SPELL_VALUE[each] for each in laid])


@decides(MagicMenu)
def decide_magic(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Use the Horn, or sacrifices, against a feared end.

    Its third use ends the world: it is for an end that wins (16.7). Sacrifices are made if they suffice, or
    reach half the need in time.
    """
    s = sight.s
    is_third = s.horns == HORN_USES - 1
    if ("horn", 0) in actions and is_third and seeks_end(sight, s.tipped, HORN_OF_FATE):
        return ("horn", 0)
    if not s.tipped or not fears_end(sight, s.tipped):
        return actions[-1]
    if ("horn", 0) in actions and not is_third:
        return ("horn", 0)
    gifts = [action for action in actions if action[0] == "sacrifice"]
    total = sum([SPELL_VALUE[unpair(action[1])[1]] for action in gifts])
    missing = needed(s) - offered(s)
    if not gifts or total < (missing if s.turn >= s.ends else missing / 2):
        return actions[-1]
    return max(gifts, key=lambda action: (SPELL_VALUE[unpair(action[1])[1]], -action[1]))


def is_kept(sight: Perception, spell: int) -> bool:
    """Return whether a spell is reserved against the world's end, not for a muster."""
    s = sight.s
    if not s.tipped or not fears_end(sight, s.tipped):
        return False
    return spell == HORN_OF_FATE or may_sacrifice(s, spell)

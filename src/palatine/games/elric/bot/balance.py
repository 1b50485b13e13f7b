"""The captain's decisions about the Cosmic Balance and a feared end of the world (13)."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Action
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.spells import ALIGNMENT, HORN_OF_FATE, SPELL_VALUE
from palatine.games.elric.components.tables import BALANCE_ARM
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.common.balance import SIGN, may_sacrifice, needed, offered
from palatine.games.elric.rules.common.victory import decide
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.state import ElricState, unpair

CAUTION: Final = 1
"""Distance from the end of the scale to keep, since other players also cast."""


def fears_end(sight: Perception, side: int) -> bool:
    """Return whether the seat would not win if the world ended now in Law (1) or Chaos (-1).

    The rules decide, including relics and totals of spells (5.0e to 5.0j, 14.1 to 14.3). A draw is not feared.
    """
    after = sight.s.copy()
    decide(after, side)
    assert after.outcome is not None
    return after.outcome.margin != "draw" and after.seats[sight.seat] not in after.outcome.winners


def tipping_side(s: ElricState, seat: int, spell: int) -> int:
    """Return 1 or -1 if a spell nearly or fully tips the Balance that way, otherwise 0 (13.4).

    Spells the seat has laid are included.
    """
    sign = SIGN.get(ALIGNMENT[spell], 0)
    if s.tipped or not sign:
        return 0
    laid = [each for p, each in s.laid.items() if s.owner[p] == seat and each >= 0]
    shift = sum([SIGN.get(ALIGNMENT[each], 0) * SPELL_VALUE[each] for each in (*laid, spell)])
    return sign if abs(s.balance + shift) > BALANCE_ARM - CAUTION and sign * (s.balance + shift) > 0 else 0


@decides(MagicMenu)
def decide_magic(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Use the Horn, or sacrifices, against a feared end.

    Sacrifices are made if they suffice, or reach half the need in time.
    """
    s = sight.s
    if not s.tipped or not fears_end(sight, s.tipped):
        return actions[-1]
    if ("horn", 0) in actions:
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

"""What a captain makes of the Cosmic Balance: whether he fears the world's end, and what he does against it (13)."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Action
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.pieces import MOURNBLADE
from palatine.games.elric.components.spells import ALIGNMENT, HORN_OF_FATE, RUNESTAFF, SPELL_VALUE
from palatine.games.elric.components.tables import BALANCE_ARM, MASTERS, SUCCESSOR
from palatine.games.elric.components.world import MELNIBONE
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.common.balance import SIGN, may_sacrifice, needed, offered
from palatine.games.elric.rules.common.victory import NEIGHBOURS, SUCCESSORS_CAPITALS, UPSTART, holds_all
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.state import ElricState, unpair

CAUTION: Final = 1
"""How far from the end of the scale he stays: others cast, too."""


def fears_end(sight: Perception, side: int) -> bool:
    """Whether it would cost him the game if the world ended in Law, 1, or in Chaos, -1 (5.0)."""
    s, seat = sight.s, sight.seat
    if s.city_owner(MELNIBONE) == seat:
        return False
    if s.scenario == MASTERS:
        return seat == UPSTART
    if s.scenario == SUCCESSOR:
        lost = holds_all(s, NEIGHBOURS, SUCCESSORS_CAPITALS)
        return seat != NEIGHBOURS or lost
    if side < 0:
        return s.bearer.get(MOURNBLADE, -1) not in list(s.persons(seat))
    return not any([RUNESTAFF in s.hand.get(p, ()) for p in s.persons(seat)])


def tipping_side(s: ElricState, seat: int, spell: int) -> int:
    """1 or -1 if a spell, with what a seat has laid, would tip the Balance that way, or nearly so; else 0 (13.4)."""
    sign = SIGN.get(ALIGNMENT[spell], 0)
    if s.tipped or not sign:
        return 0
    laid = [each for p, each in s.laid.items() if s.owner[p] == seat and each >= 0]
    shift = sum([SIGN.get(ALIGNMENT[each], 0) * SPELL_VALUE[each] for each in (*laid, spell)])
    return sign if abs(s.balance + shift) > BALANCE_ARM - CAUTION and sign * (s.balance + shift) > 0 else 0


@decides(MagicMenu)
def decide_magic(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """The Horn, or sacrifices, against an end that he fears, if they suffice or go half the way in time."""
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
    """Whether a spell is needed against the world's end, and not to be spent on a muster."""
    s = sight.s
    if not s.tipped or not fears_end(sight, s.tipped):
        return False
    return spell == HORN_OF_FATE or may_sacrifice(s, spell)

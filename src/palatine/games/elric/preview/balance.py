"""Previews of the Cosmic Balance: its shift by spells, and tipping (9.4, 13.1, 13.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from palatine.core.guidance.preview import PreviewItem
from palatine.games.elric.components.pieces import CHAOS_FLEET, MOURNBLADE, PYARAY
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, LAW, NEUTRAL, SPELL_VALUE
from palatine.games.elric.components.tables import BALANCE_ARM, DUEL, FOUNDING, TURNS, WORLD_ENDS_AFTER
from palatine.games.elric.components.world import MELNIBONE
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.rules.common.balance import SIGN, toward_centre
from palatine.games.elric.rules.common.victory import NAMED, spell_total
from palatine.games.elric.state import NOBODY, ElricState

NEAR: Final = BALANCE_ARM - 1
"""Number from which one more spell may tip the Balance."""


def reading_after(s: ElricState, spells: Iterable[int]) -> int:
    """Return the Balance after the use of these spells; beyond its scale it tips (9.4)."""
    used = list(spells)
    to = s.balance + sum([SPELL_VALUE[spell] * SIGN.get(ALIGNMENT[spell], 0) for spell in used])
    calm = sum([SPELL_VALUE[spell] for spell in used if ALIGNMENT[spell] == NEUTRAL])
    return to if abs(to) > BALANCE_ARM else toward_centre(to, calm)


def shifted(context: PreviewContext, spells: Iterable[int], is_alone: bool = True) -> Iterator[PreviewItem]:
    """Describe how the seat's spells move the Balance; warn if it tips or nearly does."""
    s, used = context.s, tuple(spells)
    if s.tipped or not used:
        return
    to = reading_after(s, used)
    if abs(to) > BALANCE_ARM:
        yield from tips(context, 1 if to > 0 else -1, "balance.tipped" if is_alone else "")
    elif to == s.balance:
        yield context.note("balance-stays", "9.4a", balance=to)
    elif abs(to) >= NEAR and abs(to) > abs(s.balance):
        key = "balance-last" if abs(to) == BALANCE_ARM else "balance-near"
        yield context.warning(key, "9.4a", balance=to, left=BALANCE_ARM + 1 - abs(to), of=BALANCE_ARM)
    else:
        yield context.note("balance-moves", "9.4a", was=s.balance, balance=to)
    if s.balance <= 0 < to:
        yield from law_comes(context)


def law_comes(context: PreviewContext) -> Iterator[PreviewItem]:
    """Warn that Pyaray and the Chaos Fleet leave the board on Law (16.8e, 16.9c)."""
    s = context.s
    if context.place in (s.owner[PYARAY], s.owner[CHAOS_FLEET]) and max(s.where[PYARAY], s.where[CHAOS_FLEET]) >= 0:
        yield context.warning("law-drives", "16.9c")


def tips(context: PreviewContext, side: int, event: str = "") -> Iterator[PreviewItem]:
    """Warn that the Balance would tip, with the end of the world and the winner."""
    s = context.s
    ends = s.turn + WORLD_ENDS_AFTER
    alignment = LAW if side > 0 else CHAOS
    clause = "13.4a"
    if ends > TURNS:
        yield context.warning("tips-late", clause, alignment=alignment, turns=TURNS)
        return
    yield context.warning("tips", clause, event=event, alignment=alignment, turn=ends)
    yield winner_at_end(context, side)


def winner_at_end(context: PreviewContext, side: int) -> PreviewItem:
    """Return who would win if the world ended now, by public information (5.0e to 5.0j)."""
    s, holder = context.s, context.s.city_owner(MELNIBONE)
    if s.scenario in NAMED or s.scenario in (FOUNDING, DUEL):
        return context.note("end-by-scenario", "5.0f")
    if holder != NOBODY:
        key = "end-imrryr-mine" if holder == context.place else "end-imrryr"
        return context.note(key, "5.0e", foe=holder)
    alignment = LAW if side > 0 else CHAOS
    own = spell_total(s, context.place, alignment)
    bearer = s.bearer.get(MOURNBLADE, -1)
    if side < 0 and bearer >= 0 and s.owner[bearer] != NOBODY:
        key = "end-mournblade-mine" if s.owner[bearer] == context.place else "end-mournblade"
        return context.note(key, "5.0i", foe=s.owner[bearer])
    return context.note("end-law" if side > 0 else "end-chaos", "5.0h" if side > 0 else "5.0j", own=own)

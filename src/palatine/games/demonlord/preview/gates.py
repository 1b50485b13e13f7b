"""Previews of a Spellgate's destination."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Consequence, Irrevocable, PreviewItem
from palatine.games.demonlord.components.spells import SPELLGATE
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.marches import LOSS_OF_CAPITAL, characters_enter, leaving
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.magic.casting import spell_chance
from palatine.games.demonlord.rules.magic.spellgate import GateTo
from palatine.games.demonlord.state import CAPITALS, NORMAL, has_troops


@preview(GateTo)
def preview_gate_to(f: PreviewContext) -> Iterator[PreviewItem]:
    step, h = f.step, f.x
    yield Irrevocable("MAG-22")
    yield f.success_odds("spell", spell_chance(f.side, SPELLGATE), "MAG-15", spell=SPELLGATE)
    fallen = list(given_up(f, step.origin, step.units))
    yield from fallen or leaving(f, step.origin, step.units)
    if has_troops(step.units):
        neutral = unallied_home(f.s, h)
        if neutral >= 0:
            yield f.warning("gate-attacks-neutral", "ALLY-03", neutral=neutral, hex=h)
        elif (foe := f.sight.foe(h)) is not None and f.known_troops(foe):
            yield f.note("lands-among", "MOV-20", hex=h)
    elif not f.s.has_troop(f.side, h):
        for line in characters_enter(f, step.units, h):
            yield Consequence(line.weight, line.text, line.clause, line.data)


def given_up(f: PreviewContext, h: int, units: tuple[int, ...]) -> Iterator[PreviewItem]:
    """Return a warning if the last troop leaves a besieged fortress, which then falls."""
    if not f.sight.is_locked(h) or any([u not in units for u in f.s.troops(f.side, h)]):
        return
    if f.s.variant() == NORMAL and h == CAPITALS[f.side]:
        yield f.warning("gives-up-capital", LOSS_OF_CAPITAL[f.side], hex=h)
    else:
        yield f.warning("gives-up", "SIEGE-27", hex=h)

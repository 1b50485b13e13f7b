"""Previews of invocations."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.rules.magic.invocation import (
    ChooseSpirit,
    Invoke,
    best_invocation,
    invocation_chance,
    offers,
)


@preview(Invoke)
def preview_invoke(f: PreviewContext) -> Iterator[PreviewItem]:
    s = f.s
    if f.verb == "pass":
        for action in f.step.actions(s):
            if action[0] == "invoke":
                h = s.where[action[1]]
                yield f.unused_option("invoke", "INV-01", [h], action=action, unit=action[1])
        return
    h = s.where[f.x]
    found = offers(s, f.side, h)
    yield Irrevocable("INV-03")
    chance = best_invocation(f.x, found)
    is_at_once = len(found) == 1 and not s.stack(f.enemy, h)
    yield f.roll_line("invokes", "INV-03", chance, event="invoke.works" if is_at_once else "", unit=f.x)
    yield f.success_odds("invoke", chance, "INV-03", unit=f.x)


@preview(ChooseSpirit)
def preview_spirit(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the chance of the invocation, rolled after the choice of the spirit."""
    caster = f.step.caster
    chance = invocation_chance(caster, f.x)
    yield f.roll_line("invokes", "INV-03", chance, event="invoke.works", unit=caster)
    yield f.success_odds("invoke", chance, "INV-03", unit=caster)

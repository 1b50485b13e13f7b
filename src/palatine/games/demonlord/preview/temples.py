"""Invocation: who may come, and on what die."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.demonlord.preview.context import FACES, PreviewContext
from palatine.games.demonlord.rules.magic.invocation import calling_power, offers


def preview_invoke(f: PreviewContext) -> Iterator[PreviewItem]:
    s = f.s
    if f.verb == "pass":
        for action in f.step.actions(s):
            if action[0] == "invoke":
                h = s.where[action[1]]
                yield f.unused("invoke", "INV-01", [h], action, unit=action[1])
        return
    h = s.where[f.x]
    found = offers(s, f.side, h)
    yield Irrevocable("INV-03")
    limit = min(FACES, max([calling_power(f.x, what) for what in found]))
    is_at_once = len(found) == 1 and not s.stack(f.enemy, h)
    event = "invoke.works" if is_at_once else ""
    yield f.note("invokes", "INV-03", event=event, chance=limit / FACES, unit=f.x, odds=(limit, FACES))
    yield f.one_die("invoke", limit, "INV-03", unit=f.x)


def preview_spirit(f: PreviewContext) -> Iterator[PreviewItem]:
    """The die falls as soon as the spirit is named."""
    limit = min(FACES, calling_power(f.step.caster, f.x))
    caster = f.step.caster
    yield f.note("invokes", "INV-03", event="invoke.works", chance=limit / FACES, unit=caster, odds=(limit, FACES))
    yield f.one_die("invoke", limit, "INV-03", unit=caster)

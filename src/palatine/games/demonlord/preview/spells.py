"""Previews of special spells: chance, what they reveal, harm to one's own side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP
from palatine.games.demonlord.components.spells import (
    CLOAK,
    EARTHPIT,
    NECROMON,
    RAINS,
    SPELLGATE,
    VISION,
)
from palatine.games.demonlord.components.world import GRID
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.rules.magic.casting import BEFORE, spell_chance
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell, OpenGate, Target
from palatine.games.demonlord.rules.magic.spells import (
    AREA,
    AnswerVision,
    ChooseRainsHexes,
    ChooseRainsShape,
    ChooseRaisedUnit,
)
from palatine.games.demonlord.state import AROUND, EXITS, exits_under


@preview(AnnounceSpell)
def preview_announce_spell(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the preview of a spell, or the spells left unused by passing."""
    if f.verb == "cast":
        yield from taken_up(f, f.x)
        return
    for action in f.step.actions(f.s):
        if action[0] == "cast":
            yield f.unused_option("spell", "MAG-09", action=action, spell=action[1])


@preview(OpenGate)
def preview_gate(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the preview of a Spellgate between two marches."""
    return taken_up(f, SPELLGATE)


def taken_up(f: PreviewContext, spell: int) -> Iterator[PreviewItem]:
    if spell not in f.s.revealed_spells[f.side]:
        yield f.note("spell-shown", "MAG-08", spell=spell)
    yield f.note("one-spell", "MAG-02", spell=spell)
    yield f.success_odds("spell", spell_chance(f.side, spell), "MAG-14", spell=spell)


# Its target


@preview(Target)
def preview_target(f: PreviewContext) -> Iterator[PreviewItem]:
    spell, h = f.step.spell, f.x
    if spell == RAINS:
        return
    yield Irrevocable("MAG-22")
    if spell == EARTHPIT:
        yield from pit(f, h)
    yield f.success_odds("spell", spell_chance(f.side, spell, h), "MAG-14", spell=spell)
    if spell == VISION:
        yield f.note("may-cloak", "MAG-24", hex=h)


def pit(f: PreviewContext, h: int) -> Iterator[PreviewItem]:
    """Return a warning of an Earthpit under the player's own units before they march."""
    own = f.s.stack(f.side, h)
    below = next((step for step in reversed(f.s.flow) if isinstance(step, AnnounceSpell)), None)
    if own and f.side == f.s.phasing and below is not None and below.moment == BEFORE:
        yield f.warning("own-pit", "MAG-28", count=len(own), hex=h)


@preview(ChooseRaisedUnit)
def preview_raised_unit(f: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("MAG-22")
    yield f.success_odds("spell", spell_chance(f.side, NECROMON), "MAG-15", spell=NECROMON)


@preview(AnswerVision)
def preview_answer_vision(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the preview of the answer to a successful Vision."""
    h = f.step.vision.target
    stack = f.s.stack(f.side, h)
    if f.verb == "pass":
        yield f.note("seen-by-vision", "MAG-23", event="vision.sees", count=len(stack), hex=h)
        return
    chance = spell_chance(f.side, CLOAK)
    yield f.roll_line("cloaks", "MAG-24", chance, event="spell.works", hex=h)
    yield f.success_odds("spell", chance, "MAG-14", spell=CLOAK)


# Rains


@preview(ChooseRainsShape)
def preview_rains_shape(f: PreviewContext) -> Iterator[PreviewItem]:
    if (f.verb, f.x) == AREA:
        return
    yield Irrevocable("MAG-22")
    yield from flooded(f, GRID.within(f.s.where[f.step.caster], f.x))
    yield f.success_odds("spell", spell_chance(f.side, RAINS), "MAG-15", spell=RAINS)


@preview(ChooseRainsHexes, "done")
def preview_rains_hexes(f: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("MAG-22")
    yield from flooded(f, f.step.hexes)
    yield f.success_odds("spell", spell_chance(f.side, RAINS), "MAG-15", spell=RAINS)


def flooded(f: PreviewContext, hexes: Iterable[int]) -> Iterator[PreviewItem]:
    """Return a warning of friendly troops cut off by the Rains (MAG-42)."""
    wet = frozenset(hexes)
    shut = [h for h in f.sight.hexes if any([is_shut_in(u, h, wet) for u in f.s.stack(f.side, h)])]
    if shut:
        count = sum([is_shut_in(u, h, wet) for h in shut for u in f.s.stack(f.side, h)])
        yield f.warning("own-flood", "MAG-42", count=count, hexes=shut)


def is_shut_in(u: int, h: int, wet: frozenset[int]) -> bool:
    """Return whether the Rains close a side of its hex to a troop."""
    near = wet & AROUND[h]
    return bool(near) and IS_TROOP[u] and len(exits_under(near, CLASS[u], h)) < len(EXITS[CLASS[u]][h])
